//! Crashes and damage cost a journal at most one record.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::data::names_in;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use store::journal::{Base, Journal, News};
use store::{Store, sealed};
use tempfile::TempDir;

/// The length of a record header.
const HEAD: usize = 12;

struct Folder {
    scratch: TempDir,
    store: Store,
}

impl Folder {
    fn new() -> Folder {
        let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let store = Store::open(Some(scratch.path().to_path_buf())).unwrap();
        Folder { scratch, store }
    }

    /// A folder with these records, written one by one.
    fn with(records: &[&str]) -> Folder {
        let folder = Folder::new();
        let mut journal = folder.journal();
        for record in records {
            append(&mut journal, &[record]);
        }
        folder
    }

    fn journal(&self) -> Journal {
        self.store.journal("learner")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join("learner").join(name)
    }

    /// The contents of the journal, read without changing it.
    fn all(&self) -> News {
        let before = names(&self.path(""));
        let news = self.journal().look().unwrap();
        assert_eq!(names(&self.path("")), before, "reading creates no file");
        news
    }

    /// The records of an undamaged journal.
    fn records(&self) -> Vec<String> {
        let news = self.all();
        assert_eq!(news.damaged, [""; 0]);
        texts(&news.records)
    }
}

/// Appends records. Returns the records that were new.
fn append(journal: &mut Journal, records: &[&str]) -> Vec<String> {
    let (mut held, news) = journal.hold().unwrap();
    let records: Vec<Vec<u8>> = records.iter().map(|r| r.as_bytes().to_vec()).collect();
    held.append(&records, None).unwrap();
    texts(&news.records)
}

/// Writes a snapshot. Returns what was new.
fn keep_snapshot(journal: &mut Journal, state: &str) -> News {
    let (mut held, news) = journal.hold().unwrap();
    held.keep_snapshot(state.as_bytes()).unwrap();
    news
}

fn texts(records: &[Vec<u8>]) -> Vec<String> {
    let text = |record: &Vec<u8>| String::from_utf8(record.clone()).unwrap();
    records.iter().map(text).collect()
}

fn state(text: &str) -> Base {
    Base::State(text.as_bytes().to_vec())
}

/// The files of a folder and their contents, except the lock.
fn names(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = names_in(folder).into_iter().filter(|name| name != ".lock");
    names.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

fn flip(path: &Path, bit: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
}

#[test]
fn records_after_a_snapshot_come_back_in_order() {
    let folder = Folder::new();
    assert_eq!(folder.all().base, Base::Empty);
    let mut journal = folder.journal();
    append(&mut journal, &["one", "two"]);
    append(&mut journal, &["three"]);
    assert_eq!(folder.records(), ["one", "two", "three"]);
    let _ = keep_snapshot(&mut journal, "1 2 3");
    append(&mut journal, &["four"]);
    assert_eq!(folder.all().base, state("1 2 3"));
    assert_eq!(folder.records(), ["four"]);
}

#[test]
fn windows_see_each_others_records() {
    let folder = Folder::new();
    let (mut one, mut other) = (folder.journal(), folder.journal());
    append(&mut one, &["a"]);
    assert_eq!(append(&mut other, &["b"]), ["a"]);
    assert_eq!(append(&mut one, &["c"]), ["b"]);
    let _ = keep_snapshot(&mut other, "abc");
    assert_eq!(append(&mut one, &["d"]), [""; 0], "the snapshot has all of them");
    assert_eq!(append(&mut other, &["e"]), ["d"]);
    one.replace(b"anew").unwrap();
    let (_, news) = other.hold().unwrap();
    assert_eq!((news.base, news.records.len()), (state("anew"), 0));
    fs::remove_dir_all(folder.path("")).unwrap();
    let (_, news) = other.hold().unwrap();
    assert_eq!((news.base, news.records.len()), (Base::Empty, 0));
}

#[test]
fn ten_concurrent_writers_lose_no_record() {
    let folder = Folder::new();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for n in 0..10 {
            let mut journal = folder.journal();
            scope.spawn(move || {
                for m in 0..10 {
                    append(&mut journal, &[&format!("{n} {m}")]);
                }
            });
        }
    });
    println!("{:?} a record", start.elapsed() / 100);
    let mut records = folder.records();
    records.sort();
    records.dedup();
    assert_eq!(records.len(), 100);
}

