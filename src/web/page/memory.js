// The memory of the program. It is imported, so that threads can share it where the page may share memory at all.

import { encoder } from "./text.js";

// Pages of 64 KiB: to begin with, and at most.
const [INITIAL, MAXIMUM] = [512, 16384];

// How a program says that it imports its memory, and the byte behind it where that has a maximum, and where it is also shared.
const IMPORTED = encoder.encode("\x03env\x06memory\x02");
const [ALONE, SHARED] = [1, 3];
const MARK = [...IMPORTED, ALONE];

// The program in these bytes, for a memory that is shared. Without that it is built, so that it runs anywhere.
export function forSharing(bytes) {
  const at = bytes.findIndex((_, at) => MARK.every((letter, n) => bytes[at + n] === letter));
  if (at >= 0) bytes[at + IMPORTED.length] = SHARED;
  return bytes;
}

// Does it import its memory? A program that was built for no threads brings its own.
export function importsMemory(program) {
  return WebAssembly.Module.imports(program).some(({ kind }) => kind === "memory");
}

export function newMemory(shared) {
  return new WebAssembly.Memory({ initial: INITIAL, maximum: MAXIMUM, shared });
}
