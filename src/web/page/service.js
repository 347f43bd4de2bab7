// A service worker that serves the page without a network, and adds the headers for sharing memory if the server does not send them.

// `build` sets these: the version, which is the name of its folder, and its files.
const VERSION = "";
const FILES = [];

const PAGES = ["./", "index.html", "workshop.html"];

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll([...PAGES, ...FILES]);
  for (const name of await caches.keys()) {
    if (name !== VERSION) await caches.delete(name);
  }
}

// Files of a version never change. Everything else comes from the server, and from the cache only without a network.
async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept && request.url.includes(`/${VERSION}/`)) return kept;
  return fetch(request).catch((error) => kept ?? Promise.reject(error));
}

async function isolated(request) {
  const { body, status, statusText, headers: given } = await answer(request);
  const headers = new Headers(given);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(body, { status, statusText, headers });
}

addEventListener("install", (event) => {
  skipWaiting();
  // Without room for the files the worker still adds the headers.
  event.waitUntil(VERSION ? keep().catch(() => {}) : undefined);
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(isolated(event.request));
});
