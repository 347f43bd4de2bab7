// The page: the picture, the keyboard, the speaker and the link, around the program that a worker runs.

import { Shared } from "./inbox.js";
import { keysOf, ofThePage } from "./keys.js";
import { linkTo, opened } from "./links.js";
import { forSharing } from "./memory.js";
import { boardInWords, lines, mostGround, news, pieces, placeInWords, sentences } from "./reading.js";
import { Speaker } from "./speaker.js";
import { encoder } from "./text.js";
import { beginTelling, speakLanguage, tellIn, told } from "./told.js";
import { Touch } from "./touch.js";
import { unzipped, zipped } from "./zip.js";

// The program, the files that it is likely to need, and what links it opens, if not all. The rest is for the whole page.
const { program: PROGRAM, ...page } = document.body.dataset;
const CARRIES = page.carries.split(" ");
const WHOLE_PAGE = "index.html";
const [WIDTH, HEIGHT] = [640, 480];
// A whole scale that is at least so large, of the one that would fit, is preferred: nothing is as sharp.
const WHOLE = 0.85;
// How long a screen stands before what is new on it is said, in ms.
const STANDS = 150;
// The most that is said at once, in characters.
const MOST_SAID = 300;
// How long a note stands below the picture, in ms.
const NOTED = 8000;
// How long a page may take that is left, in ms, and when it is said that this one waits for it.
const [LEAVING, WAITS] = [3000, 500];

// In another page nothing is kept, so a lesson need not ask for whom.
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
// What the screen is about, and its lines.
let subject = {};
let seen = [];
let speaking = 0;
let toSay = [];
let noted = 0;
// Is what the program writes kept beyond the life of this page?
let keeps = false;

// Says something below the picture, for some seconds or until something else is said.
function say(words, stays = true) {
  clearTimeout(noted);
  notice.textContent = words;
  notice.hidden = !words;
  if (!stays) noted = setTimeout(() => say(""), NOTED);
}

// Says something more, below what is said already.
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

// The picture begins at a whole pixel of the display: else it would be blurred.
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
  // When the first picture came, since the page was asked for, and how many there were.
  dataset.first ??= Math.round(performance.now());
  dataset.shown = Number(dataset.shown ?? 0) + 1;
}

// Does this page stand in another one?
function embedded() {
  return document.body.classList.contains("embedded");
}

// How the program waits in this browser: suspended, in shared memory, or not at all.
function waiting() {
  if ("Suspending" in WebAssembly) return {};
  if (window.crossOriginIsolated) return { shared: new Shared() };
  return null;
}

// May threads help the program? A page that has all in it has no script for them.
function shares() {
  return window.crossOriginIsolated && !document.querySelector("#worker");
}

// Memory may be shared where each answer of the server has two headers. A service worker adds them where the server does not.
async function isolate() {
  if (window.crossOriginIsolated || !navigator.serviceWorker || navigator.serviceWorker.controller) return false;
  await navigator.serviceWorker.register("isolate.js");
  await navigator.serviceWorker.ready;
  location.reload();
  return true;
}

// Only one page keeps things at a time. It has the lock as long as it lives; one that was left a moment ago may still have it.
async function alone() {
  const waits = setTimeout(() => say(told("Another tab has the program open. If it is being closed, this one waits for it.")), WAITS);
  const lock = await new Promise((resolve) => {
    const asked = navigator.locks?.request("qipan", { signal: AbortSignal.timeout(LEAVING) }, () => {
      resolve(true);
      return new Promise(() => {});
    });
    // A page from disk has no locks, and keeps nothing in any case.
    if (asked) asked.catch(({ name }) => resolve(name !== "TimeoutError"));
    else resolve(true);
  });
  clearTimeout(waits);
  return lock;
}

// The worker, the program that it runs, and what the engines carry: files beside this one, or parts of a page that has them inside.
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

// The program, while the worker starts.
async function compiled() {
  const answer = await fetch(PROGRAM);
  if (!answer.ok) throw new Error(`${PROGRAM} cannot be fetched: ${answer.status}`);
  if (shares()) return WebAssembly.compile(forSharing(new Uint8Array(await answer.arrayBuffer())));
  return WebAssembly.compileStreaming(answer).catch(async () => {
    const again = await fetch(PROGRAM);
    return WebAssembly.compile(await again.arrayBuffer());
  });
}

// Says that all is gone with this page. That stays, when the reason is no longer to be read.
function keepsNothing(why) {
  keeps = false;
  const stays = document.querySelector("#tools span");
  tellIn("Nothing is kept in this tab", stays);
  stays.classList.add("warns");
  sayToo(why);
}

