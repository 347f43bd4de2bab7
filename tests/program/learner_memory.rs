//! What the learner knows is kept: whatever ends the program, at most the game in hand is missing.

use crate::common::at_the_board::still;
use crate::common::program::program_that_ends_with_the_test;
use crate::common::{
    at_the_board::{At, play_game},
    recorded::{boxed, new_othello},
};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::recorded::{keys_of, world_championship};
use app::play::keeper::Keeper;
use app::players::learner::Learners;
use app::players::memory::{Finished, Memory};
use app::players::{Player, Seats};
use app::store::Store;
use app::store::ledger::{Base, Ledger, News};
use games::othello::Rules;
use mind::learner::{Effort, History, LearnedWeights, Role, Start};
use tempfile::TempDir;
use turbo::dos::script::Script;
use turbo::dos::{Quit, parse_keys};

fn scratch() -> (TempDir, Store) {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = Store::open(Some(scratch.path().join("data"))).unwrap();
    (scratch, store)
}

/// All that a ledger holds, as somebody sees it who opens it now.
fn all(store: &Store) -> News {
    let mut ledger = store.ledger("learner");
    ledger.hold().unwrap().news().unwrap()
}

/// Catches up and appends; the records that were new.
fn append(ledger: &mut Ledger, records: &[&str]) -> Vec<Vec<u8>> {
    let mut held = ledger.hold().unwrap();
    let news = held.news().unwrap();
    let records: Vec<Vec<u8>> = records.iter().map(|r| r.as_bytes().to_vec()).collect();
    held.append(&records).unwrap();
    news.records
}

fn compact(ledger: &mut Ledger, snapshot: &str) {
    let mut held = ledger.hold().unwrap();
    held.news().unwrap();
    held.compact(snapshot.as_bytes()).unwrap();
}

fn texts(records: &[Vec<u8>]) -> Vec<&str> {
    records
        .iter()
        .map(|r| std::str::from_utf8(r).unwrap())
        .collect()
}

fn path(scratch: &TempDir, name: &str) -> PathBuf {
    scratch.path().join("data/learner").join(name)
}

#[test]
fn records_come_back_in_order_behind_the_last_snapshot() {
    let (_scratch, store) = scratch();
    assert_eq!(all(&store).base, Base::Empty);
    let mut ledger = store.ledger("learner");
    append(&mut ledger, &["one", "two"]);
    append(&mut ledger, &["three"]);
    assert_eq!(texts(&all(&store).records), ["one", "two", "three"]);
    compact(&mut ledger, "1 2 3");
    append(&mut ledger, &["four"]);
    let news = all(&store);
    assert_eq!(news.base, Base::Snapshot(b"1 2 3".to_vec()));
    assert_eq!(texts(&news.records), ["four"]);
    assert!(news.damaged.is_empty());
}

#[test]
fn two_windows_at_once_learn_from_each_other() {
    let (_scratch, store) = scratch();
    let (mut one, mut other) = (store.ledger("learner"), store.ledger("learner"));
    append(&mut one, &["a"]);
    assert_eq!(texts(&append(&mut other, &["b"])), ["a"]);
    assert_eq!(texts(&append(&mut one, &["c"])), ["b"]);
    compact(&mut other, "abc");
    let news = one.hold().unwrap().news().unwrap();
    assert_eq!(news.base, Base::Snapshot(b"abc".to_vec()));
    append(&mut one, &["d"]);
    assert_eq!(texts(&append(&mut other, &["e"])), ["d"]);
}

#[test]
fn many_threads_lose_no_record() {
    let (_scratch, store) = scratch();
    std::thread::scope(|scope| {
        for n in 0..4 {
            let store = &store;
            scope.spawn(move || {
                let mut ledger = store.ledger("learner");
                for m in 0..25 {
                    append(&mut ledger, &[&format!("{n} {m}")]);
                }
            });
        }
    });
    let mut records = all(&store).records;
    records.sort();
    records.dedup();
    assert_eq!(records.len(), 100);
}

