//! The library's table: functions with their parameters and implementations, and constants.

use std::f64::consts;

use super::calls::{LibCall, LibResult};
use super::graphics::GraphicsState;
use super::memory::Trap;
use super::modes::{self, Mode};
use super::types::{CHAR, INT, Kind, Type, bits, real};
use crate::dos::bgi::{HEIGHT, WIDTH};

/// A library function: its name, a letter per parameter followed by one for the result, and its
/// implementation.
///
/// Letters: `i` int, `x` and `y` coordinates, `u` unsigned, `l` long, `d` double, `s` text, `f` and `r` the formats of
/// `printf` and `scanf`, `p` any pointer, `a` the address of a number, `o` such an address or the variable itself, `v` void, `.` variable arguments. `Y` is a row from
/// which the function can reach any row. The result `m` is new memory, and `n` a new text. An `=` before the letters marks a
/// function without side effects, which expressions of the debugger may call.
///
/// A capital for the result marks a function that draws. The number behind it is the function's cost in lines across the
/// screen, and `+` adds that of filling the rows between its coordinates, as for functions without a number.
pub struct Function(&'static str, &'static str, fn(&mut LibCall) -> LibResult);

const FUNCTIONS: &[Function] = &[
    Function("_assert", "si", |w| {
        let text = String::from_utf8_lossy(&w.text(0)?).into_owned();
        Err(format!("Assertion failed: {text}").into())
    }),
    Function("_cin", "spi", |w| w.cin()),
    Function("_close", "ii", |w| w.close()),
    Function("_cout", "i.I0", |w| w.cout()),
    Function("_creat", "sui", |w| w.creat(false)),
    Function("_elements", "piu", |w| w.elements()),
    Function("_exit", "iv", |w| Err(Trap::Exit(w.a[0]))),
    Function("_getline", "siiiI0", |w| w.cin_line()),
    Function("_ignore", "lii", |w| w.cin_ignore()),
    Function("_interrupt", "iui", |w| w.interrupt()),
    Function("_lrotl", "lil", |w| Ok(Kind::Long.wrap((w.a[0] as u32).rotate_left(w.a[1] as u32).into()))),
    Function("_lrotr", "lil", |w| Ok(Kind::Long.wrap((w.a[0] as u32).rotate_right(w.a[1] as u32).into()))),
    Function("_mouse", "uuuupv", |w| w.mouse_interrupt()),
    Function("_open", "sui", |w| w.open()),
    Function("_read", "ipui", |w| w.with_handle(|w| w.fread())),
    Function("_rotl", "uiu", |w| Ok((w.a[0] as u16).rotate_left(w.a[1] as u32).into())),
    Function("_rotr", "uiu", |w| Ok((w.a[0] as u16).rotate_right(w.a[1] as u32).into())),
    Function("_scan", "ii", |w| w.keyboard_interrupt()),
    Function("_setcursortype", "iv", |_| Ok(0)),
    Function("_stream", "ilI0", |w| w.stream_state()),
    Function("_strerror", "ss", |w| w.own_error()),
    Function("_videomode", "iV", |w| w.videomode()),
    Function("_swap", "ppuv", |w| w.swap()),
    Function("_tolower", "ii", |w| w.letter(u8::to_ascii_lowercase)),
    Function("_toupper", "ii", |w| w.letter(u8::to_ascii_uppercase)),
    Function("_write", "ipui", |w| w.with_handle(|w| w.fwrite())),
    Function("abort", "V", |w| w.abort()),
    Function("abs", "=ii", |w| Ok(w.a[0].abs())),
    Function("access", "sii", |w| w.access()),
    Function("acos", "=dd", |w| w.real(f64::acos)),
    Function("arc", "xyiiiV", |w| w.arc(GraphicsState::arc)),
    Function("asctime", "ps", |w| w.asctime()),
    Function("asin", "=dd", |w| w.real(f64::asin)),
    Function("atan", "=dd", |w| w.real(f64::atan)),
    Function("atan2", "=ddd", |w| w.float_args(f64::atan2)),
    Function("atof", "=sd", |w| w.atof()),
    Function("atoi", "=si", |w| w.atoi()),
    Function("atol", "sl", |w| w.atol()),
    Function("bar", "xyxyV", |w| w.draw(GraphicsState::bar)),
    Function("bar3d", "xyxyiiV8+", |w| w.draw(GraphicsState::bar3d)),
    Function("biosequip", "i", |_| Ok(0x4021)),
    Function("bioskey", "ii", |w| w.bioskey()),
    Function("biosmemory", "i", |_| Ok(640)),
    Function("biostime", "ill", |w| w.biostime()),
    Function("calloc", "uum", |w| w.calloc()),
    Function("ceil", "=dd", |w| w.real(f64::ceil)),
    Function("cgets", "sS", |w| w.cgets()),
    Function("chdir", "si", |_| Ok(-1)),
    Function("chmod", "sui", |w| w.access()),
    Function("circle", "xyiV", |w| w.draw(GraphicsState::circle)),
    Function("cleardevice", "V", |w| w.clear()),
    Function("clearerr", "pv", |w| w.clearerr()),
    Function("clearmouseclick", "iv", |w| w.clearmouseclick()),
    Function("clearviewport", "V", |w| w.draw(GraphicsState::clearviewport)),
    Function("clock", "l", |w| Ok(w.clock()? * 182 / 10_000)),
    Function("close", "ii", |w| w.close()),
    Function("closegraph", ".V", |w| w.closegraph()),
    Function("clreol", "V", |w| w.clreol()),
    Function("clrscr", "V", |w| w.clrscr()),
    Function("COLOR", "iiii", |w| Ok(modes::nearest([0, 1, 2].map(|n| w.n(n))).into())),
    Function("coreleft", "u", |w| w.coreleft()),
    Function("cos", "=dd", |w| w.real(f64::cos)),
    Function("cosh", "=dd", |w| w.real(f64::cosh)),
    Function("cprintf", "f.I0", |w| w.cprintf()),
    Function("cputs", "sI", |w| w.cputs()),
    Function("cscanf", "r.I0", |w| w.scanf()),
    Function("creat", "sui", |w| w.creat(false)),
    Function("creatnew", "sui", |w| w.creat(true)),
    Function("ctime", "ps", |w| w.ctime()),
    Function("delay", "uv", |w| w.delay(w.a[0])),
    Function("delline", "V", |w| w.shift(true)),
    Function("detectgraph", "aav", |w| w.detect()),
    Function("difftime", "lld", |w| Ok(bits((w.a[0] - w.a[1]) as f64))),
    Function("disable", "v", |_| Ok(0)),
    Function("dostounix", "ppl", |w| w.dostounix()),
    Function("drawpoly", "ipV0", |w| w.points(GraphicsState::through)),
    Function("ecvt", "dipps", |w| w.ecvt(true)),
    Function("ellipse", "xyiiiiV", |w| w.arc(GraphicsState::ellipse)),
    Function("enable", "v", |_| Ok(0)),
    Function("eof", "ii", |w| w.eof()),
    Function("exit", "iv", |w| Err(Trap::Exit(w.a[0]))),
    Function("exp", "=dd", |w| w.real(f64::exp)),
    Function("fabs", "=dd", |w| w.real(f64::abs)),
    Function("farcalloc", "llm", |w| w.calloc()),
    Function("farcoreleft", "l", |w| w.coreleft()),
    Function("farfree", "pv", |w| w.free()),
    Function("farmalloc", "lm", |w| w.malloc(w.a[0])),
    Function("farrealloc", "plp", |w| w.realloc()),
    Function("fclose", "pi", |w| w.fclose()),
    Function("fcloseall", "i", |w| w.fcloseall()),
    Function("fcvt", "dipps", |w| w.ecvt(false)),
    Function("feof", "pi", |w| w.feof()),
    Function("ferror", "pi", |_| Ok(0)),
    Function("fflush", "pi", |w| w.fflush()),
    Function("fgetc", "pI", |w| w.fgetc()),
    Function("fgetchar", "I0", |w| w.getchar()),
    Function("fgetpos", "ppi", |w| w.fgetpos()),
    Function("fgets", "sipS", |w| w.fgets()),
    Function("filelength", "il", |w| w.filelength()),
    Function("fileno", "pi", |w| w.fileno()),
    Function("fillellipse", "xyiiV", |w| w.draw(GraphicsState::fillellipse)),
    Function("fillpoly", "ipV0+", |w| w.points(GraphicsState::polygon)),
    Function("findfirst", "spii", |w| w.findfirst()),
    Function("findnext", "pi", |w| w.findnext()),
    Function("floodfill", "xYiV470", |w| w.draw(GraphicsState::floodfill)),
    Function("floor", "=dd", |w| w.real(f64::floor)),
    Function("flushall", "i", |w| w.flushall()),
    Function("fmod", "=ddd", |w| w.float_args(|a, b| a % b)),
    Function("fnmerge", "sssssv", |w| w.fnmerge()),
    Function("fnsplit", "sssssi", |w| w.fnsplit()),
    Function("fopen", "ssp", |w| w.fopen()),
    Function("fprintf", "pf.I0", |w| w.fprintf()),
    Function("fputc", "ipI", |w| w.fputc()),
    Function("fputchar", "iI0", |w| w.putchar()),
    Function("fputs", "spI", |w| w.fputs()),
    Function("fread", "puupu", |w| w.fread()),
    Function("free", "pv", |w| w.free()),
    Function("freopen", "sspp", |w| w.freopen()),
    Function("frexp", "dpd", |w| w.frexp()),
    Function("fscanf", "pr.I0", |w| w.fscanf()),
    Function("fseek", "plii", |w| w.fseek()),
    Function("fsetpos", "ppi", |w| w.fsetpos()),
    Function("ftell", "pl", |w| w.ftell()),
    Function("fwrite", "puupu", |w| w.fwrite()),
    Function("gcvt", "diss", |w| w.gcvt()),
    Function("getarccoords", "pv", |w| w.settings("i", |g| g.arc.to_vec())),
    Function("getaspectratio", "ppv", |w| w.aspect()),
    Function("getbkcolor", "=i", |w| Ok(w.graphics().background.into())),
    Function("getc", "pI", |w| w.fgetc()),
    Function("getch", "i", |w| w.getch()),
    Function("getchar", "I0", |w| w.getchar()),
    Function("getche", "I0", |w| w.getche()),
    Function("getcolor", "=i", |w| Ok(w.graphics().color.into())),
    Function("getcurdir", "isi", |w| w.getcurdir()),
    Function("getcwd", "sis", |w| w.getcwd()),
    Function("getdate", "pv", |w| w.getdate()),
    Function("getdefaultpalette", "p", |w| w.default_palette()),
    Function("getdisk", "i", |_| Ok(2)),
    Function("getdrivername", "s", |w| {
        let name = w.graphics().mode.driver_name();
        w.return_text(name)
    }),
    Function("getenv", "ss", |_| Ok(0)),
    Function("getfillpattern", "pv", |w| {
        w.settings("c", |g| g.fill.map(|bits| (bits.reverse_bits() as i8).into()).to_vec())
    }),
    Function("getfillsettings", "pv", |w| w.settings("i", |g| vec![g.fill_style, g.fill_color.into()])),
    Function("getgraphmode", "i", |w| Ok(w.graphics().mode.number.into())),
    Function("getimage", "xyxypv", |w| w.getimage()),
    Function("getlinesettings", "pv", |w| w.settings("i", GraphicsState::line_settings)),
    Function("getmaxcolor", "=i", |w| Ok(w.graphics().mode.most.into())),
    Function("getmaxheight", "i", |_| Ok(HEIGHT.into())),
    Function("getmaxmode", "i", |w| {
        let driver = w.graphics().mode.driver;
        Ok(Mode::range(driver).map_or(0, |(_, high)| high.into()))
    }),
    Function("getmaxwidth", "i", |_| Ok(WIDTH.into())),
    Function("getmaxx", "=i", |w| Ok((w.graphics().mode.width - 1).into())),
    Function("getmaxy", "=i", |w| Ok((w.graphics().mode.height - 1).into())),
    Function("getmodename", "is", |w| w.modename()),
    Function("getmoderange", "ippv", |w| w.moderange()),
    Function("getmouseclick", "ioov", |w| w.getmouseclick()),
    Function("getpalette", "pv", |w| w.settings("bc", GraphicsState::palette_settings)),
    Function("getpalettesize", "i", |w| Ok(i64::from(w.graphics().mode.most) + 1)),
    Function("getpass", "sS", |w| w.getpass()),
    Function("getpixel", "=iii", |w| w.getpixel()),
    Function("gets", "sS0", |w| w.gets()),
    Function("gettext", "iiiipi", |w| w.gettext()),
    Function("gettextinfo", "pv", |w| w.gettextinfo()),
    Function("gettextsettings", "pv", |w| {
        w.settings("i", |g| vec![g.font, g.upright.into(), g.size, g.justify.0, g.justify.1])
    }),
    Function("gettime", "pv", |w| w.gettime()),
    Function("getviewsettings", "pv", |w| w.settings("i", |g| [&g.view[..], &[g.clips.into()]].concat())),
    Function("getw", "pi", |w| w.getw()),
    Function("getwindowheight", "i", |_| Ok(HEIGHT.into())),
    Function("getwindowwidth", "i", |_| Ok(WIDTH.into())),
    Function("getx", "=i", |w| Ok(w.graphics().x.into())),
    Function("gety", "=i", |w| Ok(w.graphics().y.into())),
    Function("gmtime", "pp", |w| w.localtime()),
    Function("gotoxy", "iiv", |w| w.gotoxy()),
    Function("graphdefaults", "v", |w| w.graphdefaults()),
    Function("grapherrormsg", "is", |w| w.return_text(modes::error(w.n(0)))),
    Function("graphresult", "=i", |w| w.graphresult()),
    Function("highvideo", "v", |w| w.attribute(|now, _| now | 8)),
    Function("hypot", "=ddd", |w| w.float_args(f64::hypot)),
    Function("imagesize", "iiiiu", |w| w.imagesize()),
    Function("initgraph", "aasV", |w| w.initgraph()),
    Function("initwindow", "ii.I", |w| w.initwindow()),
    Function("inport", "ii", |w| w.inport(2)),
    Function("inportb", "ii", |w| w.inport(1)),
    Function("insline", "V", |w| w.shift(false)),
    Function("installuserdriver", "spi", |_| Ok(-11)),
    Function("installuserfont", "si", |_| Ok(-11)),
    Function("isalnum", "ii", |w| w.is(|c| c.is_ascii_alphanumeric())),
    Function("isalpha", "=ii", |w| w.is(|c| c.is_ascii_alphabetic())),
    Function("isascii", "ii", |w| Ok((0..128).contains(&w.a[0]).into())),
    Function("iscntrl", "ii", |w| w.is(|c| c.is_ascii_control())),
    Function("isatty", "ii", |w| w.isatty()),
    Function("isdigit", "=ii", |w| w.is(|c| c.is_ascii_digit())),
    Function("isgraph", "ii", |w| w.is(|c| c.is_ascii_graphic())),
    Function("islower", "ii", |w| w.is(|c| c.is_ascii_lowercase())),
    Function("ismouseclick", "ii", |w| w.ismouseclick()),
    Function("isprint", "ii", |w| w.is(|c| (b' '..127).contains(&c))),
    Function("ispunct", "ii", |w| w.is(|c| c.is_ascii_punctuation())),
    Function("isspace", "ii", |w| w.is(|c| c.is_ascii_whitespace() || c == 11)),
    Function("isupper", "ii", |w| w.is(|c| c.is_ascii_uppercase())),
    Function("isxdigit", "ii", |w| w.is(|c| c.is_ascii_hexdigit())),
    Function("itoa", "isis", |w| w.itoa(Kind::Int)),
    Function("kbhit", "i", |w| w.kbhit()),
    Function("labs", "=ll", |w| Ok(w.a[0].abs())),
    Function("ldexp", "=did", |w| {
        let power = (w.a[1] as f64).exp2();
        Ok(bits(real(w.a[0]) * power))
    }),
    Function("line", "xyxyV1", |w| w.draw(GraphicsState::line)),
    Function("linerel", "iiV1", |w| w.go(w.position(), true)),
    Function("lineto", "iiV1", |w| w.go((0, 0), true)),
    Function("localtime", "pp", |w| w.localtime()),
    Function("log", "=dd", |w| w.real(f64::ln)),
    Function("log10", "=dd", |w| w.real(f64::log10)),
    Function("lowvideo", "v", |w| w.attribute(|now, _| now & !8)),
    Function("longjmp", "piv", |w| w.longjmp()),
    Function("lseek", "ilil", |w| w.lseek()),
    Function("ltoa", "lsis", |w| w.itoa(Kind::Long)),
    Function("malloc", "um", |w| w.malloc(w.a[0])),
    Function("memccpy", "ppiup", |w| w.memccpy()),
    Function("memchr", "piup", |w| w.memchr()),
    Function("memcmp", "ppui", |w| w.memcmp(false)),
    Function("memcpy", "ppup", |w| w.memcpy()),
    Function("memicmp", "ppui", |w| w.memcmp(true)),
    Function("memmove", "ppup", |w| w.memcpy()),
    Function("memset", "piup", |w| w.memset()),
    Function("mkdir", "si", |_| Ok(-1)),
    Function("mktemp", "ss", |w| w.mktemp()),
    Function("mktime", "pl", |w| w.mktime()),
    Function("modf", "dpd", |w| w.modf()),
    Function("mousex", "i", |w| w.mouse_coordinate(0)),
    Function("mousey", "i", |w| w.mouse_coordinate(1)),
    Function("moverel", "iiv", |w| w.go(w.position(), false)),
    Function("movedata", "uuuuuv", |w| w.movedata()),
    Function("movmem", "ppuv", |w| {
        w.a.swap(0, 1);
        w.memcpy()
    }),
    Function("movetext", "iiiiiiI", |w| w.movetext()),
    Function("moveto", "iiv", |w| w.go((0, 0), false)),
    Function("normvideo", "v", |w| w.attribute(|_, _| 7)),
    Function("nosound", "v", |w| w.sound(0)),
    Function("open", "su.i", |w| w.open()),
    Function("outport", "iiv", |w| w.outport(2)),
    Function("outportb", "iiv", |w| w.outport(1)),
    Function("outtext", "sV0", |w| w.outtext()),
    Function("outtextxy", "xysV0", |w| w.write(w.n(0), w.n(1), 2)),
    Function("perror", "sV", |w| w.perror()),
    Function("pieslice", "xyiiiV270", |w| w.arc(GraphicsState::pieslice)),
    Function("poly", "dipd", |w| w.poly()),
    Function("pow", "=ddd", |w| w.float_args(f64::powf)),
    Function("pow10", "=id", |w| Ok(bits(10f64.powi(w.n(0))))),
    Function("printf", "f.I0", |w| w.printf()),
    Function("putc", "ipI", |w| w.fputc()),
    Function("putch", "iI", |w| w.putch()),
    Function("putchar", "iI0", |w| w.putchar()),
    Function("putenv", "si", |_| Ok(-1)),
    Function("putimage", "iipiV", |w| w.putimage()),
    Function("putpixel", "xyiV0", |w| w.putpixel()),
    Function("puts", "sI0", |w| w.puts()),
    Function("puttext", "iiiipI", |w| w.puttext()),
    Function("putw", "ipi", |w| w.putw()),
    Function("rand", "i", |w| w.rand()),
    Function("random", "ii", |w| Ok((w.rand()? * w.a[0].max(0)) >> 15)),
    Function("randomize", "v", |w| w.clock().and_then(|now| w.seed(now))),
    Function("read", "ipui", |w| w.with_handle(|w| w.fread())),
    Function("readimagefile", "siiiiV", |w| w.readimagefile()),
    Function("realloc", "pum", |w| w.realloc()),
    Function("rectangle", "xyxyV4", |w| w.draw(GraphicsState::rectangle)),
    Function("refresh", "v", |_| Ok(0)),
    Function("registerbgidriver", "ii", |_| Ok(0)),
    Function("registerbgifont", "ii", |_| Ok(0)),
    Function("registerfarbgidriver", "ii", |_| Ok(0)),
    Function("registerfarbgifont", "ii", |_| Ok(0)),
    Function("remove", "si", |w| w.remove()),
    Function("rename", "ssi", |w| w.rename()),
    Function("restorecrtmode", "V", |w| w.closegraph()),
    Function("rewind", "pv", |w| w.rewind()),
    Function("rmdir", "si", |_| Ok(-1)),
    Function("round", "=dd", |w| w.real(f64::round)),
    Function("scanf", "r.I0", |w| w.scanf()),
    Function("searchpath", "ss", |w| w.searchpath()),
    Function("sector", "xyiiiiV270", |w| w.arc(GraphicsState::sector)),
    Function("setactivepage", "iV", |w| w.page(|graphics, n| graphics.active = n)),
    Function("setallpalette", "pv", |w| w.setallpalette()),
    Function("setaspectratio", "iiv", |w| w.set(|graphics, n| graphics.aspect = (n[0], n[1].max(1)))),
    Function("setbkcolor", "iv", |w| w.palette(0, w.n(0) as u8 & 15)),
    Function("setbuf", "ppv", |_| Ok(0)),
    Function("setcolor", "iv", |w| w.set(|graphics, n| graphics.color = n[0] as u8 & graphics.mode.most)),
    Function("setdisk", "ii", |_| Ok(3)),
    Function("setfillpattern", "piv", |w| w.setfillpattern()),
    Function("setfillstyle", "iiv", |w| w.set(|graphics, n| graphics.set_fill(n[0], n[1]))),
    Function("setgraphbufsize", "uu", |_| Ok(4096)),
    Function("setgraphmode", "iV", |w| w.setgraphmode()),
    Function("setjmp", "pi", |w| w.setjmp()),
    Function("setlinestyle", "iuiv", |w| w.set(|graphics, n| graphics.set_line(n[0], n[1], n[2]))),
    Function("setlocale", "ips", |w| {
        match w.a[1] != 0 && !["", "C"].map(str::as_bytes).contains(&&*w.text(1)?) {
            true => Ok(0),
            false => w.return_text("C"),
        }
    }),
    Function("setmem", "puiv", |w| {
        w.a.swap(1, 2);
        w.memset()
    }),
    Function("setmode", "iui", |_| Ok(0)),
    Function("setpalette", "iiv", |w| w.palette(w.n(0), modes::of_ega(w.n(1)))),
    Function("setrgbpalette", "iiiiv", |w| {
        w.palette(w.n(0), modes::nearest([1, 2, 3].map(|n| w.n(n) & 255)))
    }),
    Function("settextjustify", "iiv", |w| w.set(|graphics, n| graphics.justify = (n[0], n[1]))),
    Function("settextstyle", "iiiv", |w| w.set(GraphicsState::set_text)),
    Function("setusercharsize", "iiiiv", |w| w.set(GraphicsState::set_user_size)),
    Function("setvbuf", "ppiui", |_| Ok(0)),
    Function("setviewport", "iiiiiv", |w| w.set(GraphicsState::set_view)),
    Function("setvisualpage", "iv", |w| w.page(|graphics, n| graphics.visual = n)),
    Function("setwindowtitle", "sv", |_| Ok(0)),
    Function("setwritemode", "iv", |w| w.set(|graphics, n| graphics.xor = n[0] == 1)),
    Function("sin", "=dd", |w| w.real(f64::sin)),
    Function("sinh", "=dd", |w| w.real(f64::sinh)),
    Function("sleep", "uv", |w| w.delay(1000 * w.a[0])),
    Function("sound", "uv", |w| w.sound(w.a[0] as u32)),
    Function("sprintf", "sf.i", |w| w.sprintf()),
    Function("sqrt", "=dd", |w| w.real(f64::sqrt)),
    Function("srand", "uv", |w| w.seed(w.a[0])),
    Function("sscanf", "sr.i", |w| w.sscanf()),
    Function("stpcpy", "sss", |w| w.stpcpy()),
    Function("strcat", "sss", |w| w.strcat()),
    Function("strchr", "=sis", |w| w.strchr()),
    Function("strcmp", "=ssi", |w| w.compare(false)),
    Function("strcmpi", "ssi", |w| w.compare(true)),
    Function("strcoll", "ssi", |w| w.compare(false)),
    Function("strcpy", "sss", |w| w.strcpy()),
    Function("strcspn", "ssu", |w| w.span(false)),
    Function("strdup", "sn", |w| w.strdup()),
    Function("strerror", "is", |w| w.strerror()),
    Function("strftime", "suspu", |w| w.strftime()),
    Function("stricmp", "ssi", |w| w.compare(true)),
    Function("strlen", "=su", |w| w.strlen()),
    Function("strlwr", "ss", |w| w.change(|text| text.make_ascii_lowercase())),
    Function("strncat", "ssus", |w| w.strncat()),
    Function("strncmp", "=ssui", |w| w.compare(false)),
    Function("strncmpi", "ssui", |w| w.compare(true)),
    Function("strncpy", "ssus", |w| w.strncpy()),
    Function("strnicmp", "ssui", |w| w.compare(true)),
    Function("strnset", "sius", |w| w.strset()),
    Function("strpbrk", "sss", |w| w.strpbrk()),
    Function("strrchr", "sis", |w| w.strrchr()),
    Function("strrev", "ss", |w| w.change(|text| text.reverse())),
    Function("strset", "sis", |w| w.strset()),
    Function("strspn", "ssu", |w| w.span(true)),
    Function("strstr", "sss", |w| w.strstr()),
    Function("strtod", "spd", |w| w.strtod()),
    Function("strtok", "sss", |w| w.strtok()),
    Function("strtol", "spil", |w| w.strtol(i32::MIN.into(), i32::MAX.into())),
    Function("strtoul", "spil", |w| w.strtol(-i64::from(u32::MAX), u32::MAX.into())),
    Function("strupr", "ss", |w| w.change(|text| text.make_ascii_uppercase())),
    Function("strxfrm", "ssuu", |w| w.strxfrm()),
    Function("swab", "ssiv", |w| w.swab()),
    Function("system", "sI", |w| w.system()),
    Function("tan", "=dd", |w| w.real(f64::tan)),
    Function("tanh", "=dd", |w| w.real(f64::tanh)),
    Function("tell", "il", |w| w.tell()),
    Function("textattr", "iv", |w| w.attribute(|_, new| new)),
    Function("textbackground", "iv", |w| w.attribute(|now, new| now & 0x8F | (new & 7) << 4)),
    Function("textcolor", "iv", |w| w.attribute(|now, new| now & 0x70 | new & 0x8F)),
    Function("textheight", "=si", |w| w.textheight()),
    Function("textmode", "iV", |w| w.textmode()),
    Function("textwidth", "=si", |w| w.textwidth()),
    Function("time", "pl", |w| w.time()),
    Function("tmpfile", "p", |w| w.tmpfile()),
    Function("tmpnam", "ss", |w| w.tmpnam()),
    Function("toascii", "ii", |w| Ok(w.a[0] & 127)),
    Function("tolower", "=ii", |w| w.letter(u8::to_ascii_lowercase)),
    Function("toupper", "=ii", |w| w.letter(u8::to_ascii_uppercase)),
    Function("tzset", "v", |_| Ok(0)),
    Function("ultoa", "lsis", |w| w.itoa(Kind::UnsignedLong)),
    Function("ungetc", "ipi", |w| w.ungetc()),
    Function("ungetch", "ii", |w| w.ungetch()),
    Function("unixtodos", "lppv", |w| w.unixtodos()),
    Function("unlink", "si", |w| w.remove()),
    Function("vfprintf", "pspI", |w| w.spread(LibCall::fprintf)),
    Function("vfscanf", "pspI", |w| w.spread(LibCall::fscanf)),
    Function("vprintf", "spI", |w| w.spread(LibCall::printf)),
    Function("vscanf", "spI", |w| w.spread(LibCall::scanf)),
    Function("vsprintf", "sspi", |w| w.spread(LibCall::sprintf)),
    Function("vsscanf", "sspi", |w| w.spread(LibCall::sscanf)),
    Function("wherex", "i", |w| w.wherex()),
    Function("wherey", "i", |w| w.wherey()),
    Function("window", "iiiiv", |w| w.window()),
    Function("write", "ipui", |w| w.with_handle(|w| w.fwrite())),
];

