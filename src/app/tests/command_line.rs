//! The table of commands, its texts, and what commands read and write.

use std::ffi::OsString;
use std::time::Duration;

use app::commands::dispatch::{command_first, table};
use app::commands::failure::Failure;
use app::commands::input::{LONGEST_LINE, Line, lines};
use app::commands::progress::Progress;
use app::commands::terminal::install::quoted;
use app::commands::translated::{MADE, translated};
use app::commands::workshop::start;
use clap::Command;
use words::{ENGLISH, translate};

use crate::common::in_chinese;

#[test]
fn the_table_contradicts_itself_nowhere() {
    table().debug_assert();
}

fn sorted(args: &str) -> String {
    let args = args.split(' ').map(OsString::from).collect();
    let args = command_first(&table(), args);
    args.join(" ".as_ref()).into_string().unwrap()
}

#[test]
fn options_may_stand_before_the_command() {
    for (given, read) in [
        ("--data X othello", "othello --data X"),
        ("--dump --data=X othello --seed 1", "othello --dump --data=X --seed 1"),
        ("learner --data X show", "learner show --data X"),
        ("--data X learner --seed 1 train", "learner train --data X --seed 1"),
        ("--data othello", "--data othello"),
        ("--keys match", "--keys match"),
        ("replay x --check", "replay x --check"),
        ("chess --data X othello", "chess --data X othello"),
    ] {
        assert_eq!(sorted(given), read);
    }
}

#[test]
fn an_option_takes_a_value_in_each_command_or_in_none() {
    fn collect(command: &Command, all: &mut Vec<(String, bool)>) {
        all.extend(
            command
                .get_arguments()
                .filter_map(|arg| Some((arg.get_long()?.to_string(), arg.get_action().takes_values()))),
        );
        command.get_subcommands().for_each(|inner| collect(inner, all));
    }
    let mut all = Vec::new();
    collect(&table(), &mut all);
    for (name, takes) in &all {
        let same = all.iter().filter(|(other, _)| other == name);
        assert!(same.clone().all(|(_, other)| other == takes), "--{name}");
    }
}

/// Collects all help texts of a command and its subcommands.
fn texts(command: &Command, found: &mut Vec<String>) {
    let abouts = [command.get_about(), command.get_long_about()];
    found.extend(abouts.into_iter().flatten().map(ToString::to_string));
    for argument in command.get_arguments() {
        let helps = [argument.get_help(), argument.get_long_help()];
        found.extend(helps.into_iter().flatten().map(ToString::to_string));
        found.extend(argument.get_help_heading().map(str::to_string));
    }
    for inner in command.get_subcommands() {
        texts(inner, found);
    }
}

#[test]
fn each_text_of_the_help_is_there_in_each_language() {
    words::load(&app::TRANSLATIONS);
    let mut table = table();
    table.build();
    let mut found = Vec::new();
    texts(&table, &mut found);
    for made in MADE {
        assert!(found.iter().any(|text| text == made), "{made}");
    }
    found.sort();
    found.dedup();
    for (tag, _) in words::languages().filter(|(tag, _)| *tag != ENGLISH) {
        let is_missing = |text: &&String| words::with_language(tag, || translate(text) == **text);
        let missing: Vec<String> = found
            .iter()
            .filter(is_missing)
            .map(|text| format!("> {}\n", text.replace('\n', "\\n")))
            .collect();
        assert!(missing.is_empty(), "{tag}:\n{}", missing.join("\n"));
    }
}

#[test]
fn the_page_of_each_command_has_no_heading_in_english() {
    in_chinese(|| {
        let mut table = translated(table());
        for inner in table.get_subcommands_mut() {
            let page = inner.render_long_help().to_string();
            for english in ["Usage:", "Options:", "Arguments:", "Commands:", "[default"] {
                assert!(!page.contains(english), "{english} in\n{page}");
            }
        }
    });
}

#[test]
fn a_line_that_is_too_long_hides_no_other() {
    let long = "x".repeat(LONGEST_LINE);
    let text = format!("a\n{long}\n{long}y\n\nb");
    let read: Vec<Line> = lines(text.as_bytes()).map(Result::unwrap).collect();
    let text = |line: &str| Line::Text(line.to_string());
    assert_eq!(read, [text("a"), text(&long), Line::TooLong, text(""), text("b")]);
}

#[test]
fn the_line_tells_how_much_is_done_how_fast_and_how_long_it_takes() {
    let mut progress = Progress::new("training", "games", 100);
    let line = progress.line(Duration::from_secs(1));
    assert_eq!(line, "[....................] training: 0 of 100 games");
    progress.done = 50;
    let line = progress.line(Duration::from_secs(40));
    let rate = "training: 50 of 100 games, 1.2/s, 0:40 left";
    assert_eq!(line, format!("[##########..........] {rate}"));
}

#[test]
fn a_program_with_a_strange_name_is_quoted_for_the_desktop() {
    assert_eq!(quoted("/usr/bin/qipan-1.0"), "/usr/bin/qipan-1.0");
    assert_eq!(quoted("/my games/qipan"), "\"/my games/qipan\"");
    assert_eq!(quoted("/a$b%c"), "\"/a\\\\$b%%c\"");
    assert_eq!(quoted("/a\\b"), "\"/a\\\\\\\\b\"");
}

#[test]
fn what_the_page_does_not_ask_for_is_refused() {
    for words in [&["othello"][..], &["run"], &["teach", "--lesson", "no such"]] {
        assert!(matches!(start(words), Err(Failure::Usage(_))), "{words:?}");
    }
}
