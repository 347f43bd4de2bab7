//! The gomoku learner's skill. Outside the book, it plays like the engine at a modest level. It has no
//! weights.
//!
//! The learner plays by the freestyle rules: five or more in a row win, and no point is forbidden.

use std::ops::Range;
use std::sync::LazyLock;

use chacha20::ChaCha12Rng;
use rand::seq::IteratorRandom;

use super::book::{Book, Fact};
use super::player::{LearnerOf, Skill};
use super::position::{Line, Moves, Position, Role, Set};
use super::search::{SearchContext, ValuedMove};
use super::weights::Start;
use crate::bytes::{Bytes, Encoded};
use crate::engine::gomoku::evaluation::Class;
use crate::engine::gomoku::search::WIN;
use crate::engine::gomoku::vcf::vcf;
use crate::engine::gomoku::{Board, Coord, Limits, Rules, Searcher};
use crate::engine::symmetry::Symmetry;
use games::gomoku::five::{Points, has_five};
use games::gomoku::{Point, SIZE};
use games::stone::Stone;

const POINTS: u8 = (SIZE * SIZE) as u8;

/// The value of a win. It corresponds to all 64 discs of Othello.
const WON: i32 = 64;

/// The number of units of the engine's value that correspond to a hundredth of a disc.
const FINE: i32 = 5;

/// The node limit of a search for a win by fours.
const FOURS: u64 = 5_000;

/// The size of the search's transposition table. It is small because the searches are short.
const MEGABYTES: usize = 1;

/// A position of gomoku from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    own: Points,
    opponent: Points,
}

/// Converts the points of a game to moves.
pub fn moves(pieces: &[Point]) -> Moves {
    let squares = pieces.iter().map(|point| point.number(SIZE) as u8);
    Moves::from_squares(squares.collect())
}

/// Returns the point that a move's number denotes, or `None` if the point is outside the board.
pub fn point(number: u8) -> Option<Point> {
    let number = usize::from(number);
    (number < SIZE * SIZE).then(|| Point::of_number(number, SIZE))
}

/// The image of each point under the eight symmetries.
static SYMMETRIES: LazyLock<[[u8; SIZE * SIZE]; 8]> = LazyLock::new(|| {
    Symmetry::all(SIZE).map(|symmetry| {
        std::array::from_fn(|number| {
            let (row, col) = symmetry.image((number % SIZE, number / SIZE));
            Point::new(row, col).number(SIZE) as u8
        })
    })
});

impl Stones {
    /// Returns the position after these moves, or `None` if a move is illegal.
    pub fn after(moves: &Moves) -> Option<Stones> {
        let mut squares = moves.squares().iter();
        squares.try_fold(Stones::START, |stones, square| Some(stones.next(*square)?.0))
    }

    fn to_move(self) -> Stone {
        match count(self.own) == count(self.opponent) {
            true => Stone::Black,
            false => Stone::White,
        }
    }

    /// Returns true if the opponent has five in a row.
    fn is_lost(self) -> bool {
        has_five(self.opponent)
    }

    fn board(self) -> Board {
        let mut board = Board::new(SIZE, Rules::Freestyle);
        let side = self.to_move();
        let mut stones = [(side, self.own), (side.other(), self.opponent)];
        // The engine's choice among equal moves depends on the order: black's stones come first.
        stones.sort_by_key(|(stone, _)| *stone as u8);
        for (stone, points) in stones {
            points.squares().for_each(|number| board.put(stone, coord(number)));
        }
        board.set_to_move(side);
        board
    }
}

fn count(points: Points) -> u32 {
    points.iter().map(|word| word.count_ones()).sum()
}

fn coord(number: u8) -> Coord {
    let number = usize::from(number);
    Coord::new(number % SIZE, number / SIZE)
}

fn number(coord: Coord) -> u8 {
    (coord.col() * SIZE + coord.row()) as u8
}

impl Position for Stones {
    type Set = Points;
    const SQUARES: u8 = POINTS;
    const EMPTIES: u32 = POINTS as u32;
    const ROOM: usize = 200_000;
    const START: Stones = Stones { own: Points::EMPTY, opponent: Points::EMPTY };

    fn canonical(self) -> Stones {
        let image = |points: Points, images: &[u8; SIZE * SIZE]| {
            let mut image = Points::EMPTY;
            for number in points.squares() {
                image.insert(images[usize::from(number)]);
            }
            image
        };
        let symmetries = SYMMETRIES
            .iter()
            .map(|images| Stones { own: image(self.own, images), opponent: image(self.opponent, images) });
        symmetries.min().unwrap_or(self)
    }

    fn empties(self) -> u32 {
        u32::from(POINTS) - count(self.own) - count(self.opponent)
    }

    fn moves(self) -> Points {
        let mut moves = Points::EMPTY;
        if !self.is_lost() {
            (0..POINTS).for_each(|number| moves.insert(number));
        }
        moves.without(self.own).without(self.opponent)
    }

    fn next(self, square: u8) -> Option<(Stones, bool)> {
        let taken = square >= POINTS || self.own.has(square) || self.opponent.has(square);
        if taken {
            return None;
        }
        let mut own = self.own;
        own.insert(square);
        let after = Stones { own: self.opponent, opponent: own };
        Some((after, true))
    }

    fn score(self) -> i32 {
        if self.is_lost() { -WON } else { 0 }
    }
}

