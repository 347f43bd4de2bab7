//! The implementations of library functions.

use std::ops::Range;

use super::code::{FloatArgs, Pointer};
use super::devices::{NORMAL, TextWindow};
use super::files::STDOUT;
use super::graphics::{self, GraphicsState, Numbers, changed};
use super::history::Change;
use super::input::more_values;
use super::library::Function;
use super::machine::Machine;
use super::memory::{Memory, Trap};
use super::modes::{self, Mode, VGAHI};
use super::text::{self, Wanted, format};
use super::types::{Kind, bits, real};
use crate::dos::bgi::{COLORS, HEIGHT, WIDTH};
use crate::dos::drawing::Drawing;
use crate::dos::{Console, Key, Screen};
use words::say;

/// The maximum total length of the strings that one call inserts into its format, in bytes.
const MOST_PRINTED: usize = 65_535;
/// The time between two ticks of the PC's clock, in ms.
const TICK: i64 = 55;

pub(crate) type LibResult = Result<i64, Trap>;

/// A call of a library function, with the machine and the console that it works on.
pub(crate) struct LibCall<'a> {
    pub(crate) machine: &'a mut Machine,
    pub(crate) console: &'a mut dyn Console,
    /// True if the step is being replayed; the call then neither waits nor makes sounds.
    pub(crate) again: bool,
    pub(crate) function: &'static Function,
    /// The arguments, wrapped to the parameters' types.
    pub(crate) a: Vec<i64>,
    /// The set of arguments that are floating-point numbers.
    pub(crate) float_args: FloatArgs,
}

