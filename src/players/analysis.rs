//! Reviews a game: the value after each move, the mistakes, and the better moves.

use std::num::NonZeroUsize;

use super::computer::{Computer, Unit};
use super::computers::game_at;
use super::cores::in_order;
use super::insight::{Insight, Value};
use super::reasons::{Reason, words};
use games::stone::Stone;
use games::{Game, Place};

/// A move and the engine's verdict on it.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    pub computer: &'static dyn Computer,
    /// The game before the move.
    pub before: Box<dyn Game>,
    pub stone: Stone,
    pub played: Place,
    /// The value for Black after the move. The plies to a forced win are counted from the position before the
    /// move.
    pub value: Value,
    /// The loss of value, in discs or in percentage points of winning chances.
    pub lost: f32,
    /// If the move missed a forced win, the length of that win in plies.
    pub missed_win: Option<i32>,
    /// If the move allowed an avoidable forced win of the opponent, the length of that win in plies.
    pub missed_defence: Option<i32>,
    /// The line that the engine would have played instead, starting with the best move.
    pub better: Vec<Place>,
    /// The line that the engine expects after the move.
    pub punished: Vec<Place>,
    /// Proven reasons for and against the move. For a mistake, the reasons against it come first.
    pub reasons: Vec<Reason>,
    /// For a mistake, the reasons for the best move that are not in `reasons`.
    pub better_for: Vec<Reason>,
}

impl ReviewedMove {
    pub fn unit(&self) -> &'static Unit {
        self.computer.unit(&*self.before)
    }

    /// True if the move missed a win or a defence, or lost at least
    /// [`Unit::mistake`](super::computer::Unit::mistake).
    pub fn is_mistake(&self) -> bool {
        self.misses() || self.lost >= self.unit().mistake
    }

    pub fn after(&self) -> Box<dyn Game> {
        let mut after = self.before.copy();
        after.play(self.played);
        after
    }

    /// Returns a new game that starts from the position before the move. If no game can start from that
    /// position, returns the game before the move.
    pub fn position(&self) -> Box<dyn Game> {
        let text = self.computer.position(&*self.before);
        let game = text.and_then(|text| game_at(self.before.name(), &text));
        game.unwrap_or_else(|| self.before.copy())
    }

    /// Returns the first proven reason against the move as a sentence, if the move is a mistake.
    pub fn fault(&self) -> Option<String> {
        let mut faults = self.reasons.iter().filter(|reason| reason.is_fault());
        let first = faults.next().filter(|_| self.is_mistake())?;
        Some(words([first], &*self.before, self.played))
    }

    /// Returns sentences with all reasons for the played move and for the best move.
    pub fn words(&self) -> Vec<String> {
        let better = self.better.first().copied().unwrap_or(self.played);
        let both = [(&self.reasons, self.played), (&self.better_for, better)];
        let words = both.map(|(reasons, place)| words(reasons, &*self.before, place));
        words.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// True if the move missed no win or defence and lost less than a third of the smallest mistake.
    pub fn is_good(&self) -> bool {
        !self.misses() && self.lost < self.unit().mistake / 3.0
    }

    /// The loss, plus 100 for a missed win or defence, so that proven mistakes outweigh all others.
    pub fn weight(&self) -> f32 {
        self.lost + if self.misses() { 100.0 } else { 0.0 }
    }

    /// True if the move missed a forced win or a defence against one.
    pub fn misses(&self) -> bool {
        self.missed_win.or(self.missed_defence).is_some()
    }
}

/// The maximum number of moves that [`deciding`] returns.
const DECIDING: usize = 3;

/// Returns the indices of the most serious mistakes, in playing order. Among equally serious mistakes, later
/// ones are preferred.
pub fn deciding(moves: &[ReviewedMove]) -> Vec<usize> {
    let mut mistakes: Vec<usize> = (0..moves.len()).rev().filter(|n| moves[*n].is_mistake()).collect();
    mistakes.sort_by(|one, other| moves[*other].weight().total_cmp(&moves[*one].weight()));
    mistakes.truncate(DECIDING);
    mistakes.sort_unstable();
    mistakes
}

/// Reviews all moves of a game in parallel, and passes the results to `tell` in playing order. `stop` aborts
/// the review. The results do not depend on the number of threads.
pub fn review(
    computer: &'static dyn Computer,
    game: &dyn Game,
    threads: NonZeroUsize,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(ReviewedMove),
) {
    let moves = moves_of(game);
    let worker = || {
        |n: usize| {
            let (before, played) = &moves[n];
            weigh(computer, before.copy(), *played, stop)
        }
    };
    in_order(moves.len(), threads.get(), worker, tell);
}

