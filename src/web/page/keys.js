// Translates browser keys to the program's names.

const NAMED = {
  ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
  Home: "Home", End: "End", PageUp: "PageUp", PageDown: "PageDown",
  Enter: "Enter", " ": "Space", Escape: "Esc", Backspace: "Backspace", Insert: "Insert", Delete: "Delete", Tab: "Tab",
};

// A corner of the keypad types two arrows for a diagonal move.
const CORNERS = { Numpad7: ["Up", "Left"], Numpad9: ["Up", "Right"], Numpad1: ["Down", "Left"], Numpad3: ["Down", "Right"] };

const WITH_SHIFT = ["Up", "Down", "Left", "Right", "Home", "End", "Tab"];
const WITH_CTRL = ["Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown"];

// Keys for closing a tab, a new tab and a new window. They belong to the browser, even if it passes them to the page.
const BROWSERS = ["Ctrl+w", "Ctrl+t", "Ctrl+n"];

// Replacements with Ctrl and Alt for keys that the browser reserves: digits for F1 to F12, I for Tab (as in ASCII), letters with Ctrl.
const SECOND = {
  Digit1: "F1", Digit2: "F2", Digit3: "F3", Digit4: "F4", Digit5: "F5", Digit6: "F6", Digit7: "F7", Digit8: "F8", Digit9: "F9",
  Digit0: "F10", Minus: "F11", Equal: "F12", KeyI: "Tab", KeyW: "Ctrl+w", KeyT: "Ctrl+t", KeyN: "Ctrl+n",
};

const PAGES = { KeyL: "share", KeyK: "save", KeyG: "restore", KeyB: "buttons", KeyH: "bar", Enter: "screen" };

// The page's own action for a key, if it has one.
export function pageAction({ code, altKey, ctrlKey, shiftKey, metaKey }) {
  return altKey && !ctrlKey && !shiftKey && !metaKey ? PAGES[code] : undefined;
}

// The program's keys for a key event; none if the key belongs to the browser or the system. In full screen all keys are the program's.
export function keysOf(event, fillsScreen) {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (metaKey || key === "Dead" || event.isComposing) return [];
  // Windows reports AltGr, which types characters, as Ctrl and Alt.
  const typed = event.getModifierState("AltGraph");
  const ctrl = ctrlKey && !typed;
  const alt = altKey && !typed;
  if (ctrl && alt && SECOND[code]) return [SECOND[code]];
  if (CORNERS[code] && !event.getModifierState("NumLock")) return CORNERS[code];
  if (/^F\d+$/.test(key)) {
    const held = ctrl ? "Ctrl+" : alt ? "Alt+" : shiftKey ? "Shift+" : "";
    return [held + key];
  }
  const name = NAMED[key];
  if (name) {
    if (ctrl) return WITH_CTRL.includes(name) ? [`Ctrl+${name}`] : [];
    if (alt) return [];
    return [shiftKey && WITH_SHIFT.includes(name) ? `Shift+${name}` : name];
  }
  if ([...key].length !== 1) return [];
  if (ctrl) {
    const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key[A-Z]$/.test(code) ? code[3].toLowerCase() : "";
    const whole = letter && (shiftKey ? `Ctrl+Shift+${letter}` : `Ctrl+${letter}`);
    return whole && (fillsScreen || !BROWSERS.includes(whole)) ? [whole] : [];
  }
  if (alt) {
    const letter = /^(Key[A-Z]|Digit\d)$/.test(code) ? code.at(-1).toLowerCase() : "";
    return letter ? [`Alt+${letter}`] : [];
  }
  return [key];
}
