// Runs the program, and passes messages between it and the page.

import { Messages, Shared, soon } from "./inbox.js";
import { Journal } from "./journal.js";
import { Carried, ENGINES } from "./carried.js";
import { File, Files } from "./files.js";
import { Helpers } from "./helpers.js";
import { encoder } from "./text.js";
import { Ended, Wasi } from "./wasi.js";

// The folder of the user's games.
const GAMES = "home/qipan/games";

let inbox = new Messages();
// The program, which the page compiles while this worker starts.
const comes = Promise.withResolvers();
// The rest of a split program.
const rest = Promise.withResolvers();

class Machine {
  keys = [];
  pasted = new Uint8Array();
  // The number of the connection to the room, and its events that the program has not read.
  call = "";
  lines = [];
  helpers = new Helpers();
  shown = () => {};
  // The stack pointer of the program.
  stack = null;

  constructor(size, wasi) {
    Object.assign(this, { size, wasi });
  }

  // Handles messages from the page. Repeats of a held key are dropped while the program has unread keys.
  takeIn(waiting) {
    for (const { key, repeated, size, paste, save, call, event, text } of inbox.take()) {
      if (key && !(repeated && waiting + this.keys.length > 0)) this.keys.push(encoder.encode(key));
      if (size) this.size = size;
      if (paste !== undefined) this.pasted = encoder.encode(paste);
      if (save) this.save();
      if (call && call === this.call) this.lines.push(...event ? [event] : text.split("\n").filter(Boolean).map((line) => ` ${line}`));
    }
    return 1;
  }

  // Sends all of the program's files to the page, including those that the browser had no room for.
  save() {
    const own = [...this.wasi.files.all()].filter(([path]) => !path.startsWith("carried/"));
    postMessage({ saved: own.map(([path, file]) => [path, file.content().slice()]) });
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

  // A function of the rest of the program, which has not arrived. Calls that wait for it go on one by one.
  later(place) {
    return this.suspending(async (...given) => {
      const top = this.stack.value;
      await this.linked;
      await new Promise(soon);
      this.stack.value = top;
      return WebAssembly.promising(this.table.get(Number(place)))(...given);
    });
  }

  imports() {
    const { wasi } = this;
    return {
      start_task: (top) => soon(() => {
        this.stack.value = top;
        WebAssembly.promising(this.runNextTask)().catch(failed);
      }),
      helpers: () => this.helpers.count,
      width: () => this.size.width,
      height: () => this.size.height,
      show: (dots, width, height) => {
        const picture = wasi.bytes(dots, 4 * width * height).slice().buffer;
        postMessage({ picture, width, height }, [picture]);
        this.shown();
      },
      key: (at, most) => wasi.put(this.keys.shift(), at, most),
      line: (at, most) => wasi.put(encoder.encode(this.lines.shift()), at, most),
      tell: (what, size, at, length) => {
        const told = { [wasi.text(what, size)]: wasi.text(at, length) };
        if ("call" in told) [this.call, this.lines] = [told.call, []];
        postMessage(told);
      },
      sound: (hertz, ms, volume) => postMessage({ sound: { hertz, ms, volume } }),
      paste: (at, most) => {
        wasi.bytes(at, Math.min(most, this.pasted.length)).set(this.pasted.subarray(0, most));
        return this.pasted.length;
      },
      copy: (at, length) => {
        this.pasted = wasi.bytes(at, length).slice();
        postMessage({ copied: wasi.text(at, length) });
      },
    };
  }
}

// Loads the saved files, if the browser can save files. If it cannot, the page keeps changed files in its tab. `replaced` files take the place of all saved ones.
async function kept(files, replaced) {
  try {
    const journal = await Journal.open();
    if (replaced.size > 0) journal.replace(replaced);
    for (const [path, bytes] of journal.files) {
      if (!path.startsWith("carried/")) files.put(path, bytes);
    }
    files.journal = journal;
  } catch {
    files.journal = { keep: (path, bytes) => postMessage({ kept: path, bytes: bytes?.slice() }) };
    postMessage({ keeps: "tab" });
  }
}

// The functions that wait if the browser can suspend the program.
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

// The function that waits if it cannot.
function asleep(machine) {
  const wait = (ms, waiting) => {
    inbox.wait(ms);
    return machine.takeIn(waiting);
  };
  return { page: { wait } };
}

function failed(error) {
  postMessage({ failed: String(error.message ?? error) });
}

// The program's files at its start. A saved file has priority over the original from the link.
async function begun({ given, replaced = new Map(), keeps }) {
  const files = new Files();
  for (const [path, bytes] of replaced) files.put(path, bytes);
  if (keeps) await kept(files, replaced);
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
    } catch {
      postMessage({ keeps: false });
    }
    return path;
  });
  return paths.slice(0, 1).map((path) => `/${path}`);
}

async function run({ args: line, added, engines, size, shared, room, ...begins }) {
  const files = await begun(begins);
  // The first file comes after the command.
  const args = [...line.slice(0, 2), ...addGames(files, added), ...line.slice(2)];
  const said = [];
  const environment = { LANG: navigator.language, HOME: "/home", XDG_DATA_HOME: "/home/data", XDG_CONFIG_HOME: "/home/config" };
  if (room) environment.QIPAN_ROOM = "yes";
  const wasi = new Wasi(args, environment, files, (text) => said.push(text));
  const machine = new Machine(size, wasi);
  const carried = new Carried(files, Boolean(shared), (lacks) => postMessage({ lacks }));
  wasi.missed = (path) => carried.missed(path);
  const module = await comes.promise;
  const waiting = shared ? asleep(machine) : suspended(machine, wasi);
  const program = await wasi.load(module, {
    page: { ...machine.imports(), ...waiting.page },
    system: waiting.system,
    spawn: (start) => machine.helpers.spawn(start),
    later: shared ? undefined : (place) => machine.later(place),
  });
  const isSplit = WebAssembly.Module.imports(module).some(({ module }) => module === "placeholder");
  machine.table = program.table;
  machine.linked = isSplit ? rest.promise.then((rest) => WebAssembly.instantiate(rest, { primary: program })) : null;
  machine.stack = program.__stack_pointer;
  machine.runNextTask = program.run_next_task;
  // Only a program with engines needs threads. A page in one file has no script for them. They start after this instance, because the first
  // instance in a shared memory gets the main thread's local storage.
  const startHelpers = async () => {
    if (!engines || !program.wasi_thread_start || !crossOriginIsolated || location.protocol === "blob:") return;
    await machine.helpers.begin({ program: module, rest: isSplit && await rest.promise, memory: wasi.memory });
    postMessage({ threads: 0 });
  };
  if (shared) {
    // A sleeping worker can neither download nor start others later.
    inbox = new Shared(shared);
    await machine.linked;
    await startHelpers();
  } else {
    machine.shown = async () => {
      machine.shown = () => {};
      await machine.linked;
      if (engines) ENGINES.forEach((name) => carried.fetch(name));
      startHelpers().catch(failed);
    };
  }
  let status = 0;
  try {
    await (shared ? program._start() : WebAssembly.promising(program._start)());
  } catch (error) {
    if (!(error instanceof Ended)) throw new Error([error.message, ...said].join("\n"));
    status = error.status;
  }
  postMessage({ ended: { status, said: said.join("") } });
  // Background tasks end with the program.
  close();
}

self.onmessage = ({ data }) => {
  if (data.run) run(data.run).catch(failed);
  else if (data.program) comes.resolve(data.program);
  else if (data.rest) rest.resolve(data.rest);
  else inbox.put(data);
};
