//! A game with its variations and remarks.
//!
//! A [`Tree`] hangs below the position that a game begins with. Each of its nodes is a turn: the stone that was dropped, or a pass. The
//! first child of a node is how the game goes on, the others are variations. A pass that comes by itself has no node, because the rules
//! bring it about.

use super::{Game, Place};

/// What happened in a turn: a stone was dropped on a place, or (`None`) the player passed.
pub type Step = Option<Place>;

/// The number of the node that stands for the beginning of the game.
pub const ROOT: usize = 0;

/// The turns of a game and of its variations. A new tree has only the root.
///
/// ```
/// use games::othello;
/// use games::tree::Tree;
/// use games::Game;
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
    /// What happened; `None` at the root.
    pub step: Step,
    /// The remark about the position after it, any number of lines.
    pub comment: String,
    /// What else a file says here, kept to be written back: names and their values, as the format has them.
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
    /// How many nodes it has, the root included. They are numbered from 0, parents before their children.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The node of this number, which must be less than [`Tree::size`], as everywhere here.
    pub fn node(&self, n: usize) -> &Node {
        &self.nodes[n]
    }

    /// The node of this number, to change what is said there.
    pub fn node_mut(&mut self, n: usize) -> &mut Node {
        &mut self.nodes[n]
    }

    /// The turn before; `None` for the root.
    pub fn parent(&self, n: usize) -> Option<usize> {
        (n != ROOT).then(|| self.nodes[n].parent)
    }

    /// The nodes that can follow, the main line first.
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

    /// The child of a node by this turn, added if it is not there yet.
    pub(crate) fn step(&mut self, parent: usize, step: Step) -> usize {
        match self.child(parent, step) {
            Some(n) => n,
            None => self.push(parent, step),
        }
    }

    /// The child of a node by this turn, if there is one.
    pub fn child(&self, parent: usize, step: Step) -> Option<usize> {
        let same = |n: &&usize| self.nodes[**n].step == step;
        self.nodes[parent].children.iter().find(same).copied()
    }

    /// The node that a game has reached, if all its turns are in the tree.
    pub fn find(&self, game: &dyn Game) -> Option<usize> {
        self.find_steps(&steps(game))
    }

    /// The node after these turns, if they are in the tree.
    pub fn find_steps(&self, steps: &[Step]) -> Option<usize> {
        let mut steps = steps.iter();
        steps.try_fold(ROOT, |n, step| self.child(n, *step))
    }

    /// Gives a node a property of this name, in place of any that it had.
    pub fn say(&mut self, n: usize, name: &str, value: String) {
        let more = &mut self.nodes[n].more;
        match more.iter_mut().find(|(said, _)| said == name) {
            Some((_, values)) => *values = vec![value],
            None => more.push((name.to_string(), vec![value])),
        }
    }

    /// The first value of a node's property of this name, if it has one.
    pub fn said(&self, n: usize, name: &str) -> Option<&str> {
        let said = self.nodes[n].more.iter().find(|(said, _)| said == name);
        said.and_then(|(_, values)| values.first())
            .map(String::as_str)
    }

    /// The nodes from the first turn to this one; empty for the root.
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

    /// The nodes from the first turn to this one, and the main line that goes on from there.
    pub fn line(&self, n: usize) -> Vec<usize> {
        let mut line = self.path(n);
        let mut end = n;
        while let Some(first) = self.children(end).first() {
            end = *first;
            line.push(end);
        }
        line
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

    /// Does it have variations?
    pub fn branches(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    pub(crate) fn has_comments(&self) -> bool {
        self.nodes.iter().any(|node| !node.comment.is_empty())
    }

    /// Does it say nothing but the moves of one game?
    pub fn is_bare(&self) -> bool {
        let more = self.nodes.iter().any(|node| !node.more.is_empty());
        !more && !self.branches() && !self.has_comments()
    }

    /// Adds the turns of a game as far as they are not there yet, as a variation where they differ. Those that were taken back are not
    /// added. Returns the node that the game has reached.
    pub fn grow(&mut self, game: &dyn Game) -> usize {
        let steps = steps(game).into_iter();
        steps.fold(ROOT, |n, step| self.step(n, step))
    }

    /// [`Tree::grow`] with the turns that were taken back and can be redone.
    pub fn grow_whole(&mut self, game: &dyn Game) -> usize {
        let mut whole = game.copy();
        while whole.redo() {}
        self.grow(&*whole)
    }

    /// Does it say nothing that the game and the turns taken back in it do not say themselves?
    pub fn adds_nothing_to(&self, game: &dyn Game) -> bool {
        let mut whole = game.copy();
        while whole.redo() {}
        let drops = (1..whole.t()).filter(|t| whole.place_of(*t).is_some());
        // Passes by a player's choice are rare, and telling them from those that came by themselves takes time.
        let fits = |turns: usize| self.size() <= turns + 1;
        self.is_bare() && (fits(drops.count()) || fits(steps(&*whole).len()))
    }

    /// The game at this node, by the rules and from the start of the given game, whose own turns do not matter. Players who choose their
    /// colours in the opening keep those they have. `None` where the rules do not allow the turns on the way.
    pub fn game_at(&self, game: &dyn Game, n: usize) -> Option<Box<dyn Game>> {
        let way = self.path(n);
        let way = way.into_iter().map(|n| self.nodes[n].step);
        let way: Vec<Step> = way.collect();
        let there = steps(game);
        let both = there.iter().zip(&way).take_while(|(a, b)| a == b).count();
        let swapped = game.swapped();
        let mut game = game.copy();
        while steps(&*game).len() > both {
            game.undo();
        }
        for step in &way[both..] {
            if game.question().is_some() {
                decide(&mut *game, swapped);
            }
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

/// The turns of a game for which the tree has other moves, too.
pub fn forks(tree: &Tree, game: &dyn Game) -> Vec<usize> {
    let mut turns = Vec::new();
    if !tree.branches() {
        return turns;
    }
    let mut at = ROOT;
    let first = game.anew().t();
    for t in first..game.t() {
        // A pass that came by itself has no node.
        let Some(next) = tree.child(at, game.place_of(t)) else {
            continue;
        };
        if tree.children(at).len() > 1 {
            turns.push(t);
        }
        at = next;
    }
    turns
}

/// Answers the question about the colours so that they are swapped or not. Nothing happens where no answer does that.
fn decide(game: &mut dyn Game, swapped: bool) {
    let choices = game.question().map_or(0, |question| question.choices.len());
    let fits = |n: &usize| {
        let mut answered = game.copy();
        answered.answer(*n);
        answered.question().is_none() && answered.swapped() == swapped
    };
    if let Some(n) = (0..choices).find(fits) {
        game.answer(n);
    }
}

/// The turns of a game so far, without the passes that came by themselves.
pub fn steps(game: &dyn Game) -> Vec<Step> {
    let (mut before, mut steps) = (game.copy(), Vec::new());
    loop {
        let t = before.t();
        if !before.undo() {
            break;
        }
        // A decision about the colours, or a loss before the end, is not a turn.
        if before.t() < t {
            steps.push(game.place_of(before.t()));
        }
    }
    steps.reverse();
    steps
}
