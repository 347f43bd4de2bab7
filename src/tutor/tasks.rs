//! What there is to change in the C at the end of a lesson, and how the program checks what the change has brought.

use crate::c::{Argument, Machine, Program, Value};
use crate::dos::parse_keys;
use crate::dos::unattended::Unattended;
use crate::original::Map;

use super::calls::{after, drop_on, map_value};

/// Something to change in a C program.
pub struct Task {
    /// The lesson that it belongs to.
    pub lesson: &'static str,
    /// The source, as the editor opens it.
    pub file: &'static str,
    /// What to do, in one to three sentences.
    pub text: &'static str,
    /// Looks whether the change has brought what it should.
    pub check: fn(&Program) -> Checked,
}

/// Whether a task is solved, and a sentence that says what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is.
    Right(String),
    /// It is not yet.
    Wrong(String),
}

/// The tasks in the order of the lessons.
pub static TASKS: &[Task] = &[
    Task {
        lesson: "draw",
        file: "QIPAN.C",
        text: "Let DrawQp draw the board on a blue ground: the pixel (10,10) is to be BLUE and the lines are to stay WHITE.",
        check: blue_ground,
    },
    Task {
        lesson: "colour",
        file: "QIPAN.C",
        text: "Swap the colours: in odd turns the stones are to be white, in even turns black. Change SetPlayColor, and nothing else.",
        check: swapped_colours,
    },
    Task {
        lesson: "start",
        file: "QIPAN.C",
        text: "Let each new stone appear at (200,80), above the third cell of the first row, and let Down lead to c1.",
        check: other_start,
    },
    Task {
        lesson: "eight",
        file: "QIPAN.C",
        text: "Let diagonals not turn: QpChange is to turn stones over across and down only, and to return 0 where a stone encloses \
               others on a diagonal alone.",
        check: no_diagonals,
    },
    Task {
        lesson: "edge",
        file: "QIPAN.C",
        text: "Take the condition col < 6 away, so that to the right all columns are looked at, and see what the program does on h1. \
               Then find a condition that is as good: QpChange is to turn over what it did before, without col < 6 for the right.",
        check: other_guard,
    },
    Task {
        lesson: "tries",
        file: "QIPAN.C",
        text: "Make the pass cost one try less: the turn is to be lost when there have been as many failed tries as there are empty \
               cells.",
        check: cheaper_pass,
    },
    Task {
        lesson: "scores",
        file: "QIPAN.C",
        text: "Let DoScore count a stone in a corner twice: the four corners are Map[0][0], Map[0][7], Map[7][0] and Map[7][7].",
        check: corners_twice,
    },
    Task {
        lesson: "wrap",
        file: "UNGUARD.C",
        text: "Mend the judge: AllStones is to return 0 for 11, 12, 13, 14 and 15, and still to find each real five.",
        check: guarded,
    },
    Task {
        lesson: "alpha-beta",
        file: "LASTMOVE.C",
        text: "Count too: let looked stay as it is, but make Solve search without a cut. The result is to be the same, cut is to be 0, \
               and looked larger than before.",
        check: without_cuts,
    },
];

/// The task of a lesson.
pub fn task(lesson: &str) -> Option<&'static Task> {
    TASKS.iter().find(|task| task.lesson == lesson)
}

/// More steps than a solved task needs.
const MOST: u64 = 2_000_000;

/// A machine after a call, and what it drew. What went wrong, as a sentence, if it does not come to its end.
fn called(
    program: &Program,
    globals: &[(&str, Value)],
    function: &str,
    arguments: &[i32],
    keys: &str,
) -> Result<(Machine, Unattended), String> {
    let mut machine = Machine::without_history(program);
    for (name, value) in globals {
        machine
            .set_global(name, value)
            .map_err(|fault| format!("{fault}."))?;
    }
    let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Int).collect();
    machine
        .call(function, &arguments)
        .map_err(|fault| format!("{fault}."))?;
    let keys = parse_keys(keys).unwrap_or_default();
    let mut desk = Unattended::new(keys);
    match machine.run(&mut desk, MOST) {
        Ok(crate::c::Stop::Over) => Ok((machine, desk)),
        Ok(crate::c::Stop::At) => Err(format!("{function} does not come to its end.")),
        Err(crate::c::Halt::Fault(fault)) => Err(format!("{fault}.")),
        // The keys are used up: what was drawn until then is looked at.
        Err(crate::c::Halt::Quit(_)) => Ok((machine, desk)),
    }
}

