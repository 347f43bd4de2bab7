//! `qipan teach`: steps and scores as text.

use crate::common::program::printed;
use crate::common::recorded::{cells, world_championship};
use games::Game as _;
use games::othello::rules::do_score;
use games::othello::{self};
use lessons::tutor::calls::{self};
use lessons::tutor::scene::Scene;
use lessons::tutor::stepper::{Goal, Stepper};

fn at_end(scene: &Scene) -> Stepper {
    let mut stepper = scene.stepper();
    stepper.go_to(Goal::End, false);
    stepper
}

#[test]
fn trace_prints_each_step_and_its_effect() {
    let moves = "f5d6c3d3";
    let out = printed(&format!("teach --trace {moves}"));
    let mut game = othello::Game::default();
    let mut expected = 0;
    for cell in cells(moves) {
        let scene = calls::qp_change("", "QIPAN.C", game.map(), cell, game.t());
        expected += 1 + at_end(&scene).steps();
        game.drop(cell);
    }
    assert_eq!(out.lines().count() as u64, expected);
    assert!(out.starts_with("t=1 f5 QpChange(320, 280, 1)\n"), "{out}");
    let words = "row = (y - 120) / 40                      row is 4 now";
    assert!(out.contains(words), "{out}");
    assert!(out.contains("QpChange returns 1."), "{out}");
    let turned = out.lines().filter(|line| line.contains(" now: ")).count();
    let (black, white) = do_score(game.map());
    assert!(turned >= black + white - 4);
}

#[test]
fn trace_prints_other_algorithms() {
    let trace =
        |record: &str, algorithm: &str| printed(&format!("teach --trace {record} --algorithm {algorithm}"));
    for (algorithm, function) in
        [("all-stones", "AllStones"), ("last-stone", "LastStone"), ("direction-table", "Table")]
    {
        let out = trace("000110112021303140", algorithm);
        assert!(out.starts_with(&format!("000110112021303140 {function}()\n")));
        let last = out.lines().last().unwrap();
        assert!(last.contains(&format!("{function} returns 1.")), "{last}");
    }
    let fours = trace("200030e040e211e412e613e8", "vcf");
    assert!(fours.lines().last().unwrap().contains("Fours returns 1."));
    let game = &world_championship()[2].moves;
    let out = trace(&game[..game.len() - 8], "alpha-beta");
    let last = out.lines().last().unwrap();
    assert!(last.contains("Solve returns -16."), "it ended 24 to 40");
}

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
