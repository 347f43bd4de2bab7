//! The PC speaker: a square wave, one tone after the other.
//!
//! On Linux the desktop's sound server plays it: PulseAudio, or PipeWire, which speaks PulseAudio's protocol. The program talks to the
//! server's socket itself (`pulse.rs`), so it needs no library of the system, neither to build nor to run. On Windows and macOS the sound
//! card does (`card.rs`). Where there is neither the speaker is silent, and looks again some time later.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use super::LOUDEST;
#[cfg(not(all(unix, not(target_os = "macos"))))]
use super::card::{self as output, Line, Server};
#[cfg(all(unix, not(target_os = "macos")))]
use super::pulse::{self as output, Line, Server};

/// How far the wave swings to either side at the lowest volume. At the middle one it is an eighth of what a sample can hold, for it is
/// heard beside other sounds.
const QUIET: i16 = 0x400;
/// A rest after the last tone, because PulseAudio can drop the last 10 ms of a stream.
const TAIL: Tone = Tone {
    hertz: 0,
    ms: 30,
    loud: 0,
    held: false,
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
        self.queue(hertz, ms, false);
    }

    /// The same for a tone that lasts until the next one comes. A rest of no length ends it.
    pub(crate) fn hold(&mut self, hertz: u32, ms: u32) {
        // There is nothing to end before the first tone.
        if hertz > 0 || self.tones.is_some() {
            self.queue(hertz, ms, hertz > 0);
        }
    }

    fn queue(&mut self, hertz: u32, ms: u32, held: bool) {
        let tones = self
            .tones
            .get_or_insert_with(|| start(output::connect, SILENCE));
        let loud = QUIET << (self.volume.clamp(1, LOUDEST) - 1);
        let tone = Tone {
            hertz,
            ms,
            loud,
            held,
        };
        // It fails when the thread has ended, and when so many tones wait that this one would come far too late.
        let _ = tones.try_send(tone);
    }
}

/// Starts the thread. If it does not start, nobody takes the tones.
fn start(
    connect: impl Fn() -> Option<Line> + Send + 'static,
    silence: Duration,
) -> SyncSender<Tone> {
    let (sender, tones) = sync_channel(WAITING);
    let thread = std::thread::Builder::new().name("speaker".to_string());
    let _ = thread.spawn(move || play(&tones, connect, silence));
    sender
}

/// Plays tones until nobody is left to send one. A server that went away may be back when the next tone comes. Where none
/// answers, no tone is heard for this long: looking for one can take as long as we are patient.
fn play(tones: &Receiver<Tone>, connect: impl Fn() -> Option<Line>, silence: Duration) {
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

/// Plays a tone and those that come before it ends, and returns when they have been heard.
fn play_tune(server: &mut Server, first: Tone, others: &Receiver<Tone>) -> io::Result<()> {
    let tune = Tune {
        rate: server.rate().into(),
        tone: first,
        at: 0,
        others,
    };
    let tail = TAIL.samples(server.rate());
    server.play(tune.chain(tail))
}

#[derive(Clone, Copy)]
struct Tone {
    hertz: u32,
    ms: u32,
    /// How far the wave swings to either side.
    loud: i16,
    /// Does it last until the next one comes?
    held: bool,
}

impl Tone {
    fn samples(self, rate: u32) -> impl Iterator<Item = i16> {
        let rate = rate.into();
        (0..self.length(rate)).map(move |n| self.sample(n, rate))
    }

    /// In samples.
    fn length(self, rate: u64) -> u64 {
        rate * u64::from(self.ms) / 1000
    }

    fn sample(self, n: u64, rate: u64) -> i16 {
        let hertz = u64::from(self.hertz);
        match n * hertz * 2 / rate % 2 {
            _ if hertz == 0 => 0,
            0 => self.loud,
            _ => -self.loud,
        }
    }
}

/// The samples of a tone and of those that come before it ends.
struct Tune<'a> {
    rate: u64,
    tone: Tone,
    /// How much of the tone has been played, in samples.
    at: u64,
    others: &'a Receiver<Tone>,
}

impl Iterator for Tune<'_> {
    type Item = i16;

    fn next(&mut self) -> Option<i16> {
        while self.at >= self.tone.length(self.rate) {
            match self.others.try_recv() {
                Ok(tone) => (self.tone, self.at) = (tone, 0),
                Err(TryRecvError::Empty) if self.tone.held => break,
                Err(_) => return None,
            }
        }
        let sample = self.tone.sample(self.at, self.rate);
        self.at += 1;
        Some(sample)
    }
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;
    use crate::dos::pulse::tests::server;
    use std::collections::VecDeque;
    use std::io::Read;
    use std::os::unix::net::UnixStream;
    use std::sync::Mutex;

    const DO: Tone = tone(523, 90);
    const MI: Tone = tone(659, 90);
    const REST: Tone = tone(0, 40);
    const LOUD: i16 = 0x1000;
    const RATE: u32 = 44_100;

    const fn tone(hertz: u32, ms: u32) -> Tone {
        Tone {
            hertz,
            ms,
            loud: LOUD,
            held: false,
        }
    }

    /// Gives out the sockets, one for each connection, and then none.
    fn each(sockets: impl IntoIterator<Item = UnixStream>) -> impl Fn() -> Option<UnixStream> {
        let sockets = Mutex::new(VecDeque::from_iter(sockets));
        move || sockets.lock().unwrap().pop_front()
    }

    fn samples(tones: &[Tone]) -> Vec<i16> {
        tones.iter().flat_map(|tone| tone.samples(RATE)).collect()
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

    #[test]
    fn a_held_tone_lasts_until_the_next_one_comes() {
        let (sender, tones) = sync_channel(WAITING);
        let mut tune = Tune {
            rate: RATE.into(),
            tone: Tone { held: true, ..DO },
            at: 0,
            others: &tones,
        };
        let second = tune.by_ref().take(RATE as usize);
        assert!(second.eq(tone(523, 1000).samples(RATE)));
        sender.send(MI).unwrap();
        assert!(tune.eq(MI.samples(RATE)));
    }

    #[test]
    fn a_held_tone_is_heard_by_a_server_that_says_how_much_it_wants() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut speaker = Speaker {
            tones: Some(start(each([ours]), SILENCE)),
            ..Speaker::default()
        };
        let server = server(theirs, usize::MAX);
        speaker.hold(523, 0);
        std::thread::sleep(Duration::from_millis(50));
        speaker.hold(0, 0);
        drop(speaker);
        let heard = server.join().unwrap().concat();
        let tone = &heard[..heard.len() - samples(&[TAIL]).len()];
        let begun = DO.sample(0, RATE.into());
        assert_eq!((tone.first(), tone.len() > 100), (Some(&begun), true));
    }
}
