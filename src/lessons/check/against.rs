//! Compares a program with a teacher's own solution. Compares the picture and the output each time that a
//! program waits for a key.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;

use super::case::{Case, End, Outcome};
use super::compare::first_difference;
use super::exams::SOLUTION;
use super::positions::random;
use super::report::{Report, Verdict, Wrong};
use super::run::{Runner, Unfit};
use super::tasks::cases::number;
use turbo::c::Program;
use turbo::dos::{Key, parse_keys};

const KEYS: &str = "Up Down Left Right Enter Space Esc Tab Backspace Home End PageUp PageDown Insert Delete \
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 a b c d e f g h i j k l m n o p q r s t u v w x y z \
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - * / . ,";

const LENGTHS: [usize; 8] = [4, 8, 16, 32, 64, 64, 128, 256];

/// The number of keys in a script that should reach the end of a game, and the number of such scripts.
const LONG: (usize, usize) = (6000, 2);

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

fn typed(keys: &[Key]) -> Case {
    Case { function: SOLUTION.function.into(), keys: keys.to_vec(), ..Case::default() }
}

/// Makes scripts of the keys that a solution reads, using a fixed seed: each key alone, random keys, and
/// thousands of random keys that do not end the program early, so that a game reaches its end.
///
/// ```
/// use lessons::check::scripts_for;
/// use turbo::c::Program;
/// use turbo::dos::Key;
/// let source = "#include <conio.h>\nint main(void) { while (getch() != 'q') ; return 0; }";
/// let scripts = scripts_for(&Program::compile("WAIT.C", source).unwrap());
/// assert_eq!(scripts[..2], [vec![], vec![Key::Char('q')]]);
/// ```
pub fn scripts_for(solution: &Program) -> Vec<Vec<Key>> {
    let keys = keys_read(solution.source());
    let mut random = random(30);
    let mut scripts = vec![Vec::new()];
    scripts.extend(keys.iter().map(|key| vec![*key]));
    for length in LENGTHS {
        let pick = |_| keys[random.random_range(0..keys.len())];
        scripts.push((0..length).map(pick).collect());
    }
    let goes_on = |key: &&Key| {
        let runner = Runner::new(solution, &SOLUTION, false);
        !runner.is_ok_and(|mut runner| runner.run(&typed(&[**key])).end == End::Over)
    };
    let going_on: Vec<Key> = keys.iter().filter(goes_on).copied().collect();
    if !going_on.is_empty() {
        let (length, count) = LONG;
        for _ in 0..count {
            let pick = |_| going_on[random.random_range(0..going_on.len())];
            scripts.push((0..length).map(pick).collect());
        }
    }
    scripts
}

/// The keys whose codes or characters occur in a source. Space and Enter if none occur.
fn keys_read(source: &str) -> Vec<Key> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = source.split(|c| !is_word(c));
    let numbers: BTreeSet<u16> = words.filter_map(|word| u16::try_from(number(word)?).ok()).collect();
    let characters = source.split('\'').skip(1).step_by(2);
    let characters: BTreeSet<&str> = characters.collect();
    let by_scan_code = source.contains("getch");
    let read = |key: &Key| {
        let code = key.bioskey();
        let [scan, character] = code.to_be_bytes();
        let named = key.letter().is_some_and(|c| {
            let one: BTreeSet<String> = [c.to_string(), c.to_uppercase().to_string()].into();
            one.iter().any(|c| characters.contains(c.as_str()))
        });
        let is_plain = key.letter().is_some() || *key == Key::Space;
        let by_number = match character {
            0 => by_scan_code && numbers.contains(&scan.into()),
            character => !is_plain && numbers.contains(&character.into()),
        };
        numbers.contains(&code) || named || by_number || *key == Key::Space && characters.contains(" ")
    };
    let all = parse_keys(KEYS).unwrap_or_default();
    let found: Vec<Key> = all.into_iter().filter(read).collect();
    match found.is_empty() {
        true => vec![Key::Space, Key::Enter],
        false => found,
    }
}
