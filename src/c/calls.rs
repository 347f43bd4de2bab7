//! What the functions of the library do.

use super::code::Pointer;
use super::devices::{Devices, Outside, code};
use super::graphics::{Pen, changed, curve};
use super::library::{self, Call};
use super::memory::{Astray, Memory};
use super::text::{Shown, digits, format};
use crate::dos::bgi::{Font, HEIGHT, LIGHTGRAY, WIDTH};
use crate::dos::{Console, Quit, Screen};

/// All that a function of the library can reach.
pub struct World<'a> {
    pub memory: &'a mut Memory,
    pub devices: &'a mut Devices,
    pub outside: &'a mut Outside,
    pub output: &'a mut String,
    pub console: &'a mut dyn Console,
    /// Is a step made again that was made before? Then nothing waits and nothing is heard.
    pub again: bool,
}

/// Why a function did not return.
pub enum Trouble {
    Fault(String),
    Astray(Astray),
    Quit(Quit),
    /// The program called `exit`.
    Exit(i64),
}

impl From<String> for Trouble {
    fn from(text: String) -> Trouble {
        Trouble::Fault(text)
    }
}

impl From<Astray> for Trouble {
    fn from(astray: Astray) -> Trouble {
        Trouble::Astray(astray)
    }
}

impl From<Quit> for Trouble {
    fn from(quit: Quit) -> Trouble {
        Trouble::Quit(quit)
    }
}

/// Rows of text on the screen.
const ROWS: u8 = 30;
const COLUMNS: u8 = 80;

