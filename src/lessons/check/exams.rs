//! The exams. An exam is a function that is compared with ours, with the cases in which it is tested and the
//! effects that are compared.

use std::sync::OnceLock;

use super::case::{Case, Global, Globals, Outcome};
use super::positions::helpers::{
    self, book, book_of_matches, books_without_circles, dense, drops_to_take_back, errors, first_stones,
    links, numbers, repeated, stones_to_take_back, tree,
};
use super::positions::{self, gomoku, othello, scripts};
use crate::tutor::calls;
use crate::tutor::shows::Shows;
use original::{self, Colors, Map};
use turbo::c::Program;
use turbo::dos::Screen;
use turbo::dos::bgi::LIGHTGRAY;

#[derive(Debug)]
pub(crate) struct Exam {
    pub(crate) source: &'static str,
    pub(crate) function: &'static str,
    pub(crate) cases: fn() -> Vec<Case>,
    pub(crate) watched: Globals,
    needed: Globals,
    /// Extracts the part of the return value that is compared. `None` if nothing is compared.
    pub(crate) returns: Option<fn(i32) -> i32>,
    /// True if the drawing colours and the fill pattern that the function sets are compared.
    pub(crate) pen: bool,
    /// True if the function may be missing or may do different work.
    pub(crate) helper: bool,
    /// True if few games reach the function. Its pictures are then compared even if whole games are right.
    pub(crate) rare: bool,
    /// True if the cases cover the whole program. If they are right, other functions are judged less
    /// strictly.
    pub(crate) decides: bool,
    /// True if a teacher's program is compared with a student's by what a person sees, however the input is
    /// read.
    pub(crate) fair: bool,
    pub(crate) ground: fn(&mut Screen, &Case),
    pub(crate) tidy: fn(&Case, &mut Outcome),
    /// The limit of [`Runner`](super::run::Runner), in steps.
    pub(crate) limit: u64,
}

const fn exam(source: &'static str, function: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    Exam {
        source,
        function,
        cases,
        watched: &[],
        needed: &[],
        returns: None,
        pen: false,
        helper: false,
        rare: false,
        decides: false,
        fair: false,
        ground: |_, _| (),
        tidy: |_, _| (),
        limit: 100_000,
    }
}

const fn qipan(function: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    exam("QIPAN.C", function, cases)
}

const fn helper(source: &'static str, function: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    Exam { helper: true, ..exam(source, function, cases) }
}

const fn whole(source: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    exam(source, "main", cases).ground(black).limit(20_000_000)
}

const fn judge(function: &'static str) -> Exam {
    exam("WUZIQI.C", function, gomoku::five_or_not).needs(&[P, N]).returns(truth)
}

/// Creates the exam of a search for a win by fours. The stones of the win may remain on the board, and any
/// win is accepted.
const fn four_search(function: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    let needed: Globals = &[("side", &[]), ("other", &[]), MOVES];
    let exam = helper("FOURS.C", function, cases).watches(&[BOARD]).needs(needed);
    exam.returns(truth).tidy(without_the_win).limit(10_000_000)
}

const fn tree_search(function: &'static str, cases: fn() -> Vec<Case>) -> Exam {
    let exam = exam("TREE.C", function, cases).watches(&[TREE, LOOKED]);
    exam.returns(number).ground(black)
}

/// Creates the exam of a function in TREE.C that computes where a position is in the tree or on the screen.
const fn tree_place(function: &'static str) -> Exam {
    exam("TREE.C", function, || numbers(&[1..=15])).returns(number)
}

/// Defines methods that set a field. The arguments are the method, the field and the field's type.
macro_rules! setters {
    ($($name:ident $field:ident: $type:ty,)*) => {
        $(const fn $name(self, $field: $type) -> Exam {
            Exam { $field, ..self }
        })*
    };
}

impl Exam {
    setters! {
        watches watched: Globals,
        needs needed: Globals,
        ground ground: fn(&mut Screen, &Case),
        tidy tidy: fn(&Case, &mut Outcome),
        limit limit: u64,
    }

    const fn returns(self, part: fn(i32) -> i32) -> Exam {
        Exam { returns: Some(part), ..self }
    }

    const fn rare(self) -> Exam {
        Exam { rare: true, ..self }
    }

