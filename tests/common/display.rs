//! Runs the program's window on a private X display, for the window's tests and benchmark.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use turbo::dos::bgi::PALETTE;
use turbo::dos::{Screen, parse_keys};

/// Whether `QIPAN_EXE` names a Windows program, which runs on Wine.
pub fn on_wine() -> bool {
    std::env::var_os("QIPAN_EXE").is_some()
}

/// A private X display with a window manager.
pub struct Display {
    pub xvfb: Child,
    openbox: Child,
    /// The X display name, such as `:1`.
    pub name: String,
    dump: PathBuf,
    data: TempDir,
    width: usize,
    /// The socket for the program's sound server. At first nobody listens on it.
    pub sound_server: PathBuf,
}

impl Display {
    pub fn start(width: usize, height: usize) -> Display {
        Display::with_depth(width, height, 24)
    }

    /// Starts a display with `depth` bits per pixel.
    pub fn with_depth(width: usize, height: usize, depth: u8) -> Display {
        if on_wine() {
            // A running Wine server keeps the size of its first display.
            let ended = Command::new("wineserver").arg("-k").status();
            ended.expect("wine is installed");
        }
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("display-{:?}", std::thread::current().id()));
        std::fs::create_dir_all(&dir).unwrap();
        // End the display even if the test is killed.
        let mut xvfb = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "Xvfb"])
            .args(["-nocursor", "-noreset", "-displayfd", "1", "-fbdir", dir.to_str().unwrap()])
            .args(["-screen", "0", &format!("{width}x{height}x{depth}")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("setpriv and Xvfb are installed");
        let mut number = String::new();
        BufReader::new(xvfb.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        let openbox = Command::new("openbox")
            .args(["--startup", "xprop -root -f QIPAN_READY 8s -set QIPAN_READY yes"])
            .env("DISPLAY", &name)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox is installed");
        let display = Display {
            xvfb,
            openbox,
            name,
            dump: dir.join("Xvfb_screen0"),
            data: TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap(),
            width,
            sound_server: dir.join("no-sound-server"),
        };
        // A window opened before the window manager is ready would get no keys.
        wait_for("the window manager", || {
            let ready = display.run("xprop", "-root QIPAN_READY");
            ready.contains("yes").then_some(())
        });
        display
    }

    /// Runs an X tool and returns its output.
    pub fn run(&self, program: &str, args: &str) -> String {
        let output = Command::new(program)
            .args(args.split_whitespace())
            .env("DISPLAY", &self.name)
            .stderr(Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("{program} is not installed: {error}"));
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn xdotool(&self, args: &str) -> String {
        self.run("xdotool", args)
    }

    /// Types the keys of a script without pauses.
    pub fn type_keys(&self, script: &str) {
        let keys = parse_keys(script).unwrap().into_iter();
        let names = keys.map(|key| match key.to_string().as_str() {
            "Enter" => "Return".to_string(),
            "Space" => "space".to_string(),
            "Backspace" => "BackSpace".to_string(),
            "Esc" => "Escape".to_string(),
            "." => "period".to_string(),
            ":" => "colon".to_string(),
            name => name.to_string(),
        });
        let names: Vec<String> = names.collect();
        for some in names.chunks(500) {
            self.xdotool(&format!("key --delay 0 {}", some.join(" ")));
        }
    }

    /// The program's data folder.
    pub fn data(&self) -> PathBuf {
        self.data.path().join("qipan")
    }

    /// A command that runs a Windows program with Wine on this display.
    pub fn by_wine(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new("sh");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/wine"));
        command.arg(program).env("DISPLAY", &self.name);
        command
    }

    /// A command that runs the program on this display.
    pub fn program(&self, args: &[&str]) -> Command {
        let mut command = match std::env::var_os("QIPAN_EXE") {
            Some(program) => {
                let mut command = self.by_wine(program);
                command.args(args);
                // All Wine programs share the user's folder. C programs store nothing.
                if args.first() != Some(&"run") && !args.contains(&"--data") {
                    command.arg("--data").arg(self.data());
                }
                command
            }
            None => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
                command.args(args);
                command
            }
        };
        command
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("PULSE_SERVER", format!("unix:{}", self.sound_server.display()))
            .env("XDG_DATA_HOME", self.data.path())
            .env("XDG_CONFIG_HOME", self.data.path())
            .env("LC_ALL", "C.UTF-8")
            // An input-method server that is not running.
            .env("XMODIFIERS", "@im=ibus")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The display's contents as an X window dump: a header of big-endian words, the colour table, and the
    /// pixels.
    pub fn framebuffer(&self) -> Vec<u8> {
        std::fs::read(&self.dump).unwrap()
    }

    /// Starts the program and waits until its window has the keyboard focus.
    pub fn qipan(&self, args: &[&str]) -> Window<'_> {
        let windows = || {
            let found = self.xdotool("search --onlyvisible --name ^qipan$");
            found.lines().map(str::to_string).collect::<Vec<_>>()
        };
        let others = windows();
        let mut program = self.program(args).spawn().unwrap();
        let id = wait_for("the window", || {
            assert_eq!(program.try_wait().unwrap(), None, "the program ended");
            windows().into_iter().find(|id| !others.contains(id))
        });
        let window = Window { program, display: self, id };
        window.has_keyboard();
        window
    }
}

/// Polls until `ask` returns a value, for at most ten seconds.
pub fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        let waited = start.elapsed();
        assert!(waited < Duration::from_secs(10), "{what} does not come");
        sleep(Duration::from_millis(20));
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in [&mut self.openbox, &mut self.xvfb] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The program's window.
pub struct Window<'a> {
    pub program: Child,
    display: &'a Display,
    pub id: String,
}

