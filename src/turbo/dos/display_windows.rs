//! What minifb does not do for its window on Windows: an icon, a size that fits, the whole screen, the keys with Alt. And how the
//! program waits: for messages, until a timer of its own rings.

use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use raw_window_handle::{HasWindowHandle, RawWindowHandle};
use windows_sys::Win32::Foundation::{HANDLE, HWND, LPARAM, LRESULT, RECT, WPARAM};
use windows_sys::Win32::Globalization::GetUserDefaultLocaleName;
use windows_sys::Win32::Graphics::Gdi::{
    GetMonitorInfoW, MONITOR_DEFAULTTONEAREST, MONITORINFO, MonitorFromWindow,
};
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_UNKNOWN, GetFileType};
use windows_sys::Win32::System::Console::{
    ATTACH_PARENT_PROCESS, AttachConsole, GetStdHandle, STD_ERROR_HANDLE, STD_INPUT_HANDLE,
    STD_OUTPUT_HANDLE, SetStdHandle,
};
use windows_sys::Win32::System::SystemServices::LOCALE_NAME_MAX_LENGTH;
use windows_sys::Win32::System::Threading::{
    CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, CreateWaitableTimerExW, INFINITE, SetWaitableTimer,
    TIMER_ALL_ACCESS,
};
use windows_sys::Win32::UI::HiDpi::{
    AdjustWindowRectExForDpi, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, GetDpiForSystem,
    GetDpiForWindow, SetProcessDpiAwarenessContext,
};
use windows_sys::Win32::UI::Input::Ime::{IACE_DEFAULT, ImmAssociateContextEx};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    GetKeyState, VK_F4, VK_LMENU, VK_PROCESSKEY, VK_RMENU,
};
use windows_sys::Win32::UI::Shell::{DefSubclassProc, SetWindowSubclass};
use windows_sys::Win32::UI::WindowsAndMessaging::*;

use super::Display;
use crate::dos::Quit;
use crate::dos::bgi::{HEIGHT, WIDTH};
use crate::dos::icon;

/// minifb keeps the picture, and draws it when Windows asks.
pub(crate) const FORGETS: bool = false;

/// Does nobody read what the program prints? So it is where a person has opened it from a folder.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// The user's language, as `zh-CN`.
pub fn locale() -> Option<String> {
    let mut name = [0; LOCALE_NAME_MAX_LENGTH as usize];
    // SAFETY: the length is that of the place for the name.
    let length = unsafe { GetUserDefaultLocaleName(name.as_mut_ptr(), name.len() as i32) };
    let name = name.get(..(length - 1).try_into().ok()?)?;
    String::from_utf16(name).ok()
}

/// Prepares the process for its window and its console. Call it first thing in `main`.
///
/// The program is one of those that get no console, so that none is seen beside the game. Where a console has called it, that is the one it
/// writes to; what it was told to write into a file or a pipe goes there all the same.
///
/// Its picture is not stretched: it finds the scale itself that fits each display.
///
/// # Safety
/// It changes where the process reads and writes, so no other thread may be running.
pub unsafe fn prepare() {
    let names = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE];
    // SAFETY: plain calls; the handles are those that the process was given, and are not closed.
    unsafe {
        let named = names.map(|name| (name, GetStdHandle(name)));
        let mut given = named.to_vec();
        given.retain(|(_, handle)| !handle.is_null() && GetFileType(*handle) != FILE_TYPE_UNKNOWN);
        let called = AttachConsole(ATTACH_PARENT_PROCESS) != 0;
        UNHEARD.store(!called && given.is_empty(), Ordering::Relaxed);
        for (name, handle) in given {
            SetStdHandle(name, handle);
        }
        SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2);
    }
}

/// Shows a message in a box of Windows where nobody reads what the program prints, and waits until it is closed.
pub fn show_unheard(message: &str) {
    if !UNHEARD.load(Ordering::Relaxed) {
        return;
    }
    let wide = |text: &str| -> Vec<u16> { text.encode_utf16().chain([0]).collect() };
    // SAFETY: both texts end with a zero and outlive the call.
    unsafe {
        MessageBoxW(
            null_mut(),
            wide(message).as_ptr(),
            wide("qipan").as_ptr(),
            MB_OK | MB_ICONERROR,
        )
    };
}

/// The first display. The largest window hides neither its own title nor the taskbar.
pub(crate) fn measure() -> Option<Display> {
    let mut area = RECT::default();
    // SAFETY: plain calls, of which one fills the rectangle that it is given.
    unsafe {
        if SystemParametersInfoW(SPI_GETWORKAREA, 0, (&raw mut area).cast(), 0) == 0 {
            return None;
        }
        let frame = around((0, 0), GetDpiForSystem());
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        Some(Display {
            width: GetSystemMetrics(SM_CXSCREEN),
            height: GetSystemMetrics(SM_CYSCREEN),
            room: (width - frame.0, height - frame.1),
            depth: 32,
        })
    }
}

