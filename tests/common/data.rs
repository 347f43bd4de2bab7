//! Where the files for the tests are.

use std::path::{Path, PathBuf};

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// A file that is not shipped with the project; a test that lacks it says so and has nothing more to test.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(name);
    if !path.exists() {
        eprintln!("left out: there is no ../shared/data/{name}");
        return None;
    }
    Some(path)
}
