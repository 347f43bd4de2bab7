//! The Go Text Protocol, as Quarry uses it for Othello engines.
//!
//! The answer to a command is a block: `=` or `?`, the command's number if it has one, the text, and an empty
//! line. Quarry sends no passes; it asks the same side for another move instead.

use thiserror::Error;

use super::answer::Answer;
use super::words::{ply, quoted};
use games::othello::Cell;
use games::othello::rules::{Map, do_score};
use games::othello::{Ply, Position};
use games::stone::Stone;

/// The supported commands, in the order of `list_commands`.
const COMMANDS: &str = "boardsize clear_board final_score genmove known_command komi list_commands list_games \
    name play protocol_version quit set_game showboard time_left time_settings undo";

/// The maximum number of moves that can be undone.
const MOST_UNDONE: usize = 1000;

/// The protocol's error messages.
#[derive(Debug, Error)]
enum Refusal {
    #[error("syntax error")]
    Syntax,
    #[error("time out of range")]
    Time,
    #[error("unacceptable size")]
    Size,
    #[error("unknown game")]
    Game,
    #[error("invalid color")]
    Color,
    #[error("invalid coordinate")]
    Coordinate,
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    NothingToUndo,
    #[error("unknown command {}", quoted(.0))]
    Command(String),
}

/// A request for a move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position; it has at least one legal move.
    pub position: Position,
    /// The time limit in ms, or `None` if the other program has not set clocks.
    pub ms: Option<u64>,
    id: String,
}

/// The state of a conversation with another program.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    position: Position,
    /// The earlier positions, kept for `undo`.
    before: Vec<Position>,
    /// The main time in ms, the period time in ms and the number of moves per period, as set by
    /// `time_settings`.
    settings: Option<(u64, u64, u64)>,
    /// For Black and for White, the time left in ms and the number of moves to make in it. 0 stands for all
    /// remaining moves.
    left: [Option<(u64, u64)>; 2],
}

