// The page: connects the keyboard, the mouse, the buttons and the link with the program that a worker runs.

import { listenToDrops } from "./dropping.js";
import { keysOf, pageAction } from "./keys.js";
import { isAtBoard, opened } from "./links.js";
import { Listing } from "./listing.js";
import { parts, waiting } from "./loading.js";
import { say } from "./notice.js";
import { Picture } from "./picture.js";
import { pieces } from "./reading.js";
import { hasRoom, Room } from "./room.js";
import { alone, filesOfTab, keepInTab, keepsLittle, restored, saveAll } from "./saving.js";
import { copy, share } from "./sharing.js";
import { Speaker } from "./speaker.js";
import { Speech } from "./speech.js";
import { encoder } from "./text.js";
import { Touch } from "./touch.js";
import { setLanguage, translate } from "./translate.js";

// The links that this page opens, if not all. The full page opens the rest.
const { opens: OWN_LINKS, engines: ENGINES } = document.body.dataset;
const WHOLE_PAGE = "index.html";
// For the service worker, which serves the page without a network and adds the headers for sharing memory. A page in one file has none,
// and a page in a sandbox may not ask.
const SERVICE = self.origin === "null" || document.querySelector("#worker") ? null : navigator.serviceWorker;
// The delay after the first picture before the page saves itself for use without a network, in milliseconds.
const AFTER_START = 5000;
// The titles of the page by the kind of screen.
const TITLES = {
  c: () => translate("C program"),
  task: () => translate("Assignment"),
  lesson: () => translate("Lesson"),
  exercise: () => translate("Exercise"),
  othello: () => translate("Othello"),
  gomoku: () => translate("Gomoku"),
};
// The maximum number of characters to paste.
const MOST_PASTED = 1 << 20;
// The settings inside another page, where nothing is saved, so a lesson need not ask for a name.
const NAMELESS = { "/home/qipan/settings.conf": encoder.encode("student = none\n") };

const canvas = document.querySelector("canvas");
const picture = new Picture(canvas, document.querySelector("main"));
const speaker = new Speaker();
const speech = new Speech(document.querySelector("#spoken"));

const room = new Room((event) => tell(event));
const listing = new Listing(document.querySelector("#code"), document.querySelector("#explanation"), press);

let tell = () => {};
let worker = null;
let touch = null;
let subject = {};
// The part of the address that holds the game at the board.
let held = "";
let shownText = [];
// Whether the program's files are saved.
let keeps = false;
// Restarts the program after its end.
let restart = null;

function show(shown) {
  picture.show(shown);
  if (document.documentElement.dataset.shown) return;
  document.querySelector("#loading")?.remove();
  // For tests.
  document.documentElement.dataset.shown = "yes";
  if (!embedded() && !navigator.connection?.saveData) setTimeout(() => SERVICE?.register("service.js").catch(() => {}), AFTER_START);
}

// Whether this page is inside another one.
function embedded() {
  return document.body.classList.contains("embedded");
}

// Adds the headers for sharing memory. Returns false if the page has them, or cannot add them.
async function isolate() {
  if (!SERVICE || SERVICE.controller) return false;
  await SERVICE.register("service.js");
  await SERVICE.ready;
  location.reload();
  return true;
}

// The command line, with the folder for data unless the command saves none.
function withData(args) {
  const data = ["run", "original"].includes(args[0]) ? [] : ["--data", "/home/qipan"];
  return ["qipan", ...args, ...data];
}

async function begin() {
  document.querySelector("#late").remove();
  setLanguage(navigator.language);
  if (!waiting()) {
    if (await isolate().catch(() => false)) return;
    say(translate("This browser can’t run the program. It needs Chrome or Edge 137, Firefox 153, Safari 27, or a later version."));
    return;
  }
  const link = await opened(location.hash);
  if (OWN_LINKS && link.name && !OWN_LINKS.split(" ").includes(link.name)) {
    location.replace(WHOLE_PAGE + location.hash);
    return;
  }
  const ready = parts();
  document.body.classList.toggle("embedded", link.embedded);
  keeps = !link.embedded && await alone();
  say(link.trouble ?? "");
  if (!keeps && !link.embedded) keepsLittle(translate("The program is open in another tab, so this one saves nothing."));
  picture.fit();
  listenToInput();
  await start(link, { ...link.given, ...link.embedded ? NAMELESS : {} }, ready);
  new ResizeObserver(() => {
    picture.fit();
    tell({ size: picture.size() });
  }).observe(picture.frame);
}

