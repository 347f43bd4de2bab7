//! The opening book that learns: every position of every game, and what the results say about it.
//!
//! The positions and the moves that were played between them are a graph, in which turned and mirrored positions are one. The
//! results at its ends are carried back by minimax. A position where no result makes the player happy has an alternative
//! besides, a move that was not played there yet, with the value that a search gave it: it counts like one that was played
//! (Buro, *Toward opening book learning*, 1999). So a loss lowers what led to it until, further up, some alternative is better.
//!
//! Besides, each position has the result of the moves that were played alone: a line that is known to win is played again,
//! whatever an alternative promises.
//!
//! What the games prove is kept apart from what they make likely. A position is proven lost when each of its moves was
//! played and leads to one that is proven won, or when it was solved; its bounds say so. A player who never
//! takes a move that is proven to lose while there is another cannot lose the same game twice: in a lost game, look
//! at the last of the player's positions that is not proven lost. There was one, or the start is lost. All that
//! came after it in the game is, so the move that was played in it is proven to lose, and the player takes another.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bytes::Bytes;
use super::search::{Found, next, square};
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::bit;
use crate::engine::othello::evaluation::DISC;
use crate::othello::rules::Cell;

/// No edge: the end of a list of them.
const NONE: u32 = u32::MAX;

/// What is known about a position, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The result that the player can certainly reach, in discs.
    pub low: i8,
    /// The result above which nothing can be reached, in discs.
    pub high: i8,
    /// The result that minimax over the games finds, as if there were no other moves than those that were played, in discs.
    pub known: i8,
    /// The result that minimax over the games and the alternatives finds, in hundredths of a disc.
    pub value: i16,
}

impl Worth {
    /// Nothing is known.
    const UNKNOWN: Worth = Worth {
        low: -64,
        high: 64,
        known: 0,
        value: 0,
    };

    /// Below what any position is worth: the maximum of no moves.
    const NO_MOVE: Worth = Worth {
        low: -64,
        high: -64,
        known: -64,
        value: -64 * DISC as i16,
    };

    /// A result that is certain.
    fn exactly(score: i8) -> Worth {
        Worth {
            low: score,
            high: score,
            known: score,
            value: i16::from(score) * DISC as i16,
        }
    }

    /// From the view of the other player, if `other`.
    fn seen_by(self, other: bool) -> Worth {
        match other {
            true => Worth {
                low: -self.high,
                high: -self.low,
                known: -self.known,
                value: -self.value,
            },
            false => self,
        }
    }

    /// The better of two moves.
    fn max(self, move_to: Worth) -> Worth {
        Worth {
            low: self.low.max(move_to.low),
            high: self.high.max(move_to.high),
            known: self.known.max(move_to.known),
            value: self.value.max(move_to.value),
        }
    }

    /// Is each of the numbers one that a position can have?
    fn is_sound(self) -> bool {
        let value = i32::from(self.value);
        let results = -64..=64;
        results.contains(&self.low)
            && results.contains(&self.high)
            && results.contains(&self.known)
            && (-64 * DISC..=64 * DISC).contains(&value)
    }

    /// Has the player lost, whatever happens?
    pub fn is_lost(self) -> bool {
        self.high < 0
    }
}

/// A position of the book, turned to the smallest of its symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    board: Board,
    /// The moves that were played. Of moves that lead to the same position it is the first.
    played: u64,
    /// Those of them whose positions the book has forgotten.
    forgotten: u64,
    /// What the forgotten ones are worth together.
    below: Worth,
    /// The first edge to it from above.
    above: u32,
    games: u32,
    /// Half points of the player to move in these games.
    points: u32,
    worth: Worth,
    /// The result, where the game is over or a search has found it.
    solved: Option<i8>,
    /// The move to try next, unless it was played meanwhile.
    alternative: Option<Found>,
}

/// The bytes of a node and of an edge.
const NODE: usize = 58;
const EDGE: usize = 8;

