//! The power fails after each call of the store to the file system. What was written and not synced is there, or not, or in part. Names that
//! were made, changed or removed since their folder was synced are so, or are not, each by itself. On every such disk the user has what was
//! last reported done, or what was being done, and never a third; and the program goes on.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::drafts;
use super::faults::{Fault, append, damaged_document, game, learn_notes, state, with};
use super::files::write_file;
use super::{Slot, Store};
use crate::memory::Memory;
use mind::learner::LearnedWeights;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// What stands under a name: its inode, and the bytes of a file. A folder has none.
#[derive(Clone, PartialEq, Eq)]
struct Node {
    inode: u64,
    bytes: Option<Vec<u8>>,
}

type Tree = BTreeMap<PathBuf, Node>;

/// What was seen of a program that runs.
enum Seen {
    /// The whole tree, after a call that has changed it.
    Tree(Tree),
    /// The file or folder of this inode was synced.
    Synced(u64),
    /// A step was reported done.
    Done,
}

/// The folder that is watched, and what was seen.
struct Watch {
    root: PathBuf,
    seen: Vec<Seen>,
}

thread_local! {
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// A call begins, so that the one before it has changed what it was to change.
pub fn see() {
    WATCH.with_borrow_mut(|watch| {
        if let Some(watch) = watch {
            watch.seen.push(Seen::Tree(tree(&watch.root)));
        }
    });
}

/// A file or a folder was synced.
pub fn synced(file: &File) {
    see();
    WATCH.with_borrow_mut(|watch| {
        if let Some(watch) = watch {
            let inode = file.metadata().unwrap().ino();
            watch.seen.push(Seen::Synced(inode));
        }
    });
}

/// A folder and all that is below it.
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

/// What a disk holds: the files and folders with their bytes.
type Contents = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A name that was made, changed or removed.
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

/// A disk, and what was asked of it and may not have reached it.
#[derive(Default)]
struct Disk {
    /// What the program sees.
    live: Tree,
    /// For each file what it held when it was synced last, and all that it has held since. A folder has nothing.
    versions: Vec<Vec<Vec<u8>>>,
    /// The files of the inodes.
    files: BTreeMap<u64, usize>,
    /// The names that last.
    names: BTreeMap<PathBuf, usize>,
    /// What was done to names since.
    pending: Vec<Change>,
}

impl Disk {
    /// A disk that has all of this.
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
                let from = before
                    .find(|(from, node)| node.inode == *inode && !stands(&now, from, node.inode));
                let from = from.map(|(from, _)| from.clone());
                if from.is_none() {
                    self.files.insert(*inode, self.versions.len());
                    let empty = bytes.iter().map(|_| Vec::new());
                    self.versions.push(empty.collect());
                }
                self.pending.push(Change {
                    file: self.files[inode],
                    from,
                    to: Some(path.clone()),
                });
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

    /// What the disk may hold when the power fails: all of it where there is little to choose from, else some of it.
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

/// A file of which these bytes were synced, and of one of its later versions as much as the disk has come to: up to some length, and up to
/// there in pieces.
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

/// Makes a folder hold this and nothing else.
fn lay(root: &Path, contents: &Contents) {
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => fs::remove_dir_all(path).unwrap(),
            false => fs::remove_file(path).unwrap(),
        }
    }
    for (path, bytes) in contents {
        // What is in a folder that has no name is not there either.
        let is_found = path.parent().is_some_and(Path::is_dir);
        match bytes {
            Some(bytes) if is_found => fs::write(path, bytes).unwrap(),
            None if is_found => fs::create_dir_all(path).unwrap(),
            _ => {}
        }
    }
}

/// What is done step by step in a store, each step as if the program were started for it. What is done again does no harm.
struct Case {
    name: &'static str,
    prepare: fn(&Store, &Path),
    steps: &'static [fn(&Store, &Path)],
    /// What the user has in the folder.
    state: fn(&Path) -> String,
}