impl Gtp {
    /// Handles a line from the other program.
    ///
    /// ```
    /// use players::protocol::{Answer, gtp::Gtp};
    /// let mut gtp = Gtp::default();
    /// assert_eq!(gtp.line("7 play black f5"), Answer::Say("=7 \n".to_string()));
    /// assert_eq!(gtp.line("play white f5"), Answer::Say("? illegal move\n".to_string()));
    /// ```
    pub fn line(&mut self, line: &str) -> Answer<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.replace(|c: char| c.is_control() && c != '\t', "");
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let id = id.unwrap_or_default().to_string();
        let Some(command) = words.next() else { return Answer::Nothing };
        let rest: Vec<&str> = words.collect();
        let answer = match command {
            "quit" => return Answer::End(block('=', &id, "")),
            "genmove" | "reg_genmove" => match rest.first().copied().and_then(colour) {
                Some(stone) => match self.genmove(stone, &id) {
                    Some(task) => return Answer::Think(task),
                    None => Ok("PASS".to_string()),
                },
                None => Err(Refusal::Color),
            },
            _ => self.answer(command, &rest),
        };
        Answer::Say(match answer {
            Ok(text) => block('=', &id, &text),
            Err(refusal) => block('?', &id, &refusal.to_string()),
        })
    }

    /// Plays the result of a search. Returns the block to print.
    pub fn played(&mut self, task: &Request, cell: Cell) -> String {
        self.play(task.position.to_move, Ply::Drop(cell));
        block('=', &task.id, &cell.to_string().to_ascii_uppercase())
    }

    fn play(&mut self, stone: Stone, ply: Ply) -> bool {
        let before = self.position;
        let played = self.position.play(stone, ply);
        if played {
            // Without this limit the list could grow forever, because a side without a move can pass any
            // number of times. Remove the oldest position.
            if self.before.len() == MOST_UNDONE {
                self.before.remove(0);
            }
            self.before.push(before);
        }
        played
    }

    /// Returns a request for a move, or `None` if the side had to pass and has done so.
    fn genmove(&mut self, stone: Stone, id: &str) -> Option<Request> {
        if self.play(stone, Ply::Pass) {
            return None;
        }
        Some(Request {
            position: Position { map: self.position.map, to_move: stone },
            ms: self.time(stone),
            id: id.to_string(),
        })
    }

    /// Returns the time for this move in ms, less a margin for the answer to arrive.
    fn time(&self, stone: Stone) -> Option<u64> {
        let empties = self.position.map.empties() as u64;
        let moves = empties / 2 + 1;
        let (ms, moves) = match (self.left[stone as usize - 1], self.settings) {
            (Some((ms, 0)), _) => (ms, moves),
            (Some((ms, stones)), _) => (ms, stones.min(moves)),
            (None, Some((main, period, stones))) => match main {
                0 => (period, stones.max(1)),
                main => (main, moves),
            },
            (None, None) => return None,
        };
        Some((ms / moves).saturating_sub(50).max(10))
    }

    fn answer(&mut self, command: &str, rest: &[&str]) -> Result<String, Refusal> {
        let first = rest.first().copied();
        let number = |n: usize| rest.get(n).and_then(|word| word.parse::<u64>().ok());
        let ms = |n: usize| {
            let seconds = number(n).ok_or(Refusal::Syntax)?;
            seconds.checked_mul(1000).ok_or(Refusal::Time)
        };
        let done = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("qipan".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "list_commands" => Ok(COMMANDS.replace(' ', "\n")),
            "known_command" => {
                let mut names = COMMANDS.split(' ').chain(["version"]);
                Ok(names.any(|name| first == Some(name)).to_string())
            }
            "list_games" => Ok("Othello".to_string()),
            "set_game" => match first {
                Some(game) if game.eq_ignore_ascii_case("othello") => done,
                _ => Err(Refusal::Game),
            },
            "boardsize" => match number(0) {
                Some(8) => self.clear(),
                Some(_) => Err(Refusal::Size),
                None => Err(Refusal::Syntax),
            },
            "clear_board" => self.clear(),
            "komi" => done,
            "play" => match (first.and_then(colour), rest.get(1).and_then(|word| ply(word))) {
                (None, _) => Err(Refusal::Color),
                (_, None) => Err(Refusal::Coordinate),
                (Some(stone), Some(ply)) if self.play(stone, ply) => done,
                (Some(_), Some(_)) => Err(Refusal::IllegalMove),
            },
            "undo" => match self.before.pop() {
                Some(before) => {
                    self.position = before;
                    done
                }
                None => Err(Refusal::NothingToUndo),
            },
            "showboard" => Ok(format!("\n{}", self.position.map)),
            "final_score" => Ok(final_score(&self.position.map)),
            "time_settings" => {
                let stones = number(2).ok_or(Refusal::Syntax)?;
                self.settings = Some((ms(0)?, ms(1)?, stones));
                self.left = [None; 2];
                done
            }
            "time_left" => {
                let stone = first.and_then(colour).ok_or(Refusal::Syntax)?;
                let stones = number(2).ok_or(Refusal::Syntax)?;
                self.left[stone as usize - 1] = Some((ms(1)?, stones));
                done
            }
            command => Err(Refusal::Command(command.to_string())),
        }
    }

    fn clear(&mut self) -> Result<String, Refusal> {
        self.position = Position::default();
        self.before.clear();
        self.left = [None; 2];
        Ok(String::new())
    }
}

fn block(sign: char, id: &str, text: &str) -> String {
    format!("{sign}{id} {text}\n")
}

fn colour(word: &str) -> Option<Stone> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Stone::Black),
        "w" | "white" => Some(Stone::White),
        _ => None,
    }
}

/// Formats the score as `B+12`, `W+4` or `0`.
fn final_score(map: &Map) -> String {
    let (black, white) = do_score(map);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_string(),
    }
}
