//! The laboratory's commands.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::data::rows;
use clap::CommandFactory as _;
use lab::command_line::Lab;
use mind::engine::othello::Evaluation;

fn qipan_lab(args: &[&str]) -> Output {
    reading("", args)
}

/// Runs the program with this text on its standard input.
fn reading(input: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan-lab"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).args(args).spawn().unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(line: &str) -> Output {
    qipan_lab(&line.split_whitespace().collect::<Vec<&str>>())
}

fn out(output: &Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

/// Asserts that the program prints only one line with these words on standard error.
fn assert_fails(output: &Output, status: i32, words: &[&str]) {
    let said = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.starts_with("qipan-lab: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    assert_eq!(out(output), "");
}

#[test]
fn training_depends_on_the_seed_but_not_on_threads() {
    let train = |file: &Path, seed: &str, threads: &str| {
        let file = file.to_str().unwrap();
        let line = format!("tune --games 60 --seed {seed} --threads {threads} --out");
        let mut args: Vec<&str> = line.split(' ').collect();
        args.push(file);
        let output = qipan_lab(&args);
        assert!(output.status.success(), "{output:?}");
        assert!(out(&output).contains("generation 5 of 5: 19 games, 4 plies ahead"));
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told, "", "progress is for terminals");
        std::fs::read(file).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let [first, other] = ["tuned.bin", "other.bin"].map(|name| folder.path().join(name));
    let weights = train(&first, "7", "1");
    assert_eq!(train(&other, "7", "3"), weights);
    assert_ne!(train(&other, "8", "1"), weights);
    assert!(Evaluation::read(&weights).is_ok());
}

#[test]
fn wrong_command_lines_are_explained_in_one_line() {
    for (line, words) in [
        ("", "qipan-lab needs one of"),
        ("play", "there is no command 'play'"),
        ("tune", "tune needs --out"),
        ("tune --games ten --out x", "ten"),
        ("tune --games 0 --out x", "0"),
        ("tune --threads 0 --out x", "0"),
        ("tune --threads 100000 --out x", "1..=1024"),
        ("tune --rules renju --out x", "tune needs --gomoku"),
        ("book", "book needs one of"),
        ("book grow", "book needs --out"),
        ("match 1", "match needs"),
        ("match 1 human", "human plays no matches"),
        ("match 1 1 --rules renju", "match needs --gomoku"),
        ("match 1 1 --gomoku --size 4", "4 is not in 5..=20"),
        ("match 1 1 --sprt 5,0", "the lower one first"),
        ("match 1 1 --patience 0", "0 is not in 1..=86400"),
        ("solve", "solve needs FILE"),
        ("solve x --threads 0", "0"),
        ("book show a1", "a1 turns nothing over"),
        ("perft", "perft needs PLIES"),
        ("perft 0", "0 is not in 1..=255"),
    ] {
        assert_fails(&run(line), 2, &[words, "; see qipan-lab", "--help"]);
    }
}

#[test]
fn unusable_files_are_reported() {
    for (line, words) in [
        ("tune --out no/such/folder/w", "no/such/folder/w"),
        ("tune --gomoku --out no/such/folder/w", "no/such/folder/w"),
        ("book grow --out no/such/folder/b", "no/such/folder/b"),
        ("book show --from nowhere.bin", "nowhere.bin"),
        ("solve nowhere.txt", "nowhere.txt"),
        ("solve /dev/zero", "longer than 1 MB"),
        ("match nboard:nowhere random", "there is no such program"),
        ("match gomocup:nowhere random --gomoku", "there is no such program"),
    ] {
        assert_fails(&run(line), 1, &[words]);
    }
}

/// Commands for a book and their output.
const BOOK: &str = "
book grow --positions 20 --depth 2 --out FILE => 20 positions
book grow --positions 40 --depth 2 --from FILE --out FILE => 40 positions
book show f5 --from FILE => f6 
";

#[test]
fn a_book_is_grown_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.bin");
    let file = file.to_str().unwrap();
    for [line, says] in rows(BOOK) {
        let line = line.replace("FILE", file);
        let output = run(&line);
        assert!(out(&output).starts_with(&says), "{line}: {output:?}");
    }
}

#[test]
fn perft_prints_a_count_for_each_depth() {
    let output = run("perft 5");
    let counts = out(&output).lines().map(|line| line.split_whitespace().nth(1).unwrap());
    assert_eq!(counts.collect::<Vec<&str>>(), ["4", "12", "56", "244", "1396"]);
}

/// A board on which only Black can move: h8 turns every disc black.
const SOLVED: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXXXO-";

#[test]
fn solve_prints_the_score_and_the_best_line_of_each_position() {
    let full = SOLVED.replace('O', "X");
    // Black plays h7 and h8 in the last position: White has no move in between.
    let list = format!(
        "# comment\none|{SOLVED}|X|+64\ntwo|{SOLVED}|O|-64|h8\n\nend|{full}|O\r\n\
         % OBF\n{SOLVED} X; h8:+64; % comment\n{}OOXXXXXXO-XXXXXXO- X",
        "X".repeat(46)
    );
    let output = reading(&list, &["solve", "-", "--threads", "2"]);
    let lines: Vec<&str> = out(&output).lines().collect();
    let expected = ["one +64 h8 ", "two -64 h8 ", "end -64 -- ", "7 +64 h8 ", "8 +64 h", "5 positions, "];
    assert_eq!(lines.len(), expected.len(), "{output:?}");
    for (line, start) in lines.iter().zip(expected) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(["h7 h8", "h8 h7"].iter().any(|both| lines[4].contains(both)), "{}", lines[4]);
    assert!(output.status.success());
    let list = format!("a|{SOLVED}|X|+2\nb|{SOLVED}|O|-64\n");
    let output = reading(&list, &["solve", "-", "--winner"]);
    assert!(out(&output).starts_with("a win h8 "), "{output:?}");
    assert!(out(&output).contains("\nb loss "), "{output:?}");
    assert!(output.status.success());
}

#[test]
fn solve_reports_scores_that_differ_and_lines_that_are_wrong() {
    let output = reading(&format!("7|{SOLVED}|X|+2"), &["solve", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"qipan-lab: position 7: the file says +2\n");
    assert!(out(&output).starts_with("7 +64 h8 "), "{output:?}");
    let escape = include_str!("../../../tests/corpus/endgames/solve-cell-escape.txt");
    for (wrong, words) in [
        ("nonsense".to_string(), &["64 cells"][..]),
        (format!("2|{}|X", &SOLVED[1..]), &["63"]),
        (format!("2|{}?|X", &SOLVED[1..]), &["'?'", "h8"]),
        (format!("2|{SOLVED}|B"), &["'B'"]),
        (format!("2|{SOLVED}|X|many"), &["'many'", "score"]),
        (format!("{SOLVED} X; h8"), &["'h8'", "a1:+2"]),
        (format!("{SOLVED} X; a1:+2"), &["'a1'"]),
        (format!("{SOLVED} X; h8:+65"), &["'+65'", "score"]),
        (escape.to_string(), &["c1: '\\u{1b}' is not a cell"]),
    ] {
        let output = reading(&format!("1|{SOLVED}|X\n{wrong}\n"), &["solve", "-"]);
        assert_fails(&output, 1, &["standard input, line 2"]);
        assert_fails(&output, 1, words);
    }
}

#[test]
fn a_match_counts_the_wins_of_a_player_in_both_colours() {
    let score = "6 won, 0 drawn, 0 lost";
    for line in [
        "match 3 random --games 6",
        "match 2 random --games 6 --gomoku --rules renju",
        "match 3 random --games 6 --gomoku --opening swap2 --size 10",
    ] {
        let output = run(line);
        assert!(out(&output).contains(score), "{line}: {output:?}");
    }
    let output = run("match 4 random --sprt 0,50");
    assert!(out(&output).contains("\naccepted: +50 "), "{output:?}");
}

/// A gomocup engine that fills the last row, swaps colours when asked, and exits when it starts its third
/// game.
#[cfg(unix)]
const EXITING: &str = "gomocup:sh -c 's=0; while read a b; do case \"$a\" in \
    START*) s=$((s+1)); [ $s = 3 ] && exit; m=0; q=0; echo OK;; SWAP2BOARD) q=1;; \
    BEGIN*|DONE*|TURN*) if [ $q = 1 ]; then q=0; echo SWAP; else echo $m,14; m=$((m+1)); fi;; \
    esac; done'";

#[cfg(unix)]
#[test]
fn a_match_that_breaks_off_prints_the_score_so_far() {
    let output = qipan_lab(&["match", EXITING, "random", "--gomoku", "--size", "20"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = str::from_utf8(&output.stderr).unwrap();
    assert!(said.ends_with("has ended.\n"), "{said}");
    assert!(out(&output).contains(" won, 0 drawn, "), "{output:?}");
}

#[test]
fn the_table_of_commands_contradicts_itself_nowhere() {
    Lab::command().debug_assert();
}
