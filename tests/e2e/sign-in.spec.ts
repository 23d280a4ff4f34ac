import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, composer } from "./chat-page.ts";
import { test } from "./page-test.ts";

async function submitKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("redirects a visitor to sign-in and back", async ({ page }) => {
  await page.goto("/chat?session=none");
  await page.waitForURL("**/sign-in?next=**");
  await submitKey(page, ADMIN_KEY);
  await page.waitForURL("**/chat**");
  await expect(composer(page)).toBeVisible();
});

test("redirects a signed-out visitor on the server, without loading the page first", { tag: "@desktop" }, async ({
  page,
}) => {
  const opened: string[] = [];
  page.on("response", (response) => {
    if (response.request().isNavigationRequest())
      opened.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  await page.goto("/usage?group=key");
  expect(opened).toEqual(["302 /usage", "200 /sign-in"]);
  expect(new URL(page.url()).searchParams.get("next")).toBe("/usage?group=key");
});

test("refuses a wrong key with the gateway's message, and clears the field", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/sign-in");
  await submitKey(page, "not-a-key");
  await expect(page.locator("#sign-in-problem")).not.toBeEmpty();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
});

test("removes the token of a link from the URL at once", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/sign-in#token=no-such-token");
  await expect(page.locator("#sign-in-problem")).toContainText("works once");
  expect(page.url()).not.toContain("token");
});

test("stores the key in no readable storage or cookie", { tag: "@desktop" }, async ({ page, context }) => {
  await page.goto("/sign-in?next=/chat");
  await submitKey(page, ADMIN_KEY);
  await expect(composer(page)).toBeVisible();
  const stored = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }),
  );
  expect(stored).not.toContain(ADMIN_KEY);
  for (const cookie of await context.cookies()) {
    expect(cookie.httpOnly).toBe(true);
    expect(cookie.sameSite).toBe("Strict");
    expect(cookie.value).not.toContain(ADMIN_KEY);
  }
});

test("does not follow a URL of another site after signing in", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/sign-in?next=//example.org/");
  await submitKey(page, ADMIN_KEY);
  await page.waitForURL(({ pathname }) => pathname === "/");
});
