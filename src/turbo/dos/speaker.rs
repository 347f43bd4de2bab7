//! The PC speaker: a square wave, one tone after the other.
//!
//! The desktop's sound server plays it: PulseAudio, or PipeWire, which speaks PulseAudio's protocol. The program talks
//! to the server's socket itself (`pulse.rs`), so it needs no library of the system, neither to build nor to run.
//! Where no such server answers the speaker is silent, and looks again some time later. On Windows and macOS it is always silent.

pub(crate) use system::Speaker;

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::io;
    use std::iter::once;
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
    use std::time::{Duration, Instant};

    use crate::dos::LOUDEST;
    use crate::dos::pulse::{self, Server};

    /// Samples a second. They have 16 bits: with unsigned bytes PipeWire takes 0 for silence, and pops.
    const RATE: u32 = 44_100;
    /// How far the wave swings to either side at the lowest volume. At the middle one it is an eighth of what a sample can hold, for it is
    /// heard beside other sounds.
    const QUIET: i16 = 0x400;
    /// How many bytes the server holds ahead of its device: 25 ms. The less it holds, the sooner a tone is heard.
    const AHEAD: u32 = RATE / 40 * 2;
    /// A rest after the last tone, because PulseAudio can drop the last 10 ms of a stream.
    const TAIL: Tone = Tone {
        hertz: 0,
        ms: 30,
        loud: 0,
    };
    /// How many tones can wait to be played.
    const WAITING: usize = 16;
    /// How long the server may keep us waiting: longer than all the tones that can wait take to play.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// How long the tones are silent when no server has answered. After that the next tone looks for one again.
    const SILENCE: Duration = Duration::from_secs(5);

    /// The speaker. Its first tone starts a thread that plays it and all others, and that alone waits for the server.
    pub(crate) struct Speaker {
        tones: Option<SyncSender<Tone>>,
        /// From 1 to [`LOUDEST`].
        pub(crate) volume: u8,
    }

    impl Default for Speaker {
        fn default() -> Speaker {
            Speaker {
                tones: None,
                volume: LOUDEST.div_ceil(2),
            }
        }
    }

    impl Speaker {
        /// Queues a tone of `ms` milliseconds behind those before it; 0 hertz is a rest. Returns at once.
        pub(crate) fn sound(&mut self, hertz: u32, ms: u32) {
            let tones = self
                .tones
                .get_or_insert_with(|| start(pulse::connect, SILENCE));
            // It fails when the thread has ended, and when so many tones wait that this one would come far too late.
            let loud = QUIET << (self.volume.clamp(1, LOUDEST) - 1);
            let _ = tones.try_send(Tone { hertz, ms, loud });
        }
    }

    /// Starts the thread. If it does not start, nobody takes the tones.
    fn start(
        connect: impl Fn() -> Option<UnixStream> + Send + 'static,
        silence: Duration,
    ) -> SyncSender<Tone> {
        let (sender, tones) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("speaker".to_string());
        let _ = thread.spawn(move || play(&tones, connect, silence));
        sender
    }

    /// Plays tones until nobody is left to send one. A server that went away may be back when the next tone comes. Where none
    /// answers, no tone is heard for this long: looking for one can take as long as we are patient.
    fn play(tones: &Receiver<Tone>, connect: impl Fn() -> Option<UnixStream>, silence: Duration) {
        let greet = || Server::greet(connect()?, PATIENCE).ok();
        let mut server = None;
        let mut failed: Option<Instant> = None;
        while let Ok(first) = tones.recv() {
            if failed.is_some_and(|failed| failed.elapsed() < silence) {
                continue;
            }
            match server.take().or_else(greet) {
                Some(mut open) => {
                    failed = None;
                    if play_tune(&mut open, first, tones).is_ok() {
                        server = Some(open);
                    }
                }
                None => failed = Some(Instant::now()),
            }
        }
    }

    /// Plays a tone and those that wait behind it, and returns when they have been heard.
    fn play_tune(server: &mut Server, first: Tone, others: &Receiver<Tone>) -> io::Result<()> {
        let stream = server.open(RATE, AHEAD)?;
        // The tones of a tune are sent together, and have all arrived by the time the server has opened the stream.
        let tones = once(first).chain(others.try_iter()).chain([TAIL]);
        server.play(stream, tones.flat_map(Tone::samples))
    }

    #[derive(Clone, Copy)]
    struct Tone {
        hertz: u32,
        ms: u32,
        /// How far the wave swings to either side.
        loud: i16,
    }

    impl Tone {
        fn samples(self) -> impl Iterator<Item = i16> {
            let (hertz, rate) = (u64::from(self.hertz), u64::from(RATE));
            (0..rate * u64::from(self.ms) / 1000).map(move |n| match n * hertz * 2 / rate % 2 {
                _ if hertz == 0 => 0,
                0 => self.loud,
                _ => -self.loud,
            })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::dos::pulse::tests::server;
        use std::collections::VecDeque;
        use std::io::Read;
        use std::sync::Mutex;

        const DO: Tone = tone(523, 90);
        const MI: Tone = tone(659, 90);
        const REST: Tone = tone(0, 40);
        const LOUD: i16 = 0x1000;

        const fn tone(hertz: u32, ms: u32) -> Tone {
            Tone {
                hertz,
                ms,
                loud: LOUD,
            }
        }

        /// Gives out the sockets, one for each connection, and then none.
        fn each(sockets: impl IntoIterator<Item = UnixStream>) -> impl Fn() -> Option<UnixStream> {
            let sockets = Mutex::new(VecDeque::from_iter(sockets));
            move || sockets.lock().unwrap().pop_front()
        }

        fn samples(tones: &[Tone]) -> Vec<i16> {
            tones.iter().flat_map(|tone| tone.samples()).collect()
        }

        #[test]
        fn a_tone_is_a_square_wave_of_its_pitch_and_length() {
            let wave = samples(&[tone(440, 500)]);
            assert_eq!(wave.len(), 22_050);
            assert!(wave.iter().all(|level| level.abs() == LOUD));
            let turns = wave.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(turns, 439, "220 times up and down");
            assert_eq!(samples(&[REST]), [0; 1764]);
        }

        #[test]
        fn the_tones_of_a_tune_are_played_in_order_and_without_a_gap() {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let tones = start(each([ours]), SILENCE);
            for tone in [DO, REST, MI] {
                tones.send(tone).unwrap();
            }
            let server = server(theirs, usize::MAX);
            drop(tones);
            let heard = server.join().unwrap();
            assert!(heard == [samples(&[DO, REST, MI, TAIL])]);
        }

        #[test]
        fn each_step_of_the_volume_is_twice_as_loud() {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let mut speaker = Speaker {
                tones: Some(start(each([ours]), SILENCE)),
                ..Speaker::default()
            };
            for volume in 1..=LOUDEST {
                speaker.volume = volume;
                speaker.sound(440, 10);
            }
            let server = server(theirs, usize::MAX);
            drop(speaker);
            let heard = server.join().unwrap().concat();
            let mut levels: Vec<i16> = heard.iter().map(|level| level.abs()).collect();
            levels.dedup();
            assert_eq!(levels, [0x400, 0x800, 0x1000, 0x2000, 0x4000, 0]);
        }

        #[test]
        fn a_server_that_went_away_is_looked_for_when_the_next_tone_comes() {
            let (first, second) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            let tones = start(each([first.0, second.0]), SILENCE);
            tones.send(DO).unwrap();
            assert!(server(first.1, 2).join().unwrap().is_empty());
            tones.send(MI).unwrap();
            let server = server(second.1, usize::MAX);
            drop(tones);
            let heard = server.join().unwrap();
            assert!(heard == [samples(&[MI, TAIL])]);
        }

        /// Plays these tones where the first connection finds no server, the second one that closes it, and the third one that
        /// plays. What it hears, and how many connections are left.
        fn heard_after_two_failures(hasty: &[Tone], silence: Duration) -> (Vec<Vec<i16>>, usize) {
            let (closed, good) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
            drop(closed.1);
            let server = server(good.1, usize::MAX);
            let left = Mutex::new(VecDeque::from([None, Some(closed.0), Some(good.0)]));
            let (sender, tones) = sync_channel(WAITING);
            hasty.iter().for_each(|tone| sender.send(*tone).unwrap());
            drop(sender);
            play(&tones, || left.lock().unwrap().pop_front()?, silence);
            let count = left.into_inner().unwrap().len();
            (server.join().unwrap(), count)
        }

        #[test]
        fn where_no_server_answered_the_next_tone_after_the_silence_looks_again() {
            let (heard, left) = heard_after_two_failures(&[DO, DO, MI], Duration::ZERO);
            assert!(heard == [samples(&[MI, TAIL])]);
            assert_eq!(left, 0);
        }

        #[test]
        fn where_no_server_answered_not_every_tone_looks_again() {
            let (heard, left) = heard_after_two_failures(&[DO; WAITING], SILENCE * 1000);
            assert_eq!((heard.len(), left), (0, 2));
        }

        #[test]
        fn a_server_that_never_answers_keeps_nobody_waiting() {
            let (ours, mut theirs) = UnixStream::pair().unwrap();
            let mut speaker = Speaker {
                tones: Some(start(each([ours]), SILENCE)),
                ..Speaker::default()
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
    pub(crate) struct Speaker {
        pub(crate) volume: u8,
    }

    impl Speaker {
        pub(crate) fn sound(&mut self, _: u32, _: u32) {}
    }
}
