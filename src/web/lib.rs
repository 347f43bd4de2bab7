#![doc = include_str!("README.md")]

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

/// The maximum length of a request in bytes.
const MAX_REQUEST: u64 = 16 << 10;

/// The timeout for reading and writing.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The headers of all responses. They isolate the page, so that it may share memory with its workers.
const HEADERS: &str = "\
    Connection: close\r\n\
    Cache-Control: no-cache\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Embedder-Policy: require-corp\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n";

/// The content types by file extension.
const TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("png", "image/png"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
];

/// The compressions that `build` uses, the best one first: the name and the file extension.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A server that serves one folder to local browsers.
pub struct Server {
    folder: PathBuf,
    listener: TcpListener,
}

impl Server {
    /// Listens on this port of 127.0.0.1, or on a free port if `port` is 0.
    pub fn open(folder: &Path, port: u16) -> io::Result<Server> {
        Ok(Server {
            folder: fs::canonicalize(folder)?,
            listener: TcpListener::bind((Ipv4Addr::LOCALHOST, port))?,
        })
    }

    /// Returns the URL of the folder.
    pub fn address(&self) -> io::Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Serves requests until listening fails.
    pub fn run(&self) -> io::Result<()> {
        loop {
            let (stream, _) = self.listener.accept()?;
            let folder = self.folder.clone();
            // A broken connection is not an error.
            thread::spawn(move || answer(&folder, stream));
        }
    }
}

fn answer(folder: &Path, mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut lines = BufReader::new((&stream).take(MAX_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let (mut known, mut accepted) = (None, String::new());
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "if-none-match" => known = Some(value.to_string()),
            "accept-encoding" => accepted = value.to_string(),
            _ => {}
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
    let (encoding, packed) = packed(&path, &accepted);
    let (mut file, length, tag) = match open(&packed) {
        Ok(opened) => opened,
        Err(_) => return fail(&mut stream, "404 Not Found"),
    };
    let tag_line = format!("ETag: {tag}\r\n{encoding}");
    if known.is_some_and(|known| matches(&known, &tag)) {
        return write!(stream, "HTTP/1.1 304 Not Modified\r\n{tag_line}{HEADERS}\r\n");
    }
    let end = path.extension().unwrap_or_default();
    let kind = TYPES.iter().find(|(name, _)| end == *name);
    let kind = kind.map_or("application/octet-stream", |(_, kind)| kind);
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{tag_line}{HEADERS}\r\n"
    )?;
    if !is_head {
        io::copy(&mut file, &mut stream)?;
    }
    Ok(())
}

/// Returns the headers and the path of the compressed version of a file that the browser accepts, or of the file itself.
fn packed(path: &Path, accepted: &str) -> (String, PathBuf) {
    for (name, ending) in ENCODINGS {
        let mut packed = path.as_os_str().to_owned();
        packed.push(ending);
        let accepts = accepted.split(',').any(|word| word.trim() == name);
        if accepts && Path::new(&packed).is_file() {
            return (format!("Content-Encoding: {name}\r\nVary: Accept-Encoding\r\n"), packed.into());
        }
    }
    (String::new(), path.to_path_buf())
}

/// Opens a file. Returns it with its length, and with a tag that depends on its modification time.
fn open(path: &Path) -> io::Result<(File, u64, String)> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    let changed = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let tag = format!("\"{:x}-{:x}\"", about.len(), changed.as_nanos());
    Ok((file, about.len(), tag))
}

/// True if an `If-None-Match` header contains a tag, as a strong or a weak one.
fn matches(known: &str, tag: &str) -> bool {
    let mut known = known.split(',').map(str::trim);
    known.any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn fail(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    let length = status.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n{HEADERS}\r\n{status}"
    )
}

/// Returns the path of the requested file. Rejects files outside the folder, even if a symbolic link points
/// to them.
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

/// Decodes percent-encoded bytes.
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
