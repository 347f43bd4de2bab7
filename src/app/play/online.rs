//! A game over the network at the board. `sync` compares the board with the line at the start of each turn:
//! it sends what this player has done, and makes the moves of the friend.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::board_keys::key_meanwhile;
use super::dialog::{self, Menu};
use super::friend::Call;
use super::links;
use super::session::{ActiveGame, Session};
use super::turn::{TurnEnd, dropped, run_clock};
use super::tutor;
use games::clock::Clocks;
use games::stone::{Lost, Stone};
use games::{DropResult, Game};
use players::Player;
use players::line::{Action, End, Line, Role, Status, Table, Wish};
use screen::frame::frame;
use screen::panel;
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The polling interval while the friend thinks, in ms.
const TICK: u32 = 20;
/// The polling interval before the game, in ms: long enough for a page to read the screen aloud.
const JOINING: u32 = 100;
/// The longest wait until the host has taken an action.
const ANSWERED: Duration = Duration::from_secs(2);
/// The longest wait for the friend in a scripted run, where Esc does not stop it.
const SCRIPT: Duration = Duration::from_secs(60);

/// The game with a friend, and what the board has seen of it.
pub struct Online {
    line: Line,
    role: Role,
    /// [`Call::address`]
    address: String,
    /// The number of entries in the log that were saved.
    saved: usize,
    /// The number of changes of the line that the board has seen.
    seen: u64,
    /// The board after the last comparison.
    board: Box<dyn Game>,
    status: Status,
    /// The number of the last game whose draw was told, from 1.
    drawn: usize,
    /// The number of the game at the board, from 1.
    games: usize,
    /// True if this player waits for the answer to a request.
    asks: bool,
}

impl Online {
    fn table(&self) -> Option<Table> {
        self.line.see(|end| end.table().cloned())
    }

    /// True if something has happened on the line since the last comparison.
    pub(super) fn has_news(&self) -> bool {
        self.line.changes() != self.seen
    }
}

/// Waits until the friend is there, and returns the first board. Returns `None` if the user stops waiting or
/// the other end refuses.
pub(crate) fn begin(session: &mut Session<'_>, call: Call) -> Result<Option<ActiveGame>, Quit> {
    let Call { line, address, mut about, keys_are_moves } = call;
    let under = session.console.screen().clone();
    let count = about.len();
    panel::key_line(session.console.screen(), &[("Esc", say!("Do not wait"))]);
    let since = Instant::now();
    while !line.see(|end| end.is_ready()) {
        if let Status::Ended(why) = line.status() {
            *session.console.screen() = under;
            dialog::tell(&mut session.console, &why.to_string())?;
            return Ok(None);
        }
        about.truncate(count);
        about.extend(line.failure().map(|why| why.to_string()));
        let screen = session.console.screen();
        frame(screen, 64, 160, 62, count + 2, say!("Waiting for your friend"));
        panel::write_lines(screen, (80, 192), BLACK, about.iter().map(|text| panel::fitting(text, 58)));
        session.console.delay(0)?;
        let waits = keys_are_moves && waits(session, since)?;
        if !waits && session.console.key_within(JOINING)? == Some(Key::Esc) {
            *session.console.screen() = under;
            return Ok(None);
        }
    }
    let (role, Some(table)) = line.see(|end| (end.role, end.table().cloned())) else {
        return Ok(None);
    };
    session.profile.leave();
    session.table.time = table.offer.time;
    session.begin();
    let game = session.active(table.game.copy());
    let (board, status) = (game.copy(), Status::Connected);
    let online =
        Online { line, role, address, saved: 0, seen: 0, board, status, drawn: 0, games: 0, asks: false };
    session.online = Some(online);
    take_seats(session, &table);
    Ok(Some(game))
}

/// In a scripted run, waits a moment in real time and returns true.
fn waits(session: &Session<'_>, since: Instant) -> Result<bool, Quit> {
    let scripted = !session.console.real_time();
    if scripted {
        if since.elapsed() > SCRIPT {
            return Err(Quit::Closed);
        }
        sleep(Duration::from_millis(5));
    }
    Ok(scripted)
}

/// Seats the friend and this player, and sets the clocks.
fn take_seats(session: &mut Session<'_>, table: &Table) {
    let Some(online) = &session.online else { return };
    for stone in Stone::ALL {
        *session.table.seats.of_mut(stone) = match table.role_of(stone) == online.role {
            true => Player::Human,
            false => Player::Friend,
        };
    }
    session.table.seats.names = online.line.see(|end| end.names.clone());
    session.table.clocks = table.clocks;
}

/// The document with the last game over the network in this role: the code and the address, then the log.
pub(crate) fn document(role: Role) -> &'static str {
    match role {
        Role::Host => "line-host",
        Role::Guest => "line-guest",
    }
}

