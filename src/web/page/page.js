// The page: the picture, the keyboard, the speaker and the link, around the program that a worker runs.

import { Shared } from "./inbox.js";
import { keysOf } from "./keys.js";
import { opened } from "./links.js";
import { Speaker } from "./speaker.js";

const [WIDTH, HEIGHT] = [640, 480];
// A whole scale that is at least so large, of the one that would fit, is preferred: nothing is as sharp.
const WHOLE = 0.85;

const canvas = document.querySelector("canvas");
const frame = document.querySelector("main");
const notice = document.querySelector("#notice");
const row = document.querySelector("#keys");
const context = canvas.getContext("2d", { alpha: false });
const speaker = new Speaker();

function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
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

function fit() {
  const { width, height } = size();
  canvas.style.width = `${width / window.devicePixelRatio}px`;
  canvas.style.height = `${height / window.devicePixelRatio}px`;
}

function show({ picture, width, height }) {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(picture), width, height), 0, 0);
  document.documentElement.dataset.shown = String(Number(document.documentElement.dataset.shown ?? 0) + 1);
}

// How the program waits in this browser: suspended, in shared memory, or not at all.
function waiting() {
  if ("Suspending" in WebAssembly) return {};
  if (window.crossOriginIsolated) return { shared: new Shared() };
  return null;
}

// Only one page keeps things at a time. It has the lock as long as it lives.
function alone() {
  if (!navigator.locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    navigator.locks.request("qipan", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

async function begin() {
  const way = waiting();
  if (!way) {
    say("This browser can’t run the program. Chrome and Edge from 137 on, Firefox from 153 and Safari from 27 can.");
    return;
  }
  const link = await opened(location.hash);
  if (link.trouble) say(link.trouble);
  document.body.classList.toggle("embedded", link.embedded);
  const keeps = !link.embedded && await alone();
  if (!keeps && !link.embedded) say("Another tab has the program open, so nothing is kept in this one.");
  const worker = new Worker("worker.js", { type: "module" });
  const tell = (message) => way.shared ? way.shared.put(message) : worker.postMessage(message);
  listen(worker);
  const args = ["qipan", ...link.args ?? document.body.dataset.args.split(" ").filter(Boolean)];
  fit();
  worker.postMessage({
    run: { args, given: link.given, keeps, size: size(), shared: way.shared?.buffer },
  });
  listenToKeys(tell);
  new ResizeObserver(() => {
    fit();
    tell({ size: size() });
  }).observe(frame);
}

function listen(worker) {
  worker.onmessage = ({ data }) => {
    if (data.picture) show(data);
    else if (data.sound) speaker.sound(data.sound);
    else if (data.copied !== undefined) navigator.clipboard?.writeText(data.copied).catch(() => {});
    else if (data.keeps === false) say(`Nothing is kept in this browser: ${data.why}.`);
    else if (data.lacks !== undefined) say(data.lacks);
    else if (data.failed) say(`The program failed: ${data.failed}`);
    else if (data.ended) ended(data.ended);
  };
  worker.onerror = ({ message }) => say(`The program failed: ${message}`);
}

function ended({ status, said }) {
  document.documentElement.dataset.ended = String(status);
  say([said.trim(), "The program has ended. Enter begins again."].filter(Boolean).join("\n"));
  addEventListener("keydown", ({ key }) => {
    if (key === "Enter") location.reload();
  });
}

function listenToKeys(tell) {
  const press = (key, repeated = false) => {
    speaker.wake();
    tell({ key, repeated });
  };
  addEventListener("keydown", (event) => {
    const keys = keysOf(event);
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
  row.addEventListener("pointerdown", (event) => {
    const key = event.target.dataset?.key;
    if (!key) return;
    event.preventDefault();
    press(key);
  });
}

begin();
