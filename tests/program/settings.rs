//! The text file of settings.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::data::names_in;
use app::play::profile::Profile;
use app::play::settings::{Settings, Speed, Table};
use app::play::settings_text::{changed, read};
use games::othello::Game;
use screen::theme::THEMES;
use store::Store;

/// Plays with keys in this data folder.
fn played(data: &Path, keys: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(["othello", "--keys", keys, "--data"])
        .arg(data)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn new_settings_files_are_documented() {
    let settings = Settings {
        theme: &THEMES[3],
        hints: Some(false),
        speed: Speed::Fast,
        sound: false,
        numbers: true,
        ..Settings::default()
    };
    let text = changed(None, &Settings::default(), &settings);
    let mut again = Settings::default();
    assert_eq!(read(&text, &mut again), []);
    assert_eq!(again, settings, "{text}");
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    for name in ["theme", "hints", "speed", "sound", "numbers", "demo"] {
        let about = format!("# {name} ");
        assert!(comments.iter().any(|c| c.starts_with(&about)), "{text}");
    }
    for theme in &THEMES {
        let named = |line: &&str| line.contains(theme.name);
        assert!(comments.iter().any(named), "{text}");
    }
    for speed in Speed::ALL {
        let named = |line: &&str| line.contains(speed.name());
        assert!(comments.iter().any(named), "{text}");
    }
    // Comments are examples: without the # only their values could be unknown.
    assert!(text.lines().all(|line| line.len() < 120), "{text}");
}

#[test]
fn wrong_settings_are_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.conf");
    let text = "# how I like it\r\n\r\n  theme=green\r\ncolour = mauve\nspeed = soon\nsound\nsound = off\nsound = on\n# end";
    fs::write(&file, text).unwrap();
    let output = played(folder.path(), "");
    let lines = said(&output);
    let lines: Vec<&str> = lines.lines().collect();
    for (line, words) in lines.iter().zip([
        ["line 4: ", "there is no setting 'colour'; the settings are sound, speed"],
        ["line 5: ", "speed is one of instant, fast, normal, not 'soon'"],
        ["line 6: ", "a setting is a name, = and a value"],
        ["line 8: ", "line 7 already sets sound"],
    ]) {
        assert!(line.starts_with("qipan: "), "{line}");
        assert!(line.contains("settings.conf, "), "{line}");
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    assert_eq!(lines.len(), 4, "{lines:?}");
    let found = fs::read_to_string(&file).unwrap();
    assert_eq!(found, text, "nobody has changed anything");
    // A changed theme changes nothing else in the file.
    let _ = played(folder.path(), "Ctrl+O Down*5 Right Enter");
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, text.replace("  theme=green", "  theme = black"));
    // A setting whose only line is wrong gets a new line at the end.
    let (before, mut now) = (Settings::default(), Settings::default());
    now.speed = Speed::Instant;
    let found = changed(Some(text), &before, &now);
    assert_eq!(found, format!("{text}\r\nspeed = instant\r\n"));
}

#[test]
fn two_windows_can_change_different_settings() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut settings = Settings::default();
    let mut one = Profile::open(Ok(store.clone()), &mut settings);
    let mut other = Profile::open(Ok(store.clone()), &mut settings);
    let (game, table) = (Game::default(), Table::default());
    let silent = Settings { sound: false, ..settings.clone() };
    one.keep(&game, &table, &silent);
    let numbered = Settings { numbers: true, ..settings };
    other.keep(&game, &table, &numbered);
    let text = store.settings().unwrap().unwrap();
    assert!(text.contains("\nsound = off\n"), "{text}");
    assert!(text.contains("\nnumbers = on\n"), "{text}");
    let left = names_in(folder.path());
    assert!(!left.iter().any(|name| name.ends_with(".new")), "{left:?}");
}

#[cfg(unix)]
#[test]
fn linked_settings_are_changed_at_the_target() {
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("dotfiles.conf");
    fs::write(&real, "# kept elsewhere\n").unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    std::os::unix::fs::symlink(&real, data.join("settings.conf")).unwrap();
    let output = played(&data, "Ctrl+O Down*5 Right Enter");
    assert_eq!(said(&output), "");
    assert!(data.join("settings.conf").is_symlink());
    let found = fs::read_to_string(&real).unwrap();
    assert_eq!(found, "# kept elsewhere\ntheme = blue\n");
}

#[cfg(unix)]
#[test]
fn unreadable_settings_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.conf");
    for bytes in [&b"theme = \xff\n"[..], &[b'#'; 70_000]] {
        fs::write(&file, bytes).unwrap();
        let lines = said(&played(folder.path(), "Ctrl+O Down*5 Right Enter"));
        let words = "the settings were not saved: cannot read";
        assert!(lines.contains(words), "{lines}");
        assert_eq!(lines.lines().count(), 1, "{lines}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    fs::remove_file(&file).unwrap();
    let made = Command::new("mkfifo").arg(&file).status().unwrap();
    assert!(made.success());
    let lines = said(&played(folder.path(), ""));
    assert!(lines.contains("it is not a regular file"), "{lines}");
}

/// Runs itself as a process with its own environment, which sets the desktop's folders.
#[cfg(target_os = "linux")]
#[test]
fn settings_are_in_the_configuration_folder_by_default() {
    const INSIDE: &str = "QIPAN_TEST_DESKTOP";
    if std::env::var_os(INSIDE).is_some() {
        let store = Store::open(None).unwrap();
        let mut settings = Settings::default();
        let mut profile = Profile::open(Ok(store), &mut settings);
        settings.sound = false;
        profile.keep(&Game::default(), &Table::default(), &settings);
        assert_eq!(profile.trouble(), None);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "settings::settings_are_in_the_configuration_folder_by_default"])
        .env(INSIDE, "1")
        .env("XDG_DATA_HOME", at("data"))
        .env("XDG_CONFIG_HOME", at("config"))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let text = fs::read_to_string(at("config/qipan/settings.conf")).unwrap();
    assert!(text.contains("\nsound = off\n"), "{text}");
    assert!(!at("data/qipan/settings.conf").exists());
}
