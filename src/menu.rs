//! The title screen.

use crate::dialog::{self, Choice};
use crate::dos::bgi::{Font, WHITE};
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
    let mut chosen = 0;
    loop {
        draw(console.screen(), theme);
        let mut helped = Helped::new(console, help::KEYS);
        let choice = dialog::choose(&mut helped, 256, "", &items, &mut chosen)?;
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
    let left = (640 - screen.textwidth("QIPAN")) / 2;
    for (shift, t) in [(4, 1), (0, 2)] {
        set_play_color(screen, theme, t);
        screen.outtextxy(left + shift, 72 + shift, "QIPAN");
    }
    for (t, x) in (1..).zip((left + 25..).step_by(50).take(8)) {
        set_play_color(screen, theme, t);
        screen.fillellipse(x - 5, 190, 15, 15);
    }
    panel::write(
        screen,
        (640 - 8 * 37) / 2,
        220,
        theme.text,
        "Othello and gomoku for a VGA screen",
    );
    screen.setcolor(WHITE);
    panel::key_line(
        screen,
        &[
            ("↑↓", "Choose"),
            ("Enter", "Start"),
            ("F1", "Help"),
            ("F9", "Colour"),
            ("Esc", "Quit"),
        ],
    );
}