/// Names that other compilers have for these functions.
const ALIASES: [(&str, &str); 4] =
    [("Sleep", "delay"), ("_getch", "getch"), ("_getche", "getche"), ("_kbhit", "kbhit")];

pub(crate) fn function(name: &str) -> Option<(u16, &'static Function)> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
    let n = FUNCTIONS.iter().position(|function| function.0 == name)?;
    Some((n as u16, &FUNCTIONS[n]))
}

pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(Function::name).chain(constants().map(|(name, _)| name))
}

/// No function, for work that the machine does by itself.
pub(crate) const NOTHING: Function = Function("", "v", |_| Ok(0));

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
        letter => Type::Number(kind(letter)),
    }
}

fn kind(letter: char) -> Kind {
    match letter {
        'u' => Kind::Unsigned,
        'l' => Kind::Long,
        'd' => Kind::Double,
        'a' | 'f' | 'o' | 'p' | 'r' | 's' => Kind::Pointer,
        _ => Kind::Int,
    }
}

impl Function {
    pub(crate) fn name(&self) -> &'static str {
        self.0
    }

    /// The letters of the parameters and the result, without the cost.
    pub(crate) fn letters(&self) -> &'static str {
        self.1.trim_start_matches('=').trim_end_matches(|c: char| c.is_ascii_digit() || c == '+')
    }

    /// True if the function only computes its result.
    pub(crate) fn is_pure(&self) -> bool {
        self.1.starts_with('=')
    }

    fn result(&self) -> char {
        self.letters().chars().next_back().unwrap_or('v')
    }

    pub(crate) fn draws(&self) -> bool {
        self.result().is_ascii_uppercase()
    }

    /// The cost of the drawing in lines across the screen, and whether to add that of filling rows.
    pub(crate) fn cost(&self) -> (usize, bool) {
        let cost = self.1.trim_start_matches('=').trim_start_matches(self.letters());
        (cost.trim_end_matches('+').parse().unwrap_or(0), cost.is_empty() || cost.ends_with('+'))
    }

    pub(crate) fn parameters(&self) -> Vec<(String, Type)> {
        let letters = self.letters();
        let letters = letters[..letters.len() - 1].chars().filter(|c| *c != '.');
        let numbered = |(letter, n): (char, usize)| (n.to_string(), parameter(letter));
        letters.zip(1..).map(numbered).collect()
    }

    pub(crate) fn allocates(&self) -> bool {
        matches!(self.result(), 'm' | 'n')
    }

    pub(crate) fn takes_more(&self) -> bool {
        self.1.contains('.')
    }

    pub(crate) fn returns(&self) -> Type {
        parameter(self.result())
    }

    /// The index of the argument with a format like `printf`'s.
    pub(crate) fn format(&self) -> Option<usize> {
        self.letters().find('f')
    }

    /// The index of the first argument that `scanf` or a similar function stores a value through.
    pub(crate) fn scans(&self) -> Option<usize> {
        Some(self.letters().find('r')? + 1)
    }

    pub(crate) fn takes_addresses(&self) -> bool {
        self.letters().contains(['a', 'r'])
    }
}

