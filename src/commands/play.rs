//! `qipan`, `qipan othello` and `qipan gomoku`: the games.

use std::path::PathBuf;

use crate::dos::{Console, Quit};
use crate::games::Game;
use crate::games::gomoku::{Opening, Setup};
use crate::games::stone::Stone;
use crate::games::{gomoku, othello};
use crate::play::menu;
use crate::play::save::Keeper;
use crate::play::table::Table;
use crate::play::turns::{Leave, playtoplay};
use crate::players::Seats;
use crate::records;
use lexopt::prelude::*;

use super::options::Options;
use super::{Failure, failed, print, usage};

/// Plays, beginning with `game` or else with the menu.
pub fn run(mut args: lexopt::Parser, mut game: Option<Game>) -> Result<(), Failure> {
    let mut options = Options::default();
    let (mut dumps, mut save) = (false, None);
    let (mut asked, mut record) = (Asked::default(), None);
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
            (Long("rules"), Some(Game::Gomoku(_))) => asked.rules = Some(args.value()?.parse()?),
            (Long("first"), Some(Game::Gomoku(_))) => asked.first = Some(args.value()?.parse()?),
            (Long("opening"), Some(Game::Gomoku(_))) => {
                asked.opening = Some(args.value()?.parse()?);
            }
            (Long("record"), Some(Game::Gomoku(_))) => record = Some(args.value()?.string()?),
            (Long(name), _) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            (arg, _) => return Err(arg.unexpected().into()),
        }
    }
    if let Some(Game::Gomoku(game)) = &mut game {
        *game = asked.game(record.as_deref())?;
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

/// What the options say about the rules of gomoku.
#[derive(Default)]
struct Asked {
    rules: Option<gomoku::Rules>,
    first: Option<Stone>,
    opening: Option<gomoku::Opening>,
}

impl Asked {
    /// A game by these rules from the start, or the one of a record, which may name its own rules.
    fn game(self, record: Option<&str>) -> Result<gomoku::Game, Failure> {
        let Some(record) = record else {
            let setup = Setup::new(
                self.rules.unwrap_or_default(),
                self.first.unwrap_or(Stone::Black),
                self.opening.unwrap_or_default(),
            );
            return Ok(gomoku::Game::new(setup.map_err(usage)?));
        };
        if self.opening == Some(Opening::Swap2) {
            return Err(usage("--record does not go with --opening swap2"));
        }
        let (named, pieces) = gomoku::record::rules_and_points(record).map_err(usage)?;
        let setup = Setup::new(
            self.rules.unwrap_or(named.rules()),
            self.first.unwrap_or(named.first()),
            Opening::Free,
        );
        let setup = setup.map_err(usage)?;
        gomoku::Game::restored(setup, [&pieces, &[]], [&[], &[]]).map_err(usage)
    }
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
