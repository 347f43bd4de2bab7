//! Games in and out of text and files. No console and no pixels.
//!
//! [`transcript`], [`ggf`] and [`wthor`] are Othello's formats, [`psq`] is gomoku's besides its
//! [record string](crate::games::gomoku::record). [`read_file`] finds out which one a file is in. Every game that is read has
//! been played move by move through [`othello::Game`] or [`gomoku::Game`], so a [`Recorded`] game holds legal moves only.

pub mod ggf;
pub mod psq;
pub mod transcript;
pub mod wthor;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::games::Game;
use crate::games::gomoku::record::BadRecord;
use crate::games::gomoku::{self, Forbidden, Point, Refusal};
use crate::games::othello::rules::{Cell, Map, do_score};
use crate::games::othello::{self, Dropped, Ply, Position, Rules};
use crate::games::stone::Stone;
use crate::store;

/// A game that was read, with what its record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The game at its last position; undo goes back from there.
    pub game: Game,
    /// Who played it, when and where.
    pub heading: Heading,
    /// The final score as recorded, which need not be true: see [`Recorded::check_score`].
    pub score: Option<Score>,
}

/// Who played a game, when and where. What a record does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
    pub white: String,
    /// The date, or the year alone, as the record writes it.
    pub date: String,
    /// The tournament or the server.
    pub event: String,
}

/// The final score of a game of Othello, as a record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Black's and white's discs; the winner has got the empties.
    Discs(usize, usize),
    /// Black's discs less white's. Records differ in whether the winner has got the empties, so either is right.
    Difference(i32),
    /// The same for a game that did not end on the board.
    Early(i32, Early),
}

/// How a game of Othello ended before its end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// One player resigned.
    Resigned,
    /// One player's time was up.
    OutOfTime,
    /// The players agreed on the score.
    Agreed,
}

/// `34-30`, `+12`, or `+12 by agreement`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Discs(black, white) => write!(f, "{black}-{white}"),
            Score::Difference(difference) => write!(f, "{difference:+}"),
            Score::Early(difference, Early::Resigned) => write!(f, "{difference:+} by resignation"),
            Score::Early(difference, Early::OutOfTime) => write!(f, "{difference:+} on time"),
            Score::Early(difference, Early::Agreed) => write!(f, "{difference:+} by agreement"),
        }
    }
}

impl Recorded {
    /// Compares the recorded score with the board. A score that the board does not decide is not compared, nor is
    /// anything of gomoku.
    ///
    /// ```
    /// use qipan::records::{Problem, Score, transcript};
    /// let mut recorded = transcript::read("e6f4e3f6g5d6e7f5c5").unwrap();
    /// recorded.score = Some(Score::Discs(64, 0));
    /// assert_eq!(recorded.check_score(), Ok(()));
    /// recorded.score = Some(Score::Discs(34, 30));
    /// let error = recorded.check_score().unwrap_err();
    /// assert_eq!(error.to_string(), "the record says 34-30, the board 64-0");
    /// ```
    ///
    /// # Errors
    /// [`Problem::Score`] or [`Problem::Unfinished`].
    pub fn check_score(&self) -> Result<(), Problem> {
        let (Game::Othello(game), Some(recorded)) = (&self.game, self.score) else {
            return Ok(());
        };
        if matches!(recorded, Score::Early(..)) {
            return Ok(());
        }
        if game.outcome().is_none() {
            return Err(Problem::Unfinished(recorded));
        }
        let (black, white) = tournament_score(game.map());
        let (b, w) = do_score(game.map());
        let difference = |black: usize, white: usize| black as i32 - white as i32;
        let right = match recorded {
            Score::Difference(d) => d == difference(black, white) || d == difference(b, w),
            recorded => recorded == Score::Discs(black, white),
        };
        match right {
            true => Ok(()),
            false => Err(Problem::Score {
                recorded,
                board: (black, white),
            }),
        }
    }
}

/// Black's and white's discs when the winner has got the empties; a draw shares them.
pub fn tournament_score(map: &Map) -> (usize, usize) {
    let (black, white) = do_score(map);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => (64 - white, white),
        std::cmp::Ordering::Less => (black, 64 - black),
        std::cmp::Ordering::Equal => (32, 32),
    }
}

