// What a browser runs when a push message arrives, also when no page is open. Served as /sw.js; the page registers it
// with its language (/sw.js?language=de).
// A message: {"type": "your_turn", "table": id, "title": the table's name or "", "game": "smallworld", "url": "/t/id"}
const YOUR_TURN = { en: "Your turn", de: "Du bist am Zug", es: "Te toca" };
const language = new URL(self.location.href).searchParams.get("language") || self.navigator.language.slice(0, 2);

// New words at once: a page that changes its language registers this file anew.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (page, table) => page.url.includes(`/t/${table}`);

self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const show = async () => {
    if ((await pages()).some((page) => shows(page, said.table) && page.visibilityState === "visible")) return;
    const shown = { body: said.title || said.game || "", tag: said.table, icon: "/static/icon.svg", data: said };
    await self.registration.showNotification(YOUR_TURN[language] || YOUR_TURN.en, shown);
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const said = event.notification.data || {};
  const open = async () => {
    const found = (await pages()).find((page) => shows(page, said.table));
    return found ? found.focus() : self.clients.openWindow(said.url || "/");
  };
  event.waitUntil(open());
});
