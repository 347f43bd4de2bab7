//! The results of `qipan check` as text, CSV and JSON.

use lessons::check::{Report, Verdict, Wrong};
use turbo::c::{Message, Severity};

use crate::commands::failure::quoted;
use words::say;

/// The result for a file.
pub(crate) enum Checked {
    Unread(String),
    Wrong(Vec<Message>),
    Functions(Report),
}

/// The header of the CSV.
pub(crate) const HEAD: &str = "file,function,verdict,line,what";

impl Checked {
    pub(crate) fn is_right(&self) -> bool {
        matches!(self, Checked::Functions(report) if report.is_right())
    }

    /// Formats the result in one line.
    pub(crate) fn summary(&self) -> String {
        match self {
            Checked::Unread(why) => why.clone(),
            Checked::Wrong(messages) => {
                let errors = messages.iter().filter(|m| m.severity == Severity::Error);
                let (first, count) = (&messages[0], errors.count());
                let errors = if count == 1 { "error" } else { "errors" };
                say!("{count} {errors}, the first: {first}", count, errors, first)
            }
            Checked::Functions(report) if report.verdicts.is_empty() => {
                say!("it has none of the functions to check").to_string()
            }
            Checked::Functions(report) => report.summary(),
        }
    }

    /// Formats the full result, with the positions where functions differ.
    pub(crate) fn details(&self, name: &str) -> Vec<String> {
        match self {
            Checked::Wrong(messages) => messages.iter().map(Message::to_string).collect(),
            Checked::Functions(report) if !report.verdicts.is_empty() => {
                let verdicts = report.verdicts.iter().flat_map(|verdict| {
                    let difference = verdict.difference().filter(|_| verdict.is_at_fault());
                    [Some(verdict.to_string()), difference.map(|d| d.to_string())]
                });
                report.notes.iter().cloned().chain(verdicts.flatten()).collect()
            }
            _ => vec![format!("{name}: {}", self.summary())],
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
            Checked::Functions(report) => {
                let of = |verdict: &Verdict| {
                    let (line, what) = match &verdict.wrong {
                        None => (0, String::new()),
                        Some(Wrong::Unfit(why)) => (0, why.to_string()),
                        Some(Wrong::Differs(found)) => (found.line, found.said.clone()),
                    };
                    row(verdict.function, word(verdict), line, &what)
                };
                report.verdicts.iter().map(of).collect()
            }
        }
    }

    /// Formats the result as a JSON object in one line.
    pub(crate) fn json(&self, name: &str) -> String {
        let right = self.is_right();
        let rest = match self {
            Checked::Unread(why) => format!("\"error\":{}", quoted(why)),
            Checked::Wrong(messages) => {
                let messages = messages.iter().map(|message| {
                    let Message { line, text, .. } = message;
                    let severity = format!("{:?}", message.severity).to_lowercase();
                    format!(
                        "{{\"severity\":{},\"line\":{line},\"text\":{}}}",
                        quoted(&severity),
                        quoted(text)
                    )
                });
                format!("\"messages\":{}", list(messages))
            }
            Checked::Functions(report) => {
                let notes = list(report.notes.iter().map(|note| quoted(note)));
                let functions = list(report.verdicts.iter().map(object));
                format!("\"notes\":{notes},\"functions\":{functions}")
            }
        };
        format!("{{\"file\":{},\"right\":{right},{rest}}}", quoted(name))
    }
}

/// Returns a line for each function: the number of files in which it is right, and the number of files that
/// contain it.
pub(crate) fn table(all: &[Checked]) -> Vec<String> {
    let mut counts: Vec<(&str, [usize; 2])> = Vec::new();
    for checked in all {
        let Checked::Functions(report) = checked else {
            continue;
        };
        for verdict in &report.verdicts {
            let found = counts.iter().position(|(name, _)| *name == verdict.function);
            let at = found.unwrap_or_else(|| {
                counts.push((verdict.function, [0, 0]));
                counts.len() - 1
            });
            let [right, of] = &mut counts[at].1;
            *right += usize::from(!verdict.is_at_fault());
            *of += 1;
        }
    }
    let wide = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let row = |(name, [right, of]): &(&str, [usize; 2])| format!("{name:wide$} {right:4} of {of}");
    counts.iter().map(row).collect()
}

fn word(verdict: &Verdict) -> &'static str {
    match (verdict.is_right(), verdict.is_at_fault()) {
        (true, _) => "right",
        (_, true) => "wrong",
        _ => "follows",
    }
}

/// Formats the verdict on a function as a JSON object.
fn object(verdict: &Verdict) -> String {
    let Verdict { function, right, of, wrong, because } = verdict;
    let because = because.map_or(String::new(), |name| format!(",\"because\":{}", quoted(name)));
    let rest = match wrong {
        None => String::new(),
        Some(Wrong::Unfit(why)) => format!(",\"error\":{}", quoted(&why.to_string())),
        Some(Wrong::Differs(difference)) => {
            let board = list(difference.board.iter().map(|row| quoted(row)));
            format!(
                ",\"said\":{},\"call\":{},\"board\":{board},\"ours\":{},\"theirs\":{},\"line\":{},\"step\":{}",
                quoted(&difference.said),
                quoted(&difference.call),
                quoted(&difference.ours),
                quoted(&difference.theirs),
                difference.line,
                difference.step
            )
        }
    };
    format!("{{\"function\":\"{function}\",\"right\":{right},\"of\":{of}{because}{rest}}}")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<String>>().join(","))
}

/// Formats a CSV cell. A leading apostrophe keeps spreadsheets from treating text as a formula.
fn cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_string(),
    };
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
