// Keeps the files of the program and one page without a member, and shows that page when another cannot be fetched. Pages
// of members are never kept here: the last sheet is in the page's own storage, from which signing out removes it.
"use strict";
const SHELL = "clubscore-{{ digest }}";
const PAGE = "{% url 'offline:page' %}";
const FILES = {{ files|safe }};

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const shell = await caches.open(SHELL);
  await shell.add(new Request(PAGE, { credentials: "omit", cache: "no-store" }));
  await shell.addAll(FILES);
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("clubscore-") && name !== SHELL) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
})()));

const kept = async (address) => (await caches.open(SHELL)).match(address);

async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await kept(PAGE)) ?? Response.error();
  }
}

// The network first, also for files: the browser's own cache answers for those that never change.
async function fileOf(request, address) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(address)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (FILES.includes(address)) event.respondWith(fileOf(request, address));
});
