//! What the learner of gomoku can do besides its book: where the book ends it plays as the engine does at a modest level. It has no weights
//! to train.
//!
//! It knows the freestyle rules: five or more in a row win, and nothing is forbidden.

use std::ops::Range;
use std::sync::LazyLock;

use chacha20::ChaCha12Rng;
use rand::seq::IteratorRandom;

use super::book::{Book, Fact};
use super::bytes::Bytes;
use super::line::{Line, Moves, Role};
use super::player::{LearnerOf, Skill};
use super::position::{Position, Set};
use super::search::{Effort, ValuedMove};
use super::weights::Start;
use crate::engine::gomoku::evaluation::Class;
use crate::engine::gomoku::search::WIN;
use crate::engine::gomoku::vcf::vcf;
use crate::engine::gomoku::{Board, Coord, Limits, Rules, Searcher};
use games::gomoku::five::{Points, has_five};
use games::gomoku::{Point, SIZE};
use games::stone::Stone;

const POINTS: u8 = (SIZE * SIZE) as u8;

/// What a won game is worth: as much as all 64 discs of Othello.
const WON: i32 = 64;

/// How many units of the engine's values make one hundredth of such a disc.
const FINE: i32 = 5;

/// How many positions are searched for a win by fours from a position of a game.
const FOURS: u64 = 5_000;

/// The size of the search's table in megabytes, small because it looks at few positions.
const MEGABYTES: usize = 1;

/// A position: the stones of the player to move and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    own: Points,
    opponent: Points,
}

/// The moves of a game.
pub fn moves(pieces: &[Point]) -> Moves {
    let squares = pieces.iter().map(|point| point.number(SIZE) as u8);
    Moves::from_squares(squares.collect())
}

/// The point of a move, if it is on the board.
pub fn point(number: u8) -> Option<Point> {
    let number = usize::from(number);
    (number < SIZE * SIZE).then(|| Point::of_number(number, SIZE))
}

/// Where each point goes when the board is turned and mirrored in the eight ways.
static SYMMETRIES: LazyLock<[[u8; SIZE * SIZE]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|way| {
        std::array::from_fn(|number| {
            let (mut row, mut col) = (number % SIZE, number / SIZE);
            if way & 1 != 0 {
                row = SIZE - 1 - row;
            }
            if way & 2 != 0 {
                col = SIZE - 1 - col;
            }
            if way & 4 != 0 {
                (row, col) = (col, row);
            }
            Point::new(row, col).number(SIZE) as u8
        })
    })
});

impl Stones {
    /// The position after these moves, or `None` when one is not on an empty point.
    pub fn after(moves: &Moves) -> Option<Stones> {
        let mut squares = moves.squares().iter();
        squares.try_fold(Stones::START, |stones, square| {
            Some(stones.next(*square)?.0)
        })
    }

    pub(crate) fn by_colour(self) -> [Points; 2] {
        match self.to_move() {
            Stone::Black => [self.own, self.opponent],
            Stone::White => [self.opponent, self.own],
        }
    }

    fn to_move(self) -> Stone {
        match count(self.own) == count(self.opponent) {
            true => Stone::Black,
            false => Stone::White,
        }
    }

    /// Has the player who moved last five in a row?
    fn is_lost(self) -> bool {
        has_five(self.opponent)
    }

    /// The position as the engine's board.
    fn board(self) -> Board {
        let mut board = Board::new(SIZE, Rules::Freestyle);
        for (stone, points) in [Stone::Black, Stone::White]
            .into_iter()
            .zip(self.by_colour())
        {
            points
                .squares()
                .for_each(|number| board.put(stone, place(number)));
        }
        board.set_to_move(self.to_move());
        board
    }
}

fn count(points: Points) -> u32 {
    points.iter().map(|word| word.count_ones()).sum()
}

/// The engine's point for a number.
fn place(number: u8) -> Coord {
    let number = usize::from(number);
    Coord::new(number % SIZE, number / SIZE)
}

/// The number that the moves of a game use for a point of the engine.
fn number(place: Coord) -> u8 {
    (place.col() * SIZE + place.row()) as u8
}

impl Position for Stones {
    type Set = Points;
    const SQUARES: u8 = POINTS;
    const EMPTIES: u32 = POINTS as u32;
    const ROOM: usize = 200_000;
    const START: Stones = Stones {
        own: Points::EMPTY,
        opponent: Points::EMPTY,
    };

