//! What Windows opens C files with: entries in the user's part of the registry. Another program's entry is never replaced or removed.

use std::io;

use windows_registry::{CLASSES_ROOT, CURRENT_USER, Key};

/// The kind of file that the editor opens, and what Windows knows it by.
const KIND: &str = "qipan.C";
const CLASS: &str = r"Software\Classes\qipan.C";
const ENDING: &str = r"Software\Classes\.c";
const OFFERS: &str = r"Software\Classes\.c\OpenWithProgids";

/// What C files are opened with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// The editor.
    Ours,
    /// Another program, of this name in the registry. The editor is offered beside it.
    Other(String),
}

/// Makes the editor of this program one that opens C files, and the one that does where there is none.
///
/// # Errors
/// The registry cannot be written.
pub(crate) fn put(program: &str) -> io::Result<Opener> {
    let set = |key: &str, value: &str| CURRENT_USER.create(key)?.set_string("", value);
    set(CLASS, "C program")?;
    set(&format!(r"{CLASS}\DefaultIcon"), &format!("{program},0"))?;
    let command = format!("\"{program}\" edit \"%1\"");
    set(&format!(r"{CLASS}\shell\open\command"), &command)?;
    CURRENT_USER.create(OFFERS)?.set_string(KIND, "")?;
    match opener(CLASSES_ROOT, ".c") {
        Some(other) if other != KIND => Ok(Opener::Other(other)),
        _ => {
            set(ENDING, KIND)?;
            Ok(Opener::Ours)
        }
    }
}

/// Takes back what [`put`] has written: true if there was any.
///
/// # Errors
/// The registry cannot be written.
pub(crate) fn take_back() -> io::Result<bool> {
    if CURRENT_USER.open(CLASS).is_err() {
        return Ok(false);
    }
    CURRENT_USER.remove_tree(CLASS)?;
    // What is not there need not go.
    let _ = CURRENT_USER.create(OFFERS)?.remove_value(KIND);
    if opener(CURRENT_USER, ENDING).is_some_and(|name| name == KIND) {
        CURRENT_USER.create(ENDING)?.remove_value("")?;
    }
    Ok(true)
}

fn opener(root: &Key, key: &str) -> Option<String> {
    let name = root.open(key).ok()?.get_string("").ok()?;
    Some(name).filter(|name| !name.is_empty())
}
