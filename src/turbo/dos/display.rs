//! What minifb does not tell us about the display behind its window: its size and depth, and when it has news.
//!
//! Waiting on the display's socket instead of asking it 60 times a second costs an idle program a fifth of the processor
//! time, and shows a key's effect within a few milliseconds (the README beside this file has the figures).

/// The display that a window is opened on. Lengths are in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// How wide and how high the inside of a window may be.
    pub(crate) room: (i32, i32),
    /// The bits of a pixel's colour.
    pub(crate) depth: i32,
}

pub(crate) use system::{
    Events, FORGETS, alts, introduce, let_method_write, measure, toggle_full_screen,
    window_destroyed,
};
pub use system::{locale, prepare, show_unheard};

#[cfg(windows)]
#[path = "display_windows.rs"]
mod system;

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::ffi::{CString, OsString};
    use std::os::fd::{BorrowedFd, OwnedFd};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use x11_dl::xlib;

    use super::Display;
    use crate::dos::Quit;
    use crate::dos::bgi::{HEIGHT, WIDTH};

    /// A window that was covered stays black until it is drawn again, and minifb does not say when.
    pub(crate) const FORGETS: bool = true;

    /// Prepares the environment for minifb. Call it first thing in `main`.
    ///
    /// When `XMODIFIERS` names an input-method server that is not running, which is common on Chinese desktops, minifb crashes on X11. One
    /// that runs hears the keys first, if the process has the locale of its user.
    ///
    /// minifb's window on Wayland can neither fill the screen nor know its size, and on GNOME it has no title bar. So where X11's programs
    /// run on the Wayland desktop, too, this is one of them. With `DISPLAY=` the window is Wayland's.
    ///
    /// # Safety
    /// It changes the environment and the locale of the process, so no other thread may be running.
    pub unsafe fn prepare() {
        let x11 = x11_socket().is_some_and(|socket| socket.exists());
        // A Wayland desktop may start its X11 server for the first who asks it, and most commands open no window.
        let methods = x11 && on_wayland().is_none() && InputMethod::running().is_some();
        // SAFETY: the caller answers for the threads, and the name of the locale ends with a zero.
        unsafe {
            match methods {
                true => _ = libc::setlocale(libc::LC_CTYPE, c"".as_ptr()),
                false => std::env::set_var("XMODIFIERS", "@im=none"),
            }
            if x11 {
                std::env::remove_var("WAYLAND_DISPLAY");
            }
        }
    }

    /// The user's language, as `zh_CN`, where the environment does not tell it.
    pub fn locale() -> Option<String> {
        None
    }

    /// What is printed is read in a terminal.
    pub fn show_unheard(_: &str) {}

    /// The Wayland display, where there is one.
    fn on_wayland() -> Option<OsString> {
        std::env::var_os("WAYLAND_DISPLAY").filter(|name| !name.is_empty())
    }

    /// The input-method server that `XMODIFIERS` names, asked on a connection of its own.
    struct InputMethod {
        x11: xlib::Xlib,
        display: *mut xlib::Display,
        /// What the server owns while it runs.
        selection: xlib::Atom,
    }

    impl InputMethod {
        /// The server, if it runs.
        fn running() -> Option<InputMethod> {
            let modifiers = std::env::var("XMODIFIERS").ok()?;
            let (_, name) = modifiers.split_once("@im=")?;
            let name = name.split('@').next().filter(|name| *name != "none")?;
            let name = CString::new(format!("@server={name}")).ok()?;
            let x11 = xlib::Xlib::open().ok()?;
            // SAFETY: the display is checked before it is used, and the name ends with a zero.
            let (display, selection) = unsafe {
                let display = (x11.XOpenDisplay)(std::ptr::null());
                if display.is_null() {
                    return None;
                }
                (
                    display,
                    (x11.XInternAtom)(display, name.as_ptr(), xlib::False),
                )
            };
            let method = InputMethod {
                x11,
                display,
                selection,
            };
            method.runs().then_some(method)
        }

        fn runs(&self) -> bool {
            // SAFETY: the display stays open as long as this lives.
            unsafe { (self.x11.XGetSelectionOwner)(self.display, self.selection) != 0 }
        }
    }

    impl Drop for InputMethod {
        fn drop(&mut self) {
            // SAFETY: nobody uses the display after this.
            unsafe { (self.x11.XCloseDisplay)(self.display) };
        }
    }

    /// The socket of the X11 display of this machine that `DISPLAY` names, if it names one.
    fn x11_socket() -> Option<PathBuf> {
        let display = std::env::var("DISPLAY").ok()?;
        let number = display.strip_prefix(':')?.split('.').next()?;
        let number: u32 = number.parse().ok()?;
        Some(format!("/tmp/.X11-unix/X{number}").into())
    }

    /// The default screen of the X11 display, or `None` when there is none or Wayland will be used. A twelfth of it is left to panels
    /// and the window's frame.
    pub(crate) fn measure() -> Option<Display> {
        if on_wayland().is_some() {
            return None;
        }
        let x11 = xlib::Xlib::open().ok()?;
        // SAFETY: plain Xlib calls; the display is checked before it is used and closed afterwards.
        unsafe {
            let display = (x11.XOpenDisplay)(std::ptr::null());
            if display.is_null() {
                return None;
            }
            let number = (x11.XDefaultScreen)(display);
            let width = (x11.XDisplayWidth)(display, number);
            let height = (x11.XDisplayHeight)(display, number);
            let depth = (x11.XDefaultDepth)(display, number);
            (x11.XCloseDisplay)(display);
            Some(Display {
                width,
                height,
                room: (width * 11 / 12, height * 11 / 12),
                depth,
            })
        }
    }

    /// The library, the open display and the number of a window on X11; `None` for one on Wayland.
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

    /// Tells the window manager what the window is, `WM_CLASS`, and the least size in pixels that shows the whole screen. The window
    /// has the size that it was opened with.
    pub(crate) fn introduce(window: &(impl HasDisplayHandle + HasWindowHandle), _: (i32, i32)) {
        let Some((x11, display, window)) = on_x11(window) else {
            return;
        };
        let (mut name, mut class) = (*b"qipan\0", *b"Qipan\0");
        let mut hint = xlib::XClassHint {
            res_name: name.as_mut_ptr().cast(),
            res_class: class.as_mut_ptr().cast(),
        };
        // SAFETY: the display and the window are those of a living window. Xlib copies the hints, and the names end with a zero.
        unsafe {
            (x11.XSetClassHint)(display, window, &mut hint);
            let mut size: xlib::XSizeHints = std::mem::zeroed();
            let mut supplied = 0;
            (x11.XGetWMNormalHints)(display, window, &mut size, &mut supplied);
            size.flags |= xlib::PMinSize;
            (size.min_width, size.min_height) = (WIDTH, HEIGHT);
            (x11.XSetWMNormalHints)(display, window, &mut size);
            (x11.XFlush)(display);
        }
    }

    /// On X11 and Wayland an input method hears all keys; its user turns it on and off.
    pub(crate) fn let_method_write<T>(_: &T, _: bool) {}

    /// Asks the window manager to give the window the whole screen, or to take it back. minifb has no call for it. On Wayland its
    /// window cannot be asked from outside.
    pub(crate) fn toggle_full_screen(window: &(impl HasDisplayHandle + HasWindowHandle)) {
        const TOGGLE: std::ffi::c_long = 2;
        const FROM_A_PROGRAM: std::ffi::c_long = 1;
        let Some((x11, display, window)) = on_x11(window) else {
            return;
        };
        // SAFETY: the display and the window are those of a living window, and the names end with a zero. The event is a valid
        // message of 32-bit parts, and Xlib copies it.
        unsafe {
            let atom =
                |name: &std::ffi::CStr| (x11.XInternAtom)(display, name.as_ptr(), xlib::False);
            let (state, full) = (atom(c"_NET_WM_STATE"), atom(c"_NET_WM_STATE_FULLSCREEN"));
            let mut data = xlib::ClientMessageData::new();
            data.set_long(0, TOGGLE);
            data.set_long(1, full as std::ffi::c_long);
            data.set_long(3, FROM_A_PROGRAM);
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
            let who = xlib::SubstructureRedirectMask | xlib::SubstructureNotifyMask;
            (x11.XSendEvent)(display, root, xlib::False, who, &mut event);
            (x11.XFlush)(display);
        }
    }

    /// minifb tells which keys are held.
    pub(crate) fn alts() -> Option<[bool; 2]> {
        None
    }

    /// The socket on which the display server talks to the window.
    pub(crate) struct Events {
        socket: OwnedFd,
        wayland: bool,
        method: Option<InputMethod>,
    }

    impl Events {
        /// The socket of the window, or `None` when it has none.
        pub(crate) fn of(window: &impl HasDisplayHandle) -> Option<Events> {
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
                        method: InputMethod::running(),
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
                        method: None,
                    })
                }
                _ => None,
            }
        }

        /// Is the window on Wayland, not on X11? There minifb tells a character before its key, and panics when it is
        /// given an icon.
        pub(crate) fn wayland(&self) -> bool {
            self.wayland
        }

        /// Waits until the display server says something, but no longer than `timeout`. Fails when what the window stands on is gone.
        pub(crate) fn wait(&self, timeout: Duration) -> Result<(), Quit> {
            let mut socket = [PollFd::new(&self.socket, PollFlags::IN)];
            let timeout = Timespec::try_from(timeout).ok();
            // It can fail only when a signal came: the caller looks around and waits again.
            let _ = poll(&mut socket, timeout.as_ref());
            let lost = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            if socket[0].revents().intersects(lost) {
                return Err(Quit::DisplayLost);
            }
            // Xlib forgets what belonged to a server that is gone, and minifb uses it at the next key.
            match &self.method {
                Some(method) if !method.runs() => Err(Quit::InputMethodLost),
                _ => Ok(()),
            }
        }
    }

    /// Xlib's handlers are not told for whom they work, so what they learn has to be global.
    static WINDOW_DESTROYED: AtomicBool = AtomicBool::new(false);

    /// Has another program destroyed the window, without asking it to close?
    pub(crate) fn window_destroyed() -> bool {
        WINDOW_DESTROYED.load(Ordering::Relaxed)
    }

    /// Xlib calls this when the server refuses a request. Without it, Xlib ends the program with five lines of its own.
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

    /// Xlib calls this when the server goes away in the middle of a request, and ends the program if this returns.
    unsafe extern "C" fn display_lost(_: *mut xlib::Display) -> std::ffi::c_int {
        eprintln!("qipan: {}", Quit::DisplayLost);
        std::process::exit(1)
    }
}

