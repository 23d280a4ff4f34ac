import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, paced, saying, scriptResponse } from "./scripted.ts";

type Key = { id: string; secret: string };

/** Creates a key for one test only: other tests fill the log at the same time. */
async function createKey(page: Page, fields: object = {}): Promise<Key> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const data = { name: `Log ${randomUUID().slice(0, 8)}`, scopes: ["inference"], ...fields };
  return (await page.request.post("/api/keys", { headers, data })).json();
}

/** Asks as a program does, and waits for the whole response. */
async function ask(page: Page, { secret }: Key, model: string, keep = false): Promise<string> {
  const id: string = randomUUID();
  const headers = {
    authorization: `Bearer ${secret}`,
    "x-request-id": id,
    ...(keep ? { "x-gateway-keep": "events" } : {}),
  };
  const messages = [{ role: "user", content: "Hello there" }];
  await page.request.post("/v1/chat/completions", { headers, data: { model, stream: true, messages } });
  return id;
}

async function openRequests(page: Page, query: string, key = ADMIN_KEY): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto(`/requests${query}`);
}

const rows = (page: Page) => page.locator("button[data-row]");
const details = (page: Page) =>
  isPhone(page) ? page.getByRole("dialog", { name: "Request" }) : page.getByRole("complementary", { name: "Request" });

test("opens a failure by URL, with its message and the next step", async ({ page }) => {
  const key = await createKey(page);
  await ask(page, key, "sandbox/echo");
  const failed = await ask(page, key, "sandbox/fault-503");
  await openRequests(page, `?key=${key.id}&model=${encodeURIComponent("sandbox/fault-503")}&errors=true`);
  await expect(rows(page)).toHaveText(["sandbox/fault-503"]);
  await expectNoOverflow(page);
  await expectNoViolations(page, "the list of requests");
  await rows(page).click();
  await expect(details(page)).toContainText("as its name says");
  await expect(details(page)).toContainText("Usually temporary");
  await expect(details(page)).toContainText(failed);
  await expect(details(page)).toContainText("x-gateway-keep: events");
  await expectNoViolations(page, "the details of a request");
  await page.keyboard.press("Escape");
  await expect(details(page)).toBeHidden();
  await page.getByRole("button", { name: "Clear filter Model" }).click();
  await page.getByRole("button", { name: "Failures", exact: true }).click();
  await expect(rows(page)).toHaveText(["sandbox/fault-503", "sandbox/echo"]);
  await expect(page).toHaveURL(new RegExp(`requests\\?key=${key.id}$`));
});

test("walks through rows by keyboard, and opens the trace of a resumable response", {
  tag: "@desktop",
}, async ({ page }) => {
  const key = await createKey(page);
  const kept = await ask(page, key, "sandbox/echo", true);
  await ask(page, key, "sandbox/long-20");
  await openRequests(page, "", key.secret);
  await expect(rows(page)).toHaveText(["sandbox/long-20", "sandbox/echo"]);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(details(page)).toContainText(kept);
  await details(page).getByRole("button", { name: "Open trace" }).press("Enter");
  const inspector = page.getByRole("region", { name: "Inspector" });
  await expect(inspector.getByRole("group", { name: "Event list" })).toContainText("Hello");
  await inspector.getByRole("tab", { name: "request" }).click();
  await expect(inspector).toContainText("/v1/chat/completions");
  await expect(inspector.getByRole("button", { name: "Replay" })).toBeVisible();
});

test("offers new requests while the list is scrolled", { tag: "@desktop" }, async ({ page }) => {
  const key = await createKey(page);
  await ask(page, key, "sandbox/echo");
  await openRequests(page, `?key=${key.id}`);
  await rows(page).click();
  await ask(page, key, "sandbox/long-20");
  // The list does not move while it is read.
  const pill = page.getByRole("button", { name: "1 new" });
  await expect(pill).toBeVisible({ timeout: 20_000 });
  await expect(rows(page)).toHaveCount(1);
  await pill.click();
  await expect(rows(page)).toHaveText(["sandbox/long-20", "sandbox/echo"]);
});

test("keeps the whole filter bar in reach beside the details", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const key = await createKey(page);
  await ask(page, key, "sandbox/echo");
  await openRequests(page, `?key=${key.id}`);
  await rows(page).click();
  await expect(details(page)).toContainText("sandbox/echo");
  const field = page.getByRole("textbox", { name: "Request ID" });
  await expect(field).toBeInViewport({ ratio: 1 });
  await field.click();
  await expect(field).toBeFocused();
});

