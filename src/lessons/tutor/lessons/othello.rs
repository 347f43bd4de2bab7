//! The lessons about the functions of `QIPAN.C`.

use super::lesson::Board::Othello;
use super::lesson::{Lesson, lesson};
use super::positions::*;
use crate::tutor::calls::{QIPAN, after, drop_on, on_map, on_screen, play_on, qp_change, whole};
use crate::tutor::scene::{From, Scene};
use games::Game as _;
use games::othello::Cell;

const GROUP: &str = "Othello";

pub(crate) const LESSONS: &[Lesson] = &[
    lesson!(GROUP, "map", map, Othello("")),
    lesson!(GROUP, "colour", colour, Othello("")),
    lesson!(GROUP, "move", move_color, Othello("")),
    lesson!(GROUP, "turns", turns, Othello("")),
    lesson!(GROUP, "start", start, Othello("")),
    lesson!(GROUP, "direction", direction, Othello(MIDDLE_1992)),
    lesson!(GROUP, "eight", eight, Othello(BEFORE_ALL_EIGHT)),
    lesson!(GROUP, "edge", edge, Othello(BEFORE_B7_1987)),
    lesson!(GROUP, "folded", folded, Othello(BEFORE_ALL_EIGHT)),
    lesson!(GROUP, "failed", failed, Othello("")),
    lesson!(GROUP, "tries", tries, Othello(FINAL_1992)),
    lesson!(GROUP, "scores", scores, Othello(MIDDLE_1992)),
    lesson!(GROUP, "end", end, Othello(ALL_1997)),
];

/// `QpChange` of a file for the next stone of a game.
fn change(file: &str, moves: &str, name: &str) -> Scene {
    let game = after(moves);
    let cell: Cell = name.parse().unwrap_or_else(|_| panic!("{name} is no cell"));
    qp_change("", file, game.map(), cell, game.t())
}

/// `main` with these keys, on Othello's board.
fn on_board(keys: &str, from: From) -> Scene {
    let mut scene = whole("", keys, Some(from));
    scene.shows = &QIPAN;
    scene
}

/// A function of `QIPAN.C` after these moves.
fn called(function: &'static str, arguments: &[i32], moves: &str) -> Scene {
    on_map("", (function, arguments.to_vec()), &after(moves))
}

fn map() -> Vec<Scene> {
    vec![
        called("DoScore", &[], ""),
        on_board(&(drop_on("d3") + "Esc"), From::Keys(6)),
    ]
}

fn colour() -> Vec<Scene> {
    [2, 1]
        .map(|nth| whole("", "Esc", Some(From::Function("SetPlayColor", nth))))
        .to_vec()
}

fn move_color() -> Vec<Scene> {
    let keys = "Down*4 Right*4 Esc";
    vec![
        whole("", keys, Some(From::Function("MoveColor", 1))),
        on_board(keys, From::Function("MoveColor", 8)),
    ]
}

fn turns() -> Vec<Scene> {
    let keys = drop_on("d3") + &drop_on("c3") + &drop_on("c4") + "Esc";
    vec![play_on("", &after(""), &keys)]
}

fn start() -> Vec<Scene> {
    let keys = format!("Enter Right {} Esc", drop_on("d3"));
    vec![play_on("", &after(""), &keys)]
}

fn direction() -> Vec<Scene> {
    vec![
        change("QIPAN.C", MIDDLE_1992, "h4"),
        change("QIPAN.C", BEFORE_D2_1992, "d2"),
    ]
}

fn eight() -> Vec<Scene> {
    vec![change("QIPAN.C", BEFORE_ALL_EIGHT, "f4")]
}

fn edge() -> Vec<Scene> {
    vec![change("QIPAN.C", BEFORE_B7_1987, "b7")]
}

fn folded() -> Vec<Scene> {
    vec![change("TABLE.C", BEFORE_ALL_EIGHT, "f4")]
}

fn failed() -> Vec<Scene> {
    let keys = drop_on("c3") + "Down Right Enter Up Enter Esc";
    vec![change("QIPAN.C", "", "c3"), play_on("", &after(""), &keys)]
}

fn tries() -> Vec<Scene> {
    let keys = drop_on("a1") + "Enter Enter Esc";
    vec![play_on("", &after(FINAL_1992), &keys)]
}

fn scores() -> Vec<Scene> {
    vec![
        called("DoScore", &[], MIDDLE_1992),
        on_screen(called("PrintScore", &[1], MIDDLE_1992)),
    ]
}

fn end() -> Vec<Scene> {
    vec![
        called("CanMove", &[1], ALL_1997),
        called("CanMove", &[2], ALL_1982),
        called("CanMove", &[1], ""),
        on_screen(called("PlayWin", &[], FULL_1987)),
        on_screen(called("PlayWin", &[], FULL_1992)),
    ]
}
