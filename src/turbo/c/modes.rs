//! The graphics modes by driver and number, and the messages of `grapherrormsg`.

use crate::dos::bgi::PALETTE;

/// A graphics mode. `most` is its highest colour number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) driver: i32,
    pub(crate) number: i32,
    name: &'static str,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) most: u8,
    pub(crate) pages: u8,
}

const fn mode(
    [driver, number]: [i32; 2],
    name: &'static str,
    [width, height]: [i32; 2],
    [most, pages]: [u8; 2],
) -> Mode {
    Mode { driver, number, name, width, height, most, pages }
}

/// The high-resolution mode of a VGA, which `DETECT` selects.
pub(crate) const VGAHI: Mode = mode([9, 2], "VGA", [640, 480], [15, 1]);

/// The mode 13h of the BIOS.
pub(crate) const MCGA: Mode = mode([0, 0x13], "MCGA", [320, 200], [15, 1]);

/// The modes that fit into 640x480 pixels. IBM8514, Hercules and PC3270 screens are wider, so their modes are
/// missing.
const MODES: [Mode; 26] = [
    mode([1, 0], "CGA C0", [320, 200], [3, 1]),
    mode([1, 1], "CGA C1", [320, 200], [3, 1]),
    mode([1, 2], "CGA C2", [320, 200], [3, 1]),
    mode([1, 3], "CGA C3", [320, 200], [3, 1]),
    mode([1, 4], "CGA", [640, 200], [1, 1]),
    mode([2, 0], "MCGA C0", [320, 200], [3, 1]),
    mode([2, 1], "MCGA C1", [320, 200], [3, 1]),
    mode([2, 2], "MCGA C2", [320, 200], [3, 1]),
    mode([2, 3], "MCGA C3", [320, 200], [3, 1]),
    mode([2, 4], "MCGA", [640, 200], [1, 1]),
    mode([2, 5], "MCGA", [640, 480], [1, 1]),
    mode([3, 0], "EGA", [640, 200], [15, 4]),
    mode([3, 1], "EGA", [640, 350], [15, 2]),
    mode([4, 0], "EGA", [640, 200], [15, 1]),
    mode([4, 1], "EGA", [640, 350], [3, 1]),
    mode([5, 3], "EGA", [640, 350], [1, 2]),
    mode([8, 0], "AT&T C0", [320, 200], [3, 1]),
    mode([8, 1], "AT&T C1", [320, 200], [3, 1]),
    mode([8, 2], "AT&T C2", [320, 200], [3, 1]),
    mode([8, 3], "AT&T C3", [320, 200], [3, 1]),
    mode([8, 4], "AT&T", [640, 200], [1, 1]),
    mode([8, 5], "AT&T", [640, 400], [1, 1]),
    mode([9, 0], "VGA", [640, 200], [15, 4]),
    mode([9, 1], "VGA", [640, 350], [15, 2]),
    VGAHI,
    mode([4, 3], "EGA", [640, 350], [1, 1]),
];

/// The colours of the CGA palettes C0 to C3, starting with the background.
const CGA: [[u8; 4]; 4] = [[0, 10, 12, 14], [0, 11, 13, 15], [0, 2, 4, 6], [0, 3, 5, 7]];

impl Mode {
    /// Returns a text mode: 25 rows of 80 or 40 characters, or 30 rows of 80.
    pub(crate) fn text(number: i32) -> Mode {
        let size = match number {
            0 | 1 => [320, 400],
            64 => [640, 480],
            _ => [640, 400],
        };
        mode([0, number], "text", size, [15, 1])
    }

    pub(crate) fn new(driver: i32, number: i32) -> Option<Mode> {
        let mut modes = MODES.iter().copied();
        modes.find(|mode| (mode.driver, mode.number) == (driver, number))
    }

    pub(crate) fn range(driver: i32) -> Option<(i32, i32)> {
        let numbers = || {
            let modes = MODES.iter().filter(|mode| mode.driver == driver);
            modes.map(|mode| mode.number)
        };
        Some((numbers().min()?, numbers().max()?))
    }

    pub(crate) fn name(self) -> String {
        format!("{} x {} {}", self.width, self.height, self.name)
    }

    pub(crate) fn driver_name(self) -> &'static str {
        match self.driver {
            1 => "CGA",
            2 => "MCGA",
            8 => "ATT",
            _ => "EGAVGA",
        }
    }

    /// Returns the initial palette, as indices of the sixteen colours.
    pub(crate) fn palette(self) -> [u8; 16] {
        let four = CGA[self.number as usize % 4];
        std::array::from_fn(|n| match self.most {
            1 if n == 1 => 15,
            3 if n < 4 && self.width == 320 => four[n],
            _ => n as u8,
        })
    }

    /// Returns the relative width and height of a pixel on a 4:3 monitor.
    pub(crate) fn aspect(self) -> (i32, i32) {
        (40_000 * self.height / (3 * self.width), 10_000)
    }
}

/// The messages of `grapherrormsg`, for 0, -1, -2 and so on.
const ERRORS: &str = "\
    No error|(BGI) graphics not installed|Graphics hardware not detected|Device driver file not \
    found|Invalid device driver file|Not enough memory to load driver|Out of memory in scan fill|Out of \
    memory in flood fill|Font file not found|Not enough memory to load font|Invalid graphics mode for \
    selected driver|Graphics error|Graphics I/O error|Invalid font file|Invalid font number|Invalid \
    device number|Unknown error|Unknown error|Invalid File Version Number";

pub(crate) fn error(code: i32) -> &'static str {
    let found = usize::try_from(-i64::from(code)).ok();
    found.and_then(|n| ERRORS.split('|').nth(n)).unwrap_or("Unknown error")
}

/// Returns the index of the colour nearest to red, green and blue values from 0 to 255.
pub(crate) fn nearest(rgb: [i32; 3]) -> u8 {
    let distance = |known: u32| {
        let parts = [16, 8, 0].map(|by| (known >> by & 255) as i32);
        let differences = parts.iter().zip(rgb).map(|(one, two)| (one - two).pow(2));
        differences.sum::<i32>()
    };
    let nearest = PALETTE.into_iter().map(distance).zip(0..).min();
    nearest.map_or(0, |(_, color)| color)
}

/// The EGA numbers of the sixteen colours, with two bits each for red, green and blue.
pub(crate) const EGA: [i64; 16] = [0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63];

/// Returns the index of the colour nearest to an EGA number. Numbers below 16 are already indices.
pub(crate) fn of_ega(number: i32) -> u8 {
    let part = |bit: i32| 170 * (number >> bit & 1) + 85 * (number >> (bit + 3) & 1);
    match number & 63 {
        small @ 0..16 => small as u8,
        _ => nearest([part(2), part(1), part(0)]),
    }
}
