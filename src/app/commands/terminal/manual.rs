//! `qipan man` and `qipan completions`: manual pages and shell completions, made from the table of commands.

use clap::Command;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::{Shell, generate};

use crate::commands::Failure;
use crate::commands::failure::{failed, print_bytes, usage};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Man {
    /// The command to print the page of.
    command: Option<String>,
}

/// Prints a manual page for `man -l -`.
pub(crate) fn man(Man { command }: Man, table: Command) -> Result<(), Failure> {
    let wanted = command.map_or("qipan".into(), |name| format!("qipan-{name}"));
    match pages(table).map_err(failed)?.into_iter().find(|(name, _)| *name == wanted) {
        Some((_, page)) => print_bytes(&page),
        None => Err(usage(say!("there is no page '{escape_debug}'", escape_debug = wanted.escape_debug()))),
    }
}

/// Returns all pages with their names: `qipan`, then one per command, such as `qipan-teach`.
pub(crate) fn pages(mut table: Command) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    table.build();
    let mut pages = Vec::new();
    collect(&table, &mut pages)?;
    Ok(pages)
}

fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    pages.push((name, page));
    command.get_subcommands().try_for_each(|inner| collect(inner, pages))
}

#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell. qipan install writes its script where the shell looks for it.
    #[arg(value_parser = shells())]
    shell: Shell,
}

/// The shells, each with the file in `share` where it looks for completions.
pub(crate) const SHELLS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/qipan"),
    (Shell::Zsh, "zsh/site-functions/_qipan"),
    (Shell::Fish, "fish/vendor_completions.d/qipan.fish"),
];

fn shells() -> impl TypedValueParser<Value = Shell> {
    PossibleValuesParser::new(SHELLS.map(|(shell, _)| shell.to_string())).try_map(|name| name.parse())
}

/// Returns the completion script of a shell.
pub(crate) fn script(shell: Shell, mut table: Command) -> Vec<u8> {
    let mut script = Vec::new();
    generate(shell, &mut table, "qipan", &mut script);
    script
}

pub(crate) fn completions(Completions { shell }: Completions, table: Command) -> Result<(), Failure> {
    print_bytes(&script(shell, table))
}
