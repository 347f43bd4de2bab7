//! `qipan original`: the C program and nothing more.

use super::options::Machine;
use super::{Failure, print};
use original::{self, Game, can_move, do_score};
use turbo::dos::Subject;

/// What to do with the program.
#[derive(clap::Args)]
pub(crate) struct Original {
    /// Print the last position as text at the end.
    #[arg(long)]
    dump: bool,
    #[command(flatten)]
    machine: Machine,
}

impl Original {
    /// What the command line of the workshop asks for.
    pub(super) fn of(machine: Machine) -> Original {
        Original {
            dump: false,
            machine,
        }
    }
}

/// Plays a game, and prints its last position if asked to.
pub(crate) fn run(Original { dump, machine }: Original) -> Result<(), Failure> {
    let mut game = Game::default();
    let ran = machine.run(|console| {
        console.set_subject(&Subject {
            link: Some(("original", String::new())),
            ..Subject::default()
        });
        original::main(console, &mut game)
    });
    if dump {
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
