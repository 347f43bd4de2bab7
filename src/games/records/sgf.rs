//! The syntax of SGF, <https://www.red-bean.com/sgf/>: a game is a tree of nodes with properties,
//! `(;FF[4]GM[2];B[ef](;W[fd])(;W[ff]))`.

use super::problem::{Problem, excerpt};
use super::text::lines;
use crate::Place;
use words::say;

/// The maximum number of nodes in a game. An opening library has about 100,000.
const MAX_NODES: usize = 500_000;
const MAX_NODES_IN_FILE: usize = 4_000_000;
const MAX_DEPTH: usize = 1000;
/// The maximum number of properties of a node in the tree.
pub(super) const MAX_PROPERTIES: usize = 1000;
/// The maximum number of properties of a node in a file. It is larger because the root also has the
/// properties of the whole game.
const MAX_NODE_PROPERTIES: usize = MAX_PROPERTIES + 100;

/// The texts that can begin a game. After a damaged game, reading continues where one of them occurs next.
const BEGINNINGS: [&str; 2] = ["(;FF[", "(;GM["];

/// The maximum number of notes about a game.
const MAX_NOTES: usize = 5;

/// The name of a property and its values, which are still escaped.
pub(super) type Property = (String, Vec<String>);

/// A node of a game. Every node comes after its parent. The root is its own parent, with index 0.
pub(super) struct Node {
    pub(crate) properties: Vec<Property>,
    pub(crate) parent: usize,
    pub(crate) children: usize,
}

/// An iterator over the games of a text. Text between games is ignored.
pub(super) struct Games<'a> {
    text: &'a str,
    at: usize,
    /// The current line number, from 1, and the byte index up to which lines were counted.
    line: (usize, usize),
    /// The number of nodes that may still be read from the file.
    left: usize,
    /// The mistakes that were mended in the current game.
    notes: Vec<String>,
}

