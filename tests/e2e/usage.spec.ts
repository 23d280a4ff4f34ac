import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const ADMIN = { authorization: `Bearer ${ADMIN_KEY}` };

/** Signs in with a key of its own, so that nobody else's requests are among the sums. */
async function openUsage(page: Page, models: readonly string[]): Promise<void> {
  const made = await page.request.post("/api/keys", { headers: ADMIN, data: { name: "Usage test" } });
  const { secret } = await made.json();
  for (const model of models) {
    const response = await page.request.post("/v1/chat/completions", {
      headers: { authorization: `Bearer ${secret}` },
      data: { model, messages: [{ role: "user", content: "Hello" }] },
    });
    await response.body();
  }
  expect((await page.request.post("/api/session", { data: { key: secret } })).status()).toBe(204);
  await page.goto(models.length > 0 ? "/usage" : "/usage?range=today");
  // A week with requests on one day alone starts with that day.
  await expect(page).toHaveURL(/range=today/);
  // The earlier figures are faded until the new ones are there.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("sums up usage in numbers, a chart, a table and a file", async ({ page }) => {
  test.setTimeout(60_000);
  await openUsage(page, ["sandbox/echo", "sandbox/echo", "sandbox/guide", "sandbox/fault-503", "no/such", "no/typo"]);
  const card = (name: string) => page.locator("label").filter({ has: page.getByRole("radio", { name }) });
  await expect(card("Requests")).toContainText("6");
  await expect(card("Cost")).toContainText("$0");
  await expect(card("Error rate")).toContainText("50%");
  const rows = page.getByRole("region", { name: "By model" }).getByRole("row");
  await expect(rows.filter({ hasText: "sandbox/echo" })).toContainText("33%");
  await expect(rows.filter({ hasText: "2 requests to unknown models" })).toBeVisible();
  await expect(rows.filter({ hasText: "no/such" })).toHaveCount(0);
  await expectNoOverflow(page);
  await expectNoViolations(page, "usage");

  await card("Error rate").click();
  await expect(page).toHaveURL(/metric=errors/);
  await expect(page.getByRole("table", { name: /^Errors by hour and model/ })).toContainText("sandbox/fault-503");
  const bars = page.getByRole("slider", { name: "Errors by hour" });
  await bars.press("Home");
  await expect(bars).toHaveAttribute("aria-valuetext", /, 00:00: Errors \d/);

  await card("Latency p50").click();
  await expect(page).toHaveURL(/metric=latency/);
  const hours = page.getByRole("slider", { name: "Latency by hour" });
  await hours.press("Home");
  await expect(hours).toHaveAttribute("aria-valuetext", /, 00:00: (no successful requests|p50 .+, p95 .+)/);
  await expect(page.getByRole("table", { name: /^Latency by hour/ })).toContainText(/\d m?s/);
  await expectNoViolations(page, "latency");
  await card("Error rate").click();

  await rows.getByRole("button", { name: "sandbox/echo" }).click();
  await expect(card("Requests")).toContainText("2");
  await expect(page.getByText("No errors in this period")).toBeVisible();
  const requests = rows.getByRole("link", { name: "Requests of sandbox/echo" });
  await expect(requests).toHaveAttribute("href", /^\/requests\?model=sandbox%2Fecho&since=\d+&until=\d+$/);
  await page.reload();
  await expect(card("Requests")).toContainText("2");
  if (isPhone(page)) return;
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toMatch(/^start,model,requests.*\r\n[\dT:.Z-]+,sandbox\/echo,2,0,/);
  await page.getByRole("button", { name: "Remove the filter model sandbox/echo" }).click();
  await expect(card("Requests")).toContainText("6");
});

test("explains how to send a request when there is no usage", { tag: "@desktop" }, async ({ page }) => {
  await openUsage(page, []);
  await expect(page.getByRole("heading", { name: "No requests today" })).toBeVisible();
  await expectNoViolations(page, "no usage");
  await expect(page.getByRole("link", { name: "Read the guide" })).toHaveAttribute("href", "/docs/usage");
  await page.getByRole("link", { name: "Open the playground" }).click();
  await page.waitForURL("**/chat");
});

test("shows the cost of a key and of its group against their budgets", async ({ page }) => {
  const data = { name: "Budget test", group: "automation", tags: ["nightly"], budget: { usd_per_day: 5 } };
  const { id, secret } = await (await page.request.post("/api/keys", { headers: ADMIN, data })).json();
  await page.request.post("/v1/chat/completions", {
    headers: { authorization: `Bearer ${secret}` },
    data: { model: "steady-demo", messages: [{ role: "user", content: "Hello" }] },
  });
  expect((await page.request.post("/api/session", { data: { key: ADMIN_KEY } })).status()).toBe(204);
  await page.goto(`/usage?range=today&group=key&key=${id}`);
  const row = (name: string) => page.getByRole("table").last().getByRole("row").filter({ hasText: name });
  await expect(row("Budget test")).toContainText("$0 of $5 per day");
  await expectNoViolations(page, "usage with budgets");
  await expectNoOverflow(page);
  await page.getByText("Group", { exact: true }).click();
  await expect(row("automation")).toContainText("$0 of $500 per month");
  for (const [grouping, name] of [
    ["Tag", "nightly"],
    ["Route", "steady-demo"],
  ] as const) {
    await page.getByText(grouping, { exact: true }).click();
    await expect(row(name)).toContainText("1");
  }
});
