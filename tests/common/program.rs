//! Runs the program as a shell does.

// Each test program uses some of these.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A command that runs the program without a display.
pub fn program() -> Command {
    without_display(Command::new(env!("CARGO_BIN_EXE_qipan")))
}

/// A command for endless work. With Linux's `setpriv` it ends together with the test, even if the test is
/// killed.
pub fn program_that_ends_with_the_test() -> Command {
    let setpriv = || Command::new("setpriv").arg("--version").output();
    if !cfg!(target_os = "linux") || setpriv().is_err() {
        return program();
    }
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", env!("CARGO_BIN_EXE_qipan")]);
    without_display(command)
}

fn without_display(mut command: Command) -> Command {
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    // English, whatever this machine's language.
    command.env("LC_ALL", "C");
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the program in a folder. Returns its output followed by its errors, and its status.
pub fn qipan_in(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = program().args(args).current_dir(folder).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

/// Starts the program with piped input, output and errors.
pub fn piped(args: &[impl AsRef<OsStr>]) -> Child {
    let mut command = program();
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).args(args);
    command.spawn().unwrap()
}

/// Runs the program with the given input.
pub fn qipan_reading(input: &[u8], args: &[impl AsRef<OsStr>]) -> Output {
    let mut child = piped(args);
    // Writing fails if the program does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Runs the program with empty input.
pub fn qipan(args: &[impl AsRef<OsStr>]) -> Output {
    qipan_reading(b"", args)
}

/// Checks that a text has the system's line endings, and converts them to `\n`.
pub fn plain(text: &str) -> String {
    let plain = text.replace("\r\n", "\n");
    let own = match cfg!(windows) {
        true => plain.replace('\n', "\r\n"),
        false => plain.clone(),
    };
    assert_eq!(text, own);
    plain
}

/// The words of a command line. Text between apostrophes is one word.
pub fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').zip([false, true].into_iter().cycle());
    let words = parts.map(|(part, is_one)| match is_one {
        true => vec![part],
        false => part.split_whitespace().collect(),
    });
    words.flatten().collect()
}

/// Runs the program with a command line.
pub fn run(line: &str) -> Output {
    qipan(&words(line))
}

pub fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Runs a command line that must succeed. Returns its output.
pub fn printed(line: &str) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
    out(&output).to_string()
}

/// Checks that the program failed with a status and one line that contains all the words.
pub fn assert_fails(output: &Output, status: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("qipan: "), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' is not in: {said}");
    }
}

/// An engine process that speaks a protocol.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start(protocol: &str) -> Engine {
        let mut child = program()
            .args(["engine", protocol])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = send.send(line.unwrap());
            }
        });
        Engine { child, input, lines }
    }

    pub fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// The next line, which must come within a minute; `None` if the engine has ended.
    pub fn next(&self) -> Option<String> {
        match self.lines.recv_timeout(Duration::from_secs(60)) {
            Err(RecvTimeoutError::Timeout) => panic!("it says nothing"),
            line => line.ok(),
        }
    }

    /// The next line that begins with `start`.
    pub fn hear(&self, start: &str) -> String {
        let mut lines = std::iter::from_fn(|| self.next());
        lines.find(|line| line.starts_with(start)).expect(start)
    }

    /// Checks that the engine ends by itself with status 0.
    pub fn ends(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}