fn verdict(seen: Result<Result<String, String>, String>) -> Checked {
    match seen {
        Ok(Ok(right)) => Checked::Right(right),
        Ok(Err(wrong)) | Err(wrong) => Checked::Wrong(wrong),
    }
}

fn pixel(desk: &Unattended, x: i32, y: i32) -> Option<u8> {
    desk.picture().getpixel(x, y)
}

fn blue_ground(program: &Program) -> Checked {
    verdict(called(program, &[], "DrawQp", &[], "").map(|(_, desk)| {
        match (pixel(&desk, 10, 10), pixel(&desk, 100, 200)) {
            (Some(1), Some(15)) => Ok("The ground is blue, and the lines are white.".to_string()),
            (Some(1), _) => {
                Err("The ground is blue, but the lines are no longer white.".to_string())
            }
            (color, _) => Err(format!(
                "The pixel (10,10) has the colour {}.",
                color.unwrap_or(0)
            )),
        }
    }))
}

fn swapped_colours(program: &Program) -> Checked {
    let stone = |t| {
        let (_, desk) = called(program, &[], "PutStone", &[200, 200, t], "")?;
        Ok::<_, String>(pixel(&desk, 200, 200))
    };
    let both = || Ok((stone(1)?, stone(2)?));
    verdict(both().map(|colours| match colours {
        (Some(15), Some(0)) => Ok("Odd turns are white now, and even ones black.".to_string()),
        (Some(0), Some(15)) => Err("Odd turns are still black.".to_string()),
        _ => Err("The two players do not have the colours black and white.".to_string()),
    }))
}

fn other_start(program: &Program) -> Checked {
    let seen = |keys: &str| called(program, &[], "main", &[], keys);
    let both = || {
        let (_, first) = seen("")?;
        let (_, down) = seen("Down")?;
        Ok((pixel(&first, 200, 80), pixel(&down, 200, 120)))
    };
    verdict(both().map(|stones| match stones {
        (Some(0), Some(0)) => {
            Ok("The stone appears at (200,80), and Down leads to c1.".to_string())
        }
        (Some(0), _) => {
            Err("The stone appears at (200,80), but Down does not lead to c1.".to_string())
        }
        _ => Err("There is no black stone at (200,80) when the game begins.".to_string()),
    }))
}

/// What `QpChange` of the program makes of a map, and what it returns, for a stone on (row, col) in turn `t`.
fn changed(
    program: &Program,
    map: &Map,
    row: usize,
    col: usize,
    t: usize,
) -> Result<(Map, i32), String> {
    let (x, y) = (120 + 40 * col as i32, 120 + 40 * row as i32);
    let map = [("Map", map_value(map))];
    let (machine, _) = called(program, &map, "QpChange", &[x, y, t as i32], "")?;
    let mut after = Map::EMPTY;
    if let Some(Value::Array(rows)) = machine.variable("Map") {
        for (row, values) in rows.iter().enumerate().take(8) {
            if let Value::Array(values) = values {
                for (col, value) in values.iter().enumerate().take(8) {
                    after[row][col] = value.number().unwrap_or(0) as u8;
                }
            }
        }
    }
    Ok((after, machine.returned().unwrap_or(0)))
}

/// Positions of a game, each with an empty cell: row, column and turn.
fn positions() -> Vec<(Map, usize, usize, usize)> {
    let game = "f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2";
    let mut positions = Vec::new();
    for plies in (0..game.len()).step_by(6) {
        let game = after(&game[..plies]);
        for n in 0..64 {
            if game.map()[n / 8][n % 8] == 0 {
                positions.push((*game.map(), n / 8, n % 8, game.t()));
            }
        }
    }
    positions
}

