//! Compares a program with a teacher's own solution. Compares the picture and the output each time that a
//! program waits for a key.

use std::sync::{Arc, Mutex, PoisonError};

use super::case::{Case, Outcome};
use super::compare::first_difference;
use super::exams::SOLUTION;
use super::report::{Report, Verdict, Wrong};
use super::run::{Runner, Unfit};
use turbo::c::Program;
use turbo::dos::Key;

/// Compares a program with a solution by running both of them with each of the key scripts.
///
/// # Errors
/// If the solution has no `main`.
pub fn against(solution: &Program, theirs: &Program, scripts: &[Vec<Key>]) -> Result<Report, Unfit> {
    let cases: Vec<Case> = scripts.iter().map(|keys| typed(keys)).collect();
    let outcomes = outcomes_of(solution, &cases)?;
    let of = cases.len();
    let pairs = cases.iter().zip(outcomes.iter());
    let (right, wrong) = match Runner::new(theirs, &SOLUTION, false) {
        Err(why) => (0, Some(Wrong::Unfit(why))),
        Ok(mut runner) => match first_difference(&mut runner, [solution, theirs], pairs, true) {
            None => (of, None),
            Some((right, wrong)) => (right, Some(wrong)),
        },
    };
    let verdicts = vec![Verdict::new(SOLUTION.function, right, of, wrong)];
    Ok(Report { verdicts, notes: Vec::new() })
}

/// Runs the solution on the given cases. Keeps the last result, because all programs of a class are compared
/// with the same solution.
fn outcomes_of(solution: &Program, cases: &[Case]) -> Result<Arc<Vec<Outcome>>, Unfit> {
    type Answer = (String, Vec<Vec<Key>>, Arc<Vec<Outcome>>);
    static LAST: Mutex<Option<Answer>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let source = solution.source();
    let scripts: Vec<Vec<Key>> = cases.iter().map(|case| case.keys.clone()).collect();
    if let Some((known, keys, outcomes)) = &*last
        && (known.as_str(), keys) == (source, &scripts)
    {
        return Ok(outcomes.clone());
    }
    let mut ours = Runner::new(solution, &SOLUTION, false)?;
    let outcomes: Arc<Vec<Outcome>> = Arc::new(cases.iter().map(|case| ours.run(case)).collect());
    *last = Some((source.to_string(), scripts, outcomes.clone()));
    Ok(outcomes)
}

pub(super) fn typed(keys: &[Key]) -> Case {
    Case { function: SOLUTION.function.into(), keys: keys.to_vec(), ..Case::default() }
}
