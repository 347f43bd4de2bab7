//! The command line, as scripts use it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::program::{program, qipan, qipan_reading};
use crate::common::{
    pictures::{read_film, read_png},
    recorded::{keys_of, keys_of_record, world_championship},
};

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// The program fails with this status and one line that holds all the words.
fn assert_fails(output: &Output, status: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("qipan: "), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' is not in: {said}");
    }
}

/// A file or folder of this name for a test's own use, which is not there yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn dump_prints_the_state_of_othello() {
    let output = qipan(&[
        "othello",
        "--keys",
        "Down*3 Right*3 Enter Down Enter*2",
        "--dump",
    ]);
    assert_eq!(
        out(&output),
        "........\n........\n...X....\n...XX...\n...XO...\n........\n........\n........\n\
         to move: white\nscore: 4 1\ntries: 2 of 59\nmoves: d3\nresult: none\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn dump_prints_the_end_of_a_championship_game() {
    for (n, result) in [(0, "black"), (2, "white"), (3, "draw")] {
        let game = &world_championship()[n];
        let output = qipan(&["othello", "--keys", &keys_of(&game.moves), "--dump"]);
        let (black, white) = game.discs;
        let lines: Vec<&str> = out(&output).lines().skip(8).collect();
        assert_eq!(lines[0], "to move: nobody");
        assert_eq!(lines[1], format!("score: {black} {white}"));
        assert_eq!(lines[2].replace("--", ""), format!("moves: {}", game.moves));
        assert_eq!(lines[3], format!("result: {result}"));
    }
}

#[test]
fn dump_prints_the_state_of_gomoku() {
    let record = "000110112021303140";
    let output = qipan(&["gomoku", "--keys", &keys_of_record(record), "--dump"]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines[..2], ["XXXXX..........", "OOOO..........."]);
    assert_eq!(lines[2..15], ["..............."; 13]);
    assert_eq!(
        lines[15..],
        [
            "to move: nobody",
            "record: 000110112021303140",
            "result: black"
        ]
    );
}

#[test]
fn dump_after_esc_prints_the_state_as_it_was() {
    let keys = "Down*3 Right*3 Enter Esc Down*3 Right*2 Enter";
    let output = qipan(&["othello", "--keys", keys, "--dump"]);
    assert!(out(&output).contains("moves: d3\n"), "{}", out(&output));
}

#[test]
fn a_record_opens_a_game_that_goes_on() {
    let keys = ["--keys", "4 0 Enter", "--dump"];
    let args = [&["gomoku", "--record", "0001101120213031"], &keys[..]].concat();
    let output = qipan(&args);
    assert!(out(&output).contains("record: 000110112021303140\nresult: black"));
}

#[test]
fn the_rules_of_gomoku_are_those_of_the_options_or_of_the_record() {
    for (args, record) in [
        (&["--rules", "renju"][..], "renju 00"),
        (&["--first", "white"], "white-first 00"),
        (
            &["--first", "white", "--rules", "standard"],
            "standard white-first 00",
        ),
        (&["--opening", "swap2"], "00"),
        (&["--record", "renju 77"], "renju 7700"),
        (&["--record", "77", "--rules", "standard"], "standard 7700"),
    ] {
        let output = qipan(&[&["gomoku", "--keys", "0 0 Enter", "--dump"], args].concat());
        let dumped = out(&output);
        assert!(
            dumped.contains(&format!("record: {record}\n")),
            "{args:?}: {dumped}"
        );
    }
}

