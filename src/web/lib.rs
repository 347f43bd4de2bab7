#![doc = include_str!("README.md")]

mod room;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use percent_encoding::percent_decode_str;
pub use room::MOST_PEOPLE;
use room::{Room, Stream};
use tungstenite::handshake::derive_accept_key;

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

/// The maximum number of open connections, so that a room of browsers cannot exhaust this machine.
const MOST_CONNECTIONS: usize = 600;

/// A server of one folder, with or without a room in which people play.
pub struct Server {
    folder: Arc<Path>,
    listener: TcpListener,
    room: Option<Arc<Room>>,
}

impl Server {
    /// Listens on this address, or on a free port if the port is 0.
    pub fn open(folder: &Path, address: SocketAddr) -> io::Result<Server> {
        let folder = fs::canonicalize(folder)?.into();
        Ok(Server { folder, listener: TcpListener::bind(address)?, room: None })
    }

    /// Opens a room.
    #[must_use]
    pub fn with_room(self) -> Server {
        Server { room: Some(Arc::default()), ..self }
    }

    /// Returns the URL of the folder.
    pub fn address(&self) -> io::Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Serves requests until listening fails.
    pub fn run(&self) -> io::Result<()> {
        loop {
            let (stream, _) = self.listener.accept()?;
            if Arc::strong_count(&self.folder) > MOST_CONNECTIONS {
                continue;
            }
            let (folder, room) = (self.folder.clone(), self.room.clone());
            // A broken connection is not an error.
            thread::spawn(move || answer(&folder, room, stream));
        }
    }
}

fn answer(folder: &Path, room: Option<Arc<Room>>, mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut first = [0];
    // The methods of HTTP are in capital letters, and the lines of the room in small ones.
    if let Some(room) = &room
        && stream.peek(&mut first)? == 1
        && first[0].is_ascii_lowercase()
    {
        room.serve(Stream::Lines(stream));
        return Ok(());
    }
    let mut lines = BufReader::new((&stream).take(MAX_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let (mut known, mut accepted) = (None, String::new());
    let (mut host, mut origin, mut key) = (String::new(), String::new(), None);
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "if-none-match" => known = Some(value.to_string()),
            "accept-encoding" => accepted = value.to_string(),
            "host" => host = value.trim().to_string(),
            "origin" => origin = value.trim().to_string(),
            "sec-websocket-key" => key = Some(value.trim().to_string()),
            _ => {}
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next(), words.next().unwrap_or_default());
    let is_head = method == Some("HEAD");
    if !is_head && method != Some("GET") {
        return fail(&mut stream, "405 Method Not Allowed");
    }
    if let (Some(room), "/room") = (room, target) {
        // Pages of other servers may not use the room.
        let is_own = origin.split_once("://").is_some_and(|(_, origin)| origin == host);
        let Some(key) = key.filter(|_| is_own) else { return fail(&mut stream, "200 OK") };
        let accept = derive_accept_key(key.as_bytes());
        write!(
            stream,
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
        )?;
        room.serve(Stream::web(stream));
        return Ok(());
    }
    let Some(path) = path_of(folder, target) else { return fail(&mut stream, "404 Not Found") };
    let (encoding, packed) = packed(&path, &accepted);
    let Ok((mut file, length, tag)) = open(&packed) else { return fail(&mut stream, "404 Not Found") };
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

/// Answers with a status and no file.
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
    let name = percent_decode_str(name.strip_prefix('/')?).decode_utf8().ok()?;
    let index = if name.is_empty() || name.ends_with('/') { "index.html" } else { "" };
    let path = fs::canonicalize(folder.join(format!("{name}{index}"))).ok()?;
    (path.starts_with(folder) && path.is_file()).then_some(path)
}
