// Runs the program, and passes messages between it and the page.

import { Messages, Shared, soon } from "./inbox.js";
import { Journal } from "./journal.js";
import { Carried, ENGINES } from "./carried.js";
import { File, Files } from "./files.js";
import { Helpers } from "./helpers.js";
import { importsMemory, newMemory } from "./memory.js";
import { decode, decoder, encoder, pairs } from "./text.js";
import { Ended, Wasi, missing } from "./wasi.js";

// The folder of the user's games.
const GAMES = "home/qipan/games";

let inbox = new Messages();
// The program, which the page compiles while this worker starts.
let comes;
const program = new Promise((resolve) => {
  comes = resolve;
});

class Machine {
  constructor(size, files) {
    this.size = size;
    this.files = files;
    this.keys = [];
    this.pasted = new Uint8Array();
    this.memory = null;
    this.shown = () => {};
    this.helpers = new Helpers();
    // The stack pointer of the program.
    this.stack = null;
  }

  // Handles messages from the page. Repeats of a held key are dropped while the program has unread keys.
  takeIn(waiting) {
    for (const { key, repeated, size, paste, save } of inbox.take()) {
      if (key && !(repeated && waiting + this.keys.length > 0)) this.keys.push(encoder.encode(key));
      if (size) this.size = size;
      if (paste !== undefined) this.pasted = encoder.encode(paste);
      if (save) this.save();
    }
    return 1;
  }

