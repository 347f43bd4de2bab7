//! The program: the command line of [`qipan::commands`].

fn main() -> std::process::ExitCode {
    qipan::commands::main()
}
