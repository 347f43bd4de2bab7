//! A book that learns from results. It holds the positions of all games, with their values.
//!
//! The positions and the moves played between them form a graph. Rotations and reflections of a position
//! share one node. Minimax carries the results at the leaves back to the root. Each position that was lost
//! also has an alternative: a move that was not played there yet, with a value found by a search. The
//! alternative counts like a played move (Buro, *Toward opening book learning*, 1999). So a loss lowers the
//! values of the positions before it, up to a position where an alternative is better.
//!
//! Each position also has the result of its played moves without the alternatives. A line that is known to
//! win is played again, whatever the value of the alternatives.
//!
//! Proven results are recorded as bounds, separately from likely results. A position is proven lost if a
//! search solved it as lost, or if each of its moves was played and leads to a position that is proven won
//! for the opponent. A player who plays a move that is proven to lose only if there is no other move cannot
//! lose the same game twice. Proof: take the last of the player's positions in a lost game that is not proven
//! lost. Such a position exists, unless the start is lost. All later positions are proven lost, so the move
//! played in that position is now proven to lose, and the player will play another one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use rand::seq::IndexedRandom;

use super::position::{Line, Position, Set, Turn, different_moves, leading_to};
use super::search::{SearchContext, ValuedMove};
use crate::bytes::{Bytes, Encoded, encoded};
use crate::engine::othello::Board;
use crate::engine::othello::evaluation::DISC;

/// The maximum number of discs by which a move chosen for variety may be worse than the best move. Such a
/// move must still win or draw.
const VARIETY: i16 = 2;

/// Marks the end of a list of edges.
const NONE: u32 = u32::MAX;

/// The value of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The proven lower bound of the result, in discs.
    pub(crate) low: i8,
    /// The proven upper bound of the result, in discs.
    pub(crate) high: i8,
    /// The minimax value of the played moves, in discs.
    pub(crate) known: i8,
    /// The minimax value of the played moves and the alternatives, in hundredths of a disc.
    pub value: i16,
}

encoded!(Worth { low, high, known, value });

impl Worth {
    const UNKNOWN: Worth = Worth { low: -64, high: 64, known: 0, value: 0 };

    /// The worth of a position without moves, from which the maximum over moves starts.
    const NO_MOVE: Worth = Worth::exactly(-64);

    /// The worth of a move that is proven to lose by an unknown number of discs.
    const LOST: Worth = Worth { high: -1, ..Worth::NO_MOVE };

    const fn exactly(score: i8) -> Worth {
        Worth { low: score, high: score, known: score, value: score as i16 * DISC as i16 }
    }

    /// Returns the worth from the opponent's point of view if `other` is true, and unchanged otherwise.
    fn seen_by(self, other: bool) -> Worth {
        match other {
            true => Worth { low: -self.high, high: -self.low, known: -self.known, value: -self.value },
            false => self,
        }
    }

    fn max(self, move_to: Worth) -> Worth {
        Worth {
            low: self.low.max(move_to.low),
            high: self.high.max(move_to.high),
            known: self.known.max(move_to.known),
            value: self.value.max(move_to.value),
        }
    }

    fn is_valid(self) -> bool {
        let value = i32::from(self.value);
        let results = -64..=64;
        results.contains(&self.low)
            && results.contains(&self.high)
            && results.contains(&self.known)
            && self.low <= self.high
            && (-64 * DISC..=64 * DISC).contains(&value)
    }

    pub(crate) fn is_lost(self) -> bool {
        self.high < 0
    }
}

