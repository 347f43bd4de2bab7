// Loads the program and its worker: separate files, or parts of a page in one file.

import { Shared } from "./inbox.js";

const { program: PROGRAM, size: SIZE, rest: REST } = document.body.dataset;

// Returns the program's way of waiting: suspended ({}), in shared memory, or null if the browser has neither.
export function waiting() {
  if ("Suspending" in WebAssembly) return {};
  if (window.crossOriginIsolated) return { shared: new Shared() };
  return null;
}

// The URL of a file beside this script.
function beside(name) {
  return new URL(name, import.meta.url);
}

// The worker, the program and its data files. The rest of a split program comes after the part with the first picture.
export async function parts() {
  const joined = document.querySelector("#worker");
  if (!joined) {
    const program = compiled(PROGRAM, progress());
    const rest = REST && program.then(() => compiled(REST));
    return { worker: new Worker(beside("worker.js"), { type: "module" }), program, rest, carried: {} };
  }
  const files = {};
  for (const { dataset, textContent } of document.querySelectorAll("script[data-file]")) {
    const bytes = Uint8Array.from(atob(textContent.trim()), (letter) => letter.charCodeAt(0));
    const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    files[`/carried/${dataset.file}`] = new Uint8Array(await unpacked.arrayBuffer());
  }
  const { [`/carried/${PROGRAM}`]: program, ...carried } = files;
  const url = URL.createObjectURL(new Blob([joined.textContent], { type: "text/javascript" }));
  return { worker: new Worker(url), program: WebAssembly.compile(program), carried };
}

// Shows how much of the program has arrived.
function progress() {
  const bar = document.querySelector("#loading progress");
  let arrived = 0;
  return new TransformStream({
    transform(chunk, out) {
      arrived += chunk.length;
      if (bar) bar.value = arrived / SIZE;
      out.enqueue(chunk);
    },
  });
}

// Compiles a part of the program while it is downloaded through a stream.
async function compiled(name, stream = new TransformStream()) {
  const answer = await fetch(beside(name));
  if (!answer.ok) throw new Error(`${name} cannot be fetched: ${answer.status}`);
  return WebAssembly.compileStreaming(new Response(answer.body.pipeThrough(stream), { headers: { "Content-Type": "application/wasm" } }));
}
