//! Test helpers that other crates share.

#[path = "../../../tests/common/at_the_board.rs"]
pub mod at_the_board;
#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/pictures.rs"]
pub mod pictures;
#[path = "../../../tests/common/recorded.rs"]
pub mod recorded;
