//! VCF, victory by continuous fours: a win in which every move makes a four, so that the opponent has one answer each time.

use std::collections::HashMap;

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::forbidden::{forbidden, why_forbidden};
use games::gomoku::Rules;
use games::stone::Stone;

/// The longest win that is looked for, in fours.
const LONGEST: usize = 120;

/// The moves of a win by fours alone, with the answers between them and five at the end, for the side that is to move
/// first; `None` where there is no such win, or none was found before `limit` fours were tried. The shortest is found.
///
/// ```
/// use mind::engine::gomoku::{Board, Rules, vcf::vcf};
/// use games::gomoku::Game;
/// use games::stone::Stone;
/// // Black has three in row 7, closed at one end, and two in column 8: a four and an open three at once.
/// let game = Game::from_record("5747670077e089e98aee").unwrap();
/// let board = Board::of_game(&game);
/// let win = vcf(&board, Stone::Black, 1000).unwrap();
/// let shown: Vec<String> = win.iter().map(|point| point.point().to_string()).collect();
/// assert_eq!(shown, ["87", "97", "88", "86", "8b"]);
/// ```
pub fn vcf(board: &Board, side: Stone, limit: u64) -> Option<Vec<Coord>> {
    vcf_counting(board, side, limit).0
}

/// The same, and how many fours were tried.
pub fn vcf_counting(board: &Board, side: Stone, limit: u64) -> (Option<Vec<Coord>>, u64) {
    vcf_until(board, side, limit, &|| false)
}

/// The same, given up when `stop` says so.
pub(super) fn vcf_until(
    board: &Board,
    side: Stone,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> (Option<Vec<Coord>>, u64) {
    let mut board = board.clone();
    board.set_to_move(side);
    let mut search = Fours {
        board,
        side,
        left: limit,
        stop,
        failed: HashMap::new(),
        moves: Vec::new(),
    };
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

/// What came of searching a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attack {
    Wins,
    /// There is no win, however many fours are allowed.
    Fails,
    /// There is none with this many fours.
    TooDeep,
}

struct Fours<'s> {
    board: Board,
    side: Stone,
    left: u64,
    stop: &'s dyn Fn() -> bool,
    /// The positions without a win, and with how many fours there was none.
    failed: HashMap<u64, usize>,
    moves: Vec<Coord>,
}

impl Fours<'_> {
    /// Can the side to move win with at most this many fours? If so, `moves` holds the moves of the win.
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

    /// The same after a four on this point.
    fn four(&mut self, four: Coord, most: usize) -> Attack {
        self.moves.push(four);
        self.board.play(four);
        let found = match self.board.find(self.side, Class::Five) {
            // A point that may be forbidden need not make a four.
            None => Attack::Fails,
            Some(answer) => self.answer(answer, most),
        };
        self.board.undo();
        if found != Attack::Wins {
            self.moves.pop();
        }
        found
    }

    /// The same after the answer; when two points need one, either will do.
    fn answer(&mut self, answer: Coord, most: usize) -> Attack {
        let two = self.board.count_of(self.side, Class::Five) > 1;
        let cannot = self.side == Stone::White && why_forbidden(&mut self.board, answer).is_some();
        if cannot {
            // Black has no permitted answer; the five comes whatever black plays.
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

/// The points where the side could make a four, those that do most besides first.
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
