//! The speaker's output on Linux: a minimal client of PulseAudio's native protocol, which PipeWire also
//! implements.
//!
//! A message consists of a header of five big-endian words (length, channel, two words of offset, flags) and
//! its contents: samples on the channel of a stream, or a command on the control channel. A command is a list
//! of values, each preceded by a letter for its type. The first two values are the command's code and a
//! sequence number that the reply repeats.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use super::program_name;

/// The protocol version of PulseAudio 0.9.12. It is the oldest one that leaves the volume to the server, and
/// all servers support it.
const VERSION: u32 = 14;

const CONTROL: u32 = u32::MAX;
/// Stands for a value that the server chooses.
const DEFAULT: u32 = u32::MAX;
/// The sequence number of all commands, which are sent one at a time. PipeWire does not reply to number 0.
const NUMBER: u32 = 1;

const ERROR: u32 = 0;
const REPLY: u32 = 2;
const CREATE_PLAYBACK_STREAM: u32 = 3;
const DELETE_PLAYBACK_STREAM: u32 = 4;
const AUTH: u32 = 8;
const SET_CLIENT_NAME: u32 = 9;
const DRAIN_PLAYBACK_STREAM: u32 = 12;
const REQUEST: u32 = 61;

const RATE: u32 = 44_100;
/// The length of the server's buffer in bytes (25 ms). A shorter buffer means less delay.
const AHEAD: u32 = RATE / 40 * 2;
/// The number of bytes to send in advance in case the machine is busy (50 ms).
const EXTRA: u32 = RATE / 20 * 2;
/// The number of samples to send at once (10 ms).
const AT_ONCE: usize = RATE as usize / 100;

/// The sample format: signed 16-bit little-endian. With unsigned bytes PipeWire takes 0 for silence, which
/// causes a pop.
const S16_LE: u8 = 3;
/// An empty text value.
const NO_TEXT: &[u8] = b"N";
/// The channel position for mono sound.
const MONO: u8 = 0;
const COOKIE: usize = 256;

/// A connection to a server before authentication.
pub(crate) type Connection = UnixStream;

/// Connects to the local server.
pub(crate) fn connect() -> Option<Connection> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let path = match variable("PULSE_SERVER") {
        // The variable may list several servers, including servers on other machines.
        Some(servers) => servers.split_whitespace().find_map(|server| {
            let local = server.starts_with('/').then_some(server);
            server.strip_prefix("unix:").or(local).map(PathBuf::from)
        })?,
        None => match variable("PULSE_RUNTIME_PATH") {
            Some(folder) => PathBuf::from(folder).join("native"),
            None => PathBuf::from(variable("XDG_RUNTIME_DIR")?).join("pulse/native"),
        },
    };
    UnixStream::connect(path).ok()
}

/// The secret for authentication, or zeros if there is none, in which case the server checks the owner of the
/// process.
fn cookie() -> Vec<u8> {
    let home = std::env::home_dir();
    let at_home = [".config/pulse/cookie", ".pulse-cookie"];
    let at_home = at_home.map(|name| home.as_ref().map(|home| home.join(name)));
    let named = std::env::var_os("PULSE_COOKIE").map(PathBuf::from);
    let mut files = [named].into_iter().chain(at_home).flatten();
    let cookie = files.find_map(|file| std::fs::read(file).ok());
    let cookie = cookie.filter(|cookie| cookie.len() == COOKIE);
    cookie.unwrap_or_else(|| vec![0; COOKIE])
}

/// A connection to a server after authentication.
pub(crate) struct Server {
    socket: BufReader<UnixStream>,
}

impl Server {
    /// Authenticates with a server. The timeout applies to each response.
    pub(crate) fn open(socket: Connection, timeout: Duration) -> io::Result<Server> {
        socket.set_read_timeout(Some(timeout))?;
        socket.set_write_timeout(Some(timeout))?;
        let mut server = Server { socket: BufReader::new(socket) };
        server.request(&Command::new(AUTH).number(VERSION).bytes(&cookie()))?;
        let name = Command::new(SET_CLIENT_NAME).property("application.name", &program_name());
        server.request(&name)?;
        Ok(server)
    }

    /// The number of samples per second.
    pub(crate) fn rate(&self) -> u32 {
        RATE
    }

