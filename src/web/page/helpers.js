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

  // One for each other core. The promise is kept when all of them wait, or cannot begin.
  begin(program, memory, carried) {
    const count = Math.min(navigator.hardwareConcurrency - 1, MOST);
    this.doing = new Int32Array(new SharedArrayBuffer(4 * count));
    const started = Array.from(this.doing, (_, place) => new Promise((resolve) => {
      const worker = new Worker("helper.js", { type: "module" });
      // One that cannot begin is done without.
      worker.onmessage = worker.onerror = resolve;
      // A thread that fails says so to the page, since the program may stand still until it has done its part.
      const { port1: hears, port2: tells } = new MessageChannel();
      postMessage({ hears }, [hears]);
      worker.postMessage({ begin: { program, memory, carried, doing: this.doing, place, tells } }, [tells]);
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
