//! The question "Why not?": the reason why a line did not run.

use std::collections::BTreeSet;

use turbo::c::{Debugger, Goal, Program, Reason, Watched};

fn debugger(source: &str) -> Debugger {
    let program = Program::compile("WHY.C", source).unwrap_or_else(|m| panic!("{m:?}\n{source}"));
    Debugger::new(&program).unwrap()
}

/// Runs a program, at most for some million steps.
fn run(source: &str) -> Debugger {
    let mut debugger = debugger(source);
    let mut run = debugger.begin(Goal::End, false);
    debugger.go(&mut run, 2_000_000);
    debugger
}

fn why_not(debugger: &mut Debugger, line: usize) -> Reason {
    let mut run = debugger.begin_why_not(line).unwrap();
    debugger.finish(&mut run);
    debugger.why_not(&run).unwrap()
}

/// The sentence about a line after the program's end.
fn said(source: &str, line: usize) -> String {
    why_not(&mut run(source), line).text
}

fn marked(source: &str, mark: &str) -> usize {
    1 + source.lines().position(|line| line.contains(mark)).unwrap_or_else(|| panic!("no {mark} in {source}"))
}

/// Asks why the marked line did not run and who wrote the values that decided about it. Returns the number of
/// questions until an answer has named the faulty line.
fn questions(source: &str, line: usize, faults: &[usize]) -> (Option<usize>, String) {
    let mut debugger = run(source);
    let reason = why_not(&mut debugger, line);
    let names = |text: &str| {
        let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let lines = words.windows(2).filter(|two| two[0] == "line").filter_map(|two| two[1].parse().ok());
        lines.collect::<BTreeSet<usize>>()
    };
    let is_fault = |line: usize| faults.contains(&line);
    let source_line = |line: usize| source.lines().nth(line - 1).unwrap_or_default();
    let declares = |name: &str| faults.iter().any(|fault| source_line(*fault).contains(name));
    let text = reason.text;
    if reason.line.is_some_and(is_fault) || names(&text).into_iter().any(is_fault) {
        return (Some(1), text);
    }
    // Nothing calls the function: its head is the fault.
    if faults.iter().any(|fault| {
        source_line(*fault)
            .split('(')
            .next()
            .and_then(|head| head.split(' ').next_back())
            .is_some_and(|name| text.contains(&format!("nothing calls {name}")))
    }) {
        return (Some(1), text);
    }
    let step = debugger.steps();
    for operand in &reason.operands {
        debugger.go_to(Goal::Step(step), true);
        let wrote = debugger.who_wrote(&Watched::Expression(operand.clone(), 0));
        let Ok(Some(_)) = wrote else {
            if declares(operand) {
                return (Some(2), text);
            }
            continue;
        };
        let on = debugger.line().unwrap();
        if is_fault(on) {
            return (Some(2), text);
        }
        let here = debugger.steps();
        let code = source_line(on).to_string();
        let variables = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for name in variables.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())) {
            debugger.go_to(Goal::Step(here), true);
            let wrote = debugger.who_wrote(&Watched::Expression(name.to_string(), 0));
            if matches!(wrote, Ok(Some(_))) && is_fault(debugger.line().unwrap()) {
                return (Some(3), text);
            }
        }
    }
    (None, text)
}

#[test]
fn the_reason_leads_to_the_fault_in_fifty_wrong_programs() {
    let (mut count, mut found) = (0, 0);
    let programs: Vec<&str> = include_str!("wrong_programs.txt").split("## ").skip(1).collect();
    for (n, text) in programs.iter().enumerate() {
        let (name, source) = text.split_once('\n').unwrap();
        let faults = [marked(source, "/*!*/")];
        let (asked, said) = questions(source, marked(source, "/*?*/"), &faults);
        println!("{}. {name}, line {}: {asked:?} {said}", n + 1, faults[0]);
        (count, found) = (count + 1, found + usize::from(asked.is_some()));
    }
    assert!(count >= 50, "{count} programs");
    assert!(found * 10 >= count * 9, "the fault was found in {found} of {count} programs");
}