impl Node {
    fn read(bytes: &mut Bytes<'_>) -> Option<Node> {
        let [own, opponent, played, forgotten] =
            [bytes.u64()?, bytes.u64()?, bytes.u64()?, bytes.u64()?];
        let board = Board { own, opponent };
        let [above, games, points] = [bytes.u32()?, bytes.u32()?, bytes.u32()?];
        let mut worth = || {
            Some(Worth {
                low: bytes.i8()?,
                high: bytes.i8()?,
                known: bytes.i8()?,
                value: bytes.i16()?,
            })
        };
        let (worth, below) = (worth()?, worth()?);
        let solved = bytes.i8()?;
        let (square, value) = (bytes.u8()?, i32::from(bytes.i16()?));
        let sound = own & opponent == 0
            && board == board.canonical()
            && played & !board.moves() == 0
            && forgotten & !played == 0
            && [worth, below].iter().all(|worth| worth.is_sound())
            && (solved == i8::MIN || (-64..=64).contains(&solved))
            && square <= 64;
        sound.then_some(Node {
            board,
            played,
            forgotten,
            below,
            above,
            games,
            points,
            worth,
            solved: Some(solved).filter(|score| *score != i8::MIN),
            alternative: Some(Found { square, value }).filter(|found| found.square < 64),
        })
    }
}

/// That a position was played from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: u32,
    /// The next edge to the same position.
    next: u32,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position in which it was played.
    pub board: Board,
    /// Where the stone was dropped.
    pub square: u8,
    /// 1 when Black moved, -1 when White did.
    pub side: i32,
}

/// A game from some position to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves.
    pub steps: Vec<Step>,
    /// The position in which nobody can move.
    pub end: Board,
    /// The result for Black, in discs.
    pub result: i32,
}

/// What a search has found out about a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The result for the player to move, in discs.
    Solved(i8),
    /// The best of the moves that were not played there yet.
    Alternative(Found),
}

/// What [`Book::add`] does with a game, for those who watch. Positions are as the book has them, see [`Entry::board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// A position of the game is in the book now, the last one first; and whether it was there before.
    Met(Board, bool),
    /// Of the positions that wait it has the fewest empty cells: what is it worth now?
    Look(Board),
    /// Its result is certain: the game is over, or it was solved.
    Solved(Worth),
    /// A move that was played in it leads to this position, and is worth so much to the player.
    Played(Board, Worth),
    /// The move that will be tried there next time.
    Alternative(Found),
    /// What it was worth, and what it is worth now.
    Worth(Worth, Worth),
    /// It is another worth, so a position from which it was reached waits.
    Above(Board),
}

/// A move that the book has something to say about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where the stone is dropped.
    pub square: u8,
    /// What it is worth to the player who drops it.
    pub worth: Worth,
    /// Was it played? Else it is the alternative.
    pub played: bool,
}

impl Choice {
    /// Has it won, as far as it was played?
    pub fn has_won(&self) -> bool {
        self.played && self.worth.known > 0
    }
}

/// What the book says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position as the book has it: turned so that it is the smallest of its symmetries.
    pub board: Board,
    /// What it is worth to the player to move.
    pub worth: Worth,
    /// In how many games it was met.
    pub games: u32,
    /// The half points of the player to move in these games.
    pub points: u32,
    /// The moves that were played, and the alternative.
    pub choices: Vec<Choice>,
}

/// The book.
#[derive(Clone, Debug)]
pub struct Book {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    index: HashMap<Board, u32>,
    limit: usize,
}

/// Two books are equal when they know the same; how they came to know it does not matter.
impl PartialEq for Book {
    fn eq(&self, other: &Book) -> bool {
        let same = |node: &Node| {
            let found = other.index.get(&node.board);
            found.is_some_and(|n| {
                let theirs = &other.nodes[*n as usize];
                Node {
                    above: node.above,
                    ..theirs.clone()
                } == *node
            })
        };
        self.nodes.len() == other.nodes.len() && self.nodes.iter().all(same)
    }
}

