//! The rules of gomoku at the board: winning, forbidden points, the first player, and the opening swap2.

use crate::common::at_the_board::{At, seats, still};
use crate::common::recorded::{AnyGame, FORBIDDEN, boxed, keys_of_point, keys_of_record, new_gomoku};
use app::play::games::GAMES;
use app::play::profile::{game_from_text, game_to_text};
use games::DropResult;
use games::Game as _;
use games::gomoku::{self, Decision, Opening, Point, Rules, Setup, record};
use games::stone::{Outcome, Stone};
use mind::engine::gomoku as engine;
use players::matches::play_on;
use players::{Engines, Player};
use turbo::dos::Screen;

fn setup(rules: Rules, first: Stone, opening: Opening) -> Setup {
    Setup::new(rules, first, opening).unwrap()
}

fn by(rules: Rules) -> Setup {
    setup(rules, Stone::Black, Opening::Free)
}

fn swap2() -> AnyGame {
    new_gomoku(setup(Rules::Freestyle, Stone::Black, Opening::Swap2))
}

fn of_record(record: &str) -> AnyGame {
    boxed(gomoku::Game::from_record(record).unwrap())
}

fn inner(game: &AnyGame) -> &gomoku::Game {
    game.of().expect("gomoku stays gomoku")
}

fn stones(game: &AnyGame) -> String {
    record::text(inner(game).pieces())
}

/// Plays by keys at the table. Returns the game, the table and the last frame.
fn play_at(mut table: At, mut game: AnyGame, keys: &str) -> (AnyGame, At, Screen) {
    let (_, last) = table.play(&mut game, keys);
    (game, table, last)
}

fn players(black: &str, white: &str, seed: u64) -> At {
    still().seated(seats(black, white, seed))
}

#[test]
fn renju_refuses_forbidden_points_with_the_reason_and_the_turn_goes_on() {
    let start = format!("renju {FORBIDDEN}");
    for (row, col, why) in [
        (2, 2, "c13 is forbidden for Black: double three."),
        (9, 8, "i6 is forbidden for Black: double four."),
        (14, 10, "k1 is forbidden for Black: overline."),
    ] {
        let mut game = of_record(&start);
        let tried = game.try_to_drop((row, col));
        assert_eq!(tried, DropResult::Failed(why.to_string()), "{game}");
        let name = game.name_of((row, col));
        let keys = format!("{} Enter", keys_of_point(&name));
        let (game, ..) = play_at(still(), of_record(&start), &keys);
        assert_eq!(stones(&game), FORBIDDEN, "{game}");
        let (game, ..) = play_at(still(), of_record(&start), &format!("{keys} Up*3 Enter"));
        assert_eq!(game.t(), 32, "another point is free: {game}");
        let (game, ..) = play_at(still(), of_record(FORBIDDEN), &keys);
        assert_eq!(game.t(), 32, "freestyle forbids nothing: {game}");
    }
}

#[test]
fn forbidden_marks_are_shown_to_black_and_redrawn() {
    let game = || of_record(&format!("renju {FORBIDDEN}"));
    let shown = |table, keys: &str| play_at(table, game(), keys).2;
    let marked = shown(still(), "");
    let mark = |screen: &Screen| screen.getpixel(100 + 24 * 2 - 4, 100 + 24 * 2 - 4);
    assert_eq!(mark(&marked), Some(still().settings.theme.accent));
    let over = shown(still(), "c 1 3 Enter");
    assert!(over != marked);
    let back = "c 1 3 Enter Down Left*2 Up*3";
    assert_eq!(mark(&shown(still(), back)), mark(&marked));
    let behind = shown(still(), &format!("{back} Enter*9"));
    assert!(behind == shown(still(), "a 1 5 Enter*9"));
    let (_, _, after) = play_at(still(), game(), "c 1 1 Enter");
    assert_ne!(mark(&after), Some(still().settings.theme.accent));
}

