// ZIP archives without compression: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

import { crc32, decoder, encoder } from "./text.js";

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
export async function zipped(files) {
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
  return new Uint8Array(await new Blob([...parts, ...entries, end]).arrayBuffer());
}

// The files in an archive made by `zipped`. Throws if the archive is damaged or from another program.
export function unzipped(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const files = new Map();
  let at = 0;
  while (view.getUint32(at, true) === FILE) {
    const [check, length, name] = [view.getUint32(at + 14, true), view.getUint32(at + 18, true), view.getUint16(at + 26, true)];
    const data = at + 30 + name;
    const bytes = archive.slice(data, data + length);
    if (view.getUint16(at + 8, true) !== 0 || crc32(bytes) !== check) throw new Error("the archive is damaged");
    files.set(decoder.decode(archive.subarray(at + 30, data)), bytes);
    at = data + length;
  }
  if (files.size === 0 || view.getUint32(at, true) !== ENTRY) throw new Error("the archive is damaged");
  return files;
}
