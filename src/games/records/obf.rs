//! Files of positions of Othello, in any notation that [`endgames`] reads. Each becomes a game that begins there.

use super::endgames::{begins_like_one, position_of, read_text};
use super::format::{Format, Games, Holds, Source, Write, at_most};
use super::lines::{is_board, is_gomoku_record};
use super::othello_replay::OthelloReplay;
use super::{GameName, Heading, Problem, moves};
use crate::othello;
use words::say;

/// A position of Othello on each line.
pub(super) const OBF: Format = Format {
    ending: "obf",
    games: &[GameName::Othello],
    offered: false,
    known_by_ending: false,
    begins,
    read: read_as_games,
    write: Write::Text(|recorded| {
        let position = position_of(recorded.othello()?).to_string();
        Ok(position.replace('.', "-") + ";\n")
    }),
    many_games: true,
    holds: Holds {
        moves: false,
        ..Holds::MOVES
    },
};

/// Does a file begin with a position of Othello and not with a game?
fn begins(source: &Source<'_>) -> bool {
    let text = source.text();
    source.assumed.game != Some(GameName::Gomoku)
        && begins_like_one(text)
        && !text.contains("(;")
        && !is_board(source)
        && !is_gomoku_record(text.trim())
        && !text.lines().all(moves::is_moves)
}

/// Reads each position as a game without a move yet.
fn read_as_games(source: &Source<'_>) -> Result<Games, Problem> {
    Ok(match read_text(source.text()) {
        Ok(positions) => at_most(positions.into_iter().map(|one| {
            let start = OthelloReplay::new(othello::Rules::Standard, one.position);
            Ok(start.recorded(Heading::default(), None))
        })),
        Err((n, why)) => vec![Err(Problem::Malformed(say!("line {n}: {why}", n, why)))],
    })
}
