//! Library functions written in C; see `helpers.c`.

const TEXT: &str = include_str!("helpers.c");

/// Returns the names of each helper's functions, and its source.
pub(crate) fn helpers() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXT.split("/* Section: ").skip(1).filter_map(|section| section.split_once(" */\n"))
}

/// The name of the function that runs after `main` or `exit` in a program with `atexit`.
pub(crate) const AT_END: &str = "_at_end";
/// The name of the function that calls the program's handlers for the clock, the keyboard and the mouse.
pub(crate) const EVENTS: &str = "_events";
