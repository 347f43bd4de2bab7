//! A room, where the people of a class find each other: the list of those who wait, and a wall with all boards.

use std::net::{SocketAddr, ToSocketAddrs};

use super::dialog::{self, Background, Choice, Item, Menu};
use super::friend::{Call, new_code, nonce, open};
use super::new_game::in_form;
use super::session::Session;
use games::clock::TimeControl;
use games::set_up::SetUp;
use games::stone::{Outcome, Stone};
use players::line::{End, Line, Offer, Seen, Status, Watch, own_address};
use screen::panel;
use screen::wall::{Board, draw};
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say, translate};

/// The interval at which the wall looks for news, in ms.
const LOOK: u32 = 100;
/// The maximum number of tables in the list of those that wait.
const MOST: usize = 16;
/// The maximum width of a player's name in columns.
const NAME: usize = 20;
/// The width of a table in this list in columns.
const LABEL: usize = 66;

/// True if this program can reach a room. A page can only reach that of its own server.
pub(super) fn is_offered() -> bool {
    #[cfg(target_family = "wasm")]
    return turbo::dos::window::has_room();
    #[cfg(not(target_family = "wasm"))]
    true
}

/// Looks up the address of a room, such as `192.168.1.5:8080` or the link of its page. A page needs none.
///
/// # Errors
/// If there is no such address, or the page has no room.
pub(crate) fn place(address: &str) -> Result<SocketAddr, String> {
    if cfg!(target_family = "wasm") {
        let here = SocketAddr::from(([0, 0, 0, 0], 0));
        return is_offered().then_some(here).ok_or_else(|| say!("there is no room here").to_string());
    }
    let address = address.trim().trim_start_matches("http://").trim_end_matches('/');
    let found = address.to_socket_addrs().map_err(|why| format!("{address}: {why}"))?.next();
    found.ok_or_else(|| say!("there is no address {address}", address))
}

/// Asks where the room is, unless it is the page's own.
fn ask_place(session: &mut Session<'_>) -> Result<Option<SocketAddr>, Quit> {
    let mut address = format!("{}:8080", own_address());
    if !cfg!(target_family = "wasm") {
        let hint = say!("The address of the page that the class opens, such as 192.168.1.5:8080.");
        let (title, enter) = (say!("Address of the room"), say!("Connect"));
        match dialog::ask_text(&mut session.console, title, &address, hint, enter)? {
            Some(text) => address = text,
            None => return Ok(None),
        }
    }
    open(session, move || place(&address))
}

/// Lets the player sit down at a table of the room: an own one, or one where somebody waits.
pub(super) fn sit_down(
    session: &mut Session<'_>,
    game: &'static str,
    offer: Option<Offer>,
) -> Result<Option<Call>, Quit> {
    let Some(place) = ask_place(session)? else { return Ok(None) };
    let name = session.settings.student.clone().unwrap_or_default();
    let hint = say!("The others in the room see it.");
    let asked = dialog::ask_text(&mut session.console, say!("Your name"), &name, hint, say!("Sit down"))?;
    let Some(name) = asked.filter(|name| !name.trim().is_empty()) else { return Ok(None) };
    let Some(offer) = offer else {
        dialog::tell(&mut session.console, say!("A game over the network begins from the start."))?;
        return Ok(None);
    };
    let line = Line::join(place, Watch::default());
    let Some(code) = choose(session, &line, game, &offer)? else { return Ok(None) };
    drop(line);
    let nonce = nonce(!session.console.real_time());
    let (end, about) = if code.is_empty() {
        let (end, rules) = (End::host(&new_code(), offer.clone(), nonce), in_words(&offer));
        let code = say!("Code: {code}", code = end.code());
        (end, vec![say!("Your table: {rules}", rules), code])
    } else {
        (End::guest(&code, game, nonce), vec![say!("Sitting down.").to_string()])
    };
    let key = rand::random::<u64>();
    let name = panel::fitting(name.trim(), NAME);
    Ok(Some(call(place, &format!("{key:016x} {name}"), end, about)))
}

/// Connects to a table. `person` is the player's secret word and name.
pub(super) fn call(place: SocketAddr, person: &str, end: End, about: Vec<String>) -> Call {
    let (key, name) = person.split_once(' ').unwrap_or_default();
    let line = Line::join(place, end.in_room(key, name));
    Call { line, address: format!("{place} {person}"), about, keys_are_moves: false }
}

