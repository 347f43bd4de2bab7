//! The dates and times of `time.h` and `dos.h`. A scripted run begins in 1991, so that its screenshots never
//! change; a windowed run uses the computer's clock, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};
use words::say;

use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::graphics::GraphicsState;
use super::memory::Trap;
use super::modes::EGA;
use super::types::Kind;

/// Noon on 1 January 1991, in seconds since 1970.
const NOON_1991: i64 = 662_731_200;
const DAY: i64 = 86_400;
const DAYS: &str = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday";
const MONTHS: &str = "January February March April May June July August September October November December";
/// The length of the abbreviated name of a day or month.
const SHORT: usize = 3;

/// Returns the members of `struct tm` for a time.
pub(super) fn parts(seconds: i64) -> [i64; 9] {
    let (days, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    // A lower bound for years before and after 1970.
    let mut year = 1970 + days.div_euclid(366).min(days.div_euclid(365));
    while day_of(year + 1, 1, 1) <= days {
        year += 1;
    }
    let month = (2..=12).rfind(|month| day_of(year, *month, 1) <= days).unwrap_or(1);
    let day = days - day_of(year, month, 1) + 1;
    let [minute, hour] = [second / 60 % 60, second / 3600];
    let (weekday, of_year) = ((days + 4).rem_euclid(7), days - day_of(year, 1, 1));
    [second % 60, minute, hour, day, month - 1, year - 1900, weekday, of_year, 0]
}

/// Returns the number of days from 1 January 1970 to a date. The month counts from 1 and may be out of range.
fn day_of(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have the leap day at their end.
    let months = 12 * year + month - 3;
    let (year, from_march) = (months.div_euclid(12), months.rem_euclid(12));
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    days + of_year - 719_468
}

/// Returns the name with index `n` in a list, cut to `length` characters.
fn name(names: &'static str, n: i64, length: usize) -> &'static str {
    let name = names.split(' ').nth(n as usize).unwrap_or("???");
    name.get(..length).unwrap_or(name)
}

/// Formats one conversion of `strftime`.
fn formatted(letter: char, tm: [i64; 9]) -> String {
    let [second, minute, hour, day, month, year, weekday, of_year, _] = tm;
    match letter {
        'a' => name(DAYS, weekday, SHORT).to_string(),
        'A' => name(DAYS, weekday, usize::MAX).to_string(),
        'b' => name(MONTHS, month, SHORT).to_string(),
        'B' => name(MONTHS, month, usize::MAX).to_string(),
        'c' => ctime_text(tm).trim_end().to_string(),
        'd' => format!("{day:02}"),
        'H' => format!("{hour:02}"),
        'I' => format!("{:02}", (hour + 11) % 12 + 1),
        'j' => format!("{:03}", of_year + 1),
        'm' => format!("{:02}", month + 1),
        'M' => format!("{minute:02}"),
        'p' => if hour < 12 { "AM" } else { "PM" }.to_string(),
        'S' => format!("{second:02}"),
        'U' => format!("{:02}", (of_year + 7 - weekday) / 7),
        'w' => weekday.to_string(),
        'W' => format!("{:02}", (of_year + 7 - (weekday + 6) % 7) / 7),
        'x' => format!("{:02}/{day:02}/{:02}", month + 1, year % 100),
        'X' => format!("{hour:02}:{minute:02}:{second:02}"),
        'y' => format!("{:02}", year % 100),
        'Y' => (1900 + year).to_string(),
        'Z' => "GMT".to_string(),
        letter => letter.to_string(),
    }
}

/// Formats a time like `ctime`, with the newline.
fn ctime_text(tm: [i64; 9]) -> String {
    let [second, minute, hour, day, month, year, weekday, ..] = tm;
    format!(
        "{} {} {day:2} {hour:02}:{minute:02}:{second:02} {}\n",
        name(DAYS, weekday, SHORT),
        name(MONTHS, month, SHORT),
        1900 + year
    )
}

impl LibCall<'_> {
    fn seconds(&mut self) -> Result<i64, Trap> {
        let passed = self.clock()? / 1000;
        let real = self.console.real_time();
        let begun = self.machine.begun.get_or_init(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            match now {
                Ok(now) if real => now.as_secs() as i64 - passed,
                _ => NOON_1991,
            }
        });
        Ok(begun + passed)
    }

    pub(crate) fn time(&mut self) -> LibResult {
        let seconds = self.seconds()?;
        if self.a[0] != 0 {
            self.put(0, Kind::Long, seconds)?;
        }
        Ok(seconds)
    }

    /// Returns a pointer to a variable that a header declares.
    pub(crate) fn declared(&self, name: &str) -> Result<i64, Trap> {
        let mut globals = self.machine.program.code().globals.iter();
        let found = globals.find(|global| global.name == name);
        let place = found.map(|global| Pointer::pack(global.slot.number(), global.ty.bytes()));
        let name = self.name();
        place.ok_or_else(|| say!("{value} needs its header: add the #include", value = name).into())
    }

    /// `getdefaultpalette`: returns the initial palette of the mode.
    pub(crate) fn default_palette(&mut self) -> LibResult {
        let mode = self.graphics().mode;
        let palette = self.declared("_palette")?;
        let entries = mode.palette().map(|n| EGA[usize::from(n)]);
        let size = i64::from(mode.most) + 1;
        let numbers: Vec<i64> = std::iter::once(size).chain(entries).collect();
        self.machine.memory.set_numbers(palette, "bc", &numbers)?;
        Ok(palette)
    }

    pub(crate) fn localtime(&mut self) -> LibResult {
        let seconds = self.pointed_to(0, Kind::Long)?;
        let tm = self.declared("_tm")?;
        self.machine.memory.set_numbers(tm, "i", &parts(seconds))?;
        Ok(tm)
    }

    pub(crate) fn tm(&self, at: usize) -> Result<[i64; 9], Trap> {
        let numbers = self.machine.memory.numbers(self.a[at], "i", 9)?;
        Ok(std::array::from_fn(|n| numbers[n]))
    }

    /// `mktime`: converts a date to seconds since 1970 and normalizes its members.
    pub(crate) fn mktime(&mut self) -> LibResult {
        let [second, minute, hour, day, month, year, ..] = self.tm(0)?;
        let days = day_of(1900 + year, month + 1, day);
        let seconds = days * DAY + hour * 3600 + minute * 60 + second;
        self.put_numbers(0, "i", &parts(seconds))?;
        Ok(seconds)
    }

    /// `strftime`: returns the length of the text, or 0 if the text does not fit.
    pub(crate) fn strftime(&mut self) -> LibResult {
        let (format, tm) = (self.text(2)?, self.tm(3)?);
        let mut text = String::new();
        let mut letters = format.iter().map(|c| char::from(*c));
        while let Some(c) = letters.next() {
            match c {
                '%' => text += &letters.next().map_or(String::new(), |c| formatted(c, tm)),
                c => text.push(c),
            }
        }
        if text.len() >= self.a[1] as usize {
            return Ok(0);
        }
        self.set_text(text.as_bytes())?;
        Ok(text.len() as i64)
    }

    /// Returns the current time and date, packed as in a DOS directory.
    pub(super) fn dos_time(&mut self) -> Result<(i64, i64), Trap> {
        let [second, minute, hour, day, month, year, ..] = parts(self.seconds()?);
        let time = hour << 11 | minute << 5 | second >> 1;
        Ok((time, (year - 80) << 9 | (month + 1) << 5 | day))
    }

    /// `dostounix`: converts a `struct date` and a `struct time` to seconds since 1970.
    pub(crate) fn dostounix(&mut self) -> LibResult {
        let date = self.machine.memory.numbers(self.a[0], "ic", 3)?;
        let days = day_of(date[0], date[2], date[1]);
        let time = self.machine.memory.numbers(self.a[1], "b", 4)?;
        Ok(days * DAY + time[1] * 3600 + time[0] * 60 + time[3])
    }

    /// `unixtodos`: the inverse of `dostounix`.
    pub(crate) fn unixtodos(&mut self) -> LibResult {
        let [second, minute, hour, day, month, year, ..] = parts(self.a[0]);
        self.put_numbers(1, "ic", &[year + 1900, day, month + 1])?;
        self.put_numbers(2, "b", &[minute, hour, 0, second])
    }

    /// `biostime`: returns the number of clock ticks since midnight.
    pub(crate) fn biostime(&mut self) -> LibResult {
        let hundredths = self.clock()? / 10 % 100;
        let of_day = 100 * self.seconds()?.rem_euclid(DAY) + hundredths;
        Ok(of_day * 182 / 1000)
    }

    pub(crate) fn write_time(&mut self, tm: [i64; 9]) -> LibResult {
        let text = self.declared("_time")?;
        self.machine.memory.set_text(text, ctime_text(tm).as_bytes())?;
        Ok(text)
    }

    /// `gettime`: stores minutes, hours, hundredths and seconds.
    pub(crate) fn gettime(&mut self) -> LibResult {
        let hundredths = self.clock()? / 10 % 100;
        let [second, minute, hour, ..] = parts(self.seconds()?);
        self.put_numbers(0, "b", &[minute, hour, hundredths, second])
    }

    /// `getdate`: stores year, day and month.
    pub(crate) fn getdate(&mut self) -> LibResult {
        let [_, _, _, day, month, year, ..] = parts(self.seconds()?);
        self.put_numbers(0, "ic", &[year + 1900, day, month + 1])
    }

    /// `getviewsettings` and similar functions: copy settings into a `struct` with members of these kinds.
    pub(crate) fn settings(
        &mut self,
        letters: &'static str,
        settings: fn(&GraphicsState) -> Vec<i32>,
    ) -> LibResult {
        let numbers: Vec<i64> = settings(self.graphics()).into_iter().map(i64::from).collect();
        self.put_numbers(0, letters, &numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_match_the_gregorian_calendar() {
        for (seconds, text) in [
            (0, "Thu Jan  1 00:00:00 1970\n"),
            (951_782_399, "Mon Feb 28 23:59:59 2000\n"),
            (951_782_400, "Tue Feb 29 00:00:00 2000\n"),
            (NOON_1991, "Tue Jan  1 12:00:00 1991\n"),
            (1_798_761_599, "Thu Dec 31 23:59:59 2026\n"),
        ] {
            assert_eq!(ctime_text(parts(seconds)), text);
        }
        assert_eq!(parts(1_735_603_200)[7], 365, "the last day of a leap year");
        for day in (-200_000..200_000).step_by(97) {
            let [.., of_month, month, year, _, _, _] = parts(day * DAY);
            assert_eq!(day_of(1900 + year, month + 1, of_month), day);
        }
    }
}
