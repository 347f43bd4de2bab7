// Runs the program, and hands on what goes between it and the page.

import { Messages, Shared, soon } from "./inbox.js";
import { Keeper } from "./keeper.js";
import { Carried } from "./carried.js";
import { Files } from "./files.js";
import { Helpers } from "./helpers.js";
import { importsMemory, newMemory } from "./memory.js";
import { decoder, encoder, pairs } from "./text.js";
import { Ended, Wasi, missing } from "./wasi.js";

let inbox = new Messages();
// The page compiles it while this worker starts.
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
    // The pointer to the stack in memory.
    this.stack = null;
  }

  // Takes in what the page has told. A key that is held down never runs ahead of the program, for which so many wait.
  takeIn(waiting) {
    for (const { key, repeated, size, paste, save } of inbox.take()) {
      if (key && !(repeated && waiting + this.keys.length > 0)) this.keys.push(encoder.encode(key));
      if (size) this.size = size;
      if (paste !== undefined) this.pasted = encoder.encode(paste);
      if (save) this.save();
    }
    return 1;
  }

  // Gives the page all files that the program has, also those that the browser had no room for.
  save() {
    const own = [...this.files.all()].filter(([path]) => !path.startsWith("carried/"));
    postMessage({ saved: own.map(([path, file]) => [path, file.content().slice()]) });
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  // An import that suspends the program until a promise is kept. Work beside the program has a stack of its own in memory; whoever goes on
  // gets its own back. Nothing else can go on in between: each promise is kept by a message or a timer of its own.
  suspending(promised) {
    return new WebAssembly.Suspending((...given) => {
      const top = this.stack.value;
      return promised(...given).then((result) => {
        this.stack.value = top;
        return result;
      });
    });
  }

  // Soon begins work beside the program.
  beside(top) {
    soon(() => {
      this.stack.value = top;
      WebAssembly.promising(this.goOnBeside)().catch(failed);
    });
  }

  imports() {
    return {
      beside: (top) => this.beside(top),
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
      sound: (hertz, ms, volume) => postMessage({ sound: { hertz, ms, volume } }),
      paste: (at, most) => {
        this.bytes(at, Math.min(most, this.pasted.length)).set(this.pasted.subarray(0, most));
        return this.pasted.length;
      },
      pairs: (table) => pairs(this.memory, table),
      copy: (at, length) => {
        this.pasted = this.bytes(at, length).slice();
        postMessage({ copied: decoder.decode(this.pasted) });
      },
    };
  }
}

// The files that were kept, unless nothing is kept here; the page is told which.
async function kept(files) {
  try {
    const keeper = await Keeper.open();
    for (const [path, bytes] of keeper.files) files.put(path, bytes);
    files.keeper = keeper;
    postMessage({ keeps: true });
  } catch (error) {
    postMessage({ keeps: false, why: String(error.message ?? error) });
  }
}

// How the program waits where the browser can suspend it: what it asks of the page and of its system.
function suspended(machine, wasi) {
  const page = {
    suspends: () => 1,
    wait: machine.suspending(async (ms, waiting) => {
      await inbox.wait(ms);
      return machine.takeIn(waiting);
    }),
    breathe: machine.suspending(() => new Promise(soon)),
  };
  const poll_oneoff = machine.suspending(async (events, out, count, result) => {
    await new Promise((resolve) => setTimeout(resolve, wasi.sleep(events)));
    return wasi.woken(out, count, result);
  });
  return { page, system: { poll_oneoff } };
}

// And how where it cannot.
function asleep(machine) {
  const page = {
    suspends: () => 0,
    wait: (ms, waiting) => {
      inbox.wait(ms);
      return machine.takeIn(waiting);
    },
    breathe: () => {},
  };
  return { page, system: {} };
}

function failed(error) {
  postMessage({ failed: String(error.message ?? error) });
}

// The system that the program sees when it begins. What somebody has made of a file that a link brings is there already.
async function begun({ given, keeps }) {
  const files = new Files();
  if (keeps) await kept(files);
  for (const [path, bytes] of Object.entries(given)) {
    if (!files.get(path)) files.put(path, bytes);
  }
  return files;
}

async function run({ args, carries, size, shared, shares, ...begins }) {
  const files = await begun(begins);
  const said = [];
  const environment = { LANG: navigator.language, HOME: "/home", XDG_DATA_HOME: "/home/data", XDG_CONFIG_HOME: "/home/config" };
  const wasi = new Wasi(args, environment, files, (_stream, text) => said.push(text));
  const machine = new Machine(size, files);
  const carried = new Carried(files);
  wasi.missed = (path) => carried.missed(path);
  const module = await program;
  const memory = importsMemory(module) ? newMemory(shares) : undefined;
  // Engines search, and who has those carries their weights.
  const fetched = async (names) => {
    await carried.fetch(names);
    if (shares && memory && carries.includes("weights.bin")) {
      await machine.helpers.begin(module, memory, carried.all());
      postMessage({ threads: 0 });
    }
  };
  let fetching;
  machine.shown = () => {
    fetching ??= fetched(carries).catch(failed);
  };
  if (shared) {
    inbox = new Shared(shared);
    // A worker that sleeps gets nothing.
    fetching = fetched();
    await fetching;
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
  machine.goOnBeside = instance.exports.go_on_beside;
  let status = 0;
  try {
    await (shared ? instance.exports._start() : WebAssembly.promising(instance.exports._start)());
  } catch (error) {
    if (!(error instanceof Ended)) throw new Error([error.message, ...said].join("\n"));
    status = error.status;
  }
  postMessage({ ended: { status, said: said.join("") } });
  // Work beside the program ends with it.
  close();
}

// Keeps these files in the place of all others.
async function restore(files) {
  const all = new Files();
  for (const [path, bytes] of files) all.put(path, bytes);
  const keeper = await Keeper.open();
  keeper.replace(files);
  postMessage({ restored: files.size });
}

self.onmessage = ({ data }) => {
  if (data.run) run(data.run).catch(failed);
  else if (data.program) comes(data.program);
  else if (data.restore) restore(data.restore).catch(failed);
  else inbox.put(data);
};