    /// Plays the samples and returns after the last one. Takes samples only as the server requests them,
    /// because a held tone may end at any time.
    pub(crate) fn play(&mut self, mut samples: impl Iterator<Item = i16>) -> io::Result<()> {
        let reply = self.request(&create_playback_stream(RATE, AHEAD))?;
        let Some([channel, _, mut wanted]) = words(&reply) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let mut sent = 0;
        loop {
            while sent > wanted.saturating_add(EXTRA) {
                wanted = wanted.saturating_add(self.next_request()?);
            }
            let some = samples.by_ref().take(AT_ONCE);
            let some: Vec<u8> = some.flat_map(i16::to_le_bytes).collect();
            if some.is_empty() {
                break;
            }
            self.send(channel, &some)?;
            sent = sent.saturating_add(some.len() as u32);
        }
        self.request(&Command::new(DRAIN_PLAYBACK_STREAM).number(channel))?;
        self.request(&Command::new(DELETE_PLAYBACK_STREAM).number(channel))?;
        Ok(())
    }

    /// Waits for the next message and returns the number of bytes that it requests, or 0.
    fn next_request(&mut self) -> io::Result<u32> {
        let (_, message) = receive(&mut self.socket)?;
        Ok(match parse(&message) {
            Some((REQUEST, _, values)) => words(values).map_or(0, |[_, bytes]| bytes),
            _ => 0,
        })
    }

    /// Sends a command, waits for the reply, and returns its values.
    fn request(&mut self, command: &Command) -> io::Result<Vec<u8>> {
        self.send(CONTROL, &command.0)?;
        loop {
            let (_, message) = receive(&mut self.socket)?;
            match parse(&message) {
                Some((REPLY, NUMBER, values)) => return Ok(values.to_vec()),
                Some((ERROR, ..)) => return Err(io::ErrorKind::ConnectionRefused.into()),
                // The server also reports the state of its buffers.
                _ => {}
            }
        }
    }

    fn send(&mut self, channel: u32, contents: &[u8]) -> io::Result<()> {
        let header = [contents.len() as u32, channel, 0, 0, 0];
        let header = header.map(u32::to_be_bytes).concat();
        self.socket.get_mut().write_all(&header)?;
        self.socket.get_mut().write_all(contents)
    }
}

/// Receives a message and returns its channel and contents.
fn receive(socket: &mut impl Read) -> io::Result<(u32, Vec<u8>)> {
    let mut header = [0; 20];
    socket.read_exact(&mut header)?;
    let word = |n: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| header[4 * n + byte]));
    let mut contents = Vec::new();
    // Memory is allocated as data arrives, not according to the length in the header.
    socket.take(word(0).into()).read_to_end(&mut contents)?;
    Ok((word(1), contents))
}

/// Parses a message into the command, its sequence number and its values.
fn parse(message: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (command, rest) = message.strip_prefix(b"L")?.split_first_chunk()?;
    let (number, values) = rest.strip_prefix(b"L")?.split_first_chunk()?;
    let word = |bytes: &[u8; 4]| u32::from_be_bytes(*bytes);
    Some((word(command), word(number), values))
}

/// Parses the first `N` words of a list of values.
fn words<const N: usize>(mut values: &[u8]) -> Option<[u32; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let (bytes, rest) = values.strip_prefix(b"L")?.split_first_chunk()?;
        (*word, values) = (u32::from_be_bytes(*bytes), rest);
    }
    Some(words)
}

/// A command for the server.
struct Command(Vec<u8>);

impl Command {
    fn new(command: u32) -> Command {
        Command(Vec::new()).number(command).number(NUMBER)
    }

    fn number(mut self, number: u32) -> Command {
        self.0.push(b'L');
        self.0.extend(number.to_be_bytes());
        self
    }