pub(crate) fn call(function: &'static Function, call: &mut LibCall) -> LibResult {
    let Function(.., action) = function;
    for (letter, a) in function.letters().bytes().zip(&mut call.a) {
        if letter == b'.' {
            break;
        }
        *a = match kind(letter.into()) {
            Kind::Pointer => call.machine.with_object(*a),
            kind => call.machine.wrap_checked(kind, *a),
        };
    }
    let notes = call.machine.library.is_some() && !call.again;
    let noted = notes.then(|| call.describe());
    let done = call.call(function.draws(), *action);
    if let (Some(calls), Some(noted), Ok(_)) = (&mut call.machine.library, noted, &done) {
        calls.push(noted);
    }
    done
}

/// Constants, as in an enumeration: a name without a value is one more than the name before it.
const CONSTANTS: &str = "\
    BLACK=0 BLUE GREEN CYAN RED MAGENTA BROWN LIGHTGRAY DARKGRAY LIGHTBLUE LIGHTGREEN LIGHTCYAN LIGHTRED \
    LIGHTMAGENTA YELLOW WHITE CGAC0=0 CGAC1 CGAC2 CGAC3 CGAHI EGALO=0 EGAHI EGA=3 EGA64 EGAMONO IBM8514 \
    HERCMONO ATT400 VGA VGALO=0 VGAMED VGAHI EMPTY_FILL=0 SOLID_FILL LINE_FILL LTSLASH_FILL SLASH_FILL \
    BKSLASH_FILL LTBKSLASH_FILL HATCH_FILL XHATCH_FILL INTERLEAVE_FILL WIDE_DOT_FILL CLOSE_DOT_FILL \
    USER_FILL SOLID_LINE=0 DOTTED_LINE CENTER_LINE DASHED_LINE USERBIT_LINE COPY_PUT=0 XOR_PUT OR_PUT \
    AND_PUT NOT_PUT DEFAULT_FONT=0 TRIPLEX_FONT SMALL_FONT SANS_SERIF_FONT GOTHIC_FONT SCRIPT_FONT \
    SIMPLEX_FONT TRIPLEX_SCR_FONT COMPLEX_FONT EUROPEAN_FONT BOLD_FONT LEFT_TEXT=0 CENTER_TEXT \
    RIGHT_TEXT BOTTOM_TEXT=0 CENTER_TEXT TOP_TEXT HORIZ_DIR=0 VERT_DIR NULL=0 NORM_WIDTH THICK_WIDTH=3 \
    EOF=-1 DETECT grInvalidVersion=-18 grInvalidDeviceNum=-15 grInvalidFontNum grInvalidFont grIOerror \
    grError grInvalidMode grNoFontMem grFontNotFound grNoFloodMem grNoScanMem grNoLoadMem \
    grInvalidDriver grFileNotFound grNotDetected grNoInitGraph grOk CURRENT_DRIVER=-1 CGA_driver CGA \
    MCGA EGAVGA_driver=0 ATT_driver=0 triplex_font=0 small_font=0 sansserif_font=0 gothic_font=0 \
    MCGAC0=0 MCGAC1 MCGAC2 MCGAC3 MCGAMED MCGAHI ATT400C0=0 ATT400C1 ATT400C2 ATT400C3 ATT400MED \
    ATT400HI EGA64LO=0 EGA64HI EGAMONOHI=3 IBM8514LO=0 IBM8514HI HERCMONOHI=0 PC3270HI=0 PC3270=10 \
    MAXCOLORS=15 USER_CHAR_SIZE=0 CLIP_OFF=0 CLIP_ON BW40=0 C40 BW80 C80 MONO=7 C4350=64 BLINK=128 \
    WM_MOUSEMOVE=512 WM_LBUTTONDOWN WM_LBUTTONUP WM_LBUTTONDBLCLK WM_RBUTTONDOWN WM_RBUTTONUP \
    WM_RBUTTONDBLCLK WM_MBUTTONDOWN WM_MBUTTONUP WM_MBUTTONDBLCLK NO_CLICK=-1 _NOCURSOR=0 _SOLIDCURSOR \
    _NORMALCURSOR TOP_OFF=0 TOP_ON INT_MAX=32767 LONG_MAX=2147483647 EXIT_SUCCESS=0 EXIT_FAILURE \
    SEEK_SET=0 SEEK_CUR SEEK_END BUFSIZ=512 _IOFBF=0 _IOLBF _IONBF L_tmpnam=13 FOPEN_MAX=20 \
    FILENAME_MAX=80 TMP_MAX=65535 MB_CUR_MAX=1 MAXPATH=80 MAXDRIVE=3 MAXDIR=66 MAXFILE=9 MAXEXT=5 \
    WILDCARDS=1 EXTENSION FILENAME=4 DIRECTORY=8 DRIVE=16 FA_RDONLY=1 FA_HIDDEN FA_SYSTEM=4 FA_LABEL=8 \
    FA_DIREC=16 FA_ARCH=32 ENOENT=2 ENOPATH EMFILE EACCES EBADF ENOMEM=8 EINVAL=19 EDOM=33 ERANGE EEXIST \
    CHAR_MAX=127 O_RDONLY=1 O_WRONLY O_RDWR=4 O_CREAT=256 O_TRUNC=512 O_EXCL=1024 O_APPEND=2048 \
    O_TEXT=16384 O_BINARY=32768 S_IWRITE=128 S_IREAD=256 MAXINT=32767 MAXSHORT=32767 MAXLONG=2147483647 \
    EGA_BLACK=0 EGA_BLUE EGA_GREEN EGA_CYAN EGA_RED EGA_MAGENTA EGA_LIGHTGRAY=7 EGA_BROWN=20 \
    EGA_DARKGRAY=56 EGA_LIGHTBLUE EGA_LIGHTGREEN EGA_LIGHTCYAN EGA_LIGHTRED EGA_LIGHTMAGENTA EGA_YELLOW \
    EGA_WHITE RAND_MAX=32767 INT_MIN=-32768 SHRT_MAX=32767 SHRT_MIN=-32768 UINT_MAX=65535 \
    USHRT_MAX=65535 LONG_MIN=-2147483648 ULONG_MAX=4294967295 SCHAR_MAX=127 CHAR_MIN=-128 SCHAR_MIN=-128 \
    UCHAR_MAX=255 CHAR_BIT=8 FLT_DIG=6 DBL_DIG=15 LC_ALL=0 LC_COLLATE LC_CTYPE LC_MONETARY LC_NUMERIC LC_TIME SIGINT=2 \
    SIGILL=4 SIGFPE=8 SIGSEGV=11 SIGTERM=15 SIGABRT=22";

/// Returns the names and values of the constants.
fn constants() -> impl Iterator<Item = (&'static str, i64)> {
    CONSTANTS.split(' ').scan(0, |next, word| {
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
    const HIDDEN: &str =
        "_assert _cin _cout _elements _getline _ignore _interrupt _mouse _scan _stream _swap _videomode";

    fn is_hidden(name: &str) -> bool {
        HIDDEN.split(' ').any(|hidden| hidden == name)
    }

    #[test]
    fn the_reference_explains_exactly_the_known_words() {
        let functions = FUNCTIONS.iter().map(Function::name);
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
        for function in FUNCTIONS.iter().filter(|f| !is_hidden(f.name())) {
            let name = function.name();
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