  // Sends all of the program's files to the page, including those that the browser had no room for.
  save() {
    const own = [...this.files.all()].filter(([path]) => !path.startsWith("carried/"));
    postMessage({ saved: own.map(([path, file]) => [path, file.content().slice()]) });
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  // An import that suspends the program until a promise resolves. Each background task has its own stack, so the stack pointer is
  // restored. No other call can run in between, because a message or a timer resolves each promise separately.
  suspending(promised) {
    return new WebAssembly.Suspending((...given) => {
      const top = this.stack.value;
      return promised(...given).then((result) => {
        this.stack.value = top;
        return result;
      });
    });
  }

  // Starts a background task soon.
  startTask(top) {
    soon(() => {
      this.stack.value = top;
      WebAssembly.promising(this.runNextTask)().catch(failed);
    });
  }

  imports() {
    return {
      start_task: (top) => this.startTask(top),
      helpers: () => this.helpers.count,
      width: () => this.size.width,
      height: () => this.size.height,
      show: (dots, width, height) => {
        const picture = this.bytes(dots, 4 * width * height).slice().buffer;
        postMessage({ picture, width, height }, [picture]);
        this.shown();
      },
      key: (at, most) => {
        const name = this.keys.shift() ?? new Uint8Array();
        const length = Math.min(name.length, most);
        this.bytes(at, length).set(name.subarray(0, length));
        return length;
      },
      text: (at, length) => postMessage({ text: decoder.decode(this.bytes(at, length).slice()) }),
      subject: (at, length) => postMessage({ subject: decoder.decode(this.bytes(at, length).slice()) }),
      language: (at, length) => postMessage({ language: decoder.decode(this.bytes(at, length).slice()) }),
      mouse: (used) => postMessage({ mouse: used }),
      sound: (hertz, ms, volume) => postMessage({ sound: { hertz, ms, volume } }),
      paste: (at, most) => {
        this.bytes(at, Math.min(most, this.pasted.length)).set(this.pasted.subarray(0, most));
        return this.pasted.length;
      },
      pairs: (table) => pairs(this.memory, table),
      decode: (...where) => decode(this.memory, ...where),
      copy: (at, length) => {
        this.pasted = this.bytes(at, length).slice();
        postMessage({ copied: decoder.decode(this.pasted) });
      },
    };
  }
}

// Loads the saved files, if the browser can save files, and tells the page.
async function kept(files) {
  try {
    const journal = await Journal.open();
    for (const [path, bytes] of journal.files) {
      if (!path.startsWith("carried/")) files.put(path, bytes);
    }
    files.journal = journal;
    postMessage({ keeps: true });
  } catch (error) {
    postMessage({ keeps: false, why: String(error.message ?? error) });
  }
}

// The waiting functions if the browser can suspend the program.
function suspended(machine, wasi) {
  const page = {
    can_suspend: () => 1,
    wait: machine.suspending(async (ms, waiting) => {
      await inbox.wait(ms);
      return machine.takeIn(waiting);
    }),
    yield_now: machine.suspending(() => new Promise(soon)),
  };
  const poll_oneoff = machine.suspending(async (events, out, count, result) => {
    await new Promise((resolve) => setTimeout(resolve, wasi.sleep(events)));
    return wasi.woken(out, count, result);
  });
  return { page, system: { poll_oneoff } };
}

// The waiting functions if it cannot.
function asleep(machine) {
  const page = {
    can_suspend: () => 0,
    wait: (ms, waiting) => {
      inbox.wait(ms);
      return machine.takeIn(waiting);
    },
    yield_now: () => {},
  };
  return { page, system: {} };
}

function failed(error) {
  postMessage({ failed: String(error.message ?? error) });
}

// The program's files at its start. A saved file has priority over the original from the link.
async function begun({ given, keeps }) {
  const files = new Files();
  if (keeps) await kept(files);
  for (const [path, bytes] of Object.entries(given)) {
    if (!files.get(path)) files.put(path, bytes);
  }
  return files;
}

// Adds files to the user's games, and returns the path of the first. A name that another file has gets a number; only the names of
// tournaments' players are replaced.
function addGames(files, added) {
  const isSame = (one, two) => one.length === two.length && one.every((byte, n) => byte === two[n]);
  const paths = added.map(([name, bytes]) => {
    const isFree = (path) => {
      const there = files.get(path);
      return !there || there instanceof File && (isSame(there.content(), bytes) || /^WTHOR\./i.test(name));
    };
    let path = `${GAMES}/${name}`;
    for (let n = 2; !isFree(path); n++) path = `${GAMES}/${n}-${name}`;
    files.put(path, bytes);
    try {
      files.changed(path);
    } catch (error) {
      postMessage({ keeps: false, why: String(error.message ?? error) });
    }
    return path;
  });
  return paths.slice(0, 1).map((path) => `/${path}`);
}

async function run({ args: line, added, engines, size, shared, shares, ...begins }) {
  const files = await begun(begins);
  // The first file comes after the command.
  const args = [...line.slice(0, 2), ...addGames(files, added), ...line.slice(2)];
  const said = [];
  const environment = { LANG: navigator.language, HOME: "/home", XDG_DATA_HOME: "/home/data", XDG_CONFIG_HOME: "/home/config" };
  const wasi = new Wasi(args, environment, files, (_stream, text) => said.push(text));
  const machine = new Machine(size, files);
  const carried = new Carried(files, Boolean(shared), (lacks) => postMessage({ lacks }));
  wasi.missed = (path) => carried.missed(path);
  const module = await program;
  const memory = importsMemory(module) ? newMemory(shares) : undefined;
  // Only a program with engines needs threads.
  const startHelpers = async () => {
    if (!engines || !shares || !memory) return;
    await machine.helpers.begin(module, memory);
    postMessage({ threads: 0 });
  };
  // A sleeping worker can neither download nor start others.
  if (!shared) {
    machine.shown = () => {
      machine.shown = () => {};
      if (engines) carried.fetch(ENGINES);
      startHelpers().catch(failed);
    };
  }
  const waiting = shared ? asleep(machine) : suspended(machine, wasi);
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: { ...wasi.imports(), ...waiting.system },
    wasi: { "thread-spawn": (start) => machine.helpers.spawn(start) },
    env: { ...missing, memory },
    page: { ...machine.imports(), ...waiting.page },
  });
  machine.memory = wasi.memory = memory ?? instance.exports.memory;
  machine.stack = instance.exports.__stack_pointer;
  machine.runNextTask = instance.exports.run_next_task;
  if (shared) {
    inbox = new Shared(shared);
    // After this instance, because the first instance in a shared memory gets the main thread's local storage.
    await startHelpers();
  }
  let status = 0;
  try {
    await (shared ? instance.exports._start() : WebAssembly.promising(instance.exports._start)());
  } catch (error) {
    if (!(error instanceof Ended)) throw new Error([error.message, ...said].join("\n"));
    status = error.status;
  }
  postMessage({ ended: { status, said: said.join("") } });
  // Background tasks end with the program.
  close();
}

// Replaces all saved files.
async function restore(files) {
  const all = new Files();
  for (const [path, bytes] of files) all.put(path, bytes);
  const journal = await Journal.open();
  journal.replace(files);
  postMessage({ restored: files.size });
}

self.onmessage = ({ data }) => {
  if (data.run) run(data.run).catch(failed);
  else if (data.program) comes(data.program);
  else if (data.restore) restore(data.restore).catch(failed);
  else inbox.put(data);
};
