//! The reference: its examples run, use the words they explain, and fit the screen.

use turbo::c::reference::{self, Entry};
use turbo::c::{Debugger, Goal, Machine, Program, Stop, Stopped};
use turbo::dos::bgi::{BLACK, cells_of, columns_of};
use turbo::dos::script::Script;
use turbo::dos::{Console, Screen, parse_keys};

use crate::common::RecordingConsole;
use crate::common::in_chinese;

/// The entries without duplicates.
fn entries() -> Vec<&'static Entry> {
    let mut entries: Vec<&Entry> = reference::words().map(|(_, entry)| entry).collect();
    entries.sort_by_key(|entry| &entry.words);
    entries.dedup();
    entries
}

/// The problem of an example when digits, words and Enter are typed.
fn fault(entry: &Entry) -> Option<String> {
    let program = match Program::compile("EXAMPLE.C", &entry.example()) {
        Ok(program) => program,
        Err(messages) => return Some(format!("does not compile: {messages:?}")),
    };
    let mut machine = Machine::without_history(&program);
    machine.call("main", &[]).expect("main is defined");
    let is_drawn = |screen: &Screen| screen.pixels().iter().any(|color| *color != BLACK);
    let mut seen = false;
    let keys = parse_keys("7 Space a Enter b Enter c Enter Esc*4").unwrap();
    let mut console = Script::new(keys, |screen, _| seen |= is_drawn(screen));
    let ended = machine.run(&mut RecordingConsole::new(&mut console, Some(2000)), 10_000_000);
    let left = is_drawn(console.screen());
    drop(console);
    let mut warnings = [program.warnings(), &machine.warnings()].concat();
    // Turbo C lacks these functions, and the machine notes that.
    warnings.retain(|warning| !warning.text.contains("belongs to WinBGIm"));
    let draws = seen || left;
    let right = ended == Ok(Stop::Ended) && warnings.is_empty() && draws;
    (!right).then(|| format!("ends with {ended:?}, warnings {warnings:?}, draws: {draws}"))
}

#[test]
fn reference_examples_run_without_warnings() {
    let faults = entries().into_iter().filter_map(|entry| {
        let fault = fault(entry)?;
        Some(format!("{:?} {fault}\n{}\n", entry.words, entry.example()))
    });
    let faults: String = faults.collect();
    assert!(faults.is_empty(), "{faults}");
}

/// The picture, the output, the values and the files of a program.
fn state(debugger: &Debugger) -> (Screen, String) {
    let (screen, machine) = (debugger.console().picture(), debugger.machine());
    let values = (machine.frames(), machine.globals(), machine.written_files().collect::<Vec<_>>());
    (screen.clone(), format!("{} {:?} {values:?}", machine.output(), screen.palette()))
}

#[test]
fn steps_back_over_reference_examples_restore_everything() {
    for entry in entries() {
        let program = Program::compile("EXAMPLE.C", &entry.example()).unwrap();
        let mut debugger = Debugger::new(&program).unwrap();
        let keys = parse_keys("7 Space a Enter b Enter c Enter Esc*4").unwrap();
        keys.into_iter().for_each(|key| debugger.type_key(key));
        let mut states = vec![state(&debugger)];
        while states.len() < 60 && debugger.go_to(Goal::Into, false) == Stopped::Reached {
            states.push(state(&debugger));
        }
        for (step, before) in states.iter().enumerate().rev().skip(1) {
            debugger.go_to(Goal::Step(step as u64), true);
            let now = state(&debugger);
            let at = format!("before line {:?} of\n{}", debugger.line(), entry.example());
            assert!(now.0.pixels() == before.0.pixels(), "another picture {at}");
            assert_eq!(now.1, before.1, "{at}");
        }
    }
}

#[test]
fn reference_examples_use_their_words() {
    for entry in entries() {
        let example = entry.example();
        let is_used = |word: &&str| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            example.split(|c| !is_part(c)).any(|used| used == *word)
        };
        let used = entry.words.iter().filter(|word| is_used(word)).count();
        let wanted = entry.syntax.len().clamp(1, entry.words.len());
        assert!(used >= wanted, "{:?} are not all used:\n{example}", entry.words);
    }
}

#[test]
fn reference_entries_are_explained_in_both_languages_and_fit_the_screen() {
    for entry in entries() {
        let english = entry.about();
        assert!(!english.is_empty(), "{:?} is not explained", entry.words);
        let example = entry.example();
        let chinese = in_chinese(|| entry.about());
        let said = english.iter().chain(&chinese);
        let lines = entry.syntax.iter().chain(said).copied();
        for line in lines.chain(example.lines()) {
            assert!(columns_of(line) <= 76, "too wide: {line}");
        }
        for line in &entry.syntax {
            let is_code = line.contains('(') || entry.header.is_empty();
            assert!(is_code, "{:?} is written {line:?}", entry.words);
        }
        let about = chinese.concat();
        let is_hanzi = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        assert!(about.contains(is_hanzi), "{:?}: {about}", entry.words);
        assert!(about.ends_with('。') || about.ends_with('？'), "{about}");
        let mut signs = about.chars().filter(|c| !c.is_ascii());
        assert_eq!(signs.find(|c| cells_of(*c) != 2), None, "{about}");
    }
}

#[test]
fn translated_references_have_the_same_entries() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/c/reference");
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".txt") {
            continue;
        }
        let english = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let path = format!("c/reference/{name}");
        let chinese = in_chinese(|| words::translation(&path)).expect("a translation");
        let heads = |text: &str| -> Vec<String> {
            let heads = text.lines().filter(|line| line.starts_with("# "));
            heads.map(str::to_string).collect()
        };
        assert_eq!(heads(chinese), heads(&english), "{name}");
    }
}
