//! Which functions are compared with ours, in which positions, and which of their effects matter.

use std::sync::OnceLock;

use super::case::{Case, Moment, Outcome};
use super::positions::{self, gomoku, helpers, learning, othello, scripts};
use crate::tutor::calls;
use crate::tutor::shows::Shows;
use original::{self, Colors, Map};
use turbo::dos::Screen;
use turbo::dos::bgi::LIGHTGRAY;

/// A function that is compared with ours.
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
    /// The part of the returned number that matters; `None` if nothing is returned.
    pub(crate) returns: Option<fn(i32) -> i32>,
    /// Do the colours that it sets matter?
    pub(crate) pen: bool,
    /// May it be missing, or do other work?
    pub(crate) helper: bool,
    /// Does it show what few games show? Then its pictures count even if whole games are right.
    pub(crate) rare: bool,
    /// Does it show all that the whole program can do? Then it decides how its functions may divide the work.
    pub(crate) decides: bool,
    /// What the tutor's board shows when it runs.
    pub(crate) shows: &'static Shows,
    /// Draws what is on the screen before the call.
    pub(crate) ground: fn(&mut Screen, &Case),
    /// Forgets what does not matter.
    pub(crate) tidy: fn(&Case, &mut Outcome),
    /// A call is taken for endless after this many steps; if it takes keys, after this many without one.
    pub(crate) limit: u64,
}

impl Exam {
    pub(crate) fn watched(&self) -> &'static [(&'static str, &'static [usize])] {
        &self.globals[..self.watches]
    }
}

pub(crate) const MAP: (&str, &[usize]) = ("Map", &[8, 8]);
const T: (&str, &[usize]) = ("t", &[]);
const TRIES: (&str, &[usize]) = ("tries", &[]);
const SCORE: (&str, &[usize]) = ("score", &[3]);
const P: (&str, &[usize]) = ("p", &[225]);
pub(crate) const N: (&str, &[usize]) = ("n", &[]);
pub(crate) const OWN: (&str, &[usize]) = ("own", &[225]);
pub(crate) const POSITIONS: (&str, &[usize]) = ("positions", &[]);
pub(crate) const BOARD: (&str, &[usize]) = ("Board", &[15, 15]);

