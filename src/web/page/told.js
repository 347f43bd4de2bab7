// What the page itself says, in the language that the program speaks.

import { LANGUAGES } from "./languages.js";

// A language as a browser names it, `zh-CN`, stands for all its countries.
function knownLanguage(tag) {
  const [language] = tag.split("-");
  return language in LANGUAGES ? language : "en";
}

let spokenLanguage = knownLanguage(navigator.language);
// The page's own texts, in English: of elements, and of attributes.
const marked = new Map();

// A phrase with values in its places: `{name}` is one.
export function told(phrase, values = {}) {
  const words = LANGUAGES[spokenLanguage]?.[phrase] ?? phrase;
  return words.replace(/\{(\w+)\}/g, (_place, name) => values[name]);
}

function showText(element) {
  const { text, label } = marked.get(element);
  if (text) element.textContent = told(text);
  if (label) element.setAttribute("aria-label", told(label));
}

// Gives an element a text, which changes with the language.
export function tellIn(text, element) {
  marked.set(element, { text });
  showText(element);
}

// Says all that stands in the page in this language.
export function speakLanguage(tag) {
  spokenLanguage = knownLanguage(tag);
  document.documentElement.lang = tag;
  for (const element of marked.keys()) showText(element);
}

// The texts of the page are those of elements marked `data-says`, and all labels.
export function beginTelling() {
  for (const element of document.querySelectorAll("[data-says], [aria-label]")) {
    const text = "says" in element.dataset ? element.textContent : "";
    marked.set(element, { text, label: element.getAttribute("aria-label") });
  }
  speakLanguage(navigator.language);
}
