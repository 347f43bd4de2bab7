//! What a player makes of the book: the move to play, and the one to try after a loss.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;

use super::book::{Book, Choice};
use super::line::Turn;
use super::position::{Position, Set, leading_to};
use super::search::ValuedMove;
use crate::engine::othello::evaluation::DISC;

/// Moves of the book that are worth up to this many discs less than the best are also played, if they still win or draw.
const VARIETY: i16 = 2;

impl<P: Position> Book<P> {
    /// The square of the move to play, or `None` where the book has none. `search` finds the best of some moves.
    ///
    /// Chance decides among the best moves, and a move that is proven to lose is never played. Where everything that was played has lost
    /// and there is nothing yet to try instead, the search looks for a move.
    pub(crate) fn choose(
        &self,
        board: P,
        random: &mut ChaCha12Rng,
        search: impl FnOnce(P::Set, &mut ChaCha12Rng) -> Option<ValuedMove>,
    ) -> Option<u8> {
        let entry = self.look_up(board)?;
        let mut choices = entry.choices;
        choices.retain(|choice| !choice.worth.is_lost());
        let best_value = choices.iter().map(|choice| choice.worth.value).max();
        let loses = best_value.is_none_or(|value| value < 0);
        if loses && choices.iter().all(|c| c.played && !c.has_won()) {
            let untried = search(self.untried(board), random);
            if let Some(found) = untried
                && best_value.is_none_or(|value| found.value > i32::from(value))
            {
                return Some(found.square);
            }
        }
        let chosen = *best_of(&choices, VARIETY).choose(random)?;
        let after = entry.board.next(chosen)?.0;
        let same: Vec<u8> = leading_to(board, after.canonical()).collect();
        same.choose(random).copied()
    }

    /// The move that the book alone likes best now.
    pub(crate) fn prefers(&self, board: P) -> Option<u8> {
        let mut entry = self.look_up(board)?;
        entry.choices.retain(|choice| !choice.worth.is_lost());
        let best = *best_of(&entry.choices, 0).first()?;
        let after = entry.board.next(best)?.0;
        leading_to(board, after.canonical()).next()
    }

    /// The moves that were played in this position neither before nor in this turn.
    pub(crate) fn untried_beside(&self, turn: &Turn<P>) -> P::Set {
        let mut untried = self.untried(turn.board);
        if let Some((after, _)) = turn.board.next(turn.square) {
            leading_to(turn.board, after.canonical()).for_each(|square| untried.remove(square));
        }
        untried
    }
}

/// The squares of the best choices, and of those that are worth up to `variety` discs less and do not lose. Choices are judged by their
/// results when some have won, otherwise by what they promise.
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