/// A canonical position with its results.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node<P: Position> {
    board: P,
    /// The played moves. If several moves lead to the same canonical position, the set contains only the
    /// first.
    played: P::Set,
    /// The played moves that lead to positions removed from the book.
    forgotten: P::Set,
    /// The moves in `forgotten` that are proven to lose.
    lost: P::Set,
    /// The maximum worth of the other moves in `forgotten`.
    below: Worth,
    /// The head of the list of edges to the positions before this one.
    above: u32,
    games: u32,
    /// The number of half points that the player to move scored in the games through this position.
    points: u32,
    worth: Worth,
    /// The result after perfect play, if the game is over or a search has solved the position.
    solved: Option<i8>,
    /// The move to try next, unless it has been played since.
    alternative: Option<ValuedMove>,
}

/// The encoded size of an edge in bytes. A node takes more bytes.
const EDGE: usize = 8;

impl<P: Position> Node<P> {
    fn read(bytes: &mut Bytes<'_>) -> Option<Node<P>> {
        let board: P = bytes.read()?;
        let mut set = || bytes.read::<P::Set>();
        let (played, forgotten, lost) = (set()?, set()?, set()?);
        let [above, games, points] = bytes.read()?;
        let (worth, below) = (bytes.read::<Worth>()?, bytes.read::<Worth>()?);
        let solved = bytes.read()?;
        let (square, value) = (bytes.read()?, bytes.read::<i16>()?.into());
        let valid = board == board.canonical()
            && played.without(board.moves()).is_empty()
            && forgotten.without(played).is_empty()
            && lost.without(forgotten).is_empty()
            && [worth, below].iter().all(|worth| worth.is_valid())
            && (solved == i8::MIN || (-64..=64).contains(&solved))
            && square <= P::SQUARES;
        valid.then_some(Node {
            board,
            played,
            forgotten,
            lost,
            below,
            above,
            games,
            points,
            worth,
            solved: Some(solved).filter(|score| *score != i8::MIN),
            alternative: Some(ValuedMove { square, value }).filter(|found| found.square < P::SQUARES),
        })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.board.write(bytes);
        for set in [self.played, self.forgotten, self.lost] {
            set.write(bytes);
        }
        [self.above, self.games, self.points].write(bytes);
        self.worth.write(bytes);
        self.below.write(bytes);
        self.solved.unwrap_or(i8::MIN).write(bytes);
        let alternative = self.alternative.map(|found| (found.square, found.value as i16));
        let (square, value) = alternative.unwrap_or((P::SQUARES, 0));
        square.write(bytes);
        value.write(bytes);
    }

    /// Iterates over the played moves to positions that the book still holds.
    fn remembered(&self) -> impl Iterator<Item = u8> + use<P> {
        self.played.without(self.forgotten).squares()
    }

    /// Returns the alternative, unless it has been played since.
    fn alternative(&self, unplayed: P::Set) -> Option<ValuedMove> {
        self.alternative.filter(|found| unplayed.has(found.square))
    }
}

/// A link from a position to a position before it, in a singly linked list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: u32,
    /// The next edge in the list of the same position.
    next: u32,
}

encoded!(Edge { from, next });

/// A result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The result after perfect play for the player to move, in discs.
    Solved(i8),
    /// The best move that has not been played in this position.
    Alternative(ValuedMove),
}

/// A move of a book position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub(crate) square: u8,
    /// The value for the player who makes the move.
    pub worth: Worth,
    /// True if the move was played, false for the alternative.
    pub played: bool,
}

