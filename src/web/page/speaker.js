// The PC speaker: square waves, one after the other.

// How loud the lowest volume is, and each step is twice as loud; at 1 a wave would fill all that the sound card can do.
const QUIET = 1 / 32;
// Tones that wait longer than this, in seconds, are left out.
const LONGEST_QUEUE = 3;

// How long nothing has sounded before the sound card rests, in ms.
const SILENCE = 1000;

export class Speaker {
  constructor() {
    this.context = null;
    this.free = 0;
    this.resting = undefined;
  }

  // A browser lets nothing be heard before a key or a tap.
  wake() {
    if (this.context) return;
    this.context = new AudioContext();
    this.rest();
  }

  // The sound card rests when the last tone is over.
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
    if (!context || !navigator.userActivation.hasBeenActive) return;
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
