//! Statistics of recorded games: how often each move was played in a position, with which results and by whom.
//!
//! An [`Index`] is a block of bytes, so that it can be kept in a file. It has a sorted list of all positions with the
//! moves played there. Positions are equal if a symmetry of the board maps one to the other: any of eight in gomoku,
//! and in Othello those four that keep the starting position.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::othello::rules::turn_over;
use crate::othello::{Cell, Ply};
use crate::records::{Heading, Recorded};
use crate::stone::{Outcome, Stone};
use crate::tree::{ROOT, Tree};
use crate::{Game, Place, gomoku, othello};

/// The maximum number of positions: 8 bytes each, and less than 100 MB with everything else.
const MAX_POSITIONS: usize = 11_000_000;
/// The maximum number of games, which have 21 bits in the list.
const MAX_GAMES: usize = (1 << 21) - 1;
/// The first 8 bits of a position's hash choose its bucket. The list contains the next 34 bits.
const BUCKETS: usize = 256;
const HASH: u64 = !0 << 30;
const GAME: u64 = MAX_GAMES as u64;
/// The largest board has 20 lines.
const LINE: usize = 20;
/// The size of a game's entry in bytes: seven numbers.
const ENTRY: usize = 28;
/// The byte index of the first game.
const FIRST_GAME: usize = 16 + 4 * BUCKETS;
const MAGIC: u32 = 0x3258_5051;

/// The symmetries of the board: bits 0 and 1 mirror rows and columns, bit 2 then exchanges them.
const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
const OF_OTHELLO: [usize; 4] = [0, 3, 4, 7];

fn turned(symmetry: usize, (row, col): Place, size: usize) -> Place {
    let row = if symmetry & 1 != 0 { size - 1 - row } else { row };
    let col = if symmetry & 2 != 0 { size - 1 - col } else { col };
    if symmetry & 4 != 0 { (col, row) } else { (row, col) }
}

/// A mixing function (SplitMix64).
fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// For each place of a board of some size, where the symmetries take it, by its number in lines of [`LINE`]. Places
/// outside of the board have no number.
type Turns = Vec<[u16; 8]>;

/// The turns for each size.
static TURNS: LazyLock<Vec<Turns>> = LazyLock::new(|| (0..=LINE).map(turns).collect());

/// The hash of a stone at each place: black, white, and the change from one to the other.
static STONES: LazyLock<Vec<[u64; 3]>> = LazyLock::new(|| {
    let stones = (500..500 + (LINE * LINE) as u64).map(|n| [mixed(2 * n), mixed(2 * n + 1)]);
    stones.map(|[black, white]| [black, white, black ^ white]).collect()
});

fn turns(size: usize) -> Turns {
    let number = |(row, col): Place| (row * LINE + col) as u16;
    let all = (0..LINE * LINE).map(|n| (n / LINE, n % LINE));
    all.map(|place| match place.0.max(place.1) < size {
        true => ALL.map(|symmetry| number(turned(symmetry, place, size))),
        false => [u16::MAX; 8],
    })
    .collect()
}

/// The hashes of a position under each of the symmetries.
#[derive(Clone)]
struct Board {
    size: usize,
    symmetries: &'static [usize],
    hashes: [u64; 8],
}

impl Board {
    fn new(size: usize, symmetries: &'static [usize]) -> Board {
        Board { size, symmetries, hashes: [mixed((size * 10 + symmetries.len()) as u64); 8] }
    }

    /// Puts a stone on an empty place (0 black, 1 white), or changes its colour (2).
    fn change(&mut self, (row, col): Place, change: usize) {
        let turns = &TURNS[self.size][row * LINE + col];
        for symmetry in self.symmetries {
            self.hashes[*symmetry] ^= STONES[usize::from(turns[*symmetry])][change];
        }
    }

    /// The hash by which equal positions with the same side to move are found, and the symmetries that lead to it.
    fn key(&self, to_move: Stone) -> (u64, impl Iterator<Item = usize> + '_) {
        let least = self.symmetries.iter().map(|symmetry| self.hashes[*symmetry]).min().unwrap_or_default();
        let leads = move |symmetry: &usize| self.hashes[*symmetry] == least;
        (mixed(least ^ to_move as u64), self.symmetries.iter().copied().filter(leads))
    }

