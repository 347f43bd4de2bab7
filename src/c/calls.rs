//! What the functions of the library do.

use super::code::Pointer;
use super::devices::{COLUMNS, Devices, Outside, ROWS, code};
use super::graphics::{Pen, changed, curve};
use super::library::{self, Call};
use super::memory::{Astray, Memory};
use crate::dos::bgi::{HEIGHT, WIDTH};
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

    /// The call as a line: its name, its numbers and texts. What a pointer points to is left out.
    pub fn written(&self, call: Call, arguments: &[i64]) -> String {
        let mut line = library::name(call).to_string();
        for (letter, a) in library::letters(call).chars().zip(arguments) {
            match letter {
                's' => line += &format!(" {}", self.shown(*a).unwrap_or_default()),
                'p' => {}
                _ => line += &format!(" {a}"),
            }
        }
        line
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
            Call::Moveto | Call::Moverel | Call::Lineto | Call::Linerel => {
                let far = matches!(call, Call::Moveto | Call::Lineto);
                let from = if far { (0, 0) } else { (pen.x, pen.y) };
                // BGI's coordinates are ints.
                let to = |from: i32, by: i32| i32::from((from + by) as i16);
                let (x, y) = (to(from.0, n(0)), to(from.1, n(1)));
                if let Call::Lineto | Call::Linerel = call {
                    self.draw(|pen, screen, left, top| {
                        pen.line(screen, left + pen.x, top + pen.y, left + x, top + y)
                    });
                }
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
                    let width = 8 * pen.size * text.chars().count() as i32;
                    self.devices.pen.x = i32::from((pen.x + width) as i16);
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
            Call::Random => result = (self.rand() * i64::from(n(0).max(0))) >> 15,
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
        Call::Arc => pen.along(screen, &curve(x, y, c, d, e, e)),
        Call::Ellipse => pen.along(screen, &curve(x, y, c, d, e, f)),
        Call::Pieslice => pen.slice(screen, x, y, curve(x, y, c, d, e, e)),
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
