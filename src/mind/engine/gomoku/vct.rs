//! VCT, victory by continuous threats: every move of the attacker makes a four or an open three, so the
//! opponent must answer.
//!
//! The answer to a four is the point that would complete five. The answers to an open three are the
//! defender's fours and all points where the attacker could make a four, which include every point that
//! prevents an open four.
//!
//! The search is df-pn (A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002).
//! The proof number of a position is the smallest number of leaves that must be proven won to prove the
//! position won; the disproof number is the smallest number of leaves that must be disproven to disprove it.

use std::collections::HashMap;

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::forbidden;
use games::stone::Stone;

/// The proof number of a disproven position, and the disproof number of a proven position.
const INFINITE: u32 = 1 << 30;

/// The maximum number of plies in a win.
const LONGEST: usize = 100;

/// Finds a win by fours and open threes for the side, which moves first. Returns the moves up to five, with
/// one answer to each threat, or `None` if no win was found within `limit` nodes.
/// Gives up if `stop` returns true.
pub fn vct(board: &Board, side: Stone, limit: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Coord>> {
    let mut board = board.clone();
    board.set_to_move(side);
    let mut search = Threats { board, side, left: limit, stop, numbers: HashMap::new() };
    let (proof, _) = search.prove(INFINITE, INFINITE, 0);
    (proof == 0).then(|| search.line())
}

struct Threats<'s> {
    board: Board,
    side: Stone,
    left: u64,
    stop: &'s dyn Fn() -> bool,
    /// The proof and disproof numbers of each position.
    numbers: HashMap<u64, (u32, u32)>,
}

/// The information about a position before it is searched.
enum Outlook {
    Won,
    /// The attacker has no more threats.
    Over,
    /// The result depends on these moves.
    Open(Vec<Coord>),
}

impl Threats<'_> {
    /// Searches the position until its proof number or its disproof number reaches the threshold. Returns
    /// both numbers.
    fn prove(&mut self, most_proof: u32, most_disproof: u32, ply: usize) -> (u32, u32) {
        if self.left == 0 {
            return (1, 1);
        }
        self.left -= 1;
        if self.left.is_multiple_of(256) && (self.stop)() {
            self.left = 0;
        }
        let hash = self.board.hash();
        let moves = match self.outlook() {
            Outlook::Won => return self.store(hash, (0, INFINITE)),
            Outlook::Over => return self.store(hash, (INFINITE, 0)),
            Outlook::Open(_) if ply >= LONGEST => return (INFINITE, 0),
            Outlook::Open(moves) => moves,
        };
        let attacking = self.board.to_move() == self.side;
        // Converts the proof and disproof numbers to the numbers of the side to move and of the other side,
        // and back.
        let swapped = |(a, b): (u32, u32)| if attacking { (a, b) } else { (b, a) };
        let (most_own, most_other) = swapped((most_proof, most_disproof));
        loop {
            // The side to move needs only one good move, so its number is the minimum over the moves, and the
            // other side's number is the sum.
            let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0, 0);
            let mut of_best = 0;
            for (n, point) in moves.iter().enumerate() {
                let stored = self.numbers.get(&self.board.hash_after(*point)).copied();
                let numbers = stored.unwrap_or_else(|| self.initial_numbers(attacking, *point));
                let (own, other) = swapped(numbers);
                sum = (sum + other).min(INFINITE);
                if own < least {
                    (second, least, best, of_best) = (least, own, n, other);
                } else {
                    second = second.min(own);
                }
            }
            if least >= most_own || sum >= most_other || least == 0 || self.left == 0 {
                return self.store(hash, swapped((least, sum)));
            }
            let own = most_own.min(second.saturating_add(1));
            let other = (most_other - sum).saturating_add(of_best).min(INFINITE);
            let (proof, disproof) = swapped((own, other));
            self.board.play(moves[best]);
            self.prove(proof, disproof, ply + 1);
            self.board.undo();
        }
    }

    /// Returns the initial proof and disproof numbers of the position after a move. An attack with more
    /// answers is harder to prove.
    fn initial_numbers(&self, attacking: bool, point: Coord) -> (u32, u32) {
        match (attacking, self.board.class(self.side, point)) {
            (false, _) => (1, 1),
            (true, Class::Three) => (4, 1),
            (true, Class::DoubleThree) => (2, 1),
            (true, _) => (1, 1),
        }
    }

    fn store(&mut self, hash: u64, numbers: (u32, u32)) -> (u32, u32) {
        self.numbers.insert(hash, numbers);
        numbers
    }

    fn outlook(&mut self) -> Outlook {
        let (attacker, defender) = (self.side, self.side.other());
        let attacking = self.board.to_move() == attacker;
        let fives = |side| self.board.count_of(side, Class::Five);
        if attacking {
            if fives(attacker) > 0 {
                return Outlook::Won;
            }
            let mut moves: Vec<Coord> = match fives(defender) {
                0 if self.board.count_of(attacker, Class::OpenFour) > 0
                    || self.board.two_threats(attacker).is_some() =>
                {
                    return Outlook::Won;
                }
                0 => self.board.near_stones().iter().collect(),
                1 => self.board.find(defender, Class::Five).into_iter().collect(),
                _ => return Outlook::Over,
            };
            moves.retain(|point| self.board.class(attacker, *point) >= Class::Three && self.may_play(*point));
            moves.sort_by_key(|point| -self.board.urgency(attacker, *point));
            match moves.is_empty() {
                true => Outlook::Over,
                false => Outlook::Open(moves),
            }
        } else {
            if fives(defender) > 0 {
                return Outlook::Over;
            }
            let mut moves: Vec<Coord> = match fives(attacker) {
                0 if self.board.count_of(attacker, Class::OpenFour) == 0 => return Outlook::Over,
                0 => {
                    let answers = self.board.fours(attacker).union(self.board.fours(defender));
                    answers.iter().collect()
                }
                1 => self.board.find(attacker, Class::Five).into_iter().collect(),
                _ => return Outlook::Won,
            };
            moves.retain(|point| self.may_play(*point));
            match moves.is_empty() {
                true => Outlook::Won,
                false => Outlook::Open(moves),
            }
        }
    }

    fn may_play(&self, point: Coord) -> bool {
        self.board.to_move() == Stone::White || forbidden(&self.board, point).is_none()
    }

    fn line(&mut self) -> Vec<Coord> {
        let mut line = Vec::new();
        loop {
            let attacking = self.board.to_move() == self.side;
            let point = match self.outlook() {
                Outlook::Over => break,
                Outlook::Open(moves) => {
                    let won = |point: &Coord| {
                        let numbers = self.numbers.get(&self.board.hash_after(*point));
                        numbers.is_some_and(|(proof, _)| *proof == 0)
                    };
                    // A position after two threats at once was not searched, because every answer to them
                    // loses.
                    moves.iter().find(|point| won(point)).or(moves.first()).copied()
                }
                Outlook::Won if attacking => {
                    let five = self.board.find(self.side, Class::Five);
                    five.or_else(|| self.board.find(self.side, Class::OpenFour))
                        .or_else(|| self.board.two_threats(self.side))
                }
                // No answer helps, so choose any permitted answer, to show how the game ends.
                Outlook::Won => {
                    let five = self.board.find(self.side, Class::Five);
                    let free = |point: &Coord| self.board.stone_at(*point).is_none() && self.may_play(*point);
                    five.filter(free).or_else(|| self.board.points().find(free))
                }
            };
            let Some(point) = point else { break };
            line.push(point);
            self.board.play(point);
            if self.board.winner().is_some() {
                break;
            }
        }
        line
    }
}
