//! Whole programs and their output.

use std::fs;

use crate::c_pointers::printed;
use crate::common::data::{files_in, top};

/// `gcc -x c -std=gnu99` prints the same, except in FILES.C and LIMITS.C, where sizes and pointers differ.
#[test]
fn programs_print_the_expected_output() {
    for file in files_in(&top().join("src/turbo/tests/programs")) {
        if file.extension().is_some_and(|end| end == "C") {
            let found = printed(&fs::read_to_string(&file).unwrap());
            let wanted = fs::read_to_string(file.with_extension("OUT")).unwrap();
            assert_eq!(found.trim_end(), wanted.trim_end(), "{}", file.display());
        }
    }
}