impl LibCall<'_> {
    /// Runs the function and logs its changes to devices and pixels.
    pub(crate) fn call(&mut self, draws: bool, action: impl FnOnce(&mut Self) -> LibResult) -> LibResult {
        if draws {
            self.machine.worked(self.pixels());
        }
        self.logged(|call| if draws { call.rows() } else { 0..0 }, action)
    }

    /// Runs an action and logs its changes to devices and to rows of pixels.
    pub(crate) fn logged(
        &mut self,
        rows: impl FnOnce(&Self) -> Range<usize>,
        action: impl FnOnce(&mut Self) -> LibResult,
    ) -> LibResult {
        if self.machine.memory.history.is_none() {
            return action(self);
        }
        let before = self.machine.devices;
        let rows = rows(self);
        let pixels = rows.start * WIDTH as usize..rows.end * WIDTH as usize;
        let picture = self.console.screen().pixels()[pixels.clone()].to_vec();
        let done = action(self);
        let now = &self.console.screen().pixels()[pixels.clone()];
        let runs = changed(&picture, now, pixels.start);
        if let Some(history) = &mut self.machine.memory.history {
            if !runs.is_empty() {
                history.rare(Change::Pixels(runs.into()));
            }
            if self.machine.devices != before {
                history.rare(Change::Devices(before.into()));
            }
        }
        done
    }

    /// Returns the screen rows that the call can change, estimated from its coordinates and other int
    /// arguments.
    fn rows(&self) -> Range<usize> {
        let GraphicsState { view, upright, .. } = self.machine.devices.graphics;
        let numbers = || self.function.letters.chars().zip(&self.a);
        let of = |letter: char| {
            let all = numbers().filter(move |(l, _)| *l == letter);
            all.map(|(_, a)| *a as i32)
        };
        let (Some(top), Some(bottom)) = (of('y').min(), of('y').max()) else {
            return 0..HEIGHT as usize;
        };
        if upright {
            return 0..HEIGHT as usize;
        }
        // The height of the largest letters with their descenders.
        let text = if of('s').count() > 0 { 300 } else { 0 };
        let reach = 2 + of('i').map(i32::abs).max().unwrap_or(0).max(text);
        let row = |y: i32| (view[1] + y).clamp(0, HEIGHT) as usize;
        row(top - reach)..row(bottom + reach + 1)
    }

    /// Formats the call as one line: name, numbers and texts, without pointers.
    pub(crate) fn describe(&mut self) -> String {
        let mut line = self.name().to_string();
        for (n, letter) in self.function.letters.chars().enumerate().take(self.a.len()) {
            match letter {
                'f' | 'r' | 's' => {
                    // An output buffer may be uninitialized.
                    let text = self.machine.memory.text(self.a[n]).unwrap_or_default();
                    line += &format!(" {}", String::from_utf8_lossy(&text));
                }
                'a' | 'o' | 'p' => {}
                'd' => line += &format!(" {}", text::general(real(self.a[n]))),
                _ => line += &format!(" {}", self.a[n]),
            }
        }
        line
    }

    pub(crate) fn name(&self) -> &'static str {
        self.function.name
    }

    pub(crate) fn n(&self, at: usize) -> i32 {
        self.a.get(at).map_or(0, |n| *n as i32)
    }

    pub(crate) fn graphics(&mut self) -> &mut GraphicsState {
        &mut self.machine.devices.graphics
    }

    pub(crate) fn text(&mut self, at: usize) -> Result<Vec<u8>, Trap> {
        let text = text_at(&self.machine.memory, self.a[at], self.name())?;
        let end = self.machine.memory.at(self.a[at], 1)? + text.len();
        if self.machine.memory.byte(end).is_none() {
            self.machine.unset(end);
        }
        self.machine.worked(text.len());
        Ok(text)
    }

    pub(crate) fn shown(&mut self, at: usize) -> Result<String, Trap> {
        let text = self.text(at)?;
        Ok(self.machine.program.shown(&text))
    }

    /// Returns the cost of the call's drawing, in pixels.
    fn pixels(&self) -> usize {
        let (lines, fills) = self.function.cost;
        // Filling a row costs as much as 16 pixels.
        let filled = || {
            let numbers = self.function.letters.chars().zip(&self.a).filter(|(l, _)| *l == 'i');
            let most = numbers.map(|(_, n)| n.unsigned_abs() as usize).max();
            16 * (self.rows().len() + most.unwrap_or(0))
        };
        lines * self.line_cost() + if fills { filled() } else { 0 }
    }

    /// The cost of the longest line, in pixels.
    fn line_cost(&self) -> usize {
        WIDTH as usize * if self.machine.devices.graphics.thick { 3 } else { 1 }
    }

    pub(crate) fn real(&mut self, function: fn(f64) -> f64) -> LibResult {
        let n = real(self.a[0]);
        self.real_result(function(n), n.is_finite())
    }

    pub(crate) fn float_args(&mut self, function: fn(f64, f64) -> f64) -> LibResult {
        let [a, b] = [0, 1].map(|n| real(self.a[n]));
        self.real_result(function(a, b), a.is_finite() && b.is_finite())
    }

    /// Returns a result and sets `errno` if finite arguments gave no number or an infinite one.
    fn real_result(&mut self, result: f64, is_finite: bool) -> LibResult {
        if is_finite && !result.is_finite() {
            self.set_errno(if result.is_nan() { text::DOMAIN } else { text::RANGE })?;
        }
        Ok(bits(result))
    }

    /// Stores a number at the address in an argument and returns 0.
    pub(crate) fn put(&mut self, at: usize, kind: Kind, n: i64) -> LibResult {
        self.machine.memory.set_number(self.a[at], kind, n).map(|()| 0)
    }

    /// Stores numbers at the address in an argument; see [`Memory::numbers`] for the letters.
    pub(crate) fn put_numbers(&mut self, at: usize, letters: &'static str, numbers: &[i64]) -> LibResult {
        self.machine.memory.set_numbers(self.a[at], letters, numbers)?;
        Ok(0)
    }

    /// Stores a string at the address in an argument and returns that address.
    pub(crate) fn put_text(&mut self, at: usize, text: &[u8]) -> LibResult {
        self.store_text(self.a[at], text)
    }

    /// Stores a string at an address and returns the address.
    pub(crate) fn store_text(&mut self, pointer: i64, text: &[u8]) -> LibResult {
        let (machine, needs) = (&mut *self.machine, text.len() + 1);
        let room = machine.memory.rest(pointer, 1).map_or(needs, |(_, room)| room);
        if room < needs {
            let text: String = machine.program.shown(text).chars().take(40).collect();
            let (text, name) =
                (format!("{text:?}"), machine.variable_name(Pointer::unpack(pointer).base as usize));
            let name = if name == "?" { say!("the memory there") } else { &name };
            return Err(
                say!("{text} needs {needs} characters: {name} has {room}", text, needs, name, room).into()
            );
        }
        machine.note_freed(pointer);
        machine.memory.set_text(pointer, text)?;
        Ok(pointer)
    }

    pub(crate) fn pointed_to(&self, at: usize, kind: Kind) -> LibResult {
        self.machine.memory.number(self.a[at], kind)
    }

    /// Splits a number into a fraction from 0.5 to 1 and a power of 2.
    pub(crate) fn frexp(&mut self) -> LibResult {
        let n = real(self.a[0]);
        if n == 0.0 || !n.is_finite() {
            self.put(1, Kind::Int, 0)?;
            return Ok(bits(n));
        }
        let mut power = n.abs().log2().floor() as i32 + 1;
        let mut fraction = n / f64::from(power).exp2();
        // The logarithm may have been rounded up.
        if fraction.abs() >= 1.0 {
            (fraction, power) = (fraction / 2.0, power + 1);
        }
        self.put(1, Kind::Int, power.into())?;
        Ok(bits(fraction))
    }

    pub(crate) fn modf(&mut self) -> LibResult {
        let n = real(self.a[0]);
        self.put(1, Kind::Double, bits(n.trunc()))?;
        Ok(bits(n.fract()))
    }

    /// `poly`: evaluates a polynomial, given its coefficients from the constant term up.
    pub(crate) fn poly(&mut self) -> LibResult {
        let count = self.a[1].max(0) as usize + 1;
        let coefficients = self.machine.memory.numbers(self.a[2], "d", count)?;
        let x = real(self.a[0]);
        let sum = coefficients.iter().rfold(0.0, |sum, c| sum * x + real(*c));
        Ok(bits(sum))
    }

    /// `setjmp`: saves the current call and position.
    pub(crate) fn setjmp(&mut self) -> LibResult {
        let machine = &mut *self.machine;
        let call = machine.calls[machine.calls.len() - 1];
        let [depth, at] = [machine.calls.len(), machine.at].map(|n| n as i64);
        let kept = [depth, call.base.into(), call.function.into(), at];
        self.put_numbers(0, "l", &kept)
    }

    /// `longjmp`: returns to the saved position, if its call is still in progress.
    pub(crate) fn longjmp(&mut self) -> LibResult {
        let machine = &*self.machine;
        let kept = machine.memory.numbers(self.a[0], "l", 4)?;
        let [depth, base, function, at] = [0, 1, 2, 3].map(|n| kept[n]);
        let call = (depth as usize).checked_sub(1).and_then(|n| machine.calls.get(n));
        if call.is_some_and(|c| (i64::from(c.base), i64::from(c.function)) == (base, function)) {
            let value = if self.a[1] == 0 { 1 } else { self.a[1] };
            return Err(Trap::LongJump(depth as usize, at as usize, value));
        }
        Err(say!("longjmp can only return to a function that called setjmp and has not ended").into())
    }

    /// `abort`: prints a message and exits with status 3.
    pub(crate) fn abort(&mut self) -> LibResult {
        self.print(b"Abnormal program termination\n");
        Err(Trap::Exit(3))
    }

    /// Warns that `int86` has no handler for an interrupt. The second argument is AX.
    pub(crate) fn interrupt(&mut self) -> LibResult {
        if self.n(1) == 0xFFFF {
            self.machine
                .note(say!("This machine calls handlers only for the clock (8, 0x1C) and the keyboard (9)"));
            return Ok(0);
        }
        self.machine.note(say!(
            "This machine ignores interrupt 0x{n} with AH = 0x{x}",
            n = format_args!("{:02X}", self.n(0)),
            x = format_args!("{:02X}", self.n(1) >> 8 & 0xFF)
        ));
        Ok(0)
    }

    /// `system`: supports the commands that programs use for their screen.
    pub(crate) fn system(&mut self) -> LibResult {
        let command = String::from_utf8_lossy(&self.text(0)?).trim().to_ascii_lowercase();
        let end = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
        let (name, arguments) = command.split_at(end);
        match name {
            "cls" => self.clrscr(),
            "color" => self.recolor(arguments.trim()),
            "pause" => self.pause(arguments.contains('>')),
            // The window keeps its title and its size.
            "mode" | "title" => Ok(0),
            _ => {
                let text =
                    say!("system runs only \"cls\" and \"pause\" here, because this machine has no DOS");
                self.machine.note(text);
                Ok(-1)
            }
        }
    }

    /// Waits for a key, with a prompt in the language of the program's texts.
    fn pause(&mut self, is_silent: bool) -> LibResult {
        let prompt = match self.machine.program.is_chinese() {
            _ if is_silent => "",
            true => "请按任意键继续. . . ",
            false => "Press any key to continue . . . ",
        };
        let encoding = self.machine.program.encoding();
        let bytes: Vec<u8> = prompt.chars().filter_map(|c| encoding.encode(c)).flatten().collect();
        self.print(&bytes);
        self.next_key()?;
        if !is_silent {
            self.print(b"\n");
        }
        Ok(0)
    }

    /// Recolours the screen: one hexadecimal digit gives the colour of the text, and a digit before it gives the
    /// background. Returns 1 if the colours are invalid or equal.
    fn recolor(&mut self, digits: &str) -> LibResult {
        let attribute = if digits.is_empty() { Some(NORMAL) } else { u8::from_str_radix(digits, 16).ok() };
        let Some(new) = attribute.filter(|new| new >> 4 != new & 15) else { return Ok(1) };
        let text = &mut self.machine.devices.text;
        (text.attribute, text.is_bright) = (new, true);
        let old = std::mem::replace(&mut text.console, new);
        self.machine.worked((WIDTH * HEIGHT) as usize);
        let screen = self.console.screen();
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            match screen.getpixel(x, y) {
                Some(color) if color == old >> 4 => screen.putpixel(x, y, new >> 4),
                Some(color) if color == old & 15 => screen.putpixel(x, y, new & 15),
                _ => {}
            }
        }
        Ok(0)
    }

    /// Draws with the call's arguments; coordinates are relative to the viewport.
    pub(crate) fn draw(&mut self, drawing: fn(&GraphicsState, &mut Screen, Numbers)) -> LibResult {
        let graphics = self.drawing_state();
        let mut numbers = Numbers::default();
        for (n, letter) in self.function.letters.chars().enumerate().take(self.a.len().min(6)) {
            let origin = match letter {
                'x' => graphics.view[0],
                'y' | 'Y' => graphics.view[1],
                _ => 0,
            };
            numbers[n] = self.n(n) + origin;
        }
        graphics.draw(self.console.screen(), |screen| drawing(&graphics, screen, numbers));
        self.drew(numbers, String::new());
        Ok(0)
    }

    /// Records a drawing for screen readers.
    fn drew(&mut self, numbers: Numbers, text: String) {
        let GraphicsState { color, fill_color, .. } = self.machine.devices.graphics;
        let colors = [color, fill_color].map(|color| COLORS[usize::from(color & 15)]);
        let drawing = Drawing { function: self.name(), numbers, colors, text };
        if let Some(history) = &mut self.machine.memory.history {
            history.rare(Change::Drew);
        }
        self.console.screen().drew(drawing);
    }

    /// Draws an arc and saves its centre and ends for `getarccoords`.
    pub(crate) fn arc(&mut self, drawing: fn(&GraphicsState, &mut Screen, Numbers)) -> LibResult {
        let [x, y, from, to, across] = [0, 1, 2, 3, 4].map(|n| self.n(n));
        let up = self.a.get(5).map_or(across, |n| *n as i32);
        let end = |degrees: i32| graphics::on_curve((x, y), (across, up), degrees);
        let (from, to) = (end(from), end(to));
        self.graphics().arc = [x, y, from.0, from.1, to.0, to.1];
        self.draw(drawing)
    }

    /// `putpixel`: does not copy the graphics state, because programs call this function for every pixel.
    pub(crate) fn putpixel(&mut self) -> LibResult {
        self.warn_before_initgraph();
        let [x, y, color] = [0, 1, 2].map(|n| self.n(n));
        let graphics = &self.machine.devices.graphics;
        graphics.putpixel(self.console.screen(), [x, y], color);
        Ok(0)
    }

    /// Stores two numbers at the addresses in two consecutive arguments.
    pub(super) fn put_both(&mut self, at: usize, (one, two): (i32, i32)) -> LibResult {
        self.put(at, Kind::Int, one.into())?;
        self.put(at + 1, Kind::Int, two.into())
    }

    pub(crate) fn detect(&mut self) -> LibResult {
        self.put_both(0, (9, 2))
    }

    pub(crate) fn initgraph(&mut self) -> LibResult {
        let [driver, number] = [self.pointed(0)?, self.pointed(1)?];
        if driver == 0 {
            self.detect()?;
            return self.begin(VGAHI);
        }
        if let Some(mode) = Mode::new(driver, number) {
            return self.begin(mode);
        }
        let result = if Mode::range(driver).is_some() { -10 } else { -2 };
        self.graphics().result = result;
        self.put(0, Kind::Int, result.into())
    }

    fn pointed(&mut self, at: usize) -> Result<i32, Trap> {
        Ok(i32::from(self.pointed_to(at, Kind::Int)? as i16))
    }

    pub(crate) fn setgraphmode(&mut self) -> LibResult {
        if let Some(mode) = Mode::new(self.graphics().mode.driver, self.n(0)) {
            return self.begin(mode);
        }
        self.graphics().result = -10;
        Ok(0)
    }

    /// Resets the settings to the mode's defaults, but keeps the picture.
    pub(crate) fn graphdefaults(&mut self) -> LibResult {
        let graphics = self.graphics();
        let (active, visual) = (graphics.active, graphics.visual);
        *graphics =
            GraphicsState { active, visual, begun: graphics.begun, ..GraphicsState::new(graphics.mode) };
        self.machine.devices.graphics.show(self.console.screen());
        Ok(0)
    }

    /// Switches to a graphics mode with default settings and a black screen.
    pub(super) fn begin(&mut self, mode: Mode) -> LibResult {
        *self.graphics() = GraphicsState { begun: true, ..GraphicsState::new(mode) };
        self.machine.devices.graphics.show(self.console.screen());
        self.clear()
    }

    pub(crate) fn closegraph(&mut self) -> LibResult {
        self.machine.devices.text = TextWindow::default();
        self.begin(VGAHI)?;
        self.graphics().begun = false;
        Ok(0)
    }

    /// Returns the graphics state for drawing. Drawing before `initgraph` works, but adds a warning.
    pub(crate) fn drawing_state(&mut self) -> GraphicsState {
        self.warn_before_initgraph();
        self.machine.devices.graphics
    }

    fn warn_before_initgraph(&mut self) {
        let machine = &mut *self.machine;
        let code = machine.program.code();
        // Warn only in a run of `main`, because a single function may be called on a screen that is already
        // in graphics mode.
        let outermost = machine.calls.first().map(|call| call.function as usize);
        let main_arguments = || outermost.is_some_and(|n| code.functions[n].name == "main");
        if !machine.devices.graphics.begun && main_arguments() {
            machine.devices.graphics.result = -1;
            machine.note(say!("Graphics not initialized (use initgraph)"));
        }
    }

    pub(crate) fn page(&mut self, choose: fn(&mut GraphicsState, u8)) -> LibResult {
        let page = self.n(0);
        if (0..self.graphics().mode.pages.into()).contains(&page) {
            choose(self.graphics(), page as u8);
            self.machine.devices.graphics.show(self.console.screen());
        }
        Ok(0)
    }

    /// `initwindow` of WinBGIm: opens the VGA screen and ignores the requested size.
    pub(crate) fn initwindow(&mut self) -> LibResult {
        self.machine.note(say!("initwindow belongs to WinBGIm: here it opens the 640x480 screen"));
        self.begin(VGAHI)
    }

    /// `getmoderange`: stores the lowest and highest mode of a driver, or -1 for an unknown driver.
    pub(crate) fn moderange(&mut self) -> LibResult {
        let driver = match self.n(0) {
            -1 => self.graphics().mode.driver,
            driver => driver,
        };
        self.put_both(1, Mode::range(driver).unwrap_or((-1, -1)))
    }

    pub(crate) fn modename(&mut self) -> LibResult {
        let name = Mode::new(self.graphics().mode.driver, self.n(0)).map(Mode::name);
        self.return_text(&name.unwrap_or_default())
    }

    /// Copies a string into the library's static buffer and returns a pointer to it.
    pub(crate) fn return_text(&mut self, text: &str) -> LibResult {
        let memory = self.declared("_text")?;
        self.machine.memory.set_text(memory, text.as_bytes())?;
        Ok(memory)
    }

    pub(crate) fn clear(&mut self) -> LibResult {
        let screen = self.console.screen();
        self.machine.devices.graphics.ready(screen);
        screen.cleardevice();
        (self.graphics().x, self.graphics().y) = (0, 0);
        self.machine.devices.cursor = (0, 0);
        Ok(0)
    }

    pub(crate) fn set(&mut self, setting: fn(&mut GraphicsState, Numbers)) -> LibResult {
        let numbers = std::array::from_fn(|n| self.n(n));
        setting(self.graphics(), numbers);
        Ok(0)
    }

    pub(crate) fn palette(&mut self, entry: i32, looks: u8) -> LibResult {
        let graphics = self.graphics();
        if !(0..=i32::from(graphics.mode.most)).contains(&entry) {
            graphics.result = -11;
            return Ok(0);
        }
        graphics.palette[entry as usize] = looks;
        graphics.background = graphics.palette[0];
        self.machine.devices.graphics.show(self.console.screen());
        Ok(0)
    }

    /// Sets the colours from a struct; -1 leaves an entry unchanged.
    pub(crate) fn setallpalette(&mut self) -> LibResult {
        let size = self.pointed_to(0, Kind::UnsignedChar)?;
        let count = size.clamp(0, 16) as usize + 1;
        let numbers = self.machine.memory.numbers(self.a[0], "bc", count)?;
        for (entry, color) in (0..).zip(&numbers[1..]) {
            if *color >= 0 {
                self.palette(entry, modes::of_ega(*color as i32))?;
            }
        }
        Ok(0)
    }

    /// Moves the current position to a point plus the offset in the call's arguments. If `down` is true, also
    /// draws a line from the old position to the new one.
    pub(crate) fn go(&mut self, (x, y): (i32, i32), down: bool) -> LibResult {
        // Coordinates are 16-bit ints in BGI.
        let to = |from: i32, by: i32| i32::from((from + by) as i16);
        let (x, y) = (to(x, self.n(0)), to(y, self.n(1)));
        if down {
            let graphics = self.drawing_state();
            let [left, top, ..] = graphics.view;
            let numbers = [left + graphics.x, top + graphics.y, left + x, top + y, 0, 0];
            graphics.draw(self.console.screen(), |screen| graphics.line(screen, numbers));
            self.drew(numbers, String::new());
        }
        (self.graphics().x, self.graphics().y) = (x, y);
        Ok(0)
    }

    pub(crate) fn position(&self) -> (i32, i32) {
        (self.machine.devices.graphics.x, self.machine.devices.graphics.y)
    }

    pub(crate) fn setfillpattern(&mut self) -> LibResult {
        let bytes = self.machine.memory.bytes(self.a[0], 8)?;
        let pattern = std::array::from_fn(|n| bytes[n]);
        let color = self.n(1);
        self.graphics().set_pattern(pattern, color);
        Ok(0)
    }

    pub(crate) fn textwidth(&mut self) -> LibResult {
        let text = self.shown(0)?;
        Ok(self.graphics().text_width(&text).into())
    }

    pub(crate) fn outtext(&mut self) -> LibResult {
        let (x, y) = self.position();
        self.write(x, y, 0)?;
        let width = self.textwidth()? as i32;
        let graphics = self.graphics();
        if graphics.justify.0 == 0 && !graphics.upright {
            graphics.x = i32::from((x + width) as i16);
        }
        Ok(0)
    }

    /// Writes the string in the argument with index `text` at a point.
    pub(crate) fn write(&mut self, x: i32, y: i32, text: usize) -> LibResult {
        let (text, graphics) = (self.shown(text)?, self.drawing_state());
        let height = 64 * graphics.size.max(4) as usize;
        let turned = if graphics.upright { 100 * height } else { 0 };
        self.machine.worked(height * text.len() + turned);
        let [left, top, ..] = graphics.view;
        graphics.draw(self.console.screen(), |screen| graphics.text(screen, left + x, top + y, &text));
        self.drew([left + x, top + y, 0, 0, 0, 0], text);
        Ok(0)
    }

    pub(crate) fn getpixel(&mut self) -> LibResult {
        let [left, top, ..] = self.graphics().view;
        let (x, y) = (left + self.n(0), top + self.n(1));
        Ok(self.console.screen().getpixel(x, y).unwrap_or(0).into())
    }

    pub(crate) fn points(&mut self, drawing: fn(&GraphicsState, &mut Screen, &[(i32, i32)])) -> LibResult {
        let count = 2 * self.n(0).max(0) as usize;
        let graphics = self.drawing_state();
        self.machine.worked(count * self.line_cost());
        let [left, top, ..] = graphics.view;
        let numbers = self.machine.memory.numbers(self.a[1], "i", count)?;
        let int = |n: i64| i32::from(n as i16);
        let point = |two: &[i64]| (left + int(two[0]), top + int(two[1]));
        let points: Vec<(i32, i32)> = numbers.chunks_exact(2).map(point).collect();
        graphics.draw(self.console.screen(), |screen| drawing(&graphics, screen, &points));
        let (x, y) = points.first().copied().unwrap_or_default();
        self.drew([x, y, points.len() as i32, 0, 0, 0], String::new());
        Ok(0)
    }

    fn key(&mut self) -> LibResult {
        if self.machine.handlers().is_some() && !self.machine.devices.ports.key_seen {
            return self.next_event();
        }
        Ok(code(self.next_key()?))
    }

    /// Waits for a key, for the mouse, or for a moment, so that the program's handlers run.
    fn next_event(&mut self) -> LibResult {
        self.machine.has_waited = true;
        match self.poll_mouse() {
            Some(_) => {}
            // The keys of a script come only to a program that waits.
            None if !self.console.real_time() => self.machine.devices.waiting = Some(self.next_key()?),
            None if self.look()?.is_none() => drop(self.wait(10)?),
            None => {}
        }
        Err(Trap::Repeat)
    }

    pub(super) fn look(&mut self) -> Result<Option<Key>, Trap> {
        let machine = &mut *self.machine;
        machine.has_waited = true;
        Ok(machine.inputs.look(&mut machine.devices, self.console)?)
    }

    pub(crate) fn bioskey(&mut self) -> LibResult {
        match self.n(0) {
            0 => self.key(),
            1 => Ok(self.look()?.map_or(0, code)),
            _ => Ok(self.modifiers().into()),
        }
    }

    /// The pressed modifier keys. A machine that can go back sees none, because it does not record them.
    pub(super) fn modifiers(&mut self) -> u8 {
        self.machine.has_waited = true;
        if self.machine.inputs.0.is_some() { 0 } else { self.console.modifiers() }
    }

    pub(crate) fn getch(&mut self) -> LibResult {
        if let Some(scan) = self.machine.devices.second.take() {
            return Ok(scan.into());
        }
        let code = self.key()?;
        if code & 0xFF == 0 {
            self.machine.devices.second = Some((code >> 8) as u8);
        }
        Ok(code & 0xFF)
    }

    pub(crate) fn getche(&mut self) -> LibResult {
        let c = self.getch()?;
        if c != 0 {
            self.print(&[c as u8]);
        }
        Ok(c)
    }

    /// `delay` and `sleep`: the program's handlers run at each tick of the clock.
    pub(crate) fn delay(&mut self, ms: i64) -> LibResult {
        if self.machine.handlers().is_none() {
            return self.wait(ms);
        }
        self.machine.has_waited = true;
        let left = Some(self.machine.devices.wait_left).filter(|left| *left > 0).unwrap_or(ms);
        let piece = left.min(TICK);
        self.wait(piece)?;
        self.machine.devices.wait_left = left - piece;
        if left > piece { Err(Trap::Repeat) } else { Ok(0) }
    }

    /// Waits for `ms` milliseconds while the current tone plays.
    pub(crate) fn wait(&mut self, ms: i64) -> LibResult {
        let (ms, tone) = (ms as u32, self.machine.devices.tone);
        if !self.again {
            if tone > 0 {
                self.console.hold(tone, ms);
            }
            self.console.delay(ms)?;
        }
        self.machine.devices.waited += u64::from(ms);
        Ok(0)
    }

    /// Starts a tone, or stops it if `tone` is 0.
    pub(crate) fn sound(&mut self, tone: u32) -> LibResult {
        if !self.again {
            self.console.hold(tone, 0);
        }
        self.machine.devices.tone = tone;
        Ok(0)
    }

    /// Formats the arguments that follow the format string, which is the argument with index `at`.
    pub(super) fn formatted(&mut self, at: usize) -> Result<Vec<u8>, Trap> {
        let text = self.text(at)?;
        let (name, float_args) = (self.name(), self.float_args);
        let mut values = (at + 1..).zip(&self.a[at + 1..]);
        let (mut differs, mut counts) = (None, Vec::new());
        let value = |wanted: Wanted| {
            let (n, value) = values.next().ok_or_else(|| more_values(name))?;
            let is_real = float_args.checked_shr(n as u32).is_some_and(|bits| bits & 1 == 1);
            if is_real != (wanted == Wanted::Real) {
                differs = Some(is_real);
            }
            if let Wanted::Count(count, is_long) = wanted {
                counts.push((*value, if is_long { Kind::Long } else { Kind::Int }, count));
            }
            Ok::<i64, Trap>(match (wanted, is_real) {
                (Wanted::Real, false) => Kind::Long.convert(*value, Kind::Double),
                (Wanted::Real, true) | (Wanted::Text, false) => *value,
                (_, true) => Kind::Double.convert(*value, Kind::Long),
                (Wanted::Other | Wanted::Count(..), false) => Pointer::far(*value),
            })
        };
        let (mut read, mut unknown) = (0, None);
        let shown = |pointer: i64| {
            // A function without a prototype may have taken the text's offset for an int.
            let is_number = pointer.unsigned_abs() <= u32::MAX.into();
            let found = if is_number { self.machine.near(pointer) } else { pointer };
            let text = match found {
                _ if pointer == 0 => b"(null)".to_vec(),
                0 => return Err(say!("{name}'s %s needs a string, but this is a number", name).into()),
                found => text_at(&self.machine.memory, found, name)?,
            };
            read += text.len();
            match read > MOST_PRINTED {
                true => {
                    Err(say!("{name} formats at most {MOST_PRINTED} bytes at once", name, MOST_PRINTED)
                        .into())
                }
                false => Ok(text),
            }
        };
        let formatted = format(&text, value, shown, |conversion| unknown = Some(conversion.to_vec()))?;
        for (pointer, kind, count) in counts {
            self.machine.memory.set_number(pointer, kind, count as i64)?;
        }
        if let Some(conversion) = unknown {
            let conversion = String::from_utf8_lossy(&conversion).into_owned();
            self.machine.note(say!(
                "{name} prints {conversion} unchanged, because C has no such conversion: %% prints a %",
                name,
                conversion
            ));
        }
        if let Some(is_real) = differs {
            self.machine.note(match is_real {
                true => {
                    say!("The format of {name} needs an integer, but this is a floating-point number", name)
                }
                false => {
                    say!("The format of {name} needs a floating-point number, but this is an integer", name)
                }
            });
        }
        self.machine.worked(read + formatted.len());
        Ok(formatted)
    }

    /// Calls `printf` or a similar function with the elements of the final `va_list` argument.
    pub(crate) fn spread(&mut self, action: fn(&mut Self) -> LibResult) -> LibResult {
        let list = self.a.pop().unwrap_or_default();
        let Pointer { base, bytes, offset } = Pointer::unpack(list);
        self.float_args = 0;
        if base == 0 || offset < bytes {
            let (first, count) = self.machine.memory.rest(list, 1)?;
            for (_, kind, value) in self.machine.memory.taken(first, count) {
                let bit = 1_u32.checked_shl(self.a.len() as u32).unwrap_or(0);
                self.float_args |= if kind.is_real() { bit } else { 0 };
                self.a.push(value);
            }
        }
        action(self)
    }

    pub(crate) fn printf(&mut self) -> LibResult {
        let text = self.formatted(0)?;
        self.write_stream(STDOUT, &text)
    }

    pub(crate) fn sprintf(&mut self) -> LibResult {
        let text = self.formatted(1)?;
        self.set_text(&text)?;
        Ok(text.len() as i64)
    }

    pub(crate) fn puts(&mut self) -> LibResult {
        let mut text = self.text(0)?;
        text.push(b'\n');
        self.write_stream(STDOUT, &text)
    }

    pub(crate) fn seed(&mut self, seed: i64) -> LibResult {
        self.machine.devices.random = seed as u32;
        Ok(0)
    }

    pub(crate) fn rand(&mut self) -> LibResult {
        let random = &mut self.machine.devices.random;
        *random = random.wrapping_mul(22_695_477).wrapping_add(1);
        Ok(i64::from(*random >> 16 & 0x7FFF))
    }

    pub(crate) fn clock(&mut self) -> LibResult {
        let machine = &mut *self.machine;
        Ok(machine.inputs.time(&mut machine.devices, self.console))
    }

    pub(crate) fn set_text(&mut self, text: &[u8]) -> LibResult {
        self.machine.worked(text.len());
        self.put_text(0, text)
    }
}

fn text_at(memory: &Memory, pointer: i64, name: &str) -> Result<Vec<u8>, Trap> {
    let (_, room) = memory.rest(pointer, 1)?;
    memory.text(pointer).map_err(|_| {
        say!("{name} got a string without an end: none of its {room} characters is 0", name, room).into()
    })
}

fn code(key: Key) -> i64 {
    i64::from(key.bioskey() as i16)
}
