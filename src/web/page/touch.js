// Touch screens: a row of buttons, taps on the picture, and the system's keyboard.

import { keyLine, keysAt, wayInText } from "./reading.js";

// The permanent buttons.
const ALWAYS = [
  ["Esc", "Esc"], ["Left", "←"], ["Up", "↑"], ["Down", "↓"], ["Right", "→"], ["Enter", "Enter"],
];

// The signs of C that a phone's keyboard hides.
const SIGNS = [..."{}()[];\"'<>=&*+-/%!#,\\|"];

// The movement in CSS pixels up to which a press and a release are a click.
const SAME_PLACE = 12;
// The length of the text of the system's keyboard at which it is emptied.
const LONGEST_LINE = 100;
// The turn of the wheel for one row, in CSS pixels.
const ROW = 33;
// The quotes of a phone's keyboard, and those of C.
const STRAIGHT = { "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'" };

function button(label, data) {
  const made = document.createElement("button");
  made.textContent = label;
  Object.assign(made.dataset, data);
  return made;
}

export class Touch {
  constructor(canvas, { row, signs, typed }, press) {
    Object.assign(this, { canvas, row, signs, typed, press, pieces: [], cursor: null, mouse: 0, inText: false, isText: false, shown: "", text: " " });
    signs.replaceChildren(...SIGNS.map((sign) => button(sign, { key: sign })));
    // The system's keyboard stays open.
    signs.addEventListener("pointerdown", (event) => event.preventDefault());
    signs.addEventListener("click", ({ target }) => target.dataset.key && this.press(target.dataset.key));
    row.addEventListener("click", ({ target }) => {
      const { key } = target.dataset;
      // Another key moves the cursor away from the text.
      this.empty();
      if (key) this.press(key);
      else if (target.dataset.does === "keyboard") this.typed.focus();
    });
    for (const kind of ["pointerdown", "pointermove", "pointerup"]) canvas.addEventListener(kind, (event) => this.point(event));
    canvas.addEventListener("contextmenu", (event) => this.mouse && event.preventDefault());
    // The press of the button, and the cursor during a drag.
    let [down, dragged] = [null, null];
    canvas.addEventListener("pointerdown", (event) => {
      down = event.isPrimary && event.button === 0 ? event : null;
      dragged = null;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!down || !this.isText || !(dragged ?? this.cursor)) return;
      if (!dragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SAME_PLACE) return;
      // The selection begins at the place of the press.
      dragged = this.moved(dragged ?? this.moved(this.cursor, down, ""), event, "Shift+");
    });
    canvas.addEventListener("pointerup", (event) => {
      const { clientX: x, clientY: y, button } = event;
      const stays = down && !dragged && button === 0 && Math.hypot(x - down.clientX, y - down.clientY) < SAME_PLACE;
      down = null;
      this.empty();
      const keys = stays && !this.mouse ? keysAt(...this.place(x, y), this.pieces, this.cursor, this.inText) : [];
      keys.forEach((key) => this.press(key));
    });
    let turned = 0;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      turned += event.deltaMode === 0 ? event.deltaY / ROW : event.deltaY;
      for (; Math.abs(turned) >= 1; turned -= Math.sign(turned)) this.press((this.isText ? "Ctrl+" : "") + (turned > 0 ? "Down" : "Up"));
    }, { passive: false });
    typed.addEventListener("input", (event) => this.changed(event));
    typed.addEventListener("focus", () => this.empty());
    this.show([]);
  }

  // The place of a tap on the picture.
  place(left, top) {
    const { x, y, width, height } = this.canvas.getBoundingClientRect();
    return [(left - x) * 640 / width, (top - y) * 480 / height];
  }

  // Sets the program's use of the mouse: 0 for none, 1 if it reads it, 2 if it also shows a pointer.
  setMouse(used) {
    this.mouse = used;
    this.canvas.style.cursor = used === 2 ? "none" : "";
    this.setTouchAction();
  }

  // A finger that the program uses, or that selects text, moves nothing else.
  setTouchAction() {
    this.canvas.style.touchAction = this.mouse || this.isText ? "none" : "";
  }

  // Passes the mouse, or a finger, to a program that uses it.
  point(event) {
    if (!this.mouse || !event.isPrimary) return;
    if (event.type === "pointerdown") this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.place(event.clientX, event.clientY).map(Math.floor);
    const clamp = (n, most) => Math.max(0, Math.min(n, most));
    this.press(`Mouse@${clamp(x, 639)},${clamp(y, 479)},${event.buttons & 7}`);
  }

  // Sets the cursor that arrow keys move, whether it is in a text, and whether keys type text, which shows the signs of C.
  about(cursor, { isCode, isText }) {
    Object.assign(this, { cursor, inText: isCode, isText });
    this.signs.hidden = !isText;
    this.setTouchAction();
  }

  // Moves the cursor to a place in a text. Returns the cursor as it will be when the program has handled the keys.
  moved(cursor, { clientX, clientY }, held) {
    const place = this.place(clientX, clientY);
    const way = wayInText(...place, this.pieces, cursor);
    way.forEach((key) => this.press(held + key));
    return way.length > 0 ? { ...cursor, at: place } : cursor;
  }

  read(pieces) {
    this.pieces = pieces;
    this.show(keyLine(pieces).filter(({ key }) => !ALWAYS.some(([name]) => name === key)));
  }

  show(keys) {
    const all = [...ALWAYS.map(([key, label]) => ({ key, label })), ...keys];
    const shown = JSON.stringify(all);
    if (shown === this.shown) return;
    this.shown = shown;
    this.row.replaceChildren(...all.map(({ key, label }) => button(label, { key })), button("⌨", { does: "keyboard" }));
  }

  // The system's keyboard edits a text: it composes and replaces words. The change of the text since the last event becomes keys.
  changed(event) {
    const [before, now] = [[...this.text], [...this.typed.value]];
    const differs = now.findIndex((letter, n) => letter !== before[n]);
    const same = differs === -1 ? Math.min(now.length, before.length) : differs;
    before.slice(same).forEach(() => this.press("Backspace"));
    now.slice(same).forEach((letter) => this.press(this.named(letter)));
    this.text = this.typed.value;
    if (!event.isComposing && (now.length > LONGEST_LINE || now[0] !== " " || now.at(-1) === "\n")) this.empty();
  }

  named(letter) {
    const straight = this.isText ? STRAIGHT[letter] ?? letter : letter;
    return { " ": "Space", "\n": "Enter" }[straight] ?? straight;
  }

  // Resets the text to a space, which a key can delete.
  empty() {
    this.text = this.typed.value = " ";
    this.typed.setSelectionRange(1, 1);
  }
}
