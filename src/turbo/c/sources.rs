//! The files that a program is made of, and their lines, which are numbered in one row: those of the first file come first, and behind
//! them those of each file that was read later.

use std::sync::Arc;

use crate::dos::coding::Coding;
use words::say;

/// The longest file.
const MOST_BYTES: usize = 1 << 20;
/// How many files make a program, the headers counted each time that they are read.
const MOST_FILES: usize = 200;
/// How deep files include each other.
const DEEPEST: usize = 20;

#[derive(Clone, Debug)]
struct Source {
    name: Arc<str>,
    /// The number of the line before its first one.
    before: usize,
    /// The line that includes it; 0 for one that nobody includes.
    included_at: usize,
}

/// All files that were read so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    files: Vec<Source>,
    /// Their texts, one behind the other, each but the first under its name.
    text: String,
    /// How the program writes its texts in bytes.
    coding: Coding,
    /// Where each line begins, and one past the end of the last one.
    beginnings: Vec<usize>,
}

impl Sources {
    /// No files yet. They write their texts so in bytes.
    pub(crate) fn new(coding: Coding) -> Sources {
        Sources {
            coding,
            ..Sources::default()
        }
    }

    /// Takes a file in. The number of the line before its first one.
    ///
    /// # Errors
    /// A sentence about what is too large, too many or too deep.
    pub(crate) fn add(
        &mut self,
        name: &str,
        text: &str,
        included_at: usize,
    ) -> Result<usize, String> {
        let around = self.around(included_at);
        let fits = if text.len() > MOST_BYTES {
            Err(say!(
                "The source is too large: at most {MOST_BYTES} bytes",
                MOST_BYTES
            ))
        } else if self.files.len() >= MOST_FILES {
            Err(say!(
                "Too many files are included: at most {MOST_FILES}",
                MOST_FILES
            ))
        } else if around.len() > DEEPEST {
            let name: Arc<str> = name.into();
            let includes: Vec<&str> = around.iter().map(|file| &*file.name).collect();
            let from = includes.iter().rposition(|known| *known == &*name);
            Err(match from {
                Some(from) => {
                    let circle = includes[from..].join("\" includes \"");
                    say!(
                        "Files include each other in a circle: \"{circle}\" includes \"{name}\"",
                        circle,
                        name
                    )
                }
                None => say!(
                    "Files include each other too deep: at most {DEEPEST} levels",
                    DEEPEST
                ),
            })
        } else {
            Ok(())
        };
        // A first file that is too large is in the list all the same: the message names it.
        let text = if fits.is_ok() { text } else { "" };
        if fits.is_ok() || self.files.is_empty() {
            self.append(name, text, included_at);
        }
        fits.map(|()| self.files.last().map_or(0, |file| file.before))
    }

    fn append(&mut self, name: &str, text: &str, included_at: usize) {
        if !self.files.is_empty() {
            if !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.text += &format!("/* {name} */\n");
        }
        let before = self.text.lines().count();
        self.text += text;
        self.files.push(Source {
            name: name.into(),
            before,
            included_at,
        });
        let ends = self.text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        self.beginnings = std::iter::once(0).chain(ends).collect();
    }

    fn file_of(&self, line: usize) -> Option<&Source> {
        let after = self.files.partition_point(|file| file.before < line);
        self.files.get(after.saturating_sub(1))
    }

    /// The file in which a line stands and those that include it, from the outermost on.
    fn around(&self, line: usize) -> Vec<&Source> {
        let file = (line > 0).then(|| self.file_of(line)).flatten();
        let include = |file: &&Source| match file.included_at {
            0 => None,
            line => self.file_of(line),
        };
        let mut around: Vec<&Source> = std::iter::successors(file, include).collect();
        around.reverse();
        around
    }

    /// How the files write their texts in bytes.
    pub(crate) fn coding(&self) -> Coding {
        self.coding
    }

    /// The name of the file in which a line stands, and its number there.
    pub(crate) fn place(&self, line: usize) -> (&str, usize) {
        self.file_of(line).map_or(("", line), |file| {
            (&*file.name, line.saturating_sub(file.before))
        })
    }

    /// What lines are sorted by, so that they come in the order in which they are read.
    pub(crate) fn order(&self, line: usize) -> Vec<usize> {
        let around = self.around(line);
        let includes = around.iter().map(|file| file.included_at);
        includes.filter(|line| *line > 0).chain([line]).collect()
    }

    /// The file that was taken in first.
    pub(crate) fn first(&self) -> &str {
        self.files.first().map_or("", |file| &*file.name)
    }

    /// The text of all files.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A line by its number, from 1, without its end. Beyond the last one it is empty.
    pub(crate) fn line(&self, number: usize) -> &str {
        let range = number
            .checked_sub(1)
            .and_then(|n| self.beginnings.get(n..n + 2));
        let text = range.map_or("", |ends| &self.text[ends[0]..ends[1]]);
        text.trim_end_matches(['\n', '\r'])
    }
}
