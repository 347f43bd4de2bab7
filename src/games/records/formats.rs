//! Which format a file is in, and what each format can hold.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::othello_replay::OthelloReplay;
use super::problem::{Error, Problem};
use super::recorded::{Heading, Recorded, Told, Which};
use super::text::decode;
use super::{
    Score, endgames, ggf, moves, psq, renlib, sgf, sgf_games, sgf_text, transcript, wthor,
};
use crate::named::{UnknownName, find};
use crate::othello::{Position, Rules};
use crate::set_up::SetUp;
use crate::{Game, gomoku, othello};

/// The longest file of games that is read, in bytes. All tournaments of the WTHOR database since 1977 are a third of it.
pub const MOST_BYTES: usize = 32 << 20;

/// The most games that are read of a file.
const MOST_GAMES: usize = 200_000;

/// The longest record of gomoku, in bytes: 400 stones as `t20 `, the rules, and spaces.
const LONGEST_RECORD: usize = 2000;

/// A format of files, by the ending of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A game on each line: a transcript of Othello, or a record of gomoku.
    Txt,
    /// The same with the moves of gomoku as people post them.
    Moves,
    /// Moves with numbers under headings.
    Pgn,
    /// The Generic Game Server's.
    Ggf,
    /// The Smart Game Format.
    Sgf,
    /// Piskvork's.
    Psq,
    /// The WTHOR database's.
    Wtb,
    /// RenLib's libraries, which are read only.
    Lib,
    /// A position of Othello on each line.
    Obf,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 9] = [
        Format::Txt,
        Format::Moves,
        Format::Pgn,
        Format::Ggf,
        Format::Sgf,
        Format::Psq,
        Format::Wtb,
        Format::Lib,
        Format::Obf,
    ];

    /// The format that the ending of a file's name says, if it says one.
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        extension.to_ascii_lowercase().parse().ok()
    }
}

/// The ending of the names of such files.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Txt => "txt",
            Format::Moves => "moves",
            Format::Pgn => "pgn",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Wtb => "wtb",
            Format::Lib => "lib",
            Format::Obf => "obf",
        })
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        find(&Format::ALL, name, "format")
    }
}

/// Reads all games of a file of this name, in its order. A bad game does not hide those after it.
///
/// The end of the file's name decides the format: `.wtb` (see [`wthor`]), `.ggf`, `.sgf`, `.psq`, `.pgn`, `.lib`. With any other name it
/// is what the text begins like: RenLib's or Piskvork's first line, or `(;` for SGF or GGF, or moves with numbers or under headings, or
/// positions, or a drawn board of gomoku; or else one game on each line: moves of Othello or gomoku, or a record string of gomoku. A line that could be either
/// is one of Othello. Empty lines are no games and are not counted. `names` are those that a `.wtb` file refers to.
///
/// # Errors
/// The file holds no game, more than 200,000 games or 32 MB, or its form is so wrong that one game cannot be told from the next. Each game has its own error when the
/// rest of the file can be read.
pub fn read_bytes(
    path: &Path,
    bytes: &[u8],
    names: &wthor::Names,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_as(path, bytes, names, Told::default())
}

