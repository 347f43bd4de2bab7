// The system interface of wasm32-wasip1, as far as Rust's standard library uses it: the clock, random numbers, arguments, and files in
// memory. Reference: https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md

import { File, Folder } from "./files.js";
import { decode, decoder, encoder } from "./text.js";

const OK = 0;
const BAD_DESCRIPTOR = 8;
const EXISTS = 20;
const INVALID = 28;
const IS_FOLDER = 31;
const NOT_THERE = 44;
const NO_SPACE = 51;
const NOT_A_FOLDER = 54;
const NOT_SUPPORTED = 58;

const CHARACTER_DEVICE = 2;
const KIND_FOLDER = 3;
const KIND_FILE = 4;

const ALL_RIGHTS = 0x1fffffffn;

// The initial and the maximum number of pages of 64 KiB. A browser reserves the maximum of shared memory at once.
const [INITIAL, MAXIMUM] = [512, 6144];

// The result of functions that an old C library lacks.
const TRY_AGAIN = 6;

// Functions by name. All others only return a number.
function orElse(result, functions) {
  return new Proxy(functions, { get: (known, name) => known[name] ?? (() => result) });
}

// Thrown when the program ends.
export class Ended {
  constructor(status) {
    this.status = status;
  }
}

export class Wasi {
  // `say` receives the text of both output streams.
  constructor(args, environment, files, say) {
    this.args = args.map((arg) => encoder.encode(`${arg}\0`));
    this.environment = Object.entries(environment).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    this.files = files;
    this.say = say;
    this.open = [{ device: 0 }, { device: 1 }, { device: 2 }, { path: "", entry: files.root, root: true }];
    this.memory = null;
    // Called with the path of a missing file.
    this.missed = () => {};
  }

