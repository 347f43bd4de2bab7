//! The form of SGF files, <https://www.red-bean.com/sgf/>: games as trees of nodes with properties, `(;FF[4]GM[2];B[ef](;W[fd])(;W[ff]))`.
//!
//! What the properties mean for a game is in `sgf_games.rs`.

use super::problem::{Problem, excerpt};
use super::text::lines;
use words::say;

/// The most nodes of a game. A library of openings has a hundred thousand.
const MOST_NODES: usize = 500_000;
/// The most nodes of all games of a file.
const MOST_IN_ALL: usize = 4_000_000;
/// How deep variations may be nested. No game of ours has so many turns.
const DEEPEST: usize = 1000;
/// The most properties that are kept at a node, those of the nodes without a move after it included.
pub(super) const MOST_PROPERTIES: usize = 1000;
/// How many properties a node of a file may have: those that are kept, and what the root says about the game.
const MOST_IN_A_NODE: usize = MOST_PROPERTIES + 100;

/// What a game begins with where the one before it is damaged.
const BEGINNINGS: [&str; 2] = ["(;FF[", "(;GM["];

/// A name and its values, as they stand in the brackets.
pub(super) type Property = (String, Vec<String>);

/// A node of a game. The first has no parent, and every other comes after its parent.
pub(super) struct Node {
    pub(crate) properties: Vec<Property>,
    pub(crate) parent: usize,
    /// How many nodes have this one as their parent.
    pub(crate) children: usize,
}

/// The games of a text, one after the other. What stands between them is ignored.
pub(super) struct Games<'a> {
    text: &'a str,
    at: usize,
    /// A byte and the number of its line, from 1.
    line: (usize, usize),
    /// How many nodes there may still be.
    left: usize,
}

impl<'a> Games<'a> {
    pub(crate) fn of(text: &'a str) -> Games<'a> {
        Games {
            text,
            at: 0,
            line: (1, 0),
            left: MOST_IN_ALL,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn wrong(&mut self, what: &str) -> Problem {
        let (line, counted) = self.line;
        let line = line + self.text[counted..self.at].matches('\n').count();
        self.line = (line, self.at);
        Problem::Malformed(say!("line {line}: {what}", line, what))
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes a sign off the text, with the white space before it.
    fn take(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        self.at += usize::from(found);
        found
    }

    /// Skips the rest of a damaged game.
    fn resume(&mut self) {
        let rest = self.rest();
        let next = BEGINNINGS.iter().filter_map(|word| rest.find(word)).min();
        self.at += next.unwrap_or(rest.len());
    }

    /// The nodes of the game that begins here.
    fn game(&mut self) -> Result<Vec<Node>, Problem> {
        let mut nodes: Vec<Node> = Vec::new();
        // For each open variation, the node from which it goes on.
        let mut open = Vec::new();
        let (mut last, mut closed) = (None, false);
        loop {
            if self.take('(') {
                if open.len() == DEEPEST {
                    return Err(self.wrong(say!("too many variations are nested")));
                }
                self.skip_space();
                if !self.rest().starts_with(';') {
                    return Err(self.wrong(say!("a variation begins with (;")));
                }
                open.push(last);
                closed = false;
            } else if self.take(')') {
                last = open.pop().flatten();
                closed = true;
                if open.is_empty() {
                    return Ok(nodes);
                }
            } else if !closed && self.take(';') {
                if nodes.len() == MOST_NODES.min(self.left) {
                    return Err(self.wrong(say!("there are too many moves")));
                }
                let parent = last.unwrap_or(0);
                if let Some(parent) = last.map(|n: usize| &mut nodes[n]) {
                    parent.children += 1;
                } else if !nodes.is_empty() {
                    return Err(self.wrong(say!("a game has only one beginning")));
                }
                last = Some(nodes.len());
                nodes.push(Node {
                    properties: self.properties()?,
                    parent,
                    children: 0,
                });
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
            if properties.len() == MOST_IN_A_NODE {
                return Err(self.wrong(say!("a node has too many properties")));
            }
            self.at += name.len();
            let mut values = Vec::new();
            while self.take('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                let what = say!("there is no [ after {excerpt}", excerpt = excerpt(name));
                return Err(self.wrong(&what));
            }
            // Older files spell a name out; only its capitals count.
            let capitals = name.chars().filter(char::is_ascii_uppercase);
            let capitals: String = capitals.collect();
            if capitals.is_empty() {
                let what = say!(
                    "the property {excerpt} has no capitals",
                    excerpt = excerpt(name)
                );
                return Err(self.wrong(&what));
            }
            properties.push((capitals, values));
        }
    }

    /// Takes a value, as it is written, and its closing bracket.
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
    type Item = Result<Vec<Node>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.at += self.rest().find('(')?;
            if self.rest()[1..].trim_start().starts_with(';') {
                break;
            }
            self.at += 1;
        }
        let game = self.game();
        match &game {
            Ok(nodes) => self.left -= nodes.len(),
            Err(_) => self.resume(),
        }
        Some(game)
    }
}

/// A value as text: a backslash makes the next character an ordinary one, and joins two lines.
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

/// Text as a value, in its brackets.
pub(super) fn escaped(text: &str) -> String {
    format!("[{}]", text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// Is this the beginning of an SGF file, and not of a GGF one?
pub(super) fn is_sgf(text: &str) -> bool {
    let Some(start) = text.find("(;") else {
        return false;
    };
    let root = &text[start + 2..];
    let game = root.find("GM[").map(|at| root[at + 3..].trim_start());
    root.trim_start().starts_with("FF[")
        || game.is_some_and(|game| game.starts_with(|c: char| c.is_ascii_digit()))
}
