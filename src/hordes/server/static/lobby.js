// The first page: make a table, find one, come back to one's own.

import { api, h } from "./dom.js";

export const keepInvite = (table, invite) => localStorage.setItem(`invite:${table}`, invite);
export const myName = () => localStorage.getItem("name") ?? "";
export const keepName = (name) => localStorage.setItem("name", name);

export async function lobby(page) {
  const [known, open, mine] = await Promise.all([api("GET", "/games"), api("GET", "/tables"), api("GET", "/me/tables")]);
  page.replaceChildren(
    h("div", { class: "lobby" }, h("h1", {}, "hordes"), form(known), list("Your tables", mine.tables), list("Open tables", open.tables)),
  );
}

function form(known) {
  const name = h("input", { name: "name", value: myName(), maxlength: 30, required: true, autocomplete: "nickname" });
  const game = h("select", { name: "game" }, known.games.map((g) => h("option", {}, g.name)));
  const players = h("select", { name: "players" }, [2, 3, 4, 5, 6].map((n) => h("option", { selected: n === 3 }, String(n))));
  const rivals = h("select", { name: "rivals" }, [
    ...known.levels.map((level) => h("option", { value: `bot:${level}` }, `bots (${level})`)),
    h("option", { value: "open" }, "people, by link"),
    h("option", { value: "me" }, "people at this screen"),
  ]);
  const open = h("input", { type: "checkbox", name: "public" });
  const said = h("p", { class: "quiet", role: "status" });
  async function make(event) {
    event.preventDefault();
    keepName(name.value);
    const [kind, level] = rivals.value.split(":");
    const others = Array.from({ length: Number(players.value) - 1 }, (_, k) =>
      kind === "bot" ? { kind, level } : kind === "me" ? { kind, name: `Player ${k + 2}` } : { kind });
    const table = { game: game.value, options: { players: Number(players.value) }, name: name.value, public: open.checked, seats: [{ kind: "me" }, ...others] };
    try {
      const made = await api("POST", "/tables", table);
      keepInvite(made.table, made.invite);
      location.href = `/t/${made.table}`;
    } catch (problem) {
      said.textContent = problem.message;
    }
  }
  return h("form", { class: "card", onsubmit: make }, h("h2", {}, "A new table"),
    h("div", { class: "row" },
      h("label", { class: "field" }, "Your name", name), h("label", { class: "field" }, "Game", game),
      h("label", { class: "field" }, "Players", players), h("label", { class: "field" }, "Against", rivals),
      h("label", { class: "field" }, open, "listed for everybody"), h("button", { class: "primary" }, "Play")), said);
}

function list(heading, tables) {
  if (!tables.length) return null;
  const rows = tables.map((table) => h("li", {},
    h("a", { href: `/t/${table.id}` }, `${table.title || table.game}: ${table.seats.map((seat) => seat.name || "open seat").join(", ")}`),
    h("span", { class: "quiet" }, ` ${table.status}`)));
  return h("section", { class: "card" }, h("h2", {}, heading), h("ul", {}, rows));
}
