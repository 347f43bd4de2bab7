//! The title screen and its menu.

use super::dialog::{self, Choice, Item};
use super::editor;
use super::exercises;
use super::files;
use super::game_loop::{game_loop, practise};
use super::help;
use super::learner as learner_screen;
use super::lessons::Tutor;
use super::new_game;
use super::openings;
use super::replay;
use super::results;
use super::session::{ActiveGame, Session};
use super::set_up::set_up;
use super::settings::GameStart;
use super::unfinished;
use super::wait;
use games::othello::Rules;
use games::{Game, gomoku, othello};
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

/// The top edge of the full menu in pixels. Its shadow ends above the key line.
const MENU: i32 = HEIGHT - 16 - 8 - 4 - 16 * (ROWS.len() as i32 + 2);
/// The top edge of a menu with fifteen rows. The title behind other screens always uses it, so that a new
/// menu row changes no other picture in the tests.
const FIFTEEN: i32 = 180;

/// A row of the menu: its text, its hot key and its action.
#[derive(Clone, Copy)]
struct MenuRow {
    item: Item<'static>,
    starts: Starts,
}

/// A function that returns the game to play, or `None` if the user changes their mind.
type StartGame = fn(&mut Session<'_>) -> Result<Option<ActiveGame>, Quit>;
/// A function that shows a screen and returns to the menu.
type ShowScreen = fn(&mut Session<'_>) -> Result<(), Quit>;

/// The action of a row.
#[derive(Clone, Copy)]
enum Starts {
    Game(StartGame),
    /// A screen, and the index of its help page.
    Screen(usize, ShowScreen),
    Quit,
}

/// The menu. The program hides the first row if there is no game to continue.
const ROWS: [MenuRow; 16] = [
    game(phrase!("Continue"), 'n', unfinished::go_on),
    game(phrase!("Othello, the original"), 'o', original_othello),
    game(phrase!("Othello against the computer"), 'c', othello_alone),
    game(phrase!("Gomoku"), 'g', |session| {
        seat_people(session);
        Ok(Some(session.active(Box::new(gomoku::Game::default()))))
    }),
    game(phrase!("Gomoku against the computer"), 'm', |session| {
        alone(session, Box::new(gomoku::Game::default()))
    }),
    game(phrase!("Othello from an opening"), 'f', from_opening),
    OPEN,
    game(phrase!("Set up a position"), 's', position),
    screen(phrase!("Tutor"), 't', help::TUTOR, |session| lessons(session, Tutor::default())),
    screen(phrase!("Edit a C program"), 'e', help::EDITOR, |session| editor::start(session, None)),
    game(phrase!("Learner"), 'l', learner),
    screen(phrase!("Exercises"), 'x', help::LEARNING, exercises::show),
    screen(phrase!("Results"), 'r', help::COMPUTER, results::show),
    screen(phrase!("Options"), 'i', help::KEYS, options),
    screen(phrase!("About"), 'a', help::KEYS, |session| help::about(&mut session.console)),
    MenuRow { item: (phrase!("Quit"), 'q'), starts: Starts::Quit },
];

/// The row that F4 also chooses.
const OPEN: MenuRow = game(phrase!("Open a game"), 'p', open);

const fn game(text: &'static str, hot: char, start: StartGame) -> MenuRow {
    MenuRow { item: (text, hot), starts: Starts::Game(start) }
}

const fn screen(text: &'static str, hot: char, page: usize, show: ShowScreen) -> MenuRow {
    MenuRow { item: (text, hot), starts: Starts::Screen(page, show) }
}

/// Shows the title screen and everything that it opens, until the user quits. `game` is the last game that
/// was played.
pub fn title(session: &mut Session<'_>, game: &mut Option<ActiveGame>) -> Result<(), Quit> {
    let keys = [
        ("↑↓", say!("Choose")),
        ("Enter", say!("Start")),
        ("F1", say!("Help")),
        ("F9", say!("Colour")),
        ("Esc", say!("Quit")),
    ];
    let mut chosen = 0;
    session.console.turn_to(help::KEYS);
    loop {
        session.profile.leave();
        draw_above(session.console.screen(), session.settings.theme, MENU);
        let asked = session.profile.has_unfinished();
        let unfinished = wait::briefly(&mut session.console, LISTING, &asked)?;
        // If the store cannot tell, there may be a game.
        let rows = &ROWS[usize::from(unfinished == Poll::Found(false))..];
        let items: Vec<Item<'_>> = rows.iter().map(|row| row.item).collect();
        let console = &mut session.console;
        console.set_subject(&Subject::default());
        let row = match dialog::choose(console, MENU, "", &items, &keys, &mut chosen)? {
            Choice::Item(n) => rows[n],
            Choice::Closed if quits(console, &items, chosen)? => return Ok(()),
            Choice::Closed => continue,
            Choice::Other(Key::F(9)) => {
                session.settings.theme = session.settings.theme.next();
                session.profile.keep_settings(&session.settings);
                continue;
            }
            Choice::Other(Key::F(4)) => OPEN,
            Choice::Other(_) => continue,
        };
        draw(session.console.screen(), session.settings.theme);
        session.begin();
        session.table.begins = GameStart::Standard;
        let started = match row.starts {
            Starts::Game(start) => start(session)?,
            Starts::Screen(page, show) => {
                session.console.turn_to(page);
                show(session)?;
                None
            }
            Starts::Quit => return Ok(()),
        };
        session.console.turn_to(help::KEYS);
        if let Some(started) = started {
            game_loop(session, game.insert(started))?;
            // The game that the user just left is in the first row.
            chosen = 0;
        }
        if let Some(message) = session.profile.message() {
            dialog::tell(&mut session.console, &message)?;
        }
    }
}

/// Asks for a second Esc, so that a slip does not quit.
fn quits(console: &mut dyn Console, items: &[Item<'_>], chosen: usize) -> Result<bool, Quit> {
    let keys = [("Esc", say!("again quits"))];
    dialog::draw_menu(console.screen(), MENU, "", items, &keys, chosen);
    Ok(console.key_within(ESC_AGAIN)? == Some(Key::Esc))
}

/// Starts Othello for two people by the rules of the DOS program.
fn original_othello(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    seat_people(session);
    Ok(Some(session.active(Box::new(othello::Game::new(Rules::Original)))))
}

fn othello_alone(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    alone(session, Box::new(othello::Game::new(Rules::Standard)))
}

/// Seats a person and the computer at this game.
fn alone(session: &mut Session<'_>, game: Box<dyn Game>) -> Result<Option<ActiveGame>, Quit> {
    let game = session.active(game);
    let Some(players) = new_game::against_computer(session, game.entry)? else {
        return Ok(None);
    };
    let seats = &mut session.table.seats;
    (seats.black, seats.white) = players;
    Ok(Some(game))
}

fn seat_people(session: &mut Session<'_>) {
    session.table.seats = session.table.seats.for_people();
}

fn from_opening(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let Some(begins) = session.with_help(help::LEARNING, openings::choose)? else {
        return Ok(None);
    };
    let Some(game) = othello_alone(session)? else {
        return Ok(None);
    };
    session.table.begins = begins;
    openings::begin(session, &*game)
}

fn open(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    seat_people(session);
    match files::folder(session)? {
        Ok(folder) => {
            let opened = replay::open(session, &folder)?;
            Ok(opened.map(|opened| {
                session.table.tree = opened.tree;
                session.active(opened.game)
            }))
        }
        Err(why) => {
            dialog::tell(&mut session.console, &why.to_string())?;
            Ok(None)
        }
    }
}

fn position(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let begun = set_up(session, None)?;
    Ok(begun.map(|begun| begun.begin(session)))
}

/// Shows the learner's screen, and starts a game against it.
fn learner(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    session.console.turn_to(help::LEARNER);
    let Some(plays_gomoku) = learner_screen::show(session)? else {
        return Ok(None);
    };
    let seats = &mut session.table.seats;
    (seats.black, seats.white) = (Player::Human, Player::Learner);
    Ok(Some(session.active(match plays_gomoku {
        true => Box::new(gomoku::Game::default()),
        false => Box::new(othello::Game::new(Rules::Standard)),
    })))
}

fn options(session: &mut Session<'_>) -> Result<(), Quit> {
    if new_game::settings(session, None)? {
        session.profile.keep_settings(&session.settings);
    }
    Ok(())
}

/// Shows the lessons, and the boards on which students drop stones themselves.
pub fn lessons(session: &mut Session<'_>, mut tutor: Tutor) -> Result<(), Quit> {
    while let Some(mut game) = tutor.run(session)? {
        practise(session, &mut game)?;
    }
    Ok(())
}

/// Draws the name above a row of stones, without a menu below.
pub fn draw(screen: &mut Screen, theme: &Theme) {
    draw_above(screen, theme, FIFTEEN);
}

/// Draws the name above a row of stones, with room for a menu whose top edge is at the pixel row `menu`.
fn draw_above(screen: &mut Screen, theme: &Theme, menu: i32) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    panel::title_bar(screen, "");
    // The name (80 pixels high), the stones (31) and a line of text (16) are above the menu.
    let top = 16 + (menu - 16 - 80 - 31 - 16) / 4;
    let gap = (menu - top - 80 - 31 - 16) / 3;
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
    let subtitle = say!("Othello and gomoku for a VGA screen");
    let centred = (WIDTH - 8 * columns_of(subtitle) as i32) / 2;
    let below = stones + 16 + gap;
    panel::write(screen, centred, below, theme.colors.text, subtitle);
}
