//! A game with its variations and comments.
//!
//! Each node of a [`Tree`] is a turn: a drop or a pass. The first child of a node continues the main line;
//! the others are variations. Forced passes have no node, because the rules imply them.

use super::{Game, Place};

/// The move of a turn: a place, or `None` for a pass.
pub type Step = Option<Place>;

/// The index of the root, which is the node for the starting position.
pub const ROOT: usize = 0;

/// The turns of a game and of its variations. A new tree has only the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A turn with its comment and properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub step: Step,
    /// The comment on the position after the turn. It may have several lines.
    pub comment: String,
    /// Other properties from the file, kept so that they can be written back. Each is a name with values in
    /// the syntax of the file format.
    pub properties: Vec<(String, Vec<String>)>,
    parent: usize,
    children: Vec<usize>,
}

/// A part of a [walk](Tree::walk): a node, or the beginning or the end of one of several variations.
pub(crate) enum Visit {
    Open,
    Turn(usize),
    Close,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The number of nodes, including the root. A parent's index is less than the indices of its children.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The node with index `n`. In all methods, `n` must be less than [`Tree::size`].
    pub fn node(&self, n: usize) -> &Node {
        &self.nodes[n]
    }

    pub fn node_mut(&mut self, n: usize) -> &mut Node {
        &mut self.nodes[n]
    }

    /// The node of the previous turn. `None` for the root.
    pub fn parent(&self, n: usize) -> Option<usize> {
        (n != ROOT).then(|| self.nodes[n].parent)
    }

    /// The nodes of possible next turns. The first continues the main line.
    pub fn children(&self, n: usize) -> &[usize] {
        &self.nodes[n].children
    }

    /// Adds a turn as the last variation after a node, even if an equal turn exists. Returns the new node.
    pub fn push(&mut self, parent: usize, step: Step) -> usize {
        let n = self.nodes.len();
        self.nodes.push(Node { step, parent, ..Node::default() });
        self.nodes[parent].children.push(n);
        n
    }

    /// Returns a node's child with the given turn, after adding it if necessary.
    pub(crate) fn child_or_push(&mut self, parent: usize, step: Step) -> usize {
        self.child(parent, step).unwrap_or_else(|| self.push(parent, step))
    }

    /// Returns a node's child with the given turn.
    pub fn child(&self, parent: usize, step: Step) -> Option<usize> {
        let same = |n: &&usize| self.nodes[**n].step == step;
        self.nodes[parent].children.iter().find(same).copied()
    }

    /// Finds the node of the game's current position. Returns `None` unless the tree contains all turns of
    /// the game.
    pub fn find(&self, game: &dyn Game) -> Option<usize> {
        self.find_steps(&steps(game))
    }

    /// Finds the node that the given turns lead to from the root. Returns `None` unless the tree contains
    /// them all.
    pub fn find_steps(&self, steps: &[Step]) -> Option<usize> {
        let mut steps = steps.iter();
        steps.try_fold(ROOT, |n, step| self.child(n, *step))
    }

    /// The nodes of a game's turns from the root, as far as the tree contains them.
    pub(crate) fn along(&self, game: &dyn Game) -> Vec<usize> {
        let next = |n: &mut usize, step| {
            *n = self.child(*n, step)?;
            Some(*n)
        };
        steps(game).into_iter().scan(ROOT, next).collect()
    }

    /// Sets a property of a node, replacing its old values.
    pub fn set_property(&mut self, n: usize, name: &str, value: String) {
        *self.values_mut(n, name) = vec![value];
    }

    /// Returns the values of a node's property, after adding the property if necessary.
    pub(crate) fn values_mut(&mut self, n: usize, name: &str) -> &mut Vec<String> {
        let properties = &mut self.nodes[n].properties;
        let found = properties.iter().position(|(known, _)| known == name);
        let at = found.unwrap_or_else(|| {
            properties.push((name.to_string(), Vec::new()));
            properties.len() - 1
        });
        &mut properties[at].1
    }

    /// The values of a node's property. Empty if the node does not have it.
    pub(crate) fn values(&self, n: usize, name: &str) -> &[String] {
        let mut properties = self.nodes[n].properties.iter();
        properties.find(|(known, _)| known == name).map_or(&[], |(_, values)| values)
    }

    /// The first value of a node's property.
    pub fn property(&self, n: usize, name: &str) -> Option<&str> {
        self.values(n, name).first().map(String::as_str)
    }

