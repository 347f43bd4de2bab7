//! `qipan`, `qipan othello` and `qipan gomoku`: the games.

use std::path::PathBuf;

use lexopt::prelude::*;
use qipan::dos::{Console, Quit};
use qipan::game::Game;
use qipan::players::Seats;
use qipan::playtoplay::{Leave, playtoplay};
use qipan::records;
use qipan::save::Keeper;
use qipan::table::Table;
use qipan::{gomoku, menu, othello};

use super::options::Options;
use super::{Failure, failed, print, usage};

/// Plays, beginning with `game` or else with the menu.
pub fn run(mut args: lexopt::Parser, mut game: Option<Game>) -> Result<(), Failure> {
    let mut options = Options::default();
    let (mut dumps, mut save) = (false, None);
    while let Some(arg) = args.next()? {
        match (arg, &mut game) {
            (Long("dump"), _) => dumps = true,
            (Long("save"), _) => save = Some(PathBuf::from(args.value()?)),
            (Long("rules"), Some(Game::Othello(game))) => {
                let rules = args.value()?.parse()?;
                *game = othello::Game::from_position(rules, game.start());
            }
            (Long("position"), Some(Game::Othello(game))) => {
                let start = args.value()?.parse()?;
                *game = othello::Game::from_position(game.rules(), start);
            }
            (Long("record"), Some(Game::Gomoku(game))) => {
                let record = args.value()?.string()?;
                *game = gomoku::Game::from_record(&record).map_err(usage)?;
            }
            (Long(name), _) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            (arg, _) => return Err(arg.unexpected().into()),
        }
    }
    let mut seats = Seats::default();
    let ran = options.run(|console, table, keeper| {
        let left = at_the_console(console, &mut game, table, keeper);
        seats = table.seats.clone();
        left
    });
    if let Some(game) = game {
        if dumps {
            print(&game)?;
        }
        if let Some(file) = save {
            records::write_file(&file, &game, &seats.heading()).map_err(failed)?;
        }
    }
    ran
}

/// The program as the C program's `main` has it, on whichever machine; `game` is the one to begin with, and in the end
/// the one that was played last.
pub fn at_the_console(
    console: &mut dyn Console,
    game: &mut Option<Game>,
    table: &mut Table,
    keeper: &mut Keeper,
) -> Result<(), Quit> {
    if let Some(game) = game
        && playtoplay(console, game, table, keeper)? == Leave::Quit
    {
        return Ok(());
    }
    menu::title(console, game, table, keeper)
}
