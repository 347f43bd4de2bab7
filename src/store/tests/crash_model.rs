//! Simulates a power failure after each file system call of the store. Unsynced data may be on the disk,
//! missing or partial; each unsynced change of a name may have happened or not. On every such disk the user
//! must have the result of the last finished step or of the one in progress, and the program must continue.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::drafts;
use super::faults::{Fault, NOTHING, append, damaged_document, game, learn_notes, scratch, state, with};
use super::files::write_file;
use super::{Slot, Store};
use crate::memory::Memory;
use mind::learner::LearnedWeights;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A file or folder: its inode, and the bytes if it is a file.
#[derive(Clone, PartialEq, Eq)]
struct Node {
    inode: u64,
    bytes: Option<Vec<u8>>,
}

type Tree = BTreeMap<PathBuf, Node>;

/// An event in the running program.
enum Seen {
    /// The whole tree after a call that may have changed it.
    Tree(Tree),
    /// A file or folder was synced (its inode).
    Synced(u64),
    /// A step reported success.
    Done,
}

/// The watched folder and the events so far.
struct Watch {
    root: PathBuf,
    seen: Vec<Seen>,
}

thread_local! {
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Records the tree at the start of a call, when the previous call has taken effect.
pub fn see() {
    WATCH.with_borrow_mut(|watch| {
        if let Some(watch) = watch {
            watch.seen.push(Seen::Tree(tree(&watch.root)));
        }
    });
}

/// Records that a file or folder was synced.
pub fn synced(file: &File) {
    see();
    WATCH.with_borrow_mut(|watch| {
        if let Some(watch) = watch {
            let inode = file.metadata().unwrap().ino();
            watch.seen.push(Seen::Synced(inode));
        }
    });
}

/// Reads a folder and everything below it.
fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut paths = vec![root.to_path_buf()];
    while let Some(path) = paths.pop() {
        let data = fs::symlink_metadata(&path).unwrap();
        if data.is_dir() {
            let entries = fs::read_dir(&path).unwrap();
            paths.extend(entries.map(|entry| entry.unwrap().path()));
        }
        let bytes = data.is_file().then(|| fs::read(&path).unwrap());
        let inode = data.ino();
        tree.insert(path, Node { inode, bytes });
    }
    tree
}

/// The contents of a disk: files with their bytes, and folders.
type Contents = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A name that was created, changed or removed.
struct Change {
    file: usize,
    from: Option<PathBuf>,
    to: Option<PathBuf>,
}

impl Change {
    fn folder(&self) -> Option<&Path> {
        self.to.as_ref().or(self.from.as_ref())?.parent()
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        if let Some(from) = &self.from
            && names.get(from) == Some(&self.file)
        {
            names.remove(from);
        }
        if let Some(to) = &self.to {
            names.insert(to.clone(), self.file);
        }
    }
}

/// A disk, with the changes that may not have reached it yet.
#[derive(Default)]
struct Disk {
    /// The tree that the program sees.
    live: Tree,
    /// For each file, its last synced bytes and all later versions. Empty for folders.
    versions: Vec<Vec<Vec<u8>>>,
    /// The index in `versions` of each inode.
    files: BTreeMap<u64, usize>,
    /// The durable names.
    names: BTreeMap<PathBuf, usize>,
    /// Changes of names since.
    pending: Vec<Change>,
}

impl Disk {
    /// A disk on which this tree is durable.
    fn with(tree: Tree) -> Disk {
        let mut disk = Disk::default();
        disk.change(tree);
        for change in disk.pending.drain(..) {
            change.apply(&mut disk.names);
        }
        for versions in &mut disk.versions {
            versions.drain(..versions.len().saturating_sub(1));
        }
        disk
    }

    fn change(&mut self, now: Tree) {
        let stands = |tree: &Tree, path: &Path, inode| {
            let node = tree.get(path);
            node.is_some_and(|node| node.inode == inode)
        };
        for (path, Node { inode, bytes }) in &now {
            if !stands(&self.live, path, *inode) {
                let mut before = self.live.iter();
                let from =
                    before.find(|(from, node)| node.inode == *inode && !stands(&now, from, node.inode));
                let from = from.map(|(from, _)| from.clone());
                if from.is_none() {
                    self.files.insert(*inode, self.versions.len());
                    let empty = bytes.iter().map(|_| Vec::new());
                    self.versions.push(empty.collect());
                }
                self.pending.push(Change { file: self.files[inode], from, to: Some(path.clone()) });
            }
            let versions = &mut self.versions[self.files[inode]];
            if versions.last() != bytes.as_ref() {
                versions.extend(bytes.clone());
            }
        }
        for (path, node) in &self.live {
            let is_there = now.values().any(|there| there.inode == node.inode);
            if !is_there && !now.contains_key(path) {
                self.pending.push(Change {
                    file: self.files[&node.inode],
                    from: Some(path.clone()),
                    to: None,
                });
            }
        }
        self.live = now;
    }

