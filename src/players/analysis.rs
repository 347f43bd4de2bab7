//! The review of a game: who was ahead after each move, which moves were mistakes, and what would have been better.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::computer::Computer;
use super::computers::game_at;
use super::insight::{Insight, Value};
use super::job::wait_for;
use super::reasons::{Reason, words};
use games::stone::Stone;
use games::{Game, Place};

/// What the engine says of a position and of the move that was played in it.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The computer of its game.
    pub computer: &'static dyn Computer,
    /// The game before it.
    pub before: Box<dyn Game>,
    /// Who moved.
    pub stone: Stone,
    /// What was played.
    pub played: Place,
    /// What the position is worth to black after it; the plies of a win by force count from before it.
    pub value: Value,
    /// What it gave away: discs, or percent of the chances.
    pub lost: f32,
    /// The plies in which another move would have won by force, when this one does not.
    pub missed_win: Option<i32>,
    /// The plies in which the opponent wins by force after it, when another move would have kept him from that.
    pub missed_defence: Option<i32>,
    /// The moves that were expected instead; the first is the best move.
    pub better: Vec<Place>,
    /// The moves that were expected after it.
    pub punished: Vec<Place>,
    /// What was proven to be right or wrong with it; the faults of a mistake come first.
    pub reasons: Vec<Reason>,
    /// After a mistake: what speaks for the best move, and was not said yet.
    pub better_for: Vec<Reason>,
}

impl Reviewed {
    /// Did it miss a win or a defence, or give away as much as makes a mistake?
    pub fn is_mistake(&self) -> bool {
        self.misses() || self.lost >= self.computer.unit().mistake
    }

    /// The game after it.
    pub fn after(&self) -> Box<dyn Game> {
        let mut after = self.before.copy();
        after.play(self.played);
        after
    }

    /// A game that begins where the move was played, if the game can begin there, and else the game before it.
    pub fn position(&self) -> Box<dyn Game> {
        let text = self.computer.position(&*self.before);
        let game = text.and_then(|text| game_at(self.before.name(), &text));
        game.unwrap_or_else(|| self.before.copy())
    }

    /// What was wrong with it, in a sentence, if it was a mistake and that is known.
    pub fn fault(&self) -> Option<String> {
        let mut faults = self.reasons.iter().filter(|reason| reason.is_fault());
        let first = faults.next().filter(|_| self.is_mistake())?;
        Some(words([first], &*self.before, self.played))
    }