#[test]
fn truncation_costs_only_the_last_records() {
    for written in [&[1, 1, 1][..], &[1, 3], &[2, 2]] {
        let folder = Folder::new();
        let all = ["first", "second", "third", "fourth"];
        let (mut ends, mut count) = (vec![(0, 0)], 0);
        for together in written {
            append(&mut folder.journal(), &all[count..count + together]);
            count += together;
            ends.push((fs::read(folder.path("0.journal")).unwrap().len(), count));
        }
        let whole = fs::read(folder.path("0.journal")).unwrap();
        for length in 0..=whole.len() {
            fs::write(folder.path("0.journal"), &whole[..length]).unwrap();
            let complete = ends.iter().rfind(|(end, _)| *end <= length).unwrap().1;
            assert_eq!(folder.records(), all[..complete], "no damage is reported");
            append(&mut folder.journal(), &["next"]);
            let expected = [&all[..complete], &["next"]].concat();
            assert_eq!(folder.records(), expected);
        }
    }
}

/// Flips these bits of a journal, one at a time. The reader must return all records but one, report the
/// damage and write nothing. The next writer makes a snapshot that ends the reports.
fn flips(bits: impl Iterator<Item = usize>) {
    let folder = Folder::new();
    let mut random = StdRng::seed_from_u64(1);
    for n in 0..40 {
        let record = |n: u32| format!("{n}: {}", "x".repeat(random.random_range(0..100)));
        let records: Vec<String> = (0..n % 3 + 1).map(record).collect();
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        append(&mut folder.journal(), &records);
    }
    let whole = fs::read(folder.path("0.journal")).unwrap();
    let before = folder.records();
    for bit in bits.take_while(|bit| *bit < 8 * whole.len()) {
        fs::write(folder.path("0.journal"), &whole).unwrap();
        flip(&folder.path("0.journal"), bit);
        let news = folder.all();
        assert_eq!(news.damaged.len(), 1, "bit {bit} is reported");
        let after = texts(&news.records);
        let same = before.iter().zip(&after).take_while(|(a, b)| a == b);
        let same = same.count();
        assert_eq!(after.len(), before.len() - 1, "bit {bit}");
        assert!(before[same + 1..] == after[same..], "bit {bit}");
        if bit % 100 == 0 {
            let mut journal = folder.journal();
            let (mut held, news) = journal.hold().unwrap();
            assert_eq!(texts(&news.records), after);
            held.append(&[b"next".to_vec()], None).unwrap();
            assert!(held.is_snapshot_due());
            held.keep_snapshot(b"all").unwrap();
            drop(held);
            let news = folder.all();
            assert_eq!((news.base, news.damaged.len()), (state("all"), 0));
            fs::remove_file(folder.path("0.snapshot")).unwrap();
        }
    }
}

#[test]
fn a_flipped_bit_costs_one_record() {
    flips((0..).map(|n| 25 * n));
}

#[test]
#[ignore = "takes a minute"]
fn every_flipped_bit_costs_one_record() {
    flips(0..);
}

