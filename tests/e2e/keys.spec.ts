import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

async function openKeys(page: Page, key = ADMIN_KEY): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/keys");
}

/** Another one at a second try. */
const uniqueName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`;

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("creates a key, shows it once, and revokes it at once", async ({ page, context }) => {
  await openKeys(page);
  const name = uniqueName("Journey");
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const create = page.getByRole("dialog", { name: "Create key" });
  await create.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByRole("alert")).toContainText("Enter a name");
  await expect(create.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await create.getByText("30 days").click();
  await expectNoViolations(page, "creating a key");
  await create.getByRole("button", { name: "Create key" }).click();

  const created = page.getByRole("dialog", { name: `Key “${name}”` });
  const secret = await created.getByRole("textbox", { name: "Secret key" }).inputValue();
  expect(secret).toMatch(/^pk_[0-9A-Za-z]{43}$/);
  const origin = new URL(page.url()).origin;
  await expect(created.getByRole("listitem")).toContainText([
    `OPENAI_BASE_URL=${origin}/v1 OPENAI_API_KEY=${secret}`,
    `ANTHROPIC_BASE_URL=${origin} ANTHROPIC_API_KEY=${secret}`,
    `GOOGLE_GEMINI_BASE_URL=${origin} GEMINI_API_KEY=${secret}`,
  ]);
  await expectNoViolations(page, "a key's secret");
  // Without a copy it closes at the second try only.
  await page.keyboard.press("Escape");
  await expect(created.getByRole("alert")).toContainText("You haven’t copied this key");
  if (!isPhone(page)) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await created.getByRole("button", { name: "Copy key" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  }
  await page.keyboard.press("Escape");
  await expect(created).toBeHidden();
  expect(await page.content()).not.toContain(secret);

  const models = () => fetch(`${origin}/v1/models`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await models()).status).toBe(200);
  await expect(row(page, name)).toContainText("Active");
  await expectNoOverflow(page);
  await expectNoViolations(page, "the list of keys");
  await row(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const revoke = page.getByRole("dialog", { name: `Revoke “${name}”?` });
  await expect(revoke).toContainText(secret.slice(0, 11));
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await expect(row(page, name)).toContainText("Revoked");
  expect([401, 429]).toContain((await models()).status);
});

test("edits a key's limits, shows what is left of them, disables and rotates it", async ({ page }) => {
  await openKeys(page);
  const name = uniqueName("Limited");
  await page.getByRole("button", { name: "Create key", exact: true }).click();
  const create = page.getByRole("dialog", { name: "Create key" });
  await create.getByRole("textbox", { name: "Name" }).fill(name);
  await create.getByText("Limits, budget and access").click();
  await create.getByRole("textbox", { name: "Requests per minute" }).fill("3");
  await create.getByRole("textbox", { name: "Models" }).fill("sandbox/*");
  await create.getByRole("button", { name: "Create key" }).click();
  const secret = await page.getByRole("textbox", { name: "Secret key" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row(page, name)).toContainText("3 of 3 requests/min");

  const ask = (key: string, model = "sandbox/echo") =>
    page.request.post("/v1/chat/completions", {
      headers: { authorization: `Bearer ${key}` },
      data: { model, messages: [{ role: "user", content: "Hello" }] },
    });
  expect((await ask(secret)).status()).toBe(200);
  // Nothing is clicked: what is left is read again every few seconds.
  await expect(row(page, name)).toContainText("2 of 3 requests/min", { timeout: 10_000 });

  await row(page, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  const edit = page.getByRole("dialog", { name: `Edit “${name}”` });
  await expect(edit.getByRole("region", { name: "Current use" })).toContainText("2 left of 3");
  await edit.getByRole("textbox", { name: "Tokens per minute" }).fill("lots");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByRole("alert")).toHaveText(
    "Tokens per minute must be a whole number of 1 or more; got “lots”.",
  );
  await expect(edit.getByRole("textbox", { name: "Tokens per minute" })).toBeFocused();
  await expectNoViolations(page, "editing a key");
  await edit.getByRole("textbox", { name: "Tokens per minute" }).fill("");
  await edit.getByRole("textbox", { name: "Requests per minute" }).fill("1,000");
  // Refused by the gateway: its error is shown at the field that it names.
  await edit.getByRole("textbox", { name: "Tags" }).fill("no!");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByRole("alert")).toContainText("tags[0]");
  await edit.getByRole("textbox", { name: "Tags" }).fill("nightly");
  await edit.getByRole("textbox", { name: "Models" }).fill("sandbox/guide");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  await expect(row(page, name)).toContainText("999 of 1,000 requests/min");
  expect((await ask(secret)).status()).toBe(403);

  const menu = async (item: string) => {
    await row(page, name)
      .getByRole("button", { name: `Actions for ${name}` })
      .click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menu("Disable");
  await expect(row(page, name)).toContainText("Disabled");
  // 429 after ten wrong keys: the tests of keys and sign-in share an address.
  expect([401, 429]).toContain((await ask(secret, "sandbox/guide")).status());
  await menu("Enable");
  await expect(row(page, name)).toContainText("Active");
  expect((await ask(secret, "sandbox/guide")).status()).toBe(200);

  await menu("Rotate secret…");
  const rotate = page.getByRole("dialog", { name: `Rotate “${name}”?` });
  await expectNoViolations(page, "rotating a key");
  await rotate.getByRole("button", { name: "Rotate" }).click();
  const rotated = page.getByRole("dialog", { name: `Key “${name}”` });
  const renewed = await rotated.getByRole("textbox", { name: "Secret key" }).inputValue();
  expect(renewed).not.toBe(secret);
  await expect(rotated).toContainText("The old secret works until");
  for (const key of [secret, renewed]) expect((await ask(key, "sandbox/guide")).status()).toBe(200);
});

test("explains who creates keys without the admin scope; signs out on revoking the own key", {
  tag: "@desktop",
}, async ({ page }) => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const create = async (name: string, scopes: string[]): Promise<string> =>
    (await (await page.request.post("/api/keys", { headers, data: { name, scopes } })).json()).secret;
  await openKeys(page, await create("Guest of the page", ["inference"]));
  await expect(page.getByRole("heading", { name: "Only admins can manage keys" })).toBeVisible();
  await expect(page.getByText("“Guest of the page”, whose scope is inference")).toBeVisible();
  await expectNoViolations(page, "keys without the scope admin");

  const admin = uniqueName("Admin");
  await openKeys(page, await create(admin, ["admin"]));
  await page.getByRole("button", { name: `Actions for ${admin}` }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const revoke = page.getByRole("dialog", { name: `Revoke “${admin}”?` });
  await expect(revoke).toContainText("Revoking it signs you out");
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await page.waitForURL("**/sign-in?next=%2Fkeys");
});
