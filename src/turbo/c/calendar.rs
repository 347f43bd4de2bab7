//! `time.h`, and what `dos.h` says of date and time. A script begins on a day of 1991, so that its pictures are always the same; the
//! window knows the day of the computer, in universal time.

use std::time::{SystemTime, UNIX_EPOCH};

use super::calls::{Done, World};
use super::code::Pointer;
use super::memory::Trouble;
use super::modes::EGA;

/// Noon on the first of January 1991, in seconds since 1970.
const NOON_1991: i64 = 662_731_200;
const DAY: i64 = 86_400;
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Year, month from 1 and day of the month of a day since 1970, by the Gregorian calendar.
fn date(days: i64) -> (i64, i64, i64) {
    // Eras of 400 years begin on the first of March, behind the day that a leap year has more.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * era + year + carry, month, day)
}

/// The members of `struct tm`.
fn parts(seconds: i64) -> [i64; 9] {
    let (days, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = date(days);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month as usize - 1];
    let of_year = before + day - 1 + i64::from(leap && month > 2);
    let weekday = (days + 4).rem_euclid(7);
    [
        second % 60,
        second / 60 % 60,
        second / 3600,
        day,
        month - 1,
        year - 1900,
        weekday,
        of_year,
        0,
    ]
}

/// As `ctime` writes it, with the end of the line.
fn written(tm: [i64; 9]) -> String {
    let [second, minute, hour, day, month, year, weekday, ..] = tm;
    let name = |names: &[&'static str], n: i64| names.get(n as usize).copied().unwrap_or("???");
    format!(
        "{} {} {day:2} {hour:02}:{minute:02}:{second:02} {}\n",
        name(&DAYS, weekday),
        name(&MONTHS, month),
        1900 + year
    )
}

impl World<'_> {
    /// Now, in seconds since 1970.
    fn seconds(&mut self) -> Result<i64, Trouble> {
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

    pub(crate) fn time(&mut self) -> Done {
        let seconds = self.seconds()?;
        if self.a[0] != 0 {
            self.put(0, seconds)?;
        }
        Ok(seconds)
    }

    /// A pointer to a variable that a header declares.
    pub(crate) fn declared(&self, name: &str) -> Result<i64, Trouble> {
        let mut globals = self.machine.program.code().globals.iter();
        let found = globals.find(|global| global.name == name);
        let place = found.map(|global| Pointer::pack(global.slot.number(), global.ty.cells()));
        let missing = || format!("{} needs the #include of its header", self.name).into();
        place.ok_or_else(missing)
    }

    /// `getdefaultpalette`: the colours that the mode began with.
    pub(crate) fn default_palette(&mut self) -> Done {
        let mode = self.pen().mode;
        let palette = self.declared("_palette")?;
        let entries = mode.palette().map(|n| EGA[usize::from(n)]);
        let size = i64::from(mode.most) + 1;
        let numbers: Vec<i64> = std::iter::once(size).chain(entries).collect();
        self.machine.memory.set_numbers(palette, &numbers)?;
        Ok(palette)
    }

    pub(crate) fn localtime(&mut self) -> Done {
        let seconds = self.machine.memory.numbers(self.a[0], 1)?[0];
        let tm = self.declared("_tm")?;
        self.machine.memory.set_numbers(tm, &parts(seconds))?;
        Ok(tm)
    }

    pub(crate) fn ctime(&mut self) -> Done {
        let seconds = self.machine.memory.numbers(self.a[0], 1)?[0];
        self.write_time(parts(seconds))
    }

    pub(crate) fn asctime(&mut self) -> Done {
        let numbers = self.machine.memory.numbers(self.a[0], 9)?;
        let tm = std::array::from_fn(|n| numbers[n]);
        self.write_time(tm)
    }

    fn write_time(&mut self, tm: [i64; 9]) -> Done {
        let text = self.declared("_time")?;
        self.machine.memory.set_text(text, written(tm).as_bytes())?;
        Ok(text)
    }

    /// `gettime`: minutes, hours, hundredths and seconds.
    pub(crate) fn gettime(&mut self) -> Done {
        let hundredths = self.clock()? / 10 % 100;
        let [second, minute, hour, ..] = parts(self.seconds()?);
        self.machine
            .memory
            .set_numbers(self.a[0], &[minute, hour, hundredths, second])?;
        Ok(0)
    }

    /// `getdate`: year, day and month.
    pub(crate) fn getdate(&mut self) -> Done {
        let [_, _, _, day, month, year, ..] = parts(self.seconds()?);
        self.machine
            .memory
            .set_numbers(self.a[0], &[year + 1900, day, month + 1])?;
        Ok(0)
    }

    /// `getviewsettings` and its relatives: settings as the members of a `struct`.
    pub(crate) fn settings(&mut self) -> Done {
        let pen = self.machine.devices.pen;
        let numbers = match self.name {
            "getviewsettings" => {
                let [left, top, right, bottom] = pen.view.map(i64::from);
                vec![left, top, right, bottom, pen.clips.into()]
            }
            "gettextsettings" => {
                let justify = [pen.justify.0, pen.justify.1].map(i64::from);
                vec![
                    pen.font.into(),
                    pen.upright.into(),
                    pen.size.into(),
                    justify[0],
                    justify[1],
                ]
            }
            "getpalette" => {
                let count = usize::from(pen.mode.most) + 1;
                let entries = pen.palette.map(|n| EGA[usize::from(n)]);
                let entries = entries.into_iter().take(count);
                std::iter::once(count as i64).chain(entries).collect()
            }
            "getlinesettings" => {
                let thickness = if pen.thick { 3 } else { 1 };
                vec![pen.line_style.into(), pen.line.into(), thickness]
            }
            "getfillsettings" => vec![pen.fill_style.into(), pen.fill_color.into()],
            "getfillpattern" => {
                let row = |bits: u8| i64::from(bits.reverse_bits() as i8);
                pen.fill.map(row).to_vec()
            }
            _ => {
                let [x, y, from_x, from_y, to_x, to_y] = pen.arc.map(i64::from);
                vec![x, y, from_x, from_y, to_x, to_y]
            }
        };
        self.machine.memory.set_numbers(self.a[0], &numbers)?;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        for (seconds, text) in [
            (0, "Thu Jan  1 00:00:00 1970\n"),
            (951_782_399, "Mon Feb 28 23:59:59 2000\n"),
            (951_782_400, "Tue Feb 29 00:00:00 2000\n"),
            (NOON_1991, "Tue Jan  1 12:00:00 1991\n"),
            (1_798_761_599, "Thu Dec 31 23:59:59 2026\n"),
        ] {
            assert_eq!(written(parts(seconds)), text);
        }
        assert_eq!(parts(1_735_603_200)[7], 365, "the last day of a leap year");
    }
}
