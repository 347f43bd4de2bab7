// The page: the picture, the keyboard, the speaker and the link, around the program that a worker runs.

import { Shared } from "./inbox.js";
import { keysOf, pageAction } from "./keys.js";
import { linkTo, opened } from "./links.js";
import { forSharing } from "./memory.js";
import { boardInWords, lines, news, pieces, placeInWords, sentences } from "./reading.js";
import { Speaker } from "./speaker.js";
import { encoder } from "./text.js";
import { Touch } from "./touch.js";
import { collectTexts, setLanguage, setText, translate } from "./translate.js";
import { unzipped, zipped } from "./zip.js";

// The program, its data files, and the links that it opens, if not all. The full page opens the rest.
const { program: PROGRAM, ...page } = document.body.dataset;
const CARRIES = page.carries.split(" ");
const WHOLE_PAGE = "index.html";
const [WIDTH, HEIGHT] = [640, 480];
// A whole scale is sharper, so it is used if it is at least this part of the largest possible scale.
const WHOLE = 0.85;
// The delay in milliseconds before new text is read aloud.
const STANDS = 150;
// The maximum number of characters to read aloud at once.
const MOST_SAID = 300;
// The background of code: blue.
const CODE_GROUND = "1";
// How long a note is visible, in milliseconds.
const NOTED = 8000;
// How long to wait for another page to close, and the delay before saying so, in milliseconds.
const [LEAVING, WAITS] = [3000, 500];

// The settings inside another page, where nothing is saved, so a lesson need not ask for a name.
const NAMELESS = { "/home/qipan/settings.conf": encoder.encode("student = none\n") };

const canvas = document.querySelector("canvas");
const frame = document.querySelector("main");
const notice = document.querySelector("#notice");
const spoken = document.querySelector("#spoken");
const typed = document.querySelector("#typed");
const context = canvas.getContext("2d", { alpha: false });
const speaker = new Speaker();

let tell = () => {};
let worker = null;
let touch = null;
// The subject and the lines of the screen.
let subject = {};
let seen = [];
let speaking = 0;
let toSay = [];
let noted = 0;
// Whether the program's files are saved.
let keeps = false;

// Shows a message below the picture, for some seconds or until the next message.
function say(words, stays = true) {
  clearTimeout(noted);
  notice.textContent = words;
  notice.hidden = !words;
  if (!stays) noted = setTimeout(() => say(""), NOTED);
}

// Adds to the message.
function sayToo(words) {
  say([notice.textContent, words].filter(Boolean).join("\n"));
}

// The size of the picture in pixels of the display.
function size() {
  const ratio = window.devicePixelRatio;
  const [width, height] = [frame.clientWidth * ratio, frame.clientHeight * ratio].map(Math.floor);
  const fits = Math.min(width / WIDTH, height / HEIGHT);
  const whole = Math.floor(fits);
  const scale = whole >= fits * WHOLE ? whole : fits;
  return { width: Math.max(1, Math.floor(WIDTH * scale)), height: Math.max(1, Math.floor(HEIGHT * scale)) };
}

// Aligns the picture to whole pixels of the display, so that it is not blurred.
function fit() {
  const ratio = window.devicePixelRatio;
  const { width, height } = size();
  const before = (room, taken) => `${Math.floor((room * ratio - taken) / 2) / ratio}px`;
  Object.assign(canvas.style, {
    width: `${width / ratio}px`,
    height: `${height / ratio}px`,
    marginLeft: before(frame.clientWidth, width),
    marginTop: before(frame.clientHeight, height),
  });
}

function show({ picture, width, height }) {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(picture), width, height), 0, 0);
  const { dataset } = document.documentElement;
  // For tests: the time of the first picture and the number of pictures.
  dataset.first ??= Math.round(performance.now());
  dataset.shown = Number(dataset.shown ?? 0) + 1;
}

// Whether this page is inside another one.
function embedded() {
  return document.body.classList.contains("embedded");
}

// How the program can wait: suspended, in shared memory, or not at all.
function waiting() {
  if ("Suspending" in WebAssembly) return {};
  if (window.crossOriginIsolated) return { shared: new Shared() };
  return null;
}

// Whether the program can use threads. A page in one file has no script for them.
function shares() {
  return window.crossOriginIsolated && !document.querySelector("#worker");
}

// Sharing memory needs two headers in each response. A service worker adds them if the server does not send them.
async function isolate() {
  if (window.crossOriginIsolated || !navigator.serviceWorker || navigator.serviceWorker.controller) return false;
  await navigator.serviceWorker.register("isolate.js");
  await navigator.serviceWorker.ready;
  location.reload();
  return true;
}

