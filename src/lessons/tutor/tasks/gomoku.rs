//! The tasks of the lessons about gomoku's record and its judges.

use super::task::{Matters, PLAIN, Task};
use crate::tutor::calls::{RECORD, judge};
use crate::tutor::lessons::positions::{NINE, SEVENTEEN, SIXTEEN, pieces};
use crate::tutor::scene::{Scene, program};
use games::gomoku::Point;
use turbo::c::Argument;

pub(crate) const TASKS: &[Task] = &[
    Task {
        lesson: "record",
        file: "WUZIQI.C",
        ours: &[(
            "  if (c >= '0' && c <= '9')\n    return c - '0';\n  if (c >= 'a' && c <= 'e')\n    return c - 'a' + 10;\n  \
                 if (c >= 'A' && c <= 'E')\n    return c - 'A' + 10;\n",
            "  if (c >= 'a' && c <= 'o')\n    return c - 'a';\n",
        )],
        cases: || {
            let digit = |c: u8| {
                let text = format!("For the character {}", char::from(c));
                Scene::new(
                    text,
                    program("WUZIQI.C"),
                    ("Digit", vec![c.into()]),
                    &RECORD,
                )
            };
            let mut cases: Vec<Scene> = (b'!'..=b'~').map(digit).collect();
            for text in ["hhhiih", "0011", "hhh"] {
                let mut scene = digit(b'a');
                scene.text = format!("For the record {text}");
                let characters = text.bytes().chain([0]).map(i32::from);
                scene.call = ("ReadRecord", vec![Argument::Array(characters.collect())]);
                cases.push(scene);
            }
            cases
        },
        matters: &[Matters::Returned],
        ..PLAIN
    },
    Task {
        lesson: "last-player",
        file: "WUZIQI.C",
        ours: &[("(n + 1) % 2", "n % 2")],
        cases: || {
            let five = [17, 0, 47, 1, 77, 2, 107, 3, 137, 4, 171]
                .map(|p: usize| Point::new(p % 15, p / 15));
            vec![
                stones(
                    "When White has five, and Black dropped the last stone",
                    "AllStones",
                    &five,
                ),
                stones("When Black has just made five", "AllStones", &pieces(NINE)),
                stones("When nobody has five", "AllStones", &pieces(SIXTEEN)),
                stones("When there are no stones", "AllStones", &[]),
            ]
        },
        matters: &[Matters::Truth, Matters::Global("own")],
        ..PLAIN
    },
    Task {
        lesson: "two-judges",
        file: "WUZIQI.C",
        ours: &[
            ("    if (row >= 4 && Five(q, -1))\n      return 1;\n", ""),
            ("    if (col >= 4 && Five(q, -15))\n      return 1;\n", ""),
            (
                "    if (row >= 4 && col >= 4 && Five(q, -16))\n      return 1;\n",
                "",
            ),
            (
                "    if (row >= 4 && col <= 10 && Five(q, 14))\n      return 1;\n",
                "",
            ),
        ],
        cases: || {
            let mut cases = rows("AllStones");
            cases.push(stones(
                "After the seventeen stones of the lesson",
                "AllStones",
                &pieces(SEVENTEEN),
            ));
            // Away from the edges both ways of a line cost the same: which four are chosen does not matter.
            cases.push(black("AllStones", &[64, 66, 80, 96, 99, 112, 114, 145]));
            cases
        },
        matters: &[Matters::Truth, Matters::Looks],
        ..PLAIN
    },
    Task {
        lesson: "wrap",
        file: "UNGUARD.C",
        ours: &[(
            "    if (!own[next])",
            "    if (abs(next % 15 - (next - step) % 15) > 1)\n      return 0;\n    if (!own[next])",
        )],
        cases: || {
            let mut cases = rows("AllStones");
            cases.extend([
                black("AllStones", &[11, 12, 13, 14, 15]),
                black("AllStones", &[13, 12, 14, 11, 15]),
                black("AllStones", &[12, 28, 44, 60, 76]),
                black("AllStones", &[2, 16, 30, 44, 58]),
            ]);
            cases
                .iter_mut()
                .for_each(|scene| scene.program = program("UNGUARD.C"));
            cases
        },
        matters: &[Matters::Truth],
        ..PLAIN
    },
    Task {
        lesson: "table",
        file: "WUZIQI.C",
        ours: &[("    if (count >= 4)\n", "    if (count == 4)\n")],
        cases: || {
            let mut cases = rows("Table");
            cases.extend([
                black("Table", &[32, 33, 34, 36, 37, 35]),
                black("Table", &[32, 33, 34, 35, 36, 37, 38]),
                black("Table", &[31, 46, 76, 91, 106, 61]),
                black("Table", &[32, 33, 34, 36, 37, 20, 50, 65, 80, 35]),
            ]);
            cases
        },
        matters: &[Matters::Truth],
        ..PLAIN
    },
];

/// A judge of `WUZIQI.C` on these stones.
fn stones(text: impl Into<String>, function: &'static str, pieces: &[Point]) -> Scene {
    judge(text, "WUZIQI.C", function, pieces)
}

/// A judge on these black points, the last of which was dropped last. White's stones lie apart.
fn black(function: &'static str, points: &[usize]) -> Scene {
    let mut white = [224, 222, 220, 194, 192, 190, 164, 162, 160, 134].into_iter();
    let mut pieces = Vec::new();
    for (p, n) in points.iter().zip(1..) {
        pieces.push(*p);
        pieces.extend(white.next().filter(|_| n < points.len()));
    }
    let pieces: Vec<Point> = pieces.iter().map(|p| Point::new(p % 15, p / 15)).collect();
    let points: Vec<String> = points.iter().map(usize::to_string).collect();
    stones(
        format!("When Black has {}", points.join(", ")),
        function,
        &pieces,
    )
}

/// Fives in all four lines, at the edges and away from them, and rows that are none.
fn rows(function: &'static str) -> Vec<Scene> {
    let rows: [&[usize]; 10] = [
        &[10, 11, 12, 13, 14],
        &[0, 1, 2, 3, 4],
        &[0, 15, 30, 45, 60],
        &[150, 165, 180, 195, 210],
        &[0, 16, 32, 48, 64],
        &[14, 28, 42, 56, 70],
        &[96, 97, 99, 100, 98],
        &[98, 126, 84, 70, 112],
        &[96, 97, 98, 99],
        &[95, 96, 97, 98, 100],
    ];
    rows.map(|points| black(function, points)).to_vec()
}