/// Saves the log if it has grown.
fn keep(session: &mut Session<'_>) {
    let Some(Online { line, address, saved, .. }) = &mut session.online else { return };
    let entries = line.see(|end| end.log().len());
    if entries != std::mem::replace(saved, entries) {
        let log = |end: &End| (end.role, format!("{} {address}\n{}\n", end.code(), end.log().join("\n")));
        let (role, text) = line.see(log);
        session.profile.update(move |store| store.write(document(role), &text));
    }
}

/// True if something has happened on the line.
pub(crate) fn has_news(session: &Session<'_>) -> bool {
    session.online.as_ref().is_some_and(Online::has_news)
}

/// Waits for a key. Returns `None` if something happens on the line first.
pub(crate) fn key(session: &mut Session<'_>) -> Result<Option<Key>, Quit> {
    while session.online.is_some() {
        if has_news(session) {
            return Ok(None);
        }
        if let Some(key) = session.console.key_within(TICK)? {
            return Ok(Some(key));
        }
    }
    session.console.getkey().map(Some)
}

/// Brings the board and the line together. Returns a note for the player, which may be empty.
pub(crate) fn sync(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<String, Quit> {
    let mut notes = Vec::new();
    let Some(online) = &mut session.online else { return Ok(String::new()) };
    online.seen = online.line.changes();
    let Some(table) = online.table() else { return Ok(String::new()) };
    if **game != *online.board {
        online.board = game.copy();
        match action_to(&table, &**game, online.role, session.table.clocks) {
            Some(action) => {
                let next = table.after(online.role, &action);
                let is_own = next.is_some_and(|next| next.role_of(next.game.player()) == online.role);
                online.line.act(action);
                // The host has to take this action before the player's next one.
                if is_own {
                    wait_for_host(session)?;
                }
            }
            None if !online.line.see(|end| end.is_waiting()) => {
                let wish = if table.is_over() { Wish::Rematch } else { Wish::Undo };
                let asked = game.t() < table.game.t() && online.line.act(Action::Ask(wish));
                if !asked {
                    notes.push(say!("The game with your friend goes on.").to_string());
                }
            }
            None => {}
        }
    }
    if let Some(online) = &mut session.online
        && !online.line.see(|end| end.is_waiting())
    {
        let table = online.table().unwrap_or(table);
        notes.extend(news(online, &table));
        notes.push(adopt(session, game, &table)?);
        // The log is saved before the player is asked, who may take a while.
        keep(session);
        answer(session, &table)?;
    }
    keep(session);
    notes.push(standing(session));
    notes.retain(|note| !note.is_empty());
    Ok(notes.join(" "))
}

/// Says what has happened on the line since the last comparison, except moves.
fn news(online: &mut Online, table: &Table) -> Vec<String> {
    let mut notes = Vec::new();
    let asks = table.asked.is_some_and(|(role, _)| role == online.role);
    let is_new = std::mem::replace(&mut online.games, table.games) != table.games;
    if std::mem::replace(&mut online.asks, asks) && !asks {
        notes.push(match table.drawn || is_new || table.game.t() < online.board.t() {
            true => say!("Your friend agrees.").to_string(),
            false => say!("Your friend declines.").to_string(),
        });
    }
    let own = Stone::ALL.into_iter().find(|stone| table.role_of(*stone) == online.role);
    if let (true, 1, Some(stone)) = (is_new && table.game.t() == table.game.restarted().t(), table.games, own)
    {
        notes.push(say!("The lot gives you {stone}.", stone = stone.name()));
    }
    let before = std::mem::replace(&mut online.status, online.line.status());
    if online.status == Status::Connected && before != online.status {
        notes.push(say!("Your friend is back.").to_string());
    }
    notes
}

/// Returns sentences about a request without an answer and a lost connection, for as long as they last.
pub(crate) fn standing(session: &Session<'_>) -> String {
    let Some(online) = &session.online else { return String::new() };
    let lost = match online.line.status() {
        Status::Waits => {
            say!("The connection is lost. The game goes on when your friend is back.").to_string()
        }
        Status::Connected => String::new(),
        Status::Ended(why) => why.to_string(),
    };
    let asked = if online.asks { say!("Your friend is asked.") } else { "" };
    [lost, asked.to_string()].join(" ").trim().to_string()
}

/// Waits until the host has taken this player's action, for a moment at most. Keys stay in the buffer.
fn wait_for_host(session: &mut Session<'_>) -> Result<(), Quit> {
    let since = Instant::now();
    let is_waiting = |session: &Session<'_>| {
        session.online.as_ref().is_some_and(|online| online.line.see(|end| end.is_waiting()))
    };
    while is_waiting(session) && since.elapsed() < ANSWERED {
        if !waits(session, since)? {
            session.console.delay(TICK)?;
        }
    }
    Ok(())
}

