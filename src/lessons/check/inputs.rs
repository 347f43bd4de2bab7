//! Makes inputs for a teacher's solution: the keys, numbers and texts that it reads, until they take each of its
//! branches.

use std::collections::BTreeSet;
use std::fmt;

use chacha20::ChaCha12Rng;
use rand::RngExt;

use super::against::typed;
use super::case::End;
use super::exams::SOLUTION;
use super::positions::random;
use super::run::Runner;
use super::source_match::squeezed;
use super::tasks::cases::number;
use turbo::c::{Halt, Machine, PlaceKind, Program, Stop};
use turbo::dos::headless::Headless;
use turbo::dos::{Key, parse_keys};
use words::say;

const KEYS: &str = "Up Down Left Right Enter Space Esc Tab Backspace Home End PageUp PageDown Insert Delete \
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 a b c d e f g h i j k l m n o p q r s t u v w x y z \
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - * / . ,";

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
/// The number of inputs of a script that are equal or in order. The others are random.
const MOST_EQUAL: usize = 10;
/// The maximum number of values of a kind.
const MOST_VALUES: usize = 40;
/// The number of random scripts for any solution, and of further ones to try for missing branches.
const RANDOM: (usize, usize) = (40, 150);
/// The maximum number of steps of all runs that measure which branches are taken, and between two waits.
const MOST_STEPS: (u64, u64) = (10_000_000, 1_000_000);

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
            _ if all == 0 => say!("{inputs} inputs test the solution, which has no branches.", inputs),
            true => say!("{inputs} inputs take all {all} branches of the solution.", inputs, all),
            false => {
                say!("{inputs} inputs take {taken} of {all} branches of the solution.", inputs, taken, all)
            }
        })?;
        if !self.missed.is_empty() {
            let lines: Vec<String> = self.missed.iter().map(usize::to_string).collect();
            let lines = lines.join(", ");
            write!(f, " {}", say!("Lines that they never run: {lines}.", lines))?;
        }
        Ok(())
    }
}

/// A place in the source: line and column.
type At = (usize, usize);

/// The parts of a program that its runs have reached.
#[derive(Clone, Default)]
struct Coverage {
    places: BTreeSet<At>,
    branches: BTreeSet<(At, bool)>,
    /// Conditions without two outcomes: the value of a `switch`, or a constant.
    plain: BTreeSet<At>,
    steps: u64,
    /// True if the last run stopped in the middle of a step.
    is_waiting: bool,
}

impl Coverage {
    /// Runs to the next wait for input and notes the branches on the way. Returns `None` if the program
    /// cannot continue.
    fn run(&mut self, machine: &mut Machine, desk: &mut Headless) -> Option<End> {
        let mut looks = desk.empty_polls();
        for n in 1..=MOST_STEPS.1 {
            let at = machine.place().map(|place| ((place.line, place.columns.start), place.kind));
            // A step that has waited for input is finished without beginning the next one.
            let stop = machine.run(desk, u64::from(!std::mem::take(&mut self.is_waiting)));
            self.steps += 1;
            match (at, stop) {
                (_, Err(Halt::Quit(_))) => {
                    self.is_waiting = true;
                    return Some(End::Waits);
                }
                (Some((at, kind)), Ok(stop)) => {
                    if kind != PlaceKind::Leave {
                        self.places.insert(at);
                    }
                    match (kind, machine.condition_result()) {
                        (PlaceKind::Condition, Some(holds)) => drop(self.branches.insert((at, holds))),
                        (PlaceKind::Condition, None) => drop(self.plain.insert(at)),
                        _ => {}
                    }
                    if stop == Stop::Ended {
                        return Some(End::Over);
                    }
                }
                _ => return None,
            }
            if n % 1000 == 0 && desk.empty_polls() - std::mem::replace(&mut looks, desk.empty_polls()) > 50 {
                return Some(End::Waits);
            }
        }
        // Nobody knows how the program goes on.
        Some(End::Over)
    }

