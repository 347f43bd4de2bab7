//! The engine's board, which keeps the shapes of every empty point up to date.
//!
//! A stone changes only the points within reach on its four lines, so a move costs about thirty table
//! lookups. Undoing a move restores the saved states.

use std::sync::Arc;

use super::coord::{Coord, Coords};
use super::evaluation::{self, Class};
use super::network::Network;
use super::pattern::{self, Pairs, Shape};
use super::tables::{self, Packed, Tables};
pub use games::gomoku::LARGEST;
use games::gomoku::{Game, Rules, write_board};
use games::stone::Stone;

const POINTS: usize = LARGEST * LARGEST;

/// The number of points added beyond each end of a line, so that a window always fits on the line.
const MARGIN: usize = 5;

/// The state of an empty point. A point with a stone has [`NO_STATE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointState {
    /// The [`Pairs`] as one number, with the first line in the lowest byte. A single number avoids a stall of
    /// the processor, which occurs when one byte is written and all four are read right after.
    pairs: u32,
    class: [Class; 2],
}

impl PointState {
    #[inline(always)]
    pub(crate) fn pairs(self) -> Pairs {
        self.pairs.to_le_bytes()
    }
}

/// A point that a stone changed, and its state before the change.
pub(super) type PointChange = (Coord, PointState);

const NO_STATE: PointState = PointState { pairs: 0, class: [Class::Quiet; 2] };

/// The state of the board as a whole. The arrays are indexed by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    /// The number of points of each [`Class`].
    count: [[u16; 8]; 2],
    /// The points for which [`Class::is_four`] holds.
    fours: [Coords; 2],
    hash: u64,
    winner: Option<Stone>,
}

impl Totals {
    /// Adds a point's state to the totals if `by` is 1, or subtracts it if `by` is -1.
    fn adjust(&mut self, point: Coord, cell: PointState, by: i16) {
        for (side, class) in cell.class.into_iter().enumerate() {
            let count = &mut self.count[side][class as usize];
            *count = count.wrapping_add_signed(by);
            match (class.is_four(), by) {
                (true, 1) => self.fours[side].insert(point),
                (true, _) => self.fours[side].remove(point),
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn change(&mut self, side: usize, point: Coord, was: Class, is: Class) {
        self.count[side][was as usize] -= 1;
        self.count[side][is as usize] += 1;
        match (was.is_four(), is.is_four()) {
            (false, true) => self.fours[side].insert(point),
            (true, false) => self.fours[side].remove(point),
            _ => {}
        }
    }
}

#[derive(Clone)]
struct Undo {
    point: Coord,
    totals: Totals,
    changed: usize,
}

/// A position with the state of every point, and the moves that led to it.
#[derive(Clone)]
pub struct Board {
    size: usize,
    rules: Rules,
    tables: Arc<Tables>,
    to_move: Stone,
    stones: [Option<Stone>; POINTS],
    cells: [PointState; POINTS],
    /// The lines in each direction, with two bits for each point as in [`pattern::pairs`].
    lines: [[u64; 2 * LARGEST - 1]; 4],
    /// The rows, with a bit for each stone, shifted by [`MARGIN`].
    occupied: [u32; LARGEST],
    totals: Totals,
    history: Vec<Undo>,
    before: Vec<PointChange>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:?}, {} to move", self.rules, self.to_move)?;
        write!(f, "{self}")
    }
}

fn index_of(side: Stone) -> usize {
    side as usize - 1
}

/// The distances between the indices of neighbours on the four lines: right, down, down to the right, up to
/// the right.
const STEPS: [isize; 4] = [1, LARGEST as isize, LARGEST as isize + 1, 1 - LARGEST as isize];

impl Board {
    /// Creates an empty board of `size` x `size` points with black to move.
    ///
    /// # Panics
    /// If the size is not from 5 to 20.
    pub fn new(size: usize, rules: Rules) -> Board {
        Board::with_tables(size, rules, tables::of(rules))
    }

    /// Creates a board that uses weights other than the bundled ones.
    pub fn with_tables(size: usize, rules: Rules, tables: Arc<Tables>) -> Board {
        assert!((5..=LARGEST).contains(&size), "no board of size {size}");
        let mut board = Board {
            size,
            rules,
            tables,
            to_move: Stone::Black,
            stones: [None; POINTS],
            cells: [NO_STATE; POINTS],
            lines: [[u64::MAX; 2 * LARGEST - 1]; 4],
            occupied: [0; LARGEST],
            totals: Totals::default(),
            history: Vec::new(),
            before: Vec::new(),
        };
        for point in board.points() {
            for line in 0..4 {
                let (id, at) = on_line(point, line);
                board.lines[line][id] &= !(3 << (2 * (at + MARGIN)));
            }
        }
        for point in board.points() {
            let cell = board.compute(point);
            board.totals.adjust(point, cell, 1);
            board.cells[point.index()] = cell;
        }
        board
    }

