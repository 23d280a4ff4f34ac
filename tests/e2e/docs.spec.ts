import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("is read without a key, from the overview to a section", async ({ page }) => {
  await page.goto("/docs");
  await expect(heading(page, "Documentation")).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "docs overview");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Streaming/ })
    .click();
  await expect(heading(page, "Streaming")).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "a guide");
  const section = page.getByRole("heading", { level: 2, name: "Stream with Python" });
  await section.getByRole("link").click();
  await expect(page).toHaveURL(/\/docs\/streaming#stream-with-python$/);
  await page.reload();
  await expect(section).toBeInViewport();
});

test("shows and copies code with the gateway's own address", { tag: "@desktop" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/streaming");
  const { origin } = new URL(page.url());
  const code = page.locator("figure").first();
  await expect(code).toContainText(`${origin}/v1/chat/completions`);
  await code.getByRole("button", { name: "Copy" }).click();
  await expect(code.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`curl -N ${origin}/v1/chat/completions`);
  // After a navigation in the page too.
  await page.getByRole("navigation", { name: "Previous and next guide" }).getByRole("link", { name: /^Next/ }).click();
  await expect(heading(page, "Tools")).toBeVisible();
  await expect(page.locator("figure").first()).toContainText(origin);
});

test("finds a section by search and by keyboard", async ({ page }) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search docs" });
  // The key works once the page's scripts do.
  await expect(async () => {
    if (isPhone(page)) await field.click();
    else await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  await field.fill("revoke key");
  await expect(page.getByRole("option").first()).toContainText("revoke keys");
  await expectNoOverflow(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/keys#/);
  await expect(heading(page, "Keys")).toBeAttached();
  await field.fill("zxqwv");
  await expect(page.getByText("No results for “zxqwv”.")).toBeVisible();
});

test("lists all guides in a menu on narrow screens", { tag: "@phone" }, async ({ page }) => {
  // Opened before the scripts are there, it stays open.
  const opened = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.goto("/docs/keys", { waitUntil: "commit" });
  await page.getByLabel("All guides").click();
  opened.resolve();
  await page.waitForLoadState("networkidle");
  const guide = page.getByRole("navigation", { name: "Guides" }).getByRole("link", { name: "Errors" });
  await guide.click();
  await expect(heading(page, "Errors")).toBeVisible();
  await expect(guide).toBeHidden();
});

test("sends a request from the API reference", async ({ page }) => {
  await page.goto("/docs/api#createChatCompletion");
  const send = page.getByRole("button", { name: "Send request" });
  const response = page.getByRole("region", { name: "Response", exact: true });
  await send.click();
  await expect(response).toContainText("401");
  await expect(response.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await send.click();
  await expect(response).toContainText("200");
  await expect(response).toContainText("x-gateway-lane");
  await expect(response).toContainText("chat.completion");
  await page.getByRole("button", { name: /^Example: / }).click();
  await page.getByRole("menuitemradio").nth(1).click();
  await send.click();
  await expect(response).toContainText("[DONE]");
  await expectNoOverflow(page);
  await expectNoViolations(page, "API reference with a response");
  await page.getByLabel("Filter endpoints").fill("delete keys");
  await expect(page.getByRole("button", { name: /\/api\/keys\/\{key_id\}/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /chat\/completions/ })).toHaveCount(0);
});
