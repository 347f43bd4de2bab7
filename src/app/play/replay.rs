//! The replay of a recorded game, move by move.

use std::borrow::Cow;
use std::path::Path;

use super::animation::show_step;
use super::branches::{Variations, tell_remark};
use super::collect::own_sides_in_record;
use super::dialog::{self, sentence};
use super::files::{self, Pasted};
use super::help;
use super::review;
use super::session::{ActiveGame, Session};
use super::subject;
use super::values;
use super::wait;
use games::Game;
use games::clock::{Clocks, TimeControl};
use games::gomoku::{self, Rules};
use games::records::{Assumptions, Error, Recorded};
use games::stone::Stone;
use games::tree::{Tree, forks};
use players::Player;
use screen::board;
use screen::frame::{BESIDE, frame};
use screen::moves::number;
use screen::panel::{self, write};
use store::games::read_games_of;
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};
use words::{phrase, say};

const READING: &str = phrase!("Reading the file.");
/// Page up and Page down stop at multiples of this number of moves.
const PAGE: usize = 10;

/// A game to continue, and the variations with which it was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    pub game: Box<dyn Game>,
    /// The game's variations, or an empty tree if there are too many.
    pub(crate) tree: Tree,
    /// The players that the record names, if the program has them, or people.
    pub(crate) players: [Player; 2],
}

impl Opened {
    /// Seats the players. The game has no clocks.
    pub(crate) fn begin(self, session: &mut Session<'_>) -> ActiveGame {
        session.table.time = TimeControl::default();
        session.begin_with(self.tree);
        [session.table.seats.black, session.table.seats.white] = self.players;
        session.active(self.game)
    }
}

/// Lets the user choose files, starting in this folder, and steps through their games. Returns a game to
/// continue, if the user wants one.
pub(crate) fn open(session: &mut Session<'_>, folder: &Path) -> Result<Option<Opened>, Quit> {
    session.with_help(help::FILES, |session| {
        while let Some(file) = files::open_file(session, &files::RECORDS, folder)? {
            let Some(rules) = files::rules_of(session, &file)? else {
                continue;
            };
            match read(session, &file, rules)? {
                Some(Ok(games)) => {
                    files::keep_rules(session, &file, Some(rules))?;
                    files::tell_notes(&mut session.console, &games)?;
                    let opened = step_through_file(session, &file, &games, None)?;
                    if opened.is_some() {
                        return Ok(opened);
                    }
                }
                Some(Err(error)) => {
                    // Ask for the rules next time, because others may fit.
                    files::keep_rules(session, &file, None)?;
                    dialog::tell(&mut session.console, &sentence(&error.problem))?;
                }
                None => {}
            }
        }
        Ok(None)
    })
}

type Read = Result<Vec<Result<Recorded, Error>>, Error>;

/// Reads the games of a file. Returns `None` if the user stops waiting.
fn read(session: &mut Session<'_>, file: &Path, rules: Rules) -> Result<Option<Read>, Quit> {
    let (file, game) = (file.to_path_buf(), None);
    let read = move || read_games_of(&file, Assumptions { game, rules });
    wait::for_work(&mut session.console, READING, read)
}

/// Asks for other rules for a file that names none, and reads the file again. Returns `None` if nothing
/// changes.
fn read_by_other_rules(
    session: &mut Session<'_>,
    file: &Path,
    game: &dyn Game,
) -> Result<Option<Vec<Result<Recorded, Error>>>, Quit> {
    let now = game.of::<gomoku::Game>().map(|game| game.setup().rules());
    let Some(rules) = files::ask_rules(session, file, now.unwrap_or_default())? else {
        return Ok(None);
    };
    let read = read(session, file, rules)?.map(|read| read.map_err(|error| sentence(&error.problem)));
    let games = dialog::or_tell(&mut session.console, read)?;
    if games.is_some() {
        files::keep_rules(session, file, Some(rules))?;
    }
    Ok(games)
}