    /// The bucket and the entry of a move in the list.
    fn entry(&self, to_move: Stone, place: Place, game: usize) -> (usize, u64) {
        let (key, symmetries) = self.key(to_move);
        let turns = &TURNS[self.size][place.0 * LINE + place.1];
        let class = symmetries.map(|symmetry| turns[symmetry]).min().unwrap_or_default();
        ((key >> 56) as usize, (key << 8) & HASH | u64::from(class) << 21 | game as u64)
    }

    /// Calls `visit` with the board before each drop of an Othello game. Returns the last board.
    fn of_othello(game: &othello::Game, mut visit: impl FnMut(&Board, Stone, Place)) -> Board {
        let (mut board, mut map) = (Board::new(8, &OF_OTHELLO), game.start().map);
        for cell in Cell::all().filter(|cell| map[cell.row][cell.col] > 0) {
            board.change(cell.place(), usize::from(map[cell.row][cell.col]) - 1);
        }
        for (t, ply) in game.turns() {
            let Ply::Drop(cell) = ply else { continue };
            let stone = Stone::of_turn(t);
            visit(&board, stone, cell.place());
            for turned in turn_over(&mut map, cell, stone as usize) {
                board.change(turned.place(), 2);
            }
            board.change(cell.place(), stone as usize - 1);
        }
        board
    }

    /// Does the same for the stones of a gomoku game.
    fn of_gomoku(game: &gomoku::Game, mut visit: impl FnMut(&Board, Stone, Place)) -> Board {
        let mut board = Board::new(game.size(), &ALL);
        for (point, t) in game.pieces().iter().zip(1..) {
            let (stone, place) = (game.stone_of_turn(t), point.place());
            if t > game.given().len() {
                visit(&board, stone, place);
            }
            board.change(place, stone as usize - 1);
        }
        board
    }

    fn of(game: &dyn Game, visit: impl FnMut(&Board, Stone, Place)) -> Option<Board> {
        match (game.of::<othello::Game>(), game.of::<gomoku::Game>()) {
            (Some(game), _) => Some(Board::of_othello(game, visit)),
            (_, Some(game)) => Some(Board::of_gomoku(game, visit)),
            _ => None,
        }
    }
}

/// Collects games for an [`Index`].
#[derive(Default)]
pub struct Builder {
    /// Each has the numbers of the players, the date, the event and the file, its number there and its result.
    games: Vec<[u32; 7]>,
    /// The index separates them by NUL.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
    buckets: Vec<Vec<u64>>,
    positions: usize,
}

impl Builder {
    /// Adds a game of a file, in which it has the number `n` from 1. Of a library of variations each is counted once.
    /// Returns false if the index is full.
    pub fn add(&mut self, recorded: &Recorded, file: &str, n: usize, is_library: bool) -> bool {
        if self.games.len() == MAX_GAMES || self.positions >= MAX_POSITIONS {
            return false;
        }
        // The moves of reverse Othello have other reasons.
        if othello::is_reverse(&*recorded.game) {
            return true;
        }
        let (id, buckets) = (self.games.len(), &mut self.buckets);
        buckets.resize(BUCKETS, Vec::new());
        let mut added = Vec::new();
        let mut add = |board: &Board, stone: Stone, place: Place| added.push(board.entry(stone, place, id));
        match (&recorded.tree, recorded.game.of::<gomoku::Game>()) {
            (Some(tree), Some(game)) if is_library => visit_tree(tree, game, &mut add),
            _ => drop(Board::of(&*recorded.game, add)),
        }
        // A library can have the same position in several variations.
        added.sort_unstable();
        added.dedup();
        self.positions += added.len();
        added.into_iter().for_each(|(bucket, entry)| buckets[bucket].push(entry));
        let result = match (recorded.final_score(), recorded.game.outcome()) {
            (Some(score), _) => 1 + (score.difference().signum() + 1) as u32,
            (_, Some(Outcome::Won(Stone::White))) => 1,
            (_, Some(Outcome::Draw)) => 2,
            (_, Some(Outcome::Won(Stone::Black))) => 3,
            (_, None) => 0,
        };
        let Heading { black, white, date, event } = &recorded.heading;
        let [black, white, date, event, file] =
            [black, white, date, event, file].map(|text| self.number(text));
        self.games.push([black, white, date, event, file, n as u32, result]);
        true
    }