impl<'a> Games<'a> {
    pub(crate) fn of(text: &'a str) -> Games<'a> {
        Games { text, at: 0, line: (1, 0), left: MAX_NODES_IN_FILE, notes: Vec::new() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn wrong(&mut self, what: &str) -> Problem {
        Problem::Malformed(self.in_line(what))
    }

    fn in_line(&mut self, what: &str) -> String {
        let (line, counted) = self.line;
        let line = line + self.text[counted..self.at].matches('\n').count();
        self.line = (line, self.at);
        say!("line {line}: {what}", line, what)
    }

    fn note(&mut self, what: &str) {
        if self.notes.len() < MAX_NOTES {
            let note = self.in_line(what);
            self.notes.push(note);
        }
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips white space, and then the given character. Returns true if the character was there.
    fn take(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        self.at += usize::from(found);
        found
    }

    /// Skips to the next game after an error.
    fn resume(&mut self) {
        let rest = self.rest();
        let next = BEGINNINGS.iter().filter_map(|word| rest.find(word)).min();
        self.at += next.unwrap_or(rest.len());
    }

    fn game(&mut self) -> Result<Vec<Node>, Problem> {
        let mut nodes: Vec<Node> = Vec::new();
        // For each open variation, the node that it branches from.
        let mut open = Vec::new();
        let (mut last, mut closed, mut unmarked) = (None, false, false);
        loop {
            if self.take('(') {
                if open.len() == MAX_DEPTH {
                    return Err(self.wrong(say!("too many variations are nested")));
                }
                self.skip_space();
                unmarked = !self.rest().starts_with(';');
                if unmarked && !self.rest().starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Err(self.wrong(say!("a variation begins with (;")));
                }
                if unmarked {
                    self.note(say!("there was no ; after ("));
                }
                open.push(last);
                closed = false;
            } else if self.take(')') {
                last = open.pop().flatten();
                closed = true;
                if open.is_empty() {
                    return Ok(nodes);
                }
            } else if !closed && (std::mem::take(&mut unmarked) || self.take(';')) {
                if nodes.len() == MAX_NODES.min(self.left) {
                    return Err(self.wrong(say!("there are too many moves")));
                }
                let parent = last.unwrap_or(0);
                if let Some(parent) = last.map(|n: usize| &mut nodes[n]) {
                    parent.children += 1;
                } else if !nodes.is_empty() {
                    return Err(self.wrong(say!("a game has only one beginning")));
                }
                last = Some(nodes.len());
                nodes.push(Node { properties: self.properties()?, parent, children: 0 });
            } else if self.rest().is_empty() {
                return Err(self.wrong(say!("the game is cut off before its )")));
            } else {
                let found = excerpt(self.rest());
                return Err(self.wrong(&say!("expected ( or ; or ), but found {found}", found)));
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property>, Problem> {
        let mut properties = Vec::new();
        loop {
            self.skip_space();
            let rest = self.rest();
            let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
            let name = &rest[..letters.unwrap_or(rest.len())];
            if name.is_empty() {
                return Ok(properties);
            }
            if properties.len() == MAX_NODE_PROPERTIES {
                return Err(self.wrong(say!("a node has too many properties")));
            }
            self.at += name.len();
            let mut values = Vec::new();
            while self.take('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                self.note(&say!("{excerpt} has no value", excerpt = excerpt(name)));
                values.push(String::new());
            }
            // Older files spell names out with lower-case letters, which do not count.
            let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
            if capitals.is_empty() {
                let excerpt = excerpt(name);
                return Err(self.wrong(&say!("the property {excerpt} has no capitals", excerpt)));
            }
            properties.push((capitals, values));
        }
    }

    /// Parses a value up to its closing bracket. The value stays escaped.
    fn value(&mut self) -> Result<String, Problem> {
        let rest = self.rest().as_bytes();
        let mut end = 0;
        while end < rest.len() && rest[end] != b']' {
            end += 1 + usize::from(rest[end] == b'\\');
        }
        if end >= rest.len() {
            return Err(self.wrong(say!("a value has no ]")));
        }
        let value = lines(&self.rest()[..end]);
        self.at += end + 1;
        Ok(value)
    }
}

impl Iterator for Games<'_> {
    /// The nodes of a game, and notes about mistakes that were mended.
    type Item = Result<(Vec<Node>, Vec<String>), Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.at += self.rest().find('(')?;
            if begins_game(&self.rest()[1..]) {
                break;
            }
            self.at += 1;
        }
        let game = self.game();
        match &game {
            Ok(nodes) => self.left -= nodes.len(),
            Err(_) => self.resume(),
        }
        let notes = std::mem::take(&mut self.notes);
        Some(game.map(|nodes| (nodes, notes)))
    }
}

/// True if a game begins with this text, which comes after a bracket. Some programs leave out the semicolon.
fn begins_game(text: &str) -> bool {
    let text = text.trim_start();
    [";", "FF[", "GM["].iter().any(|begin| text.starts_with(begin))
}

/// Removes the backslashes from a value. A line break after a backslash is removed too.
pub(super) fn unescaped(value: &str) -> String {
    let (mut text, mut chars) = (String::with_capacity(value.len()), value.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|c| *c != '\n')),
            c => text.push(c),
        }
    }
    text
}

/// Escapes a text for a value, without the brackets.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Formats a place as two letters: column and row.
pub(super) fn letters_of((row, col): Place) -> String {
    [col, row].map(|n| char::from(b'a' + n as u8)).iter().collect()
}

/// True if a text begins like an SGF file and not like GGF.
pub(super) fn is_sgf(text: &str) -> bool {
    let begins = |(at, _): &(usize, &str)| begins_game(&text[at + 1..]);
    let Some((start, _)) = text.match_indices('(').find(begins) else {
        return false;
    };
    let root = text[start + 1..].trim_start_matches(|c: char| c == ';' || c.is_whitespace());
    let game = root.find("GM[").map(|at| root[at + 3..].trim_start());
    root.trim_start().starts_with("FF[")
        || game.is_some_and(|game| game.starts_with(|c: char| c.is_ascii_digit()))
}
