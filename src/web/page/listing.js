// The code and its explanation as text below the picture, for phones held upright.

import { lines } from "./reading.js";

// The background of code: blue.
export const CODE_GROUND = "1";

// Sets the lines of a section, without replacing unchanged ones, so that a screen reader keeps its place.
export function fill(section, texts) {
  while (section.children.length > texts.length) section.lastChild.remove();
  texts.forEach((text, n) => {
    const line = section.children[n] ?? section.appendChild(document.createElement("p"));
    if (line.textContent !== text) line.textContent = text;
  });
}

export class Listing {
  // `press` receives the keys that move the cursor to a tapped line.
  constructor(code, explanation, press) {
    Object.assign(this, { code, explanation, line: 1 });
    code.addEventListener("click", ({ target }) => {
      const tapped = [...code.children].indexOf(target.closest("p")) + 1;
      const way = tapped > 0 && this.isText ? tapped - this.line : 0;
      for (let n = 0; n < Math.abs(way); n++) press(way > 0 ? "Down" : "Up");
    });
  }

  // Shows the whole source of a program, or else the code on the screen.
  show(subject, pieces) {
    const { kind, which, line, isText, isCode } = subject;
    const seen = lines(pieces);
    const isSource = kind === "c" && isCode;
    const code = isSource ? which.split("\n") : isCode ? seen.filter(({ ground }) => ground === CODE_GROUND).map(({ text }) => text) : [];
    const others = isCode ? seen.filter(({ ground, y }) => ground !== CODE_GROUND && y > 0).map(({ text }) => text) : [];
    this.isText = isText && isSource;
    this.line = Number(/\d+/.exec(line)?.[0] ?? 1);
    fill(this.code, code);
    fill(this.explanation, others);
    const here = isSource ? this.code.children[this.line - 1] : null;
    this.code.querySelector(".here")?.classList.remove("here");
    here?.classList.add("here");
    here?.scrollIntoView({ block: "nearest" });
  }
}
