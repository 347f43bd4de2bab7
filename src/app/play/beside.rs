//! The box beside the board: a question that the game asks, or the choices after the game has ended.

use super::board_keys::other_key;
use super::collect::{best_mistake, own_sides_at_the_board};
use super::dialog::{self, Choice, Item};
use super::exercises;
use super::openings;
use super::replay::{self, Opened};
use super::results;
use super::review;
use super::session::{ActiveGame, Session};
use super::turn::{Effect, TurnEnd, answer, out_of_time, run_clock};
use games::records::Recorded;
use games::{Game, Question};
use players::exercises::Change;
use players::level::Level;
use screen::face::Look;
use screen::{board, curve, frame};
use turbo::dos::film::Film;
use turbo::dos::{Console, Key, Quit, Screen};
use words::{phrase, say};

/// The choices after any finished game.
const AFTER: [(Item<'_>, AfterGame); 7] = [
    ((phrase!("Review"), 'w'), AfterGame::Review),
    ((phrase!("Play again"), 'p'), AfterGame::Again),
    ((phrase!("Save"), 'a'), AfterGame::Save),
    ((phrase!("Film"), 'f'), AfterGame::Film),
    ((phrase!("Exercise"), 'e'), AfterGame::Exercise),
    ((phrase!("Step through"), 't'), AfterGame::StepThrough),
    ((phrase!("Menu"), 'm'), AfterGame::Menu),
];

const AFTER_KEYS: [(&str, &str); 5] = [
    ("↑↓", phrase!("Choose")),
    ("Enter", phrase!("Start")),
    (phrase!("Bksp"), phrase!("Undo")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

const QUESTION_KEYS: [(&str, &str); 6] = [
    ("↑↓", phrase!("Choose")),
    ("Enter", phrase!("Answer")),
    (phrase!("Bksp"), phrase!("Undo")),
    ("F10", phrase!("Menu")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

#[derive(Clone, Copy)]
enum AfterGame {
    Review,
    Again,
    Save,
    Film,
    /// Practise the worst mistake.
    Exercise,
    StepThrough,
    Menu,
    /// Play again at this level.
    Level(Level),
}

enum Content {
    Question(Question),
    /// The choices after the end of the game, and another level for the next game if the box offers one.
    WhatNext(Option<Level>),
}

pub(crate) struct Beside {
    content: Content,
    chosen: usize,
}

impl Beside {
    /// Returns the box for this position, or `None` if the player is to drop a stone.
    pub fn of(session: &Session<'_>, game: &ActiveGame) -> Option<Beside> {
        let content = match (game.question(), game.outcome()) {
            (Some(question), _) => Content::Question(question),
            (None, Some(_)) => Content::WhatNext(results::suggestion(session, game)),
            (None, None) => return None,
        };
        Some(Beside { content, chosen: 0 })
    }

    /// Draws the winner and the kind of win into the box of a finished game.
    pub(crate) fn draw_result(&self, screen: &mut Screen, game: &dyn Game, how: &str, look: &Look) {
        if let (Some(outcome), Content::WhatNext(suggested)) = (game.outcome(), &self.content) {
            board::draw_result(screen, outcome, how, look, rows(*suggested));
        }
    }

    /// Waits for a key and handles it. While the box is `closed` the whole board is visible, and Enter
    /// reopens the box.
    pub(crate) fn key(
        &mut self,
        session: &mut Session<'_>,
        game: &mut ActiveGame,
        closed: &mut bool,
    ) -> Result<Effect, Quit> {
        let choice = match closed {
            true => {
                session.say(say!("Enter reopens the menu."));
                Choice::Other(session.console.getkey()?)
            }
            false => self.choose(session, game)?,
        };
        if !run_clock(session, game) {
            return Ok(Effect::Ends(out_of_time(session, game)));
        }
        match (choice, &self.content) {
            (Choice::Item(n), Content::Question(_)) => Ok(Effect::next(answer(&mut session.table, game, n))),
            (Choice::Item(n), Content::WhatNext(suggested)) => {
                let next = AFTER.get(n).map(|(_, next)| *next);
                match next.or(suggested.map(AfterGame::Level)) {
                    Some(next) => {
                        let effect = after_game(session, game, next)?;
                        show_note(session, effect)
                    }
                    None => Ok(Effect::Nothing),
                }
            }
            (Choice::Closed, _) => {
                *closed = true;
                Ok(Effect::redraw())
            }
            (Choice::Other(Key::Enter | Key::Space), _) => {
                *closed = false;
                Ok(Effect::redraw())
            }
            (Choice::Other(key), _) => match other_key(session, key, game)? {
                Effect::Ends(TurnEnd::Next(said)) => {
                    *closed = false;
                    Ok(Effect::next(said))
                }
                effect => show_note(session, effect),
            },
        }
    }

    /// Lets the user choose in the open box.
    fn choose(&mut self, session: &mut Session<'_>, game: &ActiveGame) -> Result<Choice, Quit> {
        let chosen = &mut self.chosen;
        match &self.content {
            Content::Question(Question { title, who, choices }) => {
                session.say("");
                let (theme, lines) = (session.settings.theme, [*who, say!("chooses")]);
                let screen = session.console.screen();
                let top = frame::BESIDE.1;
                frame::beside(screen, theme, (title, top), lines, None, choices.len());
                let console = &mut session.console;
                dialog::choose_beside(console, top, &QUESTION_KEYS, choices, chosen, |_| false)
            }
            Content::WhatNext(suggested) => {
                let level = suggested.map(|level| say!("Try level {number}", number = level.number()));
                let level = level.as_deref().map(|text| (text, 'l'));
                let after = AFTER.into_iter().map(|(item, _)| item);
                let items: Vec<Item<'_>> = after.chain(level).collect();
                let (theme, top) = (session.settings.theme, board::top_of_result(items.len()));
                let mut analysis = session.analysis.as_mut().filter(|one| one.is_of(&**game));
                let curve = |screen: &mut Screen| {
                    let Some(analysis) = &mut analysis else {
                        return false;
                    };
                    let goes_on = analysis.goes_on();
                    curve::draw(screen, theme, &analysis.moves, analysis.drops, top);
                    goes_on
                };
                let console = &mut session.console;
                dialog::choose_beside(console, top, &AFTER_KEYS, &items, chosen, curve)
            }
        }
    }
}

/// Shows a note in a separate box, because the box beside the board covers the area for notes.
fn show_note(session: &mut Session<'_>, effect: Effect) -> Result<Effect, Quit> {
    match effect {
        Effect::Note(text) if text.is_empty() => Ok(Effect::Nothing),
        Effect::Note(text) => {
            dialog::tell(&mut session.console, &text)?;
            Ok(Effect::Nothing)
        }
        effect => Ok(effect),
    }
}

/// Returns the number of menu lines in the box of a finished game.
fn rows(suggested: Option<Level>) -> usize {
    AFTER.len() + usize::from(suggested.is_some())
}

/// Carries out the user's choice after the end of a game.
fn after_game(session: &mut Session<'_>, game: &mut ActiveGame, next: AfterGame) -> Result<Effect, Quit> {
    match next {
        AfterGame::Review => return other_key(session, Key::F(7), game),
        AfterGame::Save => return other_key(session, Key::F(3), game),
        AfterGame::Film => save_film(session, game)?,
        AfterGame::Exercise => practise_worst_mistake(session, game)?,
        AfterGame::StepThrough => step_through(session, game)?,
        AfterGame::Menu => return Ok(Effect::leave()),
        AfterGame::Again => return again(session, game),
        AfterGame::Level(level) => {
            results::take_up(session, game, level);
            return again(session, game);
        }
    }
    Ok(Effect::redraw())
}

/// Opens the user's worst mistake as an exercise.
fn practise_worst_mistake(session: &mut Session<'_>, game: &ActiveGame) -> Result<(), Quit> {
    let moves = review::look_at(session, game)?;
    if moves.is_empty() {
        return Ok(());
    }
    let own = own_sides_at_the_board(&session.table.seats);
    match best_mistake(&moves, own) {
        Some(exercise) => {
            session.profile.exercise(vec![Change::Found(exercise.clone())]);
            exercises::open(session, &exercise)
        }
        None => dialog::tell(&mut session.console, say!("You made no mistakes.")),
    }
}

/// Begins the next game with the settings of this one. If swap2 swapped the seats, swaps them back.
fn again(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Effect, Quit> {
    if session.table.tree.branches() {
        // Leaving the slot keeps the variations of this game.
        session.profile.leave();
    }
    if game.swapped() {
        session.table.swap();
    }
    session.begin();
    *game = match openings::begin(session, &**game)? {
        Some(new) => new,
        None => game.with(game.restarted()),
    };
    Ok(Effect::redraw())
}

/// Steps through the game at the board. The user can play on from any position.
fn step_through(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<(), Quit> {
    let recorded = Recorded { game: game.copy(), ..session.recorded(game) };
    if let Some(Opened { game: from_here, tree }) = replay::step_through(session, &recorded)? {
        if from_here.swapped() != game.swapped() {
            session.table.swap();
        }
        *game = game.with(from_here);
        session.begin_with(tree);
    }
    Ok(())
}

/// The time for which the animation shows each position, in ms.
const STANDS: u64 = 700;

/// Saves the game as an animation in the pictures folder, and shows the path.
fn save_film(session: &mut Session<'_>, game: &ActiveGame) -> Result<(), Quit> {
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
            break;
        }
    }
    session.console.keep_picture(move || film.png_bytes())
}
