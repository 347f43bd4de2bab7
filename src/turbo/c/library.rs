//! The library's table: functions with their parameters and implementations, and constants.

use std::f64::consts;
use std::sync::LazyLock;

use super::calendar;
use super::calls::{LibCall, LibResult};
use super::code::Pointer;
use super::files::STDOUT;
use super::graphics::GraphicsState;
use super::input::EOF;
use super::memory::Trap;
use super::modes::{self, MCGA, Mode, VGAHI};
use super::text;
use super::types::{CHAR, INT, Kind, Type, bits, real};
use crate::dos::bgi::{HEIGHT, WIDTH};

/// A library function: its name, a letter per parameter followed by one for the result, and its implementation. A row may
/// have several names.
///
/// Letters: `i` int, `x` and `y` coordinates, `u` unsigned, `l` long, `d` double, `s` text, `f` and `r` the formats of
/// `printf` and `scanf`, `p` any pointer, `a` the address of a number, `o` such an address or the variable itself, `v` void, `.` variable arguments. `Y` is a row from
/// which the function can reach any row. The result `m` is new memory, and `n` a new text. An `=` before the letters marks a
/// function without side effects, which expressions of the debugger may call.
///
/// A capital for the result marks a function that draws. The number behind it is the function's cost in lines across the
/// screen, and `+` adds that of filling the rows between its coordinates, as for functions without a number.
#[derive(Clone, Copy)]
pub struct Function {
    pub(crate) name: &'static str,
    /// The letters of the parameters and the result.
    pub(crate) letters: &'static str,
    /// The cost of the drawing in lines across the screen, and whether to add that of filling rows.
    pub(crate) cost: (usize, bool),
    /// True if the function only computes its result.
    pub(crate) is_pure: bool,
    action: fn(&mut LibCall) -> LibResult,
}

const fn row(name: &'static str, row: &'static str, action: fn(&mut LibCall) -> LibResult) -> Function {
    let bytes = row.as_bytes();
    let mut end = 0;
    while end < bytes.len() && !bytes[end].is_ascii_digit() {
        end += 1;
    }
    let (mut lines, mut n) = (0, end);
    while n < bytes.len() && bytes[n].is_ascii_digit() {
        lines = 10 * lines + (bytes[n] - b'0') as usize;
        n += 1;
    }
    let is_pure = bytes[0] == b'=';
    let letters = row.split_at(end).0.split_at(is_pure as usize).1;
    Function { name, letters, cost: (lines, n == end || n < bytes.len()), is_pure, action }
}

