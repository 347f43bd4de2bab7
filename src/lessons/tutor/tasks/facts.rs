//! What can matter in a test, and how it is found in a program after a call.

use games::othello::Cell;
use turbo::c::{Access, Halt, Machine, Program, Stop, Value};
use turbo::dos::unattended::Unattended;
use turbo::dos::{Console, Key, Quit, Screen};

use crate::tutor::scene::{Scene, Stuck};
use words::say;

/// More steps than a call of a solved task needs before it takes its next key.
const MOST: u64 = 3_000_000;
/// Every this many steps the trial asks whether the program only waits for a key.
const SLICE: u64 = 1000;
/// A program that looks for a key this often in that many steps does nothing else.
const MANY_LOOKS: u64 = 50;

/// Something that matters after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// What the function returns.
    Result,
    /// Whether it returns 0.
    Truth,
    /// Whether the call is over or waits for a key.
    End,
    Printed,
    /// The whole picture, at each wait for a key and at the end.
    Picture,
    /// The colours of the screen in the middle and in a corner of each cell, and of the places above the board.
    Cells,
    Pixel(i32, i32),
    /// The colours that are set for what is drawn next.
    Pen,
    /// How often elements of this array are read.
    Looks(String),
    /// Whether this element is read.
    Reads(String, Vec<usize>),
    /// A global variable or an element of one, with all elements in it.
    Variable(String, Vec<usize>),
}

impl Matter {
    /// Reads `result, score[1], pixel 10 10`.
    pub(super) fn list(text: &str) -> Result<Vec<Matter>, String> {
        text.split(',')
            .map(|item| Matter::read(item.trim()))
            .collect()
    }

    pub(super) fn read(text: &str) -> Result<Matter, String> {
        let unclear = || say!("'{text}' cannot be compared", text);
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["result"] => Matter::Result,
            ["truth"] => Matter::Truth,
            ["end"] => Matter::End,
            ["printed"] => Matter::Printed,
            ["picture"] => Matter::Picture,
            ["cells"] => Matter::Cells,
            ["pen"] => Matter::Pen,
            ["pixel", x, y] => {
                let number = |text: &str| text.parse().map_err(|_| unclear());
                Matter::Pixel(number(x)?, number(y)?)
            }
            ["looks", name] => Matter::Looks(name.to_string()),
            ["reads", element] => {
                let (name, indices) = element_of(element).ok_or_else(unclear)?;
                Matter::Reads(name, indices)
            }
            [_] => {
                let (name, indices) = element_of(text).ok_or_else(unclear)?;
                Matter::Variable(name, indices)
            }
            _ => return Err(unclear()),
        })
    }

    /// What it is called in a sentence about this scene's call.
    pub(super) fn name(&self, scene: &Scene) -> String {
        let function = &scene.call.0;
        match self {
            Matter::Result | Matter::Truth => say!("what {function} returns", function),
            Matter::End => say!("{function}||whether it is over", function),
            Matter::Printed => say!("what is printed").to_string(),
            Matter::Picture | Matter::Cells => say!("the picture").to_string(),
            Matter::Pixel(x, y) => say!("the pixel ({x},{y})", x, y),
            Matter::Pen => say!("the pen").to_string(),
            Matter::Looks(_) => say!("the number of looks").to_string(),
            Matter::Reads(name, indices) => say!(
                "{function} at {element}",
                function,
                element = element(name, indices)
            ),
            Matter::Variable(name, indices) => element(name, indices),
        }
    }

    /// Can it be seen on the screen alone?
    pub(super) fn is_seen(&self) -> bool {
        use Matter::{Cells, Pen, Picture, Pixel};
        matches!(self, Picture | Cells | Pixel(..) | Pen)
    }

    /// Must each step be looked at?
    fn is_traced(&self) -> bool {
        matches!(self, Matter::Looks(_) | Matter::Reads(..))
    }
}

/// `Map[3][4]` as a name and its indices.
pub(super) fn element_of(text: &str) -> Option<(String, Vec<usize>)> {
    let (name, rest) = text.split_at(text.find('[').unwrap_or(text.len()));
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if name.is_empty() || !is_name || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut indices = Vec::new();
    for index in rest.split_terminator(']') {
        indices.push(index.strip_prefix('[')?.trim().parse().ok()?);
    }
    (rest.is_empty() || rest.ends_with(']')).then(|| (name.to_string(), indices))
}

