//! Makes inputs for a teacher's solution: the keys, numbers and texts that it reads, until they take each of its
//! branches.

use std::collections::BTreeSet;
use std::fmt;

use chacha20::ChaCha12Rng;
use rand::RngExt;

use super::case::{Case, End, line_keys};
use super::exams::SOLUTION;
use super::positions::random;
use super::run::Runner;
use super::source_match::{identifiers, squeezed};
use super::values::{Kind, Style, Values};
use crate::tutor::scene::Stuck;
use turbo::c::{Coverage, Machine, Program};
use turbo::dos::Key;
use words::say;

const LENGTHS: [usize; 8] = [4, 8, 16, 32, 64, 64, 128, 256];

/// The number of keys in a script that should reach the end of a game, and the number of such scripts.
const LONG: (usize, usize) = (6000, 2);
/// The number of keys in the scripts for a program that draws while it polls for keys.
const LONG_POLLED: usize = 200;

/// The functions that read a line, and the functions that read a key.
const LINE_READERS: [&str; 9] =
    ["scanf", "gets", "getchar", "getc", "fgets", "fscanf", "fgetc", "cgets", "cscanf"];
const KEY_READERS: [&str; 4] = ["getch", "bioskey", "kbhit", "getche"];

/// The maximum number of values and keys that a script gives to a program.
const MOST_INPUTS: usize = 30;
/// The number of steps of all runs of a solution after which no further one begins.
const MOST_STEPS: u64 = 2_000_000;

/// The number of random scripts for any solution, and of further ones to try for missing branches.
const RANDOM: (usize, usize) = (40, 150);
/// The inputs for a solution, and the part of the solution that they run.
pub struct Inputs {
    pub scripts: Vec<Vec<Key>>,
    /// The number of branches that the inputs take, and of all branches.
    pub branches: (usize, usize),
    /// The lines that no input reaches.
    pub missed: Vec<usize>,
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inputs, (taken, all)) = (self.scripts.len(), self.branches);
        f.write_str(&match taken == all {
            _ if self.scripts == [[]] => say!("The solution reads no input.").to_string(),
            _ if all == 0 => say!("{inputs} inputs test the solution, which has no branches.", inputs),
            true => say!("{inputs} inputs take all {all} branches of the solution.", inputs, all),
            false => {
                say!("{inputs} inputs take {taken} of {all} branches of the solution.", inputs, taken, all)
            }
        })?;
        if !self.missed.is_empty() {
            let lines: Vec<String> = self.missed.iter().map(usize::to_string).collect();
            let lines = lines.join(", ");
            f.write_str(&say!(" Lines that they never run: {lines}.", lines))?;
        }
        Ok(())
    }
}

/// The first function in a part of a source that reads a line or a key.
fn reader(text: &str) -> Option<&str> {
    identifiers(text).find(|name| LINE_READERS.contains(name) || KEY_READERS.contains(name))
}

/// The statement at which a machine waits.
fn statement(program: &Program, machine: &Machine) -> String {
    let Some(place) = machine.place() else { return String::new() };
    let line = program.line(place.line);
    let from = line.get(place.columns.start..).filter(|text| reader(text).is_some()).unwrap_or(line);
    let more = (1..4).map(|n| program.line(place.line + n));
    [from].into_iter().chain(more).collect::<Vec<&str>>().join(" ")
}

/// The conversions of the first `scanf` in a statement, and whether its values must be on one line: for
/// example for `%d/%d` or `%d%c`.
fn conversions(statement: &str) -> Option<(&str, Vec<Kind>, bool)> {
    let (_, after) = statement.split_once("scanf")?;
    let format = after.split('"').nth(1)?;
    let mut kinds = Vec::new();
    let mut on_one_line = false;
    let mut last = ' ';
    for part in format.split('%').skip(1) {
        let part_end = part.trim_start_matches(|c: char| c == '*' || c.is_ascii_digit() || "hlL".contains(c));
        let letter = part_end.chars().next().unwrap_or('d');
        let kind = match letter {
            'e' | 'f' | 'g' | 'E' | 'G' => Kind::Real,
            'c' => Kind::Character,
            's' => Kind::Word,
            '[' => Kind::Line,
            _ => Kind::Integer,
        };
        on_one_line |= kind == Kind::Character && !kinds.is_empty() && !last.is_whitespace();
        let literal = if letter == '[' { "" } else { part_end.get(1..).unwrap_or_default() };
        on_one_line |= literal.contains(|c: char| !c.is_whitespace() && c != '\\' && c != 'n');
        last = literal.chars().last().unwrap_or('%');
        kinds.push(kind);
    }
    Some((format, kinds, on_one_line))
}

