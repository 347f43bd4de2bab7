//! Makes every file system call of the store and of the learner's memory fail once, or be the last before the
//! program dies. The user must then have either the old or the new data, and the new data if the operation
//! reported success.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::drafts;
use super::files::write_file;
use super::installed::{put, take_back};
use super::journal::{Base, Held, News};
use super::{Document, Store, cannot};
use crate::memory::{Finished, Memory};
use mind::learner::{LearnedWeights, Moves, Role, Start};
use tempfile::TempDir;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The call fails without effect. Later calls work.
    Error,
    /// The call fails, but a write has written half. Later calls work.
    Torn,
    /// This call and all later ones fail, as if the program had died; a write has written half.
    End,
}

/// The faults to try. Under Wine, file system calls take seven times as long.
const FAULTS: &[Fault] = if cfg!(windows) { &[Fault::End] } else { &[Fault::Error, Fault::Torn, Fault::End] };

#[derive(Clone, Copy)]
struct Plan {
    fault: Fault,
    at: u64,
    calls: u64,
}

thread_local! {
    static PLAN: Cell<Option<Plan>> = const { Cell::new(None) };
}

/// Runs `act` while call number `at` (from 0) of this thread fails. Returns its result and the number of
/// calls.
pub(super) fn with<T>(fault: Fault, at: u64, act: impl FnOnce() -> T) -> (T, u64) {
    let calls = 0;
    PLAN.set(Some(Plan { fault, at, calls }));
    let result = act();
    let plan = PLAN.take();
    (result, plan.map_or(0, |plan| plan.calls))
}

/// Called at the start of each file system call.
pub fn fault_point() -> io::Result<()> {
    #[cfg(unix)]
    super::crash_model::see();
    let Some(plan) = PLAN.get() else {
        return Ok(());
    };
    let calls = plan.calls + 1;
    PLAN.set(Some(Plan { calls, ..plan }));
    match plan.fault {
        Fault::Error | Fault::Torn if plan.calls == plan.at => Err(io::Error::other("a fault of the test")),
        Fault::End if plan.calls >= plan.at => Err(io::Error::other("the end of the test")),
        _ => Ok(()),
    }
}

/// Called at the start of each write. A failing disk or a dying program has often written a part.
pub fn tear(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let fault = fault_point();
    let tears = |plan: Plan| plan.fault != Fault::Error && plan.calls == plan.at + 1;
    if fault.is_err() && PLAN.get().is_some_and(tears) {
        file.write_all(&bytes[..bytes.len() / 2])?;
    }
    fault
}

