//! The tasks of the lessons about programs that play and learn.

use super::task::{Matters, PLAIN, Task};
use crate::tutor::calls::{self, BOOK, ERRORS, after, look_ahead};
use crate::tutor::lessons::positions::{FOUR_LEFT, FOUR_LEFT_1987, TWO_FOURS};
use crate::tutor::scene::{Scene, program};
use games::gomoku;
use turbo::c::Value;

pub(crate) const TASKS: &[Task] = &[
    Task {
        lesson: "fours",
        file: "FOURS.C",
        ours: &[(
            "    if (Attack(n))\n      return 1;",
            "    if (Attack(n))\n      return n;",
        )],
        cases: || {
            let attack = |text: &str, record: &str| {
                let game = gomoku::Game::from_record(record).expect("a task's record is right");
                calls::fours(text, &game)
            };
            vec![
                attack("After one stone each", "7700"),
                attack("With four stones in a row", "7700781079207ae0"),
                attack("With three stones in a row", "7700781079e0"),
                attack("In the position of the lesson", TWO_FOURS),
            ]
        },
        matters: &[Matters::Returned],
        ..PLAIN
    },
    Task {
        lesson: "alpha-beta",
        file: "LASTMOVE.C",
        ours: &[(
            "      if (best >= beta) {\n        cut += left;\n        return best;\n      }\n",
            "",
        )],
        cases: || {
            [FOUR_LEFT_1987, FOUR_LEFT]
                .map(|moves| look_ahead("With four empty cells", &after(moves)))
                .to_vec()
        },
        matters: &[
            Matters::Returned,
            Matters::Global("cut"),
            Matters::Global("looked"),
        ],
        ..PLAIN
    },
    Task {
        lesson: "book",
        file: "BOOK.C",
        ours: &[(
            "  if (alternative[a] && promise[a] > w)\n    w = promise[a];",
            "  if (alternative[a] && promise[a] / 2 > w)\n    w = promise[a] / 2;",
        )],
        cases: || {
            vec![
                worth(1000, 300),
                worth(800, 600),
                worth(1000, -600),
                worth(-400, -900),
                worth(0, 100),
            ]
        },
        matters: &[Matters::Returned],
        ..PLAIN
    },
    Task {
        lesson: "weight",
        file: "WEIGHT.C",
        ours: &[(
            "7 * target + 3 * side[i] * own",
            "5 * target + 5 * side[i] * own",
        )],
        cases: || {
            let call = ("FindErrors", Vec::new());
            vec![Scene::new(
                "In the game of the lesson",
                program("WEIGHT.C"),
                call,
                &ERRORS,
            )]
        },
        matters: &[Matters::Global("error")],
        ..PLAIN
    },
];

/// `Worth` of a position with one move that was played and one that was not, in hundredths of a disc.
fn worth(promise: i32, played: i32) -> Scene {
    let text = format!("With a promise of {promise} and a played move worth {played}");
    let mut scene = Scene::new(text, program("BOOK.C"), ("Worth", vec![0]), &BOOK);
    let first = |size: usize, values: &[i32]| {
        let values = values.iter().copied().chain(std::iter::repeat(0));
        Value::Array(values.take(size).map(Value::Int).collect())
    };
    scene.globals = vec![
        ("positions", Value::Int(2)),
        ("worth", first(200, &[0, -played])),
        ("alternative", first(200, &[1])),
        ("promise", first(200, &[promise])),
        ("moves", Value::Int(1)),
        ("from", first(400, &[0])),
        ("to", first(400, &[1])),
    ];
    scene
}
