//! The table of the formats. Each row stands in the file that reads and writes its format; here are the list of them and what is done with
//! all.
//!
//! A new format is a file with a row, and its name in [`Format::ALL`]. The compiler asks for everything that a row must say.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::format::{Dates, Format, MOST_GAMES, Source, Write};
use super::problem::{Error, Problem};
use super::recorded::{Assumptions, GameName, Heading, Recorded};
use super::{Score, ggf, lines, moves, obf, psq, renlib, sgf_text, transcript, wthor};
use crate::named::{UnknownName, find};
use crate::othello::Position;
use crate::set_up::SetUp;
use crate::tree::Tree;
use crate::{Game, gomoku, othello};
use words::say;

/// The longest file of games that is read, in bytes. All tournaments of the WTHOR database since 1977 take a third of that.
pub const MOST_BYTES: usize = 32 << 20;

impl Format {
    /// The table.
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

    /// The format that the ending of a file's name stands for, if it stands for one.
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        extension.to_ascii_lowercase().parse().ok()
    }

    /// The endings of the formats for which `is` is true, in words: `.txt, .pgn or .sgf`.
    pub fn endings(is: impl Fn(&Format) -> bool) -> String {
        let these = Format::ALL.into_iter().filter(is);
        let all: Vec<String> = these.map(|format| format!(".{format}")).collect();
        match all.split_last() {
            Some((last, [_, ..])) => format!("{} or {last}", all[..all.len() - 1].join(", ")),
            _ => all.concat(),
        }
    }

    /// Does the ending of a file's name alone say that it is of this format?
    pub fn is_known_by_ending(&self) -> bool {
        self.known_by_ending
    }

    /// Does none of its files say by which rules gomoku was played?
    pub fn leaves_rules_open(&self) -> bool {
        self.ending == renlib::LIB.ending
    }

    /// Does it have a place for variations and remarks?
    pub fn holds_trees(&self) -> bool {
        self.holds.trees
    }

    fn holds_game(&self, game: &dyn Game) -> bool {
        GameName::of(game).is_some_and(|name| self.games.contains(&name))
    }

    fn is_text_of(&self, game: &dyn Game) -> bool {
        matches!(self.write, Write::Text(_)) && self.holds_game(game)
    }

    /// A game as text.
    ///
    /// # Errors
    /// The format is not text, is only read, or cannot hold the game.
    pub fn text(&self, recorded: &Recorded) -> Result<String, Problem> {
        let game = &*recorded.game;
        let why = match self.write {
            Write::Text(write) if self.holds_game(game) => return write(recorded),
            Write::Text(_) => say!("{game} has no place in {self}", game = game.name(), self),
            Write::Database => {
                say!(
                    "a .{self} file is a database: qipan convert writes one",
                    self
                )
            }
            Write::Never => say!(".{self} files can be read but not written", self),
        };
        Err(Problem::Malformed(why))
    }

    /// What a record says that the format has no place for, in words such as `names`.
    pub fn not_held(&self, recorded: &Recorded) -> Vec<&'static str> {
        let Heading {
            black,
            white,
            date,
            event,
        } = &recorded.heading;
        let holds = self.holds;
        let whole_year = date.len() == 4 && date.bytes().all(|byte| byte.is_ascii_digit());
        let date_fits = match holds.dates {
            Dates::Whole => true,
            Dates::Year => whole_year,
            Dates::No => false,
        };
        let scored = recorded.score.is_some() && recorded.game.of::<othello::Game>().is_some();
        let early = matches!(recorded.score, Some(Score::Early(..)));
        let gomoku = recorded.game.of::<gomoku::Game>();
        let decided = gomoku.is_some_and(|game| !game.decisions().is_empty());
        let tree = recorded.tree.as_ref().filter(|_| !holds.trees);
        let more = |tree: &Tree| (0..tree.size()).any(|n| !tree.node(n).more.is_empty());
        let played = recorded.game.t() > recorded.game.anew().t();
        let lines = [
            ("names", !((holds.name)(black) && (holds.name)(white))),
            ("dates", !date_fits && !date.is_empty()),
            ("events", !(holds.event)(event)),
            ("scores", !holds.scores && scored),
            (
                say!("how games ended before their end on the board"),
                early && holds.scores && !holds.early_ends
                    || recorded.game.lost().is_some() && !holds.losses,
            ),
            (
                say!("by how much players who gave up lost"),
                early && holds.early_ends && !holds.margins,
            ),
            ("moves", !holds.moves && played),
            (say!("how players came to their colours"), decided),
            ("variations", tree.is_some_and(Tree::branches)),
            ("remarks", tree.is_some_and(Tree::has_comments)),
            (say!("other properties"), tree.is_some_and(more)),
        ];
        let held_nowhere = recorded.left_out.iter().copied();
        let lost = lines.into_iter().filter(|(_, lost)| *lost);
        held_nowhere.chain(lost.map(|(what, _)| what)).collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ending)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        find(&Format::ALL, name, "format")
    }
}

