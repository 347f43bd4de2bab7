// The text on the program's screen: runs of one colour, and what they mean for screen readers and taps.

import { translate } from "./translate.js";

const [LINE, BOTTOM] = [16, 464];
// The sign before the selected row.
const CHOSEN = "►";
// Chinese characters and punctuation.
const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/;

// Parses the runs from the program, one a line.
export function pieces(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [, x, y, ink, ground, letters] = /^(\d+) (\d+) (\d+) (\d+) (.*)$/.exec(line);
    const left = Number(x);
    return { x: left, y: Number(y), ink, ground, text: letters, right: left + 8 * cells(letters) };
  });
}

// The width of letters in cells. A Chinese character takes two.
function cells(letters) {
  return [...letters].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

// Joins runs to lines from the top down, without the line of keys. Text on another background, as in a box, is a line of its own.
export function lines(all) {
  const found = [];
  for (const piece of all.filter(({ y }) => y < BOTTOM)) {
    const line = found.at(-1);
    if (line?.y === piece.y && line.ground === piece.ground) {
      line.text += piece.x === line.right ? piece.text : ` ${piece.text}`;
      line.right = piece.right;
    } else {
      found.push({ ...piece });
    }
  }
  return found.map((line) => ({ ...line, text: line.text.trim() }));
}

// The background of most letters.
function mostGround(all) {
  const counts = new Map();
  for (const { ground, text } of all) counts.set(ground, (counts.get(ground) ?? 0) + text.length);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

// The new lines of a screen: boxes first, the title last. If no line is new, it is the row that is now selected by a sign or by its
// background.
export function news(before, after) {
  const plain = ({ text }) => text.replace(CHOSEN, "").trim();
  const old = new Set(before.map(plain));
  const fresh = after.filter((line) => !old.has(plain(line)));
  if (fresh.length > 0) {
    const most = mostGround(after);
    const rank = ({ y, ground }) => y < LINE ? 2 : ground === most ? 1 : 0;
    return fresh.sort((a, b) => rank(a) - rank(b));
  }
  const marks = new Map(before.map((line) => [plain(line), `${line.text} ${line.ground}`]));
  const changed = after.filter((line) => marks.get(plain(line)) !== `${line.text} ${line.ground}`);
  const rarity = ({ text, ground }) => text.startsWith(CHOSEN) ? 0 : after.filter((line) => line.ground === ground).length;
  return changed.sort((a, b) => rarity(a) - rarity(b)).slice(0, 1);
}

// Joins lines to sentences.
export function sentences(all) {
  const ends = (said) => WIDE.test(said.at(-1)) ? "。" : ". ";
  return all.reduce((said, line) => said + (/[.,:;!?。，：；！？、]$/.test(said) || /^[a-z]/.test(line) ? " " : ends(said)) + line);
}

// Short names in the line of keys, and the program's names.
const NAMES = { Bksp: "Backspace", PgUp: "PageUp", PgDn: "PageDown", Ins: "Insert", Del: "Delete", "+": "+", "-": "-" };
const KEY = /^((Ctrl|Alt|Shift)\+)*(F\d+|Enter|Esc|Space|Tab|Backspace|Home|End|PageUp|PageDown|Insert|Delete|[A-Za-z0-9+/?-])$/;

function keyNamed(name) {
  const key = NAMES[name] ?? name;
  if (!KEY.test(key)) return null;
  return [...key].length === 1 ? key.toLowerCase() : key;
}

// The keys in the line of keys with their labels and places.
export function keyLine(all) {
  const row = all.filter(({ y }) => y === BOTTOM);
  const keys = [];
  for (let n = 0; n + 1 < row.length; n += 2) {
    const key = keyNamed(row[n].text.trim());
    if (key) keys.push({ key, label: `${row[n].text.trim()} ${row[n + 1].text.trim()}`, left: row[n].x, right: row[n + 1].right });
  }
  return keys;
}

// The keys for a tap: a key in the line of keys, a menu at the top, the way of the cursor on a board and Enter, its way in a text, or the
// way to a row of a list and Enter. None if the tap has no meaning.
export function keysAt(x, y, all, cursor, inText) {
  if (y >= BOTTOM) {
    const hit = keyLine(all).find(({ left, right }) => left <= x && x < right);
    return hit ? [hit.key] : [];
  }
  if (y < LINE) return menuAt(x, all);
  if (cursor && inText) return wayInText(x, y, all, cursor);
  const way = cursor && wayOnBoard(x, y, cursor);
  if (way) return way;
  const rows = wayToRow(x, y, all);
  return rows && [...rows, ...inText ? [] : ["Enter"]] || [];
}

// The letters of a run with their places and colours.
function lettersOf(piece) {
  let { x } = piece;
  return [...piece.text].map((letter) => {
    const left = x;
    x += 8 * cells(letter);
    return { letter, left, right: x, ink: piece.ink };
  });
}

// The key for a menu: Alt and the letter of its name in another colour. Spaces separate the names.
function menuAt(x, all) {
  const letters = all.filter(({ y }) => y === 0).flatMap(lettersOf).filter(({ letter }) => letter !== " ");
  const names = [];
  for (const letter of letters) {
    if (names.at(-1)?.at(-1).right === letter.left) names.at(-1).push(letter);
    else names.push([letter]);
  }
  const name = names.find((name) => name[0].left - 8 <= x && x < name.at(-1).right + 8) ?? [];
  const hot = name.filter(({ letter, ink }) => /[a-z]/i.test(letter) && name.filter((other) => other.ink === ink).length === 1);
  return name.length > 1 && hot.length === 1 ? [`Alt+${hot[0].letter.toLowerCase()}`] : [];
}

function times(count, forwards, back) {
  return Array(Math.abs(count)).fill(count > 0 ? forwards : back);
}

function wayOnBoard(x, y, { step, at, first, last }) {
  const near = ([px, py]) => [Math.round((x - px) / step), Math.round((y - py) / step)];
  const [column, row] = near(first);
  const [right, below] = near(last);
  if (column < 0 || row < 0 || right > 0 || below > 0) return null;
  const [cursorColumn, cursorRow] = [(at[0] - first[0]) / step, (at[1] - first[1]) / step];
  // The cursor may be above the board.
  return [...times(row - cursorRow, "Down", "Up"), ...times(column - cursorColumn, "Right", "Left"), "Enter"];
}

// The way of the cursor to a letter. It starts at the end of the line, because tabs are possible before, and ends at the first letter.
export function wayInText(x, y, all, { at, first, last }) {
  const row = (height) => Math.floor((height - first[1]) / LINE + 0.5);
  const isSeen = (height) => first[1] - LINE / 2 <= height && height < last[1] + LINE / 2;
  if (!isSeen(y)) return [];
  const line = all.filter((piece) => isSeen(piece.y) && row(piece.y + LINE / 2) === row(y));
  const letters = line.flatMap(lettersOf);
  const ends = Math.max(...letters.filter(({ letter }) => letter !== " ").map(({ right }) => right));
  const behind = letters.filter(({ right }) => x < right && right <= ends);
  return [...times(row(y) - row(at[1]), "Down", "Up"), "End", ...behind.map(() => "Left")];
}

// The way from the selected row to another one, or null if there is none.
function wayToRow(x, y, all) {
  const tapped = all.find((piece) => piece.y <= y && y < piece.y + LINE && piece.x - 16 <= x && x < piece.right + 16);
  if (!tapped) return null;
  const inColumn = all.filter((piece) => piece.y >= LINE && piece.y < BOTTOM && piece.x < tapped.right && piece.right > tapped.x);
  const ground = new Map(inColumn.map((piece) => [piece.y, piece.ground]));
  const block = [tapped.y];
  while (ground.has(block[0] - LINE)) block.unshift(block[0] - LINE);
  while (ground.has(block.at(-1) + LINE)) block.push(block.at(-1) + LINE);
  // Only the selected row has another background.
  const chosen = block.filter((row) => block.filter((other) => ground.get(other) === ground.get(row)).length === 1);
  return block.length > 1 && chosen.length === 1 ? times((tapped.y - chosen[0]) / LINE, "Down", "Up") : null;
}

// The places of a board with their names. Othello numbers its rows from the top, gomoku from the bottom.
function placesOf(board) {
  const rows = board.filter((line) => /^[.XO]+$/.test(line));
  const number = (n) => rows.length === 8 ? n + 1 : rows.length - n;
  const stones = { X: translate("black"), O: translate("white") };
  const name = (column) => String.fromCharCode("a".charCodeAt(0) + column);
  return rows.map((row, n) => ({
    number: number(n),
    places: [...row].map((sign, column) => ({ name: `${name(column)}${number(n)}`, stone: stones[sign] })),
  }));
}

// A board in words, row by row, and the lines after it.
export function boardInWords(lines) {
  const rows = placesOf(lines).map(({ number, places }) => {
    const stones = places.filter(({ stone }) => stone).map(({ name, stone }) => `${name} ${stone}`);
    return translate("Row {number}: {stones}", { number, stones: stones.join(translate(", ")) || translate("empty") });
  });
  return [...rows, ...lines.slice(rows.length)];
}

// A place of the board and its stone. Other places are unchanged.
export function placeInWords(place, lines) {
  const found = placesOf(lines).flatMap(({ places }) => places).find(({ name }) => name === place);
  return found ? `${place} ${found.stone ?? translate("empty")}` : place;
}
