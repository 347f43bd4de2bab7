//! Wrong programs as beginners write them, and all that is said of each: the first message is the one that helps.

use turbo::c::{Halt, Machine, Program, Severity, Stop};
use turbo::dos::Key;
use turbo::dos::script::Script;

/// Each program stands behind a line of minus signs, and what is said of it behind arrows.
const PROGRAMS: &str = include_str!("wrong.txt");

/// What is said of a program, first by the compiler, then while it runs and somebody types 5.
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
        Ok(Stop::Over) => {}
        Err(Halt::Fault(fault)) => said.push(fault.to_string()),
        other => panic!("{other:?}\n{source}"),
    }
    said
}

#[test]
fn the_first_message_about_a_wrong_program_is_right_and_at_most_one_more_follows() {
    let programs = PROGRAMS.split("----\n").filter(|text| !text.is_empty());
    let mut count = 0;
    for text in programs {
        let (source, wanted) = text.split_once("=> ").expect("a program is wrong somehow");
        let wanted: Vec<&str> = wanted.trim_end().split("\n=> ").collect();
        let said = said(source);
        assert_eq!(said, wanted, "is said of this program:\n{source}");
        assert!(
            said.len() <= 2,
            "{said:#?} is too much for this program:\n{source}"
        );
        count += 1;
    }
    assert!(count >= 60, "{count} programs");
}