#[test]
fn computer_players_avoid_forbidden_points() {
    for (black, white, seed) in [("random", "random", 1), ("random", "2", 2), ("3", "1", 3)] {
        for seed in seed * 10..seed * 10 + 4 {
            let mut seats = players(black, white, seed).table.seats;
            let mut end = new_gomoku(by(Rules::Renju));
            let ended = play_on(&players::Gomoku, &mut end, &mut seats, &mut Engines::default());
            ended.unwrap_or_else(|why| panic!("{black} against {white}: {why}"));
            // A record with a forbidden stone would not read back.
            let record = inner(&end).record();
            assert_eq!(gomoku::Game::from_record(&record).as_ref(), Ok(inner(&end)));
        }
    }
    // The only point that stops White's four is forbidden, so Black plays elsewhere.
    let mut game = of_record(&format!("renju {FORBIDDEN}"));
    for level in ["1", "4", "8"] {
        let seats = players(level, "human", 1).table.seats;
        let mut engines = Engines::default();
        let thinking =
            players::Thinking::start(&players::Gomoku, &seats, &*game, false, &mut engines).unwrap();
        let answer = thinking.answer(&mut engines, &mut |_| ()).unwrap();
        let Ok(Some(players::Move::Drop((row, col)))) = answer else { panic!("{answer:?}") };
        assert_eq!(inner(&game).forbidden(Point::new(row, col)), None);
    }
    assert!(game.undo());
}

/// The keys' record of the first three stones.
const THREE: &str = "777888";

#[test]
fn swap2_allows_every_choice_of_colours() {
    use Decision::{Black, PutTwo, White};
    let three = keys_of_record(THREE);
    let two = keys_of_record("6669");
    for (keys, decisions, swapped, mover) in [
        (format!("{three} w"), &[White][..], false, Stone::White),
        (format!("{three} b"), &[Black], true, Stone::White),
        (format!("{three} Enter"), &[White], false, Stone::White),
        (format!("{three} t"), &[PutTwo], false, Stone::White),
        (format!("{three} t {two} b"), &[PutTwo, Black], false, Stone::White),
        (format!("{three} t {two} w"), &[PutTwo, White], true, Stone::White),
    ] {
        let (game, table, _) = play_at(players("human", "random", 1), swap2(), "");
        assert_eq!(game.t(), 1, "the first player is a person");
        assert_eq!(table.seats.black, Player::Human);
        let (game, ..) = play_at(still(), swap2(), &keys);
        assert_eq!(inner(&game).decisions(), decisions, "{keys}");
        assert_eq!(game.swapped(), swapped, "{keys}");
        assert_eq!(game.player_to_move(), Some(mover), "{keys}");
        let (more, ..) = play_at(still(), swap2(), &format!("{keys} Down Enter"));
        assert_eq!(more.t(), game.t() + 1, "the game goes on after {keys}");
    }
    let (game, ..) = play_at(still(), swap2(), &format!("{three} t {two}"));
    let expected = Some(Stone::Black);
    assert_eq!(game.player_to_move(), expected, "the first player chooses");
    assert_eq!(inner(&game).possible_decisions(), [White, Black]);
    let (game, ..) = play_at(still(), swap2(), &format!("{three} x 5 Tab Tab h n n F9"));
    let possible = inner(&game).possible_decisions();
    assert_eq!(possible, Decision::ALL, "other keys decide nothing");
}

#[test]
fn seats_and_clocks_follow_the_colours_through_undo() {
    let three = keys_of_record(THREE);
    let table = || {
        let mut table = still();
        table.seats.seed = 7;
        table.time = "1".parse().unwrap();
        table.begin();
        table.clocks.as_mut().unwrap().left = [50_000, 40_000];
        table
    };
    let left = |table: &At| table.clocks.unwrap().left;
    let (_, after, _) = play_at(table(), swap2(), &format!("{three} b"));
    assert_eq!(left(&after), [40_000, 50_000]);
    let (game, after, _) = play_at(table(), swap2(), &format!("{three} b Backspace"));
    assert_eq!((left(&after), game.swapped()), ([50_000, 40_000], false));
    let (game, after, _) = play_at(table(), swap2(), &format!("{three} b Backspace Ctrl+U"));
    assert_eq!((left(&after), game.swapped()), ([40_000, 50_000], true));
    let (game, after, _) = play_at(table(), swap2(), &format!("{three} b Backspace*5 Ctrl+U*9"));
    assert_eq!(left(&after), [40_000, 50_000]);
    assert_eq!(stones(&game).as_str(), THREE);
    let (game, ..) = play_at(table(), swap2(), &format!("{three} b Backspace*2 Down Enter"));
    assert_eq!(inner(&game).decisions(), [], "{game}");
    assert_eq!(game.t(), 4);
}

