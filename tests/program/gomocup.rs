//! The Gomocup protocol, in process and with the program.

use games::stone::Stone;
use mind::engine::gomoku::{Board, Coord, Limits, Rules, Searcher, swap2};
use players::protocol::Answer;
use players::protocol::gomocup::{Gomocup, Request};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::program::Engine;

/// An engine that searches briefly.
struct InProcess {
    gomocup: Gomocup,
    searcher: Searcher,
}

impl InProcess {
    fn new() -> InProcess {
        InProcess { gomocup: Gomocup::default(), searcher: Searcher::new(1) }
    }

    /// The engine's output after a line, or `None` when it exits.
    fn line(&mut self, line: &str) -> Option<String> {
        match self.gomocup.line(line) {
            Answer::Nothing => Some(String::new()),
            Answer::Say(text) => Some(text),
            Answer::End(_) => None,
            Answer::Think(task) => {
                let limits = Limits { depth: 2, nodes: 1000 };
                let report = self.searcher.search(&task.board, &limits, &|| false, &mut |_| ());
                Some(self.gomocup.played(&task, report.best, report.value))
            }
        }
    }

    fn says(&mut self, line: &str) -> String {
        self.line(line).unwrap_or_else(|| panic!("it leaves at {line}"))
    }
}

/// The request that follows a line.
fn task(gomocup: &mut Gomocup, line: &str) -> Request {
    match gomocup.line(line) {
        Answer::Think(task) => task,
        other => panic!("{line} asks for no move: {other:?}"),
    }
}

fn point(answer: &str) -> Coord {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("'{answer}' is no move"));
    Coord::new(y.parse().unwrap(), x.parse().unwrap())
}

/// Runs a dialogue of lines or parts between bars, with answers after arrows. An answer may end with ..., and
/// * is any move.
fn dialogue(script: &str) {
    let mut engine = InProcess::new();
    for line in script.split(['\n', '|']).map(str::trim) {
        let (said, expected) = line.split_once("->").unwrap_or((line, ""));
        let (answer, expected) = (engine.says(said.trim()), expected.trim());
        let as_expected = match expected.strip_suffix("...") {
            Some(start) => answer.starts_with(start),
            None if expected == "*" => {
                point(&answer);
                true
            }
            None => answer == expected,
        };
        assert!(as_expected, "{line}\nanswered with {answer}");
    }
}

#[test]
fn either_side_may_start() {
    dialogue(
        "ABOUT -> name=\"qipan\", version=...
         START 15 -> OK
         INFO timeout_turn 1000
         INFO rule 0
         BEGIN -> 7,7
         TURN 8,8 -> *
         START 20 -> OK
         TURN 10,10 -> *
         END_OF_NOTHING -> UNKNOWN END_OF_NOTHING",
    );
}

#[test]
fn commands_may_be_lower_case_with_windows_line_ends() {
    dialogue("start 15\r -> OK\n info rule 0\r\n begin\r -> 7,7\n Turn 6 , 6\r -> *");
}

#[test]
fn the_engine_completes_and_blocks_fives() {
    dialogue(
        "START 15 -> OK
         BOARD | 3,7,1 | 0,0,2 | 4,7,1 | 0,2,2 | 5,7,1 | 0,4,2 | 6,7,1 | 2,7,2
         DONE -> 7,7",
    );
    // And blocked on the side where that is possible.
    dialogue(
        "START 15 -> OK
         BOARD | 3,7,2 | 0,0,1 | 4,7,2 | 0,2,1 | 5,7,2 | 0,4,1 | 6,7,2 | 2,7,1 | 12,12,2
         DONE -> 7,7",
    );
}

#[test]
fn rules_decide_what_is_five() {
    // Five stones with a gap: six in a row win only in freestyle.
    for (rule, best) in [("0", "5,7"), ("1", "*")] {
        let script = format!(
            "START 15 -> OK
             INFO rule {rule}
             BOARD
             3,7,1 | 0,0,2 | 4,7,1 | 0,2,2 | 6,7,1 | 0,4,2 | 7,7,1 | 0,6,2 | 8,7,1 | 14,14,2
             DONE -> {best}"
        );
        dialogue(&script);
    }
    let mut engine = InProcess::new();
    engine.says("START 15");
    engine.says("INFO rule 4");
    // A double three on 7,7 wins in freestyle and is forbidden in renju.
    engine.says("BOARD");
    for line in ["5,7,1", "6,7,1", "7,5,1", "7,6,1", "0,0,2", "0,2,2", "0,4,2", "14,0,2"] {
        assert_eq!(engine.says(line), "");
    }
    assert_ne!(engine.says("DONE"), "7,7");
}

