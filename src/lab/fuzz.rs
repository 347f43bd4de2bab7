//! The fuzzer; see `README.md`.
#![no_main]

#[path = "tests/targets.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

/// The target named by the environment variable `QIPAN_FUZZ`.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("QIPAN_FUZZ").unwrap_or_default();
    let named = TARGETS.iter().find(|(target, _)| *target == name);
    let names = TARGETS.map(|(name, _)| name).join(", ");
    let (_, target) = named.unwrap_or_else(|| panic!("QIPAN_FUZZ must be one of {names}"));
    *target
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
