// One page for everything: the lobby at /, a table at /t/ID. The invitation or seat token stands behind the #, which is never sent.

import { api, h, title, words } from "./dom.js";
import { Line } from "./line.js";
import { keepInvite, keepName, lobby, myName } from "./lobby.js";
import { byRegion, drawMap } from "./map.js";
import { tell } from "./story.js";

const page = document.getElementById("page");

class Table {
  constructor(id) {
    this.id = id;
    this.log = [];
    this.fresh = new Set();
    this.said = "";
    this.missing = false;
  }

  async open() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("token")) await api("POST", `/tables/${this.id}/claim`, undefined, given.get("token"));
    if (given.get("invite")) keepInvite(this.id, given.get("invite"));
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.invite = localStorage.getItem(`invite:${this.id}`);
    const hello = this.invite ? { invite: this.invite } : {};
    this.line = new Line(this.id, hello, (message) => this.hear(message));
  }

  async hear(message) {
    this.missing = message.type === "away";
    if (message.type === "welcome") {
      this.table = message.table;
      this.board ??= await this.fetchBoard();
    }
    if (message.type === "step") this.tell(message);
    if (message.type === "chat") this.write(`${message.name}: ${message.text}`);
    if (message.type === "no") this.said = message.message;
    if (message.type === "ack") this.said = "";
    if (message.type === "refused" && !this.table) return this.refused();
    if (this.table && this.board && this.line.view) this.draw();
  }

  async fetchBoard() {
    const headers = this.invite ? { "x-invite": this.invite } : {};
    return (await fetch(`/api/tables/${this.id}/board`, { headers })).json();
  }

  refused() {
    page.replaceChildren(h("div", { class: "lobby" }, h("p", {}, this.said || "This table is not open to you."), h("a", { href: "/" }, "To the tables")));
  }

  who = (seat) => this.table.seats[seat]?.name || `Player ${seat + 1}`;
  place = (id) => this.board.regions?.find((region) => String(region.id) === String(id))?.name ?? String(id);

  tell(step) {
    this.fresh = new Set(step.events.map((event) => event.region).filter((id) => id !== undefined).map(String));
    if (step.kind === "undo") this.write("A move is taken back.");
    if (step.kind === "resign") this.write(`${this.who(step.by)} resigns.`);
    if (step.kind === "away") this.write(`${this.who(step.by)} ran out of time; a bot sits in.`);
    for (const event of step.events) this.write(tell(event, this.who, this.place));
  }

  write(sentence) {
    if (sentence) this.log = [...this.log.slice(-199), sentence];
  }

  draw() {
    const { view, now } = this.line;
    const legal = now.legal ?? [];
    const moves = byRegion(legal, this.board);
    const focus = document.activeElement?.getAttribute?.("data-key");
    page.removeAttribute("aria-busy");
    page.replaceChildren(
      h("div", { class: "table" }, this.bar(now), h("div", { class: "map" }, drawMap(this.board, view, moves, this.fresh, (region, open) => this.choose(region, open))),
        h("div", { class: "side" }, this.players(view, now), this.column(view, legal), this.talk()),
        this.buttons(legal, moves)));
    if (focus) page.querySelector(`[data-key="${focus}"]`)?.focus();
    const log = page.querySelector(".log");
    log.scrollTop = log.scrollHeight;
    document.title = legal.length ? "● Your turn · hordes" : "hordes";
  }

  bar(now) {
    const facts = now.facts;
    const you = now.you ?? [];
    const asked = facts.asked;
    return h("header", { class: "bar" }, h("a", { href: "/" }, "Tables"),
      h("span", { class: "status", role: "status" }, this.status(facts, you)),
      this.said ? h("span", { class: "warn", role: "alert" }, this.said) : null,
      this.missing ? h("span", { class: "warn" }, "Connection lost; trying again …") : null,
      asked && !you.includes(asked.by) && you.length ? [
        h("span", { class: "warn" }, `${this.who(asked.by)} asks to take a move back.`),
        h("button", { onclick: () => this.line.send({ type: "answer", ply: this.line.ply, agree: true }) }, "Agree"),
        h("button", { onclick: () => this.line.send({ type: "answer", ply: this.line.ply, agree: false }) }, "Refuse")] : null,
      you.some((seat) => facts.absent?.includes(seat) && !facts.resigned?.includes(seat)) ? h("button", { class: "primary", onclick: () => this.line.send({ type: "back" }) }, "I am back") : null,
      h("button", { disabled: !now.can_undo, "data-key": "undo", onclick: () => this.line.send({ type: "undo", ply: this.line.ply }) }, "Undo"),
      facts.result && you.length ? h("button", { class: "primary", onclick: () => this.rematch() }, "Rematch") : null,
      !facts.result && you.length ? h("button", { onclick: () => confirm("Resign this game?") && this.line.send({ type: "resign" }) }, "Resign") : null,
      h("a", { href: `/api/tables/${this.id}/record`, download: `${this.table.game}.json` }, "Record"));
  }

  status(facts, you) {
    if (facts.result) return `The game is over: ${facts.result.winners.map(this.who).join(" and ")} won (${facts.result.reason}).`;
    if (this.table.status === "open") return "Waiting for players.";
    if (facts.to_move === undefined || facts.to_move === null) return "…";
    return you.includes(facts.to_move) ? `${you.length > 1 ? this.who(facts.to_move) : "You"}: ${words(this.line.view.phase ?? "move")}` : `Waiting for ${this.who(facts.to_move)}.`;
  }

  async rematch() {
    try {
      const made = await api("POST", `/tables/${this.id}/rematch`);
      location.href = `/t/${made.table}`;
    } catch (problem) {
      this.said = problem.message;
      this.draw();
    }
  }

  players(view, now) {
    const open = this.table.seats.filter((seat) => seat.kind === "open");
    return h("section", { class: "card" }, h("h2", {}, view.turn ? `Turn ${view.turn}` : "Players"),
      this.table.seats.map((seat, n) => this.player(seat, view.players?.[n] ?? {}, now.facts.to_move === n)),
      open.length ? this.invitation() : null);
  }

  player(seat, known, deciding) {
    const armies = [known.active, ...(known.declined ?? []).map((army) => ({ ...army, gone: true }))].filter(Boolean);
    return h("div", { class: `player${deciding ? " deciding" : ""}` },
      h("span", { class: `chip s${seat.seat}` }, String(seat.seat + 1)), ` ${seat.name || "open seat"}`,
      h("span", { class: "quiet" }, `${seat.kind === "bot" ? " bot" : seat.kind === "human" && !seat.here ? " away" : ""}${seat.resigned ? " resigned" : ""}`),
      known.coins === undefined ? null : h("strong", {}, ` ${known.coins} coins`),
      armies.map((army) => h("div", { class: "quiet" }, `${army.power ? `${title(army.power)} ` : ""}${title(army.race)}${army.gone ? " in decline" : `, ${army.hand} in hand`}`)));
  }

  invitation() {
    const mine = this.line.now.you?.length > 0;
    if (mine) {
      const link = `${location.origin}/t/${this.id}${this.invite ? `#invite=${this.invite}` : ""}`;
      return h("p", {}, "Invite with this link: ", h("input", { readonly: true, value: link, "aria-label": "Invitation link", onclick: (event) => event.target.select() }));
    }
    const name = h("input", { value: myName(), maxlength: 30, required: true, "aria-label": "Your name", placeholder: "Your name", "data-key": "name" });
    const join = async (event) => {
      event.preventDefault();
      keepName(name.value);
      try {
        await api("POST", `/tables/${this.id}/join`, { name: name.value, ...(this.invite ? { invite: this.invite } : {}) });
        location.reload();
      } catch (problem) {
        this.said = problem.message;
        this.draw();
      }
    };
    return h("form", { class: "row", onsubmit: join }, name, h("button", { class: "primary" }, "Sit down"));
  }

  column(view, legal) {
    if (!view.column?.length) return null;
    return h("section", { class: "card" }, h("h2", {}, "Combos"), view.column.map((combo, n) => h("button",
      { class: "combo", "data-key": `pick${n}`, disabled: !legal.includes(`pick ${n + 1}`), onclick: () => this.line.move(`pick ${n + 1}`) },
      h("span", {}, `${title(combo.power)} ${title(combo.race)}`), h("span", { class: "quiet" }, `${combo.coins ? `${combo.coins} coins on it, ` : ""}costs ${n}`))));
  }

  talk() {
    const field = h("input", { maxlength: 500, "aria-label": "Chat", placeholder: "Say something", "data-key": "chat", value: this.draft ?? "", oninput: (event) => (this.draft = event.target.value) });
    const say = (event) => {
      event.preventDefault();
      if (field.value.trim()) this.line.say(field.value.trim());
      this.draft = "";
      field.value = "";
    };
    return h("section", { class: "card" }, h("h2", {}, "What happened"), h("div", { class: "log", role: "log", "aria-live": "polite" }, this.log.map((line) => h("p", {}, line))),
      h("form", { class: "row", onsubmit: say }, field, h("button", {}, "Say")));
  }

  // Moves that name no region and no combo are buttons.
  buttons(legal, moves) {
    const onMap = new Set([...moves.values()].flat());
    const rest = legal.filter((text) => !onMap.has(text) && !text.startsWith("pick "));
    const hint = onMap.size ? [h("span", { class: "quiet" }, "Choose a region on the map, or:")] : [];
    return h("nav", { class: "moves", "aria-label": "Moves" }, hint, rest.map((text) => h("button", { "data-key": text, onclick: () => this.line.move(text) }, title(text))));
  }

  choose(region, open) {
    if (open.length === 1) return this.line.move(open[0]);
    const dialog = h("dialog", { "aria-label": region.name }, h("h2", {}, region.name));
    const done = (text) => {
      dialog.close();
      dialog.remove();
      if (text) this.line.move(text);
    };
    dialog.append(h("div", { class: "row" }, open.map((text) => h("button", { onclick: () => done(text) }, title(text))), h("button", { onclick: () => done() }, "Cancel")));
    document.body.append(dialog);
    dialog.showModal();
  }
}

const [, kind, id] = location.pathname.split("/");
if (kind === "t" && id) new Table(id).open().catch((problem) => page.replaceChildren(h("p", { class: "lobby" }, problem.message)));
else lobby(page).catch((problem) => page.replaceChildren(h("p", { class: "lobby" }, problem.message)));