#[test]
fn a_journal_that_is_cut_off_at_any_byte_loses_the_record_that_was_cut_and_no_other() {
    let (scratch, store) = scratch();
    for record in ["first", "second", "third"] {
        append(&mut store.ledger("learner"), &[record]);
    }
    let journal = path(&scratch, "0.journal");
    let whole = fs::read(&journal).unwrap();
    let ends = [8 + 5, 16 + 11, whole.len()];
    for length in 0..=whole.len() {
        fs::write(&journal, &whole[..length]).unwrap();
        let complete = ends.iter().filter(|end| **end <= length).count();
        let news = all(&store);
        assert_eq!(
            texts(&news.records),
            ["first", "second", "third"][..complete]
        );
        assert!(news.damaged.is_empty(), "a killed program is no damage");
        append(&mut store.ledger("learner"), &["next"]);
        assert_eq!(texts(&all(&store).records).last(), Some(&"next"));
        assert_eq!(all(&store).records.len(), complete + 1);
    }
}

#[test]
fn a_damaged_journal_loses_the_damaged_record_only_and_is_copied_aside_before_it_is_written() {
    let (scratch, store) = scratch();
    append(&mut store.ledger("learner"), &["first", "second", "third"]);
    let journal = path(&scratch, "0.journal");
    let mut damaged = fs::read(&journal).unwrap();
    damaged[8 + 5 + 8] ^= 1;
    fs::write(&journal, &damaged).unwrap();
    for _ in 0..2 {
        let news = all(&store);
        assert_eq!(texts(&news.records), ["first", "third"]);
        let told = ["0.journal is damaged: 14 bytes of it cannot be read."];
        assert_eq!(news.damaged, told);
        assert_eq!(
            fs::read(&journal).unwrap(),
            damaged,
            "reading changes nothing"
        );
    }
    let mut ledger = store.ledger("learner");
    let mut held = ledger.hold().unwrap();
    held.news().unwrap();
    held.append(&[b"next".to_vec()]).unwrap();
    let kept = "0.journal was damaged; as it was it is kept as 0.journal.damaged.";
    assert_eq!(held.set_aside(), [kept]);
    drop(held);
    assert_eq!(
        fs::read(path(&scratch, "0.journal.damaged")).unwrap(),
        damaged
    );
    let news = all(&store);
    assert_eq!(texts(&news.records), ["first", "third", "next"]);
    assert!(news.damaged.is_empty(), "it is told once");
    // What is damaged later is told again, and the older copy stays.
    let mut again = fs::read(&journal).unwrap();
    again[8] ^= 4;
    fs::write(&journal, &again).unwrap();
    assert_eq!(all(&store).damaged.len(), 1);
    append(&mut store.ledger("learner"), &["more"]);
    assert_eq!(texts(&all(&store).records), ["third", "next", "more"]);
    let copy = fs::read(path(&scratch, "0.journal.damaged-2")).unwrap();
    assert_eq!(copy, again);
}

#[test]
fn records_that_are_written_together_are_kept_together_or_not_at_all() {
    let (scratch, store) = scratch();
    append(&mut store.ledger("learner"), &["first"]);
    append(&mut store.ledger("learner"), &["second", "third", "fourth"]);
    let journal = path(&scratch, "0.journal");
    let whole = fs::read(&journal).unwrap();
    for length in 13..whole.len() {
        fs::write(&journal, &whole[..length]).unwrap();
        let news = all(&store);
        assert_eq!(texts(&news.records), ["first"], "{length} bytes");
        assert!(news.damaged.is_empty());
        append(&mut store.ledger("learner"), &["next"]);
        assert_eq!(texts(&all(&store).records), ["first", "next"]);
    }
}

#[test]
fn two_windows_stay_in_step_when_one_of_them_mends_the_journal() {
    let (scratch, store) = scratch();
    let (mut one, mut other) = (store.ledger("learner"), store.ledger("learner"));
    append(&mut one, &["first", "second", "third"]);
    append(&mut other, &["fourth"]);
    let journal = path(&scratch, "0.journal");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[8 + 5 + 8] ^= 1;
    fs::write(&journal, &bytes).unwrap();
    append(&mut store.ledger("learner"), &["fifth"]);
    assert_eq!(texts(&append(&mut one, &["sixth"])), ["fourth", "fifth"]);
    assert_eq!(texts(&append(&mut other, &["7"])), ["fifth", "sixth"]);
    let expected = ["first", "third", "fourth", "fifth", "sixth", "7"];
    assert_eq!(texts(&all(&store).records), expected);
}