    /// Runs a program with the keys of a script, unless the runs before took too many steps.
    fn type_keys(&mut self, program: &Program, keys: &[Key]) {
        let Ok(mut runner) = Runner::new(program, &SOLUTION, false) else { return };
        let mut machine = Machine::without_history(program);
        if runner.begin(&typed(&[]), &mut machine).is_err() {
            return;
        }
        let mut keys = keys.iter();
        self.is_waiting = false;
        while self.steps < MOST_STEPS.0 && self.run(&mut machine, &mut runner.desk) == Some(End::Waits) {
            let Some(key) = keys.next() else { return };
            runner.desk.type_key(*key);
        }
    }

    /// Adds what another run has reached. Returns true if any of it is new.
    fn add(&mut self, other: &Coverage) -> bool {
        let before = (self.branches.len(), self.places.len());
        self.branches.extend(&other.branches);
        self.places.extend(&other.places);
        self.plain.extend(&other.plain);
        self.steps += other.steps;
        (self.branches.len(), self.places.len()) != before
    }

    /// The number of taken branches, the number of all branches, and the lines without a reached place.
    fn of(&self, program: &Program) -> ((usize, usize), Vec<usize>) {
        let places = program.places().filter(|place| place.kind != PlaceKind::Leave);
        let (conditions, others): (Vec<_>, Vec<_>) =
            places.map(|p| ((p.line, p.columns.start), p.kind)).partition(|p| p.1 == PlaceKind::Condition);
        let all: BTreeSet<At> = conditions.iter().map(|(at, _)| *at).collect();
        let counted = all.difference(&self.plain).count();
        let missed =
            all.iter().chain(others.iter().map(|(at, _)| at)).filter(|at| !self.places.contains(*at));
        let reached: BTreeSet<usize> = self.places.iter().map(|at| at.0).collect();
        let missed: BTreeSet<usize> = missed.map(|at| at.0).filter(|line| !reached.contains(line)).collect();
        ((self.branches.len(), 2 * counted), missed.into_iter().collect())
    }
}

/// A kind of input. The number selects the values for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Integer,
    Real,
    Character,
    Word,
    Line,
    Key,
}

/// The way in which a script chooses its values.
#[derive(Clone, Copy)]
enum Style {
    /// The value with this index, again and again.
    Same(usize),
    /// The numbers from the first one, in steps of the second one.
    Counting(i32, i32),
    Random,
    /// One of the first values, as a rule, which are small numbers.
    Small,
}

/// The values that scripts are made of.
struct Values {
    /// The values of each kind of text.
    texts: [Vec<String>; 5],
    keys: Vec<Key>,
    range: Option<(i32, i32)>,
    /// True if the program reads to the end of its input.
    to_the_end: bool,
}

