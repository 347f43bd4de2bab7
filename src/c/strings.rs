//! The functions of `string.h`, and `printf` on the user's screen.

use super::calls::{Trouble, World};
use super::code::Pointer;
use super::devices::{COLUMNS, ROWS};
use super::library::{self, Call};
use super::memory::{Astray, Memory};
use super::text::{Shown, digits, format};
use crate::dos::Screen;
use crate::dos::bgi::{Font, HEIGHT, LIGHTGRAY, WIDTH};

impl World<'_> {
    /// `string.h`: texts and memory.
    pub fn bytes(&mut self, call: Call, a: &[i64]) -> Result<i64, Trouble> {
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
    pub fn cells(&mut self, call: Call, a: &[i64]) -> Result<i64, Trouble> {
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

    pub fn shown(&self, pointer: i64) -> Result<String, Trouble> {
        Ok(String::from_utf8_lossy(&self.memory.text(pointer)?).into_owned())
    }

    pub fn formatted(&self, call: Call, a: &[i64]) -> Result<Vec<u8>, Trouble> {
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
    pub fn print(&mut self, bytes: &[u8]) {
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
