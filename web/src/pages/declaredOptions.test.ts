// Tests of declared options: which apply, which are sent, data as it is typed, names of the players.

import { expect, it } from "vitest";
import type { OptionInfo } from "../lib/wire";
import { faultyOption, readData, seatNames, sentOptions, shownOptions, valueOf } from "./declaredOptions";

const option = (name: string, kind: OptionInfo["kind"], fallback: unknown, more: Partial<OptionInfo> = {}): OptionInfo => ({ name, kind, default: fallback, about: "", ...more }) as OptionInfo;
const schema = [
  option("players", "number", 2, { least: 2, most: 4, proposed: 3 }),
  option("auction", "flag", false),
  option("stake", "number", 3, { needs: { auction: true } }),
  option("blind", "flag", false, { needs: { stake: 7 } }),
  option("teams", "flag", false, { needs: { players: 4 } }),
  option("limits.hand", "number", 5),
  option("draw", "flag", false, { needs: { "limits.hand": 2 } }),
  option("cards", "data", null, { needs: { auction: true } }),
];
const shown = (chosen: Record<string, unknown>): string[] => shownOptions(schema, chosen).map((one) => one.name);

it("shows an option that needs a number of players", () => {
  expect(shown({ players: 4 })).toContain("teams");
  expect(shown({ players: 3 })).not.toContain("teams");
});

it("shows an option that needs a hidden one only by the default of that", () => {
  expect(shown({ players: 2, auction: true, stake: 7 })).toContain("blind");
  expect(shown({ players: 2, auction: false, stake: 7 })).not.toContain("blind");
  expect(valueOf(schema, { auction: false, stake: 7 }, "stake")).toBe(3);
});

it("finds values of dotted names", () => {
  expect(shown({ players: 2, "limits.hand": 2 })).toContain("draw");
  expect(shown({ players: 2 })).not.toContain("draw");
});

it("ends where options need each other", () => {
  const round = [option("a", "flag", false, { needs: { b: true } }), option("b", "flag", true, { needs: { a: true } })];
  expect(shownOptions(round, { a: true, b: true }).map((one) => one.name)).toEqual(["a", "b"]);
});

it("sends no option that is not shown, and keeps what nobody declares", () => {
  expect(sentOptions(schema, { players: 2, mode: "standard", auction: false, stake: 7, teams: true })).toEqual({ players: 2, mode: "standard", auction: false });
  expect(sentOptions(schema, { players: 4, auction: true, stake: 7, teams: true })).toEqual({ players: 4, auction: true, stake: 7, teams: true });
});

it("names an option whose data is at fault while it is shown", () => {
  const drafts = { cards: { text: "{", own: true, fault: "This is no JSON." } };
  expect(faultyOption(schema, { players: 2, auction: true }, drafts)).toBe("cards");
  expect(faultyOption(schema, { players: 2 }, drafts)).toBeUndefined();
});

it("reads data, nothing, and what is no JSON", () => {
  expect(readData(' {"a": 1} ')).toEqual({ value: { a: 1 } });
  expect(readData(" ")).toEqual({});
  expect(readData("{oops").problem).toMatch(/JSON|Expected/);
});

it("names people by their seats, and no two alike", () => {
  const seats = [{ kind: "me", name: "" }, { kind: "here", name: "" }, { kind: "bot", name: "" }, { kind: "here", name: "guest" }, { kind: "open", name: "x" }];
  const unnamed = (seat: number): string => (seat === 0 ? "Guest" : `Player ${seat + 1}`);
  expect(seatNames(seats, "", unnamed)).toEqual(["Guest", "Player 2", null, "guest 2", null]);
  expect(seatNames([seats[0], { kind: "here", name: "A name of exactly thirty signs" }], "A name of exactly thirty signs", unnamed)[1]).toBe("A name of exactly thirty sig 2");
});
