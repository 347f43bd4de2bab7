//! `qipan.com`, for the Windows command prompt, which does not wait for a program with a window. This program
//! starts the `qipan.exe` beside it, waits for it, and exits with its status.

use std::env;
use std::process::{Command, exit};

fn main() {
    let program = env::current_exe().map(|own| own.with_file_name("qipan.exe"));
    let ran = program.and_then(|program| Command::new(program).args(env::args_os().skip(1)).status());
    match ran {
        Ok(status) => exit(status.code().unwrap_or(1)),
        Err(error) => {
            eprintln!("qipan: qipan.exe cannot be started: {error}");
            exit(1);
        }
    }
}