/// The action that leads from the line's position to the board's, if there is one.
fn action_to(table: &Table, board: &dyn Game, role: Role, clocks: Option<Clocks>) -> Option<Action> {
    let stone = table.game.player_to_move()?;
    // The board has swapped the clocks with the colours.
    let stone = if board.swapped() == table.game.swapped() { stone } else { stone.other() };
    let left = clocks.map_or(0, |clocks| clocks.of(stone));
    let placed = board.place_of(table.game.t()).map(|place| Action::Play(board.name_of(place), left));
    let choices = table.game.question().map_or(0, |question| question.choices.len());
    let others = [Action::Pass, Action::Resign, Action::OutOfTime];
    let mut all = placed.into_iter().chain((0..choices).map(|n| Action::Answer(n, left))).chain(others);
    all.find(|action| table.after(role, action).is_some_and(|after| *after.game == *board))
}

/// Makes the friend's move on the board, or replaces the board with the line's. Returns a note.
fn adopt(session: &mut Session<'_>, game: &mut ActiveGame, table: &Table) -> Result<String, Quit> {
    let mut note = String::new();
    if **game != *table.game {
        note = arrive(session, game, &*table.game)?;
        take_seats(session, table);
        session.start_clock();
    }
    if let Some(online) = &mut session.online {
        online.board = game.copy();
    }
    Ok(note)
}

/// After an agreed draw, asks once whether to play again. Returns true if the player leaves.
pub(crate) fn leaves_after_draw(session: &mut Session<'_>, game: &ActiveGame) -> Result<bool, Quit> {
    let Some(online) = &mut session.online else { return Ok(false) };
    let Some(table) = online.table().filter(|table| table.drawn) else { return Ok(false) };
    if std::mem::replace(&mut online.drawn, table.games) == table.games {
        return Ok(false);
    }
    session.profile.keep_finished(&**game, &mut session.table);
    session.table.drawn = true;
    let next = [(say!("Again||a game"), 'a'), (say!("Menu"), 'm')];
    let title = say!("You have agreed on a draw.");
    let menu = Menu { y: 264, title, items: &next, keys: &dialog::STARTS };
    let again = menu.choose_one(&mut session.console, 0)? == Some(0);
    if let (true, Some(online)) = (again, &session.online) {
        online.line.act(Action::Ask(Wish::Rematch));
    }
    Ok(!again)
}

/// Shows the move that leads to this game being made, or replaces the board. Returns a note.
pub(crate) fn arrive(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    target: &dyn Game,
) -> Result<String, Quit> {
    let place = target.place_of(game.t()).filter(|place| {
        let mut next = game.copy();
        next.play(*place) && *next == *target
    });
    if let Some(place) = place {
        tutor::watch_drop(session, game, place)?;
        if let DropResult::Done(placed) = game.try_to_drop(place) {
            return dropped(session, game, &placed, true);
        }
    }
    *game = game.with(target.copy());
    session.table.stone_at = None;
    session.just_ended = matches!(game.lost(), Some((_, Lost::Resigned | Lost::OutOfTime)));
    Ok(String::new())
}

/// Asks the player to answer the friend's request, if there is one.
fn answer(session: &mut Session<'_>, table: &Table) -> Result<(), Quit> {
    let own = session.online.as_ref().map(|online| online.role);
    let Some((_, wish)) = table.asked.filter(|(asker, _)| Some(*asker) != own) else { return Ok(()) };
    let question = match wish {
        Wish::Undo => say!("Your friend would like to take a move back. Agree?"),
        Wish::Draw => say!("Your friend offers a draw. Agree?"),
        Wish::Rematch => say!("Your friend would like to play again. Agree?"),
    };
    let agrees = dialog::ask(&mut session.console, question)?;
    if let Some(online) = &session.online {
        online.line.act(if agrees { Action::Agree(wish) } else { Action::Refuse(wish) });
    }
    Ok(())
}

/// Offers the friend a draw. Returns a note.
pub(crate) fn offer_draw(session: &Session<'_>) -> &'static str {
    let online = session.online.as_ref();
    match online.is_some_and(|online| online.line.act(Action::Ask(Wish::Draw))) {
        // The note about the request follows with the news.
        true => "",
        false => say!("You cannot offer a draw now."),
    }
}

/// Waits for the friend's move. The keys that move the stone do nothing meanwhile; all others work.
pub(crate) fn friends_turn(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<TurnEnd, Quit> {
    if session.online.is_none() {
        return links::friends_turn(session, game);
    }
    let since = Instant::now();
    let mut waited = 0;
    while !has_news(session) {
        panel::thinking(session.console.screen(), session.settings.theme, waited / 100);
        session.console.pause(TICK)?;
        waited += TICK;
        waits(session, since)?;
        // The friend's own program says when the friend's time is up.
        run_clock(session, game);
        while session.console.kbhit() {
            if let Some(end) = key_meanwhile(session, game)? {
                return Ok(end);
            }
        }
    }
    Ok(TurnEnd::redraw())
}
