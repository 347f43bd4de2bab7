//! The results of `qipan check` as text, CSV and JSON.

use std::fmt::Display;

use lessons::check::{Report, Verdict, Wrong};
use turbo::c::{Message, Severity};

use crate::commands::failure::{array, cell, object, quoted};
use games::named::{Counted, plural};
use words::{phrase, say};

const ERRORS: Counted = [phrase!("1 error"), phrase!("{n} errors")];
const NOT_COMPILED: Counted = [phrase!("1 file does not compile."), phrase!("{n} files do not compile.")];

/// The result for a file.
pub(crate) enum Checked {
    Unread(String),
    Wrong(Vec<Message>),
    Functions(Report),
    /// The result for a task: its title, the text to show for a right program, and a verdict for each step or
    /// test.
    Task {
        title: String,
        said: String,
        report: Report,
    },
}

/// The header of the CSV.
pub(crate) const HEAD: &str = "file,function,verdict,line,what";

impl Checked {
    pub(crate) fn is_right(&self) -> bool {
        self.report().is_some_and(Report::is_right)
    }

    pub(crate) fn is_task(&self) -> bool {
        matches!(self, Checked::Task { .. })
    }

    pub(crate) fn report(&self) -> Option<&Report> {
        match self {
            Checked::Functions(report) | Checked::Task { report, .. } => Some(report),
            Checked::Unread(_) | Checked::Wrong(_) => None,
        }
    }

    /// The text about a right program of a task, or the first mistake.
    fn said(&self) -> String {
        match self {
            Checked::Task { said, report, .. } => {
                let mut wrong = report.verdicts.iter().filter_map(|verdict| match &verdict.wrong {
                    Some(Wrong::Fails(failure)) => Some(failure.with_steps()),
                    _ => None,
                });
                wrong.next().unwrap_or_else(|| said.clone())
            }
            other => other.summary(),
        }
    }

    /// Formats the result in one line behind the file's name.
    pub(crate) fn of(&self, name: impl Display) -> String {
        say!("{place}: {problem}", place = name, problem = self.summary())
    }

    /// Formats the result in one line.
    pub(crate) fn summary(&self) -> String {
        match self {
            Checked::Unread(why) => why.clone(),
            Checked::Wrong(messages) => {
                let errors = messages.iter().filter(|m| m.severity == Severity::Error);
                let (first, count) = (&messages[0], errors.count());
                let errors = plural(count, ERRORS);
                say!("{errors}, the first: {first}", errors, first)
            }
            Checked::Functions(report) if report.verdicts.is_empty() => {
                say!("it has none of the functions to check").to_string()
            }
            Checked::Functions(report) => report.summary(),
            Checked::Task { .. } if self.is_right() => say!("right||the result for a program").to_string(),
            Checked::Task { .. } => say!("not yet. {said}", said = self.said()),
        }
    }

    /// Formats the full result, with the positions where functions differ.
    pub(crate) fn details(&self, name: &str) -> Vec<String> {
        match (self, self.report()) {
            (Checked::Wrong(messages), _) => messages.iter().map(Message::to_string).collect(),
            (_, Some(report)) if !report.verdicts.is_empty() => {
                let verdicts = report.verdicts.iter().flat_map(|verdict| {
                    let difference = verdict.difference().filter(|_| verdict.is_at_fault());
                    [Some(verdict.to_string()), difference.map(|d| d.to_string())]
                });
                report.notes.iter().cloned().chain(verdicts.flatten()).collect()
            }
            _ => vec![self.of(name)],
        }
    }

    /// Returns a line of CSV for each function, or for each error.
    pub(crate) fn csv(&self, name: &str) -> Vec<String> {
        let row = |function: &str, verdict: &str, line: usize, what: &str| {
            let line = if line > 0 { line.to_string() } else { String::new() };
            [name, function, verdict, &line, what].map(cell).join(",")
        };
        match self {
            Checked::Unread(why) => vec![row("", say!("unread"), 0, why)],
            Checked::Wrong(messages) => {
                let errors = messages.iter().filter(|m| m.severity == Severity::Error);
                errors.map(|m| row("", say!("error"), m.line, &m.text)).collect()
            }
            Checked::Functions(report) | Checked::Task { report, .. } => {
                let of = |verdict: &Verdict| {
                    let line = verdict.difference().map_or(0, |found| found.line);
                    row(&verdict.function, word(verdict), line, &verdict.said())
                };
                report.verdicts.iter().map(of).collect()
            }
        }
    }

