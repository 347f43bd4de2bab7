// Messages from the page to the running program: keys, the size of the picture, pasted text.
//
// If the browser can suspend WebAssembly, the worker receives messages while the program waits. Otherwise the worker sleeps, and the
// page writes into shared memory.

import { decoder, encoder } from "./text.js";

// Messages that the worker receives.
export class Messages {
  constructor() {
    this.waiting = [];
    this.wake = () => {};
  }

  put(message) {
    this.waiting.push(message);
    this.wake();
  }

  take() {
    return this.waiting.splice(0);
  }

  // Returns a promise that resolves at the next message or after the given time.
  wait(ms) {
    if (this.waiting.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms > 0 ? setTimeout(resolve, Math.min(ms, 0x7fffffff)) : undefined;
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (ms <= 0) soon(resolve);
    });
  }
}

// Calls a function after all waiting messages. A timer of 0 ms may take 4 ms.
export function soon(resolve) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
}

// The size of the buffer in bytes: more than the program's limit for pasted text.
const ROOM = 1 << 23;
// The delay before messages for a full buffer are sent again, in milliseconds.
const FULL = 20;
const [READ, WRITTEN, LETTERS] = [0, 1, 8];

// Messages in shared memory: a ring buffer with counts of the bytes read and written. A message is JSON with a zero at the end.
export class Shared {
  constructor(buffer = new SharedArrayBuffer(LETTERS + ROOM)) {
    this.buffer = buffer;
    this.counts = new Int32Array(buffer, 0, 2);
    this.letters = new Uint8Array(buffer, LETTERS, ROOM);
    this.later = [];
    this.timer = 0;
  }

  // Called by the page. While the buffer is full, messages wait in the page.
  send(message) {
    this.later.push(message);
    this.flush();
  }

  flush() {
    while (this.later.length > 0 && this.put(this.later[0])) this.later.shift();
    clearTimeout(this.timer);
    if (this.later.length > 0) this.timer = setTimeout(() => this.flush(), FULL);
  }

  // Returns false if the buffer is full.
  put(message) {
    const bytes = encoder.encode(`${JSON.stringify(message)}\0`);
    const written = Atomics.load(this.counts, WRITTEN);
    if (((written - Atomics.load(this.counts, READ)) | 0) + bytes.length > ROOM) return false;
    bytes.forEach((byte, n) => {
      this.letters[(written + n) & (ROOM - 1)] = byte;
    });
    Atomics.store(this.counts, WRITTEN, (written + bytes.length) | 0);
    Atomics.notify(this.counts, WRITTEN);
    return true;
  }

  // Called by the worker.
  take() {
    const [read, written] = [Atomics.load(this.counts, READ), Atomics.load(this.counts, WRITTEN)];
    const bytes = Uint8Array.from({ length: (written - read) | 0 }, (_, n) => this.letters[(read + n) & (ROOM - 1)]);
    Atomics.store(this.counts, READ, written);
    return decoder.decode(bytes).split("\0").filter(Boolean).map((text) => JSON.parse(text));
  }

  wait(ms) {
    const read = Atomics.load(this.counts, READ);
    if (ms > 0) Atomics.wait(this.counts, WRITTEN, read, ms);
  }
}
