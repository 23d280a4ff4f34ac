import { expect, type Page } from "@playwright/test";
import { lastResponse, SLOW_MODEL, seeText, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

const icon = (page: Page) => page.locator('link[rel="icon"]');

/** The page cannot be put behind another one here; it is told that it was. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("shows a streaming and an unread response in the tab's title", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: SLOW_MODEL });
  await send(page, "Go on and on");
  await seeText(page);
  await expect(page).toHaveTitle(/^● .*Parlance/);
  await setHidden(page, true);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect(page).toHaveTitle(/^[^●]*Parlance/);
  await expect(icon(page)).toHaveAttribute("href", /icon-done\.svg$/);
  await setHidden(page, false);
  await expect(icon(page)).toHaveAttribute("href", /icon\.svg$/);
});