#[test]
fn damage_is_reported_until_a_snapshot_covers_it() {
    let folder = Folder::with(&["first", "second", "third"]);
    let (mut one, mut other) = (folder.journal(), folder.journal());
    append(&mut one, &["fourth"]);
    append(&mut other, &["fifth"]);
    let journal = folder.path("0.journal");
    flip(&journal, 8 * (HEAD + 5 + HEAD));
    let damaged = fs::read(&journal).unwrap();
    let told = ["0.journal is damaged: 18 bytes of it cannot be read."];
    for _ in 0..2 {
        let news = folder.all();
        assert_eq!(news.damaged, told);
        assert_eq!(texts(&news.records), ["first", "third", "fourth", "fifth"]);
    }
    // These two have already read past the damage.
    assert_eq!(append(&mut one, &["sixth"]), ["fifth"]);
    assert_eq!(append(&mut other, &["seventh"]), ["sixth"]);
    let mut third = folder.journal();
    assert_eq!(keep_snapshot(&mut third, "1 3 4 5 6 7").damaged, told);
    append(&mut other, &["eighth"]);
    assert_eq!(folder.all().base, state("1 3 4 5 6 7"));
    assert_eq!(folder.records(), ["eighth"]);
    assert!(fs::read(&journal).unwrap().starts_with(&damaged));
    // Damage that another window has reported and covered by a snapshot is not reported again.
    let length = fs::read(&journal).unwrap().len();
    append(&mut one, &["ninth"]);
    flip(&journal, 8 * length);
    let news = keep_snapshot(&mut third, "1 3 4 5 6 7 8");
    assert_eq!((news.base, news.damaged.len()), (state("1 3 4 5 6 7"), 1));
    let (_, news) = other.hold().unwrap();
    assert_eq!((news.base, news.damaged.len()), (state("1 3 4 5 6 7 8"), 0));
}

#[test]
fn damaged_snapshots_are_rebuilt_from_the_journal() {
    let folder = Folder::new();
    let mut journal = folder.journal();
    append(&mut journal, &["a", "b"]);
    let _ = keep_snapshot(&mut journal, "ab");
    append(&mut journal, &["c"]);
    let snapshot = folder.path("0.snapshot");
    let whole = fs::read(&snapshot).unwrap();
    let cut = (0..whole.len()).map(|length| whole[..length].to_vec());
    let flipped = (0..whole.len()).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    });
    for bytes in cut.chain(flipped) {
        fs::write(&snapshot, bytes).unwrap();
        let news = folder.all();
        let told = ["0.snapshot is damaged; the journal is read instead."];
        assert_eq!(news.base, Base::Empty);
        assert_eq!(news.damaged, told);
        assert_eq!(texts(&news.records), ["a", "b", "c"]);
    }
    let mut journal = folder.journal();
    let (mut held, _) = journal.hold().unwrap();
    assert!(held.is_snapshot_due());
    held.keep_snapshot(b"abc").unwrap();
    drop(held);
    assert_eq!(folder.all().damaged, [""; 0]);
    // The snapshot stays valid if somebody deletes its journal.
    fs::remove_file(folder.path("0.journal")).unwrap();
    append(&mut folder.journal(), &["d"]);
    assert_eq!(folder.all().base, state("abc"));
    assert_eq!(folder.records(), ["d"]);
}

#[test]
fn newer_snapshots_are_kept() {
    let folder = Folder::with(&["a"]);
    let crc = crc32fast::hash(b"qipan 0 2 A");
    let newer = format!("qipan 0 2 {crc:08x}\nA");
    fs::write(folder.path("0.snapshot"), &newer).unwrap();
    let error = folder.journal().hold().unwrap_err().to_string();
    assert!(error.contains("it was written by a newer qipan"), "{error}");
    let after = fs::read(folder.path("0.snapshot")).unwrap();
    assert_eq!(after, newer.as_bytes());
}

/// The names of the files of a journal.
fn files(folder: &Folder) -> Vec<String> {
    let files = names(&folder.path("")).into_iter();
    files.map(|(name, _)| name).collect()
}

#[test]
fn a_replaced_state_survives_damage() {
    let folder = Folder::with(&["a"]);
    folder.journal().replace(b"anew").unwrap();
    assert_eq!(files(&folder), ["1.journal", "1.snapshot"]);
    append(&mut folder.journal(), &["b"]);
    for file in ["1.journal", "1.snapshot"] {
        let whole = fs::read(folder.path(file)).unwrap();
        for bit in 0..8 * (HEAD + 4) {
            flip(&folder.path(file), bit);
            let news = folder.all();
            assert_eq!(news.base, state("anew"), "{file}, bit {bit}");
            assert_eq!(texts(&news.records), ["b"]);
            fs::write(folder.path(file), &whole).unwrap();
        }
    }
}

