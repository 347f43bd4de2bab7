// Keys for a finger: a row of them below the picture, taps on the picture, and the keyboard that the system shows.

import { keyLine, keysAt } from "./reading.js";
import { told } from "./told.js";

// Those that are always there.
const ALWAYS = [
  ["Esc", "Esc"], ["Left", "←"], ["Up", "↑"], ["Down", "↓"], ["Right", "→"], ["Enter", "Enter"],
];

// What may run a C program, which has the whole screen, and may want no key that leaves it.
const RUNS = ["c", "task", "lesson"];
const STOP = "Ctrl+c";

export class Touch {
  // `press(key)` presses a key.
  constructor(canvas, row, typed, press) {
    Object.assign(this, { canvas, row, typed, press, pieces: [], stone: null, inText: false, runs: false, shown: "", word: "" });
    row.addEventListener("click", ({ target }) => {
      const { key } = target.dataset;
      if (key) this.press(key);
      else if (target.dataset.does === "keyboard") this.typed.focus();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (event.isPrimary) this.at(event.clientX, event.clientY).forEach((key) => this.press(key));
    });
    typed.addEventListener("beforeinput", (event) => this.type(event));
    for (const begins of ["focus", "compositionend"]) typed.addEventListener(begins, () => this.empty());
    this.show([]);
  }

  // What a place of the window means, in keys.
  at(left, top) {
    const { x, y, width, height } = this.canvas.getBoundingClientRect();
    return keysAt((left - x) * 640 / width, (top - y) * 480 / height, this.pieces, this.stone, this.inText);
  }

  // What the screen is about: where a stone stands that keys move, and whether they move a cursor through a text.
  about(stone, inText) {
    Object.assign(this, { stone, inText });
  }

  // What kind of thing the screen shows.
  of(kind) {
    this.runs = RUNS.includes(kind);
    this.read(this.pieces);
  }

  read(pieces) {
    this.pieces = pieces;
    const keys = keyLine(pieces);
    const more = keys.filter(({ key }) => !ALWAYS.some(([name]) => name === key));
    this.show(keys.length === 0 && this.runs ? [{ key: STOP, label: told("Stop") }] : more);
  }

  show(keys) {
    const all = [...ALWAYS.map(([key, label]) => ({ key, label })), ...keys];
    const shown = JSON.stringify(all);
    if (shown === this.shown) return;
    this.shown = shown;
    const button = (label, data) => {
      const made = document.createElement("button");
      made.textContent = label;
      Object.assign(made.dataset, data);
      return made;
    };
    this.row.replaceChildren(...all.map(({ key, label }) => button(label, { key })), button("⌨", { does: "keyboard" }));
  }

  // The system's keyboard tells no keys but what it does to a text, which is always a single space with the cursor behind it.
  type(event) {
    event.preventDefault();
    switch (event.inputType) {
      case "insertText":
      case "insertReplacementText":
        this.compose(event.data ?? "");
        this.word = "";
        break;
      case "insertCompositionText":
        this.compose(event.data ?? "");
        break;
      case "insertLineBreak":
      case "insertParagraph":
        this.press("Enter");
        break;
      case "deleteContentBackward":
        this.press("Backspace");
        break;
    }
  }

  // A keyboard that guesses words tells all of the word with each letter, and cannot be held back.
  compose(word) {
    const [before, now] = [[...this.word], [...word]];
    const differs = now.findIndex((letter, n) => letter !== before[n]);
    const same = differs === -1 ? Math.min(now.length, before.length) : differs;
    before.slice(same).forEach(() => this.press("Backspace"));
    now.slice(same).forEach((letter) => this.press(letter === " " ? "Space" : letter));
    this.word = word;
  }

  // A word is complete, or the keyboard comes: there is nothing but the space again.
  empty() {
    this.word = "";
    this.typed.value = " ";
    this.typed.setSelectionRange(1, 1);
  }
}
