//! `qipan match`: which of two players is stronger.

use players::contest::{self, Terms};
use players::sequential::{Sequential, Standing, Verdict};
use players::{Gomoku, Othello, Player, Turn, computer::Computer};
use games::gomoku::{self, Opening, Rules, SIZE, Setup};
use games::stone::Stone;
use mind::learner::arena::Tally;

use clap::value_parser;

use crate::commands::options::{board_size, one_of};
use crate::commands::progress::Progress;
use crate::commands::{Failure, failed, print, usage};
use words::say;

/// Who plays, and how long.
#[derive(clap::Args)]
pub(crate) struct Match {
    /// Two players as for --black, neither of them human or the learner.
    #[arg(value_names = ["WHO", "WHO"], num_args = 2, required = true, action = clap::ArgAction::Set)]
    players: Vec<Player>,
    /// How many games. Each opening is played twice, with colours swapped.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// The same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// End as soon as it is clear whether the first player is better by LOW or by HIGH points of Elo: a sequential test that
    /// is wrong once in twenty matches.
    #[arg(long, value_name = "LOW,HIGH", value_parser = strengths, allow_hyphen_values = true)]
    sprt: Option<Sequential>,
    /// Gomoku instead of Othello.
    #[arg(long)]
    gomoku: bool,
    /// With --gomoku: its rules.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL))]
    rules: Option<Rules>,
    /// With --gomoku: the board, N x N points.
    #[arg(long, value_name = "N", value_parser = board_size())]
    size: Option<usize>,
    /// With --gomoku: with swap2 the first player puts three stones, and the second takes a colour or puts two more. With free the openings
    /// are random.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Opening::ALL))]
    opening: Option<Opening>,
    /// With --gomoku: how long a gomocup program may think for a move, in ms of processor time.
    #[arg(long, value_name = "N")]
    ms: Option<u32>,
    /// With --gomoku: how many positions such a program may look at, if it knows INFO max_node as qipan does.
    #[arg(long, value_name = "N", conflicts_with = "ms")]
    nodes: Option<u64>,
    /// How long a program may take for a move, in seconds. The match ends when one takes longer.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u32).range(1..=86_400))]
    patience: u32,
}

/// Plays the games and prints how many each player won.
pub(crate) fn run(asked: Match) -> Result<(), Failure> {
    asked.check_game()?;
    let players = asked.pair()?;
    let (gomoku, games, test) = (asked.gomoku, asked.games, asked.sprt);
    let terms = Terms {
        games,
        seed: asked.seed,
        turn: match (asked.ms, asked.nodes) {
            (Some(ms), _) => Turn::Processor(ms),
            (_, Some(nodes)) => Turn::Nodes(nodes),
            _ => Turn::Clock(2000),
        },
        patience: 1000 * asked.patience,
        test,
    };
    let opening = asked.opening.unwrap_or_default();
    let setup = Setup::new(asked.rules.unwrap_or_default(), Stone::Black, opening);
    let setup = setup.map_err(usage)?.on(asked.size.unwrap_or(SIZE));
    let opening = |random: &mut _| match (gomoku, opening) {
        (true, Opening::Free) => contest::gomoku_opening(setup, random),
        (true, Opening::Swap2) => Box::new(gomoku::Game::new(setup)),
        (false, _) => contest::othello_opening(random),
    };
    let computer: &dyn Computer = if gomoku { &Gomoku } else { &Othello };
    let mut progress = Progress::new("playing", say!("games"), games as usize);
    let mut standing = Standing::default();
    let played = contest::play(computer, &players, terms, &opening, &mut |so_far| {
        standing = *so_far;
        progress.show_as(line(so_far), so_far.tally.games() as usize);
    });
    progress.finish();
    // The standing is printed before the error, because a match that breaks off has a result, too.
    print_standing(&players, &standing)?;
    let times = played.map_err(failed)?;
    if let Some(test) = test {
        print(&verdict(test, &standing))?;
    }
    if let [Some(first), Some(second)] = times.map(|time| Some(time?.as_secs_f64())) {
        print(&say!(
            "processor time: {first} s and {second} s",
            first = format_args!("{:.1}", first),
            second = format_args!("{:.1}", second)
        ))?;
    }
    Ok(())
}

impl Match {
    /// Refuses options of gomoku without --gomoku. They would change nothing in Othello, so the user must mean the other game.
    fn check_game(&self) -> Result<(), Failure> {
        let of_gomoku = [
            ("rules", self.rules.is_some()),
            ("size", self.size.is_some()),
            ("opening", self.opening.is_some()),
            ("ms", self.ms.is_some()),
            ("nodes", self.nodes.is_some()),
        ];
        match of_gomoku.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if !self.gomoku => {
                Err(usage(say!("--{name} of a match needs --gomoku", name)))
            }
            _ => Ok(()),
        }
    }

    /// The two players, neither of whom uses a keyboard or learns from the games.
    fn pair(&self) -> Result<[Player; 2], Failure> {
        let players = self.players.clone().try_into();
        let players: [Player; 2] = players.map_err(|_| usage(say!("match needs two players")))?;
        if players.contains(&Player::Learner) {
            return Err(usage(say!(
                "the learner does not play matches; qipan learner show says how strong it is"
            )));
        }
        match players.contains(&Player::Human) {
            true => Err(usage(say!("match needs two players that are not human"))),
            false => Ok(players),
        }
    }
}

fn print_standing([first, second]: &[Player; 2], standing: &Standing) -> Result<(), Failure> {
    if standing.tally.games() == 0 {
        return Ok(());
    }
    let [low, high] = standing.interval();
    print(&say!(
        "{first} against {second}: {line} [{low}, {high}]",
        first,
        second,
        line = line(standing),
        low = format_args!("{:+.0}", low),
        high = format_args!("{:+.0}", high)
    ))?;
    let [none, half, one, more, two] = standing.pairs;
    print(&say!(
        "pairs of games with 2, 1 1/2, 1, 1/2 and 0 points: {two}, {more}, {one}, {half}, {none}",
        two,
        more,
        one,
        half,
        none
    ))
}

fn verdict(test: Sequential, standing: &Standing) -> String {
    let Sequential { low, high } = test;
    match test.verdict(standing) {
        Some(Verdict::High) => say!(
            "accepted: rather {high} than {low}",
            high = format_args!("{:+}", high),
            low = format_args!("{:+}", low)
        ),
        Some(Verdict::Low) => say!(
            "refused: rather {low} than {high}",
            low = format_args!("{:+}", low),
            high = format_args!("{:+}", high)
        ),
        None => say!(
            "open: {games} games do not tell {high} from {low}",
            games = standing.tally.games(),
            high = format_args!("{:+}", high),
            low = format_args!("{:+}", low)
        ),
    }
}

/// Two strengths with a comma between them.
fn strengths(text: &str) -> Result<Sequential, &'static str> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low < high).then_some(Sequential { low, high })
    });
    numbers.ok_or(say!(
        "these are not two strengths in points of Elo, such as 0,30"
    ))
}

fn line(standing: &Standing) -> String {
    let Tally { won, drawn, lost } = standing.tally;
    let (share, elo) = (100.0 * standing.share(), standing.elo());
    say!(
        "{won} won, {drawn} drawn, {lost} lost: {share} %, Elo {elo}",
        won,
        drawn,
        lost,
        share = format_args!("{:.1}", share),
        elo = format_args!("{:+.0}", elo)
    )
}
