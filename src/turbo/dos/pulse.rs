//! A client of PulseAudio's native protocol, cut down to what the speaker needs: play some samples and wait until they
//! have been heard. PipeWire speaks the same protocol.
//!
//! A message is a header of five big-endian words (length, channel, two words of offset, flags) and then its contents:
//! samples for a channel, or a command on the channel that no stream has. A command is a row of values, each behind a
//! letter for its type; the first two are the command itself and a number that the reply repeats.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

/// The version of the protocol spoken here: PulseAudio 0.9.12's. It is the oldest that leaves the volume to the server,
/// and every server still speaks it.
const VERSION: u32 = 14;

const CONTROL: u32 = u32::MAX;
/// Leaves a choice to the server.
const DEFAULT: u32 = u32::MAX;
/// Commands are sent one at a time, so one number serves all of them. It is not 0: to PipeWire that means that nobody
/// waits for the reply.
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
/// How many bytes the server holds ahead of its device: 25 ms. The less it holds, the sooner a tone is heard.
const AHEAD: u32 = RATE / 40 * 2;
/// How many it gets besides, for a machine that is busy elsewhere: 50 ms.
const BESIDES: u32 = RATE / 20 * 2;
/// How many samples are sent at once: 10 ms.
const AT_ONCE: usize = RATE as usize / 100;

/// The format of the samples: signed, 16 bits, little-endian.
const S16_LE: u8 = 3;
/// The position of the only channel.
const MONO: u8 = 0;
const COOKIE: usize = 256;

/// A connection to a server that has not let us in yet.
pub(crate) type Line = UnixStream;

