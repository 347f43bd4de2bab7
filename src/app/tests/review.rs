//! The engine's review of a game.

use crate::common::at_the_board::still;
use crate::common::recorded::{AnyGame, boxed, recorded_championship, recorded_gomoku};
use app::play::games::{ActiveGame, GAMES};
use app::play::profile::Profile;
use app::play::review::{Left, show};
use games::othello::rules::do_score;
use games::stone::Stone;
use games::tree::Tree;
use games::{gomoku, othello};
use mind::engine;
use mind::engine::gomoku::vcf::vcf;
use mind::engine::othello::{Board, solve};
use players::analysis::{ReviewedMove, review};
use players::computers::computer_of;
use players::cores;
use players::hints::Hints;
use players::insight::Value;
use players::{Gomoku, Othello};
use screen::gomoku::Gomoku as Face;
use screen::review::draw;
use screen::theme::THEMES;
use std::num::NonZeroUsize;
use std::thread;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

fn championship(n: usize) -> AnyGame {
    recorded_championship().swap_remove(n).unwrap().game
}

fn othello(game: &AnyGame) -> &othello::Game {
    game.of().expect("the championship is Othello's")
}

fn gomoku_of(record: &str) -> AnyGame {
    boxed(gomoku::Game::from_record(record).unwrap())
}

fn reviewed(game: &AnyGame) -> Vec<ReviewedMove> {
    reviewed_with(cores::all(), game)
}

fn reviewed_with(threads: NonZeroUsize, game: &AnyGame) -> Vec<ReviewedMove> {
    let mut moves = Vec::new();
    let computer = computer_of(game.name()).unwrap();
    review(computer, &**game, threads, &|| false, &mut |found| moves.push(found));
    moves
}

#[test]
fn reviews_do_not_depend_on_the_number_of_threads() {
    let gomoku = gomoku_of(recorded_gomoku(3));
    for game in [championship(1), gomoku] {
        let one = reviewed_with(NonZeroUsize::MIN, &game);
        let four = reviewed_with(NonZeroUsize::new(4).unwrap(), &game);
        assert_eq!(format!("{one:?}"), format!("{four:?}"));
    }
}

#[test]
fn a_single_threaded_review_starts_no_thread() {
    let here = thread::current().id();
    let stop = || {
        assert_eq!(thread::current().id(), here, "another thread asks");
        false
    };
    let (mut moves, game) = (0, championship(1));
    review(&Othello, &*game, NonZeroUsize::MIN, &stop, &mut |_| {
        moves += 1;
    });
    assert!(moves > 50, "only {moves} moves are reviewed");
}

#[test]
fn the_last_reviewed_move_has_the_value_of_the_result() {
    for n in [0, 2, 3] {
        let game = championship(n);
        let moves = reviewed(&game);
        let plies = othello(&game).plies();
        let drops = plies.iter().filter(|ply| **ply != othello::Ply::Pass);
        assert_eq!(moves.len(), drops.count());
        let (black, white) = do_score(othello(&game).map());
        let ahead = Value::Discs(black as f32 - white as f32);
        assert_eq!(moves[moves.len() - 1].value, ahead);
        assert!(moves.iter().all(|found| found.lost >= 0.0));
    }
}

#[test]
fn the_first_stone_is_compared_with_the_centre() {
    for record in ["77", "00"] {
        let game = gomoku_of(record);
        let moves = reviewed(&game);
        assert_eq!(moves[0].better.first(), Some(&(7, 7)), "after {record}");
        if record == "77" {
            assert_eq!(moves[0].lost, 0.0);
            // There is no cross, since no move was better.
            let mut screen = Screen::default();
            draw(&mut screen, &Face, &THEMES[0], &moves, 0);
            let centre = screen.getpixel(46 + 7 * 13, 34 + 7 * 13);
            assert_ne!(centre, Some(THEMES[0].accent));
        }
    }
}

