//! Files with one game per line: moves of Othello or gomoku, or a gomoku record. A file may also consist of a
//! gomoku text diagram, from which a game starts.

use super::format::{Format, Games, Source, Stores, at_most};
use super::problem::{Problem, malformed};
use super::recorded::{GameName, Heading, Recorded};
use super::{moves, transcript};
use crate::gomoku::{self, Rules, position};
use words::say;

/// The maximum length of a gomoku record in bytes: 400 stones such as `t20 `, the rules, and spaces.
const MAX_RECORD: usize = 2000;

/// The format that writes gomoku games as records. A file in no other recognised format is read in this one.
pub(super) const TXT: Format = Format {
    extension: "txt",
    games: &GameName::ALL,
    recommended: false,
    extension_decides: false,
    detect: |_| true,
    read,
    write: Some(|recorded| text(recorded, gomoku_record)),
    many_games: true,
    stores: Stores::MOVES,
};

/// The format that writes gomoku games as moves such as `h8i9`. It reads the same files as [`TXT`].
pub(super) const MOVES: Format = Format {
    extension: "moves",
    detect: |_| false,
    write: Some(|recorded| text(recorded, moves::gomoku_text)),
    ..TXT
};

fn read(source: &Source<'_>) -> Result<Games, Problem> {
    let (text, assumed) = (source.text(), source.assumed);
    if is_board(source) {
        return Ok(vec![read_board(text, assumed.rules)]);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(at_most(lines.map(|line| match assumed.game {
        Some(GameName::Othello) => transcript::read(line),
        _ if is_gomoku_record(line) => read_gomoku_record(line, assumed.rules),
        _ => moves::read_line(line, assumed),
    })))
}

/// True if the file contains a text diagram of a gomoku board.
pub(super) fn is_board(source: &Source<'_>) -> bool {
    source.assumed.game != Some(GameName::Othello) && position::begins_like_one(source.text())
}

fn read_board(text: &str, rules: Rules) -> Result<Recorded, Problem> {
    let position = text.parse::<gomoku::Position>().map_err(Problem::malformed)?;
    let game = position.game(rules).map_err(Problem::malformed)?;
    Ok(Recorded::new(Box::new(game), Heading::default()))
}

/// True if a line is a gomoku record. A line that could also be an Othello transcript counts as a record only
/// if it begins with a digit.
pub(super) fn is_gomoku_record(line: &str) -> bool {
    let digits = line.chars().all(|c| c.is_ascii_hexdigit());
    let pairs = line.len().is_multiple_of(2) && !line.contains(['f', 'F']);
    gomoku::record::names_rules(line)
        || digits
            && (line.starts_with(|c: char| c.is_ascii_digit()) || pairs && !transcript::is_transcript(line))
}

fn read_gomoku_record(line: &str, default: Rules) -> Result<Recorded, Problem> {
    if line.len() > MAX_RECORD {
        return malformed(say!("a record has at most {count} characters", count = MAX_RECORD));
    }
    let (setup, digits) = gomoku::record::rules_and_rest(line, default)?;
    let points = gomoku::record::parse_points(digits, setup.size());
    if !digits.is_empty() && points.is_err() && moves::is_moves(digits) {
        return moves::read_gomoku(digits, setup);
    }
    let game = gomoku::Game::restored(setup, [&points?, &[]], [&[], &[]])?;
    Ok(Recorded::new(Box::new(game), Heading::default()))
}

/// Returns the record of a game. It begins with the rules if it would otherwise look like an Othello
/// transcript.
fn gomoku_record(game: &gomoku::Game) -> String {
    let record = game.record();
    match record.is_empty() || is_gomoku_record(&record) {
        true => record,
        false => format!("{} {record}", game.setup().rules()),
    }
}

fn text(recorded: &Recorded, gomoku: fn(&gomoku::Game) -> String) -> Result<String, Problem> {
    let line = match recorded.game.of::<gomoku::Game>() {
        Some(game) if game.pieces().is_empty() && gomoku(game).is_empty() => game.setup().rules().to_string(),
        Some(game) => gomoku(game),
        None => transcript::text_of(recorded.othello_from_standard_start()?),
    };
    match line.is_empty() {
        true => malformed(say!("a game without moves cannot be saved as a line; save it as .sgf")),
        false => Ok(line + "\n"),
    }
}
