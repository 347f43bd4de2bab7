//! The ports of the PC: palette, speaker, keyboard and screen.

use super::calls::{LibCall, LibResult};
use super::memory::Trap;
use super::modes::{EGA, nearest};
use words::say;

/// The frequency of the timer chip, in hertz.
const TIMER: u32 = 1_193_180;
/// The bits of port 0x61 that turn the speaker on.
const SPEAKER: u8 = 3;
/// The bits of port 0x3DA during a retrace of the screen.
const RETRACE: u8 = 9;

/// The state of the ports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ports {
    /// The number of palette bytes before the next one: three for each entry.
    palette_at: u16,
    /// The last three palette bytes.
    rgb: [u8; 3],
    /// The last two bytes for the timer, the low one first.
    divisor: [u8; 2],
    speaker: u8,
    retrace: u8,
    scan_code: u8,
    /// True if the program has read the waiting key from port 0x60, or its handler has seen it.
    pub(super) key_seen: bool,
    /// True if the keyboard's interrupt has reported a key, and not yet its release.
    is_down: bool,
}

impl LibCall<'_> {
    fn ports(&mut self) -> &mut Ports {
        &mut self.machine.devices.ports
    }

    /// Writes the low `bytes` bytes of the second argument, each to the next port.
    pub(crate) fn outport(&mut self, bytes: usize) -> LibResult {
        for (port, byte) in (self.n(0)..).zip(self.n(1).to_le_bytes()).take(bytes) {
            self.write_port(port & 0xFFFF, byte)?;
        }
        Ok(0)
    }

    pub(crate) fn inport(&mut self, bytes: usize) -> LibResult {
        let mut word = [0; 2];
        for (port, byte) in (self.n(0)..).zip(&mut word).take(bytes) {
            *byte = self.read_port(port & 0xFFFF)?;
        }
        Ok(i16::from_le_bytes(word).into())
    }

    fn write_port(&mut self, port: i32, byte: u8) -> LibResult {
        let ports = self.ports();
        match port {
            0x3C8 => ports.palette_at = 3 * u16::from(byte),
            0x3C9 => return self.write_palette(byte),
            0x42 => ports.divisor = [ports.divisor[1], byte],
            // The end of an interrupt, and the timer's mode.
            0x20 | 0x43 => {}
            0x61 => ports.speaker = byte,
            _ => self.lacks_port(port),
        }
        // The chip counts from 65536 if the divisor is 0.
        let divisor = u32::from(u16::from_le_bytes(self.ports().divisor).wrapping_sub(1)) + 1;
        let tone = if self.ports().speaker & SPEAKER == SPEAKER { TIMER / divisor } else { 0 };
        if matches!(port, 0x42 | 0x61) && tone != self.machine.devices.tone {
            self.sound(tone)
        } else {
            Ok(0)
        }
    }

    fn read_port(&mut self, port: i32) -> Result<u8, Trap> {
        let ports = self.ports();
        Ok(match port {
            0x60 => self.scan_code()?,
            0x61 => ports.speaker,
            0x3DA => {
                ports.retrace ^= RETRACE;
                ports.retrace
            }
            _ => {
                self.lacks_port(port);
                0xFF
            }
        })
    }

    fn lacks_port(&mut self, port: i32) {
        let n = format_args!("{port:X}");
        self.machine.note(say!("Port 0x{n} belongs to a device that this machine lacks", n));
    }

    /// Takes a red, green or blue value from 0 to 63. The last one of an entry sets its colour.
    fn write_palette(&mut self, byte: u8) -> LibResult {
        let ports = self.ports();
        ports.rgb = [ports.rgb[1], ports.rgb[2], byte & 63];
        ports.palette_at = (ports.palette_at + 1) % 768;
        let (next, rgb) = (i64::from(ports.palette_at), ports.rgb.map(|n| i32::from(n) * 255 / 63));
        // The 16 colours use the entries with their EGA numbers.
        match EGA.iter().position(|entry| 3 * (entry + 1) % 768 == next) {
            Some(color) => self.palette(color as i32, nearest(rgb)),
            None => Ok(0),
        }
    }

    /// The scan code of the last key. A key that the program leaves in the keyboard buffer is removed at the
    /// next call.
    fn scan_code(&mut self) -> Result<u8, Trap> {
        if self.machine.program.code().events.is_some() && self.machine.handlers().is_none() {
            return Ok(self.ports().scan_code);
        }
        if self.machine.devices.waiting.is_some() && self.ports().key_seen {
            self.next_key()?;
        }
        let key = self.look()?;
        let ports = self.ports();
        ports.key_seen = key.is_some();
        ports.scan_code = key.map_or(ports.scan_code, |key| (key.bioskey() >> 8) as u8);
        Ok(ports.scan_code)
    }

    /// The keyboard's interrupt, which happens when a key is pressed, and again when it is released, at the
    /// program's next look at the keyboard or wait. The argument 0 begins it and returns 1 if it happens, 1 ends it,
    /// and 2 ends it without passing the key to the BIOS.
    pub(crate) fn keyboard_interrupt(&mut self) -> LibResult {
        match self.n(0) {
            0 if self.ports().is_down => {
                self.ports().is_down = false;
                self.ports().scan_code |= 0x80;
                Ok(1)
            }
            0 => {
                let key = self.look()?;
                let ports = self.ports();
                let Some(key) = key.filter(|_| !ports.key_seen) else { return Ok(0) };
                ports.scan_code = (key.bioskey() >> 8) as u8;
                (ports.is_down, ports.key_seen) = (true, true);
                Ok(1)
            }
            2 if self.ports().is_down => self.next_key().map(|_| 0),
            _ => Ok(0),
        }
    }
}
