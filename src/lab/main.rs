//! The laboratory's program: it only calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::main()
}
