// ZIP archives, which are written without compression: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

import { crc32, decoder, encoder, through } from "./text.js";

const [FILE, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
// Names are UTF-8.
const UTF8 = 0x800;
// 1 January 1980, the first day in the format.
const DATE = 0x21;

// Encodes a list of [2, n] and [4, n], numbers of two and four bytes.
function fields(list) {
  const bytes = new Uint8Array(list.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, number] of list) {
    if (size === 2) view.setUint16(at, number, true);
    else view.setUint32(at, number, true);
    at += size;
  }
  return bytes;
}

// The common part of both headers of a file.
function described(name, bytes) {
  return [
    [2, VERSION], [2, UTF8], [2, 0], [2, 0], [2, DATE],
    [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0],
  ];
}

// Makes an archive of files, which are pairs of path and bytes.
export function zipped(files) {
  const [parts, entries] = [[], []];
  let [at, count] = [0, 0];
  for (const [path, bytes] of files) {
    const name = encoder.encode(path);
    const head = fields([[4, FILE], ...described(name, bytes)]);
    entries.push(fields([[4, ENTRY], [2, VERSION], ...described(name, bytes), [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    parts.push(head, name, bytes);
    at += head.length + name.length + bytes.length;
    count += 1;
  }
  const length = entries.reduce((sum, part) => sum + part.length, 0);
  const end = fields([[4, END], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, at], [2, 0]]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}

const [STORED, DEFLATED] = [0, 8];
// The maximum size of all files in an archive in bytes.
const MOST = 64 << 20;

// The files in an archive, which another program may have packed anew. Throws if the archive is damaged.
export async function unzipped(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (view.getUint32(end, true) !== END) end -= 1;
  const files = new Map();
  let [at, room] = [view.getUint32(end + 16, true), MOST];
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("the archive is damaged");
    const [method, check] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
    const [packed, head] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const path = decoder.decode(archive.subarray(at + 46, at + 46 + name));
    const own = decoder.decode(archive.subarray(head + 30, head + 30 + view.getUint16(head + 26, true)));
    if (view.getUint32(head, true) !== FILE || own !== path) throw new Error("the archive is damaged");
    const data = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const content = archive.slice(data, data + packed);
    if (method !== STORED && method !== DEFLATED) throw new Error("unknown method");
    const bytes = method === STORED ? content : await through(new DecompressionStream("deflate-raw"), content, room);
    if (crc32(bytes) !== check) throw new Error("the archive is damaged");
    room -= bytes.length;
    if (!path.endsWith("/")) files.set(path, bytes);
    at += 46 + name + extra + comment;
  }
  return files;
}