#[test]
fn rules_that_are_none_or_do_not_go_together_are_named_in_a_line() {
    let forbidden = format!("renju {}22", crate::common::recorded::FORBIDDEN);
    for (args, said) in [
        (
            &["gomoku", "--rules", "original"][..],
            "there are freestyle, standard, renju",
        ),
        (
            &["othello", "--rules", "renju"],
            "--rules cannot be 'renju'; there are original, standard",
        ),
        (
            &["gomoku", "--rules", "renju", "--first", "white"],
            "Black begins in renju",
        ),
        (
            &["gomoku", "--opening", "swap2", "--first", "white"],
            "Black begins in renju",
        ),
        (&["gomoku", "--opening", "swap"], "there are free, swap2"),
        (
            &["gomoku", "--first", "red"],
            "'red' is neither black nor white",
        ),
        (
            &["gomoku", "--opening", "swap2", "--record", "77"],
            "does not go with",
        ),
        (
            &["gomoku", "--record", &forbidden],
            "22 is forbidden to Black: double three",
        ),
        (&["othello", "--first", "white"], "--first"),
        (
            &["match", "1", "1", "--rules", "renju"],
            "--rules of a match needs --gomoku",
        ),
        (
            &["match", "1", "1", "--size", "9"],
            "--size of a match needs --gomoku",
        ),
        (
            &["match", "1", "1", "--opening", "free"],
            "--opening of a match needs --gomoku",
        ),
        (
            &["match", "1", "1", "--gomoku", "--size", "4"],
            "4 is not in 5..=20",
        ),
        (
            &["match", "1", "1", "--patience", "0"],
            "0 is not in 1..=86400",
        ),
    ] {
        let output = qipan(
            &[
                args,
                &["--keys", ""][..(2 * usize::from(args[0] != "match"))],
            ]
            .concat(),
        );
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(
            text.contains(said) && text.lines().count() == 1,
            "{args:?}: {text}"
        );
    }
    let output = qipan(&[
        "match", "1", "random", "--gomoku", "--rules", "renju", "--games", "4",
    ]);
    assert!(out(&output).contains("1-greedy against random"));
}

#[test]
fn who_wins_a_match_is_the_player_and_not_the_colour_when_swap2_has_changed_them() {
    let program = format!("gomocup:{} engine gomocup", env!("CARGO_BIN_EXE_qipan"));
    for player in ["3", &program] {
        for size in ["10", "20"] {
            let output = qipan(&[
                "match",
                player,
                "random",
                "--gomoku",
                "--opening",
                "swap2",
                "--size",
                size,
                "--nodes",
                "300",
                "--games",
                "6",
            ]);
            assert!(
                out(&output).contains("6 won, 0 drawn, 0 lost"),
                "{}",
                out(&output)
            );
        }
    }
}

#[test]
fn a_match_that_breaks_off_says_how_it_stood() {
    let qipan_ends = format!(
        "gomocup:sh -c 'sed -u 80q | {} engine gomocup'",
        env!("CARGO_BIN_EXE_qipan")
    );
    let output = qipan(&["match", &qipan_ends, "random", "--gomoku", "--nodes", "100"]);
    assert_fails(&output, 1, &["has ended"]);
    assert!(
        out(&output).contains(" won, 0 drawn, 0 lost: 100.0 %"),
        "{}",
        out(&output)
    );
}

#[test]
fn a_finished_record_opens_at_its_end() {
    let args = [
        "gomoku",
        "--record",
        "000110112021303140",
        "--keys",
        "Down*5",
        "--dump",
    ];
    assert!(out(&qipan(&args)).contains("to move: nobody"));
}

#[test]
fn the_game_reached_from_the_menu_is_dumped() {
    let output = qipan(&["--keys", "g Down Enter", "--dump"]);
    assert!(out(&output).contains("record: 00\n"), "{}", out(&output));
    let output = qipan(&["--keys", "Down", "--dump"]);
    assert_eq!(out(&output), "", "no game was played");
}

#[test]
fn a_seed_gives_the_same_game_in_all_versions() {
    // Other moves here mean that a library draws otherwise than before: --seed promises that this does not happen.
    for (game, moves) in [
        (
            "othello",
            "moves: f5d6c4d3c3b5c7g6g5h5e3d7e6f7d8c2g4c6b3e8a6c8f4d2e2b4b7a4f3d1f2f6g8g2e1f8a3e7h6h8g3f\
         1c5a8g1h4h3h1b8a5b1a2h2b6h7a7g7b2c1a1",
        ),
        (
            "gomoku",
            "record: 778574636979969bb78c6cab83bad7539d9c62db7ded73576baaa99a72316593e95140dd7ca7c7de76\
         1190eb47a26835e5b2282a675bd884aed9b8a54e3614528ec3915629460b4144d302277150e66d7864982d6a",
        ),
    ] {
        let players = ["--black", "random", "--white", "random", "--seed", "7"];
        let output = qipan(&[&[game, "--keys", "", "--dump"], &players[..]].concat());
        assert!(out(&output).contains(moves), "{}", out(&output));
    }
}

