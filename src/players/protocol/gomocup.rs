//! The Gomocup protocol of Piskvork, from the engine's side.
//!
//! [`Gomocup`] handles the manager's lines and answers most of them at once. When a move is requested, the
//! caller searches [`Request::board`] within [`Request::time`] and calls [`Gomocup::played`]. Points are
//! written as `x,y`: column and row, both from 0.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::answer::Answer;
use super::words::{first_word, quoted};
use games::gomoku::{LARGEST, Rules, SIZES};
use games::stone::Stone;
use mind::engine::gomoku::{Board, Coord, Report, swap2};

/// The number for the rules in `INFO rule`.
pub(crate) fn rule_number(rules: Rules) -> u32 {
    match rules {
        Rules::Freestyle => 0,
        Rules::Standard => 1,
        Rules::Renju => 4,
    }
}

/// True if the line interrupts a search.
///
/// ```
/// use players::protocol::gomocup::stops_thinking;
/// assert!(stops_thinking("stop") && stops_thinking(" INFO timeout_turn 5\r"));
/// assert!(!stops_thinking("TURN 7,7") && !stops_thinking("ABOUT"));
/// ```
pub fn stops_thinking(line: &str) -> bool {
    calls_off(line) || ["STOP", "INFO"].contains(&command_of(line).0.as_str())
}

/// True if the line cancels the requested move, so that the engine must not print a move.
///
/// ```
/// use players::protocol::gomocup::calls_off;
/// assert!(calls_off("END") && calls_off("RESTART") && calls_off("BOARD"));
/// assert!(!calls_off("STOP"), "STOP asks for the move at once");
/// ```
pub fn calls_off(line: &str) -> bool {
    const NEW_START: [&str; 6] = ["END", "START", "RECTSTART", "RESTART", "BOARD", "SWAP2BOARD"];
    NEW_START.contains(&command_of(line).0.as_str())
}

/// Returns the first word of a line in capitals, and the rest of the line.
fn command_of(line: &str) -> (String, &str) {
    let (command, rest) = first_word(line);
    (command.to_ascii_uppercase(), rest)
}

/// An error in a line from the manager. The message follows `ERROR`.
#[derive(Debug, thiserror::Error)]
enum Mistake {
    #[error("{0} needs a START before it")]
    NotStarted(String),
    #[error("the size of the board must be a number from {} to {LARGEST}", SIZES.start())]
    Size,
    #[error("RECTSTART needs a width and a height, such as 15,15")]
    NoSize,
    #[error("only square boards are supported")]
    NotSquare,
    #[error("BEGIN needs an empty board; RESTART empties it")]
    NotEmpty,
    #[error("a move is two numbers, such as 7,7")]
    NoMove,
    #[error("{0},{1} is outside the board")]
    Outside(usize, usize),
    #[error("there is a stone on {0},{1}")]
    Occupied(usize, usize),
    #[error("TAKEBACK needs a point with a stone, such as 7,7")]
    NothingThere,
    #[error("'{0}' is not a stone on this board")]
    NoStone(String),
    #[error("{0},{1} is listed twice")]
    Twice(usize, usize),
    #[error("SWAP2BOARD takes no stones, three or five")]
    StonesOfSwap2,
    #[error("the board is full")]
    Full,
    #[error("rule '{0}' is not supported; 0 is freestyle, 1 standard and 4 renju")]
    Rule(String),
}

#[derive(Clone, Debug)]
pub struct Request {
    /// The position with the engine to move.
    pub board: Board,
    /// The time limit, counted from the moment when the line was read.
    pub time: Duration,
    /// The time that a move normally takes. The search may use more or less.
    pub usual: Duration,
    /// The maximum number of positions to search, if the manager set a limit.
    pub nodes: Option<u64>,
    wanted: Wanted,
}

/// The purpose of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Move,
    /// Swap2: decide whether to swap colours.
    Swap,
}

/// The manager's time limits in ms.
#[derive(Clone, Copy, Debug)]
struct Times {
    turn: u64,
    game: u64,
    left: Option<i64>,
    /// The increment per move, which Yixin's managers send as an extension.
    increment: u64,
    /// The time that the engine has used so far in this game.
    used: u64,
}