impl Values {
    fn of(program: &Program, range: Option<(i32, i32)>) -> Values {
        let source = &squeezed(program.source());
        let inside = |n: f64| range.is_none_or(|(least, most)| (least.into()..=most.into()).contains(&n));
        let mut numbers = vec![5, 1, 2, 0, 3, 10, 7, -1, 100, -5];
        numbers.extend(range.into_iter().flat_map(|(least, most)| [least, most]));
        for n in constants(source) {
            numbers.extend([n, n + 1, n - 1]);
        }
        numbers.retain(|n| inside((*n).into()));
        let mut reals: Vec<String> = ["0.5", "2.25", "-1.5"].map(str::to_string).into();
        let decimals = source.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        reals.extend(decimals.filter(|word| word.contains('.')).map(str::to_string));
        reals.extend(numbers.iter().take(MOST_VALUES / 2).map(i32::to_string));
        reals.retain(|word| word.parse().is_ok_and(inside));
        let quoted = |mark: char| {
            let texts =
                source.split(mark).skip(1).step_by(2).filter(|text| !text.contains(['%', '\\', '\n']));
            texts.filter(|text| (1..12).contains(&text.len()) && text.is_ascii()).map(str::to_string)
        };
        let compared = source.split("cmp").skip(1).filter_map(|rest| rest.split('"').nth(1));
        let lines =
            ["hello", "Anna", "level", "a", "Hello World", "  two  blanks", "aabb", "The old 12 cats.", "Ab"];
        let lines: Vec<String> = compared
            .chain(lines)
            .map(str::to_string)
            .chain(quoted('"'))
            .filter(|line| line.len() < 20)
            .collect();
        let words = lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_string).collect();
        let characters = ["a", "5", "Z", "+"].map(str::to_string).into_iter();
        let characters =
            characters.chain(quoted('\'').filter(|text| text.len() == 1 && text != " ")).collect();
        let mut texts = [numbers.iter().map(i32::to_string).collect(), reals, characters, words, lines];
        for texts in &mut texts {
            let mut known = BTreeSet::new();
            texts.retain(|text| known.insert(text.clone()));
            texts.truncate(MOST_VALUES);
        }
        let loops = ["EOF", "while (scanf", "while(scanf", "while (gets", "while(gets"];
        let to_the_end = loops.iter().any(|text| source.contains(text));
        Values { texts, keys: keys_read(source), range, to_the_end }
    }

    fn count(&self, kind: Kind) -> usize {
        self.texts.get(kind as usize).map_or(self.keys.len(), Vec::len)
    }

    /// Chooses the `n`th value of a script among `count` values.
    fn index(style: Style, n: usize, count: usize, random: &mut impl RngExt) -> usize {
        // A long input should come to its end, which is often one of the first values.
        let style = if n < MOST_EQUAL { style } else { Style::Random };
        match style {
            Style::Random if n >= MOST_EQUAL && random.random_range(0..3) == 0 => {
                random.random_range(0..count.min(4))
            }
            Style::Same(at) => at % count,
            Style::Counting(..) => n % count,
            Style::Small if random.random_range(0..4) > 0 => random.random_range(0..count.min(7)),
            Style::Random | Style::Small => random.random_range(0..count),
        }
    }

    fn text(&self, kind: Kind, style: Style, n: usize, random: &mut impl RngExt) -> String {
        match (kind, style) {
            (Kind::Integer | Kind::Real, Style::Counting(from, step)) if n < MOST_EQUAL => {
                let wanted = from + step * n as i32;
                self.range.map_or(wanted, |(least, most)| wanted.clamp(least, most)).to_string()
            }
            _ => {
                let texts = self.texts.get(kind as usize).filter(|texts| !texts.is_empty());
                texts.map_or("0".into(), |texts| texts[Values::index(style, n, texts.len(), random)].clone())
            }
        }
    }
}

/// The numbers in a source, those that are compared first.
fn constants(source: &str) -> Vec<i32> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut numbers, mut at) = (Vec::new(), 0);
    for word in source.split_inclusive(|c| !is_word(c)) {
        let before = source[..at].trim_end();
        let compared = ["<", ">", "<=", ">=", "==", "!=", "case", "%"].iter().any(|s| before.ends_with(s));
        let number = word.trim_end_matches(|c| !is_word(c)).parse().ok();
        numbers.extend(number.filter(|n| (0..30_000).contains(n)).map(|n| (!compared, n)));
        at += word.len();
    }
    numbers.sort_by_key(|(other, _)| *other);
    numbers.into_iter().map(|(_, n)| n).collect()
}

/// The identifiers in a part of a source.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
}

