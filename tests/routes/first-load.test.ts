import { afterAll, beforeAll, expect, test } from "vitest";
import { measureFirstLoad, scriptTags } from "../support/first-load.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { PAGE_PATHS } from "../support/page-paths.ts";

/** Kilobytes of 1,000 bytes, gzipped; every further 100 cost about half a second on a phone's network. */
const BUDGET = 212;
const MEDIA_BUDGET = 221;
const MEDIA_PAGES = new Set(["/images", "/videos"]);

let gateway: TestGateway;
const sizes: string[] = [];
beforeAll(async () => {
  gateway = await startGateway({ mount: "next" });
});
afterAll(async () => {
  await gateway.close();
  console.log(`JavaScript of a first load, gzipped: ${sizes.join(", ")}`);
});

test.each(PAGE_PATHS)("the first load of %s is within its size budget", async (path) => {
  const { bytes, scripts } = await measureFirstLoad(gateway.url, path);
  const kilobytes = bytes / 1000;
  sizes.push(`${path} ${kilobytes.toFixed(1)} KB`);
  expect(scripts.length, "scripts in the HTML").toBeGreaterThan(3);
  const parts = scripts.map(({ name, bytes: size }) => `${size} ${name}`).join("\n");
  expect(kilobytes, `kilobytes of\n${parts}`).toBeLessThanOrEqual(MEDIA_PAGES.has(path) ? MEDIA_BUDGET : BUDGET);
});

test.each(PAGE_PATHS)("%s is painted before any of its scripts is loaded", async (path) => {
  const html = await (await fetch(gateway.url + path)).text();
  expect(scriptTags(html)).toEqual([]);
});