/// Reads all games of a file of this name, in order. A bad game does not hide those after it.
///
/// The ending of the file's name decides the format where it can; otherwise the beginning of the file does. A file that begins like none of
/// them has one game on each line: moves of Othello or gomoku, or a record string of gomoku. A line that could be either is one of Othello.
/// Empty lines are not games and are not counted. `names` are those that a `.wtb` file refers to.
///
/// # Errors
/// The file holds no game, more than 200,000 games or 32 MB, or is so damaged that one game cannot be told from the next. Each game has its
/// own error when the rest of the file can be read.
pub fn read_bytes(
    path: &Path,
    bytes: &[u8],
    names: &wthor::Names,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_as(path, bytes, names, Assumptions::default())
}

/// [`read_bytes`] with assumptions about what the file leaves open.
///
/// # Errors
/// Those of [`read_bytes`].
pub fn read_as(
    path: &Path,
    bytes: &[u8],
    names: &wthor::Names,
    assumed: Assumptions,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |game, problem| Error {
        file: path.to_path_buf(),
        game,
        problem,
    };
    let malformed = |what: String| error(None, Problem::Malformed(what));
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(malformed(say!("it is longer than {most} MB", most)));
    }
    let source = Source::new(bytes, names, assumed);
    let by_ending = Format::of(path).filter(Format::is_known_by_ending);
    let mut rows = Format::ALL.into_iter().rev();
    let format = by_ending.or_else(|| rows.find(|row| (row.begins)(&source)));
    let format = format.unwrap_or(lines::TXT);
    let games = (format.read)(&source).map_err(|problem| error(None, problem))?;
    // A year of the database may have no game yet.
    if games.is_empty() && !matches!(format.write, Write::Database) {
        return Err(malformed(say!("there is no game in the file").to_string()));
    }
    if games.len() > MOST_GAMES {
        let many = say!("it has more than {MOST_GAMES} games; split it", MOST_GAMES);
        return Err(malformed(many));
    }
    let numbered = games.into_iter().zip(1..);
    let located = numbered.map(|(game, n)| game.map_err(|problem| error(Some(n), problem)));
    Ok(located.collect())
}

/// The position in a text, for somebody who sets one up: a drawn board, a line in any notation, or the end of the first game.
///
/// # Errors
/// There is no position in it.
pub fn position_in(text: &str) -> Result<SetUp, Problem> {
    if gomoku::position::begins_like_one(text) {
        let position = text.parse();
        let position = position
            .map_err(|why: gomoku::position::BadPosition| Problem::Malformed(why.to_string()));
        return Ok(SetUp::Gomoku(position?, gomoku::Rules::default()));
    }
    let games = read_bytes("".as_ref(), text.as_bytes(), &Default::default());
    let game = games.map(|games| games.into_iter().next());
    let nothing = || Problem::Malformed(say!("there is no position in it").to_string());
    match game.map_err(|error| error.problem)? {
        Some(Ok(recorded)) => SetUp::of(&*recorded.game).ok_or_else(nothing),
        Some(Err(error)) => Err(error.problem),
        None => Err(nothing()),
    }
}

/// A game in one line, as other programs read it when it is pasted into them: its moves, or GGF for Othello from another start. `None` when
/// there is no such line.
pub fn line_of(game: &dyn Game) -> Option<String> {
    if let Some(gomoku) = game.of::<gomoku::Game>() {
        return Some(moves::gomoku_text(gomoku));
    }
    let othello = game.of::<othello::Game>()?;
    Some(match othello.start() == Position::default() {
        true => transcript::text_of(othello),
        false => ggf::text(othello, &Heading::default()),
    })
}

/// The formats in which a game is best saved, in words; `None` when no format can hold it.
pub fn formats(game: &dyn Game) -> Option<String> {
    let moves = match GameName::of(game)? {
        GameName::Othello => say!("a line of moves"),
        GameName::Gomoku => say!("a record"),
    };
    let offered = Format::ALL.into_iter();
    let offered = offered.filter(|format| format.offered && format.is_text_of(game));
    let endings: String = offered
        .map(|format| say!(" or .{format}", format))
        .collect();
    Some(say!(
        ".{lines} for {moves},{endings}",
        lines = lines::TXT,
        moves,
        endings
    ))
}

/// A game in the format of a file of this name.
///
/// # Errors
/// The name has an ending that no format has, or the format cannot hold the game.
pub fn text_for(path: &Path, recorded: &Recorded) -> Result<String, Problem> {
    let game = &*recorded.game;
    if GameName::of(game).is_none() {
        let what = say!(
            "there is no format for a game of {game}",
            game = game.name()
        );
        return Err(Problem::Malformed(what));
    }
    match Format::of(path) {
        Some(format) if format.is_text_of(game) || matches!(format.write, Write::Database) => {
            format.text(recorded)
        }
        _ => {
            let endings = Format::endings(|format| format.is_text_of(game));
            let what = say!("the name of the file must end in {endings}", endings);
            Err(Problem::Malformed(what))
        }
    }
}
