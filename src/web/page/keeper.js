// Keeps files beyond the life of the page, in the browser's private file system: a journal of what each path held last. It is written at
// once and in order, so that a tab may be killed at any moment.
//
// There are two files. At the start the newer whole one is read and written into the other, without what was replaced meanwhile; only
// when that is complete it gets its number, and is the newer one.

const NAMES = ["kept-1", "kept-2"];
const HEAD = 8;
const RECORD_HEAD = 12;
const GONE = 0xffffffff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

// The check value of bytes, as PNG and gzip have it.
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

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

// The files of a journal, by their paths. What was cut off at its end is left out.
export function read(journal) {
  const files = new Map();
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  let at = HEAD;
  while (at + RECORD_HEAD <= journal.length) {
    const length = view.getUint32(at + 8);
    const name = at + RECORD_HEAD;
    const data = name + view.getUint32(at + 4);
    const end = data + (length === GONE ? 0 : length);
    if (end > journal.length || crc32(journal.subarray(at + 4, end)) !== view.getUint32(at)) break;
    const path = decoder.decode(journal.subarray(name, data));
    if (length === GONE) files.delete(path);
    else files.set(path, journal.slice(data, end));
    at = end;
  }
  return files;
}

function content(handle) {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  return bytes;
}

function number(bytes) {
  return bytes.length < HEAD ? 0 : new DataView(bytes.buffer).getUint32(0);
}

export class Keeper {
  // The keeper of this page and the files that it has. It throws where the browser has no such file system, or another tab has it.
  static async open() {
    const folder = await navigator.storage.getDirectory();
    const handles = [];
    for (const name of NAMES) {
      const file = await folder.getFileHandle(name, { create: true });
      handles.push(await file.createSyncAccessHandle());
    }
    const journals = handles.map(content);
    const newer = number(journals[0]) >= number(journals[1]) ? 0 : 1;
    const files = read(journals[newer]);
    const keeper = new Keeper(handles[1 - newer]);
    keeper.begin(files, number(journals[newer]) + 1);
    handles[newer].close();
    return { keeper, files };
  }

  constructor(handle) {
    this.handle = handle;
    this.end = 0;
  }

  begin(files, number) {
    this.handle.truncate(0);
    this.end = HEAD;
    for (const [path, bytes] of files) this.append(record(path, bytes));
    this.handle.flush();
    const head = new DataView(new ArrayBuffer(HEAD));
    head.setUint32(0, number);
    this.write(new Uint8Array(head.buffer), 0);
    this.handle.flush();
  }

  write(bytes, at) {
    if (this.handle.write(bytes, { at }) !== bytes.length) throw new Error("the browser has no room left");
  }

  append(bytes) {
    this.write(bytes, this.end);
    this.end += bytes.length;
  }

  // Keeps what a path holds from now on; nothing where `bytes` is null.
  keep(path, bytes) {
    this.append(record(path, bytes));
    this.handle.flush();
  }
}
