//! The kinds of values that a task can compare after a call, and the code that extracts the values.

use crate::tutor::is_letter;
use crate::tutor::said::element_in;
use games::othello::Cell;
use turbo::c::{Machine, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::COLORS;
use words::say;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    Result,
    Truth,
    End,
    Printed,
    /// The whole picture, each time the program waits for a key and at the end.
    Picture,
    /// The colours in the middle and in a corner of each cell of the board, and of the places above the
    /// board.
    Cells,
    Pixel(i32, i32),
    Pen,
    Looks(String),
    Reads(String, Vec<usize>),
    /// A global variable or one of its elements. An array stands for all its elements.
    Variable(String, Vec<usize>),
}

/// A value after a call, in words: a name such as `Map[3][4]` and a value such as `1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) seen: bool,
}

impl Fact {
    /// True if both facts have the same name and value. A character equals its code.
    pub(crate) fn agrees(&self, other: &Fact) -> bool {
        let [one, two] = [&self.value, &other.value];
        self.name == other.name && (one == two || number(one).is_some_and(|n| number(two) == Some(n)))
    }

    /// The value in the notation of another value: as a character if the other one is a character.
    pub(crate) fn value_like(&self, other: &str) -> String {
        let code = number(&self.value).and_then(|n| i8::try_from(n).ok());
        match code {
            Some(code) if other.starts_with('\'') => Value::Char(code).to_string(),
            _ => self.value.clone(),
        }
    }
}

/// A call that has ended or waits for a key. The values to compare are extracted from it.
pub(crate) struct EndedCall<'a> {
    pub(crate) function: &'a str,
    pub(crate) machine: &'a Machine,
    pub(crate) screen: &'a Screen,
    pub(crate) over: bool,
    /// The printed text, without the echo of typed keys.
    pub(crate) printed: &'a str,
    pub(crate) reads: &'a [(String, Vec<usize>)],
    pub(crate) variable: &'a dyn Fn(&str) -> Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{text}' cannot be compared", text = .0))]
pub struct UnknownMatter(String);

impl Matter {
    pub(crate) fn list(text: &str) -> Result<Vec<Matter>, UnknownMatter> {
        text.split(',').map(|item| Matter::read(item.trim())).collect()
    }

