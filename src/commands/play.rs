//! `qipan`, `qipan othello` and `qipan gomoku`: the games.

use lexopt::prelude::*;
use qipan::dos::{Console, Quit};
use qipan::game::Game;
use qipan::playtoplay::{Leave, playtoplay};
use qipan::save::Keeper;
use qipan::table::Table;
use qipan::{gomoku, menu, othello};

use super::options::Options;
use super::{Failure, print, usage};

/// Plays, beginning with `game` or else with the menu.
pub fn run(mut args: lexopt::Parser, mut game: Option<Game>) -> Result<(), Failure> {
    let mut options = Options::default();
    let mut dumps = false;
    while let Some(arg) = args.next()? {
        match (arg, &mut game) {
            (Long("dump"), _) => dumps = true,
            (Long("rules"), Some(Game::Othello(game))) => {
                let rules = args.value()?.parse()?;
                *game = othello::Game::new(rules);
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
    let ran =
        options.run(|console, table, keeper| at_the_console(console, &mut game, table, keeper));
    if let (Some(game), true) = (game, dumps) {
        print(&game)?;
    }
    ran
}

/// The program as the C program's `main` has it, on whichever machine; `game` is the one to begin with, and in the end
/// the one that was played last.
fn at_the_console(
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
