//! Documents, slots and pictures survive crashes, damage, full disks and concurrent windows.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, UNIX_EPOCH};

use crate::data::names_in;
use store::files::read_header;
use store::{Abandoned, Document, Slot, Store};
use tempfile::TempDir;

/// A store in a scratch folder. The data folder does not exist yet.
fn store() -> (TempDir, PathBuf, Store) {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let dir = scratch.path().join("data").join("qipan");
    let store = Store::open(Some(dir.clone())).unwrap();
    (scratch, dir, store)
}

fn text(text: &str) -> Document {
    Document::Text(text.to_string())
}

/// A file with a correct checksum, as another version of the program would write it.
fn file(name: &str, version: &str, text: &[u8]) -> Vec<u8> {
    let line = format!("qipan {name} {version} ");
    let crc = crc32fast::hash(&[line.as_bytes(), text].concat());
    [format!("{line}{crc:08x}\n").as_bytes(), text].concat()
}

#[test]
fn headers_are_found_in_any_case() {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::create_dir(scratch.path().join("Inc")).unwrap();
    fs::write(scratch.path().join("Inc/MYDEFS.H"), "one").unwrap();
    let source = scratch.path().join("A.C");
    let read = |name: &str| read_header(&source, name).unwrap();
    assert_eq!(read("inc/mydefs.h").as_deref(), Some("one"));
    assert_eq!(read("inc/other.h"), None);
    assert_eq!(read("other/mydefs.h"), None);
}

/// Checks that a file with these bytes is renamed as damaged, and that a new document can be written.
fn assert_set_aside(dir: &Path, store: &Store, bytes: &[u8]) {
    fs::write(dir.join("settings"), bytes).unwrap();
    let Document::Damaged { kept_as } = store.read("settings").unwrap() else {
        panic!("{} is not damaged", bytes.escape_ascii());
    };
    assert_eq!(kept_as, dir.join("settings.damaged"));
    assert_eq!(fs::read(&kept_as).unwrap(), bytes);
    assert_eq!(store.read("settings").unwrap(), Document::Missing);
    store.write("settings", "new").unwrap();
    assert_eq!(store.read("settings").unwrap(), text("new"));
    fs::remove_file(kept_as).unwrap();
}

#[test]
fn documents_round_trip() {
    let (_scratch, _, store) = store();
    for written in ["", "\n", "theme blue\n", "棋盘\r\n\0 no end", "qipan a 1 0\n"] {
        store.write("settings", written).unwrap();
        assert_eq!(store.read("settings").unwrap(), text(written));
    }
    store.write("settings-2", "another").unwrap();
    assert_eq!(store.read("settings").unwrap(), text("qipan a 1 0\n"));
}

#[test]
fn first_write_creates_a_private_folder_and_a_sealed_file() {
    let (scratch, dir, store) = store();
    assert_eq!(store.read("settings").unwrap(), Document::Missing);
    assert_eq!(names_in(scratch.path()), [""; 0]);
    store.write("settings", "theme blue\n").unwrap();
    assert_eq!(names_in(&dir), [".lock", "settings"]);
    let found = fs::read(dir.join("settings")).unwrap();
    assert_eq!(found, file("settings", "1", b"theme blue\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(dir).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "only the user can read it");
    }
}

#[test]
fn truncated_and_flipped_documents_are_set_aside() {
    let (_scratch, dir, store) = store();
    store.write("settings", "theme blue\n棋盘\n").unwrap();
    let whole = fs::read(dir.join("settings")).unwrap();
    for place in 0..whole.len() {
        assert_set_aside(&dir, &store, &whole[..place]);
        for bit in 0..8 {
            let mut flipped = whole.clone();
            flipped[place] ^= 1 << bit;
            assert_set_aside(&dir, &store, &flipped);
        }
    }
}

#[test]
fn foreign_contents_are_set_aside() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    let crlf = String::from_utf8(file("settings", "1", b"a")).unwrap();
    for bytes in [
        &b""[..],
        &[0; 4096],
        b"\n\n",
        b"theme blue\n",
        b"qipan settings\n",
        &file("game-1", "1", b"a"),
        &file("settings", "0", b"a"),
        &file("settings", "-1", b"a"),
        &file("settings", "99999999999", b"a"),
        &file("settings", "01", b"a"),
        b"qipan settings 1 00000000\na",
        b"qipan settings 2 00000000\na",
        crlf.replace('\n', "\r\n").as_bytes(),
        &file("settings", "1", b"\xff\xfe"),
    ] {
        assert_set_aside(&dir, &store, bytes);
    }
}

