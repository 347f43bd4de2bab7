//! `qipan original`: the C program and nothing more.

use lexopt::prelude::*;

use super::options::Machine;
use super::{Failure, print};
use crate::original::{self, Game, can_move, do_score};

/// Plays a game, and prints its last position if asked to.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut machine, mut dumps) = (Machine::default(), false);
    while let Some(arg) = args.next()? {
        match arg {
            Long("dump") => dumps = true,
            Long(name) => {
                let name = name.to_string();
                if !machine.take(&name, &mut args)? {
                    return Err(lexopt::Error::UnexpectedOption(format!("--{name}")).into());
                }
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    let mut game = Game::default();
    let ran = machine.run(|console| original::main(console, &mut game));
    if dumps {
        print(&dumped(&game))?;
    }
    ran
}

/// The board, the turn, the scores and the tries, a line each.
fn dumped(Game { map, t, tries }: &Game) -> String {
    let ((black, white), empties) = (do_score(map), map.empties());
    let state = match can_move(map, 1) || can_move(map, 2) {
        true => "goes on",
        false => "over",
    };
    format!("{map}\nturn: {t}\nscore: {black} {white}\ntries: {tries} of {empties}\ngame: {state}")
}