/// Connects to the server of this machine, if there is one.
pub(crate) fn connect() -> Option<Line> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let path = match variable("PULSE_SERVER") {
        // It may list several, and any of them may be on another machine.
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

/// The secret that lets a client in; zeros when there is none. The server then goes by the owner of the process.
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

/// A server that let us in.
pub(crate) struct Server {
    socket: BufReader<UnixStream>,
}

impl Server {
    /// Introduces this program to the server, which may take `patience` to answer, now and later.
    pub(crate) fn greet(socket: Line, patience: Duration) -> io::Result<Server> {
        socket.set_read_timeout(Some(patience))?;
        socket.set_write_timeout(Some(patience))?;
        let mut server = Server {
            socket: BufReader::new(socket),
        };
        server.ask(&Command::new(AUTH).number(VERSION).bytes(&cookie()))?;
        let name = [("application.name", "qipan")];
        server.ask(&Command::new(SET_CLIENT_NAME).properties(&name))?;
        Ok(server)
    }

    /// The samples a second that are played. They have 16 bits: with unsigned bytes PipeWire takes 0 for silence, and pops.
    pub(crate) fn rate(&self) -> u32 {
        RATE
    }

    /// Plays the samples, and returns when they have been heard. No more of them are taken than the server wants, and a few besides: a
    /// tone may end when somebody says so.
    pub(crate) fn play(&mut self, mut samples: impl Iterator<Item = i16>) -> io::Result<()> {
        let answer = self.ask(&create_playback_stream(RATE, AHEAD))?;
        let Some([channel, _, mut wanted]) = words(&answer) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let mut sent = 0;
        loop {
            while sent > wanted.saturating_add(BESIDES) {
                wanted = wanted.saturating_add(self.wants()?);
            }
            let some = samples.by_ref().take(AT_ONCE);
            let some: Vec<u8> = some.flat_map(i16::to_le_bytes).collect();
            if some.is_empty() {
                break;
            }
            self.send(channel, &some)?;
            sent = sent.saturating_add(some.len() as u32);
        }
        self.ask(&Command::new(DRAIN_PLAYBACK_STREAM).number(channel))?;
        self.ask(&Command::new(DELETE_PLAYBACK_STREAM).number(channel))?;
        Ok(())
    }

    /// Waits for what the server says next. How many bytes it wants, if it is that.
    fn wants(&mut self) -> io::Result<u32> {
        let (_, message) = receive(&mut self.socket)?;
        Ok(match named(&message) {
            Some((REQUEST, _, values)) => words(values).map_or(0, |[_, bytes]| bytes),
            _ => 0,
        })
    }

    /// Sends a command and waits until it is done. The values of the reply.
    fn ask(&mut self, command: &Command) -> io::Result<Vec<u8>> {
        self.send(CONTROL, &command.0)?;
        loop {
            let (_, message) = receive(&mut self.socket)?;
            match named(&message) {
                Some((REPLY, NUMBER, values)) => return Ok(values.to_vec()),
                Some((ERROR, ..)) => return Err(io::ErrorKind::ConnectionRefused.into()),
                // The server also tells how full its buffers are, and more that is of no use here.
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

/// The next message: its channel and its contents.
fn receive(socket: &mut impl Read) -> io::Result<(u32, Vec<u8>)> {
    let mut header = [0; 20];
    socket.read_exact(&mut header)?;
    let word = |n: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| header[4 * n + byte]));
    let mut contents = Vec::new();
    // The promised length is not trusted: only what comes takes memory.
    socket.take(word(0).into()).read_to_end(&mut contents)?;
    Ok((word(1), contents))
}

/// The command in a message, its number, and its values.
fn named(message: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (command, rest) = message.strip_prefix(b"L")?.split_first_chunk()?;
    let (number, values) = rest.strip_prefix(b"L")?.split_first_chunk()?;
    let word = |bytes: &[u8; 4]| u32::from_be_bytes(*bytes);
    Some((word(command), word(number), values))
}

/// The first words of a row of values.
fn words<const N: usize>(mut values: &[u8]) -> Option<[u32; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let (bytes, rest) = values.strip_prefix(b"L")?.split_first_chunk()?;
        (*word, values) = (u32::from_be_bytes(*bytes), rest);
    }
    Some(words)
}

/// A command on its way to the server.
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

    fn properties(mut self, properties: &[(&str, &str)]) -> Command {
        self.0.push(b'P');
        for (name, value) in properties {
            self.0.push(b't');
            self.0.extend(name.as_bytes());
            self.0.push(0);
            let value = [value.as_bytes(), &[0]].concat();
            self = self.number(value.len() as u32).bytes(&value);
        }
        self.no_text()
    }

    fn no_text(mut self) -> Command {
        self.0.push(b'N');
        self
    }

    fn samples(mut self, format: u8, channels: u8, rate: u32) -> Command {
        self.0.extend([b'a', format, channels]);
        self.0.extend(rate.to_be_bytes());
        self
    }

    fn channel_map(mut self, position: u8) -> Command {
        self.0.extend([b'm', 1, position]);
        self
    }

    fn volume(mut self, volume: u32) -> Command {
        self.0.extend([b'v', 1]);
        self.0.extend(volume.to_be_bytes());
        self
    }
}

fn create_playback_stream(rate: u32, ahead: u32) -> Command {
    let stream = Command::new(CREATE_PLAYBACK_STREAM)
        .samples(S16_LE, 1, rate)
        .channel_map(MONO);
    // Which sink, by number and by name; the longest buffer.
    let stream = stream.number(DEFAULT).no_text().number(DEFAULT);
    let stream = stream.flags([false]); // corked
    // The buffer that the server aims at, how much of it starts the sound, and the least that is asked for at once.
    let stream = stream.number(ahead).number(DEFAULT).number(DEFAULT);
    // The group of streams that start together; a volume, which a flag below tells the server not to take.
    let stream = stream.number(0).volume(0);
    // No remapping, no remixing, fixed format, rate, channels, no moving, variable rate, muted.
    let stream = stream.flags([false; 8]);
    let stream = stream.flags([true]); // The latency of the device is adjusted to the buffer.
    let stream = stream.properties(&[("media.role", "game")]);
    stream.flags([false, false]) // The volume is ours; requests come early.
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::thread::JoinHandle;

    /// A sound server that goes away after this many commands. It ends with the samples of each stream.
    pub(crate) fn server(socket: UnixStream, commands: usize) -> JoinHandle<Vec<Vec<i16>>> {
        /// What a server may say without being asked.
        const STARTED: u32 = 86;
        std::thread::spawn(move || {
            let mut server = Server {
                socket: BufReader::new(socket),
            };
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
                let (command, _, _) = named(&message).expect("is a command");
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
    fn the_commands_are_those_that_libpulse_writes() {
        let hello = Command::new(SET_CLIENT_NAME).properties(&[("application.name", "qipan")]);
        assert_eq!(
            hello.0,
            b"L\0\0\0\x09L\0\0\0\x01Ptapplication.name\0L\0\0\0\x06x\0\0\0\x06qipan\0N"
        );
        assert_eq!(
            create_playback_stream(44_100, 2204).0,
            b"L\0\0\0\x03L\0\0\0\x01a\x03\x01\0\0\xAC\x44m\x01\0L\xFF\xFF\xFF\xFFNL\xFF\xFF\xFF\xFF0\
              L\0\0\x08\x9CL\xFF\xFF\xFF\xFFL\xFF\xFF\xFF\xFFL\0\0\0\0v\x01\0\0\0\x00000000001\
              Ptmedia.role\0L\0\0\0\x05x\0\0\0\x05game\0N00"
        );
    }

    #[test]
    fn a_server_that_refuses_or_talks_nonsense_is_an_error() {
        for (answer, kind) in [
            (
                Command::new(ERROR).number(1).0,
                io::ErrorKind::ConnectionRefused,
            ),
            (b"LL".to_vec(), io::ErrorKind::UnexpectedEof),
            (Vec::new(), io::ErrorKind::UnexpectedEof),
            (Command::new(86).0, io::ErrorKind::UnexpectedEof),
        ] {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let mut other = Server {
                socket: BufReader::new(theirs),
            };
            other.send(CONTROL, &answer).unwrap();
            // It closes its side, and still takes what is said.
            other
                .socket
                .get_mut()
                .shutdown(std::net::Shutdown::Write)
                .unwrap();
            let error = Server::greet(ours, Duration::from_secs(5)).err();
            assert_eq!(error.map(|error| error.kind()), Some(kind), "{answer:?}");
        }
    }

    #[test]
    fn a_header_that_promises_more_than_comes_takes_no_memory() {
        let header = [u32::MAX, CONTROL, 0, 0, 0].map(u32::to_be_bytes).concat();
        let (channel, contents) = receive(&mut &header[..]).unwrap();
        assert_eq!((channel, contents.capacity() < 1 << 16), (CONTROL, true));
    }
}
