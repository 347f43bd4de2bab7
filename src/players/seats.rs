//! Who sits at the board.

use super::player::Player;
use super::turn::Turn;
use games::Game;
use games::records::Heading;
use games::stone::Stone;
use mind::learner::Role;
use words::say;

/// Who plays which side, and the seed of what the computer leaves to chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Who plays black.
    pub black: Player,
    /// Who plays white.
    pub white: Player,
    /// The same seed gives the same moves.
    pub seed: u64,
    /// How long a computer player may take for a move, in ms: a level plays what it has found by then, another program has
    /// failed.
    pub patience: u32,
    /// What another program of the Gomocup is told that it may spend on a move.
    pub turn: Turn,
}

impl Default for Seats {
    fn default() -> Seats {
        Seats {
            black: Player::Human,
            white: Player::Human,
            seed: 0,
            patience: 30_000,
            turn: Turn::Clock(2000),
        }
    }
}

impl Seats {
    /// Two people, with the seed and the patience of these.
    pub fn for_people(&self) -> Seats {
        Seats {
            seed: self.seed,
            patience: self.patience,
            ..Seats::default()
        }
    }

    /// Who plays the side.
    pub fn of(&self, stone: Stone) -> &Player {
        match stone {
            Stone::Black => &self.black,
            Stone::White => &self.white,
        }
    }

    /// Who plays the side, to be changed.
    pub fn of_mut(&mut self, stone: Stone) -> &mut Player {
        match stone {
            Stone::Black => &mut self.black,
            Stone::White => &mut self.white,
        }
    }

    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.black, &mut self.white);
    }

    /// Does a person play?
    pub fn has_human(&self) -> bool {
        !self.black.is_computer() || !self.white.is_computer()
    }

    /// Does a computer play?
    pub fn has_computer(&self) -> bool {
        self.black.is_computer() || self.white.is_computer()
    }

    /// What the screen calls the player of a side.
    pub fn called(&self, stone: Stone) -> String {
        self.of(stone).called()
    }

    /// The same in a word or two.
    pub fn short(&self, stone: Stone) -> String {
        self.of(stone).short()
    }

    /// What the screen says when the player of a side wins.
    pub fn winner_in_words(&self, stone: Stone) -> String {
        match (self.of(stone), self.has_computer()) {
            (Player::Human, true) => say!("You win").to_string(),
            (Player::Human, false) => say!("{stone} wins", stone = stone.name()),
            (player, _) => say!("{short} wins", short = player.short()),
        }
    }

    /// The sides that the learner plays, if it plays.
    pub fn learner(&self) -> Option<Role> {
        let plays = |stone| *self.of(stone) == Player::Learner;
        match (plays(Stone::Black), plays(Stone::White)) {
            (true, true) => Some(Role::Both),
            (true, false) => Some(Role::Black),
            (false, true) => Some(Role::White),
            (false, false) => None,
        }
    }

    /// What a record says of the players.
    pub fn heading(&self) -> Heading {
        Heading {
            black: self.black.name(),
            white: self.white.name(),
            ..Heading::default()
        }
    }

    pub fn computer_to_move(&self, game: &dyn Game) -> bool {
        game.player_to_move()
            .is_some_and(|stone| self.of(stone).is_computer())
    }
}