    pub fn of_game(game: &Game) -> Board {
        let mut board = Board::new(game.size(), game.setup().rules());
        board.set_to_move(game.setup().first());
        for point in game.pieces() {
            board.play(Coord::from(*point));
        }
        board
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn to_move(&self) -> Stone {
        self.to_move
    }

    pub fn set_to_move(&mut self, side: Stone) {
        self.to_move = side;
    }

    pub fn count(&self) -> usize {
        self.history.len()
    }

    pub fn is_full(&self) -> bool {
        self.count() == self.size * self.size
    }

    /// The points of the board, row by row.
    pub fn points(&self) -> impl Iterator<Item = Coord> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |col| Coord::new(row, col)))
    }

    pub fn has(&self, point: Coord) -> bool {
        point.row() < self.size && point.col() < self.size
    }

    pub fn stone_at(&self, point: Coord) -> Option<Stone> {
        self.stones[point.index()]
    }

    /// The side that made five first, or `None` if neither side has.
    pub fn winner(&self) -> Option<Stone> {
        self.totals.winner
    }

    pub(crate) fn last(&self) -> Option<Coord> {
        self.history.last().map(|undo| undo.point)
    }

    /// Returns the larger of the row and column distances from a point to the stone played `moves_ago` moves
    /// before the last one, or 0 if there is no such stone.
    pub(super) fn distance(&self, point: Coord, moves_ago: usize) -> usize {
        let stone = self.history.iter().rev().nth(moves_ago);
        stone.map_or(0, |undo| {
            let rows = undo.point.row().abs_diff(point.row());
            rows.max(undo.point.col().abs_diff(point.col()))
        })
    }

    /// The shapes that a stone of the side would make on an empty point along the four lines: the row, the
    /// column, down to the right, and up to the right. All are dead if the point is occupied.
    pub fn shapes(&self, side: Stone, point: Coord) -> [Shape; 4] {
        tables::unpack(tables::packed(self.pairs(point), index_of(side)))
    }

    pub fn class(&self, side: Stone, point: Coord) -> Class {
        self.cells[point.index()].class[index_of(side)]
    }

    /// Returns true if a stone on this point would make a four, but no three on another line that could
    /// become another four.
    pub(super) fn is_lone_four(&self, side: Stone, point: Coord) -> bool {
        let continues = |shape: &Shape| *shape >= Shape::Three && !shape.is_four();
        self.class(side, point) == Class::Four && !self.shapes(side, point).iter().any(continues)
    }

    pub fn count_of(&self, side: Stone, class: Class) -> usize {
        usize::from(self.totals.count[index_of(side)][class as usize])
    }

    /// The points where [`Class::is_four`] holds for the side.
    pub(super) fn fours(&self, side: Stone) -> Coords {
        self.totals.fours[index_of(side)]
    }

    pub(super) fn find(&self, side: Stone, class: Class) -> Option<Coord> {
        match class.is_four() {
            true => self.fours(side).iter().find(|point| self.class(side, *point) == class),
            false => self.points().find(|point| self.class(side, *point) == class),
        }
    }

    /// Finds a point where a stone of the side makes two threats. The other side cannot stop both, because it
    /// has no four of its own. In renju this never finds a point for black, whose threes may not count.
    pub fn two_threats(&self, side: Stone) -> Option<Coord> {
        let sure = side == Stone::White || self.rules != Rules::Renju;
        if !sure || !self.fours(side.other()).is_empty() {
            return None;
        }
        [Class::FourThree, Class::DoubleThree]
            .into_iter()
            .find(|class| self.count_of(side, *class) > 0)
            .and_then(|class| self.find(side, class))
    }

    /// The shapes of both sides on the four lines through an empty point.
    pub fn pairs(&self, point: Coord) -> Pairs {
        self.cells[point.index()].pairs()
    }

    /// Returns the state changes made by the stones after the first `from` up to the first `to`, and those
    /// made by later stones.
    pub(super) fn changed(&self, from: usize, to: usize) -> [&[PointChange]; 2] {
        let begin = |stones: usize| {
            let next = self.history.get(stones);
            next.map_or(self.before.len(), |undo| undo.changed)
        };
        [&self.before[begin(from)..begin(to)], &self.before[begin(to)..]]
    }

    pub fn network(&self, side: Stone) -> &Network {
        &self.tables.networks[index_of(side)]
    }

    /// The threats of both sides, for the given side to move; see `evaluation::threats`.
    pub fn threats(&self, mover: Stone) -> usize {
        evaluation::threats(|own, class| {
            let side = if own { mover } else { mover.other() };
            self.count_of(side, class) > 0
        })
    }

    /// The policy of a point; see [`Network::policy`].
    pub fn urgency(&self, side: Stone, point: Coord) -> i32 {
        self.network(side).policy(self.pairs(point))
    }

    /// A hash of the stones and the side to move.
    pub(super) fn hash(&self) -> u64 {
        match self.to_move {
            Stone::Black => self.totals.hash,
            Stone::White => !self.totals.hash,
        }
    }

    /// The hash of the first `stones` stones, regardless of the side to move.
    pub(super) fn hash_at(&self, stones: usize) -> u64 {
        let next = self.history.get(stones);
        next.map_or(self.totals.hash, |undo| undo.totals.hash)
    }

    pub(super) fn hash_after(&self, point: Coord) -> u64 {
        let hash = self.totals.hash ^ key(self.to_move, point);
        match self.to_move {
            Stone::Black => !hash,
            Stone::White => hash,
        }
    }

    /// Returns the point `steps` points farther along one of the four lines, or `None` if it is outside the
    /// board.
    pub fn step(&self, point: Coord, line: usize, steps: isize) -> Option<Coord> {
        let (down, right) = [(0, 1), (1, 0), (1, 1), (-1, 1)][line];
        let row = point.row().checked_add_signed(down * steps)?;
        let col = point.col().checked_add_signed(right * steps)?;
        (row < self.size && col < self.size).then(|| Coord::new(row, col))
    }

    /// Plays a move for the side to move.
    ///
    /// # Panics
    /// If the point is not empty or not on the board.
    pub fn play(&mut self, point: Coord) {
        let side = self.to_move;
        self.put(side, point);
        self.to_move = side.other();
    }

    /// Takes back the last move. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let taken = self.take();
        if taken {
            self.to_move = self.to_move.other();
        }
        taken
    }

    /// Places a stone on an empty point without changing the side to move.
    ///
    /// # Panics
    /// If the point is not empty or not on the board.
    pub fn put(&mut self, side: Stone, point: Coord) {
        assert!(self.has(point), "{point:?} is outside the board");
        assert!(self.stone_at(point).is_none(), "{point:?} has a stone");
        self.history.push(Undo { point, totals: self.totals, changed: self.before.len() });
        let cell = self.cells[point.index()];
        self.before.push((point, cell));
        self.totals.adjust(point, cell, -1);
        self.cells[point.index()] = NO_STATE;
        if cell.class[index_of(side)] == Class::Five {
            self.totals.winner = self.totals.winner.or(Some(side));
        }
        self.totals.hash ^= key(side, point);
        self.stones[point.index()] = Some(side);
        self.occupied[point.row()] |= 1 << (point.col() + MARGIN);
        match self.rules {
            Rules::Freestyle => self.update::<4>(side, point),
            Rules::Standard | Rules::Renju => self.update::<5>(side, point),
        }
    }

    /// Removes the last stone without changing the side to move. Returns false if there is none.
    pub fn take(&mut self) -> bool {
        let Some(undo) = self.history.pop() else {
            return false;
        };
        let point = undo.point;
        for (point, cell) in self.before.drain(undo.changed..) {
            self.cells[point.index()] = cell;
        }
        self.totals = undo.totals;
        self.stones[point.index()] = None;
        self.occupied[point.row()] &= !(1 << (point.col() + MARGIN));
        for line in 0..4 {
            let (id, at) = on_line(point, line);
            self.lines[line][id] &= !(3 << (2 * (at + MARGIN)));
        }
        true
    }

    /// Adds the stone to its four lines, and updates the points around it.
    fn update<const RADIUS: usize>(&mut self, side: Stone, point: Coord) {
        for (line, step_of_line) in STEPS.into_iter().enumerate() {
            let (id, at) = on_line(point, line);
            let middle = at + MARGIN;
            self.lines[line][id] |= (side as u64) << (2 * middle);
            let bits = self.lines[line][id];
            for near in middle - RADIUS..=middle + RADIUS {
                if bits >> (2 * near) & 3 != 0 {
                    continue;
                }
                let pair = u32::from(self.tables.pairs[window(bits, near, RADIUS)]);
                let steps = near as isize - middle as isize;
                let near = Coord::of_index((point.index() as isize + steps * step_of_line) as usize);
                let old = self.cells[near.index()];
                let at = 8 * line;
                if pair == old.pairs >> at & 0xff {
                    continue;
                }
                self.before.push((near, old));
                let new = self.cell(old.pairs & !(0xff << at) | pair << at);
                for side in 0..2 {
                    if new.class[side] != old.class[side] {
                        let (was, is) = (old.class[side], new.class[side]);
                        self.totals.change(side, near, was, is);
                    }
                }
                self.cells[near.index()] = new;
            }
        }
    }

    #[inline(always)]
    fn cell(&self, pairs: u32) -> PointState {
        let class = |side: usize| {
            let packed: Packed = tables::packed(pairs.to_le_bytes(), side);
            self.tables.classes[side][usize::from(packed)]
        };
        PointState { pairs, class: [class(0), class(1)] }
    }

    /// Computes the state of a point from the stones on its lines.
    fn compute(&self, point: Coord) -> PointState {
        if self.stone_at(point).is_some() {
            return NO_STATE;
        }
        let mut pairs = [0; 4];
        for (line, pair) in pairs.iter_mut().enumerate() {
            let (id, at) = on_line(point, line);
            let index = window(self.lines[line][id], at + MARGIN, pattern::radius(self.rules));
            *pair = self.tables.pairs[index];
        }
        self.cell(u32::from_le_bytes(pairs))
    }

    /// Compares the state that moves update with the state computed from the stones.
    ///
    /// # Panics
    /// If they differ.
    pub fn assert_up_to_date(&self) {
        let mut totals = Totals { winner: self.winner(), ..Totals::default() };
        for point in self.points() {
            let stone = self.stone_at(point);
            for line in 0..4 {
                let (id, at) = on_line(point, line);
                let bits = self.lines[line][id] >> (2 * (at + MARGIN)) & 3;
                assert_eq!(bits, stone.map_or(0, |side| side as u64), "{point:?}");
            }
            let occupied = self.occupied[point.row()] >> (point.col() + MARGIN) & 1 == 1;
            assert_eq!(occupied, stone.is_some(), "{point:?} of\n{self}");
            let found = self.compute(point);
            assert_eq!(self.cells[point.index()], found, "{point:?} of\n{self}");
            match stone {
                Some(side) => totals.hash ^= key(side, point),
                None => totals.adjust(point, found, 1),
            }
        }
        assert_eq!(self.totals, totals, "{self}");
    }

    /// The empty points within two rows and columns of a stone, or exactly three points away from a stone
    /// along a line.
    pub fn near_stones(&self) -> Coords {
        let rows = &self.occupied[..self.size];
        let row = |n: Option<usize>| n.and_then(|n| rows.get(n)).copied().unwrap_or(0);
        let on_board = ((1u32 << self.size) - 1) << MARGIN;
        let mut near = Coords::default();
        for n in 0..self.size {
            let here = row(Some(n));
            let close =
                here | row(n.checked_sub(1)) | row(Some(n + 1)) | row(n.checked_sub(2)) | row(Some(n + 2));
            let far = here | row(n.checked_sub(3)) | row(Some(n + 3));
            let mut spread = close | close << 1 | close << 2 | close >> 1 | close >> 2;
            spread |= far << 3 | far >> 3 | far;
            let mut empty = spread & on_board & !here;
            while empty != 0 {
                near.insert(Coord::new(n, empty.trailing_zeros() as usize - MARGIN));
                empty &= empty - 1;
            }
        }
        near
    }

    /// The points that a move should be chosen from: if the opponent could make an open four, the defences
    /// against it and the player's own fours; otherwise all points [near stones](Board::near_stones).
    pub fn candidates(&self) -> Coords {
        let (me, you) = (self.to_move, self.to_move.other());
        match self.count_of(you, Class::OpenFour) {
            0 => self.near_stones(),
            _ => self.fours(me).union(self.fours(you)),
        }
    }
}

/// Returns the index in [`pattern::pairs`] for the window around a point of a line.
#[inline]
fn window(bits: u64, middle: usize, radius: usize) -> usize {
    let side = (1 << (2 * radius)) - 1;
    let seen = bits >> (2 * (middle - radius));
    let (before, after) = (seen & side, seen >> (2 * radius + 2) & side);
    (before | after << (2 * radius)) as usize
}

/// Returns the index of the line through a point in this direction, and the point's position on the line.
#[inline]
fn on_line(point: Coord, line: usize) -> (usize, usize) {
    let (row, col) = (point.row(), point.col());
    match line {
        0 => (row, col),
        1 => (col, row),
        2 => (row + LARGEST - 1 - col, col),
        _ => (row + col, col),
    }
}

/// The hash key of a stone: the SplitMix64 output for the stone's number.
fn key(side: Stone, point: Coord) -> u64 {
    let number = (2 * point.index() + index_of(side) + 1) as u64;
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Writes the board as rows of `.`, `X` and `O`.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_board(f, self.size, |point| self.stone_at(point.into()))
    }
}