// Starts the program with these files and the saved ones.
async function start(link, given, ready = parts()) {
  const { shared } = waiting();
  const [{ worker: made, program, rest, carried }, offered] = await Promise.all([ready, hasRoom()]);
  worker = made;
  restart = null;
  tell = (message) => shared ? shared.send(message) : made.postMessage(message);
  listen(link);
  const [args, engines] = [withData(link.args ?? []), ENGINES !== undefined];
  const files = { ...carried, ...given };
  const replaced = link.replaced ?? (keeps ? filesOfTab() : new Map());
  const begins = { args, engines, given: files, added: link.added ?? [], replaced, keeps };
  worker.postMessage({ run: { ...begins, room: offered, size: picture.size(), shared: shared?.buffer } });
  program.then((program) => made.postMessage({ program }), failed);
  rest?.then((rest) => made.postMessage({ rest }), failed);
}

function listen(link) {
  worker.onmessage = ({ data }) => {
    if (data.picture) show(data);
    else if (data.text !== undefined) read(...data.text.split("\0"));
    else if (data.subject !== undefined) about(data.subject);
    else if (data.mouse) touch.setMouse(Number(data.mouse));
    else if (data.sound) speaker.sound(data.sound);
    else if (data.copied !== undefined) copy(data.copied).catch(() => {});
    else if (data.call !== undefined) room.call(data.call);
    else if (data.send !== undefined) room.send(data.send);
    else if (data.saved) saveAll(data.saved);
    else if (data.hears) data.hears.onmessage = ({ data }) => failed({ message: data });
    else if (data.threads !== undefined) document.documentElement.dataset.threads = data.threads;
    else if (data.language !== undefined) setLanguage(data.language);
    else if (data.kept) keepInTab(data.kept, data.bytes);
    else if (data.keeps === "tab") keepsLittle(translate("Your files are lost when this tab closes, because the browser gives the page no storage."), true);
    else if (data.keeps === false) keepsLittle(translate("A file is not saved, because the browser has no room for it."));
    else if (data.lacks === 0) say("");
    else if (data.lacks) say(translate("Still downloading. The computer can play, and Chinese characters appear, when this is done."));
    else if (data.failed) failed({ message: data.failed });
    else if (data.ended) ended(data.ended, link);
  };
  worker.onerror = failed;
}

function failed({ message }) {
  const why = message ?? translate("a part of it could not be loaded");
  over([translate("The program failed: {why}", { why }), translate("Press Enter to restart.")].join("\n"));
}

function ended({ status, said }, link) {
  // The full page opens the board of a lesson, which the workshop lacks.
  if (OWN_LINKS && status === 0 && subject.kind === "lesson") {
    location.href = `${WHOLE_PAGE}#lesson=${encodeURIComponent(subject.which)}`;
    return;
  }
  document.documentElement.dataset.ended = String(status);
  const opens = status !== 0 && link.name;
  const why = opens
    ? translate("The part “{name}=” of this link cannot be opened.", { name: link.name })
    : translate("The program has ended.");
  // For a C program the output contains its errors.
  const last = !opens || ["c", "task", "othello", "gomoku"].includes(link.name) ? said.trim() : "";
  const next = opens ? translate("Press Enter to open the menu.") : translate("Press Enter to restart.");
  over([last, why, next].filter(Boolean).join("\n"), opens ? "" : undefined);
}

// Shows a message after the program's end. Enter restarts it with this part of a link.
function over(words, part = location.hash) {
  say(words);
  document.querySelector("#loading")?.remove();
  restart = () => {
    setAddress(part);
    location.reload();
  };
}

// Handles the runs of text on the screen, and the last drawings in words.
function read(runs, drawn) {
  const now = pieces(runs);
  shownText = now;
  touch.read(now);
  speech.read(now, drawn.split("\n").filter(Boolean));
  listing.show(subject, now);
}

// Handles the subject of the screen: its kind and link, the picture as text, the place and the cursor, the line of code, and whether keys
// type text or messages are shown.
function about(text) {
  const [kind, which, board, place, cursor, line, state] = text.split("\0");
  const [step, ...centres] = cursor.split(" ").map(Number);
  const [at, first, last] = [0, 2, 4].map((n) => centres.slice(n, n + 2));
  subject = { kind, which, picture: board, place, line, state, isText: state === "text", isCode: line !== "" };
  const game = isAtBoard(which) ? `#${kind}=${which}` : "";
  if (!embedded() && game !== held) setAddress(game);
  touch.about(cursor ? { step, at, first, last } : null, subject);
  const part = barPart(subject);
  for (const button of document.querySelectorAll("[data-in]")) button.hidden = button.dataset.in !== part;
  listing.show(subject, shownText);
  document.title = [TITLES[kind]?.(), "qipan"].filter(Boolean).join(" – ");
  speech.about(subject);
}

