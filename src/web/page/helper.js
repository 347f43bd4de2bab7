// One thread that helps the program to search. It has the program's memory, and of files only what the engines carry.

import { Files } from "./files.js";
import { WAITING } from "./helpers.js";
import { Wasi, missing, noPage } from "./wasi.js";

let instance;

async function begin({ program, memory, carried, doing, place }) {
  const files = new Files();
  for (const [path, bytes] of carried) files.put(path, bytes);
  const wasi = new Wasi([], {}, files, () => {});
  wasi.memory = memory;
  instance = await WebAssembly.instantiate(program, {
    wasi_snapshot_preview1: wasi.imports(),
    wasi: { "thread-spawn": () => -1 },
    env: { ...missing, memory },
    page: noPage(wasi),
  });
  self.onmessage = ({ data: { thread, start } }) => {
    instance.exports.wasi_thread_start(thread, start);
    Atomics.store(doing, place, WAITING);
  };
  Atomics.store(doing, place, WAITING);
  postMessage("waits");
}

self.onmessage = ({ data }) => begin(data.begin);
