//! The binary `qipan-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::main()
}
