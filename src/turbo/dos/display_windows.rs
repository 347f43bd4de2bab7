//! The parts of the window that minifb lacks on Windows: an icon, a suitable size, full screen, keys with
//! Alt, and waiting for messages.

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
    AdjustWindowRectExForDpi, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, GetDpiForSystem, GetDpiForWindow,
    SetProcessDpiAwarenessContext,
};
use windows_sys::Win32::UI::Input::Ime::{IACE_DEFAULT, ImmAssociateContextEx};
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    GetKeyState, VK_F4, VK_LMENU, VK_PROCESSKEY, VK_RMENU,
};
use windows_sys::Win32::UI::Shell::{DefSubclassProc, SetWindowSubclass};
use windows_sys::Win32::UI::WindowsAndMessaging::*;

use super::Display;
use crate::dos::bgi::{HEIGHT, WIDTH};
use crate::dos::{Quit, icon, program_name};

/// True if the program has no standard output, as when the user double-clicks it.
static NO_OUTPUT: AtomicBool = AtomicBool::new(false);

/// The user's language, such as `zh-CN`.
pub fn locale() -> Option<String> {
    let mut name = [0; LOCALE_NAME_MAX_LENGTH as usize];
    // SAFETY: the length is the length of the array.
    let length = unsafe { GetUserDefaultLocaleName(name.as_mut_ptr(), name.len() as i32) };
    let name = name.get(..(length - 1).try_into().ok()?)?;
    String::from_utf16(name).ok()
}

/// Prepares the process for its window and its console. Call it at the start of `main`.
///
/// Windows opens no console for this program. If it was started from a console, it writes there, unless its
/// output is redirected to a file or a pipe. Windows does not stretch the window on displays with a high
/// resolution; the program chooses the scale itself.
///
/// # Safety
/// It replaces the standard handles, so no other thread may be running.
pub unsafe fn prepare() {
    let names = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE];
    // SAFETY: the handles belong to the process and stay open.
    unsafe {
        let named = names.map(|name| (name, GetStdHandle(name)));
        let mut given = named.to_vec();
        given.retain(|(_, handle)| !handle.is_null() && GetFileType(*handle) != FILE_TYPE_UNKNOWN);
        let attached = AttachConsole(ATTACH_PARENT_PROCESS) != 0;
        NO_OUTPUT.store(!attached && given.is_empty(), Ordering::Relaxed);
        for (name, handle) in given {
            SetStdHandle(name, handle);
        }
        SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2);
    }
}

/// Shows an error in a message box if the program has no standard output, and waits until the user closes it.
pub fn show_error_box(message: &str) {
    if !NO_OUTPUT.load(Ordering::Relaxed) {
        return;
    }
    let wide = |text: &str| -> Vec<u16> { text.encode_utf16().chain([0]).collect() };
    // SAFETY: both strings end with a zero and outlive the call.
    unsafe {
        MessageBoxW(null_mut(), wide(message).as_ptr(), wide(&program_name()).as_ptr(), MB_OK | MB_ICONERROR)
    };
}

/// Measures the primary display. The maximum size leaves room for the title bar and the taskbar.
pub(crate) fn measure() -> Option<Display> {
    let mut area = RECT::default();
    // SAFETY: the call fills the rectangle.
    unsafe {
        if SystemParametersInfoW(SPI_GETWORKAREA, 0, (&raw mut area).cast(), 0) == 0 {
            return None;
        }
        let frame = framed((0, 0), GetDpiForSystem());
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        Some(Display { room: (width - frame.0, height - frame.1), depth: 32 })
    }
}

/// The size of a window with its frame, for a client area of this size.
fn framed((width, height): (i32, i32), dpi: u32) -> (i32, i32) {
    let mut place = RECT { right: width, bottom: height, ..RECT::default() };
    // SAFETY: the call changes only the rectangle.
    unsafe { AdjustWindowRectExForDpi(&mut place, WS_OVERLAPPEDWINDOW, 0, 0, dpi) };
    (place.right - place.left, place.bottom - place.top)
}

fn handle(window: &impl HasWindowHandle) -> Option<HWND> {
    match window.window_handle().ok()?.as_raw() {
        RawWindowHandle::Win32(window) => Some(window.hwnd.get() as HWND),
        _ => None,
    }
}

/// The area of the display that contains the window, and the part of it that the taskbar leaves free.
fn monitor(window: HWND) -> MONITORINFO {
    let mut monitor = MONITORINFO { cbSize: size_of::<MONITORINFO>() as u32, ..MONITORINFO::default() };
    // SAFETY: the window exists, and the structure gives its own size.
    unsafe { GetMonitorInfoW(MonitorFromWindow(window, MONITOR_DEFAULTTONEAREST), &mut monitor) };
    monitor
}

/// Sets the window's icon and the size of its client area, and centres the window on the display.
pub(crate) fn set_up(window: &impl HasWindowHandle, inside: (i32, i32)) {
    let Some(window) = handle(window) else {
        return;
    };
    let area = monitor(window).rcWork;
    // SAFETY: the window belongs to this thread, and the procedure is static.
    unsafe {
        SetWindowSubclass(window, Some(handle_message), 0, 0);
        for (kind, metric) in [(ICON_SMALL, SM_CXSMICON), (ICON_BIG, SM_CXICON)] {
            let icon = icon(GetSystemMetrics(metric));
            SendMessageW(window, WM_SETICON, kind as WPARAM, icon as LPARAM);
        }
        let (width, height) = framed(inside, GetDpiForWindow(window));
        let left = area.left + (area.right - area.left - width) / 2;
        let top = area.top + (area.bottom - area.top - height) / 2;
        let top = top.max(area.top);
        let place = RECT { left, top, right: left + width, bottom: top + height };
        set_place(window, place, SWP_NOACTIVATE);
    }
}

