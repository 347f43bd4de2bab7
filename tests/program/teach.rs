//! `qipan teach`: scores as text.

use crate::common::program::printed;

#[test]
fn scores_are_printed() {
    let dir = tempfile::tempdir().unwrap();
    let with = |line: &str| printed(&format!("teach --data '{}' {line}", dir.path().display()));
    with("--lesson eight --keys 'Esc End Right Esc'");
    with("--lesson edge --keys 'A Space Enter'");
    let out = with("--score");
    assert!(out.contains("eight        done\n"), "{out}");
    assert!(out.contains("edge         0 of 1 answers right\n"), "{out}");
    assert!(out.trim_end().ends_with("0 of 1 answers right"), "{out}");
}
