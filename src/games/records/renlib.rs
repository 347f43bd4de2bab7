//! Libraries of RenLib, `.lib`: a tree of lines of renju with remarks. RenLib's own source is the only description of the format.
//!
//! A header of 20 bytes has the version. Two bytes for each node follow, the parent before its children: the point, 16 * row +
//! column + 1, and what there is to say about the node. Then come its texts, two bytes at a time.
//!
//! A library does not say its rules. It is read as freestyle, in which no point is forbidden, unless other rules are given.

use super::format::{Format, Holds, Write};
use super::problem::Problem;
use super::sgf::escaped;
use super::text::decode;
use super::{GameName, Heading, Recorded, WrongMove};
use crate::Game as _;
use crate::gomoku::{Game, Point, Refusal, Rules, SIZE, Setup};
use crate::tree::{ROOT, Tree};
use words::say;

pub(super) const LIB: Format = Format {
    ending: "lib",
    games: &[GameName::Gomoku],
    offered: false,
    known_by_ending: true,
    begins: |source| is_library(source.bytes),
    read: |source| Ok(vec![Ok(read_by(source.bytes, source.assumed.rules)?)]),
    write: Write::Never,
    many_games: false,
    holds: Holds::MOVES,
};

const MAGIC: &[u8] = b"\xffRenLib\xff";
const HEADER: usize = 20;
/// The newest version that is read: 3.4.
const NEWEST: (u8, u8) = (3, 4);
/// The first byte of a file that has no header: the centre.
const CENTRE: u8 = 0x78;
const MOST_NODES: usize = 500_000;

/// A bit of a node's second byte: another variation follows after this node and all that hangs on it.
const GOES_ON: u8 = 0x80;
/// Nothing hangs on the node.
const IS_LEAF: u8 = 0x40;
/// A remark follows whose last character has its highest bit set.
const OLD_REMARK: u8 = 0x20;
/// The node is marked.
const MARKED: u8 = 0x10;
/// A remark follows that ends with a zero.
const REMARK: u8 = 0x08;
/// The library opens at this node.
const BEGIN_HERE: u8 = 0x04;
/// No stone was dropped on the point, which only has a label.
const NO_MOVE: u8 = 0x02;
/// Two more bytes follow; the lowest bit of the second says that a label comes after them.
const MORE: u8 = 0x01;

fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a library as one game with variations.
///
/// ```
/// use games::records::renlib::read;
/// let mut bytes = b"\xffRenLib\xff\x03\x00".to_vec();
/// bytes.resize(20, 0xff);
/// // h8, then g8 or i8 with a remark.
/// bytes.extend([0x78, 0x00, 0x77, 0xc0, 0x79, 0x48, b'o', b'k', 0, 0]);
/// let recorded = read(&bytes).unwrap();
/// let tree = recorded.tree.unwrap();
/// assert_eq!((tree.size(), tree.node(3).comment.as_str()), (4, "ok"));
/// assert!(recorded.game.to_string().contains("record: 7767\n"));
/// ```
///
/// # Errors
/// It is not a library, or it is of a newer version or damaged; the message has the number of the byte.
pub fn read(bytes: &[u8]) -> Result<Recorded, Problem> {
    read_by(bytes, Rules::Freestyle)
}

/// [`read`] by these rules.
fn read_by(bytes: &[u8], rules: Rules) -> Result<Recorded, Problem> {
    let malformed = |what: &str| Problem::Malformed(what.to_string());
    let mut at = match bytes {
        [CENTRE, ..] => 0,
        bytes if is_library(bytes) && bytes.len() > HEADER => {
            let version = (bytes[8], bytes[9]);
            if version > NEWEST {
                let (major, minor) = version;
                return Err(Problem::Variant(say!(
                    "a library of RenLib {major}.{minor}",
                    major,
                    minor
                )));
            }
            HEADER
        }
        _ => return Err(malformed(say!("it is not a library of RenLib"))),
    };
    let mut library = Library::default();
    let setup = Setup::by(rules);
    // The parent of the next node and the game there; no game once it is over.
    let mut here = (ROOT, Some(Game::new(setup)));
    let mut open = Vec::new();
    let mut over = false;
    while at < bytes.len() {
        if over {
            return Err(malformed(&say!(
                "byte {at}: it goes on after its last line",
                at
            )));
        }
        if library.tree.size() > MOST_NODES {
            return Err(malformed(say!("it has too many nodes")));
        }
        let begins = at;
        let wrong = |what: &str| malformed(&say!("byte {begins}: {what}", begins, what));
        let mut next = || {
            let pair: Option<&[u8; 2]> = bytes.get(at..).and_then(<[u8]>::first_chunk);
            at += 2;
            pair.copied()
                .ok_or_else(|| wrong(say!("the library is cut off")))
        };
        let [place, says] = next()?;
        let more = if says & MORE != 0 { next()? } else { [0, 0] };
        let remark = match says {
            says if says & OLD_REMARK != 0 => old_text(&mut next)?,
            says if says & REMARK != 0 => text(&mut next)?,
            _ => String::new(),
        };
        let label = if more[1] & 1 != 0 {
            text(&mut next)?
        } else {
            String::new()
        };
        let parent = here;
        here = match (place, begins == HEADER) {
            // A root without a stone.
            (0, true) => parent.clone(),
            (0, false) => return Err(wrong(say!("a turn without a stone"))),
            (place, _) => {
                let (row, col) = (usize::from(place / 16), usize::from(place % 16));
                if row >= SIZE || col == 0 {
                    return Err(wrong(say!("it is not a point of the board")));
                }
                let point = Point::new(row, col - 1);
                let (before, game) = &parent;
                if !label.is_empty() {
                    library.label(*before, point, &label);
                }
                match says & NO_MOVE {
                    0 => library
                        .drop(*before, game.clone(), point)
                        .map_err(|problem| wrong(&problem.to_string()))?,
                    _ => parent.clone(),
                }
            }
        };
        library.say(&here, says, &remark);
        // The next variation hangs on the same parent, which waits until a leaf ends this one.
        if says & GOES_ON != 0 {
            open.push(parent);
        }
        if says & IS_LEAF != 0 {
            match open.pop() {
                Some(before) => here = before,
                None => over = true,
            }
        }
    }
    library.recorded(setup)
}

