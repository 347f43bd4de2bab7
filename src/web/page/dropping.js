// Files that are dropped on the page.

import { isPng, linkIn } from "./cart.js";
import { LONGEST, linkTo } from "./links.js";
import { say } from "./notice.js";
import { translate } from "./translate.js";

// Opens a dropped file by its link, which appears in the address bar.
async function open(file) {
  if (file.size > LONGEST) {
    say(translate("{file} is too large: the page opens texts of at most 1 MB.", { file: file.name }));
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPng(bytes)) {
    const part = linkIn(bytes);
    if (part) location.hash = part;
    else say(translate("{file} contains no program. The site that it comes from may have removed it.", { file: file.name }));
  } else if (bytes.includes(0)) {
    say(translate("{file} is not a text.", { file: file.name }));
  } else {
    location.hash = await linkTo(/\.(c|h|cpp)$/i.test(file.name) ? "c" : "task", bytes);
  }
}

// Listens to files that are dropped. `restore` opens an archive.
export function listenToDrops(restore) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    const opened = /\.zip$/i.test(file.name) ? restore(file) : open(file);
    opened.catch(() => say(translate("{file} cannot be read.", { file: file.name })));
  });
}
