// Tests of placeholders of messages.

import { expect, it } from "vitest";
import { fill, isSingular, setPluralLanguage } from "./fill";

it("fills placeholders and chooses singular or plural", () => {
  expect(fill("{n} {n:coin|coins} for {who}", { n: 1, who: "Ann" })).toBe("1 coin for Ann");
  expect(fill("{n} {n:coin|coins}", { n: 3 })).toBe("3 coins");
  expect(fill("{missing}", {})).toBe("{missing}");
});

it("follows the plural rules of a language", () => {
  const message = "{n} {n:one=plik|few=pliki|many=plików|other=pliku}";
  setPluralLanguage("pl");
  expect([1, 3, 5, 22].map((n) => fill(message, { n }))).toEqual(["1 plik", "3 pliki", "5 plików", "22 pliki"]);
  expect(fill("{n} {n:one=file|other=files}", { n: 5 })).toBe("5 files");
  setPluralLanguage("fr");
  expect([0, 1, 2].map(isSingular)).toEqual([true, true, false]);
  setPluralLanguage("en");
  expect([0, 1, 2].map(isSingular)).toEqual([false, true, false]);
  expect(fill("{n:|s}", { n: 0 })).toBe("s");
});
