//! The learner's memory survives any end of the program, except for the current game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::at_the_board::{At, game_loop, seats, still};
use crate::common::data::files_below;
use crate::common::program::{assert_fails, program_that_ends_with_the_test, words};
use crate::common::recorded::{AnyGame, keys_of, new_gomoku, new_othello, world_championship};
use app::play::profile::Profile;
use games::gomoku::Setup;
use games::othello::Rules;
use mind::learner::{History, LearnedWeights, Role, Start};
use players::Player;
use players::learner::Learners;
use store::Store;
use store::memory::{Finished, Memory};
use tempfile::TempDir;
use turbo::dos::Quit;

fn scratch() -> (TempDir, Store) {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = Store::open(Some(scratch.path().join("data"))).unwrap();
    (scratch, store)
}

fn path(scratch: &TempDir, name: &str) -> PathBuf {
    scratch.path().join("data/learner").join(name)
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = files_below(folder).into_iter();
    files.map(|file| (file.clone(), fs::read(file).unwrap())).collect()
}

#[test]
fn show_skips_damaged_games_and_writes_nothing() {
    let (scratch, _store) = scratch_trained("20");
    let data = scratch.path().join("data");
    let journal = path(&scratch, "0.journal");
    let mut damaged = fs::read(&journal).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&journal, damaged).unwrap();
    let before = files(scratch.path());
    for _ in 0..2 {
        let shown = qipan(&["learner", "show"], &data);
        assert!(out(&shown).starts_with("19 games: "), "{shown:?}");
        let said = String::from_utf8_lossy(&shown.stderr);
        assert!(said.starts_with("qipan: 0.journal is damaged: "), "{said}");
        assert!(files(scratch.path()) == before);
    }
    let trained = train(&data, "1");
    let said = String::from_utf8_lossy(&trained.stderr);
    assert!(said.starts_with("qipan: 0.journal is damaged: "), "{said}");
    assert_eq!(games(&data), 20, "it is told once");
}

#[test]
fn show_writes_nothing() {
    let (scratch, store) = scratch();
    let data = scratch.path().join("data");
    for what in [&["learner", "show"][..], &["learner", "show", "--gomoku"]] {
        assert!(out(&qipan(what, &data)).starts_with("0 games"));
    }
    assert!(!data.exists());
    let learners = Learners::of(&store);
    assert_eq!(known(&learners).games(), 0);
    assert_eq!(learners.message(), None);
    assert!(!data.exists());
    // Show counts a saved game that is not learned yet.
    let memory = Memory::<LearnedWeights>::nowhere();
    let game = memory.learner().practise(None, 1).0;
    let left = Finished { moves: game, role: Role::Black, seed: 1 };
    left.leave::<LearnedWeights>(&store).unwrap();
    let before = files(&data);
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("1 game: 1 at the board"));
    assert!(files(&data) == before);
    assert_eq!(games(&data), 1);
    assert!(files(&data) != before);
}

/// Simulates a full disk with a limit on the size of files.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_game() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_qipan"))
        .args(words("learner train --games 200 --seed 1 --data"))
        .arg(&data)
        .output()
        .unwrap();
    assert_fails(&output, 1, &["cannot write"]);
    let learned = games(&data);
    assert!(learned > 10, "{learned} games fit");
    // With more room the training continues as usual.
    let rest = (60 - learned).to_string();
    train(&data, &rest);
    let (other, _) = scratch_trained("60");
    assert!(export(&data) == export(&other.path().join("data")));
}

fn qipan(args: &[&str], data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
    command.args(args).arg("--data").arg(data).current_dir(data.parent().unwrap());
    command.stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).unwrap()
}

fn train(data: &Path, games: &str) -> Output {
    let output = qipan(&["learner", "train", "--seed", "1", "--games", games], data);
    out(&output);
    output
}

fn scratch_trained(games: &str) -> (TempDir, Store) {
    let (scratch, store) = scratch();
    train(&scratch.path().join("data"), games);
    (scratch, store)
}

/// The number of games that the learner knows.
fn games(data: &Path) -> u32 {
    let store = Store::open(Some(data.to_path_buf())).unwrap();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    memory.catch_up().unwrap();
    assert_eq!(memory.damaged(), [""; 0]);
    memory.learner().history().games()
}

fn export(data: &Path) -> Vec<u8> {
    let file = data.parent().unwrap().join("exported");
    out(&qipan(&["learner", "export", file.to_str().unwrap()], data));
    fs::read(file).unwrap()
}

/// The size of journals and snapshots in bytes.
fn size(data: &Path) -> u64 {
    let Ok(files) = fs::read_dir(data.join("learner")) else {
        return 0;
    };
    let files = files.filter_map(Result::ok);
    // A file may disappear meanwhile.
    let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum()
}

