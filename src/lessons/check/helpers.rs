//! The smaller functions of the programs beside QIPAN.C. Most are helpers: a program may have others instead, or give them other work.

use super::case::{Case, Outcome};
use super::exams::{BOARD, Exam, MAP, N, OWN, PLAIN, POSITIONS, TREE, truth};
use super::positions::{gomoku, helpers, learning, othello};
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

/// Not a helper: its work is what the program is about.
const OF_KEYS: Exam = Exam {
    source: "KEYS.C",
    shows: &calls::KEYS,
    ..PLAIN
};

/// Where a position of the tree stands.
const PLACE: Exam = Exam {
    parameters: 1,
    cases: helpers::positions_of_trees,
    ..TREE
};

const OF_THREE: Exam = Exam {
    source: "THREE.C",
    shows: &calls::MATCHES,
    globals: &[("worth", &[6]), ("played", &[6, 6])],
    watches: 1,
    returns: None,
    ..HELPER
};

const WIN: (&str, &[usize]) = ("win", &[225]);
const MOVES: (&str, &[usize]) = ("moves", &[]);

/// A search for a win by fours. The stones of the win may stay, and which win it is does not matter.
const SEARCH: Exam = Exam {
    globals: &[BOARD, ("side", &[]), ("other", &[]), MOVES],
    watches: 1,
    returns: Some(truth),
    tidy: without_the_win,
    limit: 10_000_000,
    ..OF_FOURS
};

fn without_the_win(_: &Case, outcome: &mut Outcome) {
    if outcome.returned == Some(1) {
        outcome
            .moments
            .iter_mut()
            .for_each(|moment| moment.state.clear());
    }
}

/// All of them, in the order in which the results are listed.
pub(crate) static HELPERS: [Exam; 40] = [
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
        globals: &[BOARD, WIN, MOVES],
        watches: 3,
        cases: helpers::first_stones,
        returns: None,
        ..OF_FOURS
    },
    Exam {
        function: "TakeBack",
        helper: false,
        globals: &[BOARD, WIN, MOVES],
        // What lies in `win` after the last move does not matter.
        watches: 1,
        cases: helpers::stones_to_take_back,
        returns: None,
        ..OF_FOURS
    },
    Exam {
        function: "Attack",
        parameters: 1,
        cases: helpers::attacks,
        ..SEARCH
    },
    Exam {
        function: "Four",
        parameters: 3,
        cases: helpers::fours,
        ..SEARCH
    },
    Exam {
        function: "Moves",
        parameters: 1,
        cases: helpers::turns_on_boards,
        ..OF_LASTMOVE
    },
    Exam {
        function: "Look",
        parameters: 3,
        cases: othello::ends_by_turn,
        limit: 2_000_000,
        ..OF_LASTMOVE
    },
    Exam {
        function: "TakeBack",
        helper: false,
        parameters: 3,
        globals: &[MAP, ("Turned", &[64]), ("turns", &[])],
        cases: helpers::drops_to_take_back,
        returns: None,
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
        function: "Position",
        parameters: 1,
        globals: &[POSITIONS, ("empty", &[60])],
        watches: 2,
        cases: helpers::new_positions,
        ..OF_BOOK
    },
    Exam {
        function: "Link",
        parameters: 3,
        globals: &[MOVES, ("from", &[60]), ("to", &[60]), ("same", &[60])],
        watches: 4,
        cases: helpers::links,
        returns: None,
        ..OF_BOOK
    },
    Exam {
        function: "CarryBack",
        globals: &[("worth", &[50]), POSITIONS],
        cases: helpers::books_without_circles,
        returns: None,
        limit: 5_000_000,
        ..OF_BOOK
    },
    Exam {
        function: "Print",
        parameters: 1,
        globals: &[("worth", &[50]), ("looked", &[]), ("changed", &[])],
        watches: 0,
        cases: helpers::printed_books,
        returns: None,
        ..OF_BOOK
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
        function: "MoveWeight",
        source: "WEIGHT.C",
        globals: &[("weight", &[]), ("error", &[60]), ("found", &[60])],
        watches: 1,
        cases: helpers::errors,
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
    Exam {
        function: "Split",
        globals: &[("high", &[]), ("low", &[]), ("key", &[])],
        watches: 2,
        cases: helpers::keys_to_split,
        ..OF_KEYS
    },
    Exam {
        function: "Look",
        globals: &[("waiting", &[])],
        watches: 1,
        cases: || vec![Case::default()],
        ..OF_KEYS
    },
    Exam {
        function: "DrawTree",
        globals: &[("looked", &[]), ("worth", &[16])],
        watches: 1,
        cases: helpers::trees_to_draw,
        returns: None,
        ..TREE
    },
    Exam {
        function: "DrawPosition",
        parameters: 1,
        globals: &[("worth", &[16]), ("seen", &[16])],
        cases: helpers::places_in_trees,
        returns: None,
        ..TREE
    },
    Exam {
        function: "Depth",
        ..PLACE
    },
    Exam {
        function: "X",
        ..PLACE
    },
    Exam {
        function: "Y",
        ..PLACE
    },
    Exam {
        function: "Begins",
        returns: Some(truth),
        ..PLACE
    },
    Exam {
        function: "CarryBack",
        cases: helpers::matches,
        ..OF_THREE
    },
    Exam {
        function: "Worth",
        parameters: 1,
        cases: helpers::worths_of_matches,
        returns: Some(|n| n),
        ..OF_THREE
    },
    Exam {
        function: "MoveWeight",
        parameters: 1,
        globals: &[("weight", &[]), ("games", &[3, 6])],
        cases: learning::games_of_matches,
        ..OF_THREE
    },
];
