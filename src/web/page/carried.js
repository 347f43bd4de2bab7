// The program's large data files, which are downloaded after the first picture, or earlier if the program needs one.

const FOLDER = "/carried/";
const NAMES = ["hanzi.bin", "weights.bin", "book.bin"];
// The delay in milliseconds before a failed download is repeated.
const AGAIN = 2000;

export class Carried {
  constructor(files) {
    this.files = files;
    this.coming = new Map();
    // The files that the program waits for, as reported to the page.
    this.lacking = new Set();
  }

  // Downloads these files, each once. The promise resolves when all have arrived.
  fetch(names = NAMES) {
    for (const name of names) {
      if (!this.coming.has(name)) this.coming.set(name, this.fetchOne(name));
    }
    return Promise.all(names.map((name) => this.coming.get(name)));
  }

  // The files that have arrived, as pairs of path and bytes.
  all() {
    const paths = NAMES.map((name) => FOLDER + name).filter((path) => this.files.get(path));
    return paths.map((path) => [path, this.files.get(path).content()]);
  }

  async fetchOne(name) {
    while (!this.files.get(FOLDER + name)) {
      const answer = await fetch(name).catch(() => null);
      const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
      if (bytes) this.files.put(FOLDER + name, new Uint8Array(bytes));
      else await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
    if (this.lacking.delete(name)) this.tell();
  }

  tell() {
    postMessage({ lacks: [...this.lacking] });
  }

  // Handles the program's attempt to open a missing file.
  missed(path) {
    const name = path?.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
    if (!NAMES.includes(name) || this.lacking.has(name)) return;
    this.lacking.add(name);
    this.tell();
    this.fetch([name]);
  }
}
