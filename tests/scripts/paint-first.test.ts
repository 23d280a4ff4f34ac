import { expect, test } from "vitest";
import { paintFirst } from "#scripts/paint-first.ts";

const HTML = `<html><head><link rel="stylesheet" href="/a.css"/><link rel="preload" as="script" fetchPriority="low" href="/b.js"/><script src="/a.js" async=""></script><script src="/old.js" noModule=""></script></head><body><p>Text</p><script src="/b.js" async=""></script><script>push([1])</script></body></html>`;

test("scripts are removed from the head and started at the end of the page, in order", () => {
  const html = paintFirst(HTML);
  expect(html).not.toContain("async=");
  expect(html).not.toContain("preload");
  expect(html).toContain(`<script src="/old.js" noModule=""></script>`);
  expect(html).toMatch(
    /<script>push\(\[1\]\)<\/script><script>[^<]*for\(const src of \["\/a\.js","\/b\.js"\]\)[^<]*<\/script><\/body>/,
  );
});

test("a page without scripts and a rewritten page stay unchanged", () => {
  const html = paintFirst(HTML);
  expect(paintFirst("<html><body></body></html>")).toBe("<html><body></body></html>");
  expect(paintFirst(html)).toBe(html);
});
