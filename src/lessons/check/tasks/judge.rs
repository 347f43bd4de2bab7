//! Checks a student's program against a task. Runs each test in the program and in the solution, and compares
//! the outcomes.

use super::cases::TestCase;
use super::{Checked, Failure, Task};
use crate::check::case::{End, Outcome};
use crate::check::compare::differ_mostly;
use crate::check::exams::TASK;
use crate::check::matter::{Fact, Matter, color_name};
use crate::check::run::Runner;
use crate::tutor::listed;
use games::othello::Cell;
use turbo::c::{Machine, Program, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::WIDTH;
use words::say;

struct Trial<'a> {
    task: &'a Task,
    solution: Option<&'a Program>,
    theirs: &'a Program,
    /// True if the whole program is right. In that case, its functions may divide the work in any way.
    whole_is_right: bool,
    column_first: bool,
}

struct Mistake {
    text: String,
    /// The number of keys typed before the picture that shows the mistake, if a picture does.
    picture: Option<usize>,
}

impl Task {
    /// Checks whether a program solves the task, test by test.
    ///
    /// # Panics
    /// If the solution itself stops with an error.
    pub fn check(&self, theirs: &Program) -> Checked {
        let prepared = self.prepared();
        let cases = &prepared.cases;
        let mut trial = Trial {
            task: self,
            solution: prepared.solution.as_ref(),
            theirs,
            whole_is_right: false,
            column_first: false,
        };
        let mut of_whole = cases.iter().filter(|test| self.whole == Some(test.step));
        trial.whole_is_right = self.whole.is_some() && of_whole.all(|test| trial.mistake(test).is_none());
        let judged = trial.judge(cases).or_else(|failure| {
            // The board is transposed in all functions of a program, or in none.
            trial.column_first = trial.whole_is_right && has_map(theirs);
            let turned = trial.column_first.then(|| trial.judge(cases).ok());
            turned.flatten().ok_or(failure)
        });
        match judged {
            Ok(left_out) => Checked::Right(trial.praise(&left_out, cases.last())),
            Err(failure) => Checked::Wrong(failure),
        }
    }
}