    fn canonical(self) -> Stones {
        let turned = |points: Points, way: &[u8; SIZE * SIZE]| {
            let mut turned = Points::EMPTY;
            for number in points.squares() {
                turned.insert(way[usize::from(number)]);
            }
            turned
        };
        let ways = SYMMETRIES.iter().map(|way| Stones {
            own: turned(self.own, way),
            opponent: turned(self.opponent, way),
        });
        ways.min().unwrap_or(self)
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
        let after = Stones {
            own: self.opponent,
            opponent: own,
        };
        Some((after, true))
    }

    fn score(self) -> i32 {
        if self.is_lost() { -WON } else { 0 }
    }

    fn write(self, bytes: &mut Vec<u8>) {
        self.own.write(bytes);
        self.opponent.write(bytes);
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Stones> {
        let (own, opponent) = (Points::read(bytes)?, Points::read(bytes)?);
        let on_board = |points: Points| points.squares().all(|number| number < POINTS);
        let sound = on_board(own)
            && on_board(opponent)
            && opponent.without(own) == opponent
            && (0..=1).contains(&(count(opponent) as i32 - count(own) as i32));
        sound.then_some(Stones { own, opponent })
    }
}

/// The point where a level of the engine, 1 to 10, drops a stone; always the same. `None` when the game is over. Once `stop` says so, it
/// may be any point.
pub fn by_engine(stones: Stones, level: u32, stop: &dyn Fn() -> bool) -> Option<u8> {
    if stones.moves().is_empty() {
        return None;
    }
    let limits = Limits::level(level.clamp(1, 10) as usize);
    let mut searcher = Searcher::new(MEGABYTES);
    let report = searcher.search(&stones.board(), &limits, stop, &mut |_| ());
    Some(number(report.best))
}

/// A player of gomoku that learns.
pub type Learner = LearnerOf<ByEngine>;

/// The skill of playing as the engine does, which never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct ByEngine;

impl Skill for ByEngine {
    type Position = Stones;
    /// A level of the engine, from 1 to 10.
    type Rival = u32;
    const NAME: &'static str = "learner-gomoku";
    const VERSION: u8 = 1;
    const OPENING: Range<u32> = 1..5;

    /// There are no weights, so `start` does not matter.
    fn new(_start: Start) -> ByEngine {
        ByEngine
    }

    /// Plays as the engine does at the level given by the number of [plies](Effort::plies).
    fn choose(
        &self,
        stones: Stones,
        effort: Effort,
        _random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        by_engine(stones, effort.plies, stop)
    }

    /// The engine's choice among these moves. When it considers none of them, a random one, near the stones if possible.
    fn best(
        &self,
        stones: Stones,
        among: Points,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<ValuedMove> {
        const LIKELY: usize = 40;
        let board = stones.board();
        let limits = Limits {
            depth: effort.plies.min(3),
            nodes: 4_000 * u64::from(effort.plies),
        };
        let values = Searcher::new(MEGABYTES).values(&board, LIKELY, &limits, stop, &mut |_| ());
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
            // Of two fives the engine stops the one that it sees first, but the untried answer may be the other.
            let stops =
                |number: &u8| board.class(board.to_move().other(), place(*number)) == Class::Five;
            let chosen = among.squares().filter(stops).choose(random);
            let chosen = chosen.or_else(|| among.squares().filter(near).choose(random));
            let chosen = chosen.or_else(|| among.squares().choose(random));
            chosen.map(|square| ValuedMove {
                square,
                value: -WIN / FINE,
            })
        })
    }

    /// The winner's last positions that win by fours alone are proven won. If the learner has lost, it looks in each of its positions for
    /// the move to try next time.
    fn facts(
        &self,
        book: &Book<Stones>,
        line: &Line<Stones>,
        role: Role,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(usize, Fact)> {
        let mut facts = Vec::new();
        if line.result == 0 {
            return facts;
        }
        let mut wins = true;
        for (n, turn) in line.turns.iter().enumerate().rev() {
            if stop() {
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
                let found = self.best(turn.board, untried, effort, random, stop);
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

    fn write(&self, _bytes: &mut Vec<u8>) {}

    fn read(_bytes: &mut Bytes<'_>) -> Option<ByEngine> {
        Some(ByEngine)
    }
}