/// What is known after a call: pairs of a name and a value.
pub(super) type Facts = Vec<(String, String)>;

/// The checksum of each picture, and the picture that was asked for.
#[derive(Default)]
pub(super) struct Pictures {
    pub(super) sums: Vec<u32>,
    pub(super) kept: Option<Screen>,
}

/// A desk that looks at the picture at each wait for a key.
struct Watched {
    desk: Unattended,
    /// Are pictures looked at?
    looks: bool,
    keeps: Option<usize>,
    pictures: Pictures,
}

impl Watched {
    fn look(&mut self) {
        let screen = self.desk.picture();
        if self.keeps == Some(self.pictures.sums.len()) {
            self.pictures.kept = Some(screen.clone());
        }
        let sum = if self.looks {
            crc32fast::hash(screen.pixels())
        } else {
            0
        };
        self.pictures.sums.push(sum);
    }
}

impl Console for Watched {
    fn screen(&mut self) -> &mut Screen {
        self.desk.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.look();
        self.desk.getkey()
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.look();
        self.desk.key_within(ms)
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.desk.delay(ms)
    }

    fn now(&self) -> u64 {
        self.desk.now()
    }

    fn kbhit(&mut self) -> bool {
        self.desk.kbhit()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.desk.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        false
    }
}

/// What a call of the program leaves behind, if it comes to its end, and its pictures. One picture may be kept.
pub(super) fn facts(
    program: &Program,
    scene: &Scene,
    matters: &[Matter],
    keeps: Option<usize>,
) -> Result<(Facts, Pictures), Stuck> {
    let traced = matters.iter().any(Matter::is_traced);
    let mut machine = match traced {
        true => Machine::new(program),
        false => Machine::without_history(program),
    };
    let mut desk = scene.desk();
    scene.lay(&mut machine, &mut desk)?;
    let mut watched = Watched {
        desk,
        looks: matters.contains(&Matter::Picture),
        keeps,
        pictures: Pictures::default(),
    };
    let mut reads = Vec::new();
    let over = match traced {
        true => trace(&mut machine, &mut watched, &scene.call.0, &mut reads)?,
        false => run(&mut machine, &mut watched, &scene.call.0)?,
    };
    if let Some(warning) = machine.warnings().first() {
        return Err(Stuck::Fault(warning.to_string()));
    }
    if over {
        watched.look();
    }
    let mut facts = Facts::new();
    for matter in matters {
        facts.extend(found(
            matter,
            (scene, over),
            &machine,
            &watched.desk,
            &reads,
        ));
    }
    Ok((facts, watched.pictures))
}

/// True when the call is over, false when it waits for a key.
fn end(ran: Result<Stop, Halt>, function: &str) -> Result<bool, Stuck> {
    match ran {
        Ok(Stop::Over) => Ok(true),
        Ok(Stop::At) => Err(Stuck::Endless(function.to_string())),
        Err(Halt::Fault(fault)) => Err(Stuck::Fault(fault.to_string())),
        // The keys are used up, so what was done until then is looked at.
        Err(Halt::Quit(_)) => Ok(false),
    }
}

/// Runs the call to its end, or to where it waits for a key and none is left.
fn run(machine: &mut Machine, desk: &mut Watched, function: &str) -> Result<bool, Stuck> {
    let mut left = MOST;
    while left > 0 {
        let (taken, looks) = (desk.desk.taken(), desk.desk.looks());
        match machine.run(desk, SLICE) {
            // A program that asks for a key again and again is waiting, too.
            Ok(Stop::At) if desk.desk.looks() - looks > MANY_LOOKS => {
                desk.look();
                return Ok(false);
            }
            Ok(Stop::At) if desk.desk.taken() > taken => left = MOST,
            Ok(Stop::At) => left -= SLICE,
            ended => return end(ended, function),
        }
    }
    Err(Stuck::Endless(function.to_string()))
}

/// Runs the call step by step, and notes the elements that are read.
fn trace(
    machine: &mut Machine,
    desk: &mut Watched,
    function: &str,
    reads: &mut Vec<(String, Vec<usize>)>,
) -> Result<bool, Stuck> {
    for _ in 0..MOST {
        let ran = machine.step(desk);
        let touched = machine.touched().into_iter();
        let read = touched.filter(|touch| touch.access == Access::Read);
        reads.extend(read.map(|touch| (touch.name, touch.indices)));
        if !matches!(ran, Ok(Stop::At)) {
            return end(ran, function);
        }
    }
    Err(Stuck::Endless(function.to_string()))
}

