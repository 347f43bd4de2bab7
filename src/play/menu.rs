//! The title screen.

use crate::dos::bgi::{Font, WIDTH};
use crate::dos::{Console, Key, Quit, Screen};
use crate::games::Game;
use crate::games::gomoku;
use crate::games::othello::Rules;
use crate::play::dialog::{self, Choice, Item};
use crate::play::help;
use crate::play::learner as learner_screen;
use crate::play::replay;
use crate::play::save::{GAMES, Keeper};
use crate::play::table::Table;
use crate::play::turns::{Leave, playtoplay, practise};
use crate::play::tutor::Tutor;
use crate::screen::othello::set_play_color;
use crate::screen::panel;
use crate::screen::theme::Theme;

/// What the menu offers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Continue,
    Othello { computer: bool },
    Gomoku { computer: bool },
    Open,
    Tutor,
    Learner,
    Help,
    About,
    Quit,
}

/// The lines of the menu and their hot keys. The first is there only when there is a game to go on with.
const ENTRIES: [(Entry, Item<'_>); 11] = [
    (Entry::Continue, ("Continue", 'n')),
    (
        Entry::Othello { computer: false },
        ("Othello, the original", 'o'),
    ),
    (
        Entry::Othello { computer: true },
        ("Othello against the computer", 'c'),
    ),
    (Entry::Gomoku { computer: false }, ("Gomoku", 'g')),
    (
        Entry::Gomoku { computer: true },
        ("Gomoku against the computer", 'm'),
    ),
    (Entry::Open, ("Open a game", 'p')),
    (Entry::Tutor, ("Tutor", 't')),
    (Entry::Learner, ("Learner", 'l')),
    (Entry::Help, ("Help", 'h')),
    (Entry::About, ("About", 'a')),
    (Entry::Quit, ("Quit", 'q')),
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
    keeper: &mut Keeper,
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
        keeper.leave();
        let unfinished = keeper.has_unfinished();
        let entries = &ENTRIES[usize::from(!unfinished)..];
        let items: Vec<Item<'_>> = entries.iter().map(|(_, item)| *item).collect();
        draw(console.screen(), table.theme);

        let choice = dialog::choose(
            &mut help::helped(console, help::KEYS),
            240,
            "",
            &items,
            &keys,
            &mut chosen,
        )?;
        let entry = match choice {
            Choice::Item(n) => entries[n].0,
            Choice::Closed => Entry::Quit,
            Choice::Other(Key::F(9)) => {
                table.theme = table.theme.next();
                continue;
            }
            Choice::Other(Key::F(4)) => Entry::Open,
            Choice::Other(_) => continue,
        };
        table.begin();
        let started = match entry {
            Entry::Continue => keeper.resume(table),
            Entry::Othello { computer } => {
                table.sit_down(computer);
                let rules = if computer {
                    Rules::Standard
                } else {
                    Rules::Original
                };
                Some(Game::othello(rules))
            }
            Entry::Gomoku { computer } => {
                table.sit_down(computer);
                Some(Game::Gomoku(gomoku::Game::default()))
            }
            Entry::Tutor => {
                lessons(console, table, Tutor::default())?;
                None
            }
            Entry::Learner => {
                let helped = &mut help::helped(console, help::LEARNER);
                table.theme = learner_screen::show(helped, table.theme, keeper.learner())?;
                None
            }
            Entry::Open => {
                table.sit_down(false);
                match keeper.folder(GAMES) {
                    Ok(folder) => {
                        replay::open(&mut help::helped(console, help::KEYS), &folder, table)?
                    }
                    Err(why) => {
                        dialog::tell(console, &why)?;
                        None
                    }
                }
            }
            Entry::Help => {
                help::show(console, help::KEYS)?;
                None
            }
            Entry::About => {
                help::about(console)?;
                None
            }
            Entry::Quit => return Ok(()),
        };
        if let Some(started) = started
            && playtoplay(console, game.insert(started), table, keeper)? == Leave::Quit
        {
            return Ok(());
        }
        if let Some(message) = keeper.message() {
            dialog::tell(console, &message)?;
        }
    }
}

/// The tutor's lessons, and the boards on which the student drops stones himself.
///
/// # Errors
/// The window was closed meanwhile.
pub fn lessons(console: &mut dyn Console, table: &mut Table, mut tutor: Tutor) -> Result<(), Quit> {
    while let Some(mut game) = tutor.run(console, table)? {
        practise(console, &mut game, table)?;
    }
    Ok(())
}

/// The name over a row of stones.
pub fn draw(screen: &mut Screen, theme: &Theme) {
    screen.setbkcolor(theme.colors.ground);
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
    panel::write(screen, centred, 220, theme.colors.text, subtitle);
}
