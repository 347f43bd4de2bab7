//! The program itself, as a shell starts it.

// Each test program uses some of these.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The program, without a display.
pub fn program() -> Command {
    without_display(Command::new(env!("CARGO_BIN_EXE_qipan")))
}

/// The same for work without an end. On Linux with `setpriv` it ends with the test, even if that is killed.
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
    // It speaks English, whatever the user of this machine speaks.
    command.env("LC_ALL", "C");
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// What the program prints in a folder, its errors behind the rest, and its status.
pub fn qipan_in(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = program().args(args).current_dir(folder).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

/// Starts the program with pipes to all that it reads and writes.
pub fn piped(args: &[impl AsRef<OsStr>]) -> Child {
    let mut command = program();
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).args(args);
    command.spawn().unwrap()
}

/// Runs the program with this on its standard input.
pub fn qipan_reading(input: &[u8], args: &[impl AsRef<OsStr>]) -> Output {
    let mut child = piped(args);
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Runs the program with nothing on its standard input.
pub fn qipan(args: &[impl AsRef<OsStr>]) -> Output {
    qipan_reading(b"", args)
}

/// A text for people, which ends each line as the system's own programs do, with the ends that it has elsewhere.
pub fn plain(text: &str) -> String {
    let plain = text.replace("\r\n", "\n");
    let own = match cfg!(windows) {
        true => plain.replace('\n', "\r\n"),
        false => plain.clone(),
    };
    assert_eq!(text, own);
    plain
}

/// The words of a command line; what stands between apostrophes is one word.
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

/// What a command line prints that works.
pub fn printed(line: &str) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
    out(&output).to_string()
}

/// The program fails with this status and one line that holds all the words.
pub fn assert_fails(output: &Output, status: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("qipan: "), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' is not in: {said}");
    }
}

/// An engine as a process that another program talks to.
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
        Engine {
            child,
            input,
            lines,
        }
    }

    pub fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// The next line; the engine has a minute for it, on however slow a machine. Or nothing, when it has left.
    pub fn next(&self) -> Option<String> {
        match self.lines.recv_timeout(Duration::from_secs(60)) {
            Err(RecvTimeoutError::Timeout) => panic!("it says nothing"),
            line => line.ok(),
        }
    }

    /// The first line that begins like this.
    pub fn hear(&self, start: &str) -> String {
        let mut lines = std::iter::from_fn(|| self.next());
        lines.find(|line| line.starts_with(start)).expect(start)
    }

    /// It ends by itself, with status 0.
    pub fn ends(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}
