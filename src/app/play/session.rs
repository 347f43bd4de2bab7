//! The state that all loops share: the console, the players, the settings and the saved data.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::analysis::Analysis;
use super::annotated::ShownValues;
pub use super::games::ActiveGame;
use super::games::{Entry, GAMES};
use super::online::Online;
use super::profile::Profile;
use super::resident::HotkeyConsole;
use super::settings::GameStart;
pub use super::settings::{Settings, Speed, Table};
use super::wait;
use games::Game;
use games::clock::Clocks;
use games::records::Recorded;
use games::set_up::SetUp;
use games::stone::Stone;
use games::tree::{Tree, forks, steps};
use players::c_player::CPlayer;
use players::exercises::Hour;
use players::hints::Hints;
use players::{Player, Seats};
use screen::face::Look;
use screen::panel;
use store::Store;
use turbo::dos::{Console, Quit};
use words::phrase;

/// The message shown after a mouse click.
const BY_KEYS: &str =
    phrase!("qipan is played with the keyboard: arrows, Enter, Esc to go back, F1 for help.");

/// The state that all loops share.
pub struct Session<'a> {
    pub console: HotkeyConsole<'a>,
    pub settings: Settings,
    /// The seats, and the rest of the state around the game at the board.
    pub table: Table,
    /// The saved data.
    pub profile: Profile,
    /// The last position on the set-up screen, kept until the program ends.
    pub(crate) set_up: SetUp,
    pub games: &'static [Entry],
    /// The hour to use instead of the current one in tests.
    pub at_hour: Option<Hour>,
    /// The game that was last added to the table's tree, in its saved form.
    grown: Vec<(&'static str, String)>,
    /// The values shown by F6 that are not in the tree yet.
    shown: Option<ShownValues>,
    /// The analysis of the game that was reviewed or finished last.
    pub(crate) analysis: Option<Analysis>,
    /// The game with a friend over the network, if there is one.
    pub(crate) online: Option<Online>,
    /// True if the end of the game is yet to be shown.
    pub(crate) just_ended: bool,
    /// The time up to which the player's clock has been counted, in ms.
    clock_ran_to: u64,
}

impl<'a> Session<'a> {
    /// Creates a session for two people with the standard games.
    pub fn new(console: &'a mut dyn Console, settings: Settings, profile: Profile) -> Session<'a> {
        Session::with_games(&GAMES, console, settings, profile)
    }

    /// Creates a session with these games only. A program that does not need all games becomes smaller this
    /// way.
    pub(crate) fn with_games(
        games: &'static [Entry],
        console: &'a mut dyn Console,
        settings: Settings,
        mut profile: Profile,
    ) -> Session<'a> {
        if console.real_time() {
            profile.beside();
        }
        let mut session = Session {
            console: HotkeyConsole::new(console, profile.store().cloned()),
            settings,
            table: Table::default(),
            set_up: SetUp::default(),
            profile,
            games,
            at_hour: None,
            grown: Vec::new(),
            shown: None,
            analysis: None,
            online: None,
            just_ended: false,
            clock_ran_to: 0,
        };
        session.tune_machine();
        session.console.set_click_note(BY_KEYS);
        session
    }

    /// Applies the settings for volume and CRT to the console.
    pub(crate) fn tune_machine(&mut self) {
        self.console.set_volume(self.settings.volume);
        self.console.set_crt(self.settings.crt);
    }

    /// Runs `work` while F1 opens this page of the help.
    pub(crate) fn with_help<T>(&mut self, page: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.console.turn_to(page);
        let done = work(self);
        self.console.turn_to(before);
        done
    }

    /// Works with the store in a thread, and waits as [`wait::for_work`] does. Returns `None` also without a
    /// store.
    pub(crate) fn with_store<T: Send + 'static>(
        &mut self,
        what: &str,
        work: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> Result<Option<T>, Quit> {
        let Some(store) = self.profile.store().cloned() else { return Ok(None) };
        wait::for_work(&mut self.console, what, move || work(&store))
    }

    /// Restarts the clock of the player to move.
    pub(crate) fn start_clock(&mut self) {
        self.clock_ran_to = self.console.now();
    }

    /// Skips the time for which a box was open. Over the network the clock runs in boxes too.
    pub(crate) fn skip_box(&mut self) {
        if self.online.is_none() {
            self.start_clock();
        }
    }

    /// Returns the time in ms since the last call, or since the clock started.
    pub(crate) fn since_clock_ran(&mut self) -> u64 {
        let now = self.console.now();
        now - std::mem::replace(&mut self.clock_ran_to, now)
    }

    /// Returns the current hour, which exercises use to tell days apart. A scripted run starts in 1970.
    pub(crate) fn hour(&self) -> Hour {
        let seconds = match self.console.real_time() {
            true => SystemTime::now().duration_since(UNIX_EPOCH),
            false => Ok(Duration::ZERO),
        };
        let hour = seconds.map_or(0, |passed| passed.as_secs() / 3600);
        self.at_hour.unwrap_or(hour.try_into().unwrap_or(Hour::MAX))
    }

    pub fn active(&self, game: Box<dyn Game>) -> ActiveGame {
        ActiveGame::new(game, self.games)
    }

