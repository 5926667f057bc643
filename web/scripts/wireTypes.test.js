// Check: the types of the wire are those of the schemas. If this fails: `npm run wire`.

import { readFile, readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { FOLDERS, modules, typescript } from "./wireTypes.js";

it("every module of types is made of its schema", async () => {
  const made = await modules();
  expect(made.size).toBe(FOLDERS.length);
  for (const [path, text] of made) expect(await readFile(path, "utf8"), path).toBe(text);
});

it("no schema is left out", async () => {
  const files = await readdir(new URL("../src/", import.meta.url), { recursive: true });
  expect(files.filter((file) => file.endsWith("wire.schema.json")).sort()).toEqual(FOLDERS.map((folder) => `${folder}/wire.schema.json`).sort());
});

it("a union is told apart by its tag, and a text for people is opaque", async () => {
  const event = (tag, name) => ({ title: name, type: "object", properties: { type: { enum: [tag] }, name: { type: "string", format: "prose" } }, required: ["type", "name"], additionalProperties: false });
  const schema = { title: "Wire", anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }], $defs: { A: event("a", "A"), B: event("b", "B") } };
  const text = await typescript(schema, "./opaque");
  expect(text).toContain("export type Wire = A | B;");
  expect(text).toContain('type: "b";\n  name: Prose;');
});
