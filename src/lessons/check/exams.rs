//! Which functions are held against ours, in which positions, and what of them matters.

use super::case::{Case, Seen};
use super::positions::{self, gomoku, learning, othello};
use crate::tutor::calls;
use crate::tutor::shows::Shows;
use original::{self, Colors, Map};
use turbo::c::Program;
use turbo::dos::Screen;
use turbo::dos::bgi::{LIGHTGRAY, RED, WHITE};

/// What matters of the screen after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sees {
    Nothing,
    /// The colours in the middle of the board's cells.
    Stones,
    /// What the colours that are set draw.
    Pen,
    Screen,
}

/// A function that is held against ours.
#[derive(Debug)]
pub(crate) struct Exam {
    pub(crate) function: &'static str,
    pub(crate) parameters: usize,
    pub(crate) source: &'static str,
    /// The global variables that it needs, with the sizes of arrays.
    pub(crate) globals: &'static [(&'static str, &'static [usize])],
    /// How many of them, from the first on, matter after the call.
    pub(crate) watches: usize,
    pub(crate) cases: fn() -> Vec<Case>,
    /// What of the returned number matters; `None` if nothing is returned.
    pub(crate) returns: Option<fn(i32) -> i32>,
    pub(crate) sees: Sees,
    /// What the tutor's board shows of it.
    pub(crate) shows: &'static Shows,
    /// Draws what is on the screen before the call.
    pub(crate) ground: fn(&mut Screen, &Case),
    /// Forgets what does not matter.
    pub(crate) tidy: fn(&Case, &mut Seen),
    /// After so many steps, to each key if it takes keys, it is taken for endless.
    pub(crate) limit: u64,
}

impl Exam {
    /// Is it about this program? Two of our sources may have a function of one name: the variables tell.
    pub(crate) fn is_for(&self, program: &Program) -> bool {
        let same = |exam: &&Exam| exam.function == self.function;
        let Some(function) = program.function(self.function) else {
            return false;
        };
        let rivals = EXAMS.iter().filter(same).count() > 1;
        !rivals || function.parameters.len() == self.parameters
    }

    pub(crate) fn watched(&self) -> &'static [(&'static str, &'static [usize])] {
        &self.globals[..self.watches]
    }
}

const MAP: (&str, &[usize]) = ("Map", &[8, 8]);
const T: (&str, &[usize]) = ("t", &[]);
const TRIES: (&str, &[usize]) = ("tries", &[]);
const SCORE: (&str, &[usize]) = ("score", &[3]);
const P: (&str, &[usize]) = ("p", &[225]);
const N: (&str, &[usize]) = ("n", &[]);
const BOARD: (&str, &[usize]) = ("Board", &[15, 15]);

/// What most exams have in common.
const PLAIN: Exam = Exam {
    function: "",
    parameters: 0,
    source: "QIPAN.C",
    globals: &[],
    watches: 0,
    cases: Vec::new,
    returns: None,
    sees: Sees::Nothing,
    shows: &calls::QIPAN,
    ground: |_, _| (),
    tidy: |_, _| (),
    limit: 100_000,
};

/// A judge of gomoku.
const JUDGE: Exam = Exam {
    shows: &calls::JUDGES,
    source: "WUZIQI.C",
    globals: &[P, N],
    cases: gomoku::five_or_not,
    returns: Some(truth),
    ..PLAIN
};

