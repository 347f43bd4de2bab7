//! Watching all tables of a room.

use std::collections::BTreeMap;

use super::end::{Refusal, Speaker};
use super::table::{Entry, Offer, Role, Table};

/// The maximum number of tables.
const MOST_TABLES: usize = 200;

/// A table of a room.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The code, with which a guest sits down.
    pub code: String,
    /// `None` if this program does not know the game.
    pub offer: Option<Offer>,
    /// The names of the host and the guest; empty if the seat is.
    pub names: [String; 2],
    /// The game, once it has begun.
    pub game: Option<Table>,
    /// The number of entries in the log.
    entries: usize,
}

impl Seen {
    /// True if the host waits for a guest to begin with.
    pub fn waits(&self) -> bool {
        self.entries == 0 && !self.names[0].is_empty() && self.names[1].is_empty()
    }

    /// Adds an entry of the log. A table with a wrong one shows no game.
    fn add(&mut self, n: usize, entry: &str) {
        let parsed = Entry::parse(entry).filter(|_| n == self.entries);
        self.entries += 1;
        self.game = match (parsed, self.game.take()) {
            (Some(Entry::Start(black, offer)), None) => Some(Table::new(offer, black)),
            (Some(Entry::Act(role, action)), Some(mut table)) => table.act(role, &action).then_some(table),
            _ => None,
        };
    }

    /// The name of the player in a role.
    pub fn name(&self, role: Role) -> &str {
        &self.names[usize::from(role == Role::Guest)]
    }
}

/// All tables of a room, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    pub tables: BTreeMap<u32, Seen>,
}

impl Watch {
    /// Handles what the room says about a table. `None` if it is wrong.
    fn learn(&mut self, word: &str, n: u32, rest: &str) -> Option<()> {
        match word {
            "table" => {
                let (code, offer) = rest.split_once(' ').unwrap_or((rest, ""));
                let [code, names] = [code.to_string(), String::new()];
                let seen = Seen {
                    code,
                    offer: Offer::parse(offer),
                    names: [names.clone(), names],
                    game: None,
                    entries: 0,
                };
                (self.tables.len() < MOST_TABLES).then_some(())?;
                self.tables.insert(n, seen);
            }
            "host" | "guest" => {
                self.tables.get_mut(&n)?.names[usize::from(word == "guest")] = rest.to_string();
            }
            "log" => {
                let (k, entry) = rest.split_once(' ')?;
                self.tables.get_mut(&n)?.add(k.parse().ok()?, entry);
            }
            "end" => drop(self.tables.remove(&n)?),
            _ => return None,
        }
        Some(())
    }
}

impl Speaker for Watch {
    fn connected(&mut self) -> Vec<String> {
        self.tables.clear();
        vec!["watch".to_string()]
    }

    fn line(&mut self, line: &str) -> Result<Vec<String>, Refusal> {
        let mut words = line.splitn(3, ' ');
        let (word, n) = (words.next().unwrap_or_default(), words.next().and_then(|n| n.parse().ok()));
        let known = match (word, n) {
            ("pong" | "all", _) => Some(()),
            (_, Some(n)) => self.learn(word, n, words.next().unwrap_or_default()),
            _ => None,
        };
        known.map(|()| Vec::new()).ok_or_else(|| Refusal::of(line))
    }
}
