//! Explains a wrong command line in one line, with a suggestion.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use words::{phrase, say, translate};

use super::failure::{Failure, print, usage};

/// Prints help or version if the user asked for it. Reports any other error as a wrong use of `command`.
pub fn wrong(error: &Error, command: &str) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp => {
            let help = error.render().to_string();
            print(&help.trim_end().replace(":\n", say!(":\n||after a heading")))
        }
        ErrorKind::DisplayVersion => print(&concat!("qipan ", env!("CARGO_PKG_VERSION"))),
        _ => Err(usage(in_a_line(error, command))),
    }
}

/// Describes the error in a line, and suggests the most similar valid word.
fn in_a_line(error: &Error, command: &str) -> String {
    let command = command.strip_prefix("qipan ").unwrap_or(command);
    let of = |kind| words(error, kind).join(", ");
    let (arg, value) = (of(ContextKind::InvalidArg), of(ContextKind::InvalidValue));
    let line = match error.kind() {
        ErrorKind::UnknownArgument if arg.starts_with('-') => {
            say!("there is no option '{arg}' here", arg)
        }
        ErrorKind::UnknownArgument => say!("unexpected argument '{arg}'", arg),
        ErrorKind::InvalidSubcommand => {
            let name = of(ContextKind::InvalidSubcommand);
            say!("there is no command '{name}'", name)
        }
        ErrorKind::MissingRequiredArgument => say!("{command} needs {arg}", command, arg),
        ErrorKind::MissingSubcommand => {
            let all = of(ContextKind::ValidSubcommand);
            say!("{command} needs one of {all}", command, all)
        }
        ErrorKind::InvalidValue if value.is_empty() => say!("{arg} needs a value", arg),
        ErrorKind::InvalidValue => {
            let all = of(ContextKind::ValidValue);
            say!("{arg} cannot be '{value}'; there are {all}", arg, value, all)
        }
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(why) => say!("{arg} '{value}': {why}", arg, value, why = number_error(&why.to_string())),
            None => say!("{arg} cannot be '{value}'", arg, value),
        },
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg);
            say!("{arg} does not go with {other}", arg, other)
        }
        ErrorKind::WrongNumberOfValues => {
            let n = of(ContextKind::ExpectedNumValues);
            say!("{command} needs {n} words: {arg}", command, n, arg)
        }
        ErrorKind::TooManyValues => say!("unexpected argument '{value}'", value),
        ErrorKind::InvalidUtf8 => say!("a word of the command line is not UTF-8").to_string(),
        kind => kind.to_string(),
    };
    let like = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    // The most similar word comes last.
    let like = like.into_iter().flat_map(|kind| words(error, kind)).last();
    match like {
        Some(like) => say!("{line} (did you mean {like}?)", line, like),
        None => line,
    }
}

/// Returns an error of clap's parsers of numbers in the current language, and any other as it is.
fn number_error(why: &str) -> String {
    const _: [&str; 2] =
        [phrase!("invalid digit found in string"), phrase!("cannot parse integer from empty string")];
    match why.split_once(" is not in ") {
        Some((value, range)) => say!("{value} is not in {range}", value, range),
        None => translate(why).to_string(),
    }
}

/// Returns the words in a detail of clap's error, escaped for the terminal.
fn words(error: &Error, kind: ContextKind) -> Vec<String> {
    let names = [ContextKind::InvalidArg, ContextKind::PriorArg];
    let word = |word: &String| match names.contains(&kind) {
        true => name(word),
        false => word.escape_debug().to_string(),
    };
    match error.get(kind) {
        Some(ContextValue::String(said)) => vec![word(said)],
        Some(ContextValue::Strings(all)) => all.iter().map(word).collect(),
        Some(ContextValue::Number(n)) => vec![n.to_string()],
        _ => Vec::new(),
    }
}

/// Returns the name of an option or argument: `--seed` for `--seed <N>`, `FILE` for `<FILE>...`.
fn name(arg: &str) -> String {
    let name = match arg.starts_with("--") {
        true => arg.split([' ', '=']).next().unwrap_or_default(),
        false => arg.trim_end_matches("..."),
    };
    let name: String = name.chars().filter(|c| !"<>[]".contains(*c)).collect();
    name.escape_debug().to_string()
}
