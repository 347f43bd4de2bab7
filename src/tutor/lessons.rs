//! The lessons: positions, and a few sentences about each.

use super::scene::Scene;
use super::trace::Trace;
use crate::games::Game;
use crate::games::gomoku::judge::{Algorithm, Guard};
use crate::games::gomoku::{self, Point, record};
use crate::games::othello::{self, Ply, Position, Rules};
use crate::games::stone::Stone;
use crate::learner::{Moves, Role};

/// A lesson.
#[derive(Debug)]
pub struct Lesson {
    /// What the command line calls it.
    pub name: &'static str,
    /// What the menu calls it.
    pub title: &'static str,
    scenes: &'static [(&'static str, Run)],
}

/// What is run in a scene. Positions of Othello are the moves that lead to them, those of gomoku their record.
#[derive(Debug)]
enum Run {
    /// `QpChange` after the moves, for a stone on this cell.
    Change(&'static str, &'static str),
    /// Turns after the moves: arrow keys, Enter, and cells to which the stone is brought.
    Turns(&'static str, &'static str),
    /// The same, with the cell that is meant when row and column are swapped.
    Mirror(&'static str, &'static str),
    /// `DoScore` after the moves.
    Score(&'static str),
    /// Is the game over after the moves?
    End(&'static str),
    /// Reading a record.
    Record(&'static str),
    /// A judge on a record.
    Judge(&'static str, Algorithm, Guard),
    /// All stones and the last stone side by side.
    Both(&'static str),
    /// The last game's result on its way through the book of all the games; the sides that the learner played.
    Carry(&'static [&'static str], Role),
    /// One weight, and what the last game makes of it.
    Weight(&'static [&'static str]),
    /// The search for a win by fours after a record.
    Fours(&'static str),
    /// An alpha-beta search of the end of the game after the moves.
    LookAhead(&'static str),
}

/// The World Championship of 1992, as far as the lessons need it.
const FINAL_1992: &str = "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4c7f2d7e7f6g5e2c2f7d1d2c1h6f8f1e1b1h5e8d8c8b8g1b7g7h7g3h2h4h3h8g8h1g2a8a7";
/// The same to its end, 32 to 32.
const FULL_1992: &str = "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4c7f2d7e7f6g5e2c2f7d1d2c1h6f8f1e1b1h5e8d8c8b8g1b7g7h7g3h2h4h3h8g8h1g2a8a7--a1--b2";
/// Its first 22 moves.
const MIDDLE_1992: &str = "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4";
/// Its first 19 moves.
const BEFORE_D2_1992: &str = "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6";
/// The game of 1987 before white's stone on b7.
const BEFORE_B7_1987: &str =
    "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2";
/// The same game to its end, 24 to 40.
const FULL_1987: &str = "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8h2f3f8g2g1h1f2";
/// A game of 1982 to its end: 58 black stones, none white, six empty cells.
const ALL_1982: &str = "f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8c7h8h7h2g2b7b8a8a7c6b6a6--c5--c4b5a5--b3b4a4--c3--h1--c2--d1";
/// A game of 1997 to its end: one cell is empty, and nobody can drop a stone on it.
const ALL_1997: &str = "f5f4e3f6d3c4f3c5g4e2d1h4c3f2g3c2g1h3e6d6g5h5c6c7d2c1b1f1e1b2a1b4b3a3a2b5a6a4a5b6a7--c8b8a8b7d7--e7d8e8--g6g7h7f7h8g8f8--h6--g2--h2";
/// Moves dropped at random, until a stone on f4 encloses something in all directions.
const BEFORE_ALL_EIGHT: &str = "d3c5c6e3c4c3f2b5f6e6b2g7f3d7b7g3f5g5h4f1e8a8c7a1g4h5h3h2e2d6a4b3f7d1a7b8h8d2e7g2a3a5g1f8b6h6h1c2g6";
/// The record of the Gomoku text.
const NINE: &str = "000110112021303140";
/// Sixteen stones, nobody has won.
const SIXTEEN: &str = "9977888a987b78a8667c695565896867";
/// The seventeenth wins.
const SEVENTEEN: &str = "9977888a987b78a8667c69556589686758";
/// The trap of the Gomoku text: black's stones are 11, 12, 13, 14 and 15, the last one at the top of the next column.
const TRAP: &str = "0bee0ced0dec0eeb10";
/// The same stones in the order 13, 12, 14, 11, 15.
const TRAP_AGAIN: &str = "0dee0ced0eec0beb10";

/// The shortest games of Othello: Black wins the first one, White the second, and the third joins the first.
const SHORT: [&str; 3] = [
    "f5d6c5f4e7f6g5e6e3",
    "f5d6c5f6e6f4c6b6f3g2",
    "f5d6c5f6e7f4g5e6e3",
];
/// The game of 1987 with four empty cells.
const FOUR_LEFT_1987: &str = "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8h2f3f8";
/// Another game of a World Championship with four empty cells.
const FOUR_LEFT: &str = "f5d6c3d3c4f4e3f3g4e2d2g6g3f2f1c5g5e1f6g1d1c1c2b1b6h3e6h6d7f7h5h4f8b4b5a6a5a4a3a2b3e7g2b7e8c8c7b8g7h8h7g8c6d8h1h2";
/// Black wins with two fours.
const TWO_FOURS: &str = "5747670077e089e98aee";
/// Problem 2990 of renjuportal.com: white wins with five fours.
const RENJU_2990: &str = "renju a2b1c393c4b395846675868596b5c676675777";
/// The first 16 stones of a recorded game: black has fours, and no win by them.
const SIXTEEN_NO_FOURS: &str = "99778898898a9a665767767568a97887";

/// The lessons in the order of the menu.
pub static LESSONS: [Lesson; 19] = [
    Lesson {
        name: "map",
        title: "Map: row and column",
        scenes: &[
            (
                "The game begins with four stones. In Map[8][8], 1 is black, 2 is white and anything else is empty. So \
                 Map[3][3] and Map[4][4] are 2, and Map[3][4] and Map[4][3] are 1. The row comes first, the column \
                 second. Watch DoScore count the stones: it looks at all 64 cells.",
                Run::Score(""),
            ),
            (
                "The moving stone knows only its pixels, x and y. A cell is 40 pixels wide, and the first centre is \
                 (120,120). So row = (y-120)/40 and col = (x-120)/40: Map[0][1] is the second cell of the first row.",
                Run::Turns("", "Down Right Right Right Down Left"),
            ),
            (
                "In words, the description of the program puts the row first, but its code has \
                 Map[(x-120)/40][(y-120)/40]: the column first. The dots frame the cell that this means. Used \
                 everywhere, it plays correctly, on a mirrored board.",
                Run::Mirror("", "Down Right Right Right Down Down"),
            ),
        ],
    },
    Lesson {
        name: "turns",
        title: "t odd, t even: whose turn",
        scenes: &[(
            "t counts the turns from 1. Black moves when t is odd, White when it is even: t%2 is all that SetPlayColor \
             asks. A turn ends when QpChange returns 1. Then the outer loop adds 1 to t.",
            Run::Turns("", "d3 Enter c3 Enter c4 Enter"),
        )],
    },
    Lesson {
        name: "start",
        title: "The start cell",
        scenes: &[(
            "Each new stone appears at (120,80), above the board. Its row would be (80-120)/40 = -1, which Map does not \
             have. So a drop is considered only when y is not 80. Only Down leads away from here, and no stone comes \
             back.",
            Run::Turns("", "Enter Right Down Up d4 Enter d3 Enter"),
        )],
    },
    Lesson {
        name: "direction",
        title: "One direction",
        scenes: &[
            (
                "Black drops a stone on h4. Going left, QpChange walks over white stones until it comes to a black one. \
                 Every stone that it has walked over turns over. Press ↓ for the next direction.",
                Run::Change(MIDDLE_1992, "h4"),
            ),
            (
                "There are three ways to stop. White drops a stone on d2. Going down right, QpChange finds two black \
                 stones, then an empty cell: nothing. Going down, two black stones, then a white one: the two turn \
                 over. Going down left, three black stones, then the edge: nothing.",
                Run::Change(BEFORE_D2_1992, "d2"),
            ),
        ],
    },
    Lesson {
        name: "eight",
        title: "All eight directions",
        scenes: &[(
            "On f4 a stone encloses something in every direction. Each direction is searched on its own, and its stones \
             turn over at once. That disturbs no other direction: they share no cell but the one they start from. The \
             small board on the left records what each has brought.",
            Run::Change(BEFORE_ALL_EIGHT, "f4"),
        )],
    },
    Lesson {
        name: "edge",
        title: "Why a direction is skipped",
        scenes: &[(
            "Enclosing something takes at least two cells: a stone to turn over, and one of your own behind it. From b7 \
             only one cell is left going left or down, so five of the eight directions are skipped without a look. The \
             description says: the right is looked at only from the first six columns.",
            Run::Change(BEFORE_B7_1987, "b7"),
        )],
    },
    Lesson {
        name: "failed",
        title: "Nothing turns over",
        scenes: &[
            (
                "A stone on c3? Going down right there are two cells to walk over: d4 is white, but e5 is white too, \
                 and f6 behind it is empty. Nothing is enclosed in any direction. QpChange returns 0 and has not \
                 touched Map.",
                Run::Change("", "c3"),
            ),
            (
                "What does Playtoplay make of this? The stone stays in the player's hand, the try is counted, and the \
                 inner loop waits for the next key. A taken cell is no try: QpChange is not even called.",
                Run::Turns("", "c3 Enter d4 Enter d3 Enter"),
            ),
        ],
    },
    Lesson {
        name: "tries",
        title: "Passing: one try too many",
        scenes: &[(
            "Black cannot move, and no key passes. But failed tries are counted, and when there are more of them than \
             empty cells the turn is lost: here on the third. (A program that tests >= would lose it one try earlier.)",
            Run::Turns(FINAL_1992, "a1 Enter b2 Enter b2 Enter"),
        )],
    },
    Lesson {
        name: "scores",
        title: "DoScore",
        scenes: &[(
            "After each move DoScore counts all the stones again, row by row: always 64 looks, whatever has changed. \
             That is simple, and it cannot drift away from the board, as two numbers that every move updates might. ↓ \
             goes to the next row.",
            Run::Score(MIDDLE_1992),
        )],
    },
    Lesson {
        name: "end",
        title: "The end of the game",
        scenes: &[
            (
                "The DOS program ends when the board is full or one side has no stones. It has no way out when neither \
                 side can move, as here: one cell is empty, and nothing turns over there. Our program asks QpChange \
                 about every empty cell, for both players.",
                Run::End(ALL_1997),
            ),
            (
                "White has no stones left. This needs no test of its own: without stones White can enclose nothing, and \
                 Black has nothing to turn over. Six empty cells, twelve questions.",
                Run::End(ALL_1982),
            ),
            (
                "A full board has no empty cell to ask about, so both loops end at once. DoScore finds 32 black stones \
                 and 32 white ones. The original knows only winners; ours also knows a draw.",
                Run::End(FULL_1992),
            ),
            (
                "Another full board. PlayWin only compares the two numbers that DoScore has left: 24 black stones, 40 \
                 white.",
                Run::End(FULL_1987),
            ),
            (
                "Usually the first question answered with 1 ends the search: the game goes on. At the start it is the \
                 twentieth question, Black on d3: eight cells in row 0, eight in row 1, and the fourth in row 2.",
                Run::End(""),
            ),
        ],
    },
    Lesson {
        name: "record",
        title: "Gomoku: the record",
        scenes: &[(
            "A game of gomoku is the list of its stones. Each is a number p from 0 to 224: p = 15*column + row. Written \
             down, each stone has two hexadecimal digits, column and row, from 0 to e. Stones 1, 3, 5... are black. \
             This record is 000110112021303140.",
            Run::Record(NINE),
        )],
    },
    Lesson {
        name: "last-player",
        title: "Why only the last player",
        scenes: &[
            (
                "Black has just dropped stone 9. Nobody had five before it, and a black stone makes no five for White, \
                 so only Black can have won. That is why every judge first collects the stones of the player who moved \
                 last: every other stone.",
                Run::Judge(NINE, Algorithm::AllStones, Guard::On),
            ),
            (
                "Stone 16 was white. So the white stones are collected now, and the black ones count no more than empty \
                 points. Nobody has won: watch how long it takes to be sure. (Enter runs it, + makes it faster.)",
                Run::Judge(SIXTEEN, Algorithm::AllStones, Guard::On),
            ),
        ],
    },
    Lesson {
        name: "two-judges",
        title: "All stones or last stone",
        scenes: &[
            (
                "One position, two judges. The left one takes each stone of the last player and looks in eight \
                 directions from it. The right one knows more: the last stone must be part of the five. So it follows \
                 only four lines.",
                Run::Both(SIXTEEN),
            ),
            (
                "The next stone wins. Both judges find out; see how many points each has looked at by then. In a longer \
                 game the left one's work grows with the stones. The right one's does not (except for collecting them).",
                Run::Both(SEVENTEEN),
            ),
        ],
    },
    Lesson {
        name: "wrap",
        title: "The wrap-around trap",
        scenes: &[
            (
                "Black has 11, 12, 13, 14 and 15. These are five numbers in a row, but 14 is the last point of its \
                 column and 15 the first of the next. The guard sees this: r<=10 asks whether four more points follow. \
                 From 11 they do not.",
                Run::Judge(TRAP, Algorithm::AllStones, Guard::On),
            ),
            (
                "The same without its guard. From 11 it adds 1 four times and comes to 15, at the top of the next \
                 column. It says that Black has won, and that is WRONG: look at the board.",
                Run::Judge(TRAP, Algorithm::AllStones, Guard::Off),
            ),
            (
                "The same stones dropped in another order, again without the guard. From 13, 12 and 14 four steps lead \
                 out of the row, but sooner or later 11 has its turn, and the answer is WRONG again.",
                Run::Judge(TRAP_AGAIN, Algorithm::AllStones, Guard::Off),
            ),
            (
                "In most positions nobody notices. Here the judge without its guard looks at points that are not in \
                 line, and still gives the right answer. A few right answers prove nothing.",
                Run::Judge(SIXTEEN, Algorithm::AllStones, Guard::Off),
            ),
        ],
    },
    Lesson {
        name: "table",
        title: "The direction table",
        scenes: &[
            (
                "The last stone's judge has eight loops that differ only by a number. Two small tables hold these \
                 numbers: dx rows down, dy columns to the right. Neighbours in the table are the two directions of one \
                 line, so j goes up by 2.",
                Run::Judge(SEVENTEEN, Algorithm::DirectionTable, Guard::On),
            ),
            (
                "For comparison, the judge with its eight loops. The lines come in another order; all else is the same. \
                 Four or more stones besides the last one itself make five in a row.",
                Run::Judge(SEVENTEEN, Algorithm::LastStone, Guard::On),
            ),
            (
                "And here is a stone that does not win. Four lines, two directions, at most four points each: however \
                 long the game, never more than 32 looks.",
                Run::Judge(SIXTEEN, Algorithm::DirectionTable, Guard::On),
            ),
        ],
    },
    Lesson {
        name: "fours",
        title: "Gomoku: a win by fours",
        scenes: &[
            (
                "A four must be answered at once, on one point. So an attack made of nothing but fours needs no guesses \
                 about the answers and can be searched very deeply: victory by continuous fours, or VCF. The engine \
                 begins each move with it. Rings mark Black's fours.",
                Run::Fours(TWO_FOURS),
            ),
            (
                "Problem 2990 of renjuportal.com: White wins with five fours. First one four is allowed, then two, and \
                 so on: this finds the shortest win. Most fours lead nowhere and are taken back. In the end a rule of \
                 renju helps: the answer would be forbidden to Black.",
                Run::Fours(RENJU_2990),
            ),
            (
                "In most positions there is no such win; Black has none here. With two fours allowed, no line was cut \
                 short any more: each was followed until no four was left. That is a proof, and the search returns 0.",
                Run::Fours(SIXTEEN_NO_FOURS),
            ),
        ],
    },
    Lesson {
        name: "alpha-beta",
        title: "Alpha-beta: the last moves",
        scenes: &[
            (
                "With four empty cells, all lines can be searched to the end. Each player takes the best move, and +16 \
                 for one is -16 for the other. Alpha is what the player to move already has elsewhere. Beta is the most \
                 the opponent will allow: once a move reaches it, the other moves are cut off.",
                Run::LookAhead(FOUR_LEFT_1987),
            ),
            (
                "More moves, more cuts, and a pass. The value is the same as a search without cuts would find. With the \
                 best move first, a search can look about twice as many plies ahead in the same time. That is why \
                 engines sort their moves.",
                Run::LookAhead(FOUR_LEFT),
            ),
        ],
    },
    Lesson {
        name: "book",
        title: "The learner: its book",
        scenes: &[
            (
                "Black has won the shortest game there is: 64 discs. Its positions go into the book, and the result \
                 travels back from the last one. The player to move takes the best move. What is good for one is bad \
                 for the other, so the sign changes from position to position.",
                Run::Carry(SHORT.split_at(1).0, Role::Nobody),
            ),
            (
                "The same game, but the learner was White. Where it moved, a search has found the move to try next \
                 time. The learner knows no other game, so this move promises 0. But 0 is better than -64: the loss \
                 travels no further.",
                Run::Carry(SHORT.split_at(1).0, Role::White),
            ),
            (
                "Then White played f6 after c5, and won everything. The book now has two moves from there. The better \
                 one counts, and the win travels to the start.",
                Run::Carry(SHORT.split_at(2).0, Role::White),
            ),
            (
                "Now Black answers e7, and f4 leads to a position of the first game: one position, reached in two ways. \
                 What is new there travels back along both. What will White play next time?",
                Run::Carry(&SHORT, Role::White),
            ),
        ],
    },
    Lesson {
        name: "weight",
        title: "The learner: one weight",
        scenes: &[(
            "The learner's evaluation is a sum of weights, one for each way to fill a small pattern of cells. Two games \
             of its book have shaped them. Now comes the third, which White lost. First each position's error is found, \
             from the last position back. Then the weights move. Watch the weight of the framed pattern.",
            Run::Weight(&SHORT),
        )],
    },
];

/// The game of Othello after these moves, which the rules allow.
///
/// # Panics
/// They do not.
pub fn after(moves: &str) -> othello::Game {
    let plies: Vec<Ply> = moves
        .as_bytes()
        .chunks(2)
        .filter_map(|ply| std::str::from_utf8(ply).ok()?.parse().ok())
        .collect();
    othello::Game::restored(Rules::Original, Position::default(), &plies, &[], 0)
        .unwrap_or_else(|n| panic!("move {n} of {moves} is against the rules"))
}

/// The moves of these games.
fn all(games: &[&str]) -> Vec<Moves> {
    let games = games.iter();
    games.map(|game| Moves::new(after(game).plies())).collect()
}

fn gomoku_after(record: &str) -> gomoku::Game {
    gomoku::Game::from_record(record).expect("a lesson's record is right")
}

fn pieces(text: &str) -> Vec<Point> {
    record::parse(text).expect("a lesson's record is right")
}

impl Lesson {
    /// What there is to watch.
    pub fn scenes(&self) -> Vec<Scene> {
        let scenes = self.scenes.iter();
        scenes.map(|(text, run)| run.scene(text)).collect()
    }

    /// The game to play on a scene's board, before the stone that the scene is about is dropped.
    pub fn game(&self, scene: usize) -> Box<dyn Game> {
        match &self.scenes[scene].1 {
            Run::Change(moves, _)
            | Run::Turns(moves, _)
            | Run::Mirror(moves, _)
            | Run::Score(moves)
            | Run::End(moves)
            | Run::LookAhead(moves) => Box::new(after(moves)),
            Run::Carry(games, _) | Run::Weight(games) => {
                let last = games.last().map_or("", |game| &game[..game.len() - 2]);
                Box::new(after(last))
            }
            Run::Record(text) | Run::Judge(text, ..) | Run::Both(text) => {
                let before = &text[..text.len() - 2];
                Box::new(gomoku_after(before))
            }
            Run::Fours(text) => Box::new(gomoku_after(text)),
        }
    }
}

impl Run {
    fn scene(&self, text: &str) -> Scene {
        let judge = |text, algorithm, guard| Trace::judge(&pieces(text), algorithm, guard);
        let traces = match self {
            Run::Change(moves, cell) => {
                let game = after(moves);
                let cell = cell.parse().expect("the lesson's cell has a name");
                vec![Trace::qp_change(game.map(), cell, game.t())]
            }
            Run::Turns(moves, script) | Run::Mirror(moves, script) => {
                vec![Trace::turns(&after(moves), script)]
            }
            Run::LookAhead(moves) => {
                let game = after(moves);
                vec![Trace::look_ahead(game.map(), Stone::of_turn(game.t()))]
            }
            Run::Score(moves) => vec![Trace::do_score(after(moves).map())],
            Run::End(moves) => vec![Trace::outcome(&after(moves))],
            Run::Record(text) => vec![Trace::record(text)],
            Run::Judge(text, algorithm, guard) => vec![judge(text, *algorithm, *guard)],
            Run::Both(text) => vec![
                judge(text, Algorithm::AllStones, Guard::On),
                judge(text, Algorithm::LastStone, Guard::On),
            ],
            Run::Carry(games, role) => Vec::from_iter(Trace::carry_back(&all(games), *role)),
            Run::Weight(games) => Vec::from_iter(Trace::one_weight(&all(games))),
            Run::Fours(text) => vec![Trace::vcf(&gomoku_after(text))],
        };
        let mut scene = Scene::new(text, traces);
        scene.mirror = matches!(self, Run::Mirror(..));
        scene
    }
}
