//! The lessons about the program as a whole, and those about programs that play and learn.

use super::lesson::{Lesson, page};
use super::positions::*;
use crate::tutor::calls::{self, BOOK, ERRORS, WEIGHT, after, drop_on, look_ahead, whole};
use crate::tutor::scene::{From, Part, Scene, program};
use games::Game;
use games::gomoku;

/// The lessons before all others.
pub const FIRST: &[Lesson] = &[
    Lesson {
        name: "game",
        title: "Othello in two pages",
        group: "The program",
        parts: game,
        game: start,
    },
    Lesson {
        name: "main",
        title: "main and initgraph",
        group: "The program",
        parts: main,
        game: start,
    },
    Lesson {
        name: "draw",
        title: "DrawQp: the board",
        group: "The program",
        parts: draw,
        game: start,
    },
    Lesson {
        name: "play",
        title: "Playtoplay: two loops",
        group: "The program",
        parts: play,
        game: start,
    },
];

/// The lessons after all others.
pub const LAST: &[Lesson] = &[
    Lesson {
        name: "fours",
        title: "Gomoku: a win by fours",
        group: "Programs that play and learn",
        parts: fours,
        game: two_fours,
    },
    Lesson {
        name: "alpha-beta",
        title: "Alpha-beta: the last moves",
        group: "Programs that play and learn",
        parts: alpha_beta,
        game: four_left,
    },
    Lesson {
        name: "book",
        title: "The learner: its book",
        group: "Programs that play and learn",
        parts: book,
        game: start,
    },
    Lesson {
        name: "weight",
        title: "The learner: one weight",
        group: "Programs that play and learn",
        parts: weight,
        game: start,
    },
];

fn start() -> Box<dyn Game> {
    Box::new(after(""))
}

fn two_fours() -> Box<dyn Game> {
    Box::new(gomoku::Game::from_record(TWO_FOURS).expect("a lesson's record is right"))
}

fn four_left() -> Box<dyn Game> {
    Box::new(after(FOUR_LEFT_1987))
}

fn game() -> Vec<Part> {
    vec![
        page(
            "Othello",
            &[
                "Two players, Black and White, a board of eight rows and eight columns. Four stones stand in the middle. Black \
                 begins.",
                "A stone must be dropped on an empty cell where it encloses at least one stone of the other player: in a straight \
                 line, across, down or diagonally, without a gap, between the new stone and another of its own colour. All the \
                 stones that it encloses turn over and change their colour.",
                "A player who can enclose nothing loses the turn. The game is over when neither player can move. Whoever has more \
                 stones then has won.",
                "So the program has to know three things: where the stones are, whose turn it is, and what a new stone encloses. \
                 The first is an array, the second a number, the third a function: Map, t and QpChange.",
            ],
        ),
        page(
            "The program, and how to watch it",
            &[
                "QIPAN.C is an Othello of the 1990s, written in Turbo C for a VGA card. main calls DrawQp, which draws the board, \
                 and Playtoplay, which plays the game. The lessons go through it function by function. It really runs here: what \
                 you see are its own variables, and you can change it.",
                "The bright line is the one that runs next. F7 or → runs it; ← takes it back. F8 does the same without showing \
                 what happens inside a function that is called. O runs on until the function returns.",
                "↑ and ↓ move the cursor; F4 runs on to its line, and B sets a breakpoint there. Enter lets the program run by \
                 itself, + and - make it faster and slower. U shows the program's own screen. A asks you what comes next, before \
                 you look. F1 lists all keys.",
                "At the end of each lesson there is something to do: mostly a change of the C. E opens the program in the editor at any \
                 time, and F10 there looks at what your change has brought.",
            ],
        ),
    ]
}

fn main() -> Vec<Part> {
    vec![
        Part::from(whole(
            "A C program begins with main. On the left is the program's own screen, still black. initgraph switches the card from \
             text to 640 x 480 pixels: DETECT lets it find the card, and gm gets the number of the mode. F8 runs a line without \
             going into the function that it calls.",
            "Esc",
            None,
        )),
        Part::from(whole(
            "The person at the keyboard has pressed Esc, and Playtoplay comes back with 0. So main does not wait for another key. \
             closegraph switches back to text, and the program is over.",
            "Esc",
            Some(From::Keys(1)),
        )),
    ]
}

