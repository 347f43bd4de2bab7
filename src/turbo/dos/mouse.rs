//! The mouse: its states, and the queue of unread states.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Screen;
use super::bgi::{HEIGHT, WIDTH};

/// The position of the mouse on the screen of 640x480 pixels, and its pressed buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mouse {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// The sum of the pressed buttons: 1 for left, 2 for right, 4 for middle.
    pub buttons: u8,
}

impl Mouse {
    /// Parses mouse events of a script: `Move@X,Y`, `Drag@X,Y` with the left button held, `Click@X,Y`,
    /// `Right@X,Y` for the right button, and `Mouse@X,Y,BUTTONS`.
    pub(crate) fn from_name(name: &str) -> Option<Vec<Mouse>> {
        let (kind, numbers) = name.split_once('@')?;
        let numbers = numbers.split(',').map(|n| n.parse::<u16>().ok()).collect::<Option<Vec<_>>>()?;
        let (x, y, buttons) = match (&*kind.to_ascii_lowercase(), &numbers[..]) {
            ("move", &[x, y]) => (x, y, vec![0]),
            ("drag", &[x, y]) => (x, y, vec![1]),
            ("click", &[x, y]) => (x, y, vec![1, 0]),
            ("right", &[x, y]) => (x, y, vec![2, 0]),
            ("mouse", &[x, y, buttons]) => (x, y, vec![buttons as u8 & 7]),
            _ => return None,
        };
        let is_inside = i32::from(x) < WIDTH && i32::from(y) < HEIGHT;
        is_inside.then(|| buttons.into_iter().map(|buttons| Mouse { x, y, buttons }).collect())
    }
}

/// The time for which a program counts as using the mouse after it has asked for it.
const USED_FOR: Duration = Duration::from_secs(1);

/// The states of the mouse that the program has not read. A move replaces an unread move before it.
#[derive(Default)]
pub(super) struct MouseQueue {
    asked: Option<Instant>,
    waiting: VecDeque<Mouse>,
    last: Mouse,
    /// True if the last state is a move.
    moves: bool,
}

impl MouseQueue {
    /// True if the program on this screen uses the mouse.
    pub(super) fn is_used(&self, screen: &Screen) -> bool {
        screen.pointer.is_some() || self.asked.is_some_and(|asked| asked.elapsed() < USED_FOR)
    }

    pub(super) fn put(&mut self, now: Mouse) {
        let moves = now.buttons == self.last.buttons;
        if now != self.last {
            if moves && self.moves {
                self.waiting.pop_back();
            }
            self.waiting.push_back(now);
            (self.last, self.moves) = (now, moves);
        }
    }

    pub(super) fn take(&mut self) -> Option<Mouse> {
        self.asked = Some(Instant::now());
        self.waiting.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_merges_moves_and_keeps_clicks() {
        let mut queue = MouseQueue::default();
        for (x, buttons) in [(1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 1), (4, 0), (5, 0), (6, 0), (6, 0)] {
            queue.put(Mouse { x, y: 0, buttons });
        }
        let read: Vec<_> = std::iter::from_fn(|| queue.take()).map(|now| (now.x, now.buttons)).collect();
        assert_eq!(read, [(2, 0), (2, 1), (4, 1), (4, 0), (6, 0)]);
    }

    #[test]
    fn scripts_name_moves_and_clicks() {
        let named = |name| Some(Mouse::from_name(name)?.iter().map(|m| (m.x, m.y, m.buttons)).collect());
        assert_eq!(named("Click@639,479"), Some(vec![(639, 479, 1), (639, 479, 0)]));
        assert_eq!(named("right@0,0"), Some(vec![(0, 0, 2), (0, 0, 0)]));
        assert_eq!(named("Mouse@1,2,5"), Some(vec![(1, 2, 5)]));
        for wrong in ["Click@640,1", "Click@1", "Move@1,2,3", "Press@1,2", "@", "Click@-1,2", "Click"] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }
}