/// All of them, in the order in which the results are listed.
pub(crate) static EXAMS: [Exam; 17] = [
    Exam {
        function: "DrawQp",
        shows: &calls::SCREEN,
        globals: &[MAP, T, TRIES, SCORE],
        watches: 4,
        cases: othello::beginnings,
        sees: Sees::Screen,
        ground: dotted,
        ..PLAIN
    },
    Exam {
        function: "Playtoplay",
        globals: &[MAP, T, TRIES, SCORE],
        watches: 4,
        cases: othello::games,
        returns: Some(truth),
        ground: empty,
        limit: 1_000_000,
        ..PLAIN
    },
    Exam {
        function: "SetPlayColor",
        shows: &calls::SCREEN,
        parameters: 1,
        cases: othello::turns,
        sees: Sees::Pen,
        ground: |screen, _| *screen = Screen::default(),
        ..PLAIN
    },
    Exam {
        function: "MoveColor",
        parameters: 2,
        globals: &[MAP],
        watches: 1,
        cases: othello::moving,
        sees: Sees::Screen,
        ground: with_moving_stone,
        ..PLAIN
    },
    Exam {
        function: "QpChange",
        parameters: 3,
        globals: &[MAP],
        watches: 1,
        cases: othello::drops,
        returns: Some(truth),
        sees: Sees::Stones,
        ground: gray_centres,
        ..PLAIN
    },
    Exam {
        function: "CanMove",
        parameters: 1,
        globals: &[MAP],
        watches: 1,
        cases: othello::movers,
        returns: Some(truth),
        ..PLAIN
    },
    Exam {
        function: "DoScore",
        globals: &[SCORE, MAP],
        watches: 2,
        cases: othello::boards,
        tidy: |_, seen| seen.states.iter_mut().for_each(|state| state[0] = 0),
        ..PLAIN
    },
    Exam {
        function: "PrintScore",
        shows: &calls::SCREEN,
        parameters: 1,
        globals: &[SCORE],
        watches: 1,
        cases: othello::scores,
        sees: Sees::Screen,
        ground: empty,
        ..PLAIN
    },
    Exam {
        function: "PlayWin",
        shows: &calls::SCREEN,
        globals: &[SCORE],
        watches: 1,
        cases: othello::results,
        sees: Sees::Screen,
        ground: empty,
        ..PLAIN
    },
    Exam {
        function: "ReadRecord",
        shows: &calls::RECORD,
        parameters: 1,
        source: "WUZIQI.C",
        globals: &[P, N, BOARD],
        watches: 3,
        cases: gomoku::records,
        returns: Some(|n| n),
        tidy: only_the_record,
        ..PLAIN
    },
    Exam {
        function: "AllStones",
        ..JUDGE
    },
    Exam {
        function: "LastStone",
        ..JUDGE
    },
    Exam {
        function: "Table",
        ..JUDGE
    },
    Exam {
        function: "Fours",
        shows: &calls::FOURS,
        parameters: 1,
        source: "FOURS.C",
        globals: &[BOARD],
        cases: gomoku::attacks,
        returns: Some(truth),
        limit: 20_000_000,
        ..PLAIN
    },
    Exam {
        function: "Solve",
        shows: &calls::LOOK_AHEAD,
        source: "LASTMOVE.C",
        globals: &[MAP, T],
        watches: 1,
        cases: othello::ends,
        returns: Some(|n| n),
        limit: 20_000_000,
        ..PLAIN
    },
    Exam {
        function: "Learn",
        shows: &calls::BOOK,
        parameters: 1,
        source: "BOOK.C",
        globals: &[
            ("worth", &[61]),
            ("positions", &[]),
            ("empty", &[61]),
            ("path", &[61]),
            ("again", &[60]),
            ("length", &[]),
        ],
        watches: 1,
        cases: learning::book_games,
        limit: 5_000_000,
        ..PLAIN
    },
    Exam {
        function: "Learn",
        shows: &calls::ERRORS,
        source: "WEIGHT.C",
        globals: &[
            ("weight", &[]),
            ("positions", &[]),
            ("result", &[]),
            ("side", &[60]),
            ("v", &[60]),
            ("found", &[60]),
        ],
        watches: 1,
        cases: learning::weight_games,
        ..PLAIN
    },
];

fn truth(n: i32) -> i32 {
    i32::from(n != 0)
}

/// Of a record that is none, no more matters than that it is none; of one, only as many stones as it has.
fn only_the_record(_: &Case, seen: &mut Seen) {
    let stones = seen.returned.unwrap_or(-1);
    for state in &mut seen.states {
        match usize::try_from(stones) {
            Ok(stones) => state[stones.min(225)..225].fill(0),
            Err(_) => state.clear(),
        }
    }
}

fn empty(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
    original::draw_qp(screen, Colors::ORIGINAL, &Map::EMPTY);
    // What a function leaves out shows where something was before.
    screen.setfillstyle(LIGHTGRAY);
    for y in [200, 300] {
        screen.bar(530, y - 12, 578, y + 11);
    }
    screen.setcolor(RED);
    screen.setfillstyle(WHITE);
}

/// A screen on which nothing is as it should be.
fn dotted(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(0, 0, 639, 479);
}

/// A dot in the middle of each cell, which a stone covers.
fn gray_centres(screen: &mut Screen, _: &Case) {
    for row in 0..8 {
        for col in 0..8 {
            screen.putpixel(120 + 40 * col, 120 + 40 * row, LIGHTGRAY);
        }
    }
}

/// The board with its stones, and a moving stone on the place of the case.
fn with_moving_stone(screen: &mut Screen, case: &Case) {
    use turbo::c::Argument::Int;
    empty(screen, case);
    let map = positions::map(case);
    original::draw_stones(screen, Colors::ORIGINAL, &map);
    if let [Int(x), Int(y)] = case.arguments[..] {
        let t = 1 + case.of("t").map_or(0, |t| t[0] as usize);
        original::draw_stone(screen, Colors::ORIGINAL, x, y, t);
    }
}
