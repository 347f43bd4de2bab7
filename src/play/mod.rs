//! Everything that waits for a key: the game at the board, dialogs, menus, files, help.

pub mod animation;
pub mod dialog;
pub mod files;
pub mod game_loop;
pub mod games;
pub mod help;
pub mod keeper;
pub mod learner;
pub mod lessons;
pub mod menu;
pub mod predict;
pub mod replay;
pub mod resident;
pub mod review;
pub mod session;
pub mod settings;
pub mod tunes;
pub mod tutor;
pub mod unfinished;
