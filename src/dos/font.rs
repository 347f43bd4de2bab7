//! The characters: font8x8's, and a few of the PC's that it lacks.

use font8x8::legacy;

/// Eight rows from the top; bit 0 is the leftmost pixel.
pub type Glyph = [u8; 8];

static BASIC: [Glyph; 128] = legacy::BASIC_LEGACY;
static LATIN: [Glyph; 96] = legacy::LATIN_LEGACY;
static BOXES: [Glyph; 128] = legacy::BOX_LEGACY;
static BLOCKS: [Glyph; 32] = legacy::BLOCK_LEGACY;

/// The arrows at 10h-1Fh of the PC's character set. font8x8 has none.
static ARROWS: [(char, Glyph); 6] = [
    ('↑', [0x18, 0x3C, 0x7E, 0x18, 0x18, 0x18, 0x18, 0x00]),
    ('↓', [0x18, 0x18, 0x18, 0x18, 0x7E, 0x3C, 0x18, 0x00]),
    ('→', [0x00, 0x18, 0x30, 0x7F, 0x30, 0x18, 0x00, 0x00]),
    ('←', [0x00, 0x0C, 0x06, 0x7F, 0x06, 0x0C, 0x00, 0x00]),
    ('►', [0x01, 0x07, 0x1F, 0x7F, 0x1F, 0x07, 0x01, 0x00]),
    ('◄', [0x40, 0x70, 0x7C, 0x7F, 0x7C, 0x70, 0x40, 0x00]),
];

/// The picture of a character, or that of `?` when there is none.
pub fn glyph(c: char) -> &'static Glyph {
    let from = |table: &'static [Glyph], first: u32| table.get((c as u32 - first) as usize);
    match c {
        '\u{0}'..='\u{7F}' => from(&BASIC, 0),
        '\u{A0}'..='\u{FF}' => from(&LATIN, 0xA0),
        '\u{2500}'..='\u{257F}' => from(&BOXES, 0x2500),
        '\u{2580}'..='\u{259F}' => from(&BLOCKS, 0x2580),
        _ => ARROWS.iter().find(|(a, _)| *a == c).map(|(_, g)| g),
    }
    .unwrap_or(&BASIC['?' as usize])
}
