import { expect, test, vi } from "vitest";
import { paintFirst } from "#scripts/paint-first.ts";

const HTML = `<html><head><link rel="stylesheet" href="/a.css"/><link rel="preload" as="script" fetchPriority="low" href="/b.js"/><script src="/a.js" async=""></script><script src="/old.js" noModule=""></script></head><body><p>Text</p><script src="/b.js" async=""></script><script>push([1])</script></body></html>`;

test("scripts are removed from the head and started at the end of the page, in order", () => {
  const html = paintFirst(HTML);
  expect(html).not.toContain("async=");
  expect(html).not.toContain("preload");
  expect(html).toContain(`<script src="/old.js" noModule=""></script>`);
  expect(html).toMatch(
    /<script>push\(\[1\]\)<\/script><script>[^<]*const sources=\["\/a\.js","\/b\.js"\][^<]*<\/script><\/body>/,
  );
});

test("scripts are started a few at a time, Turbopack's runtime last", async () => {
  const names = ["turbopack-0a", ...Array.from({ length: 11 }, (_, index) => `chunk-${index}`)];
  const tags = names.map((name) => `<script src="/${name}.js" async=""></script>`).join("");
  const starter = /<script>(\(\(\)=>.*)<\/script>/.exec(paintFirst(`<html><body>${tags}</body></html>`))?.[1] ?? "";
  const started: string[] = [];
  let inThisTask = 0;
  let most = 0;
  const document = {
    hidden: true,
    head: {
      append: ({ src }: { src: string }) => {
        started.push(src);
        inThisTask += 1;
        most = Math.max(most, inThisTask);
      },
    },
    createElement: () => ({}),
  };
  const start = (task: () => void) =>
    setTimeout(() => {
      inThisTask = 0;
      task();
    });
  new Function("document", "setTimeout", "PerformanceObserver", starter)(document, start, undefined);
  await vi.waitFor(() => expect(started).toHaveLength(names.length));
  expect(most).toBeLessThanOrEqual(5);
  expect(started.at(-1)).toBe("/turbopack-0a.js");
});

test("a page without scripts and a rewritten page stay unchanged", () => {
  const html = paintFirst(HTML);
  expect(paintFirst("<html><body></body></html>")).toBe("<html><body></body></html>");
  expect(paintFirst(html)).toBe(html);
});
