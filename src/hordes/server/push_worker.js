// What a browser runs when a push message arrives, also when no page is open. Served as /sw.js.
// A message: {"type": "your_turn", "table": id, "title": the table's name or "", "game": "smallworld", "url": "/t/id"}
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const shown = { body: said.title || said.game || "", tag: said.table, icon: "/static/icon.svg", data: { url: said.url || "/" } };
  event.waitUntil(self.registration.showNotification("Your turn", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  const open = async () => {
    for (const page of await self.clients.matchAll({ type: "window" })) {
      if (new URL(page.url).pathname === url.pathname) return page.focus();
    }
    return self.clients.openWindow(url.href);
  };
  event.waitUntil(open());
});
