//! `qipan book`: the opening book of the Othello engine, and how it is made.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Subcommand, value_parser};

use crate::players::cores;
use crate::store::files::read_file;
use games::named::plural;
use games::othello::Game;
use games::records::transcript;
use mind::engine::othello::Board;
use mind::engine::othello::book::grow::search;
use mind::engine::othello::book::{Book as Moves, MOST_POSITIONS};
use mind::engine::othello::evaluation::DISC;

use super::failure::wrong_file;
use super::progress::{Progress, write};
use super::{Failure, failed, print, usage};

/// What to do with the book.
#[derive(clap::Args)]
pub struct Book {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print what the book says of a position.
    Show(Show),
    /// Make a book, or add to one. It can be stopped at any time and go on with --from.
    Grow(Grow),
    /// Search all positions of a book anew.
    Check(Check),
    /// Take out what no sensible game comes to.
    Prune(Prune),
}

#[derive(clap::Args)]
struct Show {
    /// The moves before it, such as f5d6c3.
    #[arg(default_value = "")]
    moves: String,
    /// Another book than the program's own.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Grow {
    /// Where the book goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The book to begin with; by default an empty one.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many positions it is to have.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=MOST_POSITIONS as i64))]
    positions: u32,
    #[command(flatten)]
    effort: Effort,
}

#[derive(clap::Args)]
struct Check {
    /// The book.
    file: PathBuf,
    /// Write the book with the new values.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

#[derive(clap::Args)]
struct Effort {
    /// How many plies the search looks ahead.
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = value_parser!(u8).range(1..=30))]
    depth: u8,
    /// How many positions are searched at a time; by default one per core. The book does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

#[derive(clap::Args)]
struct Prune {
    /// The book.
    file: PathBuf,
    /// Keep what can come about when both players together give away so many discs at most.
    #[arg(long, value_name = "DISCS", value_parser = value_parser!(u8).range(0..=64))]
    error: u8,
    /// Where the pruned book goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Shows, makes or checks a book.
pub fn run(Book { what }: Book) -> Result<(), Failure> {
    match what {
        What::Show(asked) => show(&asked),
        What::Grow(asked) => grow(&asked),
        What::Check(asked) => check(&asked),
        What::Prune(asked) => prune(&asked),
    }
}

fn read(file: &Path) -> Result<Moves, Failure> {
    let bytes = read_file(file).map_err(|error| wrong_file(file, error))?;
    Moves::read(&bytes).map_err(|bad| wrong_file(file, bad))
}

fn show(asked: &Show) -> Result<(), Failure> {
    let read_book = asked.from.as_deref().map(read).transpose()?;
    let book = read_book.as_ref().unwrap_or(Moves::carried());
    let mut board = Board::START;
    if !asked.moves.is_empty() {
        let recorded = transcript::read(&asked.moves);
        let recorded = recorded.map_err(|problem| usage(problem.to_string()))?;
        let game: &Game = recorded.game.of().expect("a transcript is Othello's");
        let stone = game.to_move();
        board = stone.map_or(board, |stone| Board::new(game.map(), stone));
    }
    let Some(moves) = book.moves(board) else {
        return Err(failed(format!(
            "the book, which has {}, does not know this one",
            plural(book.len(), "position")
        )));
    };
    for (cell, value) in moves {
        let after = board.play(cell).map(|after| book.line(after));
        let line: Vec<String> = after
            .unwrap_or_default()
            .iter()
            .map(ToString::to_string)
            .collect();
        let discs = f64::from(value) / f64::from(DISC);
        print(&format!("{cell} {discs:+.2} {}", line.join(" ")).trim_end())?;
    }
    Ok(())
}

fn grow(asked: &Grow) -> Result<(), Failure> {
    let Effort { depth, threads } = asked.effort;
    let threads = threads.unwrap_or_else(cores::all).get();
    let mut book = match &asked.from {
        Some(from) => read(from)?,
        None => Moves::empty(),
    };
    let total = asked.positions as usize;
    // A file that cannot be written is found before hours of work.
    write(&asked.out, &book.write())?;
    let mut progress = Progress::new("growing", "positions", total);
    while book.len() < total {
        let mut wanted = book.wanted();
        wanted.truncate(total - book.len());
        if wanted.is_empty() {
            break;
        }
        let found = search(&wanted, depth, threads, &|_| ());
        book.add(found);
        write(&asked.out, &book.write())?;
        progress.show(book.len());
    }
    progress.finish();
    print(&plural(book.len(), "position"))
}

fn check(asked: &Check) -> Result<(), Failure> {
    let Effort { depth, threads } = asked.effort;
    let threads = threads.unwrap_or_else(cores::all).get();
    let mut book = read(&asked.file)?;
    let mut progress = Progress::new("checking", "positions", book.len());
    let done = AtomicUsize::new(0);
    let checked = std::thread::scope(|scope| {
        let book = &mut book;
        let done = &done;
        let work =
            scope.spawn(move || book.check(depth, threads, &|n| done.store(n, Ordering::Relaxed)));
        progress.watch(done, || work.is_finished());
        work.join().expect("a thread that searches does not panic")
    });
    progress.finish();
    let discs = |hundredths: f64| hundredths / f64::from(DISC);
    print(&format!(
        "{}: another best move in {}; values changed by {:.2} discs on average, {:.2} at most",
        plural(checked.positions, "position"),
        checked.other_best,
        discs(checked.changed as f64 / checked.positions.max(1) as f64),
        discs(checked.most.into()),
    ))?;
    match &asked.out {
        Some(out) => write(out, &book.write()),
        None => Ok(()),
    }
}

fn prune(asked: &Prune) -> Result<(), Failure> {
    let mut book = read(&asked.file)?;
    let pruned = book.prune(i32::from(asked.error) * DISC);
    write(&asked.out, &book.write())?;
    print(&format!(
        "{} taken out, {} left",
        plural(pruned, "position"),
        book.len()
    ))
}