impl World<'_> {
    /// Calls a function of the library and notes what it changed.
    pub fn call(&mut self, call: Call, arguments: &[i64]) -> Result<i64, Trouble> {
        let before = *self.devices;
        let rows = match &self.memory.history {
            Some(_) => rows(call, arguments, &before.pen),
            None => None,
        };
        let picture = rows.map(|(top, bottom)| {
            let (top, bottom) = (top.clamp(0, HEIGHT), (bottom + 1).clamp(0, HEIGHT));
            let part = (top * WIDTH) as usize..(top.max(bottom) * WIDTH) as usize;
            (top as usize, self.console.screen().pixels()[part].to_vec())
        });
        let result = self.run(call, arguments);
        if let Some(history) = &mut self.memory.history {
            if let Some((top, pixels)) = picture {
                let runs = changed(&pixels, self.console.screen(), top);
                if !runs.is_empty() {
                    history.pixels(runs);
                }
            }
            if *self.devices != before {
                history.devices(before);
            }
        }
        result
    }

    fn run(&mut self, call: Call, a: &[i64]) -> Result<i64, Trouble> {
        let n = |at: usize| a.get(at).map_or(0, |n| *n as i16 as i32);
        let pen = self.devices.pen;
        let mut result = 0;
        match call {
            Call::Detectgraph | Call::Initgraph => {
                for (at, value) in [(0, 9), (1, 2)] {
                    let cell = self.memory.at(Pointer::unpack(a[at]))?;
                    self.memory.write(cell, value);
                }
                if call == Call::Initgraph {
                    self.clear();
                    self.devices.pen = Pen::default();
                    self.devices.pen.show_palette(self.console.screen());
                }
            }
            Call::Closegraph | Call::Cleardevice | Call::Clrscr => self.clear(),
            Call::Graphresult => {}
            Call::Nosound => self.devices.tone = 0,
            Call::Grapherrormsg => {
                return Err("grapherrormsg is not needed here: graphresult is always 0"
                    .to_string()
                    .into());
            }
            Call::Getmaxx => result = i64::from(pen.view[2] - pen.view[0]),
            Call::Getmaxy => result = i64::from(pen.view[3] - pen.view[1]),
            Call::Getmaxcolor => result = 15,
            Call::Setviewport => {
                let pen = &mut self.devices.pen;
                pen.view = [n(0), n(1), n(2), n(3)];
                pen.clips = n(4) != 0;
                (pen.x, pen.y) = (0, 0);
            }
            Call::Setcolor => self.devices.pen.color = n(0) as u8 & 15,
            Call::Getcolor => result = pen.color.into(),
            Call::Setbkcolor | Call::Setpalette => {
                let (entry, looks) = if call == Call::Setbkcolor {
                    (0, n(0))
                } else {
                    (n(0), n(1))
                };
                let pen = &mut self.devices.pen;
                pen.palette[entry as usize & 15] = looks as u8 & 15;
                pen.background = pen.palette[0];
                pen.show_palette(self.console.screen());
            }
            Call::Getbkcolor => result = pen.background.into(),
            Call::Getx => result = pen.x.into(),
            Call::Gety => result = pen.y.into(),
            Call::Moveto => (self.devices.pen.x, self.devices.pen.y) = (n(0), n(1)),
            Call::Moverel => {
                (self.devices.pen.x, self.devices.pen.y) = (pen.x + n(0), pen.y + n(1))
            }
            Call::Lineto | Call::Linerel => {
                let (x, y) = if call == Call::Lineto {
                    (n(0), n(1))
                } else {
                    (pen.x + n(0), pen.y + n(1))
                };
                self.draw(|pen, screen, left, top| {
                    pen.line(screen, left + pen.x, top + pen.y, left + x, top + y)
                });
                (self.devices.pen.x, self.devices.pen.y) = (x, y);
            }
            Call::Setfillstyle => self.devices.pen.set_fill(a[0], a[1]),
            Call::Setfillpattern => {
                let (cell, count) = self.memory.rest(a[0], 8)?;
                let mut pattern = [0; 8];
                for (row, value) in pattern
                    .iter_mut()
                    .zip(&self.memory.cells[cell..cell + count])
                {
                    *row = *value as u8;
                }
                self.devices.pen.set_pattern(pattern, a[1]);
            }
            Call::Setlinestyle => self.devices.pen.set_line(a[0], a[1], a[2]),
            Call::Setwritemode => self.devices.pen.xor = n(0) == 1,
            Call::Settextstyle => {
                let pen = &mut self.devices.pen;
                (pen.upright, pen.size) = (n(1) == 1, n(2).clamp(1, 10));
            }
            Call::Settextjustify => self.devices.pen.justify = (n(0), n(1)),
            Call::Textwidth => {
                result = 8 * i64::from(pen.size) * self.shown(a[0])?.chars().count() as i64
            }
            Call::Textheight => result = 8 * i64::from(pen.size),
            Call::Outtext | Call::Outtextxy => {
                let along = call == Call::Outtext;
                let (x, y) = if along { (pen.x, pen.y) } else { (n(0), n(1)) };
                let text = self.shown(*a.last().unwrap_or(&0))?;
                self.draw(|pen, screen, left, top| pen.text(screen, left + x, top + y, &text));
                if along && pen.justify.0 == 0 && !pen.upright {
                    self.devices.pen.x += 8 * pen.size * text.chars().count() as i32;
                }
            }
            Call::Getpixel => {
                let (x, y) = (n(0) + pen.view[0], n(1) + pen.view[1]);
                result = self.console.screen().getpixel(x, y).unwrap_or(0).into();
            }
            Call::Drawpoly | Call::Fillpoly => {
                let (cell, count) = self.memory.rest(a[1], 2 * n(0).max(0) as usize)?;
                let points: Vec<i32> = self.memory.cells[cell..cell + count]
                    .iter()
                    .map(|n| *n as i16 as i32)
                    .collect();
                let points = points.chunks_exact(2);
                self.draw(|pen, screen, left, top| {
                    let points: Vec<(i32, i32)> =
                        points.map(|two| (left + two[0], top + two[1])).collect();
                    match call {
                        Call::Fillpoly => pen.polygon(screen, &points),
                        _ => pen.through(screen, &points),
                    }
                });
            }
            Call::Line
            | Call::Rectangle
            | Call::Bar
            | Call::Bar3d
            | Call::Circle
            | Call::Arc
            | Call::Ellipse
            | Call::Fillellipse
            | Call::Pieslice
            | Call::Floodfill
            | Call::Putpixel
            | Call::Clearviewport => {
                let numbers: [i32; 6] = std::array::from_fn(n);
                self.draw(|pen, screen, left, top| figure(call, numbers, pen, screen, left, top));
            }
            Call::Bioskey if n(0) == 1 => {
                result = self
                    .outside
                    .look(self.devices, self.console)?
                    .map_or(0, code);
            }
            Call::Bioskey if n(0) == 0 => {
                result = code(self.outside.key(self.devices, self.console)?)
            }
            Call::Bioskey => {}
            Call::Kbhit => {
                let second = self.devices.second.is_some();
                result =
                    (second || self.outside.look(self.devices, self.console)?.is_some()).into();
            }
            Call::Getch | Call::Getche => {
                result = match self.devices.second.take() {
                    Some(scan) => scan.into(),
                    None => {
                        let code = code(self.outside.key(self.devices, self.console)?);
                        if code & 0xFF == 0 {
                            self.devices.second = Some((code >> 8) as u8);
                        }
                        code & 0xFF
                    }
                };
                if call == Call::Getche && result != 0 {
                    self.print(&[result as u8]);
                }
            }
            Call::Delay => {
                let ms = a[0] as u16;
                if !self.again {
                    if self.devices.tone > 0 {
                        self.console.sound(self.devices.tone, ms.into());
                    }
                    self.console.delay(ms.into())?;
                }
            }
            Call::Sound => self.devices.tone = (a[0] as u16).into(),
            Call::Printf | Call::Sprintf => {
                let first = usize::from(call == Call::Sprintf);
                let text = self.formatted(call, &a[first..])?;
                result = text.len() as i64;
                match call {
                    Call::Printf => self.print(&text),
                    _ => self.memory.set_text(a[0], &text)?,
                }
            }
            Call::Puts => {
                let mut text = self.memory.text(a[0])?;
                text.push(b'\n');
                self.print(&text);
            }
            Call::Putchar => self.print(&[a[0] as u8]),
            Call::Gotoxy => {
                let within = |n: i32, most: u8| (n - 1).clamp(0, i32::from(most) - 1) as u8;
                self.devices.cursor = (within(n(0), COLUMNS), within(n(1), ROWS));
            }
            Call::Randomize => {
                let console = &mut *self.console;
                self.devices.random =
                    self.outside.number(self.devices, || console.now() as i64)? as u32;
            }
            Call::Srand => self.devices.random = a[0] as u16 as u32,
            Call::Rand => result = self.rand(),
            Call::Random => result = self.rand() * i64::from(n(0).max(0)) >> 15,
            Call::Time | Call::Clock => {
                let console = &mut *self.console;
                let ms = self.outside.number(self.devices, || console.now() as i64)?;
                // Turbo C's clock ticks 18.2 times a second.
                result = if call == Call::Clock {
                    ms * 182 / 10_000
                } else {
                    ms / 1000
                };
                if let (Call::Time, Some(to)) = (call, a.first().filter(|to| **to != 0)) {
                    let cell = self.memory.at(Pointer::unpack(*to))?;
                    self.memory.write(cell, result);
                }
            }
            Call::Exit => return Err(Trouble::Exit(a[0])),
            Call::Abs => result = i64::from(n(0).abs() as i16),
            Call::Labs => result = i64::from((a[0] as i32).wrapping_abs()),
            Call::Isdigit => result = i64::from((a[0] as u8).is_ascii_digit()),
            Call::Isalpha => result = i64::from((a[0] as u8).is_ascii_alphabetic()),
            Call::Toupper => {
                result = if n(0) < 128 {
                    (a[0] as u8).to_ascii_uppercase().into()
                } else {
                    a[0]
                }
            }
            Call::Tolower => {
                result = if n(0) < 128 {
                    (a[0] as u8).to_ascii_lowercase().into()
                } else {
                    a[0]
                }
            }
            Call::Memset | Call::Memcpy | Call::Memmove => result = self.cells(call, a)?,
            call => result = self.bytes(call, a)?,
        }
        Ok(result)
    }

    /// `string.h`: texts and memory.
    fn bytes(&mut self, call: Call, a: &[i64]) -> Result<i64, Trouble> {
        let count = |at: usize| a.get(at).map_or(0, |n| *n as u16 as usize);
        match call {
            Call::Strlen => return Ok(self.memory.text(a[0])?.len() as i64),
            Call::Atoi => {
                let text = String::from_utf8_lossy(&self.memory.text(a[0])?)
                    .trim_start()
                    .to_string();
                let sign = usize::from(text.starts_with(['-', '+']));
                let end = text[sign..]
                    .find(|c: char| !c.is_ascii_digit())
                    .map_or(text.len(), |n| sign + n);
                let digits = text[..end]
                    .trim_start_matches('+')
                    .get(..end.min(10))
                    .unwrap_or("0");
                return Ok(digits.parse::<i64>().unwrap_or(0) as i16 as i64);
            }
            Call::Strcmp | Call::Strncmp => {
                let most = if call == Call::Strncmp {
                    count(2)
                } else {
                    usize::MAX
                };
                let (mut one, mut two) = (self.memory.text(a[0])?, self.memory.text(a[1])?);
                one.truncate(most);
                two.truncate(most);
                return Ok(one.cmp(&two) as i64);
            }
            Call::Strchr => {
                let text = self.memory.text(a[0])?;
                let at = text.iter().chain(&[0]).position(|c| *c == a[1] as u8);
                return Ok(at.map_or(0, |at| a[0] + at as i64));
            }
            Call::Strcpy => {
                let text = self.memory.text(a[1])?;
                self.memory.set_text(a[0], &text)?;
            }
            Call::Strncpy => {
                let mut text = self.memory.text(a[1])?;
                text.resize(count(2), 0);
                self.memory.rest(a[0], usize::MAX)?;
                for (n, byte) in text.iter().enumerate() {
                    let mut to = Pointer::unpack(a[0]);
                    to.offset += n as u32;
                    let cell = self.memory.at(to)?;
                    self.memory.write(cell, i64::from(*byte as i8));
                }
            }
            Call::Strcat => {
                let mut text = self.memory.text(a[0])?;
                text.extend(self.memory.text(a[1])?);
                self.memory.set_text(a[0], &text)?;
            }
            Call::Itoa => {
                let text = digits(a[0], a[2]);
                self.memory.set_text(a[1], &text)?;
                return Ok(a[1]);
            }
            _ => {}
        }
        Ok(a[0])
    }

    /// `memset` and `memcpy`, which count in bytes. The compiler hands over how many a cell has.
    fn cells(&mut self, call: Call, a: &[i64]) -> Result<i64, Trouble> {
        let cell_bytes = a[3];
        let wanted = (a[2] as u16 as usize).div_ceil(cell_bytes as usize);
        if wanted == 0 {
            return Ok(a[0]);
        }
        let room = |memory: &Memory, pointer: i64| {
            let (cell, count) = memory.rest(pointer, wanted)?;
            if count < wanted {
                let mut past = Pointer::unpack(pointer);
                past.offset = past.cells;
                return Err(Astray::Outside(past));
            }
            Ok(cell)
        };
        let to = room(self.memory, a[0])?;
        if call == Call::Memset {
            let byte = i64::from(a[1] as u8);
            let value = match cell_bytes {
                1 => byte as i8 as i64,
                2 => (byte * 0x101) as i16 as i64,
                _ => (byte * 0x0101_0101) as i32 as i64,
            };
            (to..to + wanted).for_each(|cell| self.memory.write(cell, value));
            return Ok(a[0]);
        }
        let from = room(self.memory, a[1])?;
        let copied = self.memory.cells[from..from + wanted].to_vec();
        for (cell, value) in (to..).zip(copied) {
            self.memory.write(cell, value);
        }
        Ok(a[0])
    }

    fn draw(&mut self, drawing: impl FnOnce(&Pen, &mut Screen, i32, i32)) {
        let pen = self.devices.pen;
        pen.draw(self.console.screen(), |screen, left, top| {
            drawing(&pen, screen, left, top)
        });
    }

    fn clear(&mut self) {
        let screen = self.console.screen();
        self.devices.pen.ready(screen);
        screen.cleardevice();
        (self.devices.pen.x, self.devices.pen.y) = (0, 0);
        self.devices.cursor = (0, 0);
    }

    fn rand(&mut self) -> i64 {
        let random = &mut self.devices.random;
        *random = random.wrapping_mul(22_695_477).wrapping_add(1);
        i64::from(*random >> 16 & 0x7FFF)
    }

    fn shown(&self, pointer: i64) -> Result<String, Trouble> {
        Ok(String::from_utf8_lossy(&self.memory.text(pointer)?).into_owned())
    }

    fn formatted(&self, call: Call, a: &[i64]) -> Result<Vec<u8>, Trouble> {
        let form = self.memory.text(a[0])?;
        let mut values = a[1..].iter();
        let name = library::name(call);
        format(&form, |as_text| {
            let value = values.next().ok_or_else(|| {
                format!("The format of {name} asks for more values than there are")
            })?;
            Ok::<_, Trouble>(match as_text {
                true => Shown::Text(self.memory.text(*value)?),
                false => Shown::Number(*value),
            })
        })
    }

    /// Prints on the user's screen, 80 columns by 30 rows.
    fn print(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        self.output.truncate(self.devices.printed);
        // A program that prints without end is held in memory only so far.
        if self.output.len() < 1 << 20 {
            self.output.push_str(&text);
        }
        self.devices.printed = self.output.len();
        let (mut column, mut row) = self.devices.cursor;
        let screen = self.console.screen();
        screen.settextstyle(Font::Tall, 1);
        screen.setcolor(LIGHTGRAY);
        screen.setfillstyle(0);
        for c in text.chars() {
            match c {
                '\n' => (column, row) = (0, row + 1),
                '\r' => column = 0,
                '\t' => column = (column / 8 + 1) * 8,
                '\u{8}' => column = column.saturating_sub(1),
                '\u{7}' => {}
                c => {
                    let (x, y) = (8 * i32::from(column), 16 * i32::from(row));
                    screen.bar(x, y, x + 7, y + 15);
                    screen.outtextxy(x, y, c.encode_utf8(&mut [0; 4]));
                    column += 1;
                }
            }
            if column >= COLUMNS {
                (column, row) = (0, row + 1);
            }
            if row >= ROWS {
                scroll(screen);
                row = ROWS - 1;
            }
        }
        self.devices.cursor = (column, row);
    }
}

