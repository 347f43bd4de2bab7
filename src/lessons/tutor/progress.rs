//! A student's progress: the finished lessons, the solved tasks and the answered questions.

use std::collections::{BTreeMap, BTreeSet};

/// A student's progress. The text form has a line for each fact. The parser skips lines that it does not
/// understand.
///
/// ```
/// use lessons::tutor::progress::Progress;
/// let mut progress = Progress::default();
/// progress.finish("map");
/// progress.answer("map", true);
/// progress.answer("map", false);
/// assert_eq!(progress.to_text(), "done map\nasked map 1 2\n");
/// assert_eq!(Progress::from_text(&progress.to_text()), progress);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeSet<String>,
    solved: BTreeSet<String>,
    hints: BTreeMap<String, u32>,
    answers: BTreeMap<String, (u32, u32)>,
}

impl Progress {
    pub fn finish(&mut self, lesson: &str) {
        self.done.insert(lesson.to_string());
    }

    pub fn solve(&mut self, lesson: &str) {
        self.solved.insert(lesson.to_string());
    }

    /// Records that the student has seen hint `n` of a task, counted from 1.
    pub fn hint(&mut self, task: &str, n: u32) {
        let used = self.hints.entry(task.to_string()).or_default();
        *used = n.max(*used);
    }

    pub fn hints(&self, task: &str) -> u32 {
        self.hints.get(task).copied().unwrap_or_default()
    }

    pub fn answer(&mut self, lesson: &str, right: bool) {
        let (rights, all) = self.answers.entry(lesson.to_string()).or_default();
        *rights = rights.saturating_add(u32::from(right));
        *all = all.saturating_add(1);
    }

    pub fn is_done(&self, lesson: &str) -> bool {
        self.done.contains(lesson)
    }

    pub fn is_solved(&self, lesson: &str) -> bool {
        self.solved.contains(lesson)
    }

    pub fn answers(&self, lesson: &str) -> (u32, u32) {
        self.answers.get(lesson).copied().unwrap_or_default()
    }

    pub fn all_answers(&self) -> (u32, u32) {
        let all = self.answers.values();
        all.fold((0, 0), |(right, asked), (r, a)| (right + r, asked + a))
    }

    /// Merges in the progress that the same student has made in another window.
    ///
    /// ```
    /// use lessons::tutor::progress::Progress;
    /// let mut one = Progress::from_text("done map\nhints map 1\nasked map 1 2\n");
    /// one.add(&Progress::from_text("solved map\nhints map 3\nasked map 2 3\n"));
    /// assert_eq!(one.to_text(), "done map\nsolved map\nhints map 3\nasked map 2 3\n");
    /// ```
    pub fn add(&mut self, other: &Progress) {
        self.done.extend(other.done.iter().cloned());
        self.solved.extend(other.solved.iter().cloned());
        for (task, n) in &other.hints {
            self.hint(task, *n);
        }
        for (lesson, (right, all)) in &other.answers {
            let known = self.answers.entry(lesson.clone()).or_default();
            // The counts never decrease, so the larger one is newer.
            *known = (known.0.max(*right), known.1.max(*all));
        }
    }

    /// The names of all lessons and tasks that occur in the progress.
    pub fn names(&self) -> BTreeSet<&str> {
        let sets = self.done.iter().chain(&self.solved);
        let maps = self.hints.keys().chain(self.answers.keys());
        sets.chain(maps).map(String::as_str).collect()
    }

    pub fn to_text(&self) -> String {
        let done = self.done.iter().map(|lesson| format!("done {lesson}\n"));
        let solved = self.solved.iter().map(|lesson| format!("solved {lesson}\n"));
        let hints = self.hints.iter().map(|(task, n)| format!("hints {task} {n}\n"));
        let answers = self.answers.iter();
        let answers = answers.map(|(lesson, (right, all))| format!("asked {lesson} {right} {all}\n"));
        done.chain(solved).chain(hints).chain(answers).collect()
    }

    pub fn from_text(text: &str) -> Progress {
        let mut progress = Progress::default();
        for line in text.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["done", lesson] => progress.finish(lesson),
                ["solved", lesson] => progress.solve(lesson),
                ["hints", task, n] => {
                    if let Ok(n) = n.parse() {
                        progress.hint(task, n);
                    }
                }
                ["asked", lesson, right, all] => {
                    if let (Ok(right), Ok(all)) = (right.parse(), all.parse())
                        && right <= all
                    {
                        progress.answers.insert(lesson.to_string(), (right, all));
                    }
                }
                _ => {}
            }
        }
        progress
    }
}
