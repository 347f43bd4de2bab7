// The saved files: which tab may save, and all files as an archive.

import { say, sayToo } from "./notice.js";
import { setText, translate } from "./translate.js";
import { unzipped, zipped } from "./zip.js";

// The time to wait for another page to close, and for an answer of another page, in milliseconds.
const [CLOSING, ANSWER] = [3000, 300];
// Returns true for the user's files, which "Save all" writes, and false for the data files of the page.
function isOwn(path) {
  const names = path.split("/").filter((name) => name && name !== ".");
  return names.length > 0 && names[0] !== "carried" && !names.includes("..");
}

// Resolves to true if another tab with the program answers. A tab that is closing does not answer.
function isElsewhere() {
  const channel = new BroadcastChannel("qipan");
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === "here") resolve(true);
      else if (data === "where") channel.postMessage("here");
    };
    channel.postMessage("where");
    setTimeout(() => resolve(false), ANSWER);
  });
}

function request(options) {
  return new Promise((resolve) => {
    navigator.locks.request("qipan", options, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(false));
  });
}

// Gets the lock for saving files, which one page can hold at a time. A page that is closing may still hold it. A page from disk has no
// locks and saves nothing.
export async function alone() {
  if (!navigator.locks) return true;
  const elsewhere = isElsewhere();
  if (await request({ ifAvailable: true })) return true;
  if (await elsewhere) return false;
  say(translate("The program is open in another tab. This tab waits in case that one is closing."));
  return request({ signal: AbortSignal.timeout(CLOSING) });
}

// Tells the user that nothing is saved. The warning stays, the reason disappears.
export function keepsNothing(why) {
  const warning = document.querySelector("#kept");
  setText("Nothing is saved in this tab", warning);
  warning.classList.add("warns");
  sayToo(why);
}

export function download(bytes, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

// Downloads all of the program's files as an archive.
export async function saveAll(files) {
  if (files.length === 0) {
    say(translate("There is nothing to save yet."), { isNote: true });
    return;
  }
  const name = `qipan-${new Date().toISOString().slice(0, 10)}.zip`;
  download(await zipped(files), name, "application/zip");
  say(translate("Everything is saved in {file}. “Restore” loads it, here or in another browser.", { file: name }), { isNote: true });
}

// The files in an archive that "Save all" wrote, after the user's consent. Null if there are none, or the user declines.
export async function restored(file) {
  let files;
  try {
    files = await unzipped(new Uint8Array(await file.arrayBuffer()));
  } catch {
    files = new Map();
  }
  for (const path of files.keys()) {
    if (!isOwn(path)) files.delete(path);
  }
  if (files.size === 0) {
    say(translate("This file was not saved by this page, or it is damaged. Nothing has changed."));
    return null;
  }
  return confirm(translate("Replace everything here with the contents of {file}?", { file: file.name })) ? files : null;
}