    fn number(&mut self, text: &str) -> u32 {
        let (text, new) = (text.replace('\0', " "), self.texts.len() as u32);
        let n = *self.numbers.entry(text.clone()).or_insert(new);
        if n == new {
            self.texts.push(text);
        }
        n
    }

    /// Returns the index. Later games have higher numbers in it.
    pub fn finish(mut self) -> Index {
        let date = |game: &usize| &self.texts[self.games[*game][2] as usize];
        let mut by_date: Vec<usize> = (0..self.games.len()).collect();
        by_date.sort_by(|a, b| date(a).cmp(date(b)));
        let mut ranks = vec![0; self.games.len()];
        by_date.iter().enumerate().for_each(|(rank, game)| ranks[*game] = rank as u64);
        self.buckets.resize(BUCKETS, Vec::new());
        let texts = self.texts.join("\0");
        let counts = [self.games.len(), texts.len(), self.positions];
        let mut bytes = Vec::with_capacity(FIRST_GAME + ENTRY * counts[0] + counts[1] + 8 * counts[2]);
        let mut put = |n: u32| bytes.extend(n.to_le_bytes());
        put(MAGIC);
        counts.iter().for_each(|count| put(*count as u32));
        self.buckets.iter().for_each(|bucket| put(bucket.len() as u32));
        by_date.iter().flat_map(|game| self.games[*game]).for_each(&mut put);
        bytes.extend(texts.as_bytes());
        for mut bucket in self.buckets {
            bucket.iter_mut().for_each(|entry| *entry = *entry & !GAME | ranks[(*entry & GAME) as usize]);
            bucket.sort_unstable();
            bucket.iter().for_each(|entry| bytes.extend(entry.to_le_bytes()));
        }
        Index::read(bytes).expect("this is how an index is written")
    }
}

/// Calls `visit` with the board before each stone of a tree.
fn visit_tree(tree: &Tree, game: &gomoku::Game, visit: &mut dyn FnMut(&Board, Stone, Place)) {
    let mut boards: Vec<(Board, usize)> = vec![(Board::new(game.size(), &ALL), 1)];
    for n in 1..tree.size() {
        let (mut board, t) = boards[tree.parent(n).unwrap_or(ROOT)].clone();
        if let Some(place) = tree.node(n).step {
            let stone = game.stone_of_turn(t);
            visit(&board, stone, place);
            board.change(place, stone as usize - 1);
        }
        boards.push((board, t + 1));
    }
}

/// The positions of many games.
pub struct Index {
    bytes: Vec<u8>,
    games: usize,
    texts: Vec<String>,
    /// The byte index at which each bucket begins, and the end of the last.
    buckets: Vec<usize>,
}

/// A move of the explored position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub place: Place,
    pub games: usize,
    /// The games won by white, drawn, and won by black. The others were not finished.
    pub results: [usize; 3],
    /// The players who played it most often, with the number of their games; at most three.
    pub players: Vec<(String, usize)>,
    /// The last games, newest first; at most three.
    pub last: Vec<Found>,
}

/// A game in which a move was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub heading: Heading,
    /// The winner, or `None` within for a draw. `None` if the game was not finished.
    pub winner: Option<Option<Stone>>,
    pub file: String,
    /// The number of the game in the file, from 1.
    pub n: usize,
}

/// The maximum number of players and games of a move.
const SHOWN: usize = 3;

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

impl Index {
    /// Reads an index. Returns `None` if the bytes are none.
    pub fn read(bytes: Vec<u8>) -> Option<Index> {
        let number = |at| number(&bytes, at);
        if number(0)? != MAGIC as usize {
            return None;
        }
        let [games, length, positions] = [number(4)?, number(8)?, number(12)?];
        let at = FIRST_GAME + ENTRY * games;
        let mut begin = at + length;
        if bytes.len() != begin + 8 * positions || games > MAX_GAMES {
            return None;
        }
        let texts = str::from_utf8(&bytes[at..begin]).ok()?.split('\0').map(str::to_string).collect();
        let mut buckets = vec![begin];
        for n in 0..BUCKETS {
            begin = begin.checked_add(8 * number(16 + 4 * n)?)?;
            buckets.push(begin);
        }
        (begin == bytes.len()).then_some(Index { bytes, games, texts, buckets })
    }

