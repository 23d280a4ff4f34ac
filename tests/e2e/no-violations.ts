import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * The axe of `@axe-core/playwright`, whose own way of running it takes four times as long: it loads axe for each look.
 */
const source = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * The part of axe that is used here; with `resultTypes` it tells nothing of what it found in order. Style sheets it
 * would fetch once more, for a rule that is off.
 */
type Axe = {
  run(
    context: Element,
    options: { resultTypes: ["violations"]; preload: { assets: ["media"] }; runOnly?: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

/** Rules that a theme can break; the others give the same result in both themes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Checks the page with axe, in the light and in the dark theme.
 * @param state what the page shows, for the message
 * @param within the part to check, if the rest was checked before; the whole page when absent
 */
export async function expectNoViolations(page: Page, state: string, within = page.locator(":root")): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNone(within, `${state}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNone(within, `${state}, dark`, COLOUR_RULES);
}

/** Nothing on the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels beyond the window's width").toBeLessThanOrEqual(0);
}

/** @param rules ids of axe's; absent: all that are on by themselves */
async function expectNone(within: Locator, state: string, rules?: string[]): Promise<void> {
  const page = within.page();
  // Colours are judged when nothing is in motion; what moves for ever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  // Until the page is loaded anew.
  if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page);
  const found = await within.evaluate(async (element, runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(element, {
      resultTypes: ["violations"],
      preload: { assets: ["media"] },
      ...(runOnly && { runOnly }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  }, rules);
  expect(found, state).toEqual([]);
}

/**
 * As a script of its own, which the browser compiles once for all pages; `evaluate` would have it compiled each time.
 */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { exceptionDetails } = await devtools.send("Runtime.evaluate", { expression: `${source};0` });
  expect(exceptionDetails, "loading axe").toBeUndefined();
  await devtools.detach();
}
