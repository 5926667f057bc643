// Tests of applying the server's changes to a view.

import { expect, it } from "vitest";
import { patched } from "./patch";

it("changes what is named and leaves the rest the same object", () => {
  const view = { a: { b: 1, c: [1, 2] }, d: { e: 1 } };
  const after = patched(view, [[["a", "b"], 2], [["a", "c", 1], 9], [["f"], null], [["d", "e"]]]);
  expect(after).toEqual({ a: { b: 2, c: [1, 9] }, d: {}, f: null });
  expect(view).toEqual({ a: { b: 1, c: [1, 2] }, d: { e: 1 } });
  const second = patched(view, [[["d", "e"], 5]]);
  expect(second.a).toBe(view.a);
});

it("replaces the whole where the path is empty", () => {
  expect(patched({ a: 1 }, [[[], { b: 2 }]])).toEqual({ b: 2 });
});
