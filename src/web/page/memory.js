// The program's memory, which the program imports so that threads can share it.

import { encoder } from "./text.js";

// The initial and the maximum number of pages of 64 KiB.
const [INITIAL, MAXIMUM] = [512, 16384];

// The bytes with which a program imports its memory, and the next byte for memory with a maximum that is private or shared.
const IMPORTED = encoder.encode("\x03env\x06memory\x02");
const [ALONE, SHARED] = [1, 3];
const MARK = [...IMPORTED, ALONE];

// Marks the memory of a program as shared. `build` marks it as private, so that the program runs in any page.
export function forSharing(bytes) {
  const at = bytes.findIndex((_, at) => MARK.every((letter, n) => bytes[at + n] === letter));
  if (at >= 0) bytes[at + IMPORTED.length] = SHARED;
  return bytes;
}

// Whether a program imports its memory. A program built without threads has its own.
export function importsMemory(program) {
  return WebAssembly.Module.imports(program).some(({ kind }) => kind === "memory");
}

export function newMemory(shared) {
  return new WebAssembly.Memory({ initial: INITIAL, maximum: MAXIMUM, shared });
}
