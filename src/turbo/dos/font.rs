//! The characters: font8x8's with a few of the PC's that it lacks, and those of VGA's text mode.

use std::collections::HashMap;
use std::sync::LazyLock;

use font8x8::legacy;

use super::hanzi;

/// The PC's character set, code page 437, by its codes from 0 to 255.
const CODE_PAGE_437: &str = "\
    \0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";
/// The Latin letters that the code page lacks. Their pictures follow its own in the file.
const LATIN_BEYOND: &str = "¤¦¨©\u{AD}®¯³´¸¹¾ÀÁÂÃÈÊËÌÍÎÏÐÒÓÔÕ×ØÙÚÛÝÞãðõøýþ";

/// The picture of a character of 8x16 pixels: sixteen rows from the top; bit 0 is the leftmost pixel.
pub(crate) type TallGlyph = [u8; 16];

/// The face of VGA's text mode as UNI-VGA has it, by Dmitry Bolkhovityanov; its licence stands beside it.
static TALL: LazyLock<HashMap<char, TallGlyph>> = LazyLock::new(|| {
    let (glyphs, _) = include_bytes!("vga8x16.bin").as_chunks::<16>();
    let chars = CODE_PAGE_437.chars().chain(LATIN_BEYOND.chars());
    let pictures = glyphs.iter().map(|rows| rows.map(u8::reverse_bits));
    chars.zip(pictures).collect()
});

/// The cells of a character in VGA's text mode, one or two; those of `?` when there are none.
pub(crate) fn tall_cells(c: char) -> &'static [TallGlyph] {
    let one = |c| TALL.get(&c).map(std::slice::from_ref);
    let two = || hanzi::cells(narrow(c)).map(|cells| &cells[..]);
    one(c).or_else(two).or(one('?')).unwrap_or_default()
}

/// How many cells a character takes: a hanzi two.
pub(crate) fn columns(c: char) -> usize {
    tall_cells(c).len()
}

/// Signs that the PC has in one cell, as ─ and α, take two in a Chinese text. These lie behind all others, where Unicode leaves room.
const WIDE: u32 = 0x10_0000;

/// The form of two cells of a sign that has one of one, too.
pub(crate) fn wide(c: char) -> char {
    let wide = || char::from_u32(WIDE + u32::from(c)).filter(|_| hanzi::cells(c).is_some());
    let both = TALL.contains_key(&c).then(wide).flatten();
    both.unwrap_or(c)
}

/// The sign itself, whatever its form.
pub(crate) fn narrow(c: char) -> char {
    let code = u32::from(c).checked_sub(WIDE);
    code.and_then(char::from_u32).unwrap_or(c)
}

/// The character of a code of the PC's.
pub(crate) fn character(code: u8) -> char {
    CODE_PAGE_437.chars().nth(code.into()).unwrap_or(' ')
}

/// The PC's code of a character.
pub(crate) fn code(c: char) -> Option<u8> {
    let code = CODE_PAGE_437.chars().position(|known| known == c)?;
    u8::try_from(code).ok()
}

/// The code of the character with this picture.
pub(crate) fn code_of(picture: &TallGlyph) -> Option<u8> {
    let code = CODE_PAGE_437.chars().position(|c| TALL[&c] == *picture);
    code.map(|code| code as u8)
}

/// The characters by their pictures. Of those that look alike the plainest is taken.
static BY_PICTURE: LazyLock<HashMap<TallGlyph, char>> = LazyLock::new(|| {
    let mut chars: Vec<char> = TALL.keys().copied().collect();
    chars.sort_by_key(|c| (!c.is_ascii_graphic(), *c));
    let pictures = chars.into_iter().rev().map(|c| (TALL[&c], c));
    pictures.collect()
});

/// The character with this picture.
pub(crate) fn char_of(picture: &TallGlyph) -> Option<char> {
    BY_PICTURE.get(picture).copied()
}

/// Eight rows from the top; bit 0 is the leftmost pixel.
pub(crate) type Glyph = [u8; 8];

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

/// The picture of a character in the small face, or that of `?` when there is none.
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

/// Does a text hold characters of two cells, which the small face has not?
pub(crate) fn is_chinese(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| columns(c) > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tall_face_has_the_whole_code_page_and_latin_1() {
        assert_eq!(CODE_PAGE_437.chars().count(), 256);
        for c in CODE_PAGE_437.chars().chain('\u{A0}'..='\u{FF}') {
            assert!(TALL.contains_key(&c), "{c:?} has no picture");
        }
        assert_eq!(TALL.len(), include_bytes!("vga8x16.bin").len() / 16);
    }
}
