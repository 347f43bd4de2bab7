//! One end of the line as a state machine: lines come in, and lines go out. It knows neither sockets nor time.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest, Sha256};

use super::table::{Action, Entry, Offer, Role, Table, number};
use words::say;

/// The version of the protocol.
pub const VERSION: &str = "1";
/// The maximum length of a line in bytes, with its line break.
pub const LONGEST: usize = 80;
/// The maximum number of entries in a log.
const MOST_ENTRIES: usize = 20_000;

/// The reason why a connection ends. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The other end broke the protocol or the rules. It is told so.
    #[error("{}", say!("The other end sent a wrong line: {line}", line = .0))]
    Wrong(String),
    #[error("{}", say!("The code is wrong."))]
    Code,
    #[error("{}", say!("The other end speaks another version of the protocol."))]
    Version,
    #[error("{}", say!("The other end plays another game."))]
    OtherGame,
    #[error("{}", say!("The room is full."))]
    Full,
    #[error("{}", say!("Somebody else plays at this table."))]
    Taken,
    /// The other end has refused, in its own words.
    #[error("{}", say!("The other end refused: {why}", why = .0))]
    Refused(String),
}

impl Refusal {
    /// The reason in a line that begins with `no`. Any other line is wrong.
    pub(super) fn of(line: &str) -> Refusal {
        let known = [Refusal::Code, Refusal::Version, Refusal::OtherGame, Refusal::Full, Refusal::Taken];
        let text = |line: &str| line.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        let told = || match line.strip_prefix("no ") {
            Some(why) => Refusal::Refused(text(why)),
            None => Refusal::Wrong(text(line)),
        };
        known.into_iter().find(|why| why.line() == Some(line)).unwrap_or_else(told)
    }

    /// The line that tells the other end.
    pub fn line(&self) -> Option<&'static str> {
        match self {
            Refusal::Wrong(_) => Some("no wrong line"),
            Refusal::Code => Some("no wrong code"),
            Refusal::Version => Some("no other version"),
            Refusal::OtherGame => Some("no other game"),
            Refusal::Full => Some("no the room is full"),
            Refusal::Taken => Some("no the seat is taken"),
            Refusal::Refused(_) => None,
        }
    }
}

/// A program at one end of a line: it plays a game, or watches a room.
pub trait Speaker: Send + 'static {
    /// The connection is made. Returns the lines to send.
    fn connected(&mut self) -> Vec<String>;

    /// The connection is lost.
    fn disconnected(&mut self) {}

    /// Handles a line from the other end, without its line break. Returns the lines to send.
    ///
    /// # Errors
    /// If the connection has to end. The game stays as it is.
    fn line(&mut self, line: &str) -> Result<Vec<String>, Refusal>;

    /// True if the other end answers.
    fn is_connected(&self) -> bool {
        true
    }

    /// True if it does not connect again after this error.
    fn gives_up(&self, _: &Refusal) -> bool {
        true
    }
}

/// The progress of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Down,
    /// Waiting for the other end's greeting.
    Greets,
    /// Choosing the colours of a new game.
    Draws,
    /// The other end had so many entries when it connected.
    Plays(usize),
}

/// One end of the line.
///
/// The host keeps the log: it appends each action, its own and the guest's, and sends the entry. The guest
/// asks for its actions, and carries them out when they come back. After a lost connection the end with fewer
/// entries gets the rest.
#[derive(Clone, Debug)]
pub struct End {
    pub role: Role,
    code: String,
    /// The secret word of this end's player, if it plays in a room.
    key: Option<String>,
    /// The names of this end's player and of the other one in a room; empty if unknown.
    pub names: [String; 2],
    /// The host's offer, or the one that the guest got.
    offer: Option<Offer>,
    /// The game that the guest wants.
    wants: Option<&'static str>,
    nonce: [u8; 16],
    /// The guest: the host's commitment. The host: the guest's number.
    theirs: Vec<u8>,
    log: Vec<String>,
    table: Option<Table>,
    /// The guest's action that is not in the log yet.
    pending: Option<Action>,
    /// True if the host has lost its memory of the game, and accepts the guest's log.
    resumes: bool,
    stage: Stage,
}

