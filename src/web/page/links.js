// What the part of a link behind the # opens: arguments of the command line, and files for them.

import { crc32 } from "./keeper.js";

const encoder = new TextEncoder();

// The longest text in a link, unpacked, in bytes.
const LONGEST = 1 << 20;

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// A text as letters for a link: packed, with a check value behind it.
export async function packed(text) {
  const bytes = encoder.encode(text);
  const small = await through(new CompressionStream("deflate-raw"), bytes, Infinity);
  const whole = new Uint8Array(small.length + 4);
  whole.set(small);
  new DataView(whole.buffer).setUint32(small.length, crc32(bytes));
  const letters = btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The bytes that such letters hold. It throws where they were damaged.
export async function unpacked(letters) {
  const whole = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const bytes = await through(new DecompressionStream("deflate-raw"), whole.subarray(0, -4), LONGEST);
  const check = new DataView(whole.buffer).getUint32(whole.length - 4);
  if (crc32(bytes) !== check) throw new Error("the check value differs");
  return bytes;
}

const MOVES = /^([a-t](1?\d|20))*$/i;

const OPENS = {
  lesson: (name) => ({ args: ["teach", "--lesson", name] }),
  original: () => ({ args: ["original"] }),
  c: async (letters, options) => ({
    args: options.has("run") ? ["run", "PROGRAM.C"] : ["edit", "PROGRAM.C"],
    given: { "PROGRAM.C": await unpacked(letters) },
  }),
  task: async (letters) => ({
    args: ["edit", "--task", "TASK.TXT"],
    given: { "TASK.TXT": await unpacked(letters) },
  }),
  othello: game,
  gomoku: game,
  exercise: (line) => ({ args: ["exercise", line] }),
};

function game(moves) {
  if (!MOVES.test(moves)) throw new Error("these are no moves");
  return { args: ["replay", "GAME.TXT"], given: { "GAME.TXT": encoder.encode(moves) } };
}

// What a link opens: `args` of the command line, `given` files by their paths, and whether the page is `embedded` in another. `trouble` is
// a sentence on a link that opens nothing.
export async function opened(hash) {
  const options = new URLSearchParams(hash.replace(/^#/, ""));
  const embedded = options.has("embed");
  const name = Object.keys(OPENS).find((name) => options.has(name));
  if (!name) return { args: null, given: {}, embedded };
  try {
    return { given: {}, embedded, ...await OPENS[name](options.get(name), options) };
  } catch {
    return { args: null, given: {}, embedded, trouble: `This link is damaged: what stands behind “${name}=” cannot be read.` };
  }
}
