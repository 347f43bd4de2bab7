//! The PC speaker: a square wave, one tone after the other.
//!
//! The desktop's sound server plays it: PulseAudio, or PipeWire, which speaks PulseAudio's protocol. The program talks
//! to the server's socket itself (`pulse.rs`), so it needs no library of the system, neither to build nor to run.
//! Where no such server answers, and on Windows and macOS, the speaker is silent.

pub use system::Speaker;

#[cfg(all(unix, not(target_os = "macos")))]
mod system {
    use std::io;
    use std::iter::once;
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
    use std::time::Duration;

    use crate::dos::pulse::{self, Server};

    /// Samples a second. They have 16 bits: with unsigned bytes PipeWire takes 0 for silence, and pops.
    const RATE: u32 = 44_100;
    /// How far the wave swings to either side: an eighth of what a sample can hold, for it is heard beside other sounds.
    const LOUD: i16 = 0x1000;
    /// How many bytes the server holds ahead of its device: 25 ms. The less it holds, the sooner a tone is heard.
    const AHEAD: u32 = RATE / 40 * 2;
    /// A rest after the last tone, because PulseAudio can drop the last 10 ms of a stream.
    const TAIL: Tone = Tone { hertz: 0, ms: 30 };
    /// How many tones can wait to be played.
    const WAITING: usize = 16;
    /// How long the server may keep us waiting: longer than all the tones that can wait take to play.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// The speaker. Its first tone starts a thread that plays it and all others, and that alone waits for the server.
    #[derive(Default)]
    pub struct Speaker {
        tones: Option<SyncSender<Tone>>,
    }

    impl Speaker {
        /// Queues a tone of `ms` milliseconds behind those before it; 0 hertz is a rest. Returns at once.
        pub fn sound(&mut self, hertz: u32, ms: u32) {
            let tones = self.tones.get_or_insert_with(|| start(pulse::connect));
            // It fails when the thread has ended, and when so many tones wait that this one would come far too late.
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

    /// Plays tones until nobody is left to send one, or there is no server to play it. A server that went away may be back when
    /// the next tone comes.
    fn play(tones: &Receiver<Tone>, connect: impl Fn() -> Option<UnixStream>) {
        let mut server = None;
        while let Ok(first) = tones.recv() {
            let greet = || connect().and_then(|socket| Server::greet(socket, PATIENCE).ok());
            let Some(mut open) = server.take().or_else(greet) else {
                return;
            };
            if play_tune(&mut open, first, tones).is_ok() {
                server = Some(open);
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

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::dos::pulse::tests::server;
        use std::collections::VecDeque;
        use std::io::Read;
        use std::sync::Mutex;

        const DO: Tone = Tone { hertz: 523, ms: 90 };
        const MI: Tone = Tone { hertz: 659, ms: 90 };
        const REST: Tone = Tone { hertz: 0, ms: 40 };

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
