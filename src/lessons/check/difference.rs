//! The difference between a function and ours: the position and the step where it occurs, and sentences about
//! it.

use std::fmt;

use super::case::{Case, End, Outcome, variables};
use super::exams::Exam;
use super::film::film;
use super::first_step::{Divergence, Divergent, first_step};
use super::positions;
use super::run::{Runner, Unfit};
use super::shown::{self, Sight, Wording};
use crate::tutor::is_wide;
use crate::tutor::scene::{self, Scene, Stuck, call_text};
use games::othello::Cell;
use turbo::c::{Argument, Program};
use turbo::dos::{Key, Screen};
use words::{capitalized, say};

#[derive(Clone, Debug)]
pub struct Difference {
    pub function: &'static str,
    /// A sentence about the mistake: the key typed before it, and the first difference.
    pub said: String,
    /// The mistake in a word or two, such as a direction or a place.
    pub brief: String,
    /// The call in C syntax, such as `QpChange(240, 200, 5)`.
    pub call: String,
    /// An explanation of the call: the colour of the dropped disc and its cell. Empty for most functions.
    pub about: String,
    /// The board before the call, as lines of `.`, `X` and `O`. Empty if there is no board.
    pub board: Vec<String>,
    pub ours: String,
    pub theirs: String,
    /// The number of steps before the step at which the program departs from ours.
    pub step: u64,
    pub line: usize,
    pub pictures: Option<Box<[Screen; 2]>>,
    pub(super) case: Case,
    /// The number of keys typed before the difference.
    turn: usize,
    pub(super) exam: &'static Exam,
    column_first: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { said, call, about, ours, theirs, line, step, .. } = self;
        writeln!(f, "  {said}\n  {call}{about}")?;
        for row in &self.board {
            writeln!(f, "    {row}")?;
        }
        writeln!(f, "{}", say!("  Ours:  {ours}", ours))?;
        writeln!(f, "{}", say!("  Yours: {theirs}", theirs))?;
        f.write_str(&say!("  It differs from line {line} on, after {step} steps.", line, step))
    }
}

impl Difference {
    pub(super) fn find(found: &Divergent<'_>) -> Difference {
        let Divergent { exam, case, turn, outcomes: [ours, theirs], .. } = *found;
        let sight = found.sight();
        let wording = sight.as_ref().and_then(Sight::wording);
        let wording = wording.as_ref();
        let Divergence { step, line, not_called } = first_step(found, wording.map(|w| w.pixel));
        // If keys play the game, the board to show is the one before the key that makes the difference.
        let before = match turn.checked_sub(1) {
            Some(before) => case.with_state(exam.watched, &ours.moments[before].state),
            None => case.clone(),
        };
        let key = found.key();
        let about = match key {
            Some(_) if exam.fair && turn <= MOST_KEYS => {
                say!(", typed: {keys}", keys = typed(&case.keys[..turn]))
            }
            Some(key) => say!(", key {turn}: {key}", turn, key),
            None => meaning(exam, case),
        };
        let mut board = board(&before);
        if board.is_empty()
            && let Some([ours, _]) = sight.as_ref().and_then(|sight| sight.before.as_ref())
        {
            board = shown::board(ours);
            board.retain(|_| found.is_othello() && shown::has_board(ours));
        }
        let did = |outcomes, seen| in_words(exam, &before, outcomes, turn, seen);
        Difference {
            function: exam.function,
            said: found.said(&before, wording, not_called),
            brief: found.brief(wording),
            call: call_text(exam.function, &case.arguments),
            about,
            board,
            ours: did([ours, theirs], wording.map(|wording| &wording.ours)),
            theirs: did([theirs, ours], wording.map(|wording| &wording.theirs)),
            step,
            line,
            pictures: wording.and(sight).map(|sight| Box::new(sight.now)),
            case: case.clone(),
            turn,
            exam,
            column_first: found.column_first,
        }
    }

