//! The beginning of a game with a friend at another computer: by links, or over the network.

use std::net::{SocketAddr, ToSocketAddrs};

use rand::RngExt;

use super::dialog::{self, Item, Menu, sentence};
use super::online;
use super::room;
use super::session::{ActiveGame, Session};
use super::wait;
use games::clock::TimeControl;
use games::stone::Stone;
use players::line::{End, Line, Offer, Role, Table, own_address};
use players::{Player, Seats, link};
use store::{Document, Store};
use turbo::dos::{Console, Quit};
use words::{phrase, say};

/// The length of a code in letters.
const CODE: usize = 6;
/// The address at which the form proposes to wait.
const HERE: &str = "127.0.0.1:4040";

/// A line, and what its ends need.
pub(crate) struct Call {
    pub(crate) line: Line,
    /// The address for the next time, in a room followed by the player's secret word and name.
    pub(crate) address: String,
    /// The lines of text that tell what the friend needs.
    pub(crate) about: Vec<String>,
    /// True if a scripted run waits for the friend, and its keys are those of the game.
    pub(crate) keys_are_moves: bool,
}

/// The last game over the network in a role. Two windows that play each other can share a data folder.
pub(crate) struct Last {
    role: Role,
    pub(crate) code: String,
    address: String,
    log: Vec<String>,
}

impl Last {
    pub(crate) fn read(store: &Store, role: Role) -> Option<Last> {
        let Ok(Document::Text(text)) = store.read(online::document(role)) else { return None };
        let (first, log) = text.split_once('\n')?;
        let (code, address) = first.split_once(' ')?;
        let log = log.lines().map(str::to_string).collect();
        Some(Last { role, code: code.to_string(), address: address.to_string(), log })
    }

    /// The log, if the game has this code.
    fn log_of(last: Option<Last>, code: &str) -> Vec<String> {
        last.filter(|last| last.code == code).map_or(Vec::new(), |last| last.log)
    }

    /// True if this is the game of a table, perhaps with other last moves.
    pub(crate) fn is_at(&self, game: &ActiveGame, seats: &Seats) -> bool {
        let end = End::guest(&self.code, game.name(), Default::default()).resumed(&self.log);
        let is_own = |table: &Table| {
            Stone::ALL.iter().all(|s| (table.role_of(*s) == self.role) == (*seats.of(*s) == Player::Human))
        };
        let table = end.ok().and_then(|end| end.table().cloned());
        let name = self.address.splitn(3, ' ').nth(2).unwrap_or_default();
        name == seats.names[0]
            && table.is_some_and(|table| link::compare(&**game, &*table.game).is_some() && is_own(&table))
    }
}

impl Call {
    /// Waits for a friend at an address of this computer. A `code` continues an earlier game.
    pub(crate) fn wait(
        address: SocketAddr,
        code: Option<String>,
        offer: Offer,
        nonce: [u8; 16],
        last: Option<Last>,
    ) -> Result<Call, String> {
        let end = match code {
            Some(code) => {
                let log = Last::log_of(last, &code);
                End::host(&code, offer, nonce).resumed(&log).map_err(|why| why.to_string())?
            }
            None => End::host(&new_code(), offer, nonce),
        };
        let code = end.code().to_string();
        let line =
            Line::wait(address, end).map_err(|why| format!("{address}: {}", words::error_text(why)))?;
        let seen = line.address().unwrap_or(address);
        let mut about = vec![say!("Address: {address}", address = seen), say!("Code: {code}", code)];
        if seen.ip().is_loopback() {
            about.push(say!("Only this computer can connect.").to_string());
        }
        let address = SocketAddr::new(address.ip(), seen.port()).to_string();
        Ok(Call { line, address, about, keys_are_moves: false })
    }

    /// Joins the friend who waits at an address. Looks the address up, which can take long.
    pub(crate) fn join(
        address: String,
        code: &str,
        game: &'static str,
        nonce: [u8; 16],
        last: Option<Last>,
    ) -> Result<Call, String> {
        let mut found = address.to_socket_addrs().map_err(|why| format!("{address}: {why}"))?;
        let found = found.next().ok_or_else(|| say!("there is no address {address}", address))?;
        let log = Last::log_of(last, code);
        let end = End::guest(code, game, nonce).resumed(&log).map_err(|why| why.to_string())?;
        let about = vec![say!("Connecting to {address}.", address)];
        Ok(Call { line: Line::join(found, end), address, about, keys_are_moves: false })
    }
}

/// A random code.
pub(super) fn new_code() -> String {
    let mut random = rand::rng();
    (0..CODE).map(|_| char::from(random.random_range(b'A'..=b'Z'))).collect()
}

/// Returns the code in capital letters.
pub(crate) fn checked(code: &str) -> Result<String, String> {
    match code.len() == CODE && code.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        true => Ok(code.to_ascii_uppercase()),
        false => Err(say!("'{code}' is not a code of six letters", code = code.escape_debug())),
    }
}

/// The beginning of a game with a friend.
pub(crate) enum Begun {
    Closed,
    ByLinks,
    OnLine(ActiveGame),
}

const WAYS: [Item<'_>; 4] = [
    (phrase!("By links"), 'l'),
    (phrase!("In a room"), 'r'),
    (phrase!("Wait for a friend"), 'w'),
    (phrase!("Join a friend"), 'j'),
];
/// The number of ways in a page, which has no sockets.
const IN_PAGE: usize = 2;