/// Holds `QpChange` against what it should do in many positions.
fn hold(
    program: &Program,
    right: &str,
    expected: impl Fn(&Map, usize, usize, usize) -> (Map, i32),
) -> Checked {
    for (map, row, col, t) in positions() {
        let cell = crate::games::othello::Cell { row, col };
        match changed(program, &map, row, col, t) {
            Err(why) => return Checked::Wrong(format!("For a stone on {cell}: {why}")),
            Ok(seen) if seen != expected(&map, row, col, t) => {
                let (after, yes) = expected(&map, row, col, t);
                let count = |after: &Map| {
                    (0..64)
                        .filter(|n| after[n / 8][n % 8] != map[n / 8][n % 8])
                        .count()
                };
                return Checked::Wrong(format!(
                    "A stone on {cell} in turn {t} should turn {} over and return {yes}. Yours turns {} over and returns {}.",
                    count(&after),
                    count(&seen.0),
                    seen.1
                ));
            }
            Ok(_) => {}
        }
    }
    Checked::Right(right.to_string())
}

/// What ours turns over, along the directions that `looks` allows. In C the dropped stone is put down by `Playtoplay`.
fn turned(
    map: &Map,
    row: usize,
    col: usize,
    t: usize,
    looks: impl Fn(isize, isize) -> bool,
) -> (Map, i32) {
    let own = if t % 2 == 1 { 1 } else { 2 };
    let (mut after, mut yes) = (*map, 0);
    for (down, right) in crate::original::DIRECTIONS
        .into_iter()
        .filter(|(d, r)| looks(*d, *r))
    {
        let at = |i: isize| {
            let (row, col) = (row as isize + down * i, col as isize + right * i);
            ((0..8).contains(&row) && (0..8).contains(&col)).then_some((row as usize, col as usize))
        };
        let mut walked = Vec::new();
        for place in (1..8).map_while(at) {
            match map[place.0][place.1] {
                0 => break,
                stone if stone == own => {
                    for (row, col) in walked {
                        after[row][col] = own;
                        yes = 1;
                    }
                    break;
                }
                _ => walked.push(place),
            }
        }
    }
    (after, yes)
}

fn no_diagonals(program: &Program) -> Checked {
    hold(
        program,
        "Only rows and columns turn over now.",
        |map, row, col, t| turned(map, row, col, t, |down, right| down == 0 || right == 0),
    )
}

fn other_guard(program: &Program) -> Checked {
    let guards = program.source().matches("if (col < 6)").count();
    if guards > 0 {
        return Checked::Wrong("The condition col < 6 for the right is still there.".to_string());
    }
    hold(
        program,
        "It turns over the same stones without col < 6.",
        |map, row, col, t| turned(map, row, col, t, |_, _| true),
    )
}

fn cheaper_pass(program: &Program) -> Checked {
    // Black cannot move, and two cells are empty.
    let game = after(super::lessons::FINAL);
    let (black, white) = crate::original::do_score(game.map());
    let globals = [
        ("Map", map_value(game.map())),
        ("t", Value::Int(game.t() as i32 - 1)),
        (
            "score",
            Value::Array([0, black as i32, white as i32].map(Value::Int).to_vec()),
        ),
    ];
    let t_after = |tries: usize| {
        let keys = drop_on("a1") + &"Enter ".repeat(tries - 1);
        let (machine, _) = called(program, &globals, "Playtoplay", &[], &keys)?;
        Ok::<_, String>(machine.variable("t").and_then(|t| t.number()).unwrap_or(0))
    };
    let both = || Ok((t_after(1)?, t_after(2)?));
    let turn = game.t() as i32;
    verdict(both().map(|(one, two)| match (one - turn, two - turn) {
        (0, 1..) => Ok("With two empty cells the second failed try loses the turn.".to_string()),
        (0, _) => {
            Err("With two empty cells the turn is not lost on the second failed try.".to_string())
        }
        _ => Err(
            "With two empty cells the turn is lost on the first failed try already.".to_string(),
        ),
    }))
}

