// The screen in words, for screen readers.

import { CODE_GROUND, fill } from "./listing.js";
import { boardInWords, lines, news, placeInWords, sentences } from "./reading.js";
import { translate } from "./translate.js";

// The delay in milliseconds before new text is read aloud.
const STANDS = 150;
// The maximum number of characters to read aloud at once.
const MOST_SAID = 300;

export class Speech {
  constructor(spoken) {
    const [text, board] = ["#text", "#board"].map((part) => document.querySelector(part));
    Object.assign(this, { spoken, text, board, seen: [], drawn: [], subject: {}, timer: 0, toSay: [] });
  }

  // Handles the runs of text on the screen, and the last drawings of a C program in words.
  read(pieces, drawn) {
    const after = lines(pieces);
    fill(this.text, [...after.map(({ text }) => text), ...drawn]);
    const fresh = news(this.seen, after);
    const newlyDrawn = drawn.filter((line) => !this.drawn.includes(line));
    Object.assign(this, { seen: after, drawn });
    // In code only the current line is read aloud. The panels around the code have other backgrounds.
    const said = fresh.filter(({ ground }) => !this.subject.isCode || ground !== CODE_GROUND).map(({ text }) => text);
    this.speak([...said, ...newlyDrawn]);
  }

  // Handles the subject of the screen: the picture as text, the place and the line of code.
  about(subject) {
    const { picture, place, line, isText } = subject;
    const rows = picture.split("\n");
    const here = placeInWords(place, rows);
    fill(this.board, [...boardInWords(rows), here && translate("Here: {here}", { here })].filter(Boolean));
    // In a text the line is read aloud, not each letter.
    const moved = isText ? line !== this.subject.line : place !== this.subject.place;
    this.subject = subject;
    if (place && moved) this.speak([here]);
  }

  // Reads new text aloud, together with other recent text. If the screen changes too fast, the oldest text is skipped.
  speak(words) {
    if (words.length === 0) return;
    const { toSay } = this;
    toSay.push(words);
    while (toSay.length > 1 && toSay.flat().join(" ").length > MOST_SAID) toSay.shift();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.spoken.textContent = sentences(toSay.flat()).slice(0, MOST_SAID);
      toSay.length = 0;
    }, STANDS);
  }
}
