//! The first second of the program: it begins as a computer of that time did.

use super::session::{Session, Speed};
use screen::panel::{key_line, write};
use turbo::dos::bgi::{LIGHTGRAY, WHITE};
use turbo::dos::{Console, Quit, Screen};
use words::say;

/// The memory of such a computer, and how much of it is counted at a time, in kilobytes.
const MEMORY: u32 = 640;
const STEP: u32 = 16;
/// How long counting one step takes, and how long the end of it is seen, in ms.
const COUNTS: u32 = 20;
const STANDS: u32 = 200;

/// Counts the memory, unless somebody does not like it or is in a hurry, as a script is. Any key ends it, and means nothing else.
pub fn show(session: &mut Session<'_>) -> Result<(), Quit> {
    let (settings, console) = (&session.settings, &mut session.console);
    let in_a_hurry = settings.speed == Speed::Instant || !console.real_time();
    if !settings.bios || in_a_hurry {
        return Ok(());
    }
    for kilobytes in (0..=MEMORY).step_by(STEP as usize) {
        draw(console.screen(), kilobytes);
        let is_last = kilobytes == MEMORY;
        if console.pause(if is_last { STANDS } else { COUNTS })? {
            return console.getkey().map(drop);
        }
    }
    Ok(())
}

fn draw(screen: &mut Screen, kilobytes: u32) {
    *screen = Screen::default();
    let name = say!("qipan BIOS {env}", env = env!("CARGO_PKG_VERSION"));
    write(screen, 16, 16, WHITE, &name);
    write(
        screen,
        16,
        32,
        LIGHTGRAY,
        say!("VGA, 640 x 480 pixels in 16 colours"),
    );
    let memory = say!(
        "Memory {kilobytes} KB",
        kilobytes = format_args!("{:3}", kilobytes)
    );
    write(screen, 16, 64, LIGHTGRAY, &memory);
    if kilobytes == MEMORY {
        write(screen, 16 + 8 * 15, 64, WHITE, "OK");
        write(screen, 16, 96, LIGHTGRAY, "C:\\>QIPAN");
    }
    key_line(screen, &[(say!("Any key"), say!("Go on"))]);
}
