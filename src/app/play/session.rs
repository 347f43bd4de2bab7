//! What all the loops share: the console, who plays, what a person prefers, what is kept.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::analysis::Analysis;
use super::annotated::ShownValues;
use super::games::{Entry, GAMES};
use super::keeper::Keeper;
use super::resident::Resident;
use super::settings::{Begins, tube};
pub use super::settings::{Settings, Speed, Table};
use players::computer::Computer;
use players::exercises::Hour;
use players::hints::Hints;
use players::{Player, Seats};
use screen::face::{Face, Look};
use screen::panel;
use games::Game;
use games::clock::Clocks;
use games::records::Recorded;
use games::set_up::SetUp;
use games::stone::Stone;
use games::tree::{Tree, forks, steps};
use turbo::dos::{Console, Key};
use words::phrase;

/// What a click with the mouse is answered with.
const BY_KEYS: &str =
    phrase!("qipan is played with the keyboard: arrows, Enter, Esc to go back, F1 for help.");

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
    pub(crate) set_up: SetUp,
    /// The games that there are.
    pub games: &'static [Entry],
    /// The commands of other programs that the user has agreed to run.
    commands: BTreeSet<String>,
    /// The hour, where somebody has set it.
    pub at_hour: Option<Hour>,
    /// The game with which the tree of the table grew last, as lines to keep.
    grown: Vec<(&'static str, String)>,
    /// What F6 showed last, until the tree has it.
    shown: Option<ShownValues>,
    /// What the engine says of the game that was reviewed last, or has just ended.
    pub(crate) analysis: Option<Analysis>,
    /// Has the game at the board just ended, and nobody has seen it yet?
    pub(crate) just_ended: bool,
    /// Up to when the clock of the player to move has run.
    clock_ran_to: u64,
}

impl<'a> Session<'a> {
    /// Two people at the console, with the usual games.
    pub fn new(console: &'a mut dyn Console, settings: Settings, keeper: Keeper) -> Session<'a> {
        Session::with_games(&GAMES, console, settings, keeper)
    }

    /// The same with these games. A program that has none is smaller by all that plays them.
    pub(crate) fn with_games(
        games: &'static [Entry],
        console: &'a mut dyn Console,
        settings: Settings,
        mut keeper: Keeper,
    ) -> Session<'a> {
        if console.real_time() {
            keeper.beside();
        }
        let mut session = Session {
            commands: keeper.commands().clone(),
            console: Resident::new(console, keeper.store().cloned()),
            settings,
            table: Table::default(),
            set_up: SetUp::default(),
            keeper,
            games,
            at_hour: None,
            grown: Vec::new(),
            shown: None,
            analysis: None,
            just_ended: false,
            clock_ran_to: 0,
        };
        session.tune_machine();
        session.console.set_click_note(BY_KEYS);
        session
    }

    /// Sets the volume of the speaker and the tube of the screen as a person prefers them.
    pub(crate) fn tune_machine(&mut self) {
        self.console.set_volume(self.settings.volume);
        self.console.set_tube(tube(self.settings.crt));
    }

    /// Does this while F1 opens another page of the help.
    pub(crate) fn with_help<T>(&mut self, page: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.console.turn_to(page);
        let done = work(self);
        self.console.turn_to(before);
        done
    }

    /// From now on time counts against the player to move.
    pub(crate) fn start_clock(&mut self) {
        self.clock_ran_to = self.console.now();
    }

    /// The time in ms since the clock was started, or since this was last asked.
    pub(crate) fn since_clock_ran(&mut self) -> u64 {
        let now = self.console.now();
        now - std::mem::replace(&mut self.clock_ran_to, now)
    }

    /// The hour now, which tells whether exercises were solved on different days. A script begins in 1970.
    pub(crate) fn hour(&self) -> Hour {
        let seconds = match self.console.real_time() {
            true => SystemTime::now().duration_since(UNIX_EPOCH),
            false => Ok(Duration::ZERO),
        };
        let hour = seconds.map_or(0, |passed| passed.as_secs() / 3600);
        self.at_hour.unwrap_or(hour.try_into().unwrap_or(Hour::MAX))
    }

    /// The entry of a game in the list of games.
    ///
    /// # Panics
    /// When it is not in the list.
    pub(crate) fn entry(&self, game: &dyn Game) -> &'static Entry {
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