fn corners_twice(program: &Program) -> Checked {
    let counted = |corners: [u8; 4]| {
        let mut map = Map::default();
        for (n, stone) in corners.into_iter().enumerate() {
            map[n / 2 * 7][n % 2 * 7] = stone;
        }
        let (machine, _) = called(program, &[("Map", map_value(&map))], "DoScore", &[], "")?;
        let Some(Value::Array(score)) = machine.variable("score") else {
            return Err("There is no score any more.".to_string());
        };
        let number = |n: usize| score.get(n).and_then(Value::number).unwrap_or(0);
        Ok((number(1), number(2)))
    };
    for (corners, expected) in [
        ([0; 4], (2, 2)),
        ([1, 0, 0, 2], (4, 4)),
        ([1, 1, 2, 0], (6, 4)),
        ([2, 2, 2, 2], (2, 10)),
    ] {
        match counted(corners) {
            Err(why) => return Checked::Wrong(why),
            Ok(seen) if seen != expected => {
                return Checked::Wrong(format!(
                    "With {corners:?} in the corners and the four stones of the start the score should be {} to {}. Yours is {} to {}.",
                    expected.0, expected.1, seen.0, seen.1
                ));
            }
            Ok(_) => {}
        }
    }
    Checked::Right("A corner counts twice, for both players.".to_string())
}

fn guarded(program: &Program) -> Checked {
    for (points, five) in [
        (vec![11, 224, 12, 223, 13, 222, 14, 221, 15], false),
        (vec![13, 224, 12, 223, 14, 222, 11, 221, 15], false),
        (vec![10, 224, 11, 223, 12, 222, 13, 221, 14], true),
        (vec![0, 1, 15, 16, 30, 31, 45, 46, 60], true),
        (vec![0, 1, 16, 2, 32, 3, 48, 5, 64], true),
        (vec![14, 1, 28, 2, 42, 3, 56, 5, 70], true),
        (vec![12, 1, 28, 2, 44, 3, 60, 5, 76], false),
    ] {
        let count = points.len() as i32;
        let mut all = vec![Value::Int(0); 225];
        for (value, p) in all.iter_mut().zip(&points) {
            *value = Value::Int(*p);
        }
        let globals = [("p", Value::Array(all)), ("n", Value::Int(count))];
        match called(program, &globals, "AllStones", &[], "") {
            Err(why) => return Checked::Wrong(why),
            Ok((machine, _)) if (machine.returned() == Some(1)) != five => {
                let own: Vec<String> = points.iter().step_by(2).map(i32::to_string).collect();
                let is = if five { "a five" } else { "no five" };
                return Checked::Wrong(format!(
                    "Black's {} are {is}, and AllStones says otherwise.",
                    own.join(", ")
                ));
            }
            Ok(_) => {}
        }
    }
    Checked::Right("No five goes over the edge any more, and each real one is found.".to_string())
}

fn without_cuts(program: &Program) -> Checked {
    let ours = super::scene::program("LASTMOVE.C");
    let game = after(super::lessons::FOUR_LEFT);
    let globals = [
        ("Map", map_value(game.map())),
        ("t", Value::Int(game.t() as i32)),
    ];
    let run = |program: &Program| {
        let (machine, _) = called(program, &globals, "Solve", &[], "")?;
        let number = |name: &str| machine.variable(name).and_then(|v| v.number()).unwrap_or(0);
        Ok::<_, String>((machine.returned(), number("looked"), number("cut")))
    };
    let both = || Ok((run(&ours)?, run(program)?));
    verdict(both().map(|(before, now)| match now {
        (value, ..) if value != before.0 => Err("The result has changed.".to_string()),
        (_, _, cut) if cut > 0 => Err(format!("It still cuts {cut} moves off.")),
        (_, looked, _) if looked <= before.1 => Err(format!(
            "It looks at {looked} positions, as many as before."
        )),
        (_, looked, _) => Ok(format!(
            "The same result after {looked} positions. With the cuts it took {}.",
            before.1
        )),
    }))
}