impl Encoded for Stones {
    fn write(&self, bytes: &mut Vec<u8>) {
        [self.own, self.opponent].write(bytes);
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Stones> {
        let [own, opponent]: [Points; 2] = bytes.read()?;
        let on_board = |points: Points| points.squares().all(|number| number < POINTS);
        let sound = on_board(own)
            && on_board(opponent)
            && opponent.without(own) == opponent
            && (0..=1).contains(&(count(opponent) as i32 - count(own) as i32));
        sound.then_some(Stones { own, opponent })
    }
}

/// Returns the engine's move at a level from 1 to 10, or `None` if the game is over. The same position and
/// level always give the same move. Once `stop` returns true, the result may be any move.
pub fn by_engine(stones: Stones, level: u32, stop: &dyn Fn() -> bool) -> Option<u8> {
    if stones.moves().is_empty() {
        return None;
    }
    let limits = Limits::level(level.clamp(1, 10) as usize);
    let mut searcher = Searcher::new(MEGABYTES);
    let report = searcher.search(&stones.board(), &limits, stop, &mut |_| ());
    Some(number(report.best))
}

pub type Learner = LearnerOf<ByEngine>;

/// A skill that plays like the engine and never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct ByEngine;

impl Encoded for ByEngine {
    fn write(&self, _bytes: &mut Vec<u8>) {}

    fn read(_bytes: &mut Bytes<'_>) -> Option<ByEngine> {
        Some(ByEngine)
    }
}

impl Skill for ByEngine {
    type Position = Stones;
    /// A rival's level, from 1 to 10. The rivals are levels of the engine.
    type Rival = u32;
    const NAME: &'static str = "learner-gomoku";
    const VERSION: u8 = 1;
    const OPENING: Range<u32> = 1..5;

    fn new(_start: Start) -> ByEngine {
        ByEngine
    }

    /// Plays like the engine at the level given by [plies](super::Effort::plies).
    fn choose(&self, stones: Stones, context: &mut SearchContext<'_>) -> Option<u8> {
        by_engine(stones, context.effort.plies, context.stop)
    }

    /// Finds the move that the engine prefers among these. If the engine considers none of them, chooses one
    /// at random, near the stones if possible.
    fn best(
        &self,
        stones: Stones,
        among: Points,
        SearchContext { effort, random, stop }: &mut SearchContext<'_>,
    ) -> Option<ValuedMove> {
        const LIKELY: usize = 40;
        let board = stones.board();
        let limits = Limits { depth: effort.plies.min(3), nodes: 4_000 * u64::from(effort.plies) };
        let values = Searcher::new(MEGABYTES).values(&board, LIKELY, &limits, *stop, &mut |_| ());
        let mut values = values.into_iter().map(|report| ValuedMove {
            square: number(report.best),
            value: (report.value / FINE).clamp(-WIN / FINE, WIN / FINE),
        });
        let found = values.find(|found| among.has(found.square));
        found.or_else(|| {
            let near = |number: &u8| {
                let (row, col) = (usize::from(number % 15), usize::from(number / 15));
                let mut stones = stones.own.squares().chain(stones.opponent.squares());
                stones.any(|other| {
                    let far = |one: usize, other: u8| one.abs_diff(usize::from(other)) > 2;
                    !far(row, other % 15) && !far(col, other / 15)
                })
            };
            // The engine blocks the first five that it sees, but only another one may be untried, so choose
            // among all blocking moves.
            let blocks = |number: &u8| board.class(board.to_move().other(), coord(*number)) == Class::Five;
            let chosen = among.squares().filter(blocks).choose(*random);
            let chosen = chosen.or_else(|| among.squares().filter(near).choose(*random));
            let chosen = chosen.or_else(|| among.squares().choose(*random));
            chosen.map(|square| ValuedMove { square, value: -WIN / FINE })
        })
    }

    /// Proves that the winner's positions are won, from the last one backwards, as long as the winner wins by
    /// fours alone. If the learner lost, searches each of its positions for the move to try next time.
    fn facts(
        &self,
        book: &Book<Stones>,
        line: &Line<Stones>,
        role: Role,
        context: &mut SearchContext<'_>,
    ) -> Vec<(usize, Fact)> {
        let mut facts = Vec::new();
        if line.result == 0 {
            return facts;
        }
        let mut wins = true;
        for (n, turn) in line.turns.iter().enumerate().rev() {
            if (context.stop)() {
                break;
            }
            let winner = turn.side * line.result > 0;
            if winner && wins {
                let board = turn.board.board();
                wins = vcf(&board, board.to_move(), FOURS).is_some();
                if wins {
                    facts.push((n, Fact::Solved(WON as i8)));
                }
            }
            if !winner && role.plays(turn.side) {
                let untried = book.untried_beside(turn);
                let found = self.best(turn.board, untried, context);
                facts.extend(found.map(|found| (n, Fact::Alternative(found))));
            }
        }
        facts
    }

    fn opening_move(stones: Stones, random: &mut ChaCha12Rng) -> Option<u8> {
        let near = |n: u8| (5..10).contains(&n);
        let central = |number: &u8| near(number % 15) && near(number / 15);
        stones.moves().squares().filter(central).choose(random)
    }

    fn rival_move(level: u32, stones: Stones, _random: &mut ChaCha12Rng) -> Option<u8> {
        by_engine(stones, level, &|| false)
    }
}
