//! Values that people name, on the command line and in files.

use std::fmt::Display;

/// The value that a text names, among all there are.
///
/// # Errors
/// None has this name: a half sentence with the names that there are; `what` says of what.
///
/// ```
/// use qipan::games::named::find;
/// assert_eq!(find(&[10, 20], "20", "number"), Ok(20));
/// assert_eq!(find(&[10, 20], "30", "number"), Err("no number is named '30'; there are 10, 20".to_string()));
/// ```
pub fn find<T: Copy + Display>(all: &[T], name: &str, what: &str) -> Result<T, String> {
    let found = all.iter().find(|value| value.to_string() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        let (name, names) = (name.escape_debug(), names.join(", "));
        format!("no {what} is named '{name}'; there are {names}")
    })
}