#[test]
fn the_computer_opens_swap2_and_a_person_chooses() {
    let two = keys_of_record("ee9e");
    for (keys, white, t) in [
        ("", "human", 4),
        ("w", "human", 4),
        // The person has Black now, and the computer has moved.
        ("b", "1-greedy", 5),
    ] {
        let (game, table, _) = play_at(players("1", "human", 5), swap2(), keys);
        let found = table.seats.white.to_string();
        assert_eq!(found, white, "after '{keys}': {game}");
        assert_eq!(game.t(), t, "after '{keys}': {game}");
    }
    let (game, table, _) = play_at(players("1", "human", 5), swap2(), &format!("t {two}"));
    let decided = inner(&game).decisions();
    assert_eq!(decided.first(), Some(&Decision::PutTwo));
    assert_eq!(decided.len(), 2, "the computer has chosen: {game}");
    let computer = if game.swapped() { &table.seats.white } else { &table.seats.black };
    assert_eq!(computer.to_string(), "1-greedy");
    let opened = |seed| stones(&play_at(players("1", "human", seed), swap2(), "").0);
    assert_eq!(opened(5), opened(5), "the same seed opens in the same way");
    let all: std::collections::HashSet<String> = (0..20).map(opened).collect();
    assert!(all.len() > 5, "{all:?}");
}

#[test]
fn neither_side_is_ahead_after_the_computers_opening() {
    for seed in 0..16 {
        let three = stones(&play_at(players("1", "human", seed), swap2(), "").0);
        for rules in Rules::ALL {
            let game = of_record(&format!("{rules} {three}"));
            let board = engine::Board::of_game(inner(&game));
            let limits = engine::Limits::level(6);
            let report = engine::Searcher::new(4).search(&board, &limits, &|| false, &mut |_| ());
            // 60 means winning 57 % of the games.
            assert!(report.value.abs() <= 60, "{rules}: {report:?}\n{game}");
        }
    }
}

#[test]
fn the_computer_takes_the_better_side_of_an_opening() {
    // With White's stone in the corner Black is far ahead. The second record has Black's stones in the
    // corners.
    for (three, decision) in [("77e088", Decision::Black), ("0077ee", Decision::White)] {
        let keys = keys_of_record(three);
        let (game, table, _) = play_at(players("human", "5", 1), swap2(), &keys);
        assert_eq!(inner(&game).decisions(), [decision], "{game}");
        let black = if decision == Decision::Black { "5-player" } else { "human" };
        assert_eq!(table.seats.black.to_string(), black);
        // On the person's turn, taking back returns to the last stone of the opening.
        let seated = players("human", "5", 1);
        let (game, table, _) = play_at(seated, swap2(), &format!("{keys} Backspace"));
        assert!(inner(&game).decisions().is_empty(), "{game}");
        assert_eq!(table.seats.black, Player::Human);
    }
    // The random player makes every choice.
    let decisions = |seed| {
        let seated = players("human", "random", seed);
        let (game, ..) = play_at(seated, swap2(), &keys_of_record(THREE));
        inner(&game).decisions()[0]
    };
    for decision in Decision::ALL {
        let decided = (0..20).any(|seed| decisions(seed) == decision);
        assert!(decided, "{decision}");
    }
}