/// A run of a solution that chooses each input when the program waits for it.
struct Play<'a> {
    program: &'a Program,
    values: &'a Values,
    random: ChaCha12Rng,
}

impl Play<'_> {
    /// Plays a script to the end of the program, or to the maximum number of inputs. Returns it with the
    /// machine at the end and the kinds of the inputs. `None` if the solution cannot handle them.
    fn script(&mut self, style: Style) -> Option<(Vec<Key>, Machine, BTreeSet<Kind>)> {
        let (mut runner, mut machine) = begun(self.program)?;
        let (mut kinds, mut keys) = (BTreeSet::new(), Vec::new());
        // The step of the last wait, and the number of waits in it.
        let mut waited = (0, 0);
        for n in 0.. {
            let end = runner.run_to_a_wait(&mut machine, false);
            if !machine.overflows().is_empty() {
                return None;
            }
            match end {
                End::Waits if n < MOST_INPUTS => {}
                End::Stuck(why) if !matches!(why, Stuck::Endless(_)) => return None,
                _ => break,
            }
            waited =
                if waited.0 == machine.steps() { (waited.0, waited.1 + 1) } else { (machine.steps(), 0) };
            let input = self.input(&machine, style, n, waited.1, &mut kinds);
            input.iter().for_each(|key| runner.desk.type_key(*key));
            keys.extend(input);
        }
        Some((keys, machine, kinds))
    }

    /// The `n`th input of a script, which is the `index`th of a statement.
    fn input(
        &mut self,
        machine: &Machine,
        style: Style,
        n: usize,
        index: usize,
        kinds: &mut BTreeSet<Kind>,
    ) -> Vec<Key> {
        let statement = statement(self.program, machine);
        let reader = reader(&statement).unwrap_or_default();
        if KEY_READERS.contains(&reader) {
            kinds.insert(Kind::Key);
            return vec![self.values.keys[Values::index(style, n, self.values.keys.len(), &mut self.random)]];
        }
        let ends = match style {
            Style::Random | Style::Small => n > 0 && self.random.random_range(0..8) == 0,
            Style::Same(_) => n == 3,
            Style::Counting(..) => n == 6,
        };
        if ends && self.values.to_the_end {
            return vec![Key::Ctrl('z')];
        }
        let source = self.program.source();
        let line = match conversions(&statement) {
            Some((format, wanted, true)) if reader.ends_with("scanf") && index == 0 => {
                kinds.extend(&wanted);
                self.filled(format, &wanted, style, n)
            }
            Some((_, wanted, _)) if reader.ends_with("scanf") && !wanted.is_empty() => {
                let kind = wanted[index.min(wanted.len() - 1)];
                kinds.insert(kind);
                self.values.text(kind, style, n, &mut self.random)
            }
            _ => {
                let kind = match reader {
                    _ if reader.is_empty() || reader.ends_with("scanf") => Kind::Integer,
                    _ if source.contains("atof") => Kind::Real,
                    _ if source.contains("atoi") || source.contains("atol") => Kind::Integer,
                    _ => Kind::Line,
                };
                kinds.insert(kind);
                self.values.text(kind, style, n, &mut self.random)
            }
        };
        line_keys(&line).collect()
    }

    /// The line that a format describes, with a value for each conversion.
    fn filled(&mut self, format: &str, kinds: &[Kind], style: Style, n: usize) -> String {
        let mut parts = format.split('%');
        let mut line = parts.next().unwrap_or_default().to_string();
        for (part, (kind, n)) in parts.zip(kinds.iter().zip(n..)) {
            line += &self.values.text(*kind, style, n, &mut self.random);
            let rest = part.trim_start_matches(|c: char| c == '*' || c.is_ascii_digit() || "hlL".contains(c));
            line += rest.get(1..).unwrap_or_default();
        }
        line.replace("\\n", " ").trim().to_string()
    }
}

/// Makes inputs for a solution, using a fixed seed. Numbers that are typed for `scanf` and similar functions
/// are in the range, if one is given.
///
/// ```
/// use lessons::check::inputs_for;
/// use turbo::c::Program;
/// use turbo::dos::Key;
/// let source = "#include <conio.h>\nint main(void) { while (getch() != 'q') ; return 0; }";
/// let inputs = inputs_for(&Program::compile("WAIT.C", source).unwrap(), None);
/// assert_eq!(inputs.scripts[..2], [vec![], vec![Key::Char('q')]]);
/// assert_eq!(inputs.branches, (2, 2));
/// ```
pub fn inputs_for(solution: &Program, range: Option<(i32, i32)>) -> Inputs {
    let source = squeezed(solution.source());
    let reads = |readers: &[&str]| identifiers(&source).any(|name| readers.contains(&name));
    let values = Values::of(solution, range);
    let mut covered = Covered::default();
    let scripts = match (reads(&LINE_READERS), reads(&KEY_READERS)) {
        (true, _) => lines_for(solution, &values, &mut covered),
        (false, true) => keys_for(solution, &values.keys, &mut covered),
        (false, false) => vec![Vec::new()],
    };
    if covered.steps == 0 {
        scripts.iter().for_each(|keys| covered.type_keys(solution, keys));
    }
    let (branches, missed) = (covered.reached.branches(solution), covered.reached.missed_lines(solution));
    Inputs { scripts, branches, missed }
}

