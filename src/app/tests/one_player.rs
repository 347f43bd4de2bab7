//! Games against the computer: automatic passes, animations, clocks.

use std::collections::VecDeque;

use crate::common::at_the_board::{At, game_loop, play_game, still};
use crate::common::recorded::{AnyGame, boxed, cells, gomoku_of, keys_of, new_othello, othello_of, to};
use app::play::games::GAMES;
use app::play::profile::{Profile, game_from_text, game_to_text};
use app::play::session::{Speed, Table};
use games::Game as _;
use games::clock::Clocks;
use games::gomoku;
use games::othello::Cell;
use games::othello::rules::{can_move, is_legal};
use games::othello::{self, Ply, Rules};
use games::stone::{Lost, Outcome, Stone};
use players::computer::Computer;
use players::level::Level;
use players::{Engines, Gomoku, Othello, Player, Seats, matches};
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

/// A table with these players.
fn table(black: Player, white: Player, seed: u64) -> At {
    still().seated(Seats { black, white, seed, ..Seats::default() })
}

/// Plays by keys at the table. Returns the game and the table.
fn play_at(mut table: At, mut game: AnyGame, keys: &str) -> (AnyGame, At) {
    let _ = table.play(&mut game, keys);
    (game, table)
}

fn othello(table: At, rules: Rules, keys: &str) -> othello::Game {
    othello_of(play_at(table, new_othello(rules), keys).0)
}

fn against_random(seed: u64) -> At {
    table(Player::Human, Player::Random, seed)
}

#[test]
fn the_turn_passes_by_itself_when_there_is_no_move() {
    let moves = "e6f6g6g7d3h6h8f8";
    let game = othello(still(), Rules::Standard, &keys_of(moves));
    assert_eq!(game.plies().len(), 9, "{:?}", game.map());
    assert_eq!(game.plies().last(), Some(&Ply::Pass));
    assert_eq!(game.to_move(), Some(Stone::White));
    let original = othello(still(), Rules::Original, &keys_of(moves));
    assert_eq!(original.to_move(), Some(Stone::Black));
}

#[test]
fn undo_takes_an_automatic_pass_back_with_its_move() {
    let keys = keys_of("e6f6g6g7d3h6h8f8");
    let game = othello(still(), Rules::Standard, &format!("{keys} Backspace"));
    assert_eq!(game.plies().len(), 7);
    assert_eq!(game.to_move(), Some(Stone::White));
    let again = othello(still(), Rules::Standard, &format!("{keys} Backspace Ctrl+U"));
    assert_eq!(again.plies().len(), 9);
    assert_eq!(again.to_move(), Some(Stone::White));
}

#[test]
fn failed_tries_are_free_under_standard_rules() {
    let game = othello(still(), Rules::Standard, "Down Enter*61");
    assert_eq!((game.to_move(), game.tries()), (Some(Stone::Black), 0));
    let original = othello(still(), Rules::Original, "Down Enter*61");
    assert_eq!(original.to_move(), Some(Stone::White));
}

#[test]
fn the_computer_answers_each_move_with_a_legal_one() {
    for seed in 0..50 {
        let table = against_random(seed);
        let game = othello(table, Rules::Standard, &format!("{} Enter", to("d3")));
        assert_eq!(game.plies().len(), 2);
        let mut before = othello::Game::default();
        before.drop("d3".parse().unwrap());
        let Ply::Drop(cell) = game.plies()[1] else { panic!("the computer passed:{:?}", game.map()) };
        assert!(is_legal(before.map(), cell, 2), "{cell}:{:?}", game.map());
    }
}

#[test]
fn the_computer_begins_when_it_has_black() {
    let game = othello(table(Player::Random, Player::Human, 1), Rules::Standard, "");
    assert_eq!(game.plies().len(), 1);
    assert_eq!(game.to_move(), Some(Stone::White));
}

