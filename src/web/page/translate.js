// The page's own texts in the program's language.

import { LANGUAGES } from "./languages.js";

// The language of a tag such as `zh-CN`.
function knownLanguage(tag) {
  const [language] = tag.split("-");
  return language in LANGUAGES ? language : "en";
}

let currentLanguage = knownLanguage(navigator.language);
// Translates a phrase and inserts values for its `{name}` places.
export function translate(phrase, values = {}) {
  const words = LANGUAGES[currentLanguage]?.[phrase] ?? phrase;
  return words.replace(/\{(\w+)\}/g, (_place, name) => values[name]);
}

// Sets the text of an element, which changes with the language.
export function setText(text, element) {
  element.dataset.says = text;
  element.textContent = translate(text);
}

// Translates the whole page: the elements marked `data-says`, and all labels. Each keeps its English text.
export function setLanguage(tag) {
  currentLanguage = knownLanguage(tag);
  document.documentElement.lang = tag;
  for (const element of document.querySelectorAll("[data-says]")) setText(element.dataset.says || element.textContent, element);
  for (const element of document.querySelectorAll("[aria-label]")) {
    element.dataset.label ??= element.getAttribute("aria-label");
    element.setAttribute("aria-label", translate(element.dataset.label));
  }
  for (const link of document.querySelectorAll("a[href^=gallery]")) link.href = `gallery-${currentLanguage}/gallery.html`;
}
