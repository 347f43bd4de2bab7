// The system interface of wasm32-wasip1, as far as Rust's standard library uses it: the clock, random numbers, arguments, and files in
// memory. Reference: https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md

import { File, Folder } from "./files.js";
import { decode, decoder, encoder, pairs } from "./text.js";

const OK = 0;
const BAD_DESCRIPTOR = 8;
const EXISTS = 20;
const INVALID = 28;
const IS_FOLDER = 31;
const NOT_THERE = 44;
const NO_SPACE = 51;
const NOT_A_FOLDER = 54;
const NOT_EMPTY = 55;
const NOT_SUPPORTED = 58;

const CHARACTER_DEVICE = 2;
const KIND_FOLDER = 3;
const KIND_FILE = 4;

const ALL_RIGHTS = 0x1fffffffn;

// Functions that an old C library lacks. They report that there are no threads and no links.
const TRY_AGAIN = 6;
export const missing = {
  pthread_attr_init: () => TRY_AGAIN,
  pthread_attr_setstacksize: () => TRY_AGAIN,
  pthread_attr_destroy: () => 0,
  pthread_create: () => TRY_AGAIN,
  pthread_detach: () => 0,
  pthread_join: () => TRY_AGAIN,
  realpath: () => 0,
};

// The page's functions for a program without a window.
export function noPage(wasi) {
  const page = {
    pairs: (table) => pairs(wasi.memory, table),
    decode: (...where) => decode(wasi.memory, ...where),
  };
  return new Proxy(page, { get: (page, name) => page[name] ?? (() => 0) });
}

// Thrown when the program ends.
export class Ended {
  constructor(status) {
    this.status = status;
  }
}