/// The state of a conversation with a manager.
#[derive(Clone, Debug)]
pub struct Gomocup {
    size: Option<usize>,
    rules: Rules,
    times: Times,
    /// The manager's limit on memory, in bytes.
    pub memory: Option<u64>,
    /// The manager's limit on threads.
    pub threads: Option<NonZeroUsize>,
    nodes: Option<u64>,
    /// True if the engine plays Black. On an empty board, also true until the opponent moves first.
    black: bool,
    stones: Vec<(Stone, Coord)>,
    /// The stones listed since BOARD or SWAP2BOARD, until DONE.
    listing: Option<Listing>,
    /// The number of swap2 games that the engine has opened. It is the seed of the next opening.
    opened: u64,
}

#[derive(Clone, Debug, Default)]
struct Listing {
    swap: bool,
    /// Each stone with its field: 1 for the engine's own, 2 for the opponent's, 3 for a stone on a winning
    /// line.
    stones: Vec<(u8, Coord)>,
}

impl Default for Gomocup {
    fn default() -> Gomocup {
        Gomocup {
            size: None,
            rules: Rules::Freestyle,
            times: Times { turn: 30_000, game: 1_000_000_000, left: None, increment: 0, used: 0 },
            memory: None,
            threads: None,
            nodes: None,
            black: true,
            stones: Vec::new(),
            listing: None,
            opened: 0,
        }
    }
}

impl Gomocup {
    /// Handles a line from the manager.
    pub fn line(&mut self, line: &str) -> Answer<Request> {
        let answer = match self.listing.take() {
            Some(listing) => self.list(listing, line.trim()),
            None => self.command(line),
        };
        answer.unwrap_or_else(|mistake| Answer::Say(format!("ERROR {mistake}")))
    }

    fn command(&mut self, line: &str) -> Result<Answer<Request>, Mistake> {
        let (command, rest) = command_of(line);
        Ok(match command.as_str() {
            "" => Answer::Nothing,
            "START" => self.start(rest)?,
            "RECTSTART" => match pair(rest).ok_or(Mistake::NoSize)? {
                (width, height) if width == height => self.start(&width.to_string())?,
                _ => return Err(Mistake::NotSquare),
            },
            "ABOUT" => Answer::Say(format!(
                "name=\"qipan\", version=\"{}\", author=\"the qipan authors\", country=\"\"",
                env!("CARGO_PKG_VERSION")
            )),
            "INFO" => {
                self.info(rest)?;
                Answer::Nothing
            }
            "END" => Answer::End(String::new()),
            // The caller has already stopped the search.
            "STOP" => Answer::Nothing,
            "RESTART" | "BEGIN" | "TURN" | "PLAY" | "TAKEBACK" | "BOARD" | "SWAP2BOARD"
                if self.size.is_none() =>
            {
                return Err(Mistake::NotStarted(command));
            }
            "RESTART" => {
                self.times.used = 0;
                self.clear();
                Answer::Say("OK".to_string())
            }
            "BEGIN" if self.stones.is_empty() => self.think(Wanted::Move)?,
            "BEGIN" => return Err(Mistake::NotEmpty),
            "TURN" => {
                let point = self.free_point(rest)?;
                if self.stones.is_empty() {
                    self.black = false;
                }
                self.stones.push((self.own().other(), point));
                self.think(Wanted::Move)?
            }
            "PLAY" => {
                let point = self.free_point(rest)?;
                Answer::Say(self.played_here(point))
            }
            "TAKEBACK" => self.take_back(rest)?,
            "BOARD" | "SWAP2BOARD" => {
                self.clear();
                self.listing = Some(Listing { swap: command == "SWAP2BOARD", ..Listing::default() });
                Answer::Nothing
            }
            _ => {
                let command = line.split_whitespace().next().unwrap_or_default();
                Answer::Say(format!("UNKNOWN {}", quoted(command)))
            }
        })
    }

    /// Clears the board, and makes the engine Black again.
    fn clear(&mut self) {
        self.stones.clear();
        self.black = true;
    }

    pub fn has_started(&self) -> bool {
        self.size.is_some()
    }

