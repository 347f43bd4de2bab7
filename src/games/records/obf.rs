//! Files of Othello positions in all notations of [`endgames`](super::endgames). Each position becomes a game
//! that begins there.

use super::endgames::{begins_like_one, read_text};
use super::format::{Format, Games, Source, Stores, Write, at_most};
use super::lines::{is_board, is_gomoku_record};
use super::replay::OthelloReplay;
use super::{GameName, Heading, Problem, moves};
use crate::othello;
use words::say;

pub(super) const OBF: Format = Format {
    extension: "obf",
    games: &[GameName::Othello],
    recommended: false,
    extension_decides: false,
    detect,
    read,
    write: Write::Text(|recorded| {
        let position = recorded.othello()?.position().to_string();
        Ok(position.replace('.', "-") + ";\n")
    }),
    many_games: true,
    stores: Stores { moves: false, ..Stores::MOVES },
};

/// True if a file begins with an Othello position and not with a game.
fn detect(source: &Source<'_>) -> bool {
    let text = source.text();
    source.assumed.game != Some(GameName::Gomoku)
        && begins_like_one(text)
        && !text.contains("(;")
        && !is_board(source)
        && !is_gomoku_record(text.trim())
        && !text.lines().all(moves::is_moves)
}

fn read(source: &Source<'_>) -> Result<Games, Problem> {
    Ok(match read_text(source.text()) {
        Ok(positions) => at_most(positions.into_iter().map(|one| {
            let start = OthelloReplay::new(othello::Rules::Standard, one.position);
            Ok(start.recorded(Heading::default(), None))
        })),
        Err((n, why)) => vec![Err(Problem::Malformed(say!("line {n}: {why}", n, why)))],
    })
}
