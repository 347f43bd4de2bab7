//! Tasks: what there is to do, as a text file with tests. Ours belong to the lessons, and a teacher can write
//! others.

mod cases;
mod error;
mod judge;
mod read;
mod task;

pub use error::TaskError;
pub use task::{Checked, Failure, Task, task};
