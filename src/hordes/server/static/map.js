// The board in SVG, from the map's own geometry. A region that a legal move names can be clicked, or reached by keyboard.

import { s, title, words } from "./dom.js";

const SIGNS = { mine: "◆", magic_source: "✦", magic: "✦", cavern: "◠" };
const PIECES = { lair: "lair", fortress: "fort", encampment: "camp", hole: "hole", hero: "hero", dragon: "dragon" };

// The moves that name each region: "conquer 12 with die" belongs to region 12.
export function byRegion(legal, board) {
  const ids = new Set((board.regions ?? []).map((region) => String(region.id)));
  const found = new Map();
  for (const text of legal) {
    const id = text.split(" ").slice(1).find((word) => ids.has(word));
    if (id !== undefined && !text.startsWith("pick") && !text.startsWith("ally")) found.set(id, [...(found.get(id) ?? []), text]);
  }
  return found;
}

export function drawMap(board, view, moves, fresh, choose) {
  const [width, height] = board.box ?? [1200, 800];
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "The map" });
  for (const region of board.regions ?? []) picture.append(shape(region, view, moves, fresh, choose));
  for (const region of board.regions ?? []) picture.append(contents(region, view.regions?.[region.id] ?? {}));
  return picture;
}

function shape(region, view, moves, fresh, choose) {
  const id = String(region.id);
  const open = moves.get(id);
  const here = view.regions?.[id];
  const about = `${region.name}, ${region.terrain}${here?.race ? `, ${here.tokens} ${words(here.race)} of player ${here.player + 1}` : ""}`;
  const classes = ["region", region.terrain, open ? "open" : "", fresh.has(id) ? "new" : ""].join(" ");
  const pick = () => open && choose(region, open);
  return s(
    "polygon",
    {
      points: (region.polygon ?? []).map((point) => point.join(",")).join(" "),
      class: classes,
      "data-region": id,
      role: open ? "button" : "img",
      tabindex: open ? 0 : null,
      "aria-label": open ? `${about}: ${open.join(", ")}` : about,
      onclick: pick,
      onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick()),
    },
    s("title", {}, about),
  );
}

function contents(region, here) {
  const [x, y] = region.anchor;
  const group = s("g", { "aria-hidden": "true" });
  const signs = (region.symbols ?? []).map((symbol) => SIGNS[symbol] ?? symbol).join(" ");
  group.append(s("text", { x, y: y - 32, class: "name" }, `${region.name} ${signs}`));
  if (here.lost_tribe) group.append(s("text", { x, y }, "Lost Tribe"));
  if (here.race) {
    group.append(s("circle", { cx: x, cy: y, r: 19, class: `token s${here.player}${here.declined ? " declined" : ""}` }));
    group.append(s("text", { x, y, class: "count" }, String(here.tokens)));
    group.append(s("text", { x, y: y + 29 }, title(here.race)));
  }
  const pieces = Object.entries(here.pieces ?? {}).map(([piece, n]) => `${PIECES[piece] ?? piece}${n > 1 ? ` ×${n}` : ""}`);
  if (pieces.length) group.append(s("text", { x, y: y + 45, class: "name" }, pieces.join(", ")));
  return group;
}
