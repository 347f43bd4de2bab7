// Runs the program's tests on the page's system interface, and records which golden pictures they open.

import { Files } from "../files.js";
import { encoder } from "../text.js";
import { Ended, Wasi } from "../wasi.js";

const fetched = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

// The files for the tests and the program's data files.
async function filesOf({ top, temporary, files, carried }) {
  const all = new Map([[`${top}/Cargo.lock`, encoder.encode("")]]);
  for (const folder of temporary) all.set(`${folder}/here`, encoder.encode(""));
  await Promise.all(files.map(async (name) => all.set(`${top}/tests/${name}`, await fetched(name))));
  await Promise.all(carried.map(async (name) => all.set(`/carried/${name}`, await fetched(`../${name}`))));
  return all;
}

// Runs a test program: its output, whether it passed, and the pictures that it opened.
async function run(program, args, all) {
  const files = new Files();
  for (const [path, bytes] of all) files.put(path, bytes.slice());
  const printed = [];
  const opened = new Set();
  const wasi = new Wasi(["tests", ...args], {}, files, (text) => printed.push(text));
  const open = wasi.imports().path_open;
  const path_open = (fd, lookup, at, length, ...rest) => {
    const name = /tests\/golden\/(.*)\.png$/.exec(wasi.text(at, length));
    if (name) opened.add(name[1]);
    return open(fd, lookup, at, length, ...rest);
  };
  // Only tests set the time of a file.
  const fd_filestat_set_times = (fd, _read, written) => {
    wasi.open[fd].entry.time = Number(written / 1_000_000n);
    return 0;
  };
  // A test has no window and no background tasks.
  const tests = await wasi.load(program, { system: { path_open, fd_filestat_set_times } });
  let passed = true;
  try {
    tests._start();
  } catch (error) {
    passed = error instanceof Ended && error.status === 0;
    if (!(error instanceof Ended)) printed.push(String(error));
  }
  return { passed, printed: printed.join(""), opened };
}

async function runAll(asked) {
  const all = await filesOf(asked);
  const told = [];
  const seen = new Set();
  for (const [name, modules] of asked.programs) {
    const program = await WebAssembly.compile(await fetched(`/${name}-tests.wasm`));
    const { printed } = await run(program, ["--list"], new Map());
    const tests = [...printed.matchAll(/^(.*): test$/gm)].map(([, test]) => test);
    const wanted = tests
      .filter((test) => modules.some((part) => test === part || test.startsWith(`${part}::`)) && !asked.skipped.includes(test))
      .filter((_, n) => n % asked.browsers === asked.browser);
    for (const test of wanted) {
      const { passed, printed, opened } = await run(program, ["--exact", test, "--nocapture"], all);
      opened.forEach((picture) => seen.add(picture));
      if (!passed) told.push(`${name} ${test}:\n${printed}`);
    }
  }
  const never = asked.pictures.filter((picture) => !seen.has(picture));
  return { told: told.join("\n"), never: never.join(" ") };
}

onmessage = ({ data }) => runAll(data).then(postMessage, (error) => postMessage({ told: String(error), never: "" }));
