//! Everything that waits for a key: the game at the board, dialogs, menus, files, help.

pub mod camera;
pub mod dialog;
pub mod files;
pub mod help;
pub mod learner;
pub mod menu;
pub mod predict;
pub mod replay;
pub mod review;
pub mod save;
pub mod table;
pub mod tunes;
pub mod turns;
pub mod tutor;
