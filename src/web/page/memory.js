// The program's memory, which the program imports so that threads can share it.

import { encoder } from "./text.js";

// The initial and the maximum number of pages of 64 KiB. A browser reserves the maximum of shared memory at once.
const [INITIAL, MAXIMUM, MAXIMUM_SHARED] = [512, 16384, 6144];

// The bytes with which a program imports its memory, and the next byte for memory with a maximum that is private or shared.
const IMPORTED = encoder.encode("\x03env\x06memory\x02");
const [ALONE, SHARED] = [1, 3];
const MARK = [...IMPORTED, ALONE];

// The imports are in this many bytes at the beginning of a program.
const IMPORTS = 1 << 16;

// Marks the memory of a program as shared, while the program passes through this stream. `build` marks it as private, so that the program
// runs in any page.
export function marksShared() {
  let head = [];
  const flush = (out) => {
    const bytes = Uint8Array.from(head);
    const at = bytes.findIndex((_, at) => MARK.every((letter, n) => bytes[at + n] === letter));
    if (at >= 0) bytes[at + IMPORTED.length] = SHARED;
    out.enqueue(bytes);
    head = null;
  };
  return new TransformStream({
    transform(chunk, out) {
      if (!head) return out.enqueue(chunk);
      for (const byte of chunk) head.push(byte);
      if (head.length >= IMPORTS) flush(out);
    },
    flush: (out) => head && flush(out),
  });
}

// Whether a program imports its memory. A program built without threads has its own.
export function importsMemory(program) {
  return WebAssembly.Module.imports(program).some(({ kind }) => kind === "memory");
}

export function newMemory(shared) {
  return new WebAssembly.Memory({ initial: INITIAL, maximum: shared ? MAXIMUM_SHARED : MAXIMUM, shared });
}