/// Why a move of a record cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongMove {
    /// It names neither a place of the board nor a pass.
    NoMove,
    /// There is a stone on the place.
    Occupied,
    /// Nothing turns over for this player.
    TurnsNothing(Stone),
    /// A pass, although this player can move.
    CanMove(Stone),
    /// The record has this player move out of turn.
    OutOfTurn(Stone),
    /// The game is over already.
    AfterEnd,
    /// Renju forbids it to black.
    Forbidden(Forbidden),
}

impl fmt::Display for WrongMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongMove::NoMove => write!(f, "is no move"),
            WrongMove::Occupied => write!(f, "holds a stone already"),
            WrongMove::TurnsNothing(stone) => write!(f, "turns nothing over for {stone}"),
            WrongMove::CanMove(stone) => write!(f, "is no move while {stone} has one"),
            WrongMove::OutOfTurn(stone) => write!(f, "is {stone}'s move, out of turn"),
            WrongMove::AfterEnd => write!(f, "comes after the end of the game"),
            WrongMove::Forbidden(why) => write!(f, "is forbidden to black: {why}"),
        }
    }
}

/// What is wrong with a file or a game in it. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The system cannot read the file, and says why.
    Unreadable(String),
    /// The system cannot write the file, and says why.
    Unwritable(String),
    /// The file or the game is not in its format; the text says what is wrong.
    Malformed(String),
    /// A variant of the game that is not played here, by its name.
    Variant(String),
    /// A record string of gomoku that holds no game.
    Record(BadRecord),
    /// A move that cannot be played.
    Move {
        /// Its number among the moves of the record from 1; passes count where they are written.
        n: usize,
        /// The move as the record writes it.
        text: String,
        /// Why it cannot be played.
        why: WrongMove,
    },
    /// The recorded score is a final one, but the game is not over on the board.
    Unfinished(Score),
    /// The recorded score is not that of the board.
    Score {
        /// The score as recorded.
        recorded: Score,
        /// Black's and white's discs on the board; the winner has got the empties.
        board: (usize, usize),
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreadable(why) => write!(f, "cannot read the file: {why}"),
            Problem::Unwritable(why) => write!(f, "cannot write the file: {why}"),
            Problem::Malformed(what) => f.write_str(what),
            Problem::Variant(name) => write!(f, "{name} is not played here"),
            Problem::Record(error) => error.fmt(f),
            Problem::Move { n, text, why } => write!(f, "move {n}: {} {why}", excerpt(text)),
            Problem::Unfinished(score) => write!(
                f,
                "the record says {score}, but the game is not over on the board"
            ),
            Problem::Score {
                recorded,
                board: (black, white),
            } => write!(f, "the record says {recorded}, the board {black}-{white}"),
        }
    }
}

impl std::error::Error for Problem {}

/// A [`Problem`], and where it is. As text it is one line: `FILE, game 3, move 12: c3 turns nothing over for white`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file.
    pub file: PathBuf,
    /// The number of the game in the file from 1, or `None` when nothing can be read from the file.
    pub game: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A file may have any name, and an error has one line.
        let file = self.file.to_string_lossy().replace(char::is_control, "?");
        write!(f, "{file}")?;
        if let Some(game) = self.game {
            write!(f, ", game {game}")?;
        }
        let separator = match self.problem {
            Problem::Move { .. } => ", ",
            _ => ": ",
        };
        write!(f, "{separator}{}", self.problem)
    }
}

impl std::error::Error for Error {}

/// Reads all games of a file, in its order. A bad game does not hide those after it.
///
/// The end of the file's name tells the format: `.wtb` (see [`wthor`]), `.ggf`, `.psq`. With any other name it is what
/// it begins like: Piskvork's first line, or `(;` for GGF, or else a game a line: a transcript of Othello or a record
/// string of gomoku. A line that could be either is a transcript. Empty lines are no games and are not counted.
///
/// # Errors
/// A file that cannot be read, that holds no game, or whose form is so wrong that no game can be told from the next.
/// Each game has its own error where the file can be read on.
pub fn read_file(path: &Path) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |problem| Error {
        file: path.to_path_buf(),
        game: None,
        problem,
    };
    let bytes = std::fs::read(path).map_err(|why| error(Problem::Unreadable(why.to_string())))?;
    read_bytes(path, &bytes)
}