#[test]
fn damaged_documents_never_replace_each_other() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    let kept = ["settings.damaged", "settings.damaged-2", "settings.damaged-3"];
    for name in kept {
        fs::write(dir.join("settings"), name).unwrap();
        let kept_as = dir.join(name);
        let damaged = Document::Damaged { kept_as };
        assert_eq!(store.read("settings").unwrap(), damaged);
    }
    for name in kept {
        assert_eq!(fs::read_to_string(dir.join(name)).unwrap(), name);
    }
}

#[test]
fn writing_sets_a_damaged_document_aside() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    fs::write(dir.join("settings"), "by hand").unwrap();
    store.write("settings", "new").unwrap();
    assert_eq!(store.read("settings").unwrap(), text("new"));
    let kept = fs::read_to_string(dir.join("settings.damaged")).unwrap();
    assert_eq!(kept, "by hand");
}

#[test]
fn newer_documents_are_kept() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    let newer = file("settings", "2", b"\xff whatever that will be");
    fs::write(dir.join("settings"), &newer).unwrap();
    assert_eq!(store.read("settings").unwrap(), Document::Newer);
    let error = store.write("settings", "old").unwrap_err().to_string();
    assert!(error.contains("newer qipan"), "{error}");
    assert_eq!(fs::read(dir.join("settings")).unwrap(), newer);
    assert_eq!(names_in(&dir), [".lock", "settings"]);
}

#[test]
fn leftover_temporary_files_do_not_block_writes() {
    let (_scratch, dir, store) = store();
    store.write("settings", "old").unwrap();
    fs::write(dir.join("settings.new"), "half a docu").unwrap();
    assert_eq!(store.read("settings").unwrap(), text("old"));
    store.write("settings", "new").unwrap();
    assert_eq!(store.read("settings").unwrap(), text("new"));
    assert_eq!(names_in(&dir), [".lock", "settings"]);
}

#[test]
fn invalid_document_names_are_rejected() {
    let (scratch, _, store) = store();
    for name in ["", ".", "..", "../x", "a/b", "a\\b", "a.b", ".lock", "A", "a b", "a\n", "é"] {
        let read = store.read(name).unwrap_err();
        let written = store.write(name, "").unwrap_err();
        assert_eq!(read.kind(), ErrorKind::InvalidInput, "{name}");
        assert_eq!(written.kind(), ErrorKind::InvalidInput, "{name}");
        assert_eq!(read.to_string().lines().count(), 1);
    }
    assert_eq!(names_in(scratch.path()), [""; 0]);
}

