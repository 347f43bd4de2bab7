//! `qipan-lab match`: plays two players against each other and estimates how much stronger one of them is.

use std::time::Duration;

use app::commands::failure::{Failure, failed, print, usage};
use app::commands::options::{board_size, one_of};
use app::commands::progress::Progress;
use chacha20::ChaCha12Rng;
use clap::value_parser;
use games::Game;
use games::gomoku::{self, Opening, Point, Rules, SIZE, Setup};
use games::stone::{Outcome, Stone};
use mind::engine::gomoku::{Board, Limits, Searcher};
use players::computer::Computer;
use players::matches::{Broken, othello_opening, play_on};
use players::{Engines, Gomoku, NoPlayer, Othello, Player, SearchLimit, Seats};
use rand::{RngExt, SeedableRng};

use super::sprt::{Sprt, Standing, Verdict};

/// Who plays, and how long.
#[derive(clap::Args)]
pub(crate) struct Match {
    /// Two players, named as for `qipan --black`. Neither may be human or the learner.
    #[arg(value_names = ["WHO", "WHO"], num_args = 2, required = true, action = clap::ArgAction::Set, value_parser = independent)]
    players: Vec<Player>,
    /// Number of games. Each opening is played twice, with colours swapped.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// The same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop once it is clear whether the first player is stronger by LOW or by HIGH points of Elo (SPRT, 5%
    /// errors).
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play gomoku instead of Othello.
    #[arg(long)]
    gomoku: bool,
    /// The rules of gomoku.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL), requires = "gomoku")]
    rules: Option<Rules>,
    /// The board of gomoku: N x N points.
    #[arg(long, value_name = "N", value_parser = board_size(), requires = "gomoku")]
    size: Option<usize>,
    /// The opening rule of gomoku. With `free` each game starts with a few balanced random stones.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Opening::ALL), requires = "gomoku")]
    opening: Option<Opening>,
    /// Processor time per move for a gomocup program, in ms.
    #[arg(long, value_name = "N", requires = "gomoku")]
    ms: Option<u32>,
    /// Positions per move for a gomocup program that supports INFO max_node, as qipan does.
    #[arg(long, value_name = "N", conflicts_with = "ms", requires = "gomoku")]
    nodes: Option<u64>,
    /// Seconds that a program may take for a move. A slower program ends the match.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u32).range(1..=86_400))]
    patience: u32,
}

fn independent(name: &str) -> Result<Player, String> {
    match name.parse() {
        Ok(player @ (Player::Human | Player::Learner)) => Err(format!("{player} plays no matches")),
        player => player.map_err(|why: NoPlayer| why.to_string()),
    }
}

/// Plays the games, then prints the score, the verdict of the SPRT and the processor time of external
/// programs.
pub(crate) fn run(asked: &Match) -> Result<(), Failure> {
    let opening = asked.opening.unwrap_or_default();
    let setup = Setup::new(asked.rules.unwrap_or_default(), Stone::Black, opening);
    let setup = setup.map_err(usage)?.on(asked.size.unwrap_or(SIZE));
    let start = |random: &mut ChaCha12Rng| match (asked.gomoku, opening) {
        (true, Opening::Free) => gomoku_opening(setup, random),
        (true, Opening::Swap2) => Box::new(gomoku::Game::new(setup)),
        (false, _) => othello_opening(random),
    };
    let computer: &dyn Computer = if asked.gomoku { &Gomoku } else { &Othello };
    let mut standing = Standing::default();
    let mut progress = Progress::new("playing", "games", asked.games as usize);
    let played = play(computer, asked, &start, &mut |outcome, first| {
        standing.note(outcome, first);
        progress.show_as(standing.score(), standing.tally.games() as usize);
        asked.sprt.and_then(|test| test.verdict(&standing))
    });
    progress.finish();
    // Even if the match ends early, print its score.
    let [first, second] = &asked.players[..] else { return Err(usage("match needs two players")) };
    if standing.tally.games() > 0 {
        print(&format!("{first} against {second}: {}", standing.summary()))?;
    }
    let times = played.map_err(failed)?;
    if let Some(test) = asked.sprt {
        let Sprt { low, high } = test;
        print(&match test.verdict(&standing) {
            Some(Verdict::High) => format!("accepted: {high:+} fits better than {low:+}"),
            Some(Verdict::Low) => format!("rejected: {low:+} fits better than {high:+}"),
            None => format!("undecided between {low:+} and {high:+} after {} games", standing.tally.games()),
        })?;
    }
    if let [Some(first), Some(second)] = times.map(|time| Some(time?.as_secs_f64())) {
        print(&format!("processor time: {first:.1} s and {second:.1} s"))?;
    }
    Ok(())
}

