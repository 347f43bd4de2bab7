//! The table of file formats and the functions that use it.
//!
//! To add a format, write a file with its row, and add the row to [`Format::ALL`].

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::format::{Format, MAX_GAMES, Source};
use super::problem::{Error, Problem, malformed};
use super::recorded::{Assumptions, GameName, Heading, Recorded};
use super::{Score, ggf, lines, moves, obf, psq, renlib, sgf_text, transcript, wthor, wthor_names};
use crate::named::{UnknownName, find};
use crate::othello::Position;
use crate::set_up::SetUp;
use crate::tree::{Node, Tree};
use crate::{Game, gomoku, othello};
use words::say;

/// The maximum size of a file in bytes. All WTHOR tournaments since 1977 together take a third of this size.
pub const MAX_BYTES: usize = 32 << 20;

impl Format {
    pub const ALL: [Format; 9] = [
        lines::TXT,
        lines::MOVES,
        moves::PGN,
        ggf::GGF,
        sgf_text::SGF,
        psq::PSQ,
        wthor::WTB,
        renlib::LIB,
        obf::OBF,
    ];

    /// Finds the format by the extension of the file.
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        extension.to_ascii_lowercase().parse().ok()
    }

    /// Lists the extensions of all formats for which `is` returns true, such as `.txt, .pgn or .sgf`.
    pub fn endings(is: impl Fn(&Format) -> bool) -> String {
        let these = Format::ALL.into_iter().filter(is);
        let all: Vec<String> = these.map(|format| format!(".{format}")).collect();
        match all.split_last() {
            Some((last, [_, ..])) => {
                say!("{all} or {last}", all = all[..all.len() - 1].join(say!(", ||between things")), last)
            }
            _ => all.concat(),
        }
    }

    /// True if files of this format never state the rules of gomoku.
    pub fn leaves_rules_open(&self) -> bool {
        self.extension == renlib::LIB.extension
    }

    /// True for a database of tournaments, whose files are one year each.
    pub fn is_database(&self) -> bool {
        self.extension == wthor::WTB.extension
    }

    /// True if the format stores variations and comments.
    pub fn holds_trees(&self) -> bool {
        self.stores.variations
    }

    fn holds_game(&self, game: &dyn Game) -> bool {
        GameName::of(game).is_some_and(|name| self.games.contains(&name))
    }

    fn is_text_of(&self, game: &dyn Game) -> bool {
        self.write.is_some() && self.holds_game(game)
    }

    /// Says that files of this format can only be read, and lists the formats that can be written.
    pub fn read_only(&self) -> String {
        let endings = Format::endings(|format| format.write.is_some());
        say!(".{self} files can be read but not written: choose {endings}", self, endings)
    }

    pub fn text(&self, recorded: &Recorded) -> Result<String, Problem> {
        let game = &*recorded.game;
        Err(Problem::Malformed(match self.write {
            Some(write) if self.holds_game(game) => return write(recorded),
            Some(_) => say!("{game} has no place in {self}", game = game.name(), self),
            None => self.read_only(),
        }))
    }

    /// Returns the kinds of data in a record that the format cannot store, such as `names`.
    pub fn unsupported(&self, recorded: &Recorded) -> Vec<&'static str> {
        let (heading, stores) = (&recorded.heading, self.stores);
        let scored = recorded.score.is_some() && recorded.game.of::<othello::Game>().is_some();
        let early = matches!(recorded.score, Some(Score::Early(..)));
        let gomoku = recorded.game.of::<gomoku::Game>();
        let decided = gomoku.is_some_and(|game| !game.decisions().is_empty());
        let tree = recorded.tree.as_ref();
        let lacks = |is_lost: &dyn Fn(&Node) -> bool| {
            tree.is_some_and(|tree| (0..tree.size()).any(|n| is_lost(tree.node(n))))
        };
        let property = |(name, values): &(String, Vec<String>)| !(stores.property)(name, values);
        let played = recorded.game.t() > recorded.game.restarted().t();
        let lost = [
            (say!("names"), !((stores.name)(&heading.black) && (stores.name)(&heading.white))),
            (say!("dates"), !stores.results && !heading.date.is_empty()),
            (say!("events"), !(stores.event)(&heading.event)),
            (say!("scores"), !stores.results && scored),
            (
                say!("resignations and losses on time"),
                early && stores.results && !stores.early_ends
                    || recorded.game.lost().is_some() && !stores.losses,
            ),
            (say!("scores of resigned games"), early && stores.early_ends && !stores.margins),
            (say!("moves"), !stores.moves && played),
            (say!("the choice of colours"), decided),
            (say!("variations"), !stores.variations && tree.is_some_and(Tree::branches)),
            (say!("remarks"), lacks(&|node| !(stores.comment)(&node.comment))),
            (say!("other properties"), lacks(&|node| node.properties.iter().any(property))),
        ];
        let lost = lost.into_iter().filter(|(_, lost)| *lost);
        let left_out = recorded.left_out.iter().copied();
        left_out.chain(lost.map(|(data, _)| data)).collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        find(&Format::ALL, name, "format")
    }
}

