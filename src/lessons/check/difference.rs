//! Where a function first departs from ours, as a position and as a step.

use std::fmt;

use super::bench::{Bench, Unfit};
use super::case::{Case, End, Outcome, filled};
use super::exams::Exam;
use super::first_step::{Parting, Way, first_step};
use super::positions;
use super::shown::{self, Sight, Wording};
use crate::tutor::is_wide;
use crate::tutor::scene::{Scene, call_text};
use games::othello::Cell;
use turbo::c::{Argument, Machine, Program};
use turbo::dos::{Console, Key, Screen};
use words::say;

/// The first position in which a function differs from ours.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The function.
    pub function: &'static str,
    /// What is wrong, as a sentence: the key before it, and what differs first.
    pub said: String,
    /// What is wrong in a word or two: the direction, the place.
    pub brief: String,
    /// The call, as C writes it: `QpChange(240, 200, 5)`.
    pub call: String,
    /// What the call means: whose stone is dropped where. Empty for most functions.
    pub about: String,
    /// The board before the call, in lines of `.XO`; empty where there is no board.
    pub board: Vec<String>,
    /// What ours does.
    pub ours: String,
    /// What theirs does.
    pub theirs: String,
    /// How many steps come before the first one that departs from ours.
    pub step: u64,
    /// The line of that step in the checked program.
    pub line: usize,
    /// Our picture and theirs where they differ; `None` if they are the same.
    pub pictures: Option<Box<[Screen; 2]>>,
    /// What is set before the call, and the keys.
    pub(crate) case: Case,
    exam: &'static Exam,
    column_first: bool,
}

/// Lines for people: the call, the board, what ours does and what theirs does.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}", self.said)?;
        writeln!(f, "  {}{}", self.call, self.about)?;
        for row in &self.board {
            writeln!(f, "    {row}")?;
        }
        writeln!(f, "{}", say!("  Ours:  {ours}", ours = self.ours))?;
        writeln!(f, "{}", say!("  Yours: {theirs}", theirs = self.theirs))?;
        f.write_str(&say!(
            "  It goes another way in line {line}, after {step} steps.",
            line = self.line,
            step = self.step
        ))
    }
}

impl Difference {
    /// Describes the difference in a case in which our program and theirs part.
    pub(super) fn find(parted: &Parted<'_>) -> Difference {
        let Parted {
            way,
            outcomes: [ours, theirs],
            ..
        } = parted;
        let (exam, case, turn) = (way.exam, way.case, way.turn);
        let views = parted.views();
        let wording = views
            .as_ref()
            .and_then(|views| views.sight(case, turn).wording());
        let pixel = wording.as_ref().map(|wording| wording.pixel);
        let Parting {
            step,
            line,
            not_called,
        } = first_step(way, parted.programs, parted.outcomes, pixel);
        // In a game that is played by keys, the board is shown as it was before the key that makes the difference.
        let before = match turn.checked_sub(1) {
            Some(before) => case.after(exam.watched(), &ours.moments[before].state),
            None => case.clone(),
        };
        let mut about = about(exam, case);
        let key = turn.checked_sub(1).and_then(|n| case.keys.get(n));
        if let Some(key) = key {
            about = say!(", key {turn}: {key}", turn, key);
        }
        let mut board = board(&before);
        if let (
            true,
            Some(Views {
                before: Some(before),
                ..
            }),
        ) = (board.is_empty(), &views)
        {
            board = shown::board(&before[0]);
        }
        Difference {
            function: exam.function,
            said: parted.said(key, &before, wording.as_ref(), not_called),
            brief: parted.brief(wording.as_ref()),
            call: call_text(exam.function, &case.arguments),
            about,
            board,
            ours: told_of(
                exam,
                &before,
                [ours, theirs],
                turn,
                wording.as_ref().map(|t| &t.ours),
            ),
            theirs: told_of(
                exam,
                &before,
                [theirs, ours],
                turn,
                wording.as_ref().map(|t| &t.theirs),
            ),
            step,
            line,
            pictures: wording.and(views).map(|views| Box::new(views.now)),
            case: case.clone(),
            exam,
            column_first: way.column_first,
        }
    }

