//! Every call of the store and of the learner's memory to the file system fails once, or is the last one before the program dies. Then
//! what the user has is what was there before or what was to be there, never a third; and what was reported done is done.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::drafts::{self, Draft};
use super::files::write_file;
use super::installed::{put, take_back};
use super::journal::{Base, Held, Journal, News};
use super::{Document, Store, cannot};
use crate::memory::{Finished, Memory};
use mind::learner::{Effort, LearnedWeights, Moves, Role, Start};
use tempfile::TempDir;

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is an error, and does nothing. Later calls work.
    Error,
    /// The same, but a call that writes has written half.
    Torn,
    /// It and all that follow are errors, as if the program ended there; a call that writes has written half.
    End,
}

#[derive(Clone, Copy)]
struct Plan {
    fault: Fault,
    at: u64,
    calls: u64,
}

thread_local! {
    static PLAN: Cell<Option<Plan>> = const { Cell::new(None) };
}

/// Does this with the call of this number failing in this thread, the first being 0. What it comes to, and how many calls were made.
pub(super) fn with<T>(fault: Fault, at: u64, act: impl FnOnce() -> T) -> (T, u64) {
    let calls = 0;
    PLAN.set(Some(Plan { fault, at, calls }));
    let result = act();
    let plan = PLAN.take();
    (result, plan.map_or(0, |plan| plan.calls))
}

/// A call to the file system begins.
pub fn fault_point() -> io::Result<()> {
    #[cfg(unix)]
    super::crash_model::see();
    let Some(plan) = PLAN.get() else {
        return Ok(());
    };
    let calls = plan.calls + 1;
    PLAN.set(Some(Plan { calls, ..plan }));
    match plan.fault {
        Fault::Error | Fault::Torn if plan.calls == plan.at => {
            Err(io::Error::other("a fault of the test"))
        }
        Fault::End if plan.calls >= plan.at => Err(io::Error::other("the end of the test")),
        _ => Ok(()),
    }
}

/// A call that writes begins. A disk that fails or a program that dies has often written a part.
pub fn tear(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let fault = fault_point();
    let tears = |plan: Plan| plan.fault != Fault::Error && plan.calls == plan.at + 1;
    if fault.is_err() && PLAN.get().is_some_and(tears) {
        file.write_all(&bytes[..bytes.len() / 2])?;
    }
    fault
}

/// What is done while a call fails. It works on a store that was prepared.
struct Case {
    name: &'static str,
    prepare: fn(&Store, &Path),
    act: fn(&Store, &Path) -> io::Result<()>,
}