impl Choice {
    /// Returns true if the move was played and is a win according to the known results.
    pub(crate) fn has_won(&self) -> bool {
        self.played && self.worth.known > 0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition<P = Board> {
    /// The canonical position.
    pub board: P,
    pub worth: Worth,
    pub games: u32,
    /// The number of half points that the player to move scored in the games through this position.
    pub points: u32,
    /// The played moves and the alternative.
    pub choices: Vec<Choice>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Book<P: Position = Board> {
    nodes: Vec<Node<P>>,
    edges: Vec<Edge>,
    index: HashMap<P, u32>,
    limit: usize,
}

impl<P: Position> Book<P> {
    /// Creates an empty book that will hold at most `limit` positions.
    ///
    /// When the book is full, it forgets an eighth of its positions: the ones with the fewest games and,
    /// among these, the ones latest in the game. Forgetting a position does not change the value of the
    /// position before it. Open positions with a move that is proven to lose are forgotten last, and each
    /// position keeps the set of its moves that are proven to lose. So even a full book does not lose a game
    /// twice until it is full of such positions. Each lost game adds one of them.
    pub fn new(limit: usize) -> Book<P> {
        Book { nodes: Vec::new(), edges: Vec::new(), index: HashMap::new(), limit }
    }

    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a game with facts about its positions, and carries the result back. Each fact comes with the
    /// index of its turn.
    pub fn add(&mut self, line: &Line<P>, facts: &[(usize, Fact)]) {
        let changed = self.insert(line, facts);
        self.carry_back(changed);
        let over = self.nodes.len().saturating_sub(self.limit);
        if over > 0 {
            self.forget(over.max(self.limit / 8));
        }
    }

    /// Looks up a position with at least one legal move. Returns `None` if the position is not in the book.
    pub fn look_up(&self, board: P) -> Option<BookPosition<P>> {
        let node = &self.nodes[*self.index.get(&board.canonical())? as usize];
        let played = |square, worth| Choice { square, worth, played: true };
        let mut choices: Vec<Choice> = node
            .remembered()
            .filter_map(|square| Some(played(square, self.after(node.board, square)?.1)))
            .collect();
        choices.extend(node.forgotten.squares().map(|square| {
            let lost = node.lost.has(square);
            played(square, if lost { Worth::LOST } else { node.below })
        }));
        let unplayed = different_moves(node.board).without(node.played);
        choices.extend(node.alternative(unplayed).map(|found| Choice {
            square: found.square,
            worth: Worth { value: found.value as i16, ..Worth::UNKNOWN },
            played: false,
        }));
        Some(BookPosition {
            board: node.board,
            worth: node.worth,
            games: node.games,
            points: node.points,
            choices,
        })
    }

    /// Chooses one of the best moves at random, but never a move that is proven to lose. Returns `None` if
    /// the book offers no move.
    ///
    /// If all played moves have lost and there is no alternative, calls `search` to find the best of the
    /// untried moves.
    pub(crate) fn choose(
        &self,
        board: P,
        context: &mut SearchContext<'_>,
        search: impl FnOnce(P::Set, &mut SearchContext<'_>) -> Option<ValuedMove>,
    ) -> Option<u8> {
        let entry = self.look_up(board)?;
        let mut choices = entry.choices;
        choices.retain(|choice| !choice.worth.is_lost());
        let best_value = choices.iter().map(|choice| choice.worth.value).max();
        let loses = best_value.is_none_or(|value| value < 0);
        if loses && choices.iter().all(|c| c.played && !c.has_won()) {
            let untried = search(self.untried(board), context);
            if let Some(found) = untried
                && best_value.is_none_or(|value| found.value > i32::from(value))
            {
                return Some(found.square);
            }
        }
        let chosen = *best_of(&choices, VARIETY).choose(context.random)?;
        let same: Vec<u8> = leading_to(board, entry.board.after(chosen)?).collect();
        same.choose(context.random).copied()
    }

    pub(crate) fn prefers(&self, board: P) -> Option<u8> {
        let mut entry = self.look_up(board)?;
        entry.choices.retain(|choice| !choice.worth.is_lost());
        let best = *best_of(&entry.choices, 0).first()?;
        leading_to(board, entry.board.after(best)?).next()
    }

    /// Returns the moves of this position that have been played neither before nor in this turn.
    pub(crate) fn untried_beside(&self, turn: &Turn<P>) -> P::Set {
        let mut untried = self.untried(turn.board);
        if let Some(after) = turn.board.after(turn.square) {
            leading_to(turn.board, after).for_each(|square| untried.remove(square));
        }
        untried
    }

    /// Returns the moves of a position, except those that lead to the same canonical position as a played
    /// move.
    pub(crate) fn untried(&self, board: P) -> P::Set {
        let mut untried = board.moves();
        if let Some(n) = self.index.get(&board.canonical()) {
            let node = &self.nodes[*n as usize];
            let played: Vec<Option<P>> =
                node.played.squares().map(|square| node.board.after(square)).collect();
            let known = board.moves().squares().filter(|square| played.contains(&board.after(*square)));
            known.for_each(|square| untried.remove(square));
        }
        untried
    }

    /// Returns the `count` most frequent positions with this number of empty cells, most frequent first.
    pub(crate) fn favourites(&self, empties: u32, count: usize) -> Vec<BookPosition<P>> {
        let at = self.nodes.iter().filter(|n| n.board.empties() == empties);
        let mut nodes: Vec<&Node<P>> = at.collect();
        nodes.sort_by_key(|node| (Reverse(node.games), node.board));
        let most = nodes.into_iter().take(count);
        most.filter_map(|node| self.look_up(node.board)).collect()
    }

    /// Adds the positions and moves of a game. Returns the indices of the nodes whose worth may have changed.
    fn insert(&mut self, line: &Line<P>, facts: &[(usize, Fact)]) -> Vec<u32> {
        let end = self.node(line.end);
        self.nodes[end as usize].solved = Some(line.end.score() as i8);
        self.count(end, line.end.score());
        let (mut changed, mut below) = (vec![end], end);
        for (n, turn) in line.turns.iter().enumerate().rev() {
            let above = self.node(turn.board);
            self.count(above, turn.side * line.result);
            self.link(above, below);
            for (_, fact) in facts.iter().filter(|(at, _)| *at == n) {
                let node = &mut self.nodes[above as usize];
                match fact {
                    Fact::Solved(score) => node.solved = Some(*score),
                    Fact::Alternative(found) => {
                        // The image of the move in the canonical position.
                        let after = turn.board.after(found.square);
                        let square = after.and_then(|after| leading_to(node.board, after).next());
                        node.alternative = square.map(|square| ValuedMove { square, ..*found });
                    }
                }
            }
            changed.push(above);
            below = above;
        }
        changed
    }

    fn node(&mut self, board: P) -> u32 {
        let board = board.canonical();
        let new = self.nodes.len() as u32;
        let n = *self.index.entry(board).or_insert(new);
        if n == new {
            self.nodes.push(Node {
                board,
                played: P::Set::EMPTY,
                forgotten: P::Set::EMPTY,
                lost: P::Set::EMPTY,
                below: Worth::NO_MOVE,
                above: NONE,
                games: 0,
                points: 0,
                worth: Worth::UNKNOWN,
                solved: None,
                alternative: None,
            });
        }
        n
    }

    /// Counts a game for a node, with its result for the player to move.
    fn count(&mut self, n: u32, result: i32) {
        let node = &mut self.nodes[n as usize];
        node.games = node.games.saturating_add(1);
        node.points = (node.points).saturating_add((1 + result.signum()) as u32);
    }

    /// Marks the move between two nodes as played.
    fn link(&mut self, above: u32, below: u32) {
        let (board, to) = (self.nodes[above as usize].board, self.nodes[below as usize].board);
        let Some(square) = leading_to(board, to).next() else {
            return;
        };
        let node = &mut self.nodes[above as usize];
        if node.lost.has(square) {
            for set in [&mut node.lost, &mut node.forgotten, &mut node.played] {
                set.remove(square);
            }
        } else if node.forgotten.has(square) {
            // The worth of a forgotten position was merged with that of other forgotten positions and cannot
            // be separated, so forget all these moves except the proven losses.
            node.played = node.played.without(node.forgotten.without(node.lost));
            node.forgotten = node.lost;
            node.below = Worth::NO_MOVE;
        }
        if !node.played.has(square) {
            node.played.insert(square);
            self.add_edge(above, below);
        }
    }

    fn add_edge(&mut self, from: u32, below: u32) {
        let below = &mut self.nodes[below as usize];
        let next = std::mem::replace(&mut below.above, self.edges.len() as u32);
        self.edges.push(Edge { from, next });
    }

    /// Iterates over the nodes that lead to a node.
    fn above(&self, node: &Node<P>) -> impl Iterator<Item = u32> {
        let mut edge = node.above;
        std::iter::from_fn(move || {
            let Edge { from, next } = self.edges.get(edge as usize)?;
            edge = *next;
            Some(*from)
        })
    }

    /// Updates the worth of these nodes, and of all nodes before a node that changes. Nodes with the fewest
    /// empty cells are updated first, so that a node's successors are always up to date.
    fn carry_back(&mut self, changed: Vec<u32>) {
        let key = |book: &Book<P>, n: u32| Reverse((book.nodes[n as usize].board.empties(), n));
        let mut queue: BinaryHeap<Reverse<(u32, u32)>> = changed.into_iter().map(|n| key(self, n)).collect();
        while let Some(Reverse((empties, n))) = queue.pop() {
            while queue.peek() == Some(&Reverse((empties, n))) {
                queue.pop();
            }
            let worth = self.worth_of(&self.nodes[n as usize]);
            let node = &mut self.nodes[n as usize];
            if node.worth == worth {
                continue;
            }
            node.worth = worth;
            let above = self.above(&self.nodes[n as usize]);
            queue.extend(above.map(|from| key(self, from)));
        }
    }

    /// Computes the worth of a node from the worth of the positions after it.
    fn worth_of(&self, node: &Node<P>) -> Worth {
        if let Some(score) = node.solved {
            return Worth::exactly(score);
        }
        let mut worth = node.below;
        if !node.lost.is_empty() {
            worth = worth.max(Worth::LOST);
        }
        for square in node.remembered() {
            let after = self.after(node.board, square);
            worth = worth.max(after.map_or(Worth::UNKNOWN, |(_, worth)| worth));
        }
        let unplayed = different_moves(node.board).without(node.played);
        if !unplayed.is_empty() {
            worth.high = 64;
        }
        if let Some(found) = node.alternative(unplayed) {
            worth.value = worth.value.max(found.value as i16);
        }
        let bound = |discs: i8| i16::from(discs) * DISC as i16;
        worth.value = worth.value.clamp(bound(worth.low), bound(worth.high));
        worth
    }

    /// Returns the index of the node after a move, and the worth of the move for the player who makes it.
    /// Returns `None` if the position after the move is not in the book.
    fn after(&self, board: P, square: u8) -> Option<(u32, Worth)> {
        let (after, other) = board.next(square)?;
        let n = *self.index.get(&after.canonical())?;
        Some((n, self.nodes[n as usize].worth.seen_by(other)))
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        [self.nodes.len(), self.edges.len()].map(|count| count as u32).write(bytes);
        self.nodes.iter().for_each(|node| node.write(bytes));
        self.edges.iter().for_each(|edge| edge.write(bytes));
    }

    pub(crate) fn read(bytes: &mut Bytes<'_>, limit: usize) -> Option<Book<P>> {
        let [nodes, edges] = bytes.read::<[u32; 2]>()?.map(|count| count as usize);
        // Check the counts against the input's length before allocating memory for them.
        if bytes.0.len() / EDGE < nodes || bytes.0.len() / EDGE < edges {
            return None;
        }
        let mut book = Book::new(limit);
        book.nodes.reserve_exact(nodes);
        book.edges.reserve_exact(edges);
        book.index.reserve(nodes);
        for n in 0..nodes {
            let node = Node::read(bytes)?;
            if book.index.insert(node.board, n as u32).is_some() {
                return None;
            }
            book.nodes.push(node);
        }
        for _ in 0..edges {
            book.edges.push(bytes.read()?);
        }
        book.has_valid_edges().then_some(book)
    }

    /// Returns true if no edge list is circular and all edges lead to positions with more empty cells.
    fn has_valid_edges(&self) -> bool {
        let earlier = |edge: u32, than: usize| edge == NONE || (edge as usize) < than;
        let mut edges = self.edges.iter().enumerate();
        let lists_end =
            edges.all(|(n, edge)| earlier(edge.next, n) && (edge.from as usize) < self.nodes.len());
        let leads_down = |node: &Node<P>| {
            let later = |from: u32| self.nodes[from as usize].board.empties() > node.board.empties();
            earlier(node.above, self.edges.len()) && self.above(node).all(later)
        };
        lists_end && self.nodes.iter().all(leads_down)
    }

    /// Forgets at least this many positions if possible. The first positions of a game are never forgotten.
    fn forget(&mut self, count: usize) {
        // Rank positions by `proves`, then by the number of their games (up to 100), then by the number of
        // their empty cells.
        let rank = |node: &Node<P>| (self.proves(node), node.games.min(100), node.board.empties());
        let keys: Vec<(bool, u32, u32)> = self.nodes.iter().map(rank).collect();
        let last = *keys.clone().select_nth_unstable(count.min(keys.len() - 1)).1;
        let keeps = |n: u32| {
            let key = keys[n as usize];
            key > last || key.2 >= P::EMPTIES - 1
        };
        // The position before a forgotten one takes over its worth, so no result is lost.
        let mut kept = Book::new(self.limit);
        for (node, _) in self.nodes.iter().zip(0..).filter(|(_, n)| keeps(*n)) {
            let mut node = node.clone();
            for square in node.remembered() {
                if let Some((n, worth)) = self.after(node.board, square)
                    && !keeps(n)
                {
                    node.forgotten.insert(square);
                    match worth.is_lost() {
                        true => node.lost.insert(square),
                        false => node.below = node.below.max(worth),
                    }
                }
            }
            node.above = NONE;
            kept.index.insert(node.board, kept.nodes.len() as u32);
            kept.nodes.push(node);
        }
        // The indices of the nodes have changed, so all edges are rebuilt.
        for from in 0..kept.nodes.len() {
            let node = &kept.nodes[from];
            let (board, squares) = (node.board, node.remembered());
            for square in squares {
                if let Some((below, _)) = kept.after(board, square) {
                    kept.add_edge(from as u32, below);
                }
            }
        }
        *self = kept;
    }

    /// Returns true if the position has a move that is proven to lose but is itself neither proven won nor
    /// proven lost.
    fn proves(&self, node: &Node<P>) -> bool {
        let loses = |square| {
            let after = self.after(node.board, square);
            after.is_some_and(|(_, worth)| worth.is_lost())
        };
        let open = !node.worth.is_lost() && node.worth.low <= 0;
        open && (!node.lost.is_empty() || node.remembered().any(loses))
    }
}

/// Returns the best choices and, for variety, those that are at most `variety` discs worse and do not lose.
/// If some choices have won, only these are compared, by their results; otherwise all are compared by their
/// values.
fn best_of(choices: &[Choice], variety: i16) -> Vec<u8> {
    let won: Vec<Choice> = choices.iter().copied().filter(Choice::has_won).collect();
    let (choices, value): (&[Choice], fn(&Choice) -> i16) = match won.is_empty() {
        false => (&won, |choice| i16::from(choice.worth.known) * DISC as i16),
        true => (choices, |choice| choice.worth.value),
    };
    let Some(best) = choices.iter().map(value).max() else {
        return Vec::new();
    };
    let enough = match best {
        0.. => (best - variety * DISC as i16).max(0),
        _ => best,
    };
    let good = choices.iter().filter(|choice| value(choice) >= enough);
    good.map(|choice| choice.square).collect()
}