#[test]
fn seeds_determine_the_game() {
    let random = |seed| {
        let both = table(Player::Random, Player::Random, seed);
        othello(both, Rules::Standard, "")
    };
    assert_eq!(random(7), random(7));
    assert_ne!(random(7), random(8));
}

#[test]
fn playing_again_gives_another_game() {
    let random = |keys: &str| {
        let both = table(Player::Random, Player::Random, 7);
        othello(both, Rules::Standard, keys)
    };
    assert_ne!(random("").plies(), random("a").plies());
}

#[test]
fn random_against_random_plays_every_game_to_its_end() {
    for seed in 0..20 {
        for rules in [Rules::Original, Rules::Standard] {
            let both = table(Player::Random, Player::Random, seed * 100);
            let game = othello(both, rules, "");
            assert_eq!(game.to_move(), None, "{:?}", game.map());
            let map = game.map();
            assert!(!can_move(map, Stone::Black) && !can_move(map, Stone::White));
        }
        let both = table(Player::Random, Player::Random, seed * 1000);
        let (game, _) = play_at(both, boxed(gomoku::Game::default()), "");
        assert!(game.outcome().is_some());
    }
}

#[test]
fn the_computer_stays_near_the_stones_in_gomoku() {
    for seed in 0..100 {
        let keys = "Down*8 Right*7 Enter";
        let (game, _) = play_at(against_random(seed), boxed(gomoku::Game::default()), keys);
        let game = gomoku_of(game);
        let [first, second] = game.pieces() else { panic!("two stones were to be dropped: {game}") };
        assert!(first.row().abs_diff(second.row()) <= 2, "{game}");
        assert!(first.col().abs_diff(second.col()) <= 2, "{game}");
    }
}

#[test]
fn no_level_of_gomoku_misses_a_five_or_leaves_one_open() {
    // White is to move: Black has a four with one open end, and in the second game White has a four too.
    for (record, five) in [("4737570067e077", "87"), ("470157026703000477", "05")] {
        let levels = Level::all().take(5);
        for (level, seed) in levels.flat_map(|l| (0..10).map(move |n| (l, n))) {
            let game = boxed(gomoku::Game::from_record(record).unwrap());
            let table = table(Player::Human, Player::Level(level), seed);
            let game = gomoku_of(play_at(table, game, "").0);
            let played = game.pieces().last().map(ToString::to_string);
            let found = played.as_deref();
            assert_eq!(found, Some(five), "level {level}, seed {seed}: {game}");
        }
    }
}

#[test]
fn undo_goes_back_to_the_persons_turn() {
    let keys = format!("{} Enter Backspace", to("d3"));
    let game = othello(against_random(1), Rules::Standard, &keys);
    assert_eq!((game.t(), game.to_move()), (1, Some(Stone::Black)));
    let again = othello(against_random(1), Rules::Standard, &format!("{keys} Ctrl+U"));
    assert_eq!((again.t(), again.to_move()), (3, Some(Stone::Black)));
}

#[test]
fn ctrl_g_changes_the_players() {
    let start = || new_othello(Rules::Standard);
    let (_, one) = play_at(still(), start(), "Ctrl+G Down Right*4 Enter");
    assert_eq!(one.seats.black, Player::Human, "whose turn it is stays");
    assert_eq!(one.seats.white, Player::Level(Level::DEFAULT));
    let (_, two) = play_at(one, start(), "Ctrl+G Down Left*4 Enter");
    assert_eq!(two.seats, Seats::default());
    let keys = format!("{} Enter Ctrl+G Down Right Enter", to("d3"));
    let (game, _) = play_at(still(), start(), &keys);
    assert_eq!(game.t(), 3, "the computer moves at once:\n{game}");
    let (_, none) = play_at(still(), start(), "Ctrl+G Down Right*4 Esc");
    assert_eq!(none, still(), "a box that is closed changes nothing");
}

#[test]
fn the_form_of_a_new_game_seats_the_players() {
    let (game, table) = play_at(still(), new_othello(Rules::Original), "F2 Right Enter");
    assert_eq!(table.seats.black, Player::Random);
    assert_eq!(table.seats.white, Player::Human);
    assert_eq!(game.t(), 2, "the computer has moved");
}