#[test]
fn white_begins_if_the_players_choose_so() {
    let game = new_gomoku(setup(Rules::Standard, Stone::White, Opening::Free));
    let (game, ..) = play_at(still(), game, &keys_of_record("7778"));
    assert_eq!(inner(&game).stone_at(Point::new(7, 7)), Some(Stone::White));
    assert_eq!(game.to_move(), Some(Stone::White));
    let (again, ..) = play_at(still(), game, "F10 r y a Down Enter");
    let same_rules = again.to_move() == Some(Stone::Black);
    assert!(same_rules, "the next game has the same rules: {again}");
    let five = setup(Rules::Freestyle, Stone::White, Opening::Free);
    let (mut end, mut seats) = (new_gomoku(five), players("1", "3", 1).table.seats);
    play_on(&players::Gomoku, &mut end, &mut seats, &mut Engines::default()).unwrap();
    let (end, stones) = (inner(&end), inner(&end).pieces());
    assert_eq!(end.stone_at(stones[0]), Some(Stone::White));
    let last = end.stone_at(stones[stones.len() - 1]).unwrap();
    assert_eq!(end.outcome(), Some(Outcome::Won(last)), "{end}");
}

#[test]
fn the_form_offers_no_incompatible_rules() {
    let chosen = |keys: &str| {
        let game = new_gomoku(Setup::default());
        let (game, ..) = play_at(still(), game, &format!("F2 Down*2 {keys} Enter"));
        inner(&game).setup()
    };
    let expected = setup(Rules::Renju, Stone::Black, Opening::Swap2);
    assert_eq!(chosen("Right*2 Down Right"), expected);
    let expected = setup(Rules::Standard, Stone::White, Opening::Free);
    assert_eq!(chosen("Right Down*2 Right"), expected);
    assert_eq!(chosen("Right*2 Down*2 Right"), by(Rules::Renju), "White cannot begin");
    assert_eq!(chosen("Down*2 Right Up*2 Right*2"), by(Rules::Renju), "Black begins again");
}

#[test]
fn every_stage_of_a_game_reads_back() {
    let mut games =
        vec![of_record("renju 7778"), of_record("standard white-first 777879"), of_record("white-first ")];
    let mut game = swap2();
    games.push(game.clone());
    let drop_all = |game: &mut AnyGame, record: &str| {
        for point in record::parse_points(record, 15).unwrap() {
            assert!(game.play((point.row(), point.col())));
        }
    };
    drop_all(&mut game, THREE);
    games.push(game.clone());
    assert!(!game.question().unwrap().choices.is_empty());
    game.answer(2);
    games.push(game.clone());
    drop_all(&mut game, "6669");
    game.answer(0);
    drop_all(&mut game, "000e");
    for _ in 0..9 {
        games.push(game.clone());
        assert!(game.undo());
    }
    assert!(!game.undo());
    for game in games {
        let text = game_to_text(&*game, &still());
        let read = game_from_text(&text, &GAMES, &mut At::default());
        assert_eq!(&*read.unwrap(), &*game, "{text}");
    }
    for wrong in [
        "record 77788879\nopening swap2\n",
        "record 777888\nopening swap2\ndecided two two\n",
        "record 7778\nopening swap2\ndecided white\n",
        "record 7778\nrules chess\n",
        "record 7778\nrules renju\nfirst white\n",
        "record 7778\nfirst red\n",
        "record 7778\ndecided black\n",
    ] {
        // A repeated line replaces the first one.
        let rules = "rules freestyle\nfirst black\nopening free";
        let text = format!("game gomoku\n{rules}\n{wrong}black human\nwhite human\nseed 1\n");
        let read = game_from_text(&text, &GAMES, &mut At::default());
        assert!(read.is_err(), "{wrong}");
    }
}

#[test]
fn playing_on_keeps_rules_and_colours() {
    let keys = format!("{} b {} F10 r y", keys_of_record(THREE), keys_of_record("00"));
    // Step through at the end, go to the end of the record and play on; then play on from before the choice.
    let seated = || players("human", "human", 1);
    let (game, ..) = play_at(seated(), swap2(), &format!("{keys} r r End Enter"));
    assert!(game.swapped());
    assert_eq!((game.t(), game.outcome()), (5, None));
    let (game, ..) = play_at(seated(), swap2(), &format!("{keys} r r Right*3 Enter"));
    assert_eq!(inner(&game).possible_decisions(), Decision::ALL, "{game}");
    let (game, ..) = play_at(seated(), swap2(), &format!("{keys} r r Right*3 Enter w"));
    assert!(!game.swapped());
}