// The whole command line. The system of the page has no user, so the program is told where it may keep things, if its command keeps any.
function withData(args) {
  const data = ["run", "original"].includes(args[0]) ? [] : ["--data", "/home/qipan"];
  return ["qipan", ...args, ...data];
}

async function begin() {
  document.querySelector("#late").remove();
  beginTelling();
  if (!waiting()) {
    if (await isolate().catch(() => false)) return;
    say(told("This browser can’t run the program. Chrome and Edge from 137 on, Firefox from 153 and Safari from 27 can."));
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
  if (!keeps && !link.embedded) keepsNothing(told("Another tab has the program open, so nothing is kept in this one."));
  fit();
  listenToKeys();
  await start(link, { ...link.given, ...link.embedded ? NAMELESS : {} }, ready);
  new ResizeObserver(() => {
    fit();
    tell({ size: size() });
  }).observe(frame);
}

// Starts the program with these files, and with those that were kept.
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
    else if (data.sound) speaker.sound(data.sound);
    else if (data.copied !== undefined) copy(data.copied).catch(() => {});
    else if (data.saved) save(data.saved);
    else if (data.hears) data.hears.onmessage = ({ data }) => failed({ message: data });
    else if (data.threads !== undefined) document.documentElement.dataset.threads = data.threads;
    else if (data.language !== undefined) speakLanguage(data.language);
    else if (data.keeps === false) keepsNothing(told("Nothing is kept here, because the browser gives the page no place for files."));
    else if (data.lacks !== undefined) say(data.lacks.map((name) => waitsFor(name)).join("\n"));
    else if (data.failed) failed({ message: data.failed });
    else if (data.ended) ended(data.ended, link);
  };
  worker.onerror = failed;
}

// What is said when the program waits for a file that it carries.
function waitsFor(name) {
  switch (name) {
    case "hanzi.bin":
      return told("Chinese characters are seen as soon as they have come.");
    case "weights.bin":
      return told("The computer can think as soon as its weights have come.");
    default:
      return told("The computer can think as soon as its book has come.");
  }
}

function failed({ message }) {
  const why = message ?? told("a part of it did not come");
  over([told("The program failed: {why}", { why }), told("Enter begins again.")].join("\n"));
}

function ended({ status, said }, link) {
  // A student who wants to drop stones on a lesson's board does so in the whole page.
  if (page.opens && status === 0 && subject.kind === "lesson") {
    location.href = `${WHOLE_PAGE}#lesson=${encodeURIComponent(subject.which)}`;
    return;
  }
  document.documentElement.dataset.ended = String(status);
  const opens = status !== 0 && link.name;
  const why = opens
    ? told("What stands behind “{name}=” in this link cannot be opened.", { name: link.name })
    : told("The program has ended.");
  // Of a C program it says what is wrong with it.
  const last = !opens || ["c", "task"].includes(link.name) ? said.trim() : "";
  const next = opens ? told("Enter opens the menu.") : told("Enter begins again.");
  over([last, why, next].filter(Boolean).join("\n"), opens ? "" : undefined);
}

// Nothing runs any more. Enter begins again, with this part of a link.
function over(words, part = location.hash) {
  say(words);
  const again = () => {
    history.replaceState(null, "", location.pathname + location.search + part);
    location.reload();
  };
  addEventListener("keydown", ({ key, repeat }) => key === "Enter" && !repeat && again());
  touch.press = (key) => key === "Enter" && again();
}

// The text on the screen, for who does not see it.
function read(text) {
  const now = pieces(text);
  touch.read(now);
  const after = lines(now);
  fill("#text", after.map(({ text }) => text));
  const fresh = news(seen, after);
  seen = after;
  // Of code only the line is said where it is or what is typed there. What stands beside or above it is on another ground.
  if (subject.isNew) subject.ground = subject.isCode ? mostGround(after) : null;
  subject.isNew = false;
  speak(fresh.filter(({ ground }) => ground !== subject.ground).map(({ text }) => text));
}

// What the screen is about: a kind of thing and which one, a board, a place on it, a stone, a line of code, and whether keys write there.
function about(text) {
  const [kind, which, board, place, stone, line, isText] = text.split("\0");
  const [pitch, ...centres] = stone.split(" ").map(Number);
  const [at, first, last] = [0, 2, 4].map((n) => centres.slice(n, n + 2));
  const isCode = line !== "";
  touch.about(stone ? { pitch, at, first, last } : null, isCode);
  touch.of(kind);
  const rows = board.split("\n");
  const here = placeInWords(place, rows);
  fill("#board", [...boardInWords(rows), here && told("Here: {here}", { here })].filter(Boolean));
  // In a text the line is said, not each letter.
  const moved = isText ? line !== subject.line : place !== subject.place;
  if (place && moved) speak([here]);
  subject = { kind, which, place, line, isCode, isNew: true };
}