test("shows each attempt of a route in its details", async ({ page }) => {
  const key = await createKey(page);
  // A model that failed often is out of use for a while, and then there is one attempt only.
  await expect
    .poll(
      async () => {
        const id = await ask(page, key, "switch-demo");
        const headers = { authorization: `Bearer ${ADMIN_KEY}` };
        const list = await (await page.request.get(`/api/requests?id=${id}`, { headers })).json();
        return list.data[0].attempts.length;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  await openRequests(page, `?key=${key.id}&model=switch-demo`);
  await rows(page).first().click();
  const attempts = details(page).getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts).toHaveText([
    /^sandbox\/fault-503.*503, failed.*ms.*free.*as its name says/,
    /^sandbox\/guide.*200, responded.*ms.*free$/,
  ]);
  await expectNoViolations(page, "the attempts of a route");
});

test("opens a recorded request of another key in the inspector and the playground", async ({ page }) => {
  test.slow();
  const key = await createKey(page, { log_bodies: "all" });
  await ask(page, key, "sandbox/echo");
  await openRequests(page, `?key=${key.id}`);
  await rows(page).click();
  await expect(details(page).getByRole("button", { name: "Copy as curl" })).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, "the details of a recorded request");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await details(page).getByRole("button", { name: "Copy as curl" }).press("Enter");
  await expect(page.getByText("Copied as curl")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/v1/chat/completions");

  await details(page).getByRole("button", { name: "Open trace" }).click();
  const inspector = isPhone(page)
    ? page.getByRole("dialog", { name: "Inspector" })
    : page.getByRole("region", { name: "Inspector" });
  await expect(inspector).toContainText("Hello");
  await expectNoViolations(page, "the trace of a recorded request");
  // On phones the inspector took the place of the details.
  if (isPhone(page)) {
    await page.keyboard.press("Escape");
    await rows(page).click();
  }

  await details(page).getByRole("button", { name: "Open in playground" }).click();
  await expect(page).toHaveURL(/\/chat\?session=/);
  await expect(page.getByText("Hello there").filter({ visible: true }).first()).toBeVisible();
});

test("sends a recorded request again to chosen models, side by side", async ({ page }) => {
  test.slow();
  const key = await createKey(page, { log_bodies: "all" });
  await ask(page, key, "sandbox/echo");
  await openRequests(page, `?key=${key.id}`);
  await rows(page).click();
  await details(page).getByRole("button", { name: "Send again to…" }).click();
  const chooser = page.getByRole("dialog", { name: "Send again to" });
  await expect(chooser.getByRole("listitem")).toHaveCount(2);
  await chooser
    .getByRole("listitem")
    .nth(1)
    .getByRole("button", { name: /^Model:/ })
    .click();
  await page.getByRole("combobox", { name: "Search models" }).fill("sandbox/guide");
  await page.keyboard.press("Enter");
  await chooser.getByRole("button", { name: "Add model" }).click();
  await chooser.getByRole("button", { name: "API format of model 3" }).click();
  await page.getByRole("menuitemradio", { name: "Messages" }).click();
  await expect(chooser.getByRole("button", { name: "Add model" })).toBeEnabled();
  await expectNoOverflow(page);
  await expectNoViolations(page, "the choice of models to send a request to");
  await chooser.getByRole("button", { name: "Open in Compare" }).click();
  await expect(page).toHaveURL(/\/compare/);
  await expect(page.locator("#composer")).toHaveValue("Hello there");
  await expect(page).toHaveURL(/columns=chat:sandbox\/echo,chat:sandbox\/guide,messages$/);
});

test("says where the prompt left the cache, and what it cost", async ({ page }) => {
  const key = await createKey(page);
  const script = await scriptResponse();
  await fetch(`${process.env.E2E_STUB_URL}/scripts/cached`, {
    method: "PUT",
    body: JSON.stringify([{ steps: paced(framesOf("openai-chat", withTokens(saying("Yes."), 2_000))) }]),
  });
  expect(script.id).not.toBe("cached");
  const tool = (name: string) => ({ type: "function", function: { name } });
  const send = async (tools: object[], id: string) => {
    const headers = { authorization: `Bearer ${key.secret}`, "x-request-id": id, "x-gateway-keep": "events" };
    const messages = [{ role: "user", content: "Hello there. ".repeat(100) }];
    const data = { model: "stub-priced/cached", stream: true, messages, tools };
    expect((await page.request.post("/v1/chat/completions", { headers, data })).status()).toBe(200);
  };
  await send([tool("look_up"), tool("write_down")], randomUUID());
  const second = randomUUID();
  await send([tool("write_down"), tool("look_up")], second);
  await openRequests(page, `?key=${key.id}&request=${second}`, key.secret);
  await rows(page).first().click();
  await expect(details(page)).toContainText("The tools are in another order: tool 1 was tool 2.");
  await expect(details(page)).toContainText("About 2,000 tokens were read again at the full price: ~$0.018 more");
  await expectNoViolations(page, "the details with a break of the cache");
  await details(page).getByRole("button", { name: "Open trace" }).click();
  await expect(page.getByRole("region", { name: "Prompt cache" })).toContainText("tool 1 was tool 2");
  await expectNoViolations(page, "the inspector with a break of the cache");
});

/** The response with this many tokens in its prompt. */
function withTokens(parts: Part[], inputTokens: number): Part[] {
  return parts.map((part) => (part.type === "usage" ? { ...part, usage: { ...part.usage, inputTokens } } : part));
}