// Gets the lock for saving files, which one page can hold at a time. A page that is closing may still hold it.
async function alone() {
  const waits = setTimeout(() => say(translate("The program is open in another tab. This tab waits in case that one is closing.")), WAITS);
  const lock = await new Promise((resolve) => {
    const asked = navigator.locks?.request("qipan", { signal: AbortSignal.timeout(LEAVING) }, () => {
      resolve(true);
      return new Promise(() => {});
    });
    // A page from disk has no locks and saves nothing.
    if (asked) asked.catch(({ name }) => resolve(name !== "TimeoutError"));
    else resolve(true);
  });
  clearTimeout(waits);
  return lock;
}

// The worker, the program and its data files: separate files, or parts of a page in one file.
async function parts() {
  const script = document.querySelector("#worker");
  if (!script) return { worker: new Worker("worker.js", { type: "module" }), program: compiled(), carried: {} };
  const files = {};
  for (const { dataset, textContent } of document.querySelectorAll("script[data-file]")) {
    const bytes = Uint8Array.from(atob(textContent.trim()), (letter) => letter.charCodeAt(0));
    const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    files[`/carried/${dataset.file}`] = new Uint8Array(await unpacked.arrayBuffer());
  }
  const { [`/carried/${PROGRAM}`]: program, ...carried } = files;
  const url = URL.createObjectURL(new Blob([script.textContent], { type: "text/javascript" }));
  return { worker: new Worker(url), program: WebAssembly.compile(program), carried };
}

// Compiles the program.
async function compiled() {
  const answer = await fetch(PROGRAM);
  if (!answer.ok) throw new Error(`${PROGRAM} cannot be fetched: ${answer.status}`);
  if (shares()) return WebAssembly.compile(forSharing(new Uint8Array(await answer.arrayBuffer())));
  return WebAssembly.compileStreaming(answer).catch(async () => {
    const again = await fetch(PROGRAM);
    return WebAssembly.compile(await again.arrayBuffer());
  });
}

// Tells the user that nothing is saved. The warning stays, the reason disappears.
function keepsNothing(why) {
  keeps = false;
  const stays = document.querySelector("#tools span");
  setText("Nothing is saved in this tab", stays);
  stays.classList.add("warns");
  sayToo(why);
}

// The command line, with the folder for data unless the command saves none.
function withData(args) {
  const data = ["run", "original"].includes(args[0]) ? [] : ["--data", "/home/qipan"];
  return ["qipan", ...args, ...data];
}

async function begin() {
  document.querySelector("#late").remove();
  collectTexts();
  if (!waiting()) {
    if (await isolate().catch(() => false)) return;
    say(translate("This browser can’t run the program. It needs Chrome or Edge 137, Firefox 153, Safari 27, or a later version."));
    return;
  }
  const link = await opened(location.hash);
  if (page.opens && link.name && !page.opens.split(" ").includes(link.name)) {
    location.replace(WHOLE_PAGE + location.hash);
    return;
  }
  const ready = parts();
  document.body.classList.toggle("embedded", link.embedded);
  keeps = !link.embedded && await alone();
  say(link.trouble ?? "");
  if (!keeps && !link.embedded) keepsNothing(translate("The program is open in another tab, so this one saves nothing."));
  fit();
  listenToKeys();
  await start(link, { ...link.given, ...link.embedded ? NAMELESS : {} }, ready);
  new ResizeObserver(() => {
    fit();
    tell({ size: size() });
  }).observe(frame);
}

// Starts the program with these files and the saved ones.
async function start(link, given, ready = parts()) {
  const { shared } = waiting();
  const { worker: made, program, carried } = await ready;
  worker = made;
  tell = (message) => shared ? shared.put(message) : made.postMessage(message);
  listen(link);
  const args = withData(link.args ?? []);
  worker.postMessage({ run: { args, carries: CARRIES, given: { ...carried, ...given }, keeps, size: size(), shared: shared?.buffer, shares: shares() } });
  program.then((program) => made.postMessage({ program }), failed);
}