#[test]
fn a_forced_loss_stays_lost_after_the_losers_move() {
    let record = "7766876786686578987685696a88759597a8745848493a56a7b79663b8";
    let moves = reviewed(&gomoku_of(record));
    let won = |found: &ReviewedMove| matches!(found.value, Value::Win(1..));
    for pair in moves.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        if after.stone == Stone::White && won(before) {
            assert!(won(after), "{}{:?}", after.before, after.value);
        }
    }
}

#[test]
fn endgame_losses_match_the_solver() {
    let moves = reviewed(&championship(0));
    for found in moves.iter().rev().take(12) {
        let board = Board::new(othello(&found.before).map(), found.stone);
        let best = solve(board, 1).score as f32;
        let side = if found.stone == Stone::Black { 1.0 } else { -1.0 };
        let (better, played) = (best - side * found.value.points(), found.played);
        assert_eq!(found.lost, better, "{} {played:?}", found.before);
        if found.lost > 0.0 {
            assert_ne!(found.better.first(), Some(&found.played));
        }
    }
}

#[test]
fn a_cancelled_review_ends_at_once() {
    let mut moves = 0;
    review(&Othello, &*championship(0), cores::all(), &|| true, &mut |_| moves += 1);
    assert_eq!(moves, 0);
}

#[test]
fn closing_the_review_restores_the_screen() {
    let keys = "Right*70 Left*3 Down*70 Up*70 End Home PageDown PageUp F9 x Esc";
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    script.screen().putpixel(3, 4, 5);
    let before = script.screen().clone();
    let shown = |console: &mut dyn Console| {
        still().run(console, &mut Profile::in_memory(), |session| {
            show(session, &ActiveGame::new(championship(3), &GAMES), &Tree::default(), [true, true])
        })
    };
    assert_eq!(shown(&mut script), Ok(Some(Left::Closed)));
    assert!(*script.screen() == before);
    let mut closed = Script::new([], |_, _| ());
    assert_eq!(shown(&mut closed), Err(Quit::Closed));
}

#[test]
fn exact_values_match_the_solver() {
    let mut game = championship(0);
    while othello(&game).map().empties() < 8 {
        game.undo();
    }
    let stone = game.to_move().unwrap();
    let board = Board::new(othello(&game).map(), stone);
    let mut hints = Hints::start(&Othello, &*game, false, 30_000).unwrap();
    assert!(!hints.update());
    assert_eq!(hints.values.len() as u32, board.moves().count_ones());
    let best = hints.values.iter().map(|(_, insight)| insight.value.points()).reduce(f32::max);
    assert_eq!(best, Some(solve(board, 1).score as f32));
    assert!(hints.values.iter().all(|(_, insight)| insight.exact));
}

#[test]
fn positions_without_moves_have_no_values() {
    assert!(Hints::start(&Othello, &*championship(0), false, 30_000).is_none());
}

fn win_by_fours(game: &AnyGame, side: Stone) -> Option<usize> {
    let game = game.of().expect("the game is gomoku");
    let win = vcf(&engine::gomoku::Board::of_game(game), side, 100_000);
    win.map(|win| win.len())
}

#[test]
fn gomoku_reviews_report_missed_wins_and_defences() {
    let game = gomoku_of(recorded_gomoku(11));
    let moves = reviewed(&game);
    assert_eq!(moves.len(), 35, "{game}");
    let found = &moves[30];
    assert_eq!(game.name_of(found.played), "j3");
    let plies = win_by_fours(&found.before, Stone::Black).map(|plies| plies as i32);
    assert_eq!(found.missed_win, plies, "black had a win\n{}", found.before);
    assert_eq!(plies, Some(5));
    let mut after = found.before.clone();
    assert!(after.play(found.played));
    let plies = win_by_fours(&after, Stone::White).map(|plies| plies as i32);
    let expected = plies.map(|plies| plies + 1);
    assert_eq!(found.missed_defence, expected, "white has a win\n{after}");
    assert_eq!(found.value, Value::Win(-4));
    assert!(found.is_mistake());
    let mut better = found.before.clone();
    assert!(better.play(found.better[0]));
    assert_eq!(win_by_fours(&better, Stone::White), None, "{better}");
}