#[test]
fn the_end_of_a_record_that_was_never_written_is_copied_before_it_is_cut_off() {
    let (scratch, store) = scratch();
    append(&mut store.ledger("learner"), &["first"]);
    append(&mut store.ledger("learner"), &["second"]);
    let journal = path(&scratch, "0.journal");
    let bytes = fs::read(&journal).unwrap();
    fs::write(&journal, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(all(&store).records.len(), 1);
    assert_eq!(fs::read(&journal).unwrap(), bytes[..bytes.len() - 1]);
    append(&mut store.ledger("learner"), &["third"]);
    assert_eq!(texts(&all(&store).records), ["first", "third"]);
    let cut = fs::read(path(&scratch, "0.journal.unfinished")).unwrap();
    assert_eq!(cut, bytes[13..bytes.len() - 1]);
}

/// A journal of so many games, which [`flips`] damages.
fn journal_of(games: &str) -> (TempDir, Store, Vec<u8>) {
    let (scratch, store) = scratch_trained(games);
    let bytes = fs::read(path(&scratch, "0.journal")).unwrap();
    (scratch, store, bytes)
}

/// Flips these bits of the journal, one at a time. All other records are there in their order, the damage is told, and reading writes
/// nothing. Every so often something is written then: first the damaged journal is copied.
fn flips(games: &str, bits: impl Iterator<Item = usize>) {
    let (scratch, store, whole) = journal_of(games);
    let journal = path(&scratch, "0.journal");
    let before = all(&store).records;
    assert!(before.len() >= games.parse().unwrap(), "games and trials");
    let mut flipped = 0;
    for bit in bits.take_while(|bit| *bit < 8 * whole.len()) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&journal, &bytes).unwrap();
        let (news, _) = store.ledger("learner").look().unwrap();
        assert_eq!(news.damaged.len(), 1, "bit {bit} is told");
        let start = before.iter().zip(&news.records);
        let same = start.take_while(|(a, b)| a == b).count();
        let lost = before.len() - news.records.len();
        assert!(lost <= 1, "bit {bit} costs {lost} records");
        assert!(before[same + lost..] == news.records[same..], "bit {bit}");
        flipped += 1;
        if flipped % 100 == 0 {
            assert!(fs::read(&journal).unwrap() == bytes);
            append(&mut store.ledger("learner"), &["next"]);
            let copy = path(&scratch, "0.journal.damaged");
            assert!(fs::read(&copy).unwrap() == bytes, "bit {bit}");
            let after = all(&store);
            assert!(after.damaged.is_empty());
            assert!(after.records[..after.records.len() - 1] == news.records[..]);
            fs::remove_file(copy).unwrap();
        }
    }
    println!("{flipped} flipped bits");
}

#[test]
fn a_flipped_bit_anywhere_in_a_journal_costs_no_other_record() {
    flips("100", (0..).map(|n| 59 * n));
}

#[test]
#[ignore = "it takes a minute"]
fn any_flipped_bit_of_a_journal_costs_no_other_record() {
    flips("40", 0..);
}

/// The files of a folder, with what they hold.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => files.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    files.sort();
    files
}

#[test]
fn showing_a_damaged_journal_shows_all_good_games_and_writes_nothing() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    fs::create_dir_all(data.join("learner")).unwrap();
    let damaged = include_bytes!("../corpus/journal/journal-bit15");
    fs::write(path(&scratch, "0.journal"), damaged).unwrap();
    let before = files(scratch.path());
    for _ in 0..2 {
        let shown = qipan(&["learner", "show"], &data);
        assert!(out(&shown).starts_with("100 games: "), "{shown:?}");
        let said = String::from_utf8_lossy(&shown.stderr);
        assert!(said.starts_with("qipan: 0.journal is damaged: "), "{said}");
        assert!(files(scratch.path()) == before);
    }
    train(&data, "1");
    assert_eq!(games(&data), 101);
    let copy = fs::read(path(&scratch, "0.journal.damaged")).unwrap();
    assert!(copy == damaged);
}

