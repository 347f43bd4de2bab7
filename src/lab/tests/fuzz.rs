//! The inputs that the fuzzer has kept: what the targets assert must hold for each of them.

use std::fs;

use crate::data::{data, files_in};
use crate::targets::TARGETS;

#[test]
fn what_the_fuzzer_kept_still_holds_in_every_target() {
    for (name, target) in TARGETS {
        let inputs = files_in(&data("fuzz").join(name));
        assert!(!inputs.is_empty(), "there are no inputs for {name}");
        for input in inputs {
            println!("{}", input.display());
            target(&fs::read(input).unwrap());
        }
    }
}
