// A service worker that serves the page without a network, and adds the headers for sharing memory if the server does not send them.

// `build` sets these: the version, which is the name of its folder, and its files.
const VERSION = "";
const FILES = [];

const PAGES = ["index.html", "workshop.html"];

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll([...PAGES, ...FILES]);
  for (const name of await caches.keys()) {
    if (name !== VERSION) await caches.delete(name);
  }
}

// The name of a page in the cache, for a request that ends in a folder, too.
function pageOf(url) {
  const name = new URL(url).pathname.split("/").pop() || PAGES[0];
  return PAGES.includes(name) ? name : null;
}

// Files of a version never change. Everything else comes from the server, and from the cache only without a network.
async function answer(request) {
  const cache = await caches.open(VERSION);
  const path = new URL(request.url).pathname;
  if (FILES.some((file) => path.endsWith(`/${file}`))) {
    return await cache.match(request.url) ?? fetch(request);
  }
  try {
    return await fetch(request);
  } catch (error) {
    const page = pageOf(request.url);
    const kept = page && await cache.match(page);
    if (kept) return kept;
    throw error;
  }
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