    fn flags<const N: usize>(mut self, flags: [bool; N]) -> Command {
        self.0.extend(flags.map(|flag| b'0' + u8::from(flag)));
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Command {
        self.0.push(b'x');
        self.0.extend((bytes.len() as u32).to_be_bytes());
        self.0.extend(bytes);
        self
    }

    /// Adds a list with one property.
    fn property(mut self, name: &str, value: &str) -> Command {
        self.0.extend(b"Pt");
        self.0.extend(name.as_bytes());
        self.0.push(0);
        let value = [value.as_bytes(), &[0]].concat();
        self.number(value.len() as u32).bytes(&value).raw(NO_TEXT)
    }

    /// Adds values that are already encoded.
    fn raw(mut self, bytes: &[u8]) -> Command {
        self.0.extend(bytes);
        self
    }
}

fn create_playback_stream(rate: u32, ahead: u32) -> Command {
    let stream = Command::new(CREATE_PLAYBACK_STREAM);
    // One channel of samples in this format.
    let stream = stream.raw(&[b'a', S16_LE, 1]).raw(&rate.to_be_bytes());
    let stream = stream.raw(&[b'm', 1, MONO]);
    // The number and the name of the sink; the maximum length of the buffer.
    let stream = stream.number(DEFAULT).raw(NO_TEXT).number(DEFAULT);
    let stream = stream.flags([false]); // corked
    // The target length of the buffer, the length that starts playback, and the minimum request.
    let stream = stream.number(ahead).number(DEFAULT).number(DEFAULT);
    // The synchronization group, and a volume that the server ignores because of a flag below.
    let stream = stream.number(0).raw(&[b'v', 1, 0, 0, 0, 0]);
    // No remapping, no remixing, fixed format, rate, channels, no moving, variable rate, muted.
    let stream = stream.flags([false; 8]);
    let stream = stream.flags([true]); // adjust latency
    let stream = stream.property("media.role", "game");
    stream.flags([false, false]) // volume set, early requests
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::thread::JoinHandle;

    /// Runs a sound server that closes the connection after this many commands, and returns the samples of
    /// each stream.
    pub(crate) fn server(socket: UnixStream, commands: usize) -> JoinHandle<Vec<Vec<i16>>> {
        /// A message that a server may send at any time.
        const STARTED: u32 = 86;
        std::thread::spawn(move || {
            let mut server = Server { socket: BufReader::new(socket) };
            let (mut streams, mut done): (Vec<Vec<i16>>, _) = (Vec::new(), 0);
            while done < commands
                && let Ok((channel, message)) = receive(&mut server.socket)
            {
                if channel == 7 {
                    let samples = message.chunks(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
                    streams.last_mut().expect("is open").extend(samples);
                    let wanted = message.len() as u32;
                    let request = Command::new(REQUEST).number(7).number(wanted);
                    server.send(CONTROL, &request.0).unwrap();
                    continue;
                }
                done += 1;
                let (command, _, _) = parse(&message).expect("is a command");
                if command == CREATE_PLAYBACK_STREAM {
                    streams.push(Vec::new());
                }
                let values: &[u32] = match command {
                    AUTH => &[VERSION],
                    SET_CLIENT_NAME => &[1],
                    CREATE_PLAYBACK_STREAM => &[7, 1, 2205],
                    _ => &[],
                };
                let replies = [Command::new(STARTED).number(7), Command::new(REPLY)];
                let [started, reply] = replies;
                let reply = values.iter().fold(reply, |reply, n| reply.number(*n));
                for message in [started, reply] {
                    server.send(CONTROL, &message.0).unwrap();
                }
            }
            streams
        })
    }

    #[test]
    fn commands_equal_those_of_libpulse() {
        let hello = Command::new(SET_CLIENT_NAME).property("application.name", "qipan");
        assert_eq!(hello.0, b"L\0\0\0\x09L\0\0\0\x01Ptapplication.name\0L\0\0\0\x06x\0\0\0\x06qipan\0N");
        assert_eq!(
            create_playback_stream(44_100, 2204).0,
            b"L\0\0\0\x03L\0\0\0\x01a\x03\x01\0\0\xAC\x44m\x01\0L\xFF\xFF\xFF\xFFNL\xFF\xFF\xFF\xFF0\
              L\0\0\x08\x9CL\xFF\xFF\xFF\xFFL\xFF\xFF\xFF\xFFL\0\0\0\0v\x01\0\0\0\x00000000001\
              Ptmedia.role\0L\0\0\0\x05x\0\0\0\x05game\0N00"
        );
    }

    #[test]
    fn refusals_and_invalid_messages_are_errors() {
        for (answer, kind) in [
            (Command::new(ERROR).number(1).0, io::ErrorKind::ConnectionRefused),
            (b"LL".to_vec(), io::ErrorKind::UnexpectedEof),
            (Vec::new(), io::ErrorKind::UnexpectedEof),
            (Command::new(86).0, io::ErrorKind::UnexpectedEof),
        ] {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let mut other = Server { socket: BufReader::new(theirs) };
            other.send(CONTROL, &answer).unwrap();
            // The server still reads after this.
            let socket = other.socket.get_mut();
            socket.shutdown(std::net::Shutdown::Write).unwrap();
            let error = Server::open(ours, Duration::from_secs(5)).err();
            assert_eq!(error.map(|error| error.kind()), Some(kind), "{answer:?}");
        }
    }

    #[test]
    fn a_wrong_length_allocates_no_memory() {
        let header = [u32::MAX, CONTROL, 0, 0, 0].map(u32::to_be_bytes).concat();
        let (channel, contents) = receive(&mut &header[..]).unwrap();
        assert_eq!((channel, contents.capacity() < 1 << 16), (CONTROL, true));
    }
}