/// All of them.
const CASES: [Case; 29] = [
    Case {
        name: "first settings",
        prepare: |_, _| (),
        act: |store, _| store.change_settings(|_| "theme = blue".to_string()),
    },
    Case {
        name: "settings that are changed",
        prepare: |store, _| {
            let red = |_: Option<&str>| "theme = red".to_string();
            store.change_settings(red).unwrap();
        },
        act: |store, _| store.change_settings(|_| "theme = blue".to_string()),
    },
    Case {
        name: "a draft whose file is saved",
        prepare: |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;").unwrap(),
        act: |store, dir| drafts::drop(store, &dir.join("QIPAN.C")),
    },
    Case {
        name: "a first document",
        prepare: |_, _| (),
        act: |store, _| store.write("settings", "new"),
    },
    Case {
        name: "a document that is replaced",
        prepare: |store, _| store.write("settings", "old").unwrap(),
        act: |store, _| store.write("settings", "new"),
    },
    Case {
        name: "a damaged document that is read",
        prepare: damaged_document,
        act: |store, _| store.read("settings").map(drop),
    },
    Case {
        name: "a damaged document that is replaced",
        prepare: damaged_document,
        act: |store, _| store.write("settings", "new"),
    },
    Case {
        name: "a first game",
        prepare: |_, _| (),
        act: |store, _| store.slot()?.write("d3"),
    },
    Case {
        name: "a game beside another",
        prepare: |store, _| store.slot().unwrap().write("d3").unwrap(),
        act: |store, _| store.slot()?.write("c3"),
    },
    Case {
        name: "a game that goes on",
        prepare: |store, _| store.slot().unwrap().write("d3").unwrap(),
        act: |store, _| {
            let slot = store.take("game-1")?;
            slot.unwrap().write("d3 c3")
        },
    },
    Case {
        name: "a game that is over",
        prepare: |store, _| store.slot().unwrap().write("d3").unwrap(),
        act: |store, _| {
            let slot = store.take("game-1")?;
            slot.map_or(Ok(()), |slot| slot.clear())
        },
    },
    Case {
        name: "games that are looked for",
        prepare: |store, _| store.slot().unwrap().write("d3").unwrap(),
        act: |store, _| {
            let games = store.abandoned()?;
            assert_eq!(games.len(), 1);
            Ok(())
        },
    },
    Case {
        name: "a file of the user's",
        prepare: |_, dir| {
            fs::create_dir_all(dir).unwrap();
            write_file(&dir.join("mine"), b"old").unwrap();
        },
        act: |_, dir| {
            let mine = dir.join("mine");
            // The message of such a file is that of whoever was given its name.
            write_file(&mine, b"new").map_err(cannot("write", &mine))
        },
    },
    Case {
        name: "first records",
        prepare: |_, _| (),
        act: |store, _| append(&mut store.journal("learner"), &["first", "second"]),
    },
    Case {
        name: "more records",
        prepare: |store, _| append(&mut store.journal("learner"), &["first", "second"]).unwrap(),
        act: |store, _| append(&mut store.journal("learner"), &["third"]),
    },
    Case {
        name: "records behind damage",
        prepare: |store, dir| {
            append(&mut store.journal("learner"), &["first", "second", "third"]).unwrap();
            damage_the_second_of_three(dir);
        },
        act: |store, _| append(&mut store.journal("learner"), &["next"]),
    },
    Case {
        name: "records behind half of one",
        prepare: |store, dir| {
            append(&mut store.journal("learner"), &["first"]).unwrap();
            append(&mut store.journal("learner"), &["second"]).unwrap();
            let journal = dir.join("learner/0.journal");
            let bytes = fs::read(&journal).unwrap();
            fs::write(journal, &bytes[..bytes.len() - 2]).unwrap();
        },
        act: |store, _| append(&mut store.journal("learner"), &["next"]),
    },
    Case {
        name: "a snapshot",
        prepare: |store, _| append(&mut store.journal("learner"), &["first", "second"]).unwrap(),
        act: |store, _| {
            let mut journal = store.journal("learner");
            // It says what the records say.
            let kept = |(mut held, _): (Held<'_>, News)| held.keep_snapshot(b"first second");
            journal.hold().and_then(kept)
        },
    },
    Case {
        name: "a new beginning",
        prepare: |store, _| append(&mut store.journal("learner"), &["first", "second"]).unwrap(),
        act: |store, _| store.journal("learner").replace(b"anew"),
    },
    Case {
        name: "a note",
        prepare: |_, _| (),
        act: |store, _| store.journal("learner").leave(b"note"),
    },
    Case {
        name: "a note that is learned",
        prepare: |store, _| store.journal("learner").leave(b"note").unwrap(),
        act: |store, _| learn_notes(store),
    },
    Case {
        name: "a note that is learned behind damage",
        prepare: |store, dir| {
            append(&mut store.journal("learner"), &["first", "second", "third"]).unwrap();
            store.journal("learner").leave(b"note").unwrap();
            damage_the_second_of_three(dir);
        },
        act: |store, _| learn_notes(store),
    },
    Case {
        name: "settings that are read",
        prepare: |store, _| {
            let red = |_: Option<&str>| "theme = red".to_string();
            store.change_settings(red).unwrap();
        },
        act: |store, _| store.settings().map(drop),
    },
    Case {
        name: "a draft that is read",
        prepare: |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;").unwrap(),
        act: |store, dir| drafts::read(store, &dir.join("QIPAN.C")).map(drop),
    },
    Case {
        name: "a draft that is kept",
        prepare: |_, _| (),
        act: |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;"),
    },
    Case {
        name: "a journal that is looked at",
        prepare: |store, _| append(&mut store.journal("learner"), &["first"]).unwrap(),
        act: |store, _| store.journal("learner").look().map(drop),
    },
    Case {
        name: "a picture",
        prepare: |_, _| (),
        act: |store, _| store.keep_picture(b"new").map(drop),
    },
    Case {
        name: "a file that is installed",
        prepare: |_, _| (),
        act: |_, dir| put(&[(dir.join("mine"), b"new".to_vec())]).map(drop),
    },
    Case {
        name: "a file that is taken back",
        prepare: |_, dir| drop(put(&[(dir.join("mine"), b"new".to_vec())]).unwrap()),
        act: |_, dir| take_back(dir, &[(dir.join("mine"), b"new".to_vec())]).map(drop),
    },
];

/// Flips a bit of the second record of a journal.
fn damage_the_second_of_three(dir: &Path) {
    let journal = dir.join("learner/0.journal");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[12 + 5 + 12] ^= 1;
    fs::write(journal, bytes).unwrap();
}

/// A note and the record that is made of it are the same to the user.
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

pub(super) fn append(journal: &mut Journal, records: &[&str]) -> io::Result<()> {
    let (mut held, _) = journal.hold()?;
    let records: Vec<Vec<u8>> = records.iter().map(|r| r.as_bytes().to_vec()).collect();
    held.append(&records, None)
}

/// What the user has in this folder: the texts of documents, files, what is damaged, and all that the journal says.
pub(super) fn state(dir: &Path) -> String {
    let store = Store::open(Some(dir.to_path_buf())).unwrap();
    let mut state = String::new();
    for name in ["game-1", "game-2"] {
        match store.read(name).unwrap() {
            Document::Missing => {}
            document => state += &format!("{name}: {document:?}\n"),
        }
    }
    // Reading would set a damaged one aside.
    for name in [
        "settings",
        "settings.conf",
        "settings.damaged",
        "settings.damaged-2",
        "mine",
    ] {
        if let Ok(text) = fs::read_to_string(dir.join(name)) {
            let text = text.lines().last().unwrap_or_default();
            state += &format!("{}: {text}\n", name.trim_end_matches("-2"));
        }
    }
    // Setting aside by itself changes nothing for the user: the bytes are there.
    state = state.replace("settings: by hand\n", "settings.damaged: by hand\n");
    match drafts::read(&store, &dir.join("QIPAN.C")).unwrap() {
        Draft::None => {}
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

fn prepared(case: &Case) -> (TempDir, PathBuf, Store) {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("data");
    let store = Store::open(Some(dir.clone())).unwrap();
    (case.prepare)(&store, &dir);
    (scratch, dir, store)
}

/// The states before and after the case, when nothing fails.
fn before_and_after(case: &Case) -> (String, String) {
    let (_scratch, dir, store) = prepared(case);
    let before = state(&dir);
    (case.act)(&store, &dir).unwrap();
    (before, state(&dir))
}

fn check(case: &Case, dir: &Path, at: u64, done: bool, (before, after): &(String, String)) {
    let now = state(dir);
    let name = case.name;
    assert!(now == *before || now == *after, "{name}, call {at}: {now}");
    assert!(!done || now == *after, "{name}, call {at}: it is not done");
}

#[test]
fn whichever_call_fails_the_user_has_what_was_before_or_after() {
    let mut failed = 0;
    for case in &CASES {
        let states = before_and_after(case);
        for fault in [Fault::Error, Fault::Torn, Fault::End] {
            for at in 0.. {
                let (_scratch, dir, store) = prepared(case);
                let (result, calls) = with(fault, at, || (case.act)(&store, &dir));
                let done = result.is_ok();
                if calls <= at {
                    assert!(done, "{}", case.name);
                    break;
                }
                check(case, &dir, at, done, &states);
                failed += 1;
                // What failed once works when it is tried again, and nothing is in its way.
                if !done && matches!(fault, Fault::Error | Fault::Torn) {
                    let again = (case.act)(&store, &dir).is_ok();
                    let now = state(&dir);
                    assert!(again || now == states.1, "{}, call {at}: {now}", case.name);
                }
            }
        }
    }
    println!("{failed} calls failed");
    assert!(failed > 500);
}

#[test]
fn every_message_names_what_was_being_done_and_the_file() {
    let mut read = 0;
    for case in &CASES {
        for at in 0.. {
            let (_scratch, dir, store) = prepared(case);
            let (result, calls) = with(Fault::Error, at, || (case.act)(&store, &dir));
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
            assert!(says, "{}, call {at}: {message}", case.name);
            read += 1;
        }
    }
    println!("{read} messages");
    assert!(read > 200);
}

/// A game that the learner plays against itself.
pub(super) fn game(seed: u64) -> (Moves, Role) {
    Memory::<LearnedWeights>::nowhere()
        .learner()
        .practise(None, seed)
}

/// How many games the memory of this folder knows, as one that reads it anew.
fn known(store: &Store) -> u32 {
    let mut memory = Memory::<LearnedWeights>::of(store);
    memory.look().unwrap();
    assert_eq!(memory.damaged(), [""; 0]);
    memory.learner().history().games()
}

/// What a memory does with two games in its folder, a game that was left there and another that is over: whether it was done, and how
/// many games there are then.
type Deed = fn(&mut Memory<LearnedWeights>, &Store) -> bool;

#[test]
fn whichever_call_of_the_memory_fails_no_game_is_lost_or_learned_twice() {
    let deeds: [(&str, Deed, [u32; 3]); 7] = [
        ("catch up", |memory, _| memory.catch_up().is_ok(), [3, 3, 3]),
        (
            "learn",
            |memory, _| {
                let (moves, role) = game(9);
                memory.learn(moves, role, true, Effort::TRAINING, 9).is_ok()
            },
            [3, 4, 4],
        ),
        (
            "leave",
            |_, store| {
                let (moves, role) = game(9);
                let seed = 9;
                let finished = Finished { moves, role, seed };
                finished.leave::<LearnedWeights>(store).is_ok()
            },
            [3, 4, 4],
        ),
        ("look", |memory, _| memory.look().is_ok(), [3, 3, 3]),
        // A note is no part of what is forgotten: it is the next game.
        (
            "reset",
            |memory, _| memory.reset(Start::Nothing).is_ok(),
            [3, 1, 1],
        ),
        (
            "import what was exported",
            |memory, _| {
                let mut other = Memory::<LearnedWeights>::nowhere();
                other.learn_all(vec![game(7).0]).unwrap();
                memory.import(other.export()).is_ok()
            },
            [3, 2, 2],
        ),
        (
            "learn from others",
            |memory, _| memory.learn_all(vec![game(7).0, game(8).0]).is_ok(),
            [3, 5, 5],
        ),
    ];
    let scratch = tempfile::tempdir().unwrap();
    let pattern = scratch.path().join("pattern");
    let store = Store::open(Some(pattern.clone())).unwrap();
    let mut memory = Memory::<LearnedWeights>::of(&store);
    for seed in 0..2 {
        let (moves, role) = game(seed);
        memory
            .learn(moves, role, true, Effort::TRAINING, seed)
            .unwrap();
    }
    let (moves, role) = game(2);
    let seed = 2;
    let left = Finished { moves, role, seed };
    left.leave::<LearnedWeights>(&store).unwrap();
    assert_eq!(known(&store), 3);
    let mut failed = 0;
    for (name, deed, [before, after, done_after]) in deeds {
        for fault in [Fault::Error, Fault::Torn, Fault::End] {
            for at in 0.. {
                let dir = scratch.path().join("data");
                copy(&pattern, &dir);
                let store = Store::open(Some(dir.clone())).unwrap();
                let mut memory = Memory::<LearnedWeights>::of(&store);
                let (done, calls) = with(fault, at, || deed(&mut memory, &store));
                if calls > at {
                    failed += 1;
                }
                let now = known(&store);
                assert!(now == before || now == after, "{name}, call {at}: {now}");
                assert!(!done || now == done_after, "{name}, call {at}: {now}");
                // The same memory goes on, and knows then what one knows that reads all anew.
                memory.catch_up().unwrap();
                assert_eq!(memory.learner().history().games(), now, "{name}, call {at}");
                fs::remove_dir_all(dir).unwrap();
                if calls <= at {
                    assert!(done, "{name}");
                    break;
                }
            }
        }
    }
    println!("{failed} calls failed");
    assert!(failed > 200);
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

/// A trial that is due is killed again and again after a few calls, and ends all the same, with the result that it has without that.
#[test]
fn a_trial_that_is_killed_after_each_piece_comes_to_its_end() {
    let learn = |memory: &mut Memory<LearnedWeights>| {
        let (moves, role) = game(1);
        memory.learn(moves, role, true, Effort::TRAINING, 1).is_ok()
    };
    let scratch = tempfile::tempdir().unwrap();
    let open = |name: &str| Store::open(Some(scratch.path().join(name))).unwrap();
    let mut whole = Memory::of(&open("whole"));
    assert!(learn(&mut whole));
    assert_eq!(whole.learner().history().trials.len(), 1);
    let store = open("killed");
    drop(store.journal("learner").hold().unwrap());
    let mut kills = 0;
    loop {
        // Enough calls to read the journal and to keep a piece or two, and far too few for all of them.
        let mut memory = Memory::of(&store);
        let (done, _) = with(Fault::End, 30, || learn(&mut memory));
        if done {
            break;
        }
        kills += 1;
        assert!(kills < 100, "it gets no further");
        assert_eq!(known(&store), 0);
    }
    println!("{kills} kills");
    assert!(kills > 3);
    let mut memory = Memory::<LearnedWeights>::of(&store);
    memory.catch_up().unwrap();
    assert!(memory.learner() == whole.learner());
}
