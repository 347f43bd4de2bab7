//! Defines the table of all commands, from which help, completions and manual are generated, and runs the
//! command that the user gave.

use std::ffi::OsString;
use std::iter;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::failure::{Failure, status};
use super::translated::{HELP, translated};
use super::wrong::wrong;
use super::{edit, exercise, original, play, replay, room, run, teach, terminal};
use crate::play::files::{PROGRAMS, RECORDS};
use crate::play::settings::Settings;
use crate::play::{language, settings_text};
use players::{guard, link};
use store::Store;
use words::say;

/// Othello and gomoku as a Turbo C program played them: 640x480 pixels, 16 colours.
#[derive(Parser)]
#[command(name = "qipan", version, propagate_version = true, args_override_self = true)]
#[command(help_template = HELP, disable_help_subcommand = true)]
struct Qipan {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    menu: play::Menu,
    /// The program's language. By default it is the one chosen in the options, or the system's.
    #[arg(long, global = true, value_name = "TAG", value_parser = languages())]
    lang: Option<String>,
}

fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(language::languages().map(|(tag, _)| tag))
}

#[derive(Subcommand)]
enum Command {
    /// Play Othello.
    Othello(Box<play::Othello>),
    /// Play gomoku.
    Gomoku(Box<play::Gomoku>),
    /// Run only the C program: two players, arrow keys, Enter, Esc.
    Original(original::Original),
    /// Run a C program for Turbo C: graphics.h, bioskey.
    Run(run::Run),
    /// Open the tutor: the C programs step by step.
    Teach(Box<teach::Teach>),
    /// Edit, compile and run a C program.
    Edit(Box<edit::Edit>),
    /// Step through the games in a file, check them or save them.
    Replay(Box<replay::Replay>),
    /// Open an exercise that somebody has sent you.
    Exercise(Box<exercise::Sent>),
    /// Show all boards of a room for a class, for a projector.
    // The help of `qipan web` names it.
    #[command(hide = true)]
    Room(Box<room::Room>),
    #[command(flatten)]
    Terminal(terminal::Command),
}

/// Returns the table of all commands and their options.
pub fn table() -> clap::Command {
    Qipan::command()
}

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some((command, engine)) = args.split_first()
        && command == guard::COMMAND
    {
        return guard::run(engine);
    }
    language::begin(lang(&args).as_deref(), kept_language);
    // If the program cannot find its own file, its engines run without guards.
    let _ = std::env::current_exe().map(guard::use_guards);
    status(start(args))
}

/// Returns the value of `--lang`. It is parsed before everything else, because errors are reported in that
/// language.
fn lang(args: &[OsString]) -> Option<String> {
    let texts = || args.iter().filter_map(|arg| arg.to_str());
    let behind = texts().skip_while(|arg| *arg != "--lang").nth(1);
    let joined = texts().find_map(|arg| arg.strip_prefix("--lang="));
    behind.or(joined).map(str::to_string)
}

fn kept_language() -> Option<&'static str> {
    let text = Store::open(None).ok()?.settings().ok()??;
    let mut settings = Settings::default();
    settings_text::read(&text, &mut settings);
    settings.language
}

/// Finds and runs the command. Without a command, all arguments are options of the menu.
fn start(mut args: Vec<OsString>) -> Result<(), Failure> {
    if args.is_empty() {
        // The table of all options takes half a megabyte of code and memory.
        return play::run(play::Menu::default());
    }
    let mut table = translated(table());
    if args.first().is_some_and(|first| first == "help") {
        args.rotate_left(1);
        args.splice(args.len() - 1.., ["--help".into()]);
    }
    let mut args = command_first(&table, args);
    if let Some(command) = opens(&table, &args) {
        args.insert(0, command.into());
    } else if let Some(game) = linked_game(&table, &args) {
        args.insert(first_word(&table, &args), "--link".into());
        args.insert(0, game.into());
    }
    let named = args.first().and_then(|name| table.find_subcommand(name));
    let help = named.map_or("qipan".into(), |named| format!("qipan {}", named.get_name()));
    let named_first = iter::once("qipan".into()).chain(args);
    let parsed = table.try_get_matches_from_mut(named_first);
    let parsed = parsed.and_then(|mut found| Qipan::from_arg_matches_mut(&mut found));
    let ran = match parsed {
        Ok(asked) => run_command(asked),
        Err(error) => wrong(&error, &help),
    };
    ran.map_err(|failure| match failure {
        Failure::Usage(message) => Failure::Usage(say!("{message}; see {help} --help", message, help)),
        other => other,
    })
}

fn run_command(asked: Qipan) -> Result<(), Failure> {
    match asked.command {
        None => play::run(asked.menu),
        Some(Command::Othello(asked)) => play::othello(*asked),
        Some(Command::Gomoku(asked)) => play::gomoku(*asked),
        Some(Command::Original(asked)) => original::run(asked),
        Some(Command::Run(asked)) => run::run(asked),
        Some(Command::Teach(asked)) => teach::run(*asked),
        Some(Command::Edit(asked)) => edit::run(*asked),
        Some(Command::Replay(asked)) => replay::run(*asked),
        Some(Command::Exercise(asked)) => exercise::run(*asked),
        Some(Command::Room(asked)) => room::run(*asked),
        Some(Command::Terminal(asked)) => terminal::run(asked, table),
    }
}

/// Moves the command in front of its options.
pub fn command_first(table: &clap::Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let at = first_word(table, &args);
    let command = args.get(at).and_then(|name| table.find_subcommand(name));
    if let Some(command) = command {
        args[..=at].rotate_right(1);
        let rest = command_first(command, args.split_off(1));
        args.extend(rest);
    }
    args
}

/// Returns the index of the first argument that is neither an option nor an option's value.
fn first_word(table: &clap::Command, args: &[OsString]) -> usize {
    let mut at = 0;
    while let Some(option) = args.get(at).and_then(|arg| arg.to_str()?.strip_prefix('-')) {
        at += 1 + usize::from(takes_value(table, option));
    }
    at
}

/// Returns the command that opens a file given without a command, for example one dragged onto the program.
fn opens(table: &clap::Command, args: &[OsString]) -> Option<&'static str> {
    let word = args.get(first_word(table, args))?;
    let file = Path::new(word);
    if table.find_subcommand(word).is_some() || !file.is_file() {
        return None;
    }
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        return Some("run");
    }
    let commands = [(PROGRAMS, "edit"), (RECORDS, "replay")];
    let opens = commands.iter().find(|(kind, _)| (kind.is_one)(file));
    opens.map(|(_, command)| *command)
}

/// Returns the name of the game in a link given without a command.
fn linked_game(table: &clap::Command, args: &[OsString]) -> Option<&'static str> {
    let link = args.get(first_word(table, args))?.to_str()?;
    // A wrong link of a game is reported by the command.
    link::parse(link).map(|_| if link.contains("gomoku=") { "gomoku" } else { "othello" })
}

/// True if this option takes the next argument as its value. All commands that have the option agree on this.
fn takes_value(table: &clap::Command, option: &str) -> bool {
    let mut options = table.get_arguments();
    options.any(|arg| arg.get_long() == option.strip_prefix('-') && arg.get_action().takes_values())
        || table.get_subcommands().any(|command| takes_value(command, option))
}
