//! The program: the command line of [`app::commands`].

// On Windows no console is opened beside the game; `prepare` finds the one that has called the program.
#![cfg_attr(windows, windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { app::prepare() };
    app::commands::main()
}
