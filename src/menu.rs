//! The title screen.

use crate::dialog::{self, Choice, Item};
use crate::dos::bgi::{Font, WIDTH};
use crate::dos::{Console, Key, Quit, Screen};
use crate::game::Game;
use crate::gomoku;
use crate::help::{self, Helped};
use crate::othello::Rules;
use crate::othello::screen::set_play_color;
use crate::panel;
use crate::players::Player;
use crate::playtoplay::{Leave, playtoplay};
use crate::table::Table;
use crate::theme::Theme;

/// The lines of the menu and their hot keys.
const ITEMS: [Item<'_>; 7] = [
    ("Othello, the original", 'o'),
    ("Othello against the computer", 'c'),
    ("Gomoku", 'g'),
    ("Gomoku against the computer", 'm'),
    ("Help", 'h'),
    ("About", 'a'),
    ("Quit", 'q'),
];

/// The title screen and all that is reached from it, until the user leaves the program. `game` is the one that was
/// played last.
///
/// # Errors
/// The window was closed meanwhile.
pub fn title(
    console: &mut dyn Console,
    game: &mut Option<Game>,
    table: &mut Table,
) -> Result<(), Quit> {
    let keys = [
        ("↑↓", "Choose"),
        ("Enter", "Start"),
        ("F1", "Help"),
        ("F9", "Colour"),
        ("Esc", "Quit"),
    ];
    let mut chosen = 0;
    loop {
        draw(console.screen(), table.theme);
        let mut helped = Helped::new(console, help::KEYS);
        let started = match dialog::choose(&mut helped, 256, "", &ITEMS, &keys, &mut chosen)? {
            Choice::Item(n @ 0..=1) => {
                sit_down(table, n == 1);
                game.insert(Game::othello([Rules::Original, Rules::Standard][n]))
            }
            Choice::Item(n @ 2..=3) => {
                sit_down(table, n == 3);
                game.insert(Game::Gomoku(gomoku::Game::default()))
            }
            Choice::Item(4) => {
                help::show(console, help::KEYS)?;
                continue;
            }
            Choice::Item(5) => {
                help::about(console)?;
                continue;
            }
            Choice::Item(_) | Choice::Closed => return Ok(()),
            Choice::Other(Key::F(9)) => {
                table.theme = table.theme.next();
                continue;
            }
            Choice::Other(_) => continue,
        };
        if playtoplay(console, started, table)? == Leave::Quit {
            return Ok(());
        }
    }
}

/// Two people, or a person with the black stones against the computer. Against the computer the legal moves are shown.
fn sit_down(table: &mut Table, computer: bool) {
    table.seats.black = Player::Human;
    table.seats.white = if computer {
        Player::Random
    } else {
        Player::Human
    };
    table.hints = computer;
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
