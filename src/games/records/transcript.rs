//! Othello transcripts: `f5d6c3d3c4...`.

use super::problem::malformed;
use super::replay::{OthelloReplay, is_pass, leading_pass};
use super::{Heading, Problem, Recorded};
use crate::othello::{Cell, Game, Ply, Position, Rules};
use words::say;

/// The first words of transcripts that are not by the standard rules.
const RULES: [(&str, Rules); 2] = [("original", Rules::Original), ("reverse", Rules::Reverse)];

/// The maximum number of moves. The original rules alone set no limit, because players can pass any number of
/// times.
const MAX_MOVES: usize = 10_000;

/// Reads a transcript: cells in either case, with or without white space. Passes are written `pass`, `pa`,
/// `ps` or `--`, or omitted. After the word `original`, the DOS program's rules apply: a player who has a
/// move may pass, and every pass must be written. After the word `reverse`, fewer discs win.
///
/// # Errors
/// If a move is illegal, or if there are more than 10,000 moves.
pub fn game(transcript: &str) -> Result<Game, Problem> {
    let ruled = |(word, rules)| Some((rules, transcript.trim_start().strip_prefix(word)?));
    let (rules, moves) = RULES.into_iter().find_map(ruled).unwrap_or((Rules::Standard, transcript));
    let mut replay = OthelloReplay::new(rules, Position::default());
    for (word, n) in words(moves).zip(1..) {
        if n > MAX_MOVES {
            return malformed(say!("the game has more than {count} moves", count = MAX_MOVES));
        }
        replay.play(word, None)?;
    }
    Ok(replay.game)
}

/// Reads the record of a transcript, which has no heading, as [`game`] does.
pub fn read(transcript: &str) -> Result<Recorded, Problem> {
    Ok(Recorded::new(Box::new(game(transcript)?), Heading::default()))
}

/// True if a text has the form of a transcript. Its moves may be illegal.
pub(super) fn is_transcript(text: &str) -> bool {
    words(text).all(|word| is_pass(word) || word.parse::<Cell>().is_ok())
}

/// Splits a text into passes and pieces of two characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let length = match leading_pass(rest) {
            Some(pass) => pass.len(),
            None => rest.chars().take(2).map(char::len_utf8).sum(),
        };
        let (word, after) = rest.split_at(length);
        rest = after.trim_start();
        (!word.is_empty()).then_some(word)
    })
}

/// Formats a transcript without passes, as in most collections. For a game with voluntary passes, use
/// [`text_of`] instead.
pub fn text(plies: &[Ply]) -> String {
    let drops = plies.iter().filter(|ply| **ply != Ply::Pass);
    drops.map(Ply::to_string).collect()
}

/// Checks that the game can be stored in a format that has only the standard rules.
pub(super) fn check_rules(game: &Game, format: &str) -> Result<(), Problem> {
    match only_forced_passes(game) {
        _ if game.rules() == Rules::Reverse => {
            malformed(say!("{format} cannot record reverse Othello; save the game as .txt or .sgf", format))
        }
        true => Ok(()),
        false => Err(unforced_pass(format)),
    }
}

pub(super) fn unforced_pass(format: &str) -> Problem {
    Problem::Malformed(say!(
        "{format} cannot record a turn that was thrown away; save the game as .txt",
        format
    ))
}

pub(super) fn only_forced_passes(game: &Game) -> bool {
    let mut forced = Game::from_position(Rules::Standard, game.start());
    for ply in game.plies() {
        if let Ply::Drop(cell) = ply {
            forced.drop(*cell);
        }
    }
    forced.plies() == game.plies()
}

/// Formats a transcript from which [`read`] restores the same game. If possible, other programs can read it
/// too; otherwise it begins with the name of its rules, and by the original rules it has all passes.
pub fn text_of(game: &Game) -> String {
    let rules = game.rules();
    match only_forced_passes(game) {
        true if rules != Rules::Reverse => text(game.plies()),
        true => format!("{rules} {}", text(game.plies())),
        false => {
            let plies: String = game.plies().iter().map(Ply::to_string).collect();
            format!("{} {plies}", Rules::Original)
        }
    }
}