#[test]
fn the_options_toggle_hints_on_the_legal_cells() {
    const HINTS: &str = "Ctrl+O Down*2 Left Enter";
    let shows = |keys: &str| {
        let mut game = new_othello(Rules::Original);
        let (_, last) = still().play(&mut game, keys);
        last
    };
    let (plain, hinted) = (shows(""), shows(HINTS));
    let legal = cells("d3c4f5e6");
    for cell in Cell::all() {
        let (x, y) = (120 + 40 * cell.col as i32, 120 + 40 * cell.row as i32);
        let differs = (x - 19..=x + 19).any(|x| plain.getpixel(x, y) != hinted.getpixel(x, y));
        assert_eq!(differs, legal.contains(&cell), "{cell}");
    }
    assert!(shows(&format!("{HINTS} {HINTS}")) == plain);
    let passed_over = shows(&format!("{HINTS} {} Down*3 Left*3 Up*5", to("d3")));
    assert!(passed_over == shows(&format!("{HINTS} Down")), "it took a hint with it");
}

/// A console on which keys are pressed at given times, even while nothing reads them.
pub struct Clock {
    screen: Screen,
    keys: VecDeque<(u64, Key)>,
    now: u64,
    /// The longest time that a key has waited, in ms.
    longest: u64,
    /// True if it claims that time passes by itself.
    pub real_time: bool,
}

impl Clock {
    fn new(keys: impl IntoIterator<Item = (u64, Key)>) -> Clock {
        Clock {
            screen: Screen::default(),
            keys: keys.into_iter().collect(),
            now: 0,
            longest: 0,
            real_time: false,
        }
    }

    /// Groups of keys by name, each pressed at its time.
    pub fn of(keys: &[(u64, &str)]) -> Clock {
        Clock::new(keys.iter().flat_map(|(ms, keys)| {
            let keys = parse_keys(keys).unwrap().into_iter();
            keys.map(|key| (*ms, key))
        }))
    }
}

impl Console for Clock {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let (at, key) = self.keys.pop_front().ok_or(Quit::Closed)?;
        self.longest = self.longest.max(self.now.saturating_sub(at));
        self.now = self.now.max(at);
        Ok(key)
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let (at, _) = *self.keys.front().ok_or(Quit::Closed)?;
        match self.now.max(at) - self.now < u64::from(ms) {
            true => self.getkey().map(Some),
            false => self.delay(ms).map(|()| None),
        }
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.now += u64::from(ms);
        Ok(())
    }

    fn kbhit(&mut self) -> bool {
        self.keys.front().is_some_and(|(at, _)| *at <= self.now)
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        self.real_time
    }
}

fn d3() -> String {
    format!("{} Enter", to("d3"))
}

/// Plays Othello at this table with keys pressed at these times, in ms. Also returns the longest time that a
/// key waited.
fn pressed(table: &mut At, keys: &[(u64, &str)]) -> (Result<(), Quit>, AnyGame, u64) {
    let mut clock = Clock::of(keys);
    let mut game = new_othello(Rules::Standard);
    let left = play_game(&mut clock, &mut game, table, &mut Profile::in_memory());
    (left, game, clock.longest)
}

/// Plays against the computer at normal speed: Black drops on d3 at once, and the keys follow after `ms`.
fn pressed_after(ms: u64, keys: &str) -> (Result<(), Quit>, AnyGame, At) {
    let mut table = against_random(3);
    table.settings.speed = Speed::Normal;
    let (left, game, _) = pressed(&mut table, &[(0, &d3()), (ms, keys)]);
    (left, game, table)
}

#[test]
fn move_keys_do_nothing_in_the_computers_turn() {
    let (_, game, _) = pressed_after(450, "Down*3 Right*2 Enter*99");
    let found = game.t();
    assert_eq!(found, 3, "only black's first move and the answer:\n{game}");
    let game = othello_of(game);
    assert_eq!(game.tries(), 0);
}