/// The same, where somebody may have said more of the games.
///
/// # Errors
/// Those of [`read_bytes`].
pub fn read_as(
    path: &Path,
    bytes: &[u8],
    names: &wthor::Names,
    told: Told,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |game, problem| Error {
        file: path.to_path_buf(),
        game,
        problem,
    };
    let malformed = |what: String| error(None, Problem::Malformed(what));
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(malformed(format!("it is longer than {most} MB")));
    }
    let format = Format::of(path);
    let games = match format {
        Some(Format::Wtb) => wthor::read(bytes, names),
        Some(Format::Lib) => renlib::read_by(bytes, told.rules).map(|game| vec![Ok(game)]),
        Some(Format::Ggf) => Ok(at_most(ggf::games(&decode(bytes)))),
        Some(Format::Sgf) => Ok(at_most(sgf_games::read_by(&decode(bytes), told.rules))),
        Some(Format::Pgn) => Ok(at_most(moves::games(&decode(bytes), told))),
        Some(Format::Psq) => Ok(vec![psq::read_by(&decode(bytes), told.rules)]),
        _ if renlib::is_library(bytes) => {
            renlib::read_by(bytes, told.rules).map(|game| vec![Ok(game)])
        }
        _ => Ok(read_text(&decode(bytes), told)),
    };
    let games = games.map_err(|problem| error(None, problem))?;
    if games.is_empty() && format != Some(Format::Wtb) {
        return Err(malformed("there is no game in the file".to_string()));
    }
    if games.len() > MOST_GAMES {
        let many = format!("it has more than {MOST_GAMES} games; split it");
        return Err(malformed(many));
    }
    let located = |(game, n): (Result<Recorded, Problem>, usize)| {
        game.map_err(|problem| error(Some(n), problem))
    };
    Ok(games.into_iter().zip(1..).map(located).collect())
}

/// No more than one game too many: a file of the permitted length can hold millions of bad ones.
fn at_most<T>(games: impl Iterator<Item = T>) -> Vec<T> {
    games.take(MOST_GAMES + 1).collect()
}

