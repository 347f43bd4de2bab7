//! Conversations of other programs with the engines, line by line and in process.

use games::othello::Position;
use games::othello::rules::legal_moves;
use games::stone::Stone;
use players::protocol::Answer;
use players::protocol::gtp::Gtp;
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

/// Asserts a conversation in GTP. An answer is a block that ends with an empty line, `;` separates its lines,
/// and requests are answered with the first legal move.
fn gtp_says(gtp: &mut Gtp, dialogue: &str) {
    for line in dialogue.lines().map(str::trim) {
        let (sent, said) = line.split_once("->").unwrap_or((line, ""));
        let answer = match gtp.line(sent.trim()) {
            Answer::Nothing => String::new(),
            Answer::Say(text) | Answer::End(text) => text,
            Answer::Think(task) => {
                let Position { map, to_move } = task.position;
                let first = legal_moves(&map, to_move).next();
                gtp.played(&task, first.expect("there is a move"))
            }
        };
        let said = said.trim().replace(';', "\n");
        assert_eq!(answer.trim_end_matches([' ', '\n']), said, "after {sent}");
        assert_eq!(answer.ends_with('\n'), !said.is_empty(), "after {sent}");
    }
}

#[test]
fn gtp_answers_every_command_with_a_block() {
    gtp_says(
        &mut Gtp::default(),
        "protocol_version -> = 2
         1 name -> =1 qipan
         known_command genmove -> = true
         known_command fly -> = false
         list_games -> = Othello
         set_game Othello -> =
         set_game Go -> ? unknown game
         boardsize 8 -> =
         boardsize 10 -> ? unacceptable size
         12 fly away -> ?12 unknown command fly
         # a comment
         
         play black -> ? invalid coordinate
         play green d3 -> ? invalid color
         play black z9 -> ? invalid coordinate
         play black a1 -> ? illegal move
         play black pass -> ? illegal move
         play B D3 # the first move -> =
         genmove white -> = C3
         undo -> =
         showboard -> = ;........;........;...X....;...XX...;...XO...;........;........;........
         final_score -> = B+3
         undo -> =
         undo -> ? cannot undo
         9 quit -> =9",
    );
}

#[test]
fn gtp_passes_are_implied_or_written() {
    let mut gtp = Gtp::default();
    for drop in "b e6,w f6,b g6,w g7,b d3,w h6,b h8,w f8".split(',') {
        gtp_says(&mut gtp, &format!("play {drop} -> ="));
    }
    // Quarry asks the side that moved last for another move.
    let task = task(gtp.line("genmove w"));
    assert_eq!(task.position.to_move, Stone::White);
    gtp_says(&mut gtp, "genmove b -> = PASS\n undo -> =\n play b pass -> =");
}

#[test]
fn gtp_clocks_are_divided_among_the_moves_left() {
    let mut gtp = Gtp::default();
    let ms = |gtp: &mut Gtp| match gtp.line("genmove black") {
        Answer::Think(task) => task.ms,
        answer => panic!("{answer:?}"),
    };
    assert_eq!(ms(&mut gtp), None);
    gtp_says(&mut gtp, "time_settings 310 0 0 -> =");
    assert_eq!(ms(&mut gtp), Some(9_950));
    gtp_says(&mut gtp, "time_left black 62 0 -> =");
    assert_eq!(ms(&mut gtp), Some(1_950));
    gtp_says(&mut gtp, "time_left black 10 1 -> =");
    assert_eq!(ms(&mut gtp), Some(9_950));
    gtp_says(&mut gtp, "time_left black 0 0 -> =");
    assert_eq!(ms(&mut gtp), Some(10));
    gtp_says(&mut gtp, "time_settings x -> ? syntax error");
}

#[test]
fn gtp_refuses_times_out_of_range() {
    let mut gtp = Gtp::default();
    let most = u64::MAX;
    let dialogue = format!(
        "time_settings {most} 0 0 -> ? time out of range
         time_settings 0 {most} 1 -> ? time out of range
         time_left b {most} 0 -> ? time out of range
         time_left b -1 0 -> ? syntax error
         time_left b {most}0 0 -> ? syntax error"
    );
    gtp_says(&mut gtp, &dialogue);
    let task = task(gtp.line("genmove b"));
    assert_eq!(task.ms, None, "what was refused has set no clock");
}