#[test]
fn obstacles_give_one_line_errors_with_the_path() {
    let (scratch, dir, store) = store();
    let place = dir.join("settings");
    fs::create_dir_all(&place).unwrap();
    fs::write(scratch.path().join("file"), "").unwrap();
    let in_a_file = scratch.path().join("file").join("qipan");
    let no_folder = Store::open(Some(in_a_file.clone())).unwrap();
    for (error, beginning, named) in [
        (store.read("settings").err(), "cannot read", &place),
        (store.write("settings", "").err(), "cannot", &place),
        (no_folder.write("settings", "").err(), "cannot make the folder ", &in_a_file),
    ] {
        let error = error.unwrap().to_string();
        assert!(error.starts_with(beginning), "{error}");
        let named = std::path::absolute(named).unwrap();
        assert!(error.contains(named.to_str().unwrap()), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
    assert!(place.is_dir());
}

#[test]
fn an_empty_folder_path_is_rejected() {
    let error = Store::open(Some(PathBuf::new())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
}

#[test]
fn concurrent_writes_leave_one_whole_document() {
    let (_scratch, dir, store) = store();
    let texts = ["black".repeat(20_000), "white".repeat(30_000)];
    store.write("settings", &texts[0]).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers = texts.each_ref().map(|written| {
            let store = Store::open(Some(dir.clone())).unwrap();
            scope.spawn(move || {
                for _ in 0..40 {
                    store.write("settings", written).unwrap();
                }
            })
        });
        scope.spawn(|| {
            while !done.load(Relaxed) {
                let read = store.read("settings").unwrap();
                assert!(texts.iter().any(|written| read == text(written)));
                // Windows cannot replace a file that is always open.
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let written = writers.map(|writer| writer.join().is_ok());
        done.store(true, Relaxed);
        assert_eq!(written, [true, true]);
    });
    assert_eq!(names_in(&dir), [".lock", "settings"]);
}

#[test]
fn concurrent_readers_set_a_damaged_document_aside_once() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    for n in 0..50 {
        fs::write(dir.join("settings"), "damaged").unwrap();
        std::thread::scope(|scope| {
            for written in ["black", "white"] {
                let store = Store::open(Some(dir.clone())).unwrap();
                scope.spawn(move || {
                    store.read("settings").unwrap();
                    store.write("settings", written).unwrap();
                });
            }
        });
        let kept = names_in(&dir).len() - [".lock", "settings"].len();
        assert_eq!(kept, n + 1, "{:?}", names_in(&dir));
    }
}

/// The names of the abandoned games, in list order.
fn abandoned(store: &Store) -> Vec<String> {
    let games = store.abandoned().unwrap();
    games.into_iter().map(|game| game.name).collect()
}

#[test]
fn empty_slots_are_reused() {
    let (_scratch, _, store) = store();
    drop(store.slot().unwrap());
    let slot = store.slot().unwrap();
    assert_eq!(slot.name(), "game-1");
    slot.write("a").unwrap();
    slot.clear().unwrap();
    slot.clear().unwrap();
    assert_eq!(slot.read().unwrap(), Document::Missing);
    assert_eq!(store.slot().unwrap().name(), "game-2", "still locked");
    drop(slot);
    assert_eq!(abandoned(&store), [""; 0]);
    assert_eq!(store.slot().unwrap().name(), "game-1");
}

#[test]
fn abandoned_games_are_listed_newest_first() {
    let (_scratch, dir, store) = store();
    assert_eq!(store.abandoned().unwrap(), []);
    assert!(!dir.exists(), "listing creates no folder");
    let slots = [(); 5].map(|()| store.slot().unwrap());
    for (slot, age) in slots.iter().zip([20, 40, 10, 30, 0]) {
        slot.write("a game").unwrap();
        let saved = UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
        let file = fs::File::options().write(true).open(dir.join(slot.name()));
        file.unwrap().set_modified(saved).unwrap();
    }
    assert_eq!(abandoned(&store), [""; 0], "all are locked");
    let [a, b, c, d, held] = slots;
    drop((a, b, c, d));
    let expected = ["game-3", "game-1", "game-4", "game-2"];
    assert_eq!(abandoned(&store), expected);
    assert_eq!(abandoned(&store), expected, "listing locks nothing");
    let newest: Abandoned = store.abandoned().unwrap().remove(0);
    let age = Duration::from_secs(1_000_000 - 10);
    assert_eq!(newest.saved, UNIX_EPOCH + age);
    drop(held);
    assert_eq!(abandoned(&store)[0], "game-5");
}

#[test]
fn other_files_are_not_listed_as_games() {
    let (_scratch, dir, store) = store();
    store.write("settings", "").unwrap();
    for name in "game- game-x game-1.damaged game-1.new agame-1 readme.txt".split(' ') {
        fs::write(dir.join(name), "").unwrap();
    }
    assert_eq!(abandoned(&store), [""; 0]);
}

#[test]
fn taken_slots_continue_the_saved_game() {
    let (_scratch, _, store) = store();
    store.slot().unwrap().write("d3 c3").unwrap();
    let new = store.slot().unwrap();
    assert_eq!(new.name(), "game-2");
    new.write("new").unwrap();
    let slot = store.take("game-1").unwrap().unwrap();
    assert_eq!(slot.read().unwrap(), text("d3 c3"));
    assert_eq!(abandoned(&store), [""; 0]);
    assert!(store.take("game-1").unwrap().is_none(), "locked");
    slot.write("d3 c3 f5").unwrap();
    drop(slot);
    assert_eq!(store.read("game-1").unwrap(), text("d3 c3 f5"));
    assert_eq!(abandoned(&store), ["game-1"]);
}

#[test]
fn cleared_games_cannot_be_taken() {
    let (_scratch, dir, store) = store();
    assert!(store.take("game-1").unwrap().is_none());
    assert!(!dir.exists(), "listing creates no folder");
    let slot = store.slot().unwrap();
    slot.write("a").unwrap();
    slot.clear().unwrap();
    drop(slot);
    assert!(store.take("game-1").unwrap().is_none());
}

#[test]
fn only_one_window_can_take_a_game() {
    let (_scratch, dir, store) = store();
    store.slot().unwrap().write("a").unwrap();
    for _ in 0..50 {
        let start = Barrier::new(4);
        let taken: Vec<Option<Slot>> = std::thread::scope(|scope| {
            let windows = [(); 4].map(|()| {
                let (start, store) = (&start, Store::open(Some(dir.clone())).unwrap());
                scope.spawn(move || {
                    start.wait();
                    store.abandoned().unwrap();
                    store.take("game-1").unwrap()
                })
            });
            windows.map(|window| window.join().unwrap()).into()
        });
        assert_eq!(taken.iter().flatten().count(), 1);
    }
}

#[test]
fn listing_games_does_not_block_taking_them() {
    let (_scratch, dir, store) = store();
    store.slot().unwrap().write("a").unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let looking = Store::open(Some(dir)).unwrap();
            while !done.load(Relaxed) {
                looking.abandoned().unwrap();
            }
        });
        let taken = (0..2000).filter(|_| store.take("game-1").unwrap().is_some());
        let taken = taken.count();
        done.store(true, Relaxed);
        assert_eq!(taken, 2000);
    });
}