// Whoever reads there stays at the line that they read.
function fill(part, all) {
  const section = document.querySelector(part);
  while (section.children.length > all.length) section.lastChild.remove();
  all.forEach((words, n) => {
    const line = section.children[n] ?? section.appendChild(document.createElement("p"));
    if (line.textContent !== words) line.textContent = words;
  });
}

// Says what is new, with what was new a moment ago.
function speak(words) {
  if (words.length === 0) return;
  toSay.push(words);
  // Where the screen changes faster than anybody is told, what is on it no more is left out.
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

// Copies the link of what is on the screen. Where the clipboard is closed to the page it can be copied from below the picture.
async function copyLink() {
  // A task, and a game before its first move, are what this page's own link opens.
  const own = location.hash.startsWith(`#${subject.kind}=`) ? location.hash : "";
  const part = subject.kind === "task" ? own : await linkTo(subject.kind, subject.which ?? "") || own;
  const link = location.href.replace(/#.*/, "") + part;
  const [copied, shown] = part
    ? [told("The link of what is on the screen is copied:"), told("The link of what is on the screen:")]
    : [told("The link of the program is copied:"), told("The link of the program:")];
  await copy(link).then(() => say(`${copied}\n${link}`, false), () => say(`${shown}\n${link}`));
}

// Lets a person keep all that the program has written, as one file.
async function save(files) {
  if (files.length === 0) {
    say(told("There is nothing to save yet."), false);
    return;
  }
  const archive = await zipped(files);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([archive], { type: "application/zip" }));
  link.download = `qipan-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  say(told("All is saved as {file}. “Restore” takes it back, here or in another browser.", { file: link.download }), false);
}

// Takes back what was saved, in the place of all that is kept here.
async function restore(file) {
  let files;
  try {
    files = unzipped(new Uint8Array(await file.arrayBuffer()));
  } catch {
    say(told("This file was not saved by this page, or was damaged. Nothing has changed."));
    return;
  }
  if (!confirm(told("Put what was saved in {file} in the place of all that is here?", { file: file.name }))) return;
  worker.terminate();
  if (keeps) await replaceKept(files);
  else await start({}, Object.fromEntries(files));
}

async function replaceKept(files) {
  const { worker: writer } = await parts();
  writer.onmessage = ({ data }) => {
    if (data.restored !== undefined) location.reload();
    else over([
      told("It could not be restored: {why}.", { why: data.failed }),
      told("What was kept before is still there."),
      told("Enter begins again."),
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
  // Where a browser lets a page have them, all keys are the program's then.
  return navigator.keyboard?.lock?.();
}

const DOES = {
  link: copyLink,
  save: () => tell({ save: true }),
  restore: chooseArchive,
  screen: () => fillScreen().catch(() => say(told("This browser does not let a page fill the screen."), false)),
  buttons: () => document.querySelector(embedded() ? "#embed button" : "#tools button").focus(),
};

function press(key, repeated = false) {
  speaker.wake();
  // Until the program has answered, nobody knows what the next key means.
  touch.about(null, false);
  tell({ key, repeated });
}

function listenToKeys() {
  touch = new Touch(canvas, document.querySelector("#keys"), typed, press);
  addEventListener("keydown", (event) => {
    const does = DOES[ofThePage(event)];
    if (does) {
      event.preventDefault();
      does();
      return;
    }
    // A page around this one goes on to what stands behind it.
    if (event.key === "Tab" && embedded()) return;
    // On a button the keys are the browser's, and Esc leads back to the program.
    if (event.target.matches("button")) {
      if (event.key === "Escape") canvas.focus();
      return;
    }
    const keys = keysOf(event, document.fullscreenElement !== null);
    if (keys.length === 0) return;
    // What is pasted comes by an event of its own, which needs the browser's own answer to the key.
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
  // What is kept should not be thrown away when the disk is full. A browser may ask for that only when somebody does something.
  for (const does of ["keydown", "pointerup"]) addEventListener(does, () => navigator.storage?.persist?.(), { once: true });
  takeDropped();
  // A page around this one stays where it is.
  if (!embedded()) canvas.focus();
}

// A file that is dropped on the page opens, and its link stands in the line of addresses.
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
