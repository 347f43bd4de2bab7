//! The set-up screen: put and remove stones, then begin a game from the position.

use std::fmt::Display;

use super::dialog::sentence;
use super::files;
use super::help;
use super::new_game;
use super::session::{ActiveGame, Session};
use super::turn::may_leave;
use super::values;
use ::screen::set_up as screen;
use games::clock::TimeControl;
use games::records::position_in;
use games::set_up::SetUp;
use games::stone::Stone;
use games::tree::Tree;
use players::Player;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// Lets the user set up a position, and begins a game from it, without remembering its players for other games.
/// Starts from the position of the game at the board, or else from the last one. Returns `None` if no game begins.
/// Restores the screen.
pub(crate) fn set_up(
    session: &mut Session<'_>,
    at_board: Option<&ActiveGame>,
) -> Result<Option<ActiveGame>, Quit> {
    let under = session.console.screen().clone();
    let from = at_board.and_then(|game| SetUp::of(&**game));
    let now = from.unwrap_or_else(|| session.set_up.clone());
    let mut editor = Editor { at: centre(&now), now, before: Vec::new(), said: String::new() };
    let begun = session.with_help(help::SET_UP, |session| editor.run(session))?;
    session.set_up = editor.now;
    *session.console.screen() = under;
    let Some((game, [black, white])) = begun else { return Ok(None) };
    if let Some(left) = at_board {
        if !may_leave(session, left)? {
            return Ok(None);
        }
        session.profile.leave();
    }
    let seats = &mut session.table.seats;
    (seats.black, seats.white) = (black, white);
    session.table.time = TimeControl::default();
    session.begin_with(Tree::default());
    Ok(Some(game))
}

struct Editor {
    now: SetUp,
    /// The earlier positions, the latest at the end.
    before: Vec<SetUp>,
    at: (i32, i32),
    said: String,
}

/// Returns the middle of the board, in pixels.
fn centre(set_up: &SetUp) -> (i32, i32) {
    let middle = set_up.size() / 2;
    screen::grid(set_up).centre(middle, middle)
}

impl Editor {
    /// Returns the game to begin and its players.
    fn run(&mut self, session: &mut Session<'_>) -> Result<Option<(ActiveGame, [Player; 2])>, Quit> {
        loop {
            let game = self.now.game().map(|game| session.active(game));
            let note = self.note(&game);
            let theme = session.settings.theme;
            screen::draw(session.console.screen(), theme, &self.now, self.at, &note);
            let key = match &game {
                Ok(game) => {
                    let mut hints = values::begin(session, game);
                    values::key(session, game, &mut hints, self.at, !note.is_empty())?
                }
                Err(_) => session.console.getkey()?,
            };
            match (key, game) {
                (Key::Esc, _) => return Ok(None),
                (Key::Enter, Ok(mut game)) => {
                    if let Some(players) = new_game::players(session, &mut game)? {
                        return Ok(Some((game, players)));
                    }
                }
                (Key::F(6), _) => session.settings.values = !session.settings.values,
                (Key::Ctrl('c'), _) => {
                    self.said = files::copy_text(
                        session,
                        self.now.text(),
                        say!("The position is on the clipboard."),
                    )?;
                }
                (Key::Ctrl('v'), _) => match files::read_clipboard(&mut session.console, position_in)? {
                    Ok(pasted) => {
                        self.change(|now| *now = pasted);
                        self.said = say!("The position from the clipboard.").to_string();
                    }
                    Err(why) => self.said = why,
                },
                (key, _) => self.edit(key),
            }
        }
    }

    /// Returns the note for the user: the last action, or the reason why the position is invalid.
    fn note(&mut self, game: &Result<ActiveGame, impl Display>) -> String {
        match game {
            _ if !self.said.is_empty() => std::mem::take(&mut self.said),
            Err(why) => sentence(why),
            Ok(game) => match game.to_move() {
                Some(stone) if stone != self.now.to_move() => {
                    let (name, next) = (self.now.to_move().name(), stone.name());
                    say!("{name} has no move: {next} begins.", name, next)
                }
                _ => String::new(),
            },
        }
    }

    /// Handles a key that changes the position or moves the cursor.
    fn edit(&mut self, key: Key) {
        let grid = screen::grid(&self.now);
        let Some(place) = grid.place(self.at.0, self.at.1) else {
            return;
        };
        match (key, key.letter()) {
            (Key::Up | Key::Down | Key::Left | Key::Right, _) => self.at = grid.step(self.at, key),
            (Key::Space, _) => {
                let next = match self.now.at(place) {
                    None => Some(Stone::Black),
                    Some(Stone::Black) => Some(Stone::White),
                    Some(Stone::White) => None,
                };
                self.change(|now| now.put(place, next));
            }
            (_, Some('b' | '1')) => self.put(place, Some(Stone::Black)),
            (_, Some('w' | '2')) => self.put(place, Some(Stone::White)),
            (Key::Delete, _) | (_, Some('.' | '0' | '-')) => self.put(place, None),
            (_, Some('t')) => self.change(SetUp::change_turn),
            (_, Some('c')) => self.change(SetUp::clear),
            (_, Some('s')) => self.change(SetUp::start),
            (_, Some('o')) => self.change(SetUp::change_rules),
            (_, Some('g')) => self.change(SetUp::change_size),
            (Key::Tab, _) => {
                self.change(|now| *now = now.other_game());
                self.at = centre(&self.now);
            }
            (Key::Backspace, _) => match self.before.pop() {
                Some(before) => {
                    let same_board = before.size() == self.now.size();
                    self.now = before;
                    if !same_board {
                        self.at = centre(&self.now);
                    }
                }
                None => self.said = say!("There is nothing to undo.").to_string(),
            },
            _ => {}
        }
    }

    /// Places or removes a stone, and moves the cursor to the next place in row order.
    fn put(&mut self, (row, col): (usize, usize), stone: Option<Stone>) {
        self.change(|now| now.put((row, col), stone));
        let size = self.now.size();
        let next = (row * size + col + 1) % (size * size);
        self.at = screen::grid(&self.now).centre(next / size, next % size);
    }

    /// Changes the position, and keeps the old one for undo.
    fn change(&mut self, change: impl FnOnce(&mut SetUp)) {
        let before = self.now.clone();
        change(&mut self.now);
        if self.now != before {
            if self.now.size() != before.size() {
                self.at = centre(&self.now);
            }
            self.before.push(before);
        }
    }
}
