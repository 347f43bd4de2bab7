//! Checks a student's program against a task. Runs each test in the program and in the solution, and compares
//! the outcomes.

use super::cases::TestCase;
use super::{Checked, Failure, Task, TaskError};
use crate::check::case::{Case, End, Outcome};
use crate::check::compare::differ_mostly;
use crate::check::exams::TASK;
use crate::check::matter::{Fact, Matter, color_name};
use crate::check::report::{Report, Verdict, Wrong};
use crate::check::run::Runner;
use crate::tutor::listed;
use games::othello::Cell;
use turbo::c::{Machine, Program, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::WIDTH;
use words::say;

/// The number of steps without a key after which a solution counts as endless.
const SOLUTION_STEPS: u64 = 100_000_000;
/// A student's program may take this many times the steps of the solution.
const TIMES_OURS: u64 = 50;
/// A copy of the solution with one operator changed gets fewer steps, because there are many copies.
const TIMES_OURS_IN_A_COPY: u64 = 2;

pub(super) struct Trial<'a> {
    task: &'a Task,
    solution: Option<&'a Program>,
    theirs: &'a Program,
    /// True if the whole program is right. In that case, its functions may divide the work in any way.
    whole_is_right: bool,
    column_first: bool,
    /// The program may take this many times the steps of the solution.
    times_ours: u64,
}

pub(super) struct Mistake {
    text: String,
    /// The number of keys typed before the picture that shows the mistake, if a picture does.
    picture: Option<usize>,
}

impl Task {
    /// Checks whether a program solves the task, up to the first mistake.
    pub fn check(&self, theirs: &Program) -> Checked {
        let (graded, praise) = self.judge(theirs, true);
        let fails = |verdict: Verdict| match verdict.wrong {
            Some(Wrong::Fails(failure)) => Some(failure),
            _ => None,
        };
        match graded.into_iter().find_map(fails) {
            None => Checked::Right(praise),
            Some(mut failure) => {
                failure.text = failure.with_steps();
                Checked::Wrong(failure)
            }
        }
    }

    /// Checks each step of the task, or each test if it has no steps. Also returns the text to show for a
    /// right program.
    pub fn grade(&self, theirs: &Program) -> (Report, String) {
        let (verdicts, praise) = self.judge(theirs, false);
        (Report { verdicts, notes: Vec::new() }, praise)
    }

    fn judge(&self, theirs: &Program, only_first: bool) -> (Vec<Verdict>, String) {
        let cases = &self.prepared().cases;
        let mut trial = Trial { times_ours: TIMES_OURS, ..self.trial(theirs) };
        let mut of_whole = cases.iter().filter(|test| self.whole == Some(test.step));
        trial.whole_is_right = self.whole.is_some() && of_whole.all(|test| trial.mistake(test).is_none());
        let (mut rows, mut left_out) = trial.rows(cases, only_first);
        let is_right = |rows: &[Verdict]| rows.iter().all(Verdict::is_right);
        if !is_right(&rows) && trial.whole_is_right && has_map(theirs) {
            // The board is transposed in all functions of a program, or in none.
            trial.column_first = true;
            let turned = trial.rows(cases, only_first);
            if is_right(&turned.0) { (rows, left_out) = turned } else { trial.column_first = false }
        }
        let praise = if is_right(&rows) { trial.praise(&left_out, cases.last()) } else { String::new() };
        (rows, praise)
    }

    /// The names of the verdicts that [`grade`](Task::grade) gives.
    pub fn rows(&self) -> Vec<String> {
        let mut rows: Vec<&TestCase> = self.prepared().cases.iter().collect();
        rows.dedup_by_key(|test| self.row_of(test));
        rows.into_iter().map(|test| self.row_name(test)).collect()
    }

    fn row_of(&self, test: &TestCase) -> usize {
        if self.steps.is_empty() { test.line } else { test.step }
    }

    fn row_name(&self, test: &TestCase) -> String {
        let step = test.step.checked_sub(1).and_then(|n| self.steps.get(n));
        step.unwrap_or(&test.row).clone()
    }

    /// Runs the solution on the task's tests.
    ///
    /// # Errors
    /// If the solution stops with an error, never ends, or does not give an expected value.
    pub fn verify(&self) -> Result<(), TaskError> {
        let prepared = self.prepared();
        let Some(solution) = &prepared.solution else { return Ok(()) };
        let trial = self.trial(solution);
        let mut tests = prepared.cases.iter();
        match tests.find_map(|test| Some((test, trial.mistake(test)?))) {
            None => Ok(()),
            Some((test, Mistake { text, .. })) => {
                let wrong = text.trim_end_matches(['.', '。']).to_string();
                Err(super::error::Mistake::SolutionFails { test: test.name.clone(), wrong }.at(test.line))
            }
        }
    }

    pub(super) fn trial<'a>(&'a self, theirs: &'a Program) -> Trial<'a> {
        let solution = self.prepared().solution.as_ref();
        let times_ours = TIMES_OURS_IN_A_COPY;
        Trial { task: self, solution, theirs, whole_is_right: false, column_first: false, times_ours }
    }
}

