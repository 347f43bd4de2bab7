//! Matches between players without a screen: who is the stronger one?

use std::time::Duration;
use words::say;

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::computer::Computer;
use super::sequential::{Sequential, Standing};
use super::{Engines, Move, Player, Seats, Thinking, Trouble, Turn};
use games::gomoku::{self, Point};
use games::othello::Cell;
use games::othello::rules::legal_moves;
use games::othello::{self, Rules};
use games::stone::{Outcome, Stone};
use games::{Game, Tried};
use mind::engine;
use mind::engine::othello::{Board, Limits, Searcher, evaluation::DISC};

/// The plies of a random opening of Othello.
const PLIES: usize = 8;
/// How many discs one side may be ahead after so many plies of search. The quick search decides whether the slow one is worth it.
const BALANCED: [(u8, i32); 2] = [(8, 2), (16, 1)];
/// How far one side may be ahead in an opening of gomoku: it wins six games of ten then.
const BALANCED_GOMOKU: i32 = 80;
/// How many positions of gomoku it looks at for that.
const LOOK: u64 = 10_000;

/// A random opening of Othello in which neither side is ahead, as far as a search sees. From another one, strong players would win one
/// game each, and the match would say nothing about them.
pub fn othello_opening(random: &mut ChaCha12Rng) -> Box<dyn Game> {
    let mut searcher = Searcher::new(16).with_selectivity(3);
    let mut is_balanced = |board: Board, (depth, most): (u8, i32)| {
        let report = searcher.search(board, Limits::plies(depth), &|| false, &mut |_| ());
        report.value.abs() <= most * DISC
    };
    loop {
        let mut game = othello::Game::new(Rules::Standard);
        while game.t() <= PLIES
            && let Some(stone) = game.to_move()
        {
            let moves: Vec<Cell> = legal_moves(game.map(), stone).collect();
            game.drop(*moves.choose(random).expect("who is to move has a move"));
        }
        let Some(stone) = game.to_move() else {
            continue;
        };
        let board = Board::new(game.map(), stone);
        if BALANCED.iter().all(|bar| is_balanced(board, *bar)) {
            return Box::new(game);
        }
    }
}

/// Three to six random stones in the middle of a board of gomoku, with which neither side is ahead, as far as a short search sees.
pub fn gomoku_opening(setup: gomoku::Setup, random: &mut ChaCha12Rng) -> Box<dyn Game> {
    let mut searcher = engine::gomoku::Searcher::new(1);
    let limits = engine::gomoku::Limits {
        nodes: LOOK,
        ..engine::gomoku::Limits::NONE
    };
    let size = setup.size();
    let middle = (size / 2).saturating_sub(3)..(size / 2 + 4).min(size);
    loop {
        let mut game = gomoku::Game::new(setup);
        let stones = random.random_range(3..=6);
        while game.t() <= stones {
            let mut line = || random.random_range(middle.clone());
            // Where a stone stands already, or must not stand, another point is drawn.
            let _ = game.drop(Point::new(line(), line()));
        }
        let board = engine::gomoku::Board::of_game(&game);
        let report = searcher.search(&board, &limits, &|| false, &mut |_| ());
        if report.value.abs() <= BALANCED_GOMOKU {
            return Box::new(game);
        }
    }
}

/// Why a match is broken off.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Broken {
    /// A player cannot play on.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// A player, by name, plays what the rules do not allow; a sentence says why.
    #[error("{}", say!("wrong move by {why}: {other}", why = .0, other = .1))]
    Wrong(String, String),
    /// A person sits at the board.
    #[error("{}", say!("a person cannot play here"))]
    Person,
}

/// Plays a game on to its end. Where the players change colours in the opening they change seats, and so do their programs.
pub fn play_on(
    computer: &'static dyn Computer,
    mut game: Box<dyn Game>,
    seats: &mut Seats,
    engines: &mut Engines,
) -> Result<Box<dyn Game>, Broken> {
    while game.outcome().is_none() {
        let thinking = Thinking::start(computer, seats, &*game, false, engines);
        let answer = thinking.and_then(|thinking| thinking.answer(engines, &mut |_| ()));
        let place = match answer.ok_or(Broken::Person)?? {
            Some(Move::Drop(place)) => place,
            Some(Move::Answer(n)) => {
                let swapped = game.swapped();
                game.answer(n);
                if game.swapped() != swapped {
                    seats.change_sides();
                    engines.change_sides();
                }
                continue;
            }
            None => {
                game.lose_turn();
                continue;
            }
        };
        match game.try_to_drop(place) {
            Tried::Done(_) => {}
            Tried::Nothing(why) | Tried::Refused(why) | Tried::Passed(why) => {
                let name = seats.of(game.player());
                return Err(Broken::Wrong(name.to_string(), why));
            }
        }
    }
    Ok(game)
}

/// How a match is played.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub games: u32,
    /// The same seed gives the same openings, and the same moves of all players that look at a number of positions.
    pub seed: u64,
    /// What another program may spend on a move.
    pub turn: Turn,
    /// How long another program is waited for, in ms.
    pub patience: u32,
    /// What ends the match early.
    pub test: Option<Sequential>,
}

/// Plays a match: each opening twice, with the colours changed. `told` is called after each game. Returns the processor time of the
/// players that are other programs, if the system knows it.
pub fn play(
    computer: &'static dyn Computer,
    players: &[Player; 2],
    terms: Terms,
    opening: &dyn Fn(&mut ChaCha12Rng) -> Box<dyn Game>,
    told: &mut dyn FnMut(&Standing),
) -> Result<[Option<Duration>; 2], Broken> {
    let Terms { games, seed, .. } = terms;
    let mut standing = Standing::default();
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut engines = [Engines::default(), Engines::default()];
    let [first, second] = players;
    let mut start = opening(&mut random);
    for n in 0..games {
        let swapped = n % 2 == 1;
        if n > 0 && !swapped {
            if terms
                .test
                .and_then(|test| test.verdict(&standing))
                .is_some()
            {
                break;
            }
            start = opening(&mut random);
        }
        let (black, white, mut stone) = match swapped {
            false => (first, second, Stone::Black),
            true => (second, first, Stone::White),
        };
        let mut seats = Seats {
            black: black.clone(),
            white: white.clone(),
            seed: seed.wrapping_add(u64::from(n) << 32),
            turn: terms.turn,
            patience: terms.patience,
        };
        let engines = &mut engines[usize::from(swapped)];
        let end = play_on(computer, start.clone(), &mut seats, engines)?;
        if end.swapped() {
            stone = stone.other();
            engines.change_sides();
        }
        standing.note(end.outcome().unwrap_or(Outcome::Draw), stone);
        told(&standing);
    }
    let [straight, swapped] = &engines;
    Ok([Stone::Black, Stone::White].map(|stone| {
        let straight = straight.processor_time(stone)?;
        Some(straight + swapped.processor_time(stone.other()).unwrap_or_default())
    }))
}