    fn sync(&mut self, inode: u64) {
        let versions = &mut self.versions[self.files[&inode]];
        versions.drain(..versions.len().saturating_sub(1));
        let mut live = self.live.iter();
        let found = live.find(|(_, node)| node.inode == inode && node.bytes.is_none());
        if let Some((folder, _)) = found {
            let is_in_it = |change: &mut Change| change.folder() == Some(folder);
            for change in self.pending.extract_if(.., is_in_it) {
                change.apply(&mut self.names);
            }
        }
    }

    /// The possible contents after a power failure: all combinations if there are few, otherwise a sample.
    fn after_a_cut(&self, random: &mut StdRng) -> BTreeSet<Contents> {
        let few = self.pending.len() <= 6;
        let sets = match few {
            true => (0..1 << self.pending.len()).collect(),
            false => {
                let some = (0..30).map(|_| random.random());
                let but_one = (0..self.pending.len()).map(|n| !(1 << n));
                some.chain(but_one).chain([0, !0]).collect::<Vec<u64>>()
            }
        };
        let mut all = BTreeSet::new();
        for set in sets {
            let mut names = self.names.clone();
            for (change, n) in self.pending.iter().zip(0..) {
                if set >> n & 1 == 1 {
                    change.apply(&mut names);
                }
            }
            let open = names.values().any(|file| self.versions[*file].len() > 1);
            for n in 0..if open { 16 } else { 1 } {
                let held = |(path, file): (&PathBuf, &usize)| {
                    let versions = &self.versions[*file];
                    let bytes = match (n, &versions[..]) {
                        (_, []) => None,
                        (0, [first, ..]) => Some(first.clone()),
                        (1, [.., last]) => Some(last.clone()),
                        (_, [first, ..]) => Some(torn(first, versions, random)),
                    };
                    (path.clone(), bytes)
                };
                all.insert(names.iter().map(held).collect());
            }
        }
        all
    }
}

/// Mixes the synced bytes with a part of a random later version: cut at a random length, and possibly only
/// some pieces of it.
fn torn(synced: &[u8], versions: &[Vec<u8>], random: &mut StdRng) -> Vec<u8> {
    let new = &versions[random.random_range(0..versions.len())];
    let same = synced.iter().zip(new).take_while(|(a, b)| a == b).count();
    let length = match random.random_range(0..2) {
        0 => new.len(),
        _ => random.random_range(same..=new.len()),
    };
    let written: Vec<bool> = match random.random_range(0..3) {
        0 => vec![true; length],
        _ => (0..length).map(|_| random.random()).collect(),
    };
    let piece = random.random_range(1..40);
    let byte = |at: usize| match at < same || written[at / piece] {
        true => new[at],
        false => synced.get(at).copied().unwrap_or(0),
    };
    (0..length).map(byte).collect()
}

/// Replaces the contents of a folder.
fn lay(root: &Path, contents: &Contents) {
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => fs::remove_dir_all(path).unwrap(),
            false => fs::remove_file(path).unwrap(),
        }
    }
    for (path, bytes) in contents {
        // A folder without a name takes its contents with it.
        let is_found = path.parent().is_some_and(Path::is_dir);
        match bytes {
            Some(bytes) if is_found => fs::write(path, bytes).unwrap(),
            None if is_found => fs::create_dir_all(path).unwrap(),
            _ => {}
        }
    }
}

/// A sequence of steps, each as if the program were started for it. Repeating a step must be harmless.
struct Case {
    name: &'static str,
    prepare: fn(&Store, &Path),
    steps: &'static [fn(&Store, &Path)],
    /// The user's data as text.
    state: fn(&Path) -> String,
}

