//! The part of the training that is the same for both engines.

use std::path::Path;

use app::commands::progress::Progress;

use players::cores::in_order;

/// The settings of a training run and its output file.
#[derive(Clone, Copy)]
pub(crate) struct Training<'a> {
    pub(crate) games: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) out: &'a Path,
}

impl Training<'_> {
    /// Plays the games of a generation. Returns the positions for training and, from one game in `one_in`,
    /// positions that are held out to measure the result.
    ///
    /// Each game has its own seed, so a game does not depend on the thread that plays it. The lower 32 bits
    /// of the seed are the number of the game.
    pub(crate) fn play<T: Send, W: FnMut(u64) -> Vec<T>>(
        self,
        (name, generation): (&str, u64),
        games: usize,
        one_in: usize,
        teacher: impl Fn() -> W + Sync,
    ) -> [Vec<T>; 2] {
        let first = self.seed << 40 ^ generation << 32;
        let worker = || {
            let mut play = teacher();
            move |game| Some(play(first ^ game as u64))
        };
        let mut progress = Progress::new(format!("{name}: playing"), "games", games);
        let [mut learned, mut held_out] = [Vec::new(), Vec::new()];
        in_order(games, self.threads, worker, |positions| {
            match progress.done % one_in {
                0 => held_out.extend(positions),
                _ => learned.extend(positions),
            }
            progress.show(progress.done + 1);
        });
        progress.finish();
        [learned, held_out]
    }
}
