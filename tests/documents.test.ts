/** Comments and documents refer only to documents, sections, laws and files that exist. */
import { describe, expect, it } from "vitest";
import { findBrokenReferences } from "./support/document-references.ts";
import { listProjectFiles, readProjectFile } from "./support/source-files.ts";

/** This file refers to what does not exist, to see that it is found. */
const SAMPLES = "tests/documents.test.ts";

describe("references of the project", () => {
  const paths = listProjectFiles();
  const read = paths.filter((path) => /\.(?:ts|tsx|mjs|css|md)$/.test(path) && path !== SAMPLES);
  const texts = new Map(read.map((path) => [path, readProjectFile(path)]));

  it("are found in sources and documents", () => {
    expect([...texts.keys()]).toEqual(
      expect.arrayContaining(["lib/canonical/call.ts", "CONTRIBUTING.md", "docs/spec/wire-formats.md"]),
    );
  });

  it("all have a target", () => {
    expect(findBrokenReferences({ texts, paths: new Set(paths) })).toEqual([]);
  });
});

describe("a reference", () => {
  const documents = {
    "docs/spec/wire-formats.md": "# Wire formats\n\n## 1. Chat\n\n### 1.1 Fields\n",
    "docs/spec/gateway-interface.md": "# Interface\n\n### Error body (all routes)\n\n### Video task `status`\n",
    "docs/architecture.md":
      "# Architecture\n\n## One core, two mounts\n\n## Laws\n\nEach is a test.\n\n1. One.\n2. Two.\n",
    "lib/README.md": "# Map\n",
  };
  const paths = ["docs", "docs/guide", "docs/guide/a.md", "lib", "lib/http", "lib/http/a.ts", "lib/http/a-b.ts"];

  const brokenIn = (path: string, text: string) => {
    const texts = new Map(Object.entries({ ...documents, [path]: text }));
    return findBrokenReferences({ texts, paths: new Set([...paths, ...texts.keys()]) });
  };

  it.each([
    ["a section that is not there", "lib/a.ts", "/** Chat (wire-formats §1.2). */", "§1.2"],
    ["the end of a range", "lib/a.ts", "// (wire-formats §1 to §3)", "§3"],
    ["a section without its document's name", "lib/a.ts", "// §9", "§9"],
    ["a law that is not there", "lib/a.ts", "/** (architecture.md, laws 2 and 3) */", "law 3"],
    ["a law by its number alone", "tests/a.test.ts", "it('keeps law 4')", "law 4"],
    ["a section of the architecture", "lib/a.ts", "// (architecture.md, Words)", '"Words"'],
    ["a section on the next line", "lib/a.ts", "/** (architecture.md,\n * Words) */", '"Words"'],
    ["a section of the interface", "lib/a.ts", "/** (spec, Error bodies; wire-formats §1) */", '"Error bodies"'],
    ["the architecture elsewhere", "lib/a.ts", "// (design/architecture.md, law 1)", "design/architecture.md"],
    ["a page of the guide", "lib/a.ts", "// see docs/guide/b.md", "docs/guide/b.md"],
    ["a link", "docs/guide/b.md", "[b](c.md)", "c.md"],
    ["a link to a heading", "docs/guide/b.md", "[b](../architecture.md#law)", "#law"],
    ["a path in inline code", "CONTRIBUTING.md", "`lib/http/b.ts`", "lib/http/b.ts"],
    ["a path in a command", "CONTRIBUTING.md", "`node lib/http/b.ts`", "lib/http/b.ts"],
    ["a folder", "README.md", "`lib/store/`", "lib/store/"],
    ["a path from the document's folder", "lib/README.md", "`http/b.ts`", "http/b.ts"],
    ["a file in any folder", "CONTRIBUTING.md", "`b.ts`", "b.ts"],
    ["a file from the page of a folder", "lib/http/README.md", "`lib/http/b.ts`", "lib/http/b.ts"],
    ["a pattern", "CONTRIBUTING.md", "`lib/<folder>/c.ts`", "c.ts"],
  ])("to %s is detected", (_, path, text, named) => {
    const broken = brokenIn(path, `\n${text}\n`);
    expect(broken).toEqual([expect.stringMatching(/^\S+:2 /)]);
    expect(broken[0]).toContain(named);
    expect(broken[0]).toContain(`${path}:`);
  });

  it.each([
    ["sections", "lib/a.ts", "/** (wire-formats §1, §1.1) and (§1.1) */"],
    ["sections of other standards", "lib/a.ts", "// (RFC 9110 §14.2), CommonMark 0.31 §6.3"],
    ["laws", "lib/a.ts", "/** (architecture.md, law 1), laws 1 and 2 */"],
    ["a law on the next line", "lib/a.ts", "/**\n * (architecture.md,\n * law 1).\n */"],
    ["a title with a comma, over two lines", "lib/a.ts", "/**\n * (architecture.md, One core,\n * two mounts).\n */"],
    ["a title without what is in brackets", "lib/a.ts", "// (spec, Error body; wire-formats §1)"],
    ["the specification as a whole", "lib/a.ts", "// (spec; wire-formats §1)"],
    ["a document, a heading, an address", "docs/guide/b.md", "[a](a.md) [b](../architecture.md#laws) [c](https://x.y)"],
    ["a heading of the same document", "docs/guide/b.md", "# One `two`\n\n[a](#one-two)"],
    ["links in code", "docs/guide/b.md", "`[a](b)`\n\n```\n[a](b)\n```"],
    ["files, folders, patterns", "CONTRIBUTING.md", "`lib/http/a.ts` `lib/http/` `a.ts` `lib/<x>/*.ts` `lib/…/a.ts`"],
    ["a file from the page of its folder", "lib/http/README.md", "`a.ts` `lib/http/a.ts`"],
    ["paths from the document's folder", "lib/README.md", "`http/a.ts`"],
    ["routes, packages and variables", "CONTRIBUTING.md", "`/v1/files` `@ai-sdk/openai` `#lib/*` `A=lib/b.ts` `x/y`"],
    ["files in fenced code", "CONTRIBUTING.md", "```sh\nnode `lib/b.ts`\n```"],
    ["files of a decision", "docs/decisions/a.md", "`lib/gone.ts`"],
  ])("may be to %s", (_, path, text) => {
    expect(brokenIn(path, text)).toEqual([]);
  });
});