    /// Adds the time of a move to the time used in this game. The engine must keep count itself, because some
    /// managers do not report the time left.
    pub fn has_thought(&mut self, time: Duration) {
        self.times.used += time.as_millis() as u64;
    }

    /// Plays the result of a search. `value` is for the side to move. Returns the line to print.
    pub fn played(&mut self, task: &Request, point: Coord, value: i32) -> String {
        match task.wanted {
            // The position is better for the other side, so the engine takes that side.
            Wanted::Swap if value < 0 => {
                self.black = !self.black;
                "SWAP".to_string()
            }
            _ => self.played_here(point),
        }
    }

    fn played_here(&mut self, point: Coord) -> String {
        self.stones.push((self.own(), point));
        format!("{},{}", point.col(), point.row())
    }

    fn own(&self) -> Stone {
        if self.black { Stone::Black } else { Stone::White }
    }

    fn start(&mut self, size: &str) -> Result<Answer<Request>, Mistake> {
        match size.parse() {
            Ok(size) if SIZES.contains(&size) => {
                self.size = Some(size);
                (self.times.used, self.times.left) = (0, None);
                self.clear();
                Ok(Answer::Say("OK".to_string()))
            }
            _ => Err(Mistake::Size),
        }
    }

    /// Handles INFO, which has no answer. Unknown keys and invalid times are ignored. Unsupported rules are
    /// an error, because the engine would lose under them.
    fn info(&mut self, rest: &str) -> Result<(), Mistake> {
        let Some((key, value)) = rest.split_once(char::is_whitespace) else { return Ok(()) };
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.times.turn = value.parse().unwrap_or(self.times.turn),
            // 0 means that there is no limit.
            "timeout_match" => match value.parse() {
                Ok(0) => self.times.game = u64::MAX,
                Ok(limit) => self.times.game = limit,
                Err(_) => {}
            },
            "time_left" => self.times.left = value.parse().ok().or(self.times.left),
            "time_increment" => self.times.increment = value.parse().unwrap_or(self.times.increment),
            "max_node" => self.nodes = value.parse().ok().filter(|nodes| *nodes > 0),
            "max_memory" => self.memory = value.parse().ok().filter(|bytes| *bytes > 0),
            "thread_num" => self.threads = value.parse().ok(),
            "rule" => {
                let named = |rules: &Rules| value.parse() == Ok(rule_number(*rules));
                let rules = Rules::ALL.into_iter().find(named);
                self.rules = rules.ok_or_else(|| Mistake::Rule(quoted(value)))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Handles a line between BOARD or SWAP2BOARD and DONE. An invalid stone ends the list.
    fn list(&mut self, mut listing: Listing, line: &str) -> Result<Answer<Request>, Mistake> {
        match line.to_ascii_uppercase().as_str() {
            "END" => return Ok(Answer::End(String::new())),
            "DONE" if listing.swap => return self.swap(&listing.stones),
            "DONE" => return self.board(&listing.stones),
            "" => {}
            _ => {
                let stone = self.listed(&listing, line)?;
                listing.stones.push(stone);
            }
        }
        self.listing = Some(listing);
        Ok(Answer::Nothing)
    }

    /// Parses a line of a list: a stone and its field.
    fn listed(&self, listing: &Listing, line: &str) -> Result<(u8, Coord), Mistake> {
        let no_stone = || Mistake::NoStone(quoted(line));
        let numbers = line.split(',').map(|number| number.trim().parse().ok());
        let numbers: Option<Vec<usize>> = numbers.collect();
        let size = self.size.unwrap_or(0);
        let (x, y, field) = match numbers.ok_or_else(no_stone)?[..] {
            [x, y, field @ 1..=3] => (x, y, field as u8),
            // SWAP2BOARD lists the stones in playing order.
            [x, y] | [x, y, _] if listing.swap => (x, y, 1),
            _ => return Err(no_stone()),
        };
        if x >= size || y >= size {
            return Err(no_stone());
        }
        let point = Coord::new(y, x);
        match listing.stones.iter().any(|(_, other)| *other == point) {
            true => Err(Mistake::Twice(x, y)),
            false => Ok((field, point)),
        }
    }

    /// Sets up the stones of a BOARD command. Black is to move if the number of stones is even.
    fn board(&mut self, stones: &[(u8, Coord)]) -> Result<Answer<Request>, Mistake> {
        self.black = stones.len().is_multiple_of(2);
        let (own, other) = (self.own(), self.own().other());
        self.stones =
            stones.iter().map(|(field, point)| (if *field == 1 { own } else { other }, *point)).collect();
        self.think(Wanted::Move)
    }

    /// Answers a SWAP2BOARD command. Without stones, proposes the first three. With three or five stones,
    /// asks for a search to decide whether to swap.
    fn swap(&mut self, stones: &[(u8, Coord)]) -> Result<Answer<Request>, Mistake> {
        let stone_of_turn = |n: usize| Stone::of_turn(n + 1);
        self.stones = stones.iter().enumerate().map(|(n, (_, point))| (stone_of_turn(n), *point)).collect();
        match (stones.len(), self.size) {
            (0, Some(size)) => {
                let opening = swap2::opening(size, self.opened);
                self.opened += 1;
                let points = opening.map(|point| format!("{},{}", point.col(), point.row()));
                Ok(Answer::Say(points.join(" ")))
            }
            (3 | 5, _) => {
                self.black = stones.len().is_multiple_of(2);
                self.think(Wanted::Swap)
            }
            _ => Err(Mistake::StonesOfSwap2),
        }
    }

    fn take_back(&mut self, rest: &str) -> Result<Answer<Request>, Mistake> {
        let at = |(x, y): (usize, usize)| {
            let named = |(_, point): &(Stone, Coord)| (point.col(), point.row()) == (x, y);
            self.stones.iter().rposition(named)
        };
        let n = pair(rest).and_then(at).ok_or(Mistake::NothingThere)?;
        self.stones.remove(n);
        if self.stones.is_empty() {
            self.clear();
        }
        Ok(Answer::Say("OK".to_string()))
    }

    /// Parses a point and checks that it is free.
    fn free_point(&self, rest: &str) -> Result<Coord, Mistake> {
        let size = self.size.unwrap_or(0);
        let (x, y) = pair(rest).ok_or(Mistake::NoMove)?;
        if x >= size || y >= size {
            return Err(Mistake::Outside(x, y));
        }
        let point = Coord::new(y, x);
        match self.stones.iter().any(|(_, other)| *other == point) {
            true => Err(Mistake::Occupied(x, y)),
            false => Ok(point),
        }
    }

    fn think(&self, wanted: Wanted) -> Result<Answer<Request>, Mistake> {
        let mut board = Board::new(self.size.unwrap_or(LARGEST), self.rules);
        for (side, point) in &self.stones {
            board.put(*side, *point);
        }
        if board.is_full() {
            return Err(Mistake::Full);
        }
        board.set_to_move(self.own());
        let (usual, time) = self.times.of_a_move(self.stones.len());
        Ok(Answer::Think(Request { board, time, usual, nodes: self.nodes, wanted }))
    }
}

impl Times {
    /// Returns the usual and the maximum time for a move. Leaves a margin for a busy machine, and time for
    /// the rest of the game.
    fn of_a_move(self, stones: usize) -> (Duration, Duration) {
        // If the time is too short for the margin, use a quarter of it.
        let margin = |limit: u64| limit.saturating_sub(30 + 30.min(limit / 16)).max(limit / 4);
        let turn = margin(self.turn);
        let left = self.left.map_or(self.game.saturating_sub(self.used), |left| left.max(0) as u64);
        // In few games does a side make more than forty moves.
        let moves_to_come = 40u64.saturating_sub(stones as u64 / 2).max(12);
        let share = (margin(left) / moves_to_come).saturating_add(self.increment / 2);
        let (usual, most) =
            (turn.min(share.saturating_mul(3) / 2), turn.min(share.saturating_mul(3)).min(margin(left)));
        (Duration::from_millis(usual), Duration::from_millis(most))
    }
}

/// Parses two numbers separated by a comma.
pub(crate) fn pair(text: &str) -> Option<(usize, usize)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Formats a line about the search for people who watch the engine.
pub fn message(report: &Report) -> String {
    let Report { depth, value, nodes, .. } = report;
    format!("MESSAGE depth {depth} value {value} nodes {nodes}")
}