/// The parts of a solution that its runs have reached, and the number of their steps.
#[derive(Default)]
struct Covered {
    reached: Coverage,
    steps: u64,
}

impl Covered {
    /// Adds a run. Returns true if it reached anything new.
    fn add(&mut self, machine: &Machine) -> bool {
        self.steps += machine.steps();
        machine.coverage().is_some_and(|coverage| self.reached.add(coverage))
    }

    /// Runs a solution with the keys of a script, unless the runs before took too many steps.
    fn type_keys(&mut self, solution: &Program, keys: &[Key]) {
        let Some((mut runner, mut machine)) = begun(solution) else { return };
        let mut keys = keys.iter();
        while self.steps + machine.steps() < MOST_STEPS
            && runner.run_to_a_wait(&mut machine, false) == End::Waits
            && let Some(key) = keys.next()
        {
            runner.desk.type_key(*key);
        }
        self.add(&machine);
    }
}

/// Begins a run of a solution that notes what it reaches.
fn begun(solution: &Program) -> Option<(Runner, Machine)> {
    let mut runner = Runner::new(solution, &SOLUTION, false).ok()?;
    let mut machine = Machine::without_history(solution);
    machine.cover();
    runner.begin(&Case::of_main(Vec::new()), &mut machine).ok()?;
    Some((runner, machine))
}

/// Makes scripts for a solution that reads lines.
fn lines_for(solution: &Program, values: &Values, covered: &mut Covered) -> Vec<Vec<Key>> {
    let mut play = Play { program: solution, values, random: random(30) };
    let mut scripts: Vec<Vec<Key>> = Vec::new();
    let mut kinds = BTreeSet::new();
    let mut take = |style: Style, in_any_case: bool, kinds: &mut BTreeSet<Kind>| {
        if covered.steps > MOST_STEPS {
            return;
        }
        let Some((keys, machine, read)) = play.script(style) else { return };
        kinds.extend(read);
        if (covered.add(&machine) || in_any_case) && !scripts.contains(&keys) {
            scripts.push(keys);
        }
    };
    take(Style::Counting(1, 1), true, &mut kinds);
    let count = kinds.iter().map(|kind| values.count(*kind)).max().unwrap_or(1);
    (0..count).for_each(|n| take(Style::Same(n), true, &mut kinds));
    [(9, -1), (3, -5), (10, 10), (0, 1)]
        .iter()
        .for_each(|(from, step)| take(Style::Counting(*from, *step), true, &mut kinds));
    let (always, more) = RANDOM;
    for n in 0..always + more {
        take(if n % 2 == 0 { Style::Random } else { Style::Small }, n < always, &mut kinds);
    }
    scripts
}

/// Makes scripts for a solution that reads keys: each key alone, random keys, and thousands of random keys that
/// do not end the program early, so that a game reaches its end.
fn keys_for(solution: &Program, keys: &[Key], covered: &mut Covered) -> Vec<Vec<Key>> {
    let mut random = random(30);
    let mut scripts = vec![Vec::new()];
    scripts.extend(keys.iter().map(|key| vec![*key]));
    for length in LENGTHS {
        let pick = |_| keys[random.random_range(0..keys.len())];
        scripts.push((0..length).map(pick).collect());
    }
    let goes_on = |key: &&Key| {
        let runner = Runner::new(solution, &SOLUTION, false);
        !runner.is_ok_and(|mut runner| runner.run(&Case::of_main(vec![**key])).end == End::Over)
    };
    let going_on: Vec<Key> = keys.iter().filter(goes_on).copied().collect();
    if !going_on.is_empty() {
        let (mut length, count) = LONG;
        if ["kbhit", "bioskey(1)"].iter().any(|polls| solution.source().contains(polls)) {
            length = LONG_POLLED;
        }
        for _ in 0..count {
            let pick = |_| going_on[random.random_range(0..going_on.len())];
            scripts.push((0..length).map(pick).collect());
        }
    }
    // The last scripts are the longest, and take nearly all branches that can be taken.
    scripts.iter().rev().for_each(|keys| covered.type_keys(solution, keys));
    scripts
}
