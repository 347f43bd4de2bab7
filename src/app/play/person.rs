//! A person's turn at the board: moving and dropping the stone. `beside.rs` handles the box beside the board.

use super::beside::Beside;
use super::board_keys::other_key;
use super::naming::Naming;
use super::online;
use super::session::{ActiveGame, Session};
use super::subject;
use super::tunes;
use super::turn::{Effect, dropped, out_of_time, run_clock};
use super::tutor;
use super::values::{self, LOOK};
use games::DropResult;
use players::hints::Hints;
use screen::face::Look;
use screen::{board, panel};
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say, translate};

/// The note about a key that does nothing while the stone is above the board.
const PRESS_DOWN: &str = phrase!("Press ↓ to go onto the board.");

/// The state that a person at the board keeps from turn to turn.
#[derive(Default)]
pub(crate) struct Person {
    /// A partly typed name. Typing it can redraw the board, which begins a new turn.
    naming: Naming,
    box_closed: bool,
}

pub(crate) struct PersonsTurn<'a> {
    person: &'a mut Person,
    /// The box beside the board; `None` while a stone moves.
    beside: Option<Beside>,
    /// The note beside the board.
    pub(crate) note: String,
    pub(crate) look: Look,
    /// The position of the moving stone, in pixels.
    pub(crate) stone_at: (i32, i32),
    /// True if the last drop was refused.
    refused: bool,
    hints: Option<Hints>,
}

impl<'a> PersonsTurn<'a> {
    /// Begins a turn on a board that has been drawn.
    pub(crate) fn begin(
        session: &mut Session<'_>,
        game: &ActiveGame,
        person: &'a mut Person,
        note: String,
    ) -> Self {
        let look = session.look(game);
        let beside = Beside::of(session, game);
        // A closed box stays closed for this position only.
        person.box_closed &= beside.is_some();
        let how = board::mark_end(session.console.screen(), game.entry.face, &**game, &look);
        if let Some(beside) = beside.as_ref().filter(|_| !person.box_closed) {
            beside.draw_result(session.console.screen(), game, &how, &look);
        }
        PersonsTurn {
            beside,
            note,
            stone_at: session.table.stone_at.unwrap_or(game.entry.face.begins(&**game)),
            refused: false,
            hints: values::begin(session, game),
            person,
            look,
        }
    }

    /// Draws the effect of the last key, and saves the game.
    pub(crate) fn show(&self, session: &mut Session<'_>, game: &ActiveGame) -> Result<(), Quit> {
        if self.beside.is_none() {
            let face = game.entry.face;
            let screen = session.console.screen();
            if self.hints.is_some() {
                board::clear_why(screen, self.look.theme);
            }
            panel::note(screen, self.look.theme, &self.note);
            face.draw_moving(screen, &**game, &self.look, self.stone_at);
            if self.refused {
                board::refuse(screen, self.stone_at, face.radius(&**game));
            }
        }
        if session.profile.keeps() && !session.console.kbhit() {
            // Show the effect of the key before saving, which takes longer. In a burst of keys only the last
            // position is saved.
            session.console.delay(0)?;
            session.keep(game);
        }
        Ok(())
    }

    /// Waits for a key and handles it.
    pub(crate) fn key(&mut self, session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Effect, Quit> {
        self.refused = false;
        if let Some(beside) = &mut self.beside {
            return beside.key(session, game, &mut self.person.box_closed);
        }
        let Some(key) = self.next_key(session, game)? else {
            return Ok(match online::has_news(session) {
                true => Effect::next(std::mem::take(&mut self.note)),
                false => Effect::Ends(out_of_time(session, game)),
            });
        };
        let naming = &mut self.person.naming;
        match key {
            Key::Up | Key::Down | Key::Left | Key::Right => {
                naming.forget();
                let to = game.grid().step(self.stone_at, key);
                let stays_above = to == self.stone_at && game.grid().place(to.0, to.1).is_none();
                let note = if stays_above { translate(PRESS_DOWN) } else { "" };
                Ok(Effect::MoveStone(to, note.to_string()))
            }
            Key::Enter | Key::Space => {
                naming.forget();
                self.drop_stone(session, game)
            }
            key => {
                let named = match (game.is_as_in_dos(), key) {
                    (true, Key::Char(_) | Key::Tab | Key::ShiftTab) => Some(Effect::note(say!(
                        "By the original's rules the arrows move the disc, and Enter drops it."
                    ))),
                    (true, _) => None,
                    (false, _) => naming.key(game, key, self.stone_at),
                };
                named.map_or_else(|| other_key(session, key, game), Ok)
            }
        }
    }

    /// Tries to drop the stone where it is.
    fn drop_stone(&mut self, session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Effect, Quit> {
        let (x, y) = self.stone_at;
        let Some(place) = game.grid().place(x, y) else {
            tunes::play(session, tunes::REFUSED);
            return Ok(Effect::note(translate(PRESS_DOWN)));
        };
        let watched = tutor::watch_drop(session, game, place)?;
        // The colours can change in the tutor too.
        self.look = session.look(game);
        session.skip_box();
        let tried = match watched {
            true => game.try_to_drop(place),
            false => return Ok(Effect::note(say!("The move was cancelled."))),
        };
        if !matches!(tried, DropResult::Done(_)) {
            tunes::play(session, tunes::REFUSED);
        }
        match tried {
            DropResult::Ignored(why) => Ok(Effect::Note(why)),
            DropResult::Failed(why) => {
                self.refused = true;
                Ok(Effect::Note(why))
            }
            DropResult::TurnLost(said) => {
                session.table.stone_at = None;
                Ok(Effect::next(said))
            }
            DropResult::Done(placed) => Ok(Effect::next(dropped(session, game, &placed, false)?)),
        }
    }

    /// Waits for a key. Returns `None` when the time is up, or if something happens on the line. Shows the hints
    /// that arrive meanwhile, and explains the move unless there is a note.
    fn next_key(&mut self, session: &mut Session<'_>, game: &ActiveGame) -> Result<Option<Key>, Quit> {
        let mut noted = !self.note.is_empty();
        subject::tell(session, game, Some(self.stone_at));
        while run_clock(session, game) && !online::has_news(session) {
            let more = values::show(session, game, &mut self.hints, self.stone_at, game.to_move());
            if !noted {
                values::say_why(session, game, self.hints.as_ref(), self.stone_at);
            }
            if let Some(hints) = &self.hints {
                session.note_values(game, hints);
            }
            let is_pending = session.profile.has_pending_writes();
            if is_pending && let Some(message) = session.profile.message() {
                session.say(&message);
                noted = true;
            }
            // The clock beside the board counts seconds.
            let clock = session.table.clocks.zip(game.player_to_move());
            let tick = clock.map(|(clocks, stone)| clocks.until_next_second(stone));
            let look = (is_pending || session.online.is_some()).then_some(LOOK);
            let key = match [more, tick, look].into_iter().flatten().min() {
                Some(ms) => session.console.key_within(ms)?,
                None => Some(session.console.getkey()?),
            };
            if let Some(key) = key {
                if let Key::F(1 | 12) = key {
                    // The help has been open, or a picture has been written.
                    session.skip_box();
                }
                return Ok(run_clock(session, game).then_some(key));
            }
        }
        Ok(None)
    }
}
