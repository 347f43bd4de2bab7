// Messages from the page to the running program: keys, the size of the picture, pasted text.
//
// If the browser can suspend WebAssembly, the worker receives messages while the program waits. Otherwise the worker sleeps, and the
// page writes into shared memory.

import { decoder, encoder } from "./text.js";

// Messages that the worker receives.
export class Messages {
  waiting = [];
  wake = () => {};

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

// The size of the buffer in bytes: more than the program's limit for pasted text, in JSON.
const ROOM = 1 << 23;
// The delay before the next message is sent while the worker has not taken the last one, in milliseconds.
const FULL = 5;

// A message in shared memory: the length of its JSON, which is 0 if there is none, and the JSON.
export class Shared {
  constructor(buffer = new SharedArrayBuffer(4 + ROOM)) {
    this.buffer = buffer;
    this.length = new Int32Array(buffer, 0, 1);
    this.letters = new Uint8Array(buffer, 4);
    this.later = [];
  }

  // Called by the page, where messages wait until the worker has taken the one before.
  send(message) {
    this.later.push(message);
    if (this.later.length === 1) this.flush();
  }

  flush() {
    if (Atomics.load(this.length, 0) === 0) {
      const bytes = encoder.encode(JSON.stringify(this.later.shift()));
      this.letters.set(bytes);
      Atomics.store(this.length, 0, bytes.length);
      Atomics.notify(this.length, 0);
    }
    if (this.later.length > 0) setTimeout(() => this.flush(), FULL);
  }

  // Called by the worker.
  take() {
    const bytes = this.letters.slice(0, Atomics.load(this.length, 0));
    Atomics.store(this.length, 0, 0);
    return bytes.length > 0 ? [JSON.parse(decoder.decode(bytes))] : [];
  }

  wait(ms) {
    if (ms > 0) Atomics.wait(this.length, 0, 0, ms);
  }
}
