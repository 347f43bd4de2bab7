//! Chooses moves from the book.

use rand::seq::IndexedRandom;

use super::book::{Book, Choice};
use super::line::Turn;
use super::position::{Position, Set, leading_to};
use super::search::{SearchContext, ValuedMove};
use crate::engine::othello::evaluation::DISC;

/// The most discs that a move may be worse than the best one to be chosen for variety. It must still win or draw.
const VARIETY: i16 = 2;

impl<P: Position> Book<P> {
    /// Chooses a random one of the best moves, but never one that is proven to lose. `None` if the book has no move.
    ///
    /// If all played moves have lost and there is no alternative, `search` looks for the best of the untried moves.
    pub(crate) fn choose(
        &self,
        board: P,
        context: &mut SearchContext<'_>,
        search: impl FnOnce(P::Set, &mut SearchContext<'_>) -> Option<ValuedMove>,
    ) -> Option<u8> {
        let entry = self.look_up(board)?;
        let mut choices = entry.choices;
        choices.retain(|choice| !choice.worth.is_lost());
        let best_value = choices.iter().map(|choice| choice.worth.value).max();
        let loses = best_value.is_none_or(|value| value < 0);
        if loses && choices.iter().all(|c| c.played && !c.has_won()) {
            let untried = search(self.untried(board), context);
            if let Some(found) = untried
                && best_value.is_none_or(|value| found.value > i32::from(value))
            {
                return Some(found.square);
            }
        }
        let chosen = *best_of(&choices, VARIETY).choose(context.random)?;
        let after = entry.board.next(chosen)?.0;
        let same: Vec<u8> = leading_to(board, after.canonical()).collect();
        same.choose(context.random).copied()
    }

    /// The best move of the book.
    pub(crate) fn prefers(&self, board: P) -> Option<u8> {
        let mut entry = self.look_up(board)?;
        entry.choices.retain(|choice| !choice.worth.is_lost());
        let best = *best_of(&entry.choices, 0).first()?;
        let after = entry.board.next(best)?.0;
        leading_to(board, after.canonical()).next()
    }

    /// The moves that have not been played in this position, neither before nor in this turn.
    pub(crate) fn untried_beside(&self, turn: &Turn<P>) -> P::Set {
        let mut untried = self.untried(turn.board);
        if let Some((after, _)) = turn.board.next(turn.square) {
            leading_to(turn.board, after.canonical()).for_each(|square| untried.remove(square));
        }
        untried
    }
}

/// The best choices and those that are at most `variety` discs worse and do not lose. If some choices have won, their results count, otherwise
/// the values.
fn best_of(choices: &[Choice], variety: i16) -> Vec<u8> {
    let won: Vec<Choice> = choices.iter().copied().filter(Choice::has_won).collect();
    let (choices, value): (&[Choice], fn(&Choice) -> i16) = match won.is_empty() {
        false => (&won, |choice| i16::from(choice.worth.known) * DISC as i16),
        true => (choices, |choice| choice.worth.value),
    };
    let Some(best) = choices.iter().map(value).max() else {
        return Vec::new();
    };
    let enough = match best {
        0.. => (best - variety * DISC as i16).max(0),
        _ => best,
    };
    let good = choices.iter().filter(|choice| value(choice) >= enough);
    good.map(|choice| choice.square).collect()
}
