//! `qipan`, `qipan othello` and `qipan gomoku`: the games.

use std::path::PathBuf;

use lexopt::prelude::*;

use super::options::Options;
use super::{Failure, failed, print, usage};
use crate::dos::Quit;
use crate::games::gomoku::{Opening, Setup};
use crate::games::stone::Stone;
use crate::games::{Game, gomoku, othello};
use crate::play::game_loop::{Leave, game_loop};
use crate::play::menu;
use crate::play::session::Session;
use crate::players::Seats;
use crate::records::endgames;
use crate::store::games::write_game;

/// What to begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// With the menu.
    Menu,
    /// With a game of Othello.
    Othello,
    /// With a game of gomoku.
    Gomoku,
}

/// Plays until the user leaves.
pub fn run(mut args: lexopt::Parser, begin: Begin) -> Result<(), Failure> {
    let mut options = Options::default();
    let (mut dumps, mut save) = (false, None);
    let (mut rules, mut start) = (othello::Rules::default(), othello::Position::default());
    let (mut asked, mut record) = (Asked::default(), None);
    while let Some(arg) = args.next()? {
        match (arg, begin) {
            (Long("dump"), _) => dumps = true,
            (Long("save"), _) => save = Some(PathBuf::from(args.value()?)),
            (Long("rules"), Begin::Othello) => rules = args.value()?.parse()?,
            (Long("position"), Begin::Othello) => {
                start = endgames::read_one(&args.value()?.string()?).map_err(usage)?;
            }
            (Long("rules"), Begin::Gomoku) => asked.rules = Some(args.value()?.parse()?),
            (Long("first"), Begin::Gomoku) => asked.first = Some(args.value()?.parse()?),
            (Long("opening"), Begin::Gomoku) => asked.opening = Some(args.value()?.parse()?),
            (Long("record"), Begin::Gomoku) => record = Some(args.value()?.string()?),
            (Long(name), _) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            (arg, _) => return Err(arg.unexpected().into()),
        }
    }
    let mut game: Option<Box<dyn Game>> = match begin {
        Begin::Menu => None,
        Begin::Othello => Some(Box::new(othello::Game::from_position(rules, start))),
        Begin::Gomoku => Some(Box::new(asked.game(record.as_deref())?)),
    };
    let mut seats = Seats::default();
    let ran = options.run(|session| {
        let left = at_the_console(session, &mut game);
        seats = session.table.seats.clone();
        left
    });
    if let Some(game) = game {
        if dumps {
            print(&game)?;
        }
        if let Some(file) = save {
            write_game(&file, &*game, &seats.heading()).map_err(failed)?;
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
    /// A new game by these rules, or the game of a record, which may name its own rules.
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

/// Plays a game, if there is one to begin with, and then whatever the menu leads to. Afterwards `game` is the one that was played last.
pub fn at_the_console(
    session: &mut Session<'_>,
    game: &mut Option<Box<dyn Game>>,
) -> Result<(), Quit> {
    if let Some(game) = game
        && game_loop(session, game)? == Leave::Quit
    {
        return Ok(());
    }
    menu::title(session, game)
}
