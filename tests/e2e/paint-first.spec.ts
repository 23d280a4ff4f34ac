import { expect } from "@playwright/test";
import { composer, signIn } from "./chat-page.ts";
import { test } from "./page-test.ts";

/** The pages' own limit, for a browser that does not paint (scripts/paint-first.ts). */
const LONGEST_WAIT_MS = 1000;

test("the browser paints a page before it requests a script of it", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await page.reload();
  await expect(composer(page)).toBeEditable();
  const { paintedAt, parsedAt, scripts } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      paintedAt: performance.getEntriesByName("first-paint")[0]?.startTime,
      parsedAt: navigation?.responseEnd ?? 0,
      scripts: resources
        .filter(({ name }) => /\/_next\/static\/chunks\/.*\.js/.test(name))
        .map(({ name, startTime }) => ({ name, startTime })),
    };
  });
  if (paintedAt === undefined) throw new Error("The browser reported no first paint.");
  expect(scripts.length, "scripts of the page").toBeGreaterThan(3);
  const early = scripts.filter(({ startTime }) => startTime < Math.min(paintedAt, parsedAt + LONGEST_WAIT_MS));
  expect(early, `scripts requested before the paint at ${paintedAt} ms`).toEqual([]);
});