    pub(crate) fn globals(&self) -> impl Iterator<Item = &'static Global> {
        self.watched.iter().chain(self.needed)
    }

    pub(crate) fn shows(&self) -> &'static Shows {
        let draws = ["DrawQp", "SetPlayColor", "PutStone", "PrintScore", "PlayWin"];
        match self.function {
            "main" => &calls::SCREEN,
            function => calls::shown_of(self.source, function, draws.contains(&function)),
        }
    }

    /// True if the exam applies to a program that was made from our source with the name `source`. Two of our
    /// sources may have functions of the same name, and a helper is identified by its name only in its own
    /// program.
    pub(crate) fn applies_to(&self, program: &Program, source: &str) -> bool {
        let unique = EXAMS.iter().filter(|other| other.function == self.function).count() == 1;
        // TABLE.C shares this helper with QIPAN.C.
        let shared = (self.source, source, self.function) == ("QIPAN.C", "TABLE.C", "TurnOver");
        let own = self.source == source || unique && !self.helper || shared;
        program.function(self.function).is_some() && own
    }
}

pub(crate) const MAP: Global = ("Map", &[8, 8]);
const T: Global = ("t", &[]);
const TRIES: Global = ("tries", &[]);
const SCORE: Global = ("score", &[3]);
const P: Global = ("p", &[225]);
const N: Global = ("n", &[]);
const OWN: Global = ("own", &[225]);
const POSITIONS: Global = ("positions", &[]);
const BOARD: Global = ("Board", &[15, 15]);
const WIN: Global = ("win", &[225]);
const MOVES: Global = ("moves", &[]);
const WEIGHT: Global = ("weight", &[]);
const FOUND: Global = ("found", &[60]);
const ERROR: Global = ("error", &[60]);
const LOOKED: Global = ("looked", &[]);
/// In TREE.C, the worth of each position.
const TREE: Global = ("worth", &[16]);
/// In THREE.C, the worth of each position.
const THREE: Global = ("worth", &[6]);
/// In BOOK.C, the worth of each position.
const BOOK: Global = ("worth", &[50]);
const PLAYED: Global = ("played", &[6, 6]);

pub(crate) static SOLUTION: Exam = Exam { decides: true, fair: true, ..whole("QIPAN.C", one_call) };

/// The exam that all tasks use. The calls and the values to compare are in the tasks' cases.
pub(crate) static TASK: Exam = Exam {
    fair: true,
    ..exam("", "", Vec::new)
        .ground(|screen, case| screen.clone_from(case.ground.as_ref().unwrap_or(&Screen::default())))
        .limit(3_000_000)
};