impl End {
    /// Creates the end that waits. `nonce` is a random number that nobody else knows.
    pub fn host(code: &str, offer: Offer, nonce: [u8; 16]) -> End {
        End { offer: Some(offer), ..End::new(Role::Host, code, nonce) }
    }

    /// Creates the end that joins; it plays only this game.
    pub fn guest(code: &str, wants: &'static str, nonce: [u8; 16]) -> End {
        End { wants: Some(wants), ..End::new(Role::Guest, code, nonce) }
    }

    fn new(role: Role, code: &str, nonce: [u8; 16]) -> End {
        End {
            role,
            code: code.to_string(),
            key: None,
            names: Default::default(),
            offer: None,
            wants: None,
            nonce,
            theirs: Vec::new(),
            log: Vec::new(),
            table: None,
            pending: None,
            resumes: false,
            stage: Stage::Down,
        }
    }

    /// Plays in a room, where both ends connect to a server and have names. `key` is a secret word by which the
    /// room recognizes a player who comes back.
    #[must_use]
    pub fn in_room(self, key: &str, name: &str) -> End {
        End { key: Some(key.to_string()), names: [name.to_string(), String::new()], ..self }
    }

    /// Continues a game after a restart from the lines of an earlier [`log`](End::log), which may be older
    /// than the other end's.
    ///
    /// # Errors
    /// If the lines are no log; the reason says which one is wrong.
    pub fn resumed(mut self, log: &[String]) -> Result<End, Refusal> {
        self.resumes = true;
        log.iter().try_for_each(|line| self.append(line))?;
        Ok(self)
    }

    /// The code of the line.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The lines to keep for [`resumed`](End::resumed).
    pub fn log(&self) -> &[String] {
        &self.log
    }

