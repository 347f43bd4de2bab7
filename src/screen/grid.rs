//! The geometry of a board on the screen.

use turbo::dos::Key;

/// The layout of a square board in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The centre of the upper left place.
    pub first: (i32, i32),
    /// The distance between neighbouring places.
    pub pitch: i32,
    /// The number of rows, which equals the number of columns.
    pub size: usize,
}

impl Grid {
    /// Returns the starting position of a new stone in the DOS program: above the first place, outside the
    /// board.
    pub fn start(&self) -> (i32, i32) {
        (self.first.0, self.first.1 - self.pitch)
    }

    pub fn centre(&self, row: usize, col: usize) -> (i32, i32) {
        let along = |first, n: usize| first + self.pitch * n as i32;
        (along(self.first.0, col), along(self.first.1, row))
    }

    /// Returns the row and column of the place with its centre at (x,y), or `None` at the starting position.
    /// The C program computes `(y-120)/40` and `(x-120)/40`.
    pub fn place(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let along = |first, at: i32| usize::try_from((at - first) / self.pitch).ok();
        match (x, y) == self.start() {
            true => None,
            false => Some((along(self.first.1, y)?, along(self.first.0, x)?)),
        }
    }

    /// Returns true if (x,y) is the starting position or the centre of a place.
    pub fn has(&self, (x, y): (i32, i32)) -> bool {
        let on_board = |(row, col)| row < self.size && col < self.size && self.centre(row, col) == (x, y);
        (x, y) == self.start() || self.place(x, y).is_some_and(on_board)
    }

    /// Moves a stone from (x,y) by an arrow key. It cannot leave the board, and only Down moves it from the
    /// starting position onto the board.
    pub fn step(&self, (x, y): (i32, i32), key: Key) -> (i32, i32) {
        let (dx, dy) = match key {
            Key::Up => (0, -1),
            Key::Down => (0, 1),
            Key::Left => (-1, 0),
            Key::Right => (1, 0),
            _ => (0, 0),
        };
        let to = (x + dx * self.pitch, y + dy * self.pitch);
        let last = self.centre(self.size - 1, self.size - 1);
        let on_board = (self.first.0..=last.0).contains(&to.0) && (self.first.1..=last.1).contains(&to.1);
        if on_board { to } else { (x, y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Grid = Grid { first: (120, 120), pitch: 40, size: 8 };

    #[test]
    fn only_down_moves_a_stone_from_the_start() {
        let start = BOARD.start();
        assert_eq!(start, (120, 80));
        assert_eq!(BOARD.place(120, 80), None);
        for key in [Key::Up, Key::Left, Key::Right, Key::Enter] {
            assert_eq!(BOARD.step(start, key), start, "{key}");
        }
        assert_eq!(BOARD.step(start, Key::Down), (120, 120));
    }

    #[test]
    fn arrows_move_one_place_and_stay_on_the_board() {
        for row in 0..8_usize {
            for col in 0..8_usize {
                let at = BOARD.centre(row, col);
                assert_eq!(BOARD.place(at.0, at.1), Some((row, col)));
                for (key, r, c) in [
                    (Key::Up, row.saturating_sub(1), col),
                    (Key::Down, (row + 1).min(7), col),
                    (Key::Left, row, col.saturating_sub(1)),
                    (Key::Right, row, (col + 1).min(7)),
                ] {
                    assert_eq!(BOARD.step(at, key), BOARD.centre(r, c), "{key} at {at:?}");
                }
            }
        }
    }
}