/// Reads all games of a file.
///
/// The extension decides the format if it can, otherwise the content does. A file in no recognised format is
/// read as one game per line: moves of Othello or gomoku, or a gomoku record. A line that fits both games is
/// read as Othello. `names` has the names for a `.wtb` file.
///
/// # Errors
/// If the file contains no game or more than 200,000 games, is larger than 32 MB, or is too damaged to
/// separate the games. Other errors are returned in place of the game.
pub fn read_bytes(
    path: &Path,
    bytes: &[u8],
    names: &wthor_names::Names,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_as(path, bytes, names, Assumptions::default())
}

/// Reads all games of a file like [`read_bytes`]. Defaults replace information that is missing from the file.
pub fn read_as(
    path: &Path,
    bytes: &[u8],
    names: &wthor_names::Names,
    assumed: Assumptions,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |game, problem| Error { file: path.to_path_buf(), game, problem };
    let whole = |what: String| error(None, Problem::Malformed(what));
    if bytes.len() > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(whole(say!("it is longer than {most} MB", most)));
    }
    let source = Source::new(bytes, names, assumed);
    let by_extension = Format::of(path).filter(|format| format.extension_decides);
    let mut rows = Format::ALL.into_iter().rev();
    let format = by_extension.or_else(|| rows.find(|row| (row.detect)(&source)));
    let format = format.unwrap_or(lines::TXT);
    let mut games = (format.read)(&source).map_err(|problem| error(None, problem))?;
    if let Some(first) = games.iter_mut().flatten().next() {
        first.notes.splice(0..0, source.notes());
    }
    // A database of the current year may still be empty.
    if games.is_empty() && !format.is_database() {
        return Err(whole(say!("there is no game in the file").to_string()));
    }
    if games.len() > MAX_GAMES {
        return Err(whole(say!("it has more than {count} games; split it", count = MAX_GAMES)));
    }
    let numbered = games.into_iter().zip(1..);
    let located = numbered.map(|(game, n)| game.map_err(|problem| error(Some(n), problem)));
    Ok(located.collect())
}

/// Reads a position for the set-up screen. The text may be a text diagram, a line in any notation, or a game,
/// whose final position is used.
pub fn position_in(text: &str) -> Result<SetUp, Problem> {
    if gomoku::position::begins_like_one(text) {
        let position = text.parse::<gomoku::Position>().map_err(Problem::malformed)?;
        return Ok(SetUp::Gomoku(position, gomoku::Rules::default()));
    }
    let games = read_bytes("".as_ref(), text.as_bytes(), &Default::default());
    let first = games.and_then(|games| games.into_iter().next().transpose());
    let first = first.map_err(|error| error.problem)?;
    let set_up = first.and_then(|recorded| SetUp::of(&*recorded.game));
    set_up.ok_or_else(|| Problem::malformed(say!("there is no position in it")))
}

/// Returns a game as one line, for pasting into other programs: its moves, or GGF for an Othello game from a
/// non-standard position. Returns `None` for other games.
pub fn line_of(game: &dyn Game) -> Option<String> {
    if let Some(gomoku) = game.of::<gomoku::Game>() {
        return Some(moves::gomoku_text(gomoku));
    }
    let othello = game.of::<othello::Game>()?;
    Some(match othello.start() == Position::default() {
        true => transcript::text_of(othello),
        false => ggf::text(othello, &Heading::default(), None),
    })
}

/// Returns the recommended formats for saving a game, in words, or `None` if no format can store it.
pub fn formats(game: &dyn Game) -> Option<String> {
    let moves = match GameName::of(game)? {
        GameName::Othello => say!("a line of moves"),
        GameName::Gomoku => say!("a record"),
    };
    let others = Format::ALL.into_iter();
    let others = others.filter(|format| format.recommended && format.is_text_of(game));
    let endings: String = others.map(|format| say!(" or .{format}", format)).collect();
    Some(say!(".{lines} for {moves},{endings}", lines = lines::TXT, moves, endings))
}

/// Formats a game in the format that the file's extension names.
pub fn text_for(path: &Path, recorded: &Recorded) -> Result<String, Problem> {
    let game = &*recorded.game;
    if GameName::of(game).is_none() {
        return malformed(say!("there is no format for a game of {game}", game = game.name()));
    }
    match Format::of(path) {
        Some(format) if format.is_text_of(game) => format.text(recorded),
        _ => {
            let endings = Format::endings(|format| format.is_text_of(game));
            malformed(say!("the name of the file must end in {endings}", endings))
        }
    }
}
