import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** Words that have one replacement each in everything that the pages show. */
const OLD_WORDS: readonly [old: RegExp, use: string][] = [
  [/\bupstreams?\b/i, "provider"],
  [/\b(?:conventions?|dialects?)\b/i, "API"],
  [/\blanes?\b/i, "routing"],
  [/\bwire\b/i, "trace or inspector"],
  [/\bexchanges?\b/i, "request or response"],
  [/\b(?:kept|keeps)\b/i, "saved or stored"],
  [/\bin force\b/i, "active"],
  [/\b(?:left out|left behind|dropped|went nowhere)\b/i, "ignored"],
  [/\banswers\b|\ban answer\b|\bthe answer\b/i, "response"],
  [/\b(?:go|goes|gone) on\b/i, "continue"],
  [/\bonce more\b/i, "again"],
  [/[\d}] %/, "46%, without a space"],
];

/** Properties whose strings are not shown: classes, search words of the palette, prompts and code. */
const UNSEEN =
  /^(?:className|class|d|id|key|href|type|variant|size|role|style|keywords|prompts?|command|words|images|videos|rel|data-.*)$/;

/** Files whose strings are not for the screen: code samples, scripts of the page and configuration to copy. */
const CODE = [
  "lib/playground/models/upstream-setup.ts",
  "lib/playground/samples/",
  "lib/playground/shell/preferences.ts",
  "lib/playground/shell/early-input.ts",
  "components/markdown/strip-references.ts",
];

type SyntaxNode = { type: string; [field: string]: unknown };

test("strings on screen use the words of the glossary", () => {
  const found = listFiles().flatMap((file) =>
    readStrings(file, readFileSync(file, "utf8")).flatMap((text) =>
      OLD_WORDS.filter(([old]) => old.test(text)).map(
        ([old, use]) => `${file}: "${text}" (${old.exec(text)?.[0]}: ${use})`,
      ),
    ),
  );
  expect(found).toEqual([]);
});

test("the check reads text, attributes, properties and templates", () => {
  const source = `
    const entry = { label: "Show the wire", keywords: "wire", run };
    const view = <p title="Upstream" className="kept on screen">Left {"out of"} sight <b>the answer</b> {\`\${share} %\`}</p>;`;
  expect(readStrings("sample.tsx", source)).toEqual([
    "Show the wire",
    "Upstream",
    "Left",
    "out of",
    "sight",
    "the answer",
    "} %",
  ]);
});

function listFiles(): string[] {
  const files = execFileSync("git", ["ls-files", "app", "components", "lib/playground", "pages"], { encoding: "utf8" });
  return files
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("app/api/"))
    .filter((file) => !CODE.some((start) => file.startsWith(start)));
}

/** Returns the strings of a file that can be shown: text of elements, and literals with a space or a capital. */
function readStrings(file: string, source: string): string[] {
  const strings: string[] = [];
  const add = (text: string) => {
    const line = text.replace(/\s+/g, " ").trim();
    if (/[a-z]/i.test(line) || line.includes("%")) strings.push(line);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as SyntaxNode;
    switch (node.type) {
      case "ImportDeclaration":
      case "ImportExpression":
      case "ExportAllDeclaration":
        return;
      case "JSXText":
        add(String(node.value));
        return;
      case "Literal":
        if (typeof node.value === "string" && isShown(node.value)) add(node.value);
        return;
      case "TemplateLiteral": {
        const text = (node.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked);
        if (isShown(text.join("}"))) add(text.join("}"));
        visit(node.expressions);
        return;
      }
      case "JSXAttribute":
      case "Property": {
        const { name, value: key } = (node.name ?? node.key) as { name?: string; value?: string };
        if (UNSEEN.test(name ?? key ?? "")) return;
        visit(node.value);
        return;
      }
    }
    if (node.type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return;
    for (const field of Object.values(node)) visit(field);
  };
  visit(parseSync(file, source).program.body);
  return strings;
}

/** Names and classes in code have neither a capital at their start nor a space. */
const isShown = (text: string) => /^[A-Z“]|\s/.test(text);