/// Reads all games of what was in a file of this name, or would be: see [`read_file`].
///
/// # Errors
/// Those of [`read_file`], but for a file that cannot be read.
pub fn read_bytes(path: &Path, bytes: &[u8]) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |game, problem| Error {
        file: path.to_path_buf(),
        game,
        problem,
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let games = match extension.to_ascii_lowercase().as_str() {
        "wtb" => wthor::read(bytes, &wthor::Names::beside(path)),
        "ggf" => Ok(ggf::read(&decode(bytes))),
        "psq" => Ok(vec![psq::read(&decode(bytes))]),
        _ => Ok(read_text(&decode(bytes))),
    };
    let games = games.map_err(|problem| error(None, problem))?;
    if games.is_empty() && extension.to_ascii_lowercase() != "wtb" {
        let nothing = Problem::Malformed("there is no game in it".to_string());
        return Err(error(None, nothing));
    }
    let located = |(game, n): (Result<Recorded, Problem>, usize)| {
        game.map_err(|problem| error(Some(n), problem))
    };
    Ok(games.into_iter().zip(1..).map(located).collect())
}

/// The games of a text whose format only the text itself tells.
fn read_text(text: &str) -> Vec<Result<Recorded, Problem>> {
    if text.starts_with(psq::FIRST_WORD) {
        return vec![psq::read(text)];
    }
    if text.contains("(;") {
        return ggf::read(text);
    }
    if let Ok(start) = text.parse() {
        let position = OthelloReplay::new(Rules::Standard, start);
        return vec![Ok(position.recorded(Heading::default(), None))];
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| match is_gomoku_record(line) {
            true => read_gomoku_record(line),
            false => transcript::read(line),
        })
        .collect()
}

/// No transcript begins with a digit; a line of letters and digits that could be both is a transcript.
fn is_gomoku_record(line: &str) -> bool {
    let digits = line.chars().all(|c| c.is_ascii_hexdigit());
    let pairs = line.len().is_multiple_of(2) && !line.contains(['f', 'F']);
    gomoku::record::names_rules(line)
        || digits
            && (line.starts_with(|c: char| c.is_ascii_digit())
                || pairs && !transcript::is_transcript(line))
}

fn read_gomoku_record(line: &str) -> Result<Recorded, Problem> {
    let game = gomoku::Game::from_record(line)?;
    Ok(Recorded {
        game: Game::Gomoku(game),
        heading: Heading::default(),
        score: None,
    })
}

impl From<BadRecord> for Problem {
    fn from(bad: BadRecord) -> Problem {
        match bad {
            BadRecord::Forbidden(point, n, why) => Problem::Move {
                n,
                text: point.to_string(),
                why: WrongMove::Forbidden(why),
            },
            bad => Problem::Record(bad),
        }
    }
}

/// Text in UTF-8, or in ISO-8859-1 when it is no UTF-8; a byte order mark does not matter.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_string(),
        Err(_) => latin_1(bytes),
    }
}

/// Text in ISO-8859-1, where each byte is the character of its number.
fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The beginning of something that was read, fit for a line of text.
fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut excerpt: String = chars.by_ref().take(30).collect();
    if chars.next().is_some() {
        excerpt += "...";
    }
    let plain = !excerpt.is_empty() && excerpt.chars().all(|c| c.is_ascii_graphic());
    match plain {
        true => excerpt,
        false => format!("'{}'", excerpt.escape_debug()),
    }
}

/// Writes a game to a file, whose name tells the format: `.ggf` or `.txt` (a transcript) for Othello, `.psq` or `.txt`
/// (a record) for gomoku. Whatever happens, a file of that name is either the old or the new one.
///
/// # Errors
/// The name ends in another way, the format cannot hold the game, or the system cannot write the file, and says why.
pub fn write_file(path: &Path, game: &Game, heading: &Heading) -> Result<(), Error> {
    let error = |problem| Error {
        file: path.to_path_buf(),
        game: None,
        problem,
    };
    let text = text_for(path, game, heading).map_err(error)?;
    store::write_file(path, text.as_bytes())
        .map_err(|why| error(Problem::Unwritable(why.to_string())))
}

