import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";

/** Asks as a program does, and waits for the whole answer. */
async function ask(page: Page, model: string, { id = randomUUID() as string, keep = false } = {}): Promise<string> {
  const headers = {
    authorization: `Bearer ${ADMIN_KEY}`,
    "x-request-id": id,
    ...(keep ? { "x-gateway-keep": "events" } : {}),
  };
  const messages = [{ role: "user", content: "Hello there" }];
  await page.request.post("/v1/chat/completions", { headers, data: { model, stream: true, messages } });
  return id;
}

async function openRequests(page: Page, query: string): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto(`/requests${query}`);
}

const rows = (page: Page) => page.locator("button[data-row]");
const details = (page: Page) =>
  isPhone(page) ? page.getByRole("dialog", { name: "Request" }) : page.getByRole("complementary", { name: "Request" });

test("a failure is found by the address, and told in its own words with what to do next", async ({ page }) => {
  const since = String(Date.now());
  await ask(page, "sandbox/echo");
  const failed = await ask(page, "sandbox/fault-503");
  await openRequests(page, `?errors=true&since=${since}&model=${encodeURIComponent("sandbox/fault-503")}`);
  await expect(rows(page)).toHaveText(["sandbox/fault-503"]);
  await expectNoOverflow(page);
  await expectNoViolations(page, "the list of requests");
  await rows(page).click();
  await expect(details(page)).toContainText("as its name asks");
  await expect(details(page)).toContainText("This is usually brief");
  await expect(details(page)).toContainText(failed);
  await expect(details(page)).toContainText("x-gateway-keep: events");
  await expectNoViolations(page, "the details of a request");
  await page.keyboard.press("Escape");
  await expect(details(page)).toBeHidden();
  await page.getByRole("button", { name: "Clear model" }).click();
  await page.getByRole("button", { name: "Failures", exact: true }).click();
  await expect(rows(page)).toHaveText(["sandbox/fault-503", "sandbox/echo"]);
  await expect(page).toHaveURL(new RegExp(`requests\\?since=${since}$`));
});

test("by keys alone: rows are walked, and a kept one shows its wire", { tag: "@desktop" }, async ({ page }) => {
  const since = String(Date.now());
  const kept = await ask(page, "sandbox/echo", { keep: true });
  await ask(page, "sandbox/long-20");
  await openRequests(page, `?since=${since}`);
  await expect(rows(page)).toHaveText(["sandbox/long-20", "sandbox/echo"]);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(details(page)).toContainText(kept);
  await details(page).getByRole("button", { name: "Show the wire" }).press("Enter");
  const wire = page.getByRole("region", { name: "Wire" });
  await expect(wire.getByRole("group", { name: "Event list" })).toContainText("Hello");
  await wire.getByRole("tab", { name: "request" }).click();
  await expect(wire).toContainText("/v1/chat/completions");
  await expect(wire.getByRole("button", { name: "Replay" })).toBeVisible();
  await expectNoViolations(page, "the wire of a logged request");
});

test("new requests come in while the list is watched", { tag: "@desktop" }, async ({ page }) => {
  const since = String(Date.now());
  await ask(page, "sandbox/echo");
  await openRequests(page, `?since=${since}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).click();
  await ask(page, "sandbox/long-20");
  // What is being read does not move.
  const pill = page.getByRole("button", { name: "1 new" });
  await expect(pill).toBeVisible({ timeout: 20_000 });
  await expect(rows(page)).toHaveCount(1);
  await pill.click();
  await expect(rows(page)).toHaveText(["sandbox/long-20", "sandbox/echo"]);
});
