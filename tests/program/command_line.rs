//! The command line as scripts use it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::common::data::{files_in, names_in, rows};
use crate::common::pictures::{read_film, read_png};
use crate::common::program::{assert_fails, out, piped, printed, qipan, qipan_in, qipan_reading, run, words};
use crate::common::recorded::{FORBIDDEN, keys_of, keys_of_record, world_championship};

/// Each command line of the table prints something that contains the second cell.
fn assert_prints(table: &str) {
    for [line, expected] in rows(table) {
        let output = run(&line);
        assert!(out(&output).contains(&expected), "{line}: {output:?}");
    }
}

/// A path for a test's own use that does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn dump_prints_the_state_of_othello() {
    let output = run("othello --keys 'Down*3 Right*3 Enter Down Enter*2' --dump");
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
    let end = "to move: nobody\nrecord: 000110112021303140\nresult: black";
    assert_eq!(lines[15..].join("\n"), end);
}

const BEGUN: &str = r"
// After Esc it stays as it was.
othello --keys 'Down*3 Right*3 Enter Esc Esc Esc Down*3 Right*2 Enter' --dump => moves: d3\n
--keys 'g Enter Down Enter' --dump => record: 00\n
// A record goes on, or opens at its end.
gomoku --record 0001101120213031 --keys 'e 1 5 Enter' --dump => record: 000110112021303140\nresult: black
gomoku --record 000110112021303140 --keys Down*5 --dump => to move: nobody
// Of two same options the last counts.
gomoku --rules renju --rules standard --keys 'Down Enter' --dump => record: standard 00\n
// Options may stand before the command.
othello --keys 'Down*3 Right*3 Enter' --dump => score: 4 1\nmoves: d3\n
--keys 'Down*3 Right*3 Enter' --dump othello => score: 4 1\nmoves: d3\n
--keys 'Down*3 Right*3 Enter' othello --dump => score: 4 1\nmoves: d3\n
";

#[test]
fn dump_prints_the_game_from_the_command_line_or_the_menu() {
    assert_prints(BEGUN);
    assert_eq!(out(&run("--keys Down --dump")), "", "no game was played");
}

const RULES: &str = r"
gomoku --keys 'a 1 5 Enter' --dump --rules renju => record: renju 00\n
gomoku --keys 'a 1 5 Enter' --dump --first white => record: white-first 00\n
gomoku --keys 'a 1 5 Enter' --dump --first white --rules standard => record: standard white-first 00\n
gomoku --keys 'a 1 5 Enter' --dump --opening swap2 => record: 00\n
gomoku --keys 'a 1 5 Enter' --dump --record 'renju 77' => record: renju 7700\n
gomoku --keys 'a 1 5 Enter' --dump --record 77 --rules standard => record: standard 7700\n
";

#[test]
fn options_and_records_set_the_rules_of_gomoku() {
    assert_prints(RULES);
}

#[test]
fn a_seed_gives_the_same_game_in_all_versions() {
    // Other moves mean that a library draws other random numbers, which would break the promise of --seed.
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
        let line = format!("{game} --keys '' --dump --black random --white random --seed 7");
        let printed = printed(&line);
        assert!(printed.contains(moves), "{line}: {printed}");
    }
}

/// Whether the file is the golden frame of this name.
fn same(file: &Path, name: &str) -> bool {
    let golden = format!("{}/tests/golden/{name}.png", env!("CARGO_MANIFEST_DIR"));
    fs::read(file).unwrap() == fs::read(golden).unwrap()
}

#[test]
fn the_screenshot_is_the_last_frame() {
    let file = scratch("screenshot.png");
    let keys = "othello --keys 'Down*3 Right*3 Enter' --screenshot";
    let output = run(&format!("{keys} {}", file.display()));
    assert_eq!(output.status.code(), Some(0));
    assert!(same(&file, "othello-move"));
}