/// The facts about something that matters.
fn found(
    matter: &Matter,
    (scene, over): (&Scene, bool),
    machine: &Machine,
    desk: &Unattended,
    reads: &[(String, Vec<usize>)],
) -> Facts {
    let number = |value: Option<i32>| {
        value.map_or(say!("nothing||in place of a value").to_string(), |n| {
            n.to_string()
        })
    };
    let value = match matter {
        Matter::Result => number(machine.returned()),
        Matter::Truth => number(machine.returned().map(|n| (n != 0).into())),
        Matter::End if over => say!("over||a call").to_string(),
        Matter::End => say!("waiting for a key").to_string(),
        Matter::Printed => format!("{:?}", machine.output()),
        Matter::Picture => return Facts::new(),
        Matter::Cells => return cells(desk.picture()),
        Matter::Pixel(x, y) => colour(desk.picture(), *x, *y),
        Matter::Pen => return pen(machine),
        Matter::Looks(name) => {
            let looks = reads.iter().filter(|(read, _)| read == name);
            looks.count().to_string()
        }
        Matter::Reads(name, indices) => {
            let read = reads.iter().any(|(read, at)| read == name && at == indices);
            if read {
                say!("looking||at an element")
            } else {
                say!("not looking||at an element")
            }
            .to_string()
        }
        Matter::Variable(name, indices) => {
            let value = indices
                .iter()
                .try_fold(machine.variable(name), |value, n| match value? {
                    Value::Array(mut values) if *n < values.len() => {
                        Some(Some(values.swap_remove(*n)))
                    }
                    _ => None,
                });
            return elements(matter.name(scene), value.flatten());
        }
    };
    vec![(matter.name(scene), value)]
}

fn element(name: &str, indices: &[usize]) -> String {
    let indices: String = indices.iter().map(|n| format!("[{n}]")).collect();
    format!("{name}{indices}")
}

/// The numbers of a variable, each under its name: `Map[3][4]`.
fn elements(name: String, value: Option<Value>) -> Facts {
    match value {
        Some(Value::Array(values)) => {
            let values = values.into_iter().zip(0..);
            let of = |(value, n)| elements(format!("{name}[{n}]"), Some(value));
            values.flat_map(of).collect()
        }
        Some(value) => vec![(name, value.to_string())],
        None => vec![(name, say!("nothing||in place of a value").to_string())],
    }
}

/// The colours of the cells on the screen, and of the places above them where new stones appear.
fn cells(screen: &Screen) -> Facts {
    let mut facts = Facts::new();
    for col in 0..8 {
        for row in 0..9 {
            let (x, y) = (120 + 40 * col as i32, 80 + 40 * row as i32);
            let name = match row {
                0 => say!("the place above {col}", col = Cell { row: 0, col }),
                _ => Cell { row: row - 1, col }.to_string(),
            };
            let corner = colour(screen, x - 18, y - 18);
            facts.push((say!("the corner of {name}", name), corner));
            facts.push((say!("the middle of {name}", name), colour(screen, x, y)));
        }
    }
    facts
}

/// What the next line and the next filled figure are drawn with.
fn pen(machine: &Machine) -> Facts {
    let (line, pattern, fill) = machine.pen();
    let pattern = match pattern {
        pattern if pattern == [0xFF; 8] => "SOLID_FILL".to_string(),
        other => format!("{other:02X?}"),
    };
    [
        (say!("the colour of lines"), named(line)),
        (say!("the colour of the fill"), named(fill)),
        (say!("the pattern of the fill"), pattern),
    ]
    .map(|(what, value)| (what.to_string(), value))
    .to_vec()
}

/// The name of a pixel's colour.
pub(super) fn colour(screen: &Screen, x: i32, y: i32) -> String {
    named(screen.getpixel(x, y).unwrap_or(0))
}

fn named(color: u8) -> String {
    const NAMES: &str = "BLACK BLUE GREEN CYAN RED MAGENTA BROWN LIGHTGRAY \
        DARKGRAY LIGHTBLUE LIGHTGREEN LIGHTCYAN LIGHTRED LIGHTMAGENTA YELLOW WHITE";
    let name = NAMES.split(' ').nth(usize::from(color % 16));
    name.unwrap_or_default().to_string()
}
