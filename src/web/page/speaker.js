// The PC speaker: square waves, one after another.

// The amplitude at the lowest volume; each step doubles it, and 1 is the maximum of the sound card.
const QUIET = 1 / 32;
// The maximum delay of a tone in seconds. Later tones are dropped.
const LONGEST_QUEUE = 3;
// The silence in milliseconds after which the sound card is suspended.
const SILENCE = 1000;

export class Speaker {
  isOn = true;
  context = null;
  free = 0;

  // Starts the sound, which a browser allows only after a key or a tap.
  wake() {
    if (this.context) return;
    this.context = new AudioContext();
    this.context.suspend();
  }

  sound({ hertz, ms, volume }) {
    const { context } = this;
    if (!context || !this.isOn || document.hidden || !navigator.userActivation.hasBeenActive) return;
    context.resume();
    const begin = Math.max(context.currentTime, this.free);
    if (begin - context.currentTime > LONGEST_QUEUE) return;
    this.free = begin + ms / 1000;
    if (hertz === 0) return;
    const wave = new OscillatorNode(context, { type: "square", frequency: hertz });
    wave.connect(new GainNode(context, { gain: QUIET * 2 ** (volume - 1) })).connect(context.destination);
    // The sound card rests after the last tone.
    wave.onended = () => setTimeout(() => context.currentTime > this.free && context.suspend(), SILENCE);
    wave.start(begin);
    wave.stop(this.free);
  }
}
