// Text encodings and checksums.

export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

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
  let length = 0;
  const limit = new TransformStream({
    transform(chunk, out) {
      length += chunk.length;
      if (length > most) throw new Error("too long");
      out.enqueue(chunk);
    },
  });
  const limited = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(limit);
  return new Uint8Array(await new Response(limited).arrayBuffer());
}