    pub fn differing_areas(&self) -> Vec<[i32; 4]> {
        self.pictures.as_deref().map_or(Vec::new(), shown::differing)
    }

    /// Makes an animated PNG file with the pictures of the checked program beside the right ones. `solution`
    /// is the program that was compared, or `None` if it was ours. Returns `None` if the pictures are equal.
    pub fn film(&self, solution: Option<&Program>, theirs: &Program) -> Option<Vec<u8>> {
        let ours = solution.cloned().unwrap_or_else(|| scene::program(self.exam.source));
        let mut ours = Runner::new(&ours, self.exam, false).ok()?;
        let mut theirs = Runner::new(theirs, self.exam, self.column_first).ok()?;
        film([&mut ours, &mut theirs], &self.case, self.turn)
    }

    /// Returns the call as a scene to step through in the checked program. The program departs from ours
    /// after [`step`](Difference::step) steps.
    ///
    /// # Errors
    /// If the program is not the one that was checked, and the call does not fit it.
    pub fn scene(&self, program: &Program) -> Result<Scene, Unfit> {
        let call = format!("{}{}", self.call, self.about);
        let text = say!(
            "Here yours diverges. {said} {call}. Ours: {ours}. Yours: {theirs}.",
            said = self.said,
            call = call.trim_end_matches(['.', '。']),
            ours = self.ours,
            theirs = self.theirs
        );
        let mut runner = Runner::new(program, self.exam, self.column_first)?;
        let scene = runner.scene(&self.case, text, self.exam.shows());
        scene.map_err(|why| Unfit::Fault(why.in_file()))
    }
}

/// The maximum number of keys to list.
const MOST_KEYS: usize = 100;

/// Lists keys, with the characters of a word together: `40 Enter`.
fn typed(keys: &[Key]) -> String {
    let is_char = |key: &Key| matches!(key, Key::Char(_));
    let words = keys.chunk_by(|one, two| is_char(one) && is_char(two));
    let words = words.map(|keys| keys.iter().map(Key::to_string).collect::<String>());
    words.collect::<Vec<String>>().join(" ")
}

/// Explains a case's call in words that can end a sentence.
fn meaning(exam: &Exam, case: &Case) -> String {
    use Argument::Int;
    let cell = |x: &i32, y: &i32| Cell { row: ((y - 120) / 40) as usize, col: ((x - 120) / 40) as usize };
    match (exam.function, &case.arguments[..]) {
        ("QpChange", [Int(x), Int(y), Int(t)]) => match t % 2 {
            1 => say!(": Black drops a disc on {cell}.", cell = cell(x, y)),
            _ => say!(": White drops a disc on {cell}.", cell = cell(x, y)),
        },
        ("MoveColor", [_, Int(80)]) => say!(": the disc leaves its start.").to_string(),
        ("MoveColor", [Int(x), Int(y)]) => say!(": the disc leaves {cell}.", cell = cell(x, y)),
        ("CanMove" | "SetPlayColor", [Int(t)]) if t % 2 == 1 => say!(": Black.").to_string(),
        ("CanMove" | "SetPlayColor", [Int(_)]) => say!(": White.").to_string(),
        ("Solve", []) => match case.value_of("t").map(|t| t[0] % 2) {
            Some(1) => say!(": Black to move.").to_string(),
            Some(_) => say!(": White to move.").to_string(),
            None => String::new(),
        },
        ("PlayWin" | "PrintScore", _) => case.value_of("score").map_or(String::new(), |score| {
            say!(": Black {black}, White {white}.", black = score[1], white = score[2])
        }),
        _ => String::new(),
    }
}

