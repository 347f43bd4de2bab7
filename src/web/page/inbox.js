// What the page tells the program while it runs: keys, the size of the picture, what was pasted.
//
// The program waits in one of two ways. Where the browser can suspend WebAssembly, the worker goes on meanwhile and gets the page's
// messages. Where it cannot, the worker sleeps, and the page writes into memory that both share.

import { decoder, encoder } from "./text.js";

// The messages come to the worker as such.
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

  // A promise that is kept when a message comes or the time is up.
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

// A timer of 0 ms may take four. A message to oneself comes right after those that wait.
export function soon(resolve) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
}

const ROOM = 1 << 20;
const [READ, WRITTEN, LETTERS] = [0, 1, 8];

// A ring of bytes in shared memory, with how many were read and written so far. Each message is JSON and a zero.
export class Shared {
  constructor(buffer = new SharedArrayBuffer(LETTERS + ROOM)) {
    this.buffer = buffer;
    this.counts = new Int32Array(buffer, 0, 2);
    this.letters = new Uint8Array(buffer, LETTERS, ROOM);
    this.text = "";
  }

  // The page's side. False where there is no room for it.
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

  // The program's side.
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
