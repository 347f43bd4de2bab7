//! Registers the program that opens C files on Windows, in the user's part of the registry. Other programs'
//! entries are kept.

use std::io;

use windows_registry::{CLASSES_ROOT, CURRENT_USER, Key};

/// The file type of C files in the registry.
const KIND: &str = "qipan.C";
/// The key of the file type.
const CLASS: &str = r"Software\Classes\qipan.C";
/// The key of the file name extension.
const ENDING: &str = r"Software\Classes\.c";
/// The key of the file types that "Open with" offers.
const OFFERS: &str = r"Software\Classes\.c\OpenWithProgids";

/// The default program for C files.
#[derive(Debug, PartialEq, Eq)]
pub enum Opener {
    /// qipan's editor.
    Ours,
    /// Another program, by its name in the registry; the editor is only offered in "Open with".
    Other(String),
}

/// Registers the editor for C files, as the default program if there is none yet.
///
/// # Errors
/// If the registry cannot be written.
pub fn put(program: &str) -> io::Result<Opener> {
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

/// Removes the entries that [`put`] wrote. Returns false if there were none.
///
/// # Errors
/// If the registry cannot be written.
pub fn take_back() -> io::Result<bool> {
    if CURRENT_USER.open(CLASS).is_err() {
        return Ok(false);
    }
    CURRENT_USER.remove_tree(CLASS)?;
    // The value may be missing already.
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