/// Steps through the games on the clipboard. Returns a game to continue, if the user wants one.
pub(crate) fn paste(session: &mut Session<'_>) -> Result<Pasted<Option<Opened>>, Quit> {
    match files::pasted(&mut session.console)? {
        Ok(games) => {
            files::tell_notes(&mut session.console, &games)?;
            step_through_file(session, files::CLIPBOARD.as_ref(), &games, None).map(Ok)
        }
        Err(why) => Ok(Err(why)),
    }
}

/// Steps through the games of a file, starting with the game at the index `n`, or with the list. Returns a
/// game to continue, if the user wants one.
pub fn step_through_file(
    session: &mut Session<'_>,
    file: &Path,
    games: &[Result<Recorded, Error>],
    mut n: Option<usize>,
) -> Result<Option<Opened>, Quit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let asks_rules = files::leaves_rules_open(file);
    let mut games = Cow::Borrowed(games);
    let mut chosen = n.unwrap_or(0);
    let mut from = None;
    loop {
        let picked = match n.take() {
            Some(n) => Some(n),
            None => session.with_help(help::FILES, |session| {
                files::choose_game(&mut session.console, &name, &games, &mut chosen)
            })?,
        };
        let Some(Ok(recorded)) = picked.map(|n| &games[n]) else {
            return Ok(None);
        };
        let there = from.take();
        match session.with_help(help::FILES, |session| step(session, recorded, asks_rules, there))? {
            Next::PlayOn(opened) => return Ok(Some(opened)),
            Next::Close if games.len() == 1 => return Ok(None),
            Next::Close => {}
            Next::OtherRules(game) => {
                if let Some(read) = read_by_other_rules(session, file, &*game)? {
                    games = Cow::Owned(read);
                }
                (n, from) = (picked, Some(game));
            }
        }
    }
}

/// Steps through a game, from its start if it is finished or has variations. Enter returns the game at the
/// current position, to continue it; Esc returns `None`. Restores the screen.
pub fn step_through(session: &mut Session<'_>, recorded: &Recorded) -> Result<Option<Opened>, Quit> {
    match session.with_help(help::FILES, |session| step(session, recorded, false, None))? {
        Next::PlayOn(opened) => Ok(Some(opened)),
        Next::Close | Next::OtherRules(_) => Ok(None),
    }
}

enum Next {
    PlayOn(Opened),
    Close,
    /// The user wants to read the file by other rules, and then return to the position of this game.
    OtherRules(Box<dyn Game>),
}

/// Steps through a game, first at the position of the game `from`, if given. If `asks_rules` is true, the
/// O key returns [`Next::OtherRules`].
fn step(
    session: &mut Session<'_>,
    recorded: &Recorded,
    asks_rules: bool,
    from: Option<Box<dyn Game>>,
) -> Result<Next, Quit> {
    let under = session.console.screen().clone();
    let mut game = session.active(recorded.game.clone());
    let mut moves = length(&*game);
    let mut variations = Variations::of(recorded);
    while (recorded.game.outcome().is_some() || variations.tree().branches()) && game.undo() {}
    if let Some(there) = from.and_then(|from| variations.go_to(&*from, &game)) {
        game = there;
        moves = length(&*game);
    }
    let next = loop {
        let keys = keys(asks_rules);
        draw(session, &game, recorded, &variations, moves, &keys);
        let mut hints = values::begin(session, &game);
        let at = game.entry.face.begins(&*game);
        subject::tell_record(session, &game);
        let key = values::key(session, &game, &mut hints, at, true)?;
        variations.note(&*game, hints.as_ref());
        match key {
            Key::Right | Key::Down | Key::Space => {
                let before = game.clone();
                if game.redo() {
                    show_step(session, &before, &game)?;
                }
            }
            Key::Left | Key::Up | Key::Backspace => drop(game.undo()),
            Key::PageDown => while game.redo() && game.t() % PAGE != 1 {},
            Key::PageUp => while game.undo() && game.t() % PAGE != 1 {},
            Key::Home => while game.undo() {},
            Key::End => while game.redo() {},
            Key::F(6) => session.settings.values = !session.settings.values,
            key if key.letter() == Some('r') => {
                let own = own_sides_in_record(&recorded.heading);
                review::show(session, &game.with(recorded.game.clone()), variations.tree(), own)?;
            }
            Key::Enter => {
                let tree = variations.into_tree();
                let players = [&recorded.heading.black, &recorded.heading.white].map(|name| {
                    name.parse().ok().filter(|player| Player::all().contains(player)).unwrap_or_default()
                });
                break Next::PlayOn(Opened { game: game.game, tree, players });
            }
            Key::Esc => break Next::Close,
            key if asks_rules && key.letter() == Some('o') => break Next::OtherRules(game.game),
            key if key.letter() == Some('v') => {
                if let Some(other) = variations.walk(session, &game)? {
                    game = other;
                    moves = length(&*game);
                }
            }
            key if key.letter() == Some('c') => tell_remark(session, variations.remark(&*game))?,
            _ => {}
        }
    };
    *session.console.screen() = under;
    Ok(next)
}

