//! The computer player of gomoku.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use words::{phrase, say};

use super::computer::{Analyst, Computer, Learned, Unit, Values};
use super::engine_process::{self, EngineError, Running, Swap2Step};
use super::insight::{Insight, Value};
use super::job::Stop;
use super::learner::Learners;
use super::level::{HIGHEST, Level};
use super::moves::{Answer, Move};
use super::outside::{Outside, Protocol};
use super::player::Player;
use super::reasons::{self, Reason};
use super::swap2;
use super::task::Task;
use games::gomoku::{self, Point, SIZE};
use games::stone::{Outcome, Stone};
use games::{Game, Place};
use mind::engine::gomoku::{Board, Limits, Report, Searcher};
use mind::learner::Role;
use mind::learner::gomoku::{Stones, moves, point};
use store::memory::Finished;

#[derive(Debug)]
pub struct Gomoku;

fn gomoku(game: &dyn Game) -> &gomoku::Game {
    game.of().expect("this computer plays gomoku")
}

static CHANCES: Unit = Unit {
    name: "%",
    digits: 0,
    values: phrase!("Chance in %"),
    graph: phrase!("Black's chances in %"),
    even: 50.0,
    mistake: 15.0,
    scales: &[50.0],
    won: phrase!("five"),
};

/// The average processor time for a move at each level in ms, measured on 2026-11-29 in the same way as [the times
/// of Othello](super::othello). The first moves of a game take up to five times as long.
const COSTS: [u32; HIGHEST as usize] = [1, 1, 1, 1, 1, 2, 7, 17, 74, 300, 300, 300];

/// The number of wins in 100 games against the level below, measured by `qipan-lab match` (60 games from
/// level 8 on). README.md has the table.
const WINS: [u32; HIGHEST as usize - 1] = [79, 63, 68, 77, 69, 74, 62, 77, 67, 50, 50];

/// The highest level with a strength of its own. The levels above play like it.
const HIGHEST_OF_GOMOKU: u8 = 10;

/// The largest distance between a random move and another stone, in rows and columns.
const NEAR: usize = 2;

/// The search limits for move values in the background, where the search can be stopped at any time.
const DEEP: Limits = Limits { depth: 24, ..Limits::NONE };
/// The search limits for move values while somebody is waiting.
const SHALLOW: Limits = Limits { depth: 6, nodes: 50_000 };
/// The maximum number of moves that get a value. More values would be unreadable on the board.
const MOST: usize = 12;
/// The search limits for each position of a review.
const REVIEW: Limits = Limits { depth: 12, nodes: 100_000 };

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 16;
/// The size of the transposition table for a review, in megabytes. It is small because a review searches few
/// positions.
const MEGABYTES_OF_REVIEW: usize = 2;

