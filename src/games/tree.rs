//! A game with its variations and remarks.
//!
//! A [`Tree`] hangs below the position that a game begins with. Each of its nodes is a turn: the stone that was dropped, or a turn that
//! was given away. The first child of a node is how the game goes on, the others are variations. A turn that passes by itself is no
//! node: the rules bring it about.

use super::{Game, Place};

/// What happened in a turn: a stone was dropped on a place, or (`None`) the turn was given away.
pub type Step = Option<Place>;

/// The number of the node that stands for the beginning of the game.
pub const ROOT: usize = 0;

/// The turns of a game and of its variations. A new one has the root alone.
///
/// ```
/// use qipan::games::othello;
/// use qipan::games::tree::Tree;
/// use qipan::games::Game;
/// let mut game: Box<dyn Game> = Box::new(othello::Game::default());
/// let mut tree = Tree::default();
/// for place in [(2, 3), (2, 2)] {
///     game.play(place);
/// }
/// let first = tree.grow(&*game);
/// game.undo();
/// game.play((4, 2));
/// let second = tree.grow(&*game);
/// assert_eq!(tree.main_line(), tree.path(first));
/// assert_eq!(tree.children(tree.parent(second).unwrap()), [first, second]);
/// assert_eq!(tree.game_at(&*game, first).unwrap().place_of(2), Some((2, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A turn, and what a record says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// What happened; nothing at the root.
    pub step: Step,
    /// The remark about the position after it, any number of lines.
    pub comment: String,
    /// What else a file says here, to be written back: names and their values, as the format has them.
    pub more: Vec<(String, Vec<String>)>,
    parent: usize,
    children: Vec<usize>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node::default()],
        }
    }
}

impl Tree {
    /// How many nodes it has, the root with them. They are numbered from 0, parents before their children.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The node of this number, which must be less than [`Tree::size`], as everywhere here.
    pub fn node(&self, n: usize) -> &Node {
        &self.nodes[n]
    }

    /// The same, to change what is said there.
    pub fn node_mut(&mut self, n: usize) -> &mut Node {
        &mut self.nodes[n]
    }

    /// The turn before; none before the root.
    pub fn parent(&self, n: usize) -> Option<usize> {
        (n != ROOT).then(|| self.nodes[n].parent)
    }

    /// How it can go on, the main line first.
    pub fn children(&self, n: usize) -> &[usize] {
        &self.nodes[n].children
    }

    /// Adds a turn after a node as its last variation, even if there is one like it. Returns the number of the new node.
    pub fn push(&mut self, parent: usize, step: Step) -> usize {
        let n = self.nodes.len();
        self.nodes.push(Node {
            step,
            parent,
            ..Node::default()
        });
        self.nodes[parent].children.push(n);
        n
    }

    /// The node of this turn after another: the one that is there, or a new one.
    pub fn step(&mut self, parent: usize, step: Step) -> usize {
        let same = |n: &&usize| self.nodes[**n].step == step;
        match self.nodes[parent].children.iter().find(same) {
            Some(n) => *n,
            None => self.push(parent, step),
        }
    }

    /// The nodes from the first turn to this one; nothing for the root.
    pub fn path(&self, n: usize) -> Vec<usize> {
        let up = std::iter::successors(Some(n), |n| self.parent(*n));
        let mut path: Vec<usize> = up.take_while(|n| *n != ROOT).collect();
        path.reverse();
        path
    }

    /// The nodes of the game itself, from its first turn to its last.
    pub fn main_line(&self) -> Vec<usize> {
        let first = |n: &usize| self.children(*n).first().copied();
        std::iter::successors(first(&ROOT), first).collect()
    }

    /// Makes the line to this node the main line; the others keep their order.
    pub fn promote(&mut self, n: usize) {
        for n in self.path(n) {
            let parent = self.nodes[n].parent;
            let siblings = &mut self.nodes[parent].children;
            let at = siblings.iter().position(|sibling| *sibling == n);
            siblings[..=at.unwrap_or(0)].rotate_right(1);
        }
    }

    /// Has it variations?
    pub fn branches(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Has it remarks?
    pub fn has_comments(&self) -> bool {
        self.nodes.iter().any(|node| !node.comment.is_empty())
    }

    /// Does it say nothing but the moves of one game?
    pub fn is_bare(&self) -> bool {
        let more = self.nodes.iter().any(|node| !node.more.is_empty());
        !more && !self.branches() && !self.has_comments()
    }

    /// Adds the turns of a game as far as they are not there yet, as a variation where they differ. Those that were taken back are not
    /// added. Returns the node at which the game stands.
    pub fn grow(&mut self, game: &dyn Game) -> usize {
        let steps = steps(game).into_iter();
        steps.fold(ROOT, |n, step| self.step(n, step))
    }

    /// The game brought to this node, by the rules and from the start of the given one, whose own turns do not matter. What the players
    /// decided in an opening stays as it is. None where the rules do not allow the way there.
    pub fn game_at(&self, game: &dyn Game, n: usize) -> Option<Box<dyn Game>> {
        let way = self.path(n);
        let way = way.into_iter().map(|n| self.nodes[n].step);
        let way: Vec<Step> = way.collect();
        let there = steps(game);
        let both = there.iter().zip(&way).take_while(|(a, b)| a == b).count();
        let mut game = game.copy();
        while steps(&*game).len() > both {
            game.undo();
        }
        for step in &way[both..] {
            let t = game.t();
            match step {
                Some(place) => drop(game.play(*place)),
                None => game.lose_turn(),
            }
            if game.t() == t {
                return None;
            }
        }
        Some(game)
    }
}

/// The turns of a game so far, those left out that passed by themselves.
pub fn steps(game: &dyn Game) -> Vec<Step> {
    let (mut before, mut steps) = (game.copy(), Vec::new());
    loop {
        let t = before.t();
        if !before.undo() {
            break;
        }
        // A decision about the colours, or a loss before the end, is no turn.
        if before.t() < t {
            steps.push(game.place_of(before.t()));
        }
    }
    steps.reverse();
    steps
}
