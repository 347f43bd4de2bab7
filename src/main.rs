//! The program: the command line of [`qipan::commands`].

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { qipan::dos::window::prepare() };
    qipan::commands::main()
}
