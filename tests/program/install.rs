//! `qipan install` and `--uninstall`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::data::files_below;

/// Runs the program with this home folder.
fn qipan(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(args)
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("DESTDIR")
        .output()
        .unwrap()
}

/// All files below a folder, relative to it.
fn files(folder: &Path) -> Vec<String> {
    let name = |file: &PathBuf| file.strip_prefix(folder).unwrap().display().to_string();
    files_below(folder).iter().map(name).collect()
}

/// Validates a file, if the tool is installed.
fn assert_valid(tool: &[&str], file: &Path) {
    let ran = Command::new(tool[0]).args(&tool[1..]).arg(file).output();
    if let Ok(output) = ran {
        let said = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn installed_files_are_complete_and_valid() {
    let home = tempfile::tempdir().unwrap();
    let output = qipan(home.path(), &["install"]);
    assert!(output.status.success(), "{output:?}");
    let share = home.path().join(".local/share");
    let all = files(&share);
    let expected = "applications/qipan.desktop bash-completion/completions/qipan \
                    fish/vendor_completions.d/qipan.fish icons/hicolor/16x16/apps/qipan.png \
                    icons/hicolor/256x256/apps/qipan.png icons/hicolor/scalable/apps/qipan.svg \
                    man/man1/qipan.1 man/man1/qipan-teach.1 \
                    metainfo/io.github.qipan.qipan.metainfo.xml zsh/site-functions/_qipan";
    for file in expected.split(' ') {
        assert!(all.iter().any(|there| there == file), "{file}: {all:?}");
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let written = share.join("applications/qipan.desktop");
    let wrote = format!("wrote {}\n", written.display());
    assert!(said.contains(&wrote), "{said}");
    let entry = fs::read_to_string(&written).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_qipan")).display();
    assert!(entry.contains(&format!("\nTryExec={program}\n")), "{entry}");
    assert!(entry.contains("\nStartupWMClass=qipan\n"), "{entry}");
    let about = concat!("\nComment=", env!("CARGO_PKG_DESCRIPTION"), "\n");
    assert!(entry.contains(about), "{entry}");
    assert_valid(&["desktop-file-validate"], &written);
    assert_valid(
        &["appstreamcli", "validate", "--no-net"],
        &share.join("metainfo/io.github.qipan.qipan.metainfo.xml"),
    );
}

#[test]
fn uninstall_removes_only_installed_files() {
    let home = tempfile::tempdir().unwrap();
    let share = home.path().join("prefix/share");
    let prefix = home.path().join("prefix");
    let prefix = ["--prefix", prefix.to_str().unwrap()];
    fs::create_dir_all(share.join("man/man1")).unwrap();
    fs::write(share.join("man/man1/qipan.1"), "mine").unwrap();
    let installed = qipan(home.path(), &[&["install"], &prefix[..]].concat());
    assert_eq!(installed.status.code(), Some(1), "one file stays");
    let said = String::from_utf8_lossy(&installed.stderr);
    assert!(said.contains("man1/qipan.1 was kept"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    fs::write(share.join("applications/qipan.desktop"), "changed").unwrap();
    // The target of a link is foreign even if install wrote it.
    let (icon, linked) = (share.join("icons/hicolor/scalable/apps/qipan.svg"), home.path().join("icon"));
    fs::rename(&icon, &linked).unwrap();
    std::os::unix::fs::symlink(&linked, &icon).unwrap();
    let removed = qipan(home.path(), &[&["install", "--uninstall"], &prefix[..]].concat());
    assert_eq!(removed.status.code(), Some(1), "{removed:?}");
    let left = ["applications/qipan.desktop", "icons/hicolor/scalable/apps/qipan.svg", "man/man1/qipan.1"];
    assert_eq!(files(&share), left);
    let drawn = fs::read(&linked).unwrap();
    fs::write(&linked, "mine").unwrap();
    for args in [&["install", "--uninstall"][..], &["install"]] {
        let again = qipan(home.path(), &[args, &prefix[..]].concat());
        assert_eq!(again.status.code(), Some(1), "three files stay: {again:?}");
    }
    assert!(!drawn.is_empty() && fs::read(&linked).unwrap() == b"mine");
    let all = files(&share);
    assert!(left.iter().all(|file| all.iter().any(|f| f == file)));
}

#[test]
fn install_replaces_older_versions_but_no_changed_files() {
    let home = tempfile::tempdir().unwrap();
    assert!(qipan(home.path(), &["install"]).status.success());
    let share = home.path().join(".local/share");
    let [entry, page] = ["applications/qipan.desktop", "man/man1/qipan.1"].map(|f| share.join(f));
    let other = "[Desktop Entry]\nExec=/an/older/qipan\n";
    let sum = crc32fast::hash(other.as_bytes());
    let older = format!("{other}# Written by qipan install, {sum:08x}\n");
    let now = fs::read_to_string(&entry).unwrap();
    fs::write(&entry, &older).unwrap();
    let changed = format!("{}A line of my own.\n", fs::read_to_string(&page).unwrap());
    fs::write(&page, &changed).unwrap();
    let again = qipan(home.path(), &["install"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert_eq!(fs::read_to_string(&entry).unwrap(), now);
    assert_eq!(fs::read_to_string(&page).unwrap(), changed);
    fs::write(&entry, older.replace("older", "other")).unwrap();
    let removed = qipan(home.path(), &["install", "--uninstall"]);
    assert_eq!(removed.status.code(), Some(1));
    let found = files(&share);
    assert_eq!(found, ["applications/qipan.desktop", "man/man1/qipan.1"]);
}

#[test]
fn man_finds_the_pages_of_a_program_in_a_bin_folder() {
    let home = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let bin = home.path().join(".cargo/bin");
    fs::create_dir_all(&bin).unwrap();
    let program = bin.join("qipan");
    fs::hard_link(env!("CARGO_BIN_EXE_qipan"), &program).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).env("HOME", home.path());
        let command = command.env_remove("XDG_DATA_HOME").env_remove("DESTDIR");
        command.output().unwrap()
    };
    let installed = run(&["install"]);
    assert!(installed.status.success(), "{installed:?}");
    let share = home.path().join(".cargo/share");
    let page = share.join("man/man1/qipan.1");
    assert!(page.exists(), "{:?}", files(home.path()));
    let mut man = Command::new("man");
    let man = man.args(["-w", "qipan"]).env("HOME", home.path());
    let man = man.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    if let Ok(output) = man.env_remove("MANPATH").output() {
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found.trim_end(), page.to_str().unwrap(), "{output:?}");
    }
    assert!(run(&["install", "--uninstall"]).status.success());
    assert_eq!(files(home.path()), [".cargo/bin/qipan"]);
}

#[test]
fn install_reports_a_folder_that_cannot_be_made() {
    let home = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("nothing", home.path().join(".local")).unwrap();
    let output = qipan(home.path(), &["install"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let share = home.path().join(".local/share");
    let begin = format!("qipan: cannot make the folder {}/", share.display());
    assert!(said.starts_with(&begin), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_package_is_written_below_destdir() {
    let root = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
    command.args(["install", "--prefix", "/usr"]);
    let output = command.env("DESTDIR", root.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let all = files(root.path());
    let below = all.iter().all(|file| file.starts_with("usr/share/"));
    assert!(below, "{all:?}");
    let entry = root.path().join("usr/share/applications/qipan.desktop");
    let entry = fs::read_to_string(entry).unwrap();
    assert!(entry.contains("\nExec=qipan %f\n"), "{entry}");
}

#[test]
fn install_uses_xdg_data_home() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let install = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
        let command = command.args(args).env("XDG_DATA_HOME", &data);
        command.env_remove("DESTDIR").output().unwrap()
    };
    assert!(install(&["install"]).status.success());
    assert!(data.join("applications/qipan.desktop").exists());
    let again = String::from_utf8(install(&["install"]).stdout).unwrap();
    assert_eq!(again, "everything was already installed\n");
    assert!(install(&["install", "--uninstall"]).status.success());
    let left = fs::read_dir(&data).unwrap().count();
    assert_eq!(left, 0, "{:?}", files(&data));
}