impl Trial<'_> {
    /// Runs the tests of each row up to the row's first mistake. Also returns the names of the steps whose
    /// work the program does in other functions.
    fn rows(&self, cases: &[TestCase], only_first: bool) -> (Vec<Verdict>, Vec<String>) {
        let (mut rows, mut left_out) = (Vec::new(), Vec::new());
        let row_of = |test: &TestCase| self.task.row_of(test);
        let mut right_steps = 0;
        for row in cases.chunk_by(|one, other| row_of(one) == row_of(other)) {
            let known = self.whole_is_right && self.task.whole == Some(row[0].step);
            let mut tests = row.iter().enumerate().filter(|_| !known);
            let found = tests.find_map(|(n, test)| Some((n, test, self.mistake(test)?)));
            let name = self.task.row_name(&row[0]);
            let mut graded = Verdict::new(name.clone(), row.len(), row.len(), None);
            match found {
                None => right_steps += 1,
                Some(_) if self.whole_is_right && self.does_other_work(row) => {
                    left_out.push(name);
                    right_steps += 1;
                }
                Some((n, test, mistake)) => {
                    graded.right = n;
                    graded.wrong = Some(Wrong::Fails(self.failure(test, mistake, right_steps)));
                }
            }
            let failed = !graded.is_right();
            rows.push(graded);
            if failed && only_first {
                break;
            }
        }
        (rows, left_out)
    }

    fn runner(&self, program: &Program) -> Runner {
        let column_first = self.column_first && std::ptr::eq(program, self.theirs);
        Runner::new(program, &TASK, column_first).expect("any program fits")
    }

    fn ours<'t>(&self, test: &'t TestCase) -> Option<&'t Outcome> {
        let solution = self.solution?;
        Some(test.ours.get_or_init(|| {
            let mut runner = self.runner(solution);
            runner.limit = SOLUTION_STEPS;
            runner.run(&test.case)
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

    pub(super) fn mistake(&self, test: &TestCase) -> Option<Mistake> {
        self.differs(test, &self.run(test))
    }

    fn run(&self, test: &TestCase) -> Outcome {
        let mut runner = self.runner(self.theirs);
        if let Some(ours) = self.ours(test) {
            runner.limit = runner.limit.max(self.times_ours * ours.steps);
        }
        runner.run(&test.case)
    }

    fn differs(&self, test: &TestCase, theirs: &Outcome) -> Option<Mistake> {
        if let End::Stuck(why) = &theirs.end {
            return Some(Mistake { text: why.to_string(), picture: None });
        }
        let looks = self.looks(test);
        let counts = |fact: &&Fact| looks || !fact.seen;
        if let Some(right) = self
            .expected(test)
            .filter(counts)
            .find(|fact| !theirs.facts.iter().any(|other| fact.agrees(other)))
        {
            let found = theirs.facts.iter().find(|fact| fact.name == right.name);
            let is = found.map_or(say!("nothing||in place of a value"), |fact| &fact.value);
            let (what, should) = (&right.name, right.value_like(is));
            let seen = test.case.matters.iter().any(Matter::is_seen);
            return Some(Mistake {
                text: say!("{what} is {is}, and should be {should}.", what, is, should),
                picture: seen.then(|| theirs.moments.len() - 1),
            });
        }
        let ours = self.ours(test).filter(|_| looks)?;
        let compared = test.case.matters.contains(&Matter::Picture);
        compared.then(|| self.wrong_picture(test, ours, theirs)).flatten()
    }

    fn wrong_picture(&self, test: &TestCase, ours: &Outcome, theirs: &Outcome) -> Option<Mistake> {
        let mut pairs = ours.moments.iter().zip(&theirs.moments);
        let Some(at) = pairs.position(|(ours, theirs)| !ours.is_like(theirs)) else {
            if ours.ends_like(theirs) {
                return None;
            }
            let [is, should] = [theirs, ours].map(|outcome| outcome.moments.len() - 1);
            let text = say!("it waits {is} times for a key, and should wait {should} times.", is, should);
            return (is != should).then_some(Mistake { text, picture: None });
        };
        let texts = [theirs, ours].map(|outcome| outcome.moments[at].text.as_ref());
        let what = match texts {
            [Some(is), Some(should)] => {
                let [is, should] = [is, should].map(|text| format!("{text:?}"));
                say!("the text is {is}, and should be {should}.", is, should)
            }
            _ => self.wrong_pixel(self.pictures(test, at)?)?,
        };
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
            runner.picture().into_owned()
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
            None => say!("the pixel ({x},{y}) is {is}, and should be {should}.", x, y, is, should),
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

    fn failure(&self, test: &TestCase, mistake: Mistake, right: usize) -> Box<Failure> {
        let text = match test.hidden {
            true => say!("the hidden test '{case}' fails.", case = test.name),
            false => say!("{case}: {wrong}", case = test.name, wrong = mistake.text),
        };
        let scene = self.runner(self.theirs).scene(&test.case, text.clone(), test.shows);
        let steps = &self.task.steps;
        let all = steps.len();
        Box::new(Failure {
            text,
            scene: scene.ok().filter(|_| !test.hidden),
            pictures: mistake.picture.filter(|_| !test.hidden).and_then(|keys| self.pictures(test, keys)),
            steps: (right, all),
            step: if all > 0 { self.task.row_name(test) } else { String::new() },
            turn: mistake.picture.unwrap_or(test.case.keys.len()),
            case: if test.hidden { Case::default() } else { test.case.clone() },
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
            right = say!("{right} It does the work of our {functions} elsewhere.", right, functions);
        }
        right
    }
}

impl Failure {
    /// The text, after the number of right steps and the name of the wrong step.
    pub fn with_steps(&self) -> String {
        let Failure { text, step, steps: (right, all), .. } = self;
        match all {
            0 => text.clone(),
            _ => {
                say!("{right} of {all} steps are right. {step}: {failure}", right, all, step, failure = text)
            }
        }
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