#[test]
fn keys_pressed_during_animation_act_afterwards() {
    // From 620 ms on the computer's stone blinks and turns others over.
    let (_, game, table) = pressed_after(900, "a 1 Enter*3");
    assert_eq!(game.t(), 3, "\n{game}");
    assert_eq!(table.stone_at, Some((120, 120)), "\n{game}");
}

#[test]
fn esc_leaves_the_computers_turn_at_any_time() {
    for ms in [0, 399, 401, 450, 619, 700, 1500] {
        for keys in ["Esc y", "F10 m y"] {
            let left = pressed_after(ms, keys).0;
            assert_eq!(left, Ok(()), "{keys} after {ms} ms");
        }
        assert_eq!(pressed_after(ms, "").0, Err(Quit::Closed));
    }
}

#[test]
fn a_key_ends_the_animation() {
    // Black's stones turn over until 400 ms. The computer's stone blinks and turns others over from 620 ms to
    // 1620 ms.
    for ms in (10..1700).step_by(30) {
        for key in ["F1", "Esc", "x"] {
            let mut table = against_random(3);
            table.settings.speed = Speed::Normal;
            let (.., waited) = pressed(&mut table, &[(0, &d3()), (ms, key)]);
            assert!(waited <= 50, "{key} at {ms} ms waited {waited} ms");
        }
    }
}

#[test]
fn a_held_key_does_not_lag_in_a_replay() {
    let moves = crate::common::recorded::world_championship()[0].moves.clone();
    let mut whole = othello::Game::new(Rules::Standard);
    cells(&moves).into_iter().for_each(|cell| drop(whole.drop(cell)));
    let recorded = games::records::Recorded::new(boxed(whole), Default::default());
    // The key repeats every 60 ms, and Enter plays on from there after three seconds.
    let held = (0..45).map(|n| (60 * n, Key::Right));
    let mut clock = Clock::new(held.chain([(2710, Key::Enter)]));
    let mut at = At::default();
    let from_here = at.run(&mut clock, &mut Profile::in_memory(), |session| {
        app::play::replay::step_through(session, &recorded)
    });
    assert!(clock.longest <= 20, "a key waited {} ms", clock.longest);
    let drops = |game: &AnyGame| (1..game.t()).filter(|t| game.place_of(*t).is_some()).count();
    let from_here = from_here.unwrap().map(|opened| opened.game);
    assert_eq!(from_here.as_ref().map(drops), Some(45));
}

#[test]
fn other_keys_work_in_the_computers_turn() {
    let (_, game, _) = pressed_after(450, "F1 Right Esc F10 Esc F2 Esc");
    assert_eq!(game.t(), 3, "the computer goes on:\n{game}");
    let (_, game, table) = pressed_after(450, "F6");
    assert_eq!((game.t(), table.settings.values), (3, true));
    let (_, game, _) = pressed_after(450, "Backspace");
    assert_eq!(game.t(), 1, "black's move is taken back:\n{game}");
    let (_, game, table) = pressed_after(450, "Ctrl+G Down Left Enter");
    assert_eq!((game.t(), table.seats.has_human()), (2, true));
    assert_eq!(table.seats.white, Player::Human);
}

#[test]
fn a_person_cannot_resign_for_the_computer() {
    let mut clock = Clock::of(&[(0, "Down Enter F10 r y")]);
    let mut game = boxed(gomoku::Game::default());
    let mut table = against_random(3);
    table.settings.speed = Speed::Normal;
    let _ = play_game(&mut clock, &mut game, &mut table, &mut Profile::in_memory());
    assert_eq!(game.outcome(), None, "{game}");
}