    /// Formats the result as a JSON object in one line.
    pub(crate) fn json(&self, name: &str) -> String {
        let mut fields = vec![("file", quoted(name)), ("right", self.is_right().to_string())];
        match self {
            Checked::Unread(why) => fields.push(("error", quoted(why))),
            Checked::Wrong(messages) => {
                let messages = messages.iter().map(|Message { severity, line, text, .. }| {
                    let severity = format!("{severity:?}").to_ascii_lowercase();
                    object([
                        ("severity", quoted(&severity)),
                        ("line", line.to_string()),
                        ("text", quoted(text)),
                    ])
                });
                fields.push(("messages", array(messages)));
            }
            Checked::Functions(report) => fields.extend([
                ("notes", array(report.notes.iter().map(|note| quoted(note)))),
                ("functions", array(report.verdicts.iter().map(in_json))),
            ]),
            Checked::Task { title, report, .. } => {
                fields.insert(1, ("task", quoted(title)));
                let tests = array(report.verdicts.iter().map(in_json));
                fields.extend([("said", quoted(&self.said())), ("tests", tests)]);
            }
        }
        object(fields)
    }
}

/// Returns a line for each function: the number of files in which it is right, and the number of files that
/// contain it. The last line counts the files that do not compile.
pub(crate) fn table<'a>(all: impl Iterator<Item = &'a Checked> + Clone) -> Vec<String> {
    let verdicts = all.clone().filter_map(Checked::report).flat_map(|report| &report.verdicts);
    let mut lines = counted(verdicts.map(|verdict| (&*verdict.function, !verdict.is_at_fault())));
    match all.filter(|one| matches!(one, Checked::Wrong(_))).count() {
        0 => {}
        n => lines.push(plural(n, NOT_COMPILED)),
    }
    lines
}

/// Returns a line for each name: the number of right results, and the number of all results.
pub(crate) fn counted<'a>(results: impl Iterator<Item = (&'a str, bool)>) -> Vec<String> {
    let mut counts: Vec<(&str, [usize; 2])> = Vec::new();
    for (name, is_right) in results {
        let found = counts.iter().position(|(known, _)| *known == name);
        let at = found.unwrap_or_else(|| {
            counts.push((name, [0, 0]));
            counts.len() - 1
        });
        let [right, of] = &mut counts[at].1;
        *right += usize::from(is_right);
        *of += 1;
    }
    let wide = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let row = |(name, [right, of]): &(&str, [usize; 2])| {
        let [name, right] = [format!("{name:wide$}"), format!("{right:4}")];
        say!("{name} {right} of {of}", name, right, of)
    };
    counts.iter().map(row).collect()
}

/// Returns the word in CSV and JSON, which other programs read in every language.
fn word(verdict: &Verdict) -> &'static str {
    match (verdict.is_right(), verdict.is_at_fault()) {
        (true, _) => "right",
        (_, true) => "wrong",
        _ => "follows",
    }
}

/// Formats the verdict on a function as a JSON object.
fn in_json(verdict: &Verdict) -> String {
    let Verdict { function, right, of, wrong, because } = verdict;
    let mut fields =
        vec![("function", quoted(function)), ("right", right.to_string()), ("of", of.to_string())];
    fields.extend(because.as_ref().map(|name| ("because", quoted(name))));
    match wrong {
        None => {}
        Some(Wrong::Unfit(why)) => fields.push(("error", quoted(&why.to_string()))),
        Some(Wrong::Fails(failure)) => fields.push(("said", quoted(&failure.text))),
        Some(Wrong::Differs(difference)) => fields.extend([
            ("said", quoted(&difference.said)),
            ("call", quoted(&difference.call)),
            ("board", array(difference.board.iter().map(|row| quoted(row)))),
            ("ours", quoted(&difference.ours)),
            ("theirs", quoted(&difference.theirs)),
            ("line", difference.line.to_string()),
            ("step", difference.step.to_string()),
        ]),
    }
    object(fields)
}
