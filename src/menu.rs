//! The title screen.

use crate::dialog::{self, Choice};
use crate::dos::bgi::{Font, WIDTH};
use crate::dos::{Console, Key, Quit, Screen};
use crate::game::Game;
use crate::help::{self, Helped};
use crate::othello::screen::set_play_color;
use crate::panel;
use crate::playtoplay::{Leave, playtoplay};
use crate::theme::Theme;

/// The title screen and all that is reached from it, until the user leaves the program. `game` is the one that was
/// played last.
///
/// # Errors
/// The window was closed meanwhile.
pub fn title(
    console: &mut dyn Console,
    game: &mut Option<Game>,
    theme: &mut &'static Theme,
) -> Result<(), Quit> {
    let items = [
        ("Othello", 'o'),
        ("Gomoku", 'g'),
        ("Help", 'h'),
        ("About", 'a'),
        ("Quit", 'q'),
    ];
    let keys = [
        ("↑↓", "Choose"),
        ("Enter", "Start"),
        ("F1", "Help"),
        ("F9", "Colour"),
        ("Esc", "Quit"),
    ];
    let mut chosen = 0;
    loop {
        draw(console.screen(), theme);
        let mut helped = Helped::new(console, help::KEYS);
        let choice = dialog::choose(&mut helped, 256, "", &items, &keys, &mut chosen)?;
        match choice {
            Choice::Item(0) => *game = Some(Game::Othello(Default::default())),
            Choice::Item(1) => *game = Some(Game::Gomoku(Default::default())),
            Choice::Item(2) => help::show(console, help::KEYS)?,
            Choice::Item(3) => help::about(console)?,
            Choice::Item(_) | Choice::Closed => return Ok(()),
            Choice::Other(Key::F(9)) => *theme = theme.next(),
            Choice::Other(_) => {}
        }
        if let (Choice::Item(0 | 1), Some(game)) = (choice, game.as_mut())
            && playtoplay(console, game, theme)? == Leave::Quit
        {
            return Ok(());
        }
    }
}

/// The name over a row of stones.
fn draw(screen: &mut Screen, theme: &Theme) {
    screen.setbkcolor(theme.ground);
    screen.cleardevice();
    panel::title_bar(screen, "");
    screen.settextstyle(Font::Small, 10);
    let left = (WIDTH - screen.textwidth("QIPAN")) / 2;
    for (shift, t) in [(4, 1), (0, 2)] {
        set_play_color(screen, theme, t);
        screen.outtextxy(left + shift, 72 + shift, "QIPAN");
    }
    for (t, x) in (1..=8).zip((143..).step_by(50)) {
        set_play_color(screen, theme, t);
        screen.fillellipse(x, 190, 15, 15);
    }
    let subtitle = "Othello and gomoku for a VGA screen";
    let centred = (WIDTH - 8 * subtitle.len() as i32) / 2;
    panel::write(screen, centred, 220, theme.text, subtitle);
}
