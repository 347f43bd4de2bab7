//! The review of a game: the wait for the engine, and the walk through the moves.

use super::collect::{self, OwnSides};
use super::dialog;
use super::exercises;
use super::help;
use super::refutation;
use super::session::{ActiveGame, Session};
use games::clock::Clocks;
use games::tree::Tree;
use players::analysis::ReviewedMove;
use players::exercises::{Change, Exercise};
use screen::review::{draw, draw_progress};
use screen::{board, panel};
use turbo::dos::film::Film;
use turbo::dos::{Console, Key, Quit, Screen};
use words::say;

/// Reviews a game, with a progress bar while the engine works, until the user closes it. In a scripted run,
/// [`Seats::patience`](players::Seats::patience) limits the engine's time. The user's mistakes become
/// exercises. `tree` contains the clock times. Restores the screen.
/// Returns the way in which the user left the review, or `None` if the game has no moves.
pub fn show(
    session: &mut Session<'_>,
    game: &ActiveGame,
    tree: &Tree,
    own: OwnSides,
) -> Result<Option<Left>, Quit> {
    if !(1..game.t()).any(|t| game.place_of(t).is_some()) {
        return Ok(None);
    }
    let under = session.console.screen().clone();
    let moves = look_at(session, game)?;
    let mut left = Left::Closed;
    if !moves.is_empty() {
        let changes = collect::changes(&**game, &moves, own);
        let found: Vec<Exercise> = changes.iter().filter_map(Change::found).collect();
        session.profile.exercise(changes);
        left =
            session.with_help(help::LEARNING, |session| step_through(session, game, &moves, tree, &found))?;
    }
    *session.console.screen() = under;
    Ok(Some(left))
}

/// The way in which the user left the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Closed,
    /// The user wants to step through the game on the large board.
    Replay,
}

/// The engine polling interval, in ms.
const LOOK: u32 = 50;

/// Analyses the game, unless it has already been analysed. Esc stops the analysis and returns an empty list.
pub(crate) fn look_at(session: &mut Session<'_>, game: &ActiveGame) -> Result<Vec<ReviewedMove>, Quit> {
    let known = session.analysis.take().filter(|known| known.is_of(&**game));
    let mut analysis = known.unwrap_or_else(|| session.analyse(game));
    let console = &mut session.console;
    while analysis.goes_on() {
        draw_progress(console.screen(), analysis.moves.len(), analysis.drops);
        if console.key_within(LOOK)? == Some(Key::Esc) {
            // After the end of a game the analysis continues in the background, for the curve. During a game
            // the engine must not take computing time from the players.
            session.analysis = Some(analysis).filter(|_| game.outcome().is_some());
            return Ok(Vec::new());
        }
    }
    let moves = analysis.moves.clone();
    session.analysis = Some(analysis);
    Ok(moves)
}

/// Steps through the moves: Right and Left, Home and End; Down and Up go to the next and the previous
/// mistake. The P key plays out a refutation, E opens the exercises, F saves a film, and R replays the game.
fn step_through(
    session: &mut Session<'_>,
    game: &ActiveGame,
    moves: &[ReviewedMove],
    tree: &Tree,
    found: &[Exercise],
) -> Result<Left, Quit> {
    let is_mistake = |n: &usize| moves[*n].is_mistake();
    let last = moves.len() - 1;
    let mut n = 0;
    loop {
        let theme = session.settings.theme;
        let screen = session.console.screen();
        draw(screen, game.entry.face, theme, moves, n);
        if let Some(clocks) = Clocks::from_tree(tree, &*moves[n].after()) {
            panel::clocks(screen, theme, &clocks);
        }
        match session.console.getkey()? {
            Key::Right | Key::Space => n = (n + 1).min(last),
            Key::Left | Key::Backspace => n = n.saturating_sub(1),
            Key::Home => n = 0,
            Key::End => n = last,
            Key::Down | Key::PageDown => n = (n + 1..=last).find(is_mistake).unwrap_or(n),
            Key::Up | Key::PageUp => n = (0..n).rev().find(is_mistake).unwrap_or(n),
            Key::Esc | Key::Enter => return Ok(Left::Closed),
            key if key.letter() == Some('p') => refutation::show(session, &moves[n])?,
            key if key.letter() == Some('e') => return practise(session, found).map(|()| Left::Closed),
            key if key.letter() == Some('f') => {
                let film = film(session, game);
                session.console.keep_picture("qipan-film", move || film.png_bytes())?;
            }
            key if key.letter() == Some('r') => return Ok(Left::Replay),
            _ => {}
        }
    }
}

/// Lets the user solve those of the exercises that are due.
fn practise(session: &mut Session<'_>, found: &[Exercise]) -> Result<(), Quit> {
    let mut due = session.profile.exercises().due(session.hour());
    due.retain(|one| found.iter().any(|found| found.is_same(one)));
    match &due[..] {
        [] => dialog::tell(&mut session.console, say!("None of these exercises is due today.")),
        due => exercises::practise(session, due),
    }
}

/// The time for which the animation shows each position, in ms.
const STANDS: u64 = 700;

/// Returns the animation of a game.
pub(crate) fn film(session: &Session<'_>, game: &ActiveGame) -> Film {
    let (face, look) = (game.entry.face, session.look(game));
    let mut at = game.copy();
    while at.undo() {}
    let (mut film, mut screen, mut now) = (Film::default(), Screen::default(), 0);
    loop {
        let is_last = at.t() == game.t();
        let seen = if is_last { &**game } else { &*at };
        board::draw(&mut screen, face, seen, &look);
        board::mark_end(&mut screen, face, seen, &look);
        film.add(&screen, now);
        now += STANDS;
        if is_last || !at.redo() {
            return film;
        }
    }
}
