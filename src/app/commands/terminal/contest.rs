//! `qipan contest`: plays C programs against each other.

use std::path::PathBuf;

use crate::commands::failure::{cell, say as complain_plainly};
use crate::commands::options::Options;
use crate::commands::progress::write;
use crate::commands::{Failure, failed, print, usage};
use crate::play::games::GAMES;
use crate::play::review::film;
use games::named::{self, plural};
use games::stone::{Outcome, Stone};
use players::contest::{Played, pairings, play, results};
use players::cores::on_all;
use players::{Player, contest};
use turbo::dos::bgi::columns_of;
use words::say;

#[derive(clap::Args)]
pub(crate) struct Contest {
    /// Play gomoku instead of Othello.
    #[arg(long)]
    gomoku: bool,
    /// Print a line of CSV for each game.
    #[arg(long)]
    csv: bool,
    /// Write a game between the first two as an animated PNG file.
    #[arg(long, value_name = "FILE.png")]
    film: Option<PathBuf>,
    /// C programs with a function int Choose(int t), and computer players such as 2 or random for comparison.
    #[arg(value_name = "FILE.C", required = true)]
    players: Vec<Player>,
}

/// Plays the games. Reports the programs that cannot play, and fails with status 1 if there are any.
pub(crate) fn run(asked: Contest) -> Result<(), Failure> {
    let entry = &GAMES[usize::from(asked.gomoku)];
    let name = entry.kind.name;
    let (mut players, mut status) = (Vec::new(), Ok(()));
    for player in asked.players {
        let unfit = match &player {
            Player::C(program) => program.check(&*contest::opening(name, 0)).err().map(|why| why.to_string()),
            Player::Random | Player::Level(_) => None,
            other => return Err(usage(say!("{name} plays no contests", name = other))),
        };
        match unfit {
            None => players.push(player),
            Some(why) => {
                complain_plainly(&why);
                status = Err(Failure::Reported(1));
            }
        }
    }
    if players.len() < 2 {
        return status.and(Err(failed(say!("a contest needs two players"))));
    }
    let names: Vec<String> = players.iter().map(Player::to_string).collect();
    let pairings = pairings(players.len());
    let games = on_all(&pairings, |pairing| play(entry.computer, name, &players, *pairing));
    let mut ranked: Vec<usize> = (0..players.len()).collect();
    // The sort is stable: equal players stay in the order of the command line.
    ranked.sort_by_key(|player| std::cmp::Reverse((2.0 * results(&games, *player, None).points()) as usize));
    let lines = match asked.csv {
        true => csv(&games, &names),
        false => {
            [table(&games, &names, &ranked), yardsticks(&games, &players, &ranked), failures(&games, &names)]
                .concat()
        }
    };
    lines.iter().try_for_each(|line| print(line))?;
    if let Some(file) = asked.film {
        write_film(&file, &games, &players, [ranked[0], ranked[1]])?;
    }
    status
}

/// The table of the results, with the points against each player.
fn table(games: &[Played], names: &[String], ranked: &[usize]) -> Vec<String> {
    let wide = names.iter().map(|name| columns_of(name)).max().unwrap_or(0);
    let heads = [say!("points"), say!("won"), say!("drawn"), say!("lost")];
    let right =
        |text: &str, wide: usize| format!("{}{text}", " ".repeat(wide.saturating_sub(columns_of(text))));
    let row = |first: String, name: &str, cells: Vec<String>| {
        let name = format!("{name}{}", " ".repeat(wide - columns_of(name)));
        let cells: String = cells.iter().map(|cell| right(cell, 7)).collect();
        format!("{first:>3} {name}{cells}").trim_end().to_string()
    };
    let numbers = (1..=ranked.len()).map(|n| n.to_string());
    let head = heads.iter().map(|head| head.to_string()).chain(numbers);
    let mut lines = vec![row(String::new(), "", head.collect())];
    for (player, n) in ranked.iter().zip(1..) {
        let all = results(games, *player, None);
        let counts = [all.won, all.drawn, all.lost].map(|count| count.to_string());
        let against = ranked.iter().map(|other| match other == player {
            true => "-".to_string(),
            false => results(games, *player, Some(*other)).points().to_string(),
        });
        let cells = [all.points().to_string()].into_iter().chain(counts).chain(against);
        lines.push(row(n.to_string(), &names[*player], cells.collect()));
    }
    lines
}

