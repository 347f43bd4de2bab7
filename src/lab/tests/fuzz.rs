//! Runs all fuzzing targets on the inputs that the fuzzer has kept.

use std::fs;

use crate::data::{data, files_in};
use crate::targets::TARGETS;

#[test]
fn all_targets_hold_for_the_kept_inputs() {
    for (name, target) in TARGETS {
        let inputs = files_in(&data("fuzz").join(name));
        assert!(!inputs.is_empty(), "there are no inputs for {name}");
        for input in inputs {
            println!("{}", input.display());
            target(&fs::read(input).unwrap());
        }
    }
}
