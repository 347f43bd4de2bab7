//! `qipan match`: which of two players is stronger.

use crate::games::gomoku::{Opening, Setup};
use crate::games::stone::Stone;
use crate::players::Player;
use crate::players::contest::{self, Tally};
use lexopt::prelude::*;

use super::failure::{end_progress, is_watched, show_progress};
use super::{Failure, failed, print, usage};

/// Plays the games and prints how many each player won.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut players, mut games, mut seed): (Vec<Player>, u32, u64) = (Vec::new(), 100, 1);
    let (mut gomoku, mut rules) = (false, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("games") => games = args.value()?.parse()?,
            Long("seed") => seed = args.value()?.parse()?,
            Long("gomoku") => gomoku = true,
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
    let tally = contest::play(&players, games, seed, &opening, told).map_err(failed)?;
    end_progress();
    let [first, second] = &players;
    print(&format!("{first} against {second}: {}", line(&tally)))
}

fn line(tally: &Tally) -> String {
    let Tally { won, drawn, lost } = tally;
    let (share, elo) = (100.0 * tally.share(), tally.elo());
    format!("{won} won, {drawn} drawn, {lost} lost: {share:.1} %, Elo {elo:+.0}")
}