    /// Appends lines to a node's comment.
    pub(crate) fn add_comment(&mut self, n: usize, text: &str) {
        let comment = &mut self.nodes[n].comment;
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// The nodes from the first turn to node `n`, in order. Empty for the root.
    pub fn path(&self, n: usize) -> Vec<usize> {
        let up = std::iter::successors(Some(n), |n| self.parent(*n));
        let mut path: Vec<usize> = up.take_while(|n| *n != ROOT).collect();
        path.reverse();
        path
    }

    /// The nodes of the game itself, without variations and without the root.
    pub fn main_line(&self) -> Vec<usize> {
        self.line(ROOT)
    }

    /// The path to node `n`, followed by the main line from there.
    pub fn line(&self, n: usize) -> Vec<usize> {
        let mut line = self.path(n);
        let first = |n: &usize| self.children(*n).first().copied();
        line.extend(std::iter::successors(first(&n), first));
        line
    }

    /// Walks through all nodes except the root. Every node comes after its parent.
    pub(crate) fn walk(&self) -> impl Iterator<Item = Visit> {
        let follow = |n: usize, stack: &mut Vec<Visit>| match &self.nodes[n].children[..] {
            [only] => stack.push(Visit::Turn(*only)),
            children => {
                for child in children.iter().rev() {
                    stack.extend([Visit::Close, Visit::Turn(*child), Visit::Open]);
                }
            }
        };
        let mut stack = Vec::new();
        follow(ROOT, &mut stack);
        std::iter::from_fn(move || {
            let next = stack.pop()?;
            if let Visit::Turn(n) = next {
                follow(n, &mut stack);
            }
            Some(next)
        })
    }

    /// Makes the path to node `n` part of the main line. Other variations keep their order.
    pub fn promote(&mut self, n: usize) {
        for n in self.path(n) {
            let parent = self.nodes[n].parent;
            let siblings = &mut self.nodes[parent].children;
            let at = siblings.iter().position(|sibling| *sibling == n);
            siblings[..=at.unwrap_or(0)].rotate_right(1);
        }
    }

    /// True if the tree has variations.
    pub fn branches(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// True if the tree contains only the moves of one game, without variations, comments and properties.
    pub fn is_bare(&self) -> bool {
        let is_bare = |node: &Node| node.comment.is_empty() && node.properties.is_empty();
        !self.branches() && self.nodes.iter().all(is_bare)
    }

    /// Adds the turns of a game, without the undone ones. Turns that the tree does not contain become a
    /// variation. Returns the node of the game's current position.
    pub fn add_game(&mut self, game: &dyn Game) -> usize {
        let steps = steps(game).into_iter();
        steps.fold(ROOT, |n, step| self.child_or_push(n, step))
    }

    /// Adds the turns of a game, including its undone ones.
    pub fn add_game_with_undone(&mut self, game: &dyn Game) -> usize {
        self.add_game(&*fully_redone(game))
    }

    /// True if the tree contains only the moves and undone moves of the game.
    pub fn adds_nothing_to(&self, game: &dyn Game) -> bool {
        let whole = fully_redone(game);
        let drops = (1..whole.t()).filter(|t| whole.place_of(*t).is_some());
        // Count the drops first, because this is faster. `steps` is needed only if a player has passed
        // voluntarily.
        let fits = |turns: usize| self.size() <= turns + 1;
        self.is_bare() && (fits(drops.count()) || fits(steps(&*whole).len()))
    }

    /// Returns the game at node `n`, with the rules and the starting position of `game`. In a swap2 game, the
    /// players have the same colours as in `game`. Returns `None` if the rules forbid a turn on the path.
    pub fn game_at(&self, game: &dyn Game, n: usize) -> Option<Box<dyn Game>> {
        let path = self.path(n).into_iter().map(|n| self.nodes[n].step);
        let path: Vec<Step> = path.collect();
        let current = steps(game);
        let common = current.iter().zip(&path).take_while(|(a, b)| a == b).count();
        let swapped = game.swapped();
        let mut game = game.copy();
        while steps(&*game).len() > common {
            game.undo();
        }
        for step in &path[common..] {
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

fn fully_redone(game: &dyn Game) -> Box<dyn Game> {
    let mut whole = game.copy();
    while whole.redo() {}
    whole
}

/// The turns of a game at which the tree has variations.
pub fn forks(tree: &Tree, game: &dyn Game) -> Vec<usize> {
    let mut turns = Vec::new();
    if !tree.branches() {
        return turns;
    }
    let mut at = ROOT;
    for t in game.restarted().t()..game.t() {
        // A forced pass has no node.
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

/// Answers the swap2 question with the choice after which the players have swapped colours if `swapped` is
/// true, and have not otherwise. Does nothing if there is no such choice.
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

/// The turns of a game so far. Forced passes are left out.
pub fn steps(game: &dyn Game) -> Vec<Step> {
    let (mut before, mut steps) = (game.copy(), Vec::new());
    loop {
        let t = before.t();
        if !before.undo() {
            break;
        }
        // Undoing a swap2 decision or a resignation does not take back a turn.
        if before.t() < t {
            steps.push(game.place_of(before.t()));
        }
    }
    steps.reverse();
    steps
}
