//! Does in the C machine what the drivers in tests/data/c do in a built program.

use crate::cc::Answers;
use lessons::tutor::sources::source;
use turbo::c::{Argument, Halt, Machine, Program, Stop, Value};
use turbo::dos::headless::Headless;

pub fn compiled(name: &str) -> Program {
    let source = source(name).unwrap_or_else(|| panic!("there is no {name}"));
    Program::compile(source.name, source.text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// A program whose functions are called one after another.
struct Running<'a> {
    machine: Machine,
    console: Headless,
    input: std::slice::Iter<'a, i16>,
    output: Vec<i16>,
}

/// The answers of a driver, from the machine.
pub fn answers(name: &str, driver: &str, numbers: &[i16]) -> Answers {
    let mut running = Running {
        machine: Machine::without_history(&compiled(name)),
        console: Headless::default(),
        input: numbers.iter(),
        output: Vec::new(),
    };
    while running.input.len() > 0 {
        match driver {
            "qpchange" => running.qp_change(),
            "canmove" => running.can_move(),
            "wuziqi" => running.wuziqi(),
            "unguard" => running.unguard(),
            "lastmove" => running.last_moves(),
            "fours" => running.fours(),
            "book" => running.book(),
            "weight" => running.weight(),
            _ => panic!("there is no driver {driver}"),
        }
    }
    Answers::new(running.output)
}

impl Running<'_> {
    fn get(&mut self) -> i16 {
        *self.input.next().expect("the input is too short")
    }

    fn put(&mut self, number: i32) {
        self.output.push(number as i16);
    }

    fn put_long(&mut self, number: i32) {
        self.put(number);
        self.put(number >> 16);
    }

    fn call(&mut self, function: &str, arguments: &[Argument]) -> i32 {
        self.machine.call(function, arguments).unwrap();
        match self.machine.run(&mut self.console, u64::MAX) {
            Ok(Stop::Ended) => self.machine.returned().unwrap_or(0),
            Ok(Stop::Paused) => panic!("{function} goes on"),
            Err(Halt::Fault(message)) => panic!("{message}"),
            Err(Halt::Quit(quit)) => panic!("{function}: {quit}"),
        }
    }

    fn number(&self, name: &str) -> i32 {
        let value = self.machine.variable(name);
        let number = value.and_then(|value| value.number());
        number.unwrap_or_else(|| panic!("{name}"))
    }

    /// All numbers of an array, row by row.
    fn array(&self, name: &str) -> Vec<i32> {
        let value = self.machine.variable(name);
        numbers_in(&value.unwrap_or_else(|| panic!("{name}")))
    }

    fn set(&mut self, name: &str, number: i32) {
        let value = match self.machine.variable(name) {
            Some(Value::Long(_)) => Value::Long(number),
            _ => Value::Int(number),
        };
        self.machine.set_global(name, &value).unwrap();
    }

    /// Sets the first elements of an array.
    fn set_array(&mut self, name: &str, first: &[i16]) {
        let Some(Value::Array(mut elements)) = self.machine.variable(name) else {
            panic!("{name} is no array");
        };
        for (element, n) in elements.iter_mut().zip(first) {
            *element = Value::Int(i32::from(*n));
        }
        self.machine.set_global(name, &Value::Array(elements)).unwrap();
    }

    fn set_board(&mut self, name: &str, size: usize, rows: &[i16]) {
        let row = |row: &[i16]| Value::Array(row.iter().map(|n| Value::Int((*n).into())).collect());
        let rows = Value::Array(rows.chunks(size).map(row).collect());
        self.machine.set_global(name, &rows).unwrap();
    }

    fn get_map(&mut self) {
        let map: Vec<i16> = (0..64).map(|_| self.get()).collect();
        self.set_board("Map", 8, &map);
    }

    fn qp_change(&mut self) {
        self.get_map();
        let (row, col, t) = (self.get(), self.get(), self.get());
        let pixels = |n: i16| Argument::Int(120 + 40 * i32::from(n));
        let arguments = [pixels(col), pixels(row), Argument::Int(t.into())];
        let yes = self.call("QpChange", &arguments);
        self.put(yes);
        self.array("Map").into_iter().for_each(|n| self.put(n));
    }

    fn can_move(&mut self) {
        self.get_map();
        for t in [1, 2] {
            let can = self.call("CanMove", &[Argument::Int(t)]);
            self.put(can);
        }
        self.call("DoScore", &[]);
        let score = self.array("score");
        self.put(score[1]);
        self.put(score[2]);
    }

    fn wuziqi(&mut self) {
        let length = self.get();
        let mut text: Vec<i32> = (0..length).map(|_| self.get().into()).collect();
        text.push(0);
        let read = self.call("ReadRecord", &[Argument::Array(text)]);
        self.put(read);
        if read >= 0 {
            let points = self.array("p");
            points[..read as usize].iter().for_each(|p| self.put(*p));
            for judge in ["AllStones", "LastStone", "Table"] {
                let five = self.call(judge, &[]);
                self.put(five);
            }
        }
    }

    fn unguard(&mut self) {
        let n = self.get();
        let points: Vec<i16> = (0..n).map(|_| self.get()).collect();
        self.set("n", n.into());
        self.set_array("p", &points);
        let five = self.call("AllStones", &[]);
        self.put(five);
    }

    fn last_moves(&mut self) {
        self.get_map();
        let (t, before) = (self.get(), self.array("Map"));
        self.set("t", t.into());
        let value = self.call("Solve", &[]);
        self.put(value);
        self.put_long(self.number("looked"));
        self.put_long(self.number("cut"));
        self.put((self.array("Map") == before).into());
    }

    fn fours(&mut self) {
        let points: Vec<i16> = (0..225).map(|_| self.get()).collect();
        let rows: Vec<i16> = (0..225).map(|n| points[15 * (n % 15) + n / 15]).collect();
        self.set_board("Board", 15, &rows);
        let player = self.get();
        let won = self.call("Fours", &[Argument::Int(player.into())]);
        self.put(won);
        let (moves, win) = (self.number("moves"), self.array("win"));
        self.put(moves);
        win[..moves as usize].iter().for_each(|p| self.put(*p));
    }

    /// Reads this many groups of numbers and sets an array for each of their members.
    fn set_columns(&mut self, names: &[&str], count: i16) {
        let rows: Vec<Vec<i16>> = (0..count)
            .map(|_| names.iter().map(|_| self.get()).collect())
            .collect();
        for (n, name) in names.iter().enumerate() {
            let column: Vec<i16> = rows.iter().map(|row| row[n]).collect();
            self.set_array(name, &column);
        }
    }

    fn book(&mut self) {
        let positions = self.get();
        self.set("positions", positions.into());
        let of_position = ["empty", "worth", "certain", "result", "alternative", "promise"];
        self.set_columns(&of_position, positions);
        let moves = self.get();
        self.set("moves", moves.into());
        self.set_columns(&["from", "to", "same"], moves);
        let length = self.get();
        self.set("length", length.into());
        self.set_columns(&["path"], length + 1);
        self.set_columns(&["again"], length);
        let score = self.get();
        self.call("Learn", &[Argument::Int(score.into())]);
        let worth = self.array("worth");
        worth[..positions as usize].iter().for_each(|w| self.put(*w));
    }

    fn weight(&mut self) {
        let positions = self.get();
        self.set("positions", positions.into());
        let result = self.get();
        self.set("result", result.into());
        let low = self.get() as u16;
        let weight = i32::from(self.get()) << 16 | i32::from(low);
        self.set("weight", weight);
        self.set_columns(&["side", "v", "found"], positions);
        self.call("Learn", &[]);
        let errors = self.array("error");
        errors[..positions as usize].iter().for_each(|e| self.put_long(*e));
        self.put_long(self.number("weight"));
    }
}

fn numbers_in(value: &Value) -> Vec<i32> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(numbers_in).collect(),
        value => vec![value.number().expect("it is a number")],
    }
}
