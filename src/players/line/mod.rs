#![doc = include_str!("README.md")]

mod end;
mod sha256;
mod socket;
mod table;

pub use end::{End, LONGEST, Refusal, VERSION};
pub use socket::{Line, Status, Unreached, own_address};
pub use table::{Action, Offer, Role, Table, Wish};
