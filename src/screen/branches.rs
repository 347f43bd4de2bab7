//! The tree of variations of a game, drawn beside the board.
//!
//! Each line of play is a column with its turns from top to bottom; its variations are to the right.

use super::frame::{BESIDE, frame};
use super::panel::{self, write_lines};
use super::theme::{BAR, HOT};
use games::Game;
use games::tree::{ROOT, Tree};
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, DARKGRAY, Font, GREEN};
use words::say;

/// The top edge of the box in pixels, and its number of text rows.
const BOX: (i32, usize) = (24, 25);
/// The position of the first visible turn, in pixels.
const FIRST: (i32, i32) = (BESIDE.0 + 16, 48);
/// The distance between lines of play and between turns, in pixels.
const PITCH: (i32, i32) = (28, 12);
/// The number of visible lines of play, and the number of visible turns.
const SEEN: (usize, usize) = (5, 27);
/// The top of the text below the tree, in pixels.
const WORDS: i32 = 376;

/// The positions of the nodes of a tree.
pub struct Layout {
    /// The line of play and the depth of each node.
    at: Vec<(usize, usize)>,
    /// The last node of each line of play.
    ends: Vec<usize>,
}

impl Layout {
    /// Lays out a tree. The layout is valid until the tree changes.
    pub fn of(tree: &Tree) -> Layout {
        let mut layout = Layout { at: vec![(0, 0); tree.size()], ends: vec![ROOT] };
        let mut waiting = vec![ROOT];
        while let Some(n) = waiting.pop() {
            if let Some(parent) = tree.parent(n) {
                let (mut line, turn) = layout.at[parent];
                if tree.children(parent)[0] != n {
                    line = layout.ends.len();
                    layout.ends.push(n);
                }
                layout.at[n] = (line, turn + 1);
                layout.ends[line] = n;
            }
            waiting.extend(tree.children(n).iter().rev());
        }
        layout
    }

    /// Returns the number of lines of play.
    pub fn lines(&self) -> usize {
        self.ends.len()
    }

    /// Returns the line of play of a node, from 0.
    pub fn line(&self, n: usize) -> usize {
        self.at[n].0
    }

    /// Returns the node of another `line` at the depth of node `n`, or the nearest node of that line.
    pub fn beside(&self, tree: &Tree, n: usize, line: usize) -> usize {
        let turn = self.at[n].1;
        let nodes = self.nodes(tree, line);
        let near = nodes.min_by_key(|n| self.at[*n].1.abs_diff(turn));
        near.unwrap_or(n)
    }

    fn nodes<'a>(&'a self, tree: &'a Tree, line: usize) -> impl Iterator<Item = usize> + 'a {
        let up = std::iter::successors(Some(self.ends[line]), |n| tree.parent(*n));
        up.take_while(move |n| self.at[*n].0 == line)
    }
}

/// Draws the tree in a box beside the board, with node `at` highlighted, the nodes of the current `line` in
/// colour, and a text below.
pub fn draw(
    screen: &mut Screen,
    game: &dyn Game,
    (tree, layout): (&Tree, &Layout),
    at: usize,
    line: &[usize],
    words: &[String],
) {
    let (left, _, columns) = BESIDE;
    frame(screen, left, BOX.0, columns, BOX.1, say!("Lines"));
    let (here, turn) = layout.at[at];
    let from = here.saturating_sub(SEEN.0 / 2).min(layout.lines().saturating_sub(SEEN.0));
    let deepest = layout.ends.iter().map(|end| layout.at[*end].1).max();
    let most = (deepest.unwrap_or(0) + 1).saturating_sub(SEEN.1);
    let top = turn.saturating_sub(SEEN.1 / 2).min(most);
    let centre = |n: usize| {
        let (line, turn) = layout.at[n];
        let x = FIRST.0 + 8 + PITCH.0 * (line as i32 - from as i32);
        (x, FIRST.1 + PITCH.1 * (turn as i32 - top as i32))
    };
    let is_seen = |turn: usize| (top..top + SEEN.1).contains(&turn);
    let seen = (from..layout.lines()).take(SEEN.0);
    let nodes: Vec<usize> =
        seen.flat_map(|line| layout.nodes(tree, line)).filter(|n| is_seen(layout.at[*n].1)).collect();
    screen.setcolor(DARKGRAY);
    for n in &nodes {
        let Some(parent) = tree.parent(*n).filter(|n| is_seen(layout.at[*n].1)) else {
            continue;
        };
        let ((x, y), (from, above)) = (centre(*n), centre(parent));
        screen.line(from.max(FIRST.0), above, x, above);
        screen.line(x, above, x, y);
    }
    screen.settextstyle(Font::Small, 1);
    for n in nodes {
        let (x, y) = centre(n);
        let name = match tree.node(n).step {
            Some(place) => game.name_of(place),
            None if n == ROOT => "..".to_string(),
            None => "--".to_string(),
        };
        let half = 4 * name.len() as i32;
        screen.setfillstyle(if n == at { GREEN } else { BAR });
        screen.bar(x - half - 1, y - 5, x + half, y + 4);
        let walked = n == ROOT || line.contains(&n);
        screen.setcolor(if walked && n != at { HOT } else { BLACK });
        screen.outtextxy(x - half, y - 4, &name);
    }
    let cut = |text: &String| panel::fitting(text, columns - 2).to_string();
    write_lines(screen, (left + 16, WORDS), BLACK, words.iter().map(cut));
}
