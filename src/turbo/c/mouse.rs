//! The mouse: the state of the DOS driver, its interrupt, and the functions of WinBGIm.

use std::mem::take;

use super::calls::{LibCall, LibResult};
use super::graphics::GraphicsState;
use super::machine::Machine;
use crate::dos::Mouse;
use crate::dos::bgi::{HEIGHT, WIDTH};
use words::say;

/// The longest time between the two presses of a double click, in ms, and the largest distance in pixels.
const DOUBLE_CLICK: i64 = 500;
const DOUBLE_CLICK_DISTANCE: i32 = 4;

/// The state of the mouse driver. Its coordinates have 640 columns, and the rows of the graphics mode or 8 for
/// each row of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MouseState {
    at: [i32; 2],
    buttons: u8,
    /// The number of unread events and the place of the last one, for each kind from `WM_MOUSEMOVE`.
    events: [(u16, [i32; 2]); 10],
    /// The calls that show the pointer, minus those that hide it. The pointer is visible at 1, the maximum.
    shown: i16,
    /// The lowest and the highest column, and the same for rows.
    limits: [Option<[i32; 2]>; 2],
    /// The movement since the program last asked for it.
    travel: [i32; 2],
    /// The units of movement (mickeys) per 8 columns and per 8 rows; 8 and 16 unless set.
    mickeys: Option<[i32; 2]>,
    /// True if `mousex` was the last call, so that `mousey` returns the same place.
    x_read: bool,
    /// The last press of a button that can begin a double click: the button's bit, the time in ms and the place.
    pressed: (u8, i64, [i32; 2]),
    /// The number of checks of the mouse.
    pub(super) looks: usize,
}

impl MouseState {
    /// The tip of the pointer on the screen, if it is visible.
    pub(super) fn tip(&self, graphics: &GraphicsState) -> Option<(i32, i32)> {
        let [x, y] = self.at;
        (self.shown > 0).then(|| (x, y * HEIGHT / rows(graphics).0))
    }

    fn move_to(&mut self, at: [i32; 2]) {
        let limits = |n: usize| self.limits[n].unwrap_or([0, [WIDTH, HEIGHT][n] - 1]);
        self.at = [0, 1].map(|n| at[n].clamp(limits(n)[0], limits(n)[1]));
    }

    /// Moves the mouse, sets its buttons and counts the events. The second press of a double click is a press, too.
    fn change(&mut self, at: [i32; 2], buttons: u8, time: i64) {
        let before = *self;
        let new = buttons & !before.buttons;
        let (button, since, place) = before.pressed;
        let is_near = [0, 1].iter().all(|n| (at[*n] - place[*n]).abs() <= DOUBLE_CLICK_DISTANCE);
        let twice = if is_near && time - since <= DOUBLE_CLICK { new & button } else { 0 };
        if new > 0 {
            self.pressed = (new & !twice, time, at);
        }
        self.move_to(at);
        self.buttons = buttons;
        self.travel = [0, 1].map(|n| before.travel[n] + self.at[n] - before.at[n]);
        for (kind, (count, place)) in self.events.iter_mut().enumerate() {
            let bit = 1 << (kind.saturating_sub(1) / 3);
            let happens = match kind % 3 {
                0 if kind == 0 => self.at != before.at,
                0 => twice & bit > 0,
                1 => new & bit > 0,
                _ => before.buttons & !buttons & bit > 0,
            };
            if happens {
                (*count, *place) = (count.saturating_add(1), self.at);
            }
        }
    }
}

/// The number of rows and the height of a cell in the driver's coordinates.
fn rows(graphics: &GraphicsState) -> (i32, i32) {
    if graphics.begun { (graphics.mode.height, 1) } else { (graphics.mode.height / 2, 8) }
}

fn driver_place(x: i32, y: i32, graphics: &GraphicsState) -> [i32; 2] {
    let (rows, cell) = rows(graphics);
    let y = y * rows / HEIGHT;
    [x - x % (cell * WIDTH / graphics.mode.width), y - y % cell]
}