const ROWS: &[Function] = &[
    row("_assert", "si", |w| {
        let text = String::from_utf8_lossy(&w.text(0)?).into_owned();
        Err(format!("Assertion failed: {text}").into())
    }),
    row("_cin", "spi", |w| w.cin()),
    row("_close close", "ii", |w| w.on_handle(LibCall::fclose)),
    row("_cout", "i.I0", |w| w.cout()),
    row("_creat creat", "sui", |w| w.creat(false)),
    row("_elements", "piu", |w| Ok(i64::from(Pointer::unpack(w.a[0]).bytes) / w.a[1].max(1))),
    row("_exit exit", "iv", |w| Err(Trap::Exit(w.a[0]))),
    row("_getline", "siiiI0", |w| w.cin_line()),
    row("_ignore", "lii", |w| w.cin_ignore()),
    row("_interrupt", "iui", |w| w.interrupt()),
    row("_lrotl", "lil", |w| Ok(Kind::Long.wrap((w.a[0] as u32).rotate_left(w.a[1] as u32).into()))),
    row("_lrotr", "lil", |w| Ok(Kind::Long.wrap((w.a[0] as u32).rotate_right(w.a[1] as u32).into()))),
    row("_mouse", "uuuupv", |w| w.mouse_interrupt()),
    row("_open", "sui", |w| w.open()),
    row("_read read", "ipuI0", |w| w.with_handle(|w| w.fread())),
    row("_rotl", "uiu", |w| Ok((w.a[0] as u16).rotate_left(w.a[1] as u32).into())),
    row("_rotr", "uiu", |w| Ok((w.a[0] as u16).rotate_right(w.a[1] as u32).into())),
    row("_scan", "ii", |w| w.keyboard_interrupt()),
    row("_setcursortype", "iv", |_| Ok(0)),
    row("_stream", "ilI0", |w| w.stream_state()),
    row("_strerror", "ss", |w| w.own_error()),
    row("_videomode", "iV", |w| w.begin(if w.n(0) == 0x13 { MCGA } else { VGAHI })),
    row("_swap", "ppuv", |w| w.swap()),
    row("_tolower", "ii", |w| w.letter(u8::to_ascii_lowercase)),
    row("_toupper", "ii", |w| w.letter(u8::to_ascii_uppercase)),
    row("_write write", "ipuI0", |w| w.with_handle(|w| w.fwrite())),
    row("abort", "V", |w| w.abort()),
    row("abs", "=ii", |w| Ok(w.a[0].abs())),
    row("access", "sii", |w| w.access()),
    row("acos", "=dd", |w| w.real(f64::acos)),
    row("arc", "xyiiiV", |w| w.arc(GraphicsState::arc)),
    row("asctime", "ps", |w| w.tm(0).and_then(|tm| w.write_time(tm))),
    row("asin", "=dd", |w| w.real(f64::asin)),
    row("atan", "=dd", |w| w.real(f64::atan)),
    row("atan2", "=ddd", |w| w.float_args(f64::atan2)),
    row("atof", "=sd", |w| Ok(bits(text::with_point(&w.text(0)?).0))),
    row("atoi", "=si", |w| Ok(Kind::Int.wrap(w.atol()?))),
    row("atol", "sl", |w| w.atol()),
    row("bar", "xyxyV", |w| w.draw(GraphicsState::bar)),
    row("bar3d", "xyxyiiV8+", |w| w.draw(GraphicsState::bar3d)),
    row("biosequip", "i", |_| Ok(0x4021)),
    row("bioskey", "ii", |w| w.bioskey()),
    row("biosmemory", "i", |_| Ok(640)),
    row("biostime", "ill", |w| w.biostime()),
    row("calloc", "uum", |w| w.calloc()),
    row("ceil", "=dd", |w| w.real(f64::ceil)),
    row("cgets", "sS", |w| w.cgets()),
    row("chdir mkdir putenv rmdir", "si", |_| Ok(-1)),
    row("chmod", "sui", |w| w.access()),
    row("circle", "xyiV", |w| w.draw(GraphicsState::circle)),
    row("cleardevice", "V", |w| w.clear()),
    row("clearerr", "pv", |w| w.clearerr()),
    row("clearmouseclick", "iv", |w| w.clearmouseclick()),
    row("clearviewport", "V", |w| w.draw(GraphicsState::clearviewport)),
    row("clock", "l", |w| Ok(w.clock()? * 182 / 10_000)),
    row("closegraph", ".V", |w| w.closegraph()),
    row("clreol", "V", |w| w.clreol()),
    row("clrscr", "V", |w| w.clrscr()),
    row("COLOR", "iiii", |w| Ok(modes::nearest([0, 1, 2].map(|n| w.n(n))).into())),
    row("coreleft", "u", |w| w.coreleft()),
    row("cos", "=dd", |w| w.real(f64::cos)),
    row("cosh", "=dd", |w| w.real(f64::cosh)),
    row("cprintf", "f.I0", |w| w.formatted(0).map(|text| w.write_in_window(&text))),
    row("cputs", "sI", |w| w.cputs()),
    row("cscanf scanf", "r.I0", |w| w.scanf()),
    row("creatnew", "sui", |w| w.creat(true)),
    row("ctime", "ps", |w| w.write_time(calendar::parts(w.pointed_to(0, Kind::Long)?))),
    row("delay", "uv", |w| w.delay(w.a[0])),
    row("delline", "V", |w| w.shift(true)),
    row("detectgraph", "aav", |w| w.detect()),
    row("difftime", "lld", |w| Ok(bits((w.a[0] - w.a[1]) as f64))),
    row("disable enable refresh tzset", "v", |_| Ok(0)),
    row("dostounix", "ppl", |w| w.dostounix()),
    row("drawpoly", "ipV0", |w| w.points(GraphicsState::through)),
    row("ecvt", "dipps", |w| w.ecvt(true)),
    row("ellipse", "xyiiiiV", |w| w.arc(GraphicsState::ellipse)),
    row("eof", "ii", |w| w.eof()),
    row("exp", "=dd", |w| w.real(f64::exp)),
    row("fabs", "=dd", |w| w.real(f64::abs)),
    row("farcalloc", "llm", |w| w.calloc()),
    row("farcoreleft", "l", |w| w.coreleft()),
    row("_delete farfree free", "pv", |w| w.free()),
    row("farmalloc", "lm", |w| w.malloc(w.a[0])),
    row("farrealloc", "plp", |w| w.realloc()),
    row("fclose", "pi", |w| w.fclose()),
    row("fcloseall", "i", |w| w.fcloseall()),
    row("fcvt", "dipps", |w| w.ecvt(false)),
    row("feof", "pi", |w| w.feof()),
    row("ferror", "pi", |_| Ok(0)),
    row("fflush", "pi", |w| w.fflush()),
    row("fgetc getc", "pI", |w| w.fgetc()),
    row("fgetchar getchar", "I0", |w| w.getchar()),
    row("fgetpos", "ppi", |w| w.fgetpos()),
    row("fgets", "sipS", |w| w.fgets()),
    row("filelength", "il", |w| w.filelength()),
    row("fileno", "pi", |w| w.fileno()),
    row("fillellipse", "xyiiV", |w| w.draw(GraphicsState::fillellipse)),
    row("fillpoly", "ipV0+", |w| w.points(GraphicsState::polygon)),
    row("findfirst", "spii", |w| w.findfirst()),
    row("findnext", "pi", |w| w.findnext()),
    row("floodfill", "xYiV470", |w| w.draw(GraphicsState::floodfill)),
    row("floor", "=dd", |w| w.real(f64::floor)),
    row("flushall", "i", |w| w.flushall()),
    row("fmod", "=ddd", |w| w.float_args(|a, b| a % b)),
    row("fnmerge", "sssssv", |w| w.fnmerge()),
    row("fnsplit", "sssssi", |w| w.fnsplit()),
    row("fopen", "ssp", |w| w.open_file(LibCall::open_stream)),
    row("fprintf", "pf.I0", |w| w.fprintf()),
    row("fputc putc", "ipI", |w| w.write_to(1, &[w.a[0] as u8]).map(|_| w.a[0])),
    row("fputchar putchar", "iI0", |w| w.write_stream(STDOUT, &[w.a[0] as u8]).map(|_| w.a[0])),
    row("fputs", "spI", |w| w.fputs()),
    row("fread", "puupU0", |w| w.fread()),
    row("freopen", "sspp", |w| w.freopen()),
    row("frexp", "dpd", |w| w.frexp()),
    row("fscanf", "pr.I0", |w| w.fscanf()),
    row("fseek", "plii", |w| w.fseek()),
    row("fsetpos", "ppi", |w| w.fsetpos()),
    row("ftell", "pl", |w| w.ftell()),
    row("fwrite", "puupU0", |w| w.fwrite()),
    row("gcvt", "diss", |w| w.gcvt()),
    row("getarccoords", "pv", |w| w.settings("i", |g| g.arc.to_vec())),
    row("getaspectratio", "ppv", |w| w.put_both(0, w.machine.devices.graphics.aspect)),
    row("getbkcolor", "=i", |w| Ok(w.graphics().background.into())),
    row("getch", "i", |w| w.getch()),
    row("getche", "I0", |w| w.getche()),
    row("getcolor", "=i", |w| Ok(w.graphics().color.into())),
    row("getcurdir", "isi", |w| w.put_part(1, "")),
    row("getcwd", "sis", |w| if w.a[0] == 0 { w.return_text("C:\\") } else { w.put_text(0, b"C:\\") }),
    row("getdate", "pv", |w| w.getdate()),
    row("getdefaultpalette", "p", |w| w.default_palette()),
    row("getdisk", "i", |_| Ok(2)),
    row("getdrivername", "s", |w| w.return_text(w.machine.devices.graphics.mode.driver_name())),
    row("getenv", "ss", |_| Ok(0)),
    row("getfillpattern", "pv", |w| {
        w.settings("c", |g| g.fill.map(|bits| (bits.reverse_bits() as i8).into()).to_vec())
    }),
    row("getfillsettings", "pv", |w| w.settings("i", |g| vec![g.fill_style, g.fill_color.into()])),
    row("getgraphmode", "i", |w| Ok(w.graphics().mode.number.into())),
    row("getimage", "xyxypv", |w| w.getimage()),
    row("getlinesettings", "pv", |w| {
        w.settings("i", |g| vec![g.line_style, g.line.into(), if g.thick { 3 } else { 1 }])
    }),
    row("getmaxcolor", "=i", |w| Ok(w.graphics().mode.most.into())),
    row("getmaxheight getwindowheight", "i", |_| Ok(HEIGHT.into())),
    row("getmaxmode", "i", |w| Ok(Mode::range(w.graphics().mode.driver).map_or(0, |(_, high)| high.into()))),
    row("getmaxwidth getwindowwidth", "i", |_| Ok(WIDTH.into())),
    row("getmaxx", "=i", |w| Ok((w.graphics().mode.width - 1).into())),
    row("getmaxy", "=i", |w| Ok((w.graphics().mode.height - 1).into())),
    row("getmodename", "is", |w| w.modename()),
    row("getmoderange", "ippv", |w| w.moderange()),
    row("getmouseclick", "ioov", |w| w.getmouseclick()),
    row("getpalette", "pv", |w| w.settings("bc", GraphicsState::palette_settings)),
    row("getpalettesize", "i", |w| Ok(i64::from(w.graphics().mode.most) + 1)),
    row("getpass", "sS", |w| w.getpass()),
    row("getpixel", "=iii", |w| w.getpixel()),
    row("gets", "sS0", |w| w.gets()),
    row("gettext", "iiiipi", |w| w.gettext()),
    row("gettextinfo", "pv", |w| w.gettextinfo()),
    row("gettextsettings", "pv", |w| {
        w.settings("i", |g| vec![g.font, g.upright.into(), g.size, g.justify.0, g.justify.1])
    }),
    row("gettime", "pv", |w| w.gettime()),
    row("getviewsettings", "pv", |w| w.settings("i", |g| [&g.view[..], &[g.clips.into()]].concat())),
    row("getw", "pI0", |w| w.getw()),
    row("getx", "=i", |w| Ok(w.graphics().x.into())),
    row("gety", "=i", |w| Ok(w.graphics().y.into())),
    row("gmtime localtime", "pp", |w| w.localtime()),
    row("gotoxy", "iiv", |w| w.gotoxy()),
    row("graphdefaults", "v", |w| w.graphdefaults()),
    row("grapherrormsg", "is", |w| w.return_text(modes::error(w.n(0)))),
    row("graphresult", "=i", |w| Ok(std::mem::take(&mut w.graphics().result).into())),
    row("highvideo", "v", |w| w.attribute(|now, _| now | 8)),
    row("hypot", "=ddd", |w| w.float_args(f64::hypot)),
    row("imagesize", "iiiiu", |w| w.imagesize()),
    row("initgraph", "aasV", |w| w.initgraph()),
    row("initwindow", "ii.I", |w| w.initwindow()),
    row("inport", "ii", |w| w.inport(2)),
    row("inportb", "ii", |w| w.inport(1)),
    row("insline", "V", |w| w.shift(false)),
    row("installuserdriver", "spi", |_| Ok(-11)),
    row("installuserfont", "si", |_| Ok(-11)),
    row("isalnum", "ii", |w| w.is(|c| c.is_ascii_alphanumeric())),
    row("isalpha", "=ii", |w| w.is(|c| c.is_ascii_alphabetic())),
    row("isascii", "ii", |w| Ok((0..128).contains(&w.a[0]).into())),
    row("iscntrl", "ii", |w| w.is(|c| c.is_ascii_control())),
    row("isatty", "ii", |w| Ok((0..4).contains(&w.a[0]).into())),
    row("isdigit", "=ii", |w| w.is(|c| c.is_ascii_digit())),
    row("isgraph", "ii", |w| w.is(|c| c.is_ascii_graphic())),
    row("islower", "ii", |w| w.is(|c| c.is_ascii_lowercase())),
    row("ismouseclick", "ii", |w| w.ismouseclick()),
    row("isprint", "ii", |w| w.is(|c| (b' '..127).contains(&c))),
    row("ispunct", "ii", |w| w.is(|c| c.is_ascii_punctuation())),
    row("isspace", "ii", |w| w.is(|c| c.is_ascii_whitespace() || c == 11)),
    row("isupper", "ii", |w| w.is(|c| c.is_ascii_uppercase())),
    row("isxdigit", "ii", |w| w.is(|c| c.is_ascii_hexdigit())),
    row("itoa", "isis", |w| w.itoa(Kind::Int)),
    row("kbhit", "i", |w| Ok((w.machine.devices.second.is_some() || w.look()?.is_some()).into())),
    row("labs", "=ll", |w| Ok(w.a[0].abs())),
    row("ldexp", "=did", |w| Ok(bits(real(w.a[0]) * (w.a[1] as f64).exp2()))),
    row("line", "xyxyV1", |w| w.draw(GraphicsState::line)),
    row("linerel", "iiV1", |w| w.go(w.position(), true)),
    row("lineto", "iiV1", |w| w.go((0, 0), true)),
    row("log", "=dd", |w| w.real(f64::ln)),
    row("log10", "=dd", |w| w.real(f64::log10)),
    row("lowvideo", "v", |w| w.attribute(|now, _| now & !8)),
    row("longjmp", "piv", |w| w.longjmp()),
    row("lseek", "ilil", |w| w.on_handle(|w| if w.fseek()? == 0 { w.ftell() } else { Ok(EOF) })),
    row("ltoa", "lsis", |w| w.itoa(Kind::Long)),
    row("malloc", "um", |w| w.malloc(w.a[0])),
    row("memccpy", "ppiup", |w| w.memccpy()),
    row("memchr", "piup", |w| w.memchr()),
    row("memcmp", "ppui", |w| w.memcmp(false)),
    row("memcpy memmove", "ppup", |w| w.memcpy()),
    row("memicmp", "ppui", |w| w.memcmp(true)),
    row("memset", "piup", |w| w.memset()),
    row("mktemp", "ss", |w| w.mktemp()),
    row("mktime", "pl", |w| w.mktime()),
    row("modf", "dpd", |w| w.modf()),
    row("mousex", "i", |w| w.mouse_coordinate(0)),
    row("mousey", "i", |w| w.mouse_coordinate(1)),
    row("moverel", "iiv", |w| w.go(w.position(), false)),
    row("movedata", "uuuuuv", |w| w.movedata()),
    row("movmem", "ppuv", |w| {
        w.a.swap(0, 1);
        w.memcpy()
    }),
    row("movetext", "iiiiiiI", |w| w.movetext()),
    row("moveto", "iiv", |w| w.go((0, 0), false)),
    row("normvideo", "v", |w| w.attribute(|_, _| 7)),
    row("nosound", "v", |w| w.sound(0)),
    row("open", "su.i", |w| w.open()),
    row("outport", "iiv", |w| w.outport(2)),
    row("outportb", "iiv", |w| w.outport(1)),
    row("outtext", "sV0", |w| w.outtext()),
    row("outtextxy", "xysV0", |w| w.write(w.n(0), w.n(1), 2)),
    row("perror", "sV", |w| w.perror()),
    row("pieslice", "xyiiiV270", |w| w.arc(GraphicsState::pieslice)),
    row("poly", "dipd", |w| w.poly()),
    row("pow", "=ddd", |w| w.float_args(f64::powf)),
    row("pow10", "=id", |w| Ok(bits(10f64.powi(w.n(0))))),
    row("printf", "f.I0", |w| w.printf()),
    row("putch", "iI", |w| w.putch()),
    row("putimage", "iipiV", |w| w.putimage()),
    row("putpixel", "xyiV0", |w| w.putpixel()),
    row("puts", "sI0", |w| w.puts()),
    row("puttext", "iiiipI", |w| w.puttext()),
    row("putw", "ipI0", |w| w.write_to(1, &(w.a[0] as i16).to_le_bytes()).map(|_| w.a[0])),
    row("rand", "i", |w| w.rand()),
    row("random", "ii", |w| Ok((w.rand()? * w.a[0].max(0)) >> 15)),
    row("randomize", "v", |w| w.clock().and_then(|now| w.seed(now))),
    row("readimagefile", "siiiiV", |w| w.readimagefile()),
    row("realloc", "pum", |w| w.realloc()),
    row("rectangle", "xyxyV4", |w| w.draw(GraphicsState::rectangle)),
    row("registerbgidriver registerbgifont registerfarbgidriver registerfarbgifont", "ii", |_| Ok(0)),
    row("remove unlink", "si", |w| w.remove()),
    row("rename", "ssi", |w| w.rename()),
    row("restorecrtmode", "V", |w| w.closegraph()),
    row("rewind", "pv", |w| w.rewind()),
    row("round", "=dd", |w| w.real(f64::round)),
    row("searchpath", "ss", |w| w.searchpath()),
    row("sector", "xyiiiiV270", |w| w.arc(GraphicsState::sector)),
    row("setactivepage", "iV", |w| w.page(|graphics, n| graphics.active = n)),
    row("setallpalette", "pv", |w| w.setallpalette()),
    row("setaspectratio", "iiv", |w| w.set(|graphics, n| graphics.aspect = (n[0], n[1].max(1)))),
    row("setbkcolor", "iv", |w| w.palette(0, w.n(0) as u8 & 15)),
    row("setbuf", "ppv", |_| Ok(0)),
    row("setcolor", "iv", |w| w.set(|graphics, n| graphics.color = n[0] as u8 & graphics.mode.most)),
    row("setdisk", "ii", |_| Ok(3)),
    row("setfillpattern", "piv", |w| w.setfillpattern()),
    row("setfillstyle", "iiv", |w| w.set(|graphics, n| graphics.set_fill(n[0], n[1]))),
    row("setgraphbufsize", "uu", |_| Ok(4096)),
    row("setgraphmode", "iV", |w| w.setgraphmode()),
    row("setjmp", "pi", |w| w.setjmp()),
    row("setlinestyle", "iuiv", |w| w.set(|graphics, n| graphics.set_line(n[0], n[1], n[2]))),
    row("setlocale", "ips", |w| match w.a[1] != 0 && !["", "C"].map(str::as_bytes).contains(&&*w.text(1)?) {
        true => Ok(0),
        false => w.return_text("C"),
    }),
    row("setmem", "puiv", |w| {
        w.a.swap(1, 2);
        w.memset()
    }),
    row("setmode", "iui", |_| Ok(0)),
    row("setpalette", "iiv", |w| w.palette(w.n(0), modes::of_ega(w.n(1)))),
    row("setrgbpalette", "iiiiv", |w| w.palette(w.n(0), modes::nearest([1, 2, 3].map(|n| w.n(n) & 255)))),
    row("settextjustify", "iiv", |w| w.set(|graphics, n| graphics.justify = (n[0], n[1]))),
    row("settextstyle", "iiiv", |w| w.set(GraphicsState::set_text)),
    row("setusercharsize", "iiiiv", |w| w.set(GraphicsState::set_user_size)),
    row("setvbuf", "ppiui", |_| Ok(0)),
    row("setviewport", "iiiiiv", |w| w.set(GraphicsState::set_view)),
    row("setvisualpage", "iv", |w| w.page(|graphics, n| graphics.visual = n)),
    row("setwindowtitle", "sv", |_| Ok(0)),
    row("setwritemode", "iv", |w| w.set(|graphics, n| graphics.xor = n[0] == 1)),
    row("sin", "=dd", |w| w.real(f64::sin)),
    row("sinh", "=dd", |w| w.real(f64::sinh)),
    row("sleep", "uv", |w| w.delay(1000 * w.a[0])),
    row("sound", "uv", |w| w.sound(w.a[0] as u32)),
    row("sprintf", "sf.i", |w| w.sprintf()),
    row("sqrt", "=dd", |w| w.real(f64::sqrt)),
    row("srand", "uv", |w| w.seed(w.a[0])),
    row("sscanf", "sr.i", |w| w.sscanf()),
    row("stpcpy", "sss", |w| w.stpcpy()),
    row("strcat", "sss", |w| w.strcat()),
    row("strchr", "=sis", |w| w.strchr(false)),
    row("strcmp", "=ssi", |w| w.compare(false)),
    row("strcmpi stricmp", "ssi", |w| w.compare(true)),
    row("strcoll", "ssi", |w| w.compare(false)),
    row("strcpy", "sss", |w| w.text(1).and_then(|text| w.set_text(&text))),
    row("strcspn", "ssu", |w| w.span(false)),
    row("strdup", "sn", |w| w.strdup()),
    row("strerror", "is", |w| w.return_text(text::error(w.a[0]))),
    row("strftime", "suspu", |w| w.strftime()),
    row("strlen", "=su", |w| Ok(w.text(0)?.len() as i64)),
    row("strlwr", "ss", |w| w.change(|text| text.make_ascii_lowercase())),
    row("strncat", "ssus", |w| w.strncat()),
    row("strncmp", "=ssui", |w| w.compare(false)),
    row("strncmpi strnicmp", "ssui", |w| w.compare(true)),
    row("strncpy", "ssus", |w| w.strncpy()),
    row("strnset", "sius", |w| w.strset()),
    row("strpbrk", "sss", |w| w.strpbrk()),
    row("strrchr", "sis", |w| w.strchr(true)),
    row("strrev", "ss", |w| w.change(|text| text.reverse())),
    row("strset", "sis", |w| w.strset()),
    row("strspn", "ssu", |w| w.span(true)),
    row("strstr", "sss", |w| w.strstr()),
    row("strtod", "spd", |w| w.strtod()),
    row("strtok", "sss", |w| w.strtok()),
    row("strtol", "spil", |w| w.strtol(i32::MIN.into(), i32::MAX.into())),
    row("strtoul", "spil", |w| w.strtol(-i64::from(u32::MAX), u32::MAX.into())),
    row("strupr", "ss", |w| w.change(|text| text.make_ascii_uppercase())),
    row("strxfrm", "ssuu", |w| w.strxfrm()),
    row("swab", "ssiv", |w| w.swab()),
    row("system", "sI", |w| w.system()),
    row("tan", "=dd", |w| w.real(f64::tan)),
    row("tanh", "=dd", |w| w.real(f64::tanh)),
    row("tell", "il", |w| w.on_handle(LibCall::ftell)),
    row("textattr", "iv", |w| w.attribute(|_, new| new)),
    row("textbackground", "iv", |w| w.attribute(|now, new| now & 0x8F | (new & 7) << 4)),
    row("textcolor", "iv", |w| w.attribute(|now, new| now & 0x70 | new & 0x8F)),
    row("textheight", "=si", |w| w.shown(0).map(|text| w.graphics().text_height(&text).into())),
    row("textmode", "iV", |w| w.textmode()),
    row("textwidth", "=si", |w| w.textwidth()),
    row("time", "pl", |w| w.time()),
    row("tmpfile", "p", |w| w.tmpfile()),
    row("tmpnam", "ss", |w| w.tmpnam()),
    row("toascii", "ii", |w| Ok(w.a[0] & 127)),
    row("tolower", "=ii", |w| w.letter(u8::to_ascii_lowercase)),
    row("toupper", "=ii", |w| w.letter(u8::to_ascii_uppercase)),
    row("ultoa", "lsis", |w| w.itoa(Kind::UnsignedLong)),
    row("ungetc", "ipi", |w| w.ungetc()),
    row("ungetch", "ii", |w| w.ungetch()),
    row("unixtodos", "lppv", |w| w.unixtodos()),
    row("vfprintf", "pspI", |w| w.spread(LibCall::fprintf)),
    row("vfscanf", "pspI", |w| w.spread(LibCall::fscanf)),
    row("vprintf", "spI", |w| w.spread(LibCall::printf)),
    row("vscanf", "spI", |w| w.spread(LibCall::scanf)),
    row("vsprintf", "sspi", |w| w.spread(LibCall::sprintf)),
    row("vsscanf", "sspi", |w| w.spread(LibCall::sscanf)),
    row("wherex", "i", |w| w.wherex()),
    row("wherey", "i", |w| w.wherey()),
    row("window", "iiiiv", |w| w.window()),
];

