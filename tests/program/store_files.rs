//! The store among links, pipes and devices, and with folders that disappear.
#![cfg(unix)]

use std::fs;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::data::names_in;
use app::play::profile::Profile;
use app::play::settings::{Settings, Table};
use games::Game as _;
use games::othello::{Game, Rules};
use store::files::{list, read_file, write_file, write_one_of_many};
use store::{Document, Store};
use tempfile::TempDir;
use turbo::dos::Screen;

fn scratch() -> (TempDir, PathBuf, Store) {
    let scratch = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let dir = scratch.path().join("data");
    let store = Store::open(Some(dir.clone())).unwrap();
    (scratch, dir, store)
}

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

fn is_fifo(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().file_type().is_fifo()
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

fn qipan(args: &[&str], data: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
    command.args(args).arg("--data").arg(data);
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn links_in_the_store_are_not_followed() {
    let (scratch, dir, store) = scratch();
    let target = scratch.path().join("target");
    fs::write(&target, "precious").unwrap();
    fs::create_dir_all(dir.join("learner")).unwrap();
    let names = "settings.new game-1.new settings .lock game-1.lock learner/.lock learner/0.journal \
                 learner/journal.new learner/snapshot.new learner/0.snapshot learner/1.journal";
    for name in names.split(' ') {
        for leads_to in [&target, &scratch.path().join("nothing")] {
            let link = dir.join(name);
            symlink(leads_to, &link).unwrap();
            let _ = store.write("settings", "mine");
            let _ = store.read("settings");
            let _ = store.abandoned();
            if let Ok(slot) = store.slot() {
                let _ = slot.write("game");
                let _ = slot.clear();
            }
            let mut journal = store.journal("learner");
            let _ = journal.leave(b"note");
            if let Ok((mut held, _)) = journal.hold() {
                let _ = held.append(&[b"record".to_vec()], None);
                let _ = held.keep_snapshot(b"state");
            }
            let _ = journal.replace(b"another");
            assert_eq!(fs::read(&target).unwrap(), b"precious", "{name}");
            assert!(!scratch.path().join("nothing").exists(), "{name}");
            fs::remove_dir_all(&dir).unwrap();
            fs::create_dir_all(dir.join("learner")).unwrap();
        }
    }
    fs::remove_dir_all(dir.join("learner")).unwrap();
    let elsewhere = scratch.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, dir.join("learner")).unwrap();
    let error = store.journal("learner").hold().unwrap_err().to_string();
    assert!(error.ends_with("it is not a folder"), "{error}");
    assert!(store.journal("learner").leave(b"note").is_err());
    assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
}

#[test]
fn pipes_in_the_store_are_refused() {
    let (_scratch, dir, store) = scratch();
    fs::create_dir_all(dir.join("learner")).unwrap();
    for name in "settings game-1 learner/0.journal learner/0.snapshot".split(' ') {
        fifo(&dir.join(name));
    }
    let errors = [
        store.read("settings").map(drop),
        store.write("settings", "mine"),
        store.take("game-1").map(|slot| slot.unwrap().read().map(drop)).unwrap(),
        store.journal("learner").hold().map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err().to_string();
        assert!(error.ends_with(": it is not a regular file"), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
    assert!(is_fifo(&dir.join("settings")) && is_fifo(&dir.join("learner/0.journal")));
}

#[test]
fn only_regular_files_are_replaced() {
    let (scratch, _, _) = scratch();
    let at = |name: &str| scratch.path().join(name);
    write_file(&at("file"), b"one").unwrap();
    write_one_of_many(&at("file"), b"two").unwrap();
    assert_eq!(read_file(&at("file")).unwrap(), b"two");
    symlink(at("file"), at("link")).unwrap();
    symlink(at("nothing"), at("dangling")).unwrap();
    for link in ["link", "dangling"] {
        let error = write_file(&at(link), b"three").unwrap_err();
        assert_eq!(error.to_string(), "it is a symbolic link");
        assert!(is_link(&at(link)));
    }
    let found = read_file(&at("link")).unwrap();
    assert_eq!(found, b"two", "reading follows it");
    assert!(!at("nothing").exists());
    fs::create_dir(at("folder")).unwrap();
    assert!(write_file(&at("folder"), b"three").is_err());
    fifo(&at("pipe"));
    let error = write_file(&at("pipe"), b"three").unwrap_err();
    assert_eq!(error.to_string(), "nobody reads the pipe");
    std::thread::scope(|scope| {
        let mut options = fs::File::options();
        // Opening for both does not wait for the writer.
        let mut reader = options.read(true).write(true).open(at("pipe")).unwrap();
        scope.spawn(|| write_file(&at("pipe"), b"three").unwrap());
        let mut read = [0; 5];
        reader.read_exact(&mut read).unwrap();
        assert_eq!(&read, b"three");
    });
    assert!(is_fifo(&at("pipe")));
    write_file(Path::new("/dev/null"), b"three").unwrap();
    let kind = fs::symlink_metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
    let listed = list(scratch.path()).unwrap();
    assert!(listed.contains(&("folder".to_string(), None)));
    let mut names = listed.iter().map(|(name, _)| name);
    assert!(!names.any(|name| name == "pipe" || name == "dangling"));
}

#[test]
fn exports_can_go_to_pipes_and_devices() {
    let (scratch, dir, _) = scratch();
    let file = scratch.path().join("exported");
    let exported = qipan(&["learner", "export", file.to_str().unwrap()], &dir);
    assert!(exported.status.success(), "{exported:?}");
    let piped = qipan(&["learner", "export", "/dev/stdout"], &dir);
    assert!(piped.status.success(), "{piped:?}");
    assert!(piped.stdout == fs::read(&file).unwrap());
    let thrown = qipan(&["learner", "export", "/dev/null"], &dir);
    assert!(thrown.status.success());
    let kind = fs::metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
    let pipe = scratch.path().join("pipe");
    fifo(&pipe);
    let refused = qipan(&["learner", "export", pipe.to_str().unwrap()], &dir);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.ends_with("nobody reads the pipe\n"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// Simulates a full disk: the old file stays, and the error is one line.
#[test]
fn a_full_disk_keeps_the_old_picture() {
    let (scratch, dir, _) = scratch();
    let picture = scratch.path().join("picture.png");
    write_file(&picture, &Screen::default().png_bytes()).unwrap();
    let before = fs::read(&picture).unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_qipan"))
        .args(["othello", "--keys", "Enter", "--screenshot"])
        .arg(&picture)
        .arg("--data")
        .arg(&dir)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("picture.png: "), "{said}");
    assert!(fs::read(&picture).unwrap() == before);
    let left = names_in(scratch.path());
    assert!(!left.iter().any(|name| name.ends_with(".new")), "{left:?}");
}

#[test]
fn windows_never_share_a_slot_after_folder_removal() {
    let (_scratch, dir, store) = scratch();
    let one = store.slot().unwrap();
    one.write("the first window").unwrap();
    fs::remove_dir_all(&dir).unwrap();
    let other = Store::open(Some(dir.clone())).unwrap().slot().unwrap();
    assert_eq!(other.name(), "game-1");
    other.write("the second window").unwrap();
    let error = one.write("the first window goes on").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ResourceBusy);
    one.clear().unwrap();
    let text = Document::Text("the second window".to_string());
    assert_eq!(other.read().unwrap(), text);
    // After another removal two windows still never write the same game.
    fs::remove_dir_all(&dir).unwrap();
    assert!(other.write("on").is_err());
    let third = store.slot().unwrap();
    third.write("the third window").unwrap();
    assert!(other.write("on").is_err());
}

/// Plays a move and saves the game.
fn play_on(profile: &mut Profile, game: &mut Game) {
    let cell = games::othello::rules::legal_moves(game.map(), game.to_move().unwrap()).next();
    game.drop(cell.unwrap());
    profile.keep(game, &Table::default(), &Settings::default());
}

#[test]
fn windows_keep_separate_games_after_folder_removal() {
    let (_scratch, dir, store) = scratch();
    let mut settings = Settings::default();
    let mut one = Profile::open(Ok(store.clone()), &mut settings);
    let mut game = Game::new(Rules::Standard);
    play_on(&mut one, &mut game);
    fs::remove_dir_all(&dir).unwrap();
    let mut other = Profile::open(Ok(store.clone()), &mut settings);
    let mut another = Game::new(Rules::Standard);
    play_on(&mut other, &mut another);
    play_on(&mut one, &mut game);
    play_on(&mut other, &mut another);
    assert_eq!((one.trouble(), other.trouble()), (None, None));
    drop((one, other));
    assert_eq!(store.abandoned().unwrap().len(), 2);
}

#[test]
fn failed_saves_are_retried() {
    let (_scratch, dir, store) = scratch();
    let mut profile = Profile::open(Ok(store.clone()), &mut Settings::default());
    let mut game = Game::new(Rules::Standard);
    fs::write(&dir, "in the way").unwrap();
    play_on(&mut profile, &mut game);
    assert!(profile.trouble().is_some());
    fs::remove_file(&dir).unwrap();
    // The key changes nothing on the board.
    profile.keep(&game, &Table::default(), &Settings::default());
    drop(profile);
    assert_eq!(store.abandoned().unwrap().len(), 1);
}

#[test]
fn endless_files_are_rejected() {
    let error = read_file(Path::new("/dev/zero")).unwrap_err();
    assert_eq!(error.to_string(), "it is longer than 256 MB");
}

#[test]
fn old_temporary_files_are_removed() {
    let (_scratch, dir, _store) = scratch();
    fs::create_dir_all(&dir).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    for (name, is_old) in [
        (".qipan-0000000000000001.new", true),
        (".qipan-0000000000000002.new", false),
        (".qipan-mine.new", true),
    ] {
        let file = fs::File::create(dir.join(name)).unwrap();
        if is_old {
            file.set_modified(old).unwrap();
        }
    }
    write_file(&dir.join("mine"), b"new").unwrap();
    let names = ["mine", ".qipan-0000000000000001.new", ".qipan-0000000000000002.new", ".qipan-mine.new"];
    let there = names.map(|name| dir.join(name).exists());
    assert_eq!(there, [true, false, true, true]);
}

/// The standard library panics when the system cannot close a folder.
#[test]
#[cfg(target_os = "linux")]
fn folders_that_cannot_be_closed_cause_no_panic() {
    let (scratch, dir, _) = scratch();
    let [source, library] = ["close.c", "close.so"].map(|name| scratch.path().join(name));
    let failing = "#include <errno.h>\nint closedir(void *folder) { errno = EIO; return -1; }\n";
    fs::write(&source, failing).unwrap();
    let mut cc = Command::new("cc");
    assert!(cc.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status().unwrap().success());
    fs::write(scratch.path().join("a.txt"), "f5d6c3\n").unwrap();
    let mut qipan = Command::new(env!("CARGO_BIN_EXE_qipan"));
    qipan.env("LD_PRELOAD", &library).arg("explore").arg(scratch.path()).arg("--data").arg(dir);
    let said = qipan.output().unwrap();
    assert!(said.status.success() && said.stderr.is_empty(), "{said:?}");
    assert!(said.stdout.starts_with(b"1 game in "), "{said:?}");
}
