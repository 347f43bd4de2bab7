//! Which format a file is in.

use std::path::Path;

use super::othello_replay::OthelloReplay;
use super::problem::{Error, Problem};
use super::recorded::{Heading, Recorded};
use super::text::decode;
use super::{ggf, psq, transcript, wthor};
use crate::games::othello::{Position, Rules};
use crate::games::{Game, gomoku, othello};

/// The longest file of games that is read, in bytes. All tournaments of the WTHOR database since 1977 are a third of it.
pub const MOST_BYTES: usize = 32 << 20;

/// The most games that are read of a file.
const MOST_GAMES: usize = 200_000;

/// The longest record of gomoku, in bytes: 225 stones, the rules, and spaces.
const LONGEST_RECORD: usize = 1000;

/// Reads all games of a file of this name, in its order. A bad game does not hide those after it.
///
/// The end of the file's name decides the format: `.wtb` (see [`wthor`]), `.ggf`, `.psq`. With any other name it is what
/// the text begins like: Piskvork's first line, or `(;` for GGF, or else one game on each line: a transcript of Othello or a record
/// string of gomoku. A line that could be either is a transcript. Empty lines are no games and are not counted. `names` are those that a
/// `.wtb` file refers to.
///
/// # Errors
/// The file holds no game, more than 200,000 games or 32 MB, or its form is so wrong that one game cannot be told from the next. Each game has its own error when the
/// rest of the file can be read.
pub fn read_bytes(
    path: &Path,
    bytes: &[u8],
    names: &wthor::Names,
) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let error = |game, problem| Error {
        file: path.to_path_buf(),
        game,
        problem,
    };
    let malformed = |what: String| error(None, Problem::Malformed(what));
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_ascii_lowercase();
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(malformed(format!("it is longer than {most} MB")));
    }
    let games = match extension.as_str() {
        "wtb" => wthor::read(bytes, names),
        "ggf" => Ok(at_most(ggf::games(&decode(bytes)))),
        "psq" => Ok(vec![psq::read(&decode(bytes))]),
        _ => Ok(read_text(&decode(bytes))),
    };
    let games = games.map_err(|problem| error(None, problem))?;
    if games.is_empty() && extension != "wtb" {
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
fn read_text(text: &str) -> Vec<Result<Recorded, Problem>> {
    if text.starts_with(psq::FIRST_WORD) {
        return vec![psq::read(text)];
    }
    if text.contains("(;") {
        return at_most(ggf::games(text));
    }
    match text.parse() {
        Ok(start) => {
            let position = OthelloReplay::new(Rules::Standard, start);
            return vec![Ok(position.recorded(Heading::default(), None))];
        }
        // Two lines of a board are no accident.
        Err(wrong) if wrong.cells() >= 16 && !is_gomoku_record(text.trim()) => {
            return vec![Err(Problem::Malformed(wrong.to_string()))];
        }
        Err(_) => {}
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    at_most(lines.map(|line| match is_gomoku_record(line) {
        true => read_gomoku_record(line),
        false => transcript::read(line),
    }))
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
    if line.len() > LONGEST_RECORD {
        let what = format!("a record has at most {LONGEST_RECORD} characters");
        return Err(Problem::Malformed(what));
    }
    let game = gomoku::Game::from_record(line)?;
    Ok(Recorded {
        game: Box::new(game),
        heading: Heading::default(),
        score: None,
    })
}

/// The formats in which a game can be saved, in words; `None` when there is none for it.
pub fn formats(game: &dyn Game) -> Option<&'static str> {
    if game.of::<othello::Game>().is_some() {
        return Some(".txt for a line of moves, or .ggf");
    }
    let gomoku = game.of::<gomoku::Game>().is_some();
    gomoku.then_some(".txt for a record, or .psq")
}

/// A game in the format of a file of this name: `.ggf` or `.txt` (a transcript) for Othello, `.psq` or `.txt` (a record) for gomoku.
///
/// # Errors
/// The name ends in another way, or the format cannot hold the game.
pub fn text_for(path: &Path, game: &dyn Game, heading: &Heading) -> Result<String, Problem> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_ascii_lowercase();
    let (text, endings) = if let Some(game) = game.of::<othello::Game>() {
        (othello_text(game, heading, &extension)?, ".txt or .ggf")
    } else if let Some(game) = game.of::<gomoku::Game>() {
        (gomoku_text(game, heading, &extension), ".txt or .psq")
    } else {
        return Err(Problem::Malformed(format!(
            "there is no format for a game of {}",
            game.name()
        )));
    };
    text.ok_or_else(|| Problem::Malformed(format!("the name of the file must end in {endings}")))
}

fn othello_text(
    game: &othello::Game,
    heading: &Heading,
    extension: &str,
) -> Result<Option<String>, Problem> {
    let malformed = |why: &str| Err(Problem::Malformed(why.to_string()));
    match extension {
        "txt" if game.start() != Position::default() => {
            malformed("a transcript must begin at the usual start; save the game as .ggf")
        }
        "txt" => Ok(Some(transcript::text_of(game) + "\n")),
        "ggf" if !transcript::throws_no_turn_away(game) => {
            malformed("GGF cannot record a turn that was thrown away; save the game as .txt")
        }
        "ggf" => Ok(Some(ggf::text(game, heading) + "\n")),
        _ => Ok(None),
    }
}

fn gomoku_text(game: &gomoku::Game, heading: &Heading, extension: &str) -> Option<String> {
    match extension {
        "txt" => Some(game.record() + "\n"),
        "psq" => Some(psq::text(game, heading)),
        _ => None,
    }
}
