//! The library's C sources: functions written in C, see `helpers.c`, and the declarations of headers, see `headers.h`.

/// Returns the sections of a source: the names that each begins with, and its text.
fn sections(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    source.split("/* Section: ").skip(1).filter_map(|section| section.split_once(" */\n"))
}

/// Returns the names of each helper's functions, and its source.
pub(crate) fn helpers() -> impl Iterator<Item = (&'static str, &'static str)> {
    sections(include_str!("helpers.c"))
}

/// Returns each header, without `.h`, with its declarations.
pub(crate) fn headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = sections(include_str!("headers.h"));
    all.flat_map(|(names, text)| names.split(' ').map(move |name| (name, text)))
}

/// The variables that headers declare.
pub(crate) const HEADERS_VARIABLES: [&str; 6] = ["_tm", "_time", "_palette", "_text", "errno", "directvideo"];

/// The name of the function that runs after `main` or `exit` in a program with `atexit`.
pub(crate) const AT_END: &str = "_at_end";
/// The name of the function that calls the program's handlers for the clock, the keyboard and the mouse.
pub(crate) const EVENTS: &str = "_events";
