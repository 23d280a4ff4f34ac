/** A laptop at 200 % zoom, and one with little height: nothing is out of reach. */
import { expect, type Locator } from "@playwright/test";
import { ask, chooseFromMenu, composer, openAdvanced, openPanel, signIn } from "./chat-page.ts";
import { test } from "./page-test.ts";

const DESTINATIONS = [
  "Home",
  "Chat",
  "Images",
  "Videos",
  "Compare",
  "Evaluate",
  "Requests",
  "Usage",
  "Keys",
  "Providers",
  "Models",
  "Docs",
];

async function expectReachable(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await expect(target).toBeInViewport({ ratio: 1 });
}

test("at 200 % zoom every page, setting and action can be reached", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await signIn(page);
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await ask(page, "What can Parlance do?");
  await expect(composer(page)).toBeInViewport({ ratio: 1 });

  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const pages = page.getByRole("navigation", { name: "All pages" });
  for (const name of DESTINATIONS) await expectReachable(pages.getByRole("link", { name, exact: true }));
  await page.keyboard.press("Escape");
  await expect(pages).toBeHidden();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await expectReachable(page.getByRole("menuitem", { name: "Delete all conversations…" }));
  await page.keyboard.press("Escape");

  await openPanel(page);
  await openAdvanced(page);
  await expectReachable(page.getByRole("textbox", { name: "Prompt cache key" }).or(page.getByText("Prompt cache key")));
  await page.keyboard.press("Escape");

  await chooseFromMenu(page, "Share…");
  const share = page.getByRole("dialog", { name: /Share/ });
  for (const button of await share.getByRole("button").all()) await expectReachable(button);
});

test("the sidebar of a low window scrolls to each of its pages", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 600 });
  await signIn(page);
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  const rail = page.getByRole("complementary", { name: "Navigation" });
  for (const name of DESTINATIONS) await expectReachable(rail.getByRole("link", { name, exact: true }));
  await expectReachable(rail.getByRole("button", { name: /^Account/ }));
});