/// The width and height of a window with an inside of this size.
fn around((width, height): (i32, i32), dpi: u32) -> (i32, i32) {
    let mut place = RECT {
        right: width,
        bottom: height,
        ..RECT::default()
    };
    // SAFETY: the call changes the rectangle that it is given.
    unsafe { AdjustWindowRectExForDpi(&mut place, WS_OVERLAPPEDWINDOW, 0, 0, dpi) };
    (place.right - place.left, place.bottom - place.top)
}

fn handle(window: &impl HasWindowHandle) -> Option<HWND> {
    match window.window_handle().ok()?.as_raw() {
        RawWindowHandle::Win32(window) => Some(window.hwnd.get() as HWND),
        _ => None,
    }
}

/// The display that the window is on: all of it, and what the taskbar leaves.
fn monitor(window: HWND) -> MONITORINFO {
    let mut monitor = MONITORINFO {
        cbSize: size_of::<MONITORINFO>() as u32,
        ..MONITORINFO::default()
    };
    // SAFETY: the window is a living one, and the call fills the structure that says how large it is.
    unsafe {
        GetMonitorInfoW(
            MonitorFromWindow(window, MONITOR_DEFAULTTONEAREST),
            &mut monitor,
        )
    };
    monitor
}

/// Gives the window its icon, and an inside of exactly this size in the middle of the display.
pub(crate) fn introduce(window: &impl HasWindowHandle, inside: (i32, i32)) {
    let Some(window) = handle(window) else {
        return;
    };
    let area = monitor(window).rcWork;
    // SAFETY: the window is a living one of this thread, and the procedure lives as long as the program.
    unsafe {
        SetWindowSubclass(window, Some(heard), 0, 0);
        for (kind, metric) in [(ICON_SMALL, SM_CXSMICON), (ICON_BIG, SM_CXICON)] {
            let icon = icon(GetSystemMetrics(metric));
            SendMessageW(window, WM_SETICON, kind as WPARAM, icon as LPARAM);
        }
        let (width, height) = around(inside, GetDpiForWindow(window));
        let left = area.left + (area.right - area.left - width) / 2;
        let top = area.top + (area.bottom - area.top - height) / 2;
        let top = top.max(area.top);
        let place = RECT {
            left,
            top,
            right: left + width,
            bottom: top + height,
        };
        put(window, place, SWP_NOACTIVATE);
    }
}

/// Puts the window at this place, its frame included.
///
/// # Safety
/// The window must be a living one of this thread.
unsafe fn put(window: HWND, place: RECT, flags: SET_WINDOW_POS_FLAGS) {
    let (left, top) = (place.left, place.top);
    let (width, height) = (place.right - left, place.bottom - top);
    // SAFETY: as the caller promises.
    unsafe {
        SetWindowPos(
            window,
            null_mut(),
            left,
            top,
            width,
            height,
            SWP_NOZORDER | flags,
        )
    };
}

/// A corner of the board, at the largest of our sizes that is not larger than this.
fn icon(side: i32) -> HICON {
    let side = (side / 16 * 16).clamp(16, 256);
    let dots = icon::pixels(side).into_iter();
    let opaque: Vec<u32> = dots.map(|dot| 0xFF00_0000 | dot).collect();
    let mask = vec![0; (side * side / 8) as usize];
    // SAFETY: there are as many bytes as the size says: four a dot, and one bit of a mask for each in rows of whole words.
    unsafe {
        CreateIcon(
            null_mut(),
            side,
            side,
            1,
            32,
            mask.as_ptr(),
            opaque.as_ptr().cast(),
        )
    }
}

