//! Growing, checking and pruning the opening book.

use lab::othello::book::{add, prune, search, search_again, wanted};
use mind::engine::othello::Board;
use mind::engine::othello::book::Book;

/// A book of this many positions, searched three plies deep.
fn grown(positions: usize, threads: usize) -> Book {
    let mut book = Book::default();
    while book.positions.len() < positions {
        let mut next = wanted(&book);
        next.truncate(positions - book.positions.len());
        add(&mut book, search(&next, 3, threads, None));
    }
    book
}

#[test]
fn books_do_not_depend_on_threads_or_pauses() {
    let book = grown(100, 1);
    assert_eq!(book.positions.len(), 100);
    assert_eq!(grown(100, 3), book);
    let mut paused = Book::read(&book.write()).unwrap();
    assert_eq!(paused, book);
    let found = search(&wanted(&book), 3, 1, None);
    add(&mut paused, found.clone());
    let mut unpaused = book;
    add(&mut unpaused, found);
    assert_eq!(paused, unpaused);
}

#[test]
fn checking_at_the_same_depth_changes_nothing() {
    let mut book = grown(60, 2);
    let before = book.clone();
    let checked = search_again(&mut book, 3, 2, None);
    let found = (checked.positions, checked.other_best, checked.most);
    assert_eq!(found, (60, 0, 0));
    assert_eq!(book, before);
    let deeper = search_again(&mut book, 5, 2, None);
    assert!(deeper.changed > 0 && book != before);
}

#[test]
fn pruning_removes_the_worst_lines() {
    let book = grown(150, 2);
    let mut pruned = book.clone();
    let gone = prune(&mut pruned, 100);
    assert_eq!(pruned.positions.len() + gone, 150);
    let left = pruned.positions.len();
    assert!(gone > 0 && left > 20, "{left} are left");
    let mut best = pruned.clone();
    prune(&mut best, 0);
    let line = best.line(Board::START);
    assert_eq!(line, book.line(Board::START)[..line.len()]);
    assert_eq!(prune(&mut pruned, 100), 0);
}
