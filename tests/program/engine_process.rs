//! The engine as a process: its output, and how fast it stops.

use chacha20::ChaCha12Rng;
use players::level::Level;
use players::matches;
use players::{Engines, Othello, Player, Seats};
use rand::SeedableRng;

use crate::common::program::{Engine, qipan_reading};

#[test]
fn nboard_gets_moves_hints_and_pongs_during_a_search() {
    let mut engine = Engine::start("nboard");
    engine.say("nboard 2\nset depth 6\nset game (;GM[Othello]B[f5]W[d6];)\nping 1");
    assert_eq!(engine.hear("pong"), "pong 1");
    engine.say("go");
    let chosen = engine.hear("===");
    assert_eq!(chosen.split('/').count(), 3, "{chosen}");
    engine.hear("nodestats");
    engine.say("hint 2");
    engine.hear("search");
    engine.hear("nodestats");
    // A search of hours.
    engine.say("set depth 60\ngo");
    engine.say("ping 2");
    assert_eq!(engine.hear("pong"), "pong 2");
    engine.say("hint 5");
    engine.hear("search");
    engine.say("quit");
    engine.ends();
}

/// The output for these lines of input.
fn output_for(protocol: &str, input: &str) -> String {
    let output = qipan_reading(input.as_bytes(), &["engine", protocol]);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_engine_prints_its_move_when_its_input_ends_while_it_thinks() {
    let legal = ["D3", "C4", "F5", "E6"];
    for input in ["go\n", "go", "set depth 60\ngo\n"] {
        let output = output_for("nboard", input);
        let chosen = output.lines().find_map(|line| line.strip_prefix("=== "));
        let cell = chosen.and_then(|chosen| chosen.split('/').next());
        assert!(legal.contains(&cell.unwrap_or_default()), "{output}");
    }
    let output = output_for("nboard", "hint 2\n");
    assert!(output.contains("search "), "{output}");
    for input in ["genmove b\n", "time_settings 36000 0 0\ngenmove b\n"] {
        let output = output_for("gtp", input);
        let answer = output.lines().rfind(|line| !line.is_empty());
        let cell = answer.and_then(|answer| answer.strip_prefix("= "));
        assert!(legal.contains(&cell.unwrap_or_default()), "{output}");
    }
}

#[test]
fn gomocup_prints_nothing_after_the_end_of_its_input() {
    let output = output_for("gomocup", "START 15\nBEGIN\n");
    assert_eq!(output.lines().last(), Some("OK"), "{output}");
}

#[test]
fn nboard_ignores_unknown_lines_during_a_search() {
    let output = output_for("nboard", "set depth 14\ngo\nfoo\n\nset contempt 3\n");
    assert!(output.contains("=== "), "{output}");
    // A new question interrupts the search.
    let output = output_for("nboard", "set depth 60\ngo\nping 4\n");
    assert!(!output.contains("=== "), "{output}");
    assert!(output.contains("pong 4"), "{output}");
}

#[test]
fn gtp_plays_a_game_with_itself_to_its_end() {
    let mut engine = Engine::start("gtp");
    engine.say("time_settings 1 0 0");
    engine.hear("=");
    let (mut passes, mut moves) = (0, 0);
    for side in ["b", "w"].into_iter().cycle().take(130) {
        engine.say(&format!("7 genmove {side}"));
        let answer = engine.hear("=7 ");
        assert_eq!(engine.hear(""), "", "an empty line ends the block");
        passes = if answer == "=7 PASS" { passes + 1 } else { 0 };
        moves += 1;
        if passes == 2 {
            break;
        }
        engine.say("time_left b 1 0\ntime_left w 1 0");
    }
    assert_eq!(passes, 2, "after {moves} moves");
    engine.say("quit");
    engine.ends();
}

#[test]
fn the_engine_plays_a_level_by_nboard() {
    let program = env!("CARGO_BIN_EXE_qipan");
    let nboard: Player = format!("nboard:{program} engine nboard").parse().unwrap();
    let mut seats = Seats { black: nboard, white: Player::Level(Level::new(2).unwrap()), ..Seats::default() };
    let mut end = matches::othello_opening(&mut ChaCha12Rng::seed_from_u64(1));
    matches::play_on(&Othello, &mut end, &mut seats, &mut Engines::default()).unwrap();
    assert!(end.outcome().is_some(), "{end}");
}
