//! Compiles a program, runs it, steps back and reads a variable: `cargo run -p turbo --example step_back`.

use turbo::c::{Machine, Program};
use turbo::dos::script::Script;

const SOURCE: &str = "
int main(void)
{
  int sum = 0, n;

  for (n = 1; n <= 10; n++)
    sum += n;
  return sum;
}
";

fn main() {
    let program = Program::compile("SUM.C", SOURCE).expect("the program is right");
    let mut machine = Machine::new(&program);
    let mut console = Script::new([], |_, _| ());
    machine.call("main", &[]).expect("there is a function main");
    machine.run(&mut console, 1000).expect("the program ends");
    println!("main returns {:?} after {} steps", machine.returned(), machine.steps());
    while machine.variable("sum").is_none_or(|sum| sum.number() != Some(15)) {
        assert!(machine.step_back(&mut console), "sum is 15 at some step");
    }
    let line = machine.place().map_or(0, |place| place.line);
    println!("At step {} (line {line}) the sum was 15:", machine.steps());
    for variable in &machine.frames()[0].variables {
        println!("  {} {} = {}", variable.type_name, variable.name, variable.value);
    }
}
