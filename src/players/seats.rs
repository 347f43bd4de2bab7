//! The seats: the players of both sides.

use super::player::Player;
use super::search_limit::SearchLimit;
use games::Game;
use games::records::Heading;
use games::stone::Stone;
use mind::learner::Role;
use words::say;

/// The players of both sides, and their limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    pub black: Player,
    pub white: Player,
    /// The seed of the computer's random choices.
    pub seed: u64,
    /// The time limit for a computer's move in ms. At the deadline, a level plays the best move found so far,
    /// but an external engine fails.
    pub patience: u32,
    /// The search limit that the program sends to a Gomocup engine.
    pub turn: SearchLimit,
    /// The names of this player and of the friend in a room; empty elsewhere.
    pub names: [String; 2],
}

impl Default for Seats {
    fn default() -> Seats {
        Seats {
            black: Player::Human,
            white: Player::Human,
            seed: 0,
            patience: 30_000,
            turn: SearchLimit::Clock(2000),
            names: Default::default(),
        }
    }
}

impl Seats {
    /// Returns seats for two people, with the same seed and time limit.
    pub fn for_people(&self) -> Seats {
        Seats { seed: self.seed, patience: self.patience, ..Seats::default() }
    }

    pub fn of(&self, stone: Stone) -> &Player {
        match stone {
            Stone::Black => &self.black,
            Stone::White => &self.white,
        }
    }

    pub fn of_mut(&mut self, stone: Stone) -> &mut Player {
        match stone {
            Stone::Black => &mut self.black,
            Stone::White => &mut self.white,
        }
    }

    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.black, &mut self.white);
    }

    pub fn has_human(&self) -> bool {
        !self.black.is_computer() || !self.white.is_computer()
    }

    pub fn has_computer(&self) -> bool {
        self.black.is_computer() || self.white.is_computer()
    }

    /// True if a friend at another computer plays.
    pub fn has_friend(&self) -> bool {
        self.black == Player::Friend || self.white == Player::Friend
    }

    /// The player's name in a room, or by a function of the player elsewhere.
    fn name_or(&self, stone: Stone, name: impl Fn(&Player) -> String) -> String {
        match (self.of(stone), &self.names) {
            (Player::Human, [known, _]) | (Player::Friend, [_, known]) if !known.is_empty() => known.clone(),
            (player, _) => name(player),
        }
    }

    /// The player's name for the screen.
    pub fn display_name(&self, stone: Stone) -> String {
        self.name_or(stone, Player::display_name)
    }

    /// A shorter form of [`Seats::display_name`].
    pub fn short(&self, stone: Stone) -> String {
        self.name_or(stone, Player::short)
    }

    /// A sentence that announces the winner.
    pub fn winner_in_words(&self, stone: Stone) -> String {
        match (self.of(stone), self.has_computer()) {
            (Player::Human, true) => say!("You win").to_string(),
            (Player::Human, false) => say!("{stone} wins", stone = stone.name()),
            _ => say!("{short} wins", short = self.short(stone)),
        }
    }

    /// The sides that the learner plays.
    pub fn learner(&self) -> Option<Role> {
        let plays = |stone| *self.of(stone) == Player::Learner;
        match (plays(Stone::Black), plays(Stone::White)) {
            (true, true) => Some(Role::Both),
            (true, false) => Some(Role::Black),
            (false, true) => Some(Role::White),
            (false, false) => None,
        }
    }

    /// The heading of a record.
    pub fn heading(&self) -> Heading {
        let [black, white] = Stone::ALL.map(|stone| self.name_or(stone, Player::name));
        Heading { black, white, ..Heading::default() }
    }

    /// The random seed for the current turn. It stays the same when a game is resumed.
    pub fn seed_of(&self, game: &dyn Game) -> u64 {
        self.seed.wrapping_add(game.t() as u64)
    }

    pub fn computer_to_move(&self, game: &dyn Game) -> bool {
        game.player_to_move().is_some_and(|stone| self.of(stone).is_computer())
    }
}
