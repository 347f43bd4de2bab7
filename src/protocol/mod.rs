//! The protocols by which other programs play with the engines: a line in, lines out. Who reads and writes the lines, and
//! the clock, are elsewhere.

pub mod gomocup;
pub mod gtp;
pub mod nboard;

use crate::othello::Ply;
use crate::othello::rules::{Cell, Map, can_move, is_legal, qp_change};
use crate::stone::Stone;

/// What to do after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<Task> {
    /// Nothing.
    Nothing,
    /// Print this.
    Say(String),
    /// Think about this; whoever feeds the lines tells the conversation what was found.
    Think(Task),
    /// Leave, having printed this.
    End(String),
}

/// A position of Othello in a conversation: the protocols set it up, and whose turn it is, in their own ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs.
    pub map: Map,
    /// Who is to move.
    pub to_move: Stone,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            map: Map::default(),
            to_move: Stone::Black,
        }
    }
}

impl Position {
    /// The player drops a disc or passes. False, and nothing changes, where the rules do not allow it.
    pub fn play(&mut self, stone: Stone, ply: Ply) -> bool {
        let legal = match ply {
            Ply::Drop(cell) => is_legal(&self.map, cell, stone as usize),
            Ply::Pass => !can_move(&self.map, stone),
        };
        if legal {
            if let Ply::Drop(cell) = ply {
                qp_change(&mut self.map, cell, stone as usize, &mut |_| ());
            }
            self.to_move = stone.other();
        }
        legal
    }
}

/// Reads a cell or a pass, as the protocols write them.
fn ply(text: &str) -> Option<Ply> {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" => Some(Ply::Pass),
        cell => cell.parse::<Cell>().ok().map(Ply::Drop),
    }
}

/// The beginning of a text without what would confuse a terminal.
fn printable(text: &str) -> String {
    text.escape_debug().take(40).collect()
}
