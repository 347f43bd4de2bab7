//! A changed program, held against ours: the same calls, and what each leaves behind.

use super::task::{Checked, Matters, Task};
use crate::tutor::scene::{Scene, Stuck, program};
use crate::tutor::stepper::{Goal, Stepper, Stopped};
use games::othello::Cell;
use turbo::c::{Halt, Machine, Program, Stop, Value};
use turbo::dos::unattended::Unattended;

/// What is known after a call: of what, and how it is.
type Facts = Vec<(String, String)>;

/// More steps than a call of a solved task needs.
const MOST: u32 = 3_000_000;

impl Task {
    /// Looks whether a program does what it should: what it must not have any more, then case by case.
    pub fn check(&self, program: &Program) -> Checked {
        match self.without {
            gone if !gone.is_empty() && program.source().contains(gone) => {
                Checked::Wrong(format!("{gone} is still there."), None)
            }
            _ => hold(self, program),
        }
    }
}

/// Holds a program against the source with our change.
fn hold(task: &Task, theirs: &Program) -> Checked {
    let ours = task.changed();
    let mut right = task.right();
    let mut last = Facts::new();
    let mut before = Facts::new();
    for scene in (task.cases)() {
        let expected = facts(&ours, &scene, task.matters);
        let expected = expected.unwrap_or_else(|why| panic!("our own change is wrong: {why}"));
        let seen = facts(theirs, &scene, task.matters);
        let wrong = match seen {
            Ok(seen) => difference(&seen, &expected),
            Err(why) => Some(why.to_string()),
        };
        if let Some(wrong) = wrong {
            let text = format!("{}: {wrong}", scene.text);
            let mut shown = scene;
            (shown.text, shown.program) = (text.clone(), theirs.clone());
            let starts = shown.lay(
                &mut Machine::without_history(theirs),
                &mut Unattended::default(),
            );
            return Checked::Wrong(text, starts.is_ok().then(|| Box::new(shown)));
        }
        last = expected;
        if right.contains(" before}") {
            before = facts(&program(task.file), &scene, task.matters).unwrap_or_default();
        }
    }
    for (known, mark) in [(&last, ""), (&before, " before")] {
        for (what, value) in known {
            right = right.replace(&format!("{{{what}{mark}}}"), value);
        }
    }
    Checked::Right(right)
}

/// The first fact that is not as it should be, as a sentence.
fn difference(seen: &Facts, expected: &Facts) -> Option<String> {
    let wrong = expected.iter().find(|fact| !seen.contains(fact));
    wrong.map(|(what, should)| {
        let found = seen.iter().find(|(other, _)| other == what);
        let is = found.map_or("nothing", |(_, is)| is);
        format!("{what} is {is}, and should be {should}.")
    })
}

/// What a call of the program leaves behind, if it comes to its end.
fn facts(program: &Program, scene: &Scene, matters: &[Matters]) -> Result<Facts, Stuck> {
    let mut desk = scene.desk();
    let looks = matters.contains(&Matters::Looks);
    let mut machine = match looks {
        true => Machine::new(program),
        false => Machine::without_history(program),
    };
    scene.lay(&mut machine, &mut desk)?;
    let endless = || Err(Stuck::Endless(scene.call.0.to_string()));
    let (mut over, mut looked) = (true, 0);
    if looks {
        let mut stepper = Stepper::new(machine, desk, scene.shows.stones.array());
        match stepper.go(&mut stepper.begin(Goal::End, false), MOST) {
            Stopped::Over => {}
            Stopped::Fault(fault) => return Err(Stuck::Fault(fault)),
            Stopped::NeedsKey => over = false,
            _ => return endless(),
        }
        looked = stepper.looks();
        (machine, desk) = (stepper.machine().clone(), stepper.desk().clone());
    } else {
        match machine.run(&mut desk, MOST.into()) {
            Ok(Stop::Over) => {}
            Ok(Stop::At) => return endless(),
            Err(Halt::Fault(fault)) => return Err(Stuck::Fault(fault.to_string())),
            // The keys are used up: what was done until then is looked at.
            Err(Halt::Quit(_)) => over = false,
        }
    }
    let mut facts = Facts::new();
    for matter in matters {
        facts.extend(match *matter {
            Matters::Returned => vec![returned(scene, machine.returned())],
            Matters::Truth => vec![returned(scene, machine.returned().map(|n| (n != 0).into()))],
            Matters::End if over => vec![(scene.call.0.into(), "over".into())],
            Matters::End => vec![(scene.call.0.into(), "waiting for a key".into())],
            Matters::Global(name) => elements(name.to_string(), machine.variable(name)),
            Matters::Element(name, n) => {
                let mut all = elements(name.to_string(), machine.variable(name));
                all.drain(..n.min(all.len()));
                all.truncate(1);
                all
            }
            Matters::Cells => cells(&desk),
            Matters::Pixels(places) => {
                let of =
                    |(x, y): &(i32, i32)| (format!("the pixel ({x},{y})"), colour(&desk, *x, *y));
                places.iter().map(of).collect()
            }
            Matters::Looks if machine.returned() == Some(0) => {
                vec![("the number of looks".into(), looked.to_string())]
            }
            Matters::Looks => Vec::new(),
        });
    }
    Ok(facts)
}

fn returned(scene: &Scene, value: Option<i32>) -> (String, String) {
    let value = value.map_or("nothing".to_string(), |n| n.to_string());
    (format!("what {} returns", scene.call.0), value)
}

/// The numbers of a variable, each under its name: `Map[3][4], e4,` for a cell of the board.
fn elements(name: String, value: Option<Value>) -> Facts {
    match value {
        Some(Value::Array(values)) => {
            let values = values.into_iter().zip(0..);
            let of = |(value, n)| elements(format!("{name}[{n}]"), Some(value));
            values.flat_map(of).collect()
        }
        Some(value) => vec![(name, value.to_string())],
        None => Facts::new(),
    }
}

/// The colours of the cells on the screen, and of the places above them where new stones appear.
fn cells(desk: &Unattended) -> Facts {
    let mut facts = Facts::new();
    for col in 0..8 {
        for row in 0..9 {
            let (x, y) = (120 + 40 * col as i32, 80 + 40 * row as i32);
            let name = match row {
                0 => format!("the place above {}", Cell { row: 0, col }),
                _ => Cell { row: row - 1, col }.to_string(),
            };
            facts.push((
                format!("the corner of {name}"),
                colour(desk, x - 18, y - 18),
            ));
            facts.push((format!("the middle of {name}"), colour(desk, x, y)));
        }
    }
    facts
}

/// The name of a pixel's colour.
fn colour(desk: &Unattended, x: i32, y: i32) -> String {
    const NAMES: &str = "BLACK BLUE GREEN CYAN RED MAGENTA BROWN LIGHTGRAY \
        DARKGRAY LIGHTBLUE LIGHTGREEN LIGHTCYAN LIGHTRED LIGHTMAGENTA YELLOW WHITE";
    let color = desk.picture().getpixel(x, y).map_or(0, usize::from);
    NAMES.split(' ').nth(color % 16).unwrap_or_default().into()
}