#[test]
fn showing_makes_no_folders_and_learns_no_note() {
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
    // A game that was left is shown as learned, and learned later.
    let game = Memory::<LearnedWeights>::nowhere()
        .learner()
        .practise(None, 1)
        .0;
    let left = Finished {
        moves: game,
        role: Role::Black,
        seed: 1,
    };
    left.leave::<LearnedWeights>(&store).unwrap();
    let before = files(&data);
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("1 game: 1 at the board"));
    assert!(files(&data) == before);
    assert_eq!(games(&data), 1);
    assert!(files(&data) != before);
}

#[test]
fn what_was_set_aside_is_imported_and_no_game_twice() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let damaged = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/corpus/journal/journal-bit15"
    );
    let said = "100 games in the journal, 100 of them new\n";
    assert_eq!(out(&qipan(&["learner", "import", damaged], &data)), said);
    assert_eq!(games(&data), 100);
    let said = "100 games in the journal, 0 of them new\n";
    assert_eq!(out(&qipan(&["learner", "import", damaged], &data)), said);
    assert_eq!(games(&data), 100);
    // The first records of this one, a trial and a game, are damaged, and its name tells which journal it is.
    let mut bytes = fs::read(damaged).unwrap();
    bytes[20] ^= 1;
    bytes[100] ^= 1;
    let copy = scratch.path().join("0.journal.damaged-2");
    fs::write(&copy, &bytes).unwrap();
    let other = scratch.path().join("other");
    let output = qipan(&["learner", "import", copy.to_str().unwrap()], &other);
    assert_eq!(out(&output), "99 games in the journal, 99 of them new\n");
    assert_eq!(games(&other), 99);
}

#[test]
fn a_damaged_snapshot_is_made_again_from_the_one_before() {
    let (scratch, store) = scratch();
    let mut ledger = store.ledger("learner");
    append(&mut ledger, &["a"]);
    compact(&mut ledger, "A");
    append(&mut ledger, &["b", "c"]);
    compact(&mut ledger, "ABC");
    append(&mut ledger, &["d"]);
    let snapshot = path(&scratch, "2.snapshot");
    let whole = fs::read(&snapshot).unwrap();
    for length in [0, 1, whole.len() - 1] {
        fs::write(&snapshot, &whole[..length]).unwrap();
        let news = all(&store);
        assert_eq!(news.base, Base::Snapshot(b"A".to_vec()));
        assert_eq!(texts(&news.records), ["b", "c", "d"]);
        assert_eq!(news.damaged.len(), 1);
    }
    append(&mut store.ledger("learner"), &["e"]);
    assert_eq!(texts(&all(&store).records), ["b", "c", "d", "e"]);
}

#[test]
fn a_newer_snapshot_is_left_alone() {
    let (scratch, store) = scratch();
    let mut ledger = store.ledger("learner");
    append(&mut ledger, &["a"]);
    compact(&mut ledger, "A");
    let crc = crc32fast::hash(b"qipan 1 2 A");
    let newer = format!("qipan 1 2 {crc:08x}\nA");
    fs::write(path(&scratch, "1.snapshot"), &newer).unwrap();
    let error = store.ledger("learner").hold().unwrap().news().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it was written by a newer qipan"),
        "{error}"
    );
    assert_eq!(
        fs::read(path(&scratch, "1.snapshot")).unwrap(),
        newer.as_bytes()
    );
}

#[test]
fn only_two_snapshots_are_kept_and_none_that_was_reset() {
    let (scratch, store) = scratch();
    let mut ledger = store.ledger("learner");
    for n in 0..5 {
        append(&mut ledger, &["record"]);
        compact(&mut ledger, &n.to_string());
    }
    let names = || {
        let files = fs::read_dir(path(&scratch, "")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != ".lock").collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["4.journal", "4.snapshot", "5.snapshot"]);
    ledger.hold().unwrap().replace(b"anew").unwrap();
    assert_eq!(names(), ["6.snapshot", "7.snapshot"]);
}

