// Saves files in the browser's private file system, as a journal of changes. Each change is written at once, so the tab may be killed
// at any time.
//
// The journal is in one of two files. When the page opens, or the journal gets long, the current content is written to the other file,
// which gets a higher number once it is complete.

import { crc32, decoder, encoder } from "./text.js";

const JOURNAL_FILES = ["kept-1", "kept-2"];
const HEAD = 8;
const RECORD_HEAD = 12;
const GONE = 0xffffffff;
// The number of superfluous bytes at which the journal is rewritten.
const LONG = 4 << 20;
// The number of attempts to open a file that another page may hold, at intervals of 50 ms.
const TRIES = 60;

function record(path, bytes) {
  const name = encoder.encode(path);
  const whole = new Uint8Array(RECORD_HEAD + name.length + (bytes?.length ?? 0));
  const view = new DataView(whole.buffer);
  view.setUint32(4, name.length);
  view.setUint32(8, bytes ? bytes.length : GONE);
  whole.set(name, RECORD_HEAD);
  if (bytes) whole.set(bytes, RECORD_HEAD + name.length);
  view.setUint32(0, crc32(whole.subarray(4)));
  return whole;
}

// The saved files in a journal file by path, and the end of its last complete record.
function read(bytes) {
  const files = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEAD;
  while (at + RECORD_HEAD <= bytes.length) {
    const length = view.getUint32(at + 8);
    const name = at + RECORD_HEAD;
    const data = name + view.getUint32(at + 4);
    const end = data + (length === GONE ? 0 : length);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(at)) break;
    const path = decoder.decode(bytes.subarray(name, data));
    if (length === GONE) files.delete(path);
    else files.set(path, bytes.slice(data, end));
    at = end;
  }
  return [files, at];
}

function content(handle) {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  return bytes;
}

function number(bytes) {
  return bytes.length < HEAD ? 0 : new DataView(bytes.buffer).getUint32(0);
}

// Opens a file. The worker of a page that is closing may still hold it.
async function opened(file) {
  for (let tries = 0; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export class Journal {
  // Throws if the browser has no such file system, or another tab uses it.
  static async open() {
    const folder = await navigator.storage.getDirectory();
    const handles = [];
    for (const name of JOURNAL_FILES) {
      const file = await folder.getFileHandle(name, { create: true });
      handles.push(await opened(file));
    }
    // Sorting keeps the order of equal numbers.
    const [newer, older] = handles.sort((one, two) => number(content(two)) - number(content(one)));
    return new Journal(newer, older);
  }

  constructor(handle, other) {
    const bytes = content(handle);
    const [files, end] = read(bytes);
    Object.assign(this, { handle, other, number: number(bytes), files, end, least: 0 });
    this.rewrite();
  }

  // Replaces all saved files. The old journal file stays until the new one is complete.
  replace(files) {
    const { other, handle } = this;
    other.truncate(0);
    let end = HEAD;
    for (const [path, bytes] of files) end = this.append(other, end, record(path, bytes));
    other.flush();
    const head = new Uint8Array(HEAD);
    new DataView(head.buffer).setUint32(0, this.number + 1);
    this.append(other, 0, head);
    other.flush();
    handle.truncate(0);
    Object.assign(this, { handle: other, other: handle, number: this.number + 1, files, end, least: end });
  }

  append(handle, at, bytes) {
    if (handle.write(bytes, { at }) !== bytes.length) throw new Error("the browser has no room left");
    return at + bytes.length;
  }

  // Saves the content of a path, or its deletion if `bytes` is null. Rewrites the journal if there is no room.
  keep(path, bytes) {
    const added = record(path, bytes);
    try {
      this.end = this.append(this.handle, this.end, added);
    } catch (error) {
      this.handle.truncate(this.end);
      if (this.end === this.least) throw error;
      this.rewrite();
      this.end = this.append(this.handle, this.end, added);
    }
    this.handle.flush();
    if (bytes) this.files.set(path, bytes.slice());
    else this.files.delete(path);
    if (this.end > this.least + LONG) this.rewrite();
  }

  // Rewrites the journal without superfluous records.
  rewrite() {
    try {
      this.replace(this.files);
    } catch {
      // There is no room for a second file.
      this.other.truncate(0);
      this.least = this.end;
    }
  }
}
