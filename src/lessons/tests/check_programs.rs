//! Programs as beginners write them: right ones in many styles, and wrong ones with one mistake each. A file
//! has the report on each; QIPAN_GOLDEN=write rewrites it.

use std::fmt::Write as _;
use std::path::Path;
use std::thread;

use lessons::check::tasks::{Checked, task};
use lessons::check::{Report, Verdict, check};
use lessons::tutor::sources::source;
use turbo::c::Program;

const RIGHT: &str = include_str!("check_programs/right.txt");
const WRONG: &str = include_str!("check_programs/wrong.txt");
const WHOLE: [(&str, &str); 2] = [
    ("other globals", include_str!("check_programs/OTHER.C")),
    ("one function", include_str!("check_programs/ONE.C")),
];
const SAID: &str = "tests/check_programs/said.txt";

/// A copy of QIPAN.C with changes: its title, and the text.
struct Copy {
    title: String,
    text: String,
}

/// The copies that a file of changes describes.
fn copies(changes: &str) -> Vec<Copy> {
    let entries = changes.split("\n= ").skip(1);
    entries.map(copy).collect()
}

fn copy(entry: &str) -> Copy {
    let (title, lines) = entry.split_once('\n').expect("an entry has a title");
    let mut copy = Copy { title: title.to_string(), text: source("QIPAN.C").unwrap().text.to_string() };
    let lines: Vec<&str> = lines.lines().collect();
    let mut hunks = lines.as_slice();
    while let [line, rest @ ..] = hunks {
        let count = |hunk: &[&str], sign: char| {
            let same = hunk.iter().take_while(|line| line.starts_with(sign));
            same.count()
        };
        if let Some(all) = line.strip_prefix("* ") {
            let (old, new) = all.split_once(" =>").expect("a text for another");
            let new = new.strip_prefix(' ').unwrap_or_default();
            let (old, new) = (old.replace("\\n", "\n"), new.replace("\\n", "\n"));
            assert!(copy.text.contains(&old), "{title}: there is no {old}");
            copy.text = copy.text.replace(&old, &new);
            hunks = rest;
        } else if let Some(name) = line.strip_prefix("-- ") {
            let new = count(rest, '+');
            let old = function(&copy.text, name);
            copy.replace(&old, &joined(&rest[..new]));
            hunks = &rest[new..];
        } else if line.starts_with('-') {
            let old = count(hunks, '-');
            let new = count(&hunks[old..], '+');
            let (from, to) = hunks[..old + new].split_at(old);
            copy.replace(&joined(from), &joined(to));
            hunks = &hunks[old + new..];
        } else {
            assert!(line.is_empty(), "{title}: {line}");
            hunks = rest;
        }
    }
    copy
}

/// Lines without the signs in front of them.
fn joined(lines: &[&str]) -> String {
    let line = |line: &&str| line[1..].strip_prefix(' ').unwrap_or_default().to_string();
    lines.iter().map(line).collect::<Vec<String>>().join("\n")
}

/// The text of a function, from its head to its brace.
fn function(text: &str, name: &str) -> String {
    let head = format!("{name}(");
    let is_head = |line: &&str| line.contains(&head) && !line.starts_with(' ') && !line.ends_with(';');
    let lines: Vec<&str> = text.lines().skip_while(|line| !is_head(line)).collect();
    let end = lines.iter().position(|line| *line == "}");
    lines[..=end.expect("there is such a function")].join("\n")
}

impl Copy {
    fn replace(&mut self, old: &str, new: &str) {
        assert!(self.text.contains(old), "{}: there is no\n{old}", self.title);
        self.text = self.text.replacen(old, new, 1);
    }

    fn program(&self) -> Program {
        Program::compile("COPY.C", &self.text)
            .unwrap_or_else(|errors| panic!("{}: {}", self.title, errors[0]))
    }
}

/// The report on a copy: the summary, the notes, and a sentence and a line for each function at fault.
fn said(copy: &Copy, report: &Report) -> String {
    let mut said = format!("{}\n  {}\n", copy.title, report.summary());
    for note in &report.notes {
        writeln!(said, "  {note}").unwrap();
    }
    for verdict in report.verdicts.iter().filter(|verdict| verdict.is_at_fault()) {
        if let Some(difference) = verdict.difference() {
            let n = difference.line;
            let line = copy.text.lines().nth(n.wrapping_sub(1)).unwrap_or_default().trim();
            writeln!(said, "  {}: {}", verdict.function, difference.said).unwrap();
            writeln!(said, "    {n}: {line}").unwrap();
        }
    }
    said
}

/// Calls `look` for each copy, on all cores.
fn of_all<T: Send>(copies: &[Copy], look: impl Fn(&Program) -> T + Sync) -> Vec<T> {
    let look = |copy: &Copy| look(&copy.program());
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    let parts = copies.chunks(copies.len().div_ceil(cores));
    thread::scope(|scope| {
        let workers = parts.map(|part| scope.spawn(|| part.iter().map(look).collect()));
        let workers: Vec<_> = workers.collect();
        let done = workers.into_iter();
        done.flat_map(|worker| -> Vec<T> { worker.join().expect("a check does not panic") }).collect()
    })
}

fn right_copies() -> Vec<Copy> {
    let whole = WHOLE.map(|(title, text)| Copy { title: title.to_string(), text: text.to_string() });
    copies(RIGHT).into_iter().chain(whole).collect()
}

#[test]
fn programs_of_beginners_get_correct_verdicts() {
    let right = right_copies();
    assert!(right.len() >= 20);
    let (mut told, mut fooled) = (String::from("RIGHT\n\n"), Vec::new());
    for (copy, report) in right.iter().zip(of_all(&right, check)) {
        if !report.is_right() {
            fooled.push(format!("{} is called wrong", copy.title));
        }
        told += &said(copy, &report);
    }
    let wrong = copies(WRONG);
    assert!(wrong.len() >= 60);
    told += "\nWRONG\n\n";
    for (copy, report) in wrong.iter().zip(of_all(&wrong, check)) {
        let (_, function) = copy.title.rsplit_once(", ").expect("where it is");
        let faults = report.verdicts.iter().filter(|verdict| verdict.is_at_fault());
        let faults: Vec<&str> = faults.map(|verdict: &Verdict| &*verdict.function).collect();
        if faults != [function] {
            fooled.push(format!("{}: the fault is seen in {faults:?}", copy.title));
        }
        told += &said(copy, &report);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SAID);
    if std::env::var("QIPAN_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&path, &told).unwrap();
    }
    assert!(fooled.is_empty(), "{}", fooled.join("\n"));
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(told, expected, "the reports differ from {SAID}");
}

#[test]
fn the_task_own_gives_the_same_verdicts() {
    let own = task("own").expect("it is a lesson's");
    for (copies, right) in [(right_copies(), true), (copies(WRONG), false)] {
        let fooled = copies.iter().zip(of_all(&copies, |program| own.check(program)));
        let fooled = fooled.filter_map(|(copy, checked)| match checked {
            Checked::Right(_) if right => None,
            Checked::Wrong(_) if !right => None,
            Checked::Right(said) => Some(format!("{}: right. {said}", copy.title)),
            Checked::Wrong(failure) => Some(format!("{}: {}", copy.title, failure.text)),
        });
        let fooled: Vec<String> = fooled.collect();
        assert!(fooled.is_empty(), "right is {right}:\n{}", fooled.join("\n"));
    }
}
