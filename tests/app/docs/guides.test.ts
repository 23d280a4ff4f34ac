import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSearchIndex } from "#app/(playground)/docs/_model/build-search-index.ts";
import { GUIDE_NAMES } from "#app/(playground)/docs/_model/guide-groups.ts";
import { readGuide } from "#app/(playground)/docs/_model/read-guide.ts";
import { renderGuide } from "#app/(playground)/docs/_model/render-guide.ts";
import {
  CODE_DOCS,
  ERROR_DOCS,
  getErrorDocs,
  PAGE_DOCS,
  STATUS_DOCS,
  STREAM_DOCS,
  TRACE_DOCS,
} from "#lib/playground/docs/docs-links.ts";
import { listAnchors } from "#tests/support/markdown-outline.ts";

const guides = GUIDE_NAMES.map(readGuide);

/** Every address below /docs, with its fragments. */
const addresses = new Set([
  "/docs",
  "/docs/api",
  ...guides.flatMap(({ name, sections }) =>
    sections.map(({ slug }) => (slug === "" ? `/docs/${name}` : `/docs/${name}#${slug}`)),
  ),
]);

it("lists every guide of docs/guide once", () => {
  const files = globSync("docs/guide/*.md").map((path) => basename(path, ".md"));
  expect([...GUIDE_NAMES].sort()).toEqual(files.sort());
});

describe.each(guides)("$name", (guide) => {
  it("has the headings that its links in the repository use", () => {
    const own = guide.sections.flatMap(({ slug }) => (slug === "" ? [] : [slug]));
    const anchors = listAnchors(readFileSync(`docs/guide/${guide.name}.md`, "utf8"));
    expect([...anchors]).toEqual(expect.arrayContaining(own));
    expect(new Set(own).size).toBe(own.length);
  });

  it("links only to pages and sections that exist", async () => {
    const html = await renderGuide(guide);
    const links = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = ""]) => href);
    for (const href of links) {
      if (href.startsWith("#")) expect(addresses, href).toContain(`/docs/${guide.name}${href}`);
      else if (href.startsWith("/docs")) expect(addresses, href).toContain(href);
      else expect(href).toMatch(/^(?:https?:\/\/|\/)/);
    }
  });

  it("keeps all of its code", async () => {
    const html = await renderGuide(guide);
    const text = html
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
    const fences = readFileSync(`docs/guide/${guide.name}.md`, "utf8").matchAll(/^```\w*\n([\s\S]*?)\n```$/gm);
    for (const [, code = ""] of fences) expect(text.replaceAll("&amp;", "&")).toContain(code);
  });
});

describe("links of the playground", () => {
  const links = [
    ...Object.values(PAGE_DOCS),
    ...CODE_DOCS.map(([, href]) => href),
    ...Object.values(STATUS_DOCS),
    ERROR_DOCS,
    STREAM_DOCS,
    TRACE_DOCS,
  ];
  it.each(links)("%s exists", (href) => {
    expect(addresses).toContain(href);
  });

  it("in components and pages lead to sections that exist", () => {
    const sources = globSync("{app,components,lib/playground}/**/*.{ts,tsx}");
    const written = sources.flatMap((path) =>
      Array.from(readFileSync(path, "utf8").matchAll(/["'`](\/docs(?:\/[\w/#-]+)?)["'`]/g), ([, href = ""]) => href),
    );
    expect(written.length).toBeGreaterThan(10);
    for (const href of written) if (href !== "/docs/") expect(addresses, href).toContain(href);
  });

  it.each([
    [{ code: "model_not_found", status: 404 }, "/docs/models-and-aliases"],
    [{ code: "invalid_api_key", status: 401 }, "/docs/keys"],
    [{ status: 403 }, "/docs/keys#scopes"],
    [{ code: "quota_exceeded", status: 507 }, "/docs/keys#how-much-a-key-may-store"],
    [{ code: "upstream_timeout", status: 504 }, "/docs/troubleshooting"],
    [{ status: 429 }, "/docs/errors#status-codes"],
  ])("lead from %o to %s", (failure, href) => {
    expect(getErrorDocs({ origin: "response", message: "", ...failure })).toBe(href);
  });
});

describe("search", () => {
  const index = buildSearchIndex(guides);
  const find = (query: string) => index.search(query).map(({ id }) => id);

  it.each([
    ["revoke key", "/docs/keys#list-and-revoke-keys"],
    ["ollama", "/docs/providers#connect-ollama"],
    ["status codes", "/docs/errors#status-codes"],
    ["stream python", "/docs/streaming#stream-with-python"],
  ])("finds %s first", (query, href) => {
    expect(find(query)[0]).toBe(href);
  });

  it("forgives a typing error", () => {
    expect(find("strcutured output")).toContain("/docs/structured-output");
  });

  it("leads to sections that exist", () => {
    for (const id of find("the")) expect(addresses).toContain(id);
  });
});
