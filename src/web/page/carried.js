// The program's large data files, which are downloaded after the first picture, or when the program needs one.

const FOLDER = "/carried/";
export const ENGINES = ["weights.bin", "book.bin"];
const NAMES = ["hanzi.bin", ...ENGINES];
// The delay in milliseconds before a failed download is repeated.
const AGAIN = 2000;

export class Carried {
  // A thread that `blocks` cannot wait for a promise. `tell` hears how many files the program waits for.
  constructor(files, blocks, tell = () => {}) {
    this.files = files;
    this.blocks = blocks;
    this.tell = tell;
    this.coming = new Set();
    this.lacking = new Set();
  }

  // Downloads a file once.
  async fetch(name) {
    if (this.coming.has(name)) return;
    this.coming.add(name);
    while (!this.files.get(FOLDER + name)) {
      const answer = await fetch(name).catch(() => null);
      const bytes = answer?.ok && await answer.arrayBuffer().catch(() => null);
      if (bytes) this.arrived(name, bytes);
      else await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  // Downloads a file while the thread waits. After a failure the program asks again.
  fetchNow(name) {
    const request = new XMLHttpRequest();
    request.open("GET", name, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      return;
    }
    if (request.status === 200) this.arrived(name, request.response);
  }

  arrived(name, bytes) {
    this.files.put(FOLDER + name, new Uint8Array(bytes));
    if (this.lacking.delete(name)) this.tell(this.lacking.size);
  }

  // Handles the program's attempt to open a missing file.
  missed(path) {
    const name = NAMES.find((name) => path === FOLDER + name);
    if (!name) return;
    if (!this.lacking.has(name)) this.tell(this.lacking.add(name).size);
    if (this.blocks) this.fetchNow(name);
    else this.fetch(name);
  }
}
