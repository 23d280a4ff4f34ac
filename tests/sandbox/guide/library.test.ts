import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GUIDE_NAMES } from "#app/(playground)/docs/_model/guide-groups.ts";
import { readGuide } from "#app/(playground)/docs/_model/read-guide.ts";
import { ABSENT_FEATURES, denyFeature } from "#lib/sandbox/guide/absent-features.ts";
import { openLibrary } from "#lib/sandbox/guide/library.ts";
import { PRODUCT_FACTS } from "#lib/sandbox/guide/product-facts.ts";
import { greeting } from "#lib/sandbox/guide/small-talk.ts";

const PAGES = ["/chat", "/images", "/videos", "/compare", "/providers", "/usage", "/keys", "/docs"];
const addresses = new Set([
  ...PAGES,
  ...GUIDE_NAMES.flatMap((name) =>
    readGuide(name).sections.map(({ slug }) => (slug === "" ? `/docs/${name}` : `/docs/${name}#${slug}`)),
  ),
]);

const linksIn = (markdown: string) => [...markdown.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, link]) => link);

it("holds the guides that have a page, and nothing else", () => {
  const files = new Set(openLibrary().sections.map(({ file }) => file));
  expect([...files].sort()).toEqual(GUIDE_NAMES.map((name) => `docs/guide/${name}.md`).sort());
});

it("links to headings that exist", () => {
  const { sections } = openLibrary();
  const links = sections.flatMap(({ link, blocks }) => [link, ...blocks.flatMap(({ markdown }) => linksIn(markdown))]);
  expect(links.filter((link) => link && !addresses.has(link) && !link.startsWith("/docs/api"))).toEqual([]);
});

it("has no link to nowhere in the answers that are written beforehand", () => {
  const first = { pick: <Item>([item]: readonly [Item, ...Item[]]) => item };
  const refusals = readFileSync(new URL("../../../lib/sandbox/guide/refuse.ts", import.meta.url), "utf8");
  const texts = [
    ...PRODUCT_FACTS.map(({ answer }) => answer),
    ...ABSENT_FEATURES.map(denyFeature),
    greeting(first),
    refusals,
  ];
  expect(texts.flatMap(linksIn).filter((link) => link && !addresses.has(link))).toEqual([]);
});