/// Kills a training again and again, during or between writes. The same seed plays the same games from any
/// state, so the final state equals that of an undisturbed training unless a game was lost, repeated or
/// damaged.
fn kill(times: u64) {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let mut before = 0;
    for n in 0..times {
        let mut child = program_that_ends_with_the_test()
            .args(words("learner train --games 100000 --seed 1 --data"))
            .arg(&data)
            .current_dir(scratch.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (mut last, mut writes) = (size(&data), 0);
        // The first may complete a partly written record.
        while writes < 2 + n % 4 {
            std::thread::yield_now();
            let now = size(&data);
            writes += u64::from(now != last);
            last = now;
            assert_eq!(child.try_wait().unwrap(), None, "the training goes on");
        }
        for _ in 0..n * 7_919 % 20_000 {
            std::hint::spin_loop();
        }
        // Concurrent readers do no harm.
        let kept = if n % 2 == 0 { games(&data) } else { before };
        child.kill().unwrap();
        child.wait().unwrap();
        let after = games(&data);
        assert!(before <= kept && kept <= after, "{before}, {kept}, {after}");
        assert!(before < after, "a game whose record was written is lost");
        before = after;
    }
    println!("{before} games in spite of {times} kills");
    let (other, _) = scratch_trained(&before.to_string());
    assert!(export(&data) == export(&other.path().join("data")));
}

#[test]
fn killing_a_training_loses_no_game() {
    kill(10);
}

#[test]
#[ignore = "it takes half a minute"]
fn killing_a_training_60_times_loses_no_game() {
    kill(60);
}

#[test]
fn show_train_export_import_and_reset() {
    let (one, _) = scratch_trained("12");
    let data = one.path().join("data");
    let picture = one.path().join("learner.png");
    assert!(!picture.exists(), "nobody has asked for a picture");
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("12 games: 0 at the board, 12 in training, 0 from files\n"));
    let exported = export(&data);
    let (two, _) = scratch_trained("2");
    let other = two.path().join("data");
    let file = one.path().join("exported");
    out(&qipan(&["learner", "import", file.to_str().unwrap()], &other));
    assert_eq!(games(&other), 12);
    assert!(export(&other) == exported);
    let refused = qipan(&["learner", "reset"], &other);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(games(&other), 12, "without an answer nothing is forgotten");
    out(&qipan(&["learner", "reset", "--yes"], &other));
    assert_eq!(games(&other), 0);
    for damaged in [&exported[..exported.len() - 1], &exported[..5], b"qipan learner 9 00000000\n"] {
        let file = two.path().join("damaged");
        fs::write(&file, damaged).unwrap();
        let output = qipan(&["learner", "import", file.to_str().unwrap()], &other);
        assert_fails(&output, 1, &[]);
        assert_eq!(games(&other), 0);
    }
}

/// The memory about Othello.
fn known(learners: &Learners) -> History {
    let known = learners.look().wait(Duration::MAX);
    known.expect("its thread answers").history.clone()
}

/// A table with the learner as White.
fn with_learner() -> At {
    still().seated(seats("human", "learner", 0))
}

/// Lets the learner play a game against itself at the board.
fn play_itself(mut game: AnyGame, profile: &mut Profile) {
    let mut table = with_learner();
    table.seats.black = Player::Learner;
    let (left, _) = table.press_keeping("", profile, |session| game_loop(session, &mut game));
    assert_eq!(left, Err(Quit::Closed));
    assert!(game.outcome().is_some(), "{game}");
}

fn play_othello_itself(profile: &mut Profile) {
    play_itself(new_othello(Rules::Standard), profile);
}

#[test]
fn games_at_the_board_are_learned() {
    let (_scratch, store) = scratch();
    let mut profile = Profile::open(Ok(store.clone()), &mut with_learner().settings);
    play_othello_itself(&mut profile);
    assert_eq!(known(profile.learner()).played, 1);
    play_othello_itself(&mut profile);
    assert_eq!(known(profile.learner()).played, 2);
    let another = Learners::of(&store);
    assert_eq!(known(&another).played, 2);
    assert_eq!(another.message(), None);
}

#[test]
fn without_a_folder_the_memory_lasts_until_exit() {
    let mut profile = Profile::in_memory();
    play_othello_itself(&mut profile);
    assert_eq!(known(profile.learner()).played, 1);
    assert_eq!(known(Profile::in_memory().learner()).played, 0);
}

#[test]
fn gomoku_has_its_own_learner() {
    let (_scratch, store) = scratch();
    let mut profile = Profile::open(Ok(store.clone()), &mut with_learner().settings);
    play_itself(new_gomoku(Setup::default()), &mut profile);
    let another = Learners::of(&store);
    let gomoku = another.look_at_gomoku().wait(Duration::MAX);
    let played = gomoku.unwrap().history.played;
    assert_eq!((played, known(&another).games()), (1, 0));
    assert_eq!(another.message(), None);
}

