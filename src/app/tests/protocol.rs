//! Conversations of other programs with the engines, line by line and in process.

use games::othello::rules::legal_moves;
use games::stone::Stone;
use players::protocol::Answer;
use players::protocol::nboard::{self, NBoard, Variation};

/// The request in an answer.
fn task<Request>(answer: Answer<Request>) -> Request {
    match answer {
        Answer::Think(task) => task,
        _ => panic!("there is a move"),
    }
}

/// Asserts the answers of a conversation: sent lines, and answers after arrows. A `?` is a request.
fn nboard_says(dialogue: &str) -> NBoard {
    let mut nboard = NBoard::default();
    for line in dialogue.trim().lines() {
        let (sent, said) = line.split_once("->").unwrap_or((line, ""));
        let answer = match nboard.line(sent.trim()) {
            Answer::Nothing => String::new(),
            Answer::Say(text) | Answer::End(text) => text,
            Answer::Think(task) => format!("? {} {:?}", task.depth, task.hints),
        };
        assert_eq!(answer, said.trim(), "after {sent}");
    }
    nboard
}

#[test]
fn nboard_questions_are_answered() {
    nboard_says(
        "nboard 2 -> set myname qipan
         set depth 18
         set contempt 20
         ping 1 -> pong 1
         hint 4 -> ? 18 Some(4)
         go -> ? 18 None
         learn -> learned
         quit",
    );
}

#[test]
fn invalid_nboard_lines_change_nothing() {
    nboard_says(
        "
         what is this
         set
         set depth
         set depth minus
         move -> status  is not a legal move here
         move a1 -> status a1 is not a legal move here
         move PASS -> status PASS is not a legal move here
         go -> ? 12 None
         set game (;GM[Go];) -> status the game was not set: GM[Go] is not supported",
    );
}

#[test]
fn nboard_moves_are_played_on_its_position() {
    let mut nboard = nboard_says(
        "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1]W[d6];)
         move C3/0.50/1.2",
    );
    let task = task(nboard.line("go"));
    let expected = "
        ........
        ........
        ..X.....
        ...XX...
        ...OXX..
        ...O....
        ........
        ........";
    assert_eq!(task.position.map, expected.parse().unwrap());
    assert_eq!(task.position.to_move, Stone::White);
}

#[test]
fn nboard_depths_are_clamped_to_sixty() {
    nboard_says(
        "set depth 60
         go -> ? 60 None
         set depth 0
         go -> ? 1 None
         set depth 200
         go -> ? 60 None
         set depth 7
         set depth 300
         go -> ? 60 None
         set depth 7
         set depth 99999999999999999999
         go -> ? 60 None
         set depth -1
         go -> ? 60 None",
    );
}

#[test]
fn nboard_positions_need_64_cells() {
    let cells = "---------------------------O*------*O---------------------------";
    let game = |board: &str| format!("set game (;GM[Othello]BO[8 {board}];)");
    let mut nboard = NBoard::default();
    for good in [format!("{cells} *"), format!("{cells}O")] {
        assert_eq!(nboard.line(&game(&good)), Answer::Nothing, "{good}");
    }
    for bad in [
        format!("{} *", &cells[1..]),
        format!("{}*", &cells[1..]),
        format!("-{cells} *"),
        format!("{cells}X *"),
        cells.to_string(),
    ] {
        let Answer::Say(text) = nboard.line(&game(&bad)) else {
            panic!("{bad} was set");
        };
        let words = "status the game was not set: BO[";
        assert!(text.starts_with(words), "{text}");
    }
}

#[test]
fn only_new_questions_interrupt_a_search() {
    let stopping = "ping 1|  go|hint 3\r|move F5//1.2|set depth 9|set game (;GM[Othello];)|quit";
    for line in stopping.split('|') {
        assert!(nboard::stops_thinking(line), "{line}");
    }
    for line in "|foo|golf|set|set contempt 3|learn|nboard 2".split('|') {
        assert!(!nboard::stops_thinking(line), "{line}");
    }
}

/// Black has just played h8, and White has no move.
const WHITE_PASSES: &str = "(;GM[Othello]B[e6]W[f6]B[g6]W[g7]B[d3]W[h6]B[h8]W[f8];)";

#[test]
fn nboard_passes_may_be_implied() {
    let mut nboard = NBoard::default();
    let found = nboard.line(&format!("set game {WHITE_PASSES}"));
    assert_eq!(found, Answer::Nothing);
    let mut other = nboard.clone();
    assert_eq!(nboard.line("go"), Answer::Say("=== PA".to_string()));
    let found = nboard.line("hint 2");
    assert_eq!(found, Answer::Say("search PASS 0 0 0".to_string()));
    assert_eq!(nboard.line("move PA"), Answer::Nothing);
    let after_pass = task(nboard.line("go"));
    let cells = legal_moves(&after_pass.position.map, after_pass.position.to_move);
    let cell = cells.last().unwrap();
    let found = other.line(&format!("move {cell}"));
    assert_eq!(found, Answer::Nothing, "a pass may be left out");
}

#[test]
fn variations_are_written_for_nboard() {
    let found = Variation {
        line: ["f5", "d6"].map(|cell| cell.parse().unwrap()).to_vec(),
        value: -1.5,
        depth: 9,
        exact: false,
    };
    assert_eq!(nboard::chosen(&found, 0.25), "=== F5/-1.50/0.25");
    assert_eq!(nboard::hint(&found), "search F5D6 -1.50 0 9");
    let exact = Variation { exact: true, ..found };
    assert_eq!(nboard::hint(&exact), "search F5D6 -1.50 0 100%");
}
