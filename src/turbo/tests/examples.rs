//! The examples draw something and have no warnings.

use crate::common::RecordingConsole;
use crate::common::in_chinese;
use turbo::c::{Machine, Program, Stop};
use turbo::dos::bgi::{BLACK, columns_of};
use turbo::dos::parse_keys;
use turbo::dos::script::Script;
use turbo::examples::{EXAMPLES, new_program};
use words::{ENGLISH, with_language};

/// Runs a program to its end and checks that it drew something.
fn run(name: &str, text: &str) {
    let program = Program::compile(name, text).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    assert_eq!(program.warnings(), [], "{name} compiles without a warning");
    let mut machine = Machine::without_history(&program);
    machine.call("main", &[]).expect("main is defined");
    let mut colors = 0;
    let mut script = Script::new(parse_keys("a Right Up Esc*4").unwrap(), |screen, _| {
        colors = colors.max(screen.pixels().iter().filter(|c| **c != BLACK).count());
    });
    let ended = loop {
        match machine.run(&mut RecordingConsole::new(&mut script, Some(2000)), 1_000_000) {
            Ok(Stop::Paused) if machine.steps() < 50_000_000 => {}
            ended => break ended,
        }
    };
    drop(script);
    assert_eq!(ended, Ok(Stop::Ended), "{name} does not end");
    assert_eq!(machine.warnings(), [], "{name} runs without a warning");
    assert!(colors >= 60, "{name} draws {colors} pixels");
}

#[test]
fn examples_draw_and_end_without_warnings() {
    run("NEW.C", new_program());
    in_chinese(|| run("NEW.C", new_program()));
    for example in EXAMPLES {
        run(example.name, example.text);
    }
}

#[test]
fn examples_are_short_and_start_with_a_title() {
    words::load(&[turbo::TRANSLATIONS]);
    for (language, colon) in [(ENGLISH, ": "), ("zh", "：")] {
        for example in EXAMPLES {
            let text = with_language(language, || example.translated());
            let lines = text.lines().count();
            assert!(lines < 80, "{} has {lines} lines", example.name);
            let top = format!("/* {}{colon}", example.name);
            assert!(text.starts_with(&top), "{}", example.name);
            let wide = text.lines().find(|line| columns_of(line) > 78);
            assert_eq!(wide, None, "{} fits the editor", example.name);
            assert_eq!(language == ENGLISH, text == example.text);
        }
    }
}
