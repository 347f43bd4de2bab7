// Text encodings and checksums.

export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

// Fills a table in a program's memory with the characters of all pairs of bytes in GBK, row by row, with 0 for invalid pairs.
export function pairs(memory, table) {
  const bytes = [];
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) bytes.push(lead, trail, 0x0a);
  }
  const texts = new TextDecoder("gbk").decode(Uint8Array.from(bytes)).split("\n");
  const character = (text) => text.length === 1 && text !== "\ufffd" ? text.charCodeAt(0) : 0;
  new Uint16Array(memory.buffer, table, texts.length - 1).set(texts.slice(0, -1).map(character));
}

// Decodes bytes in a program's memory by the label of their encoding, to UTF-8. Returns the length, or -1 for an unknown label.
export function decode(memory, label, labelLength, at, length, text) {
  const bytes = (from, count) => new Uint8Array(memory.buffer, from, count);
  try {
    const named = new TextDecoder(decoder.decode(bytes(label, labelLength).slice()));
    if (named.encoding.startsWith("utf-16")) return -1;
    const decoded = encoder.encode(named.decode(bytes(at, length).slice()));
    bytes(text, decoded.length).set(decoded);
    return decoded.length;
  } catch {
    return -1;
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

// The CRC-32 of bytes, as in PNG and gzip.
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// Sends bytes through a stream. Throws if more than `most` bytes come out.
export async function through(stream, bytes, most) {
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