#[test]
fn a_new_beginning_outlives_damage_to_its_snapshot() {
    let (scratch, store) = scratch();
    let mut ledger = store.ledger("learner");
    append(&mut ledger, &["a"]);
    ledger.hold().unwrap().replace(b"anew").unwrap();
    append(&mut ledger, &["b"]);
    let snapshot = path(&scratch, "2.snapshot");
    let whole = fs::read(&snapshot).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&snapshot, &bytes).unwrap();
        let before = fs::read(&snapshot).unwrap();
        let news = all(&store);
        assert_eq!(news.base, Base::Snapshot(b"anew".to_vec()));
        assert_eq!(texts(&news.records), ["b"]);
        assert_eq!(
            fs::read(&snapshot).unwrap(),
            before,
            "a reader never writes"
        );
    }
    append(&mut store.ledger("learner"), &["c"]);
    assert_eq!(texts(&all(&store).records), ["b", "c"]);
    assert!(path(&scratch, "2.snapshot.damaged").exists());
}

#[test]
fn old_notes_that_a_killed_program_has_not_finished_are_swept_away() {
    let (scratch, store) = scratch();
    append(&mut store.ledger("learner"), &["a"]);
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    let make = |name: &str, old: Option<std::time::SystemTime>| {
        let file = fs::File::create(path(&scratch, name)).unwrap();
        old.iter().for_each(|old| file.set_modified(*old).unwrap());
        file
    };
    let (mine, young) = ("left-my-notes.new", "left-0000000000000001.new");
    let (held, dead) = ("left-0000000000000002.new", "left-0000000000000003.new");
    make(mine, Some(old));
    make(young, None);
    make(dead, Some(old));
    let living = make(held, Some(old));
    living.lock().unwrap();
    // A reader changes nothing.
    let _ = all(&store);
    assert!(path(&scratch, dead).exists());
    let mut ledger = store.ledger("learner");
    let mut writer = ledger.hold().unwrap();
    writer.news().unwrap();
    writer.notes().unwrap();
    let there = [mine, young, held, dead].map(|name| path(&scratch, name).exists());
    assert_eq!(there, [true, true, true, false]);
}

/// A journal on a disk that is full after a few blocks, as the limit on the size of a file makes it.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_training_and_loses_no_game() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_qipan"))
        .args([
            "learner", "train", "--games", "200", "--seed", "1", "--data",
        ])
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot write") && said.lines().count() == 1,
        "{said}"
    );
    let learned = games(&data);
    assert!(learned > 10, "{learned} games fit");
    // With room it goes on as if nothing had happened.
    let rest = (60 - learned).to_string();
    train(&data, &rest);
    let (other, _) = scratch_trained("60");
    assert!(export(&data) == export(&other.path().join("data")));
}