#[test]
fn the_speed_setting_controls_the_animation() {
    for (speed, ms) in [(Speed::Instant, 0), (Speed::Fast, 160), (Speed::Normal, 400)] {
        let keys = parse_keys(&format!("{} Enter", to("d3"))).unwrap();
        let mut times = Vec::new();
        let mut script = Script::new(keys, |_, now| times.push(now));
        let mut table = still();
        table.settings.speed = speed;
        let game = &mut new_othello(Rules::Original);
        let _ = play_game(&mut script, game, &mut table, &mut Profile::in_memory());
        drop(script);
        assert_eq!(times.last(), Some(&ms), "{speed}");
    }
}

/// A game of two people with a minute each. Keys are pressed at these times, in s.
fn with_a_minute(keys: &[(u64, &str)]) -> (AnyGame, At) {
    let keys: Vec<(u64, &str)> = keys.iter().map(|(s, keys)| (s * 1000, *keys)).collect();
    let mut table = still();
    table.time = "1".parse().unwrap();
    table.begin();
    let (_, game, _) = pressed(&mut table, &keys);
    (game, table)
}

#[test]
fn the_clock_of_the_player_to_move_runs() {
    let c3 = format!("{} Enter", to("c3"));
    let (game, table) = with_a_minute(&[(10, &d3()), (35, &c3), (40, "Down")]);
    assert_eq!(game.t(), 3);
    assert_eq!(table.clocks.unwrap().left, [45_000, 35_000]);
}

#[test]
fn running_out_of_time_loses() {
    let (game, _) = with_a_minute(&[(10, &d3()), (69, "Down"), (71, "Up Enter"), (72, "x")]);
    assert_eq!(game.outcome(), Some(Outcome::Won(Stone::Black)));
    assert_eq!(game.lost(), Some((Stone::White, Lost::OutOfTime)));
    let (game, _) = with_a_minute(&[(10, &d3()), (69, "Down"), (72, "x")]);
    assert_eq!(game.lost(), Some((Stone::White, Lost::OutOfTime)));
}

/// Keys that open a box, and keys that close it.
const BOXES: [(&str, &str); 8] = [
    ("F1", "Esc"),
    ("Ctrl+O", "Enter"),
    ("Ctrl+O", "Esc"),
    ("Ctrl+B", "Esc"),
    ("F2", "Esc"),
    ("F10 Right r", "Esc"),
    ("F10", "Esc"),
    ("Ctrl+P", "Esc"),
];

#[test]
fn a_persons_clock_stops_while_a_box_is_open() {
    for (opens, closes) in BOXES {
        let closes = format!("{closes} Down");
        let (game, table) = with_a_minute(&[(5, &d3()), (10, opens), (400, &closes), (407, "x")]);
        assert_eq!(game.outcome(), None, "{opens}");
        assert_eq!(table.clocks.unwrap().left, [55_000, 48_000], "{opens}");
    }
}

#[test]
fn the_computers_clock_stops_while_a_box_is_open() {
    for (opens, closes) in BOXES {
        let mut table = against_random(3);
        table.settings.speed = Speed::Normal;
        table.time = "1".parse().unwrap();
        table.begin();
        let keys = [(0, &*d3()), (450, opens), (400_000, closes), (409_000, "x")];
        let (_, game, _) = pressed(&mut table, &keys);
        assert_eq!((game.lost(), game.t()), (None, 3), "{opens}");
        let [black, white] = table.clocks.unwrap().left;
        assert!(white > 59_000, "{opens}: {white}");
        assert!((50_000..53_000).contains(&black), "{opens}: {black}");
    }
}

#[test]
fn undoing_a_loss_on_time_removes_the_clocks() {
    let (game, table) = with_a_minute(&[(61, "x Backspace Down"), (999, "x")]);
    assert_eq!((game.outcome(), table.clocks), (None, None));
}

#[test]
fn a_new_game_sets_the_clocks_again() {
    let d3 = format!("{} Enter F2 Enter y", to("d3"));
    let (game, table) = with_a_minute(&[(10, &d3), (12, "x")]);
    assert_eq!(game.t(), 1);
    assert_eq!(table.clocks.unwrap().left, [58_000, 60_000]);
}

