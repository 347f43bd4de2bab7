// A thread for searches. It shares the program's memory, but has only the engines' data files.

import { Carried } from "./carried.js";
import { Files } from "./files.js";
import { WAITING } from "./helpers.js";
import { Wasi, missing, noPage } from "./wasi.js";

async function begin({ program, memory, doing, place, tells }) {
  const files = new Files();
  const carried = new Carried(files, true);
  const said = [];
  const wasi = new Wasi([], {}, files, (_stream, text) => said.push(text));
  wasi.missed = (path) => carried.missed(path);
  wasi.memory = memory;
  const instance = await WebAssembly.instantiate(program, {
    wasi_snapshot_preview1: wasi.imports(),
    wasi: { "thread-spawn": () => -1 },
    env: { ...missing, memory },
    page: noPage(wasi),
  });
  self.onmessage = ({ data: { thread, start } }) => {
    try {
      instance.exports.wasi_thread_start(thread, start);
      Atomics.store(doing, place, WAITING);
    } catch (error) {
      tells.postMessage([error.message ?? error, ...said].join("\n"));
    }
  };
  Atomics.store(doing, place, WAITING);
}

self.onmessage = ({ data }) => begin(data.begin).finally(() => postMessage("begun"));
