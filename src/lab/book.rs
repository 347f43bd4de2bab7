//! `qipan-lab book`: shows and makes the opening book of the Othello engine.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use app::commands::failure::{Failure, failed, print, usage, wrong_file};
use app::commands::progress::{Progress, write};
use clap::{Subcommand, value_parser};
use games::Game as _;
use games::named::{POSITIONS, plural};
use games::records::transcript;
use mind::engine::othello::Board;
use mind::engine::othello::book::{self, MOST_POSITIONS};
use mind::engine::othello::evaluation::DISC;
use players::cores;
use store::files::read_file;

use super::othello::book::{add, search, wanted};

#[derive(Subcommand)]
pub(crate) enum Book {
    /// Print the book's moves in a position, with their values and main lines.
    Show {
        /// The moves before the position, such as f5d6c3.
        #[arg(default_value = "")]
        moves: String,
        /// A book to use instead of the program's own.
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Make or extend a book. It can be stopped at any time and continued with --from.
    Grow(Grow),
}

#[derive(clap::Args)]
pub(crate) struct Grow {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The book to start from; by default an empty one.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The final number of positions.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=MOST_POSITIONS as i64))]
    positions: u32,
    /// Search depth in plies.
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = value_parser!(u8).range(1..=30))]
    depth: u8,
    /// Parallel searches; by default one per core. The book does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(asked: &Book) -> Result<(), Failure> {
    match asked {
        Book::Show { moves, from } => show(moves, from.as_deref()),
        Book::Grow(asked) => grow(asked),
    }
}

fn read(file: &Path) -> Result<book::Book, Failure> {
    let bytes = read_file(file).map_err(|error| wrong_file(file, error))?;
    book::Book::read(&bytes).map_err(|bad| wrong_file(file, bad))
}

fn show(moves: &str, from: Option<&Path>) -> Result<(), Failure> {
    let file = from.map(read).transpose()?;
    let book = file.as_ref().unwrap_or(book::Book::bundled());
    let mut board = Board::START;
    if !moves.is_empty() {
        let game = transcript::game(moves).map_err(usage)?;
        board = game.to_move().map_or(board, |stone| Board::new(game.map(), stone));
    }
    let moves = book.moves(board).ok_or_else(|| {
        let count = plural(book.positions.len(), POSITIONS);
        failed(format!("the position is not among the {count} of the book"))
    })?;
    for (cell, value) in moves {
        let line = board.play(cell).map(|after| book.line(after)).unwrap_or_default();
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let discs = f64::from(value) / f64::from(DISC);
        print(&format!("{cell} {discs:+.2} {}", line.join(" ")).trim_end())?;
    }
    Ok(())
}

fn grow(asked: &Grow) -> Result<(), Failure> {
    let threads = asked.threads.unwrap_or_else(cores::all).get();
    let mut book = match &asked.from {
        Some(from) => read(from)?,
        None => book::Book::default(),
    };
    let total = asked.positions as usize;
    // If the file cannot be written, fail now and not after hours of work.
    write(&asked.out, &book.write())?;
    let mut progress = Progress::new("growing", "positions", total);
    while book.positions.len() < total {
        let mut next = wanted(&book);
        next.truncate(total - book.positions.len());
        if next.is_empty() {
            break;
        }
        let found = search(&next, asked.depth, threads);
        add(&mut book, found);
        write(&asked.out, &book.write())?;
        progress.show(book.positions.len());
    }
    progress.finish();
    print(&plural(book.positions.len(), POSITIONS))
}