    /// The game, once the colours are drawn.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// True if the other end is connected and has the same game.
    pub fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Plays(theirs) if theirs <= self.log.len() && self.table.is_some())
    }

    /// True if an action of this end has not reached the host yet.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Acts for this end's player. Returns the lines to send, or `None` if the rules do not allow the action
    /// now. Without a connection the action is sent later.
    pub fn act(&mut self, action: Action) -> Option<Vec<String>> {
        if self.pending.is_some() || self.table.as_ref()?.after(self.role, &action).is_none() {
            return None;
        }
        match self.role {
            Role::Host => {
                let entry = Entry::Act(self.role, action).to_string();
                self.append(&entry).ok()?;
                Some(self.sent_last())
            }
            Role::Guest => {
                self.pending = Some(action);
                Some(self.request())
            }
        }
    }

    /// The reason why the host refuses this greeting, if it does.
    pub(super) fn greeting_refusal(&self, line: &str) -> Option<Refusal> {
        let mut end = self.clone();
        end.connected();
        end.line(line).err()
    }

    /// The host: handles the guest's greeting. `None` if it is none.
    fn greeted(&mut self, rest: &str) -> Option<Result<Vec<String>, Refusal>> {
        let words: Vec<&str> = rest.split(' ').collect();
        if *words.first()? != VERSION {
            return Some(Err(Refusal::Version));
        }
        let [_, code, count, sum] = words[..] else { return None };
        if code != self.code {
            return Some(Err(Refusal::Code));
        }
        let count = number(count)? as usize;
        let ok = format!("ok {}", self.position(self.log.len()));
        let rest = self.synchronize(count, sum);
        Some(rest.map(|rest| [vec![ok], rest].concat()))
    }

    /// Continues after both greetings, of which the other end's has so many entries.
    fn synchronize(&mut self, count: usize, sum: &str) -> Result<Vec<String>, Refusal> {
        let own = self.log.len();
        let common = count.min(own);
        if count > MOST_ENTRIES || (count <= own && self.position(common) != format!("{count} {sum}")) {
            return Err(Refusal::OtherGame);
        }
        // Only a restarted host learns the game from its guest.
        if self.role == Role::Host && count > own && !self.resumes {
            return Err(Refusal::OtherGame);
        }
        if count == 0 && own == 0 {
            self.stage = Stage::Draws;
            self.theirs.clear();
            return Ok(match (self.role, &self.offer) {
                (Role::Host, Some(offer)) => {
                    vec![
                        format!("offer {offer}"),
                        format!("commit {}", HEXLOWER.encode(&Sha256::digest(self.nonce))),
                    ]
                }
                _ => Vec::new(),
            });
        }
        self.stage = Stage::Plays(count);
        let missing = (common..own).map(|n| format!("log {n} {}", self.log[n]));
        let missing: Vec<String> = missing.collect();
        // The guest asks again as soon as it has all entries.
        Ok([missing, if count <= own { self.request() } else { Vec::new() }].concat())
    }

    /// Handles an entry of the other end's log. `None` if it is wrong.
    fn entry(&mut self, n: usize, line: &str, theirs: usize) -> Option<Vec<String>> {
        let is_known = n < theirs;
        if n != self.log.len() || (self.role == Role::Host && !is_known) {
            return None;
        }
        match Entry::parse(line)? {
            Entry::Start(black, offer) => {
                let same = self.offer.as_ref().is_none_or(|own| own.to_string() == offer.to_string());
                let wanted = self.wants.is_none_or(|wants| wants == offer.game());
                let drawn = is_known || black == drawn(&self.theirs, &self.nonce);
                (n == 0 && same && wanted && drawn).then_some(())?;
            }
            Entry::Act(Role::Guest, action) => {
                let asked_for = self.pending.take_if(|pending| *pending == action);
                // Nobody plays for the guest.
                (is_known || asked_for.is_some()).then_some(())?;
            }
            Entry::Act(Role::Host, _) => {}
        }
        self.append(line).ok()?;
        if self.log.len() < theirs {
            return Some(Vec::new());
        }
        let table = self.table.as_ref()?;
        if self.pending.as_ref().is_none_or(|action| table.after(self.role, action).is_none()) {
            self.pending = None;
        }
        Some(self.request())
    }

    /// The guest's request for its pending action.
    fn request(&self) -> Vec<String> {
        match (&self.pending, self.stage) {
            (Some(action), Stage::Plays(_)) => vec![format!("do {} {action}", self.log.len())],
            _ => Vec::new(),
        }
    }

    /// The line that sends the last entry, if the other end is connected.
    fn sent_last(&self) -> Vec<String> {
        match (self.log.last(), self.stage) {
            (Some(entry), Stage::Plays(_)) => vec![format!("log {} {entry}", self.log.len() - 1)],
            _ => Vec::new(),
        }
    }

    /// Adds an entry to the log, if the rules allow it.
    fn append(&mut self, line: &str) -> Result<(), Refusal> {
        let wrong = || Refusal::Wrong(line.chars().take(LONGEST).collect());
        if self.log.len() >= MOST_ENTRIES {
            return Err(wrong());
        }
        match (Entry::parse(line).ok_or_else(wrong)?, &mut self.table) {
            (Entry::Start(black, offer), None) => self.table = Some(Table::new(offer, black)),
            (Entry::Act(role, action), Some(table)) => {
                table.act(role, &action).then_some(()).ok_or_else(wrong)?
            }
            _ => return Err(wrong()),
        }
        self.log.push(line.to_string());
        Ok(())
    }

    /// The number of entries and their checksum.
    fn position(&self, count: usize) -> String {
        format!("{count} {:08x}", crc32fast::hash(self.log[..count].join("\n").as_bytes()))
    }
}

impl Speaker for End {
    fn connected(&mut self) -> Vec<String> {
        self.stage = Stage::Greets;
        let introduction = self.key.iter().map(|key| format!("room {key} {}", self.names[0]));
        let first = match (self.role, &self.key, &self.offer) {
            (Role::Guest, ..) => {
                Some(format!("qipan {VERSION} {} {}", self.code, self.position(self.log.len())))
            }
            (Role::Host, Some(_), Some(offer)) => Some(format!("table {} {offer}", self.code)),
            _ => None,
        };
        introduction.chain(first).collect()
    }

