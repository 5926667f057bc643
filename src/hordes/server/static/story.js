// Events as sentences, in the words of the events themselves where nobody has written better ones.

import { title, words } from "./dom.js";

const SENTENCES = {
  turn: (e, who) => `Turn ${e.turn}: ${who(e.seat)}.`,
  picked: (e, who) => `${who(e.seat)} takes ${title(e.power)} ${title(e.race)}${e.paid ? ` for ${e.paid}` : ""}.`,
  conquered: (e, who, place) => `${who(e.seat)}: ${title(e.race)} take ${place(e.region)} with ${e.tokens}.`,
  lost: (e, who, place) => `${who(e.seat)} loses ${place(e.region)}.`,
  rolled: (e) => `The die shows ${e.pips || "nothing"}.`,
  failed: (e, who, place) => `The attempt on ${place(e.region)} fails.`,
  declined: (e, who) => `${who(e.seat)}: ${title(e.race)} go into decline.`,
  placed: (e, who, place) => `${who(e.seat)} puts ${e.tokens} in ${place(e.region)}.`,
  scored: (e, who) => `${who(e.seat)} scores ${e.coins} (${e.sources.map(([label, n]) => `${n} ${label}`).join(", ")}).`,
  over: (e, who) => `The game is over: ${e.winners.map(who).join(" and ")} with ${Math.max(...e.scores)}.`,
};
const QUIET = new Set(["readied", "stopped", "revealed", "tribe_lost"]);

export function tell(event, who, place) {
  if (QUIET.has(event.type)) return null;
  if (SENTENCES[event.type]) return SENTENCES[event.type](event, who, place);
  const facts = Object.entries(event).filter(([key]) => key !== "type" && key !== "seat").map(([key, value]) => `${words(key)} ${value}`);
  return `${event.seat === undefined ? "" : `${who(event.seat)}: `}${words(event.type)}${facts.length ? ` (${facts.join(", ")})` : ""}.`;
}