/// As when a person drops a file on the program.
#[test]
fn a_file_without_a_command_is_opened_by_its_kind() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |args: &str| {
        let line = format!("{args} --keys '' --screenshot shown.png");
        let (said, status) = qipan_in(folder.path(), &words(&line));
        assert_eq!((said.as_str(), status), ("", Some(0)), "{line}");
        fs::read(folder.path().join("shown.png")).unwrap()
    };
    for (name, text, command) in [
        ("P.C", "main() { }\n", "edit"),
        ("game.txt", "f5d6\n", "replay"),
        ("othello.c", "main() { }\n", "edit"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let asked = shown(&format!("{command} {name}"));
        assert!(shown(name) == asked, "{name}");
        let spoken = shown(&format!("{command} {name} --lang zh"));
        assert!(shown(&format!("--lang zh {name}")) == spoken, "{name}");
    }
    // A file of neither kind, a missing file, and a folder.
    fs::write(folder.path().join("notes"), "f5d6\n").unwrap();
    for name in ["notes", "no.c", "."] {
        let (said, status) = qipan_in(folder.path(), &[name]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.starts_with("qipan: there is no command"), "{said}");
    }
    // Commands take precedence over files.
    fs::write(folder.path().join("source"), "f5d6\n").unwrap();
    let (said, status) = qipan_in(folder.path(), &["source"]);
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn frames_are_written_for_the_start_and_each_key() {
    let dir = scratch("frames");
    let keys = "othello --speed instant --keys 'Down*3 Right*3 Enter' --frames";
    let output = run(&format!("{keys} {}", dir.display()));
    assert_eq!(output.status.code(), Some(0));
    let names = names_in(&dir);
    assert_eq!(names.len(), 8);
    assert_eq!(names[0], "000001.png");
    assert_eq!(names[7], "000008.png");
    for (frame, name) in [(1, "othello-start"), (7, "othello-moving"), (8, "othello-move")] {
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
    fs::write(&file, "").unwrap();
    let output = qipan(&["othello", "--keys", "", "--frames", file.to_str().unwrap()]);
    assert_fails(&output, 1, &["cannot write", "file-and-no-folder"]);
}

#[test]
fn without_a_display_the_error_suggests_keys() {
    for args in [&[][..], &["othello"], &["gomoku", "--record", "77"]] {
        assert_fails(&qipan(args), 1, &["no display", "--keys", "--screenshot"]);
    }
}

/// Wrong command lines and their error messages.
const WRONG: &str = "
othello --keys Dwon => 'Dwon'
othello --keys Down*x => 'Down*x'
othello --keys => --keys
othello --nonsense => --nonsense
othello --film x.png => --film need --keys
--screenshot x.png => need --keys
othello --frames x => need --keys
chess => there is no command 'chess'
othello gomoku => gomoku

// Records, positions and rules that are none or do not go together.
othello --record 77 => --record
othello --keys '' --position XO --dump => 64 cells
gomoku --record 7 => two digits
gomoku --record 7f => 'f'
gomoku --record 7777 => stone 2
gomoku --record 00011011202130314050 => stone 10
gomoku --keys '' --record 'renju FORBIDDEN22' => 22 is forbidden for Black: double three
gomoku --keys '' --rules original => there are freestyle, standard, renju
othello --keys '' --rules renju => --rules cannot be 'renju'; there are original, standard, reverse
gomoku --keys '' --rules renju --first white => Black begins in renju
gomoku --keys '' --opening swap2 --first white => Black begins in renju
gomoku --keys '' --opening swap => there are free, swap2
gomoku --keys '' --first red => 'red' is neither black nor white
gomoku --keys '' --opening swap2 --record 77 => does not go with
gomoku --size 21 => --size '21': 21 is not in 5..=20
gomoku --size 4 => --size '4'
gomoku --size x => --size 'x'
gomoku --size 20 --record '19x19 00' => --size differs from the size of the record
othello --keys '' --first white => --first

judge => judge needs RECORD
judge --algorithm guess 77 => all-stones, last-stone, direction-table
judge --nonsense => --nonsense
judge 77 7 => record 2
replay => replay needs FILE
replay x.wtb --check --game 2 => --game
replay x.wtb --check --dump => --dump
replay x.wtb --dump --keys Enter => --keys
replay tests/data/wc10.wtb --screenshot x.png => --keys
replay x.wtb --dump --game 0 => 0
replay x.wtb --dump --game two => two
replay x.wtb y.wtb --dump => y.wtb
replay x.wtb y.wtb => y.wtb
replay --nonsense => --nonsense
exercise => exercise needs LINE
exercise nonsense => a part of it was lost or changed: copy it as a whole
source CHECKERS.C => QIPAN.C, TABLE.C
source --nonsense => --nonsense
completions csh => bash, zsh, fish
man chess => chess
engine => engine needs PROTOCOL
engine uci => nboard, gtp, gomocup
engine gtp x => 'x'
run => run needs FILE.C
learner => learner needs one of show, train, export, import, reset
learner sing => there is no command 'sing'
learner export => learner needs FILE
learner train --gomoku --against 0 => a level from 1 to 10
learner train --gomoku --against 11 => a level from 1 to 10
learner train --gomoku --against greedy => a level from 1 to 10
teach --lesson nothing => --lesson cannot be 'nothing'; there are point, variable, if, loop, nested
teach here => here

// What is mistyped is guessed.
othr => there is no command 'othr' (did you mean othello?); see qipan
gomoko --seed 1 => did you mean gomoku?); see qipan
othello --ruls standard => did you mean --rules?); see qipan
othello --speed instnt => did you mean instant?); see qipan
teach --lesson direktion => did you mean direction?); see qipan
learner trian => did you mean train?); see qipan
";