fn keys(asks_rules: bool) -> [(&'static str, &'static str); 7] {
    let second = if asks_rules { ("O", say!("Rules")) } else { ("V", say!("Lines")) };
    [
        ("← →", say!("Step||of a game")),
        second,
        ("F6", say!("Values")),
        ("R", say!("Review")),
        ("Enter", say!("Play on")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ]
}

/// Counts the moves in the game, including those that were taken back.
fn length(game: &dyn Game) -> usize {
    let mut end = game.copy();
    while end.redo() {}
    number(&*end, end.t()) - 1
}

/// Draws the board with the last move marked, the heading of the record, and the keys.
fn draw(
    session: &mut Session<'_>,
    game: &ActiveGame,
    recorded: &Recorded,
    variations: &Variations<'_>,
    moves: usize,
    keys: &[(&str, &str)],
) {
    let mut look = session.look(game);
    let (face, game) = (game.entry.face, &**game);
    // The record's heading names the players.
    look.opponents = false;
    look.forks = forks(variations.tree(), game);
    look.clocks = Clocks::from_tree(variations.tree(), game);
    let screen = session.console.screen();
    board::draw(screen, face, game, &look);
    board::mark_last(screen, face, game, &look);
    let heading = &recorded.heading;
    // Keep the line above the box free for the search depth of the values.
    let (left, top, columns) = (BESIDE.0, BESIDE.1 + 16, BESIDE.2);
    let shown = say!("Move {t} of {moves}", t = number(game, game.t()) - 1, moves);
    panel::fact(screen, look.theme, 100, &shown);
    frame(screen, left, top, columns, 5, "");
    let players = [(Stone::Black, &heading.black), (Stone::White, &heading.white)];
    for ((stone, name), y) in players.into_iter().zip((top + 16..).step_by(16)) {
        panel::small_stone_in_box(screen, look.theme, left + 24, y + 7, stone);
        let name = match &**name {
            "" => stone.name().to_string(),
            name => Player::name_from_record(name),
        };
        write_cut(screen, left + 40, y, &name, columns - 4);
    }
    let event = match variations.number(game) {
        Some((at, count)) => say!("Move {at} of {count} here: V", at, count),
        None => heading.event.clone(),
    };
    write_cut(screen, left + 16, top + 48, &event, columns - 1);
    let date = match variations.remark(game) {
        "" => &heading.date,
        _ => say!("Remark: C"),
    };
    write_cut(screen, left + 16, top + 64, date, columns - 1);
    write_cut(screen, left + 16, top + 80, &recorded.result(), columns - 1);
    panel::key_line(screen, keys);
}

fn write_cut(screen: &mut Screen, x: i32, y: i32, text: &str, columns: usize) {
    write(screen, x, y, BLACK, panel::fitting(text, columns));
}
