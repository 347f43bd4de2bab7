//! `qipan original`: only the C program.

use super::options::Machine;
use super::{Failure, print};
use original::{self, Game, can_move, do_score};
use turbo::dos::Subject;

#[derive(clap::Args)]
pub(crate) struct Original {
    /// Print the last position as text at the end.
    #[arg(long)]
    pub(super) dump: bool,
    #[command(flatten)]
    pub(super) machine: Machine,
}

/// Plays a game, and prints its last position on request.
pub(crate) fn run(Original { dump, machine }: Original) -> Result<(), Failure> {
    let mut game = Game::default();
    let ran = machine.run(|console| {
        console.set_subject(&Subject { link: Some(("original", String::new())), ..Subject::default() });
        original::main(console, &mut game)
    });
    if dump {
        let Game { map, t, tries } = &game;
        let ((black, white), empties) = (do_score(map), map.empties());
        let state = if can_move(map, 1) || can_move(map, 2) { "goes on" } else { "over" };
        print(&format!(
            "{map}\nturn: {t}\nscore: {black} {white}\ntries: {tries} of {empties}\ngame: {state}"
        ))?;
    }
    ran
}