impl Computer for Gomoku {
    fn unit(&self, _: &dyn Game) -> &'static Unit {
        &CHANCES
    }

    fn analyst(&self) -> Box<dyn Analyst> {
        Box::new(Searcher::new(MEGABYTES_OF_REVIEW))
    }

    fn cost(&self, level: Level) -> u32 {
        COSTS[usize::from(level.number()) - 1]
    }

    fn wins(&self) -> &'static [u32] {
        &WINS
    }

    /// Prefers places near other stones. On an empty board, prefers the centre.
    fn random_move(&self, game: &dyn Game, seed: u64) -> Option<Place> {
        let (game, all) = (gomoku(game), game.moves());
        let is_near = |(row, col): &Place| match game.pieces() {
            [] => (*row, *col) == (game.size() / 2, game.size() / 2),
            pieces => pieces.iter().any(|p| p.row().abs_diff(*row) <= NEAR && p.col().abs_diff(*col) <= NEAR),
        };
        let near: Vec<Place> = all.iter().copied().filter(is_near).collect();
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        let places = if near.is_empty() { all } else { near };
        places.choose(&mut random).copied()
    }

    /// Asks an external engine about swap2. If the engine does not support swap2, decides for it.
    fn before_move(
        &self,
        player: &Player,
        game: &dyn Game,
        running: &mut Running,
        task: &mut Task<'_>,
    ) -> Answer {
        let gomoku = gomoku(game);
        if let Player::Outside(who) = player {
            match engine_process::swap2_step(who, running, gomoku, task)? {
                Swap2Step::Puts(place) => return Ok(Some(Move::Drop(place))),
                Swap2Step::Decides(decision) => {
                    let possible = gomoku.possible_decisions();
                    let choice = possible.iter().position(|one| *one == decision);
                    return Ok(choice.map(Move::Answer));
                }
                Swap2Step::Unknown => {
                    let name = who.name();
                    let does = match gomoku.pieces() {
                        [] => say!("opens"),
                        _ => say!("chooses"),
                    };
                    task.remark = Some(say!("{name} does not know swap2: qipan {does} for it.", name, does));
                }
                Swap2Step::Nothing => {}
            }
        }
        if game.question().is_some() {
            return Ok(Some(Move::Answer(swap2::decide(player, gomoku, task, |level, game, task| {
                search_level(level, game, task).value
            }))));
        }
        let opens = *player != Player::Random;
        let point = opens.then(|| swap2::open(gomoku, task.seed)).flatten();
        Ok(point.map(|point| Move::Drop(point.place())))
    }

    fn choose(&self, level: Level, game: &dyn Game, task: &mut Task<'_>) -> Option<Place> {
        let gomoku = gomoku(game);
        Some(match (gomoku.pieces(), level.number()) {
            ([], _) => (gomoku.size() / 2, gomoku.size() / 2),
            (_, 1) => weakest_move(gomoku, task),
            _ => search_level(level, gomoku, task).best.point().place(),
        })
    }

    fn ask(
        &self,
        who: &Outside,
        game: &dyn Game,
        running: &mut Running,
        task: &Task<'_>,
    ) -> Result<Place, EngineError> {
        engine_process::ask(who, Protocol::Gomocup, running, |program| {
            program.ask_gomocup(gomoku(game), task)
        })
    }

    fn values(&self, game: &dyn Game, beside: bool, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(Values)) {
        let board = Board::of_game(gomoku(game));
        let (limits, megabytes) = if beside { (DEEP, MEGABYTES) } else { (SHALLOW, 1) };
        let mut searcher = Searcher::new(megabytes);
        searcher.values(&board, MOST, &limits, stop, &mut |reports| {
            let of = |report: &Report| (report.best.point().place(), report.into());
            tell(reports.iter().map(of).collect());
        });
    }

    fn reasons(
        &self,
        before: &dyn Game,
        played: Place,
        seen: Option<&Insight>,
        better: Option<Place>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Reason> {
        reasons::of_gomoku(gomoku(before), played, seen, better.is_some(), stop)
    }

    fn position(&self, game: &dyn Game) -> Option<String> {
        Some(gomoku(game).record())
    }

    fn learns_from(&self, game: &dyn Game) -> bool {
        gomoku(game).setup() == Default::default() && !game.is_set_up()
    }

    fn knows_board(&self, game: &dyn Game) -> bool {
        gomoku(game).size() == SIZE
    }

    fn learned(&self, learners: &Learners, game: &dyn Game, seed: u64, ms: u32, stop: &Stop) -> Learned {
        if !self.learns_from(game) {
            return None;
        }
        let stones = Stones::after(&moves(gomoku(game).pieces()))?;
        let number = learners.square(|memories| &mut memories.gomoku, stones, seed, ms, stop);
        Some(number.map(|number| number.and_then(point).map(Point::place)))
    }

    fn learn(&self, learners: &Learners, game: &dyn Game, role: Role, seed: u64, beside: bool) {
        let moves = moves(gomoku(game).pieces());
        let finished = Finished { moves, role, seed };
        learners.learn(|memories| &mut memories.gomoku, finished, beside);
    }
}

impl Analyst for Searcher {
    fn look(&mut self, game: &dyn Game, _: Stone, less: u8, stop: &dyn Fn() -> bool) -> Insight {
        let limits = Limits { depth: REVIEW.depth - u32::from(less), ..REVIEW };
        match game.outcome() {
            Some(Outcome::Won(_)) => Insight::result(Value::Win(0)),
            Some(Outcome::Draw) => Insight::result(Value::Chance(50.0)),
            None => {
                let board = Board::of_game(gomoku(game));
                Insight::from(&self.search(&board, &limits, stop, &mut |_| ()))
            }
        }
    }
}

/// Chooses the move of level 1, which sees little more than fours and misjudges the rest.
fn weakest_move(game: &gomoku::Game, task: &mut Task<'_>) -> Place {
    /// The number of points that the level considers.
    const LIKELY: usize = 8;
    /// The maximum length of the forced wins and losses that the level sees, in plies.
    const SEEN: i32 = 6;
    /// The largest error in the level's values. A side that is ahead by twice this amount wins 73% of games.
    const ERROR: i32 = 100;
    let limits = Limits { depth: 1, nodes: 2_000 };
    let mut searcher = Searcher::new(1);
    let board = Board::of_game(game);
    let reports = searcher.values(&board, LIKELY, &limits, &task.stop(), &mut |_| ());
    let mut random = ChaCha12Rng::seed_from_u64(task.seed_of(game.t()));
    let judged = reports.into_iter().map(|report| {
        let value = match report.win_in {
            Some(plies) if plies.abs() <= SEEN => report.value,
            Some(_) => 0,
            None => report.value + random.random_range(-ERROR..=ERROR),
        };
        (value, report.best)
    });
    let best = judged.max_by_key(|(value, _)| *value);
    // If there was no time to evaluate any move, play the first move of the search.
    let at_once = || searcher.search(&board, &limits, &|| true, &mut |_| ()).best;
    best.map_or_else(at_once, |(_, best)| best).point().place()
}

/// Searches at the strength of a level, and reports each depth.
///
/// # Panics
/// If the board is full.
fn search_level(level: Level, game: &gomoku::Game, task: &mut Task<'_>) -> Report {
    let stop = task.stop();
    let limits = Limits::level(usize::from(level.number().min(HIGHEST_OF_GOMOKU)));
    let mut searcher = Searcher::new(MEGABYTES);
    searcher.search(&Board::of_game(game), &limits, &stop, &mut |report| {
        (task.tell)(report.into());
    })
}