export class Wasi {
  // `say(stream, text)` receives output: stream 1 is standard output, 2 standard error.
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

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
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
    if (!this.numbers.has(entry)) this.numbers.set(entry, this.nextNumber++);
    view.setBigUint64(at + 8, this.numbers.get(entry), true);
    view.setUint8(at + 16, entry instanceof Folder ? KIND_FOLDER : KIND_FILE);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(entry.length ?? 0), true);
    const time = BigInt(entry.time ?? 0) * 1_000_000n;
    for (const field of [40, 48, 56]) view.setBigUint64(at + field, time, true);
    return OK;
  }

  // The numbers of files, without keeping deleted files alive.
  numbers = new WeakMap();
  nextNumber = 1n;

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

  writeAt(open, at, pointers, count, result) {
    let written = 0;
    for (const part of this.parts(pointers, count)) {
      open.entry.write(at + written, part);
      written += part.length;
    }
    open.dirty = true;
    this.view.setUint32(result, written, true);
    return written;
  }

  readAt(open, at, pointers, count, result) {
    let read = 0;
    for (const part of this.parts(pointers, count)) {
      const piece = open.entry.content().subarray(at + read, at + read + part.length);
      part.set(piece);
      read += piece.length;
    }
    this.view.setUint32(result, read, true);
    return read;
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

  remove(fd, at, length, isFolder) {
    const path = this.path(fd, at, length);
    const place = path === null ? null : this.files.at(path);
    const entry = place?.folder.entries.get(place.name);
    if (!entry) return NOT_THERE;
    if (isFolder !== entry instanceof Folder) return isFolder ? NOT_A_FOLDER : IS_FOLDER;
    if (isFolder && entry.entries.size > 0) return NOT_EMPTY;
    place.folder.entries.delete(place.name);
    return isFolder ? OK : this.kept(path);
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
    const wasi = this;
    const withFile = (fd, work) => {
      const open = wasi.file(fd);
      return open ? work(open) : BAD_DESCRIPTOR;
    };
    return {
      args_get: (pointers, buffer) => wasi.lists(wasi.args, pointers, buffer),
      args_sizes_get: (count, length) => wasi.sizes(wasi.args, count, length),
      environ_get: (pointers, buffer) => wasi.lists(wasi.environment, pointers, buffer),
      environ_sizes_get: (count, length) => wasi.sizes(wasi.environment, count, length),
      clock_res_get: (_id, result) => {
        wasi.view.setBigUint64(result, 1000n, true);
        return OK;
      },
      clock_time_get: (id, _precision, result) => {
        wasi.view.setBigUint64(result, wasi.time(id), true);
        return OK;
      },
      random_get: (at, length) => {
        // The browser's limit is 65536 bytes, and it does not write to shared memory.
        for (let done = 0; done < length; done += 65536) {
          const some = crypto.getRandomValues(new Uint8Array(Math.min(65536, length - done)));
          wasi.bytes(at + done, some.length).set(some);
        }
        return OK;
      },
      proc_exit: (status) => {
        throw new Ended(status);
      },
      sched_yield: () => OK,
      // Sleeps a few milliseconds.
      poll_oneoff: (events, out, count, result) => {
        const until = performance.now() + wasi.sleep(events);
        while (performance.now() < until);
        return wasi.woken(out, count, result);
      },
      fd_write: (fd, pointers, count, result) => {
        const { device } = wasi.open[fd] ?? {};
        if (device === 1 || device === 2) {
          const parts = wasi.parts(pointers, count);
          parts.forEach((part) => wasi.say(device, decoder.decode(part.slice())));
          wasi.view.setUint32(result, parts.reduce((sum, part) => sum + part.length, 0), true);
          return OK;
        }
        return withFile(fd, (open) => {
          const at = open.appends ? open.entry.length : open.at;
          open.at = at + wasi.writeAt(open, at, pointers, count, result);
          return OK;
        });
      },
      fd_pwrite: (fd, pointers, count, at, result) => withFile(fd, (open) => {
        wasi.writeAt(open, Number(at), pointers, count, result);
        return OK;
      }),
      fd_read: (fd, pointers, count, result) => {
        if (wasi.open[fd]?.device === 0) {
          wasi.view.setUint32(result, 0, true);
          return OK;
        }
        return withFile(fd, (open) => {
          open.at += wasi.readAt(open, open.at, pointers, count, result);
          return OK;
        });
      },
      fd_pread: (fd, pointers, count, at, result) => withFile(fd, (open) => {
        wasi.readAt(open, Number(at), pointers, count, result);
        return OK;
      }),
      fd_seek: (fd, offset, from, result) => withFile(fd, (open) => {
        const base = [0, open.at, open.entry.length][from];
        const at = base + Number(offset);
        if (at < 0) return INVALID;
        open.at = at;
        wasi.view.setBigUint64(result, BigInt(at), true);
        return OK;
      }),
      fd_tell: (fd, result) => withFile(fd, (open) => {
        wasi.view.setBigUint64(result, BigInt(open.at), true);
        return OK;
      }),
      fd_close: (fd) => {
        const status = wasi.sync(fd);
        wasi.open[fd] = undefined;
        return status;
      },
      fd_sync: (fd) => wasi.sync(fd),
      fd_datasync: (fd) => wasi.sync(fd),
      fd_advise: () => OK,
      fd_allocate: () => NOT_SUPPORTED,
      fd_renumber: () => NOT_SUPPORTED,
      fd_fdstat_get: (fd, result) => {
        const open = wasi.open[fd];
        if (!open) return BAD_DESCRIPTOR;
        const kind = open.entry instanceof Folder ? KIND_FOLDER : open.entry ? KIND_FILE : CHARACTER_DEVICE;
        wasi.bytes(result, 24).fill(0);
        wasi.view.setUint8(result, kind);
        wasi.view.setUint16(result + 2, open.appends ? 1 : 0, true);
        wasi.view.setBigUint64(result + 8, ALL_RIGHTS, true);
        wasi.view.setBigUint64(result + 16, ALL_RIGHTS, true);
        return OK;
      },
      fd_fdstat_set_flags: (fd, flags) => withFile(fd, (open) => {
        open.appends = (flags & 1) !== 0;
        return OK;
      }),
      fd_filestat_get: (fd, result) => {
        const open = wasi.open[fd];
        return open ? wasi.status(result, open.entry ?? new File()) : BAD_DESCRIPTOR;
      },
      fd_filestat_set_size: (fd, size) => withFile(fd, (open) => {
        open.entry.resize(Number(size));
        open.dirty = true;
        return OK;
      }),
      fd_filestat_set_times: (fd, _read, written, flags) => withFile(fd, (open) => {
        const [GIVEN, NOW] = [4, 8];
        if (flags & GIVEN) open.entry.time = Number(written / 1_000_000n);
        if (flags & NOW) open.entry.time = Date.now();
        return OK;
      }),
      fd_prestat_get: (fd, result) => {
        if (!wasi.open[fd]?.root) return BAD_DESCRIPTOR;
        wasi.view.setUint32(result, 0, true);
        wasi.view.setUint32(result + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name: (_fd, at) => {
        wasi.bytes(at, 1).set(encoder.encode("/"));
        return OK;
      },
      fd_readdir: (fd, at, length, cookie, result) => wasi.folderEntries(fd, at, length, cookie, result),
      path_open: (fd, _lookup, at, length, creates, rights, _inherited, flags, result) =>
        wasi.openFile(fd, at, length, creates, rights, flags, result),
      path_create_directory: (fd, at, length) => {
        const path = wasi.path(fd, at, length);
        const place = path === null ? null : wasi.files.at(path);
        if (!place) return NOT_THERE;
        if (place.folder.entries.has(place.name)) return EXISTS;
        place.folder.entries.set(place.name, new Folder());
        return OK;
      },
      path_filestat_get: (fd, _flags, at, length, result) => {
        const path = wasi.path(fd, at, length);
        const entry = path === null ? undefined : wasi.files.get(path);
        return entry ? wasi.status(result, entry) : NOT_THERE;
      },
      path_filestat_set_times: () => OK,
      path_unlink_file: (fd, at, length) => wasi.remove(fd, at, length, false),
      path_remove_directory: (fd, at, length) => wasi.remove(fd, at, length, true),
      path_rename: (fd, at, length, into, toAt, toLength) =>
        wasi.rename(wasi.path(fd, at, length), wasi.path(into, toAt, toLength)),
      path_link: () => NOT_SUPPORTED,
      path_symlink: () => NOT_SUPPORTED,
      path_readlink: () => INVALID,
      sock_accept: () => NOT_SUPPORTED,
      sock_recv: () => NOT_SUPPORTED,
      sock_send: () => NOT_SUPPORTED,
      sock_shutdown: () => NOT_SUPPORTED,
    };
  }
}