#[test]
fn the_last_moves_count_down_to_the_win() {
    let moves = reviewed(&gomoku_of(recorded_gomoku(11)));
    let values: Vec<Value> = moves[32..].iter().map(|found| found.value).collect();
    assert_eq!(values, [3, 2, 1].map(Value::Win), "black wins");
    assert!(moves[32..].iter().all(|found| !found.is_mistake()));
}

#[test]
fn gomoku_values_show_forced_wins_and_losses() {
    let mut game = gomoku_of(recorded_gomoku(11));
    for _ in 0..5 {
        assert!(game.undo());
    }
    let mut hints = Hints::start(&Gomoku, &*game, false, 30_000).unwrap();
    assert!(!hints.update());
    assert_eq!(hints.values.len(), 12, "{game}");
    let values = hints.values.iter();
    let best = values.max_by(|(_, a), (_, b)| a.value.rank().total_cmp(&b.value.rank()));
    let (place, insight) = best.unwrap();
    assert_eq!(insight.value, Value::Win(5), "{game}");
    assert_eq!(insight.line.len(), 5);
    assert!(win_by_fours(&game, Stone::Black).is_some());
    for (place, insight) in &hints.values {
        let mut after = game.clone();
        assert!(after.play(*place));
        let loses = win_by_fours(&after, Stone::White).is_some();
        let name = game.name_of(*place);
        assert!(!loses || insight.value.loses(), "{name} {insight:?}\n{game}");
    }
    assert_eq!(insight.line[0], *place);
}

#[test]
fn values_fit_into_four_characters() {
    for (value, text) in [
        (Value::Discs(-0.04), "+0.0"),
        (Value::Discs(9.96), "+10"),
        (Value::Chance(99.9), "99%"),
        (Value::Chance(0.2), "1%"),
        (-Value::Chance(38.0), "62%"),
        (Value::Win(7), "W7"),
        (Value::Win(-6), "L6"),
        (Value::Win(0).of_move(), "W1"),
        (Value::Win(5).of_move(), "L6"),
        (Value::Win(-6).of_move(), "W7"),
    ] {
        assert_eq!(value.to_string(), text, "{value:?}");
    }
    let in_order = [Value::Win(1), Value::Win(7), Value::Chance(99.9), Value::Win(-6), Value::Win(-2)];
    assert!(in_order.is_sorted_by(|a, b| a.rank() > b.rank()));
}

#[test]
fn only_a_better_point_is_crossed() {
    let first = |lost, better: &[(usize, usize)]| ReviewedMove {
        computer: &Gomoku,
        before: Box::new(gomoku::Game::default()),
        stone: Stone::Black,
        played: (7, 7),
        value: Value::Chance(60.0),
        lost,
        missed_win: None,
        missed_defence: None,
        better: better.to_vec(),
        punished: Vec::new(),
        reasons: Vec::new(),
        better_for: Vec::new(),
    };
    let drawn = |shown: ReviewedMove| {
        let mut screen = Screen::default();
        draw(&mut screen, &Face, &THEMES[0], &[shown], 0);
        screen
    };
    let best = drawn(first(0.0, &[(7, 7)]));
    assert!(drawn(first(0.0, &[(6, 6)])) == best, "another is as good");
    assert!(drawn(first(0.0, &[])) == best, "nothing else was expected");
    assert!(drawn(first(5.0, &[(6, 6)])) != best, "another is better");
}

#[test]
fn a_four_that_keeps_a_forced_win_costs_nothing() {
    let game = gomoku_of("7766857584869767966564749594b773");
    let judged = players::analysis::judge(&Gomoku, &*game, (8, 12), &|| false).unwrap();
    assert_eq!(judged.lost, 0.0, "{judged:?}");
}