#[test]
fn a_very_long_journal_is_replaced_by_its_state() {
    let folder = Folder::new();
    let long = "x".repeat(3 << 20);
    let mut journal = folder.journal();
    for (expected, text) in [("0.journal", "one"), ("1.journal", "one two")] {
        append(&mut journal, &[&long]);
        let _ = keep_snapshot(&mut journal, text);
        assert_eq!(files(&folder)[0], expected);
    }
    append(&mut folder.journal(), &["three"]);
    assert_eq!(append(&mut journal, &["four"]), ["three"]);
    assert_eq!(folder.all().base, state("one two"));
    assert_eq!(folder.records(), ["three", "four"]);
    assert_eq!(files(&folder), ["1.journal", "1.snapshot"]);
}

#[test]
fn oversized_journals_are_rejected_and_kept() {
    let folder = Folder::with(&["a record"]);
    let path = folder.path("0.journal");
    // A sparse file takes no space.
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_len(300 << 20).unwrap();
    let error = folder.journal().hold().unwrap_err().to_string();
    let why = "0.journal: it is longer than 256 MB";
    assert!(error.contains(why), "{error}");
    assert_eq!(fs::metadata(&path).unwrap().len(), 300 << 20);
}

#[test]
fn notes_become_records_exactly_once() {
    let folder = Folder::with(&["first"]);
    let mut journal = folder.journal();
    journal.leave(b"a game").unwrap();
    let note = || {
        let mut names = files(&folder).into_iter();
        names.find(|name| name.starts_with("left-"))
    };
    let name = note().unwrap();
    let bytes = fs::read(folder.path(&name)).unwrap();
    assert_eq!(folder.all().notes[0].bytes, b"a game");
    let (mut held, news) = journal.hold().unwrap();
    held.append(&[b"second".to_vec()], Some(&news.notes[0])).unwrap();
    drop(held);
    assert_eq!(note(), None);
    // A program was killed after writing the records and before deleting the note.
    for journal in [&mut journal, &mut folder.journal()] {
        fs::write(folder.path(&name), &bytes).unwrap();
        assert!(folder.all().notes.is_empty());
        assert!(journal.hold().unwrap().1.notes.is_empty());
        assert_eq!(note(), None);
    }
    // A damaged note is renamed.
    fs::write(folder.path("left-0f.note"), &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(folder.all().damaged, ["left-0f.note is damaged."]);
    let (_, news) = journal.hold().unwrap();
    let told = "left-0f.note was damaged and was renamed to left-0f.note.damaged.";
    assert_eq!(news.damaged, [told]);
    assert_eq!(news.notes.len(), 0);
    // A note of a newer version is kept.
    let newer = String::from_utf8(sealed("note", b"")).unwrap();
    let crc = crc32fast::hash(b"qipan note 2 ");
    let newer = newer.replace(" 1 ", " 2 ");
    let newer = format!("{}{crc:08x}\n", &newer[..newer.len() - 9]);
    fs::write(folder.path("left-0e.note"), newer).unwrap();
    let (_, news) = folder.journal().hold().unwrap();
    assert_eq!((news.damaged.len(), news.notes.len()), (0, 0));
    assert_eq!(note().as_deref(), Some("left-0e.note"));
    assert_eq!(folder.records(), ["first", "second"]);
}

#[test]
fn old_unfinished_notes_are_deleted() {
    let folder = Folder::with(&["a"]);
    let old = SystemTime::now() - Duration::from_secs(7200);
    let make = |name: &str, old: Option<SystemTime>| {
        let file = fs::File::create(folder.path(name)).unwrap();
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
    let there = || [mine, young, held, dead].map(|name| folder.path(name).exists());
    folder.all();
    assert_eq!(there(), [true; 4]);
    drop(folder.journal().hold().unwrap());
    assert_eq!(there(), [true, true, true, false]);
}