impl Trial<'_> {
    /// Runs the tests of each step up to the first mistake. Returns the names of the steps whose work the
    /// program does in other functions.
    fn judge(&self, cases: &[TestCase]) -> Result<Vec<String>, Box<Failure>> {
        let mut left_out = Vec::new();
        for step in cases.chunk_by(|one, other| one.step == other.step) {
            if self.whole_is_right && self.task.whole == Some(step[0].step) {
                continue;
            }
            let mut tests = step.iter();
            let found = tests.find_map(|test| Some((test, self.mistake(test)?)));
            match found {
                None => {}
                Some((test, _)) if self.whole_is_right && self.does_other_work(step) => {
                    left_out.push(self.task.steps[test.step - 1].clone());
                }
                Some((test, mistake)) => return Err(self.failure(test, mistake)),
            }
        }
        Ok(left_out)
    }

    fn runner(&self, program: &Program) -> Runner {
        let column_first = self.column_first && std::ptr::eq(program, self.theirs);
        Runner::new(program, &TASK, column_first).expect("any program fits")
    }

    fn ours<'t>(&self, test: &'t TestCase) -> Option<&'t Outcome> {
        let solution = self.solution?;
        Some(test.ours.get_or_init(|| {
            let outcome = self.runner(solution).run(&test.case);
            if let End::Stuck(why) = &outcome.end {
                panic!("the solution is wrong: {}: {why}", test.name);
            }
            outcome
        }))
    }

    fn expected<'t>(&self, test: &'t TestCase) -> impl Iterator<Item = &'t Fact> {
        let ours = self.ours(test).map_or(&[][..], |ours| &ours.facts);
        let is_given = |fact: &&Fact| test.expected.iter().any(|given| given.name == fact.name);
        ours.iter().filter(move |fact| !is_given(fact)).chain(&test.expected)
    }

    /// True if the screen is compared in this test. If the whole program is right, it is compared only for
    /// functions that draw.
    fn looks(&self, test: &TestCase) -> bool {
        !self.whole_is_right || test.case.matters.iter().all(Matter::is_seen)
    }

    fn mistake(&self, test: &TestCase) -> Option<Mistake> {
        let theirs = self.runner(self.theirs).run(&test.case);
        if let End::Stuck(why) = &theirs.end {
            return Some(Mistake { text: why.to_string(), picture: None });
        }
        let looks = self.looks(test);
        let counts = |fact: &&Fact| looks || !fact.seen;
        if let Some(right) = self.expected(test).filter(counts).find(|fact| !theirs.facts.contains(fact)) {
            let found = theirs.facts.iter().find(|fact| fact.name == right.name);
            let is = found.map_or(say!("nothing||in place of a value"), |fact| &fact.value);
            let (what, should) = (&right.name, &right.value);
            let seen = test.case.matters.iter().any(Matter::is_seen);
            return Some(Mistake {
                text: say!("{what} is {is}, and should be {should}.", what, is, should),
                picture: seen.then(|| theirs.moments.len() - 1),
            });
        }
        let ours = self.ours(test).filter(|_| looks)?;
        let compared = test.case.matters.contains(&Matter::Picture);
        compared.then(|| self.wrong_picture(test, ours, &theirs)).flatten()
    }

    fn wrong_picture(&self, test: &TestCase, ours: &Outcome, theirs: &Outcome) -> Option<Mistake> {
        let mut pairs = ours.moments.iter().zip(&theirs.moments);
        let Some(at) = pairs.position(|(ours, theirs)| ours.picture != theirs.picture) else {
            let [is, should] = [theirs, ours].map(|outcome| outcome.moments.len() - 1);
            let text = say!("it waits {is} times for a key, and should wait {should} times.", is, should);
            return (is != should).then_some(Mistake { text, picture: None });
        };
        let what = self.wrong_pixel(self.pictures(test, at)?)?;
        let key = at.checked_sub(1).and_then(|n| test.case.keys.get(n));
        let text = match key {
            Some(key) if at > 1 => say!("after {key}, which is key {at}, {what}", key, at, what),
            Some(key) => say!("after {key} {what}", key, what),
            None => what,
        };
        Some(Mistake { text, picture: Some(at) })
    }

    /// Returns the program's picture and our picture after the first `keys` keys.
    fn pictures(&self, test: &TestCase, keys: usize) -> Option<[Screen; 2]> {
        Some([self.theirs, self.solution?].map(|program| {
            let mut runner = self.runner(program);
            runner.run_to(&test.case, keys);
            runner.desk.picture().clone()
        }))
    }

    fn wrong_pixel(&self, [theirs, ours]: [Screen; 2]) -> Option<String> {
        let mut pairs = theirs.pixels().iter().zip(ours.pixels());
        let at = pairs.position(|(theirs, ours)| theirs != ours)? as i32;
        let (x, y) = (at % WIDTH, at / WIDTH);
        let (is, should) = (color_name(&theirs, x, y), color_name(&ours, x, y));
        Some(match cell_at(x, y).filter(|_| self.solution.is_some_and(has_map)) {
            Some(cell) => {
                say!("the pixel ({x},{y}) on {cell} is {is}, and should be {should}.", x, y, cell, is, should)
            }
            None => {
                say!("the pixel ({x},{y}) is {is}, and should be {should}.", x, y, is, should)
            }
        })
    }

    fn does_other_work(&self, step: &[TestCase]) -> bool {
        let does_nothing = |test: &TestCase| {
            let returned = Matter::Result.name(&test.case.function);
            self.expected(test).any(|fact| fact.name == returned && fact.value == "0")
        };
        let works = step.iter().filter(|test| !does_nothing(test)).collect();
        differ_mostly(works, |test: &TestCase| (self.mistake(test).is_some(), false))
    }

    fn failure(&self, test: &TestCase, mistake: Mistake) -> Box<Failure> {
        let mut text = say!("{case}: {wrong}", case = test.name, wrong = mistake.text);
        let scene = self.runner(self.theirs).scene(&test.case, text.clone(), test.shows);
        let steps = &self.task.steps;
        let (right, all) = (test.step.saturating_sub(1), steps.len());
        if let Some(step) = test.step.checked_sub(1).and_then(|n| steps.get(n)) {
            text =
                say!("{right} of {all} steps are right. {step}: {failure}", right, all, step, failure = text);
        }
        Box::new(Failure {
            text,
            scene: scene.ok(),
            pictures: mistake.picture.and_then(|keys| self.pictures(test, keys)),
            steps: (right, all),
        })
    }

    /// Returns the text to show for a right program, with values from its last test.
    fn praise(&self, left_out: &[String], last: Option<&TestCase>) -> String {
        let mut right = self.task.right.clone();
        // The placeholders in the text use the English names in every language.
        let facts = |program: &Program| match last {
            Some(last) => words::with_language(words::ENGLISH, || self.runner(program).run(&last.case).facts),
            None => Vec::new(),
        };
        if right.contains('{') {
            for Fact { name, value, .. } in facts(self.theirs) {
                right = right.replace(&format!("{{{name}}}"), &value);
            }
        }
        if right.contains(" before}")
            && let Ok(given) = Program::compile(&self.task.file, &self.task.skeleton)
        {
            for Fact { name, value, .. } in facts(&given) {
                right = right.replace(&format!("{{{name} before}}"), &value);
            }
        }
        if self.column_first {
            right = say!("{right} Map's first index is the column in it.", right);
        }
        if !left_out.is_empty() {
            let functions = listed(left_out);
            right = say!("{right} What ours does in {functions} it does elsewhere.", right, functions);
        }
        right
    }
}

/// Returns the cell of the board in `QIPAN.C` that contains the pixel.
fn cell_at(x: i32, y: i32) -> Option<Cell> {
    let n = |pixel: i32| usize::try_from((pixel - 100).div_euclid(40)).ok();
    let (row, col) = (n(y)?, n(x)?);
    (row < 8 && col < 8).then_some(Cell { row, col })
}

fn has_map(program: &Program) -> bool {
    let map = Machine::without_history(program).variable("Map");
    matches!(map, Some(Value::Array(rows)) if rows.len() == 8)
}
