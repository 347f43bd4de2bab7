//! The title screen.

use super::dialog::{self, Choice, Item};
use super::exercises;
use super::files;
use super::game_loop::{Leave, game_loop, practise};
use super::help;
use super::learner;
use super::lessons::Tutor;
use super::new_game;
use super::openings;
use super::replay;
use super::results;
use super::session::Session;
use super::set_up::set_up;
use super::settings::Begins;
use super::unfinished;
use super::wait;
use crate::players::{self, computer::Computer};
use crate::screen::panel;
use crate::screen::theme::Theme;
use games::othello::Rules;
use games::{Game, gomoku, othello};
use original::{draw_stone, set_play_color};
use turbo::dos::bgi::{Font, HEIGHT, WIDTH};
use turbo::dos::{Console, Key, Quit, Screen};

/// How long the menu waits to know whether there is a game to continue, in ms.
const LISTING: u32 = 250;

/// The upper edge of the menu when it has all entries, in pixels: its shadow ends above the line of keys.
const MENU: i32 = HEIGHT - 16 - 8 - 4 - 16 * (ENTRIES.len() as i32 + 2);

/// What the menu offers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Continue,
    Othello { computer: bool },
    Gomoku { computer: bool },
    Openings,
    Open,
    SetUp,
    Tutor,
    Learner,
    Exercises,
    Results,
    Help,
    About,
    Quit,
}

/// The lines of the menu and their hot keys. The first is shown only if there is a game to continue.
const ENTRIES: [(Entry, Item<'_>); 15] = [
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
    (Entry::Openings, ("Othello from an opening", 'f')),
    (Entry::Open, ("Open a game", 'p')),
    (Entry::SetUp, ("Set up a position", 's')),
    (Entry::Tutor, ("Tutor", 't')),
    (Entry::Learner, ("Learner", 'l')),
    (Entry::Exercises, ("Exercises", 'x')),
    (Entry::Results, ("Results", 'r')),
    (Entry::Help, ("Help", 'h')),
    (Entry::About, ("About", 'a')),
    (Entry::Quit, ("Quit", 'q')),
];

/// The title screen and all that it leads to, until the user leaves the program. `game` is the one that was played last.
///
/// # Errors
/// The window was closed.
pub fn title(session: &mut Session<'_>, game: &mut Option<Box<dyn Game>>) -> Result<(), Quit> {
    let keys = [
        ("↑↓", "Choose"),
        ("Enter", "Start"),
        ("F1", "Help"),
        ("F9", "Colour"),
        ("Esc", "Quit"),
    ];
    let mut chosen = 0;
    session.console.turn_to(help::KEYS);
    loop {
        session.keeper.leave();
        draw(session.console.screen(), session.settings.theme);
        let asked = session.keeper.has_unfinished();
        let unfinished = wait::briefly(&mut session.console, LISTING, &asked)?;
        // Where that cannot be told there may be a game.
        let entries = &ENTRIES[usize::from(unfinished == Some(false))..];
        let items: Vec<Item<'_>> = entries.iter().map(|(_, item)| *item).collect();
        let console = &mut session.console;
        let entry = match dialog::choose(console, MENU, "", &items, &keys, &mut chosen)? {
            Choice::Item(n) => entries[n].0,
            Choice::Closed => Entry::Quit,
            Choice::Other(Key::F(9)) => {
                session.settings.theme = session.settings.theme.next();
                session.keeper.keep_settings(&session.settings);
                continue;
            }
            Choice::Other(Key::F(4)) => Entry::Open,
            Choice::Other(_) => continue,
        };
        session.begin();
        session.table.begins = Begins::Usual;
        let started = match entry {
            Entry::Quit => return Ok(()),
            entry => start(session, entry)?,
        };
        if let Some(started) = started
            && game_loop(session, game.insert(started))? == Leave::Quit
        {
            return Ok(());
        }
        if let Some(message) = session.keeper.message() {
            dialog::tell(&mut session.console, &message)?;
        }
    }
}

/// The computer of the game that an entry begins.
fn computer_of(entry: Entry) -> &'static dyn Computer {
    match entry {
        Entry::Gomoku { .. } => &players::Gomoku,
        _ => &players::Othello,
    }
}