pub(crate) static EXAMS: [Exam; 74] = [
    Exam { decides: true, ..whole("QIPAN.C", scripts::whole_games).limit(1_000_000) },
    whole("TABLE.C", scripts::one_key),
    whole("WUZIQI.C", one_call),
    whole("FOURS.C", one_call),
    whole("LASTMOVE.C", one_call),
    whole("BOOK.C", one_call),
    whole("WEIGHT.C", one_call),
    whole("KEYS.C", scripts::until_esc),
    whole("TREE.C", one_call),
    whole("THREE.C", one_call),
    qipan("DrawQp", othello::beginnings).watches(&[MAP, T, TRIES, SCORE]).ground(gray),
    qipan("Playtoplay", scripts::games)
        .watches(&[MAP])
        .needs(&[T, TRIES, SCORE])
        .returns(truth)
        .ground(board)
        .limit(1_000_000),
    Exam { pen: true, ..qipan("SetPlayColor", || numbers(&[1..=64])).ground(black) },
    helper("QIPAN.C", "PutStone", othello::stones).ground(empty),
    qipan("MoveColor", othello::moving).watches(&[MAP]).ground(with_moving_stone),
    qipan("QpChange", othello::drops).watches(&[MAP]).returns(truth).ground(board),
    helper("QIPAN.C", "TurnOver", othello::turned_over).watches(&[MAP]).ground(board),
    qipan("CanMove", othello::movers).watches(&[MAP]).returns(truth),
    helper("QIPAN.C", "Encloses", othello::enclosing).watches(&[MAP]).returns(truth),
    helper("QIPAN.C", "OnBoard", || numbers(&[-2..=9, -2..=9])).returns(truth),
    qipan("DoScore", othello::boards).watches(&[SCORE, MAP]).tidy(without_score_0),
    qipan("PrintScore", othello::scores).watches(&[SCORE]).rare().ground(empty),
    qipan("PlayWin", othello::results).watches(&[SCORE]).rare().ground(empty),
    exam("WUZIQI.C", "ReadRecord", gomoku::records)
        .watches(&[P, N, BOARD])
        .returns(number)
        .tidy(only_the_record),
    judge("AllStones"),
    judge("LastStone"),
    judge("Table"),
    exam("FOURS.C", "Fours", gomoku::attacks).needs(&[BOARD]).returns(truth).limit(20_000_000),
    exam("LASTMOVE.C", "Solve", othello::ends).watches(&[MAP]).needs(&[T]).returns(number).limit(20_000_000),
    exam("BOOK.C", "Learn", helpers::book_games)
        .watches(&[("worth", &[61])])
        .needs(&[POSITIONS, ("empty", &[61]), ("path", &[61]), ("again", &[60]), ("length", &[])])
        .limit(5_000_000),
    exam("WEIGHT.C", "Learn", helpers::weight_games).watches(&[WEIGHT]).needs(&[
        POSITIONS,
        ("result", &[]),
        ("side", &[60]),
        ("v", &[60]),
        FOUND,
    ]),
    exam("THREE.C", "Learn", helpers::games_of_matches)
        .watches(&[THREE, WEIGHT, PLAYED])
        .needs(&[("games", &[3, 6])]),
    tree_search("Minimax", || helpers::trees(22, &[])),
    tree_search("AlphaBeta", || helpers::trees(23, &[-99..=-99, 99..=99])),
    helper("TABLE.C", "CellsLeft", || numbers(&[0..=7, -1..=1])).returns(number),
    helper("WUZIQI.C", "Digit", || numbers(&[-1..=127])).returns(number),
    helper("WUZIQI.C", "Collect", gomoku::five_or_not).watches(&[OWN]).needs(&[N]),
    helper("WUZIQI.C", "Five", helpers::fives).needs(&[OWN]).returns(truth),
    helper("WUZIQI.C", "Least", || numbers(&[0..=14, 0..=14])).returns(number),
    helper("WUZIQI.C", "Run", || repeated(1, &[0..=224, 0..=7], 14, dense)).needs(&[OWN]).returns(number),
    helper("WUZIQI.C", "Left", || numbers(&[0..=14, -1..=1])).returns(number),
    helper("WUZIQI.C", "PrintWin", helpers::announcements).needs(&[N]),
    helper("FOURS.C", "FindFive", || repeated(60, &[1..=2, -1..=0], 16, helpers::board))
        .watches(&[BOARD])
        .returns(number),
    helper("FOURS.C", "Fits", || numbers(&[-4..=15, 0..=15, 0..=3])).watches(&[BOARD]).returns(truth),
    helper("FOURS.C", "Window", helpers::windows).watches(&[BOARD]).returns(number),
    helper("FOURS.C", "Put", || repeated(1, &[0..=224, 1..=2], 17, first_stones))
        .watches(&[BOARD, WIN, MOVES]),
    // Do not compare the elements of `win` after the last move.
    exam("FOURS.C", "TakeBack", || repeated(60, &[], 24, stones_to_take_back))
        .watches(&[BOARD])
        .needs(&[WIN, MOVES]),
    four_search("Attack", helpers::attacks),
    four_search("Four", helpers::fours),
    helper("LASTMOVE.C", "Moves", helpers::turns_on_boards).watches(&[MAP]).returns(number),
    helper("LASTMOVE.C", "Look", othello::ends_by_turn).watches(&[MAP]).returns(number).limit(2_000_000),
    exam("LASTMOVE.C", "TakeBack", || repeated(1, &[0..=7, 0..=7, 0..=6], 25, drops_to_take_back))
        .watches(&[MAP])
        .needs(&[("Turned", &[64]), ("turns", &[])]),
    helper("LASTMOVE.C", "Drop", helpers::all_drops).watches(&[MAP]).returns(number),
    helper("LASTMOVE.C", "Score", helpers::turns_on_boards).watches(&[MAP]).returns(number),
    helper("BOOK.C", "Position", || repeated(1, &[0..=60], 26, |below| vec![("positions", vec![below(50)])]))
        .watches(&[POSITIONS, ("empty", &[60])])
        .returns(number),
    helper("BOOK.C", "Link", || repeated(40, &[0..=4, 0..=4, 0..=1], 27, links)).watches(&[
        MOVES,
        ("from", &[60]),
        ("to", &[60]),
        ("same", &[60]),
    ]),
    helper("BOOK.C", "CarryBack", || repeated(200, &[], 28, books_without_circles))
        .watches(&[BOOK])
        .needs(&[POSITIONS])
        .limit(5_000_000),
    helper("BOOK.C", "Print", helpers::printed_books).needs(&[BOOK, LOOKED, ("changed", &[])]),
    helper("BOOK.C", "Fewest", || repeated(300, &[], 19, book)).watches(&[POSITIONS]).returns(number),
    helper("BOOK.C", "Worth", || repeated(40, &[0..=11], 20, book)).watches(&[POSITIONS]).returns(number),
    helper("WEIGHT.C", "FindErrors", helpers::weight_games).watches(&[ERROR]).needs(&[POSITIONS]),
    helper("WEIGHT.C", "MoveWeight", || repeated(200, &[], 30, errors))
        .watches(&[WEIGHT])
        .needs(&[ERROR, FOUND]),
    helper("WEIGHT.C", "Divide", || numbers(&[-60..=60, 1..=15])).returns(number),
    exam("KEYS.C", "Split", helpers::keys_to_split)
        .watches(&[("high", &[]), ("low", &[])])
        .needs(&[("key", &[])]),
    exam("KEYS.C", "Look", one_call).watches(&[("waiting", &[])]),
    exam("TREE.C", "DrawTree", || repeated(10, &[], 31, tree)).watches(&[LOOKED]).needs(&[TREE]),
    exam("TREE.C", "DrawPosition", || repeated(4, &[1..=15], 32, tree)).needs(&[TREE, ("seen", &[16])]),
    tree_place("Depth"),
    tree_place("X"),
    tree_place("Y"),
    tree_place("Begins").returns(truth),
    helper("THREE.C", "CarryBack", || repeated(200, &[], 33, book_of_matches))
        .watches(&[THREE])
        .needs(&[PLAYED]),
    helper("THREE.C", "Worth", || repeated(60, &[1..=5], 34, book_of_matches))
        .watches(&[THREE])
        .needs(&[PLAYED])
        .returns(number),
    helper("THREE.C", "MoveWeight", helpers::games_of_matches)
        .watches(&[WEIGHT])
        .needs(&[("games", &[3, 6])]),
];