fn scroll(screen: &mut Screen) {
    let before = screen.clone();
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let color = before.getpixel(x, y + 16).unwrap_or(0);
            screen.putpixel(x, y, color);
        }
    }
}

fn figure(
    call: Call,
    [a, b, c, d, e, f]: [i32; 6],
    pen: &Pen,
    screen: &mut Screen,
    left: i32,
    top: i32,
) {
    let (x, y) = (left + a, top + b);
    match call {
        Call::Line => pen.line(screen, x, y, left + c, top + d),
        Call::Rectangle => {
            let (right, bottom) = (left + c, top + d);
            pen.line(screen, x, y, right, y);
            pen.line(screen, x, bottom, right, bottom);
            pen.line(screen, x, y, x, bottom);
            pen.line(screen, right, y, right, bottom);
        }
        Call::Bar => screen.bar(
            x.min(left + c),
            y.min(top + d),
            x.max(left + c),
            y.max(top + d),
        ),
        Call::Bar3d => pen.bar3d(screen, [x, y, left + c, top + d, e], f != 0),
        Call::Circle if pen.thick => (c - 1..=c + 1).for_each(|radius| screen.circle(x, y, radius)),
        Call::Circle => screen.circle(x, y, c),
        Call::Fillellipse => screen.fillellipse(x, y, c, d),
        Call::Arc if (c, d) == (0, 360) => screen.circle(x, y, e),
        Call::Arc => pen.through(screen, &curve(x, y, c, d, e, e)),
        Call::Ellipse => pen.through(screen, &curve(x, y, c, d, e, f)),
        Call::Pieslice => {
            let mut points = curve(x, y, c, d, e, e);
            points.push((x, y));
            pen.polygon(screen, &points);
        }
        Call::Floodfill => pen.flood(screen, x, y, c as u8 & 15),
        Call::Putpixel => screen.putpixel(x, y, c as u8 & 15),
        Call::Clearviewport => {
            screen.setfillstyle(0);
            screen.bar(left, top, pen.view[2], pen.view[3]);
        }
        _ => {}
    }
}