/// Hears the window's messages before minifb does.
unsafe extern "system" fn heard(
    window: HWND,
    message: u32,
    wparam: WPARAM,
    lparam: LPARAM,
    _: usize,
    _: usize,
) -> LRESULT {
    // SAFETY: Windows hands over the messages of a living window, and what they point to.
    unsafe {
        match message {
            WM_GETMINMAXINFO => {
                let least = around((WIDTH, HEIGHT), GetDpiForWindow(window));
                let limits = lparam as *mut MINMAXINFO;
                ((*limits).ptMinTrackSize.x, (*limits).ptMinTrackSize.y) = least;
                0
            }
            // On another display the window is as large for the eye as it was.
            WM_DPICHANGED => {
                put(window, *(lparam as *const RECT), SWP_NOACTIVATE);
                0
            }
            // minifb would take it for a window without any size.
            WM_SIZE if wparam == SIZE_MINIMIZED as WPARAM => 0,
            // minifb takes all keys with Alt to itself; Windows makes this one the close button.
            WM_SYSKEYDOWN if wparam == WPARAM::from(VK_F4) => {
                DefWindowProcW(window, message, wparam, lparam)
            }
            // A key that an input method has taken, such as the blank that chooses hanzi. They come as characters.
            WM_KEYDOWN if wparam == WPARAM::from(VK_PROCESSKEY) => 0,
            // A letter with Alt: Windows would look for a menu, and beep.
            WM_SYSCHAR => DefSubclassProc(window, WM_CHAR, wparam, lparam),
            _ => DefSubclassProc(window, message, wparam, lparam),
        }
    }
}

/// Are the left and the right Alt held, at the message that is handled now? minifb does not tell these keys.
pub(crate) fn alts() -> Option<[bool; 2]> {
    // SAFETY: a plain call.
    Some([VK_LMENU, VK_RMENU].map(|key| unsafe { GetKeyState(key.into()) } < 0))
}

/// Lets the input method hear the keys, or keeps it away. One for Chinese takes each letter that it hears.
pub(crate) fn let_method_write(window: &impl HasWindowHandle, writes: bool) {
    if let Some(window) = handle(window) {
        let flags = if writes { IACE_DEFAULT } else { 0 };
        // SAFETY: the window is a living one of this thread; none of its contexts is ours.
        unsafe { ImmAssociateContextEx(window, null_mut(), flags) };
    }
}

/// Where the window was before it had the whole screen.
static PLACE: Mutex<Option<WINDOWPLACEMENT>> = Mutex::new(None);

/// Gives the window the whole display that it is on, or takes it back.
pub(crate) fn toggle_full_screen(window: &impl HasWindowHandle) {
    let (Some(window), Ok(mut place)) = (handle(window), PLACE.lock()) else {
        return;
    };
    // SAFETY: the window is a living one of this thread, and the structures say how large they are.
    unsafe {
        let style = GetWindowLongPtrW(window, GWL_STYLE);
        let framed = WS_OVERLAPPEDWINDOW as isize;
        match place.take() {
            Some(place) => {
                SetWindowLongPtrW(window, GWL_STYLE, style | framed);
                SetWindowPlacement(window, &place);
                let flags = SWP_NOZORDER | SWP_FRAMECHANGED | SWP_NOMOVE | SWP_NOSIZE;
                SetWindowPos(window, null_mut(), 0, 0, 0, 0, flags);
            }
            None => {
                let mut now = WINDOWPLACEMENT {
                    length: size_of::<WINDOWPLACEMENT>() as u32,
                    ..WINDOWPLACEMENT::default()
                };
                GetWindowPlacement(window, &mut now);
                *place = Some(now);
                SetWindowLongPtrW(window, GWL_STYLE, style & !framed);
                put(window, monitor(window).rcMonitor, SWP_FRAMECHANGED);
            }
        }
    }
}

/// The messages of this thread, and a timer that ends a wait for them as exactly as the program asked for it.
pub(crate) struct Events {
    timer: OwnedHandle,
}

impl Events {
    pub(crate) fn of<T>(_: &T) -> Option<Events> {
        let kind = CREATE_WAITABLE_TIMER_HIGH_RESOLUTION;
        // SAFETY: plain calls; the handle is a new one, and nobody else closes it.
        unsafe {
            let timer = CreateWaitableTimerExW(null(), null(), kind, TIMER_ALL_ACCESS);
            let timer = (!timer.is_null()).then(|| OwnedHandle::from_raw_handle(timer))?;
            Some(Events { timer })
        }
    }

    pub(crate) fn wayland(&self) -> bool {
        false
    }

    /// Waits until there is a message, but no longer than `timeout`.
    pub(crate) fn wait(&self, timeout: Duration) -> Result<(), Quit> {
        if !timeout.is_zero() {
            let timer: HANDLE = self.timer.as_raw_handle();
            // In steps of 100 ns from now on.
            let due = -i64::try_from(timeout.as_nanos() / 100).unwrap_or(i64::MAX);
            // SAFETY: the timer is ours, and lives longer than the wait.
            unsafe {
                SetWaitableTimer(timer, &due, 0, None, null(), 0);
                MsgWaitForMultipleObjectsEx(1, &timer, INFINITE, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
            }
        }
        Ok(())
    }
}

/// Windows destroys no window behind its program's back.
pub(crate) fn window_destroyed() -> bool {
    false
}
