//! The speaker's output on Windows and macOS: the sound card.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{SampleFormat, Stream};

/// The length of the program's own buffer, in addition to the system's buffer.
const AHEAD: Duration = Duration::from_millis(40);
/// The interval for checking the buffer.
const TICK: Duration = Duration::from_millis(5);
/// The number of samples to add at once.
const AT_ONCE: usize = 256;

/// A sound card.
pub(crate) type Connection = cpal::Device;

/// Finds the system's default sound card.
pub(crate) fn connect() -> Option<Connection> {
    cpal::default_host().default_output_device()
}

/// An open sound card.
pub(crate) struct Server {
    stream: Stream,
    rate: u32,
    timeout: Duration,
    waiting: Arc<Mutex<VecDeque<i16>>>,
    /// True if the card has been removed.
    lost: Arc<AtomicBool>,
}

impl Server {
    /// Opens a card. Playing fails if the card takes longer than the timeout to empty the buffer.
    pub(crate) fn open(device: Connection, timeout: Duration) -> io::Result<Server> {
        let usual = device.default_output_config().map_err(io::Error::other)?;
        // Both systems convert this format for any card.
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
            Some(timeout),
        );
        Ok(Server { stream: stream.map_err(io::Error::other)?, rate, timeout, waiting, lost })
    }

    /// The number of samples per second.
    pub(crate) fn rate(&self) -> u32 {
        self.rate
    }

    /// Plays the samples. Once the card has taken all of them, pauses it and returns.
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

    /// Waits until the buffer has at most `most` samples.
    fn wait_for(&self, most: usize) -> io::Result<()> {
        let until = Instant::now() + self.timeout;
        while self.waiting.lock().is_ok_and(|waiting| waiting.len() > most) {
            if self.lost.load(Ordering::Relaxed) || Instant::now() > until {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            sleep(TICK);
        }
        Ok(())
    }
}

/// Fills all channels of each frame with the next sample, or with silence.
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
    fn all_channels_get_the_samples_and_then_silence() {
        let waiting = Mutex::new(VecDeque::from([i16::MAX, -i16::MAX]));
        let mut frames = [0.5; 6];
        fill(&mut frames, 2, &waiting);
        assert_eq!(frames, [1.0, 1.0, -1.0, -1.0, 0.0, 0.0]);
    }
}
