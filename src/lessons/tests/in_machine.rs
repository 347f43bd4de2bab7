//! Runs the drivers of `tests/data/c` in the C machine.

use std::fs;

use crate::cc::{Answers, data};
use lessons::tutor::sources::source;
use turbo::c::{Argument, Halt, Machine, Program, Stop, Value};
use turbo::dos::headless::Headless;

/// `wire.h` for the machine: the numbers come from an array and go to another.
const WIRE: &str = "
int *input, output[2000], taken, sent, silent;
int get(void) { taken++; return *input++; }
void put(long number) { output[sent++] = (int)number; }
int drive(int *numbers)";

/// More numbers than a driver reads for one position.
const MOST: usize = 2000;

pub fn compiled(name: &str) -> Program {
    let source = source(name).unwrap_or_else(|| panic!("there is no {name}"));
    compile(name, source.text)
}

fn compile(name: &str, text: &str) -> Program {
    Program::compile(name, text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// The answers of a driver. The machine calls the body of the driver's loop once for each position.
pub fn answers(name: &str, driver: &str, numbers: &[i16]) -> Answers {
    let driver = data().join("drivers").join(driver).with_extension("c");
    let driver = fs::read_to_string(driver).unwrap();
    let (_, body) = driver.split_once("int main(void)").expect("a driver has a main");
    let body = body.replace("for (;;)", "input = numbers; taken = 0; sent = 0;");
    let text = format!("{}{WIRE}{body}", source(name).unwrap().text);
    let mut machine = Machine::without_history(&compile(name, &text));
    let (mut answers, mut at) = (Vec::new(), 0);
    while at < numbers.len() {
        let next = numbers[at..].iter().take(MOST).map(|n| i32::from(*n));
        machine.call("drive", &[Argument::Array(next.collect())]).unwrap();
        match machine.run(&mut Headless::default(), u64::MAX) {
            Ok(Stop::Ended) => {}
            Ok(Stop::Paused) => panic!("{name} goes on"),
            Err(Halt::Fault(message)) => panic!("{message}"),
            Err(Halt::Quit(quit)) => panic!("{name}: {quit}"),
        }
        let number = |name: &str| machine.variable(name).and_then(|value| value.number()).unwrap();
        let Some(Value::Array(output)) = machine.variable("output") else {
            panic!("output is no array");
        };
        let output = output.iter().take(number("sent") as usize);
        answers.extend(output.map(|value| value.number().unwrap() as i16));
        at += number("taken") as usize;
    }
    Answers::new(answers)
}

#[test]
fn a_step_tells_the_warnings_that_it_gave() {
    const SOURCE: &str = "#include <stdlib.h>\nint main()\n{\n  int *p = malloc(2), i = 300;\n  free(p);\n  *p = 5;\n  i = i * 200;\n  return 0;\n}\n";
    let program = turbo::c::Program::compile("FREED.C", SOURCE).unwrap();
    let Ok(scene) = lessons::tutor::scene::Scene::of_main(program, Vec::new()) else { panic!("no scene") };
    let mut stepper = scene.stepper();
    let mut told = Vec::new();
    while stepper.go_to(turbo::c::Goal::Into, false) == lessons::tutor::stepper::Stopped::Reached {
        told.extend(lessons::tutor::said::said(&stepper, scene.shows.stones).map(|said| said.to_string()));
    }
    let wanted = [
        "*p = 5: The program writes to memory that was freed.",
        "i = i * 200: i is -5536 now; The largest int is 32767: 60000 became -5536.",
    ];
    for line in wanted {
        assert!(told.iter().any(|said| said == line), "{told:#?}");
    }
}