/// Files that are replaced as a whole.
const FILES: [Case; 9] = [
    Case {
        name: "a game that is kept, goes on and is over",
        prepare: NOTHING,
        steps: &[
            |store, _| slot(store).write("d3").unwrap(),
            |store, _| slot(store).write("d3 c3").unwrap(),
            |store, _| slot(store).clear().unwrap(),
        ],
        state,
    },
    Case {
        name: "settings",
        prepare: NOTHING,
        steps: &[|store, _| set(store, "theme = red"), |store, _| set(store, "theme = blue")],
        state,
    },
    Case {
        name: "settings in a folder of their own",
        prepare: NOTHING,
        steps: &[
            |store, dir| set(&with_settings_apart(store, dir), "theme = red"),
            |store, dir| set(&with_settings_apart(store, dir), "theme = blue"),
        ],
        state: |dir| {
            let apart = with_settings_apart(&Store::at(dir.to_path_buf()), dir);
            apart.settings().unwrap().unwrap_or_default()
        },
    },
    Case {
        name: "a document",
        prepare: NOTHING,
        steps: &[
            |store, _| store.write("settings", "old").unwrap(),
            |store, _| store.write("settings", "new").unwrap(),
        ],
        state,
    },
    Case {
        name: "a damaged document",
        prepare: damaged_document,
        steps: &[
            |store, _| drop(store.read("settings").unwrap()),
            |store, _| store.write("settings", "new").unwrap(),
        ],
        state,
    },
    Case {
        name: "a draft whose file is saved",
        prepare: NOTHING,
        steps: &[
            |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int t;").unwrap(),
            |store, dir| drafts::keep(store, &dir.join("QIPAN.C"), "int u;").unwrap(),
            |store, dir| drafts::drop(store, &dir.join("QIPAN.C")).unwrap(),
        ],
        state,
    },
    Case {
        name: "a file of the user's",
        prepare: |_, dir| fs::create_dir_all(dir).unwrap(),
        steps: &[
            |_, dir| write_file(&dir.join("mine"), b"old").unwrap(),
            |_, dir| write_file(&dir.join("mine"), b"new").unwrap(),
        ],
        state,
    },
    Case {
        name: "a picture",
        prepare: NOTHING,
        steps: &[|store, _| drop(store.keep_picture("qipan", b"new").unwrap())],
        state: |dir| {
            let read = fs::read_to_string(dir.join("pictures/qipan-001.png"));
            read.unwrap_or_default()
        },
    },
    Case {
        name: "a learner that is imported",
        prepare: NOTHING,
        steps: &[|store, _| import(store, 2), |store, _| import(store, 1)],
        state: |dir| {
            let mut memory = Memory::<LearnedWeights>::of(&Store::at(dir.to_path_buf()));
            memory.look().unwrap();
            memory.learner().history().games().to_string()
        },
    },
];

/// Changes of a journal.
const JOURNALS: [Case; 4] = [
    Case {
        name: "records",
        prepare: NOTHING,
        steps: &[
            // One at a time: a torn second record counts as damage, and the first would be kept.
            |store, _| append(store, &["first"]).unwrap(),
            |store, _| append(store, &["second"]).unwrap(),
        ],
        state,
    },
    Case {
        name: "a snapshot",
        prepare: |store, _| append(store, &["first"]).unwrap(),
        steps: &[
            |store, _| append(store, &["second"]).unwrap(),
            |store, _| keep_snapshot(store),
            |store, _| append(store, &["third"]).unwrap(),
            |store, _| keep_snapshot(store),
        ],
        state,
    },
    Case {
        name: "a note that is learned, and a snapshot",
        prepare: |store, _| append(store, &["first"]).unwrap(),
        steps: &[
            |store, _| store.journal("learner").leave(b"note").unwrap(),
            |store, _| learn_notes(store).unwrap(),
            |store, _| keep_snapshot(store),
        ],
        state,
    },
    Case {
        name: "a note that is learned before a new beginning",
        prepare: |store, _| store.journal("learner").leave(b"note").unwrap(),
        steps: &[
            |store, _| learn_notes(store).unwrap(),
            |store, _| store.journal("learner").replace(b"anew").unwrap(),
            |store, _| append(store, &["next"]).unwrap(),
        ],
        state,
    },
];

/// The slot of the only game.
fn slot(store: &Store) -> Slot {
    let found = store.take("game-1").unwrap();
    found.unwrap_or_else(|| store.slot().unwrap())
}

fn set(store: &Store, text: &str) {
    store.change_settings(|_| text.to_string()).unwrap();
}

fn with_settings_apart(store: &Store, dir: &Path) -> Store {
    Store { config: dir.with_file_name("config").join("qipan"), ..store.clone() }
}

/// Writes a snapshot that equals the current state.
fn keep_snapshot(store: &Store) {
    let said = state(&store.dir);
    let mut journal = store.journal("learner");
    let (mut held, _) = journal.hold().unwrap();
    held.keep_snapshot(said.as_bytes()).unwrap();
}

/// Imports a learner that knows this many games.
fn import(store: &Store, games: usize) {
    static EXPORTED: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
        let moves = [game().0, game().0];
        [0, 1, 2].map(|games| {
            let mut memory = Memory::<LearnedWeights>::nowhere();
            memory.learn_all(moves[..games].to_vec()).unwrap();
            memory.export()
        })
    });
    let mut memory = Memory::<LearnedWeights>::of(store);
    memory.import(EXPORTED[games].clone()).unwrap();
}

