//! Writes the files of the WTHOR database: the games, the players and the tournaments.

use std::collections::HashMap;

use super::score::{Early, Score, tournament_score};
use super::transcript::throws_no_turn_away;
use super::wthor::GAME;
use super::wthor_names::HEADER;
use super::{Problem, Recorded};
use crate::Game as _;
use crate::othello::{self, Cell, Ply, Position};
use original::do_score;
use words::say;

/// How many bytes a player's name takes in its file, with the zero at its end, and a tournament's.
const SIZES: [usize; 2] = [20, 26];
/// What stands for a name that nobody knows.
const NOBODY: &str = "???";

/// The three files, as bytes.
pub struct Files {
    /// The games: `NAME.wtb`.
    pub games: Vec<u8>,
    /// The players: `WTHOR.JOU`.
    pub players: Vec<u8>,
    /// The tournaments: `WTHOR.TRN`.
    pub tournaments: Vec<u8>,
    /// What they have no place for, in words such as `dates`.
    pub not_held: Vec<&'static str>,
}

/// The names of a file. The old ones keep their numbers.
struct Names {
    bytes: Vec<u8>,
    size: usize,
    numbers: HashMap<Vec<u8>, u16>,
}

impl Names {
    /// The names that a file has already; a new file begins with a name for nobody.
    fn of(file: &[u8], size: usize) -> Names {
        let mut names = Names {
            bytes: vec![0; HEADER],
            size,
            numbers: HashMap::new(),
        };
        if file.len() < HEADER {
            let _ = names.number(NOBODY);
            return names;
        }
        names.bytes = file.to_vec();
        for (entry, n) in file[HEADER..].chunks(size).zip(0..=u16::MAX) {
            let name = entry.split(|byte| *byte == 0).next().unwrap_or_default();
            names.numbers.entry(name.to_vec()).or_insert(n);
        }
        names
    }

    fn count(&self) -> usize {
        (self.bytes.len() - HEADER) / self.size
    }

    /// The number of a name, and whether the file holds it as it is; it gets a number if it has none.
    fn number(&mut self, name: &str) -> Result<(u16, bool), Problem> {
        let name = if name.is_empty() { NOBODY } else { name };
        let latin = |c: char| u8::try_from(c).unwrap_or(b'?');
        let entry: Vec<u8> = name.chars().take(self.size - 1).map(latin).collect();
        let as_it_is = entry.iter().map(|byte| char::from(*byte)).eq(name.chars());
        if let Some(n) = self.numbers.get(&entry) {
            return Ok((*n, as_it_is));
        }
        let full = || Problem::Malformed(say!("WTHOR has no place for more names").to_string());
        let n = u16::try_from(self.count()).map_err(|_| full())?;
        if n == u16::MAX {
            return Err(full());
        }
        let mut padded = entry.clone();
        padded.resize(self.size, 0);
        self.bytes.extend(padded);
        self.numbers.insert(entry, n);
        Ok((n, as_it_is))
    }

    fn finish(mut self, today: [u8; 4]) -> Vec<u8> {
        let count = self.count() as u16;
        self.bytes[..4].copy_from_slice(&today);
        self.bytes[8..10].copy_from_slice(&count.to_le_bytes());
        self.bytes
    }
}

/// Games on their way into a database.
pub struct Writer {
    games: Vec<u8>,
    players: Names,
    tournaments: Names,
    years: Vec<u16>,
    not_held: Vec<&'static str>,
}

impl Writer {
    /// A database without games yet. Its names are added to those in these files, which may be empty.
    pub fn new(players: &[u8], tournaments: &[u8]) -> Writer {
        Writer {
            games: Vec::new(),
            players: Names::of(players, SIZES[0]),
            tournaments: Names::of(tournaments, SIZES[1]),
            years: Vec::new(),
            not_held: Vec::new(),
        }
    }

    fn lose(&mut self, what: &'static str) {
        if !self.not_held.contains(&what) {
            self.not_held.push(what);
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// It has no place there because it is not a finished game of Othello from the usual start.
    pub fn add(&mut self, recorded: &Recorded) -> Result<(), Problem> {
        let malformed = |what: &str| Problem::Malformed(what.to_string());
        let game = recorded.game.of::<othello::Game>();
        let game = game.ok_or_else(|| malformed(say!("WTHOR has games of Othello only")))?;
        if game.start() != Position::default() || !throws_no_turn_away(game) {
            return Err(malformed(say!(
                "WTHOR has games from the usual start only, and no turn that was thrown away"
            )));
        }
        let over = game.outcome().is_some() && game.lost().is_none();
        let (b, w) = do_score(game.map());
        let on_board = b as i32 - w as i32;
        let black = match recorded.score {
            Some(Score::Discs(black, _)) => black,
            // Elsewhere the winner may not have got the empties.
            Some(Score::Difference(d) | Score::Early(d, Early::Agreed))
                if d % 2 == 0 && !(over && d == on_board) =>
            {
                (64 + d) as usize / 2
            }
            _ if over => tournament_score(game.map()).0,
            _ => return Err(malformed(say!("WTHOR has finished games only"))),
        };
        let heading = &recorded.heading;
        let (event, all_of_event) = self.tournaments.number(&heading.event)?;
        let (first, all_of_first) = self.players.number(&heading.black)?;
        let (second, all_of_second) = self.players.number(&heading.white)?;
        if !(all_of_event && all_of_first && all_of_second) {
            self.lose(say!("long names and letters outside Latin-1"));
        }
        let year = heading.date.get(..4).and_then(|year| year.parse().ok());
        let year = year.unwrap_or(0);
        if !self.years.contains(&year) {
            self.years.push(year);
        }
        for number in [event, first, second] {
            self.games.extend(number.to_le_bytes());
        }
        // The perfect result is given for one empty cell, where it is the score.
        self.games.extend([black as u8; 2]);
        let end = self.games.len() + GAME - 8;
        for ply in game.plies() {
            if let Ply::Drop(Cell { row, col }) = ply {
                self.games.push((10 * (row + 1) + col + 1) as u8);
            }
        }
        self.games.resize(end, 0);
        Ok(())
    }

    /// The files, with the date on which they are written: year, month and day.
    pub fn finish(mut self, (year, month, day): (u16, u8, u8)) -> Files {
        if self.years.len() > 1 {
            self.lose(say!("games of several years in one file"));
        }
        let today = [(year / 100) as u8, (year % 100) as u8, month, day];
        let count = (self.games.len() / GAME) as u32;
        let mut games = today.to_vec();
        games.extend(count.to_le_bytes());
        games.extend([0, 0]);
        let year = match self.years[..] {
            [year] => year,
            _ => 0,
        };
        games.extend(year.to_le_bytes());
        // 8 x 8 cells, no solitaires, perfect results with one empty cell.
        games.extend([8, 0, 1, 0]);
        games.extend(self.games);
        Files {
            games,
            players: self.players.finish(today),
            tournaments: self.tournaments.finish(today),
            not_held: self.not_held,
        }
    }
}
