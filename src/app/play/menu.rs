//! The title screen, its menu and the library.

use super::demo;
use super::dialog::{self, Choice, Item, Menu};
use super::editor;
use super::exercises;
use super::game_loop::{game_loop, practise};
use super::help;
use super::learner as learner_screen;
use super::lessons::Tutor;
use super::links;
use super::new_game;
use super::openings;
use super::results;
use super::session::{ActiveGame, Session};
use super::set_up::set_up;
use super::settings::GameStart;
use super::unfinished;
use super::wait;
use games::othello::Rules;
use games::set_up::SetUp;
use games::{gomoku, othello};
use original::{draw_stone, set_play_color};
use players::Player;
use players::job::Poll;
use screen::panel;
use screen::theme::Theme;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{Font, HEIGHT, WIDTH};
use turbo::dos::{Console, Key, Quit, Screen, Subject};
use words::{phrase, say};

/// The time within which a second Esc quits, in ms.
const ESC_AGAIN: u32 = 2000;

/// The maximum time to find out if there is a game to continue, in ms.
const LISTING: u32 = 250;

/// The top edge of the menu and of the library, in pixels.
const MENU: i32 = HEIGHT - 16 - 40 - 16 * (ROWS.len() as i32 + 2);

/// A row of a menu: its text and its hot key, and its action.
type Row = (Item<'static>, Starts);

/// The action of a row.
#[derive(Clone, Copy)]
enum Starts {
    /// Returns the game to play, or `None` if the user changes their mind.
    Game(fn(&mut Session<'_>) -> Result<Option<ActiveGame>, Quit>),
    /// A screen, and the index of its help page.
    Screen(usize, fn(&mut Session<'_>) -> Result<(), Quit>),
    Quit,
}

/// The menu. The program hides the first row if there is no game to continue.
const ROWS: [Row; 8] = [
    ((phrase!("Continue"), 'n'), Starts::Game(|session| unfinished::browse(session, false))),
    (
        (phrase!("Othello"), 'o'),
        Starts::Game(|session| new_game::last_again(session, Box::new(othello::Game::new(Rules::Original)))),
    ),
    (
        (phrase!("Gomoku"), 'g'),
        Starts::Game(|session| new_game::last_again(session, Box::new(gomoku::Game::default()))),
    ),
    (
        (phrase!("Learn C and the algorithm"), 'l'),
        Starts::Screen(help::TUTOR, |session| lessons(session, Tutor::default())),
    ),
    (
        (phrase!("Edit a C program"), 'e'),
        Starts::Screen(help::EDITOR, |session| editor::start(session, None)),
    ),
    ((phrase!("Library"), 'b'), Starts::Game(library)),
    ((phrase!("Options"), 'i'), Starts::Screen(help::KEYS, |session| new_game::options(session).map(drop))),
    ((phrase!("Quit"), 'q'), Starts::Quit),
];

const LIBRARY: [Row; 6] = [
    (
        (phrase!("Games||list"), 'g'),
        Starts::Game(|session| session.with_help(help::FILES, |session| unfinished::browse(session, true))),
    ),
    ((phrase!("Openings of Othello"), 'o'), Starts::Game(from_opening)),
    ((phrase!("Set up a position"), 's'), Starts::Game(position)),
    ((phrase!("Exercises"), 'x'), Starts::Screen(help::LEARNING, exercises::show)),
    ((phrase!("Results"), 'r'), Starts::Screen(help::COMPUTER, results::show)),
    ((phrase!("Learner"), 'l'), Starts::Game(learner)),
];

impl Starts {
    /// Carries out the action. Returns a game to play, if there is one.
    fn start(self, session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
        match self {
            Starts::Game(start) => start(session),
            Starts::Screen(page, show) => session.with_help(page, show).map(|()| None),
            Starts::Quit => Ok(None),
        }
    }
}

/// Shows the title screen and everything that it opens, until the user quits. `game` is the last game that
/// was played.
pub fn title(session: &mut Session<'_>, game: &mut Option<ActiveGame>) -> Result<(), Quit> {
    let keys = [
        ("↑↓", say!("Choose")),
        ("Enter", say!("Start")),
        ("F1", say!("Help")),
        ("F11", say!("Full screen")),
        ("Esc", say!("Quit")),
    ];
    // The hot key of the chosen row, because the first row is not always there.
    let mut at = 'n';
    session.console.turn_to(help::KEYS);
    loop {
        session.profile.leave();
        draw(session.console.screen(), session.settings.theme);
        let asked = session.profile.has_unfinished();
        let unfinished = wait::briefly(&mut session.console, LISTING, &asked)?;
        // If the store cannot tell, there may be a game.
        let rows = &ROWS[usize::from(unfinished == Poll::Found(false))..];
        let items: Vec<Item<'_>> = rows.iter().map(|(item, _)| *item).collect();
        let mut chosen = items.iter().position(|item| item.1 == at).unwrap_or(0);
        session.console.set_subject(&Subject::default());
        let menu = Menu { y: MENU, title: "", items: &items, keys: &keys };
        menu.draw(session.console.screen(), chosen);
        if demo::until_key(session)? {
            continue;
        }
        draw(session.console.screen(), session.settings.theme);
        let console = &mut session.console;
        let mut choice = menu.choose(console, &mut chosen)?;
        if choice == Choice::Closed {
            // A slip does not quit, and any other key does what it always does.
            let again = [("Esc", say!("again quits"))];
            Menu { keys: &again, ..menu }.draw(console.screen(), chosen);
            let key = console.key_within(ESC_AGAIN)?;
            if key == Some(Key::Esc) {
                return Ok(());
            }
            let next = key.and_then(|key| dialog::choice(key, &items, &mut chosen));
            choice = next.unwrap_or(Choice::Closed);
        }
        at = items[chosen].1;
        let starts = match choice {
            Choice::Item(n) => rows[n].1,
            Choice::Other(Key::Ctrl('v')) => Starts::Game(links::open_pasted),
            _ => continue,
        };
        if let Starts::Quit = starts {
            return Ok(());
        }
        session.begin();
        session.table.begins = GameStart::Standard;
        if let Some(started) = starts.start(session)? {
            let played = game.insert(started);
            game_loop(session, played)?;
            at = match played.name() == gomoku::KIND.name {
                _ if played.under_way() => 'n',
                true => 'g',
                false => 'o',
            };
            session.set_up = SetUp::of(&**played).unwrap_or_default();
        }
        if let Some(message) = session.profile.message() {
            dialog::tell(&mut session.console, &message)?;
        }
    }
}

/// Shows the library. Returns a game to play, if the user opens one.
fn library(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let items = LIBRARY.map(|(item, _)| item);
    let menu = Menu { y: MENU, title: say!("Library"), items: &items, keys: &dialog::STARTS };
    let mut chosen = 0;
    loop {
        match menu.choose(&mut session.console, &mut chosen)? {
            Choice::Item(n) => {
                let started = LIBRARY[n].1.start(session)?;
                if started.is_some() {
                    return Ok(started);
                }
                draw(session.console.screen(), session.settings.theme);
            }
            Choice::Closed => return Ok(None),
            Choice::Other(_) => {}
        }
    }
}

fn from_opening(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let Some(begins) = session.with_help(help::LEARNING, openings::choose)? else {
        return Ok(None);
    };
    session.table.begins = begins;
    let game = session.active(Box::new(othello::Game::new(Rules::Standard)));
    new_game::new_game(session, &game)
}

fn position(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    session.table.seats = session.table.seats.for_people();
    set_up(session, None)
}

/// Shows the learner's screen, and starts a game against it.
fn learner(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let Some(plays_gomoku) = session.with_help(help::LEARNER, learner_screen::show)? else {
        return Ok(None);
    };
    let seats = &mut session.table.seats;
    (seats.black, seats.white) = (Player::Human, Player::Learner);
    Ok(Some(session.active(match plays_gomoku {
        true => Box::new(gomoku::Game::default()),
        false => Box::new(othello::Game::new(Rules::Standard)),
    })))
}

/// Shows the lessons, and the boards on which students drop stones themselves.
pub fn lessons(session: &mut Session<'_>, mut tutor: Tutor) -> Result<(), Quit> {
    while let Some(mut game) = tutor.run(session)? {
        practise(session, &mut game)?;
    }
    Ok(())
}

/// Draws the name above a row of stones, with room for the menu below.
pub fn draw(screen: &mut Screen, theme: &Theme) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    panel::title_bar(screen, "");
    // The stones end above the boxes that open over the menu.
    let top = 40;
    screen.settextstyle(Font::Small, 10);
    // The last letter ends with a blank, and the shadow is 4 pixels to the right.
    let left = (WIDTH - screen.textwidth("QIPAN")) / 2 + 3;
    for (shift, t) in [(4, 1), (0, 2)] {
        set_play_color(screen, theme.colors, t);
        screen.outtextxy(left + shift, top + shift, "QIPAN");
    }
    for (t, x) in (1..=8).zip((145..).step_by(50)) {
        draw_stone(screen, theme.colors, x, 152, t);
    }
    let subtitle = say!("Othello and gomoku for a VGA screen");
    let centred = (WIDTH - 8 * columns_of(subtitle) as i32) / 2;
    panel::write(screen, centred, 184, theme.colors.text, subtitle);
}
