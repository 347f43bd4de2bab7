//! Functions and keywords that this machine lacks, with a message for each.

use words::{fill, phrase, translate};

/// Groups of missing names, each with its message; `{name}` is the name that the program used.
const ABSENT: [(&str, &str); 15] = [
    ("then", phrase!("'{name}' is no word of C: the statement stands behind the condition")),
    ("elseif elif elsif", phrase!("'{name}' is no word of C, which has two: else if")),
    ("string", phrase!("'{name}' is no type of C, where a text is an array of char")),
    (
        "bool true false",
        phrase!("'{name}' came to C later: #include <stdbool.h> brings it, and Turbo C has int"),
    ),
    (
        "int86x intdos intdosx intr geninterrupt bdos bdosptr",
        phrase!(
            "'{name}' calls DOS or the BIOS by an interrupt, and this machine has neither: int86 does what it can"
        ),
    ),
    (
        "getvect setvect keep ctrlbrk harderr hardresume hardretn getcbrk setcbrk disable enable __emit__",
        phrase!("'{name}' deals with interrupts, and this machine has none"),
    ),
    (
        "MK_FP FP_SEG FP_OFF peek peekb poke pokeb segread movedata getpsp brk sbrk allocmem freemem setblock",
        phrase!(
            "'{name}' reaches into the memory of a PC by its addresses, which this machine does not have"
        ),
    ),
    (
        "inport inportb outport outportb inp inpw outp outpw bioscom biosprint",
        phrase!("'{name}' talks to a device of the PC directly, and this machine has none"),
    ),
    (
        "absread abswrite biosdisk getfat getfatd getdfree getdta setdta randbrd randbwr parsfnm getverify \
         setverify",
        phrase!("'{name}' works on the disks of a PC, and this machine has none"),
    ),
    (
        "_AX _AH _AL _BX _BH _BL _CX _CH _CL _DX _DH _DL _SI _DI _BP _SP _CS _DS _ES _SS _FLAGS",
        phrase!("'{name}' is a register of the PC's processor, which this machine does not have"),
    ),
    (
        "spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe execl execle execlp execlpe execv execve execvp execvpe fork",
        phrase!("'{name}' starts another program, and this machine runs only one"),
    ),
    (
        "signal raise SIGINT SIGABRT SIGFPE SIGILL SIGSEGV SIGTERM SIG_DFL SIG_IGN SIG_ERR",
        phrase!("'{name}' belongs to the signals of an operating system, and this machine sends none"),
    ),
    (
        "dup dup2 ioctl lock unlock sopen getftime setftime stat fstat dosexterr country getswitchar setswitchar getpid",
        phrase!("'{name}' asks DOS for something that files in memory do not have"),
    ),
    ("setdate settime stime", phrase!("'{name}' sets the clock, which only tells the time here")),
    (
        "HANDLE HWND HINSTANCE DWORD COORD WinMain Sleep Beep MessageBox GetStdHandle SetConsoleCursorPosition SetConsoleTextAttribute \
         GetAsyncKeyState PlaySound ShellExecute",
        phrase!("'{name}' belongs to Windows, and this machine is a PC with DOS"),
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
pub(crate) const IGNORED_KEYWORDS: &str =
    "cdecl _cdecl __cdecl _fastcall _pascal _far __far _near __near _huge _loadds _saveregs _export";

/// Returns the system that a header belongs to, unless that is DOS.
pub(crate) fn system_of(header: &str) -> Option<&'static str> {
    let is_in = |headers: &str| headers.split(' ').any(|known| known == header);
    if is_in("windows.h winuser.h wincon.h mmsystem.h tchar.h") {
        Some("Windows")
    } else if is_in("unistd.h termios.h pthread.h curses.h ncurses.h")
        || header.starts_with("sys/")
        || header.starts_with("X11/")
    {
        Some("Unix")
    } else {
        None
    }
}
