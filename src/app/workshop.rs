//! The workshop, which a page has: the editor, the lessons, and C programs. The command line is that of
//! [`app::commands::workshop`].

fn main() -> std::process::ExitCode {
    // SAFETY: this is the only thread so far.
    unsafe { app::prepare() };
    app::commands::workshop()
}
