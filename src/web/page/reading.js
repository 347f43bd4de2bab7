// The text on the program's screen: lines of pieces, each with its place and its colours.

import { told } from "./told.js";

const [LINE, BOTTOM] = [16, 464];
// What stands before the row that is chosen.
const CHOSEN = "►";
// Hanzi, and the signs that go with them.
const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/;

// The pieces that the program tells, a line each.
export function pieces(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [, x, y, ink, ground, letters] = /^(\d+) (\d+) (\d+) (\d+) (.*)$/.exec(line);
    const left = Number(x);
    return { x: left, y: Number(y), ink, ground, text: letters, right: left + 8 * cells(letters) };
  });
}

// How many cells of the screen letters take: a hanzi takes two.
function cells(letters) {
  return [...letters].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

// The lines from the top down, without the line of keys. What stands in a box is a line of its own, on its own ground.
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

// The ground that most letters stand on.
export function mostGround(all) {
  const counts = Map.groupBy(all, ({ ground }) => ground);
  const size = ([, some]) => some.reduce((sum, { text }) => sum + text.length, 0);
  return [...counts].sort((a, b) => size(b) - size(a))[0]?.[0];
}

// What is new on a screen after another one: first what stands in a box, and last the title. Where no text is new it is the row that is
// chosen now, which the program has marked by a sign or by its ground.
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

// Lines as sentences: one that goes on in the next line is not cut.
export function sentences(all) {
  const ends = (said) => WIDE.test(said.at(-1)) ? "。" : ". ";
  return all.reduce((said, line) => said + (/[.,:;!?。，：；！？、]$/.test(said) || /^[a-z]/.test(line) ? " " : ends(said)) + line);
}

// The names of keys in the line of keys, where they are not those that the program has for them.
const NAMES = { Bksp: "Backspace", PgUp: "PageUp", PgDn: "PageDown", Ins: "Insert", Del: "Delete", "+": "+", "-": "-" };
const KEY = /^((Ctrl|Alt|Shift)\+)*(F\d+|Enter|Esc|Space|Tab|Backspace|Home|End|PageUp|PageDown|Insert|Delete|[A-Za-z0-9+/?-])$/;

function keyNamed(name) {
  const key = NAMES[name] ?? name;
  if (!KEY.test(key)) return null;
  return [...key].length === 1 ? key.toLowerCase() : key;
}

// The keys that the line of keys names, with what they do, and where they stand.
export function keyLine(all) {
  const row = all.filter(({ y }) => y === BOTTOM);
  const keys = [];
  for (let n = 0; n + 1 < row.length; n += 2) {
    const key = keyNamed(row[n].text.trim());
    if (key) keys.push({ key, label: `${row[n].text.trim()} ${row[n + 1].text.trim()}`, left: row[n].x, right: row[n + 1].right });
  }
  return keys;
}

// The keys that a tap on a place of the screen means: a key of the line of keys, a menu of the line at the top, the way of the stone to a place
// of the board and Enter, or the way to a row; of a list, and Enter. None where it means nothing.
export function keysAt(x, y, all, stone, inText) {
  if (y >= BOTTOM) {
    const hit = keyLine(all).find(({ left, right }) => left <= x && x < right);
    return hit ? [hit.key] : [];
  }
  if (y < LINE) return menuAt(x, all);
  if (stone && inText) return wayInText(x, y, all, stone);
  const way = stone && wayOnBoard(x, y, stone);
  if (way) return way;
  const rows = wayToRow(x, y, all);
  return rows && [...rows, ...inText ? [] : ["Enter"]] || [];
}

// The letters of a piece, each with its place and its colour.
function lettersOf(piece) {
  let { x } = piece;
  return [...piece.text].map((letter) => {
    const left = x;
    x += 8 * cells(letter);
    return { letter, left, right: x, ink: piece.ink };
  });
}

// The name of a menu has one letter in another colour, by which Alt opens it. Spaces stand between the names.
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

function wayOnBoard(x, y, { pitch, at, first, last }) {
  const near = ([px, py]) => [Math.round((x - px) / pitch), Math.round((y - py) / pitch)];
  const [column, row] = near(first);
  const [right, below] = near(last);
  if (column < 0 || row < 0 || right > 0 || below > 0) return null;
  const [stoneColumn, stoneRow] = [(at[0] - first[0]) / pitch, (at[1] - first[1]) / pitch];
  // A stone above the board can only come down.
  return [...times(row - stoneRow, "Down", "Up"), ...times(column - stoneColumn, "Right", "Left"), "Enter"];
}

// The way of the cursor to a place in a text. It goes from the end of the line, where no tab stands, and no further than to its first letter.
function wayInText(x, y, all, { at, first, last }) {
  const row = (height) => Math.floor((height - first[1]) / LINE + 0.5);
  const isSeen = (height) => first[1] - LINE / 2 <= height && height < last[1] + LINE / 2;
  if (!isSeen(y)) return [];
  const line = all.filter((piece) => isSeen(piece.y) && row(piece.y + LINE / 2) === row(y));
  const letters = line.flatMap(lettersOf);
  const ends = Math.max(...letters.filter(({ letter }) => letter !== " ").map(({ right }) => right));
  const behind = letters.filter(({ right }) => x < right && right <= ends);
  return [...times(row(y) - row(at[1]), "Down", "Up"), "End", ...behind.map(() => "Left")];
}

// The way from the row that is chosen to another one; null where there are no such rows.
function wayToRow(x, y, all) {
  const tapped = all.find((piece) => piece.y <= y && y < piece.y + LINE && piece.x - 16 <= x && x < piece.right + 16);
  if (!tapped) return null;
  const inColumn = all.filter((piece) => piece.y >= LINE && piece.y < BOTTOM && piece.x < tapped.right && piece.right > tapped.x);
  const ground = new Map(inColumn.map((piece) => [piece.y, piece.ground]));
  const block = [tapped.y];
  while (ground.has(block[0] - LINE)) block.unshift(block[0] - LINE);
  while (ground.has(block.at(-1) + LINE)) block.push(block.at(-1) + LINE);
  // The row that is chosen is the only one on another ground.
  const chosen = block.filter((row) => block.filter((other) => ground.get(other) === ground.get(row)).length === 1);
  return block.length > 1 && chosen.length === 1 ? times((tapped.y - chosen[0]) / LINE, "Down", "Up") : null;
}

// The places of a board, by their names. Othello counts its rows from the top, gomoku from the bottom.
function placesOf(board) {
  const rows = board.filter((line) => /^[.XO]+$/.test(line));
  const number = (n) => rows.length === 8 ? n + 1 : rows.length - n;
  const stones = { X: told("black"), O: told("white") };
  const name = (column) => String.fromCharCode("a".charCodeAt(0) + column);
  return rows.map((row, n) => ({
    number: number(n),
    places: [...row].map((sign, column) => ({ name: `${name(column)}${number(n)}`, stone: stones[sign] })),
  }));
}

// A board in words, row by row, and what else is told of it.
export function boardInWords(lines) {
  const rows = placesOf(lines).map(({ number, places }) => {
    const stones = places.filter(({ stone }) => stone).map(({ name, stone }) => `${name} ${stone}`);
    return told("Row {number}: {stones}", { number, stones: stones.join(told(", ")) || told("empty") });
  });
  return [...rows, ...lines.slice(rows.length)];
}

// A place and what is on it; as it stands where it is none of the board.
export function placeInWords(place, lines) {
  const found = placesOf(lines).flatMap(({ places }) => places).find(({ name }) => name === place);
  return found ? `${place} ${found.stone ?? told("empty")}` : place;
}