#[derive(Default)]
struct Library {
    tree: Tree,
    left_out: Vec<&'static str>,
}

impl Library {
    fn leave_out(&mut self, what: &'static str) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// The node of a stone, and the game there.
    fn drop(
        &mut self,
        parent: usize,
        game: Option<Game>,
        point: Point,
    ) -> Result<(usize, Option<Game>), Problem> {
        let Some(mut game) = game else {
            return Ok((parent, None));
        };
        match game.drop(point) {
            Ok(()) => {
                let step = Some((point.row(), point.col()));
                Ok((self.tree.step(parent, step), Some(game)))
            }
            Err(Refusal::Over) => {
                self.leave_out(say!("moves after a five"));
                Ok((parent, None))
            }
            Err(refusal) => Err(Problem::Move {
                n: game.t(),
                text: point.name(SIZE),
                why: match refusal {
                    Refusal::Forbidden(why) => WrongMove::Forbidden(why),
                    _ => WrongMove::Occupied,
                },
            }),
        }
    }

    fn say(&mut self, (n, game): &(usize, Option<Game>), says: u8, remark: &str) {
        if game.is_none() {
            return;
        }
        let node = self.tree.node_mut(*n);
        if !remark.is_empty() {
            if !node.comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(remark);
        }
        // Two moves to one point become one node, which is marked once.
        if says & MARKED != 0
            && let Some((row, col)) = node.step
            && node.more.iter().all(|(name, _)| name != "MA")
        {
            node.more.push(("MA".to_string(), vec![pair(row, col)]));
        }
        if says & BEGIN_HERE != 0 {
            self.leave_out(say!("where RenLib begins"));
        }
    }

    /// Adds a text that stands on a point while the board is as at this node: SGF's LB.
    fn label(&mut self, n: usize, point: Point, text: &str) {
        let text = escaped(text).replace(':', "\\:");
        let value = format!(
            "{}:{}",
            pair(point.row(), point.col()),
            &text[1..text.len() - 1]
        );
        let more = &mut self.tree.node_mut(n).more;
        match more.iter_mut().find(|(name, _)| name == "LB") {
            Some((_, values)) => values.push(value),
            None => more.push(("LB".to_string(), vec![value])),
        }
    }

    fn recorded(self, setup: Setup) -> Result<Recorded, Problem> {
        let mut game = Game::new(setup);
        for n in self.tree.main_line() {
            let (row, col) = self.tree.node(n).step.unwrap_or_default();
            // The same moves were accepted while the tree was read.
            let _ = game.drop(Point::new(row, col));
        }
        Ok(Recorded {
            tree: (!self.tree.is_bare()).then_some(self.tree),
            left_out: self.left_out,
            ..Recorded::new(Box::new(game), Heading::default())
        })
    }
}

/// A point as SGF writes it.
fn pair(row: usize, col: usize) -> String {
    [col, row]
        .map(|n| char::from(b'a' + n as u8))
        .iter()
        .collect()
}

/// A text that ends with a zero, in the last two bytes or before them.
fn text(next: &mut impl FnMut() -> Result<[u8; 2], Problem>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    loop {
        let pair = next()?;
        bytes.extend(pair.iter().take_while(|byte| **byte != 0));
        if pair.contains(&0) {
            return Ok(lines(&bytes));
        }
    }
}

/// A text whose last character has its highest bit set.
fn old_text(next: &mut impl FnMut() -> Result<[u8; 2], Problem>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    loop {
        for byte in next()? {
            bytes.push(byte & 0x7f);
            if byte & 0x80 != 0 {
                return Ok(lines(&bytes));
            }
        }
    }
}

/// The heading of a remark and the rest of it stand on lines of their own.
fn lines(bytes: &[u8]) -> String {
    let text = decode(bytes).replace('\u{8}', "\n");
    super::text::lines(&text).trim().to_string()
}
