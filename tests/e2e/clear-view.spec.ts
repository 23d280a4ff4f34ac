/** Parts that float over a page cover neither its text nor the panel that they are about. */
import { expect, type Locator } from "@playwright/test";
import { ask, composer, openAdvanced, openPanel, pickModel, signIn } from "./chat-page.ts";
import { test } from "./page-test.ts";

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("Both must be on the page");
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
}

test("the button to the newest message covers no words", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "What are the error status codes? Show me a table and code.");
  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -400);
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await expect(jump).toBeVisible();
  await expectApart(jump, page.getByRole("article", { name: "Response" }));
});

test("a toast leaves the panel that it is about in view", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("switch", { name: "Set Reasoning effort" }).click();
  await pickModel(page, "sandbox/echo");
  const toast = page.getByRole("status").filter({ hasText: "may not support Reasoning effort" });
  await expect(toast).toBeVisible();
  await expectApart(toast, page.getByRole("complementary", { name: "Parameters" }));
  await expectApart(toast, composer(page));
});

test("a phone's menu begins with six entries, and the inspector is one", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "Hello");
  await page.getByRole("button", { name: "More", exact: true }).click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveCount(7);
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete all conversations…" })).toBeAttached();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Inspector" }).click();
  await expect(page.getByRole("dialog", { name: "Inspector" })).toBeVisible();
});

test("a message has one button for fingers, with its actions", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "Hello");
  const message = page.getByRole("article", { name: "You" });
  await expect(message.getByRole("button")).toHaveCount(1);
  await message.getByRole("button", { name: "Message actions" }).tap();
  await page.getByRole("menuitem", { name: "Edit message" }).tap();
  await expect(page.getByRole("textbox", { name: "Edit message" })).toHaveValue("Hello");
});
