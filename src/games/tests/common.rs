//! What these tests share with those of other crates.

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/read_back.rs"]
pub mod read_back;
#[path = "../../../tests/common/recorded.rs"]
pub mod recorded;

use std::fs;
use std::path::Path;

use games::records::{Error, Recorded, read_bytes, wthor};

/// The games of a file with this name and these bytes.
pub fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_bytes(name.as_ref(), bytes.as_ref(), &Default::default())
}

/// The games of a file, with the names beside a database.
pub fn read_file(file: &Path) -> Vec<Result<Recorded, Error>> {
    let beside = |name| fs::read(file.with_file_name(name)).unwrap_or_default();
    let names = wthor::Names::read(&beside("WTHOR.JOU"), &beside("WTHOR.TRN")).unwrap();
    read_bytes(file, &fs::read(file).unwrap(), &names).unwrap()
}
