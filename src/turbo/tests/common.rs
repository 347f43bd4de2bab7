//! What these tests share with those of other crates.

#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/pictures.rs"]
pub mod pictures;