    fn disconnected(&mut self) {
        self.stage = Stage::Down;
    }

    fn line(&mut self, line: &str) -> Result<Vec<String>, Refusal> {
        let wrong = || Refusal::of(line);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let bytes = |length| {
            let bytes = HEXLOWER_PERMISSIVE.decode(rest.as_bytes()).ok();
            bytes.filter(|bytes| bytes.len() == length).ok_or_else(wrong)
        };
        match (word, self.stage) {
            ("no", _) => Err(Refusal::of(line)),
            ("ping", _) if rest.is_empty() => Ok(vec!["pong".to_string()]),
            ("pong", _) if rest.is_empty() => Ok(Vec::new()),
            ("name", Stage::Greets) => {
                self.names[1] = rest.chars().filter(|c| !c.is_control()).collect();
                Ok(Vec::new())
            }
            ("qipan", Stage::Greets) if self.role == Role::Host => self.greeted(rest).ok_or_else(wrong)?,
            ("ok", Stage::Greets) if self.role == Role::Guest => {
                let (count, sum) = rest.split_once(' ').ok_or_else(wrong)?;
                self.synchronize(number(count).ok_or_else(wrong)? as usize, sum)
            }
            ("offer", Stage::Draws) if self.role == Role::Guest => {
                let offer = Offer::parse(rest).ok_or_else(wrong)?;
                if self.wants != Some(offer.game()) {
                    return Err(Refusal::OtherGame);
                }
                self.offer = Some(offer);
                Ok(Vec::new())
            }
            ("commit", Stage::Draws) if self.role == Role::Guest && self.theirs.is_empty() => {
                self.theirs = bytes(32)?;
                Ok(vec![format!("nonce {}", HEXLOWER.encode(&self.nonce))])
            }
            ("nonce", Stage::Draws) if self.role == Role::Host => {
                let theirs = bytes(16)?;
                let (black, offer) = (drawn(&self.nonce, &theirs), self.offer.clone().ok_or_else(wrong)?);
                self.append(&Entry::Start(black, offer).to_string())?;
                self.stage = Stage::Plays(0);
                let reveal = format!("reveal {}", HEXLOWER.encode(&self.nonce));
                Ok([vec![reveal], self.sent_last()].concat())
            }
            ("reveal", Stage::Draws) if self.role == Role::Guest => {
                let theirs = bytes(16)?;
                if Sha256::digest(&theirs)[..] != self.theirs[..] {
                    return Err(wrong());
                }
                self.theirs = theirs;
                self.stage = Stage::Plays(0);
                Ok(Vec::new())
            }
            ("log", Stage::Plays(theirs)) => {
                let (n, entry) = rest.split_once(' ').ok_or_else(wrong)?;
                self.entry(number(n).ok_or_else(wrong)? as usize, entry, theirs).ok_or_else(wrong)
            }
            ("do", Stage::Plays(_)) if self.role == Role::Host => {
                let (n, action) = rest.split_once(' ').ok_or_else(wrong)?;
                // A request that crossed an entry is repeated by the guest.
                if number(n).ok_or_else(wrong)? as usize != self.log.len() {
                    return Ok(Vec::new());
                }
                let action = Action::parse(action).ok_or_else(wrong)?;
                self.append(&Entry::Act(Role::Guest, action).to_string())?;
                Ok(self.sent_last())
            }
            _ => Err(wrong()),
        }
    }

    fn is_connected(&self) -> bool {
        !matches!(self.stage, Stage::Down | Stage::Greets)
    }

    fn gives_up(&self, _: &Refusal) -> bool {
        // A host waits for the next guest, but a room may refuse the host.
        self.role == Role::Guest || (self.key.is_some() && self.stage == Stage::Greets)
    }
}

/// The end that plays Black, by the numbers of both.
fn drawn(host: &[u8], guest: &[u8]) -> Role {
    let last = |bytes: &[u8]| bytes.last().map_or(0, |byte| byte & 1);
    if last(host) == last(guest) { Role::Host } else { Role::Guest }
}