#[test]
fn stones_are_taken_back_and_boards_emptied() {
    dialogue(
        "START 15 -> OK
         BEGIN -> 7,7
         TURN 8,8 -> *
         TAKEBACK 8,8 -> OK
         TAKEBACK 8,8 -> ERROR TAKEBACK needs a point with a stone...
         TAKEBACK 7,7 -> OK
         TURN 7,7 -> *
         RESTART -> OK
         BEGIN -> 7,7",
    );
}

#[test]
fn errors_are_reported_and_change_nothing() {
    dialogue(
        "TURN 7,7 -> ERROR TURN needs a START before it
         BEGIN -> ERROR BEGIN needs a START before it
         START 4 -> ERROR the size of the board must be a number from 5 to 20
         START 21 -> ERROR the size...
         START many -> ERROR the size...
         RECTSTART 15,20 -> ERROR only square boards are supported
         RECTSTART 15,15 -> OK
         INFO
         INFO rule 9 -> ERROR rule '9' is not supported...
         INFO timeout_turn soon
         INFO colour red
         TURN 7,15 -> ERROR 7,15 is outside the board
         TURN 7 -> ERROR a move is two numbers, such as 7,7
         TURN -1,7 -> ERROR a move is two numbers, such as 7,7
         TURN 7,7 -> *
         TURN 7,7 -> ERROR there is a stone on 7,7
         BEGIN -> ERROR BEGIN needs an empty board; RESTART empties it
         BOARD
         7,7,9 -> ERROR '7,7,9' is not a stone on this board
         DONE -> UNKNOWN DONE
         BOARD
         7,7,1
         7,7,2 -> ERROR 7,7 is listed twice
         DONE -> UNKNOWN DONE
         BOARD
         DONE -> 7,7",
    );
}

/// The error comes at once, so that a waiting manager does not hang, and the next line is a command again.
#[test]
fn an_invalid_stone_ends_the_list() {
    for wrong in ["nonsense", "7,8", "7,8,1,1", "15,0,1", "7,8,4", "START 15", "INFO rule 0"] {
        for list in ["BOARD", "SWAP2BOARD"] {
            if (wrong, list) == ("7,8", "SWAP2BOARD") || (wrong, list) == ("7,8,4", "SWAP2BOARD") {
                continue;
            }
            dialogue(&format!(
                "START 15 -> OK
                 {list}
                 7,7,1
                 {wrong} -> ERROR '{wrong}' is not a stone on this board
                 ABOUT -> name=...
                 DONE -> UNKNOWN DONE
                 BEGIN -> 7,7"
            ));
        }
    }
}

#[test]
fn unsupported_rules_are_refused() {
    for rule in ["2", "3", "5", "6", "7", "8", "9", "-1", "renju"] {
        let mut engine = InProcess::new();
        engine.says("START 15");
        assert_eq!(engine.says("INFO rule 4"), "");
        let why = format!("ERROR rule '{rule}' is not supported; 0 is freestyle, 1 standard and 4 renju");
        assert_eq!(engine.says(&format!("INFO rule {rule}")), why);
        let task = task(&mut engine.gomocup, "BEGIN");
        assert_eq!(task.board.rules(), Rules::Renju);
    }
    // Other keys are ignored.
    dialogue("START 15 -> OK\n INFO evaluate 7,7\n INFO game_type 8\n INFO folder /tmp");
}

/// Matters in renju, where White may take points that are forbidden for Black.
#[test]
fn the_engine_is_black_after_a_restart() {
    for again in ["RESTART", "TAKEBACK 0,0", "START 15", "BOARD\nnonsense", "RECTSTART 15,15"] {
        let mut engine = InProcess::new();
        engine.says("START 15");
        engine.says("INFO rule 4");
        // As White; the answer is not played.
        assert!(matches!(engine.gomocup.line("TURN 0,0"), Answer::Think(_)));
        again.lines().for_each(|line| drop(engine.says(line)));
        let begun = task(&mut engine.gomocup, "BEGIN");
        assert_eq!(begun.board.to_move(), Stone::Black, "after {again}");
        assert_eq!(engine.gomocup.played(&begun, Coord::new(7, 7), 0), "7,7");
        let task = task(&mut engine.gomocup, "TURN 8,8");
        assert_eq!(task.board.stone_at(Coord::new(7, 7)), Some(Stone::Black));
        assert_eq!(task.board.stone_at(Coord::new(8, 8)), Some(Stone::White));
    }
}

