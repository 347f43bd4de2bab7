//! RenLib libraries, `.lib`: trees of renju variations with comments. The only documentation of the format is
//! RenLib's source code.
//!
//! A 20-byte header contains the version. The nodes follow, each before its children. A node takes two bytes:
//! its point as 16 * row + column + 1, and its flags. Then come the node's texts, each padded to an even
//! number of bytes.
//!
//! A library names neither its rules nor its encoding. By default it is read as freestyle, because freestyle
//! forbids no point. RenLib 3.6 writes version 3.4, or 3.0 for older programs.

use super::format::{Format, Stores};
use super::problem::{Problem, malformed};
use super::recorded::note_loss;
use super::replay::drop_gomoku;
use super::sgf::{escaped, letters_of};
use super::text::{Decoded, guessed};
use super::{GameName, Heading, Recorded, WrongMove};
use crate::gomoku::{Game, Point, Rules, SIZE, Setup};
use crate::tree::{ROOT, Tree};
use words::say;

pub(super) const LIB: Format = Format {
    extension: "lib",
    games: &[GameName::Gomoku],
    recommended: false,
    extension_decides: true,
    detect: |source| is_library(source.bytes),
    read: |source| Ok(vec![Ok(read(source.bytes, source.assumed.rules)?)]),
    write: None,
    many_games: false,
    stores: Stores::MOVES,
};

const MAGIC: &[u8] = b"\xffRenLib\xff";
const HEADER: usize = 20;
/// The newest supported version of the format.
const NEWEST: (u8, u8) = (3, 6);
/// The centre point. In a file without a header, it is the first byte.
const CENTRE: u8 = 0x78;
const MAX_NODES: usize = 500_000;

// The flags of a node.

/// Another variation follows after this node and its descendants.
const HAS_SIBLING: u8 = 0x80;
const IS_LEAF: u8 = 0x40;
/// A comment follows, in which the last character has its highest bit set.
const OLD_COMMENT: u8 = 0x20;
const MARKED: u8 = 0x10;
/// A comment follows, ending with a zero byte.
const COMMENT: u8 = 0x08;
/// RenLib opens the library at this node.
const START_HERE: u8 = 0x04;
/// The node is not a move. It has only a label for its point.
const NO_MOVE: u8 = 0x02;
/// Two more flag bytes follow. If bit 0 of the second one is set, a label follows.
const EXTENDED: u8 = 0x01;

fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a library as one game with variations.
pub fn read(bytes: &[u8], rules: Rules) -> Result<Recorded, Problem> {
    let mut at = match bytes {
        [CENTRE, ..] => 0,
        bytes if is_library(bytes) && bytes.len() > HEADER => {
            let (major, minor) = (bytes[8], bytes[9]);
            if (major, minor) > NEWEST {
                let name = say!("a library of RenLib {major}.{minor}", major, minor);
                return Err(Problem::Variant(name));
            }
            HEADER
        }
        _ => return malformed(say!("it is not a library of RenLib")),
    };
    let mut library = Library::default();
    let setup = Setup::by(rules);
    // The parent of the next node, and the game at the parent. The game is `None` after five in a row.
    let mut here = (ROOT, Some(Game::new(setup)));
    // The parents that have more variations to come.
    let mut open = Vec::new();
    while at < bytes.len() {
        if library.tree.size() > MAX_NODES {
            return malformed(say!("it has too many nodes"));
        }
        let begins = at;
        let wrong = |what: &str| Problem::Malformed(say!("byte {begins}: {what}", begins, what));
        let mut next = || {
            let pair: Option<&[u8; 2]> = bytes.get(at..).and_then(<[u8]>::first_chunk);
            at += 2;
            pair.copied().ok_or_else(|| wrong(say!("the library is cut off")))
        };
        let [place, flags] = next()?;
        let extended = if flags & EXTENDED != 0 { next()? } else { [0, 0] };
        let comment = match flags {
            flags if flags & OLD_COMMENT != 0 => old_text(&mut next)?,
            flags if flags & COMMENT != 0 => text(&mut next)?,
            _ => Vec::new(),
        };
        let label = if extended[1] & 1 != 0 { text(&mut next)? } else { Vec::new() };
        let parent = here;
        here = match (place, begins == HEADER) {
            // The root may have no stone.
            (0, true) => parent.clone(),
            // Only renju knows passes.
            (0, false) => {
                note_loss(&mut library.left_out, say!("moves after a pass"));
                (parent.0, None)
            }
            (place, _) => {
                let (row, col) = (usize::from(place / 16), usize::from(place % 16));
                if row >= SIZE || col == 0 {
                    return Err(wrong(say!("it is not a point of the board")));
                }
                let point = Point::new(row, col - 1);
                let (before, game) = &parent;
                if !label.is_empty() && game.is_some() {
                    library.texts.push((*before, Some(point), label));
                }
                match flags & NO_MOVE {
                    0 => library
                        .drop(*before, game.clone(), point)
                        .map_err(|problem| wrong(&problem.to_string()))?,
                    _ => parent.clone(),
                }
            }
        };
        library.annotate(&here, flags, comment);
        if flags & HAS_SIBLING != 0 {
            open.push(parent);
        }
        if flags & IS_LEAF != 0 {
            match open.pop() {
                Some(before) => here = before,
                None if at < bytes.len() => {
                    return malformed(say!("byte {at}: it goes on after its last line", at));
                }
                None => {}
            }
        }
    }
    library.recorded(setup)
}