    pub(crate) fn read(text: &str) -> Result<Matter, UnknownMatter> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let matter = match words[..] {
            ["result"] => Some(Matter::Result),
            ["truth"] => Some(Matter::Truth),
            ["end"] => Some(Matter::End),
            ["printed"] => Some(Matter::Printed),
            ["picture"] => Some(Matter::Picture),
            ["cells"] => Some(Matter::Cells),
            ["pen"] => Some(Matter::Pen),
            ["pixel", x, y] => {
                let pixel = x.parse().ok().zip(y.parse().ok());
                pixel.map(|(x, y)| Matter::Pixel(x, y))
            }
            ["looks", name] => Some(Matter::Looks(name.to_string())),
            ["reads", element] => element_of(element).map(|(name, indices)| Matter::Reads(name, indices)),
            [_] => element_of(text).map(|(name, indices)| Matter::Variable(name, indices)),
            _ => None,
        };
        matter.ok_or_else(|| UnknownMatter(text.to_string()))
    }

    /// The name of the global variable that is compared or watched.
    pub(crate) fn variable(&self) -> Option<&str> {
        match self {
            Matter::Variable(name, _) | Matter::Reads(name, _) | Matter::Looks(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn name(&self, function: &str) -> String {
        match self {
            Matter::Result | Matter::Truth => say!("what {function} returns", function),
            Matter::End => say!("{function}||whether it is over", function),
            Matter::Printed => say!("what is printed").to_string(),
            Matter::Picture | Matter::Cells => say!("the picture").to_string(),
            Matter::Pixel(x, y) => say!("the pixel ({x},{y})", x, y),
            Matter::Pen => say!("the pen").to_string(),
            Matter::Looks(_) => say!("the number of looks").to_string(),
            Matter::Reads(name, indices) => {
                say!("{function} at {element}", function, element = element(name, indices))
            }
            Matter::Variable(name, indices) => element(name, indices),
        }
    }

    /// True if the value is visible only on the screen.
    pub(crate) fn is_seen(&self) -> bool {
        use Matter::{Cells, Pen, Picture, Pixel};
        matches!(self, Picture | Cells | Pixel(..) | Pen)
    }

    /// True if each step must be traced to find the value.
    pub(crate) fn is_traced(&self) -> bool {
        matches!(self, Matter::Looks(_) | Matter::Reads(..))
    }

    pub(crate) fn facts(&self, ended: &EndedCall<'_>) -> Vec<Fact> {
        let EndedCall { machine, screen, reads, .. } = ended;
        let number = |n: Option<i32>| n.map_or_else(nothing, |n| n.to_string());
        let value = match self {
            Matter::Picture => return Vec::new(),
            Matter::Cells => return self.named(cells(screen)),
            Matter::Pen => return self.named(pen(machine)),
            Matter::Variable(name, indices) => {
                let value = (ended.variable)(name).and_then(|value| element_in(value, indices));
                return self.named(elements(element(name, indices), value));
            }
            Matter::Result => machine.returned_value(ended.function).map_or_else(nothing, |n| n.to_string()),
            Matter::Truth => number(machine.returned().map(|n| (n != 0).into())),
            Matter::End if ended.over => say!("over||a call").to_string(),
            Matter::End => say!("waiting for a key").to_string(),
            Matter::Printed => format!("{:?}", ended.printed),
            Matter::Pixel(x, y) => color_name(screen, *x, *y),
            Matter::Looks(name) => reads.iter().filter(|(read, _)| read == name).count().to_string(),
            Matter::Reads(name, indices) if reads.iter().any(|(read, at)| read == name && at == indices) => {
                say!("looking||at an element").to_string()
            }
            Matter::Reads(..) => say!("not looking||at an element").to_string(),
        };
        self.named(vec![(self.name(ended.function), value)])
    }

    fn named(&self, values: Vec<(String, String)>) -> Vec<Fact> {
        let seen = self.is_seen();
        values.into_iter().map(|(name, value)| Fact { name, value, seen }).collect()
    }
}

/// Splits an element such as `Map[3][4]` into its name and indices.
pub(crate) fn element_of(text: &str) -> Option<(String, Vec<usize>)> {
    let (name, rest) = text.split_at(text.find('[').unwrap_or(text.len()));
    let is_name = name.chars().all(is_letter);
    if name.is_empty() || !is_name || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut indices = Vec::new();
    for index in rest.split_terminator(']') {
        indices.push(index.strip_prefix('[')?.trim().parse().ok()?);
    }
    (rest.is_empty() || rest.ends_with(']')).then(|| (name.to_string(), indices))
}

fn element(name: &str, indices: &[usize]) -> String {
    let indices: String = indices.iter().map(|n| format!("[{n}]")).collect();
    format!("{name}{indices}")
}

fn nothing() -> String {
    say!("nothing||in place of a value").to_string()
}

/// The numbers in a variable. Each has a name, such as `Map[3][4]`.
fn elements(name: String, value: Option<Value>) -> Vec<(String, String)> {
    match value {
        Some(Value::Array(values)) => {
            let values = values.into_iter().zip(0..);
            values.flat_map(|(value, n)| elements(format!("{name}[{n}]"), Some(value))).collect()
        }
        Some(value) => vec![(name, value.to_string())],
        None => vec![(name, nothing())],
    }
}

/// The colours of the cells, and of the places above the board where new stones appear.
fn cells(screen: &Screen) -> Vec<(String, String)> {
    let mut colors = Vec::new();
    for (col, row) in (0..8).flat_map(|col| (0..9).map(move |row| (col, row))) {
        let (x, y) = (120 + 40 * col as i32, 80 + 40 * row as i32);
        let name = match row {
            0 => say!("the place above {col}", col = Cell { row: 0, col }),
            _ => Cell { row: row - 1, col }.to_string(),
        };
        let corner = color_name(screen, x - 18, y - 18);
        colors.push((say!("the corner of {name}", name), corner));
        colors.push((say!("the middle of {name}", name), color_name(screen, x, y)));
    }
    colors
}

fn pen(machine: &Machine) -> Vec<(String, String)> {
    let (line, pattern, fill) = machine.drawing_colors();
    let pattern = match pattern {
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] => "SOLID_FILL".to_string(),
        other => format!("{other:02X?}"),
    };
    vec![
        (say!("the colour of lines").to_string(), name_of(line)),
        (say!("the colour of the fill").to_string(), name_of(fill)),
        (say!("the pattern of the fill").to_string(), pattern),
    ]
}

/// Returns the name in `graphics.h` of a pixel's colour.
pub(crate) fn color_name(screen: &Screen, x: i32, y: i32) -> String {
    name_of(screen.getpixel(x, y).unwrap_or(0))
}

fn name_of(color: u8) -> String {
    COLORS[usize::from(color % 16)].to_string()
}

/// Parses a number in C syntax, such as `12`, `-1`, `0x1C0D` or `'a'`.
pub(crate) fn number(text: &str) -> Option<i32> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix('\'') {
        let mut chars = rest.chars();
        let c = chars.next().filter(char::is_ascii)?;
        return (chars.as_str() == "'").then_some(c as i32);
    }
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => i32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
