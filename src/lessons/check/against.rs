//! Programs compared with a teacher's own solution by what they show and print at each wait for a key. Nothing else is known about them.

use std::collections::BTreeSet;

use rand::RngExt;

use super::bench::Bench;
use super::case::{Case, End};
use super::exams::SOLUTION;
use super::judge::judge_cases;
use super::positions::random;
use super::verdict::Report;
use turbo::c::Program;
use turbo::dos::{Key, parse_keys};

/// The keys that a solution may ask for.
const KEYS: &str = "Up Down Left Right Enter Space Esc Tab Backspace Home End PageUp PageDown Insert Delete \
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 a b c d e f g h i j k l m n o p q r s t u v w x y z \
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - * / . ,";

/// How many keys the scripts of random keys have.
const LENGTHS: [usize; 8] = [4, 8, 16, 32, 64, 64, 128, 256];

/// How many keys a script has that should reach the end of a game, and how many such scripts are made.
const LONG: (usize, usize) = (6000, 2);

/// Compares a program with a solution; both run with these scripts of keys.
///
/// # Errors
/// A sentence, when the solution has no `main`.
pub fn against(
    solution: &Program,
    theirs: &Program,
    scripts: &[Vec<Key>],
) -> Result<Report, String> {
    let case = |keys: &Vec<Key>| Case {
        keys: keys.clone(),
        ..Case::default()
    };
    let cases: Vec<Case> = scripts.iter().map(case).collect();
    judge_cases(&SOLUTION, solution, theirs, &cases).map_err(|why| why.to_string())
}

/// Scripts of the keys that a solution asks for: each key alone, many in a row, and thousands in a row of those that do not end it at once,
/// so that a game reaches its own end. They come from a fixed seed.
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
    let goes_on = |key: &&Key| !ends(solution, **key);
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

/// Does a solution end when this is the first key?
fn ends(solution: &Program, key: Key) -> bool {
    let case = Case {
        keys: vec![key],
        ..Case::default()
    };
    Bench::new(solution, &SOLUTION).is_ok_and(|mut bench| bench.run(&case).end == End::Over)
}

/// The keys whose codes or characters stand in a source; Space and Enter if there are none.
fn keys_read(source: &str) -> Vec<Key> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = source.split(|c| !is_word(c));
    let numbers: BTreeSet<u16> = words.filter_map(number).collect();
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
        numbers.contains(&code)
            || named
            || by_number
            || *key == Key::Space && characters.contains(" ")
    };
    let all = parse_keys(KEYS).unwrap_or_default();
    let found: Vec<Key> = all.into_iter().filter(read).collect();
    match found.is_empty() {
        true => vec![Key::Space, Key::Enter],
        false => found,
    }
}

/// The number that a word of a source stands for.
fn number(word: &str) -> Option<u16> {
    let hex = word.strip_prefix("0x").or(word.strip_prefix("0X"));
    match hex {
        Some(digits) => u16::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}