/// Plays games until all are played, one fails, or the SPRT reaches a verdict after a pair of games. `note`
/// gets each game's outcome and the first player's colour. Returns the processor time of each player that is
/// an external program, if the system reports it.
fn play(
    computer: &'static dyn Computer,
    asked: &Match,
    start: &dyn Fn(&mut ChaCha12Rng) -> Box<dyn Game>,
    note: &mut dyn FnMut(Outcome, Stone) -> Option<Verdict>,
) -> Result<[Option<Duration>; 2], Broken> {
    let turn = match (asked.ms, asked.nodes) {
        (Some(ms), _) => SearchLimit::Processor(ms),
        (_, Some(nodes)) => SearchLimit::Nodes(nodes),
        _ => SearchLimit::Clock(2000),
    };
    let mut random = ChaCha12Rng::seed_from_u64(asked.seed);
    let mut engines = [Engines::default(), Engines::default()];
    let mut opening = start(&mut random);
    let mut verdict = None;
    for n in 0..asked.games {
        let swapped = n % 2 == 1;
        if n > 0 && !swapped {
            if verdict.is_some() {
                break;
            }
            opening = start(&mut random);
        }
        let mut seats = Seats {
            black: asked.players[usize::from(swapped)].clone(),
            white: asked.players[usize::from(!swapped)].clone(),
            seed: asked.seed.wrapping_add(u64::from(n) << 32),
            turn,
            patience: 1000 * asked.patience,
            ..Seats::default()
        };
        let engines = &mut engines[usize::from(swapped)];
        let mut end = opening.clone();
        play_on(computer, &mut end, &mut seats, engines)?;
        if end.swapped() {
            engines.change_sides();
        }
        let first = if swapped == end.swapped() { Stone::Black } else { Stone::White };
        verdict = note(end.outcome().unwrap_or(Outcome::Draw), first);
    }
    let [straight, swapped] = &engines;
    Ok([Stone::Black, Stone::White].map(|stone| {
        let time = straight.processor_time(stone)?;
        Some(time + swapped.processor_time(stone.other()).unwrap_or_default())
    }))
}

/// Returns a game that starts with three to six random stones near the centre. A short search finds the
/// position balanced.
fn gomoku_opening(setup: Setup, random: &mut ChaCha12Rng) -> Box<dyn Game> {
    /// The largest absolute value that counts as balanced. A side that is ahead by this value wins 60% of the
    /// games.
    const BALANCED: i32 = 80;
    let mut searcher = Searcher::new(1);
    let limits = Limits { nodes: 10_000, ..Limits::NONE };
    let size = setup.size();
    let middle = (size / 2).saturating_sub(3)..(size / 2 + 4).min(size);
    loop {
        let mut game = gomoku::Game::new(setup);
        let stones = random.random_range(3..=6);
        while game.t() <= stones {
            let mut line = || random.random_range(middle.clone());
            // The game rejects stones on occupied and forbidden points.
            let _ = game.drop(Point::new(line(), line()));
        }
        let report = searcher.search(&Board::of_game(&game), &limits, &|| false, &mut |_| ());
        if report.value.abs() <= BALANCED {
            return Box::new(game);
        }
    }
}