/// The rows of the screen that a call may change, the first and the last; `None` if it draws nothing.
fn rows(call: Call, a: &[i64], pen: &Pen) -> Option<(i32, i32)> {
    let n = |at: usize| a.get(at).map_or(0, |n| *n as i16 as i32);
    let top = pen.view[1];
    let between = |one: i32, two: i32| Some((top + one.min(two) - 2, top + one.max(two) + 2));
    match call {
        Call::Line | Call::Rectangle | Call::Bar => between(n(1), n(3)),
        Call::Lineto => between(pen.y, n(1)),
        Call::Linerel => between(pen.y, pen.y + n(1)),
        Call::Putpixel => between(n(1), n(1)),
        Call::Circle => between(n(1) - n(2).abs(), n(1) + n(2).abs()),
        Call::Fillellipse => between(n(1) - n(3).abs(), n(1) + n(3).abs()),
        Call::Outtextxy if !pen.upright => between(n(1) - 8 * pen.size, n(1) + 8 * pen.size),
        Call::Initgraph
        | Call::Closegraph
        | Call::Cleardevice
        | Call::Clrscr
        | Call::Clearviewport
        | Call::Bar3d
        | Call::Arc
        | Call::Ellipse
        | Call::Pieslice
        | Call::Drawpoly
        | Call::Fillpoly
        | Call::Floodfill
        | Call::Outtext
        | Call::Outtextxy
        | Call::Printf
        | Call::Puts
        | Call::Putchar
        | Call::Getche => Some((0, HEIGHT - 1)),
        _ => None,
    }
}
