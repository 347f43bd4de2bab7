//! A game on each line: a transcript of Othello, moves of gomoku as people post them, or a record string of gomoku. Instead of lines a file
//! may have a drawn board of gomoku, from which a game begins.

use super::format::{Format, Games, Holds, Source, Write, at_most};
use super::problem::Problem;
use super::recorded::{GameName, Heading, Recorded};
use super::{moves, transcript};
use crate::gomoku::{self, Rules, position};
use words::say;

/// The longest record of gomoku, in bytes: 400 stones as `t20 `, the rules, and spaces.
const LONGEST_RECORD: usize = 2000;

/// Lines with the record string of gomoku. A file that begins like no other format is read as one of these.
pub(super) const TXT: Format = Format {
    ending: "txt",
    games: &GameName::ALL,
    offered: false,
    known_by_ending: false,
    begins: |_| true,
    read,
    write: Write::Text(|recorded| text(recorded, gomoku_record)),
    many_games: true,
    holds: Holds::MOVES,
};

/// [`TXT`] with the moves of gomoku as people post them. Only the ending of a file's name tells the two apart.
pub(super) const MOVES: Format = Format {
    ending: "moves",
    begins: |_| false,
    write: Write::Text(|recorded| text(recorded, moves::gomoku_text)),
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

/// Is it a drawn board of gomoku?
pub(super) fn is_board(source: &Source<'_>) -> bool {
    source.assumed.game != Some(GameName::Othello) && position::begins_like_one(source.text())
}

/// Reads a drawn board of gomoku as a game that begins there.
fn read_board(text: &str, rules: Rules) -> Result<Recorded, Problem> {
    let position: gomoku::Position = text
        .parse()
        .map_err(|why: position::BadPosition| Problem::malformed(why))?;
    let game = position.game(rules).map_err(Problem::malformed)?;
    Ok(Recorded::new(Box::new(game), Heading::default()))
}

/// No transcript begins with a digit; a line of letters and digits that could be both is a transcript.
pub(super) fn is_gomoku_record(line: &str) -> bool {
    let digits = line.chars().all(|c| c.is_ascii_hexdigit());
    let pairs = line.len().is_multiple_of(2) && !line.contains(['f', 'F']);
    gomoku::record::names_rules(line)
        || digits
            && (line.starts_with(|c: char| c.is_ascii_digit())
                || pairs && !transcript::is_transcript(line))
}

fn read_gomoku_record(line: &str, unnamed: Rules) -> Result<Recorded, Problem> {
    if line.len() > LONGEST_RECORD {
        let what = say!(
            "a record has at most {LONGEST_RECORD} characters",
            LONGEST_RECORD
        );
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

/// The record of a game, with a word before it where it would be taken for a transcript.
fn gomoku_record(game: &gomoku::Game) -> String {
    let record = game.record();
    match record.is_empty() || is_gomoku_record(&record) {
        true => record,
        false => format!("{} {record}", game.setup().rules()),
    }
}

fn text(recorded: &Recorded, gomoku: fn(&gomoku::Game) -> String) -> Result<String, Problem> {
    let line = match recorded.game.of::<gomoku::Game>() {
        Some(game) if game.pieces().is_empty() && gomoku(game).is_empty() => {
            game.setup().rules().to_string()
        }
        Some(game) => gomoku(game),
        None => transcript::text_of(recorded.othello_from_the_usual_start()?),
    };
    match line.is_empty() {
        true => Err(Problem::malformed(say!(
            "a game without moves cannot be saved as a line; save it as .sgf"
        ))),
        false => Ok(line + "\n"),
    }
}
