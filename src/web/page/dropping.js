// Files that are dropped on the page.

import { isPng, linkIn } from "./cart.js";
import { LONGEST, linkTo } from "./links.js";
import { say } from "./notice.js";
import { translate } from "./translate.js";

// Files of games, and the names that belong to a tournament's games.
const GAMES = /\.(sgf|ggf|pgn|psq|lib|wtb|obf|moves)$/i;
const PLAYERS = /^WTHOR\.(JOU|TRN)$/i;
// The maximum size of a file of games in bytes.
const LONGEST_GAMES = 32 << 20;

// Passes dropped games to `addGames`, as pairs of name and bytes.
async function keep(games, addGames) {
  const large = games.find((file) => file.size > LONGEST_GAMES);
  if (large) say(translate("{file} is longer than 32 MB.", { file: large.name }));
  else await addGames(await Promise.all(games.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())])));
}

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

// Listens to files that are dropped. `restore` opens an archive, `addGames` files of games.
export function listenToDrops(restore, addGames) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const [file] = files;
    if (!file) return;
    const [games, names] = [GAMES, PLAYERS].map((kind) => files.filter(({ name }) => kind.test(name)));
    const opens = () => /\.zip$/i.test(file.name) ? restore(file) : open(file);
    const opened = games.length > 0 ? keep([...games, ...names], addGames) : opens();
    opened.catch(() => say(translate("{file} cannot be read.", { file: file.name })));
  });
}
