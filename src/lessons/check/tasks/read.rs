//! Parses a task file: the title, then sections. Each section begins with a line that starts with `# `.

use super::error::{Mistake, TaskError};
use super::{Task, Test};
use crate::check::matter::Matter;
use crate::tutor::one_line;
use crate::tutor::sources::{retold, source};
use words::say;

/// A section of the file: its line number, the two parts of its heading, and the lines below the heading.
struct Section<'a> {
    line: usize,
    head: &'a str,
    rest: &'a str,
    body: Vec<&'a str>,
}

impl Section<'_> {
    fn words(&self) -> String {
        words(&self.body)
    }

    /// Returns the paragraphs, which blank lines separate, each as one line.
    fn paragraphs(&self) -> String {
        let paragraphs = self.body.split(|line| line.trim().is_empty()).filter(|lines| !lines.is_empty());
        paragraphs.map(words).collect::<Vec<_>>().join("\n")
    }

    fn lines(&self) -> String {
        self.body.join("\n").trim_end().to_string()
    }

    /// Returns the program of a section: its body, or our source if the section gives the name `ours`.
    fn program(&self, ours: &str) -> Result<String, TaskError> {
        let body = self.lines();
        match (body.is_empty(), source(ours)) {
            (false, _) => Ok(body + "\n"),
            (true, Some(ours)) => Ok(ours.text.to_string()),
            (true, None) => Err(Mistake::NoProgram.at(self.line)),
        }
    }
}

fn words(lines: &[&str]) -> String {
    one_line(lines.iter().flat_map(|line| line.split_whitespace()))
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, n) in text.lines().zip(1..) {
        match (line.strip_prefix("# "), sections.last_mut()) {
            (Some(head), _) => {
                let (head, rest) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
                sections.push(Section { line: n, head, rest: rest.trim(), body: Vec::new() });
            }
            (None, Some(section)) => section.body.push(line),
            (None, None) => {}
        }
    }
    sections
}

/// The number of bytes in a line of a sealed solution.
const SEALED: usize = 40;

/// Returns the copy of a task file for the students: without hidden tests, and with a sealed solution, which
/// keeps it from being read by accident.
pub fn student_copy(task: &Task, text: &str) -> String {
    let mut kept = true;
    let lines = text.lines().filter(|line| {
        if let Some(head) = line.strip_prefix("# ") {
            let head = head.split_whitespace().next().unwrap_or_default();
            kept = !["hidden", "solution", "sealed", "replace", "by"].contains(&head);
        }
        kept
    });
    let mut copy: String = lines.flat_map(|line| [line, "\n"]).collect();
    if task.solution.is_some() {
        copy = format!("{}\n\n# sealed\n", copy.trim_end());
        for bytes in task.solution().as_bytes().chunks(SEALED) {
            let hex: String = bytes.iter().map(|byte| format!("{:02x}", !byte)).collect();
            copy += &(hex + "\n");
        }
    }
    copy
}

