// What the engines carry: large files beside the program, which are fetched behind its first picture, or when it first looks for one.

const NAMES = ["weights.bin", "book.bin"];
const FOLDER = "/carried/";
// How long it takes until a file is asked for again that has not come.
const AGAIN = 2000;

export class Carried {
  constructor(files) {
    this.files = files;
    this.coming = null;
    // Has the page been told that the program waits?
    this.told = false;
  }

  // Fetches them, once. The promise is kept when all are there.
  fetch() {
    this.coming ??= Promise.all(NAMES.map((name) => this.fetchOne(name))).then(() => {
      if (this.told) postMessage({ lacks: "" });
    });
    return this.coming;
  }

  async fetchOne(name) {
    while (!this.files.get(FOLDER + name)) {
      const answer = await fetch(name).catch(() => null);
      const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
      if (bytes) this.files.put(FOLDER + name, new Uint8Array(bytes));
      else await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  // The program has looked for a file that is not there.
  missed(path) {
    if (!path.startsWith(FOLDER) || this.told) return;
    this.told = true;
    postMessage({ lacks: "The computer can think as soon as its weights have come." });
    this.fetch();
  }
}
