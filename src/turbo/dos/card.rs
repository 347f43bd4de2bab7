//! The sound card, where the system has an interface of its own to it: Windows and macOS.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{SampleFormat, Stream};

/// How long it is ahead of what is heard, besides what the system holds.
const AHEAD: Duration = Duration::from_millis(40);
/// How often it looks how much has been heard.
const TICK: Duration = Duration::from_millis(5);
/// How many samples are taken at once.
const AT_ONCE: usize = 256;

/// The card that the system plays on.
pub(crate) type Line = cpal::Device;

/// Finds it, if there is one.
pub(crate) fn connect() -> Option<Line> {
    cpal::default_host().default_output_device()
}

/// A card that plays.
pub(crate) struct Server {
    stream: Stream,
    rate: u32,
    patience: Duration,
    waiting: Arc<Mutex<VecDeque<i16>>>,
    /// Has the card gone?
    lost: Arc<AtomicBool>,
}

impl Server {
    /// Opens the card, which may take `patience` to play what it has.
    pub(crate) fn greet(device: Line, patience: Duration) -> io::Result<Server> {
        let usual = device.default_output_config().map_err(io::Error::other)?;
        // All systems play these, whatever the card takes.
        if usual.sample_format() != SampleFormat::F32 {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let config = usual.config();
        let (rate, channels) = (config.sample_rate, usize::from(config.channels).max(1));
        let waiting = Arc::new(Mutex::new(VecDeque::new()));
        let lost = Arc::new(AtomicBool::new(false));
        let (taken, failed) = (waiting.clone(), lost.clone());
        let stream = device.build_output_stream(
            config,
            move |frames: &mut [f32], _: &_| fill(frames, channels, &taken),
            move |_| failed.store(true, Ordering::Relaxed),
            Some(patience),
        );
        Ok(Server {
            stream: stream.map_err(io::Error::other)?,
            rate,
            patience,
            waiting,
            lost,
        })
    }

    /// The samples a second that are played.
    pub(crate) fn rate(&self) -> u32 {
        self.rate
    }

    /// Plays the samples, and returns when the card has them all. Between two tunes it rests.
    pub(crate) fn play(&mut self, mut samples: impl Iterator<Item = i16>) -> io::Result<()> {
        self.stream.play().map_err(io::Error::other)?;
        let ahead = (self.rate as f64 * AHEAD.as_secs_f64()) as usize;
        loop {
            self.wait_for(ahead)?;
            let some: Vec<i16> = samples.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            let mut waiting = self.waiting.lock().map_err(|_| io::ErrorKind::Other)?;
            waiting.extend(some);
        }
        self.wait_for(0)?;
        self.stream.pause().map_err(io::Error::other)
    }

    /// Waits until no more samples than this wait to be played.
    fn wait_for(&self, most: usize) -> io::Result<()> {
        let until = Instant::now() + self.patience;
        while self
            .waiting
            .lock()
            .is_ok_and(|waiting| waiting.len() > most)
        {
            if self.lost.load(Ordering::Relaxed) || Instant::now() > until {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            sleep(TICK);
        }
        Ok(())
    }
}

/// Gives each frame the next sample on all its channels, and silence where there is none.
fn fill(frames: &mut [f32], channels: usize, waiting: &Mutex<VecDeque<i16>>) {
    let Ok(mut waiting) = waiting.lock() else {
        return;
    };
    for frame in frames.chunks_mut(channels) {
        let sample = waiting.pop_front().unwrap_or(0);
        frame.fill(f32::from(sample) / f32::from(i16::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_channels_have_the_same_and_silence_follows() {
        let waiting = Mutex::new(VecDeque::from([i16::MAX, -i16::MAX]));
        let mut frames = [0.5; 6];
        fill(&mut frames, 2, &waiting);
        assert_eq!(frames, [1.0, 1.0, -1.0, -1.0, 0.0, 0.0]);
    }
}