/// A sentence for each program that beats a level: its highest one.
fn yardsticks(games: &[Played], players: &[Player], ranked: &[usize]) -> Vec<String> {
    let beats = |player: usize| {
        let levels = players.iter().enumerate().filter_map(|(n, other)| match other {
            Player::Level(level) => Some((level.number(), results(games, player, Some(n)))),
            _ => None,
        });
        levels.filter(|(_, results)| results.won > results.lost).map(|(level, _)| level).max()
    };
    let programs = ranked.iter().filter(|player| matches!(players[**player], Player::C(_)));
    let said = programs.filter_map(|player| {
        let name = &players[*player];
        beats(*player).map(|level| say!("{name} beats level {level}.", name, level))
    });
    said.collect()
}

/// A sentence for each reason why a program could not play on, with the first game.
fn failures(games: &[Played], names: &[String]) -> Vec<String> {
    let mut reasons: Vec<(usize, String, Vec<&Played>)> = Vec::new();
    for played in games {
        let (Some(loser), Some(why)) = (played.loser(), &played.failure) else {
            continue;
        };
        let why = why.to_string();
        match reasons.iter_mut().find(|(player, said, _)| *player == loser && *said == why) {
            Some((_, _, games)) => games.push(played),
            None => reasons.push((loser, why, vec![played])),
        }
    }
    reasons.sort_by_key(|(player, _, games)| (*player, games.len().wrapping_neg()));
    let said = reasons.into_iter().map(|(player, why, games)| {
        let first = games[0];
        let stone = if first.pairing.black == player { Stone::Black } else { Stone::White };
        say!(
            "{name} lost {games}: {why} First as {stone} against {other}, opening {opening}, turn {t}.",
            name = names[player],
            games = plural(games.len(), named::GAMES),
            why,
            stone = stone.name(),
            other = names[first.index_of(stone.other())],
            opening = first.pairing.opening + 1,
            t = first.game.t()
        )
    });
    said.collect()
}

/// A line for each game, and a header.
fn csv(games: &[Played], names: &[String]) -> Vec<String> {
    let mut lines = vec!["black,white,opening,winner,turns,why".to_string()];
    for played in games {
        let [black, white] = Stone::ALL.map(|stone| cell(&names[played.index_of(stone)]));
        let winner = match played.outcome {
            Outcome::Won(stone) => stone.to_string(),
            Outcome::Draw => "draw".to_string(),
        };
        let (opening, turns) = (played.pairing.opening + 1, played.game.t() - 1);
        let why = played.failure.as_ref().map_or(String::new(), |why| cell(&why.to_string()));
        lines.push(format!("{black},{white},{opening},{winner},{turns},{why}"));
    }
    lines
}

/// Writes the first game between two players as an animation.
fn write_film(
    file: &std::path::Path,
    games: &[Played],
    players: &[Player],
    [one, other]: [usize; 2],
) -> Result<(), Failure> {
    let between = |played: &&Played| {
        let both = [played.pairing.black, played.pairing.white];
        both.contains(&one) && both.contains(&other)
    };
    let Some(played) = games.iter().find(between) else {
        return Ok(());
    };
    let mut bytes = None;
    Options::without_a_window(&GAMES).run(|session| {
        session.table.seats.black = players[played.pairing.black].clone();
        session.table.seats.white = players[played.pairing.white].clone();
        let game = session.active(played.game.copy());
        bytes = film(session, &game).png_bytes();
        Ok(())
    })?;
    bytes.map_or(Ok(()), |bytes| write(file, &bytes))
}
