//! `qipan match`: which of two players is stronger.

use crate::games::gomoku::{Opening, Setup};
use crate::games::stone::Stone;
use crate::players::contest::{self, Tally, Terms};
use crate::players::sequential::{Sequential, Verdict, interval};
use crate::players::{Player, Turn};
use lexopt::prelude::*;

use super::failure::{end_progress, is_watched, show_progress};
use super::{Failure, failed, print, usage};

/// Plays the games and prints how many each player won.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut players, mut games, mut seed): (Vec<Player>, u32, u64) = (Vec::new(), 100, 1);
    let (mut gomoku, mut rules) = (false, None);
    let (mut turn, mut test) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("games") => games = args.value()?.parse()?,
            Long("seed") => seed = args.value()?.parse()?,
            Long("gomoku") => gomoku = true,
            Long("ms") => turn = Some(Turn::Processor(args.value()?.parse()?)),
            Long("nodes") => turn = Some(Turn::Nodes(args.value()?.parse()?)),
            Long("sprt") => test = Some(strengths(&args.value()?.string()?)?),
            Long("rules") => rules = Some(args.value()?.parse()?),
            Value(name) if players.len() < 2 => players.push(name.parse()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let players: [Player; 2] = players
        .try_into()
        .map_err(|_| usage("match needs two players, such as 5 4"))?;
    if players.contains(&Player::Learner) {
        return Err(usage(
            "the learner does not play matches; qipan learner show says how strong it is",
        ));
    }
    if players.contains(&Player::Human) || games == 0 {
        return Err(usage(
            "match needs two players that are not human, and at least one game",
        ));
    }
    if rules.is_some() && !gomoku {
        return Err(usage("--rules needs --gomoku in a match"));
    }
    if turn.is_some() && !gomoku {
        return Err(usage(
            "--ms and --nodes need --gomoku: NBoard has no time for a move",
        ));
    }
    let terms = Terms {
        games,
        seed,
        turn: turn.unwrap_or(Turn::Clock(2000)),
        test,
    };
    let setup =
        Setup::new(rules.unwrap_or_default(), Stone::Black, Opening::Free).map_err(usage)?;
    let opening = |random: &mut _| match gomoku {
        true => contest::gomoku_opening(setup, random),
        false => contest::othello_opening(random),
    };
    let told = &mut |tally: &Tally| {
        if is_watched() {
            show_progress(&format!("{} of {games}: {}", tally.games(), line(tally)));
        }
    };
    let played = contest::play(&players, terms, &opening, told).map_err(failed)?;
    end_progress();
    let [first, second] = &players;
    let tally = played.tally;
    let [low, high] = interval(&tally);
    print(&format!(
        "{first} against {second}: {} [{low:+.0}, {high:+.0}]",
        line(&tally)
    ))?;
    if let Some(test) = test {
        let Sequential { low, high } = test;
        print(&match test.verdict(&tally) {
            Some(Verdict::High) => format!("accepted: rather {high:+} than {low:+}"),
            Some(Verdict::Low) => format!("refused: rather {low:+} than {high:+}"),
            None => format!(
                "open: {} games do not tell {high:+} from {low:+}",
                tally.games()
            ),
        })?;
    }
    if let [Some(first), Some(second)] = played.times.map(|time| Some(time?.as_secs_f64())) {
        print(&format!("processor time: {first:.1} s and {second:.1} s"))?;
    }
    Ok(())
}

/// Two strengths with a comma between them.
fn strengths(text: &str) -> Result<Sequential, Failure> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low < high).then_some(Sequential { low, high })
    });
    numbers.ok_or_else(|| usage("--sprt needs two strengths in points of Elo, such as 0,30"))
}

fn line(tally: &Tally) -> String {
    let Tally { won, drawn, lost } = tally;
    let (share, elo) = (100.0 * tally.share(), tally.elo());
    format!("{won} won, {drawn} drawn, {lost} lost: {share:.1} %, Elo {elo:+.0}")
}