/// Does what an entry of the menu says. Returns the game to play, if there is one.
fn start(session: &mut Session<'_>, entry: Entry) -> Result<Option<Box<dyn Game>>, Quit> {
    match entry {
        Entry::Continue => return unfinished::go_on(session),
        Entry::Othello { computer } | Entry::Gomoku { computer }
            if computer && !new_game::ask_level(session, computer_of(entry))? =>
        {
            return Ok(None);
        }
        Entry::Othello { computer } => {
            session.sit_down(computer);
            let rules = match computer {
                true => Rules::Standard,
                false => Rules::Original,
            };
            return Ok(Some(Box::new(othello::Game::new(rules))));
        }
        Entry::Openings => {
            let page = session.console.turn_to(help::LEARNING);
            let chosen = openings::choose(session);
            session.console.turn_to(page);
            let Some(begins) = chosen? else {
                return Ok(None);
            };
            if !new_game::ask_level(session, &players::Othello)? {
                return Ok(None);
            }
            session.sit_down(true);
            session.table.begins = begins;
            return openings::begin(session, &othello::Game::new(Rules::Standard));
        }
        Entry::Gomoku { computer } => {
            session.sit_down(computer);
            return Ok(Some(Box::new(gomoku::Game::default())));
        }
        Entry::Open => {
            session.sit_down(false);
            match files::folder(session)? {
                Ok(folder) => {
                    let opened = replay::open(session, &folder)?;
                    return Ok(opened.map(|opened| {
                        session.table.tree = opened.tree;
                        opened.game
                    }));
                }
                Err(why) => dialog::tell(&mut session.console, &why)?,
            }
        }
        Entry::SetUp => {
            let begun = set_up(session, None)?;
            return Ok(begun.map(|begun| begun.begin(session)));
        }
        Entry::Tutor => lessons(session, Tutor::default())?,
        Entry::Learner => learner::show(session)?,
        Entry::Exercises => {
            let page = session.console.turn_to(help::LEARNING);
            let shown = exercises::show(session);
            session.console.turn_to(page);
            shown?;
        }
        Entry::Results => {
            let page = session.console.turn_to(help::COMPUTER);
            let shown = results::show(session);
            session.console.turn_to(page);
            shown?;
        }
        Entry::Help => help::show(&mut session.console, help::KEYS)?,
        Entry::About => help::about(&mut session.console)?,
        Entry::Quit => {}
    }
    Ok(None)
}

/// The tutor's lessons, and the boards on which students drop stones themselves.
///
/// # Errors
/// The window was closed.
pub fn lessons(session: &mut Session<'_>, mut tutor: Tutor) -> Result<(), Quit> {
    while let Some(mut game) = tutor.run(session)? {
        practise(session, &mut game)?;
    }
    Ok(())
}

/// Draws the name above a row of stones.
pub fn draw(screen: &mut Screen, theme: &Theme) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    panel::title_bar(screen, "");
    // What stands above the menu: the name, 80 pixels high, the stones, 31, and a line.
    let top = 16 + (MENU - 16 - 80 - 31 - 16) / 4;
    let gap = (MENU - top - 80 - 31 - 16) / 3;
    screen.settextstyle(Font::Small, 10);
    let left = (WIDTH - screen.textwidth("QIPAN")) / 2;
    for (shift, t) in [(4, 1), (0, 2)] {
        set_play_color(screen, theme.colors, t);
        screen.outtextxy(left + shift, top + shift, "QIPAN");
    }
    let stones = top + 80 + gap + 15;
    for (t, x) in (1..=8).zip((143..).step_by(50)) {
        draw_stone(screen, theme.colors, x, stones, t);
    }
    let subtitle = "Othello and gomoku for a VGA screen";
    let centred = (WIDTH - 8 * subtitle.len() as i32) / 2;
    let below = stones + 16 + gap;
    panel::write(screen, centred, below, theme.colors.text, subtitle);
}
