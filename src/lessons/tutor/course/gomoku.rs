//! The lessons about gomoku records and judges.

use std::sync::LazyLock;

use super::lesson::Beginning::Gomoku;
use super::lesson::{Lesson, lesson};
use super::positions::*;
use crate::tutor::calls::{RECORD, judge};
use crate::tutor::scene::{Begins, Scene, program};
use crate::tutor::stepper::Goal;
use games::gomoku::Point;
use words::{phrase, say};

const GROUP: &str = phrase!("Gomoku");

/// The lessons about gomoku. The last stone of the game is missing from their boards.
pub(crate) const LESSONS: &[Lesson] = &[
    lesson!(GROUP, "record", scenes, Gomoku(all_but_one(NINE))),
    lesson!(GROUP, "last-player", scenes, Gomoku(all_but_one(NINE))),
    lesson!(GROUP, "two-judges", scenes, Gomoku(all_but_one(SIXTEEN)), looks),
    lesson!(GROUP, "wrap", scenes, Gomoku(all_but_one(TRAP))),
    lesson!(GROUP, "table", scenes, Gomoku(all_but_one(SEVENTEEN))),
];

const fn all_but_one(record: &str) -> &str {
    record.split_at(record.len() - 2).0
}

fn judged(file: &str, function: &'static str, record: &str) -> Scene {
    judge("", file, function, &pieces(record))
}

fn scenes(lesson: &str) -> Vec<Scene> {
    match lesson {
        "record" => {
            let mut scene = Scene::new("", program("WUZIQI.C"), ("main", Vec::new()), &RECORD);
            scene.from = Some(Begins::Function("ReadRecord", 1));
            vec![scene]
        }
        "last-player" => {
            vec![judged("WUZIQI.C", "AllStones", NINE), judged("WUZIQI.C", "AllStones", SIXTEEN)]
        }
        "two-judges" => {
            vec![judged("WUZIQI.C", "AllStones", SEVENTEEN), judged("WUZIQI.C", "LastStone", SEVENTEEN)]
        }
        "wrap" => vec![
            judged("WUZIQI.C", "AllStones", TRAP),
            judged("UNGUARD.C", "AllStones", TRAP),
            judged("UNGUARD.C", "AllStones", SIXTEEN),
        ],
        "table" => vec![judged("WUZIQI.C", "Table", SEVENTEEN), judged("WUZIQI.C", "Table", SIXTEEN)],
        _ => Vec::new(),
    }
}

fn looks() -> Vec<String> {
    let head = say!("    Stones    All stones    Last stone    Table");
    let head = std::iter::once(head.to_string());
    head.chain(LOOKS.iter().cloned()).collect()
}

static LOOKS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let draw = drawn_game();
    let games = [pieces(SEVENTEEN), pieces(SIXTEEN)].into_iter();
    let games = games.chain([25, 50, 100, 150, 200, 225].map(|n| draw[..n].to_vec()));
    let lines = games.map(|pieces| {
        let [all, last, table] = ["AllStones", "LastStone", "Table"].map(|function| {
            let mut stepper = judge("", "WUZIQI.C", function, &pieces).stepper();
            stepper.go_to(Goal::End, false);
            stepper.looks()
        });
        let stones = pieces.len();
        format!("    {stones:6}    {all:10}    {last:10}    {table:5}")
    });
    lines.collect()
});

/// A full board without three in a row. It is filled with pairs of stones, and each row is shifted relative
/// to the previous one.
fn drawn_game() -> Vec<Point> {
    let is_black = |point: &Point| (point.col() + 2 * (point.row() % 2)) % 4 < 2;
    // Steps of 7 reach every point and scatter the stones over the board.
    let points = (0..225).map(|n| Point::new(7 * n % 225 % 15, 7 * n % 225 / 15));
    let (black, white): (Vec<Point>, Vec<Point>) = points.partition(is_black);
    let both = [black, white];
    (0..225).map(|n| both[n % 2][n / 2]).collect()
}
