//! Esc in a running program.

use std::cell::Cell;

use app::play::running::{ProgramEnd, run};
use turbo::c::Program;
use turbo::dos::{Console, Key, Quit, Screen};

/// A desk at which someone presses Esc after 500 ms. Each look at the keyboard takes a millisecond.
#[derive(Default)]
struct Desk {
    screen: Screen,
    now: Cell<u64>,
    is_pressed: bool,
}

impl Console for Desk {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let end = self.now.get() + u64::from(ms.max(1));
        let presses = !self.is_pressed && end >= 500;
        self.now.set(if presses { self.now.get().max(500) } else { end });
        self.is_pressed |= presses;
        Ok(presses.then_some(Key::Esc))
    }

    fn delay(&mut self, _: u32) -> Result<(), Quit> {
        unreachable!("the keyboard waits for keys in delays")
    }

    fn now(&self) -> u64 {
        self.now.get()
    }

    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        true
    }
}

#[test]
fn esc_stops_a_busy_program_at_once_and_another_after_a_second() {
    for (body, ended, least, most) in [
        ("for (;;) ;", ProgramEnd::Stopped, 500, 600),
        ("for (;;) delay(3000);", ProgramEnd::Stopped, 500, 600),
        ("kbhit(); delay(2000);", ProgramEnd::Stopped, 1500, 1700),
        (
            "int c; while (!kbhit()) delay(700); c = getch(); if (c == 27) delay(50);",
            ProgramEnd::Over,
            500,
            900,
        ),
    ] {
        let source = format!("#include <conio.h>\n#include <dos.h>\nmain() {{ {body} }}");
        let program = Program::compile("BUSY.C", &source).unwrap();
        let mut desk = Desk::default();
        assert_eq!(run(&mut desk, &program, None).ended, Ok(ended), "{body}");
        assert!((least..most).contains(&desk.now.get()), "{body} {}", desk.now.get());
    }
}
