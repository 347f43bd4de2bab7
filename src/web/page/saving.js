// The saved files: which tab may save, and all files as an archive.

import { say, sayToo } from "./notice.js";
import { setText, translate } from "./translate.js";
import { unzipped, zipped } from "./zip.js";

// The time to wait for a page that is closing, in milliseconds.
const CLOSING = 1000;
// The maximum length of a file that a tab keeps, in bytes.
const MOST_IN_TAB = 1 << 16;

// Returns true for the user's files, which "Save all" writes, and false for the data files of the page.
function isOwn(path) {
  const names = path.split("/").filter((name) => name && name !== ".");
  return names.length > 0 && names[0] !== "carried" && !names.includes("..");
}

// Gets the lock for saving files, which one page can hold at a time. A page that is closing may still hold it. A page from disk has no
// locks and saves nothing.
export async function alone() {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    const hold = () => new Promise(() => resolve(true));
    const request = navigator.locks.request("qipan", { signal: AbortSignal.timeout(CLOSING) }, hold);
    request.catch(({ name }) => resolve(name !== "TimeoutError"));
  });
}

// Tells the user that nothing is saved, or only as long as the tab is open. The warning stays, the reason disappears.
export function keepsLittle(why, untilClosed = false) {
  const warning = document.querySelector("#kept");
  if (untilClosed) setText("Saved until this tab closes", warning);
  else setText("Nothing is saved in this tab", warning);
  warning.classList.add("warns");
  sayToo(why);
}

// Keeps a small file as long as the tab, in a browser that saves no files. Deletes a large one, or one without content.
export function keepInTab(path, bytes) {
  try {
    if (bytes?.length <= MOST_IN_TAB) sessionStorage.setItem(path, String.fromCharCode(...bytes));
    else sessionStorage.removeItem(path);
  } catch {
    // The tab has no room, or no storage.
  }
}

// The files that this tab keeps.
export function filesOfTab() {
  const bytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  try {
    return new Map(Object.entries(sessionStorage).map(([path, text]) => [path, bytes(text)]));
  } catch {
    return new Map();
  }
}

export function download(blob, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

// Downloads all of the program's files as an archive.
export function saveAll(files) {
  if (files.length === 0) {
    say(translate("There is nothing to save yet."), { isNote: true });
    return;
  }
  const name = `qipan-${new Date().toISOString().slice(0, 10)}.zip`;
  download(zipped(files), name);
  say(translate("Everything is saved in {file}. “Restore” loads it, here or in another browser.", { file: name }), { isNote: true });
}

// The files in an archive that "Save all" wrote, after the user's consent. Null if there are none, or the user declines.
export async function restored(file) {
  const all = await file.arrayBuffer().then((bytes) => unzipped(new Uint8Array(bytes))).catch(() => []);
  const files = new Map([...all].filter(([path]) => isOwn(path)));
  if (files.size === 0) {
    say(translate("This file was not saved by this page, or it is damaged. Nothing has changed."));
    return null;
  }
  return confirm(translate("Replace everything here with the contents of {file}?", { file: file.name })) ? files : null;
}
