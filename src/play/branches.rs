//! The variations and remarks of a recorded game, while it is stepped through.

use crate::games::Game;
use crate::games::tree::{ROOT, Tree, steps};
use crate::records::Recorded;

/// The line of a game that is stepped through: its main line, or a variation.
pub struct Way<'a> {
    tree: Option<&'a Tree>,
    /// The nodes of the line, to its end.
    line: Vec<usize>,
}

impl<'a> Way<'a> {
    /// The main line of a game.
    pub fn of(recorded: &'a Recorded) -> Way<'a> {
        let tree = recorded.tree.as_ref();
        Way {
            tree,
            line: tree.map_or(Vec::new(), Tree::main_line),
        }
    }

    /// The node at which the game stands.
    fn node(&self, game: &dyn Game) -> Option<(&'a Tree, usize)> {
        let node = match steps(game).len() {
            0 => ROOT,
            n => *self.line.get(n - 1)?,
        };
        Some((self.tree?, node))
    }

    /// What the record says about the position; mostly nothing.
    pub fn remark(&self, game: &dyn Game) -> &'a str {
        let node = self.node(game);
        node.map_or("", |(tree, n)| &tree.node(n).comment)
    }

    /// The number of the last move among those that the record has in its place, from 1, and how many there are. None when there is
    /// no other.
    pub fn number(&self, game: &dyn Game) -> Option<(usize, usize)> {
        let (tree, n) = self.node(game)?;
        let all = tree.children(tree.parent(n)?);
        let at = all.iter().position(|other| *other == n)?;
        (all.len() > 1).then_some((at + 1, all.len()))
    }

    /// The game with the next of these moves, and with what the record has after it to be played again. None when there is no other.
    pub fn next(&mut self, game: &dyn Game) -> Option<Box<dyn Game>> {
        let (at, count) = self.number(game)?;
        let (tree, n) = self.node(game)?;
        let next = tree.children(tree.parent(n)?)[at % count];
        let mut line = tree.path(next);
        let depth = line.len();
        let mut end = next;
        while let Some(first) = tree.children(end).first() {
            end = *first;
            line.push(end);
        }
        let mut there = tree.game_at(game, end)?;
        while steps(&*there).len() > depth {
            there.undo();
        }
        self.line = line;
        Some(there)
    }
}
