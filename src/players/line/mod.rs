#![doc = include_str!("README.md")]

mod end;
mod socket;
mod table;
mod watch;

pub use end::{End, LONGEST, Refusal, Speaker, VERSION};
pub use socket::{Line, Lines, SILENCE, Status, Unreached, own_address};
pub use table::{Action, Offer, Role, Table, Wish};
pub use watch::{Seen, Watch};