    pub(crate) fn computer(&self, game: &dyn Game) -> &'static dyn Computer {
        self.entry(game).computer
    }

    /// What the players want to see of it.
    pub fn look(&self, game: &dyn Game) -> Look {
        let Table {
            seats,
            clocks,
            tutor,
            practice,
            scroll,
            tree,
            ..
        } = &self.table;
        let computers_turn = seats.computer_to_move(game);
        Look {
            theme: self.settings.theme,
            hints: self.shows_hints() && !computers_turn,
            numbers: self.settings.numbers,
            digits: self.settings.digits,
            forbidden: !computers_turn,
            tutor: *tutor,
            practice: *practice,
            clocks: *clocks,
            names: Stone::ALL.map(|stone| seats.called(stone)),
            short_names: Stone::ALL.map(|stone| seats.short(stone)),
            winners: Stone::ALL.map(|stone| seats.winner_in_words(stone)),
            opponents: seats.has_computer(),
            scroll: *scroll,
            forks: forks(tree, game),
        }
    }

    /// The engine begins to look at this game. A script gives it as much time as the players have patience.
    pub(crate) fn analyse(&self, game: &dyn Game) -> Analysis {
        let beside = self.console.real_time();
        let ms = self.table.seats.patience;
        Analysis::begin(self.computer(game), game, beside, ms)
    }

    /// Says this in the place for notes beside the board.
    pub fn say(&mut self, text: &str) {
        panel::note(self.console.screen(), self.settings.theme, text);
    }

    /// May this player play? Another program may if the user has agreed to run exactly this command.
    pub(crate) fn trusts(&self, player: &Player) -> bool {
        !matches!(player, Player::Outside(_)) || self.commands.contains(&player.to_string())
    }

    /// The user has agreed to run these players, from now on.
    pub(crate) fn trust(&mut self, players: &[Player]) {
        let players = players.iter().filter(|player| !self.trusts(player));
        let new: Vec<String> = players.map(Player::to_string).collect();
        if !new.is_empty() {
            self.commands.extend(new.iter().cloned());
            self.keeper.agree(new);
        }
    }

    /// The players at the board were seated by the user, not by a file.
    pub fn trust_seats(&mut self) {
        let Seats { black, white, .. } = self.table.seats.clone();
        self.trust(&[black, white]);
    }

    /// Are the legal moves shown?
    pub(crate) fn shows_hints(&self) -> bool {
        let against_computer = self.table.seats.has_computer();
        self.settings.hints.unwrap_or(against_computer)
    }

    /// Switches what this key stands for, wherever a game is seen: H the legal moves, N the numbers, S the sound, F6 the values and F9
    /// the colours. False for any other key.
    pub(crate) fn switch(&mut self, key: Key) -> bool {
        let hints = !self.shows_hints();
        let settings = &mut self.settings;
        match (key, key.letter()) {
            (Key::F(6), _) => settings.values = !settings.values,
            (Key::F(9), _) => settings.theme = settings.theme.next(),
            (_, Some('h')) => settings.hints = Some(hints),
            (_, Some('n')) => settings.numbers = !settings.numbers,
            (_, Some('s')) => settings.sound = !settings.sound,
            _ => return false,
        }
        true
    }

    /// The players to choose from for this game: those that are always there, and the other programs that are playing now or played it
    /// last.
    pub(crate) fn players(&self, game: &dyn Game) -> Vec<Player> {
        let mut players = Player::all();
        let Seats { black, white, .. } = &self.table.seats;
        let last = self.settings.against_computer.get(game.name());
        let last = last.into_iter().flat_map(|(black, white)| [black, white]);
        for player in [black, white].into_iter().chain(last) {
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
        table.helped = false;
        table.tree = Tree::default();
        self.grown.clear();
        self.shown = None;
        self.analysis = None;
        table.tutor = false;
        table.clocks = Clocks::new(table.time);
        self.start_clock();
    }

    /// Seats these players at this game. If they are a person and a computer they are remembered as a game of its kind begins with them:
    /// before the opening swap2 has changed their seats.
    pub(crate) fn seat(&mut self, game: &dyn Game, (black, white): (Player, Player)) {
        let seats = &mut self.table.seats;
        (seats.black, seats.white) = (black, white);
        if seats.has_human() && seats.has_computer() {
            let mut first = seats.clone();
            if game.swapped() {
                first.change_sides();
            }
            let remembered = &mut self.settings.against_computer;
            remembered.insert(game.name(), (first.black, first.white));
        }
    }

    /// Begins a game that was opened, with its other lines.
    pub(crate) fn begin_with(&mut self, tree: Tree) {
        self.begin();
        self.table.begins = Begins::Usual;
        self.table.tree = tree;
    }

    /// The game at the board with all its lines, to be written to a file. The line at the board is the main line. The game alone where
    /// there is nothing else to say.
    pub fn recorded(&mut self, game: &dyn Game) -> Recorded {
        self.grow(game);
        let recorded = Recorded::new(game.copy(), self.table.seats.heading());
        let mut tree = self.table.tree.clone();
        if tree.is_bare() || tree.find(game).is_none() {
            return recorded;
        }
        let played = tree.grow_whole(game);
        tree.promote(played);
        let end = tree.line(played).last().copied();
        let whole = end.and_then(|end| tree.game_at(game, end));
        Recorded {
            // A game that somebody has given up ends there.
            game: whole
                .filter(|_| game.lost().is_none())
                .unwrap_or(recorded.game),
            tree: Some(tree),
            ..recorded
        }
    }

    /// Notes the values that are shown, for the tree and for the files that are written from it.
    pub(crate) fn note_values(&mut self, game: &dyn Game, hints: &Hints) {
        self.shown = ShownValues::of(game, hints).or(self.shown.take());
    }

    /// Lets the tree grow with the game, and writes the values into it that were seen.
    pub fn grow(&mut self, game: &dyn Game) {
        let now = game.save();
        if now == self.grown && self.shown.is_none() {
            return;
        }
        self.grown = now;
        let tree = &mut self.table.tree;
        tree.grow_whole(game);
        if let Some(shown) = &self.shown {
            shown.write(tree);
            // As long as the position is on the board its next move may still be dropped.
            if shown.steps != steps(game) {
                self.shown = None;
            }
        }
    }

    /// Keeps the game and the settings, if they have changed.
    pub(crate) fn keep(&mut self, game: &dyn Game) {
        self.grow(game);
        self.keeper.keep(game, &self.table, &self.settings);
    }
}
