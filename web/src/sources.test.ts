// Check: the page reads no data out of texts. What it knows comes as data over the wire, names as ids, and plurals of the reader's
// language from Intl.PluralRules. So every place that takes a text apart, or compares one with English words, is listed here with its reason.

import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("./**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });

const FAULTS: Record<string, RegExp> = {
  "takes a text apart": /\.(split|match|matchAll|startsWith|endsWith|exec|test|substring|substr|search|replace|replaceAll|charAt|charCodeAt|codePointAt)\(/,
  "looks into a text": /\b(text|label|message|name|move|word|title|reason|id|troop|target|attacker|over|verb|source)[!?]?\.(slice|at|indexOf|lastIndexOf|includes)\(|\b(text|message|name|move|word|title|reason|id|troop|target|attacker|verb|source)!?(\?\.)?\[\d/,
  "has a regular expression": /([=(,]|=>|return)\s*\/(?![/*>\s])[^\n]*\/[dgimsuvy]*[;,.)\s]|\bRegExp\b/,
  "compares with English words": /((?<!\bkey |[=!])[=!]==?|\bcase) *["'`](?=[A-Z]|[^"'`]* )[^"'`$]+["'`]|\.(includes|indexOf|has|get)\(["'`](?=[A-Z]|[^"'`]* )[^"'`$]+["'`]/,
  "makes a plural by hand": /([=!]==?|[<>]=?) ?[12] ?(\?|&&) ?["'`]|(?<!\?)[?:+] ["'`](s|es|n|en|e)["'`]|\b(n|count|amount|number) ?([=!]==?|[<>]=?) ?[12]\b/,
  "makes a string of what is none": /as unknown as string|as any as string/,
};

/** Lines that may do so, by file: a part of the line, and why. */
const ALLOWED: Record<string, [string, string][]> = {
  "./covil/Portrait.svelte": [
    ['mouth.endsWith("Z")', "a path of the page's own"],
    ['teeth.includes("V")', "a path of the page's own"],
  ],
  "./covil/background.ts": [
    ['.replace(/\\n/g, "")', "an SVG of the page's own"],
    ['zone.terrain.includes("Town")', "the id of a terrain"],
    ['terrain !== "Town"', "the id of a terrain"],
  ],
  "./covil/controller.svelte.ts": [
    ['over.split(" ")', "a drop target, an attribute of the page's own"],
  ],
  "./covil/story.ts": [['event.type.replaceAll("_", " ")', "an id as a label, for want of a sentence"]],
  "./lib/gameList.svelte.ts": [
    ['const dot = name.indexOf(".")', "the name of a declared option"],
    ["name.slice(0, dot)", "the name of a declared option"],
    ["name.slice(dot + 1)", "the name of a declared option"],
  ],
  "./generic/Piece.svelte": [
    ["name.charAt(0)", "an initial as a picture"],
    ['piece.count === 1 ? ""', "a number is left out"],
  ],
  "./generic/controller.svelte.ts": [
    ['event.type.replaceAll("_", " ")', "an id as a label, for want of a sentence"],
    ['word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ")', "an id as a label"],
  ],
  "./learn/Coach.svelte": [['?? "0/0").split("/")', "what the page itself has kept"]],
  "./lib/clickGuard.ts": [['.replace(/\\d+/g, "")', "the identity of a control of the page, as it is shown"]],
  "./lib/drawing.ts": [["text.charCodeAt(k)", "a hash"]],
  "./lib/glossary.svelte.ts": [['id.replaceAll("_", " ")', "an id as a label"]],
  "./lib/i18n/fill.ts": [
    ['message.replace(/\\{(\\w+)(?::([^{}]*))?\\}/g,', "placeholders of the page's own messages"],
    ['forms.split("|")', "placeholders of the page's own messages"],
  ],
  "./lib/opaque.ts": [["text as unknown as string", "the one way to show a move's text"]],
  "./lib/prefs.svelte.ts": [["navigator.language.toLowerCase().startsWith(code)", "the browser's language"]],
  "./lib/route.svelte.ts": [
    ['location.pathname.split("/")', "the address"],
    ['location.hash.replace(/^#/, "")', "the address"],
    ['location.hash.replace(/^#\\/?/, "").split("?")', "the address"],
    ['path.split("/")', "the address"],
  ],
  "./generic/board.ts": [
    ["[...text.matchAll(/\\s+/g)].map((gap) => gap.index)", "a name in two lines"],
    ["[text.slice(0, middle), text.slice(middle).trim()]", "a name in two lines"],
  ],
  "./lib/ruleMessages.svelte.ts": [
    ["cost.parts.length > 1 ?", "a sum of one number needs no result"],
    ["return /\\{\\w+/.test(text) ?", "a placeholder that was not filled"],
  ],
  "./lib/webPush.ts": [['atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)', "a key in base 64"]],
  "./pages/DeclaredOptions.svelte": [['name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ")', "an id as a label"]],
  "./pages/NewOptions.svelte": [['word.replaceAll("_", " ")', "an id as a label"]],
  "./rules/search.ts": [
    ['text.normalize("NFD").replace(/[\\u0300-\\u036f]/g, "")', "what a reader searches for"],
    ['name: id.replaceAll("_", " ")', "an id as a label"],
    ['kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ")', "an id as a label"],
    ["plain(wanted).split(/\\s+/)", "what a reader searches for"],
    ["name.startsWith(words[0])", "what a reader searches for"],
    ["name.includes(word)", "what a reader searches for"],
    ["whole.includes(word)", "what a reader searches for"],
    ['wanted.trim().split(/\\s+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\\]\\\\]/g,', "what a reader searches for"],
    ['text.split(new RegExp(`(${words.join("|")})`', "what a reader searches for"],
  ],
  "./smallworld/Emblem.svelte": [
    ["name.split(/[\\s_-]+/)", "initials as a picture"],
    ["words[0][0] + words[1][0]", "initials as a picture"],
    ["name.slice(0, 2)", "initials as a picture"],
  ],
  "./smallworld/Hand.svelte": [["{#if n > 1}", "a number is left out"]],
  "./smallworld/RegionContents.svelte": [["{#if n > 1}", "a number is left out"]],
  "./smallworld/Token.svelte": [["{#if count > 1", "a number is left out"]],
  "./smallworld/background.ts": [['.replace(/\\n/g, "")', "an SVG of the page's own"]],
  "./smallworld/story.ts": [
    ["event.price.length > 1 ?", "a sum of one number is left out"],
    ['event.type.replaceAll("_", " ")', "an id as a label, for want of a sentence"],
  ],
  "./smallworld/words.ts": [["count > 1 ? `${count} ×", "a number is left out"]],
};

/** Lines of code without comments, styles and addresses of modules. */
function codeLines(source: string): string[] {
  const code = source.replace(/<style>[^]*<\/style>/, "").replace(/\/\*[^]*?\*\//g, "").replace(/<!--[^]*?-->/g, "");
  return code.split("\n").filter((line) => !/^\s*(\/\/|import .* from |export .* from )/.test(line)).map((line) => line.replace(/ \/\/ .*$/, ""));
}

/** Places that are not allowed, as `file: what: line`, and permissions that nobody uses. */
function faults(files: Record<string, string>, allowed: typeof ALLOWED): string[] {
  const unused = new Set(Object.entries(allowed).flatMap(([path, lines]) => lines.map(([part]) => `${path}: ${part}`)));
  const found: string[] = [];
  for (const [path, source] of Object.entries(files)) {
    if (path.endsWith(".test.ts") || path.endsWith("/wire.ts")) continue;
    for (const line of codeLines(source)) {
      let rest = line; // without what is allowed
      for (const [part] of allowed[path] ?? []) {
        if (!line.includes(part)) continue;
        unused.delete(`${path}: ${part}`);
        rest = rest.replaceAll(part, "");
      }
      const what = Object.keys(FAULTS).find((fault) => FAULTS[fault].test(rest));
      if (what) found.push(`${path} ${what}: ${line.trim()}`);
    }
  }
  return [...found, ...[...unused].map((part) => `not used any more: ${part}`)];
}

describe("the page's sources", () => {
  it("read no data out of texts", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(80);
    expect(faults(sources, ALLOWED)).toEqual([]);
  });

  it.each([
    'const [verb, region] = text.split(" ");',
    'const wanted = texts.filter((text) => /^(conquer|pick) /.test(text));',
    'if (option.text.startsWith("exhaust")) return;',
    "  const declined = /^declined (.+)$/.exec(label);",
    "const number = message.match(/\\d+/);",
    "const seat = Number(troop[0]);",
    "const letter = name.slice(1, 2);",
    'if (label === "Dark Overlord") return 1;',
    'if (reason.includes("has resigned")) return 1;',
    'case "declined Elves":',
    'const word = `${n} ${n === 1 ? "coin" : "coins"}`;',
    "const words = n > 1 ? `${n} regions` : `one region`;",
    'const text = coin + (n === 1 ? "" : "s");',
    "const verb = (move.text as unknown as string);",
    "  {@const parts = text.split(',')}",
    '<b class:own={text.endsWith("me")}></b>',
    "const made = new RegExp(name);",
    "return count === 1 && entry.one ? entry.one : entry.name;",
  ])("with %s would", (line) => {
    expect(faults({ "./pages/X.svelte": `<script lang="ts">\n${line}\n</script>` }, {})).toHaveLength(1);
  });

  it.each(["import { a } from './split';", "// text.split(' ')", 'if (event.key === "Enter") go();', "const half = total / 2 / n;", 'if (view.phase === "redeploy") return;', "const one = moves.length === 1 ? moves[0] : null;", '<a href="/x">{t("rules")}</a>'])("may have %s", (line) => {
    expect(faults({ "./pages/X.svelte": line }, {})).toEqual([]);
  });

  it("name every permission that is not needed any more", () => {
    expect(faults({ "./a.ts": "const b = 1;" }, { "./a.ts": [["b.split(", "why"]] })).toHaveLength(1);
  });
});
