//! What a turn at the board does to the game, the clocks and the seats.

use super::animation::show_drop;
use super::dialog;
use super::results;
use super::session::{Session, Table};
use super::wait;
use screen::panel;
use games::clock::Clocks;
use games::stone::Lost;
use games::{Game, Placed};
use turbo::dos::{Console, Quit};
use words::say;

pub(crate) enum TurnEnd {
    /// The next turn begins, maybe the same player's, on a board that is drawn anew: with this note, or none.
    Next(String),
    /// The players leave the board.
    Leave,
}

/// The effect of a key at the board.
pub(crate) enum Effect {
    /// The same turn goes on.
    Nothing,
    /// The same turn goes on, with this note.
    Note(String),
    /// The stone moves to this place, in pixels, and there is something to say, or nothing.
    MoveStone((i32, i32), String),
    Ends(TurnEnd),
}

impl TurnEnd {
    /// The game has changed, or looks different. There is nothing to say about it.
    pub(crate) fn redraw() -> TurnEnd {
        TurnEnd::Next(String::new())
    }
}

impl Effect {
    /// The game has changed, or looks different. There is nothing to say about it.
    pub(crate) fn redraw() -> Effect {
        Effect::Ends(TurnEnd::redraw())
    }

    /// The next turn begins with this note.
    pub(crate) fn next(note: impl Into<String>) -> Effect {
        Effect::Ends(TurnEnd::Next(note.into()))
    }

    /// The players leave the board.
    pub(crate) fn leave() -> Effect {
        Effect::Ends(TurnEnd::Leave)
    }

    /// The same turn goes on, with this note.
    pub(crate) fn note(text: impl Into<String>) -> Effect {
        Effect::Note(text.into())
    }
}

pub(crate) type AtBoard = Box<dyn Game>;

/// How long to wait, in ms, until a game that is left has been written.
const WRITING: u32 = 1000;

/// Answers the game's question. Returns what to tell the players.
pub fn answer(table: &mut Table, game: &mut dyn Game, n: usize) -> String {
    let mut said = String::new();
    changed(table, game, |game| {
        said = game.answer(n);
        true
    });
    said
}

/// Changes the game. If the players change colours by it, or change them back, they swap seats.
pub(crate) fn changed(
    table: &mut Table,
    game: &mut dyn Game,
    change: impl FnOnce(&mut dyn Game) -> bool,
) -> bool {
    let swapped = game.swapped();
    let done = change(game);
    if game.swapped() != swapped {
        table.swap();
    }
    done
}

/// Runs the clock of the player to move up to now and shows it, if there are clocks. False when it has run out.
///
/// A person's clock runs whatever box is open, since closing it is up to that person; only the tutor stops it. The computer's runs only
/// while nothing keeps the computer from moving.
pub(crate) fn run_clock(session: &mut Session<'_>, game: &dyn Game) -> bool {
    let ms = session.since_clock_ran();
    let (Some(clocks), Some(stone)) = (&mut session.table.clocks, game.player_to_move()) else {
        return true;
    };
    let goes_on = clocks.run(stone, ms);
    panel::clocks(session.console.screen(), session.settings.theme, clocks);
    goes_on
}

/// The player to move loses before the game is over on the board.
pub(crate) fn lose(session: &mut Session<'_>, game: &mut dyn Game, how: Lost) {
    game.lose(how);
    session.table.stone_at = None;
    ended(session, game);
}

/// The player to move has no time left, and has lost.
pub(crate) fn out_of_time(session: &mut Session<'_>, game: &mut dyn Game) -> TurnEnd {
    lose(session, game, Lost::OutOfTime);
    TurnEnd::redraw()
}

/// A stone was dropped. The move is kept before it is shown, since showing it takes time. Returns what to say about the next turn.
pub(crate) fn dropped(
    session: &mut Session<'_>,
    game: &dyn Game,
    placed: &Placed,
    computers: bool,
) -> Result<String, Quit> {
    session.table.stone_at = None;
    session.table.scroll = 0;
    note_clocks(session, game);
    session.keep(game);
    let seats = &session.table.seats;
    if let (Some(role), Some(_)) = (seats.learner(), game.outcome()) {
        let beside = session.console.real_time();
        let learner = session.keeper.learner();
        session
            .computer(game)
            .game_over(learner, game, role, seats.seed, beside);
    }
    show_drop(session, game, placed, computers)?;
    ended(session, game);
    // Nobody pays for the time in which the stones turned over.
    session.start_clock();
    Ok(game.passed_by_itself())
}

/// Gives the player who has dropped the last stone what comes with a move, and keeps with it what the clocks show.
fn note_clocks(session: &mut Session<'_>, game: &dyn Game) {
    let Some(mut clocks) = session.table.clocks else {
        return;
    };
    let mut before = game.copy();
    before.undo();
    let is_first = before.t() == before.anew().t();
    if let (Some(first), true) = (Clocks::new(session.table.time), is_first) {
        first.note(&mut session.table.tree, &*before);
    }
    clocks.moved(before.player());
    session.table.clocks = Some(clocks);
    session.grow(game);
    clocks.note(&mut session.table.tree, game);
}

/// Has the game just ended? Then its result counts, and the board shows it next.
fn ended(session: &mut Session<'_>, game: &dyn Game) {
    if let Some(outcome) = game.outcome() {
        results::count(session, game, outcome);
        session.just_ended = true;
    }
}

/// May the game at the board give way to another, or to the menu? It stays in its slot, where "Continue" in the menu finds it. So there
/// is a question only where nothing is kept: without a folder, or on a full disk.
pub(crate) fn may_leave(session: &mut Session<'_>, game: &dyn Game) -> Result<bool, Quit> {
    session.keep(game);
    let keeper = &mut session.keeper;
    wait::until(&mut session.console, WRITING, || keeper.is_settled())?;
    if session.keeper.is_safe(game, &session.table) {
        return Ok(true);
    }
    dialog::ask(&mut session.console, say!("Leave this game?"))
}

/// Steps back or forth until it is a person's turn again: if only the computer's move were taken back, it would move again at once.
/// False when there is nowhere to go.
pub(crate) fn take_back(
    session: &mut Session<'_>,
    game: &mut dyn Game,
    step: fn(&mut dyn Game) -> bool,
) -> bool {
    let table = &mut session.table;
    let before = game.copy();
    if let Some((_, Lost::OutOfTime)) = game.lost() {
        // After a loss on time is taken back, the game goes on without clocks.
        table.clocks = None;
    }
    let computers = |table: &Table, game: &dyn Game| {
        table.seats.has_human() && table.seats.computer_to_move(game)
    };
    let mut went = changed(table, game, step);
    while computers(table, game) && changed(table, game, step) {}
    if computers(table, game) && game.t() < before.t() {
        // A computer that begins would move at once, and the moves that were taken back would be forgotten.
        while computers(table, game) && changed(table, game, <dyn Game>::redo) {}
        went = *game != *before;
    }
    if went {
        table.helped = true;
        table.stone_at = None;
        table.scroll = 0;
    }
    went
}
