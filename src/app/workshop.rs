//! The workshop, the program of a web page: the editor, the lessons, and C programs.
//! [`app::commands::workshop`] has its command line.

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { app::prepare() };
    app::commands::workshop()
}
