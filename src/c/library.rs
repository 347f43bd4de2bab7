//! What the headers declare: functions with their parameters, and constants.

use super::types::{CHAR, INT, Kind, Type};

/// Makes the functions and the table of their names. A signature has a letter for each parameter, in order, and then one for
/// what comes back: `i` int, `u` unsigned, `l` long, `s` text, `p` any pointer, `v` nothing; `.` stands for any more.
macro_rules! library {
    ($($call:ident $name:literal $signature:literal,)*) => {
        /// A function of the library.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Call { $($call),* }

        const CALLS: &[(&str, &str, Call)] = &[$(($name, $signature, Call::$call)),*];
    };
}

library! {
    Detectgraph "detectgraph" "ppv", Initgraph "initgraph" "ppsv", Graphresult "graphresult" "i",
    Grapherrormsg "grapherrormsg" "is", Closegraph "closegraph" "v", Getmaxx "getmaxx" "i", Getmaxy "getmaxy" "i",
    Getmaxcolor "getmaxcolor" "i", Cleardevice "cleardevice" "v", Clearviewport "clearviewport" "v",
    Setviewport "setviewport" "iiiiiv", Setcolor "setcolor" "iv", Getcolor "getcolor" "i", Setbkcolor "setbkcolor" "iv",
    Getbkcolor "getbkcolor" "i", Setpalette "setpalette" "iiv", Line "line" "iiiiv", Lineto "lineto" "iiv",
    Linerel "linerel" "iiv", Moveto "moveto" "iiv", Moverel "moverel" "iiv", Getx "getx" "i", Gety "gety" "i",
    Rectangle "rectangle" "iiiiv", Bar "bar" "iiiiv", Bar3d "bar3d" "iiiiiiv", Circle "circle" "iiiv",
    Arc "arc" "iiiiiv", Ellipse "ellipse" "iiiiiiv", Fillellipse "fillellipse" "iiiiv", Pieslice "pieslice" "iiiiiv",
    Drawpoly "drawpoly" "ipv", Fillpoly "fillpoly" "ipv", Floodfill "floodfill" "iiiv", Putpixel "putpixel" "iiiv",
    Getpixel "getpixel" "iii", Setfillstyle "setfillstyle" "iiv", Setfillpattern "setfillpattern" "piv",
    Setlinestyle "setlinestyle" "iuiv", Setwritemode "setwritemode" "iv", Outtext "outtext" "sv",
    Outtextxy "outtextxy" "iisv", Settextstyle "settextstyle" "iiiv", Settextjustify "settextjustify" "iiv",
    Textwidth "textwidth" "si", Textheight "textheight" "si", Bioskey "bioskey" "ii", Getch "getch" "i",
    Getche "getche" "i", Kbhit "kbhit" "i", Delay "delay" "uv", Sound "sound" "uv", Nosound "nosound" "v",
    Printf "printf" "s.i", Sprintf "sprintf" "ss.i", Puts "puts" "si", Putchar "putchar" "ii", Clrscr "clrscr" "v",
    Gotoxy "gotoxy" "iiv", Strlen "strlen" "su", Strcpy "strcpy" "sss", Strcat "strcat" "sss", Strcmp "strcmp" "ssi",
    Strncpy "strncpy" "ssus", Strncmp "strncmp" "ssui", Strchr "strchr" "sis", Abs "abs" "ii", Labs "labs" "ll",
    Rand "rand" "i", Srand "srand" "uv", Random "random" "ii", Randomize "randomize" "v", Itoa "itoa" "isis",
    Atoi "atoi" "si", Exit "exit" "iv", Memset "memset" "piup", Memcpy "memcpy" "ppup", Memmove "memmove" "ppup",
    Isdigit "isdigit" "ii", Isalpha "isalpha" "ii", Toupper "toupper" "ii", Tolower "tolower" "ii", Time "time" "pl",
    Clock "clock" "l",
}