#[test]
fn windows_starting_together_get_the_first_slots() {
    let (_scratch, dir, _) = store();
    let start = Barrier::new(8);
    let slots: Vec<Slot> = std::thread::scope(|scope| {
        let windows = [(); 8].map(|()| {
            let (start, store) = (&start, Store::open(Some(dir.clone())).unwrap());
            scope.spawn(move || {
                start.wait();
                store.abandoned().unwrap();
                store.slot().unwrap()
            })
        });
        windows.map(|window| window.join().unwrap()).into()
    });
    let mut names: Vec<&str> = slots.iter().map(Slot::name).collect();
    names.sort();
    let expected: Vec<String> = (1..=8).map(|n| format!("game-{n}")).collect();
    assert_eq!(names, expected);
}

#[test]
fn damaged_games_are_set_aside_and_the_slot_stays_usable() {
    let (_scratch, dir, store) = store();
    store.slot().unwrap().write("a").unwrap();
    fs::write(dir.join("game-1"), "damaged").unwrap();
    assert_eq!(store.slot().unwrap().name(), "game-2", "the damaged game is kept");
    let slot = store.take("game-1").unwrap().unwrap();
    let kept_as = dir.join("game-1.damaged");
    assert_eq!(slot.read().unwrap(), Document::Damaged { kept_as });
    slot.write("b").unwrap();
    assert_eq!(slot.read().unwrap(), text("b"));
}

