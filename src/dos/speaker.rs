//! The PC speaker: a square wave, one tone after the other.
//!
//! The desktop's sound server plays it: PulseAudio, or PipeWire, which knows PulseAudio's protocol. The program speaks
//! that over the server's socket, so it needs no library of the system, neither where it is built nor where it runs.
//! Where no such server answers, and on Windows and macOS, the speaker is silent.

pub use system::Speaker;

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::io::{BufReader, Read};
    use std::iter::once;
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
    use std::time::Duration;

    use pulseaudio::protocol::{
        AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply,
        MAX_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec,
        TagStructReader, read_descriptor,
        stream::{BufferAttr, StreamFlags},
        write_command_message, write_memblock,
    };

    /// Samples a second. They are of 16 bits: of unsigned bytes PipeWire takes 0 for silence, and pops.
    const RATE: u32 = 44_100;
    /// How far the wave goes to either side: an eighth of what a sample can hold, for it is heard beside other sounds.
    const LOUD: i16 = 0x1000;
    /// How many bytes the server holds ahead of its device: 25 ms. The less it is, the sooner a tone is heard.
    const AHEAD: u32 = RATE / 40 * 2;
    /// A rest behind the last tone, because PulseAudio can drop the last 10 ms of a stream.
    const TAIL: Tone = Tone { hertz: 0, ms: 30 };
    /// How many tones can wait to be played.
    const WAITING: usize = 16;
    /// How long the server may keep us waiting: longer than all tones take that can wait.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// The speaker. Its first tone starts a thread that plays it and all others, and that alone waits for the server.
    #[derive(Default)]
    pub struct Speaker {
        tones: Option<SyncSender<Tone>>,
    }

    impl Speaker {
        /// Has a tone of `ms` milliseconds played after those before it; 0 hertz is a rest. Returns at once.
        pub fn sound(&mut self, hertz: u32, ms: u32) {
            let tones = self.tones.get_or_insert_with(|| start(socket));
            // It fails where the thread has ended, and where so many wait that this one would be late by far.
            let _ = tones.try_send(Tone { hertz, ms });
        }
    }

    /// Starts the thread. If it does not start, nobody takes the tones.
    fn start(connect: impl Fn() -> Option<UnixStream> + Send + 'static) -> SyncSender<Tone> {
        let (sender, tones) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("speaker".to_string());
        let _ = thread.spawn(move || play(&tones, connect));
        sender
    }

    /// Plays tones until nobody is there to send one or no server to play it. A server that goes away may be back when
    /// the next tone comes.
    fn play(tones: &Receiver<Tone>, connect: impl Fn() -> Option<UnixStream>) {
        let mut server = None;
        while let Ok(first) = tones.recv() {
            let open = || connect().and_then(|socket| Server::greet(socket).ok());
            let Some(mut open) = server.take().or_else(open) else {
                return;
            };
            if open.play(first, tones).is_ok() {
                server = Some(open);
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Tone {
        hertz: u32,
        ms: u32,
    }

    impl Tone {
        fn samples(self) -> impl Iterator<Item = i16> {
            let (hertz, rate) = (u64::from(self.hertz), u64::from(RATE));
            (0..rate * u64::from(self.ms) / 1000).map(move |n| match n * hertz * 2 / rate % 2 {
                _ if hertz == 0 => 0,
                0 => LOUD,
                _ => -LOUD,
            })
        }
    }

    /// Where the server listens, if there is one on this machine.
    fn socket() -> Option<UnixStream> {
        UnixStream::connect(pulseaudio::socket_path_from_env()?).ok()
    }

    /// A sound server that answers.
    struct Server {
        socket: BufReader<UnixStream>,
        /// The version of the protocol that both sides know.
        version: u16,
    }

    impl Server {
        fn greet(socket: UnixStream) -> Result<Server, ProtocolError> {
            socket.set_read_timeout(Some(PATIENCE))?;
            socket.set_write_timeout(Some(PATIENCE))?;
            let mut server = Server {
                socket: BufReader::new(socket),
                version: MAX_VERSION,
            };
            let cookie =
                pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
            let reply: AuthReply = server.ask(&Command::Auth(AuthParams {
                version: MAX_VERSION,
                cookie: cookie.unwrap_or_default(),
                ..AuthParams::default()
            }))?;
            server.version = server.version.min(reply.version);
            let mut names = Props::new();
            names.set(Prop::ApplicationName, c"qipan");
            server.tell(&Command::SetClientName(names))?;
            Ok(server)
        }

        /// Plays a tone and those that wait behind it, and returns when they have been heard.
        fn play(&mut self, first: Tone, others: &Receiver<Tone>) -> Result<(), ProtocolError> {
            let mut role = Props::new();
            role.set(Prop::MediaRole, c"game");
            let stream = Command::CreatePlaybackStream(PlaybackStreamParams {
                sample_spec: SampleSpec {
                    format: SampleFormat::S16Le,
                    channels: 1,
                    sample_rate: RATE,
                },
                channel_map: ChannelMap::mono(),
                buffer_attr: BufferAttr {
                    target_length: AHEAD,
                    ..BufferAttr::default()
                },
                flags: StreamFlags {
                    adjust_latency: true,
                    ..StreamFlags::default()
                },
                props: role,
                ..PlaybackStreamParams::default()
            });
            let CreatePlaybackStreamReply { channel, .. } = self.ask(&stream)?;
            // The tones of a tune come at once, and are all here when the server has made up its mind.
            let tones = once(first).chain(others.try_iter()).chain([TAIL]);
            let samples = tones.flat_map(Tone::samples);
            let samples: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
            write_memblock(self.socket.get_mut(), channel, &samples, 0)?;
            self.tell(&Command::DrainPlaybackStream(channel))?;
            self.tell(&Command::DeletePlaybackStream(channel))
        }

        /// Has the server do something, and waits until it is done.
        fn tell(&mut self, command: &Command) -> Result<(), ProtocolError> {
            self.answer(command).map(drop)
        }

        /// Asks the server for something.
        fn ask<R: CommandReply>(&mut self, command: &Command) -> Result<R, ProtocolError> {
            let answer = self.answer(command)?;
            TagStructReader::new(&mut answer.as_slice(), self.version).read()
        }

        /// What the server answers to a command.
        fn answer(&mut self, command: &Command) -> Result<Vec<u8>, ProtocolError> {
            // One command at a time needs no numbers, but to PipeWire a 0 means that nobody waits for the answer.
            const NUMBER: u32 = 1;
            write_command_message(self.socket.get_mut(), NUMBER, command, self.version)?;
            loop {
                let length = read_descriptor(&mut self.socket)?.length;
                let mut message = Vec::new();
                let mut whole = (&mut self.socket).take(length.into());
                whole.read_to_end(&mut message)?;
                let mut rest = message.as_slice();
                match Command::read_tag_prefixed(&mut rest, self.version) {
                    Ok((_, Command::Reply)) => return Ok(rest.to_vec()),
                    Ok((_, Command::Error(error))) => {
                        return Err(ProtocolError::ServerError(error));
                    }
                    // It also tells how its buffers are filled, and more that is of no use here.
                    _ => {}
                }
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use pulseaudio::protocol::{
            SetClientNameReply, write_ack_message, write_command_message, write_reply_message,
        };
        use std::collections::VecDeque;
        use std::io::Cursor;
        use std::sync::Mutex;
        use std::thread::JoinHandle;

        const DO: Tone = Tone { hertz: 523, ms: 90 };
        const MI: Tone = Tone { hertz: 659, ms: 90 };
        const REST: Tone = Tone { hertz: 0, ms: 40 };

        /// A sound server that goes away after so many commands. In the end it has the samples of each stream.
        fn server(socket: UnixStream, commands: usize) -> JoinHandle<Vec<Vec<i16>>> {
            std::thread::spawn(move || {
                let mut socket = BufReader::new(socket);
                let (mut streams, mut done) = (Vec::new(), 0);
                while done < commands
                    && let Ok(descriptor) = read_descriptor(&mut socket)
                {
                    let mut message = vec![0; descriptor.length as usize];
                    socket.read_exact(&mut message).unwrap();
                    if descriptor.channel == 7 {
                        let samples = message.chunks(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
                        streams.push(samples.collect());
                        continue;
                    }
                    done += 1;
                    let mut message = Cursor::new(message);
                    let (n, command) =
                        Command::read_tag_prefixed(&mut message, MAX_VERSION).unwrap();
                    let back = socket.get_mut();
                    // A server may speak without being asked.
                    write_command_message(back, u32::MAX, &Command::Started(7), MAX_VERSION)
                        .unwrap();
                    match command {
                        Command::Auth(_) => {
                            let reply = AuthReply {
                                version: MAX_VERSION,
                                ..AuthReply::default()
                            };
                            write_reply_message(back, n, &reply, MAX_VERSION)
                        }
                        Command::SetClientName(_) => {
                            let reply = SetClientNameReply { client_id: 1 };
                            write_reply_message(back, n, &reply, MAX_VERSION)
                        }
                        Command::CreatePlaybackStream(params) => {
                            let reply = CreatePlaybackStreamReply {
                                channel: 7,
                                sample_spec: params.sample_spec,
                                channel_map: params.channel_map,
                                ..CreatePlaybackStreamReply::default()
                            };
                            write_reply_message(back, n, &reply, MAX_VERSION)
                        }
                        _ => write_ack_message(back, n),
                    }
                    .unwrap();
                }
                streams
            })
        }

        /// Gives out the sockets, one a connection, and then none.
        fn each(sockets: impl IntoIterator<Item = UnixStream>) -> impl Fn() -> Option<UnixStream> {
            let sockets = Mutex::new(VecDeque::from_iter(sockets));
            move || sockets.lock().unwrap().pop_front()
        }

        fn samples(tones: &[Tone]) -> Vec<i16> {
            tones.iter().flat_map(|tone| tone.samples()).collect()
        }

        #[test]
        fn a_tone_is_a_square_wave_of_its_pitch_and_length() {
            let wave = samples(&[Tone {
                hertz: 440,
                ms: 500,
            }]);
            assert_eq!(wave.len(), 22_050);
            assert!(wave.iter().all(|level| level.abs() == LOUD));
            let turns = wave.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(turns, 439, "220 times up and down");
            assert_eq!(samples(&[REST]), [0; 1764]);
        }

        #[test]
        fn the_tones_of_a_tune_are_played_in_order_and_without_a_gap() {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let tones = start(each([ours]));
            for tone in [DO, REST, MI] {
                tones.send(tone).unwrap();
            }
            let server = server(theirs, usize::MAX);
            drop(tones);
            let heard = server.join().unwrap();
            assert!(heard == [samples(&[DO, REST, MI, TAIL])]);
        }

        #[test]
        fn a_server_that_went_away_is_looked_for_when_the_next_tone_comes() {
            let (first, second) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            let tones = start(each([first.0, second.0]));
            tones.send(DO).unwrap();
            assert!(server(first.1, 2).join().unwrap().is_empty());
            tones.send(MI).unwrap();
            let server = server(second.1, usize::MAX);
            drop(tones);
            let heard = server.join().unwrap();
            assert!(heard == [samples(&[MI, TAIL])]);
        }

        #[test]
        fn where_no_server_answers_no_other_is_looked_for() {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let tones = start(each([]));
            while tones.send(DO).is_ok() {}
            // One that closes the connection does not answer either.
            let tones = start(each([ours]));
            drop(theirs);
            while tones.send(DO).is_ok() {}
        }

        #[test]
        fn a_server_that_never_answers_keeps_nobody_waiting() {
            let (ours, mut theirs) = UnixStream::pair().unwrap();
            let mut speaker = Speaker {
                tones: Some(start(each([ours]))),
            };
            for _ in 0..1000 {
                speaker.sound(440, 1000);
            }
            theirs.set_nonblocking(true).unwrap();
            let mut said = Vec::new();
            let error = theirs.read_to_end(&mut said).unwrap_err();
            assert_eq!(
                error.kind(),
                std::io::ErrorKind::WouldBlock,
                "it has given up"
            );
        }
    }
}

/// Elsewhere (Windows, macOS) there is no such server.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod system {
    #[derive(Default)]
    pub struct Speaker;

    impl Speaker {
        pub fn sound(&mut self, _: u32, _: u32) {}
    }
}