static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let named =
        |row: &Function| row.name.split(' ').map(|name| Function { name, ..*row }).collect::<Vec<_>>();
    ROWS.iter().flat_map(named).collect()
});

/// Names that other compilers have for these functions.
const ALIASES: [(&str, &str); 4] =
    [("Sleep", "delay"), ("_getch", "getch"), ("_getche", "getche"), ("_kbhit", "kbhit")];

pub(crate) fn function(name: &str) -> Option<(u16, &'static Function)> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
    let n = FUNCTIONS.iter().position(|function| function.name == name)?;
    Some((n as u16, &FUNCTIONS[n]))
}

pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name).chain(constants().map(|(name, _)| name))
}

/// No function, for work that the machine does by itself.
pub(crate) const NOTHING: Function = row("", "v", |_| Ok(0));

pub(crate) fn has(n: u16) -> bool {
    usize::from(n) < FUNCTIONS.len()
}

pub(crate) fn numbered(n: u16) -> &'static Function {
    &FUNCTIONS[usize::from(n)]
}

fn parameter(letter: char) -> Type {
    match letter.to_ascii_lowercase() {
        'a' | 'o' => INT.pointer(),
        'f' | 'n' | 'r' | 's' => CHAR.pointer(),
        'm' | 'p' => Type::Void.pointer(),
        'v' => Type::Void,
        letter => Type::Number(Kind::of_letter(letter as u8)),
    }
}