#[test]
fn only_the_owner_can_write_a_slot() {
    let (_scratch, dir, store) = store();
    let error = store.write("game-1", "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    for name in ["settings", "game-", "game-x", "../game-1", ""] {
        let error = store.take(name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{name}");
    }
    assert!(!dir.exists());
}

/// Runs a test of this program in a child process, with the folder to work in.
fn child_process(test: &str, dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .arg(format!("documents::{test}"))
        .args(["--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD_FOLDER, dir);
    command
}

const CHILD_FOLDER: &str = "QIPAN_TEST_DATA";

/// The folder to work in, if this is a child process of a test.
fn child_folder() -> Option<PathBuf> {
    std::env::var_os(CHILD_FOLDER).map(PathBuf::from)
}

/// Text number `n`, so long that a process is often killed while writing it.
fn long_text(n: usize) -> String {
    format!("{n}\n{}", format!("{n} ").repeat(40_000))
}

/// Writes numbered texts to the slot forever, and prints each number after its text is saved.
fn write_forever(dir: PathBuf) {
    let store = Store::open(Some(dir)).unwrap();
    let slot = match store.take("game-1").unwrap() {
        Some(slot) => slot,
        None => store.slot().unwrap(),
    };
    let first = match slot.read().unwrap() {
        Document::Text(text) => text.lines().next().unwrap().parse().unwrap(),
        _ => 0,
    };
    for n in first + 1.. {
        slot.write(&long_text(n)).unwrap();
        println!("\nwritten {n}");
    }
}

#[test]
fn killed_windows_keep_their_last_game_and_lose_the_lock() {
    if let Some(dir) = child_folder() {
        return write_forever(dir);
    }
    let (_scratch, dir, store) = store();
    let mut last = 0;
    for round in 0..40 {
        let mut child = child_process("killed_windows_keep_their_last_game_and_lose_the_lock", &dir)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut written = || loop {
            let line = lines.next()?.unwrap();
            if let Some(n) = line.strip_prefix("written ") {
                return Some(n.parse::<usize>().unwrap());
            }
        };
        let first = written().expect("the child writes");
        assert!(first == last + 1, "{first} after {last}");
        assert_eq!(abandoned(&store), [""; 0], "a running window has locked it");
        assert!(store.take("game-1").unwrap().is_none());
        std::thread::sleep(Duration::from_micros(round * 211));
        child.kill().unwrap();
        child.wait().unwrap();
        last = std::iter::from_fn(written).last().unwrap_or(first);
        assert_eq!(abandoned(&store), ["game-1"], "the kill releases the lock");
        // The kill may have come between the write and the message.
        let read = store.read("game-1").unwrap();
        if read == text(&long_text(last + 1)) {
            last += 1;
        }
        assert!(read == text(&long_text(last)), "round {round}, {last}");
        store.write("settings", "the folder is not locked").unwrap();
    }
}

/// Simulates a full disk by the limit on the size of files.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_keeps_the_old_document() {
    if let Some(dir) = child_folder() {
        let store = Store::open(Some(dir)).unwrap();
        let error = store.write("settings", &long_text(1)).unwrap_err();
        println!("\nerror {error}");
        return;
    }
    let (_scratch, dir, store) = store();
    store.write("settings", "old").unwrap();
    let name = "a_full_disk_is_reported_and_keeps_the_old_document";
    let child = child_process(name, &dir);
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$@\"", "sh"])
        .arg(child.get_program())
        .args(child.get_args())
        .env(CHILD_FOLDER, &dir)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let error = format!("error cannot write {}: ", dir.join("settings").display());
    assert!(said.lines().any(|line| line.starts_with(&error)), "{said}");
    assert_eq!(store.read("settings").unwrap(), text("old"));
    assert_eq!(names_in(&dir), [".lock", "settings"]);
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_default_folder_follows_the_xdg_rules() {
    if child_folder().is_some() {
        let store = Store::open(None).unwrap();
        return store.write("settings", "found").unwrap();
    }
    let (scratch, dir, _) = store();
    let (home, data) = (scratch.path().join("home"), dir.parent().unwrap());
    let in_home = home.join(".local/share/qipan");
    for (xdg_data_home, expected) in
        [(data.as_os_str(), &dir), ("".as_ref(), &in_home), ("not/absolute".as_ref(), &in_home)]
    {
        let name = "the_default_folder_follows_the_xdg_rules";
        let mut process = child_process(name, &dir);
        process.env("HOME", &home).env("XDG_DATA_HOME", xdg_data_home);
        assert!(process.output().unwrap().status.success());
        let store = Store::open(Some(expected.clone())).unwrap();
        assert_eq!(store.read("settings").unwrap(), text("found"));
        fs::remove_dir_all(expected).unwrap();
    }
}

/// Saves a picture in a child process with its own environment. Returns the names and contents of the files
/// in `folder`.
#[cfg(all(unix, not(target_os = "macos")))]
fn pictures_kept_in(home: &Path, folder: &Path) -> Vec<(String, String)> {
    let test = "pictures_never_replace_the_users_own";
    let mut process = child_process(test, home);
    process.env("HOME", home).env("XDG_DATA_HOME", home.join("data"));
    process.env("XDG_CONFIG_HOME", home.join("config"));
    assert!(process.output().unwrap().status.success());
    let files = crate::data::files_in(folder).into_iter().filter(|file| file.is_file());
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_string();
    let all = files.map(|file| (name(&file), fs::read_to_string(&file).unwrap()));
    all.collect()
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn pictures_never_replace_the_users_own() {
    if let Some(home) = child_folder() {
        let path = Store::open(None).unwrap().keep_picture("qipan", b"new").unwrap();
        assert!(path.starts_with(home), "{}", path.display());
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let named = |files: &[(&str, &str)]| -> Vec<(String, String)> {
        let file = |(name, text): &(&str, &str)| (name.to_string(), text.to_string());
        files.iter().map(file).collect()
    };
    // The user has no pictures folder.
    let found = pictures_kept_in(home, home);
    assert_eq!(found, named(&[("qipan-001.png", "new")]));
    let own = home.join("Bilder");
    for folder in [&own, &home.join("config")] {
        fs::create_dir_all(folder).unwrap();
    }
    let dirs = "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
    fs::write(home.join("config/user-dirs.dirs"), dirs).unwrap();
    fs::write(own.join("qipan-002.png"), "mine").unwrap();
    let mut expected = vec![("qipan-001.png", "new"), ("qipan-002.png", "mine")];
    assert_eq!(pictures_kept_in(home, &own), named(&expected));
    expected.push(("qipan-003.png", "new"));
    assert_eq!(pictures_kept_in(home, &own), named(&expected));
}

#[test]
fn oversized_documents_are_rejected_and_nothing_is_lost() {
    let (_scratch, dir, store) = store();
    store.write("settings", "good").unwrap();
    let long = "x".repeat(17 << 20);
    let error = store.write("settings", &long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    let words = "it is longer than 16 MB";
    assert!(error.to_string().ends_with(words), "{error}");
    assert_eq!(store.read("settings").unwrap(), text("good"));
    let path = dir.join("settings");
    fs::write(&path, &long).unwrap();
    for error in [store.read("settings").err(), store.write("settings", "new").err()] {
        assert_eq!(error.unwrap().kind(), ErrorKind::FileTooLarge);
    }
    assert_eq!(fs::metadata(&path).unwrap().len(), 17 << 20);
}
