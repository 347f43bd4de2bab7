// A cart: a program's picture as a PNG, with the link to the program in a text chunk.
// https://www.w3.org/TR/png-3/#11tEXt

import { crc32, decoder, encoder } from "./text.js";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEYWORD = "qipan\0";
// The size of the last chunk, IEND.
const LAST = 12;

function chunk(kind, data) {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(encoder.encode(kind), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

export function isPng(bytes) {
  return SIGNATURE.every((byte, n) => bytes[n] === byte);
}

// Adds the part of a link after # to a PNG.
export function withLink(png, part) {
  const pieces = [png.slice(0, -LAST), chunk("tEXt", encoder.encode(KEYWORD + part)), png.slice(-LAST)];
  return new Blob(pieces, { type: "image/png" });
}

// The part of a link in a PNG, or null if it has none.
export function linkIn(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = SIGNATURE.length; at + LAST <= png.length;) {
    const length = view.getUint32(at);
    const text = decoder.decode(png.subarray(at + 4, Math.min(at + 8 + length, png.length)));
    if (text.startsWith(`tEXt${KEYWORD}`)) return text.slice(4 + KEYWORD.length);
    at += length + 12;
  }
  return null;
}
