//! `qipan teach`: scores as text.

use crate::common::program::printed;

#[test]
fn scores_are_printed() {
    let dir = tempfile::tempdir().unwrap();
    let with = |line: &str| printed(&format!("teach --data '{}' {line}", dir.path().display()));
    with("--lesson eight --keys 'End Right Esc Esc'");
    with("--lesson edge --keys 'A Space Enter'");
    let out = with("--score");
    assert!(out.starts_with("lessons done: 1 of "), "{out}");
    assert!(out.ends_with(", tasks solved: 0, right answers: 0 of 1\n"), "{out}");
    assert!(with("--score --csv").contains("\n,eight,1,0,0,0,0\n"));
}
