import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, composer, isPhone, modelButton, openAccount, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const options = (page: Page) => palette(page).getByRole("option");

/** Types into the open palette and runs what comes first. */
async function run(page: Page, words: string, first: string | RegExp): Promise<void> {
  await page.keyboard.type(words);
  await expect(options(page).first()).toContainText(first);
  await page.keyboard.press("Enter");
}

test("finds and runs every action by typing", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await composer(page).fill("A draft");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press("Control+k");
  await run(page, "theme dark", "Theme: dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(palette(page)).toBeHidden();

  // A second level: its own list, back by Backspace and by Esc.
  await page.keyboard.press("Control+k");
  await run(page, "choose", "Choose a model");
  const models = page.getByRole("combobox", { name: "Find a model by name or capability" });
  await expect(models).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await run(page, "choose", "Choose a model");
  await expect(models).toBeFocused();
  await run(page, "echo", "Sandbox echo");
  await expect(modelButton(page, "sandbox/echo")).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await page.keyboard.press("Control+k");
  await run(page, "code", "Show code");
  await expect(page.getByRole("dialog", { name: "The same request as code" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "The same request as code" })).toBeHidden();

  // The first level knows what is behind the second, and what was used last.
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText(/Show code/);
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Sign out");
  await run(page, "sandbox/guide", "Sandbox guide");
  await expect(modelButton(page, "sandbox/guide")).toBeVisible();

  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await run(page, "paint", "Images");
  await expect(page).toHaveURL(/\/images$/);
  await expect(page.getByRole("heading", { name: "Images", exact: true })).toBeAttached();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new");
  await expect(options(page).first()).toContainText("New image");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();

  // Each page's map shows its own keys; none fires in a field.
  await composer(page).press("?");
  await expect(composer(page)).toHaveValue("?");
  await openAccount(page);
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(map).toContainText("Search everything");
  await expect(map.getByRole("heading", { name: "Conversation" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(map).toBeHidden();

  await page.keyboard.press("Control+k");
  await run(page, "chat completions", "Chat");
  await expect(page).toHaveURL(/\/chat$/);
  await expect(composer(page)).toHaveValue("A draft");
});

test("finds pages and tasks by the words of a newcomer", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search commands" });
  for (const [words, found] of [
    ["provider", "Providers"],
    ["add key", "Create key…"],
    ["openai", "Connect a provider…"],
    ["docs", "Docs"],
  ] as const) {
    await field.fill(words);
    await expect(options(page).filter({ hasText: found }).first(), words).toBeVisible();
  }
});

test("has accessible palette, shortcuts and toasts at both widths", async ({ page }) => {
  await signIn(page);
  if (isPhone(page)) await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(options(page).first()).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "the palette");
  await page.getByRole("option", { name: "Choose a model" }).click();
  await expect(page.getByRole("option", { name: /Sandbox echo/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectNoViolations(page, "the keyboard map");
  await page.keyboard.press("Escape");

  await page.route("**/api/session", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  await openAccount(page);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const alert = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(alert).toContainText("You are still signed in");
  if (isPhone(page)) await page.keyboard.press("Escape");
  await expectNoOverflow(page);
  await expectNoViolations(page, "a toast");
  await alert.getByRole("button", { name: "Close the notification" }).click();
  await expect(alert).toBeEmpty();
});

test("opens when its key was pressed before hydration", { tag: "@desktop" }, async ({ page }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  const pressed = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto("/keys", { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  pressed.resolve();
  await expect(palette(page)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search commands" })).toBeFocused();
});

test("finds sections of the guides", { tag: "@desktop" }, async ({ page }) => {
  await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  await page.goto("/keys");
  await page.getByRole("link", { name: "Docs for this page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Keys" })).toBeVisible();
  await page.goto("/keys");
  await page.getByRole("button", { name: "Create key" }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("status codes");
  await page
    .getByRole("group", { name: "Docs" })
    .getByRole("option", { name: /Status codes/ })
    .click();
  await expect(page).toHaveURL(/\/docs\/errors#status-codes$/);
});
