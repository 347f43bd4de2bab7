//! The program itself, as a shell starts it.

// Each test program uses some of these.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

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
    command
}

/// Runs the program with this on its standard input.
pub fn qipan_reading(input: &[u8], args: &[impl AsRef<OsStr>]) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Runs the program with nothing on its standard input.
pub fn qipan(args: &[impl AsRef<OsStr>]) -> Output {
    qipan_reading(b"", args)
}