/// The rules of an offer that are not the usual ones, and the clock if there is one, as in the form of a new game.
fn in_words(offer: &Offer) -> String {
    let rules = offer.at_start().rule_choices();
    let first = rules.iter().take(1).map(|rule| translate(&rule.values[rule.chosen]).to_string());
    let others = rules.iter().skip(1).filter(|rule| rule.chosen > 0);
    let others = others.map(|rule| format!("{} {}", rule.label, translate(&rule.values[rule.chosen])));
    let clock = (offer.time != TimeControl::default()).then(|| in_form(&offer.time));
    first.chain(others).chain(clock).collect::<Vec<_>>().join(say!(", ||between the parts of a sentence"))
}

const KEYS: [(&str, &str); 3] =
    [("↑↓", phrase!("Choose")), ("Enter", phrase!("Sit down")), ("Esc", phrase!("Close"))];

/// Lets the player choose a table. Returns its code, which is empty for a new table.
fn choose(
    session: &mut Session<'_>,
    line: &Line<Watch>,
    game: &str,
    offer: &Offer,
) -> Result<Option<String>, Quit> {
    let mut chosen = 0;
    loop {
        let seen = line.changes();
        if !may_stay(session, line)? {
            return Ok(None);
        }
        let plays = |offer: &Option<Offer>| offer.as_ref().is_some_and(|offer| offer.game() == game);
        let waiting: Vec<Seen> = line.see(|watch| {
            watch.tables.values().filter(|table| table.waits() && plays(&table.offer)).cloned().collect()
        });
        let rules = |table: &Seen| table.offer.as_ref().map_or(String::new(), in_words);
        let label = |table: &Seen| panel::cut(&format!("{}: {}", table.names[0], rules(table)), LABEL);
        let labels: Vec<String> = waiting.iter().take(MOST).map(label).collect();
        let own = say!("A new table: {rules}", rules = in_words(offer));
        let mut items: Vec<Item<'_>> = vec![(&own, '\0'), (say!("Watch all boards"), '\0')];
        items.extend(labels.iter().map(|label| (&label[..], '\0')));
        let title = match line.status() {
            Status::Connected => say!("Who waits in the room"),
            _ => say!("Connecting to the room"),
        };
        let mut news = |_: &mut _| match line.changes() == seen {
            true => Background::GoesOn,
            false => Background::StopsMenu,
        };
        chosen = chosen.min(items.len() - 1);
        let menu = Menu { y: 128, title, items: &items, keys: &KEYS };
        match menu.choose_while(&mut session.console, &mut chosen, &mut news)? {
            Some(Choice::Item(0)) => return Ok(Some(String::new())),
            Some(Choice::Item(1)) => wall(session, line)?,
            Some(Choice::Item(n)) => return Ok(Some(waiting[n - 2].code.clone())),
            Some(Choice::Closed) => return Ok(None),
            Some(Choice::Other(_)) | None => {}
        }
    }
}

/// Reports the end of a connection and returns false.
fn may_stay(session: &mut Session<'_>, line: &Line<Watch>) -> Result<bool, Quit> {
    let Status::Ended(why) = line.status() else { return Ok(true) };
    dialog::tell(&mut session.console, &why.to_string())?;
    Ok(false)
}

/// Shows all boards of a room until the user presses Esc.
pub(crate) fn watch(session: &mut Session<'_>, place: SocketAddr) -> Result<(), Quit> {
    wall(session, &Line::join(place, Watch::default()))
}

fn wall(session: &mut Session<'_>, line: &Line<Watch>) -> Result<(), Quit> {
    let under = session.console.screen().clone();
    let mut seen = None;
    while may_stay(session, line)? {
        let changes = Some(line.changes());
        if std::mem::replace(&mut seen, changes) != changes {
            let boards: Vec<Board> = line.see(|watch| watch.tables.values().filter_map(board).collect());
            let title = match (line.status(), boards.is_empty()) {
                (Status::Connected, true) => say!("Nobody plays yet"),
                (Status::Connected, false) => say!("The room"),
                _ => say!("Connecting to the room"),
            };
            draw(session.console.screen(), session.settings.theme, title, &boards);
            panel::key_line(session.console.screen(), &[("Esc", say!("Close"))]);
        }
        if session.console.key_within(LOOK)? == Some(Key::Esc) {
            break;
        }
    }
    *session.console.screen() = under;
    Ok(())
}

/// The board of a table where a game has begun.
fn board(table: &Seen) -> Option<Board> {
    let game = table.game.as_ref()?;
    Some(Board {
        position: SetUp::of(&*game.game)?,
        players: Stone::ALL.map(|stone| table.name(game.role_of(stone)).to_string()),
        to_move: game.game.player_to_move().filter(|_| !game.is_over()),
        winner: match game.game.outcome() {
            Some(Outcome::Won(stone)) => Some(stone),
            _ => None,
        },
    })
}