    /// The index as it is kept in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// One of the seven numbers of a game.
    fn number(&self, game: u64, i: usize) -> usize {
        number(&self.bytes, FIRST_GAME + ENTRY * game as usize + 4 * i).unwrap_or(0)
    }

    fn found(&self, game: u64) -> Found {
        let text = |i| self.texts.get(self.number(game, i)).cloned().unwrap_or_default();
        let heading = Heading { black: text(0), white: text(1), date: text(2), event: text(3) };
        let winners = [None, Some(Some(Stone::White)), Some(None), Some(Some(Stone::Black))];
        let winner = winners.get(self.number(game, 6)).copied().flatten();
        Found { heading, winner, file: text(4), n: self.number(game, 5) }
    }

    /// The entries of a position, by move. Those of newer games come later.
    fn entries(&self, key: u64) -> Vec<u64> {
        let bucket = (key >> 56) as usize;
        let (list, _) = self.bytes[self.buckets[bucket]..self.buckets[bucket + 1]].as_chunks();
        let wanted = (key << 8) & HASH;
        let hash = |entry: &[u8; 8]| u64::from_le_bytes(*entry) & HASH;
        let first = list.partition_point(|entry| hash(entry) < wanted);
        let entries = list[first..].iter().take_while(|entry| hash(entry) == wanted);
        let entries = entries.map(|entry| u64::from_le_bytes(*entry));
        entries.filter(|entry| ((entry & GAME) as usize) < self.games).collect()
    }
}

/// Returns the moves that were played in a game's position, the most frequent first. Empty for other games than Othello
/// and gomoku.
pub fn explore(indexes: &[&Index], game: &dyn Game) -> Vec<Played> {
    let Some(board) = Board::of(game, |_, _, _| {}) else { return Vec::new() };
    let mover = game.player();
    let (key, symmetries) = board.key(mover);
    let symmetries: Vec<usize> = symmetries.collect();
    let mut moves: BTreeMap<Place, (Played, HashMap<&str, usize>)> = BTreeMap::new();
    for index in indexes {
        for entries in index.entries(key).chunk_by(|a, b| a & !GAME == b & !GAME) {
            let class = (entries[0] >> 21) as u16 & 511;
            // The first place that one of the symmetries takes there.
            let leads = |turns: &[u16; 8]| symmetries.iter().any(|symmetry| turns[*symmetry] == class);
            let Some(n) = TURNS[board.size].iter().position(leads) else { continue };
            let (played, players) = moves.entry((n / LINE, n % LINE)).or_default();
            let games = || entries.iter().rev().map(|entry| entry & GAME);
            played.games += games().count();
            played.last.extend(games().take(SHOWN).map(|game| index.found(game)));
            for result in games().filter_map(|game| index.number(game, 6).checked_sub(1)) {
                played.results.get_mut(result).into_iter().for_each(|same| *same += 1);
            }
            let mut names: Vec<usize> =
                games().map(|game| index.number(game, usize::from(mover == Stone::White))).collect();
            names.sort_unstable();
            for same in names.chunk_by(|a, b| a == b) {
                if let Some(name) = index.texts.get(same[0]).filter(|name| !name.is_empty()) {
                    *players.entry(name).or_default() += same.len();
                }
            }
        }
    }
    let played = moves.into_iter().map(|(place, (mut played, players))| {
        let mut players: Vec<(String, usize)> =
            players.into_iter().map(|(name, games)| (name.to_string(), games)).collect();
        players.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
        players.truncate(SHOWN);
        played.last.sort_by(|a, b| b.heading.date.cmp(&a.heading.date));
        played.last.truncate(SHOWN);
        Played { place, players, ..played }
    });
    let mut played: Vec<Played> = played.collect();
    played.sort_by(|a, b| (b.games, a.place).cmp(&(a.games, b.place)));
    played
}
