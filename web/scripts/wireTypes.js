// Makes the TypeScript types of the wire from the JSON schemas beside them: `npm run wire`, or `python -m tools.wire_types`, which
// writes the schemas too.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const SOURCES = new URL("../src/", import.meta.url);
/** Folders with a `wire.schema.json`. */
export const FOLDERS = ["lib", "generic", "smallworld", "covil"];
/** Types of texts that nothing may be read out of, by their `format` in the schemas; they are in lib/opaque.ts. */
const OPAQUE = { prose: "Prose", "move-text": "MoveText" };

/** A schema as the compiler takes it: without limits, which TypeScript does not know, and with opaque types. */
function simplified(schema) {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (schema === null || typeof schema !== "object") return schema;
  const { minItems, maxItems, propertyNames, additionalProperties, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, simplified(part)]));
  if (Array.isArray(rest.items)) Object.assign(rest, { minItems, maxItems });
  if (additionalProperties !== undefined && additionalProperties !== true) rest.additionalProperties = additionalProperties;
  if (rest.type === "object" && rest.properties === undefined && additionalProperties === undefined) rest.tsType = "Record<string, unknown>";
  if (OPAQUE[rest.format]) rest.tsType = OPAQUE[rest.format];
  return rest;
}

/** The module of types for a schema, which imports opaque types from a path. */
export async function typescript(schema, opaque) {
  const used = Object.entries(OPAQUE).filter(([format]) => JSON.stringify(schema).includes(`"format":"${format}"`)).map(([, name]) => name);
  const banner = ["// Made by `python -m tools.wire_types` from types in Python. Do not edit.", ...(used.length > 0 ? ["", `import type { ${used.join(", ")} } from "${opaque}";`] : [])];
  return compile(simplified(schema), schema.title, { bannerComment: banner.join("\n"), additionalProperties: false, style: { printWidth: 140 } });
}

/** Paths of the generated modules with the content that they should have. */
export async function modules() {
  const made = new Map();
  for (const folder of FOLDERS) {
    const schema = JSON.parse(await readFile(new URL(`${folder}/wire.schema.json`, SOURCES), "utf8"));
    made.set(fileURLToPath(new URL(`${folder}/wire.ts`, SOURCES)), await typescript(schema, folder === "lib" ? "./opaque" : "../lib/opaque"));
  }
  return made;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const [path, text] of await modules()) await writeFile(path, text);
