import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a theme can break; the rest is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * By axe, in the light theme and in the dark one.
 * @param state what the page shows, for the message
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // Legacy mode spares a second page that only pages with frames need.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNone(page, axe(), `${state}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNone(page, axe().withRules(COLOUR_RULES), `${state}, dark`);
}

/** Nothing on the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels beyond the window's width").toBeLessThanOrEqual(0);
}

async function expectNone(page: Page, axe: AxeBuilder, state: string): Promise<void> {
  // Colours are judged when nothing is in motion; what moves for ever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found, state).toEqual([]);
}