fn qipan(args: &[&str], data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
    command
        .args(args)
        .arg("--data")
        .arg(data)
        .current_dir(data.parent().unwrap());
    command.stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> &str {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
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

/// How many games the learner of this folder knows.
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

/// How many bytes the journals and snapshots of this folder have.
fn size(data: &Path) -> u64 {
    let Ok(files) = fs::read_dir(data.join("learner")) else {
        return 0;
    };
    // The pieces of a trial are no games, and what is set aside is a copy.
    let kept = |name: &str| {
        !["progress", "unfinished", "damaged"]
            .iter()
            .any(|word| name.contains(word))
    };
    let files = files.filter_map(Result::ok);
    let files = files.filter(|file| kept(&file.file_name().to_string_lossy()));
    // A file may go while one looks.
    files
        .filter_map(|file| Some(file.metadata().ok()?.len()))
        .sum()
}

/// Kills the training again and again, each time when some writes were seen: in the middle of the next one, or anywhere before or after it.
/// The same seed plays the same games from where the learner is, so in the end it is what it would have become without any of that,
/// unless a game was lost, learned twice or damaged.
fn kill(times: u64) {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let mut before = 0;
    for n in 0..times {
        let mut child = program_that_ends_with_the_test()
            .args([
                "learner", "train", "--seed", "1", "--games", "100000", "--data",
            ])
            .arg(&data)
            .current_dir(scratch.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (mut last, mut writes) = (size(&data), 0);
        // The first may be the end of a record that was written half.
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
        // Reading at the same time does no harm either.
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
fn kills_at_any_moment_of_the_training_lose_nothing_that_was_learned() {
    kill(30);
}

#[test]
#[ignore = "it takes a minute"]
fn two_hundred_kills_at_any_moment_of_the_training_lose_nothing_that_was_learned() {
    kill(200);
}

#[test]
fn a_note_becomes_records_once_wherever_its_taker_crashes() {
    let (scratch, store) = scratch();
    let mut ledger = store.ledger("learner");
    append(&mut ledger, &["first"]);
    ledger.leave(b"a game").unwrap();
    let note = || {
        let files = fs::read_dir(path(&scratch, "")).unwrap();
        let mut paths = files.map(|file| file.unwrap().path());
        paths.find(|path| path.to_string_lossy().contains("left-"))
    };
    let bytes = fs::read(note().unwrap()).unwrap();
    // Its taker renamed it, and no more.
    let (number, length) = (0, 8 + 5);
    let taken = path(&scratch, &format!("left-x.{number}.{length}.taken"));
    fs::rename(note().unwrap(), &taken).unwrap();
    let mut held = ledger.hold().unwrap();
    held.news().unwrap();
    let (notes, damaged) = held.notes().unwrap();
    assert_eq!((notes.len(), damaged.len()), (1, 0));
    assert_eq!(notes[0].bytes, b"a game");
    held.append_of(&notes[0], &[b"second".to_vec()]).unwrap();
    assert_eq!(note(), None);
    // Its taker wrote the record, and did not come to remove it.
    fs::write(&taken, &bytes).unwrap();
    assert!(held.notes().unwrap().0.is_empty());
    assert_eq!(note(), None);
    drop(held);
    // A damaged one is set aside.
    let damaged = path(&scratch, "left-y.note");
    fs::write(&damaged, &bytes[..bytes.len() - 1]).unwrap();
    let mut held = ledger.hold().unwrap();
    held.news().unwrap();
    let (notes, told) = held.notes().unwrap();
    assert!(notes.is_empty());
    assert_eq!(
        told,
        ["left-y.note was damaged and is now left-y.note.damaged."]
    );
    drop(held);
    assert_eq!(texts(&all(&store).records), ["first", "second"]);
}

#[test]
fn show_train_export_import_and_reset() {
    let (one, _) = scratch_trained("12");
    let data = one.path().join("data");
    assert!(
        !one.path().join("learner.png").exists(),
        "nobody has asked for a picture"
    );
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("12 games: 0 at the board, 12 in training, 0 from files\n"));
    let exported = export(&data);
    let (two, _) = scratch_trained("2");
    let other = two.path().join("data");
    let file = one.path().join("exported");
    out(&qipan(
        &["learner", "import", file.to_str().unwrap()],
        &other,
    ));
    assert_eq!(games(&other), 12);
    assert!(export(&other) == exported);
    let refused = qipan(&["learner", "reset"], &other);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(games(&other), 12, "without an answer nothing is forgotten");
    out(&qipan(&["learner", "reset", "--yes"], &other));
    assert_eq!(games(&other), 0);
    for damaged in [
        &exported[..exported.len() - 1],
        &exported[..5],
        b"qipan learner 9 00000000\n",
    ] {
        let file = two.path().join("damaged");
        fs::write(&file, damaged).unwrap();
        let output = qipan(&["learner", "import", file.to_str().unwrap()], &other);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
        assert_eq!(games(&other), 0);
    }
}

#[test]
fn recorded_games_are_imported_and_a_wrong_command_line_is_named() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");
    let output = qipan(&["learner", "import", file], &data);
    assert!(out(&output).starts_with("10 games in "));
    assert_eq!(games(&data), 10);
    for wrong in [
        &["learner"][..],
        &["learner", "sing"],
        &["learner", "export"],
    ] {
        assert_eq!(qipan(wrong, &data).status.code(), Some(2), "{wrong:?}");
    }
    let output = qipan(&["learner", "import", "nowhere.wtb"], &data);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.wtb"));
}

/// What the learner of Othello remembers.
fn known(learners: &Learners) -> History {
    let mut answer = learners.look();
    answer
        .get(true)
        .expect("its thread answers")
        .history
        .clone()
}

/// A table at which the learner plays white.
fn with_learner() -> At {
    let seats = Seats {
        white: Player::Learner,
        ..Seats::default()
    };
    still().seated(seats)
}

/// The learner plays both sides at the board until the game is over; then these keys.
fn play_itself(keeper: &mut Keeper, keys: &str) {
    let mut table = with_learner();
    table.seats.black = Player::Learner;
    let mut game = new_othello(Rules::Standard);
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
    let left = play_game(&mut script, &mut game, &mut table, keeper);
    assert_eq!(left, Err(Quit::Closed));
    assert!(game.outcome().is_some());
}

#[test]
fn a_game_at_the_board_is_learned_and_one_that_is_finished_again_counts_again() {
    let (_scratch, store) = scratch();
    let mut keeper = Keeper::open(Ok(store.clone()), &mut with_learner().settings);
    play_itself(&mut keeper, "");
    assert_eq!(known(keeper.learner()).played, 1);
    play_itself(&mut keeper, "");
    assert_eq!(known(keeper.learner()).played, 2);
    let another = Learners::of(&store);
    assert_eq!(known(&another).played, 2);
    assert_eq!(another.message(), None);
}

#[test]
fn without_a_folder_it_learns_until_the_end_of_the_program() {
    let mut keeper = Keeper::nowhere();
    play_itself(&mut keeper, "");
    assert_eq!(known(keeper.learner()).played, 1);
    assert_eq!(known(Keeper::nowhere().learner()).played, 0);
}

#[test]
fn a_game_of_gomoku_at_the_board_is_learned_by_the_learner_of_gomoku() {
    let (_scratch, store) = scratch();
    let mut keeper = Keeper::open(Ok(store.clone()), &mut with_learner().settings);
    let mut table = with_learner();
    table.seats.black = Player::Learner;
    let mut game = boxed(games::gomoku::Game::default());
    let mut script = Script::new(parse_keys("").unwrap(), |_, _| ());
    let left = play_game(&mut script, &mut game, &mut table, &mut keeper);
    assert_eq!(left, Err(Quit::Closed));
    assert!(game.outcome().is_some(), "{game}");
    let another = Learners::of(&store);
    let mut gomoku = another.look_at_gomoku();
    let played = gomoku.get(true).unwrap().history.played;
    assert_eq!((played, known(&another).games()), (1, 0));
    assert_eq!(another.message(), None);
}

#[test]
fn the_learner_of_gomoku_is_trained_shown_taken_elsewhere_and_forgotten_on_its_own() {
    let (one, _) = scratch_trained("2");
    let data = one.path().join("data");
    let with = |args: &[&str], data: &Path| {
        let output = qipan(&[&["learner"], args].concat(), data);
        out(&output).to_string()
    };
    let train = [
        "train",
        "--gomoku",
        "--games",
        "6",
        "--seed",
        "1",
        "--against",
        "2",
    ];
    assert!(with(&train, &data).starts_with("6 games in "));
    let shown = with(&["show", "--gomoku"], &data);
    let first = "6 games: 0 at the board, 6 in training, 0 from files\n";
    assert!(shown.starts_with(first), "{shown}");
    let file = one.path().join("gomoku");
    let file = file.to_str().unwrap();
    with(&["export", "--gomoku", file], &data);
    let (two, _) = scratch_trained("3");
    let other = two.path().join("data");
    assert_eq!(
        with(&["import", file], &other),
        "The learner now knows 6 games\n"
    );
    assert_eq!(with(&["show", "--gomoku"], &other), shown);
    assert_eq!(games(&other), 3, "Othello's learner is another");
    with(&["reset", "--gomoku", "--yes"], &other);
    assert!(with(&["show", "--gomoku"], &other).starts_with("0 games"));
    assert_eq!(games(&other), 3);
    for level in ["0", "11", "greedy"] {
        let wrong = ["learner", "train", "--gomoku", "--against", level];
        let output = qipan(&wrong, &data);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), said.lines().count()),
            (Some(2), 1),
            "{said}"
        );
    }
}

