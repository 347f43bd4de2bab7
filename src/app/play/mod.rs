//! Everything that waits for a key: the game at the board, the menu, dialogs, help. Start reading at
//! [`game_loop`].

/// Writes methods of a console that wraps `self.console`, which handles them.
macro_rules! forward {
    () => {};
    (fn $name:ident(&mut self $(, $arg:ident: $type:ty)*) $(-> $result:ty)?; $($rest:tt)*) => {
        fn $name(&mut self $(, $arg: $type)*) $(-> $result)? {
            self.console.$name($($arg),*)
        }
        forward! { $($rest)* }
    };
    (fn $name:ident(&self) -> $result:ty; $($rest:tt)*) => {
        fn $name(&self) -> $result {
            self.console.$name()
        }
        forward! { $($rest)* }
    };
}

pub(crate) mod analysis;
pub(crate) mod animation;
mod annotated;
mod beside;
pub(crate) mod board_keys;
mod branches;
pub mod collect;
pub(crate) mod computer;
pub mod consent;
mod demo;
pub(crate) mod dialog;
pub mod editor;
pub(crate) mod ending;
pub mod exercises;
pub mod explorer;
pub mod files;
pub(crate) mod friend;
pub mod game_loop;
pub mod games;
pub mod help;
pub(crate) mod language;
pub mod learner;
pub mod lessons;
pub(crate) mod links;
pub mod menu;
pub(crate) mod menu_bar;
pub mod naming;
pub(crate) mod new_game;
pub(crate) mod online;
pub(crate) mod openings;
pub(crate) mod person;
pub(crate) mod predict;
pub mod profile;
pub(crate) mod refutation;
pub mod replay;
pub(crate) mod resident;
pub(crate) mod results;
pub mod review;
pub(crate) mod room;
pub mod running;
pub mod session;
pub(crate) mod set_up;
pub mod settings;
pub mod settings_text;
pub mod source_file;
mod student;
pub(crate) mod subject;
pub mod text_field;
pub mod tunes;
pub(crate) mod turn;
pub(crate) mod tutor;
pub mod unfinished;
pub mod values;
pub(crate) mod wait;
pub mod writer;
