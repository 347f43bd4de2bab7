// The page's own texts in the program's language.

import { LANGUAGES } from "./languages.js";

// The language of a tag such as `zh-CN`.
function knownLanguage(tag) {
  const [language] = tag.split("-");
  return language in LANGUAGES ? language : "en";
}

let currentLanguage = knownLanguage(navigator.language);
// The English texts and labels of elements.
const marked = new Map();

// Translates a phrase and inserts values for its `{name}` places.
export function translate(phrase, values = {}) {
  const words = LANGUAGES[currentLanguage]?.[phrase] ?? phrase;
  return words.replace(/\{(\w+)\}/g, (_place, name) => values[name]);
}

function showText(element) {
  const { text, label } = marked.get(element);
  if (text) element.textContent = translate(text);
  if (label) element.setAttribute("aria-label", translate(label));
}

// Sets the text of an element, which changes with the language.
export function setText(text, element) {
  marked.set(element, { text });
  showText(element);
}

// Translates the whole page.
export function setLanguage(tag) {
  currentLanguage = knownLanguage(tag);
  document.documentElement.lang = tag;
  for (const element of marked.keys()) showText(element);
  for (const link of document.querySelectorAll("a[href^=gallery]")) link.href = `gallery-${currentLanguage}/gallery.html`;
}

// Collects the texts of elements marked `data-says` and all labels, and translates them.
export function collectTexts() {
  for (const element of document.querySelectorAll("[data-says], [aria-label]")) {
    const text = "says" in element.dataset ? element.textContent : "";
    marked.set(element, { text, label: element.getAttribute("aria-label") });
  }
  setLanguage(navigator.language);
}