  // Loads a program, with a memory that its threads can share, and returns its exports. `page` has the page's functions; a program without
  // a window needs none. A program that was built without threads has its own memory. `later` makes the functions that wait for the rest of
  // a split program.
  async load(program, { page = {}, system = {}, spawn = () => -1, memory, later = () => () => {} } = {}) {
    const imports = WebAssembly.Module.imports(program).some(({ kind }) => kind === "memory");
    this.memory = memory ?? (imports ? new WebAssembly.Memory({ initial: INITIAL, maximum: MAXIMUM, shared: true }) : null);
    const { exports } = await WebAssembly.instantiate(program, {
      wasi_snapshot_preview1: orElse(NOT_SUPPORTED, { ...this.imports(), ...system }),
      wasi: { "thread-spawn": spawn },
      env: orElse(TRY_AGAIN, { memory: this.memory, realpath: () => 0 }),
      page: orElse(0, { decode: (...where) => decode(this.memory, ...where), ...page }),
      placeholder: new Proxy({}, { get: (_, place) => later(place) }),
    });
    this.memory ??= exports.memory;
    return exports;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  // Writes at most so many bytes. Returns their number, or 0 without any.
  put(bytes = new Uint8Array(), at, most) {
    const length = Math.min(bytes.length, most);
    this.bytes(at, length).set(bytes.subarray(0, length));
    return length;
  }

  text(at, length) {
    return decoder.decode(this.bytes(at, length).slice());
  }

  // The parts of memory in a list of addresses and lengths.
  parts(at, count) {
    const view = this.view;
    return Array.from({ length: count }, (_, n) =>
      this.bytes(view.getUint32(at + 8 * n, true), view.getUint32(at + 8 * n + 4, true)));
  }

  lists(strings, pointers, buffer) {
    for (const string of strings) {
      this.view.setUint32(pointers, buffer, true);
      this.bytes(buffer, string.length).set(string);
      pointers += 4;
      buffer += string.length;
    }
    return OK;
  }

  sizes(strings, count, length) {
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(length, strings.reduce((sum, string) => sum + string.length, 0), true);
    return OK;
  }

  // The full path of a name in an open folder.
  path(fd, at, length) {
    const folder = this.open[fd];
    const name = this.text(at, length);
    return folder?.entry instanceof Folder ? `${folder.path}/${name}` : null;
  }

  file(fd) {
    const open = this.open[fd];
    return open?.entry instanceof File ? open : null;
  }

  // Saves the content of these paths.
  kept(...paths) {
    try {
      paths.forEach((path) => this.files.changed(path));
      return OK;
    } catch {
      return NO_SPACE;
    }
  }

  status(at, entry) {
    const view = this.view;
    this.bytes(at, 64).fill(0);
    view.setUint8(at + 16, entry instanceof Folder ? KIND_FOLDER : KIND_FILE);
    view.setBigUint64(at + 32, BigInt(entry.length ?? 0), true);
    view.setBigUint64(at + 48, BigInt(entry.time ?? 0) * 1_000_000n, true);
    return OK;
  }

  // The requested time of sleep in milliseconds.
  sleep(events) {
    return Number(this.view.getBigUint64(events + 24, true)) / 1e6;
  }

  woken(out, count, result) {
    this.bytes(out, 32 * count).fill(0);
    this.view.setUint32(result, count, true);
    return OK;
  }

  openFile(fd, at, length, creates, rights, flags, result) {
    const path = this.path(fd, at, length);
    const place = path === null ? null : this.files.at(path);
    const [CREATE, ONLY_FOLDER, ONLY_NEW, EMPTY] = [1, 2, 4, 8];
    let entry = path === null ? undefined : this.files.get(path);
    if (entry && creates & ONLY_NEW) return EXISTS;
    if (entry instanceof File && creates & ONLY_FOLDER) return NOT_A_FOLDER;
    const writes = (rights & 64n) !== 0n;
    if (entry instanceof Folder && (writes || creates & CREATE)) return IS_FOLDER;
    if (!entry) {
      if (!(creates & CREATE) || !place) {
        this.missed(path);
        return NOT_THERE;
      }
      entry = new File();
      place.folder.entries.set(place.name, entry);
    } else if (entry instanceof File && creates & EMPTY) {
      entry.resize(0);
    }
    const free = this.open.findIndex((open) => open === undefined);
    const number = free === -1 ? this.open.length : free;
    this.open[number] = { path, entry, at: 0, appends: (flags & 1) !== 0, dirty: (creates & (CREATE | EMPTY)) !== 0 };
    this.view.setUint32(result, number, true);
    return OK;
  }

  // Saves a changed file.
  sync(fd) {
    const open = this.open[fd];
    if (!open) return BAD_DESCRIPTOR;
    // The file may have been deleted or replaced.
    if (!open.dirty || this.files.get(open.path) !== open.entry) return OK;
    open.dirty = false;
    return this.kept(open.path);
  }

  remove(fd, at, length) {
    const path = this.path(fd, at, length);
    const place = path === null ? null : this.files.at(path);
    const entry = place?.folder.entries.get(place.name);
    if (!entry) return NOT_THERE;
    if (entry instanceof Folder) return IS_FOLDER;
    place.folder.entries.delete(place.name);
    return this.kept(path);
  }

  rename(from, to) {
    const [source, target] = [from, to].map((path) => path === null ? null : this.files.at(path));
    const entry = source?.folder.entries.get(source.name);
    if (!entry || !target) return NOT_THERE;
    const there = target.folder.entries.get(target.name);
    if (there instanceof Folder && !(entry instanceof Folder && there.entries.size === 0)) return EXISTS;
    const moved = entry instanceof Folder ? [...this.files.all(entry, from)].map(([path]) => path) : [from];
    source.folder.entries.delete(source.name);
    target.folder.entries.set(target.name, entry);
    for (const open of this.open) {
      if (open?.path === from) open.path = to;
    }
    // The new path is saved first, so that a killed page loses nothing.
    return this.kept(to, ...moved);
  }

  folderEntries(fd, at, length, cookie, result) {
    const folder = this.open[fd]?.entry;
    if (!(folder instanceof Folder)) return BAD_DESCRIPTOR;
    const view = this.view;
    const list = [...folder.entries];
    let used = 0;
    for (let n = Number(cookie); n < list.length && used < length; n++) {
      const [name, entry] = list[n];
      const letters = encoder.encode(name);
      const head = new DataView(new ArrayBuffer(24));
      head.setBigUint64(0, BigInt(n + 1), true);
      head.setUint32(16, letters.length, true);
      head.setUint8(20, entry instanceof Folder ? KIND_FOLDER : KIND_FILE);
      // If the last entry does not fit, the program asks again.
      for (const part of [new Uint8Array(head.buffer), letters]) {
        const fits = part.subarray(0, length - used);
        this.bytes(at + used, fits.length).set(fits);
        used += fits.length;
      }
    }
    view.setUint32(result, used, true);
    return OK;
  }

  time(id) {
    const REAL_TIME = 0;
    // Threads compare their times, so the time must not depend on the start of a worker.
    const ms = id === REAL_TIME ? Date.now() : performance.timeOrigin + performance.now();
    return BigInt(Math.round(ms * 1000)) * 1000n;
  }

  imports() {
    const withFile = (fd, work) => {
      const open = this.file(fd);
      return open ? work(open) : BAD_DESCRIPTOR;
    };
    return {
      args_get: (pointers, buffer) => this.lists(this.args, pointers, buffer),
      args_sizes_get: (count, length) => this.sizes(this.args, count, length),
      environ_get: (pointers, buffer) => this.lists(this.environment, pointers, buffer),
      environ_sizes_get: (count, length) => this.sizes(this.environment, count, length),
      clock_time_get: (id, _precision, result) => {
        this.view.setBigUint64(result, this.time(id), true);
        return OK;
      },
      random_get: (at, length) => {
        // The browser's limit is 65536 bytes, and it does not write to shared memory.
        for (let done = 0; done < length; done += 65536) {
          const some = crypto.getRandomValues(new Uint8Array(Math.min(65536, length - done)));
          this.bytes(at + done, some.length).set(some);
        }
        return OK;
      },
      proc_exit: (status) => {
        throw new Ended(status);
      },
      sched_yield: () => OK,
      // Sleeps a few milliseconds.
      poll_oneoff: (events, out, count, result) => {
        const until = performance.now() + this.sleep(events);
        while (performance.now() < until);
        return this.woken(out, count, result);
      },
      fd_write: (fd, pointers, count, result) => {
        const { device } = this.open[fd] ?? {};
        if (device === 1 || device === 2) {
          const parts = this.parts(pointers, count);
          parts.forEach((part) => this.say(decoder.decode(part.slice())));
          this.view.setUint32(result, parts.reduce((sum, part) => sum + part.length, 0), true);
          return OK;
        }
        return withFile(fd, (open) => {
          const from = open.appends ? open.entry.length : open.at;
          open.at = from;
          for (const part of this.parts(pointers, count)) {
            open.entry.write(open.at, part);
            open.at += part.length;
          }
          open.dirty = true;
          this.view.setUint32(result, open.at - from, true);
          return OK;
        });
      },
      fd_read: (fd, pointers, count, result) => withFile(fd, (open) => {
        const from = open.at;
        for (const part of this.parts(pointers, count)) {
          const piece = open.entry.content().subarray(open.at, open.at + part.length);
          part.set(piece);
          open.at += piece.length;
        }
        this.view.setUint32(result, open.at - from, true);
        return OK;
      }),
      fd_seek: (fd, offset, from, result) => withFile(fd, (open) => {
        const base = [0, open.at, open.entry.length][from];
        const at = base + Number(offset);
        if (at < 0) return INVALID;
        open.at = at;
        this.view.setBigUint64(result, BigInt(at), true);
        return OK;
      }),
      fd_close: (fd) => {
        const status = this.sync(fd);
        this.open[fd] = undefined;
        return status;
      },
      fd_sync: (fd) => this.sync(fd),
      fd_fdstat_get: (fd, result) => {
        const open = this.open[fd];
        if (!open) return BAD_DESCRIPTOR;
        const kind = open.entry instanceof Folder ? KIND_FOLDER : open.entry ? KIND_FILE : CHARACTER_DEVICE;
        this.bytes(result, 24).fill(0);
        this.view.setUint8(result, kind);
        this.view.setUint16(result + 2, open.appends ? 1 : 0, true);
        this.view.setBigUint64(result + 8, ALL_RIGHTS, true);
        this.view.setBigUint64(result + 16, ALL_RIGHTS, true);
        return OK;
      },
      fd_fdstat_set_flags: (fd, flags) => withFile(fd, (open) => {
        open.appends = (flags & 1) !== 0;
        return OK;
      }),
      fd_filestat_get: (fd, result) => {
        const open = this.open[fd];
        return open ? this.status(result, open.entry ?? new File()) : BAD_DESCRIPTOR;
      },
      fd_filestat_set_size: (fd, size) => withFile(fd, (open) => {
        open.entry.resize(Number(size));
        open.dirty = true;
        return OK;
      }),
      fd_prestat_get: (fd, result) => {
        if (!this.open[fd]?.root) return BAD_DESCRIPTOR;
        this.view.setUint32(result, 0, true);
        this.view.setUint32(result + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name: (_fd, at) => {
        this.bytes(at, 1).set(encoder.encode("/"));
        return OK;
      },
      fd_readdir: (fd, at, length, cookie, result) => this.folderEntries(fd, at, length, cookie, result),
      path_open: (fd, _lookup, at, length, creates, rights, _inherited, flags, result) =>
        this.openFile(fd, at, length, creates, rights, flags, result),
      path_create_directory: (fd, at, length) => {
        const path = this.path(fd, at, length);
        const place = path === null ? null : this.files.at(path);
        if (!place) return NOT_THERE;
        if (place.folder.entries.has(place.name)) return EXISTS;
        place.folder.entries.set(place.name, new Folder());
        return OK;
      },
      path_filestat_get: (fd, _flags, at, length, result) => {
        const path = this.path(fd, at, length);
        const entry = path === null ? undefined : this.files.get(path);
        return entry ? this.status(result, entry) : NOT_THERE;
      },
      path_unlink_file: (fd, at, length) => this.remove(fd, at, length),
      path_rename: (fd, at, length, into, toAt, toLength) =>
        this.rename(this.path(fd, at, length), this.path(into, toAt, toLength)),
      path_readlink: () => INVALID,
    };
  }
}
