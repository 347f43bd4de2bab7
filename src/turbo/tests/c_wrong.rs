//! Typical mistakes of beginners with all their messages; the first message is the helpful one.

use turbo::c::{Halt, Machine, Program, Severity, Stop};
use turbo::dos::Key;
use turbo::dos::script::Script;

/// The programs, separated by lines of minus signs; their messages follow arrows.
const PROGRAMS: &str = include_str!("wrong.txt");

/// The messages for a program from the compiler, then from a run with the input 5.
fn said(source: &str) -> Vec<String> {
    let program = match Program::compile("P.C", source) {
        Ok(program) => program,
        Err(messages) => return messages.iter().map(ToString::to_string).collect(),
    };
    let mut said: Vec<String> = program.warnings().iter().map(ToString::to_string).collect();
    let mut machine = Machine::without_history(&program);
    if let Err(message) = machine.call("main", &[]) {
        said.push(message.to_string());
        return said;
    }
    let mut console = Script::new([Key::Char('5'), Key::Enter], |_, _| ());
    let ended = machine.run(&mut console, 1_000_000);
    for warning in [machine.warnings(), machine.overflows()].concat() {
        assert_eq!(warning.severity, Severity::Warning);
        let text = warning.to_string();
        if !said.contains(&text) {
            said.push(text);
        }
    }
    match ended {
        Ok(Stop::Ended) => {}
        Err(Halt::Fault(fault)) => said.push(fault.to_string()),
        other => panic!("{other:?}\n{source}"),
    }
    said
}

/// The programs with their expected messages.
fn programs() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let programs = PROGRAMS.split("----\n").filter(|text| !text.is_empty());
    programs.map(|text| {
        let (source, wanted) = text.split_once("=> ").expect("every program has a message");
        (source, wanted.trim_end().split("\n=> ").collect())
    })
}

#[test]
fn wrong_programs_get_the_expected_messages() {
    let mut count = 0;
    for (source, wanted) in programs() {
        let said = said(source);
        assert_eq!(said, wanted, "wrong messages for:\n{source}");
        assert!(said.len() <= 2, "{said:#?} is too much for this program:\n{source}");
        count += 1;
    }
    assert!(count >= 60, "{count} programs");
}

/// English words that Chinese messages may contain: names of the language and its library.
const NAMES: &str = "PC Turbo BIOS DOS cpp else if Windows NULL int char long float double include stdbool stdlib getch bioskey int86 strcpy strcmp";

#[test]
fn chinese_messages_contain_no_english_prose() {
    let latin = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let words = words.filter(|word| word.len() > 1 && !word.as_bytes()[0].is_ascii_digit());
        words.map(str::to_string).collect()
    };
    let mut wrong = Vec::new();
    for (source, wanted) in programs() {
        let told = crate::common::in_chinese(|| said(source));
        assert_eq!(told.len(), wanted.len(), "{told:#?} for {wanted:#?}");
        let known = [latin(source), latin(NAMES)].concat();
        for message in told {
            // Quoted words are names.
            let unquoted: String = message.split('\'').step_by(2).collect();
            let other = latin(&unquoted);
            if other.iter().any(|word| !known.contains(word)) {
                wrong.push(message);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
