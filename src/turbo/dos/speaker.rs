//! The PC speaker, which plays square waves one after another.
//!
//! On Linux the sound server (PulseAudio or PipeWire) plays them. `pulse.rs` implements the protocol itself,
//! so neither building nor running needs a library. On Windows and macOS `card.rs` uses the sound card.
//! Without either, the speaker is silent and tries again later.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use super::MAX_VOLUME;
#[cfg(not(all(unix, not(target_os = "macos"))))]
use super::card::{self as output, Connection, Server};
#[cfg(all(unix, not(target_os = "macos")))]
use super::pulse::{self as output, Connection, Server};

/// The amplitude at the lowest volume. At the middle volume the amplitude is an eighth of the maximum, which
/// suits a desktop.
const QUIET: i16 = 0x400;
/// The silence added after the last tone, because PulseAudio may drop the last 10 ms of a stream.
const TAIL: Tone = Tone { hertz: 0, ms: 30, amplitude: 0, is_held: false };
/// The maximum number of queued tones.
const QUEUE: usize = 16;
/// The timeout for the server's responses. It is longer than the server's buffer takes to play.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The time that the speaker stays silent after it fails to connect.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The speaker. The first tone starts a thread that plays all tones, and only this thread waits for the
/// server.
pub(crate) struct Speaker {
    tones: Option<SyncSender<Tone>>,
    /// From 1 to [`MAX_VOLUME`].
    pub(crate) volume: u8,
}

impl Default for Speaker {
    fn default() -> Speaker {
        Speaker { tones: None, volume: MAX_VOLUME.div_ceil(2) }
    }
}

impl Speaker {
    /// Queues a tone of `ms` milliseconds, or silence if `hertz` is 0, and returns at once.
    pub(crate) fn sound(&mut self, hertz: u32, ms: u32) {
        self.queue(hertz, ms, false);
    }

    /// Queues a tone that lasts until the next tone, or until a silence of length 0.
    pub(crate) fn hold(&mut self, hertz: u32, ms: u32) {
        // Without a thread there is no tone to end.
        if hertz > 0 || self.tones.is_some() {
            self.queue(hertz, ms, hertz > 0);
        }
    }

    fn queue(&mut self, hertz: u32, ms: u32, is_held: bool) {
        let tones = self.tones.get_or_insert_with(|| start(output::connect, RETRY_AFTER));
        let tone = Tone { hertz, ms, amplitude: QUIET << (self.volume.clamp(1, MAX_VOLUME) - 1), is_held };
        // Sending fails if the thread has ended, or if the queue is full and the tone would play far too
        // late.
        let _ = tones.try_send(tone);
    }
}

/// Starts the thread and returns the sender of its queue. If the thread fails to start, all tones are lost.
fn start(
    connect: impl Fn() -> Option<Connection> + Send + 'static,
    retry_after: Duration,
) -> SyncSender<Tone> {
    let (sender, tones) = sync_channel(QUEUE);
    let thread = std::thread::Builder::new().name("speaker".to_string());
    let _ = thread.spawn(move || play(&tones, connect, retry_after));
    sender
}

/// Plays tones until the sender is dropped. After a lost connection, the next tone reconnects. After a failed
/// attempt, tones are discarded for `retry_after`, because an attempt can take as long as the timeout.
fn play(tones: &Receiver<Tone>, connect: impl Fn() -> Option<Connection>, retry_after: Duration) {
    let open = || Server::open(connect()?, TIMEOUT).ok();
    let mut server = None;
    let mut failed: Option<Instant> = None;
    while let Ok(first) = tones.recv() {
        if failed.is_some_and(|failed| failed.elapsed() < retry_after) {
            continue;
        }
        match server.take().or_else(open) {
            Some(mut opened) => {
                failed = None;
                if play_tune(&mut opened, first, tones).is_ok() {
                    server = Some(opened);
                }
            }
            None => failed = Some(Instant::now()),
        }
    }
}

/// Plays a tone and every tone that is queued before the previous one ends. Returns when the last one ends.
fn play_tune(server: &mut Server, first: Tone, others: &Receiver<Tone>) -> io::Result<()> {
    let tune = Tune { rate: server.rate().into(), tone: first, at: 0, others };
    let tail = TAIL.samples(server.rate());
    server.play(tune.chain(tail))
}

#[derive(Clone, Copy)]
struct Tone {
    hertz: u32,
    ms: u32,
    amplitude: i16,
    /// True if the tone lasts until the next one.
    is_held: bool,
}

impl Tone {
    fn samples(self, rate: u32) -> impl Iterator<Item = i16> {
        let rate = rate.into();
        (0..self.length(rate)).map(move |n| self.sample(n, rate))
    }

    /// The length in samples at this sample rate.
    fn length(self, rate: u64) -> u64 {
        rate * u64::from(self.ms) / 1000
    }

    fn sample(self, n: u64, rate: u64) -> i16 {
        let hertz = u64::from(self.hertz);
        match n * hertz * 2 / rate % 2 {
            _ if hertz == 0 => 0,
            0 => self.amplitude,
            _ => -self.amplitude,
        }
    }
}

/// The samples of a tone and of every tone that is queued before the previous one ends.
struct Tune<'a> {
    rate: u64,
    tone: Tone,
    /// The number of samples of the current tone that have been produced.
    at: u64,
    others: &'a Receiver<Tone>,
}

