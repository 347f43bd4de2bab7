//! Growing the opening book.

use lab::othello::book::{add, search, wanted};
use mind::engine::othello::book::Book;

/// A book of this many positions, searched three plies deep.
fn grown(positions: usize, threads: usize) -> Book {
    let mut book = Book::default();
    while book.positions.len() < positions {
        let mut next = wanted(&book);
        next.truncate(positions - book.positions.len());
        add(&mut book, search(&next, 3, threads));
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
    let found = search(&wanted(&book), 3, 1);
    add(&mut paused, found.clone());
    let mut unpaused = book;
    add(&mut unpaused, found);
    assert_eq!(paused, unpaused);
}