#[test]
fn levels_state_the_time_per_move() {
    let level = |n| Level::new(n).unwrap();
    let cost = Gomoku.cost_in_words(level(9));
    assert_eq!(cost, "74 ms a move on average", "gomoku");
    let cost = Othello.cost_in_words(level(9));
    assert_eq!(cost, "less than 10 ms a move", "Othello");
    assert_eq!(Othello.cost_in_words(level(12)), "170 ms a move on average");
    let expected = Gomoku.cost_in_words(level(10));
    assert_eq!(Gomoku.cost_in_words(level(12)), expected, "they play alike");
}

#[test]
fn games_with_help_are_counted_separately() {
    for (keys, opponent) in [
        ("F10 r y", "3-pupil"),
        ("Shift+F6 F10 r y", "3-pupil with help"),
        ("d 3 Enter Backspace F10 r y", "3-pupil with help"),
    ] {
        let mut profile = Profile::in_memory();
        let mut at = table(Player::Human, "3".parse().unwrap(), 0);
        let mut game = new_othello(Rules::Standard);
        let _ = at.press_keeping(keys, &mut profile, |session| game_loop(session, &mut game));
        let games = profile.tally().of("othello", opponent).map(|it| it.games());
        assert_eq!(games, Some(1), "{keys}: {:?}", profile.tally());
    }
}

#[test]
fn levels_state_their_win_rates() {
    let level = |n| Level::new(n).unwrap();
    let said = [1, 2, 12].map(|n| Gomoku.strength_in_words(level(n)));
    assert_eq!(said, ["", "beats level 1 in 79 of 100", "plays like level 11"]);
}

#[test]
fn increments_add_time_and_the_tree_stores_the_clocks() {
    let mut table = still();
    table.time = "1+5".parse().unwrap();
    table.begin();
    let c3 = format!("{} Enter", to("c3"));
    let keys = [(10_000, &*d3()), (35_000, &c3), (40_000, "Down")];
    let (_, game, _) = pressed(&mut table, &keys);
    let clocks = table.clocks.unwrap();
    assert_eq!(clocks.left, [50_000, 40_000], "10 s and 5 s, 25 s, and 5 s for each move");
    let left = |game: &AnyGame| Clocks::from_tree(&table.tree, &**game).map(|clocks| clocks.left);
    assert_eq!(left(&game), Some([55_000, 40_000]));
    let mut before = game.clone();
    before.undo();
    assert_eq!(left(&before), Some([55_000, 60_000]));
    before.undo();
    assert_eq!(left(&before), Some([60_000, 60_000]));
    // A saved game restores the clocks.
    let text = game_to_text(&*game, &table.table);
    let mut resumed = Table::default();
    game_from_text(&text, &GAMES, &mut resumed).unwrap();
    assert_eq!((resumed.clocks, &resumed.tree), (Some(clocks), &table.tree));
    assert_eq!(resumed.time, table.time, "for the next game");
    let old = text.replace(&format!("clocks {clocks}"), "clocks 50000 40000");
    game_from_text(&old, &GAMES, &mut resumed).unwrap();
    assert_eq!(resumed.clocks.map(|clocks| clocks.increment), Some(0));
}

#[test]
fn levels_play_reverse_othello_to_have_fewer_discs() {
    let strong = || Player::Level(Level::new(6).unwrap());
    let mut won = 0;
    for seed in 0..10 {
        let (black, white) = match seed % 2 {
            0 => (strong(), Player::Random),
            _ => (Player::Random, strong()),
        };
        let mut seats = Seats { black, white, seed, ..Seats::default() };
        let mut game: Box<dyn games::Game> = Box::new(othello::Game::new(Rules::Reverse));
        matches::play_on(&Othello, &mut game, &mut seats, &mut Engines::default()).unwrap();
        let strong = if seed % 2 == 0 { Stone::Black } else { Stone::White };
        won += u32::from(game.outcome() == Some(Outcome::Won(strong)));
    }
    assert!(won >= 9, "{won} of 10");
}
