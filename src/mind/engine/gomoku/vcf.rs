//! VCF, victory by continuous fours: every move of the attacker makes a four, so the opponent has only one
//! answer each time.

use std::collections::HashMap;

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::{forbidden, why_forbidden};
use games::gomoku::Rules;
use games::stone::Stone;

/// The maximum number of fours in the win.
const LONGEST: usize = 120;

/// Finds the shortest win by fours for the side, which moves first. Returns the moves of both sides, ending
/// with five, or `None` if no win was found within `limit` fours.
pub fn vcf(board: &Board, side: Stone, limit: u64) -> Option<Vec<Coord>> {
    vcf_until(board, side, limit, &|| false).0
}

/// Like [`vcf`], but gives up if `stop` returns true, and also returns the number of fours tried.
pub fn vcf_until(
    board: &Board,
    side: Stone,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> (Option<Vec<Coord>>, u64) {
    let mut board = board.clone();
    board.set_to_move(side);
    let mut search = Fours { board, side, left: limit, stop, failed: HashMap::new(), moves: Vec::new() };
    for most in 1..=LONGEST {
        match search.attack(most) {
            Attack::Wins => return (Some(search.moves), limit - search.left),
            Attack::Fails => break,
            Attack::TooDeep if search.left == 0 => break,
            Attack::TooDeep => {}
        }
    }
    (None, limit - search.left)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Attack {
    Wins,
    /// There is no win with any number of fours.
    Fails,
    /// There is no win within the allowed number of fours, but a longer win may exist.
    TooDeep,
}

struct Fours<'s> {
    board: Board,
    side: Stone,
    left: u64,
    stop: &'s dyn Fn() -> bool,
    /// The largest number of fours with which an attack from each position has failed. It is `usize::MAX` if
    /// the attack fails with any number of fours.
    failed: HashMap<u64, usize>,
    moves: Vec<Coord>,
}

impl Fours<'_> {
    /// Searches for a win with at most `most` fours. Leaves the winning moves in `moves`.
    fn attack(&mut self, most: usize) -> Attack {
        let (side, other) = (self.side, self.side.other());
        if let Some(five) = self.board.find(side, Class::Five) {
            self.moves.push(five);
            return Attack::Wins;
        }
        let fives = self.board.count_of(other, Class::Five);
        let fours = moves(&self.board, side);
        if fives > 1 || fours.is_empty() {
            return Attack::Fails;
        }
        if most == 0 {
            return Attack::TooDeep;
        }
        let hash = self.board.hash();
        match self.failed.get(&hash) {
            Some(&usize::MAX) => return Attack::Fails,
            Some(failed) if *failed >= most => return Attack::TooDeep,
            _ => {}
        }
        let mut found = Attack::Fails;
        for four in fours {
            if fives == 1 && self.board.class(other, four) != Class::Five {
                continue;
            }
            if side == Stone::Black && why_forbidden(&mut self.board, four).is_some() {
                continue;
            }
            if self.left == 0 {
                return Attack::TooDeep;
            }
            self.left -= 1;
            if self.left.is_multiple_of(256) && (self.stop)() {
                self.left = 0;
            }
            match self.four(four, most) {
                Attack::Wins => return Attack::Wins,
                Attack::Fails => {}
                Attack::TooDeep => found = Attack::TooDeep,
            }
        }
        let failed = match found {
            Attack::Fails => usize::MAX,
            _ => most,
        };
        self.failed.insert(hash, failed);
        found
    }

    /// Continues [`Fours::attack`] by playing a four on this point.
    fn four(&mut self, four: Coord, most: usize) -> Attack {
        self.moves.push(four);
        self.board.play(four);
        let found = match self.board.find(self.side, Class::Five) {
            // A stone on a point of the class Forbidden does not necessarily make a four.
            None => Attack::Fails,
            Some(answer) => self.answer(answer, most),
        };
        self.board.undo();
        if found != Attack::Wins {
            self.moves.pop();
        }
        found
    }

    /// Continues [`Fours::attack`] with the answer to a four. If the four threatens five on two points, the
    /// answer may be on either one.
    fn answer(&mut self, answer: Coord, most: usize) -> Attack {
        let two = self.board.count_of(self.side, Class::Five) > 1;
        let cannot = self.side == Stone::White && why_forbidden(&mut self.board, answer).is_some();
        if cannot {
            // Black's only answer is forbidden. Play any other move for black, to show the five that follows.
            let elsewhere = self.board.points().find(|point| {
                *point != answer
                    && self.board.stone_at(*point).is_none()
                    && forbidden(&self.board, *point).is_none()
            });
            self.moves.extend(elsewhere);
            self.moves.push(answer);
            return Attack::Wins;
        }
        self.moves.push(answer);
        self.board.play(answer);
        let found = self.attack(if two { 0 } else { most - 1 });
        self.board.undo();
        if found != Attack::Wins {
            self.moves.pop();
        }
        found
    }
}

/// Returns the points where the side can make a four, the strongest class first.
fn moves(board: &Board, side: Stone) -> Vec<Coord> {
    let mut fours: Vec<Coord> = board.fours(side).iter().collect();
    if board.rules() == Rules::Renju && side == Stone::Black {
        let makes_four = |point: &Coord| {
            let shapes = board.shapes(side, *point);
            shapes.iter().any(|shape| shape.is_four())
        };
        fours.retain(makes_four);
    }
    fours.sort_by_key(|point| {
        let class = board.class(side, *point);
        let rank = match class {
            Class::Forbidden => 0,
            class => class as i32,
        };
        (-rank, -board.urgency(side, *point))
    });
    fours
}