function listen(link) {
  worker.onmessage = ({ data }) => {
    if (data.picture) show(data);
    else if (data.text !== undefined) read(data.text);
    else if (data.subject !== undefined) about(data.subject);
    else if (data.mouse !== undefined) touch.setMouse(data.mouse);
    else if (data.sound) speaker.sound(data.sound);
    else if (data.copied !== undefined) copy(data.copied).catch(() => {});
    else if (data.saved) save(data.saved);
    else if (data.hears) data.hears.onmessage = ({ data }) => failed({ message: data });
    else if (data.threads !== undefined) document.documentElement.dataset.threads = data.threads;
    else if (data.language !== undefined) setLanguage(data.language);
    else if (data.keeps === false) keepsNothing(translate("Nothing is saved here, because the browser gives the page no storage."));
    else if (data.lacks !== undefined) say(data.lacks.map((name) => waitsFor(name)).join("\n"));
    else if (data.failed) failed({ message: data.failed });
    else if (data.ended) ended(data.ended, link);
  };
  worker.onerror = failed;
}

// The message while the program waits for a data file.
function waitsFor(name) {
  switch (name) {
    case "hanzi.bin":
      return translate("Chinese characters appear as soon as they are downloaded.");
    case "weights.bin":
      return translate("The computer can play as soon as its weights are downloaded.");
    default:
      return translate("The computer can play as soon as its book is downloaded.");
  }
}

function failed({ message }) {
  const why = message ?? translate("a part of it could not be loaded");
  over([translate("The program failed: {why}", { why }), translate("Press Enter to restart.")].join("\n"));
}

function ended({ status, said }, link) {
  // The full page opens the board of a lesson, which the workshop lacks.
  if (page.opens && status === 0 && subject.kind === "lesson") {
    location.href = `${WHOLE_PAGE}#lesson=${encodeURIComponent(subject.which)}`;
    return;
  }
  document.documentElement.dataset.ended = String(status);
  const opens = status !== 0 && link.name;
  const why = opens
    ? translate("The part “{name}=” of this link cannot be opened.", { name: link.name })
    : translate("The program has ended.");
  // For a C program the output contains its errors.
  const last = !opens || ["c", "task"].includes(link.name) ? said.trim() : "";
  const next = opens ? translate("Press Enter to open the menu.") : translate("Press Enter to restart.");
  over([last, why, next].filter(Boolean).join("\n"), opens ? "" : undefined);
}

// Shows a message after the program's end. Enter restarts it with this part of a link.
function over(words, part = location.hash) {
  say(words);
  const again = () => {
    history.replaceState(null, "", location.pathname + location.search + part);
    location.reload();
  };
  addEventListener("keydown", ({ key, repeat }) => key === "Enter" && !repeat && again());
  touch.press = (key) => key === "Enter" && again();
}

// Handles the text on the screen, for screen readers and taps.
function read(text) {
  const now = pieces(text);
  touch.read(now);
  const after = lines(now);
  fill("#text", after.map(({ text }) => text));
  const fresh = news(seen, after);
  seen = after;
  // In code only the current line is read aloud. The panels around the code have other backgrounds.
  speak(fresh.filter(({ ground }) => !subject.isCode || ground !== CODE_GROUND).map(({ text }) => text));
}

// Handles the subject of the screen: its kind and link, the picture as text, the place and the cursor, the line of code, and whether keys
// type text.
function about(text) {
  const [kind, which, picture, place, cursor, line, isText] = text.split("\0");
  const [step, ...centres] = cursor.split(" ").map(Number);
  const [at, first, last] = [0, 2, 4].map((n) => centres.slice(n, n + 2));
  const isCode = line !== "";
  touch.setCursor(cursor ? { step, at, first, last } : null, isCode);
  touch.setKind(kind);
  const rows = picture.split("\n");
  const here = placeInWords(place, rows);
  fill("#board", [...boardInWords(rows), here && translate("Here: {here}", { here })].filter(Boolean));
  // In a text the line is read aloud, not each letter.
  const moved = isText ? line !== subject.line : place !== subject.place;
  if (place && moved) speak([here]);
  subject = { kind, which, place, line, isCode };
}

// Sets the lines of a section, without replacing unchanged ones, so that a screen reader keeps its place.
function fill(part, all) {
  const section = document.querySelector(part);
  while (section.children.length > all.length) section.lastChild.remove();
  all.forEach((words, n) => {
    const line = section.children[n] ?? section.appendChild(document.createElement("p"));
    if (line.textContent !== words) line.textContent = words;
  });
}

// Reads new text aloud, together with other recent text.
function speak(words) {
  if (words.length === 0) return;
  toSay.push(words);
  // If the screen changes too fast, the oldest text is skipped.
  while (toSay.length > 1 && toSay.flat().join(" ").length > MOST_SAID) toSay.shift();
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    spoken.textContent = sentences(toSay.flat()).slice(0, MOST_SAID);
    toSay = [];
  }, STANDS);
}

async function copy(words) {
  await navigator.clipboard.writeText(words);
}

