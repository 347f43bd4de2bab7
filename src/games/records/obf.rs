//! Files of Othello positions in all notations of [`endgames`](super::endgames). Each position becomes a game
//! that begins there.

use super::endgames::{begins_like_one, read_text};
use super::format::{Format, Games, Source, Stores, at_most};
use super::lines::{is_board, is_gomoku_record};
use super::recorded::add_property;
use super::replay::OthelloReplay;
use super::sgf::unescaped;
use super::{GameName, Heading, Problem, moves};
use crate::othello;
use crate::tree::ROOT;
use words::say;

pub(super) const OBF: Format = Format {
    extension: "obf",
    games: &[GameName::Othello],
    recommended: false,
    extension_decides: false,
    detect,
    read,
    write: Some(|recorded| {
        let position = recorded.othello()?.position().to_string();
        let rest = recorded.tree.as_ref().and_then(|tree| tree.property(ROOT, REST));
        // The scores are those of the first position.
        let rest = rest.filter(|_| recorded.game.t() == recorded.game.restarted().t());
        let rest = rest.map_or(String::new(), |rest| format!(" {}", unescaped(rest).replace('\n', " ")));
        Ok(format!("{};{rest}\n", position.replace('.', "-")))
    }),
    many_games: true,
    stores: Stores { moves: false, property: |name, _| name == REST, ..Stores::MOVES },
};

/// The property of a tree's root with the rest of a position's line: scored moves and a comment.
const REST: &str = "OBF";

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
            let mut recorded = start.recorded(Heading::default(), None);
            if !one.rest.is_empty() {
                add_property(recorded.tree_mut(), ROOT, REST, &[&one.rest]);
            }
            Ok(recorded)
        })),
        Err((n, why)) => vec![Err(Problem::Malformed(say!("line {n}: {why}", n, why)))],
    })
}
