// The program's files: folders and files in memory, by path. A journal saves the changes in the browser.

export class Folder {
  entries = new Map();
}

export class File {
  constructor(bytes = new Uint8Array()) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.time = Date.now();
  }

  content() {
    return this.bytes.subarray(0, this.length);
  }

  // The capacity doubles, so that writing a file in pieces does not copy it each time.
  resize(length) {
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.bytes.length));
      larger.set(this.content());
      this.bytes = larger;
    }
    if (length > this.length) this.bytes.fill(0, this.length, length);
    this.length = length;
    this.time = Date.now();
  }

  write(at, bytes) {
    if (at + bytes.length > this.length) this.resize(at + bytes.length);
    this.bytes.set(bytes, at);
    this.time = Date.now();
  }
}

export class Files {
  root = new Folder();
  journal = null;

  // The names in a path, or null if it leaves the root.
  static names(path) {
    const names = [];
    for (const name of path.split("/")) {
      if (name === "" || name === ".") continue;
      if (name !== "..") names.push(name);
      else if (names.pop() === undefined) return null;
    }
    return names;
  }

  get(path) {
    const names = Files.names(path);
    return names?.reduce((folder, name) => folder instanceof Folder ? folder.entries.get(name) : undefined, this.root);
  }

  // The folder at the end of a path and the last name.
  at(path) {
    const names = Files.names(path);
    const name = names?.pop();
    const folder = names && this.get(names.join("/"));
    return name !== undefined && folder instanceof Folder ? { folder, name } : null;
  }

  // Adds a file and its folders.
  put(path, bytes) {
    const names = Files.names(path) ?? [];
    const name = names.pop();
    let folder = this.root;
    for (const above of names) {
      if (!folder.entries.has(above)) folder.entries.set(above, new Folder());
      folder = folder.entries.get(above);
      if (folder instanceof File) break;
    }
    if (name === undefined || folder instanceof File) throw new Error(`no file can be at ${path}`);
    folder.entries.set(name, new File(bytes));
  }

  // All files below a folder, as pairs of path and file.
  *all(folder = this.root, path = "") {
    for (const [name, entry] of folder.entries) {
      const below = path ? `${path}/${name}` : name;
      if (entry instanceof Folder) yield* this.all(entry, below);
      else yield [below, entry];
    }
  }

  // Saves the current content of a path, or its deletion. Throws if the browser has no room.
  changed(path) {
    const names = Files.names(path);
    if (this.journal === null || names === null) return;
    const whole = names.join("/");
    const entry = this.get(whole);
    const below = entry instanceof Folder ? this.all(entry, whole) : [[whole, entry]];
    for (const [at, file] of below) this.journal.keep(at, file ? file.content() : null);
  }
}