impl Function {
    fn result(&self) -> char {
        self.letters.chars().next_back().unwrap_or('v')
    }

    pub(crate) fn draws(&self) -> bool {
        self.result().is_ascii_uppercase()
    }

    pub(crate) fn parameters(&self) -> Vec<(String, Type)> {
        let letters = self.letters;
        let letters = letters[..letters.len() - 1].chars().filter(|c| *c != '.');
        let numbered = |(letter, n): (char, usize)| (n.to_string(), parameter(letter));
        letters.zip(1..).map(numbered).collect()
    }

    pub(crate) fn allocates(&self) -> bool {
        matches!(self.result(), 'm' | 'n')
    }

    pub(crate) fn takes_more(&self) -> bool {
        self.letters.contains('.')
    }

    pub(crate) fn returns(&self) -> Type {
        parameter(self.result())
    }

    /// The index of the argument with a format like `printf`'s.
    pub(crate) fn format(&self) -> Option<usize> {
        self.letters.find('f')
    }

    /// The index of the first argument that `scanf` or a similar function stores a value through.
    pub(crate) fn scans(&self) -> Option<usize> {
        Some(self.letters.find('r')? + 1)
    }

    pub(crate) fn takes_addresses(&self) -> bool {
        self.letters.contains(['a', 'r'])
    }
}