    /// The parts of the two pictures that differ: left, top, right and bottom of each.
    pub fn differing_areas(&self) -> Vec<[i32; 4]> {
        let pictures = self.pictures.as_deref();
        pictures.map_or(Vec::new(), |[ours, theirs]| {
            shown::differing([ours, theirs])
        })
    }

    /// The call, to be stepped through in the checked program, which departs from ours after [`step`](Difference::step) steps.
    ///
    /// # Errors
    /// The program is not the one that was checked and does not fit the call.
    pub fn scene(&self, program: &Program) -> Result<Scene, Unfit> {
        let mut bench = Bench::new(program, self.exam)?;
        bench.column_first = self.column_first;
        let mut machine = Machine::without_history(program);
        bench.lay(&self.case, &mut machine)?;
        let globals = Machine::without_history(program).globals().into_iter();
        let set = globals.filter_map(|global| {
            let (name, numbers) = self
                .case
                .set
                .iter()
                .find(|(name, _)| *name == global.name)?;
            let numbers = bench.turned(name, numbers);
            Some((
                (*name).into(),
                filled(&global.value, &mut numbers.into_iter()),
            ))
        });
        let call = format!("{}{}", self.call, self.about);
        let text = say!(
            "Here yours goes another way. {said} {call}. Ours: {ours}. Yours: {theirs}.",
            said = self.said,
            call = call.trim_end_matches(['.', '。']),
            ours = self.ours,
            theirs = self.theirs
        );
        let call = (self.function, Vec::new());
        let mut scene = Scene::new(text, program.clone(), call, self.exam.shows);
        scene.globals = set.collect();
        scene.ground.screen().clone_from(bench.desk.picture());
        scene.call.1.clone_from(&self.case.arguments);
        scene.keys.clone_from(&self.case.keys);
        Ok(scene)
    }
}

fn about(exam: &Exam, case: &Case) -> String {
    use Argument::Int;
    let is_black = |t: i32| t % 2 == 1;
    let cell = |x: &i32, y: &i32| Cell {
        row: ((y - 120) / 40) as usize,
        col: ((x - 120) / 40) as usize,
    };
    match (exam.function, &case.arguments[..]) {
        ("QpChange", [Int(x), Int(y), Int(t)]) => match is_black(*t) {
            true => say!(": Black drops a stone on {cell}.", cell = cell(x, y)),
            false => say!(": White drops a stone on {cell}.", cell = cell(x, y)),
        },
        ("MoveColor", [_, Int(80)]) => say!(": the stone leaves its start.").to_string(),
        ("MoveColor", [Int(x), Int(y)]) => say!(": the stone leaves {cell}.", cell = cell(x, y)),
        ("CanMove" | "SetPlayColor", [Int(t)]) => match is_black(*t) {
            true => say!(": Black.").to_string(),
            false => say!(": White.").to_string(),
        },
        ("Solve", []) => match case.of("t").map(|t| is_black(t[0])) {
            Some(true) => say!(": Black to move.").to_string(),
            Some(false) => say!(": White to move.").to_string(),
            None => String::new(),
        },
        ("PlayWin" | "PrintScore", _) => case.of("score").map_or(String::new(), |score| {
            say!(
                ": Black {black}, White {white}.",
                black = score[1],
                white = score[2]
            )
        }),
        _ => String::new(),
    }
}

