//! What all the loops share: the console, who plays, what a person prefers, what is kept.

use std::collections::BTreeSet;

use super::games::{Entry, GAMES};
use super::keeper::Keeper;
use super::resident::Resident;
pub use super::settings::{Settings, Speed, Table};
use crate::dos::Console;
use crate::games::Game;
use crate::games::clock::Clocks;
use crate::games::set_up::SetUp;
use crate::games::stone::Stone;
use crate::players::{Player, Seats};
use crate::screen::face::{Face, Look};

/// What all the loops share.
pub struct Session<'a> {
    /// The screen, the keyboard, the clock and the speaker.
    pub console: Resident<'a>,
    /// What a person prefers.
    pub settings: Settings,
    /// Who sits at the board, and what else belongs to the game there.
    pub table: Table,
    /// What is kept on disk.
    pub keeper: Keeper,
    /// The position that was set up by hand last, while the program runs.
    pub set_up: SetUp,
    /// The games that there are.
    pub games: &'static [Entry],
    /// The commands of other programs that the user has agreed to run.
    commands: BTreeSet<String>,
}

impl<'a> Session<'a> {
    /// Two people at the console, with the usual games.
    pub fn new(
        console: &'a mut dyn Console,
        settings: Settings,
        mut keeper: Keeper,
    ) -> Session<'a> {
        if console.real_time() {
            keeper.beside();
        }
        Session {
            commands: keeper.commands().clone(),
            console: Resident::new(console, keeper.store().cloned()),
            settings,
            table: Table::default(),
            set_up: SetUp::default(),
            keeper,
            games: &GAMES,
        }
    }

    /// The entry of a game in the list of games.
    ///
    /// # Panics
    /// When it is not in the list.
    pub fn entry(&self, game: &dyn Game) -> &'static Entry {
        let found = self
            .games
            .iter()
            .find(|entry| entry.kind.name == game.name());
        found.expect("a game at the board is one of those that there are")
    }

    /// How a game looks.
    pub fn face(&self, game: &dyn Game) -> &'static dyn Face {
        self.entry(game).face
    }

    /// What the players want to see of it.
    pub fn look(&self, game: &dyn Game) -> Look {
        let Table {
            seats,
            clocks,
            tutor,
            practice,
            scroll,
            ..
        } = &self.table;
        let computers_turn = seats.computer_to_move(game);
        Look {
            theme: self.settings.theme,
            hints: self.shows_hints() && !computers_turn,
            numbers: self.settings.numbers,
            forbidden: !computers_turn,
            tutor: *tutor,
            practice: *practice,
            clocks: *clocks,
            names: Stone::ALL.map(|stone| seats.called(stone)),
            winners: Stone::ALL.map(|stone| seats.winner_in_words(stone)),
            opponents: seats.has_computer(),
            scroll: *scroll,
        }
    }

    /// May this player play? Another program may when the user has agreed to run it, by this very command.
    pub fn trusts(&self, player: &Player) -> bool {
        !matches!(player, Player::Outside(_)) || self.commands.contains(&player.to_string())
    }

    /// The user has agreed to run these players, from now on.
    pub fn trust(&mut self, players: &[Player]) {
        let players = players.iter().filter(|player| !self.trusts(player));
        let new: Vec<String> = players.map(Player::to_string).collect();
        if !new.is_empty() {
            self.commands.extend(new.iter().cloned());
            self.keeper.agree(new);
        }
    }

    /// The user has seated the players who are at the board, and not a file.
    pub fn trust_seats(&mut self) {
        let Seats { black, white, .. } = self.table.seats.clone();
        self.trust(&[black, white]);
    }

    /// Are the legal moves shown?
    pub fn shows_hints(&self) -> bool {
        let against_computer = self.table.seats.has_computer();
        self.settings.hints.unwrap_or(against_computer)
    }

    /// The players to choose from: those that are always there, and the other programs that are playing now or played last.
    pub fn players(&self) -> Vec<Player> {
        let mut players = Player::all();
        let (black, white) = &self.settings.one_player;
        for player in [
            &self.table.seats.black,
            &self.table.seats.white,
            black,
            white,
        ] {
            if !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// Begins a game: the stone is at its start, the tutor is off, the clocks are set, and the computer plays differently from the last
    /// game.
    pub fn begin(&mut self) {
        let table = &mut self.table;
        // The turns of a game count on from its seed.
        table.seats.seed = table.seats.seed.wrapping_add(1 << 32);
        table.stone_at = None;
        table.scroll = 0;
        table.counted = false;
        table.tutor = false;
        table.clocks = Clocks::new(table.minutes);
    }

    /// Seats two people, or the players of the last game with a computer.
    pub fn sit_down(&mut self, one_player: bool) {
        let seats = &mut self.table.seats;
        (seats.black, seats.white) = match one_player {
            true => self.settings.one_player.clone(),
            false => Default::default(),
        };
    }

    /// Seats these players, who are remembered if one of them is a computer.
    pub fn seat(&mut self, black: Player, white: Player) {
        let seats = &mut self.table.seats;
        (seats.black, seats.white) = (black, white);
        if seats.has_computer() {
            self.settings.one_player = (seats.black.clone(), seats.white.clone());
            self.settings.asks_level = false;
        }
    }

    /// Keeps the game and the settings, if they have changed.
    pub fn keep(&mut self, game: &dyn Game) {
        self.keeper.keep(game, &self.table, &self.settings);
    }
}
