//! Translates the help that clap makes from doc comments and its own texts.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use words::{ENGLISH, current_language, phrase, say, translate};

/// The template of `qipan --help`, which fits on one screen.
pub(crate) const HELP: &str = phrase!(
    "\
{about}
Usage: qipan [OPTIONS]                 the menu, with the options of a game
       qipan COMMAND [OPTIONS]         qipan COMMAND --help says more

{subcommands}"
);

/// The template of a command's help: clap's own, with a heading that can be translated.
const PAGE: &str = phrase!("{about-with-newline}\nUsage: {usage}\n\n{all-args}");

/// The texts of the help that are not in doc comments: headings, clap's own texts, and texts made at run time.
/// A test finds each of them in the help.
pub const MADE: [&str; 8] = [
    phrase!("At the board"),
    phrase!("In the window"),
    phrase!("Over the network"),
    phrase!("Without a window"),
    phrase!("Print help"),
    phrase!("Print version"),
    phrase!(
        "Files of games: .pgn, .ggf, .sgf, .psq, .wtb, .lib, or lines of moves; - is standard input, also for pasted positions. Only --check takes several"
    ),
    phrase!(
        "The format to write, if the ending of OUT does not say it: txt, moves, pgn, ggf, sgf, psq or obf. moves is txt with the moves of gomoku as h8i9"
    ),
];

/// Translates a command and all its subcommands.
pub fn translated(mut command: Command) -> Command {
    if current_language() == ENGLISH {
        return command;
    }
    command.build();
    of(command, true)
}

/// Translates a text, if there is one, and appends `more`.
fn in_words(text: Option<&StyledStr>, more: &str) -> Resettable<StyledStr> {
    text.map(|text| StyledStr::from(format!("{}{more}", translate(&text.to_string())))).into()
}

fn of(mut command: Command, outermost: bool) -> Command {
    let (about, long) = (in_words(command.get_about(), ""), in_words(command.get_long_about(), ""));
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("[OPTIONS]", say!("[OPTIONS]"));
    let page = if outermost { translate(HELP) } else { translate(PAGE) };
    command
        .about(about)
        .long_about(long)
        .override_usage(usage)
        .help_template(page)
        .subcommand_help_heading(say!("Commands"))
        .mut_args(argument)
        .mut_subcommands(|inner| of(inner, false))
}

fn argument(argument: Arg) -> Arg {
    let heading = match argument.get_help_heading() {
        Some(heading) => translate(heading).to_string(),
        None if argument.is_positional() => say!("Arguments").to_string(),
        None => say!("Options").to_string(),
    };
    let more = values(&argument);
    let (help, long) = (in_words(argument.get_help(), &more), in_words(argument.get_long_help(), &more));
    let shown = argument.help_heading(heading).hide_default_value(true).hide_possible_values(true);
    shown.help(help).long_help(long)
}

/// Lists the possible values and the default value of an argument in clap's format.
fn values(argument: &Arg) -> String {
    let named = |text: String| (!text.is_empty()).then_some(text);
    let possible = argument.get_possible_values();
    let shown = possible.iter().filter(|value| !value.is_hide_set());
    let possible: Vec<&str> = shown.map(|value| value.get_name()).collect();
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
    let takes = argument.get_action().takes_values();
    let of = [
        named(possible.join(", "))
            .filter(|_| takes && !argument.is_hide_possible_values_set())
            .map(|all| say!(" [possible values: {all}]", all)),
        named(defaults.join(", "))
            .filter(|_| takes && !argument.is_hide_default_value_set())
            .map(|default| say!(" [default: {default}]", default)),
    ];
    of.into_iter().flatten().collect()
}