/// The board in lines of `.XO`.
fn board(case: &Case) -> Vec<String> {
    let sign = |n: &i32| match n {
        0 => '.',
        1 => 'X',
        2 => 'O',
        _ => '?',
    };
    let (numbers, side) = match (case.of("Map"), case.of("Board")) {
        (Some(_), _) if positions::map(case) == original::Map::EMPTY => return Vec::new(),
        (Some(map), _) => (map, 8),
        (None, Some(board)) => (board, 15),
        (None, None) => return Vec::new(),
    };
    numbers
        .chunks(side)
        .map(|row| row.iter().map(sign).collect())
        .collect()
}

/// What a call did, in words: first what the other call did not do or did differently.
fn told_of(
    exam: &Exam,
    before: &Case,
    [outcome, other]: [&Outcome; 2],
    turn: usize,
    picture: Option<&String>,
) -> String {
    let mut parts = Vec::new();
    let [state, other_state] =
        [outcome, other].map(|outcome| outcome.moments.get(turn).map(|moment| &moment.state));
    if let Some(state) = state {
        parts.extend(changes(exam, before, state, other_state));
    }
    parts.extend(picture.filter(|_| state == other_state).cloned());
    let last = turn + 1 >= outcome.moments.len();
    match &outcome.end {
        _ if !last => {}
        End::Over if outcome.returned.is_some() => {
            let number = outcome.returned.unwrap_or_default();
            parts.push(say!("returns {number}", number));
        }
        End::Over if !before.keys.is_empty() => parts.push(say!("the game ends").to_string()),
        End::Over => {}
        End::Waits => parts.push(say!("waits for the next key").to_string()),
        End::Endless => parts.push(say!("never ends").to_string()),
        End::Fault(why) => parts.push(say!("stops: {why}", why)),
    }
    if outcome.pen != other.pen {
        let (color, _, fill) = outcome.pen.unwrap_or_default();
        parts.push(say!(
            "draws with colour {color} and fills with {fill}",
            color,
            fill
        ));
    }
    match parts.is_empty() {
        true => say!("changes nothing").to_string(),
        false => parts.join(say!("; ||between the parts of a sentence")),
    }
}

fn cell_name(n: usize) -> String {
    let (row, col) = (n / 8, n % 8);
    Cell { row, col }.to_string()
}

/// What a call changed in the variables that matter.
fn changes(exam: &Exam, before: &Case, state: &[i32], other: Option<&Vec<i32>>) -> Vec<String> {
    const MOST: usize = 16;
    let mut parts = Vec::new();
    let mut from = 0;
    for (name, sizes) in exam.watched() {
        let length: usize = sizes.iter().product();
        let Some(now) = state.get(from..from + length) else {
            break;
        };
        let theirs = other.and_then(|other| other.get(from..from + length));
        from += length;
        let was = before.of(name).unwrap_or_default();
        let changed: Vec<usize> = (0..length)
            .filter(|i| {
                was.get(*i) != Some(&now[*i]) || theirs.is_some_and(|theirs| theirs[*i] != now[*i])
            })
            .collect();
        if changed.is_empty() {
            continue;
        }
        if *name == "Map" {
            for n in [1, 2, 0] {
                let cells = changed.iter().filter(|i| now[**i] == n);
                let cells: Vec<String> = cells.map(|i| cell_name(*i)).collect();
                if !cells.is_empty() {
                    let cells = cells[..cells.len().min(MOST)].join(" ");
                    parts.push(match n {
                        1 => say!("{cells} black", cells),
                        2 => say!("{cells} white", cells),
                        _ => say!("{cells} empty", cells),
                    });
                }
            }
            continue;
        }
        let element = |i: &usize| {
            let name = match sizes {
                [] => name.to_string(),
                [_] => format!("{name}[{i}]"),
                [_, row, ..] => format!("{name}[{}][{}]", i / row, i % row),
            };
            say!("{name} is {value}", name, value = now[*i])
        };
        parts.extend(changed.iter().take(MOST / 4).map(element));
    }
    parts
}