/// What most exams have in common.
pub(crate) const PLAIN: Exam = Exam {
    function: "",
    parameters: 0,
    source: "QIPAN.C",
    globals: &[],
    watches: 0,
    cases: Vec::new,
    returns: None,
    pen: false,
    helper: false,
    rare: false,
    decides: false,
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

/// A whole program that takes no keys.
const WHOLE: Exam = Exam {
    function: "main",
    shows: &calls::SCREEN,
    cases: || vec![Case::default()],
    ground: black,
    limit: 20_000_000,
    ..PLAIN
};

/// A function of TREE.C.
pub(crate) const TREE: Exam = Exam {
    shows: &calls::SCREEN,
    source: "TREE.C",
    returns: Some(|n| n),
    ..PLAIN
};

/// A search through the tree of TREE.C.
const SEARCH: Exam = Exam {
    globals: &[("worth", &[16]), ("looked", &[])],
    watches: 2,
    ground: black,
    ..TREE
};

/// A teacher's own solution.
pub(crate) static SOLUTION: Exam = Exam {
    decides: true,
    ..WHOLE
};

/// All of them, in the order in which the results are listed.
pub(crate) static EXAMS: [Exam; 34] = [
    Exam {
        cases: scripts::whole_games,
        decides: true,
        limit: 1_000_000,
        ..WHOLE
    },
    Exam {
        source: "TABLE.C",
        cases: scripts::one_key,
        ..WHOLE
    },
    Exam {
        source: "WUZIQI.C",
        ..WHOLE
    },
    Exam {
        source: "FOURS.C",
        ..WHOLE
    },
    Exam {
        source: "LASTMOVE.C",
        ..WHOLE
    },
    Exam {
        source: "BOOK.C",
        ..WHOLE
    },
    Exam {
        source: "WEIGHT.C",
        ..WHOLE
    },
    Exam {
        source: "KEYS.C",
        cases: scripts::until_esc,
        ..WHOLE
    },
    Exam {
        source: "TREE.C",
        ..WHOLE
    },
    Exam {
        source: "THREE.C",
        ..WHOLE
    },
    Exam {
        function: "DrawQp",
        shows: &calls::SCREEN,
        globals: &[MAP, T, TRIES, SCORE],
        watches: 4,
        cases: othello::beginnings,
        ground: dotted,
        ..PLAIN
    },
    Exam {
        function: "Playtoplay",
        globals: &[MAP, T, TRIES, SCORE],
        watches: 1,
        cases: scripts::games,
        returns: Some(truth),
        ground: board,
        limit: 1_000_000,
        ..PLAIN
    },
    Exam {
        function: "SetPlayColor",
        shows: &calls::SCREEN,
        parameters: 1,
        cases: othello::turns,
        pen: true,
        ground: black,
        ..PLAIN
    },
    Exam {
        function: "PutStone",
        shows: &calls::SCREEN,
        parameters: 3,
        cases: othello::stones,
        ground: empty,
        helper: true,
        ..PLAIN
    },
    Exam {
        function: "MoveColor",
        parameters: 2,
        globals: &[MAP],
        watches: 1,
        cases: othello::moving,
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
        ground: board,
        ..PLAIN
    },
    Exam {
        function: "TurnOver",
        parameters: 3,
        globals: &[MAP],
        watches: 1,
        cases: othello::turned_over,
        ground: board,
        helper: true,
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
        function: "Encloses",
        parameters: 3,
        globals: &[MAP],
        watches: 1,
        cases: othello::enclosing,
        returns: Some(truth),
        helper: true,
        ..PLAIN
    },
    Exam {
        function: "OnBoard",
        parameters: 2,
        cases: othello::places,
        returns: Some(truth),
        helper: true,
        ..PLAIN
    },
    Exam {
        function: "DoScore",
        globals: &[SCORE, MAP],
        watches: 2,
        cases: othello::boards,
        tidy: |_, outcome| {
            outcome
                .moments
                .iter_mut()
                .for_each(|moment| moment.state[0] = 0)
        },
        ..PLAIN
    },
    Exam {
        function: "PrintScore",
        shows: &calls::SCREEN,
        parameters: 1,
        globals: &[SCORE],
        watches: 1,
        cases: othello::scores,
        rare: true,
        ground: empty,
        ..PLAIN
    },
    Exam {
        function: "PlayWin",
        shows: &calls::SCREEN,
        globals: &[SCORE],
        watches: 1,
        cases: othello::results,
        rare: true,
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
            POSITIONS,
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
            POSITIONS,
            ("result", &[]),
            ("side", &[60]),
            ("v", &[60]),
            ("found", &[60]),
        ],
        watches: 1,
        cases: learning::weight_games,
        ..PLAIN
    },
    Exam {
        function: "Learn",
        shows: &calls::MATCHES,
        parameters: 1,
        source: "THREE.C",
        globals: &[
            ("worth", &[6]),
            ("weight", &[]),
            ("played", &[6, 6]),
            ("games", &[3, 6]),
        ],
        watches: 3,
        cases: learning::games_of_matches,
        ..PLAIN
    },
    Exam {
        function: "Minimax",
        parameters: 1,
        cases: helpers::trees,
        ..SEARCH
    },
    Exam {
        function: "AlphaBeta",
        parameters: 3,
        cases: helpers::trees_to_cut,
        ..SEARCH
    },
];

pub(crate) fn truth(n: i32) -> i32 {
    i32::from(n != 0)
}

/// Of a bad record it only matters that it is refused; of a good one, only as many stones as it has.
fn only_the_record(_: &Case, outcome: &mut Outcome) {
    let stones = outcome.returned.unwrap_or(-1);
    for Moment { state, .. } in &mut outcome.moments {
        match usize::try_from(stones) {
            Ok(stones) => state[stones.min(225)..225].fill(0),
            Err(_) => state.clear(),
        }
    }
}

/// The board without a stone. Grey bars in the places of the scores show what a function leaves out.
fn empty(screen: &mut Screen, _: &Case) {
    static EMPTY: OnceLock<Screen> = OnceLock::new();
    screen.clone_from(EMPTY.get_or_init(|| {
        let mut screen = Screen::default();
        original::draw_qp(&mut screen, Colors::ORIGINAL, &Map::EMPTY);
        screen.setfillstyle(LIGHTGRAY);
        for y in [200, 300] {
            screen.bar(530, y - 12, 578, y + 11);
        }
        screen
    }));
}

/// A screen on which nothing is as it should be.
fn dotted(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(0, 0, 639, 479);
}

fn black(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
}

/// The board with its stones.
fn board(screen: &mut Screen, case: &Case) {
    empty(screen, case);
    original::draw_stones(screen, Colors::ORIGINAL, &positions::map(case));
}

/// The board with its stones, and a moving stone on the place of the case.
fn with_moving_stone(screen: &mut Screen, case: &Case) {
    use turbo::c::Argument::Int;
    board(screen, case);
    if let [Int(x), Int(y)] = case.arguments[..] {
        let t = 1 + case.of("t").map_or(0, |t| t[0] as usize);
        original::draw_stone(screen, Colors::ORIGINAL, x, y, t);
    }
}
