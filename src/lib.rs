//! qipan: Othello and gomoku as a Turbo C program of the 1990s played them.
//!
//! The modules in reading order; each uses only those above it.

pub mod dos;

pub mod named;

pub mod stone;

pub mod clock;

pub mod grid;

pub mod theme;

pub mod panel;

pub mod othello;

pub mod gomoku;

pub mod engine;

pub mod store;

pub mod camera;

pub mod dialog;

pub mod help;

pub mod game;

pub mod records;

pub mod protocol;

pub mod players;

pub mod table;

pub mod tunes;

pub mod save;

pub mod board;

pub mod files;

pub mod replay;

pub mod review;
pub mod tutor;

pub mod learner_screen;

pub mod playtoplay;

pub mod menu;
