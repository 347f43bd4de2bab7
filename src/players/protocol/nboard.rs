//! Version 2 of the NBoard protocol, from the engine's side.
//!
//! The engine answers questions and ignores unknown lines. NBoard sends a `ping` before each question, and
//! the `ping` interrupts a search; see [`stops_thinking`].

use std::num::IntErrorKind;

use super::answer::Answer;
use super::words::{first_word, ply, quoted};
use games::othello::Cell;
use games::othello::rules::can_move;
use games::othello::{Ply, Position};
use games::records::ggf;

/// The default search depth in plies.
const DEPTH: u8 = 12;

const DEEPEST: u8 = 60;

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position; it has at least one legal move.
    pub position: Position,
    /// The search depth in plies, 1 to 60.
    pub depth: u8,
    /// The number of moves to evaluate, or `None` if the engine should choose a move.
    pub hints: Option<usize>,
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    pub line: Vec<Cell>,
    /// The lead in discs that the side to move can expect.
    pub value: f32,
    /// The search depth in plies.
    pub depth: u8,
    /// True if the value is exact.
    pub exact: bool,
}

/// The state of a conversation with NBoard.
#[derive(Clone, Debug)]
pub struct NBoard {
    position: Position,
    depth: u8,
}

impl Default for NBoard {
    fn default() -> NBoard {
        NBoard { position: Position::default(), depth: DEPTH }
    }
}

impl NBoard {
    /// Handles a line from NBoard.
    ///
    /// ```
    /// use players::protocol::{Answer, nboard::NBoard};
    /// let mut nboard = NBoard::default();
    /// assert_eq!(nboard.line("ping 3"), Answer::Say("pong 3".to_string()));
    /// assert_eq!(nboard.line("move F5/1.25/0.3"), Answer::Nothing);
    /// let Answer::Think(task) = nboard.line("go") else { panic!() };
    /// assert_eq!(task.position.map[4][5], 1);
    /// ```
    pub fn line(&mut self, line: &str) -> Answer<Request> {
        let (command, rest) = first_word(line);
        match command {
            "nboard" => Answer::Say("set myname qipan".to_string()),
            "ping" => Answer::Say(format!("pong {rest}")),
            "learn" => Answer::Say("learned".to_string()),
            "quit" => Answer::End(String::new()),
            "go" => self.think(None),
            "hint" => self.think(Some(rest.parse().unwrap_or(1).max(1))),
            "move" => {
                let word = rest.split('/').next().unwrap_or_default().trim();
                match ply(word) {
                    Some(ply) if self.play(ply) => Answer::Nothing,
                    _ => Answer::Say(format!("status {} is not a legal move here", quoted(word))),
                }
            }
            "set" => self.set(rest),
            _ => Answer::Nothing,
        }
    }

    /// Plays a move. If only the other side can make the move, plays it for that side, because NBoard implies
    /// the pass.
    fn play(&mut self, ply: Ply) -> bool {
        let stone = self.position.to_move;
        self.position.play(stone, ply)
            || !can_move(&self.position.map, stone) && self.position.play(stone.other(), ply)
    }

    fn set(&mut self, rest: &str) -> Answer<Request> {
        match first_word(rest) {
            ("depth", depth) => {
                self.depth = plies(depth).unwrap_or(self.depth);
                Answer::Nothing
            }
            ("game", game) => match ggf::last_position(game) {
                Ok((map, to_move)) => {
                    self.position = Position { map, to_move };
                    Answer::Nothing
                }
                Err(problem) => Answer::Say(format!("status the game was not set: {problem}")),
            },
            // The contempt and unknown settings are ignored.
            _ => Answer::Nothing,
        }
    }

    /// Returns a request for a search, or the answer if there is no legal move.
    fn think(&self, hints: Option<usize>) -> Answer<Request> {
        let Position { map, to_move } = self.position;
        match can_move(&map, to_move) {
            true => Answer::Think(Request { position: self.position, depth: self.depth, hints }),
            false if hints.is_none() => Answer::Say("=== PA".to_string()),
            false => Answer::Say("search PASS 0 0 0".to_string()),
        }
    }
}

/// True if a line interrupts a search. Other questions wait until the search ends; unknown lines are ignored.
///
/// ```
/// use players::protocol::nboard::stops_thinking;
/// assert!(stops_thinking("ping 3") && stops_thinking("set depth 8"));
/// assert!(!stops_thinking("set contempt 20") && !stops_thinking("hello"));
/// ```
pub fn stops_thinking(line: &str) -> bool {
    let (command, rest) = first_word(line);
    match command {
        "ping" | "go" | "hint" | "move" | "quit" => true,
        "set" => matches!(first_word(rest).0, "game" | "depth"),
        _ => false,
    }
}

/// Parses a depth and clamps it to the range from 1 to 60.
fn plies(text: &str) -> Option<u8> {
    match text.parse::<u64>() {
        Ok(plies) => Some(plies.clamp(1, DEEPEST.into()) as u8),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(DEEPEST),
        Err(_) => None,
    }
}

/// Formats the answer to `go`: the move, its value and the seconds used. NBoard then sends a `move` to play
/// it.
pub fn chosen(found: &Variation, seconds: f64) -> String {
    let cell = found.line.first().map(Cell::to_string).unwrap_or_default();
    format!("=== {}/{:.2}/{seconds:.2}", cell.to_ascii_uppercase(), found.value)
}

/// Formats a line of the answer to `hint`: the moves without spaces, the value, and the depth or `100%` for
/// an exact value.
pub fn hint(found: &Variation) -> String {
    let line: String = found.line.iter().map(Cell::to_string).collect();
    let depth = if found.exact { "100%".to_string() } else { found.depth.to_string() };
    format!("search {} {:.2} 0 {depth}", line.to_ascii_uppercase(), found.value)
}