/// Runs a step and returns its events.
fn watched(root: &Path, step: impl FnOnce()) -> Vec<Seen> {
    let root = root.to_path_buf();
    let seen = Vec::new();
    WATCH.set(Some(Watch { root, seen }));
    step();
    see();
    WATCH.take().map(|watch| watch.seen).unwrap_or_default()
}

/// A store two folders below the root.
fn prepared(case: &Case, root: &Path) -> (PathBuf, Store) {
    lay(root, &Contents::new());
    let dir = root.join("home/data");
    let store = Store::at(dir.clone());
    (case.prepare)(&store, &dir);
    (dir, store)
}

fn describe(contents: &Contents) -> String {
    let line = |(path, bytes): (&PathBuf, &Option<Vec<u8>>)| {
        let bytes = bytes.iter().map(|bytes| bytes.escape_ascii().to_string());
        format!("{}: {}\n", path.display(), bytes.collect::<String>())
    };
    contents.iter().map(line).collect()
}

#[test]
fn any_power_failure_leaves_the_last_or_the_current_step() {
    let scratch = scratch();
    let root = scratch.path();
    let mut random = StdRng::seed_from_u64(1);
    let mut disks = 0;
    for case in FILES.iter().chain(&JOURNALS) {
        let (dir, store) = prepared(case, root);
        let mut disk = Disk::with(tree(root));
        let mut states = vec![(case.state)(&dir)];
        let mut seen = Vec::new();
        for step in case.steps {
            seen.extend(watched(root, || step(&store, &dir)));
            states.push((case.state)(&dir));
            seen.push(Seen::Done);
        }
        let mut done = 0;
        let mut checked = HashSet::new();
        for (seen, call) in seen.into_iter().zip(0..) {
            match seen {
                Seen::Tree(tree) => disk.change(tree),
                Seen::Synced(inode) => disk.sync(inode),
                Seen::Done => done += 1,
            }
            for contents in disk.after_a_cut(&mut random) {
                if !checked.insert((done, contents.clone())) {
                    continue;
                }
                lay(root, &contents);
                let found = (case.state)(&dir);
                let may_be = &states[done..states.len().min(done + 2)];
                assert!(
                    may_be.contains(&found),
                    "{}, call {call}: {found:?}, not {may_be:?}, on a disk with\n{}",
                    case.name,
                    describe(&contents)
                );
                // The program continues.
                if let Some(step) = case.steps.get(done) {
                    step(&store, &dir);
                }
                disks += 1;
            }
        }
    }
    println!("{disks} disks");
    assert!(disks > 500);
}

/// Kills a program that changes the journal, lets the next one continue, and then cuts the power. The folder
/// already exists.
#[test]
fn finished_steps_survive_a_kill_followed_by_a_power_failure() {
    let scratch = scratch();
    let root = scratch.path();
    let mut random = StdRng::seed_from_u64(2);
    let mut disks = 0;
    for (case, killed, next) in JOURNALS.iter().flat_map(pairs) {
        for at in 0.. {
            let (dir, store) = prepared(case, root);
            store.folder("learner").unwrap();
            let mut disk = Disk::with(tree(root));
            let mut calls = 0;
            let seen = watched(root, || {
                for step in &case.steps[..killed] {
                    step(&store, &dir);
                }
                let step = || catch_unwind(AssertUnwindSafe(|| case.steps[killed](&store, &dir)));
                calls = with(Fault::End, at, step).1;
                case.steps[next](&store, &dir);
            });
            let done = (case.state)(&dir);
            for seen in seen {
                match seen {
                    Seen::Tree(tree) => disk.change(tree),
                    Seen::Synced(inode) => disk.sync(inode),
                    Seen::Done => {}
                }
            }
            for contents in disk.after_a_cut(&mut random) {
                lay(root, &contents);
                let found = (case.state)(&dir);
                assert!(
                    found == done,
                    "{}, killed at call {at}: {found:?}, not {done:?}, on a disk with\n{}",
                    case.name,
                    describe(&contents)
                );
                disks += 1;
            }
            if calls <= at {
                break;
            }
        }
    }
    println!("{disks} disks");
    assert!(disks > 500);
}

/// The killed step and the next one, which is the same or the following step.
fn pairs(case: &Case) -> impl Iterator<Item = (&Case, usize, usize)> {
    let steps = 0..case.steps.len();
    let pairs = steps.flat_map(|killed| [(killed, killed), (killed, killed + 1)]);
    let pairs = pairs.filter(|(_, next)| *next < case.steps.len());
    pairs.map(move |(killed, next)| (case, killed, next))
}