#[derive(Default)]
struct Library {
    tree: Tree,
    left_out: Vec<&'static str>,
    /// The comments, and the labels of points, with their nodes. All have the same encoding.
    texts: Vec<(usize, Option<Point>, Vec<u8>)>,
}

impl Library {
    /// Adds a move. Returns its node and the game at that node.
    fn drop(
        &mut self,
        parent: usize,
        game: Option<Game>,
        point: Point,
    ) -> Result<(usize, Option<Game>), Problem> {
        let Some(mut game) = game else {
            return Ok((parent, None));
        };
        match drop_gomoku(&mut game, &point.name(SIZE), Some(point)) {
            Ok(()) => {
                let n = self.tree.child_or_push(parent, Some(point.place()));
                Ok((n, Some(game)))
            }
            Err(Problem::Move { why: WrongMove::AfterEnd, .. }) => {
                note_loss(&mut self.left_out, say!("moves after a five"));
                Ok((parent, None))
            }
            Err(problem) => Err(problem),
        }
    }

    fn annotate(&mut self, (n, game): &(usize, Option<Game>), flags: u8, comment: Vec<u8>) {
        if game.is_none() {
            return;
        }
        if !comment.is_empty() {
            self.texts.push((*n, None, comment));
        }
        if flags & MARKED != 0
            && let Some(place) = self.tree.node(*n).step
        {
            self.tree.set_property(*n, "MA", letters_of(place));
        }
        if flags & START_HERE != 0 {
            note_loss(&mut self.left_out, say!("where RenLib begins"));
        }
    }

    /// Decodes the texts. Returns notes about their encoding.
    fn decode(&mut self) -> Vec<String> {
        const END: char = '\0';
        let texts = std::mem::take(&mut self.texts);
        let bytes: Vec<&[u8]> = texts.iter().map(|(_, _, bytes)| &**bytes).collect();
        let mut decoded = Decoded::default();
        let all = guessed(&bytes.join(&(END as u8)), &mut decoded);
        for (text, (n, point, _)) in all.split(END).zip(&texts) {
            // The character with code 8 separates the title of a comment from its body.
            let text = super::text::lines(&text.replace('\u{8}', "\n"));
            match point {
                Some(point) => {
                    let label = escaped(text.trim()).replace(':', "\\:");
                    let label = format!("{}:{label}", letters_of(point.place()));
                    self.tree.values_mut(*n, "LB").push(label);
                }
                None => self.tree.add_comment(*n, text.trim()),
            }
        }
        decoded.notes
    }

    fn recorded(mut self, setup: Setup) -> Result<Recorded, Problem> {
        let notes = self.decode();
        let game: Box<dyn crate::Game> = Box::new(Game::new(setup));
        let end = self.tree.main_line().last().copied().unwrap_or(ROOT);
        // This succeeds, because the moves were legal when the tree was built.
        let game = self.tree.game_at(&*game, end).unwrap_or(game);
        Ok(Recorded {
            tree: (!self.tree.is_bare()).then_some(self.tree),
            left_out: self.left_out,
            notes,
            ..Recorded::new(game, Heading::default())
        })
    }
}

/// Reads a text up to a zero byte, two bytes at a time.
fn text(next: &mut impl FnMut() -> Result<[u8; 2], Problem>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    loop {
        let pair = next()?;
        bytes.extend(pair.iter().take_while(|byte| **byte != 0));
        if pair.contains(&0) {
            return Ok(bytes);
        }
    }
}

/// Reads a text whose last character has its highest bit set.
fn old_text(next: &mut impl FnMut() -> Result<[u8; 2], Problem>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    loop {
        for byte in next()? {
            // Zero bytes separate the texts when they are decoded.
            bytes.push((byte & 0x7f).max(1));
            if byte & 0x80 != 0 {
                return Ok(bytes);
            }
        }
    }
}
