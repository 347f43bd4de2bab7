//! The program: the command line of [`app::commands`].

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { turbo::dos::window::prepare() };
    app::commands::main()
}