/// Returns the moves of a game, each with the game before it.
fn moves_of(game: &dyn Game) -> Vec<(Box<dyn Game>, Place)> {
    let mut before = game.restarted();
    let mut moves = Vec::new();
    for t in before.t()..game.t() {
        match game.place_of(t) {
            Some(played) => {
                moves.push((before.copy(), played));
                before.play(played);
            }
            None if before.t() == t => before.lose_turn(),
            None => {}
        }
    }
    moves
}

/// Reviews one move. Returns `None` for an illegal move, or if `stop` aborted the search.
pub fn judge(
    computer: &'static dyn Computer,
    before: &dyn Game,
    played: Place,
    stop: &dyn Fn() -> bool,
) -> Option<ReviewedMove> {
    let is_legal = before.copy().play(played);
    is_legal.then(|| weigh(computer, before.copy(), played, stop))?
}

/// Reviews a legal move with a fresh engine, because an engine that has seen other moves could judge
/// differently.
fn weigh(
    computer: &'static dyn Computer,
    before: Box<dyn Game>,
    played: Place,
    stop: &dyn Fn() -> bool,
) -> Option<ReviewedMove> {
    let mut analyst = computer.analyst();
    let stone = before.stone_of_turn(before.t());
    let mut best = analyst.look(&*before, stone, 0, stop);
    // On an empty gomoku board, the engine does not search; it plays the centre.
    let unsearched = best.line.is_empty();
    if unsearched {
        best.line.extend(before.likely_moves().first());
    }
    let mut after = |places: &[Place]| {
        let mut after = before.clone();
        places.iter().for_each(|place| _ = after.play(*place));
        let (side, less) = if places.len() == 1 { (stone.other(), 1) } else { (stone, 0) };
        analyst.look(&*after, side, less, stop)
    };
    let punished = after(&[played]);
    // A win or loss that was proven before the move still holds after it, even if the shallower search misses
    // it.
    let holds = best.value.loses() || best.value.wins() && best.line.first() == Some(&played);
    // The engine does not search before a forced reply, such as to a four, but the win may go on after it.
    let forced = punished.line.first().filter(|_| best.value.wins() && punished.depth == 1);
    let value = match (punished.value.of_move(), forced) {
        (value @ Value::Win(_), _) => value,
        _ if holds => best.value,
        (value, None) => value,
        (value, Some(reply)) => match after(&[played, *reply]).value {
            Value::Win(plies @ 1..) => Value::Win(plies + 2),
            _ => value,
        },
    };
    let first = best.line.first().filter(|place| **place != played);
    let mut best_value = best.value;
    let unsure = unsearched || value.loses() && !best_value.loses();
    if let (Some(first), true) = (first, unsure) {
        // Check whether the best move really defends.
        best_value = after(&[*first]).value.of_move();
    }
    if stop() {
        return None;
    }
    let missed = |missed: bool, of: Value| match of {
        Value::Win(plies) if missed && first.is_some() => Some(plies.abs()),
        _ => None,
    };
    // A search that is one ply shallower may rate the best move below the move that was played, so the loss
    // is at least 0.
    let lost = first.map_or(0.0, |_| (best_value.points() - value.points()).max(0.0));
    let mut reviewed = ReviewedMove {
        computer,
        stone,
        played,
        value: if stone == Stone::Black { value } else { -value },
        lost,
        missed_win: missed(best_value.wins() && !value.wins(), best_value),
        missed_defence: missed(value.loses() && !best_value.loses(), value),
        better: best.line.clone(),
        punished: punished.line.clone(),
        reasons: Vec::new(),
        better_for: Vec::new(),
        before,
    };
    let seen = Insight { value, line: [played].into_iter().chain(punished.line).collect(), ..punished };
    explain(&mut reviewed, &seen, first.copied(), stop);
    Some(reviewed)
}

/// Adds the reasons for the move and, if it is a mistake, for the better move `first`.
fn explain(reviewed: &mut ReviewedMove, seen: &Insight, first: Option<Place>, stop: &dyn Fn() -> bool) {
    let (computer, before) = (reviewed.computer, &*reviewed.before);
    let better = first.filter(|_| reviewed.is_mistake());
    let mut found = computer.reasons(before, reviewed.played, Some(seen), better, stop);
    if let Some(better) = better {
        // Reasons in favour of a mistake do not explain why it is one.
        found.retain(|reason| reason.is_fault() || matches!(reason, Reason::Exact(_)));
        if !found.iter().any(|r| matches!(r, Reason::MissedFours(_))) {
            reviewed.better_for = computer.reasons(before, better, None, None, stop);
        }
    }
    reviewed.reasons = found;
}
