import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** @param state what the page shows, for the message */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  // Colours are judged when nothing is in motion.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found, state).toEqual([]);
}
