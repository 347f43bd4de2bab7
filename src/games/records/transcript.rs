//! The move transcript of Othello: `f5d6c3d3c4...`.

use super::othello_replay::{OthelloReplay, PASSES, is_pass};
use super::{Heading, Problem, Recorded};
use crate::othello::Cell;
use crate::othello::{Game, Ply, Position, Rules};
use words::say;

/// The first word of a transcript in which turns may be thrown away, as in the DOS program.
const ORIGINAL: &str = "original";

/// The most moves of a transcript. Turns can be thrown away as often as the players like.
const MOST_MOVES: usize = 10_000;

/// Reads a transcript: cells in either case with or without white space between them, and passes as `pass`, `pa`, `ps` or
/// `--`, or left out. After the word `original` the rules of the DOS program hold: a player who has a move may throw the
/// turn away, and every pass is written.
///
/// ```
/// use games::records::transcript::{read, text};
/// use games::othello::Game;
/// let recorded = read("F5 d6\tC3").unwrap();
/// assert_eq!(text(recorded.game.of::<Game>().unwrap().plies()), "f5d6c3");
/// assert_eq!(read("f5f4f5").unwrap_err().to_string(), "move 3: f5 already holds a stone");
/// ```
///
/// # Errors
/// The first move that cannot be played, or that there are more than 10,000.
pub fn read(transcript: &str) -> Result<Recorded, Problem> {
    let (rules, moves) = match transcript.trim_start().strip_prefix(ORIGINAL) {
        Some(moves) => (Rules::Original, moves),
        None => (Rules::Standard, transcript),
    };
    let mut replay = OthelloReplay::new(rules, Position::default());
    for (word, n) in words(moves).zip(1..) {
        if n > MOST_MOVES {
            let what = say!("the game has more than {MOST_MOVES} moves", MOST_MOVES);
            return Err(Problem::Malformed(what));
        }
        replay.play(word, None)?;
    }
    Ok(replay.recorded(Heading::default(), None))
}

/// Does it have the form of a transcript, whether or not its moves are legal?
pub(super) fn is_transcript(text: &str) -> bool {
    words(text).all(|word| is_pass(word) || word.parse::<Cell>().is_ok())
}

/// The words for passes, and everything else in pieces of two characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let pass = PASSES.iter().find(|pass| {
            let start = rest.get(..pass.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(pass))
        });
        let length = match pass {
            Some(pass) => pass.len(),
            None => rest.chars().take(2).map(char::len_utf8).sum(),
        };
        let (word, after) = rest.split_at(length);
        rest = after.trim_start();
        (!word.is_empty()).then_some(word)
    })
}

/// The transcript of a game, its passes left out as in most collections.
///
/// It reads back as the same game when every pass was forced; otherwise see [`text_of`].
pub fn text(plies: &[Ply]) -> String {
    let drops = plies.iter().filter(|ply| **ply != Ply::Pass);
    drops.map(Ply::to_string).collect()
}

/// The transcript of a game with its passes, written `--`.
pub fn text_with_passes(plies: &[Ply]) -> String {
    plies.iter().map(Ply::to_string).collect()
}

/// Refuses a game in which a turn was thrown away, which only our own transcripts can hold.
pub(super) fn check_no_turn_is_thrown_away(game: &Game, format: &str) -> Result<(), Problem> {
    match throws_no_turn_away(game) {
        true => Ok(()),
        false => Err(thrown_away(format)),
    }
}

pub(super) fn thrown_away(format: &str) -> Problem {
    Problem::Malformed(say!(
        "{format} cannot record a turn that was thrown away; save the game as .txt",
        format
    ))
}

/// Was every pass of the game forced?
pub(super) fn throws_no_turn_away(game: &Game) -> bool {
    let mut forced = Game::from_position(Rules::Standard, game.start());
    for ply in game.plies() {
        if let Ply::Drop(cell) = ply {
            forced.drop(*cell);
        }
    }
    forced.plies() == game.plies()
}

/// The transcript of a game that reads back as the same game, whatever its players did: as other programs read it when
/// they can, otherwise with the word `original` before it.
///
/// ```
/// use games::Game as _;
/// use games::othello::Game;
/// use games::records::transcript::text_of;
/// let mut game = Game::default();
/// game.drop("d3".parse().unwrap());
/// assert_eq!(text_of(&game), "d3");
/// game.lose_turn();
/// assert_eq!(text_of(&game), "original d3--");
/// ```
pub fn text_of(game: &Game) -> String {
    match throws_no_turn_away(game) {
        true => text(game.plies()),
        false => format!("{ORIGINAL} {}", text_with_passes(game.plies())),
    }
}
