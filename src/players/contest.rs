//! A contest: every player against every other, with both colours, from ten openings.

use super::computer::Computer;
use super::computers::game_at;
use super::matches::{Broken, play_on};
use super::player::Player;
use super::{Engines, Seats};
use games::stone::{Outcome, Stone};
use games::{Game, gomoku, othello};
use mind::engine::gomoku::swap2;

/// The number of openings.
pub const OPENINGS: usize = 10;

/// The openings of Othello. They are random, and by a search of 16 plies neither side is ahead by a disc.
const OTHELLO: [&str; OPENINGS] = [
    "c4e3f3g3e2d1e6d3",
    "c4c3c2f4f6d6f3f2",
    "e6f6d3c3f5d6f7f3",
    "f5f6d3c3b3f4f3c5",
    "e6f4f3f6d3c3b3d2",
    "d3e3f5c3e2f1e1f6",
    "f5d6c4d3c5g6d2c6",
    "c4e3f3c3e2f4d3c6",
    "c4e3f2b4c5d6b5d3",
    "f5f6e6f4g5d6c5c6",
];

/// Creates the game at the end of an opening, for the game with this name.
///
/// # Panics
/// If there is no such opening.
pub fn opening(name: &str, n: usize) -> Box<dyn Game> {
    assert!(n < OPENINGS, "no opening {n}");
    if name == othello::KIND.name {
        let game = games::records::transcript::game(OTHELLO[n]);
        return Box::new(game.expect("the openings are legal"));
    }
    let stones = swap2::opening(gomoku::SIZE, n as u64);
    let record: String = stones.iter().map(|stone| stone.point().to_string()).collect();
    game_at(name, &record).expect("the openings are legal")
}

/// A game to play: the indices of the players and of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub black: usize,
    pub white: usize,
    pub opening: usize,
}

/// Returns the games of a contest between so many players.
pub fn pairings(players: usize) -> Vec<Pairing> {
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    let games = pairs.flat_map(|(one, other)| {
        (0..OPENINGS).flat_map(move |opening| {
            [(one, other), (other, one)].map(|(black, white)| Pairing { black, white, opening })
        })
    });
    games.collect()
}

/// A finished game of a contest.
pub struct Played {
    pub pairing: Pairing,
    pub game: Box<dyn Game>,
    pub outcome: Outcome,
    /// The reason why the loser could not play on.
    pub failure: Option<Broken>,
}

impl Played {
    pub fn index_of(&self, stone: Stone) -> usize {
        match stone {
            Stone::Black => self.pairing.black,
            Stone::White => self.pairing.white,
        }
    }

    /// The index of the player who lost.
    pub fn loser(&self) -> Option<usize> {
        match self.outcome {
            Outcome::Won(winner) => Some(self.index_of(winner.other())),
            Outcome::Draw => None,
        }
    }
}

/// Plays a game. A player who fails loses it.
pub fn play(computer: &'static dyn Computer, name: &str, players: &[Player], pairing: Pairing) -> Played {
    let mut game = opening(name, pairing.opening);
    let mut seats = Seats {
        black: players[pairing.black].clone(),
        white: players[pairing.white].clone(),
        seed: 1 + pairing.opening as u64,
        ..Seats::default()
    };
    let ended = play_on(computer, &mut game, &mut seats, &mut Engines::default());
    let outcome = match ended {
        Ok(()) => game.outcome().unwrap_or(Outcome::Draw),
        Err(_) => Outcome::Won(game.player().other()),
    };
    Played { pairing, game, outcome, failure: ended.err() }
}

/// The results of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

impl Results {
    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// Counts the results of `player`, in all games or only in those against `other`.
pub fn results(games: &[Played], player: usize, other: Option<usize>) -> Results {
    let mut results = Results::default();
    for played in games {
        let Pairing { black, white, .. } = played.pairing;
        let opponent = match player {
            _ if player == black => white,
            _ if player == white => black,
            _ => continue,
        };
        if other.is_some_and(|other| other != opponent) {
            continue;
        }
        match played.loser() {
            None => results.drawn += 1,
            Some(loser) if loser == player => results.lost += 1,
            Some(_) => results.won += 1,
        }
    }
    results
}
