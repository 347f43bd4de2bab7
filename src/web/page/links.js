// Reads and makes the part of a link after #.

import { crc32, encoder, through } from "./text.js";
import { translate } from "./translate.js";

// The maximum length of an unpacked text in bytes.
export const LONGEST = 1 << 20;

// Packs a text or its bytes for a link, with a checksum at the end.
async function packed(text) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const small = await through(new CompressionStream("deflate-raw"), bytes, Infinity);
  const whole = new Uint8Array(small.length + 4);
  whole.set(small);
  new DataView(whole.buffer).setUint32(small.length, crc32(bytes));
  const letters = btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Unpacks a text from a link. Throws if it is damaged.
async function unpacked(letters) {
  const whole = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const bytes = await through(new DecompressionStream("deflate-raw"), whole.subarray(0, -4), LONGEST);
  const check = new DataView(whole.buffer).getUint32(whole.length - 4);
  if (crc32(bytes) !== check) throw new Error("the check value differs");
  return bytes;
}

// A command line with a file, whose name depends on its content, so that the same link opens the user's changed version again.
function withFile(bytes, ending, args) {
  const check = crc32(bytes).toString(16).toUpperCase().padStart(8, "0");
  const name = `L${check.slice(1)}.${ending}`;
  return { args: args(name), given: { [name]: bytes } };
}

// Moves, or a position in GGF. The program checks them.
const GAME = /^(\s*[a-t](1?\d|20)|\s*pass|--)*\s*$|^\(;/i;

// A link with rules opens at the board, and one with moves alone as a record.
function game(name) {
  return (text, options) => {
    if (options.has("rules")) return { args: [name, "--link", decodeURIComponent(`#${options}`)] };
    if (!text || !GAME.test(text)) throw new Error("these are no moves");
    return withFile(encoder.encode(text), "TXT", (file) => ["replay", file, "--game", name]);
  };
}

// A value for the command line, which is not an option.
function option(value) {
  if (value.startsWith("-")) throw new Error("this is an option");
  return value;
}

const OPENS = {
  lesson: (name) => ({ args: ["teach", "--lesson", option(name)] }),
  original: () => ({ args: ["original"] }),
  room: () => ({ args: ["room"] }),
  c: async (letters, options) => {
    const bytes = await unpacked(letters);
    const args = (file) => options.has("run") ? ["edit", "--run", file] : options.has("embed") ? ["run", "--step", file] : ["edit", file];
    return withFile(bytes, "C", args);
  },
  task: async (letters) => withFile(await unpacked(letters), "TXT", (file) => ["edit", "--task", file]),
  othello: game("othello"),
  gomoku: game("gomoku"),
  exercise: (line) => ({ args: ["exercise", option(line)] }),
};

// Reads a link: `args` for the command line, `given` files by path, and whether the page is `embedded` in another one. `trouble` is an
// error message.
export async function opened(hash) {
  const options = new URLSearchParams(hash.replace(/^#/, ""));
  const embedded = options.has("embed");
  const nothing = { args: null, given: {}, embedded };
  const name = Object.keys(OPENS).find((name) => options.has(name));
  if (!name && hash.length > 1 && !embedded) return { ...nothing, trouble: translate("This link names nothing that the page can open.") };
  if (!name) return nothing;
  try {
    return { given: {}, embedded, name, ...await OPENS[name](options.get(name), options) };
  } catch {
    return { ...nothing, trouble: translate("This link is damaged: its part “{name}=” cannot be read.", { name }) };
  }
}

// Whether this is the link of a game at the board: its moves, its rules and who plays.
export function isAtBoard(text) {
  return /^[\w!-]+&rules=[\w.&=-]+$/.test(text ?? "");
}

// Makes the part of a link after #, or returns an empty string if there is none.
export async function linkTo(kind, text) {
  switch (kind) {
    case "c":
    case "task":
      return `#${kind}=${await packed(text)}`;
    case "original":
      return "#original";
    case "othello":
    case "gomoku":
      return text ? `#${kind}=${isAtBoard(text) ? text : encodeURIComponent(text.replaceAll(/\s/g, ""))}` : "";
    case "lesson":
    case "exercise":
      return `#${kind}=${encodeURIComponent(text)}`;
    default:
      return "";
  }
}
