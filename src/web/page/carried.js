// What the program carries: large files beside it, which are fetched behind its first picture, or when it first looks for one.

const FOLDER = "/carried/";
const NAMES = ["hanzi.bin", "weights.bin", "book.bin"];
// How long it takes until a file is asked for again that has not come.
const AGAIN = 2000;

export class Carried {
  constructor(files) {
    this.files = files;
    this.coming = new Map();
    // For which files does the program wait, as far as the page was told?
    this.lacking = new Set();
  }

  // Fetches these files, or all of them, each once. The promise is kept when they are there.
  fetch(names = NAMES) {
    for (const name of names) {
      if (!this.coming.has(name)) this.coming.set(name, this.fetchOne(name));
    }
    return Promise.all(names.map((name) => this.coming.get(name)));
  }

  // Those that are there, as pairs of path and bytes.
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

  // The program has looked for a file that is not there.
  missed(path) {
    const name = path?.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
    if (!NAMES.includes(name) || this.lacking.has(name)) return;
    this.lacking.add(name);
    this.tell();
    this.fetch([name]);
  }
}
