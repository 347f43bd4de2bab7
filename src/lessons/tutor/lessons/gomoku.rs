//! The lessons about gomoku's record and its judges.

use std::sync::OnceLock;

use super::lesson::{Lesson, page};
use super::positions::*;
use crate::tutor::calls::{RECORD, judge};
use crate::tutor::scene::{From, Page, Part, Scene, program};
use crate::tutor::stepper::Goal;
use games::Game;
use games::gomoku::{self, Point, SIZE, record};

const GROUP: &str = "Gomoku";

macro_rules! lesson {
    ($name:literal, $title:literal, $parts:ident, $record:expr) => {
        Lesson {
            name: $name,
            title: $title,
            group: GROUP,
            parts: $parts,
            game: || {
                let record = $record;
                let before = &record[..record.len() - 2];
                Box::new(gomoku::Game::from_record(before).expect("a lesson's record is right"))
                    as Box<dyn Game>
            },
        }
    };
}

/// The lessons about gomoku.
pub const LESSONS: &[Lesson] = &[
    lesson!("record", "The record of a game", read, NINE),
    lesson!("last-player", "Why only the last player", last_player, NINE),
    lesson!(
        "two-judges",
        "All stones or last stone",
        two_judges,
        SIXTEEN
    ),
    lesson!("wrap", "The wrap-around trap", wrap, TRAP),
    lesson!("table", "The direction table", table, SEVENTEEN),
];

fn pieces(text: &str) -> Vec<Point> {
    record::parse(text, SIZE).expect("a lesson's record is right")
}

fn judged(text: &str, file: &str, function: &'static str, record: &str) -> Part {
    Part::from(judge(text, file, function, &pieces(record)))
}

fn read() -> Vec<Part> {
    let mut scene = Scene::new(
        "A record is read digit by digit: 0 to 9 are 0 to 9, a to e are 10 to 14. This one is 000110112021303140. n counts the stones: \
         when it is odd, the stone is black. Watch p fill (F8 steps over Digit), and the stones appear.",
        program("WUZIQI.C"),
        ("main", Vec::new()),
        &RECORD,
    );
    scene.from = Some(From::Function("ReadRecord", 1));
    vec![
        page(
            "Gomoku and its record",
            &[
                "Gomoku is played on the 15 x 15 points of a board. Black and White take turns to drop a stone on an empty point. Five or \
                 more in a row, across, down or diagonally, win.",
                "A game is the list of its stones. Each point has a number p from 0 to 224: p = 15 * column + row. So p % 15 is the row, \
                 and p / 15 the column. Written down, a stone has two hexadecimal digits, its column and its row, from 0 to e.",
                "WUZIQI.C (five stones, in Chinese) reads such a record and finds out who has won: in three ways, which give the same \
                 answer and do not cost the same.",
            ],
        ),
        Part::from(scene),
    ]
}

fn last_player() -> Vec<Part> {
    vec![
        judged(
            "Black has just dropped stone 9. Nobody had five before it, and a black stone makes no five for White: so only Black can \
             have won. That is why every judge first collects the stones of the player who moved last: every other one. The stones show \
             the numbers of their points.",
            "WUZIQI.C",
            "AllStones",
            NINE,
        ),
        judged(
            "Stone 16 was white. So the white stones are collected now, and the black ones count no more than empty points. Nobody has \
             won: watch how long it takes to be sure. (Enter lets it run, + makes it faster. End runs it at once.)",
            "WUZIQI.C",
            "AllStones",
            SIXTEEN,
        ),
    ]
}

