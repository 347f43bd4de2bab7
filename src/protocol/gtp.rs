//! GTP, the Go Text Protocol, as Quarry speaks it with engines of Othello.
//!
//! Each command is answered by one block: `=` or `?`, the command's number if it has one, the text, and an empty line.
//! Quarry leaves passes out: it asks the same side for another move.

use super::{Answer, ply, printable};
use crate::games::othello::Cell;
use crate::games::othello::rules::{Map, do_score};
use crate::games::othello::{Ply, Position};
use crate::games::stone::Stone;

/// The commands, in the order in which `list_commands` has them.
const COMMANDS: [&str; 17] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
];

/// A move that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position; there is a move.
    pub position: Position,
    /// How long the engine may think, in ms, where the other program has set clocks.
    pub ms: Option<u64>,
    id: String,
}

/// The state of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    position: Position,
    /// The positions that `undo` goes back to.
    before: Vec<Position>,
    /// The main time, the time of a period and the moves in it, as `time_settings` has them; in ms.
    settings: Option<(u64, u64, u64)>,
    /// What is left of the time for so many moves, or for all when that is 0; black's and white's, in ms.
    left: [Option<(u64, u64)>; 2],
}

impl Gtp {
    /// Takes a line of the other program's.
    ///
    /// ```
    /// use qipan::protocol::{Answer, gtp::Gtp};
    /// let mut gtp = Gtp::default();
    /// assert_eq!(gtp.line("7 play black f5"), Answer::Say("=7 \n".to_string()));
    /// assert_eq!(gtp.line("play white f5"), Answer::Say("? illegal move\n".to_string()));
    /// ```
    pub fn line(&mut self, line: &str) -> Answer<Task> {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.replace(|c: char| c.is_control() && c != '\t', "");
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let id = id.unwrap_or_default().to_string();
        let Some(command) = words.next() else {
            return Answer::Nothing;
        };
        let rest: Vec<&str> = words.collect();
        let answer = match command {
            "quit" => return Answer::End(block('=', &id, "")),
            "genmove" | "reg_genmove" => match rest.first().copied().and_then(colour) {
                Some(stone) => match self.genmove(stone, &id) {
                    Ok(task) => return Answer::Think(task),
                    Err(pass) => Ok(pass.to_string()),
                },
                None => Err("invalid color".to_string()),
            },
            _ => self.answer(command, &rest),
        };
        Answer::Say(match answer {
            Ok(text) => block('=', &id, &text),
            Err(text) => block('?', &id, &text),
        })
    }

    /// The move that was found for the task is played; the block to print.
    pub fn played(&mut self, task: &Task, cell: Cell) -> String {
        self.play(task.position.to_move, Ply::Drop(cell));
        block('=', &task.id, &cell.to_string().to_uppercase())
    }

    fn play(&mut self, stone: Stone, ply: Ply) -> bool {
        let before = self.position;
        let played = self.position.play(stone, ply);
        if played {
            self.before.push(before);
        }
        played
    }

    /// What to think about; or the pass that is the only move.
    fn genmove(&mut self, stone: Stone, id: &str) -> Result<Task, &'static str> {
        if self.play(stone, Ply::Pass) {
            return Err("PASS");
        }
        Ok(Task {
            position: Position {
                map: self.position.map,
                to_move: stone,
            },
            ms: self.time(stone),
            id: id.to_string(),
        })
    }

    /// The share of the time that this move may take, with a margin for the way of the answer.
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

    fn answer(&mut self, command: &str, rest: &[&str]) -> Result<String, String> {
        let first = rest.first().copied();
        let number = |n: usize| rest.get(n).and_then(|word| word.parse::<u64>().ok());
        let done = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("qipan".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                let known = first.is_some_and(|name| name == "version" || COMMANDS.contains(&name));
                Ok(known.to_string())
            }
            "list_games" => Ok("Othello".to_string()),
            "set_game" => match first {
                Some(game) if game.eq_ignore_ascii_case("othello") => done,
                _ => Err("unknown game".to_string()),
            },
            "boardsize" => match number(0) {
                Some(8) => self.clear(),
                Some(_) => Err("unacceptable size".to_string()),
                None => Err("syntax error".to_string()),
            },
            "clear_board" => self.clear(),
            "komi" => done,
            "play" => match (
                first.and_then(colour),
                rest.get(1).and_then(|word| ply(word)),
            ) {
                (None, _) => Err("invalid color".to_string()),
                (_, None) => Err("invalid coordinate".to_string()),
                (Some(stone), Some(ply)) => match self.play(stone, ply) {
                    true => done,
                    false => Err("illegal move".to_string()),
                },
            },
            "undo" => match self.before.pop() {
                Some(before) => {
                    self.position = before;
                    done
                }
                None => Err("cannot undo".to_string()),
            },
            "showboard" => Ok(format!("\n{}", self.position.map)),
            "final_score" => Ok(final_score(&self.position.map)),
            "time_settings" => match (number(0), number(1), number(2)) {
                (Some(main), Some(period), Some(stones)) => {
                    self.settings = Some((main * 1000, period * 1000, stones));
                    self.left = [None; 2];
                    done
                }
                _ => Err("syntax error".to_string()),
            },
            "time_left" => match (first.and_then(colour), number(1), number(2)) {
                (Some(stone), Some(seconds), Some(stones)) => {
                    self.left[stone as usize - 1] = Some((seconds * 1000, stones));
                    done
                }
                _ => Err("syntax error".to_string()),
            },
            command => Err(format!("unknown command {}", printable(command))),
        }
    }

    fn clear(&mut self) -> Result<String, String> {
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

/// `B+12`, `W+4` or `0`: the difference of the discs.
fn final_score(map: &Map) -> String {
    let (black, white) = do_score(map);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_string(),
    }
}
