//! Headless browsers, driven by WebDriver (<https://www.w3.org/TR/webdriver2/>) in Chromium and by Marionette
//! in Firefox.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The timeout for starting a browser in tenths of a second.
const START: u32 = 3000;

/// The timeout for a script in milliseconds. The longest one draws all golden pictures.
const SCRIPT: u32 = 900_000;

/// The timeout for an answer of a browser. A test that gets no answer fails instead of waiting forever.
const ANSWER: Duration = Duration::from_secs(1000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Chromium,
    Firefox,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Chromium, Kind::Firefox];

    /// The driver and its Debian package.
    fn program(self) -> (&'static str, &'static str) {
        match self {
            Kind::Chromium => ("chromedriver", "chromium-driver"),
            Kind::Firefox => ("firefox-esr", "firefox-esr"),
        }
    }

    /// The installed browsers.
    pub fn installed() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|kind| kind.is_installed())
    }

    /// True if the browser is installed. If not, it prints a message that the test harness does not capture.
    pub fn is_installed(self) -> bool {
        let (program, package) = self.program();
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let here = std::env::split_paths(&paths).any(|folder| folder.join(program).exists());
        if !here {
            let _ = writeln!(
                io::stderr(),
                "SKIPPED: the page was not tested in {self:?}: {program} is missing (Debian package {package})"
            );
        }
        here
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Desk,
    /// A small touch screen.
    Phone,
    /// A phone held sideways.
    Sideways,
    /// A desktop in Chinese.
    Chinese,
    /// A private window on a desktop.
    Private,
    /// A desktop browser that cannot suspend WebAssembly. Only Firefox can be configured so.
    Old,
}

impl Device {
    /// The size of the window in CSS pixels. On a desktop the picture has scale 2.
    fn window(self) -> (u32, u32) {
        match self {
            Device::Phone => (450, 840),
            Device::Sideways => (840, 480),
            _ => (1400, 1150),
        }
    }

    fn has_touch(self) -> bool {
        matches!(self, Device::Phone | Device::Sideways)
    }
}

/// A browser with one tab.
pub struct Browser {
    kind: Kind,
    child: Child,
    driver: Driver,
    /// The process of the browser if it is not the child.
    process: Option<u32>,
}

enum Driver {
    /// WebDriver over HTTP.
    Http { port: u16, session: String },
    /// Numbered messages over TCP.
    Marionette { stream: BufReader<TcpStream>, number: u32 },
}

impl Browser {
    /// Opens a browser with a profile folder.
    pub fn open(kind: Kind, device: Device, profile: &Path) -> Browser {
        let mut browser = match kind {
            Kind::Chromium => Browser::chromium(device, profile),
            Kind::Firefox => Browser::firefox(device, profile),
        };
        let (width, height) = device.window();
        let command = browser.named("window/rect", "WebDriver:SetWindowRect");
        browser.request(command, &format!("{{\"width\":{width},\"height\":{height}}}"));
        browser
    }