fn text_for(path: &Path, game: &Game, heading: &Heading) -> Result<String, Problem> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    match (game, extension.to_ascii_lowercase().as_str()) {
        (Game::Othello(game), "txt") if game.start() != Position::default() => {
            Err(Problem::Malformed(
                "a transcript begins with the usual start: save the game as .ggf".to_string(),
            ))
        }
        (Game::Othello(game), "txt") => Ok(transcript::text_of(game) + "\n"),
        (Game::Othello(game), "ggf") => {
            let text = ggf::text(game, heading);
            match transcript::throws_no_turn_away(game) {
                true => Ok(text + "\n"),
                false => Err(Problem::Malformed(
                    "GGF has no turn that was thrown away: save the game as .txt".to_string(),
                )),
            }
        }
        (Game::Gomoku(game), "txt") => Ok(game.record() + "\n"),
        (Game::Gomoku(game), "psq") => Ok(psq::text(game, heading)),
        (game, _) => {
            let other = match game {
                Game::Othello(_) => ".ggf",
                Game::Gomoku(_) => ".psq",
            };
            Err(Problem::Malformed(format!(
                "the name of the file must end in .txt or {other}"
            )))
        }
    }
}

/// Plays the moves of a record of Othello. By the standard rules passes may be written or left out.
struct OthelloReplay {
    game: othello::Game,
    moves: usize,
    /// The turn has just passed by itself, and the record has not written it.
    pass_unwritten: bool,
}

impl OthelloReplay {
    fn new(rules: Rules, start: Position) -> OthelloReplay {
        OthelloReplay {
            game: othello::Game::from_position(rules, start),
            moves: 0,
            pass_unwritten: false,
        }
    }

    /// Plays a cell or a pass as it is written; `by` is the player where the record names one.
    fn play(&mut self, text: &str, by: Option<Stone>) -> Result<(), Problem> {
        if transcript::is_pass(text) {
            return self.pass(text, by);
        }
        match text.parse() {
            Ok(cell) => self.drop(text, cell, by),
            Err(_) => {
                self.moves += 1;
                Err(self.wrong(text, WrongMove::NoMove))
            }
        }
    }

    fn drop(&mut self, text: &str, cell: Cell, by: Option<Stone>) -> Result<(), Problem> {
        self.moves += 1;
        let Some(stone) = self.game.to_move() else {
            return Err(self.wrong(text, WrongMove::AfterEnd));
        };
        if let Some(by) = by.filter(|by| *by != stone) {
            return Err(self.wrong(text, WrongMove::OutOfTurn(by)));
        }
        match self.game.drop(cell) {
            Dropped::Flipped(_) => {
                self.pass_unwritten = self.game.plies().last() == Some(&Ply::Pass);
                Ok(())
            }
            Dropped::Occupied => Err(self.wrong(text, WrongMove::Occupied)),
            Dropped::Failed | Dropped::Passed => {
                Err(self.wrong(text, WrongMove::TurnsNothing(stone)))
            }
        }
    }

    fn pass(&mut self, text: &str, by: Option<Stone>) -> Result<(), Problem> {
        self.moves += 1;
        let Some(stone) = self.game.to_move() else {
            return Err(self.wrong(text, WrongMove::AfterEnd));
        };
        if self.game.rules() == Rules::Original {
            self.game.lose_turn();
            return Ok(());
        }
        if !self.pass_unwritten {
            return Err(self.wrong(text, WrongMove::CanMove(stone)));
        }
        if let Some(by) = by.filter(|by| *by == stone) {
            return Err(self.wrong(text, WrongMove::CanMove(by)));
        }
        self.pass_unwritten = false;
        Ok(())
    }

    fn wrong(&self, text: &str, why: WrongMove) -> Problem {
        Problem::Move {
            n: self.moves,
            text: text.to_string(),
            why,
        }
    }

    fn recorded(self, heading: Heading, score: Option<Score>) -> Recorded {
        Recorded {
            game: Game::Othello(self.game),
            heading,
            score,
        }
    }
}

/// Drops the next stone of a record of gomoku; `text` is the move as the record writes it.
fn drop_gomoku(game: &mut gomoku::Game, text: &str, point: Option<Point>) -> Result<(), Problem> {
    let why = match point.map(|point| game.drop(point)) {
        None => WrongMove::NoMove,
        Some(Ok(())) => return Ok(()),
        Some(Err(Refusal::Occupied)) => WrongMove::Occupied,
        Some(Err(Refusal::Forbidden(why))) => WrongMove::Forbidden(why),
        Some(Err(Refusal::Over | Refusal::ToDecide)) => WrongMove::AfterEnd,
    };
    Err(Problem::Move {
        n: game.t(),
        text: text.to_string(),
        why,
    })
}
