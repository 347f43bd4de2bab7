//! The program: the command line of [`app::commands`].

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { app::prepare() };
    app::commands::main()
}