/// Two programs that part in a case.
pub(super) struct Parted<'a> {
    pub(super) way: Way<'a>,
    /// Ours and theirs.
    pub(super) programs: [&'a Program; 2],
    pub(super) outcomes: [&'a Outcome; 2],
}

/// Our picture and theirs where they part and at the wait before, and where our moving stone stood.
struct Views {
    now: [Screen; 2],
    before: Option<[Screen; 2]>,
    moving: [Option<(i32, i32)>; 2],
    printed: [String; 2],
}

/// What a program and ours show after some keys.
struct View {
    pictures: [Screen; 2],
    moving: Option<(i32, i32)>,
    printed: [String; 2],
}

impl Views {
    fn sight(&self, case: &Case, turn: usize) -> Sight<'_> {
        let [ours, theirs] = &self.now;
        Sight {
            now: [ours, theirs],
            before: self.before.as_ref().map(|[ours, theirs]| [ours, theirs]),
            moving: self.moving,
            key: turn.checked_sub(1).and_then(|n| case.keys.get(n).copied()),
            printed: [&self.printed[0], &self.printed[1]],
        }
    }
}

impl Parted<'_> {
    /// The pictures where the two part, if they differ.
    fn views(&self) -> Option<Views> {
        let turn = self.way.turn;
        let [ours, theirs] = self
            .outcomes
            .map(|outcome| outcome.moments.get(turn)?.picture);
        if ours? == theirs? {
            return None;
        }
        let now = self.view(turn)?;
        let before = turn.checked_sub(1).and_then(|turn| self.view(turn));
        let moved = before.as_ref().and_then(|view| view.moving);
        Some(Views {
            now: now.pictures,
            before: before.map(|view| view.pictures),
            moving: [moved, now.moving],
            printed: now.printed,
        })
    }

    /// What both show after this many keys.
    fn view(&self, keys: usize) -> Option<View> {
        let Way { exam, case, .. } = self.way;
        let mut case = case.clone();
        case.keys.truncate(keys);
        let [ours, theirs] = self.programs.map(|program| {
            let mut bench = Bench::new(program, exam).ok()?;
            (bench.looks, bench.column_first) = (false, self.way.column_first);
            bench.run(&case);
            Some(bench)
        });
        let (ours, theirs) = (ours?, theirs?);
        Some(View {
            moving: ours
                .local("Playtoplay", "x")
                .zip(ours.local("Playtoplay", "y")),
            printed: [&ours, &theirs].map(Bench::printed),
            pictures: [ours, theirs].map(|bench| bench.desk.picture().clone()),
        })
    }

    /// What is wrong, as a sentence.
    fn said(
        &self,
        key: Option<&Key>,
        before: &Case,
        wording: Option<&Wording>,
        not_called: Option<String>,
    ) -> String {
        let by_keys = !self.way.case.keys.is_empty();
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
        match key {
            Some(key) => say!("After {key}, {what}.", key, what),
            None if by_keys => say!("Before the first key, {what}.", what),
            None if what.contains(is_wide) => say!("{what}.", what),
            None => {
                let mut letters = what.chars();
                let first = letters.next().into_iter().flat_map(char::to_uppercase);
                say!("{what}.", what = first.chain(letters).collect::<String>())
            }
        }
    }

    /// What is wrong if theirs ends, waits or stops where ours does not, and the same in a word or two.
    fn wrong_end(&self) -> Option<(String, String)> {
        let ends = self.outcomes.map(|outcome| {
            let last = self.way.turn + 1 == outcome.moments.len();
            if last { &outcome.end } else { &End::Waits }
        });
        let (said, brief) = match ends {
            [_, End::Fault(why)] => {
                let place = why.split([':', '：']).next().unwrap_or_default();
                return Some((say!("it stops in {why}", why), place.to_string()));
            }
            [_, End::Endless] => (say!("it never ends"), say!("never ends")),
            [End::Over, End::Waits] => (
                say!("it waits for a key, and should end"),
                say!("waits for a key"),
            ),
            [End::Waits, End::Over] => (
                say!("it ends, and should wait for a key"),
                say!("ends||instead of waiting for a key"),
            ),
            _ => return None,
        };
        Some((said.to_string(), brief.to_string()))
    }

    /// What is wrong if theirs returns another number.
    fn wrong_result(&self) -> Option<String> {
        let [ours, theirs] = self.outcomes;
        if self.way.turn + 1 != theirs.moments.len() || ours.returned == theirs.returned {
            return None;
        }
        Some(match (theirs.returned, ours.returned) {
            (None, None) => return None,
            (Some(is), Some(should)) => {
                say!("it returns {is}, and should return {should}", is, should)
            }
            (None, Some(should)) => say!("it returns nothing, and should return {should}", should),
            (Some(is), None) => say!("it returns {is}, and should return nothing", is),
        })
    }

    /// The first element of a variable that is not as it should be, in words.
    fn first_wrong_value(&self, before: &Case) -> Option<String> {
        let [ours, theirs] = self
            .outcomes
            .map(|outcome| outcome.moments.get(self.way.turn));
        let (ours, theirs) = (&ours?.state, &theirs?.state);
        let mut from = 0;
        for (name, sizes) in self.way.exam.watched() {
            let length: usize = sizes.iter().product();
            let mut places = from..(from + length).min(ours.len()).min(theirs.len());
            if let Some(at) = places.find(|at| ours[*at] != theirs[*at]) {
                let (n, should, is) = (at - from, ours[at], theirs[at]);
                if *name != "Map" {
                    let index = if sizes.is_empty() {
                        String::new()
                    } else {
                        format!("[{n}]")
                    };
                    return Some(say!(
                        "the value of {name} is {is}, and should be {should}",
                        name = format!("{name}{index}"),
                        is,
                        should
                    ));
                }
                let stone = |n: i32| match n {
                    0 => say!("empty||a cell"),
                    1 => say!("black||a cell"),
                    2 => say!("white||a cell"),
                    _ => say!("none of 0, 1 and 2"),
                };
                let was = before.of(name).and_then(|numbers| numbers.get(n));
                let still = was == Some(&is);
                let (is, should) = (stone(is), stone(should));
                let cell = cell_name(n);
                return Some(if still {
                    say!(
                        "the cell {cell} is still {is}, and should be {should}",
                        cell,
                        is,
                        should
                    )
                } else {
                    say!(
                        "the cell {cell} is {is}, and should be {should}",
                        cell,
                        is,
                        should
                    )
                });
            }
            from += length;
        }
        None
    }

    /// What is wrong, in a word or two.
    fn brief(&self, wording: Option<&Wording>) -> String {
        let [ours, theirs] = self.outcomes;
        if let Some((_, brief)) = self.wrong_end() {
            return brief;
        }
        let states = self
            .outcomes
            .map(|outcome| outcome.moments.get(self.way.turn).map(|m| &m.state[..]));
        let apart = match states {
            [Some(ours), Some(theirs)] => ours.iter().zip(theirs).position(|(a, b)| a != b),
            _ => None,
        };
        match (self.way.exam.function, apart, &self.way.case.arguments[..]) {
            ("QpChange", Some(n), [Argument::Int(x), Argument::Int(y), _]) => {
                direction(n as i32 / 8 - (y - 120) / 40, n as i32 % 8 - (x - 120) / 40)
            }
            ("DoScore", Some(n), _) => match n {
                2 => say!("white||whose score").to_string(),
                _ => say!("black||whose score").to_string(),
            },
            _ if wording.is_some() => {
                wording.map_or(String::new(), |wording| wording.place.clone())
            }
            _ if ours.returned != theirs.returned => {
                say!("result||what a function returns").to_string()
            }
            _ if ours.pen != theirs.pen => say!("colours||that a function sets").to_string(),
            _ => String::new(),
        }
    }
}

/// The name of the direction that leads from a cell this many rows down and columns to the right.
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
