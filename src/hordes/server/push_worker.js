// Service worker for push messages: runs when one arrives, also when no page is open. Served as /sw.js; the page
// registers it with its language (/sw.js?language=de).
// A message: {"type": "your_turn", "table": id, "title": the table's name or "", "game": "smallworld", "url": "/t/id"}
const YOUR_TURN = { en: "Your turn", de: "Du bist am Zug", es: "Te toca" };
const language = new URL(self.location.href).searchParams.get("language") || self.navigator.language.slice(0, 2);

// Take over at once: a page that changes its language registers this file anew.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (page, table) => page.url.includes(`/t/${table}`);

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : {};
  const show = async () => {
    if ((await pages()).some((page) => shows(page, notice.table) && page.visibilityState === "visible")) return;
    const options = { body: notice.title || notice.game || "", tag: notice.table, icon: "/static/icon.svg", data: notice };
    await self.registration.showNotification(YOUR_TURN[language] || YOUR_TURN.en, options);
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const notice = event.notification.data || {};
  const open = async () => {
    const page = (await pages()).find((page) => shows(page, notice.table));
    return page ? page.focus() : self.clients.openWindow(notice.url || "/");
  };
  event.waitUntil(open());
});
