//! The course "C from the beginning": short lessons, each with a program that draws.

use super::lesson::Beginning::Othello;
use super::lesson::{Lesson, lesson};
use crate::tutor::calls::{SCREEN, keys};
use crate::tutor::scene::{Scene, program};
use words::phrase;

const GROUP: &str = phrase!("C from the beginning");

/// Defines the lessons, each with its program and two tasks.
macro_rules! lessons {
    ($($name:literal $file:literal)*) => {
        pub const LESSONS: &[Lesson] = &[$(Lesson {
            tasks: &[
                ($name, include_str!(concat!("../assignments/", $name, ".txt"))),
                (concat!($name, "-2"), include_str!(concat!("../assignments/", $name, "-2.txt"))),
            ],
            ..lesson!(GROUP, $name, scenes, Othello(""))
        }),*];
        const FILES: &[&str] = &[$($file),*];
    };
}

lessons! {
    "point" "POINT.C" "variable" "SNOWMAN.C" "if" "SKY.C" "loop" "HOUSES.C"
    "nested" "CHESS.C" "function" "MEADOW.C" "array" "MONTHS.C" "random" "STARS.C"
    "ball" "ROLL.C" "string" "TITLE.C" "board" "STONES.C" "struct" "FISH.C"
    "pointer" "SPIRAL.C" "list" "TRAIN.C" "recursion" "BRANCH.C" "file" "DOTS.C"
}

fn scenes(name: &str) -> Vec<Scene> {
    let n = LESSONS.iter().position(|lesson| lesson.name == name).expect("a lesson of this course");
    let mut scene = Scene::new("", program(FILES[n]), ("main", Vec::new()), &SCREEN);
    scene.keys = keys(match name {
        "ball" => "Up*3 Right*4 Down*2 Right*4 Up*5 Right*4 Down*6 Right Esc",
        _ => "Enter",
    });
    vec![scene]
}
