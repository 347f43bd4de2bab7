//! What minifb does not tell of the display behind its window: its size, and when it has something to say.
//!
//! Waiting on the display's socket instead of asking it 60 times a second is what makes an idle program cost a fifth
//! of the processor time, and shows a key's effect within a few milliseconds (README has the figures). It needs the only
//! unsafe code of the project.

use std::time::Duration;

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Something came from the display, or the time is over.
    Ready,
    /// The display server is gone.
    Lost,
}

pub use system::{Events, screen_size, spare_input_method, window_destroyed};

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use super::{Duration, Woken};
    use raw_window_handle::{HasDisplayHandle, RawDisplayHandle};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::os::fd::{BorrowedFd, OwnedFd};
    use std::sync::atomic::{AtomicBool, Ordering};
    use x11_dl::xlib;

    /// Keeps minifb from looking for an input-method server on X11.
    ///
    /// With `XMODIFIERS` naming one that does not run, which is common on Chinese desktops, minifb crashes. A program
    /// that knows only arrows, function keys and letters needs none.
    pub fn spare_input_method() {
        // SAFETY: called before the window exists, when this process has a single thread.
        unsafe { std::env::set_var("XMODIFIERS", "@im=none") };
    }

    /// Width and height of the X11 display in pixels, or `None` where there is none or Wayland will be used.
    pub fn screen_size() -> Option<(i32, i32)> {
        if std::env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty()) {
            return None;
        }
        let x11 = xlib::Xlib::open().ok()?;
        // SAFETY: plain Xlib calls; the display is checked before it is used and closed after.
        unsafe {
            let display = (x11.XOpenDisplay)(std::ptr::null());
            if display.is_null() {
                return None;
            }
            let screen = (x11.XDefaultScreen)(display);
            let size = (
                (x11.XDisplayWidth)(display, screen),
                (x11.XDisplayHeight)(display, screen),
            );
            (x11.XCloseDisplay)(display);
            Some(size)
        }
    }

    /// The socket on which the display server talks to the window.
    pub struct Events {
        socket: OwnedFd,
        wayland: bool,
    }

    impl Events {
        /// The socket of the window, or `None` when it cannot be had.
        pub fn of(window: &impl HasDisplayHandle) -> Option<Events> {
            match window.display_handle().ok()?.as_raw() {
                RawDisplayHandle::Xlib(handle) => {
                    let x11 = xlib::Xlib::open().ok()?;
                    let display = handle.display?.as_ptr().cast();
                    // SAFETY: the display is the open one of a living window, and so is the socket while it is
                    // copied. The first handler only notes, the second never returns, as Xlib demands.
                    let socket = unsafe {
                        (x11.XSetErrorHandler)(Some(request_failed));
                        (x11.XSetIOErrorHandler)(Some(display_lost));
                        BorrowedFd::borrow_raw((x11.XConnectionNumber)(display))
                            .try_clone_to_owned()
                    };
                    Some(Events {
                        socket: socket.ok()?,
                        wayland: false,
                    })
                }
                RawDisplayHandle::Wayland(handle) => {
                    // SAFETY: the display is the open one of a living window, and the backend only lends its socket.
                    let backend = unsafe {
                        wayland_backend::sys::client::Backend::from_foreign_display(
                            handle.display.as_ptr().cast(),
                        )
                    };
                    Some(Events {
                        socket: backend.poll_fd().try_clone_to_owned().ok()?,
                        wayland: true,
                    })
                }
                _ => None,
            }
        }

        /// The window is on Wayland, not on X11. minifb tells a character before its key there, and panics when it is
        /// given an icon.
        pub fn wayland(&self) -> bool {
            self.wayland
        }

        /// Waits until the display server says something, `timeout` at most.
        pub fn wait(&self, timeout: Duration) -> Woken {
            let mut socket = [PollFd::new(&self.socket, PollFlags::IN)];
            let timeout = Timespec::try_from(timeout).ok();
            // An error can only be a signal that came in between: the caller looks around and waits again.
            let _ = poll(&mut socket, timeout.as_ref());
            let lost = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            match socket[0].revents().intersects(lost) {
                true => Woken::Lost,
                false => Woken::Ready,
            }
        }
    }

    /// Xlib's handlers are told nothing of whom they work for, so what they learn has to be global.
    static WINDOW_DESTROYED: AtomicBool = AtomicBool::new(false);

    /// Another program destroyed the window, without asking to close it.
    pub fn window_destroyed() -> bool {
        WINDOW_DESTROYED.load(Ordering::Relaxed)
    }

    /// Xlib calls this when the server refuses a request, and without it ends the program with five lines of its own.
    unsafe extern "C" fn request_failed(
        _: *mut xlib::Display,
        error: *mut xlib::XErrorEvent,
    ) -> std::ffi::c_int {
        // SAFETY: Xlib hands over a valid event.
        if unsafe { (*error).error_code } == xlib::BadWindow {
            WINDOW_DESTROYED.store(true, Ordering::Relaxed);
        }
        0
    }

    /// Xlib calls this when the server goes away in the middle of a request, and ends the program if it returns.
    unsafe extern "C" fn display_lost(_: *mut xlib::Display) -> std::ffi::c_int {
        eprintln!("qipan: {}", crate::dos::Quit::DisplayLost);
        std::process::exit(1)
    }
}

/// Elsewhere (Windows, macOS) the window is asked at short intervals.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod system {
    use super::{Duration, Woken};

    pub fn spare_input_method() {}

    pub fn screen_size() -> Option<(i32, i32)> {
        None
    }

    pub fn window_destroyed() -> bool {
        false
    }

    pub enum Events {}

    impl Events {
        pub fn of<T>(_: &T) -> Option<Events> {
            None
        }

        pub fn wayland(&self) -> bool {
            match *self {}
        }

        pub fn wait(&self, _: Duration) -> Woken {
            match *self {}
        }
    }
}
