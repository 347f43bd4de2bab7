// Threads for searches, if the page may share memory. Each is a worker that waits for a task.

// The states of a worker.
export const [STARTING, WAITING, WORKING] = [0, 1, 2];
// More threads would hardly speed up a search.
const MOST = 7;
// The result of starting a thread if no worker is free.
const DENIED = -6;

export class Helpers {
  workers = [];
  doing = new Int32Array();
  threads = 0;

  // Starts a worker for each other core. The promise resolves when all have started or failed.
  begin(parts) {
    const count = Math.min(navigator.hardwareConcurrency - 1, MOST);
    this.doing = new Int32Array(new SharedArrayBuffer(4 * count));
    const started = Array.from(this.doing, (_, place) => new Promise((resolve) => {
      const worker = new Worker("helper.js", { type: "module" });
      worker.onmessage = worker.onerror = resolve;
      // A failing thread reports to the page, because the program may be blocked and waiting for it.
      const { port1: hears, port2: tells } = new MessageChannel();
      postMessage({ hears }, [hears]);
      worker.postMessage({ begin: { ...parts, doing: this.doing, place, tells } }, [tells]);
      this.workers.push(worker);
    }));
    return Promise.all(started);
  }

  get count() {
    return this.doing.filter((doing) => doing !== STARTING).length;
  }

  // Runs a new thread of the program on a free worker. Returns the number of the thread, or a negative number if none is free.
  spawn(start) {
    const place = this.doing.findIndex((_, n) => Atomics.compareExchange(this.doing, n, WAITING, WORKING) === WAITING);
    if (place < 0) return DENIED;
    this.threads += 1;
    postMessage({ threads: this.threads });
    this.workers[place].postMessage({ thread: this.threads, start });
    return this.threads;
  }
}
