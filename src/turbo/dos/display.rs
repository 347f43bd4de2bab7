//! Functions of the display system that minifb lacks: the display's size and depth, waiting for events, and
//! details of the window.
//!
//! An idle program sleeps on the display's socket instead of polling it 60 times a second.

/// The display on which the window opens. Lengths are in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Display {
    /// The maximum size of a window without its frame.
    pub(crate) room: (i32, i32),
    /// The number of bits per pixel.
    pub(crate) depth: i32,
}

pub(crate) use system::{
    Events, alt_keys, enable_input_method, measure, set_up, toggle_full_screen, window_destroyed,
};
pub use system::{locale, prepare, show_error_box};

#[cfg(windows)]
#[path = "display_windows.rs"]
mod system;

/// Functions that only Windows needs.
#[cfg(not(windows))]
mod unneeded {
    /// The user's language, such as `zh_CN`, if it is not in the environment.
    pub fn locale() -> Option<String> {
        None
    }

    /// Shows an error in a box if the program has no terminal.
    pub fn show_error_box(_: &str) {}

    /// Turns the input method on or off. Outside Windows it always gets the keys.
    pub(crate) fn enable_input_method<T>(_: &T, _: bool) {}

    /// The states of the left and the right Alt key, true if down; `None` if minifb reports these keys
    /// itself.
    pub(crate) fn alt_keys() -> Option<[bool; 2]> {
        None
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::cell::Cell;
    use std::ffi::{CString, OsString};
    use std::os::fd::{BorrowedFd, OwnedFd};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use x11_dl::xlib;

    pub use super::unneeded::*;

    use super::Display;
    use crate::dos::bgi::{HEIGHT, WIDTH};
    use crate::dos::{Quit, program_name};

    /// Prepares the environment for minifb. Call it at the start of `main`.
    ///
    /// minifb crashes on X11 if `XMODIFIERS` names an input-method server that is not running, which is
    /// common on Chinese desktops. A running server gets the keys first, provided that the process has its
    /// user's locale.
    ///
    /// minifb's Wayland windows have no full screen and, on GNOME, no title bar. So a Wayland desktop that
    /// can run X11 programs gets an X11 window. `DISPLAY=` forces a Wayland window.
    ///
    /// # Safety
    /// It changes the environment and the locale of the process, so no other thread may be running.
    pub unsafe fn prepare() {
        let x11 = x11_socket().is_some_and(|socket| socket.exists());
        // A Wayland desktop may start its X11 server at the first connection, and most commands need none.
        let has_method = x11 && on_wayland().is_none() && InputMethod::running().is_some();
        // SAFETY: the caller guarantees a single thread, and the C string is valid.
        unsafe {
            match has_method {
                true => _ = libc::setlocale(libc::LC_CTYPE, c"".as_ptr()),
                false => std::env::set_var("XMODIFIERS", "@im=none"),
            }
            if x11 {
                std::env::remove_var("WAYLAND_DISPLAY");
            }
        }
    }

    /// The name of the Wayland display, if there is one.
    fn on_wayland() -> Option<OsString> {
        std::env::var_os("WAYLAND_DISPLAY").filter(|name| !name.is_empty())
    }

    /// The socket of the local X11 display that `DISPLAY` names.
    fn x11_socket() -> Option<PathBuf> {
        let display = std::env::var("DISPLAY").ok()?;
        let number = display.strip_prefix(':')?.split('.').next()?;
        let number: u32 = number.parse().ok()?;
        Some(format!("/tmp/.X11-unix/X{number}").into())
    }

    /// A connection to the X11 server, in addition to minifb's own.
    struct Connection {
        x11: xlib::Xlib,
        display: *mut xlib::Display,
    }

    impl Connection {
        fn open() -> Option<Connection> {
            let x11 = xlib::Xlib::open().ok()?;
            // SAFETY: a null pointer means the default display.
            let display = unsafe { (x11.XOpenDisplay)(std::ptr::null()) };
            (!display.is_null()).then(|| Connection { x11, display })
        }
    }

    impl Drop for Connection {
        fn drop(&mut self) {
            // SAFETY: the display is open, and this is its last use.
            unsafe { (self.x11.XCloseDisplay)(self.display) };
        }
    }

    /// The input-method server that `XMODIFIERS` names.
    struct InputMethod {
        server: Connection,
        /// The selection that the input method owns while it runs.
        selection: xlib::Atom,
    }

    impl InputMethod {
        fn running() -> Option<InputMethod> {
            let modifiers = std::env::var("XMODIFIERS").ok()?;
            let (_, name) = modifiers.split_once("@im=")?;
            let name = name.split('@').next().filter(|name| *name != "none")?;
            let name = CString::new(format!("@server={name}")).ok()?;
            let server = Connection::open()?;
            // SAFETY: the display is open, and the C string is valid.
            let selection = unsafe { (server.x11.XInternAtom)(server.display, name.as_ptr(), xlib::False) };
            let method = InputMethod { server, selection };
            method.runs().then_some(method)
        }

        fn runs(&self) -> bool {
            let Connection { x11, display } = &self.server;
            // SAFETY: the display is open.
            unsafe { (x11.XGetSelectionOwner)(*display, self.selection) != 0 }
        }
    }

    /// Measures the default screen of the X11 display; `None` without X11, or if Wayland will be used. A
    /// twelfth of the screen is reserved for panels and the window's frame.
    pub(crate) fn measure() -> Option<Display> {
        if on_wayland().is_some() {
            return None;
        }
        let Connection { x11, display } = &Connection::open()?;
        // SAFETY: the display is open.
        unsafe {
            let number = (x11.XDefaultScreen)(*display);
            let width = (x11.XDisplayWidth)(*display, number);
            let height = (x11.XDisplayHeight)(*display, number);
            Some(Display {
                room: (width * 11 / 12, height * 11 / 12),
                depth: (x11.XDefaultDepth)(*display, number),
            })
        }
    }

    /// Returns Xlib, minifb's connection and the ID of an X11 window; `None` on Wayland.
    fn on_x11(
        window: &(impl HasDisplayHandle + HasWindowHandle),
    ) -> Option<(xlib::Xlib, *mut xlib::Display, xlib::Window)> {
        let RawDisplayHandle::Xlib(display) = window.display_handle().ok()?.as_raw() else {
            return None;
        };
        let RawWindowHandle::Xlib(window) = window.window_handle().ok()?.as_raw() else {
            return None;
        };
        let x11 = xlib::Xlib::open().ok()?;
        Some((x11, display.display?.as_ptr().cast(), window.window))
    }

    /// Sets the window's `WM_CLASS` and its minimum size. The window already has its size.
    pub(crate) fn set_up(window: &(impl HasDisplayHandle + HasWindowHandle), (width, height): (i32, i32)) {
        let (Some((x11, display, window)), Ok(name)) = (on_x11(window), CString::new(program_name())) else {
            return;
        };
        let mut class = name.as_bytes_with_nul().to_vec();
        class[0].make_ascii_uppercase();
        let mut hint =
            xlib::XClassHint { res_name: name.as_ptr().cast_mut(), res_class: class.as_mut_ptr().cast() };
        // SAFETY: minifb's window is open, the C strings are valid, and Xlib copies all hints.
        unsafe {
            (x11.XSetClassHint)(display, window, &mut hint);
            let mut size: xlib::XSizeHints = std::mem::zeroed();
            let mut supplied = 0;
            (x11.XGetWMNormalHints)(display, window, &mut size, &mut supplied);
            size.flags |= xlib::PMinSize;
            (size.min_width, size.min_height) = (WIDTH.min(width), HEIGHT.min(height));
            (x11.XSetWMNormalHints)(display, window, &mut size);
            (x11.XFlush)(display);
        }
    }

    /// Asks the window manager to turn full screen on or off, which minifb cannot do. On Wayland this does
    /// nothing.
    pub(crate) fn toggle_full_screen(window: &(impl HasDisplayHandle + HasWindowHandle)) {
        const TOGGLE: std::ffi::c_long = 2;
        const FROM_APPLICATION: std::ffi::c_long = 1;
        let Some((x11, display, window)) = on_x11(window) else {
            return;
        };
        // SAFETY: minifb's window is open, and the C strings are valid. The event is a valid message of
        // 32-bit parts, which Xlib copies.
        unsafe {
            let atom = |name: &std::ffi::CStr| (x11.XInternAtom)(display, name.as_ptr(), xlib::False);
            let (state, full) = (atom(c"_NET_WM_STATE"), atom(c"_NET_WM_STATE_FULLSCREEN"));
            let mut data = xlib::ClientMessageData::new();
            data.set_long(0, TOGGLE);
            data.set_long(1, full as std::ffi::c_long);
            data.set_long(3, FROM_APPLICATION);
            let mut event = xlib::XEvent {
                client_message: xlib::XClientMessageEvent {
                    type_: xlib::ClientMessage,
                    serial: 0,
                    send_event: xlib::True,
                    display,
                    window,
                    message_type: state,
                    format: 32,
                    data,
                },
            };
            let root = (x11.XDefaultRootWindow)(display);
            let mask = xlib::SubstructureRedirectMask | xlib::SubstructureNotifyMask;
            (x11.XSendEvent)(display, root, xlib::False, mask, &mut event);
            (x11.XFlush)(display);
        }
    }

    /// Copies the socket of a connection.
    ///
    /// # Safety
    /// The display must be open.
    unsafe fn socket(x11: &xlib::Xlib, display: *mut xlib::Display) -> Option<OwnedFd> {
        // SAFETY: as the caller promises.
        let socket = unsafe { BorrowedFd::borrow_raw((x11.XConnectionNumber)(display)) };
        socket.try_clone_to_owned().ok()
    }

    /// Receives X11's Expose events for the window, which minifb ignores.
    struct Exposures {
        server: Connection,
        socket: OwnedFd,
    }

    impl Exposures {
        fn of(window: xlib::Window) -> Option<Exposures> {
            let server = Connection::open()?;
            // SAFETY: the display is open, and minifb's window exists.
            let socket = unsafe {
                (server.x11.XSelectInput)(server.display, window, xlib::ExposureMask);
                (server.x11.XFlush)(server.display);
                socket(&server.x11, server.display)
            };
            Some(Exposures { socket: socket?, server })
        }

        /// Takes all events from the queue. Returns true if there were any.
        fn take(&self) -> bool {
            let Connection { x11, display } = &self.server;
            let mut any = false;
            // SAFETY: the display is open, and Xlib fills the event.
            unsafe {
                while (x11.XPending)(*display) > 0 {
                    (x11.XNextEvent)(*display, &mut xlib::XEvent { pad: [0; 24] });
                    any = true;
                }
            }
            any
        }
    }

    /// The connection that delivers the window's events.
    pub(crate) struct Events {
        socket: OwnedFd,
        wayland: bool,
        method: Option<InputMethod>,
        exposures: Option<Exposures>,
        exposed: Cell<bool>,
    }

    impl Events {
        /// Starts receiving the events of a window. Returns `None` if the window's display has no socket.
        pub(crate) fn new(window: &(impl HasDisplayHandle + HasWindowHandle)) -> Option<Events> {
            let mut events = Events {
                socket: match window.display_handle().ok()?.as_raw() {
                    RawDisplayHandle::Xlib(_) => {
                        let (x11, display, _) = on_x11(window)?;
                        // SAFETY: minifb's window is open. As Xlib requires, the first handler makes no
                        // requests, and the second one does not return.
                        unsafe {
                            (x11.XSetErrorHandler)(Some(request_failed));
                            (x11.XSetIOErrorHandler)(Some(display_lost));
                            socket(&x11, display)?
                        }
                    }
                    RawDisplayHandle::Wayland(handle) => {
                        // SAFETY: minifb's display is open, and the backend only borrows its socket.
                        let backend = unsafe {
                            wayland_backend::sys::client::Backend::from_foreign_display(
                                handle.display.as_ptr().cast(),
                            )
                        };
                        backend.poll_fd().try_clone_to_owned().ok()?
                    }
                    _ => return None,
                },
                wayland: true,
                method: None,
                exposures: None,
                exposed: Cell::new(false),
            };
            if let Some((_, _, window)) = on_x11(window) {
                events.wayland = false;
                events.method = InputMethod::running();
                events.exposures = Exposures::of(window);
            }
            Some(events)
        }

        /// True if the window is on Wayland. There minifb reports a character before its key, and panics if
        /// it gets an icon.
        pub(crate) fn wayland(&self) -> bool {
            self.wayland
        }

        /// True if [`take_exposed`](Events::take_exposed) works.
        pub(crate) fn reports_exposures(&self) -> bool {
            self.exposures.is_some()
        }

        /// Returns true if a part of the window has become visible since the last call.
        pub(crate) fn take_exposed(&self) -> bool {
            self.exposed.take()
        }

        /// Waits for an event, at most `timeout`. Fails if the display or the input method is gone.
        pub(crate) fn wait(&self, timeout: Duration) -> Result<(), Quit> {
            let sockets = [Some(&self.socket), self.exposures.as_ref().map(|all| &all.socket)];
            let sockets = sockets.into_iter().flatten();
            let mut sockets: Vec<_> = sockets.map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
            let timeout = Timespec::try_from(timeout).ok();
            // Polling fails only when a signal arrives, and then the caller waits again.
            let _ = poll(&mut sockets, timeout.as_ref());
            let lost = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            if sockets.iter().any(|socket| socket.revents().intersects(lost)) {
                return Err(Quit::DisplayLost);
            }
            if let Some(exposures) = &self.exposures {
                self.exposed.set(self.exposed.get() | exposures.take());
            }
            // minifb would use the freed state of a server that has ended.
            match &self.method {
                Some(method) if !method.runs() => Err(Quit::InputMethodLost),
                _ => Ok(()),
            }
        }
    }

    /// Set by an Xlib handler, which gets no context.
    static WINDOW_DESTROYED: AtomicBool = AtomicBool::new(false);

    /// True if another program has destroyed the window.
    pub(crate) fn window_destroyed() -> bool {
        WINDOW_DESTROYED.load(Ordering::Relaxed)
    }

    /// Handles the failure of a request. Xlib's own handler ends the program.
    unsafe extern "C" fn request_failed(
        _: *mut xlib::Display,
        error: *mut xlib::XErrorEvent,
    ) -> std::ffi::c_int {
        // SAFETY: Xlib passes a valid event.
        if unsafe { (*error).error_code } == xlib::BadWindow {
            WINDOW_DESTROYED.store(true, Ordering::Relaxed);
        }
        0
    }

    /// Handles the loss of the server during a request. Xlib ends the program if this returns.
    unsafe extern "C" fn display_lost(_: *mut xlib::Display) -> std::ffi::c_int {
        eprintln!("{}: {}", program_name(), Quit::DisplayLost);
        std::process::exit(1)
    }
}

/// On macOS the window polls for events.
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
mod system {
    use std::time::Duration;

    pub use super::unneeded::*;

    use super::Display;
    use crate::dos::Quit;

    /// Does nothing on this system.
    ///
    /// # Safety
    /// This function is always safe to call.
    pub unsafe fn prepare() {}

    pub(crate) fn measure() -> Option<Display> {
        None
    }

    pub(crate) fn window_destroyed() -> bool {
        false
    }

    pub(crate) fn set_up<T>(_: &T, _: (i32, i32)) {}

    pub(crate) fn toggle_full_screen<T>(_: &T) {}

    /// The connection that delivers the window's events. This system has none.
    pub(crate) enum Events {}

    impl Events {
        pub(crate) fn new<T>(_: &T) -> Option<Events> {
            None
        }

        pub(crate) fn wayland(&self) -> bool {
            match *self {}
        }

        pub(crate) fn reports_exposures(&self) -> bool {
            match *self {}
        }

        pub(crate) fn take_exposed(&self) -> bool {
            match *self {}
        }

        pub(crate) fn wait(&self, _: Duration) -> Result<(), Quit> {
            match *self {}
        }
    }
}