impl LibCall<'_> {
    /// Reads the next state of the mouse, if there is one.
    pub(super) fn poll_mouse(&mut self) -> Option<Mouse> {
        // The events of a script come in order.
        if self.machine.devices.waiting.is_some() && !self.console.real_time() {
            return None;
        }
        let Machine { inputs, devices, .. } = &mut *self.machine;
        let now = inputs.mouse(devices, self.console)?;
        let place = driver_place(now.x.into(), now.y.into(), &devices.graphics);
        let time = if now.buttons > 0 { inputs.time(devices, self.console) } else { 0 };
        devices.mouse.change(place, now.buttons, time);
        devices.show(self.console.screen());
        Some(now)
    }

    /// Interrupt 0x33. The arguments are the registers AX to DX and an array that receives them.
    pub(crate) fn mouse_interrupt(&mut self) -> LibResult {
        let mut registers = [0, 1, 2, 3].map(|n| i32::from(self.n(n) as i16));
        let [ax, bx, cx, dx] = registers;
        if matches!(ax, 3 | 5 | 6 | 0xB) {
            self.poll_mouse();
        }
        let devices = &mut self.machine.devices;
        let (mouse, graphics) = (&mut devices.mouse, &devices.graphics);
        let MouseState { at: [x, y], buttons, mickeys, looks, .. } = *mouse;
        match ax {
            0 => {
                let at = driver_place(WIDTH / 2, HEIGHT / 2, graphics);
                *mouse = MouseState { at, buttons, looks, ..MouseState::default() };
                registers = [-1, 2, cx, dx];
            }
            1 => mouse.shown = (mouse.shown + 1).min(1),
            2 => mouse.shown = mouse.shown.saturating_sub(1),
            3 => registers = [ax, buttons.into(), x, y],
            4 => mouse.move_to([cx, dx]),
            5 | 6 => {
                let (count, [x, y]) = &mut mouse.events[(ax - 4 + 3 * bx.clamp(0, 2)) as usize];
                registers = [buttons.into(), take(count).into(), *x, *y];
            }
            7 | 8 => {
                mouse.limits[(ax - 7) as usize] = Some([cx.min(dx), cx.max(dx)].map(|n| n.max(0)));
                mouse.move_to([x, y]);
            }
            0xB => {
                let (travel, mickeys) = (take(&mut mouse.travel), mickeys.unwrap_or([8, 16]));
                registers = [ax, bx, travel[0] * mickeys[0] / 8, travel[1] * mickeys[1] / 8];
            }
            0xF => mouse.mickeys = Some([cx, dx]),
            _ => {
                let x = format_args!("{:X}", ax as u16);
                self.machine.note(say!("Function 0x{x} of the mouse driver is missing here", x));
            }
        }
        self.machine.devices.show(self.console.screen());
        self.put_numbers(4, "u", &registers.map(|n| i64::from(n as u16)))
    }

    /// The number of unread events of the kind in the first argument, and the place of the last one.
    fn mouse_events(&mut self) -> &mut (u16, [i32; 2]) {
        let kind = self.n(0).clamp(512, 521) - 512;
        &mut self.machine.devices.mouse.events[kind as usize]
    }

    pub(crate) fn ismouseclick(&mut self) -> LibResult {
        if self.mouse_events().0 == 0 {
            self.poll_mouse();
        }
        Ok((self.mouse_events().0 > 0).into())
    }

    pub(crate) fn clearmouseclick(&mut self) -> LibResult {
        self.mouse_events().0 = 0;
        Ok(0)
    }

    pub(crate) fn getmouseclick(&mut self) -> LibResult {
        let (count, [x, y]) = take(self.mouse_events());
        self.put_both(1, if count > 0 { (x, y) } else { (-1, -1) })
    }

    /// `mousex` and `mousey`, for `n` 0 and 1.
    pub(crate) fn mouse_coordinate(&mut self, n: usize) -> LibResult {
        if n == 0 || !self.machine.devices.mouse.x_read {
            self.poll_mouse();
        }
        self.machine.devices.mouse.x_read = n == 0;
        Ok(self.machine.devices.mouse.at[n].into())
    }
}