/// Is the file the golden frame of this name?
fn same(file: &Path, name: &str) -> bool {
    let golden = format!("{}/tests/golden/{name}.png", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(file).unwrap() == std::fs::read(golden).unwrap()
}

#[test]
fn the_screenshot_is_the_last_frame() {
    let file = scratch("screenshot.png");
    let keys = "Down*3 Right*3 Enter";
    let args = [
        "othello",
        "--keys",
        keys,
        "--screenshot",
        file.to_str().unwrap(),
    ];
    assert_eq!(qipan(&args).status.code(), Some(0));
    assert!(same(&file, "othello-move"));
}

#[test]
fn frames_are_written_in_order_one_for_each_key_and_the_first() {
    let dir = scratch("frames");
    let args = [
        "othello",
        "--speed",
        "instant",
        "--keys",
        "Down*3 Right*3 Enter",
        "--frames",
        dir.to_str().unwrap(),
    ];
    assert_eq!(qipan(&args).status.code(), Some(0));
    let mut names: Vec<_> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 8);
    assert_eq!(
        (names[0].as_str(), names[7].as_str()),
        ("000001.png", "000008.png")
    );
    for (frame, name) in [
        (1, "othello-start"),
        (7, "othello-moving"),
        (8, "othello-move"),
    ] {
        let frame = dir.join(format!("{frame:06}.png"));
        assert!(same(&frame, name), "{} is not {name}", frame.display());
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let nowhere = "/nowhere/at/all.png";
    let output = qipan(&["othello", "--keys", "", "--screenshot", nowhere, "--dump"]);
    assert_fails(&output, 1, &["cannot write", nowhere]);
    assert!(out(&output).contains("result: none"), "the dump is lost");
    let file = scratch("file-and-no-folder");
    std::fs::write(&file, "").unwrap();
    let output = qipan(&["othello", "--keys", "", "--frames", file.to_str().unwrap()]);
    assert_fails(&output, 1, &["cannot write", "file-and-no-folder"]);
}

#[test]
fn without_a_display_the_way_out_is_named() {
    for args in [&[][..], &["othello"], &["gomoku", "--record", "77"]] {
        assert_fails(&qipan(args), 1, &["no display", "--keys", "--screenshot"]);
    }
}

#[test]
fn a_command_line_that_makes_no_sense_is_a_usage_error() {
    for (args, word) in [
        (&["othello", "--keys", "Dwon"][..], "'Dwon'"),
        (&["othello", "--keys", "Down*x"], "'Down*x'"),
        (&["othello", "--keys"], "--keys"),
        (&["othello", "--nonsense"], "--nonsense"),
        (&["chess"], "chess"),
        (&["othello", "gomoku"], "gomoku"),
        (&["othello", "--record", "77"], "--record"),
        (&["gomoku", "--record", "7"], "two digits"),
        (&["gomoku", "--record", "7f"], "'f'"),
        (&["gomoku", "--record", "7777"], "stone 2"),
        (&["gomoku", "--record", "00011011202130314050"], "stone 10"),
        (&["--screenshot", "x.png"], "need --keys"),
        (&["othello", "--frames", "x"], "need --keys"),
        (&["judge"], "judge needs RECORD"),
        (
            &["judge", "--algorithm", "guess", "77"],
            "all-stones, last-stone, direction-table",
        ),
        (&["judge", "--nonsense"], "--nonsense"),
        (&["judge", "77", "7"], "record 2"),
        (&["replay"], "replay needs FILE"),
        (&["replay", "x.wtb", "--check", "--game", "2"], "--game"),
        (&["replay", "x.wtb", "--dump", "--keys", "Enter"], "--keys"),
        (&["replay", WC10, "--screenshot", "x.png"], "--keys"),
        (&["replay", "x.wtb", "--dump", "--game", "0"], "0"),
        (&["replay", "x.wtb", "--dump", "--game", "two"], "two"),
        (&["replay", "x.wtb", "y.wtb", "--dump"], "y.wtb"),
        (&["replay", "x.wtb", "y.wtb"], "y.wtb"),
        (&["solve", "x", "--threads", "0"], "0"),
        (&["replay", "--nonsense"], "--nonsense"),
        (&["source", "CHESS.C"], "QIPAN.C, TABLE.C"),
        (&["source", "--nonsense"], "--nonsense"),
    ] {
        assert_fails(&qipan(args), 2, &[word]);
    }
}

#[test]
fn source_lists_the_c_programs_and_prints_one() {
    let listed = qipan(&["source"]).stdout;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    assert!(listed.starts_with("QIPAN.C "), "{listed}");
    for name in ["QIPAN.C", "qipan.c", "qipan"] {
        let printed = qipan(&["source", name]).stdout;
        let text = include_str!("../../src/original/QIPAN.C");
        assert_eq!(String::from_utf8_lossy(&printed), text);
    }
}

/// All commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = qipan(&["--help"]);
    let lines = out(&help)
        .lines()
        .filter_map(|line| line.strip_prefix("  "));
    let named = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let names = named.map(|line| line.split(' ').next().unwrap().to_string());
    names.collect()
}