fn board(case: &Case) -> Vec<String> {
    let sign = |n: &i32| match n {
        0 => '.',
        1 => 'X',
        2 => 'O',
        _ => '?',
    };
    let (numbers, side) = match (case.value_of("Map"), case.value_of("Board")) {
        (Some(_), _) if positions::map(case) == original::Map::EMPTY => return Vec::new(),
        (Some(map), _) => (map, 8),
        (None, Some(board)) => (board, 15),
        (None, None) => return Vec::new(),
    };
    numbers.chunks(side).map(|row| row.iter().map(sign).collect()).collect()
}

/// Describes the effects of the first of two outcomes. Effects that the other outcome does not share come
/// first.
fn in_words(
    exam: &Exam,
    before: &Case,
    [outcome, other]: [&Outcome; 2],
    turn: usize,
    picture: Option<&String>,
) -> String {
    let state = |outcome: &'_ Outcome| outcome.moments.get(turn).map(|m| m.state.clone());
    let (state, other_state) = (state(outcome), state(other));
    let mut parts = Vec::new();
    if let Some(state) = &state {
        parts = changes(exam, before, state, other_state.as_ref());
    }
    let says_little = parts.is_empty() || state == other_state;
    parts.extend(picture.filter(|_| says_little).cloned());
    if turn + 1 >= outcome.moments.len() {
        match (&outcome.end, outcome.returned) {
            (End::Over, Some(number)) => parts.push(say!("returns {number}", number)),
            (End::Over, None) if before.keys.is_empty() => {}
            (End::Over, None) if exam.fair => parts.push(say!("the program ends").to_string()),
            (End::Over, None) => parts.push(say!("the game ends").to_string()),
            (End::Waits, _) => parts.push(say!("waits for the next key").to_string()),
            (End::Stuck(Stuck::Endless(_)), _) => parts.push(say!("never ends").to_string()),
            (End::Stuck(why), _) => parts.push(say!("stops: {why}", why = why.in_file())),
        }
    }
    if outcome.pen != other.pen {
        let (color, _, fill) = outcome.pen.unwrap_or_default();
        parts.push(say!("draws with colour {color} and fills with {fill}", color, fill));
    }
    match parts.is_empty() {
        true => say!("changes nothing").to_string(),
        false => parts.join(say!("; ||between the parts of a sentence")),
    }
}

fn cell_name(n: usize) -> String {
    Cell { row: n / 8, col: n % 8 }.to_string()
}

fn changes(exam: &Exam, before: &Case, state: &[i32], other: Option<&Vec<i32>>) -> Vec<String> {
    const MOST: usize = 16;
    let mut parts = Vec::new();
    let others = variables(exam.watched, other.map_or(&[], Vec::as_slice));
    for (((name, sizes), now), (_, theirs)) in variables(exam.watched, state).zip(others) {
        let was = before.value_of(name).unwrap_or_default();
        let differs =
            |i: &usize| was.get(*i) != Some(&now[*i]) || theirs.get(*i).is_some_and(|n| *n != now[*i]);
        let changed: Vec<usize> = (0..now.len()).filter(differs).collect();
        if name == "Map" {
            for n in [1, 2, 0] {
                let cells = changed.iter().filter(|i| now[**i] == n).take(MOST);
                let cells: Vec<String> = cells.map(|i| cell_name(*i)).collect();
                let cells = cells.join(" ");
                match n {
                    _ if cells.is_empty() => {}
                    1 => parts.push(say!("{cells} black", cells)),
                    2 => parts.push(say!("{cells} white", cells)),
                    _ => parts.push(say!("{cells} empty", cells)),
                }
            }
            continue;
        }
        parts.extend(changed.iter().take(MOST / 4).map(|i| {
            let name = match sizes {
                [] => name.to_string(),
                [_] => format!("{name}[{i}]"),
                [_, row, ..] => format!("{name}[{}][{}]", i / row, i % row),
            };
            say!("{name} is {value}", name, value = now[*i])
        }));
    }
    parts
}