/// Moves and resizes the window, including its frame.
///
/// # Safety
/// The window must belong to this thread.
unsafe fn set_place(window: HWND, place: RECT, flags: SET_WINDOW_POS_FLAGS) {
    let (left, top) = (place.left, place.top);
    let (width, height) = (place.right - left, place.bottom - top);
    // SAFETY: as the caller promises.
    unsafe { SetWindowPos(window, null_mut(), left, top, width, height, SWP_NOZORDER | flags) };
}

/// The icon in the largest available size up to `side`.
fn icon(side: i32) -> HICON {
    let side = (side / 16 * 16).clamp(16, 256);
    let dots = icon::pixels(side).into_iter();
    let opaque: Vec<u32> = dots.map(|dot| 0xFF00_0000 | dot).collect();
    let mask = vec![0; (side * side / 8) as usize];
    // SAFETY: the data has four bytes per pixel, and the mask one bit per pixel in rows of whole words.
    unsafe { CreateIcon(null_mut(), side, side, 1, 32, mask.as_ptr(), opaque.as_ptr().cast()) }
}

/// Handles messages of the window before minifb does.
unsafe extern "system" fn handle_message(
    window: HWND,
    message: u32,
    wparam: WPARAM,
    lparam: LPARAM,
    _: usize,
    _: usize,
) -> LRESULT {
    // SAFETY: Windows passes messages of an existing window with valid pointers.
    unsafe {
        match message {
            WM_GETMINMAXINFO => {
                let least = framed((WIDTH, HEIGHT), GetDpiForWindow(window));
                let limits = lparam as *mut MINMAXINFO;
                ((*limits).ptMinTrackSize.x, (*limits).ptMinTrackSize.y) = least;
                0
            }
            // The window keeps its apparent size on a display with another scale.
            WM_DPICHANGED => {
                set_place(window, *(lparam as *const RECT), SWP_NOACTIVATE);
                0
            }
            // minifb would set the size of the window to 0.
            WM_SIZE if wparam == SIZE_MINIMIZED as WPARAM => 0,
            // minifb would swallow Alt+F4.
            WM_SYSKEYDOWN if wparam == WPARAM::from(VK_F4) => DefWindowProcW(window, message, wparam, lparam),
            // The input method handles this key, such as a space that selects a candidate, and sends
            // characters.
            WM_KEYDOWN if wparam == WPARAM::from(VK_PROCESSKEY) => 0,
            // Windows would look for a menu with this letter, and beep.
            WM_SYSCHAR => DefSubclassProc(window, WM_CHAR, wparam, lparam),
            _ => DefSubclassProc(window, message, wparam, lparam),
        }
    }
}

/// The states of the left and the right Alt key at the current message, true if down. minifb does not report
/// these keys.
pub(crate) fn alt_keys() -> Option<[bool; 2]> {
    // SAFETY: the call has no preconditions.
    Some([VK_LMENU, VK_RMENU].map(|key| unsafe { GetKeyState(key.into()) } < 0))
}

/// Turns the input method on or off. An input method for Chinese swallows all letters.
pub(crate) fn enable_input_method(window: &impl HasWindowHandle, on: bool) {
    if let Some(window) = handle(window) {
        let flags = if on { IACE_DEFAULT } else { 0 };
        // SAFETY: the window belongs to this thread, and a null context is valid.
        unsafe { ImmAssociateContextEx(window, null_mut(), flags) };
    }
}

/// The placement of the window before it filled the screen.
static PLACE: Mutex<Option<WINDOWPLACEMENT>> = Mutex::new(None);

/// Turns full screen on or off.
pub(crate) fn toggle_full_screen(window: &impl HasWindowHandle) {
    let (Some(window), Ok(mut place)) = (handle(window), PLACE.lock()) else {
        return;
    };
    // SAFETY: the window belongs to this thread, and the structures give their own sizes.
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
                set_place(window, monitor(window).rcMonitor, SWP_FRAMECHANGED);
            }
        }
    }
}

/// Waits for the messages of this thread with a precise timer.
pub(crate) struct Events {
    timer: OwnedHandle,
}

impl Events {
    pub(crate) fn new<T>(_: &T) -> Option<Events> {
        let kind = CREATE_WAITABLE_TIMER_HIGH_RESOLUTION;
        // SAFETY: the handle is new, and only this object owns it.
        unsafe {
            let timer = CreateWaitableTimerExW(null(), null(), kind, TIMER_ALL_ACCESS);
            let timer = (!timer.is_null()).then(|| OwnedHandle::from_raw_handle(timer))?;
            Some(Events { timer })
        }
    }

    pub(crate) fn wayland(&self) -> bool {
        false
    }

    /// Always true, because minifb keeps the picture and redraws the window itself.
    pub(crate) fn reports_exposures(&self) -> bool {
        true
    }

    pub(crate) fn take_exposed(&self) -> bool {
        false
    }

    /// Waits for a message, at most `timeout`.
    pub(crate) fn wait(&self, timeout: Duration) -> Result<(), Quit> {
        if !timeout.is_zero() {
            let timer: HANDLE = self.timer.as_raw_handle();
            // A negative number is relative, in steps of 100 ns.
            let due = -i64::try_from(timeout.as_nanos() / 100).unwrap_or(i64::MAX);
            // SAFETY: the timer is open.
            unsafe {
                SetWaitableTimer(timer, &due, 0, None, null(), 0);
                MsgWaitForMultipleObjectsEx(1, &timer, INFINITE, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
            }
        }
        Ok(())
    }
}

/// Always false, because no other program can destroy the window on Windows.
pub(crate) fn window_destroyed() -> bool {
    false
}
