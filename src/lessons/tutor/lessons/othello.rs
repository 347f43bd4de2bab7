//! The lessons about the functions of `QIPAN.C`.

use super::lesson::{Lesson, page};
use super::positions::*;
use crate::tutor::calls::{QIPAN, after, drop_on, on_map, on_screen, play_on, qp_change, whole};
use crate::tutor::scene::{From, Part, Scene};
use games::Game;
use games::othello::Cell;

const GROUP: &str = "Othello";

macro_rules! lesson {
    ($name:literal, $title:literal, $parts:ident, $moves:expr) => {
        Lesson {
            name: $name,
            title: $title,
            group: GROUP,
            parts: $parts,
            game: || Box::new(after($moves)) as Box<dyn Game>,
        }
    };
}

/// The lessons about Othello.
pub const LESSONS: &[Lesson] = &[
    lesson!("map", "Map: row and column", map, ""),
    lesson!("colour", "SetPlayColor: whose stone", colour, ""),
    lesson!("move", "MoveColor, and its slip", move_color, ""),
    lesson!("turns", "t odd, t even: whose turn", turns, ""),
    lesson!("start", "The start cell", start, ""),
    lesson!(
        "direction",
        "QpChange: one direction",
        direction,
        MIDDLE_1992
    ),
    lesson!("eight", "All eight directions", eight, BEFORE_ALL_EIGHT),
    lesson!("edge", "Why a direction is left out", edge, BEFORE_B7_1987),
    lesson!("folded", "One loop over a table", folded, BEFORE_ALL_EIGHT),
    lesson!("failed", "Nothing turns over", failed, ""),
    lesson!("tries", "Passing: one try too many", tries, FINAL_1992),
    lesson!("scores", "DoScore and PrintScore", scores, MIDDLE_1992),
    lesson!("end", "The end, and PlayWin", end, ALL_1997),
];

fn cell(name: &str) -> Cell {
    name.parse().unwrap_or_else(|_| panic!("{name} is no cell"))
}

fn change(text: &str, file: &str, moves: &str, name: &str) -> Part {
    let game = after(moves);
    Part::from(qp_change(text, file, game.map(), cell(name), game.t()))
}

/// `main` with these keys, on Othello's board.
fn on_board(text: &str, keys: &str, from: From) -> Part {
    let mut scene: Scene = whole(text, keys, Some(from));
    scene.shows = &QIPAN;
    Part::from(scene)
}

fn map() -> Vec<Part> {
    vec![
        Part::from(on_map(
            "The game begins with four stones. In Map[8][8] 1 is black, 2 is white and 0 is empty. So Map[3][3] and Map[4][4] are 2, \
             Map[3][4] and Map[4][3] are 1: the row comes first, the column second. Watch DoScore count the stones. The yellow \
             numbers beside the board are C's.",
            ("DoScore", Vec::new()),
            &after(""),
        )),
        on_board(
            "The moving stone knows only its pixels, x and y. A cell is 40 pixels wide, and the first centre is (120,120). So row = \
             (y-120)/40 and col = (x-120)/40. Black presses Enter on d3: run on to the line where row is computed (↓ to it, then \
             F4), and compare.",
            &(drop_on("d3") + "Esc"),
            From::Keys(6),
        ),
        page(
            "A slip of the description",
            &[
                "The description of this program says in words that Map[0][1] is the second cell of the first row: the row comes first. \
                 But its code reads Map[(x-120)/40][(y-120)/40], and x grows along a row: there the column comes first.",
                "A program that reads and writes in the same wrong order plays correctly: on a board that is reflected in its diagonal. \
                 Nobody notices, because the start, the rules and the screen are the same after the reflection.",
                "It is found out only where the two orders meet: in a list of moves, in a picture of the board, or in a second program. \
                 Ours has the row first everywhere.",
            ],
        ),
    ]
}