/// The parameters of a function of the library, whether it takes more, and what it returns.
pub struct Signature {
    pub call: Call,
    pub parameters: Vec<Type>,
    pub more: bool,
    pub returns: Type,
}

/// The function of this name.
pub fn function(name: &str) -> Option<Signature> {
    let (_, signature, call) = CALLS.iter().find(|(n, ..)| *n == name)?;
    let letter = |c| match c {
        'u' => Type::Number(Kind::Unsigned),
        'l' => Type::Number(Kind::Long),
        's' => CHAR.pointer(),
        'p' => Type::Void.pointer(),
        'v' => Type::Void,
        _ => INT,
    };
    let mut letters: Vec<char> = signature.chars().collect();
    let returns = letters.pop().map_or(Type::Void, letter);
    let more = letters.last() == Some(&'.');
    letters.retain(|c| *c != '.');
    Some(Signature {
        call: *call,
        parameters: letters.into_iter().map(letter).collect(),
        more,
        returns,
    })
}

/// The name of a function of the library.
pub fn name(call: Call) -> &'static str {
    let found = CALLS.iter().find(|(_, _, c)| *c == call);
    found.map_or("", |(name, ..)| name)
}

/// The letters of its parameters, and one for what comes back.
pub fn letters(call: Call) -> &'static str {
    let found = CALLS.iter().find(|(_, _, c)| *c == call);
    found.map_or("", |(_, letters, _)| letters)
}

/// The constant of this name.
pub fn constant(name: &str) -> Option<i64> {
    let groups: [(&[&str], i64); 9] = [
        (
            &[
                "BLACK",
                "BLUE",
                "GREEN",
                "CYAN",
                "RED",
                "MAGENTA",
                "BROWN",
                "LIGHTGRAY",
                "DARKGRAY",
                "LIGHTBLUE",
                "LIGHTGREEN",
                "LIGHTCYAN",
                "LIGHTRED",
                "LIGHTMAGENTA",
                "YELLOW",
                "WHITE",
            ],
            0,
        ),
        (
            &[
                "EGA", "EGA64", "EGAMONO", "IBM8514", "HERCMONO", "ATT400", "VGA",
            ],
            3,
        ),
        (&["VGALO", "VGAMED", "VGAHI"], 0),
        (
            &[
                "EMPTY_FILL",
                "SOLID_FILL",
                "LINE_FILL",
                "LTSLASH_FILL",
                "SLASH_FILL",
                "BKSLASH_FILL",
                "LTBKSLASH_FILL",
                "HATCH_FILL",
                "XHATCH_FILL",
                "INTERLEAVE_FILL",
                "WIDE_DOT_FILL",
                "CLOSE_DOT_FILL",
                "USER_FILL",
            ],
            0,
        ),
        (
            &[
                "SOLID_LINE",
                "DOTTED_LINE",
                "CENTER_LINE",
                "DASHED_LINE",
                "USERBIT_LINE",
            ],
            0,
        ),
        (&["COPY_PUT", "XOR_PUT"], 0),
        (
            &[
                "DEFAULT_FONT",
                "TRIPLEX_FONT",
                "SMALL_FONT",
                "SANS_SERIF_FONT",
                "GOTHIC_FONT",
            ],
            0,
        ),
        (&["LEFT_TEXT", "CENTER_TEXT", "RIGHT_TEXT"], 0),
        (&["BOTTOM_TEXT", "CENTER_TEXT", "TOP_TEXT"], 0),
    ];
    for (names, first) in groups {
        if let Some(at) = names.iter().position(|n| *n == name) {
            return Some(first + at as i64);
        }
    }
    Some(match name {
        "DETECT" | "grOk" | "HORIZ_DIR" | "NULL" => 0,
        "EOF" | "grNoInitGraph" => -1,
        "VERT_DIR" | "NORM_WIDTH" => 1,
        "THICK_WIDTH" => 3,
        "RAND_MAX" | "INT_MAX" => 32767,
        "INT_MIN" => -32768,
        _ => return None,
    })
}
