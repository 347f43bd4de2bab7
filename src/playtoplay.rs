//! C: `Playtoplay()`: the game, two nested loops.

use crate::dialog;
use crate::dos::{Console, Key, Quit};
use crate::game::{Game, Tried};
use crate::help::Helped;
use crate::othello::screen::refuse;
use crate::panel;
use crate::theme::Theme;

/// Where a player went from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Out of the program.
    Quit,
    /// Back to the menu.
    Menu,
}

/// C: `Playtoplay()`: plays a game until the players leave it.
///
/// The C function has two nested loops: the outer one changes the player, the inner one is one player moving the stone
/// with the arrow keys and trying to drop it; Esc leaves the program at once. So has ours, for both games. The inner
/// loop knows more keys (undo, help...), and a game that is over waits in it for what comes next.
///
/// `game` is the one that was under way last, however this ends.
///
/// # Errors
/// The window was closed meanwhile.
#[doc(alias = "Playtoplay")]
pub fn playtoplay(
    console: &mut dyn Console,
    game: &mut Game,
    theme: &mut &'static Theme,
) -> Result<Leave, Quit> {
    let console = &mut Helped::new(console, game.help_page());
    let grid = game.grid();
    let mut said = String::new();
    loop {
        let (mut x, mut y) = grid.start();
        let mut refused = false;
        let mut note = match said.is_empty() {
            true => game.warning(),
            false => std::mem::take(&mut said),
        };
        game.draw(console.screen(), theme);
        if let Some(outcome) = game.outcome() {
            game.play_win(console.screen(), theme, outcome);
        }
        let playing = game.to_move().is_some();
        loop {
            if playing {
                let screen = console.screen();
                panel::note(screen, theme, &note);
                game.draw_moving(screen, theme, x, y);
                if refused {
                    refuse(screen, x, y);
                }
            }
            let key = console.getkey()?;
            note.clear();
            refused = false;
            match (key, key.letter()) {
                (Key::Esc, _) => return Ok(Leave::Quit),
                (Key::Up | Key::Down | Key::Left | Key::Right, _) if playing => {
                    game.move_color(console.screen(), theme, x, y);
                    (x, y) = grid.step((x, y), key);
                }
                (Key::Enter | Key::Space, _) if playing => match game.try_to_drop(x, y) {
                    Tried::Nothing(text) => note = text,
                    Tried::Refused(text) => (note, refused) = (text, true),
                    Tried::Done(text) => {
                        said = text;
                        break;
                    }
                },
                (Key::Backspace, _) => match game.undo() {
                    true => break,
                    false => note = "There is no move to take back.".to_string(),
                },
                (_, Some('r')) => match game.redo() {
                    true => break,
                    false => note = "There is no move to play again.".to_string(),
                },
                (Key::Enter | Key::Space | Key::F(2), _)
                    if may_leave(console, game, "Give this game up?")? =>
                {
                    *game = game.anew();
                    break;
                }
                (Key::F(8), _) => {
                    if let Game::Gomoku(gomoku) = game
                        && playing
                        && dialog::ask(console, "Resign?")?
                    {
                        gomoku.resign();
                        break;
                    }
                }
                (Key::F(9), _) => {
                    *theme = theme.next();
                    break;
                }
                (Key::F(10), _) if may_leave(console, game, "Leave this game?")? => {
                    return Ok(Leave::Menu);
                }
                _ => {}
            }
        }
    }
}

/// Is there nothing to lose, or does the player say yes?
fn may_leave(console: &mut dyn Console, game: &Game, question: &str) -> Result<bool, Quit> {
    Ok(!game.under_way() || dialog::ask(console, question)?)
}