fn colour() -> Vec<Part> {
    let text = "Every stone is drawn by PutStone, and PutStone asks SetPlayColor whose it is. Black's turns are odd: 1, 3, 5. So t % 2 is \
                all that it has to ask. The numbers in Map will do as well: 1 is odd and black, 2 is even and white.";
    let text_two = "And here a white stone: t is 2. setcolor sets the colour of the outline, setfillstyle that of the inside. They stay as \
                    they are until somebody sets them again: a function that draws must not trust what was left to it.";
    vec![
        Part::from(whole(text, "Esc", Some(From::Function("SetPlayColor", 2)))),
        Part::from(whole(
            text_two,
            "Esc",
            Some(From::Function("SetPlayColor", 1)),
        )),
    ]
}

fn move_color() -> Vec<Part> {
    let keys = "Down*4 Right*4 Esc";
    vec![
        Part::from(whole(
            "When the moving stone goes on, MoveColor puts the cell back as it was. The start cell and an empty cell become red again: \
             bar draws over the stone, but leaves the lines of the board alone, 19 pixels from the centre.",
            keys,
            Some(From::Function("MoveColor", 1)),
        )),
        on_board(
            "Here the stone leaves d4, where a white stone stands. Map knows it: place becomes 2, and PutStone draws the white stone \
             again. No picture of what was underneath has to be kept: Map is enough to draw any cell.",
            keys,
            From::Function("MoveColor", 8),
        ),
        page(
            "1 and 2 the other way round",
            &[
                "In the description's MoveColor a 1 in Map is drawn white and a 2 black, against its own rule that 1 is black. Then \
                 black stones become white when the moving stone has passed over them, and nothing else is wrong: Map still holds the \
                 right numbers.",
                "The screen and Map then say different things. The player believes the screen, the program believes Map. Such an error \
                 is hard to find, because each of both is right for itself.",
                "The remedy is to say it once: PutStone(x, y, place) lets SetPlayColor decide, the only function that knows which \
                 colour a number has.",
            ],
        ),
    ]
}

fn turns() -> Vec<Part> {
    let keys = drop_on("d3") + &drop_on("c3") + &drop_on("c4") + "Esc";
    vec![Part::from(play_on(
        "t counts the turns from 1. The outer loop adds 1 to it, and that is how the turn goes from one player to the other. A turn ends \
         when QpChange returns 1. Put a breakpoint on `t++` (↓, then B) and run with Ctrl+F9: each time it stops the other player is \
         on turn.",
        &after(""),
        &keys,
    ))]
}

fn start() -> Vec<Part> {
    vec![Part::from(play_on(
        "Each new stone appears at (120,80), above the board. Its row would be (80-120)/40 = -1, which Map does not have. So y != 80 \
         comes first in the condition, and && does not look at Map when it is already false. Only Down leads away from the start, and \
         no stone comes back.",
        &after(""),
        &format!("Enter Right {} Esc", drop_on("d3")),
    ))]
}

fn direction() -> Vec<Part> {
    vec![
        change(
            "Black drops a stone on h4. The first five directions have too few cells or bring nothing. To the left QpChange walks over \
             white stones until it comes to a black one: i counts them, and all that it has walked over turn over. Put the cursor \
             below `To the left` and press F4.",
            "QIPAN.C",
            MIDDLE_1992,
            "h4",
        ),
        change(
            "There are three ways to stop. White drops a stone on d2. Down and to the right it finds two black stones, then an empty \
             cell: nothing. Down, two black stones, then a white one: the two turn over. Down and to the left, three black stones, \
             then the edge: nothing.",
            "QIPAN.C",
            BEFORE_D2_1992,
            "d2",
        ),
    ]
}

fn eight() -> Vec<Part> {
    vec![change(
        "On f4 a stone encloses something in every direction. Each is searched on its own, and its stones turn over at once. That \
         disturbs no other direction: they share no cell but the one they start from. The small board in this box keeps what each has \
         brought.",
        "QIPAN.C",
        BEFORE_ALL_EIGHT,
        "f4",
    )]
}