/// Asks how to play with the friend, and waits for the connection. The host's rules are those of `game`.
pub(crate) fn begin(session: &mut Session<'_>, game: &ActiveGame, time: TimeControl) -> Result<Begun, Quit> {
    if !room::is_offered() {
        return Ok(Begun::ByLinks);
    }
    let mut typed = [HERE.to_string(), String::new()];
    loop {
        let ways = if cfg!(target_family = "wasm") { &WAYS[..IN_PAGE] } else { &WAYS };
        let menu = Menu { y: 264, title: say!("Play with a friend"), items: ways, keys: &dialog::STARTS };
        let call = match menu.choose_one(&mut session.console, 0)? {
            None => return Ok(Begun::Closed),
            Some(0) => return Ok(Begun::ByLinks),
            Some(1) => room::sit_down(session, game.name(), Offer::new(&**game, time))?,
            _ if cfg!(target_family = "wasm") => None,
            Some(2) => wait(session, &mut typed[0], Offer::new(&**game, time))?,
            Some(_) => join(session, &mut typed[1], game.name())?,
        };
        if let Some(call) = call
            && let Some(game) = online::begin(session, call)?
        {
            return Ok(Begun::OnLine(game));
        }
    }
}

/// Reads the last games, in each role.
pub(crate) fn last(session: &mut Session<'_>) -> Result<Vec<Last>, Quit> {
    let games = |store: &Store| {
        let roles = [Role::Host, Role::Guest].into_iter();
        roles.filter_map(|role| Last::read(store, role)).collect()
    };
    Ok(session.with_store(OPENING, games)?.unwrap_or_default())
}

const OPENING: &str = phrase!("Opening the line.");

/// A random number that nobody else knows. A scripted run repeats its games exactly.
pub(crate) fn nonce(is_scripted: bool) -> [u8; 16] {
    if is_scripted { [0; 16] } else { rand::random() }
}

/// Closes the earlier line, and opens one or finds its address in the background. Reports an error in a box.
pub(super) fn open<T: Send + 'static>(
    session: &mut Session<'_>,
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<Option<T>, Quit> {
    session.online = None;
    let opened = wait::for_work(&mut session.console, OPENING, work)?;
    let opened = opened.map(|opened| opened.map_err(|why| sentence(&why)));
    dialog::or_tell(&mut session.console, opened)
}

/// Asks for the address at which to wait.
fn wait(session: &mut Session<'_>, typed: &mut String, offer: Option<Offer>) -> Result<Option<Call>, Quit> {
    let hint = say!(
        "At 127.0.0.1 only this computer can connect. If you wait at 0.0.0.0:4040, your friend joins {address}:4040.",
        address = own_address()
    );
    let (title, enter) = (say!("Wait at this address"), say!("Wait"));
    let Some(text) = dialog::ask_text(&mut session.console, title, typed, &hint, enter)? else {
        return Ok(None);
    };
    typed.clone_from(&text);
    let nonce = nonce(!session.console.real_time());
    open(session, move || {
        let address = text.trim().parse().map_err(|_| say!("'{text}' is not an ADDRESS:PORT", text))?;
        let offer = offer.ok_or_else(|| say!("a game over the network begins from the start"))?;
        Call::wait(address, None, offer, nonce, None)
    })
}

/// Asks for the address and the code of the friend who waits.
fn join(session: &mut Session<'_>, typed: &mut String, game: &'static str) -> Result<Option<Call>, Quit> {
    let hint =
        say!("Your friend sees both while waiting. Type them with a space between: 192.168.1.5:4040 ABCDEF");
    let (title, enter) = (say!("Address and code"), say!("Join"));
    let Some(text) = dialog::ask_text(&mut session.console, title, typed, hint, enter)? else {
        return Ok(None);
    };
    typed.clone_from(&text);
    let (store, nonce) = (session.profile.store().cloned(), nonce(!session.console.real_time()));
    open(session, move || {
        let last = store.and_then(|store| Last::read(&store, Role::Guest));
        let (address, code) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        Call::join(address.to_string(), &checked(code.trim())?, game, nonce, last)
    })
}

/// Connects again as in the last game.
pub(crate) fn go_on(
    session: &mut Session<'_>,
    game: &ActiveGame,
    time: TimeControl,
    last: Last,
) -> Result<Option<Call>, Quit> {
    let (name, offer, nonce) = (game.name(), Offer::new(&**game, time), nonce(!session.console.real_time()));
    if let Some((address, person)) = last.address.split_once(' ') {
        let end = match (last.role, offer) {
            (Role::Host, Some(offer)) => End::host(&last.code, offer, nonce),
            _ => End::guest(&last.code, name, nonce),
        };
        let Ok(end) = end.resumed(&last.log) else { return Ok(None) };
        let (address, about) = (address.to_string(), vec![say!("Sitting down.").to_string()]);
        let place = open(session, move || room::place(&address))?;
        return Ok(place.map(|place| room::call(place, person, end, about)));
    }
    open(session, move || {
        let (address, code) = (last.address.clone(), last.code.clone());
        match (last.role, address.parse(), offer) {
            (Role::Host, Ok(address), Some(offer)) => {
                Call::wait(address, Some(code), offer, nonce, Some(last))
            }
            _ => Call::join(address, &code, name, nonce, Some(last)),
        }
    })
}