impl Iterator for Tune<'_> {
    type Item = i16;

    fn next(&mut self) -> Option<i16> {
        while self.at >= self.tone.length(self.rate) {
            match self.others.try_recv() {
                Ok(tone) => (self.tone, self.at) = (tone, 0),
                Err(TryRecvError::Empty) if self.tone.is_held => break,
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
        Tone { hertz, ms, amplitude: LOUD, is_held: false }
    }

    /// Starts a speaker that connects to these sockets, in order.
    fn speaker(sockets: impl IntoIterator<Item = UnixStream>) -> Speaker {
        let sockets = Mutex::new(VecDeque::from_iter(sockets));
        let connect = move || sockets.lock().unwrap().pop_front();
        Speaker { tones: Some(start(connect, RETRY_AFTER)), ..Speaker::default() }
    }

    fn pair() -> (UnixStream, UnixStream) {
        UnixStream::pair().unwrap()
    }

    fn samples(tones: &[Tone]) -> Vec<i16> {
        tones.iter().flat_map(|tone| tone.samples(RATE)).collect()
    }

    #[test]
    fn tones_are_square_waves() {
        let wave = samples(&[tone(440, 500)]);
        assert_eq!(wave.len(), 22_050);
        assert!(wave.iter().all(|level| level.abs() == LOUD));
        let turns = wave.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(turns, 439, "220 periods");
        assert_eq!(samples(&[REST]), [0; 1764]);
    }

    #[test]
    fn tones_play_in_order_without_gaps() {
        let (ours, theirs) = pair();
        let mut speaker = speaker([ours]);
        for Tone { hertz, ms, .. } in [DO, REST, MI] {
            speaker.sound(hertz, ms);
        }
        let server = server(theirs, usize::MAX);
        drop(speaker);
        assert!(server.join().unwrap() == [samples(&[DO, REST, MI, TAIL])]);
    }

    #[test]
    fn each_step_of_the_volume_is_twice_as_loud() {
        let (ours, theirs) = pair();
        let mut speaker = speaker([ours]);
        for volume in 1..=MAX_VOLUME {
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
    fn the_next_tone_connects_again_after_a_lost_server() {
        let (first, second) = (pair(), pair());
        let mut speaker = speaker([first.0, second.0]);
        speaker.sound(DO.hertz, DO.ms);
        assert!(server(first.1, 2).join().unwrap().is_empty());
        speaker.sound(MI.hertz, MI.ms);
        let server = server(second.1, usize::MAX);
        drop(speaker);
        assert!(server.join().unwrap() == [samples(&[MI, TAIL])]);
    }

    /// Plays tones with three connections: one that fails to open, one that is closed, and one that works.
    /// Returns the samples received and the number of unused connections.
    fn heard_after_two_failures(tones: &[Tone], retry_after: Duration) -> (Vec<Vec<i16>>, usize) {
        let (closed, good) = (pair(), pair());
        drop(closed.1);
        let server = server(good.1, usize::MAX);
        let left = Mutex::new(VecDeque::from([None, Some(closed.0), Some(good.0)]));
        let (sender, queue) = sync_channel(QUEUE);
        tones.iter().for_each(|tone| sender.send(*tone).unwrap());
        drop(sender);
        play(&queue, || left.lock().unwrap().pop_front()?, retry_after);
        let count = left.into_inner().unwrap().len();
        (server.join().unwrap(), count)
    }

    #[test]
    fn after_a_failure_tones_are_dropped_until_the_retry() {
        let (heard, left) = heard_after_two_failures(&[DO, DO, MI], Duration::ZERO);
        assert!(heard == [samples(&[MI, TAIL])] && left == 0);
        let (heard, left) = heard_after_two_failures(&[DO; QUEUE], RETRY_AFTER * 1000);
        assert_eq!((heard.len(), left), (0, 2));
    }

    #[test]
    fn a_silent_server_blocks_nobody() {
        let (ours, mut theirs) = pair();
        let mut speaker = speaker([ours]);
        for _ in 0..1000 {
            speaker.sound(440, 1000);
        }
        theirs.set_nonblocking(true).unwrap();
        let error = theirs.read_to_end(&mut Vec::new()).unwrap_err();
        let kind = std::io::ErrorKind::WouldBlock;
        assert_eq!(error.kind(), kind, "the speaker is still connected");
    }

    #[test]
    fn a_held_tone_lasts_until_the_next_tone() {
        let (sender, tones) = sync_channel(QUEUE);
        let mut tune = Tune { rate: RATE.into(), tone: Tone { is_held: true, ..DO }, at: 0, others: &tones };
        let second = tune.by_ref().take(RATE as usize);
        assert!(second.eq(tone(523, 1000).samples(RATE)));
        sender.send(MI).unwrap();
        assert!(tune.eq(MI.samples(RATE)));
    }

    #[test]
    fn a_held_tone_plays_on_a_server() {
        let (ours, theirs) = pair();
        let mut speaker = speaker([ours]);
        let server = server(theirs, usize::MAX);
        speaker.hold(523, 0);
        std::thread::sleep(Duration::from_millis(50));
        speaker.hold(0, 0);
        drop(speaker);
        let heard = server.join().unwrap().concat();
        let tone = &heard[..heard.len() - samples(&[TAIL]).len()];
        let first = DO.sample(0, RATE.into());
        assert_eq!((tone.first(), tone.len() > 100), (Some(&first), true));
    }
}
