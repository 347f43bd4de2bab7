//! The effects of a turn on the game, the clocks and the seats.

use super::animation::show_drop;
use super::dialog;
use super::results;
use super::session::{ActiveGame, Session, Table};
use super::wait;
use games::Placed;
use games::clock::Clocks;
use games::stone::Lost;
use players::Player;
use screen::panel;
use turbo::dos::{Console, Quit};
use words::say;

pub(crate) enum TurnEnd {
    /// The next turn begins on a redrawn board, possibly for the same player, with this note.
    Next(String),
    Leave,
}

/// The effect of a key at the board.
pub(crate) enum Effect {
    Nothing,
    /// The turn continues, with this note.
    Note(String),
    /// The stone moves to this position in pixels, with this note.
    MoveStone((i32, i32), String),
    Ends(TurnEnd),
}

impl TurnEnd {
    /// Returns the end of a turn that changed the game or its look and has no note.
    pub(crate) fn redraw() -> TurnEnd {
        TurnEnd::Next(String::new())
    }
}

impl Effect {
    /// Returns the effect of a key that changed the game or its look and has no note.
    pub(crate) fn redraw() -> Effect {
        Effect::Ends(TurnEnd::redraw())
    }

    pub(crate) fn next(note: impl Into<String>) -> Effect {
        Effect::Ends(TurnEnd::Next(note.into()))
    }

    pub(crate) fn leave() -> Effect {
        Effect::Ends(TurnEnd::Leave)
    }

    pub(crate) fn note(text: impl Into<String>) -> Effect {
        Effect::Note(text.into())
    }
}

/// The maximum time to wait for the last game to be saved, in ms.
const WRITING: u32 = 1000;

/// The longest time in ms that a clock counts at once. More time passes only while the program is stopped.
const STOPPED: u64 = 2000;

/// Answers the game's question. Returns a note for the players.
pub fn answer(table: &mut Table, game: &mut ActiveGame, n: usize) -> String {
    let mut said = String::new();
    changed(table, game, |game| {
        said = game.answer(n);
        true
    });
    said
}

/// Changes the game. Swaps the seats if the change swaps the players' colours.
pub(crate) fn changed(
    table: &mut Table,
    game: &mut ActiveGame,
    change: impl FnOnce(&mut ActiveGame) -> bool,
) -> bool {
    let swapped = game.swapped();
    let done = change(game);
    if game.swapped() != swapped {
        table.swap();
    }
    done
}

/// Runs the clock of the player to move and draws it, if there are clocks. Returns false when the time is up.
///
/// A clock runs only while its player can move: boxes, animations and the tutor stop it, and so does a stopped
/// program or a suspended computer. Over the network only animations stop it.
pub(crate) fn run_clock(session: &mut Session<'_>, game: &ActiveGame) -> bool {
    let ms = session.since_clock_ran();
    session.console.running = None;
    let (Some(clocks), Some(stone)) = (&mut session.table.clocks, game.player_to_move()) else {
        return true;
    };
    let (theme, at, is_online) = (session.settings.theme, session.console.now(), session.online.is_some());
    // A running program counts at least every second.
    let goes_on = clocks.run(stone, if is_online { ms } else { ms.min(STOPPED) });
    panel::clocks(session.console.screen(), theme, clocks);
    let runs = is_online && *session.table.seats.of(stone) == Player::Human;
    session.console.running = runs.then_some((stone, *clocks, at, theme));
    goes_on
}

/// Ends the game with a loss for the player to move, on time or by resignation.
pub(crate) fn lose(session: &mut Session<'_>, game: &mut ActiveGame, how: Lost) {
    game.lose(how);
    session.table.stone_at = None;
    ended(session, game);
}

/// Ends the game with a loss on time for the player to move.
pub(crate) fn out_of_time(session: &mut Session<'_>, game: &mut ActiveGame) -> TurnEnd {
    lose(session, game, Lost::OutOfTime);
    TurnEnd::redraw()
}

/// Handles a dropped stone. Saves the move before the animation, which takes time. Returns a note for the
/// next turn.
pub(crate) fn dropped(
    session: &mut Session<'_>,
    game: &ActiveGame,
    placed: &Placed,
    computers: bool,
) -> Result<String, Quit> {
    session.table.stone_at = None;
    session.table.scroll = 0;
    note_clocks(session, game);
    session.keep(game);
    let seats = &session.table.seats;
    if let Some(role) = seats.learner() {
        let (learner, beside) = (session.profile.learner(), session.console.real_time());
        game.entry.computer.game_over(learner, &**game, role, seats.seed, beside);
    }
    show_drop(session, game, placed, computers)?;
    ended(session, game);
    // The time of the animation counts for neither player.
    session.start_clock();
    Ok(game.forced_pass_message())
}

/// Adds the increment to the clock of the player who just moved, and stores both clocks in the tree.
fn note_clocks(session: &mut Session<'_>, game: &ActiveGame) {
    let Some(mut clocks) = session.table.clocks else {
        return;
    };
    let mut before = game.copy();
    before.undo();
    let is_first = before.t() == before.restarted().t();
    if let (Some(first), true) = (Clocks::new(session.table.time), is_first) {
        first.write_to(&mut session.table.tree, &*before);
    }
    clocks.add_increment(before.player());
    session.table.clocks = Some(clocks);
    session.grow(game);
    clocks.write_to(&mut session.table.tree, &**game);
}

/// Counts the result if the game has just ended, and requests the animation of the end.
fn ended(session: &mut Session<'_>, game: &ActiveGame) {
    if let Some(outcome) = game.outcome() {
        results::count(session, game, outcome);
        session.profile.keep_finished(&**game, &mut session.table);
        session.just_ended = true;
    }
}

/// Returns whether the user may leave the game. The game stays in its slot, where "Continue" finds it. The
/// user is asked only if the game could not be saved, for example without a folder or on a full disk.
pub(crate) fn may_leave(session: &mut Session<'_>, game: &ActiveGame) -> Result<bool, Quit> {
    session.keep(game);
    let profile = &mut session.profile;
    wait::until(&mut session.console, WRITING, || profile.is_settled())?;
    // A friend would wait.
    let plays_online = session.online.is_some() && game.outcome().is_none();
    if !plays_online && session.profile.is_safe(&**game, &session.table) {
        return Ok(true);
    }
    dialog::ask(&mut session.console, say!("Leave this game?"))
}

/// Takes moves back, or replays them, until it is a person's turn; otherwise the computer would move again at
/// once. Returns false if there is no such turn.
pub(crate) fn take_back(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    step: fn(&mut ActiveGame) -> bool,
) -> bool {
    let table = &mut session.table;
    let before = game.copy();
    if let Some((_, Lost::OutOfTime)) = game.lost() {
        // A game continued after a loss on time has no clocks.
        table.clocks = None;
    }
    let computers =
        |table: &Table, game: &ActiveGame| table.seats.has_human() && table.seats.computer_to_move(&**game);
    let mut went = changed(table, game, step);
    while computers(table, game) && changed(table, game, step) {}
    if computers(table, game) && game.t() < before.t() {
        // If the computer begins, it would move at once, and the moves that were taken back would be lost.
        while computers(table, game) && changed(table, game, |game| game.redo()) {}
        went = **game != *before;
    }
    if went {
        table.helped = true;
        table.stone_at = None;
        table.scroll = 0;
    }
    went
}
