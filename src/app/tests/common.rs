//! Test helpers that other crates share.

#[path = "../../../tests/common/at_the_board.rs"]
pub mod at_the_board;
#[path = "../../../tests/common/data.rs"]
pub mod data;
#[path = "../../../tests/common/pictures.rs"]
pub mod pictures;
#[path = "../../../tests/common/recorded.rs"]
pub mod recorded;

/// Runs a function in Chinese.
pub fn in_chinese<T>(run: impl FnOnce() -> T) -> T {
    words::load(&app::TRANSLATIONS);
    words::with_language("zh", run)
}
