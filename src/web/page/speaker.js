// The PC speaker: square waves, one after the other.

// How loud the lowest volume is, and each step is twice as loud; at 1 a wave would fill all that the sound card can do.
const QUIET = 1 / 32;
// Tones that wait longer than this, in seconds, are left out.
const LONGEST_QUEUE = 3;

export class Speaker {
  constructor() {
    this.context = null;
    this.free = 0;
  }

  // A browser lets nothing be heard before a key or a tap.
  wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  sound({ hertz, ms, volume }) {
    const { context } = this;
    if (!context || context.state !== "running") return;
    const begin = Math.max(context.currentTime, this.free);
    if (begin - context.currentTime > LONGEST_QUEUE) return;
    this.free = begin + ms / 1000;
    if (hertz === 0) return;
    const wave = new OscillatorNode(context, { type: "square", frequency: hertz });
    wave.connect(new GainNode(context, { gain: QUIET * 2 ** (volume - 1) })).connect(context.destination);
    wave.start(begin);
    wave.stop(this.free);
  }
}