#[test]
fn recorded_games_of_both_kinds_are_imported_each_by_its_learner() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let othello = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wc10.wtb");
    let gomoku = scratch.path().join("game.psq");
    let stones = [
        "8,8", "8,9", "9,8", "9,9", "10,8", "10,9", "11,8", "11,9", "12,8",
    ];
    let stones = stones.map(|stone| format!("{stone},0\n")).concat();
    let file = format!("Piskvorky 15x15, 11:11, 0\n{stones}first\nsecond\n-1\n");
    fs::write(&gomoku, file).unwrap();
    let gomoku = gomoku.to_str().unwrap();
    let output = qipan(&["learner", "import", othello, gomoku], &data);
    assert!(out(&output).starts_with("11 games in "), "{output:?}");
    assert_eq!(games(&data), 10);
    let shown = qipan(&["learner", "show", "--gomoku"], &data);
    let first = "1 game: 0 at the board, 0 in training, 1 from files\n10 positions\n";
    assert!(out(&shown).starts_with(first), "{shown:?}");
}

#[test]
fn an_imported_game_with_256_thrown_away_turns_leaves_a_learner_that_works() {
    let (scratch, _store) = scratch();
    let data = scratch.path().join("data");
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/corpus/text/thrown256.txt"
    );
    assert!(out(&qipan(&["learner", "import", file], &data)).starts_with("1 game in "));
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("1 game: 0 at the board, 0 in training, 1 from files\n"));
    train(&data, "3");
    assert_eq!(games(&data), 4);
    assert!(!export(&data).is_empty());
}

