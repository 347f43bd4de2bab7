// One thread that helps the program to search. It has the program's memory, and of files only what the engines carry.

import { Files } from "./files.js";
import { WAITING } from "./helpers.js";
import { pairs } from "./text.js";
import { Wasi, missing } from "./wasi.js";

let instance;

async function begin({ program, memory, carried, doing, place }) {
  const files = new Files();
  for (const [path, bytes] of carried) files.put(path, bytes);
  const wasi = new Wasi([], {}, files, () => {});
  wasi.memory = memory;
  const page = { pairs: (table) => pairs(memory, table) };
  instance = await WebAssembly.instantiate(program, {
    wasi_snapshot_preview1: wasi.imports(),
    wasi: { "thread-spawn": () => -1 },
    env: { ...missing, memory },
    // A helper neither shows anything nor waits for keys.
    page: new Proxy(page, { get: (page, name) => page[name] ?? (() => 0) }),
  });
  self.onmessage = ({ data: { thread, start } }) => {
    instance.exports.wasi_thread_start(thread, start);
    Atomics.store(doing, place, WAITING);
  };
  Atomics.store(doing, place, WAITING);
  postMessage("waits");
}

self.onmessage = ({ data }) => begin(data.begin);
