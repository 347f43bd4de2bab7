//! The program's entry point. [`app::commands`] has its command line.

// Keep Windows from opening a console beside the game; `prepare` attaches to the console that started the
// program.
#![cfg_attr(windows, windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { app::prepare() };
    app::commands::main()
}
