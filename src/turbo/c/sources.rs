//! The files of a program. Their lines have consecutive numbers: the first file's lines come first, followed
//! by the lines of each file read later.

use std::sync::Arc;

use crate::dos::encoding::Encoding;
use words::say;

/// The maximum size of a file, in bytes.
const MOST_BYTES: usize = 1 << 20;
/// The maximum number of files, counting each inclusion of a header.
const MOST_FILES: usize = 200;
/// The maximum nesting depth of includes.
const DEEPEST: usize = 20;

#[derive(Clone, Debug)]
struct Source {
    name: Arc<str>,
    /// The number of lines before its first line.
    before: usize,
    /// The line that includes it; 0 for a file that is not included.
    included_at: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    files: Vec<Source>,
    /// The texts of all files in sequence; the name of each file after the first precedes its text.
    pub(crate) text: String,
    /// The encoding of the texts.
    pub(crate) encoding: Encoding,
    /// True if a text is in GBK, or has Chinese characters.
    pub(crate) is_chinese: bool,
    /// The offsets of all line starts, and the end of the last line.
    beginnings: Vec<usize>,
}

impl Sources {
    pub(crate) fn new(encoding: Encoding) -> Sources {
        let is_chinese = encoding == Encoding::Chinese;
        Sources { encoding, is_chinese, ..Sources::default() }
    }

    /// Adds a file. Returns the number of lines before its first line.
    ///
    /// # Errors
    /// If the file is too large, there are too many files, or they are nested too deeply.
    pub(crate) fn add(&mut self, name: &str, text: &str, included_at: usize) -> Result<usize, String> {
        let around = self.around(included_at);
        let fits = if text.len() > MOST_BYTES {
            Err(say!("The source is too large: at most {MOST_BYTES} bytes", MOST_BYTES))
        } else if self.files.len() >= MOST_FILES {
            Err(say!("Too many files are included: at most {MOST_FILES}", MOST_FILES))
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
                None => say!("Files include each other too deeply: at most {DEEPEST} levels", DEEPEST),
            })
        } else {
            Ok(())
        };
        // Add the first file without its text if it is too large, because the error message names it.
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
        self.is_chinese |=
            text.contains(|c: char| matches!(c, '\u{3000}'..='\u{9FFF}' | '\u{FF00}'..='\u{FF60}'));
        self.files.push(Source { name: name.into(), before, included_at });
        let ends = self.text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        self.beginnings = std::iter::once(0).chain(ends).collect();
    }

    fn file_of(&self, line: usize) -> Option<&Source> {
        self.files.get(self.files.partition_point(|file| file.before < line).saturating_sub(1))
    }

    /// Returns the files around a line: the including files, outermost first, then the file that contains the
    /// line.
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

    /// Returns the name of the file that contains a line, and the line's number in it.
    pub(crate) fn place(&self, line: usize) -> (&str, usize) {
        self.file_of(line).map_or(("", line), |file| (&*file.name, line.saturating_sub(file.before)))
    }

    /// Returns a sort key that puts lines in the order in which they are read.
    pub(crate) fn order(&self, line: usize) -> Vec<usize> {
        let around = self.around(line);
        let includes = around.iter().map(|file| file.included_at);
        includes.filter(|line| *line > 0).chain([line]).collect()
    }

    pub(crate) fn first(&self) -> &str {
        self.files.first().map_or("", |file| &*file.name)
    }

    /// Returns a line by its number from 1, without its newline; empty after the last line.
    pub(crate) fn line(&self, number: usize) -> &str {
        let range = number.checked_sub(1).and_then(|n| self.beginnings.get(n..n + 2));
        let text = range.map_or("", |ends| &self.text[ends[0]..ends[1]]);
        text.trim_end_matches(['\n', '\r'])
    }
}
