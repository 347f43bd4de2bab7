// A thread for searches. It shares the program's memory, but has only the engines' data files.

import { Carried } from "./carried.js";
import { Files } from "./files.js";
import { WAITING } from "./helpers.js";
import { Wasi } from "./wasi.js";

async function begin({ program, rest, memory, doing, place, tells }) {
  const files = new Files();
  const carried = new Carried(files, true);
  const said = [];
  const wasi = new Wasi([], {}, files, (text) => said.push(text));
  wasi.missed = (path) => carried.missed(path);
  const primary = await wasi.load(program, { memory });
  if (rest) await WebAssembly.instantiate(rest, { primary });
  self.onmessage = ({ data: { thread, start } }) => {
    try {
      primary.wasi_thread_start(thread, start);
      Atomics.store(doing, place, WAITING);
    } catch (error) {
      tells.postMessage([error.message ?? error, ...said].join("\n"));
    }
  };
  Atomics.store(doing, place, WAITING);
}

self.onmessage = ({ data }) => begin(data.begin).finally(() => postMessage("begun"));
