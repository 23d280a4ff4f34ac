import { expect, type Locator, type Page } from "@playwright/test";
import { openAccount, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const sidebar = (page: Page): Locator => page.getByRole("complementary", { name: "Navigation" });
const bar = (page: Page): Locator => page.getByRole("navigation", { name: "Pages" });

test("opens and labels the sidebar of a wide window, and remembers that it was closed", {
  tag: "@desktop",
}, async ({ page }) => {
  await signIn(page);
  const labels = await bar(page).getByRole("link").allInnerTexts();
  expect(labels.map((label) => label.trim())).toEqual([
    "Home",
    ...["Chat", "Images", "Videos", "Compare", "Prompts", "Evaluate"],
    ...["Requests", "Usage", "Keys", "People", "Providers", "Models", "Routes", "Storage"],
    "Docs",
  ]);
  await page.getByRole("button", { name: "Close the sidebar" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Open the sidebar" })).toBeVisible();
  await expect(bar(page).getByText("Requests")).toBeHidden();
  await bar(page).getByRole("link", { name: "Requests" }).hover();
  await expect(page.getByText("Requests", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "Open the sidebar" }).click();
  await page.reload();
  await expect(bar(page).getByText("Requests")).toBeVisible();
});

test("folds the gateway's pages to the open one, and remembers it", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  const fold = bar(page).getByRole("button", { name: "Gateway" });
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  const endOfPages = async () => (await bar(page).getByRole("link", { name: "Docs" }).boundingBox())?.y ?? Number.NaN;
  const before = await endOfPages();
  await fold.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(bar(page).getByRole("link", { name: "Usage" })).toBeHidden();
  expect(await endOfPages(), "the room that the history gets").toBeLessThan(before - 200);
  await expectNoViolations(page, "a folded group of the sidebar", sidebar(page));
  await page.goto("/usage");
  await expect(bar(page).getByRole("link", { name: "Usage" })).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Keys" })).toBeHidden();
  await fold.press("Enter");
  await expect(bar(page).getByRole("link", { name: "Keys" })).toBeVisible();
  await page.reload();
  await expect(bar(page).getByRole("link", { name: "Keys" })).toBeVisible();
});

test("reaches every page of the navigation in a low window", { tag: "@desktop" }, async ({ page }) => {
  // A laptop's window with bookmarks, and a desktop's at 200 % zoom.
  for (const size of [
    { width: 1366, height: 600 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size);
    await signIn(page);
    const isBar = size.height < 560;
    await expect(sidebar(page)).toBeVisible({ visible: !isBar });
    if (isBar) await bar(page).getByRole("button", { name: "Menu" }).click();
    const list = isBar ? page.getByRole("navigation", { name: "All pages" }) : bar(page);
    for (const name of ["Home", "Requests", "Docs"]) {
      const link = list.getByRole("link", { name });
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await expectNoOverflow(page);
    if (isBar) await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("names the key in the account menu, and enlarges the pages for a presentation", async ({ page }) => {
  await signIn(page);
  await openAccount(page);
  const menu = page.getByRole("menu", { name: "Account" });
  await expect(menu).toContainText("Admin key · admin access");
  await expectNoViolations(page, "the account menu", menu);
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const before = await size();
  await menu.getByRole("menuitemradio", { name: "Presentation" }).click();
  await expect.poll(size).toBeGreaterThan(before + 2);
  await page.reload();
  await expect.poll(size).toBeGreaterThan(before + 2);
  await expectNoOverflow(page);
});
