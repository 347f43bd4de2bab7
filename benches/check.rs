//! Speed of checking one program, and a class of forty on all cores: `cargo bench --bench check`. The
//! programs are QIPAN.C with mistakes and changes.

use std::sync::OnceLock;
use std::thread;

use divan::Bencher;
use lessons::check::check;
use turbo::c::Program;

const QIPAN: &str = include_str!("../src/original/QIPAN.C");

/// The replaced texts and their replacements. Each makes a program of its own.
const CHANGES: [(&str, &str); 10] = [
    ("MoveColor(x, y);\n        if", "if"),
    ("yes = 0;", "yes = 0; i = 0;"),
    ("x - 19", "x - 16"),
    ("score[1] = 0;", ""),
    ("PlayWin();\n  return", "return"),
    ("tries > 64", "tries >= 64"),
    ("if (col < 6) {", "if (col < 5) {"),
    ("SetPlayColor(t);\n", "SetPlayColor(t);\n  setcolor(t % 2 ? BLACK : WHITE);\n"),
    ("row = (y - 120) / 40;\n  col", "row = y / 40 - 3;\n  col"),
    ("PrintScore(1);\n      PrintScore(2);", "PrintScore(2);\n      PrintScore(1);"),
];

fn main() {
    divan::main();
}

/// Forty programs: four with each change.
fn class() -> &'static [Program] {
    static CLASS: OnceLock<Vec<Program>> = OnceLock::new();
    CLASS.get_or_init(|| {
        let program = |n: usize| {
            let (old, new) = CHANGES[n % CHANGES.len()];
            assert!(QIPAN.contains(old), "there is no {old}");
            let text = QIPAN.replacen(old, new, 1);
            Program::compile("CLASS.C", &text).expect("it compiles")
        };
        (0..40).map(program).collect()
    })
}

#[divan::bench(sample_count = 10)]
fn program_with_a_mistake() {
    divan::black_box(check(&class()[6]));
}

#[divan::bench(sample_count = 10)]
fn correct_program_in_another_style() {
    divan::black_box(check(&class()[8]));
}

#[divan::bench(sample_count = 3)]
fn class_of_forty(bencher: Bencher<'_, '_>) {
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    bencher.bench(|| {
        thread::scope(|scope| {
            for programs in class().chunks(class().len().div_ceil(cores)) {
                scope.spawn(|| programs.iter().map(check).collect::<Vec<_>>());
            }
        });
    });
}
