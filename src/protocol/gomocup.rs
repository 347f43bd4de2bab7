//! The protocol of the Gomocup and of Piskvork, from the engine's side.
//!
//! A [`Gomocup`] takes the manager's lines one by one. Most are answered at once; some ask for a move, and then whoever
//! feeds it searches [`Task::board`] within [`Task::time`] and tells it with [`Gomocup::played`] what was found. The
//! protocol counts points as `x,y` from 0: column and row.

use std::time::Duration;

use super::{Answer, printable};
use crate::engine::gomoku::board::LARGEST;
use crate::engine::gomoku::{Board, Coord, Report, Rules};
use crate::games::stone::Stone;

/// The smallest board that START takes.
const SMALLEST: usize = 5;

/// A move that is wanted.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position; it is the engine's turn.
    pub board: Board,
    /// How long the search may take, from when the line was read.
    pub time: Duration,
    /// The most memory that may be used, in bytes, where the manager said.
    pub memory: Option<u64>,
    wanted: Wanted,
}

/// What the move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Move,
    /// The opening rule Swap2: to take the other side, or to play this one.
    Swap,
}

/// What the manager said about time, all in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Times {
    turn: u64,
    match_: u64,
    left: Option<i64>,
}

/// The state of a conversation.
#[derive(Clone, Debug)]
pub struct Gomocup {
    size: Option<usize>,
    rules: Rules,
    times: Times,
    memory: Option<u64>,
    /// Does the engine play black?
    black: bool,
    stones: Vec<(Stone, Coord)>,
    /// The stones of a BOARD or SWAP2BOARD that is not DONE yet.
    listing: Option<Listing>,
}

#[derive(Clone, Debug, Default)]
struct Listing {
    swap: bool,
    /// Each with the field 1, 2 or 3: the engine's, the opponent's, one on a winning line.
    stones: Vec<(u8, Coord)>,
    wrong: Option<String>,
}

impl Default for Gomocup {
    fn default() -> Gomocup {
        Gomocup {
            size: None,
            rules: Rules::Freestyle,
            times: Times {
                turn: 30_000,
                match_: 1_000_000_000,
                left: None,
            },
            memory: None,
            black: true,
            stones: Vec::new(),
            listing: None,
        }
    }
}

impl Gomocup {
    /// Takes a line of the manager's.
    pub fn line(&mut self, line: &str) -> Answer<Task> {
        let line = line.trim();
        if self.listing.is_some() {
            return self.list(line);
        }
        let (command, rest) = match line.split_once(char::is_whitespace) {
            Some((command, rest)) => (command, rest.trim()),
            None => (line, ""),
        };
        match command.to_ascii_uppercase().as_str() {
            "" => Answer::Nothing,
            "START" => self.start(rest),
            "RECTSTART" => match pair(rest) {
                Some((width, height)) if width == height => self.start(&width.to_string()),
                Some(_) => error("only square boards are played on"),
                None => error("RECTSTART needs a width and a height, such as 15,15"),
            },
            "ABOUT" => Answer::Say(format!(
                "name=\"qipan\", version=\"{}\", author=\"the qipan authors\", country=\"\"",
                env!("CARGO_PKG_VERSION")
            )),
            "INFO" => {
                self.info(rest);
                Answer::Nothing
            }
            "END" => Answer::End(String::new()),
            // Whoever feeds the lines has stopped the search already, if there was one.
            "STOP" => Answer::Nothing,
            "RESTART" | "BEGIN" | "TURN" | "PLAY" | "TAKEBACK" | "BOARD" | "SWAP2BOARD"
                if self.size.is_none() =>
            {
                error(format!("{command} needs a START before it"))
            }
            "RESTART" => {
                self.stones.clear();
                Answer::Say("OK".to_string())
            }
            "BEGIN" => match self.stones.is_empty() {
                true => self.think(Wanted::Move),
                false => error("BEGIN needs an empty board; RESTART empties it"),
            },
            "TURN" => match self.free_point(rest) {
                Ok(point) => {
                    if self.stones.is_empty() {
                        self.black = false;
                    }
                    self.stones.push((self.own().other(), point));
                    self.think(Wanted::Move)
                }
                Err(wrong) => error(wrong),
            },
            "PLAY" => match self.free_point(rest) {
                Ok(point) => Answer::Say(self.played_here(point)),
                Err(wrong) => error(wrong),
            },
            "TAKEBACK" => self.take_back(rest),
            "BOARD" | "SWAP2BOARD" => {
                self.stones.clear();
                self.listing = Some(Listing {
                    swap: command.eq_ignore_ascii_case("SWAP2BOARD"),
                    ..Listing::default()
                });
                Answer::Nothing
            }
            _ => Answer::Say(format!("UNKNOWN {}", printable(command))),
        }
    }

