//! The tasks of the lessons about `QIPAN.C` and `TABLE.C`.

use super::task::{Matters, PLAIN, Task};
use crate::tutor::calls::{
    QIPAN, SCREEN, after, drop_on, next_drop, on_map, on_screen, play_on, qp_change, whole,
};
use crate::tutor::lessons::positions::{ALL_1997, FINAL_1992, MIDDLE_1992, SHORTEST};
use crate::tutor::scene::{Scene, program};
use games::Game as _;
use games::othello::Cell;

pub(crate) const TASKS: &[Task] = &[
    Task {
        lesson: "game",
        marks: Some(|| next_drop("QIPAN.C", &MIDDLE_1992[..28], "f6")),
        ..PLAIN
    },
    Task {
        lesson: "main",
        ours: &[(
            "  if (Playtoplay())\n    bioskey(0);",
            "  Playtoplay();\n  bioskey(0);",
        )],
        cases: || {
            let game: String = SHORTEST
                .as_bytes()
                .chunks(2)
                .map(|cell| drop_on(&String::from_utf8_lossy(cell)))
                .collect();
            vec![
                whole("After Esc", "Esc", None),
                whole("After Esc and another key", "Esc Space", None),
                whole("After a game to its end", &game, None),
                whole(
                    "After a game to its end and a key",
                    &(game.clone() + "Space"),
                    None,
                ),
            ]
        },
        matters: &[Matters::End],
        ..PLAIN
    },
    Task {
        lesson: "draw",
        ours: &[(
            "setfillstyle(SOLID_FILL, RED);\n  bar(0, 0, 639, 479);",
            "setfillstyle(SOLID_FILL, BLUE);\n  bar(0, 0, 639, 479);",
        )],
        cases: || vec![draw_qp()],
        matters: &[Matters::Pixels(&[
            (10, 10),
            (110, 110),
            (630, 470),
            (100, 200),
            (200, 420),
        ])],
        ..PLAIN
    },
    Task {
        lesson: "play",
        ours: &[(
            "        if (key == RIGHT && x < 400 && y > 80)\n          x += 40;",
            "        if (key == RIGHT && y > 80) {\n          x += 40;\n          if (x > 400)\n            x = 120;\n        }",
        )],
        cases: || {
            let keys = [
                "Down Right*7",
                "Down Right*8",
                "Down*8 Right*9",
                "Right",
                "Down Left",
                "Down Right*8 Up Down Left",
                "Down*3 Right*11 Enter",
            ];
            keys.map(|keys| whole(format!("After the keys {keys}"), keys, None))
                .to_vec()
        },
        matters: &[Matters::Global("Map"), Matters::Cells],
        ..PLAIN
    },
    Task {
        lesson: "map",
        ours: &[(
            "  TurnOver(4, 4, 2);\n",
            "  TurnOver(4, 4, 2);\n  TurnOver(1, 7, 1);\n",
        )],
        cases: || vec![draw_qp()],
        matters: &[Matters::Global("Map"), Matters::Cells],
        ..PLAIN
    },
    Task {
        lesson: "colour",
        ours: &[(
            "if (t % 2 == 1) {\n    setcolor(BLACK);",
            "if (t % 2 == 0) {\n    setcolor(BLACK);",
        )],
        cases: || {
            let put = |t: i32| {
                let text = format!("A stone of turn {t}");
                Scene::new(
                    text,
                    program("QIPAN.C"),
                    ("PutStone", vec![200, 200, t]),
                    &SCREEN,
                )
            };
            (1..=4).map(put).collect()
        },
        matters: &[Matters::Pixels(&[(200, 200), (185, 200)])],
        ..PLAIN
    },
    Task {
        lesson: "move",
        ours: &[(
            "  bar(x - 19, y - 19, x + 19, y + 19);",
            "  if (y != 80 && Map[(y - 120) / 40][(x - 120) / 40] == 0)\n    setfillstyle(SOLID_FILL, GREEN);\n  \
                 bar(x - 19, y - 19, x + 19, y + 19);",
        )],
        cases: || {
            let leave = |(what, x, y): (&str, i32, i32)| {
                let call = ("MoveColor", vec![x, y]);
                on_screen(on_map(
                    format!("When the stone leaves {what}"),
                    call,
                    &after(""),
                ))
            };
            [
                ("its start", 120, 80),
                ("d3", 240, 200),
                ("d4", 240, 240),
                ("e4", 280, 240),
                ("h8", 400, 400),
            ]
            .map(leave)
            .to_vec()
        },
        matters: &[Matters::Cells],
        ..PLAIN
    },
    Task {
        lesson: "turns",
        ours: &[("  t = 0;\n", "  t = 1;\n")],
        cases: || {
            let keys = [String::new(), drop_on("e3"), drop_on("e3") + &drop_on("d3")];
            let texts = [
                "When the game begins",
                "After a stone on e3",
                "After stones on e3 and d3",
            ];
            texts
                .iter()
                .zip(keys)
                .map(|(text, keys)| whole(*text, &keys, None))
                .collect()
        },
        matters: &[Matters::Global("Map"), Matters::Cells],
        ..PLAIN
    },
    Task {
        lesson: "start",
        ours: &[("    x = 120;\n", "    x = 200;\n")],
        cases: || {
            let keys = ["", "Down", "Right", "Down Left"];
            let text = |keys: &str| match keys {
                "" => "When the game begins".to_string(),
                keys => format!("After the keys {keys}"),
            };
            keys.map(|keys| whole(text(keys), keys, None)).to_vec()
        },
        matters: &[Matters::Cells],
        ..PLAIN
    },
    Task {
        lesson: "direction",
        ours: &[(
            "    if (Map[row][col + i] == own)\n",
            "    if (Map[row][col + i] == own && i > 2)\n",
        )],
        cases: || drops("QIPAN.C"),
        matters: &[Matters::Global("Map"), Matters::Truth],
        ..PLAIN
    },
    Task {
        lesson: "eight",
        ours: &[
            ("if (row < 6 && col < 6) {", "if (0) {"),
            ("if (row < 6 && col > 1) {", "if (0) {"),
            ("if (row > 1 && col > 1) {", "if (0) {"),
            ("if (row > 1 && col < 6) {", "if (0) {"),
        ],
        cases: || drops("QIPAN.C"),
        matters: &[Matters::Global("Map"), Matters::Truth],
        ..PLAIN
    },
    Task {
        lesson: "edge",
        without: "if (col < 6)",
        cases: || drops("QIPAN.C"),
        matters: &[Matters::Global("Map"), Matters::Truth],
        ..PLAIN
    },
    Task {
        lesson: "folded",
        file: "TABLE.C",
        ours: &[("d = 0; d < 8; d++", "d = 0; d < 8; d += 2")],
        cases: || drops("TABLE.C"),
        matters: &[Matters::Global("Map"), Matters::Truth],
        ..PLAIN
    },
    Task {
        lesson: "failed",
        ours: &[("yes = 1;", "yes++;")],
        cases: || drops("QIPAN.C"),
        matters: &[Matters::Global("Map"), Matters::Returned],
        ..PLAIN
    },
    Task {
        lesson: "tries",
        ours: &[("tries > 64 -", "tries >= 64 -")],
        cases: || {
            let tries = |moves: &str, cell: &str, n: usize| {
                let game = after(moves);
                let empty = game.map().empties();
                let text = match n {
                    1 => format!("With {empty} empty cells, after one failed try"),
                    n => format!("With {empty} empty cells, after {n} failed tries"),
                };
                play_on(text, &game, &(drop_on(cell) + &"Enter ".repeat(n - 1)))
            };
            vec![
                tries(FINAL_1992, "a1", 1),
                tries(FINAL_1992, "a1", 2),
                tries("", "c3", 59),
                tries("", "c3", 60),
            ]
        },
        matters: &[Matters::Global("t")],
        ..PLAIN
    },
    Task {
        lesson: "scores",
        ours: &[(
            "        score[2]++;\n    }",
            "        score[2]++;\n      if (row % 7 == 0 && col % 7 == 0 && Map[row][col] != 0)\n        score[Map[row][col]]++;\n    }",
        )],
        cases: || {
            [
                [0, 0, 0, 0],
                [1, 0, 0, 2],
                [1, 1, 2, 0],
                [2, 2, 2, 2],
                [0, 1, 1, 0],
            ]
            .map(with_corners)
            .to_vec()
        },
        matters: &[Matters::Element("score", 1), Matters::Element("score", 2)],
        ..PLAIN
    },
    Task {
        lesson: "end",
        ours: &[("while (CanMove(1) || CanMove(2))", "while (CanMove(t + 1))")],
        cases: || {
            let comes = |text: &str, moves: &str, later: i32| {
                let mut scene = play_on(text, &after(moves), "");
                if let Some(turbo::c::Value::Int(t)) = scene
                    .globals
                    .iter_mut()
                    .find(|(name, _)| *name == "t")
                    .map(|(_, t)| t)
                {
                    *t += later;
                }
                scene
            };
            vec![
                comes("At the start", "", 0),
                comes(
                    "When only White can move, and it is Black's turn",
                    FINAL_1992,
                    0,
                ),
                comes(
                    "When only White can move, and it is White's turn",
                    FINAL_1992,
                    1,
                ),
                comes("When nobody can move", ALL_1997, 0),
            ]
        },
        matters: &[Matters::End],
        ..PLAIN
    },
];