/// The games of a text whose name does not tell the format.
fn read_text(text: &str, told: Told) -> Vec<Result<Recorded, Problem>> {
    let which = told.which;
    if text.starts_with(psq::FIRST_WORD) {
        return vec![psq::read_by(text, told.rules)];
    }
    if text.contains("(;") {
        return match sgf::is_sgf(text) {
            true => at_most(sgf_games::read_by(text, told.rules)),
            false => at_most(ggf::games(text)),
        };
    }
    if moves::is_numbered(text) {
        return at_most(moves::games(text, told));
    }
    if which != Some(Which::Othello) && gomoku::position::begins_like_one(text) {
        return vec![read_gomoku_board(text, told.rules)];
    }
    if which != Some(Which::Gomoku)
        && endgames::begins_like_one(text)
        && !is_gomoku_record(text.trim())
        && !text.lines().all(moves::is_moves)
    {
        return match endgames::read_text(text) {
            Ok(positions) => at_most(positions.into_iter().map(|one| Ok(from_position(&one)))),
            Err((n, why)) => vec![Err(Problem::Malformed(format!("line {n}: {why}")))],
        };
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    at_most(lines.map(|line| match which {
        Some(Which::Othello) => transcript::read(line),
        _ if is_gomoku_record(line) => read_gomoku_record(line, told.rules),
        _ => moves::read_line(line, told),
    }))
}

/// A drawn board of gomoku: a game that begins there.
fn read_gomoku_board(text: &str, rules: gomoku::Rules) -> Result<Recorded, Problem> {
    let malformed = |why: &dyn fmt::Display| Problem::Malformed(why.to_string());
    let position: gomoku::Position = text
        .parse()
        .map_err(|why: gomoku::position::BadPosition| malformed(&why))?;
    let game = position.game(rules);
    let game = game.map_err(|why| malformed(&why))?;
    Ok(Recorded::new(Box::new(game), Heading::default()))
}

/// A game that begins with a position, and has no move yet.
fn from_position(endgame: &endgames::Endgame) -> Recorded {
    let start = OthelloReplay::new(Rules::Standard, endgame.position);
    start.recorded(Heading::default(), None)
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

fn read_gomoku_record(line: &str, unnamed: gomoku::Rules) -> Result<Recorded, Problem> {
    if line.len() > LONGEST_RECORD {
        let what = format!("a record has at most {LONGEST_RECORD} characters");
        return Err(Problem::Malformed(what));
    }
    let (words, digits) = gomoku::record::rules_and_rest(line, unnamed)?;
    let points = gomoku::record::parse_points(digits, words.size());
    if !digits.is_empty() && points.is_err() && moves::is_moves(digits) {
        return moves::read_gomoku(digits, words);
    }
    let game = gomoku::Game::restored(words, [&points?, &[]], [&[], &[]])?;
    Ok(Recorded::new(Box::new(game), Heading::default()))
}

/// The position of a text, for somebody who sets one up: a drawn board, a line of any notation, or where the first game of it ends.
///
/// # Errors
/// It has none.
pub fn position_in(text: &str) -> Result<SetUp, Problem> {
    if gomoku::position::begins_like_one(text) {
        let position = text.parse();
        let position = position
            .map_err(|why: gomoku::position::BadPosition| Problem::Malformed(why.to_string()));
        return Ok(SetUp::Gomoku(position?, gomoku::Rules::default()));
    }
    let games = read_bytes("".as_ref(), text.as_bytes(), &Default::default());
    let game = games.map(|games| games.into_iter().next());
    let nothing = || Problem::Malformed("there is no position in it".to_string());
    match game.map_err(|error| error.problem)? {
        Some(Ok(recorded)) => SetUp::of(&*recorded.game).ok_or_else(nothing),
        Some(Err(error)) => Err(error.problem),
        None => Err(nothing()),
    }
}

/// A game as other programs read it when it is pasted into them, in one line: its moves, or for Othello from another start GGF. `None`
/// when there is no such line.
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

/// The formats in which a game can be saved, in words; `None` when there is none for it.
pub fn formats(game: &dyn Game) -> Option<&'static str> {
    if game.of::<othello::Game>().is_some() {
        return Some(".txt for a line of moves, or .ggf or .sgf");
    }
    let gomoku = game.of::<gomoku::Game>().is_some();
    gomoku.then_some(".txt for a record, or .psq or .sgf")
}

/// A game in the format of a file of this name: see [`text_in`].
///
/// # Errors
/// The name ends in another way, or the format cannot hold the game.
pub fn text_for(path: &Path, recorded: &Recorded) -> Result<String, Problem> {
    let endings = if recorded.game.of::<othello::Game>().is_some() {
        ".txt, .ggf, .sgf or .pgn"
    } else {
        ".txt, .psq, .sgf or .pgn"
    };
    match Format::of(path) {
        Some(Format::Wtb) => Err(Problem::Malformed(
            "a .wtb file is a database: qipan convert writes one".to_string(),
        )),
        Some(format) if writes(format, &*recorded.game) => text_in(format, recorded),
        _ if !is_known(&*recorded.game) => Err(no_format(&*recorded.game)),
        _ => Err(Problem::Malformed(format!(
            "the name of the file must end in {endings}"
        ))),
    }
}

fn is_known(game: &dyn Game) -> bool {
    game.of::<othello::Game>().is_some() || game.of::<gomoku::Game>().is_some()
}

fn no_format(game: &dyn Game) -> Problem {
    Problem::Malformed(format!("there is no format for a game of {}", game.name()))
}

/// Is there such a format for this game?
fn writes(format: Format, game: &dyn Game) -> bool {
    let othello = game.of::<othello::Game>().is_some();
    match format {
        Format::Ggf | Format::Wtb | Format::Obf => othello,
        Format::Psq => game.of::<gomoku::Game>().is_some(),
        Format::Lib => false,
        Format::Txt | Format::Moves | Format::Pgn | Format::Sgf => is_known(game),
    }
}

/// A game in a format of text. WTHOR's is none: see [`wthor_write`](super::wthor_write).
///
/// # Errors
/// The format cannot hold the game.
pub fn text_in(format: Format, recorded: &Recorded) -> Result<String, Problem> {
    let malformed = |why: String| Err(Problem::Malformed(why));
    let game = &*recorded.game;
    if !writes(format, game) || format == Format::Wtb {
        return match format {
            Format::Lib => malformed("files of RenLib are read and not written".to_string()),
            _ => malformed(format!("{} has no place in {format}", game.name())),
        };
    }
    if format == Format::Sgf {
        return sgf_text::text(recorded);
    }
    if let Some(game) = game.of::<gomoku::Game>() {
        return Ok(match format {
            Format::Psq => psq::text(game, &recorded.heading),
            Format::Pgn if game.setup() != gomoku::Setup::default() => {
                return malformed(
                    "PGN cannot say by which rules or on which board gomoku was played".to_string(),
                );
            }
            Format::Pgn => moves::pgn(recorded),
            Format::Moves => moves::gomoku_text(game) + "\n",
            _ => gomoku_record(game) + "\n",
        });
    }
    let Some(game) = game.of::<othello::Game>() else {
        return Err(no_format(game));
    };
    let begins_as_usual = game.start() == Position::default();
    match format {
        Format::Txt | Format::Moves | Format::Pgn if !begins_as_usual => malformed(
            "a transcript must begin at the usual start; save the game as .ggf".to_string(),
        ),
        Format::Txt | Format::Moves => Ok(transcript::text_of(game) + "\n"),
        Format::Obf => {
            let position = endgames::position_of(game).to_string();
            Ok(position.replace('.', "-") + ";\n")
        }
        _ if !transcript::throws_no_turn_away(game) => malformed(format!(
            "{} cannot record a turn that was thrown away; save the game as .txt",
            format.to_string().to_uppercase()
        )),
        Format::Pgn => Ok(moves::pgn(recorded)),
        _ => Ok(ggf::with_score(game, &recorded.heading, recorded.score) + "\n"),
    }
}

/// The record of a game, with a word before it where it would be taken for a transcript.
fn gomoku_record(game: &gomoku::Game) -> String {
    let record = game.record();
    match record.is_empty() || is_gomoku_record(&record) {
        true => record,
        false => format!("{} {record}", game.setup().rules()),
    }
}

/// What a record says and a format has no place for, in words such as `names`.
pub fn not_held(format: Format, recorded: &Recorded) -> Vec<&'static str> {
    let Heading {
        black,
        white,
        date,
        event,
    } = &recorded.heading;
    let bare = matches!(format, Format::Txt | Format::Moves | Format::Obf);
    let tree = recorded.tree.as_ref().filter(|_| format != Format::Sgf);
    let more = |tree: &crate::tree::Tree| (0..tree.size()).any(|n| !tree.node(n).more.is_empty());
    let early = matches!(recorded.score, Some(Score::Early(..)));
    let gomoku = recorded.game.of::<gomoku::Game>();
    let othello = recorded.game.of::<othello::Game>();
    let whole_year = date.len() == 4 && date.bytes().all(|byte| byte.is_ascii_digit());
    let lines = [
        ("names", bare && !(black.is_empty() && white.is_empty())),
        (
            "dates",
            !date.is_empty()
                && (bare || format == Format::Psq || format == Format::Wtb && !whole_year),
        ),
        (
            "events",
            !event.is_empty() && (bare || format == Format::Psq),
        ),
        (
            "scores",
            bare && recorded.score.is_some() && othello.is_some(),
        ),
        (
            "how games ended before their end on the board",
            early && matches!(format, Format::Pgn | Format::Wtb)
                || recorded.game.lost().is_some() && !matches!(format, Format::Sgf | Format::Pgn),
        ),
        (
            "by how much players lost who gave up",
            early && format == Format::Sgf,
        ),
        ("moves", format == Format::Obf && recorded.game.t() > 2),
        (
            "how players came to their colours",
            gomoku.is_some_and(|game| !game.decisions().is_empty()),
        ),
        ("variations", tree.is_some_and(|tree| tree.branches())),
        ("remarks", tree.is_some_and(|tree| tree.has_comments())),
        ("other properties", tree.is_some_and(more)),
    ];
    let held_nowhere = recorded.left_out.iter().copied();
    let lost = lines.into_iter().filter(|(_, lost)| *lost);
    held_nowhere.chain(lost.map(|(what, _)| what)).collect()
}