    /// The engine plays where the search for the task has ended; the line to print. `value` is the search's, for the side
    /// to move.
    pub fn played(&mut self, task: &Task, point: Coord, value: i32) -> String {
        match task.wanted {
            // The side to move is worse off: take the other one.
            Wanted::Swap if value < 0 => "SWAP".to_string(),
            _ => self.played_here(point),
        }
    }

    fn played_here(&mut self, point: Coord) -> String {
        self.stones.push((self.own(), point));
        format!("{},{}", point.col(), point.row())
    }

    fn own(&self) -> Stone {
        match self.black {
            true => Stone::Black,
            false => Stone::White,
        }
    }

    fn start(&mut self, size: &str) -> Answer<Task> {
        match size.parse() {
            Ok(size @ SMALLEST..=LARGEST) => {
                self.size = Some(size);
                self.stones.clear();
                self.black = true;
                Answer::Say("OK".to_string())
            }
            _ => error(format!(
                "the size of the board is a number from {SMALLEST} to {LARGEST}"
            )),
        }
    }

    /// What cannot be understood is left as it was: the protocol has no answer to INFO.
    fn info(&mut self, rest: &str) {
        let Some((key, value)) = rest.split_once(char::is_whitespace) else {
            return;
        };
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.times.turn = value.parse().unwrap_or(self.times.turn),
            // No limit for the match is written as 0.
            "timeout_match" => match value.parse() {
                Ok(0) => self.times.match_ = u64::MAX,
                Ok(limit) => self.times.match_ = limit,
                Err(_) => {}
            },
            "time_left" => self.times.left = value.parse().ok().or(self.times.left),
            "max_memory" => self.memory = value.parse().ok().filter(|bytes| *bytes > 0),
            "rule" => {
                self.rules = match value {
                    "0" => Rules::Freestyle,
                    "1" => Rules::Standard,
                    "4" => Rules::Renju,
                    _ => self.rules,
                }
            }
            _ => {}
        }
    }

    /// A line between BOARD and DONE.
    fn list(&mut self, line: &str) -> Answer<Task> {
        let Some(listing) = &mut self.listing else {
            return Answer::Nothing;
        };
        if line.eq_ignore_ascii_case("END") {
            return Answer::End(String::new());
        }
        if !line.eq_ignore_ascii_case("DONE") {
            let mut numbers = line
                .split(',')
                .map(|number| number.trim().parse::<usize>().ok());
            let numbers = [
                numbers.next(),
                numbers.next(),
                numbers.next(),
                numbers.next(),
            ];
            let size = self.size.unwrap_or(0);
            match numbers {
                [Some(Some(x)), Some(Some(y)), field, None]
                    if x < size
                        && y < size
                        && (listing.swap || matches!(field, Some(Some(1..=3)))) =>
                {
                    let point = Coord::new(y, x);
                    let field = field.flatten().unwrap_or(1) as u8;
                    if listing.stones.iter().any(|(_, other)| *other == point) {
                        listing
                            .wrong
                            .get_or_insert(format!("{x},{y} is listed twice"));
                    }
                    listing.stones.push((field, point));
                }
                _ => {
                    let wrong = format!("'{}' is no stone of this board", printable(line));
                    listing.wrong.get_or_insert(wrong);
                }
            }
            return Answer::Nothing;
        }
        let Some(listing) = self.listing.take() else {
            return Answer::Nothing;
        };
        match listing.wrong {
            Some(wrong) => error(wrong),
            None if listing.swap => self.swap(&listing.stones),
            None => self.board(&listing.stones),
        }
    }

    /// The stones of a BOARD: the side with the move is black when both have as many.
    fn board(&mut self, stones: &[(u8, Coord)]) -> Answer<Task> {
        self.black = stones.len().is_multiple_of(2);
        let (own, other) = (self.own(), self.own().other());
        self.stones = stones
            .iter()
            .map(|(field, point)| (if *field == 1 { own } else { other }, *point))
            .collect();
        self.think(Wanted::Move)
    }

    /// The opening rule Swap2: who begins puts three stones; the other one chooses a side, or puts two more and lets the
    /// first one choose.
    fn swap(&mut self, stones: &[(u8, Coord)]) -> Answer<Task> {
        let stone_of_turn = |n: usize| Stone::of_turn(n + 1);
        self.stones = stones
            .iter()
            .enumerate()
            .map(|(n, (_, point))| (stone_of_turn(n), *point))
            .collect();
        match (stones.len(), self.size) {
            (0, Some(size)) => {
                // Two in a corner's neighbourhood and one off: black's advantage is small near the edge.
                let opening = [(1, 2), (2, 1), (1, 5)];
                let points = opening.map(|(row, col)| (row.min(size - 1), col.min(size - 1)));
                Answer::Say(points.map(|(row, col)| format!("{col},{row}")).join(" "))
            }
            (3 | 5, _) => {
                self.black = stones.len().is_multiple_of(2);
                self.think(Wanted::Swap)
            }
            _ => error("SWAP2BOARD has no stone, three or five"),
        }
    }

    fn take_back(&mut self, rest: &str) -> Answer<Task> {
        let taken = pair(rest)
            .filter(|(x, y)| *x < LARGEST && *y < LARGEST)
            .and_then(|(x, y)| {
                let point = Coord::new(y, x);
                let n = self.stones.iter().rposition(|(_, other)| *other == point)?;
                Some(self.stones.remove(n))
            });
        match taken {
            Some(_) => Answer::Say("OK".to_string()),
            None => error("TAKEBACK needs a point with a stone, such as 7,7"),
        }
    }

    /// The point that a line names, where it can take a stone.
    fn free_point(&self, rest: &str) -> Result<Coord, String> {
        let size = self.size.unwrap_or(0);
        match pair(rest) {
            Some((x, y)) if x < size && y < size => {
                let point = Coord::new(y, x);
                match self.stones.iter().any(|(_, other)| *other == point) {
                    true => Err(format!("there is a stone on {x},{y}")),
                    false => Ok(point),
                }
            }
            Some((x, y)) => Err(format!("{x},{y} is outside the board")),
            None => Err("a move is two numbers, such as 7,7".to_string()),
        }
    }

    fn think(&self, wanted: Wanted) -> Answer<Task> {
        let mut board = Board::new(self.size.unwrap_or(LARGEST), self.rules);
        for (side, point) in &self.stones {
            board.put(*side, *point);
        }
        if board.is_full() {
            return error("the board is full");
        }
        board.set_to_move(self.own());
        Answer::Think(Task {
            board,
            time: self.times.of_a_move(self.stones.len()),
            memory: self.memory,
            wanted,
        })
    }
}

impl Times {
    /// How long a move may take, so that the answer is there in time on a busy machine, and the match's time suffices.
    fn of_a_move(self, stones: usize) -> Duration {
        let margin = |limit: u64| limit.saturating_sub(30 + limit / 16);
        let mut limit = margin(self.turn);
        let left = match self.left {
            Some(left) => left.max(0) as u64,
            None => self.match_,
        };
        // Few games go on for more than forty moves of a side.
        let moves_to_come = 40u64.saturating_sub(stones as u64 / 2).max(12);
        limit = limit.min(margin(left) / moves_to_come * 2);
        Duration::from_millis(limit)
    }
}

fn error(what: impl std::fmt::Display) -> Answer<Task> {
    Answer::Say(format!("ERROR {what}"))
}

/// Two numbers with a comma between them.
fn pair(text: &str) -> Option<(usize, usize)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// What to tell the manager about a search, for whoever watches.
pub fn message(report: &Report) -> String {
    let Report {
        depth,
        value,
        nodes,
        ..
    } = report;
    format!("MESSAGE depth {depth} value {value} nodes {nodes}")
}
