//! The fonts: 8x8 pixels from `font8x8` with some additions, and 8x16 pixels from VGA's text mode.

use std::collections::HashMap;
use std::sync::LazyLock;

use font8x8::legacy;

use super::hanzi;

/// The characters of code page 437, the character set of the PC, in the order of their codes.
const CODE_PAGE_437: &str = "\
    \0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";
/// More Latin letters. In the font file their pictures come after the pictures of the code page.
const LATIN_BEYOND: &str = "¤¦¨©\u{AD}®¯³´¸¹¾ÀÁÂÃÈÊËÌÍÎÏÐÒÓÔÕ×ØÙÚÛÝÞãðõøýþ";

/// A glyph of 8x16 pixels: sixteen rows from the top, in which bit 0 is the leftmost pixel.
pub(crate) type TallGlyph = [u8; 16];

/// VGA's text font from UNI-VGA by Dmitry Bolkhovityanov (licence in `vga8x16.LICENSE`).
static TALL: LazyLock<HashMap<char, TallGlyph>> = LazyLock::new(|| {
    let (glyphs, _) = include_bytes!("vga8x16.bin").as_chunks::<16>();
    let chars = CODE_PAGE_437.chars().chain(LATIN_BEYOND.chars());
    let pictures = glyphs.iter().map(|rows| rows.map(u8::reverse_bits));
    chars.zip(pictures).collect()
});

/// The one or two cells of a character in the tall font, or the cell of `?` if the font lacks it.
pub(crate) fn tall_cells(c: char) -> &'static [TallGlyph] {
    let one = |c| TALL.get(&c).map(std::slice::from_ref);
    let two = || hanzi::cells(narrow(c)).map(|cells| &cells[..]);
    one(c).or_else(two).or(one('?')).unwrap_or_default()
}

/// The width of a character in cells: 2 for a Chinese character, otherwise 1.
pub(crate) fn columns(c: char) -> usize {
    if c.is_ascii() { 1 } else { tall_cells(c).len() }
}

/// The start of a private Unicode area for the wide forms of characters such as ─ and α, which take two cells
/// in Chinese text.
const WIDE: u32 = 0x10_0000;

/// The wide form of a character, if it has both forms; otherwise the character itself.
pub(crate) fn wide(c: char) -> char {
    let wide = || char::from_u32(WIDE + u32::from(c)).filter(|_| hanzi::cells(c).is_some());
    let both = TALL.contains_key(&c).then(wide).flatten();
    both.unwrap_or(c)
}

/// The normal form of a character.
pub(crate) fn narrow(c: char) -> char {
    let code = u32::from(c).checked_sub(WIDE);
    code.and_then(char::from_u32).unwrap_or(c)
}

/// The character with this code in code page 437.
pub(crate) fn character(code: u8) -> char {
    CODE_PAGE_437.chars().nth(code.into()).unwrap_or(' ')
}

/// The code of a character in code page 437.
pub(crate) fn code(c: char) -> Option<u8> {
    let code = CODE_PAGE_437.chars().position(|known| known == c)?;
    u8::try_from(code).ok()
}

/// The code in code page 437 of the character with this picture.
pub(crate) fn code_of(picture: &TallGlyph) -> Option<u8> {
    let code = CODE_PAGE_437.chars().position(|c| TALL[&c] == *picture);
    code.map(|code| code as u8)
}

/// A glyph of 8x8 pixels: eight rows from the top, in which bit 0 is the leftmost pixel.
pub(crate) type Glyph = [u8; 8];

static BASIC: [Glyph; 128] = legacy::BASIC_LEGACY;
static LATIN: [Glyph; 96] = legacy::LATIN_LEGACY;
static BOXES: [Glyph; 128] = legacy::BOX_LEGACY;
static BLOCKS: [Glyph; 32] = legacy::BLOCK_LEGACY;

/// The arrows and the bullet of the PC's character set, which `font8x8` lacks.
static ARROWS: [(char, Glyph); 8] = [
    ('↑', [0x18, 0x3C, 0x7E, 0x18, 0x18, 0x18, 0x18, 0x00]),
    ('↓', [0x18, 0x18, 0x18, 0x18, 0x7E, 0x3C, 0x18, 0x00]),
    ('→', [0x00, 0x18, 0x30, 0x7F, 0x30, 0x18, 0x00, 0x00]),
    ('←', [0x00, 0x0C, 0x06, 0x7F, 0x06, 0x0C, 0x00, 0x00]),
    ('►', [0x01, 0x07, 0x1F, 0x7F, 0x1F, 0x07, 0x01, 0x00]),
    ('◄', [0x40, 0x70, 0x7C, 0x7F, 0x7C, 0x70, 0x40, 0x00]),
    ('↔', [0x00, 0x24, 0x66, 0xFF, 0x66, 0x24, 0x00, 0x00]),
    ('•', [0x00, 0x00, 0x18, 0x3C, 0x3C, 0x18, 0x00, 0x00]),
];

/// The picture of a character in the small font, or that of `?` if the font lacks it.
pub(crate) fn glyph(c: char) -> &'static Glyph {
    let from = |table: &'static [Glyph], first: u32| table.get((c as u32 - first) as usize);
    let picture = match c {
        '\u{0}'..='\u{7F}' => from(&BASIC, 0),
        '\u{A0}'..='\u{FF}' => from(&LATIN, 0xA0),
        '\u{2500}'..='\u{257F}' => from(&BOXES, 0x2500),
        '\u{2580}'..='\u{259F}' => from(&BLOCKS, 0x2580),
        _ => ARROWS.iter().find(|(a, _)| *a == c).map(|(_, g)| g),
    };
    picture.unwrap_or(&BASIC['?' as usize])
}

/// True if a text has Chinese characters, which only the tall font has.
pub(crate) fn is_chinese(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| columns(c) > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tall_font_has_code_page_437_and_latin_1() {
        assert_eq!(CODE_PAGE_437.chars().count(), 256);
        for c in CODE_PAGE_437.chars().chain('\u{A0}'..='\u{FF}') {
            assert!(TALL.contains_key(&c), "{c:?} has no picture");
        }
        assert_eq!(TALL.len(), include_bytes!("vga8x16.bin").len() / 16);
    }
}
