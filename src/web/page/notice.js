// Messages below the picture.

// The time for which a note is visible, in milliseconds.
const NOTED = 8000;

const notice = document.querySelector("#notice");
let noted = 0;

// Shows a message until the next one. A note disappears after some seconds. Buttons are pairs of a text and an action.
export function say(words, { isNote = false, buttons = [] } = {}) {
  clearTimeout(noted);
  notice.textContent = words;
  notice.hidden = !words;
  for (const [text, action] of buttons) {
    const button = document.createElement("button");
    button.textContent = text;
    button.onclick = action;
    notice.append(" ", button);
  }
  if (isNote) noted = setTimeout(() => say(""), NOTED);
}

// Adds to the message.
export function sayToo(words) {
  say([notice.textContent, words].filter(Boolean).join("\n"));
}