/// What is replaced as a whole.
const FILES: [Case; 9] = [
    Case {
        name: "a game that is kept, goes on and is over",
        prepare: |_, _| (),
        steps: &[
            |store, _| slot(store).write("d3").unwrap(),
            |store, _| slot(store).write("d3 c3").unwrap(),
            |store, _| slot(store).clear().unwrap(),
        ],
        state,
    },
    Case {
        name: "settings",
        prepare: |_, _| (),
        steps: &[
            |store, _| set(store, "theme = red"),
            |store, _| set(store, "theme = blue"),
        ],
        state,
    },
    Case {
        name: "settings in a folder of their own",
        prepare: |_, _| (),
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
        prepare: |_, _| (),
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
        prepare: |_, _| (),
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
        prepare: |_, _| (),
        steps: &[|store, _| drop(store.keep_picture(b"new").unwrap())],
        state: |dir| {
            let read = fs::read_to_string(dir.join("pictures/qipan-001.png"));
            read.unwrap_or_default()
        },
    },
    Case {
        name: "a learner that is imported",
        prepare: |_, _| (),
        steps: &[|store, _| import(store, 2), |store, _| import(store, 1)],
        state: |dir| {
            let mut memory = Memory::<LearnedWeights>::of(&Store::at(dir.to_path_buf()));
            memory.look().unwrap();
            memory.learner().history().games().to_string()
        },
    },
];

/// What is added to a journal.
const JOURNALS: [Case; 4] = [
    Case {
        name: "records",
        prepare: |_, _| (),
        steps: &[
            // One at a time: a torn second record looks like one that was damaged later, and the first is kept.
            |store, _| append(&mut store.journal("learner"), &["first"]).unwrap(),
            |store, _| append(&mut store.journal("learner"), &["second"]).unwrap(),
        ],
        state,
    },
    Case {
        name: "a snapshot",
        prepare: |store, _| append(&mut store.journal("learner"), &["first"]).unwrap(),
        steps: &[
            |store, _| append(&mut store.journal("learner"), &["second"]).unwrap(),
            |store, _| keep_snapshot(store),
            |store, _| append(&mut store.journal("learner"), &["third"]).unwrap(),
            |store, _| keep_snapshot(store),
        ],
        state,
    },
    Case {
        name: "a note that is learned, and a snapshot",
        prepare: |store, _| append(&mut store.journal("learner"), &["first"]).unwrap(),
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
            |store, _| append(&mut store.journal("learner"), &["next"]).unwrap(),
        ],
        state,
    },
];

/// The slot of the one game that there is.
fn slot(store: &Store) -> Slot {
    let found = store.take("game-1").unwrap();
    found.unwrap_or_else(|| store.slot().unwrap())
}

fn set(store: &Store, text: &str) {
    store.change_settings(|_| text.to_string()).unwrap();
}

fn with_settings_apart(store: &Store, dir: &Path) -> Store {
    Store {
        config: dir.with_file_name("config").join("qipan"),
        ..store.clone()
    }
}

/// Keeps what the records say.
fn keep_snapshot(store: &Store) {
    let said = state(&store.dir);
    let mut journal = store.journal("learner");
    let (mut held, _) = journal.hold().unwrap();
    held.keep_snapshot(said.as_bytes()).unwrap();
}

/// Imports a learner of so many games.
fn import(store: &Store, games: usize) {
    static EXPORTED: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
        let moves = [game(1).0, game(2).0];
        [0, 1, 2].map(|games| {
            let mut memory = Memory::<LearnedWeights>::nowhere();
            memory.learn_all(moves[..games].to_vec()).unwrap();
            memory.export()
        })
    });
    let mut memory = Memory::<LearnedWeights>::of(store);
    memory.import(EXPORTED[games].clone()).unwrap();
}

/// Takes this step, watched.
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
fn wherever_the_power_fails_the_user_has_what_was_done_last_or_was_being_done() {
    let scratch = tempfile::tempdir().unwrap();
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
                // The program goes on.
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

/// A program that adds to a journal is killed, the next one finds what it left and goes on, and then the power fails. Its folder is there.
#[test]
fn what_is_reported_done_lasts_whatever_a_killed_program_left() {
    let scratch = tempfile::tempdir().unwrap();
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

/// Which step is killed, and which is taken next: the same again, or the one behind it.
fn pairs(case: &Case) -> impl Iterator<Item = (&Case, usize, usize)> {
    let steps = 0..case.steps.len();
    let pairs = steps.flat_map(|killed| [(killed, killed), (killed, killed + 1)]);
    let pairs = pairs.filter(|(_, next)| *next < case.steps.len());
    pairs.map(move |(killed, next)| (case, killed, next))
}
