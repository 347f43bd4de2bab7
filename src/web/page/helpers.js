// Threads that help the program to search, where the page may share memory. Each is a worker that waits until it is asked.

// What a helper is doing.
export const [STARTING, WAITING, WORKING] = [0, 1, 2];
// The more there are, the less each of them helps.
const MOST = 7;
// What the program is told where nobody waits.
const DENIED = -6;

export class Helpers {
  constructor() {
    this.workers = [];
    this.doing = new Int32Array();
    this.threads = 0;
  }

  // One for each other core. The promise is kept when all of them wait.
  begin(program, memory, carried) {
    const count = Math.min(navigator.hardwareConcurrency - 1, MOST);
    this.doing = new Int32Array(new SharedArrayBuffer(4 * count));
    const started = Array.from(this.doing, (_, place) => new Promise((resolve, reject) => {
      const worker = new Worker("helper.js", { type: "module" });
      worker.onmessage = resolve;
      worker.onerror = reject;
      worker.postMessage({ begin: { program, memory, carried, doing: this.doing, place } });
      this.workers.push(worker);
    }));
    return Promise.all(started);
  }

  get count() {
    return this.doing.filter((doing) => doing !== STARTING).length;
  }

  // Has one that waits begin what the program asks a new thread to do. The number of the thread, or below 0 where nobody waits.
  spawn(start) {
    const place = this.doing.findIndex((_, n) => Atomics.compareExchange(this.doing, n, WAITING, WORKING) === WAITING);
    if (place < 0) return DENIED;
    this.threads += 1;
    postMessage({ threads: this.threads });
    this.workers[place].postMessage({ thread: this.threads, start });
    return this.threads;
  }
}