fn edge() -> Vec<Part> {
    vec![change(
        "Enclosing something takes at least two cells: a stone to turn over, and an own one behind it. So to the right only the first \
         six of the eight columns are looked at: col < 6. From b7 there are too few cells to the left and below: five of the eight \
         directions are left out.",
        "QIPAN.C",
        BEFORE_B7_1987,
        "b7",
    )]
}

fn folded() -> Vec<Part> {
    vec![change(
        "QpChange has eight pieces of code that differ only in + and -. TABLE.C folds them into one loop: Down and Right hold how many \
         rows and columns a step goes in direction d, and CellsLeft replaces the eight conditions. The same stone on f4: the same \
         stones turn over, in the same order.",
        "TABLE.C",
        BEFORE_ALL_EIGHT,
        "f4",
    )]
}

fn failed() -> Vec<Part> {
    vec![
        change(
            "A stone on c3? Down and to the right d4 is white, but e5 is white too, and f6 behind it is empty. Nothing is enclosed in \
             any direction. QpChange returns 0 and has not touched Map.",
            "QIPAN.C",
            "",
            "c3",
        ),
        Part::from(play_on(
            "What does Playtoplay make of this? The stone stays in the player's hand, the try is counted, and the inner loop waits for \
             the next key. A taken cell is no try: QpChange is not even called.",
            &after(""),
            &(drop_on("c3") + "Down Right Enter Up Enter Esc"),
        )),
    ]
}

fn tries() -> Vec<Part> {
    vec![Part::from(play_on(
        "Black cannot move, and no key passes. But failed tries are counted, and when there are more of them than empty cells the turn \
         is lost: here on the third. (A program that tests >= would lose it one try earlier.) Put a breakpoint on `tries++` with B and \
         run with Ctrl+F9.",
        &after(FINAL_1992),
        &(drop_on("a1") + "Enter Enter Esc"),
    ))]
}

fn scores() -> Vec<Part> {
    let game = after(MIDDLE_1992);
    let mut print = on_map(
        "PrintScore writes a score in its place. First it draws a red bar: without it the new number would be drawn over the old one. \
         sprintf makes characters of the number, because outtextxy draws characters only.",
        ("PrintScore", vec![1]),
        &game,
    );
    print = on_screen(print);
    vec![
        Part::from(on_map(
            "After each move DoScore counts all the stones again, row by row: always 64 cells, whatever has changed. That is simple, and \
             it cannot drift away from the board, as two numbers that every move updates might.",
            ("DoScore", Vec::new()),
            &game,
        )),
        Part::from(print),
    ]
}

fn end() -> Vec<Part> {
    let can_move =
        |text: &str, moves: &str, t| Part::from(on_map(text, ("CanMove", vec![t]), &after(moves)));
    let win = |text: &str, moves: &str| {
        Part::from(on_screen(on_map(
            text,
            ("PlayWin", Vec::new()),
            &after(moves),
        )))
    };
    vec![
        can_move(
            "The description's program ends when the board is full or one side has no stones. It has no way out when neither side can \
             move, as here: one cell is empty, and nothing is enclosed from there. So ours asks CanMove, for both players.",
            ALL_1997,
            1,
        ),
        can_move(
            "White has no stones left. This needs no test of its own: Black has nothing to turn over, and White can enclose nothing. Six \
             empty cells, six questions for each player.",
            ALL_1982,
            2,
        ),
        can_move(
            "Usually the first cell that Encloses answers with 1 ends the search: the game goes on. At the start that is d3: eight cells \
             in row 0, eight in row 1, and the fourth in row 2.",
            "",
            1,
        ),
        win(
            "A full board. PlayWin only compares the two numbers that DoScore has left: 24 black stones, 40 white ones.",
            FULL_1987,
        ),
        win(
            "Another full board: 32 black stones and 32 white ones. The description knows only winners; ours also knows a draw.",
            FULL_1992,
        ),
    ]
}