    /// All that is said about it, and about what would have been better.
    pub fn words(&self) -> Vec<String> {
        let better = self.better.first().copied().unwrap_or(self.played);
        let both = [(&self.reasons, self.played), (&self.better_for, better)];
        let words = both.map(|(reasons, place)| words(reasons, &*self.before, place));
        words.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// Is it as good as the best one, or nearly: does it give away less than a third of what makes a mistake?
    pub fn is_good(&self) -> bool {
        !self.misses() && self.lost < self.computer.unit().mistake / 3.0
    }

    /// What it gave away, where a win or a defence weighs more than anything that was not proven.
    pub fn weight(&self) -> f32 {
        self.lost + if self.misses() { 100.0 } else { 0.0 }
    }

    /// Did it miss a win or a defence?
    pub fn misses(&self) -> bool {
        self.missed_win.or(self.missed_defence).is_some()
    }
}

/// How many moves of a game decide it.
const DECIDING: usize = 3;

/// The moves that decided a game, as places in the list and in the order in which they were played: those that gave away most, and of
/// equal ones the last.
pub fn deciding(moves: &[Reviewed]) -> Vec<usize> {
    let mut mistakes: Vec<usize> = (0..moves.len())
        .rev()
        .filter(|n| moves[*n].is_mistake())
        .collect();
    mistakes.sort_by(|one, other| moves[*other].weight().total_cmp(&moves[*one].weight()));
    mistakes.truncate(DECIDING);
    mistakes.sort_unstable();
    mistakes
}

/// Looks at each move of a game, with so many threads; `tell` hears of one after the other, and `stop` ends it. What is found does not
/// depend on the number of threads.
pub fn review(
    computer: &'static dyn Computer,
    game: &dyn Game,
    threads: NonZeroUsize,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(Reviewed),
) {
    let moves = Mutex::new(moves_of(game).into_iter().enumerate());
    let next = || moves.lock().unwrap_or_else(PoisonError::into_inner).next();
    let judged = || {
        let (n, (before, played)) = next()?;
        Some((n, weigh(computer, before, played, stop)?))
    };
    let (sender, found) = channel();
    let work =
        |sender: Sender<_>| while judged().is_some_and(|judged| sender.send(judged).is_ok()) {};
    // One thread is this one.
    let others = match threads.get() {
        1 => 0,
        more => more,
    };
    thread::scope(|scope| {
        let begins = |_: &usize| {
            let sender = sender.clone();
            let begun = thread::Builder::new().spawn_scoped(scope, || work(sender));
            begun.is_ok()
        };
        // A system may deny threads, too.
        if (0..others).filter(begins).count() == 0 {
            return std::iter::from_fn(judged).for_each(|(_, judged)| tell(judged));
        }
        drop(sender);
        let (mut told, mut early) = (0, BTreeMap::new());
        while let Some((n, reviewed)) = wait_for(&found, Duration::MAX) {
            early.insert(n, reviewed);
            while let Some(reviewed) = early.remove(&told) {
                tell(reviewed);
                told += 1;
            }
        }
    });
}

/// The moves of a game, each with the game before it.
fn moves_of(game: &dyn Game) -> Vec<(Box<dyn Game>, Place)> {
    let mut before = game.anew();
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

/// Looks at a move that is played in this game. None where the rules do not allow the move, or `stop` has ended the search.
pub fn judge(
    computer: &'static dyn Computer,
    before: &dyn Game,
    played: Place,
    stop: &dyn Fn() -> bool,
) -> Option<Reviewed> {
    let is_legal = before.copy().play(played);
    is_legal.then(|| weigh(computer, before.copy(), played, stop))?
}

/// Looks at a move with an engine of its own: what an engine knows of other moves would depend on who looked at them.
fn weigh(
    computer: &'static dyn Computer,
    before: Box<dyn Game>,
    played: Place,
    stop: &dyn Fn() -> bool,
) -> Option<Reviewed> {
    let mut analyst = computer.analyst();
    let stone = before.stone_of_turn(before.t());
    let mut best = analyst.look(&*before, stone, 0, stop);
    // On an empty board of gomoku the engine does not search: it begins in the centre.
    let unsearched = best.line.is_empty();
    if unsearched {
        best.line.extend(before.likely_moves().first());
    }
    let mut after_move = |place: Place| {
        let mut after = before.clone();
        after.play(place);
        analyst.look(&*after, stone.other(), 1, stop)
    };
    let punished = after_move(played);
    // What is proven before the move holds after it, even where the search there has not seen it.
    let holds = best.value.loses() || best.value.wins() && best.line.first() == Some(&played);
    let value = match punished.value.of_move() {
        Value::Win(plies) => Value::Win(plies),
        _ if holds => best.value,
        value => value,
    };
    let first = best.line.first().filter(|place| **place != played);
    let mut best_value = best.value;
    let unsure = unsearched || value.loses() && !best_value.loses();
    if let (Some(first), true) = (first, unsure) {
        // Is it a defence, or was that only not seen yet?
        best_value = after_move(*first).value.of_move();
    }
    if stop() {
        return None;
    }
    let missed = |missed: bool, of: Value| match of {
        Value::Win(plies) if missed && first.is_some() => Some(plies.abs()),
        _ => None,
    };
    // What was played is worth what it is, even if a search one ply less deep found nothing as good.
    let lost = match first {
        Some(_) => (best_value.points() - value.points()).max(0.0),
        None => 0.0,
    };
    let mut reviewed = Reviewed {
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
    let seen = Insight {
        value,
        line: [played].into_iter().chain(punished.line).collect(),
        ..punished
    };
    explain(&mut reviewed, &seen, first.copied(), stop);
    Some(reviewed)
}

/// Finds the reasons for a move of which the engine says `seen`, and which `first` would have been better than, if it was a mistake.
fn explain(reviewed: &mut Reviewed, seen: &Insight, first: Option<Place>, stop: &dyn Fn() -> bool) {
    let (computer, before) = (reviewed.computer, &*reviewed.before);
    let better = first.filter(|_| reviewed.is_mistake());
    let mut found = computer.reasons(before, reviewed.played, Some(seen), better, stop);
    if let Some(better) = better {
        // What is good about a mistake is not why it is one.
        found.retain(|reason| reason.is_fault() || matches!(reason, Reason::Exact(_)));
        if !found.iter().any(|r| matches!(r, Reason::MissedFours(_))) {
            reviewed.better_for = computer.reasons(before, better, None, None, stop);
        }
    }
    reviewed.reasons = found;
}
