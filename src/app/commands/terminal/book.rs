//! `qipan book`: what the opening book of the Othello engine says.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use store::files::read_file;
use games::Game as _;
use games::named::{OF_POSITIONS, plural};
use games::othello::Game;
use games::records::transcript;
use mind::engine::othello::Board;
use mind::engine::othello::book::Book as Moves;
use mind::engine::othello::evaluation::DISC;

use crate::commands::failure::wrong_file;
use crate::commands::{Failure, failed, print, usage};
use words::say;

/// What to do with the book.
#[derive(clap::Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print what the book says about a position.
    Show(Show),
}

#[derive(clap::Args)]
struct Show {
    /// The moves before the position, such as f5d6c3.
    #[arg(default_value = "")]
    moves: String,
    /// A book to use instead of the program's own.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Shows what the book says.
pub(crate) fn run(Book { what }: Book) -> Result<(), Failure> {
    let What::Show(asked) = what;
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
        return Err(failed(say!(
            "the book, which has {count}, does not know this one",
            count = plural(book.positions.len(), OF_POSITIONS)
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

fn read(file: &Path) -> Result<Moves, Failure> {
    let bytes = read_file(file).map_err(|error| wrong_file(file, error))?;
    Moves::read(&bytes).map_err(|bad| wrong_file(file, bad))
}