// Copies the link to the current screen. If the page may not use the clipboard, it only shows the link.
async function copyLink() {
  // A task, and a game before its first move, keep the link of this page.
  const own = location.hash.startsWith(`#${subject.kind}=`) ? location.hash : "";
  const part = subject.kind === "task" ? own : await linkTo(subject.kind, subject.which ?? "") || own;
  const link = location.href.replace(/#.*/, "") + part;
  const [copied, shown] = part
    ? [translate("Copied the link to this screen:"), translate("The link to this screen:")]
    : [translate("Copied the link to the program:"), translate("The link to the program:")];
  await copy(link).then(() => say(`${copied}\n${link}`, false), () => say(`${shown}\n${link}`));
}

// Downloads all of the program's files as an archive.
async function save(files) {
  if (files.length === 0) {
    say(translate("There is nothing to save yet."), false);
    return;
  }
  const archive = await zipped(files);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([archive], { type: "application/zip" }));
  link.download = `qipan-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  say(translate("Everything is saved in {file}. “Restore” loads it, here or in another browser.", { file: link.download }), false);
}

// Replaces all files with those of an archive.
async function restore(file) {
  let files;
  try {
    files = unzipped(new Uint8Array(await file.arrayBuffer()));
  } catch {
    say(translate("This file was not saved by this page, or it is damaged. Nothing has changed."));
    return;
  }
  if (!confirm(translate("Replace everything here with the contents of {file}?", { file: file.name }))) return;
  worker.terminate();
  if (keeps) await replaceKept(files);
  else await start({}, Object.fromEntries(files));
}

async function replaceKept(files) {
  const { worker: writer } = await parts();
  writer.onmessage = ({ data }) => {
    if (data.restored !== undefined) location.reload();
    else over([
      translate("Restoring failed: {why}.", { why: data.failed }),
      translate("The files from before are still here."),
      translate("Press Enter to restart."),
    ].join("\n"));
  };
  writer.postMessage({ restore: files });
}

function chooseArchive() {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".zip";
  input.onchange = () => restore(input.files[0]);
  input.click();
}

async function fillScreen() {
  if (document.fullscreenElement) return document.exitFullscreen();
  await document.documentElement.requestFullscreen();
  // Some browsers then pass all keys to the page.
  return navigator.keyboard?.lock?.();
}

const DOES = {
  link: copyLink,
  save: () => tell({ save: true }),
  restore: chooseArchive,
  screen: () => fillScreen().catch(() => say(translate("This browser does not allow full screen."), false)),
  buttons: () => document.querySelector(embedded() ? "#embed button" : "#tools button").focus(),
};

function press(key, repeated = false) {
  speaker.wake();
  // The meaning of the next tap is unknown until the program responds.
  touch.setCursor(null, false);
  tell({ key, repeated });
}

function listenToKeys() {
  touch = new Touch(canvas, document.querySelector("#keys"), typed, press);
  addEventListener("keydown", (event) => {
    const does = DOES[pageAction(event)];
    if (does) {
      event.preventDefault();
      does();
      return;
    }
    // Inside another page, Tab moves to the next element of that page.
    if (event.key === "Tab" && embedded()) return;
    // On a button the browser handles the keys, and Esc returns to the program.
    if (event.target.matches("button")) {
      if (event.key === "Escape") canvas.focus();
      return;
    }
    const keys = keysOf(event, document.fullscreenElement !== null);
    if (keys.length === 0) return;
    // The browser turns this key into a paste event.
    if (keys[0] === "Ctrl+v") return;
    event.preventDefault();
    say("");
    keys.forEach((key) => press(key, event.repeat));
  });
  addEventListener("paste", (event) => {
    tell({ paste: event.clipboardData.getData("text/plain") });
    press("Ctrl+v");
  });
  for (const buttons of document.querySelectorAll("nav")) {
    buttons.addEventListener("click", ({ target }) => {
      DOES[target.dataset.does]?.();
      if (target.dataset.key) press(target.dataset.key);
      canvas.focus();
    });
  }
  addEventListener("hashchange", () => location.reload());
  // Asks the browser to keep the files on a full disk, which it allows only after an input.
  for (const does of ["keydown", "pointerup"]) addEventListener(does, () => navigator.storage?.persist?.(), { once: true });
  takeDropped();
  if (!embedded()) canvas.focus();
}

// Opens a dropped file by its link, which appears in the address bar.
function takeDropped() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    if (/\.zip$/i.test(file.name)) await restore(file);
    else location.hash = await linkTo(/\.(c|h)$/i.test(file.name) ? "c" : "task", await file.text());
  });
}

begin();