#[test]
fn a_record_that_makes_no_sense_is_named_and_the_others_hold() {
    let (scratch, store) = scratch();
    let data = scratch.path().join("data");
    train(&data, "3");
    let crafted = include_bytes!("../corpus/event/event-0.bin").to_vec();
    let mut ledger = store.ledger("learner");
    let mut held = ledger.hold().unwrap();
    held.news().unwrap();
    held.append(&[crafted]).unwrap();
    drop(held);
    train(&data, "2");
    let shown = qipan(&["learner", "show"], &data);
    assert!(out(&shown).starts_with("5 games: "), "{shown:?}");
    let said = String::from_utf8_lossy(&shown.stderr);
    assert_eq!(
        said,
        "qipan: A record of the learner is left out: what it says about turn 18 cannot be.\n"
    );
}

#[test]
fn games_of_others_and_resigned_games_are_not_learned() {
    let moves = &world_championship()[0].moves;
    for (players, keys) in [
        ((Player::Human, Player::Human), keys_of(moves)),
        ((Player::Human, Player::Learner), "F8 y".to_string()),
    ] {
        let mut keeper = Keeper::nowhere();
        let mut table = with_learner();
        (table.seats.black, table.seats.white) = players;
        let mut game = new_othello(Rules::Original);
        let mut script = Script::new(parse_keys(&keys).unwrap(), |_, _| ());
        let _ = play_game(&mut script, &mut game, &mut table, &mut keeper);
        drop(script);
        assert!(game.outcome().is_some());
        assert_eq!(known(keeper.learner()).games(), 0);
    }
}

#[test]
fn a_learner_begins_with_nothing_or_with_the_engines_weights() {
    let (_scratch, store) = scratch();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    memory.reset(Start::Engine).unwrap();
    let (moves, _) = memory.learner().practise(None, 1);
    assert!(
        memory
            .learn(moves, Role::Both, true, Effort::TRAINING, 1)
            .unwrap()
    );
    let mut another = Memory::<LearnedWeights>::of(&store);
    another.catch_up().unwrap();
    assert_eq!(another.learner().weights().start(), Start::Engine);
    assert!(another.learner() == memory.learner());
}

#[test]
fn a_folder_that_cannot_be_made_is_told_and_the_game_goes_on() {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = scratch.path().join("file");
    File::create(&file).unwrap();
    let learners = Learners::of(&Store::open(Some(file)).unwrap());
    assert_eq!(known(&learners).games(), 0);
    let message = learners.message().expect("there is something to say");
    assert!(
        message.starts_with("The learner cannot learn: cannot "),
        "{message}"
    );
}