#[test]
fn the_engine_that_swaps_plays_the_other_colour() {
    let mut engine = InProcess::new();
    engine.says("START 15");
    for line in ["SWAP2BOARD", "6,7", "0,0", "7,7"] {
        engine.says(line);
    }
    assert_eq!(engine.says("DONE"), "SWAP");
    let task = task(&mut engine.gomocup, "TURN 8,7");
    assert_eq!(task.board.to_move(), Stone::Black);
    assert_eq!(task.board.stone_at(Coord::new(7, 8)), Some(Stone::White));
}

#[test]
fn swap2_openings_vary() {
    let mut all = std::collections::HashSet::new();
    for size in [15, 20, 9, 5] {
        let mut engine = InProcess::new();
        engine.says(&format!("START {size}"));
        for seed in 0..20 {
            engine.says("SWAP2BOARD");
            let said = engine.says("DONE");
            let points: Vec<Coord> = said.split(' ').map(point).collect();
            assert_eq!(points, swap2::opening(size, seed), "{said}");
            for line in ["SWAP2BOARD"].into_iter().chain(said.split(' ')) {
                assert_eq!(engine.says(line), "", "its own stones are on the board");
            }
            assert!(matches!(engine.gomocup.line("DONE"), Answer::Think(_)));
            all.insert(said);
        }
    }
    assert!(all.len() > 20, "{all:?}");
}

#[test]
fn swap2_questions_get_stones_a_choice_or_a_move() {
    dialogue(
        "START 15 -> OK
         SWAP2BOARD | 7,7
         DONE -> ERROR SWAP2BOARD takes no stones, three or five
         SWAP2BOARD | 6,7 | 0,0 | 7,7
         DONE -> SWAP",
    );
    // With the move and the only stones in the middle there is no reason to swap.
    dialogue("START 15 -> OK\n SWAP2BOARD\n 0,0\n 7,7\n 14,14\n 8,7\n 0,14\n DONE -> *");
    dialogue("START 15 -> OK\n SWAP2BOARD\n 0,0\n 7,7\n 14,14\n DONE -> *");
}

#[test]
fn the_time_for_a_move_is_below_the_limit() {
    let mut gomocup = Gomocup::default();
    gomocup.line("START 15");
    let mut time = |lines: &[&str]| {
        lines.iter().for_each(|line| drop(gomocup.line(line)));
        gomocup.line("RESTART");
        task(&mut gomocup, "BEGIN").time.as_millis()
    };
    let second = time(&["INFO timeout_turn 1000"]);
    assert!((800..=950).contains(&second), "{second} ms");
    assert!(time(&["INFO timeout_turn 100"]) <= 70);
    assert!((1..=3).contains(&time(&["INFO timeout_turn 10"])));
    assert_eq!(time(&["INFO timeout_turn 0"]), 0);
    assert!(time(&["INFO timeout_turn 30000", "INFO time_left 10000"]) <= 1000);
    assert!(time(&["INFO time_left 100"]) <= 20);
    assert_eq!(time(&["INFO time_left -5"]), 0);
    assert!(time(&["INFO time_left 1000000", "INFO timeout_turn 5000"]) >= 4000);
    assert!(time(&["INFO time_left 10000"]) <= 1000);
    let fischer = ["INFO time_left 10000", "INFO time_increment 4000"];
    assert!(time(&fischer) >= 4000, "what comes with each move can be spent");
}

#[test]
fn the_engine_divides_the_time_of_a_match() {
    let mut gomocup = Gomocup::default();
    gomocup.line("START 15");
    gomocup.line("INFO timeout_turn 30000");
    gomocup.line("INFO timeout_match 60000");
    let time = |gomocup: &mut Gomocup| task(gomocup, "BEGIN").time;
    let first = time(&mut gomocup);
    for _ in 0..60 {
        let time = time(&mut gomocup);
        gomocup.has_thought(time);
    }
    let last = time(&mut gomocup);
    assert!(first.as_millis() > 1000, "{first:?}");
    assert!(last < first / 10, "{last:?} after {first:?}");
    gomocup.line("RESTART");
    assert_eq!(time(&mut gomocup), first, "a new match has all its time");
}

#[test]
fn a_limit_on_positions_is_obeyed() {
    let mut gomocup = Gomocup::default();
    gomocup.line("START 15");
    gomocup.line("INFO max_node 1234");
    assert_eq!(task(&mut gomocup, "BEGIN").nodes, Some(1234));
}

