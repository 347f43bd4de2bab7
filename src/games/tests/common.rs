//! Helpers for these tests.

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/read_back.rs"]
pub mod read_back;
#[path = "../../../tests/common/recorded.rs"]
pub mod recorded;

use std::fs;
use std::path::Path;

use games::gomoku::Rules;
use games::records::{Assumptions, Error, Problem, Recorded};
use games::records::{psq, read_as, read_bytes, wthor_names};

/// Reads the games of a file with the given name and content.
pub fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_bytes(name.as_ref(), bytes.as_ref(), &Default::default())
}

/// Reads the games of a file. A database gets the names beside it.
pub fn read_file(file: &Path) -> Vec<Result<Recorded, Error>> {
    let beside = |name| fs::read(file.with_file_name(name)).unwrap_or_default();
    let names = wthor_names::Names::read(&beside("WTHOR.JOU"), &beside("WTHOR.TRN")).unwrap();
    read_bytes(file, &fs::read(file).unwrap(), &names).unwrap()
}

/// Reads the only game of a file.
pub fn read_only(name: &str, text: &str, assumed: Assumptions) -> Result<Recorded, Problem> {
    let games = read_as(name.as_ref(), text.as_bytes(), &Default::default(), assumed);
    let mut games = games.map_err(|error| error.problem)?;
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).map_err(|error| error.problem)
}

/// Reads a psq file; freestyle is the default.
pub fn read_psq(text: &str) -> Result<Recorded, Problem> {
    psq::read(text, Rules::Freestyle)
}

/// The error message.
pub fn message<T: std::fmt::Debug, E: std::fmt::Display>(result: Result<T, E>) -> String {
    match result {
        Ok(value) => panic!("no error: {value:?}"),
        Err(error) => error.to_string(),
    }
}
