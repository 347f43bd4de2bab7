//! A Turbo C machine that anybody could use by itself: the screen, keyboard, clock and speaker of the PC that Turbo C
//! ran on, and a compiler whose programs run on it, forwards and back.

pub mod c;
pub mod dos;
