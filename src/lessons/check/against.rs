//! Compares a program with a teacher's own solution. Compares the picture and the output each time that a
//! program waits for a key.

use super::case::{Case, End, Outcome};
use super::compare::first_difference;
use super::exams::SOLUTION;
use super::report::{Report, Verdict, Wrong};
use super::run::{Runner, Unfit};
use turbo::c::Program;
use turbo::dos::Key;
use words::say;

/// A solution, and what it does with each input.
pub struct Answers {
    pub solution: Program,
    answers: Vec<(Case, Outcome)>,
    /// A sentence about the inputs that the solution cannot handle, if there are any.
    pub warning: Option<String>,
}

impl Answers {
    /// Runs a solution with each of the key scripts. Leaves out the scripts that the solution itself cannot
    /// handle.
    ///
    /// # Errors
    /// If the solution has no `main`, or cannot handle any script.
    pub fn new(solution: &Program, scripts: &[Vec<Key>]) -> Result<Answers, Unfit> {
        let mut ours = Runner::new(solution, &SOLUTION, false)?;
        let (mut answers, mut fault) = (Vec::new(), None);
        for case in scripts.iter().cloned().map(Case::of_main) {
            let outcome = ours.run(&case);
            match outcome.end {
                End::Stuck(why) => fault = fault.or(Some(why)),
                _ => answers.push((case, outcome)),
            }
        }
        let failed = scripts.len() - answers.len();
        let warning = match fault {
            Some(why) if answers.is_empty() => return Err(Unfit::Fault(why.to_string())),
            Some(why) => Some(say!("The solution fails with {failed} of them: {why}", failed, why)),
            None => None,
        };
        Ok(Answers { solution: solution.clone(), answers, warning })
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        self.answers.len()
    }
}

/// Compares a program with a solution by running it with the same inputs.
pub fn against(answers: &Answers, theirs: &Program) -> Report {
    let of = answers.count();
    let pairs = answers.answers.iter().map(|(case, outcome)| (case, outcome));
    let (right, wrong) = match Runner::new(theirs, &SOLUTION, false) {
        Err(why) => (0, Some(Wrong::Unfit(why))),
        Ok(mut runner) => match first_difference(&mut runner, [&answers.solution, theirs], pairs, true) {
            None => (of, None),
            Some((right, wrong)) => (right, Some(wrong)),
        },
    };
    let verdicts = vec![Verdict::new(SOLUTION.function, right, of, wrong)];
    Report { verdicts, notes: Vec::new() }
}