// The buttons above the picture for a screen: for the editor, its messages, a debugger, a running program, a board, or none.
function barPart({ kind, state, isCode, isText }) {
  if (["othello", "gomoku"].includes(kind)) return "board";
  if (!["c", "task", "lesson"].includes(kind)) return "";
  if (state === "messages") return state;
  return isText ? "editor" : isCode ? "code" : "running";
}

// Replaces the part of the address after #, without loading it.
function setAddress(part) {
  history.replaceState(null, "", location.pathname + location.search + part);
  held = part;
}

// Replaces all files with those of an archive.
async function restore(file) {
  const replaced = await restored(file);
  if (replaced) await startAgain({ replaced });
}

// Adds dropped files to the user's games, and opens the first one.
async function addGames(added) {
  if (!OWN_LINKS) return startAgain({ args: ["replay"], added });
  say(translate("Drop games on the full page: {page}.", { page: new URL(WHOLE_PAGE, location.href).href }));
}

// Starts the program anew, without the game that the address may hold.
async function startAgain(begins) {
  worker.terminate();
  setAddress("");
  say("");
  await start(begins, {});
}

function chooseArchive() {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: ".zip", onchange: () => restore(input.files[0]) });
  input.click();
}

async function fillScreen() {
  if (document.fullscreenElement) return document.exitFullscreen();
  await document.documentElement.requestFullscreen();
  // Some browsers then pass all keys to the page.
  return navigator.keyboard?.lock?.();
}

const DOES = {
  share: () => share(subject, picture),
  save: () => tell({ save: true }),
  restore: chooseArchive,
  screen: () => fillScreen().catch(() => say(translate("This browser does not allow full screen."), { isNote: true })),
  sound: ({ target }) => {
    speaker.isOn = !speaker.isOn;
    target.setAttribute("aria-pressed", String(speaker.isOn));
  },
  buttons: () => document.querySelector("#bar button:not([hidden]), #tools button").focus(),
  bar: () => document.querySelector("#bar").toggleAttribute("hidden"),
};

function press(key, repeated = false) {
  if (restart && key === "Enter" && !repeated) restart();
  speaker.wake();
  // The meaning of the next tap is unknown until the program responds.
  touch.cursor = null;
  tell({ key, repeated });
}

function listenToInput() {
  const [row, signs, typed] = ["#keys", "#signs", "#typed"].map((part) => document.querySelector(part));
  touch = new Touch(canvas, { row, signs, typed }, press);
  addEventListener("keydown", (event) => {
    const does = DOES[pageAction(event)];
    if (does) {
      event.preventDefault();
      does(event);
      return;
    }
    // Inside another page, Tab moves to the next element of that page.
    if (event.key === "Tab" && embedded()) return;
    // On a button or a link the browser handles the keys, and Esc returns to the program.
    if (event.target.matches("button, a")) {
      if (event.key === "Escape") canvas.focus();
      return;
    }
    const keys = keysOf(event, document.fullscreenElement !== null);
    // The browser turns Ctrl+V into a paste event.
    if (keys.length === 0 || keys[0] === "Ctrl+v") return;
    event.preventDefault();
    say("");
    keys.forEach((key) => press(key, event.repeat));
  });
  addEventListener("paste", (event) => {
    const paste = event.clipboardData.getData("text/plain");
    if (paste.length > MOST_PASTED) {
      say(translate("This text is too long to paste."), { isNote: true });
      return;
    }
    tell({ paste });
    press("Ctrl+v");
  });
  for (const buttons of document.querySelectorAll("nav")) {
    buttons.addEventListener("click", (event) => {
      const { does, key } = event.target.dataset;
      DOES[does]?.(event);
      if (key) press(key);
      canvas.focus();
    });
  }
  addEventListener("hashchange", () => location.reload());
  // Asks the browser to keep the files on a full disk, which it allows only after an input.
  for (const does of ["keydown", "pointerup"]) addEventListener(does, () => navigator.storage?.persist?.(), { once: true });
  listenToDrops(restore, addGames);
  if (!embedded()) canvas.focus();
}

begin();
