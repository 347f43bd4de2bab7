//! The opening book: how it grows, what it says, and that strong levels play by it.

use std::collections::HashSet;

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use app::players::level::Level;
use app::players::{Engines, Move, Player, Seats, Thinking};
use games::othello;
use mind::engine::othello::Board;
use mind::engine::othello::book::Book;
use mind::engine::othello::book::grow::search;

/// A book of so many positions, each searched three plies deep.
fn grown(positions: usize, threads: usize) -> Book {
    let mut book = Book::empty();
    while book.len() < positions {
        let mut wanted = book.wanted();
        wanted.truncate(positions - book.len());
        book.add(search(&wanted, 3, threads, &|_| ()));
    }
    book
}

#[test]
fn a_book_does_not_depend_on_the_number_of_threads_nor_on_a_pause() {
    let book = grown(100, 1);
    assert_eq!(book.len(), 100);
    assert_eq!(grown(100, 3), book);
    let mut paused = Book::read(&book.write()).unwrap();
    assert_eq!(paused, book);
    let wanted = book.wanted();
    let found = search(&wanted, 3, 1, &|_| ());
    paused.add(found.clone());
    let mut unpaused = book;
    unpaused.add(found);
    assert_eq!(paused, unpaused);
}

#[test]
fn a_move_within_the_book_is_worth_what_the_best_answer_is() {
    let book = Book::carried();
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut inner = 0;
    for _ in 0..300 {
        let mut board = Board::START;
        while let Some(moves) = book.moves(board) {
            for (cell, value) in &moves {
                let after = board.play(*cell).unwrap();
                if let Some(answers) = book.moves(after) {
                    assert_eq!(*value, -answers[0].1, "after {cell}:\n{board:?}");
                    inner += 1;
                }
            }
            let (cell, _) = moves[random.random_range(0..moves.len())];
            board = board.play(cell).unwrap();
        }
    }
    assert!(
        inner > 2000,
        "only {inner} moves lead to a position of the book"
    );
}

#[test]
fn the_book_says_the_same_of_a_position_however_it_is_turned() {
    let book = Book::carried();
    let mut board = Board::START;
    for _ in 0..6 {
        let values = |board: Board| -> Vec<i32> {
            let moves = book.moves(board).unwrap_or_default();
            moves.iter().map(|(_, value)| *value).collect()
        };
        for turned in board.symmetries() {
            assert_eq!(values(turned), values(board), "{board:?}");
        }
        let (best, _) = book.moves(board).unwrap()[0];
        board = board.play(best).unwrap();
    }
}

#[test]
fn a_choice_gives_away_no_more_than_it_may_and_varies() {
    let book = Book::carried();
    let mut random = ChaCha12Rng::seed_from_u64(2);
    let mut chosen = HashSet::new();
    for _ in 0..200 {
        let mut board = Board::START;
        let mut line = String::new();
        while let Some((cell, value)) = book.choose(board, 50, &mut random) {
            let best = book.moves(board).unwrap()[0].1;
            assert!(
                best - value <= 50,
                "{cell} is worth {value}, not {best}:\n{board:?}"
            );
            line += &cell.to_string();
            board = board.play(cell).unwrap();
        }
        chosen.insert(line);
    }
    assert!(chosen.len() > 60, "only {} openings of 200", chosen.len());
}

#[test]
fn a_check_as_deep_as_before_changes_nothing() {
    let mut book = grown(60, 2);
    let before = book.clone();
    let checked = book.check(3, 2, &|_| ());
    assert_eq!(
        (checked.positions, checked.other_best, checked.most),
        (60, 0, 0)
    );
    assert_eq!(book, before);
    let deeper = book.check(5, 2, &|_| ());
    assert!(deeper.changed > 0 && book != before);
}

#[test]
fn what_is_pruned_is_what_both_give_away_most_for() {
    let book = grown(150, 2);
    let mut pruned = book.clone();
    let gone = pruned.prune(100);
    assert_eq!(pruned.len() + gone, 150);
    assert!(gone > 0 && pruned.len() > 20, "{} are left", pruned.len());
    let mut best = pruned.clone();
    best.prune(0);
    let line = best.line(Board::START);
    assert_eq!(line, book.line(Board::START)[..line.len()]);
    assert_eq!(pruned.prune(100), 0);
}

/// The first cells that a level plays against itself.
fn opening(level: &str, seed: u64, plies: usize) -> String {
    let player = Player::Level(Level::find(level).unwrap());
    let seats = Seats {
        black: player.clone(),
        white: player,
        seed,
        ..Seats::default()
    };
    let mut engines = Engines::default();
    let mut game = othello::Game::new(othello::Rules::Standard);
    let mut line = String::new();
    for _ in 0..plies {
        let thinking =
            Thinking::start(&app::players::Othello, &seats, &game, false, &mut engines).unwrap();
        let told = &mut |_| ();
        match thinking.answer(&mut engines, told) {
            Some(Ok(Some(Move::Drop((row, col))))) => {
                let cell = othello::Cell { row, col };
                line += &cell.to_string();
                game.drop(cell);
            }
            other => panic!("{other:?}\n{}", game.map()),
        }
    }
    line
}

#[test]
fn a_strong_level_opens_otherwise_each_time_and_the_same_with_the_same_seed() {
    let openings: HashSet<String> = (1..=20).map(|seed| opening("12", seed, 10)).collect();
    assert!(openings.len() >= 16, "{openings:?}");
    assert_eq!(opening("12", 7, 8), opening("12", 7, 8));
}