/// A name, the preparation of a store, and the operation that runs with failing calls.
type Case = (&'static str, fn(&Store, &Path), fn(&Store, &Path) -> io::Result<()>);

const CASES: [Case; 29] = [
    ("first settings", NOTHING, |store, _| set(store, "blue")),
    ("settings that are changed", |store, _| set(store, "red").unwrap(), |store, _| set(store, "blue")),
    (
        "a draft whose file is saved",
        |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;").unwrap(),
        |store, dir| drafts::drop(store, &dir.join("QIPAN.C")),
    ),
    ("a first document", NOTHING, |store, _| store.write("settings", "new")),
    (
        "a document that is replaced",
        |store, _| store.write("settings", "old").unwrap(),
        |store, _| store.write("settings", "new"),
    ),
    ("a damaged document that is read", damaged_document, |store, _| store.read("settings").map(drop)),
    ("a damaged document that is replaced", damaged_document, |store, _| store.write("settings", "new")),
    ("a first game", NOTHING, |store, _| store.slot()?.write("d3")),
    (
        "a game beside another",
        |store, _| store.slot().unwrap().write("d3").unwrap(),
        |store, _| store.slot()?.write("c3"),
    ),
    (
        "a game that goes on",
        |store, _| store.slot().unwrap().write("d3").unwrap(),
        |store, _| {
            let slot = store.take("game-1")?;
            slot.unwrap().write("d3 c3")
        },
    ),
    (
        "a game that is over",
        |store, _| store.slot().unwrap().write("d3").unwrap(),
        |store, _| {
            let slot = store.take("game-1")?;
            slot.map_or(Ok(()), |slot| slot.clear())
        },
    ),
    (
        "games that are looked for",
        |store, _| store.slot().unwrap().write("d3").unwrap(),
        |store, _| {
            let games = store.abandoned()?;
            assert_eq!(games.len(), 1);
            Ok(())
        },
    ),
    (
        "a file of the user's",
        |_, dir| {
            fs::create_dir_all(dir).unwrap();
            write_file(&dir.join("mine"), b"old").unwrap();
        },
        |_, dir| {
            let mine = dir.join("mine");
            // The caller adds the path to the error.
            write_file(&mine, b"new").map_err(cannot("write", &mine))
        },
    ),
    ("first records", NOTHING, |store, _| append(store, &["first", "second"])),
    (
        "more records",
        |store, _| append(store, &["first", "second"]).unwrap(),
        |store, _| append(store, &["third"]),
    ),
    (
        "records behind damage",
        |store, dir| {
            append(store, &["first", "second", "third"]).unwrap();
            damage_the_second_of_three(dir);
        },
        |store, _| append(store, &["next"]),
    ),
    (
        "records behind half of one",
        |store, dir| {
            append(store, &["first"]).unwrap();
            append(store, &["second"]).unwrap();
            let journal = dir.join("learner/0.journal");
            let bytes = fs::read(&journal).unwrap();
            fs::write(journal, &bytes[..bytes.len() - 2]).unwrap();
        },
        |store, _| append(store, &["next"]),
    ),
    (
        "a snapshot",
        |store, _| append(store, &["first", "second"]).unwrap(),
        |store, _| {
            let mut journal = store.journal("learner");
            // The snapshot equals the state of the records.
            let kept = |(mut held, _): (Held<'_>, News)| held.keep_snapshot(b"first second");
            journal.hold().and_then(kept)
        },
    ),
    (
        "a new beginning",
        |store, _| append(store, &["first", "second"]).unwrap(),
        |store, _| store.journal("learner").replace(b"anew"),
    ),
    ("a note", NOTHING, |store, _| store.journal("learner").leave(b"note")),
    (
        "a note that is learned",
        |store, _| store.journal("learner").leave(b"note").unwrap(),
        |store, _| learn_notes(store),
    ),
    (
        "a note that is learned behind damage",
        |store, dir| {
            append(store, &["first", "second", "third"]).unwrap();
            store.journal("learner").leave(b"note").unwrap();
            damage_the_second_of_three(dir);
        },
        |store, _| learn_notes(store),
    ),
    ("settings that are read", |store, _| set(store, "red").unwrap(), |store, _| store.settings().map(drop)),
    (
        "a draft that is read",
        |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;").unwrap(),
        |store, dir| drafts::read(store, &dir.join("QIPAN.C")).map(drop),
    ),
    ("a draft that is kept", NOTHING, |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;")),
    (
        "a journal that is looked at",
        |store, _| append(store, &["first"]).unwrap(),
        |store, _| store.journal("learner").look().map(drop),
    ),
    ("a picture", NOTHING, |store, _| store.keep_picture("qipan", b"new").map(drop)),
    ("a file that is installed", NOTHING, |_, dir| put(&[(dir.join("mine"), b"new".to_vec())]).map(drop)),
    (
        "a file that is taken back",
        |_, dir| drop(put(&[(dir.join("mine"), b"new".to_vec())]).unwrap()),
        |_, dir| take_back(dir, &[(dir.join("mine"), b"new".to_vec())]).map(drop),
    ),
];

pub(super) const NOTHING: fn(&Store, &Path) = |_, _| ();

fn set(store: &Store, theme: &str) -> io::Result<()> {
    store.change_settings(|_| format!("theme = {theme}"))
}

/// Flips a bit in the second record of the journal.
fn damage_the_second_of_three(dir: &Path) {
    let journal = dir.join("learner/0.journal");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[12 + 5 + 12] ^= 1;
    fs::write(journal, bytes).unwrap();
}

/// Turns each note into a record of the same bytes.
pub(super) fn learn_notes(store: &Store) -> io::Result<()> {
    let mut journal = store.journal("learner");
    let (mut held, news) = journal.hold()?;
    let mut notes = news.notes.iter();
    notes.try_for_each(|note| held.append(std::slice::from_ref(&note.bytes), Some(note)))
}

pub(super) fn damaged_document(store: &Store, dir: &Path) {
    store.write("settings", "old").unwrap();
    fs::write(dir.join("settings"), "by hand").unwrap();
}

pub(super) fn append(store: &Store, records: &[&str]) -> io::Result<()> {
    let mut journal = store.journal("learner");
    let (mut held, _) = journal.hold()?;
    let records: Vec<Vec<u8>> = records.iter().map(|r| r.as_bytes().to_vec()).collect();
    held.append(&records, None)
}

/// The user's data in this folder as text: documents, files, damaged files, and the journal's state, records
/// and notes.
pub(super) fn state(dir: &Path) -> String {
    let store = Store::open(Some(dir.to_path_buf())).unwrap();
    let mut state = String::new();
    for name in ["game-1", "game-2"] {
        match store.read(name).unwrap() {
            Document::Missing => {}
            document => state += &format!("{name}: {document:?}\n"),
        }
    }
    // Not by `Store::read`, which would set a damaged one aside.
    for name in ["settings", "settings.conf", "settings.damaged", "settings.damaged-2", "mine"] {
        if let Ok(text) = fs::read_to_string(dir.join(name)) {
            let text = text.lines().last().unwrap_or_default();
            state += &format!("{}: {text}\n", name.trim_end_matches("-2"));
        }
    }
    // Setting a file aside keeps its bytes, so both states count as equal.
    state = state.replace("settings: by hand\n", "settings.damaged: by hand\n");
    match drafts::read(&store, &dir.join("QIPAN.C")).unwrap() {
        Document::Missing | Document::Newer => {}
        draft => state += &format!("{draft:?}\n"),
    }
    let news = store.journal("learner").look().unwrap();
    let mut words = Vec::new();
    if let Base::State(bytes) = news.base {
        words.push(String::from_utf8(bytes).unwrap());
    }
    let of_notes = news.notes.into_iter().map(|note| note.bytes);
    let texts = news.records.into_iter().chain(of_notes);
    words.extend(texts.map(|text| String::from_utf8(text).unwrap()));
    state + &words.join(" ")
}

/// A folder in memory if there is one, because these tests sync thousands of files.
pub(super) fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    match cfg!(unix) && memory.is_dir() {
        true => TempDir::new_in(memory).unwrap(),
        false => TempDir::new().unwrap(),
    }
}

fn prepared(case: &Case) -> (TempDir, PathBuf, Store) {
    let scratch = scratch();
    let dir = scratch.path().join("data");
    let store = Store::open(Some(dir.clone())).unwrap();
    (case.1)(&store, &dir);
    (scratch, dir, store)
}

/// The states before and after the operation if nothing fails.
fn before_and_after(case: &Case) -> (String, String) {
    let (_scratch, dir, store) = prepared(case);
    let before = state(&dir);
    (case.2)(&store, &dir).unwrap();
    (before, state(&dir))
}

fn check(case: &Case, dir: &Path, at: u64, done: bool, (before, after): &(String, String)) {
    let now = state(dir);
    let name = case.0;
    assert!(now == *before || now == *after, "{name}, call {at}: {now}");
    assert!(!done || now == *after, "{name}, call {at}: reported done, but is not");
}

#[test]
fn any_failing_call_leaves_the_old_or_the_new_data() {
    let mut failed = 0;
    for case in &CASES {
        let states = before_and_after(case);
        for fault in FAULTS {
            for at in 0.. {
                let (_scratch, dir, store) = prepared(case);
                let (result, calls) = with(*fault, at, || (case.2)(&store, &dir));
                let done = result.is_ok();
                if calls <= at {
                    assert!(done, "{}", case.0);
                    break;
                }
                check(case, &dir, at, done, &states);
                failed += 1;
                // Retrying succeeds: the failure left nothing in the way.
                if !done && matches!(fault, Fault::Error | Fault::Torn) {
                    let again = (case.2)(&store, &dir).is_ok();
                    let now = state(&dir);
                    assert!(again || now == states.1, "{}, call {at}: {now}", case.0);
                }
            }
        }
    }
    println!("{failed} calls failed");
    assert!(failed > 166 * FAULTS.len());
}

#[test]
fn error_messages_name_the_operation_and_the_file() {
    let mut read = 0;
    for case in &CASES {
        for at in 0.. {
            let (_scratch, dir, store) = prepared(case);
            let (result, calls) = with(Fault::Error, at, || (case.2)(&store, &dir));
            if calls <= at {
                break;
            }
            let Err(error) = result else {
                continue;
            };
            let message = error.to_string();
            let rest = message.strip_prefix("cannot ");
            let names = rest.and_then(|rest| rest.split_once(&format!(" {}", dir.display())));
            let says = names.is_some_and(|(what, rest)| {
                let words = what.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
                words && rest.ends_with(": a fault of the test")
            });
            assert!(says, "{}, call {at}: {message}", case.0);
            read += 1;
        }
    }
    println!("{read} messages");
    assert!(read > 200);
}

/// The shortest game of Othello, which is quickly studied: White loses all discs by e6 f4 e3 f6 g5 d6 e7 f5
/// c5.
pub(super) fn game() -> (Moves, Role) {
    let squares = vec![44, 29, 20, 45, 38, 43, 52, 37, 34];
    (Moves::from_squares(squares), Role::Both)
}

/// The number of games that a fresh memory reads from this store.
fn known(store: &Store) -> u32 {
    let mut memory = Memory::<LearnedWeights>::of(store);
    memory.look().unwrap();
    assert_eq!(memory.damaged(), [""; 0]);
    memory.learner().history().games()
}

/// An operation on a memory with two learned games and a third one left as a note. Returns whether it
/// succeeded.
type Operation = fn(&mut Memory<LearnedWeights>, &Store) -> bool;

#[test]
fn any_failing_call_of_the_memory_loses_or_repeats_no_game() {
    // The games before the operation, after it, and after it reported success.
    let operations: [(&str, Operation, [u32; 3]); 7] = [
        ("catch up", |memory, _| memory.catch_up().is_ok(), [3, 3, 3]),
        (
            "learn",
            |memory, _| {
                let (moves, role) = game();
                memory.learn(Finished { moves, role, seed: 9 }, true).is_ok()
            },
            [3, 4, 4],
        ),
        (
            "leave",
            |_, store| {
                let (moves, role) = game();
                let seed = 9;
                let finished = Finished { moves, role, seed };
                finished.leave::<LearnedWeights>(store).is_ok()
            },
            [3, 4, 4],
        ),
        ("look", |memory, _| memory.look().is_ok(), [3, 3, 3]),
        // The note survives a reset as the next game.
        ("reset", |memory, _| memory.reset(Start::Nothing).is_ok(), [3, 1, 1]),
        (
            "import what was exported",
            |memory, _| {
                let mut other = Memory::<LearnedWeights>::nowhere();
                other.learn_all(vec![game().0]).unwrap();
                memory.import(other.export()).is_ok()
            },
            [3, 2, 2],
        ),
        ("learn from others", |memory, _| memory.learn_all(vec![game().0, game().0]).is_ok(), [3, 5, 5]),
    ];
    let scratch = scratch();
    let pattern = scratch.path().join("pattern");
    let store = Store::open(Some(pattern.clone())).unwrap();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    for seed in 0..2 {
        let (moves, role) = game();
        memory.learn(Finished { moves, role, seed }, true).unwrap();
    }
    let (moves, role) = game();
    let seed = 2;
    let left = Finished { moves, role, seed };
    left.leave::<LearnedWeights>(&store).unwrap();
    assert_eq!(known(&store), 3);
    let failed: usize = std::thread::scope(|scope| {
        let threads = operations.map(|operation| {
            let scratch = scratch.path();
            scope.spawn(move || fail_each_call(scratch, operation))
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{failed} calls failed");
    assert!(failed > 66 * FAULTS.len());
}

/// Repeats the operation on copies of the folder `pattern`, each time with another failing call. Returns the
/// number of failed calls.
fn fail_each_call(
    scratch: &Path,
    (name, operation, [before, after, done_after]): (&str, Operation, [u32; 3]),
) -> usize {
    let mut failed = 0;
    for fault in FAULTS {
        for at in 0.. {
            let dir = scratch.join(name);
            copy(&scratch.join("pattern"), &dir);
            let store = Store::open(Some(dir.clone())).unwrap();
            let mut memory = Memory::<LearnedWeights>::of(&store);
            let (done, calls) = with(*fault, at, || operation(&mut memory, &store));
            let now = known(&store);
            assert!(now == before || now == after, "{name}, call {at}: {now}");
            assert!(!done || now == done_after, "{name}, call {at}: {now}");
            // The same memory stays usable and agrees with a fresh one.
            memory.catch_up().unwrap();
            assert_eq!(memory.learner().history().games(), now, "{name}, call {at}");
            fs::remove_dir_all(dir).unwrap();
            if calls <= at {
                assert!(done, "{name}");
                break;
            }
            failed += 1;
        }
    }
    failed
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(fs::copy(&path, &to).unwrap()),
        }
    }
}