/// The statement at which a machine waits.
fn statement(program: &Program, machine: &Machine) -> String {
    let Some(place) = machine.place() else {
        return String::new();
    };
    let line = program.line(place.line);
    let reads = |text: &str| {
        identifiers(text).any(|name| LINE_READERS.contains(&name) || KEY_READERS.contains(&name))
    };
    let from = line.get(place.columns.start..).filter(|text| reads(text)).unwrap_or(line);
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
    /// Plays a script to the end of the program, or to the maximum number of inputs. Also returns the kinds
    /// of the inputs. `None` if the solution cannot handle them.
    fn script(&mut self, style: Style) -> Option<(Vec<Key>, Coverage, BTreeSet<Kind>)> {
        let mut runner = Runner::new(self.program, &SOLUTION, false).ok()?;
        let mut machine = Machine::without_history(self.program);
        runner.begin(&typed(&[]), &mut machine).ok()?;
        let (mut covered, mut kinds, mut keys) = (Coverage::default(), BTreeSet::new(), Vec::new());
        // The step of the last wait, and the number of waits in it.
        let mut waited = (0, 0);
        for n in 0.. {
            let end = covered.run(&mut machine, &mut runner.desk)?;
            if !machine.warnings().is_empty() || !machine.overflows().is_empty() {
                return None;
            }
            if end == End::Over || n == MOST_INPUTS {
                break;
            }
            waited =
                if waited.0 == machine.steps() { (waited.0, waited.1 + 1) } else { (machine.steps(), 0) };
            let input = self.input(&machine, style, n, waited.1, &mut kinds);
            input.iter().for_each(|key| runner.desk.type_key(*key));
            keys.extend(input);
        }
        Some((keys, covered, kinds))
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
        let mut names = identifiers(&statement);
        let reader = names.find(|name| LINE_READERS.contains(name) || KEY_READERS.contains(name));
        let reader = reader.unwrap_or_default();
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
                    "" => Kind::Integer,
                    _ if reader.ends_with("scanf") => Kind::Integer,
                    _ if source.contains("atof") => Kind::Real,
                    _ if source.contains("atoi") || source.contains("atol") => Kind::Integer,
                    _ => Kind::Line,
                };
                kinds.insert(kind);
                self.values.text(kind, style, n, &mut self.random)
            }
        };
        let key = |c| if c == ' ' { Key::Space } else { Key::Char(c) };
        line.chars().map(key).chain([Key::Enter]).collect()
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
    let mut covered = Coverage::default();
    let scripts = match (reads(&LINE_READERS), reads(&KEY_READERS)) {
        (true, _) => lines_for(solution, &values, &mut covered),
        (false, true) => keys_for(solution, &values.keys, &mut covered),
        (false, false) => vec![Vec::new()],
    };
    if covered.steps == 0 {
        scripts.iter().for_each(|keys| covered.type_keys(solution, keys));
    }
    let (branches, missed) = covered.of(solution);
    Inputs { scripts, branches, missed }
}

/// Makes scripts for a solution that reads lines.
fn lines_for(solution: &Program, values: &Values, covered: &mut Coverage) -> Vec<Vec<Key>> {
    let mut play = Play { program: solution, values, random: random(30) };
    let mut scripts: Vec<Vec<Key>> = Vec::new();
    let mut kinds = BTreeSet::new();
    let mut take = |style: Style, in_any_case: bool, kinds: &mut BTreeSet<Kind>| {
        if covered.steps > MOST_STEPS.0 && !scripts.is_empty() {
            return;
        }
        let Some((keys, reached, read)) = play.script(style) else { return };
        kinds.extend(read);
        if (covered.add(&reached) || in_any_case) && !scripts.contains(&keys) {
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
fn keys_for(solution: &Program, keys: &[Key], covered: &mut Coverage) -> Vec<Vec<Key>> {
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
        let (mut length, count) = LONG;
        if ["kbhit", "bioskey(1)"].iter().any(|polls| solution.source().contains(polls)) {
            length = LONG_POLLED;
        }
        for _ in 0..count {
            let pick = |_| going_on[random.random_range(0..going_on.len())];
            scripts.push((0..length).map(pick).collect());
        }
    }
    scripts.iter().for_each(|keys| covered.type_keys(solution, keys));
    scripts
}

/// The keys whose codes or characters occur in a source, and all digits if the first one occurs. A few usual
/// keys if none occur.
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
        let digit = key.letter().is_some_and(|c| c.is_ascii_digit());
        let of_digits = digit && (characters.contains("0") || numbers.contains(&u16::from(b'0')));
        numbers.contains(&code)
            || named
            || of_digits
            || by_number
            || *key == Key::Space && characters.contains(" ")
    };
    let all = parse_keys(KEYS).unwrap_or_default();
    let found: Vec<Key> = all.into_iter().filter(read).collect();
    match found.is_empty() {
        true => parse_keys("Space Enter 5 0 a").unwrap_or_default(),
        false => found,
    }
}
