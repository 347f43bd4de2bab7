//! Writes the files of a WTHOR database: games, players and tournaments.

use std::collections::HashMap;

use super::problem::malformed;
use super::recorded::note_loss;
use super::score::{Early, Score, tournament_score};
use super::text::latin_1;
use super::transcript::check_rules;
use super::wthor::{GAME, HEADER, PLAYER, TOURNAMENT, until_zero};
use super::{Problem, Recorded};
use crate::Game as _;
use crate::othello::{Cell, Ply, Position};
use original::do_score;
use turbo::dos::encoding::Encoding;
use words::say;

/// The placeholder for an unknown name.
const UNKNOWN: &str = "???";

pub struct Files {
    /// The games: `NAME.wtb`.
    pub games: Vec<u8>,
    /// The players: `WTHOR.JOU`.
    pub players: Vec<u8>,
    /// The tournaments: `WTHOR.TRN`.
    pub tournaments: Vec<u8>,
    /// The kinds of data that could not be stored, such as `dates`.
    pub unsupported: Vec<&'static str>,
}

/// A file of names, to which names can be added. Existing names keep their numbers.
struct Names {
    bytes: Vec<u8>,
    size: usize,
    numbers: HashMap<Vec<u8>, u16>,
}

impl Names {
    /// Parses an existing file. A new file begins with the placeholder for an unknown name.
    fn of(file: &[u8], size: usize) -> Names {
        let mut names = Names { bytes: vec![0; HEADER], size, numbers: HashMap::new() };
        if file.len() < HEADER {
            let _ = names.number(UNKNOWN);
            return names;
        }
        names.bytes = file.to_vec();
        for (entry, n) in file[HEADER..].chunks(size).zip(0..=u16::MAX) {
            names.numbers.entry(until_zero(entry).to_vec()).or_insert(n);
        }
        names
    }

    fn count(&self) -> usize {
        (self.bytes.len() - HEADER) / self.size
    }

    /// Returns the number of a name, which is added if it is new, and whether the file stores the name
    /// unchanged.
    fn number(&mut self, name: &str) -> Result<(u16, bool), Problem> {
        let name = if name.is_empty() { UNKNOWN } else { name };
        let latin = |c: char| Encoding::Windows.encode(c).map_or(b'?', |byte| byte[0]);
        let entry: Vec<u8> = name.chars().take(self.size - 1).map(latin).collect();
        let unchanged = latin_1(&entry) == name;
        if let Some(n) = self.numbers.get(&entry) {
            return Ok((*n, unchanged));
        }
        let n = u16::try_from(self.count()).ok().filter(|n| *n < u16::MAX);
        let full = || Problem::malformed(say!("WTHOR has no place for more names"));
        let n = n.ok_or_else(full)?;
        let mut padded = entry.clone();
        padded.resize(self.size, 0);
        self.bytes.extend(padded);
        self.numbers.insert(entry, n);
        Ok((n, unchanged))
    }

    fn finish(mut self, today: [u8; 4]) -> Vec<u8> {
        let count = self.count() as u16;
        self.bytes[..4].copy_from_slice(&today);
        self.bytes[8..10].copy_from_slice(&count.to_le_bytes());
        self.bytes
    }
}

pub struct Writer {
    games: Vec<u8>,
    players: Names,
    tournaments: Names,
    years: Vec<u16>,
    /// The different numbers of empty cells for which games have perfect scores.
    depths: Vec<Option<u32>>,
    unsupported: Vec<&'static str>,
}

impl Writer {
    /// Creates a database without games. `players` and `tournaments` are the contents of existing name files,
    /// or empty.
    pub fn new(players: &[u8], tournaments: &[u8]) -> Writer {
        Writer {
            games: Vec::new(),
            players: Names::of(players, PLAYER),
            tournaments: Names::of(tournaments, TOURNAMENT),
            years: Vec::new(),
            depths: Vec::new(),
            unsupported: Vec::new(),
        }
    }

    pub fn add(&mut self, recorded: &Recorded) -> Result<(), Problem> {
        let game = recorded.game.of();
        let game: &crate::othello::Game =
            game.ok_or_else(|| Problem::malformed(say!("WTHOR has games of Othello only")))?;
        check_rules(game, "WTHOR")?;
        if game.start() != Position::default() {
            return malformed(say!("WTHOR has games from the standard starting position only"));
        }
        let over = game.outcome().is_some() && game.lost().is_none();
        let (b, w) = do_score(game.map());
        let on_board = b as i32 - w as i32;
        let black = match recorded.score {
            Some(Score::Discs(black, _)) => black,
            // If the difference equals the one on the board, the winner may not have been given the empty
            // cells.
            Some(Score::Difference(d) | Score::Early(d, Early::Agreed))
                if d % 2 == 0 && !(over && d == on_board) =>
            {
                (64 + d) as usize / 2
            }
            _ if over => tournament_score(game.map()).0,
            _ => return malformed(say!("WTHOR has finished games only")),
        };
        let heading = &recorded.heading;
        let (event, whole_event) = self.tournaments.number(&heading.event)?;
        let (first, whole_first) = self.players.number(&heading.black)?;
        let (second, whole_second) = self.players.number(&heading.white)?;
        if !(whole_event && whole_first && whole_second) {
            note_loss(&mut self.unsupported, say!("long names and letters outside Latin-1"));
        }
        let year = heading.date.get(..4).and_then(|year| year.parse().ok());
        let year = year.unwrap_or(0);
        if !self.years.contains(&year) {
            self.years.push(year);
        }
        for number in [event, first, second] {
            self.games.extend(number.to_le_bytes());
        }
        let depth = recorded.perfect.map(|perfect| perfect.empties);
        if !self.depths.contains(&depth) {
            self.depths.push(depth);
        }
        let perfect = recorded.perfect.map_or(black as u8, |perfect| perfect.black);
        self.games.extend([black as u8, perfect]);
        let end = self.games.len() + GAME - 8;
        for ply in game.plies() {
            if let Ply::Drop(Cell { row, col }) = ply {
                self.games.push((10 * (row + 1) + col + 1) as u8);
            }
        }
        self.games.resize(end, 0);
        Ok(())
    }

    /// Returns the files. Their headers have the given date, which is today's.
    pub fn finish(mut self, (year, month, day): (u16, u8, u8)) -> Files {
        if self.years.len() > 1 {
            note_loss(&mut self.unsupported, say!("games of several years in one file"));
        }
        let depth = match self.depths[..] {
            [Some(depth)] => depth as u8,
            // For a position with one empty cell, the perfect score is the final score.
            _ => {
                self.games.chunks_mut(GAME).for_each(|game| game[7] = game[6]);
                if self.depths.iter().any(Option::is_some) {
                    note_loss(&mut self.unsupported, say!("perfect results"));
                }
                1
            }
        };
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
        // The board is 8x8, and there are no solitaires.
        games.extend([8, 0, depth, 0]);
        games.extend(self.games);
        Files {
            games,
            players: self.players.finish(today),
            tournaments: self.tournaments.finish(today),
            unsupported: self.unsupported,
        }
    }
}