impl Book {
    /// How many positions a book holds that keeps growing.
    pub const LIMIT: usize = 1_000_000;

    /// An empty book that will hold so many positions and not more.
    ///
    /// A full book forgets an eighth of them: those of the fewest games and of these the latest in their games. The
    /// position before keeps what they were worth.
    pub fn new(limit: usize) -> Book {
        Book {
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashMap::new(),
            limit,
        }
    }

    /// How many positions it holds.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a game with what a search has found out about its positions, each fact with the number of its step, and
    /// carries the result back.
    pub fn add(&mut self, line: &Line, facts: &[(usize, Fact)]) {
        self.add_watched(line, facts, &mut |_| ());
    }

    /// The same, watched.
    pub fn add_watched(
        &mut self,
        line: &Line,
        facts: &[(usize, Fact)],
        watch: &mut impl FnMut(Travel),
    ) {
        let changed = self.insert(line, facts, watch);
        self.carry_back(changed, watch);
        if self.nodes.len() > self.limit {
            self.forget(self.limit / 8);
        }
    }

    /// The book of these games built in one go: each position is looked at once, when all of them are there. Nothing is forgotten.
    pub fn from_games<'a>(
        games: impl IntoIterator<Item = (&'a Line, &'a [(usize, Fact)])>,
    ) -> Book {
        let mut book = Book::new(usize::MAX);
        for (line, facts) in games {
            book.insert(line, facts, &mut |_| ());
        }
        let mut order: Vec<usize> = (0..book.nodes.len()).collect();
        order.sort_by_key(|n| book.nodes[*n].board.empties());
        for n in order {
            book.nodes[n].worth = book.worth_of(&book.nodes[n], &mut |_| ());
        }
        book
    }

    /// What it knows about a position in which a player can move, or `None` when it was never met.
    pub fn look_up(&self, board: Board) -> Option<Entry> {
        let node = &self.nodes[*self.index.get(&board.canonical())? as usize];
        let mut choices: Vec<Choice> = Board::cells(node.played & !node.forgotten)
            .filter_map(|cell| {
                Some(Choice {
                    square: square(cell),
                    worth: self.after(node.board, square(cell))?.1,
                    played: true,
                })
            })
            .collect();
        choices.extend(Board::cells(node.forgotten).map(|cell| Choice {
            square: square(cell),
            worth: node.below,
            played: true,
        }));
        let unplayed = moves(node.board) & !node.played;
        if let Some(Found { square, value }) = node.alternative
            && unplayed >> square & 1 == 1
        {
            choices.push(Choice {
                square,
                worth: Worth {
                    value: value as i16,
                    ..Worth::UNKNOWN
                },
                played: false,
            });
        }
        Some(Entry {
            board: node.board,
            worth: node.worth,
            games: node.games,
            points: node.points,
            choices,
        })
    }

    /// The moves of a position that lead to nothing the book has from there.
    pub fn untried(&self, board: Board) -> u64 {
        let Some(n) = self.index.get(&board.canonical()) else {
            return board.moves();
        };
        let node = &self.nodes[*n as usize];
        let after = |board: Board, cell: Cell| Some(next(board, square(cell))?.0.canonical());
        let played = Board::cells(node.played).map(|cell| after(node.board, cell));
        let played: Vec<Option<Board>> = played.collect();
        let untried =
            Board::cells(board.moves()).filter(|cell| !played.contains(&after(board, *cell)));
        untried.fold(0, |untried, cell| untried | bit(cell))
    }

    /// The positions with so many empty cells that were met most often, at most `count`, the most frequent first.
    pub fn favourites(&self, empties: u32, count: usize) -> Vec<Entry> {
        let at = self.nodes.iter().filter(|n| n.board.empties() == empties);
        let mut nodes: Vec<&Node> = at.collect();
        nodes.sort_by_key(|node| (Reverse(node.games), node.board));
        let most = nodes.into_iter().take(count);
        most.filter_map(|node| self.look_up(node.board)).collect()
    }

    /// Adds the positions and moves of a game; the numbers of all whose worth may have changed.
    fn insert(
        &mut self,
        line: &Line,
        facts: &[(usize, Fact)],
        watch: &mut impl FnMut(Travel),
    ) -> Vec<u32> {
        let end = self.node(line.end, watch);
        self.nodes[end as usize].solved = Some(line.end.score() as i8);
        let end_side = line.steps.last().map_or(1, |step| {
            let switched = next(step.board, step.square).is_none_or(|(_, other)| other);
            if switched { -step.side } else { step.side }
        });
        self.count(end, end_side * line.result);
        let (mut changed, mut below) = (vec![end], end);
        for (n, step) in line.steps.iter().enumerate().rev() {
            let above = self.node(step.board, watch);
            self.count(above, step.side * line.result);
            self.link(above, below);
            for (_, fact) in facts.iter().filter(|(at, _)| *at == n) {
                let node = &mut self.nodes[above as usize];
                match fact {
                    Fact::Solved(score) => node.solved = Some(*score),
                    Fact::Alternative(found) => {
                        node.alternative = in_canonical(step.board, *found);
                    }
                }
            }
            changed.push(above);
            below = above;
        }
        changed
    }

    /// The number of a position's node, which is made when it is not there.
    fn node(&mut self, board: Board, watch: &mut impl FnMut(Travel)) -> u32 {
        let board = board.canonical();
        let new = self.nodes.len() as u32;
        let n = *self.index.entry(board).or_insert(new);
        watch(Travel::Met(board, n != new));
        if n == new {
            self.nodes.push(Node {
                board,
                played: 0,
                forgotten: 0,
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

    /// Counts a game with this result for the player to move.
    fn count(&mut self, n: u32, result: i32) {
        let node = &mut self.nodes[n as usize];
        node.games += 1;
        node.points += (1 + result.signum()) as u32;
    }

    /// The move from one position to the other was played.
    fn link(&mut self, above: u32, below: u32) {
        let (board, to) = (
            self.nodes[above as usize].board,
            self.nodes[below as usize].board,
        );
        let leads_there =
            |square: &u8| next(board, *square).is_some_and(|(b, _)| b.canonical() == to);
        let Some(square) = (0..64)
            .filter(|s| board.moves() >> s & 1 == 1)
            .find(leads_there)
        else {
            return;
        };
        let node = &mut self.nodes[above as usize];
        if node.forgotten >> square & 1 == 1 {
            // What it was worth together with others cannot be told from them any more.
            node.played &= !node.forgotten;
            node.forgotten = 0;
            node.below = Worth::NO_MOVE;
        }
        if node.played >> square & 1 == 0 {
            node.played |= 1 << square;
            self.edges.push(Edge {
                from: above,
                next: self.nodes[below as usize].above,
            });
            self.nodes[below as usize].above = self.edges.len() as u32 - 1;
        }
    }

    /// Finds the worth of these positions anew, and of all above those where it is another: the positions with the fewest
    /// empty cells first, so that each is looked at when those below it are right.
    fn carry_back(&mut self, changed: Vec<u32>, watch: &mut impl FnMut(Travel)) {
        let key = |book: &Book, n: u32| Reverse((book.nodes[n as usize].board.empties(), n));
        let mut queue: BinaryHeap<Reverse<(u32, u32)>> =
            changed.into_iter().map(|n| key(self, n)).collect();
        while let Some(Reverse((empties, n))) = queue.pop() {
            while queue.peek() == Some(&Reverse((empties, n))) {
                queue.pop();
            }
            watch(Travel::Look(self.nodes[n as usize].board));
            let worth = self.worth_of(&self.nodes[n as usize], watch);
            let node = &mut self.nodes[n as usize];
            watch(Travel::Worth(node.worth, worth));
            if node.worth == worth {
                continue;
            }
            node.worth = worth;
            let mut edge = node.above;
            while edge != NONE {
                let Edge { from, next } = self.edges[edge as usize];
                watch(Travel::Above(self.nodes[from as usize].board));
                queue.push(key(self, from));
                edge = next;
            }
        }
    }

    /// What a position is worth by those below it.
    fn worth_of(&self, node: &Node, watch: &mut impl FnMut(Travel)) -> Worth {
        if let Some(score) = node.solved {
            let worth = Worth::exactly(score);
            watch(Travel::Solved(worth));
            return worth;
        }
        let mut worth = node.below;
        for cell in Board::cells(node.played & !node.forgotten) {
            let after = self.after(node.board, square(cell));
            let (board, move_to) = after.unwrap_or((node.board, Worth::UNKNOWN));
            watch(Travel::Played(board, move_to));
            worth = worth.max(move_to);
        }
        let unplayed = moves(node.board) & !node.played;
        if unplayed != 0 {
            worth.high = 64;
        }
        if let Some(Found { square, value }) = node.alternative
            && unplayed >> square & 1 == 1
        {
            watch(Travel::Alternative(Found { square, value }));
            worth.value = worth.value.max(value as i16);
        }
        let bound = |discs: i8| i16::from(discs) * DISC as i16;
        worth.value = worth.value.clamp(bound(worth.low), bound(worth.high));
        worth
    }

    /// The position after a move, if it is known, and what the move is worth to the player who makes it.
    fn after(&self, board: Board, square: u8) -> Option<(Board, Worth)> {
        let (after, other) = next(board, square)?;
        let node = &self.nodes[*self.index.get(&after.canonical())? as usize];
        Some((node.board, node.worth.seen_by(other)))
    }

    /// The book as bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.nodes.len() as u32).to_le_bytes());
        bytes.extend((self.edges.len() as u32).to_le_bytes());
        for node in &self.nodes {
            for bits in [
                node.board.own,
                node.board.opponent,
                node.played,
                node.forgotten,
            ] {
                bytes.extend(bits.to_le_bytes());
            }
            for number in [node.above, node.games, node.points] {
                bytes.extend(number.to_le_bytes());
            }
            for Worth {
                low,
                high,
                known,
                value,
            } in [node.worth, node.below]
            {
                bytes.extend([low as u8, high as u8, known as u8]);
                bytes.extend(value.to_le_bytes());
            }
            bytes.push(node.solved.unwrap_or(i8::MIN) as u8);
            let nothing = Found {
                square: 64,
                value: 0,
            };
            let Found { square, value } = node.alternative.unwrap_or(nothing);
            bytes.push(square);
            bytes.extend((value as i16).to_le_bytes());
        }
        for edge in &self.edges {
            bytes.extend(edge.from.to_le_bytes());
            bytes.extend(edge.next.to_le_bytes());
        }
    }

    /// Reads what [`Book::write`] wrote, or `None` when that cannot be.
    pub fn read(bytes: &mut Bytes<'_>, limit: usize) -> Option<Book> {
        let (nodes, edges) = (bytes.u32()? as usize, bytes.u32()? as usize);
        // What is too short for so many is found out before memory is taken for them.
        if bytes.0.len() / NODE < nodes || bytes.0.len() / EDGE < edges {
            return None;
        }
        let mut book = Book {
            nodes: Vec::with_capacity(nodes),
            edges: Vec::with_capacity(edges),
            index: HashMap::with_capacity(nodes),
            limit,
        };
        for n in 0..nodes {
            let node = Node::read(bytes)?;
            if book.index.insert(node.board, n as u32).is_some() {
                return None;
            }
            book.nodes.push(node);
        }
        for _ in 0..edges {
            let (from, next) = (bytes.u32()?, bytes.u32()?);
            book.edges.push(Edge { from, next });
        }
        book.has_sound_edges().then_some(book)
    }

    /// Does each list of edges have an end, and lead to positions with more empty cells?
    fn has_sound_edges(&self) -> bool {
        let earlier = |edge: u32, than: usize| edge == NONE || (edge as usize) < than;
        let lists_end = self
            .edges
            .iter()
            .enumerate()
            .all(|(n, edge)| earlier(edge.next, n) && (edge.from as usize) < self.nodes.len());
        lists_end
            && self.nodes.iter().all(|node| {
                let mut edge = node.above;
                while let Some(Edge { from, next }) = self.edges.get(edge as usize) {
                    if self.nodes[*from as usize].board.empties() <= node.board.empties() {
                        return false;
                    }
                    edge = *next;
                }
                edge == NONE
            })
    }

    /// Forgets at least so many positions, if there are as many besides those with the most empty cells.
    fn forget(&mut self, count: usize) {
        // The positions by the games they are from, as far as that matters, and their empty cells.
        let rank = |node: &Node| (node.games.min(100), node.board.empties());
        let mut ranks: Vec<(u32, u32)> = self.nodes.iter().map(rank).collect();
        let at = count.min(ranks.len() - 1);
        let (_, &mut last, _) = ranks.select_nth_unstable(at);
        let keeps = |node: &Node| rank(node) > last || node.board.empties() >= 59;
        let mut kept = Book::new(self.limit);
        for node in self.nodes.iter().filter(|node| keeps(node)) {
            let mut node = node.clone();
            for cell in Board::cells(node.played & !node.forgotten) {
                let below = next(node.board, square(cell))
                    .map(|(after, other)| (self.index[&after.canonical()], other));
                if let Some((n, other)) = below
                    && !keeps(&self.nodes[n as usize])
                {
                    node.forgotten |= bit(cell);
                    node.below = node.below.max(self.nodes[n as usize].worth.seen_by(other));
                }
            }
            node.above = NONE;
            kept.index.insert(node.board, kept.nodes.len() as u32);
            kept.nodes.push(node);
        }
        for from in 0..kept.nodes.len() {
            let Node {
                board,
                played,
                forgotten,
                ..
            } = kept.nodes[from];
            for cell in Board::cells(played & !forgotten) {
                if let Some((after, _)) = next(board, square(cell)) {
                    let below = &mut kept.nodes[kept.index[&after.canonical()] as usize];
                    let edge = Edge {
                        from: from as u32,
                        next: below.above,
                    };
                    below.above = kept.edges.len() as u32;
                    kept.edges.push(edge);
                }
            }
        }
        *self = kept;
    }
}

/// The moves of a position; of those that lead to the same position, but for turning and mirroring, the first.
fn moves(board: Board) -> u64 {
    let (mut first, mut seen) = (0, Vec::with_capacity(16));
    for cell in Board::cells(board.moves()) {
        if let Some((after, _)) = next(board, square(cell)) {
            let after = after.canonical();
            if !seen.contains(&after) {
                seen.push(after);
                first |= bit(cell);
            }
        }
    }
    first
}

/// A move found in a position, as it is in the canonical position.
fn in_canonical(board: Board, found: Found) -> Option<Found> {
    let (after, _) = next(board, found.square)?;
    let canonical = board.canonical();
    let square = leading_to(canonical, after.canonical()).next()?;
    Some(Found { square, ..found })
}

/// The moves of a position after which it is this one, but for turning and mirroring.
pub fn leading_to(board: Board, after: Board) -> impl Iterator<Item = u8> {
    Board::cells(board.moves())
        .map(square)
        .filter(move |square| next(board, *square).is_some_and(|(b, _)| b.canonical() == after))
}