#[test]
fn gomoku_commands_leave_othello_alone() {
    let (one, _) = scratch_trained("2");
    let data = one.path().join("data");
    let with = |args: &[&str], data: &Path| {
        let output = qipan(&[&["learner"], args].concat(), data);
        out(&output).to_string()
    };
    let train = words("train --gomoku --games 6 --seed 1 --against 2");
    assert!(with(&train, &data).starts_with("6 games in "));
    let shown = with(&["show", "--gomoku"], &data);
    let first = "6 games: 0 at the board, 6 in training, 0 from files\n";
    assert!(shown.starts_with(first), "{shown}");
    let file = one.path().join("gomoku");
    let file = file.to_str().unwrap();
    with(&["export", "--gomoku", file], &data);
    let (two, _) = scratch_trained("3");
    let other = two.path().join("data");
    let found = with(&["import", file], &other);
    assert_eq!(found, "The learner now knows 6 games\n");
    assert_eq!(with(&["show", "--gomoku"], &other), shown);
    assert_eq!(games(&other), 3, "Othello's learner is another");
    with(&["reset", "--gomoku", "--yes"], &other);
    assert!(with(&["show", "--gomoku"], &other).starts_with("0 games"));
    assert_eq!(games(&other), 3);
}

#[test]
fn import_teaches_both_learners() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let othello = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");
    let gomoku = scratch.path().join("game.psq");
    let stones = ["8,8", "8,9", "9,8", "9,9", "10,8", "10,9", "11,8", "11,9", "12,8"];
    let stones = stones.map(|stone| format!("{stone},0\n")).concat();
    let file = format!("Piskvorky 15x15, 11:11, 0\n{stones}first\nsecond\n-1\n");
    fs::write(&gomoku, file).unwrap();
    let gomoku = gomoku.to_str().unwrap();
    let output = qipan(&["learner", "import", othello, gomoku], &data);
    assert!(out(&output).starts_with("11 games in "), "{output:?}");
    assert_eq!(games(&data), 10);
    let nowhere = qipan(&["learner", "import", "nowhere.wtb"], &data);
    assert_fails(&nowhere, 1, &["nowhere.wtb"]);
    let shown = qipan(&["learner", "show", "--gomoku"], &data);
    let first = "1 game: 0 at the board, 0 in training, 1 from files\n10 positions\n";
    assert!(out(&shown).starts_with(first), "{shown:?}");
}

#[test]
fn import_survives_256_passes() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/text/thrown256.txt");
    assert!(out(&qipan(&["learner", "import", file], &data)).starts_with("1 game in "));
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("1 game: 0 at the board, 0 in training, 1 from files\n"));
    train(&data, "3");
    assert_eq!(games(&data), 4);
    assert!(!export(&data).is_empty());
}

#[test]
fn an_invalid_record_is_reported_and_skipped() {
    let (scratch, store) = scratch();
    let data = scratch.path().join("data");
    train(&data, "3");
    let crafted = include_bytes!("../corpus/event/event-0.bin").to_vec();
    let mut journal = store.journal("learner");
    journal.hold().unwrap().0.append(&[crafted], None).unwrap();
    train(&data, "2");
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("5 games: "), "{shown:?}");
    let said = String::from_utf8_lossy(&shown.stderr);
    assert_eq!(
        said,
        "qipan: Skipped a damaged record of the learner: what it says about turn 18 is impossible.\n"
    );
}

#[test]
fn games_without_the_learner_and_resigned_games_are_not_learned() {
    let moves = &world_championship()[0].moves;
    for (players, keys) in [
        ((Player::Human, Player::Human), keys_of(moves)),
        ((Player::Human, Player::Learner), "F10 r y".to_string()),
    ] {
        let mut profile = Profile::in_memory();
        let mut table = with_learner();
        (table.seats.black, table.seats.white) = players;
        let mut game = new_othello(Rules::Original);
        let _ = table.press_keeping(&keys, &mut profile, |session| game_loop(session, &mut game));
        assert!(game.outcome().is_some());
        assert_eq!(known(profile.learner()).games(), 0);
    }
}

#[test]
fn a_learner_can_start_with_the_engines_weights() {
    let (_scratch, store) = scratch();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    memory.reset(Start::Engine).unwrap();
    let (moves, _) = memory.learner().practise(None, 1);
    assert!(memory.learn(Finished { moves, role: Role::Both, seed: 1 }, true).unwrap());
    let mut another = Memory::<LearnedWeights>::of(&store);
    another.catch_up().unwrap();
    assert_eq!(another.learner().weights().start(), Start::Engine);
    assert!(another.learner() == memory.learner());
}

#[cfg(unix)] // Windows says of a path through a file only that nothing is there.
#[test]
fn an_unusable_folder_is_reported() {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    let learners = Learners::of(&Store::open(Some(file)).unwrap());
    assert_eq!(known(&learners).games(), 0);
    let message = learners.message().expect("there is something to say");
    let words = "The learner cannot learn: cannot ";
    assert!(message.starts_with(words), "{message}");
}