/// `DrawQp` on a black screen.
fn draw_qp() -> Scene {
    Scene::new(
        "After DrawQp",
        program("QIPAN.C"),
        ("DrawQp", Vec::new()),
        &SCREEN,
    )
}

/// `QpChange` of a file for each empty cell in positions of a game.
fn drops(file: &str) -> Vec<Scene> {
    let game = "f5d6c3d3c4f4f6f3g4g3e6b3f2e3e2c5c6e7c7h4g5h5g6d2";
    let mut scenes = Vec::new();
    for plies in (0..game.len()).step_by(6) {
        let game = after(&game[..plies]);
        for cell in Cell::all().filter(|cell| game.map()[cell.row][cell.col] == 0) {
            let text = format!("A stone on {cell} in turn {}", game.t());
            let mut scene = qp_change(text, file, game.map(), cell, game.t());
            // The board is read from Map: what stood on the screen before does not matter.
            (scene.before, scene.then) = (Vec::new(), Vec::new());
            scenes.push(scene);
        }
    }
    scenes
}

/// `DoScore` with stones in the corners.
fn with_corners(corners: [u8; 4]) -> Scene {
    let mut map = original::Map::default();
    for (n, stone) in corners.into_iter().enumerate() {
        map[n / 2 * 7][n % 2 * 7] = stone;
    }
    let of = |stone| match corners.iter().filter(|corner| **corner == stone).count() {
        1 => "1 corner".to_string(),
        n => format!("{n} corners"),
    };
    let text = format!("When Black has {} and White {}", of(1), of(2));
    let mut scene = Scene::new(text, program("QIPAN.C"), ("DoScore", Vec::new()), &QIPAN);
    scene.globals = vec![("Map", crate::tutor::calls::map_value(&map))];
    scene
}