fn one_call() -> Vec<Case> {
    vec![Case::default()]
}

fn number(n: i32) -> i32 {
    n
}

fn truth(n: i32) -> i32 {
    i32::from(n != 0)
}

fn without_score_0(_: &Case, outcome: &mut Outcome) {
    outcome.moments.iter_mut().for_each(|moment| moment.state[0] = 0);
}

fn without_the_win(_: &Case, outcome: &mut Outcome) {
    if outcome.returned == Some(1) {
        outcome.moments.iter_mut().for_each(|moment| moment.state.clear());
    }
}

/// Leaves the state out of the comparison after an invalid record. After a valid record, compares only the
/// elements that have stones.
fn only_the_record(_: &Case, outcome: &mut Outcome) {
    let stones = usize::try_from(outcome.returned.unwrap_or(-1));
    for moment in &mut outcome.moments {
        match stones {
            Ok(stones) => moment.state[stones.min(225)..225].fill(0),
            Err(_) => moment.state.clear(),
        }
    }
}

/// Draws the board without discs. Grey bars in place of the scores make it visible if a function fails to
/// draw the scores.
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

fn gray(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(0, 0, 639, 479);
}

fn black(screen: &mut Screen, _: &Case) {
    *screen = Screen::default();
}

fn board(screen: &mut Screen, case: &Case) {
    empty(screen, case);
    original::draw_stones(screen, Colors::ORIGINAL, &positions::map(case));
}

/// Draws the board with its discs, and a moving disc at the place given by the case.
fn with_moving_stone(screen: &mut Screen, case: &Case) {
    use turbo::c::Argument::Int;
    board(screen, case);
    if let [Int(x), Int(y)] = case.arguments[..] {
        let t = 1 + case.value_of("t").map_or(0, |t| t[0] as usize);
        original::draw_stone(screen, Colors::ORIGINAL, x, y, t);
    }
}