#[test]
fn undo_against_the_computer_returns_to_the_person() {
    for rules in Rules::ALL {
        let start = || new_gomoku(by(rules));
        let table = || players("human", "1", 1);
        let keys = "h 8 Enter c 1 4 Enter";
        let (game, ..) = play_at(table(), start(), keys);
        assert_eq!(game.t(), 5, "{rules}: {game}");
        let (back, ..) = play_at(table(), start(), &format!("{keys} Backspace"));
        assert_eq!(stones(&back), stones(&game)[..4], "{rules}");
        let (again, ..) = play_at(table(), start(), &format!("{keys} Backspace Ctrl+U"));
        assert_eq!(&*again, &*game, "{rules}");
        let (other, ..) = play_at(table(), start(), &format!("{keys} Backspace a 1 2 Enter"));
        assert_eq!(other.t(), 5, "the computer thinks again: {other}");
        assert_ne!(stones(&other), stones(&game));
    }
}

#[test]
fn numbers_are_drawn_on_stones_and_remembered() {
    let shown = |keys: &str| play_at(still(), of_record("777888"), keys);
    const NUMBERS: &str = "Ctrl+O Up*2 Right Enter";
    let (_, table, numbered) = shown(NUMBERS);
    assert!(table.settings.numbers);
    assert!(numbered != shown("").2);
    assert!(shown(&format!("{NUMBERS} {NUMBERS}")).2 == shown("").2);
    let walked = shown(&format!("{NUMBERS} Down*12 Right*9 Left*14 Up*14 Enter*9"));
    assert!(walked.2 == shown(&format!("{NUMBERS} a 1 5 Enter*9")).2);
}

#[test]
fn the_tutor_supports_only_freestyle() {
    for (record, on) in [("7778", true), ("renju 7778", false), ("white-first 7778", false)] {
        let (_, table, _) = play_at(still(), of_record(record), "F5");
        assert_eq!(table.tutor, on, "{record}");
    }
}

#[test]
fn after_swap2_the_form_shows_the_original_seats() {
    let keys = format!("{} b", keys_of_record(THREE));
    let (game, ..) = play_at(still(), swap2(), &keys);
    assert!(game.swapped(), "the second player has taken black:\n{game}");
    let (_, next, _) = play_at(players("random", "human", 0), game, "F2 Enter y");
    let seated = (&next.seats.black, &next.seats.white);
    assert_eq!(seated, (&Player::Human, &Player::Random));
}

/// The rules after these keys in a game with this record.
fn rules_after(record: &str, keys: &str) -> Rules {
    let (game, ..) = play_at(still(), of_record(record), keys);
    inner(&game).setup().rules()
}

#[test]
fn options_change_rules_if_the_position_allows() {
    let next = "Ctrl+G Down*2 Right Enter";
    assert_eq!(rules_after("7778", next), Rules::Standard);
    assert_eq!(rules_after("7778", "Ctrl+G Down*2 Left Enter"), Rules::Renju);
    assert_eq!(rules_after("renju 7778", next), Rules::Freestyle);
    assert_eq!(rules_after("7778", "Ctrl+G Down*2 Left Esc"), Rules::Freestyle);
    // White begins, which renju forbids, so freestyle follows standard.
    let white_first = "standard white-first 7778";
    assert_eq!(rules_after(white_first, next), Rules::Freestyle);
    // Black played a point that renju forbids, or has just taken it back.
    let double_three = format!("{FORBIDDEN}22");
    assert_eq!(rules_after(&double_three, "Ctrl+G Down*2 Left Enter"), Rules::Standard);
    let back = "Backspace Ctrl+G Down*2 Left Enter";
    assert_eq!(rules_after(&double_three, back), Rules::Standard);
    let (game, ..) = play_at(still(), of_record("7778"), &format!("{next} Backspace Ctrl+U"));
    assert_eq!((stones(&game).as_str(), game.t()), ("7778", 3), "its moves stay");
}