impl Divergent<'_> {
    /// True if our program may show the board of Othello.
    fn is_othello(&self) -> bool {
        !self.exam.fair || self.programs[0].function("DrawQp").is_some()
    }

    fn key(&self) -> Option<&Key> {
        self.turn.checked_sub(1).and_then(|n| self.case.keys.get(n))
    }

    fn sight(&self) -> Option<Sight> {
        let turn = self.turn;
        let [ours, theirs] = self.outcomes.map(|outcome| outcome.moments.get(turn)?.picture);
        if ours? == theirs? {
            return None;
        }
        let now = self.after(turn)?;
        let before = turn.checked_sub(1).and_then(|turn| self.after(turn));
        let moving =
            |[ours, _]: &[Runner; 2]| ours.local("Playtoplay", "x").zip(ours.local("Playtoplay", "y"));
        let pictures = |runners: &[Runner; 2]| runners.each_ref().map(|runner| runner.desk.picture().clone());
        Some(Sight {
            now: pictures(&now),
            before: before.as_ref().map(pictures),
            moving: [before.as_ref().and_then(moving), moving(&now)],
            key: self.key().copied(),
            printed: now.each_ref().map(Runner::printed),
            is_othello: self.is_othello(),
        })
    }

    /// Runs both programs until they wait after the first `keys` keys.
    fn after(&self, keys: usize) -> Option<[Runner; 2]> {
        let [ours, theirs] = self.programs.map(|program| {
            let mut runner = self.runner(program)?;
            runner.run_to(self.case, keys);
            Some(runner)
        });
        Some([ours?, theirs?])
    }

    fn said(&self, before: &Case, wording: Option<&Wording>, not_called: Option<String>) -> String {
        let by_keys = !self.case.keys.is_empty();
        let picture = wording.map(|wording| wording.wrong.clone());
        let value = self.first_wrong_value(before);
        let seen = match by_keys {
            true => picture.or(value),
            false => value.or_else(|| self.wrong_result()).or(picture),
        };
        let ends = self.wrong_end().map(|(said, _)| said);
        let what = ends.or(seen).or_else(|| self.wrong_result());
        let mut what = what.unwrap_or(say!("it sets other colours").to_string());
        if let Some(name) = not_called.filter(|_| by_keys) {
            what = say!("{what} ({name} was not called)", what, name);
        }
        let line = self.key().filter(|key| self.exam.fair && **key == Key::Enter);
        match self.key() {
            Some(_) if line.is_some() => {
                let keys = &self.case.keys[..self.turn];
                let from =
                    keys[..self.turn - 1].iter().rposition(|key| *key == Key::Enter).map_or(0, |n| n + 1);
                say!("After {key}, {what}.", key = typed(&keys[from..]), what)
            }
            Some(key) => say!("After {key}, {what}.", key, what),
            None if by_keys => say!("Before the first key, {what}.", what),
            None if what.contains(is_wide) => say!("{what}.", what),
            None => say!("{what}.", what = capitalized(&what)),
        }
    }

    /// Describes the mistake if the checked program ends, waits or stops where ours does not. Returns a full
    /// and a brief description.
    fn wrong_end(&self) -> Option<(String, String)> {
        let ends = self.outcomes.map(|outcome| match self.turn + 1 == outcome.moments.len() {
            true => &outcome.end,
            false => &End::Waits,
        });
        let (said, brief) = match ends {
            [_, End::Stuck(Stuck::Endless(_))] => (say!("it never ends"), say!("never ends")),
            [_, End::Stuck(why)] => {
                let why = why.in_file();
                let brief = say!("stops in {why}", why = why.split([':', '：']).next().unwrap_or_default());
                return Some((say!("it stops in {why}", why), brief));
            }
            [End::Over, End::Waits] => (say!("it waits for a key, and should end"), say!("waits for a key")),
            [End::Waits, End::Over] => (say!("it ends, and should wait for a key"), say!("ends too early")),
            _ => return None,
        };
        Some((said.to_string(), brief.to_string()))
    }

    fn wrong_result(&self) -> Option<String> {
        let [ours, theirs] = self.outcomes;
        if self.turn + 1 != theirs.moments.len() || ours.returned == theirs.returned {
            return None;
        }
        Some(match (theirs.returned, ours.returned) {
            (None, None) => return None,
            (Some(is), Some(should)) => say!("it returns {is}, and should return {should}", is, should),
            (None, Some(should)) => say!("it returns nothing, and should return {should}", should),
            (Some(is), None) => say!("it returns {is}, and should return nothing", is),
        })
    }

    fn states(&self) -> Option<[&[i32]; 2]> {
        let [ours, theirs] = self.outcomes.map(|outcome| outcome.moments.get(self.turn));
        Some([&ours?.state, &theirs?.state])
    }

    /// Describes the first wrong element of a variable in a clause.
    fn first_wrong_value(&self, before: &Case) -> Option<String> {
        let [ours, theirs] = self.states()?;
        let [ours, theirs] = [ours, theirs].map(|state| variables(self.exam.watched, state));
        for (((name, sizes), ours), (_, theirs)) in ours.zip(theirs) {
            let Some(n) = ours.iter().zip(theirs).position(|(a, b)| a != b) else { continue };
            let (should, is) = (ours[n], theirs[n]);
            if name != "Map" {
                let index = if sizes.is_empty() { String::new() } else { format!("[{n}]") };
                let name = format!("{name}{index}");
                return Some(say!("the value of {name} is {is}, and should be {should}", name, is, should));
            }
            let stone = |n: i32| match n {
                0 => say!("empty||a cell"),
                1 => say!("black||a cell"),
                2 => say!("white||a cell"),
                _ => say!("none of 0, 1 and 2"),
            };
            let was = before.value_of(name).and_then(|numbers| numbers.get(n));
            let still = was == Some(&is);
            let (cell, is, should) = (cell_name(n), stone(is), stone(should));
            return Some(match still {
                true => say!("the cell {cell} is still {is}, and should be {should}", cell, is, should),
                false => say!("the cell {cell} is {is}, and should be {should}", cell, is, should),
            });
        }
        None
    }

    fn brief(&self, wording: Option<&Wording>) -> String {
        let [ours, theirs] = self.outcomes;
        if let Some((_, brief)) = self.wrong_end() {
            return brief;
        }
        let states = self.states();
        let apart = states.and_then(|[a, b]| a.iter().zip(b).position(|(a, b)| a != b));
        match (self.exam.function, apart, &self.case.arguments[..]) {
            ("QpChange", Some(n), [Argument::Int(x), Argument::Int(y), _]) => {
                direction(n as i32 / 8 - (y - 120) / 40, n as i32 % 8 - (x - 120) / 40)
            }
            ("DoScore", Some(2), _) => say!("white||whose score").to_string(),
            ("DoScore", Some(_), _) => say!("black||whose score").to_string(),
            _ => match wording {
                Some(wording) => wording.place.clone(),
                None if ours.returned != theirs.returned => {
                    say!("result||what a function returns").to_string()
                }
                None if ours.pen != theirs.pen => say!("colours||that a function sets").to_string(),
                None => String::new(),
            },
        }
    }
}

/// The direction to a cell that is `down` rows below another cell and `right` columns to its right.
fn direction(down: i32, right: i32) -> String {
    let said = match (down.signum(), right.signum()) {
        (-1, -1) => say!("up-left||a direction on the board"),
        (-1, 0) => say!("up||a direction on the board"),
        (-1, _) => say!("up-right||a direction on the board"),
        (0, -1) => say!("left||a direction on the board"),
        (0, 0) => say!("the cell itself"),
        (0, _) => say!("right||a direction on the board"),
        (_, -1) => say!("down-left||a direction on the board"),
        (_, 0) => say!("down||a direction on the board"),
        _ => say!("down-right||a direction on the board"),
    };
    said.to_string()
}
