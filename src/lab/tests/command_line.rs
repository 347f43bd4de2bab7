//! The commands of the laboratory.

use std::path::Path;
use std::process::{Command, Output};

use crate::data::{data, rows};

fn qipan_lab(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan-lab"));
    command.args(args).output().unwrap()
}

fn out(output: &Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

/// Asserts that the program says what is wrong in one line with these words, and nothing else.
fn assert_fails(output: &Output, status: i32, words: &[&str]) {
    let said = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.starts_with("qipan-lab: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    assert_eq!(out(output), "");
}

#[test]
fn tune_measures_the_evaluation_on_games_with_a_known_perfect_result() {
    let wtb = data("wc10.wtb");
    let wtb = wtb.to_str().unwrap();
    let output = qipan_lab(&["tune", "--check", wtb]);
    assert!(output.status.success());
    let words = "wc10.wtb: 10 positions, mean error ";
    assert!(out(&output).contains(words), "{output:?}");
    let ahead = qipan_lab(&["tune", "--check", "--depth", "4", wtb, wtb]);
    assert_eq!(out(&ahead).lines().count(), 3);
    let last = out(&ahead).lines().last().unwrap();
    assert!(last.starts_with("all: 20 positions"), "{last}");
    assert_ne!(out(&ahead).lines().next(), out(&output).lines().next());
}

#[test]
fn tune_trains_weights_that_the_same_seed_gives_again_on_any_number_of_threads() {
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

    let wtb = data("wc10.wtb");
    let wtb = wtb.to_str().unwrap();
    let check = ["tune", "--check", wtb, "--weights", first.to_str().unwrap()];
    assert!(qipan_lab(&check).status.success());
    std::fs::write(&first, &weights[1..]).unwrap();
    assert_fails(
        &qipan_lab(&check),
        1,
        &["tuned.bin", "not a file of weights"],
    );
    std::fs::write(&first, &weights[..weights.len() - 1]).unwrap();
    assert_fails(&qipan_lab(&check), 1, &["tuned.bin", "damaged"]);
}

#[test]
fn a_wrong_command_line_is_told_in_one_line() {
    for (line, words) in [
        ("", "qipan-lab needs one of"),
        ("play", "there is no command 'play'"),
        ("tune", "tune needs --out"),
        ("tune --check", "tune needs FILE.wtb"),
        ("tune --games ten --out x", "ten"),
        ("tune --games 0 --out x", "0"),
        ("tune --threads 0 --out x", "0"),
        ("tune --threads 100000 --out x", "1..=1024"),
        ("tune --depth 3 --out x", "--depth does not go with --out"),
        ("tune --check --seed 3 x.wtb", "--check"),
        ("tune --rules renju --out x", "--rules needs --gomoku"),
        ("book", "book needs one of"),
        ("book grow", "book needs --out"),
        ("book prune x --out y --error 65", "65"),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_fails(&qipan_lab(&args), 2, &[words, "; see qipan-lab", "--help"]);
    }
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_named() {
    for (line, words) in [
        ("tune --check nowhere.wtb", "nowhere.wtb"),
        ("tune --check /dev/zero", "longer than 32 MB"),
        ("tune --out no/such/folder/w", "no/such/folder/w"),
        ("tune --gomoku --out no/such/folder/w", "no/such/folder/w"),
        ("book grow --out no/such/folder/b", "no/such/folder/b"),
        ("book check nowhere.bin", "nowhere.bin"),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_fails(&qipan_lab(&args), 1, &[words]);
    }
}

/// Commands for a book, one after the other, and what each says.
const BOOK: &str = "
book grow --positions 20 --depth 2 --out FILE => 20 positions
book grow --positions 40 --depth 2 --from FILE --out FILE => 40 positions
book check --depth 2 FILE => 40 positions: another best move in 0;
book prune FILE --error 64 --out FILE => 0 positions taken out, 40 left
";

#[test]
fn a_book_is_grown_checked_and_pruned() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.bin");
    let file = file.to_str().unwrap();
    for [line, says] in rows(BOOK) {
        let line = line.replace("FILE", file);
        let args: Vec<&str> = line.split(' ').collect();
        let output = qipan_lab(&args);
        assert!(out(&output).starts_with(&says), "{line}: {output:?}");
    }
}
