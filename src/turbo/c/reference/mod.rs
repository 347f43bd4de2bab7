#![doc = include_str!("README.md")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{library, types};

const GRAPHICS: &str = "graphics.h";

macro_rules! texts {
    ($($name:literal),*) => { [$((concat!($name, ".h"), include_str!(concat!($name, ".txt")))),*] };
}

/// The text for each header.
const TEXTS: [(&str, &str); 22] = texts![
    "alloc", "assert", "bios", "conio", "ctype", "dir", "dos", "errno", "float", "graphics", "io", "limits",
    "locale", "math", "setjmp", "signal", "stdarg", "stdio", "stdlib", "string", "time", "values"
];

/// The text that explains the C keywords, which have no header.
const LANGUAGE: (&str, &str) = ("", include_str!("language.txt"));

/// An entry of the reference, which explains one or more names together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The functions, constants or C keywords that the entry explains.
    pub words: Vec<&'static str>,
    /// The header that declares these names; empty for C keywords.
    pub header: &'static str,
    /// The syntax, one declaration per line; empty for constants.
    pub syntax: Vec<&'static str>,
    /// The English explanation.
    about: Vec<&'static str>,
    example: Vec<&'static str>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let read = |(header, text): &(&'static str, &'static str)| {
        let text = text.strip_prefix("# ").unwrap_or(text);
        text.split("\n\n# ").map(|text| Entry::read(header, text)).collect::<Vec<_>>()
    };
    [LANGUAGE].iter().chain(&TEXTS).flat_map(read).collect()
});

static WORDS: LazyLock<BTreeMap<&str, &Entry>> = LazyLock::new(|| {
    let words = |entry: &'static Entry| entry.words.iter().map(move |word| (*word, entry));
    ENTRIES.iter().flat_map(words).collect()
});

/// Returns the entry that explains a name.
pub fn entry(word: &str) -> Option<&'static Entry> {
    WORDS.get(word).copied()
}

/// All explained names with their entries.
pub fn words() -> impl Iterator<Item = (&'static str, &'static Entry)> {
    WORDS.iter().map(|(word, entry)| (*word, *entry))
}

/// Returns the value of a constant in C syntax; `None` for other names.
pub fn value(word: &str) -> Option<String> {
    let number = library::constant(word).map(|n| n.to_string());
    let real = library::float_constant(word).map(types::real);
    number.or(real.filter(|n| n.is_finite()).map(|n| n.to_string()))
}

impl Entry {
    /// Parses an entry: the names after `# ` and their syntax, a blank line, the explanation, a blank line,
    /// and the indented example.
    fn read(header: &'static str, text: &'static str) -> Entry {
        let (head, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let (about, example) = rest.split_once("\n\n").unwrap_or((rest, ""));
        let (first, head) = head.split_once('\n').unwrap_or((head, ""));
        let (more, syntax): (Vec<_>, Vec<_>) = head.lines().partition(|line| line.starts_with("# "));
        let more = more.into_iter().map(|line| &line[2..]);
        let heads = [first].into_iter().chain(more);
        Entry {
            words: heads.flat_map(str::split_whitespace).collect(),
            header,
            syntax,
            about: about.lines().collect(),
            example: example.lines().collect(),
        }
    }

    /// The explanation in the current language, as lines for the screen.
    pub fn about(&self) -> Vec<&'static str> {
        self.translated().unwrap_or_else(|| self.about.clone())
    }

    /// Finds the explanation in the current language's file. There each entry consists of its names and an
    /// explanation.
    fn translated(&self) -> Option<Vec<&'static str>> {
        let name = match self.header {
            "" => "language",
            header => header.trim_end_matches(".h"),
        };
        let text = words::translation(&format!("c/reference/{name}.txt"))?;
        let is_mine = |entry: &&str| {
            let head = entry.strip_prefix("# ");
            head.and_then(|head| head.split_whitespace().next()) == Some(self.words[0])
        };
        let entry = text.split("\n\n").find(is_mine)?;
        let said = entry.lines().filter(|line| !line.starts_with("# "));
        Some(said.collect())
    }

    /// Returns the declaration of a function.
    pub fn head(&self, function: &str) -> Option<&'static str> {
        let is_head = |line: &&&str| {
            let before = line.split_once(&format!("{function}("));
            before.is_some_and(|(before, _)| before.ends_with([' ', '*']))
        };
        self.syntax.iter().find(is_head).copied()
    }

    /// Returns the example as a complete program. Most entries store only the lines of `main`.
    pub fn example(&self) -> String {
        if self.example[0].starts_with("  #") {
            let lines = self.example.iter();
            let lines = lines.map(|line| line.strip_prefix("  ").unwrap_or(line));
            return lines.flat_map(|line| [line, "\n"]).collect();
        }
        let headers = self.headers();
        let draws = headers.contains(GRAPHICS);
        // In C, variables come first; a blank line ends them.
        let end = self.example.iter().position(|line| line.is_empty());
        let (variables, statements) = match end {
            Some(end) => (&self.example[..end], &self.example[end + 1..]),
            None => (&[][..], &self.example[..]),
        };
        let mut lines = vec!["", "int main(void)", "{"];
        if draws {
            lines.push("  int gd = DETECT, gm;");
        }
        lines.extend(variables);
        if lines.len() > 3 {
            lines.push("");
        }
        if draws {
            lines.push("  initgraph(&gd, &gm, \"\");");
        }
        lines.extend(statements);
        if draws {
            lines.extend(["  getch();", "  closegraph();"]);
        }
        lines.extend(["  return 0;", "}", ""]);
        let include = |header| format!("#include <{header}>\n");
        let included: String = headers.iter().map(include).collect();
        included + &lines.join("\n")
    }

    /// Returns the headers that declare the names in the example.
    fn headers(&self) -> BTreeSet<&'static str> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = self.example.iter().flat_map(|line| line.split(|c| !is_part(c)));
        let known = words.filter_map(entry);
        let mut headers: BTreeSet<&str> = known.map(|entry| entry.header).collect();
        headers.insert(self.header);
        headers.remove("");
        if headers.contains(GRAPHICS) {
            // The complete program calls `getch` before it closes the graphics.
            headers.insert("conio.h");
        }
        headers
    }
}
