//! The lessons about the functions of `QIPAN.C`.

use super::lesson::Beginning::Othello;
use super::lesson::{Lesson, lesson};
use super::positions::*;
use crate::tutor::calls::{QIPAN, after, drop_on, next_drop, on_map, on_screen, play_on, whole};
use crate::tutor::scene::{Begins, Scene};
use words::phrase;

const GROUP: &str = phrase!("Othello");

pub(crate) const LESSONS: &[Lesson] = &[
    lesson!(GROUP, "map", scenes, Othello("")),
    lesson!(GROUP, "colour", scenes, Othello("")),
    lesson!(GROUP, "move", scenes, Othello("")),
    lesson!(GROUP, "turns", scenes, Othello("")),
    lesson!(GROUP, "start", scenes, Othello("")),
    lesson!(GROUP, "direction", scenes, Othello(MIDDLE_1992)),
    lesson!(GROUP, "eight", scenes, Othello(BEFORE_ALL_EIGHT)),
    lesson!(GROUP, "edge", scenes, Othello(BEFORE_B7_1987)),
    lesson!(GROUP, "folded", scenes, Othello(BEFORE_ALL_EIGHT)),
    lesson!(GROUP, "failed", scenes, Othello("")),
    lesson!(GROUP, "tries", scenes, Othello(FINAL_1992)),
    lesson!(GROUP, "scores", scenes, Othello(MIDDLE_1992)),
    lesson!(GROUP, "end", scenes, Othello(ALL_1997)),
];

fn on_board(keys: &str, from: Begins) -> Scene {
    let mut scene = whole("", keys, Some(from));
    scene.shows = &QIPAN;
    scene
}

fn called(function: &'static str, arguments: &[i32], moves: &str) -> Scene {
    on_map("", (function, arguments.to_vec()), &after(moves))
}

fn scenes(lesson: &str) -> Vec<Scene> {
    match lesson {
        "map" => vec![called("DoScore", &[], ""), on_board(&(drop_on("d3") + "Esc"), Begins::Keys(6))],
        "colour" => [2, 1].map(|nth| whole("", "Esc", Some(Begins::Function("SetPlayColor", nth)))).to_vec(),
        "move" => {
            let keys = "Down*4 Right*4 Esc";
            vec![
                whole("", keys, Some(Begins::Function("MoveColor", 1))),
                on_board(keys, Begins::Function("MoveColor", 8)),
            ]
        }
        "turns" => {
            let keys = drop_on("d3") + &drop_on("c3") + &drop_on("c4") + "Esc";
            vec![play_on("", &after(""), &keys)]
        }
        "start" => {
            let keys = format!("Enter Right {} Esc", drop_on("d3"));
            vec![play_on("", &after(""), &keys)]
        }
        "direction" => {
            vec![next_drop("QIPAN.C", MIDDLE_1992, "h4"), next_drop("QIPAN.C", BEFORE_D2_1992, "d2")]
        }
        "eight" => vec![next_drop("QIPAN.C", BEFORE_ALL_EIGHT, "f4")],
        "edge" => vec![next_drop("QIPAN.C", BEFORE_B7_1987, "b7")],
        "folded" => vec![next_drop("TABLE.C", BEFORE_ALL_EIGHT, "f4")],
        "failed" => {
            let keys = drop_on("c3") + "Down Right Enter Up Enter Esc";
            vec![next_drop("QIPAN.C", "", "c3"), play_on("", &after(""), &keys)]
        }
        "tries" => {
            let keys = drop_on("a1") + "Enter Enter Esc";
            vec![play_on("", &after(FINAL_1992), &keys)]
        }
        "scores" => {
            vec![called("DoScore", &[], MIDDLE_1992), on_screen(called("PrintScore", &[1], MIDDLE_1992))]
        }
        "end" => vec![
            called("CanMove", &[1], ALL_1997),
            called("CanMove", &[2], ALL_1982),
            called("CanMove", &[1], ""),
            on_screen(called("PlayWin", &[], FULL_1987)),
            on_screen(called("PlayWin", &[], FULL_1992)),
        ],
        _ => Vec::new(),
    }
}