/// Elsewhere (macOS) the window is asked at short intervals.
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
mod system {
    use std::time::Duration;

    use super::Display;
    use crate::dos::Quit;

    pub(crate) const FORGETS: bool = true;

    /// There is no such server here.
    ///
    /// # Safety
    /// It does nothing.
    pub unsafe fn prepare() {}

    /// The user's language, as `zh_CN`, where the environment does not tell it. The desktop does not say.
    pub fn locale() -> Option<String> {
        None
    }

    /// What is printed is read in a terminal.
    pub fn show_unheard(_: &str) {}

    pub(crate) fn measure() -> Option<Display> {
        None
    }

    pub(crate) fn window_destroyed() -> bool {
        false
    }

    /// The window says there itself what it is.
    pub(crate) fn introduce<T>(_: &T, _: (i32, i32)) {}

    /// It hears them all.
    pub(crate) fn let_method_write<T>(_: &T, _: bool) {}

    /// minifb has no call for it.
    pub(crate) fn toggle_full_screen<T>(_: &T) {}

    pub(crate) fn alts() -> Option<[bool; 2]> {
        None
    }

    pub(crate) enum Events {}

    impl Events {
        pub(crate) fn of<T>(_: &T) -> Option<Events> {
            None
        }

        pub(crate) fn wayland(&self) -> bool {
            match *self {}
        }

        pub(crate) fn wait(&self, _: Duration) -> Result<(), Quit> {
            match *self {}
        }
    }
}
