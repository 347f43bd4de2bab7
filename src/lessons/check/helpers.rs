//! The helpers of the programs beside QIPAN.C. A program may have others, or other work for them.

use super::exams::{BOARD, Exam, MAP, N, OWN, PLAIN, POSITIONS, truth};
use super::positions::{gomoku, helpers, learning};
use crate::tutor::calls;

const HELPER: Exam = Exam {
    shows: &calls::SCREEN,
    returns: Some(|n| n),
    helper: true,
    ..PLAIN
};

const OF_WUZIQI: Exam = Exam {
    source: "WUZIQI.C",
    ..HELPER
};

const OF_FOURS: Exam = Exam {
    source: "FOURS.C",
    globals: &[BOARD],
    watches: 1,
    ..HELPER
};

const OF_LASTMOVE: Exam = Exam {
    source: "LASTMOVE.C",
    globals: &[MAP],
    watches: 1,
    ..HELPER
};

const OF_BOOK: Exam = Exam {
    source: "BOOK.C",
    globals: &[POSITIONS],
    watches: 1,
    ..HELPER
};

/// All of them, in the order in which the results are listed.
pub(crate) static HELPERS: [Exam; 19] = [
    Exam {
        function: "CellsLeft",
        source: "TABLE.C",
        parameters: 2,
        cases: helpers::cells_left,
        ..HELPER
    },
    Exam {
        function: "Digit",
        parameters: 1,
        cases: helpers::digits,
        ..OF_WUZIQI
    },
    Exam {
        function: "Collect",
        globals: &[OWN, N],
        watches: 1,
        cases: gomoku::five_or_not,
        returns: None,
        ..OF_WUZIQI
    },
    Exam {
        function: "Five",
        parameters: 2,
        globals: &[OWN],
        cases: helpers::fives,
        returns: Some(truth),
        ..OF_WUZIQI
    },
    Exam {
        function: "Least",
        parameters: 2,
        cases: helpers::two_numbers,
        ..OF_WUZIQI
    },
    Exam {
        function: "Run",
        parameters: 2,
        globals: &[OWN],
        cases: helpers::runs,
        ..OF_WUZIQI
    },
    Exam {
        function: "Left",
        parameters: 2,
        cases: helpers::points_left,
        ..OF_WUZIQI
    },
    Exam {
        function: "PrintWin",
        parameters: 2,
        globals: &[N],
        cases: helpers::announcements,
        returns: None,
        ..OF_WUZIQI
    },
    Exam {
        function: "FindFive",
        parameters: 2,
        cases: helpers::fives_to_make,
        ..OF_FOURS
    },
    Exam {
        function: "Fits",
        parameters: 3,
        cases: helpers::windows_that_fit,
        returns: Some(truth),
        ..OF_FOURS
    },
    Exam {
        function: "Window",
        parameters: 4,
        cases: helpers::windows,
        ..OF_FOURS
    },
    Exam {
        function: "Put",
        parameters: 2,
        globals: &[BOARD, ("win", &[225]), ("moves", &[])],
        watches: 3,
        cases: helpers::first_stones,
        returns: None,
        ..OF_FOURS
    },
    Exam {
        function: "Moves",
        parameters: 1,
        cases: helpers::turns_on_boards,
        ..OF_LASTMOVE
    },
    Exam {
        function: "Drop",
        parameters: 3,
        cases: helpers::all_drops,
        ..OF_LASTMOVE
    },
    Exam {
        function: "Score",
        parameters: 1,
        cases: helpers::turns_on_boards,
        ..OF_LASTMOVE
    },
    Exam {
        function: "Fewest",
        cases: helpers::books,
        ..OF_BOOK
    },
    Exam {
        function: "Worth",
        parameters: 1,
        cases: helpers::positions_of_books,
        ..OF_BOOK
    },
    Exam {
        function: "FindErrors",
        source: "WEIGHT.C",
        globals: &[("error", &[60]), POSITIONS],
        watches: 1,
        cases: learning::weight_games,
        returns: None,
        ..HELPER
    },
    Exam {
        function: "Divide",
        source: "WEIGHT.C",
        parameters: 2,
        cases: helpers::quotients,
        ..HELPER
    },
];
