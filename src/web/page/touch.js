// Touch screens: a row of buttons, taps on the picture, and the system's keyboard.

import { keyLine, keysAt } from "./reading.js";
import { translate } from "./translate.js";

// The permanent buttons.
const ALWAYS = [
  ["Esc", "Esc"], ["Left", "←"], ["Up", "↑"], ["Down", "↓"], ["Right", "→"], ["Enter", "Enter"],
];

// The screens that may run a C program, which needs a button to stop it.
const RUNS = ["c", "task", "lesson"];
const STOP = "Ctrl+c";

export class Touch {
  constructor(canvas, row, typed, press) {
    Object.assign(this, { canvas, row, typed, press, pieces: [], cursor: null, mouse: 0, inText: false, runs: false, shown: "", word: "" });
    row.addEventListener("click", ({ target }) => {
      const { key } = target.dataset;
      if (key) this.press(key);
      else if (target.dataset.does === "keyboard") this.typed.focus();
    });
    for (const kind of ["pointerdown", "pointermove", "pointerup"]) canvas.addEventListener(kind, (event) => this.point(event));
    canvas.addEventListener("contextmenu", (event) => this.mouse && event.preventDefault());
    canvas.addEventListener("pointerup", (event) => {
      if (event.isPrimary && !this.mouse) this.at(event.clientX, event.clientY).forEach((key) => this.press(key));
    });
    typed.addEventListener("beforeinput", (event) => this.type(event));
    for (const begins of ["focus", "compositionend"]) typed.addEventListener(begins, () => this.empty());
    this.show([]);
  }

  // The place of a tap on the picture.
  place(left, top) {
    const { x, y, width, height } = this.canvas.getBoundingClientRect();
    return [(left - x) * 640 / width, (top - y) * 480 / height];
  }

  // The keys for a tap.
  at(left, top) {
    return keysAt(...this.place(left, top), this.pieces, this.cursor, this.inText);
  }

  // Sets the program's use of the mouse: 0 for none, 1 if it reads it, 2 if it also shows a pointer.
  setMouse(used) {
    this.mouse = used;
    this.canvas.style.cursor = used === 2 ? "none" : "";
    this.canvas.style.touchAction = used ? "none" : "";
  }

  // Passes the mouse, or a finger, to a program that uses it.
  point(event) {
    if (!this.mouse || !event.isPrimary) return;
    if (event.type === "pointerdown") this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.place(event.clientX, event.clientY).map(Math.floor);
    const clamp = (n, most) => Math.max(0, Math.min(n, most));
    this.press(`Mouse@${clamp(x, 639)},${clamp(y, 479)},${event.buttons & 7}`);
  }

  // Sets the cursor that arrow keys move, and whether it is in a text.
  setCursor(cursor, inText) {
    Object.assign(this, { cursor, inText });
  }

  // Sets the kind of screen.
  setKind(kind) {
    this.runs = RUNS.includes(kind);
    this.read(this.pieces);
  }

  read(pieces) {
    this.pieces = pieces;
    const keys = keyLine(pieces);
    const more = keys.filter(({ key }) => !ALWAYS.some(([name]) => name === key));
    this.show(keys.length === 0 && this.runs ? [{ key: STOP, label: translate("Stop") }] : more);
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

  // The system's keyboard reports edits of a text instead of keys. The text is always a space before the cursor.
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

  // A keyboard with word prediction reports the whole word for each letter.
  compose(word) {
    const [before, now] = [[...this.word], [...word]];
    const differs = now.findIndex((letter, n) => letter !== before[n]);
    const same = differs === -1 ? Math.min(now.length, before.length) : differs;
    before.slice(same).forEach(() => this.press("Backspace"));
    now.slice(same).forEach((letter) => this.press(letter === " " ? "Space" : letter));
    this.word = word;
  }

  // Resets the text after a complete word, or when the keyboard appears.
  empty() {
    this.word = "";
    this.typed.value = " ";
    this.typed.setSelectionRange(1, 1);
  }
}