#[test]
fn help_is_one_screen_and_lists_the_commands() {
    let help = qipan(&["--help"]);
    let lines: Vec<&str> = out(&help).lines().collect();
    assert!(lines.len() <= 24, "{}", out(&help));
    assert!(lines.iter().all(|line| line.len() <= 80), "{}", out(&help));
    let commands = commands();
    for command in [
        "othello", "match", "perft", "solve", "judge", "replay", "teach",
    ] {
        assert!(commands.iter().any(|name| name == command), "{command}");
    }
    assert_eq!(out(&qipan(&["help"])), out(&help));
}

#[test]
fn the_help_of_a_command_is_about_that_command() {
    for command in commands() {
        let help = qipan(&[&command, "--help"]);
        assert_eq!(help.status.code(), Some(0), "{command}");
        assert!(
            out(&help).contains(&format!("Usage: qipan {command}")),
            "{}",
            out(&help)
        );
        assert_eq!(out(&qipan(&["help", &command])), out(&help));
        assert_eq!(out(&qipan(&[&command, "-h"])), out(&help));
        let version = qipan(&[&command, "--version"]);
        let known = concat!("qipan ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!(out(&version), known);
    }
    let teach = qipan(&["teach", "--help"]);
    for (option, has) in [
        ("--trace", true),
        ("--lesson", true),
        ("alpha-beta", true),
        ("--keys", true),
        ("--sprt", false),
        ("--check", false),
    ] {
        assert_eq!(out(&teach).contains(option), has, "{option}");
    }
}

#[test]
fn what_is_mistyped_is_guessed() {
    for (args, guessed) in [
        (
            &["othr"][..],
            "there is no command 'othr' (did you mean othello?)",
        ),
        (&["gomoko", "--seed", "1"], "did you mean gomoku?"),
        (&["mach"], "did you mean match?"),
        (&["othello", "--ruls", "standard"], "did you mean --rules?"),
        (&["othello", "--speed", "instnt"], "did you mean instant?"),
        (
            &["teach", "--lesson", "direktion"],
            "did you mean direction?",
        ),
        (&["learner", "trian"], "did you mean train?"),
    ] {
        assert_fails(&qipan(args), 2, &[guessed, "; see qipan"]);
    }
}

#[test]
fn options_may_stand_before_the_command() {
    let moves = ["--keys", "Down*3 Right*3 Enter", "--dump"];
    let after = qipan(&[&["othello"], &moves[..]].concat());
    let before = qipan(&[&moves[..], &["othello"]].concat());
    let around = qipan(&[&moves[..2], &["othello"], &moves[2..]].concat());
    assert!(out(&after).contains("moves: d3\n"), "{}", out(&after));
    assert_eq!(out(&before), out(&after));
    assert_eq!(out(&around), out(&after));
}

#[test]
fn the_last_of_two_same_options_counts() {
    let rules = ["gomoku", "--rules", "renju", "--rules", "standard"];
    let output = qipan(&[&rules[..], &["--keys", "Down Enter", "--dump"]].concat());
    assert!(
        out(&output).contains("record: standard 00\n"),
        "{}",
        out(&output)
    );
}

#[test]
fn completions_know_commands_options_and_values() {
    for (shell, words) in [
        ("bash", ["complete", "othello", "--rules", "standard"]),
        ("zsh", ["#compdef qipan", "othello", "--rules", "standard"]),
        (
            "fish",
            ["complete -c qipan", "othello", "-l rules", "standard"],
        ),
    ] {
        let output = qipan(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        for word in words {
            assert!(out(&output).contains(word), "{shell}: {word}");
        }
    }
    assert_fails(&qipan(&["completions", "csh"]), 2, &["bash, zsh, fish"]);
}

#[test]
fn the_manual_has_a_page_for_the_program_and_one_for_each_command() {
    let page = qipan(&["man"]);
    assert!(out(&page).contains(".TH qipan 1"), "{}", out(&page));
    assert!(out(&page).contains("qipan\\-teach(1)"), "{}", out(&page));
    for command in commands() {
        let page = qipan(&["man", &command]);
        let title = format!(".TH qipan-{command} 1");
        assert!(out(&page).contains(&title), "{command}: {}", out(&page));
    }
    assert!(out(&qipan(&["man", "teach"])).contains("\\-\\-trace"));
    assert_fails(&qipan(&["man", "chess"]), 2, &["chess"]);
}

#[test]
fn judge_answers_a_line_for_each_record() {
    let records = [
        "000110112021303140",
        "0001101120213031",
        "",
        "0b0e0c0d",
        "000110112021300341",
    ];
    for algorithm in ["all-stones", "last-stone", "direction-table"] {
        let args = [&["judge", "--algorithm", algorithm], &records[..]].concat();
        let output = qipan(&args);
        assert_eq!(
            out(&output),
            "black\nnone\nnone\nnone\nnone\n",
            "{algorithm}"
        );
        assert_eq!(output.status.code(), Some(0));
    }
    let white = "77876858987997a7a8889976969a95";
    assert_eq!(out(&qipan(&["judge", white])), "black\n");
}

#[test]
fn judge_counts_the_points_that_it_looks_at() {
    // All stones: one below the first stone, and the four to its right. Last stone: one each on the diagonals, one below,
    // four to the left, one to the right. The table looks along the row first: one to the right, four to the left.
    for (algorithm, counted) in [
        ("all-stones", "black 5\n"),
        ("last-stone", "black 8\n"),
        ("direction-table", "black 5\n"),
    ] {
        let args = [
            "judge",
            "--count",
            "--algorithm",
            algorithm,
            "000110112021303140",
        ];
        assert_eq!(out(&qipan(&args)), counted, "{algorithm}");
    }
}

#[test]
fn judge_names_the_line_of_a_bad_record_and_judges_the_others() {
    let input = b"000110112021303140\n77f\n\r\n7777\r\n\xff\xfe\n000110112021303140";
    let output = qipan_reading(input, &["judge", "-"]);
    assert_eq!(out(&output), "black\nnone\nblack\n");
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for (line, number) in lines.iter().zip(["line 2:", "line 4:", "line 5:"]) {
        assert!(line.contains(number), "{line}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error_to_speak_of() {
    let mut child = program()
        .args(["judge", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(b"77\n".repeat(100_000).as_slice());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

const WC10: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");

#[test]
fn replay_check_tells_how_many_games_are_as_recorded() {
    let transcripts = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/wc10_transcripts.txt"
    );
    for file in [WC10, transcripts] {
        let output = qipan(&["replay", file, "--check"]);
        assert_eq!(out(&output), "10 games, all as recorded\n");
        assert_eq!(output.stderr, b"");
        assert_eq!(output.status.code(), Some(0));
    }
    let output = qipan(&["replay", WC10, transcripts, "--check"]);
    assert_eq!(out(&output), "20 games, all as recorded\n");
}

#[test]
fn replay_check_names_every_bad_game_on_a_line() {
    let mut bytes = std::fs::read(WC10).unwrap();
    bytes[16 + 2 * 68 + 8 + 4] = 11;
    bytes[16 + 6 * 68 + 6] += 1;
    let file = scratch("two-bad-games.wtb");
    std::fs::write(&file, bytes).unwrap();
    let file = file.to_str().unwrap();
    let output = qipan(&["replay", "--check", file]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!(
            "qipan: {file}, game 3, move 5: a1 turns nothing over for Black\n\
             qipan: {file}, game 7: the record says 41-23, the board 40-24\n"
        )
    );
    assert_eq!((out(&output), output.status.code()), ("", Some(1)));

    let wrong_score = qipan(&["replay", file, "--dump", "--game", "7"]);
    assert!(out(&wrong_score).contains("score: 40 24\n"));
    let wrong_move = qipan(&["replay", file, "--dump", "--game", "3"]);
    assert_fails(&wrong_move, 1, &[file, "game 3, move 5: a1"]);
}

#[test]
fn replay_dump_prints_the_last_position_of_a_game() {
    for (args, n) in [(&["--dump"][..], 0), (&["--dump", "--game", "3"], 2)] {
        let output = qipan(&[&["replay", WC10], args].concat());
        let game = &world_championship()[n];
        let played = qipan(&["othello", "--keys", &keys_of(&game.moves), "--dump"]);
        assert_eq!(out(&output), out(&played));
        assert_eq!(output.status.code(), Some(0));
    }
    let output = qipan(&["replay", WC10, "--check", "--dump", "--game", "10"]);
    assert!(out(&output).ends_with("\nresult: white\n10 games, all as recorded\n"));
    let output = qipan(&["replay", WC10, "--dump", "--game", "11"]);
    assert_fails(&output, 1, &["wc10.wtb, game 11: ", "10"]);
}

#[test]
fn othello_begins_at_a_position_of_the_command_line() {
    let position = format!("{}OX......XO{} O", ".".repeat(27), ".".repeat(27));
    let output = qipan(&["othello", "--position", &position, "--keys", "", "--dump"]);
    assert!(
        out(&output).contains("\nto move: white\n"),
        "{}",
        out(&output)
    );
    let dump = qipan_reading(output.stdout.as_slice(), &["replay", "-", "--dump"]);
    assert_eq!(out(&dump), out(&output), "what is printed can be pasted");
    let bad = qipan(&["othello", "--position", "XO", "--keys", "", "--dump"]);
    assert_fails(&bad, 2, &["64 cells"]);
}

#[test]
fn replay_names_a_file_that_it_cannot_read() {
    let output = qipan(&["replay", "/nowhere/at/all.wtb", "--check"]);
    assert_fails(&output, 1, &["/nowhere/at/all.wtb: cannot read the file"]);
    let file = scratch("cut-off.wtb");
    std::fs::write(&file, &std::fs::read(WC10).unwrap()[..600]).unwrap();
    let output = qipan(&["replay", file.to_str().unwrap(), "--check"]);
    assert_fails(
        &output,
        1,
        &["cut-off.wtb: the file is cut off", "600", "696"],
    );
}

#[test]
fn perft_prints_a_count_for_each_depth() {
    let output = qipan(&["perft", "5"]);
    let counts: Vec<&str> = out(&output)
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap())
        .collect();
    assert_eq!(counts, ["4", "12", "56", "244", "1396"]);
}

#[test]
fn perft_without_a_depth_or_with_a_strange_one_is_a_wrong_command_line() {
    assert_fails(&qipan(&["perft"]), 2, &["perft needs PLIES"]);
    assert_fails(&qipan(&["perft", "0"]), 2, &["PLIES '0'", "1..=255"]);
    assert_fails(&qipan(&["perft", "many"]), 2, &["many"]);
    assert_fails(&qipan(&["perft", "-1"]), 2, &["-1"]);
    assert_fails(&qipan(&["perft", "3", "4"]), 2, &["4"]);
}

#[test]
fn solve_prints_score_and_best_move_of_each_position_and_the_totals() {
    let positions = "# white cannot move, then black, then nobody\n\
        one|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-|X|+64\n\
        two|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-|O|-64|h8\n\n\
        end|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-|O\r\n";
    let output = qipan_reading(positions.as_bytes(), &["solve", "-"]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<&str> = out(&output).lines().collect();
    for (line, start) in lines
        .iter()
        .zip(["one +64 h8 ", "two -64 h8 ", "end -64 -- "])
    {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines[3].starts_with("3 positions, "), "{}", lines[3]);
}

#[test]
fn solve_prints_the_whole_best_line() {
    // Black drops both stones: White has no move between them.
    let position = format!("{}OOXXXXXXO-XXXXXXO- X", "X".repeat(46));
    let output = qipan_reading(position.as_bytes(), &["solve", "-"]);
    let line = out(&output).lines().next().unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[..2], ["1", "+64"], "{line}");
    assert_eq!(words[5], "nodes", "{line}");
    let mut moves = words[2..4].to_vec();
    moves.sort();
    assert_eq!(moves, ["h7", "h8"], "{line}");
}

#[test]
fn solve_reads_obf_lines_and_compares_their_scores() {
    let cells = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-";
    let right = format!("% problems\n{cells} X; h8:+64; % the last cell\n");
    let output = qipan_reading(right.as_bytes(), &["solve", "-", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).starts_with("2 +64 h8 "), "{}", out(&output));
    let wrong = format!("{cells} X; h8:+62;");
    let output = qipan_reading(wrong.as_bytes(), &["solve", "-"]);
    assert_fails(&output, 1, &["position 1", "+62"]);
    for (bad, words) in [
        (format!("{cells} X; h8"), &["'h8'", "a1:+2"][..]),
        (format!("{cells} X; h9:+2"), &["'h9'"]),
        (format!("{cells} X; a1:+2"), &["'a1'"]),
        (format!("{cells} X; h8:+65"), &["'+65'", "score"]),
        (format!("{cells} Y; h8:+64"), &["line 1"]),
    ] {
        let output = qipan_reading(bad.as_bytes(), &["solve", "-"]);
        assert_fails(&output, 1, words);
    }
}

#[test]
fn solve_can_ask_only_who_wins() {
    let cells = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-";
    let positions = format!("a|{cells}|X|+2\nb|{cells}|O|-64\n");
    let output = qipan_reading(positions.as_bytes(), &["solve", "-", "--winner"]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<&str> = out(&output).lines().collect();
    assert!(lines[0].starts_with("a win h8 "), "{}", lines[0]);
    assert!(lines[1].starts_with("b loss "), "{}", lines[1]);
}

#[test]
fn solve_names_a_position_whose_score_is_another() {
    let position = "7|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-|X|+2";
    let output = qipan_reading(position.as_bytes(), &["solve", "-"]);
    assert_fails(&output, 1, &["position 7", "+2"]);
    assert!(out(&output).starts_with("7 +64 h8 "));
}

#[test]
fn solve_names_the_line_of_a_bad_position_before_it_solves_any() {
    let good = "1|XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-|X";
    let cells = &good[2..66];
    for (bad, words) in [
        ("nonsense".to_string(), &["64 cells"][..]),
        (format!("2|{}|X", &cells[1..]), &["63"]),
        (format!("2|{}?|X", &cells[1..]), &["'?'", "h8"]),
        (format!("2|{cells}|B"), &["'B'"]),
        (format!("2|{cells}|X|many"), &["'many'", "score"]),
        (format!("2|{cells}|X|+65"), &["'+65'", "score"]),
    ] {
        let text = format!("{good}\n{bad}\n");
        let output = qipan_reading(text.as_bytes(), &["solve", "-"]);
        assert_fails(&output, 1, &["standard input, line 2"]);
        assert_fails(&output, 1, words);
        assert_eq!(out(&output), "");
    }
    assert_fails(&qipan(&["solve"]), 2, &["solve needs FILE"]);
    assert_fails(&qipan(&["solve", "no-such-file"]), 1, &["no-such-file"]);
    assert_fails(&qipan(&["solve", "a", "b"]), 2, &["b"]);
}

#[test]
fn a_film_has_the_frames_that_are_written_one_by_one() {
    let (frames, film) = (scratch("film-frames"), scratch("film.png"));
    let keys = "Down*3 Right*3 Enter Left Enter Down*2 F1 Esc";
    let output = qipan(&[
        "othello",
        "--keys",
        keys,
        "--frames",
        frames.to_str().unwrap(),
        "--film",
        film.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let mut files: Vec<PathBuf> = std::fs::read_dir(&frames)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let shown = files
        .iter()
        .map(|file| read_png(file).unwrap().pixels().to_vec());
    let mut shown: Vec<Vec<u8>> = shown.collect();
    // A frame like the one before is no news.
    shown.dedup();
    let film = read_film(&std::fs::read(&film).unwrap());
    let pictures: Vec<&Vec<u8>> = film.iter().map(|(_, picture)| picture).collect();
    assert!(pictures.into_iter().eq(&shown));
    assert!(film.iter().all(|(ms, _)| *ms > 0));
    assert_fails(
        &qipan(&["othello", "--film", "x.png"]),
        2,
        &["--film need --keys"],
    );
}