    /// Returns the display options for this game.
    pub fn look(&self, game: &ActiveGame) -> Look {
        let Table { seats, clocks, tutor, practice, scroll, tree, .. } = &self.table;
        let computers_turn = seats.computer_to_move(&**game);
        Look {
            theme: self.settings.theme,
            hints: self.shows_hints() && !computers_turn,
            numbers: self.settings.numbers,
            digits: self.settings.digits,
            forbidden: !computers_turn,
            tutor: *tutor,
            practice: *practice,
            online: self.online.is_some(),
            clocks: *clocks,
            names: Stone::ALL.map(|stone| seats.display_name(stone)),
            short_names: Stone::ALL.map(|stone| seats.short(stone)),
            winners: Stone::ALL.map(|stone| seats.winner_in_words(stone)),
            opponents: seats.has_computer(),
            scroll: *scroll,
            forks: forks(tree, &**game),
        }
    }

    /// Starts the engine's analysis of this game. In a scripted run, [`Seats::patience`] limits its time.
    pub(crate) fn analyse(&self, game: &ActiveGame) -> Analysis {
        Analysis::begin(game, self.console.real_time(), self.table.seats.patience)
    }

    /// Shows a note beside the board.
    pub fn say(&mut self, text: &str) {
        panel::note(self.console.screen(), self.settings.theme, text);
    }

    /// True if this player may play. An engine may play only if the user approved its exact command.
    pub(crate) fn trusts(&self, player: &Player) -> bool {
        !matches!(player, Player::Outside(_)) || self.profile.approves(&player.to_string())
    }

    /// Records the user's approval of these players.
    pub(crate) fn trust(&mut self, players: &[Player]) {
        let players = players.iter().filter(|player| !self.trusts(player));
        let new: Vec<String> = players.map(Player::to_string).collect();
        if !new.is_empty() {
            self.profile.agree(new);
        }
    }

    /// Approves the current players, because the user seated them.
    pub fn trust_seats(&mut self) {
        let Seats { black, white, .. } = self.table.seats.clone();
        self.trust(&[black, white]);
    }

    /// True if the legal moves are shown.
    pub(crate) fn shows_hints(&self) -> bool {
        let against_computer = self.table.seats.has_computer();
        self.settings.hints.unwrap_or(against_computer)
    }

    /// Lists the players to choose from: the built-in ones, a C program, and the engines that are seated now.
    pub(crate) fn players(&self) -> Vec<Player> {
        let mut players = Player::all();
        players.insert(players.len() - 1, Player::C(CPlayer::any()));
        let Seats { black, white, .. } = &self.table.seats;
        for player in [black, white] {
            if !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// Resets the table for a new game. The seed changes, so that the computer plays differently.
    pub fn begin(&mut self) {
        let table = &mut self.table;
        // Each turn adds to the seed, so a new game changes only its upper half.
        table.seats.seed = table.seats.seed.wrapping_add(1 << 32);
        table.seats.names = Default::default();
        table.stone_at = None;
        table.scroll = 0;
        table.ended = None;
        (table.helped, table.drawn) = (false, false);
        table.tree = Tree::default();
        self.grown.clear();
        self.shown = None;
        self.analysis = None;
        table.tutor = false;
        table.clocks = Clocks::new(table.time);
        self.start_clock();
    }

    /// Resets the table for an opened game with its variations.
    pub(crate) fn begin_with(&mut self, tree: Tree) {
        self.begin();
        self.table.begins = GameStart::Standard;
        self.table.tree = tree;
    }

    /// Returns the game at the board with all its variations, for a file. The current line becomes the main
    /// line. A game without variations has no tree.
    pub fn recorded(&mut self, game: &ActiveGame) -> Recorded {
        self.grow(game);
        let recorded = Recorded::new(game.copy(), self.table.seats.heading());
        let mut tree = self.table.tree.clone();
        if tree.is_bare() || tree.find(&**game).is_none() {
            return recorded;
        }
        let played = tree.add_game_with_undone(&**game);
        tree.promote(played);
        let end = tree.line(played).last().copied();
        let whole = end.and_then(|end| tree.game_at(&**game, end));
        Recorded {
            // A resigned game ends at the resignation.
            game: whole.filter(|_| game.lost().is_none()).unwrap_or(recorded.game),
            tree: Some(tree),
            ..recorded
        }
    }

    /// Remembers the visible values, for the tree and for saved files.
    pub(crate) fn note_values(&mut self, game: &ActiveGame, hints: &Hints) {
        self.shown = ShownValues::of(&**game, hints).or(self.shown.take());
    }

    /// Adds the game's moves and the remembered values to the tree.
    pub fn grow(&mut self, game: &ActiveGame) {
        let now = game.save();
        if now == self.grown && self.shown.is_none() {
            return;
        }
        self.grown = now;
        let tree = &mut self.table.tree;
        tree.add_game_with_undone(&**game);
        if let Some(shown) = &self.shown {
            shown.write(tree);
            // Keep the values while their position is on the board, for the node of the next move.
            if shown.steps != steps(&**game) {
                self.shown = None;
            }
        }
    }

    /// Saves the game and the settings if they have changed.
    pub(crate) fn keep(&mut self, game: &ActiveGame) {
        self.grow(game);
        self.profile.keep(&**game, &self.table, &self.settings);
    }
}
