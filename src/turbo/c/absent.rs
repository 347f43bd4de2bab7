//! Functions and keywords that this machine lacks, with a message for each.

use words::{fill, phrase, say, translate};

/// Groups of missing names, each with its message; `{name}` is the name that the program used.
const ABSENT: [(&str, &str); 17] = [
    ("then", phrase!("C has no '{name}': write the statement right after the condition")),
    ("elseif elif elsif", phrase!("C has no '{name}': write else if")),
    ("string", phrase!("C has no type '{name}': use an array of char")),
    ("bool true false", phrase!("'{name}' is newer than Turbo C: include <stdbool.h>, or use int")),
    (
        "intr geninterrupt bdos bdosptr",
        phrase!("'{name}' calls DOS or the BIOS, which this machine lacks: int86 supports the common calls"),
    ),
    (
        "keep ctrlbrk harderr hardresume hardretn getcbrk setcbrk __emit__",
        phrase!("'{name}' deals with interrupts that this machine lacks"),
    ),
    (
        "segread getpsp brk sbrk allocmem freemem setblock",
        phrase!("'{name}' needs the memory addresses of a PC, which this machine lacks"),
    ),
    (
        "writeimagefile",
        phrase!(
            "'{name}' writes picture files, which this machine cannot: copy pictures with getimage and putimage"
        ),
    ),
    (
        "inp inpw outp outpw bioscom biosprint",
        phrase!("'{name}' accesses a device of the PC, which this machine lacks"),
    ),
    (
        "absread abswrite biosdisk getfat getfatd getdfree getdta setdta randbrd randbwr parsfnm getverify \
         setverify",
        phrase!("'{name}' accesses the disks of a PC, which this machine lacks"),
    ),
    (
        "_AX _AH _AL _BX _BH _BL _CX _CH _CL _DX _DH _DL _SI _DI _BP _SP _CS _DS _ES _SS _FLAGS",
        phrase!("'{name}' is a register of the PC's processor, which this machine lacks"),
    ),
    (
        "spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe execl execle execlp execlpe execv execve execvp execvpe fork",
        phrase!("'{name}' starts another program, but this machine runs only one"),
    ),
    (
        "dup dup2 ioctl lock unlock sopen getftime setftime stat fstat dosexterr country getswitchar setswitchar getpid",
        phrase!("'{name}' asks DOS about files or processes, which this machine lacks"),
    ),
    ("setdate settime stime", phrase!("'{name}' sets the clock, which programs can only read here")),
    (
        "HANDLE HWND HINSTANCE DWORD COORD WinMain Beep MessageBox GetStdHandle SetConsoleCursorPosition SetConsoleTextAttribute \
         GetAsyncKeyState PlaySound ShellExecute _T TEXT",
        phrase!("'{name}' belongs to Windows, but this machine runs programs for DOS"),
    ),
    (
        "scanf_s sscanf_s fscanf_s gets_s printf_s sprintf_s strcpy_s strcat_s fopen_s",
        phrase!("'{name}' belongs to Visual C++: use the function without _s"),
    ),
    (
        "wchar_t wprintf wscanf wcslen",
        phrase!("'{name}' is newer than Turbo C: use arrays of char for Chinese text"),
    ),
];

/// The names that `stdbool.h` defines.
pub(crate) const STDBOOL_NAMES: [&str; 3] = ["bool", "true", "false"];

/// Returns the message for an undefined name if `ABSENT` lists the name.
pub(crate) fn sentence(name: &str) -> Option<String> {
    let found = ABSENT.iter().find(|(names, _)| names.split(' ').any(|known| known == name))?;
    Some(fill(translate(found.1), &[("name", &name)]))
}

/// The keywords that begin inline assembler.
pub(crate) const ASM_KEYWORDS: [&str; 4] = ["asm", "_asm", "__asm", "__asm__"];

/// Keywords of Turbo C and other compilers that have no effect here.
pub(crate) const IGNORED_KEYWORDS: &str = "interrupt cdecl _cdecl __cdecl _fastcall _pascal _far __far _near __near _huge _loadds _saveregs _export";

/// True for a header of Windows, without which most programs work.
pub(crate) fn is_left_out(header: &str) -> bool {
    "windows.h winuser.h wincon.h mmsystem.h tchar.h".split(' ').any(|known| known == header)
}

/// Returns the end of the message for a missing header of another system or of newer C.
pub(crate) fn header_advice(header: &str) -> Option<String> {
    let begins = |names: &str| names.split(' ').any(|name| header.starts_with(name));
    let libraries = [("easyx.h", "EasyX"), ("gl/", "OpenGL")];
    if begins("unistd.h termios.h pthread.h curses.h ncurses.h sys/ x11/") {
        let system = "Unix";
        Some(say!(": it belongs to {system}", system))
    } else if let Some((_, library)) = libraries.iter().find(|(name, _)| begins(name)) {
        Some(say!(": it belongs to {library}, but this machine has BGI, with graphics.h", library))
    } else if begins("wchar.h wctype.h") {
        Some(say!(": Chinese text does not need it").to_string())
    } else {
        None
    }
}

/// The commonest functions of EasyX, a graphics library for Visual C++, with the BGI calls to use instead.
const EASYX: [(&str, &str); 19] = [
    ("BeginBatchDraw FlushBatchDraw EndBatchDraw", "setactivepage, setvisualpage"),
    ("solidcircle fillcircle solidellipse", "fillellipse"),
    ("clearcircle clearrectangle solidrectangle", "bar"),
    ("fillrectangle", "bar, rectangle"),
    ("roundrect fillroundrect solidroundrect", "rectangle"),
    ("solidpie fillpie", "pieslice"),
    ("solidpolygon fillpolygon", "fillpoly"),
    ("polygon polyline", "drawpoly"),
    ("setlinecolor settextcolor", "setcolor"),
    ("setfillcolor", "setfillstyle"),
    ("setbkmode", "outtextxy"),
    ("drawtext", "settextjustify, outtextxy"),
    ("setorigin setcliprgn", "setviewport"),
    ("getwidth getheight", "getmaxx, getmaxy"),
    ("getlinecolor gettextcolor getfillcolor", "getcolor"),
    ("loadimage", "getimage, putimage"),
    ("GetMouseMsg MouseHit PeekMouseMsg getmessage peekmessage", "kbhit, getch"),
    ("InputBox", "scanf"),
    ("RGB", "COLOR"),
];

/// Returns the message for a call of a function of EasyX; `is_number` is true if its first argument is a number.
pub(crate) fn easyx_message(name: &str, is_number: bool) -> Option<String> {
    let (name, instead) = match name {
        "initgraph" if is_number => {
            ("initgraph(width, height)", "int gd = DETECT, gm; initgraph(&gd, &gm, \"\");")
        }
        _ => (name, EASYX.iter().find(|(names, _)| names.split(' ').any(|known| known == name))?.1),
    };
    Some(say!("'{name}' belongs to EasyX, but this machine has BGI: use {instead}", name, instead))
}