pub(crate) fn call(call: &mut LibCall) -> LibResult {
    let function = call.function;
    for (letter, a) in function.letters.bytes().zip(&mut call.a) {
        if letter == b'.' {
            break;
        }
        *a = match Kind::of_letter(letter) {
            Kind::Pointer => call.machine.with_object(*a),
            kind => call.machine.wrap_checked(kind, *a),
        };
    }
    let notes = call.machine.library.is_some() && !call.again;
    let noted = notes.then(|| call.describe());
    let done = call.call(function.draws(), function.action);
    if let (Some(calls), Some(noted), Ok(_)) = (&mut call.machine.library, noted, &done) {
        calls.push(noted);
    }
    done
}

/// Constants, as in an enumeration: a name without a value is one more than the name before it.
const CONSTANTS: &str = include_str!("constants.txt");

/// Returns the names and values of the constants.
fn constants() -> impl Iterator<Item = (&'static str, i64)> {
    CONSTANTS.split_ascii_whitespace().scan(0, |next, word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value = value.parse().unwrap_or(*next);
        *next = value + 1;
        Some((name, value))
    })
}

pub(crate) fn constant(name: &str) -> Option<i64> {
    constants().find_map(|(known, value)| (known == name).then_some(value))
}

/// The floating-point constants.
const FLOAT_CONSTANTS: [(&str, f64); 27] = [
    ("M_E", consts::E),
    ("M_LOG2E", consts::LOG2_E),
    ("M_LOG10E", consts::LOG10_E),
    ("M_LN2", consts::LN_2),
    ("M_LN10", consts::LN_10),
    ("M_PI", consts::PI),
    ("M_PI_2", consts::FRAC_PI_2),
    ("M_PI_4", consts::FRAC_PI_4),
    ("M_1_PI", consts::FRAC_1_PI),
    ("M_2_PI", consts::FRAC_2_PI),
    ("M_SQRT2", consts::SQRT_2),
    ("M_SQRT_2", consts::FRAC_1_SQRT_2),
    ("M_1_SQRTPI", consts::FRAC_2_SQRT_PI / 2.0),
    ("M_2_SQRTPI", consts::FRAC_2_SQRT_PI),
    ("MAXFLOAT", f32::MAX as f64),
    ("MINFLOAT", f32::MIN_POSITIVE as f64),
    ("MAXDOUBLE", f64::MAX),
    ("MINDOUBLE", f64::MIN_POSITIVE),
    ("HUGE_VAL", f64::INFINITY),
    ("CLK_TCK", 18.2),
    ("CLOCKS_PER_SEC", 18.2),
    ("FLT_MAX", f32::MAX as f64),
    ("FLT_MIN", f32::MIN_POSITIVE as f64),
    ("DBL_MAX", f64::MAX),
    ("DBL_MIN", f64::MIN_POSITIVE),
    ("DBL_EPSILON", f64::EPSILON),
    ("FLT_EPSILON", f32::EPSILON as f64),
];