#[test]
fn each_kind_of_statement_that_leads_away_is_named() {
    let body = |body: &str| format!("main() {{\n  int i, n = 7, t = 0;\n{body}\n}}\n");
    for (statements, line, expected) in [
        (
            "  if (n > 10)\n    t = 1;",
            4,
            "Line 4 did not run: at step 3 n > 10 on line 3 was false, n was 7.",
        ),
        (
            "  while (n > 10)\n    t = 1;",
            4,
            "Line 4 did not run: at step 3 n > 10 on line 3 was false, n was 7.",
        ),
        (
            "  if (n < 3 || n > 5 && t == 0)\n    return;\n  t = 1;",
            5,
            "Line 5 did not run: at step 3 n > 5 && t == 0 on line 3 was true, n was 7, t was 0, and line 4 returned first.",
        ),
        (
            "  for (i = 0; i < 3; i++)\n    if (i == 5)\n      t = 1;",
            5,
            "Line 5 did not run: at step 11 i == 5 on line 4 was false, i was 2.",
        ),
        (
            "  switch (n) {\n  case 1:\n    t = 1;\n  }",
            5,
            "Line 5 did not run: at step 3 the switch on line 3 went elsewhere, n was 7.",
        ),
        ("  t = 1;\n  t = 2;", 3, "Line 3 ran last at step 3."),
        ("  goto end;\n  t = 1;\nend:\n  t = 2;", 4, "Line 4 can never run: line 3 jumped away first."),
        ("  while (t == 0)\n    n = 5;\n  t = 1;", 5, ""),
    ] {
        let text = said(&body(statements), line);
        match expected {
            "" => assert!(
                text.starts_with("Line 5 did not run: at step")
                    && text.contains("t == 0 on line 3 was true, t was 0"),
                "{text}"
            ),
            expected => assert_eq!(text, expected),
        }
    }
}

#[test]
fn a_line_is_explained_after_a_hundred_million_steps() {
    let source = "int n = 3, t;\nvoid Never() {\n  t = 1;\n}\nmain() {\n  long i;\n  if (n > 5)\n    Never();\n  for (i = 0; i < 50000000; i++)\n    if (i == 99)\n      t = 2;\n  t = 3;\n}\n";
    let mut debugger = debugger(source);
    debugger.go_to(Goal::Step(100_000_000), false);
    for (line, expected) in [
        (
            3,
            "Line 3 did not run, because Never was not called: at step 1 n > 5 on line 7 was false, n was 3.",
        ),
        (11, "Line 11 did not run: at step 99999998 i == 99 on line 10 was false, i was 33333331."),
        (12, "Line 12 did not run: at step 99999997 i < 50000000 on line 9 was true, i was 33333331."),
    ] {
        assert_eq!(why_not(&mut debugger, line).text, expected);
        debugger.go_to(Goal::Step(100_000_000), false);
    }
}

#[test]
fn pointers_into_the_heap_have_addresses_in_expressions() {
    let source = "#include <alloc.h>\nmain() {\n  int *p = malloc(6), *q = p + 1;\n  free(p);\n  p = 0;\n}\n";
    let mut debugger = debugger(source);
    debugger.go_to(Goal::Line(4), false);
    let value = |debugger: &Debugger, text: &str| debugger.evaluate(text, 0).unwrap().to_string();
    let (p, q) = (value(&debugger, "p"), value(&debugger, "q"));
    assert!(p.starts_with("DS:") && q.starts_with("DS:") && p != q, "{p} {q}");
    debugger.go_to(Goal::Line(5), false);
    assert_eq!(value(&debugger, "p"), format!("{p}, freed"));
    debugger.go_to(Goal::Into, false);
    assert_eq!(value(&debugger, "p"), "NULL");
}
