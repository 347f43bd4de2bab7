#![doc = include_str!("README.md")]

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

/// The longest request that is read, in bytes.
const LONGEST_REQUEST: u64 = 16 << 10;

/// How long a browser has for its request.
const PATIENCE: Duration = Duration::from_secs(10);

/// What stands above each answer. The page is told to ask nobody but this server, and that it may share memory with its worker.
const ALWAYS: &str = "\
    Connection: close\r\n\
    Cache-Control: no-cache\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Embedder-Policy: require-corp\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n";

/// The kinds of files of a page, by the ends of their names.
const KINDS: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("png", "image/png"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
];

/// A server of one folder, for the browsers of this machine alone.
pub struct Server {
    folder: PathBuf,
    listener: TcpListener,
}

impl Server {
    /// A server of this folder at 127.0.0.1 and this port; with port 0 at one that is free.
    ///
    /// # Errors
    /// The folder cannot be read, or the port is taken.
    pub fn open(folder: &Path, port: u16) -> io::Result<Server> {
        Ok(Server {
            folder: fs::canonicalize(folder)?,
            listener: TcpListener::bind((Ipv4Addr::LOCALHOST, port))?,
        })
    }

    /// The address of the folder, for a browser.
    ///
    /// # Errors
    /// The system does not tell the port.
    pub fn address(&self) -> io::Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Answers browsers for ever.
    ///
    /// # Errors
    /// No browser can be heard any more.
    pub fn run(&self) -> io::Result<()> {
        loop {
            let (stream, _) = self.listener.accept()?;
            let folder = self.folder.clone();
            // A browser that goes away in the middle is no failure.
            thread::spawn(move || answer(&folder, stream));
        }
    }
}

fn answer(folder: &Path, mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new((&stream).take(LONGEST_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let mut known = None;
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("if-none-match")
        {
            known = Some(value.to_string());
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next(), words.next().unwrap_or_default());
    let is_head = method == Some("HEAD");
    if !is_head && method != Some("GET") {
        return fail(&mut stream, "405 Method Not Allowed");
    }
    let Some(path) = path_of(folder, target) else {
        return fail(&mut stream, "404 Not Found");
    };
    let (mut file, length, tag) = match open(&path) {
        Ok(opened) => opened,
        Err(_) => return fail(&mut stream, "404 Not Found"),
    };
    let tag_line = tag
        .as_ref()
        .map_or(String::new(), |tag| format!("ETag: {tag}\r\n"));
    if known.zip(tag).is_some_and(|(known, tag)| has(&known, &tag)) {
        return write!(
            stream,
            "HTTP/1.1 304 Not Modified\r\n{tag_line}{ALWAYS}\r\n"
        );
    }
    let end = path.extension().unwrap_or_default();
    let kind = KINDS.iter().find(|(name, _)| end == *name);
    let kind = kind.map_or("application/octet-stream", |(_, kind)| kind);
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{tag_line}{ALWAYS}\r\n"
    )?;
    if !is_head {
        io::copy(&mut file, &mut stream)?;
    }
    Ok(())
}

/// A file, its length, and a tag that is another one when the file has changed, if the system tells when that was.
fn open(path: &Path) -> io::Result<(File, u64, Option<String>)> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    let changed = about.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let tag = changed.map(|time| format!("\"{:x}-{:x}\"", about.len(), time.as_nanos()));
    Ok((file, about.len(), tag))
}

/// Is this tag among those that a browser knows? It may have marked them as weak.
fn has(known: &str, tag: &str) -> bool {
    let mut known = known.split(',').map(str::trim);
    known.any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn fail(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    let length = status.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n{ALWAYS}\r\n{status}"
    )
}

/// The file of the folder that is asked for; none outside it, wherever links lead.
fn path_of(folder: &Path, target: &str) -> Option<PathBuf> {
    let name = target.split(['?', '#']).next()?;
    let name = decoded(name.strip_prefix('/')?)?;
    let name = match name.is_empty() || name.ends_with('/') {
        true => name + "index.html",
        false => name,
    };
    let path = fs::canonicalize(folder.join(name)).ok()?;
    (path.starts_with(folder) && path.is_file()).then_some(path)
}

/// A name whose bytes may be written as % and two hexadecimal digits.
fn decoded(name: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        bytes.push(match first {
            b'%' => {
                let digits = std::str::from_utf8(after.get(..2)?).ok()?;
                rest = &after[2..];
                u8::from_str_radix(digits, 16).ok()?
            }
            byte => *byte,
        });
    }
    String::from_utf8(bytes).ok()
}