fn draw() -> Vec<Part> {
    vec![
        Part::from(whole(
            "qipan is Chinese for a game board, so DrawQp draws it: a red bar over the whole screen, then in a loop nine lines \
             across and nine lines down, 40 pixels apart. U shows the screen in full. Watch i, and the lines that appear.",
            "Esc",
            Some(From::Function("DrawQp", 1)),
        )),
        Part::from(whole(
            "Then it sets the game up. All of Map is 0 now, and TurnOver puts down the first of the four stones: white, in row 3 and \
             column 3. The place becomes a pixel: x = 120 + 40*3, y = 120 + 40*3. TurnOver changes Map and the screen together, so they \
             always say the same.",
            "Esc",
            Some(From::Function("TurnOver", 1)),
        )),
    ]
}

fn play() -> Vec<Part> {
    let two_moves = drop_on("d3") + &drop_on("c3") + "Esc";
    vec![
        Part::from(whole(
            "Playtoplay is the whole game: two loops, one inside the other. The inner one is one player, who presses keys until a \
             stone is dropped. The outer one gives the turn to the other player. Black's keys are pressed for you: down, down, \
             down, three to the right, Enter. Step over the functions with F8.",
            &two_moves,
            Some(From::Function("Playtoplay", 1)),
        )),
        Part::from(whole(
            "Now you are at the keyboard. Whenever the program waits for a key, its screen appears, and the key that you press goes \
             to the program: arrows, Enter, Esc. Tab leads back to the code.",
            "",
            Some(From::Function("Playtoplay", 1)),
        )),
    ]
}

fn fours() -> Vec<Part> {
    let game = gomoku::Game::from_record(TWO_FOURS).expect("a lesson's record is right");
    let scene = calls::fours(
        "A four must be answered at once, on one point. So an attack made of nothing but fours needs no guesses about the answers \
         and can be followed very deep. Fours first allows one four, then two. Most fours lead nowhere and are taken back. F8 steps \
         over the functions that only look.",
        &game,
    );
    let mut attack = scene.clone();
    attack.text = "Attack tries each window of five points with three black stones and two empty points: a stone on one makes a \
                   four, and the other is the only answer. Then Attack calls itself: this is all there is to a search. Look at \
                   the call stack with C."
        .to_string();
    attack.from = Some(From::Function("Four", 1));
    vec![Part::from(scene), Part::from(attack)]
}

fn alpha_beta() -> Vec<Part> {
    let look = |text: &str, moves: &str| look_ahead(text, &after(moves));
    let mut first = look(
        "With four empty cells all lines can be searched to the end. Each player takes the best move, and +16 for one is -16 for the \
         other. Alpha is what the player to move already has elsewhere. Beta is the most that the opponent will allow: once a move \
         reaches it, the others are cut off.",
        FOUR_LEFT_1987,
    );
    first.from = Some(From::Function("Look", 1));
    let mut second = look(
        "More moves, more cuts, and a pass. The value is the same as a search without cuts would find. Put the cursor on the line \
         `cut += left` and press F4: where does it cut off, and how many moves need no look?",
        FOUR_LEFT,
    );
    second.from = Some(From::Function("Look", 1));
    vec![Part::from(first), Part::from(second)]
}

fn book() -> Vec<Part> {
    let scene = |text: &str, nth| {
        let mut scene = Scene::new(text, program("BOOK.C"), ("main", Vec::new()), &BOOK);
        scene.from = Some(From::Function("CarryBack", nth));
        scene
    };
    vec![
        Part::from(scene(
            "Black has won the shortest game there is: 64 discs. Its positions stand in the book, and all of them wait. CarryBack \
             looks at the one with the fewest empty cells first, and the result travels back. What is good for one player is bad \
             for the other, so the sign changes from position to position.",
            1,
        )),
        Part::from(scene(
            "The same game, but the learner was White. After c5 a search has found another move to try next time, which promises 0. \
             0 is better than -64: from there on the loss travels no further.",
            2,
        )),
        Part::from(scene(
            "Then White played f6 after c5, and won everything. The book now knows two moves from there. The better one counts, and \
             the win travels to the start.",
            3,
        )),
    ]
}

fn weight() -> Vec<Part> {
    let mut errors = Scene::new(
        "The learner's evaluation is a sum of weights, one for each way to fill a small pattern of cells. A game is over: Black has \
         won. First the error of each position is found, from the last one back: how far was the prediction from what it should have \
         been?",
        program("WEIGHT.C"),
        ("main", Vec::new()),
        &ERRORS,
    );
    errors.from = Some(From::Function("FindErrors", 1));
    let mut moves = errors.clone();
    moves.shows = &WEIGHT;
    moves.text = "Then the weights move. This one belongs to a pattern that was found in four positions of the game. Each time it moves \
                  by 6 percent of the error, shared among the 352 patterns of a position. Watch weight: it grows where Black did better \
                  than predicted."
        .to_string();
    moves.from = Some(From::Function("MoveWeight", 1));
    vec![Part::from(errors), Part::from(moves)]
}