/// Half of the random moves are in the middle, where they matter.
#[test]
fn two_hundred_games_against_a_random_mover_are_won() {
    let mut random = StdRng::seed_from_u64(9);
    let mut engine = InProcess::new();
    for game in 0..200 {
        assert_eq!(engine.says("START 15"), "OK");
        let rule = ["0", "1", "4"][game % 3];
        engine.says(&format!("INFO rule {rule}"));
        let rules = [Rules::Freestyle, Rules::Standard, Rules::Renju][game % 3];
        let mut board = Board::new(15, rules);
        let own = [Stone::Black, Stone::White][game / 3 % 2];
        if own == Stone::Black {
            board.play(point(&engine.says("BEGIN")));
        }
        while board.winner().is_none() {
            let near = random.random_bool(0.5);
            let free = |p: &Coord| {
                let middle = |n: usize| !near || (4..11).contains(&n);
                board.stone_at(*p).is_none() && middle(p.row()) && middle(p.col())
            };
            let free: Vec<Coord> = board.points().filter(free).collect();
            let Some(theirs) = free.choose(&mut random) else {
                panic!("game {game} is drawn\n{board}");
            };
            board.play(*theirs);
            assert_eq!(board.winner(), None, "game {game} is lost\n{board}");
            let ours = point(&engine.says(&format!("TURN {},{}", theirs.col(), theirs.row())));
            let is_free = board.stone_at(ours).is_none();
            assert!(is_free, "game {game}: {ours:?}\n{board}");
            board.play(ours);
        }
        assert_eq!(board.winner(), Some(own), "game {game}\n{board}");
    }
}

/// The program's next line other than MESSAGE.
fn answer(program: &Engine) -> String {
    let mut lines = std::iter::from_fn(|| program.next());
    let answer = lines.find(|line| !line.starts_with("MESSAGE"));
    answer.expect("it has not left")
}

#[test]
fn the_manager_sets_the_number_of_threads() {
    for threads in ["2", "1000000", "0", "-1", "two", ""] {
        let mut program = Engine::start("gomocup");
        program.say(&format!(
            "INFO thread_num {threads}\nINFO max_node 2000\nSTART 15\nBOARD\n7,7,1\n8,8,2\n9,7,1\nDONE"
        ));
        assert_eq!(answer(&program), "OK");
        point(&answer(&program));
        program.say("INFO thread_num 1\nTURN 0,0\nSTOP");
        point(&answer(&program));
        program.say("END");
        program.ends();
    }
}

/// Without STOP the search takes an hour.
#[test]
fn stop_ends_the_search() {
    let mut program = Engine::start("gomocup");
    program.say("START 15\nINFO timeout_turn 3600000\nINFO timeout_match 0");
    assert_eq!(answer(&program), "OK");
    program.say("TURN 7,7");
    program.say("STOP");
    let first = point(&answer(&program));
    assert_ne!(first, Coord::new(7, 7));
    // A late STOP does not end the next search before it has a move.
    program.say("STOP\nTURN 0,0\nSTOP");
    point(&answer(&program));
    program.say("END");
    program.ends();
}

#[test]
fn the_program_exits_silently_during_a_search() {
    for last_words in [Some("END"), None] {
        let mut program = Engine::start("gomocup");
        program.say("START 15\nINFO timeout_turn 3600000\nINFO timeout_match 0\nTURN 7,7");
        assert_eq!(answer(&program), "OK");
        if let Some(words) = last_words {
            program.say(words);
            assert_eq!(program.next(), None);
        }
        program.ends();
    }
}

/// Without these lines the search takes an hour.
#[test]
fn new_games_and_settings_end_the_search() {
    let start = "START 15\nINFO timeout_turn 3600000\nINFO timeout_match 0";
    let mut program = Engine::start("gomocup");
    program.say(start);
    assert_eq!(answer(&program), "OK");
    // The manager still expects the move.
    program.say("TURN 7,7");
    program.say("INFO timeout_turn 3600000");
    assert_ne!(point(&answer(&program)), Coord::new(7, 7));
    // The move is cancelled, and the answer belongs to the new line.
    for (line, expected) in [
        ("RESTART", "OK"),
        ("START 15", "OK"),
        ("RECTSTART 15,15", "OK"),
        ("BOARD\nnonsense", "ERROR 'nonsense' is not a stone on this board"),
        ("SWAP2BOARD\n7,7\nDONE", "ERROR SWAP2BOARD takes no stones, three or five"),
    ] {
        program.say("RESTART");
        assert_eq!(answer(&program), "OK");
        program.say("TURN 0,0");
        program.say(line);
        assert_eq!(answer(&program), expected);
    }
    program.say("END");
    program.ends();
}