/// The value of a pixel below the display's lower edge, which is not a colour.
const BEYOND: u32 = u32::MAX;

impl Window<'_> {
    /// Waits for the keyboard focus. Keys typed while the window manager moves the focus would be lost.
    pub fn has_keyboard(&self) {
        wait_for("the keyboard", || {
            let active = ["getactivewindow", "getwindowfocus"];
            let active = active.map(|ask| self.display.xdotool(ask));
            active.iter().all(|w| w.trim() == self.id).then_some(())
        });
    }

    /// The left, top, width and height of the window's content. Negative positions become 0.
    pub fn place(&self) -> [usize; 4] {
        let text = self.display.run("xwininfo", &format!("-id {}", self.id));
        let names = ["Absolute upper-left X:", "Absolute upper-left Y:", "Width:", "Height:"];
        names.map(|name| {
            let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
            let number: i32 = line.expect("the window is there").trim().parse().unwrap();
            number.max(0) as usize
        })
    }

    /// The window's pixels on the display, as 0xRRGGBB.
    pub fn pixels(&self) -> Vec<u32> {
        let dump = self.display.framebuffer();
        let word = |n: usize| u32::from_be_bytes(dump[4 * n..4 * n + 4].try_into().unwrap());
        let start = (word(0) + 12 * word(19)) as usize;
        let [left, top, width, height] = self.place();
        let pixel = |x: usize, y: usize| {
            let at = start + 4 * (y * self.display.width + x);
            let dot = dump.get(at..at + 4).map(|dot| dot.try_into().unwrap());
            dot.map_or(BEYOND, |dot| u32::from_le_bytes(dot) & 0xFF_FFFF)
        };
        let all = (0..width * height).map(|i| pixel(left + i % width, top + i / width));
        all.collect()
    }

    /// Waits until the window shows the screen at a scale, centred on black.
    pub fn shows(&self, screen: &Screen, scale: usize) {
        self.shows_one_of(std::slice::from_ref(screen), scale);
    }

    /// Waits until the window shows one of the screens.
    pub fn shows_one_of(&self, screens: &[Screen], scale: usize) {
        wait_for("the picture", || {
            let [_, _, width, height] = self.place();
            let pixels = self.pixels();
            let shown = |screen| pixels == picture(screen, scale, width, height);
            screens.iter().any(shown).then_some(())
        });
    }

    /// Whether the window's line of keys equals the screen's. The window must have the screen's size.
    pub fn has_keys_of(&self, screen: &Screen) -> bool {
        let [_, _, width, height] = self.place();
        let line = width * (height - 16);
        self.pixels()[line..] == picture(screen, 1, width, height)[line..]
    }

    /// Waits for the program to end. Other Wine processes may keep its output open for two more seconds.
    pub fn end(mut self) -> Output {
        self.time_to_end();
        self.program.wait_with_output().unwrap()
    }

    /// Waits for the program to end. Returns the time that this takes.
    pub fn time_to_end(&mut self) -> Duration {
        let start = Instant::now();
        wait_for("the program's end", || self.program.try_wait().unwrap());
        start.elapsed()
    }

    /// Leaves the program by keys. Returns the output of `--dump`.
    pub fn dump(self) -> String {
        self.display.type_keys(LEAVE);
        let output = self.end();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The keys that leave the board and the menu.
pub const LEAVE: &str = "Esc Esc Esc";

/// The pixels of a window that shows the screen at a scale, centred on black.
fn picture(screen: &Screen, scale: usize, width: usize, height: usize) -> Vec<u32> {
    let left = width.saturating_sub(640 * scale) / 2;
    let top = height.saturating_sub(480 * scale) / 2;
    let dot = |x: usize, y: usize| {
        let (x, y) = (x.checked_sub(left)? / scale, y.checked_sub(top)? / scale);
        let color = screen.getpixel(x as i32, y as i32)?;
        Some(PALETTE[usize::from(color)])
    };
    let dots = (0..width * height).map(|i| dot(i % width, i / width).unwrap_or(0));
    dots.collect()
}
