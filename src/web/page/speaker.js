// The PC speaker: square waves, one after another.

// The amplitude at the lowest volume; each step doubles it, and 1 is the maximum of the sound card.
const QUIET = 1 / 32;
// The maximum delay of a tone in seconds. Later tones are dropped.
const LONGEST_QUEUE = 3;

// The silence in milliseconds after which the sound card is suspended.
const SILENCE = 1000;

export class Speaker {
  constructor() {
    this.context = null;
    this.free = 0;
    this.resting = undefined;
    this.isOn = true;
  }

  // Switches the sound on or off, and returns whether it is on.
  toggle() {
    this.isOn = !this.isOn;
    return this.isOn;
  }

  // Starts the sound, which a browser allows only after a key or a tap.
  wake() {
    if (this.context) return;
    this.context = new AudioContext();
    this.rest();
  }

  // Suspends the sound card after the last tone.
  rest() {
    clearTimeout(this.resting);
    const left = Math.max(0, this.free - this.context.currentTime);
    this.resting = setTimeout(() => {
      if (this.free > this.context.currentTime) this.rest();
      else this.context.suspend();
    }, 1000 * left + SILENCE);
  }

  sound({ hertz, ms, volume }) {
    const { context } = this;
    if (!context || !this.isOn || document.hidden || !navigator.userActivation.hasBeenActive) return;
    context.resume();
    const begin = Math.max(context.currentTime, this.free);
    if (begin - context.currentTime > LONGEST_QUEUE) return;
    this.free = begin + ms / 1000;
    this.rest();
    if (hertz === 0) return;
    const wave = new OscillatorNode(context, { type: "square", frequency: hertz });
    wave.connect(new GainNode(context, { gain: QUIET * 2 ** (volume - 1) })).connect(context.destination);
    wave.start(begin);
    wave.stop(this.free);
  }
}