#[test]
fn wrong_command_lines_are_explained() {
    for [line, said] in rows(WRONG) {
        let line = line.replace("FORBIDDEN", FORBIDDEN);
        println!("{line}");
        assert_fails(&run(&line), 2, &[&said]);
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

/// All commands in the help.
fn commands() -> Vec<String> {
    let help = qipan(&["--help"]);
    let lines = out(&help).lines().filter_map(|line| line.strip_prefix("  "));
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
    for command in ["othello", "judge", "replay", "teach"] {
        assert!(commands.iter().any(|name| name == command), "{command}");
    }
    assert_eq!(out(&qipan(&["help"])), out(&help));
}

#[test]
fn each_command_has_help_and_version() {
    for command in commands() {
        let help = qipan(&[&command, "--help"]);
        assert_eq!(help.status.code(), Some(0), "{command}");
        let usage = format!("Usage: qipan {command}");
        assert!(out(&help).contains(&usage), "{}", out(&help));
        assert_eq!(out(&qipan(&["help", &command])), out(&help));
        assert_eq!(out(&qipan(&[&command, "-h"])), out(&help));
        let version = qipan(&[&command, "--version"]);
        let known = concat!("qipan ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!(out(&version), known);
    }
    let teach = qipan(&["teach", "--help"]);
    for (option, has) in [("--lesson", true), ("--keys", true), ("--check", false)] {
        assert_eq!(out(&teach).contains(option), has, "{option}");
    }
}

#[test]
fn completions_know_commands_options_and_values() {
    for (shell, words) in [
        ("bash", ["complete", "othello", "--rules", "standard"]),
        ("zsh", ["#compdef qipan", "othello", "--rules", "standard"]),
        ("fish", ["complete -c qipan", "othello", "-l rules", "standard"]),
    ] {
        let output = qipan(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        for word in words {
            assert!(out(&output).contains(word), "{shell}: {word}");
        }
    }
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
    assert!(out(&qipan(&["man", "teach"])).contains("\\-\\-score"));
}

#[test]
fn judge_prints_a_line_for_each_record() {
    let records = ["000110112021303140", "0001101120213031", "", "0b0e0c0d", "000110112021300341"];
    for algorithm in ["all-stones", "last-stone", "direction-table"] {
        let args = [&["judge", "--algorithm", algorithm], &records[..]].concat();
        let output = qipan(&args);
        let found = out(&output);
        assert_eq!(found, "black\nnone\nnone\nnone\nnone\n", "{algorithm}");
        assert_eq!(output.status.code(), Some(0));
    }
    let white = "77876858987997a7a8889976969a95";
    assert_eq!(out(&qipan(&["judge", white])), "black\n");
    assert_eq!(out(&qipan_reading("\u{FEFF}77\n".as_bytes(), &["judge", "-"])), "none\n");
    let utf_16 = qipan_reading(b"\xFF\xFE7\x007\0\n\0", &["judge", "-"]);
    let said = "qipan: cannot read standard input: it is UTF-16; save it as UTF-8\n";
    assert_eq!(String::from_utf8_lossy(&utf_16.stderr), said);
}

#[test]
fn judge_counts_examined_points() {
    // All stones: one below the first stone, and the four to its right. Last stone: one each on the
    // diagonals, one below, four to the left, one to the right. The table looks along the row first: one to
    // the right, four to the left.
    for (algorithm, counted) in
        [("all-stones", "black 5\n"), ("last-stone", "black 8\n"), ("direction-table", "black 5\n")]
    {
        let line = format!("judge --count --algorithm {algorithm} 000110112021303140");
        assert_eq!(out(&run(&line)), counted, "{algorithm}");
    }
}

#[test]
fn judge_reports_bad_records_and_continues() {
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
fn a_closed_pipe_is_no_error() {
    let mut child = piped(&["judge", "-"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(&b"77\n".repeat(100_000));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

const WC10: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");

#[test]
fn replay_check_counts_good_games() {
    let transcripts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10_transcripts.txt");
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
fn replay_check_reports_each_bad_game() {
    let mut bytes = fs::read(WC10).unwrap();
    bytes[16 + 2 * 68 + 8 + 4] = 11;
    bytes[16 + 6 * 68 + 6] += 1;
    let file = scratch("two-bad-games.wtb");
    fs::write(&file, bytes).unwrap();
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
    let output = qipan(&["replay", WC10, "--dump", "--game", "10"]);
    assert!(out(&output).ends_with("\nresult: white\n"));
    let output = qipan(&["replay", WC10, "--dump", "--game", "11"]);
    assert_fails(&output, 1, &["wc10.wtb, game 11: ", "10"]);
}

#[test]
fn othello_starts_from_a_position_option() {
    let position = format!("{}OX......XO{} O", ".".repeat(27), ".".repeat(27));
    let output = qipan(&["othello", "--position", &position, "--keys", "", "--dump"]);
    let words = "\nto move: white\n";
    assert!(out(&output).contains(words), "{}", out(&output));
    let dump = qipan_reading(output.stdout.as_slice(), &["replay", "-", "--dump"]);
    assert_eq!(out(&dump), out(&output), "what is printed can be pasted");
}

#[test]
fn replay_reports_unreadable_files() {
    let output = qipan(&["replay", "/nowhere/at/all.wtb", "--check"]);
    assert_fails(&output, 1, &["/nowhere/at/all.wtb: cannot read the file"]);
    let file = scratch("cut-off.wtb");
    fs::write(&file, &fs::read(WC10).unwrap()[..600]).unwrap();
    let output = qipan(&["replay", file.to_str().unwrap(), "--check"]);
    assert_fails(&output, 1, &["cut-off.wtb: the file is cut off", "600", "696"]);
}

#[test]
fn a_film_has_the_same_frames_as_the_folder() {
    let (frames, film) = (scratch("film-frames"), scratch("film.png"));
    let output = run(&format!(
        "othello --keys 'Down*3 Right*3 Enter Left Enter Down*2 F1 Esc' --frames {} --film {}",
        frames.display(),
        film.display()
    ));
    assert_eq!(output.status.code(), Some(0));
    let shown = files_in(&frames).into_iter();
    let shown = shown.map(|file| read_png(&file).unwrap().pixels().to_vec());
    let mut shown: Vec<Vec<u8>> = shown.collect();
    // The film skips repeated frames.
    shown.dedup();
    let film = read_film(&fs::read(&film).unwrap());
    let pictures: Vec<&Vec<u8>> = film.iter().map(|(_, picture)| picture).collect();
    assert!(pictures.into_iter().eq(&shown));
    assert!(film.iter().all(|(ms, _)| *ms > 0));
}
