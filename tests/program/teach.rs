//! `qipan teach`: steps and scores as text.

use crate::common::program::printed;

#[test]
fn steps_and_scores_are_printed() {
    let out = printed("teach --lesson weight --steps");
    assert!(out.lines().any(|line| line.contains("weight is")), "{out}");
    let dir = tempfile::tempdir().unwrap();
    let with = |line: &str| printed(&format!("teach --data '{}' {line}", dir.path().display()));
    with("--lesson eight --keys 'Esc End Right Esc'");
    with("--lesson edge --keys 'A Space Enter'");
    let out = with("--score");
    assert!(out.contains("eight        done\n"), "{out}");
    assert!(out.contains("edge         0 of 1 answers right\n"), "{out}");
    assert!(out.trim_end().ends_with("0 of 1 answers right"), "{out}");
}