fn two_judges() -> Vec<Part> {
    vec![
        judged(
            "One position, two judges. The first takes each stone of the last player and looks in eight directions from it. Press End: \
             how often has it looked at own? Tab goes to the other judge.",
            "WUZIQI.C",
            "AllStones",
            SEVENTEEN,
        ),
        judged(
            "The same position. This judge knows more: the last stone must be part of the five. So it follows only the four lines \
             through that stone. Press End and compare. In a longer game the first judge's work grows with the stones. This one's does \
             not (except for collecting them).",
            "WUZIQI.C",
            "LastStone",
            SEVENTEEN,
        ),
        Part::Page(Page {
            title: "How often do they look?".to_string(),
            paragraphs: [
                "Three judges, the same stones. The machine ran each of them to its end and counted how often it looked at own.",
                "The first two lines are the stones of this lesson, with the winning one and without it. The others are a game in which \
                 nobody ever gets five, from its beginning to the last point of the board.",
                "The first judge looks more and more often. The other two never look more than 32 times: four lines, two ways each, at \
                 most four points each way. When somebody has won, each stops at the five that it finds first.",
            ]
            .map(str::to_string)
            .to_vec(),
            table: looks().clone(),
        }),
    ]
}

/// A table: for several numbers of stones, how often each judge looks at `own`.
fn looks() -> &'static Vec<String> {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    LINES.get_or_init(|| {
        let draw = drawn_game();
        let games = [pieces(SEVENTEEN), pieces(SIXTEEN)].into_iter();
        let games = games.chain([25, 50, 100, 150, 200, 225].map(|n| draw[..n].to_vec()));
        let head = "    Stones    All stones    Last stone    Table".to_string();
        let lines = games.map(|pieces| {
            let [all, last, table] = ["AllStones", "LastStone", "Table"].map(|function| {
                let mut stepper = judge("", "WUZIQI.C", function, &pieces).stepper();
                stepper.go_to(Goal::End, false);
                stepper.looks()
            });
            format!(
                "    {:6}    {all:10}    {last:10}    {table:5}",
                pieces.len()
            )
        });
        [head].into_iter().chain(lines).collect()
    })
}

/// A game that fills the board: in each row two black points follow two white ones, and each row is shifted against the next, so that
/// nobody ever has more than two in a row.
fn drawn_game() -> Vec<Point> {
    let is_black = |point: &Point| (point.col() + 2 * (point.row() % 2)) % 4 < 2;
    // Steps of 7 lead to every point and scatter the stones.
    let points = (0..225).map(|n| Point::new(7 * n % 225 % 15, 7 * n % 225 / 15));
    let (black, white): (Vec<Point>, Vec<Point>) = points.partition(is_black);
    (0..225)
        .map(|n| {
            if n % 2 == 0 {
                black[n / 2]
            } else {
                white[n / 2]
            }
        })
        .collect()
}

fn wrap() -> Vec<Part> {
    let mut wrong = judge(
        "The same without its guard. From 11 it adds 1 four times and comes to 15, at the top of the next column. It says that Black has \
         won, and that is WRONG: look at the board.",
        "UNGUARD.C",
        "AllStones",
        &pieces(TRAP),
    );
    wrong.ending = "AllStones returns 1: five in a row. But 11, 12, 13 and 14 are at the bottom of a column, and 15 is at the top of the \
                    next one. The answer is wrong."
        .to_string();
    vec![
        judged(
            "Black has 11, 12, 13, 14 and 15. These are five numbers in a row, but 14 is the last point of its column, at the bottom, and \
             15 the first of the next, at the top. The guard sees this: row <= 10 asks whether four more points follow. From 11 they do \
             not.",
            "WUZIQI.C",
            "AllStones",
            TRAP,
        ),
        Part::from(wrong),
        judged(
            "In most positions nobody notices. Here the judge without its guard looks at points that are not in line, and still gives \
             the right answer. A few right answers prove nothing.",
            "UNGUARD.C",
            "AllStones",
            SIXTEEN,
        ),
    ]
}

fn table() -> Vec<Part> {
    vec![
        judged(
            "The last stone's judge has eight loops that differ only by a number. Two small tables hold these numbers: dx rows down, dy \
             columns to the right. Neighbours in the table are the two ways of one line, so j goes up by 2.",
            "WUZIQI.C",
            "Table",
            SEVENTEEN,
        ),
        judged(
            "And here is a stone that does not win. Four lines, two ways each, at most four points each way: however long the game, \
             never more than 32 looks.",
            "WUZIQI.C",
            "Table",
            SIXTEEN,
        ),
    ]
}
