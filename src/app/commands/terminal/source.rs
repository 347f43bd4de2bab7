//! `qipan source`: prints a C program of the lessons.

use lessons::tutor::course::task_text;
use lessons::tutor::sources::{SOURCES, source};

use crate::commands::{Failure, print, usage};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Source {
    /// The program's name, such as QIPAN.C; without it all are listed.
    name: Option<String>,
    /// Print the text file of a lesson's task instead, as a pattern for your own.
    #[arg(long, value_name = "LESSON", conflicts_with = "name")]
    task: Option<String>,
}

pub(crate) fn run(Source { name, task }: Source) -> Result<(), Failure> {
    if let Some(name) = task {
        let text = task_text(&name);
        let none = || usage(say!("there is no lesson '{escape_debug}'", escape_debug = name.escape_debug()));
        return print(&text.ok_or_else(none)?.trim_end());
    }
    let Some(name) = name else {
        return SOURCES
            .iter()
            .try_for_each(|source| print(&format!("{:12} {}", source.name, source.about())));
    };
    let found = source(&name).ok_or_else(|| {
        let names: Vec<&str> = SOURCES.iter().map(|source| source.name).collect();
        usage(say!(
            "there is no C program '{escape_debug}'; there are {join}",
            escape_debug = name.escape_debug(),
            join = names.join(", ")
        ))
    })?;
    print(&found.translated().trim_end())
}