pub(crate) fn float_constant(name: &str) -> Option<i64> {
    let found = FLOAT_CONSTANTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, n)| bits(*n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::helpers::helpers;
    use crate::c::reference;

    /// The keywords of the compiler and the preprocessor.
    const KEYWORDS: &str = "auto break case char const continue default do double else enum extern far float for goto huge if int \
         long near register return short signed sizeof static struct switch typedef union unsigned void volatile while \
         define defined elif endif ifdef ifndef include undef assert va_arg va_end va_start max min";

    /// The internal functions that helpers and the compiler use.
    const HIDDEN: &str = "_assert _cin _cout _delete _elements _getline _ignore _interrupt _mouse _scan _stream _swap _videomode";

    fn is_hidden(name: &str) -> bool {
        HIDDEN.split(' ').any(|hidden| hidden == name)
    }

    #[test]
    fn the_reference_explains_exactly_the_known_words() {
        let functions = FUNCTIONS.iter().map(|function| function.name);
        let functions = functions.filter(|name| !is_hidden(name));
        let constants = constants().map(|(name, _)| name);
        let float_args = FLOAT_CONSTANTS.iter().map(|(name, _)| *name);
        let helpers = helpers().flat_map(|(names, _)| names.split(' '));
        let known = functions.chain(constants).chain(float_args).chain(helpers);
        let mut known: Vec<&str> = known.chain(KEYWORDS.split_whitespace()).collect();
        known.sort_unstable();
        known.dedup();
        let mut explained: Vec<&str> = reference::words().map(|(word, _)| word).collect();
        let missing = known.iter().filter(|word| !explained.contains(word));
        let missing: Vec<_> = missing.collect();
        assert!(missing.is_empty(), "c/reference/ lacks {missing:?}");
        explained.retain(|word| !known.contains(word));
        assert!(explained.is_empty(), "unknown words {explained:?}");
    }

    #[test]
    fn reference_declarations_match_the_table() {
        for function in FUNCTIONS.iter().filter(|f| !is_hidden(f.name)) {
            let name = function.name;
            let entry = reference::entry(name).expect("the other test finds missing entries");
            let line = entry.head(name);
            let line = line.unwrap_or_else(|| panic!("{name} has no declaration in its entry"));
            // A parameter that is a function has a parameter list of its own; remove it.
            let line = line.replace("(*detect)(void)", "*detect");
            let line = line.replace("(*driver)(void)", "*driver").replace("(*face)(void)", "*face");
            let (returned, parameters) = line.split_once(&format!("{name}(")).unwrap();
            let parameters = parameters.strip_suffix(");").unwrap().split(", ");
            let named = parameters.filter(|one| !matches!(*one, "void" | "..."));
            let described = (named.count(), line.contains("..."), returned != "void ");
            let wanted = (
                function.parameters().len(),
                // WinBGIm's closegraph takes an optional number.
                function.takes_more() && name != "closegraph",
                function.returns() != Type::Void,
            );
            assert_eq!(described, wanted, "{line}");
        }
    }
}
