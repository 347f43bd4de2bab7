//! Whether the sound is on is remembered.

use crate::common::pictures::read_png;
use crate::common::program::printed;
use std::path::Path;
use tempfile::TempDir;
use turbo::dos::Screen;

/// What the program shows last.
fn shown(data: &Path, line: &str) -> Screen {
    let picture = data.join("picture.png");
    let (data, file) = (data.display(), picture.display());
    printed(&format!("{line} --data '{data}' --screenshot '{file}'"));
    read_png(&picture).unwrap()
}

#[test]
fn whether_the_sound_is_on_is_said_and_remembered() {
    let folder = || TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (one, other) = (folder(), folder());
    let off = shown(one.path(), "othello --keys s");
    let on = shown(one.path(), "othello --keys s");
    assert!(off != on, "the sound was off the second time");
    let on_again = shown(other.path(), "othello --sound off --keys s");
    assert!(on == on_again);
}
