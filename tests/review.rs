//! The engine's view of a game that was played.

mod common;

use common::recorded_championship;
use qipan::dos::script::Script;
use qipan::dos::{Console, Quit, parse_keys};
use qipan::engine::othello::{Board, solve};
use qipan::game::Game;
use qipan::othello;
use qipan::othello::rules::do_score;
use qipan::players::hints::Hints;
use qipan::review::{Move, review, show};
use qipan::stone::Stone;
use qipan::theme::THEMES;

fn championship(n: usize) -> othello::Game {
    match recorded_championship().swap_remove(n).unwrap().game {
        Game::Othello(game) => game,
        Game::Gomoku(_) => panic!("the championship is Othello's"),
    }
}

fn reviewed(game: &othello::Game) -> Vec<Move> {
    let mut moves = Vec::new();
    review(game, &|| false, &mut |found| moves.push(found));
    moves
}

#[test]
fn every_move_is_reviewed_and_the_last_one_is_worth_the_result() {
    for n in [0, 2, 3] {
        let game = championship(n);
        let moves = reviewed(&game);
        let drops = game
            .plies()
            .iter()
            .filter(|ply| **ply != othello::Ply::Pass);
        assert_eq!(moves.len(), drops.count());
        let (black, white) = do_score(game.map());
        assert_eq!(moves[moves.len() - 1].value, black as f32 - white as f32);
        assert!(moves.iter().all(|found| found.lost >= 0.0));
    }
}

#[test]
fn near_the_end_a_move_gives_away_exactly_what_the_solver_says() {
    let moves = reviewed(&championship(0));
    for found in moves.iter().rev().take(12) {
        let board = Board::new(&found.map, found.stone);
        let best = solve(board, 1).score as f32;
        let side = if found.stone == Stone::Black {
            1.0
        } else {
            -1.0
        };
        assert_eq!(
            found.lost,
            best - side * found.value,
            "{:?}{}",
            found.map,
            found.played
        );
        if found.lost > 0.0 {
            assert_ne!(found.better.first(), Some(&found.played));
        }
    }
}

#[test]
fn a_review_that_nobody_wants_any_more_ends_at_once() {
    let mut moves = 0;
    review(&championship(0), &|| true, &mut |_| moves += 1);
    assert_eq!(moves, 0);
}

#[test]
fn the_screen_is_as_before_when_the_review_is_closed() {
    let keys = "Right*70 Left*3 Down*70 Up*70 End Home PageDown PageUp F9 x F7";
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    script.screen().putpixel(3, 4, 5);
    let before = script.screen().clone();
    assert_eq!(
        show(&mut script, &THEMES[0], &championship(3), 30_000),
        Ok(())
    );
    assert!(*script.screen() == before);
    let mut closed = Script::new([], |_, _| ());
    assert_eq!(
        show(&mut closed, &THEMES[0], &championship(3), 30_000),
        Err(Quit::Closed)
    );
}

#[test]
fn every_legal_move_gets_a_value_and_the_exact_ones_are_the_solvers() {
    let mut game = championship(0);
    while game.map().empties() < 8 {
        game.undo();
    }
    let stone = game.to_move().unwrap();
    let board = Board::new(game.map(), stone);
    let mut hints = Hints::start(&Game::Othello(game), false, 30_000).unwrap();
    assert!(!hints.update());
    assert_eq!(hints.values().len() as u32, board.mobility());
    let best = hints
        .values()
        .iter()
        .map(|(_, insight)| insight.value)
        .reduce(f32::max);
    assert_eq!(best, Some(solve(board, 1).score as f32));
    assert!(hints.values().iter().all(|(_, insight)| insight.exact));
}

#[test]
fn there_are_no_values_where_nobody_can_move() {
    assert!(Hints::start(&Game::Othello(championship(0)), false, 30_000).is_none());
}
