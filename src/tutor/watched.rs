//! The algorithms of the original once more, with each step reported to a watcher. The tutor shows these steps; a test keeps the
//! algorithms equal to the original.

use crate::games::othello::Cell;
use crate::games::othello::rules::is_legal;
use crate::games::othello::{Dropped, Game};
use crate::games::stone::{Outcome, Stone};
use crate::original::{DIRECTIONS, Map};

/// One step of [`qp_change`], for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeStep {
    /// It turns to this direction, an index into [`DIRECTIONS`].
    Direction(usize),
    /// This many cells are left in the direction.
    Left(usize),
    /// They are fewer than two: nothing could be enclosed.
    Skip,
    /// It looks at a cell.
    Look(Cell),
    /// It stops looking: there is no further cell.
    Edge,
    /// It stops looking at an empty cell.
    Empty,
    /// It stops looking at a stone of its own, having walked over this many of the opponent's.
    Own(usize),
    /// It turns this stone over.
    Turn(Cell),
    /// It puts the dropped stone down.
    Put(Cell),
    /// It returns `yes`.
    Return(u8),
}

/// [`crate::original::qp_change`], each step told to `watch`.
pub fn qp_change(map: &mut Map, cell: Cell, t: usize, watch: &mut impl FnMut(ChangeStep)) -> u8 {
    let own = Stone::of_turn(t) as u8;
    let mut yes = 0;
    for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
        watch(ChangeStep::Direction(direction));
        let reach = left_in(cell.row, down).min(left_in(cell.col, right));
        watch(ChangeStep::Left(reach));
        if reach < 2 {
            watch(ChangeStep::Skip);
            continue;
        }
        let at = |i: usize| Cell {
            row: cell.row.wrapping_add_signed(down * i as isize),
            col: cell.col.wrapping_add_signed(right * i as isize),
        };
        let enclosed = look_along((1..=reach).map(at), map, own, watch);
        for i in 1..=enclosed {
            let Cell { row, col } = at(i);
            map[row][col] = own;
            watch(ChangeStep::Turn(at(i)));
            yes = 1;
        }
    }
    if yes == 1 {
        map[cell.row][cell.col] = own;
        watch(ChangeStep::Put(cell));
    }
    watch(ChangeStep::Return(yes));
    yes
}

/// Walks along the cells over the opponent's stones; how many it enclosed.
fn look_along(
    cells: impl Iterator<Item = Cell>,
    map: &Map,
    own: u8,
    watch: &mut impl FnMut(ChangeStep),
) -> usize {
    for (cell, walked) in cells.zip(0..) {
        watch(ChangeStep::Look(cell));
        match map[cell.row][cell.col] {
            0 => {
                watch(ChangeStep::Empty);
                return 0;
            }
            stone if stone == own => {
                watch(ChangeStep::Own(walked));
                return walked;
            }
            _ => {}
        }
    }
    watch(ChangeStep::Edge);
    0
}

/// How many cells there are from line `n` (a row or column) in a direction; a direction that stays in the line
/// does not limit.
fn left_in(n: usize, direction: isize) -> usize {
    match direction {
        1 => 7 - n,
        -1 => n,
        _ => 7,
    }
}

/// One step of [`do_score`], for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreStep {
    /// It comes to this row.
    Row(usize),
    /// It looks at a cell.
    Look(Cell),
    /// It counts the stone there for its player.
    Count(Stone),
}

/// [`crate::original::do_score`], each step told to `watch`.
pub fn do_score(map: &Map, watch: &mut impl FnMut(ScoreStep)) -> (usize, usize) {
    let (mut black, mut white) = (0, 0);
    for row in 0..8 {
        watch(ScoreStep::Row(row));
        for col in 0..8 {
            watch(ScoreStep::Look(Cell { row, col }));
            match map[row][col] {
                1 => {
                    black += 1;
                    watch(ScoreStep::Count(Stone::Black));
                }
                2 => {
                    white += 1;
                    watch(ScoreStep::Count(Stone::White));
                }
                _ => {}
            }
        }
    }
    (black, white)
}

/// One step of a try to drop a stone, for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryStep {
    /// It checks whether the stone is still at the start; the answer.
    AtStart(bool),
    /// It checks whether there is already a stone on the cell; the answer.
    Occupied(Cell, bool),
    /// It calls `QpChange`, which does this.
    QpChange(ChangeStep),
    /// It counts a failed try: the tries in this turn, and the empty cells that they must not exceed.
    Failed(usize, usize),
    /// They exceed them: the turn is lost.
    Lost,
}

/// One step of the question whether the game is over, for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndStep {
    /// It asks whether this player can move.
    Player(Stone),
    /// It tries an empty cell; would anything turn over?
    Try(Cell, bool),
    /// It has the scores counted: black's and white's.
    Score(usize, usize),
    /// How the game ended, or `None` when it goes on.
    Over(Option<Outcome>),
}

/// The player to move tries to drop a stone on the cell, or on the start where there is none; each step is told to `watch`.
pub fn try_to_drop(game: &mut Game, cell: Option<Cell>, watch: &mut impl FnMut(TryStep)) {
    watch(TryStep::AtStart(cell.is_none()));
    let Some(cell) = cell else {
        return;
    };
    let mut map = *game.map();
    let occupied = map[cell.row][cell.col] != 0;
    watch(TryStep::Occupied(cell, occupied));
    if occupied {
        return;
    }
    qp_change(&mut map, cell, game.t(), &mut |step| {
        watch(TryStep::QpChange(step));
    });
    let (tries, allowed) = (game.tries() + 1, game.tries_allowed());
    match game.drop(cell) {
        Dropped::Failed => watch(TryStep::Failed(tries, allowed)),
        Dropped::Passed => {
            watch(TryStep::Failed(tries, allowed));
            watch(TryStep::Lost);
        }
        Dropped::Occupied | Dropped::Flipped(_) => {}
    }
}

/// Is the game over? Each step is told to `watch`.
pub fn outcome(game: &Game, watch: &mut impl FnMut(EndStep)) -> Option<Outcome> {
    let mut is_stuck = |stone: Stone| {
        watch(EndStep::Player(stone));
        let map = game.map();
        !Cell::all()
            .filter(|cell| map[cell.row][cell.col] == 0)
            .any(|cell| {
                let legal = is_legal(map, cell, stone as usize);
                watch(EndStep::Try(cell, legal));
                legal
            })
    };
    let over = is_stuck(Stone::Black) && is_stuck(Stone::White);
    if over {
        let (black, white) = crate::original::do_score(game.map());
        watch(EndStep::Score(black, white));
    }
    let outcome = game.outcome();
    watch(EndStep::Over(outcome));
    outcome
}