/// Returns a sealed solution as text.
fn unsealed(lines: &[&str]) -> Option<String> {
    let hex: Vec<u8> = lines.iter().flat_map(|line| line.trim().bytes()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = hex.chunks(2).map(|pair| byte(pair).map(|byte| !byte)).collect();
    String::from_utf8(bytes?).ok().filter(|text| !text.is_empty())
}

impl Task {
    /// Reads a task file. `name` is the name under which a solution of the task is recorded.
    ///
    /// ```
    /// use lessons::check::tasks::Task;
    /// let text = "Twice\n# text\nLet Twice double n.\n# program TWICE.C\nint Twice(int n) { return n; }\n# test\n\
    ///     call Twice(21)\nexpect result = 42\n";
    /// assert_eq!(Task::read("twice", text).unwrap().title, "Twice");
    /// let wrong = Task::read("twice", &text.replace("expect", "await")).unwrap_err();
    /// assert!(wrong.to_string().starts_with("line 8: "));
    /// ```
    ///
    /// # Errors
    /// If a section is missing, or a section or one of its lines has an error.
    pub fn read(name: &str, text: &str) -> Result<Task, TaskError> {
        let title = text.lines().next().unwrap_or_default().trim();
        let mut task = Task {
            name: name.to_string(),
            title: title.to_string(),
            right: say!("It does what it should.").to_string(),
            ..Task::default()
        };
        if title.is_empty() || title.starts_with("# ") {
            return Err(Mistake::NoTitle.at(1));
        }
        let mut replaced = None;
        for section in sections(text) {
            task.take(&section, &mut replaced)?;
        }
        if let Some((line, _)) = replaced {
            return Err(Mistake::NoBy.at(line));
        }
        for (missing, what) in [
            (task.text.is_empty(), "text"),
            (task.file.is_empty(), "program"),
            (task.tests.is_empty(), "test"),
        ] {
            if missing {
                return Err(Mistake::NoSection(what.to_string()).at(0));
            }
        }
        task.prepare()?;
        Ok(task)
    }

    /// Replaces the texts with those of a translation, which has the same sections in the same order. The
    /// lines below a test replace parts of the test's name: `its start = 起点`. The comments of the program are
    /// taken from our translated sources.
    pub(super) fn translate(&mut self, translation: &str) {
        self.skeleton = retold(&self.skeleton);
        self.title = translation.lines().next().unwrap_or_default().to_string();
        let mut hints = self.hints.iter_mut();
        let mut tests = self.tests.iter_mut();
        for section in sections(translation) {
            match section.head {
                "text" => self.text = section.paragraphs(),
                "right" => self.right = section.words(),
                "hint" => {
                    if let Some(hint) = hints.next() {
                        *hint = section.words();
                    }
                }
                "test" | "hidden" | "input" => {
                    let Some(test) = tests.next() else { continue };
                    test.name = section.rest.to_string();
                    let values = section.body.iter().filter_map(|line| line.split_once(" = "));
                    let values = values.map(|(english, shown)| (english.into(), shown.into()));
                    test.values = values.collect();
                }
                _ => {}
            }
        }
    }

    /// Reads a section. `replaced` is the text in the preceding `replace` section, if any, with its line
    /// number.
    fn take(
        &mut self,
        section: &Section<'_>,
        replaced: &mut Option<(usize, String)>,
    ) -> Result<(), TaskError> {
        let line = section.line;
        let fail = |mistake: Mistake| Err(mistake.at(line));
        match section.head {
            "text" => self.text = section.paragraphs(),
            "right" => self.right = section.words(),
            "hint" => self.hints.push(section.words()),
            "program" => {
                let rest = section.rest;
                let (name, ours) = rest.split_once(" from ").unwrap_or((rest, rest));
                let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
                if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
                    return fail(Mistake::FileName(name.to_string()));
                }
                self.file = name.to_string();
                self.begins = line;
                self.skeleton = section.program(ours.trim())?;
            }
            "solution" => self.solution = Some((line, section.program(section.rest)?)),
            "sealed" => match unsealed(&section.body) {
                Some(solution) => self.solution = Some((line, solution)),
                None => return fail(Mistake::NotSealed),
            },
            "replace" => *replaced = Some((line, section.lines())),
            "by" => {
                let Some((line, from)) = replaced.take() else { return fail(Mistake::NoReplace) };
                let before = self.solution();
                if from.is_empty() || !before.contains(&from) {
                    return Err(Mistake::NotInProgram.at(line));
                }
                self.solution = Some((line, before.replace(&from, &section.lines())));
            }
            "compare" => {
                let matters = Matter::list(section.rest);
                self.matters = matters.map_err(|why| Mistake::from(why).at(line))?;
            }
            "ignore" => {
                let numbers = section.rest.split_whitespace().map(str::parse);
                let numbers: Vec<i32> = numbers.collect::<Result<_, _>>().unwrap_or_default();
                match numbers[..] {
                    [left, top, right, bottom] => self.ignored.push([left, top, right, bottom]),
                    _ => return fail(Mistake::Area(section.rest.to_string())),
                }
            }
            "step" | "whole" => {
                self.steps.push(section.rest.to_string());
                if section.head == "whole" {
                    self.whole = Some(self.steps.len());
                }
            }
            "test" | "hidden" | "input" | "marks" => {
                self.marks = section.head == "marks";
                let lines = section.body.iter().zip(line + 1..);
                let word = if section.head == "input" { "line " } else { "" };
                let lines = lines.filter(|(text, _)| !text.trim().is_empty());
                let lines = lines.map(|(text, n)| (n, format!("{word}{}", text.trim())));
                self.tests.push(Test {
                    line,
                    name: section.rest.to_string(),
                    hidden: section.head == "hidden",
                    values: Vec::new(),
                    step: self.steps.len(),
                    lines: lines.collect(),
                });
            }
            other => return fail(Mistake::NoSection(other.to_string())),
        }
        Ok(())
    }
}
