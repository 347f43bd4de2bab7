//! The functions of `string.h`, and the number conversions of `stdlib.h`.

use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::memory::Trap;
use super::text;
use super::types::{Kind, bits, real};

/// Compares two texts and returns -1, 0 or 1.
fn order(texts: [Vec<u8>; 2], ignores_case: bool) -> i64 {
    let [one, two] = texts.map(|text| if ignores_case { text.to_ascii_lowercase() } else { text });
    one.cmp(&two) as i64
}

impl LibCall<'_> {
    /// `itoa`, `ltoa` and `ultoa`: convert an integer of a kind to text. Only base 10 shows a minus sign.
    pub(crate) fn itoa(&mut self, kind: Kind) -> LibResult {
        let n = match kind {
            Kind::Int | Kind::Long if self.a[2] == 10 => self.a[0],
            Kind::Int => i64::from(self.a[0] as u16),
            _ => i64::from(self.a[0] as u32),
        };
        self.put_text(1, &text::digits(n, self.a[2]))
    }

    /// `strtol` and `strtoul`: parse an integer and clamp it to the range of the result.
    pub(crate) fn strtol(&mut self, least: i64, most: i64) -> LibResult {
        let (n, length) = text::integer(&self.text(0)?, self.a[2]);
        self.put_end(length)?;
        let clamped = n.clamp(least, most);
        if clamped != n {
            self.set_errno(text::RANGE)?;
        }
        Ok(Kind::Long.wrap(clamped))
    }

    pub(crate) fn strtod(&mut self) -> LibResult {
        let (n, length) = text::with_point(&self.text(0)?);
        self.put_end(length)?;
        Ok(bits(n))
    }

    /// Stores the end of the parsed number at the address in the second argument, unless that is NULL.
    fn put_end(&mut self, length: usize) -> LibResult {
        if self.a[1] == 0 { Ok(0) } else { self.put(1, Kind::Pointer, self.a[0] + length as i64) }
    }

    /// `gcvt`: formats like `%g`.
    pub(crate) fn gcvt(&mut self) -> LibResult {
        let text = text::general_to(real(self.a[0]), self.a[1].clamp(1, 18) as usize, false);
        self.put_text(2, text.as_bytes())
    }

    /// `ecvt` and `fcvt`: return only the digits, and store the position of the decimal point and the sign.
    pub(crate) fn ecvt(&mut self, is_whole: bool) -> LibResult {
        let (n, count) = (real(self.a[0]), self.a[1].clamp(0, 18) as usize);
        let (digits, point) = text::digits_of(n.abs(), count, is_whole);
        self.put(2, Kind::Int, point)?;
        self.put(3, Kind::Int, n.is_sign_negative().into())?;
        self.return_text(&digits)
    }

    /// `strcmp` and its variants: a third argument limits the length.
    pub(crate) fn compare(&mut self, ignores_case: bool) -> LibResult {
        let most = self.a.get(2).map_or(usize::MAX, |n| *n as usize);
        let (mut one, mut two) = (self.text(0)?, self.text(1)?);
        one.truncate(most);
        two.truncate(most);
        Ok(order([one, two], ignores_case))
    }

    fn pointer_to(&self, at: Option<usize>) -> LibResult {
        Ok(at.map_or(0, |at| self.a[0] + at as i64))
    }

    /// Returns the set of the characters in the second argument.
    fn char_set(&mut self) -> Result<[bool; 256], Trap> {
        let text = self.text(1)?;
        Ok(std::array::from_fn(|c| text.contains(&(c as u8))))
    }

    /// `strspn` or `strcspn`: returns the length of the prefix whose characters are inside or outside a set.
    pub(crate) fn span(&mut self, inside: bool) -> LibResult {
        let set = self.char_set()?;
        let text = self.text(0)?;
        let fits = |c: &&u8| set[usize::from(**c)] == inside;
        Ok(text.iter().take_while(fits).count() as i64)
    }

    pub(crate) fn strpbrk(&mut self) -> LibResult {
        let set = self.char_set()?;
        let text = self.text(0)?;
        self.pointer_to(text.iter().position(|c| set[usize::from(*c)]))
    }

    /// `strtok`: returns the next token and ends it with a 0.
    pub(crate) fn strtok(&mut self) -> LibResult {
        let set = self.char_set()?;
        if self.a[0] == 0 {
            self.a[0] = self.machine.devices.token;
        }
        if self.a[0] == 0 {
            return Ok(0);
        }
        let text = self.text(0)?;
        let parts = |c: &u8| set[usize::from(*c)];
        let first = text.iter().take_while(|c| parts(c)).count();
        let length = text[first..].iter().take_while(|c| !parts(c)).count();
        let end = self.a[0] + (first + length) as i64;
        let ends = first + length == text.len();
        if !ends {
            self.machine.memory.set_bytes(end, &[0])?;
        }
        self.machine.devices.token = if ends { 0 } else { end + 1 };
        self.pointer_to((length > 0).then_some(first))
    }

    /// `strset` and `strnset`: fill a string with one character.
    pub(crate) fn strset(&mut self) -> LibResult {
        let most = self.a.get(2).map_or(usize::MAX, |n| *n as usize);
        let (mut text, c) = (self.text(0)?, self.a[1] as u8);
        text.iter_mut().take(most).for_each(|old| *old = c);
        self.set_text(&text)
    }

    /// `_strerror`: returns the message for the last error, after the program's own text.
    pub(crate) fn own_error(&mut self) -> LibResult {
        let errno = self.errno()?;
        let text = if self.a[0] == 0 { Vec::new() } else { self.text(0)? };
        let before = String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
        let colon = if before.is_empty() { "" } else { ": " };
        self.return_text(&format!("{before}{colon}{}\n", text::error(errno)))
    }

    /// `strchr` and `strrchr`: find a character, or the 0 at the end.
    pub(crate) fn strchr(&mut self, last: bool) -> LibResult {
        let (mut text, wanted) = (self.text(0)?, self.a[1] as u8);
        text.push(0);
        let is_it = |c: &u8| *c == wanted;
        self.pointer_to(if last { text.iter().rposition(is_it) } else { text.iter().position(is_it) })
    }

    /// `stpcpy`: copies like `strcpy` and returns the end of the copy.
    pub(crate) fn stpcpy(&mut self) -> LibResult {
        let text = self.text(1)?;
        Ok(self.set_text(&text)? + text.len() as i64)
    }

    pub(crate) fn change(&mut self, change: fn(&mut Vec<u8>)) -> LibResult {
        let mut text = self.text(0)?;
        change(&mut text);
        self.set_text(&text)
    }

    pub(crate) fn strncat(&mut self) -> LibResult {
        let (mut text, mut more) = (self.text(0)?, self.text(1)?);
        more.truncate(self.a[2] as usize);
        text.extend(more);
        self.set_text(&text)
    }

    pub(crate) fn strstr(&mut self) -> LibResult {
        let (text, wanted) = (self.text(0)?, self.text(1)?);
        self.machine.worked(text.len() * wanted.len() / 8);
        let at = match wanted.is_empty() {
            true => Some(0),
            false => text.windows(wanted.len()).position(|part| part == wanted),
        };
        self.pointer_to(at)
    }

    pub(crate) fn atol(&mut self) -> LibResult {
        let (number, _) = text::integer(&self.text(0)?, 10);
        Ok(Kind::Long.wrap(number))
    }

    pub(crate) fn is(&self, these: fn(u8) -> bool) -> LibResult {
        Ok(these(self.a[0] as u8).into())
    }

    pub(crate) fn letter(&self, change: fn(&u8) -> u8) -> LibResult {
        Ok(u8::try_from(self.a[0]).map_or(self.a[0], |c| change(&c).into()))
    }

    pub(crate) fn strncpy(&mut self) -> LibResult {
        let (mut text, count) = (self.text(1)?, self.a[2] as usize);
        self.machine.worked(count);
        text.resize(count, 0);
        self.machine.memory.set_bytes(self.a[0], &text)?;
        Ok(self.a[0])
    }

    pub(crate) fn strcat(&mut self) -> LibResult {
        let text = [self.text(0)?, self.text(1)?].concat();
        self.set_text(&text)
    }

    fn bytes(&mut self, at: usize) -> Result<Vec<u8>, Trap> {
        let count = self.a[2] as usize;
        self.machine.worked(count);
        self.bytes_at(self.a[at], count)
    }

    pub(crate) fn memcmp(&mut self, ignores_case: bool) -> LibResult {
        Ok(order([self.bytes(0)?, self.bytes(1)?], ignores_case))
    }

    pub(crate) fn memchr(&mut self) -> LibResult {
        let wanted = self.a[1] as u8;
        let at = self.bytes(0)?.iter().position(|c| *c == wanted);
        self.pointer_to(at)
    }

    /// `memccpy`: copies up to and including a character, and returns a pointer behind the copy of that
    /// character.
    pub(crate) fn memccpy(&mut self) -> LibResult {
        let (wanted, most) = (self.a[2] as u8, self.a[3] as usize);
        let (first, room) = self.machine.memory.rest(self.a[1], 1)?;
        let mut all = first..first + room.min(most);
        let end = all.position(|cell| self.machine.memory.byte(cell) == Some(wanted)).map(|at| at + 1);
        self.a[2] = end.unwrap_or(most) as i64;
        self.memcpy()?;
        self.pointer_to(end)
    }

    pub(crate) fn memset(&mut self) -> LibResult {
        let count = self.a[2] as usize;
        self.machine.worked(count);
        self.put_bytes(self.a[0], &vec![self.a[1] as u8; count])?;
        Ok(self.a[0])
    }

    pub(crate) fn memcpy(&mut self) -> LibResult {
        let count = self.a[2] as usize;
        let is_outside = |pointer: &i64| Pointer::unpack(*pointer).outer_address().is_some();
        self.machine.worked(count);
        if self.a[..2].iter().any(is_outside) {
            let bytes = self.bytes_at(self.a[1], count)?;
            self.put_bytes(self.a[0], &bytes)?;
        } else if count > 0 {
            let memory = &mut self.machine.memory;
            let (to, from) = (memory.rest(self.a[0], count)?.0, memory.rest(self.a[1], count)?.0);
            memory.copy(to, from, count);
        }
        Ok(self.a[0])
    }

    /// `_swap`: exchanges two elements of an array.
    pub(crate) fn swap(&mut self) -> LibResult {
        let count = self.a[2] as usize;
        self.machine.worked(count);
        let memory = &mut self.machine.memory;
        let (one, two) = (memory.rest(self.a[0], count)?.0, memory.rest(self.a[1], count)?.0);
        let held = memory.taken(one, count);
        memory.copy(one, two, count);
        held.into_iter().for_each(|(offset, kind, value)| memory.store(kind, two + offset, value));
        Ok(0)
    }

    /// `strxfrm`: copies, because the collation order is the byte order.
    pub(crate) fn strxfrm(&mut self) -> LibResult {
        let (text, room) = (self.text(1)?, self.a[2] as usize);
        if room > 0 {
            let copied = &text[..text.len().min(room - 1)];
            self.put_text(0, copied)?;
        }
        Ok(text.len() as i64)
    }

    /// `swab`: copies characters and swaps each pair.
    pub(crate) fn swab(&mut self) -> LibResult {
        let count = self.a[2].max(0) as usize & !1;
        let mut letters = self.machine.memory.bytes(self.a[0], count)?;
        letters.chunks_exact_mut(2).for_each(|two| two.swap(0, 1));
        self.machine.memory.set_bytes(self.a[1], &letters)?;
        Ok(0)
    }
}