    fn chromium(device: Device, profile: &Path) -> Browser {
        let (child, port) = chromedriver();
        let size = match device {
            Device::Sideways => r#""width":740,"height":390"#,
            _ => r#""width":390,"height":740"#,
        };
        let phone = match device.has_touch() {
            false => String::new(),
            true => {
                format!(r#","mobileEmulation":{{"deviceMetrics":{{{size},"pixelRatio":3,"touch":true}}}}"#)
            }
        };
        let more = match device {
            Device::Chinese => r#","--lang=zh-CN","--accept-lang=zh-CN""#,
            Device::Private => r#","--incognito""#,
            _ => "",
        };
        let folder = quoted(&format!("--user-data-dir={}", profile.display()));
        let body = format!(
            r#"{{"capabilities":{{"alwaysMatch":{{"timeouts":{{"script":{SCRIPT}}},"goog:chromeOptions":{{"args":["--headless=new","--no-sandbox","--disable-gpu","--disable-background-networking","--no-first-run",{folder}{more}]{phone}}}}}}}}}"#
        );
        let driver = Driver::Http { port, session: String::new() };
        let mut browser = Browser { kind: Kind::Chromium, child, driver, process: None };
        let answer = browser.request("", &body);
        let session = string_behind(&answer, "\"sessionId\":").unwrap_or_else(|| panic!("{answer}"));
        browser.driver = Driver::Http { port, session };
        browser.process = number_behind(&answer, "\"goog:processID\":");
        browser
    }

    fn firefox(device: Device, profile: &Path) -> Browser {
        // Firefox chooses a port and writes it to this file.
        let port_file = profile.join("MarionetteActivePort");
        let _ = fs::remove_file(&port_file);
        let mut settings = String::from("user_pref(\"marionette.port\", 0);\n");
        for (used, name, value) in [
            (true, "app.update.auto", "false"),
            (true, "datareporting.policy.dataSubmissionEnabled", "false"),
            (device.has_touch(), "ui.primaryPointerCapabilities", "1"),
            (device.has_touch(), "ui.allPointerCapabilities", "1"),
            (device == Device::Chinese, "intl.accept_languages", "\"zh-CN\""),
            (device == Device::Private, "browser.privatebrowsing.autostart", "true"),
            (device == Device::Old, "javascript.options.wasm_js_promise_integration", "false"),
        ] {
            if used {
                settings += &format!("user_pref(\"{name}\", {value});\n");
            }
        }
        fs::write(profile.join("user.js"), settings).unwrap();
        let child = Command::new("firefox-esr")
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stream = BufReader::new(connected(written_port(&port_file)).unwrap());
        message_from(&mut stream).unwrap();
        let driver = Driver::Marionette { stream, number: 0 };
        let mut browser = Browser { kind: Kind::Firefox, child, driver, process: None };
        browser.request("WebDriver:NewSession", "{}");
        let timeouts = format!("{{\"script\":{SCRIPT}}}");
        browser.request("WebDriver:SetTimeouts", &timeouts);
        browser
    }

    pub fn go(&mut self, address: &str) {
        let body = format!("{{\"url\":{}}}", quoted(address));
        self.request(self.named("url", "WebDriver:Navigate"), &body);
    }

    /// Runs the body of an asynchronous function in the page and returns its text.
    pub fn run(&mut self, body: &str) -> String {
        self.run_unless_left(body).unwrap_or_else(|| panic!("the page was left during {body}"))
    }

    /// Like [`run`](Browser::run), but returns `None` if the page was left before the script ended.
    pub fn run_unless_left(&mut self, body: &str) -> Option<String> {
        let script = format!("return (async () => {{ {body} }})();");
        let body = format!("{{\"script\":{},\"args\":[]}}", quoted(&script));
        let answer = self.ask(self.named("execute/sync", "WebDriver:ExecuteScript"), &body);
        let is_left =
            ["Document was unloaded", "aborted by navigation"].iter().any(|why| answer.contains(why));
        assert!(is_left || !answer.contains("\"error\":\""), "{:?} does not run {body}: {answer}", self.kind);
        string_behind(&answer, "\"value\":")
    }

    /// Opens a second tab and switches to it.
    pub fn second_tab(&mut self) {
        let body = r#"{"type":"tab"}"#;
        let answer = self.request(self.named("window/new", "WebDriver:NewWindow"), body);
        let tab = string_behind(&answer, "\"handle\":").unwrap_or_else(|| panic!("{answer}"));
        let body = format!("{{\"handle\":{}}}", quoted(&tab));
        self.request(self.named("window", "WebDriver:SwitchToWindow"), &body);
    }

    /// Sends a command of <https://chromedevtools.github.io/devtools-protocol/> to Chromium. Returns false in
    /// other browsers.
    pub fn devtools(&mut self, command: &str, told: &str) -> bool {
        let body = format!("{{\"cmd\":\"{command}\",\"params\":{told}}}");
        if self.kind == Kind::Chromium {
            self.request("goog/cdp/execute", &body);
        }
        self.kind == Kind::Chromium
    }

    /// Presses keys in order: characters and the page's names of keys.
    pub fn press(&mut self, keys: &[&str]) {
        let presses: Vec<String> = keys.iter().map(|key| pressed(key)).collect();
        let presses = presses.join(",");
        self.perform(&format!(r#"{{"type":"key","id":"keys","actions":[{presses}]}}"#));
    }

    /// Taps a point in CSS pixels.
    pub fn tap(&mut self, x: i32, y: i32) {
        self.perform(&format!(
            r#"{{"type":"pointer","id":"finger","parameters":{{"pointerType":"touch"}},"actions":[{{"type":"pointerMove","x":{x},"y":{y}}},{{"type":"pointerDown","button":0}},{{"type":"pause","duration":60}},{{"type":"pointerUp","button":0}}]}}"#
        ));
    }

    fn perform(&mut self, actions: &str) {
        let body = format!("{{\"actions\":[{actions}]}}");
        self.request(self.named("actions", "WebDriver:PerformActions"), &body);
    }

    /// Kills the browser without warning.
    pub fn kill(&mut self) {
        if let Some(process) = self.process {
            let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()));
        }
        self.end();
    }

    /// Ends the browser, unless it has ended.
    fn end(&mut self) {
        if let Driver::Http { port, session } = &self.driver {
            // Killing chromedriver would leave its browser running.
            let _ = http(*port, "DELETE", &format!("/session/{session}"), "");
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn named(&self, driver: &'static str, marionette: &'static str) -> &'static str {
        match self.kind {
            Kind::Chromium => driver,
            Kind::Firefox => marionette,
        }
    }

    fn request(&mut self, command: &str, body: &str) -> String {
        let answer = self.ask(command, body);
        assert!(!answer.contains("\"error\":\""), "{:?} does not do {command} {body}: {answer}", self.kind);
        answer
    }

    /// Sends a command and returns the answer, which may be an error.
    fn ask(&mut self, command: &str, body: &str) -> String {
        let answer = match &mut self.driver {
            Driver::Http { port, session } if session.is_empty() => http(*port, "POST", "/session", body),
            Driver::Http { port, session } => {
                http(*port, "POST", &format!("/session/{session}/{command}"), body)
            }
            Driver::Marionette { stream, number } => {
                *number += 1;
                let message = format!("[0,{number},\"{command}\",{body}]");
                write!(stream.get_mut(), "{}:{message}", message.len()).and_then(|()| message_from(stream))
            }
        };
        answer.unwrap_or_else(|e| panic!("{:?} does not answer {command} {body}: {e}", self.kind))
    }
}

/// Reads a message of Marionette: its length, a colon and its text.
fn message_from(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut length = Vec::new();
    stream.read_until(b':', &mut length)?;
    let length = String::from_utf8_lossy(&length);
    let length = length.trim_end_matches(':').parse().map_err(io::Error::other)?;
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts chromedriver and returns its port. The port that it chooses may be taken, so this tries several
/// times.
fn chromedriver() -> (Child, u16) {
    for _ in 0..10 {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        if let Some(port) = port {
            return (child, port);
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    panic!("chromedriver names no port");
}

/// Waits until Firefox writes its port to a file.
fn written_port(file: &Path) -> u16 {
    for _ in 0..START {
        if let Some(port) = fs::read_to_string(file).ok().and_then(|port| port.trim().parse().ok()) {
            return port;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("Firefox does not write {}", file.display());
}

fn connected(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(ANSWER))?;
    Ok(stream)
}

fn http(port: u16, method: &str, path: &str, body: &str) -> io::Result<String> {
    let mut stream = connected(port)?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut lines = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line)?;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut bytes = vec![0; length];
    lines.read_exact(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// The first JSON string after a name.
fn string_behind(json: &str, name: &str) -> Option<String> {
    let (_, rest) = json.split_once(name)?;
    let mut chars = rest.trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).ok()?;
                    text.push(char::from_u32(code).unwrap_or('?'));
                }
                c => text.push(c),
            },
            c => text.push(c),
        }
    }
}

fn number_behind(json: &str, name: &str) -> Option<u32> {
    let (_, rest) = json.split_once(name)?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The actions of pressing a key with its modifiers.
fn pressed(key: &str) -> String {
    let names: Vec<&str> = match key.rsplit_once('+') {
        Some((held, key)) if !held.is_empty() => held.split('+').chain([key]).collect(),
        _ => vec![key],
    };
    let codes: Vec<String> = names.into_iter().map(code).collect();
    let down = codes.iter().map(|code| action("keyDown", code));
    let up = codes.iter().rev().map(|code| action("keyUp", code));
    let pause = r#"{"type":"pause","duration":30}"#.to_string();
    let all: Vec<String> = down.chain(up).chain([pause]).collect();
    all.join(",")
}

fn action(what: &str, code: &str) -> String {
    format!("{{\"type\":\"{what}\",\"value\":{}}}", quoted(code))
}

/// The character that WebDriver uses for a key.
fn code(name: &str) -> String {
    const NAMES: [(&str, u32); 16] = [
        ("Backspace", 0xE003),
        ("Tab", 0xE004),
        ("Enter", 0xE006),
        ("Shift", 0xE008),
        ("Ctrl", 0xE009),
        ("Alt", 0xE00A),
        ("Esc", 0xE00C),
        ("Space", 0x20),
        ("PageUp", 0xE00E),
        ("PageDown", 0xE00F),
        ("End", 0xE010),
        ("Home", 0xE011),
        ("Left", 0xE012),
        ("Up", 0xE013),
        ("Right", 0xE014),
        ("Down", 0xE015),
    ];
    let named = NAMES.iter().find(|(known, _)| *known == name);
    let number = name.strip_prefix('F').and_then(|n| n.parse::<u32>().ok());
    let code = match (named, number) {
        (Some((_, code)), _) => *code,
        (None, Some(n)) => 0xE030 + n,
        (None, None) => return name.to_string(),
    };
    char::from_u32(code).unwrap().to_string()
}
