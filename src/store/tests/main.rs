//! Tests of the store from outside. `faults.rs` and `crash_model.rs` need its internals, so `lib.rs` includes
//! them.

#[path = "../../../tests/common/data.rs"]
mod data;
mod documents;
mod explorer;
mod journal;
