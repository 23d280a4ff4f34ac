import { writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { startEmptyGateway } from "./empty-gateway.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

async function openRoutes(page: Page): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/routes");
}

const card = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Routes" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test("shows the routes of the file, and the switch when a model is pulled down", async ({ page }) => {
  await openRoutes(page);
  await expect(page.getByText("Saved changes apply within seconds")).toBeVisible();
  const steady = card(page, "steady-demo");
  await expect(steady).toContainText("First content within 8.0 s · A conversation stays on its model");
  await expect(steady).toContainText("Switches on 408, 409, 429");
  const models = steady.getByRole("list", { name: "Models of steady-demo" }).getByRole("listitem");
  await expect(models).toHaveText([/^sandbox\/guide100%In use/, /^sandbox\/echoFallbackIn use/]);
  await expectNoOverflow(page);
  await expectNoViolations(page, "the list of routes");

  const result = steady.getByRole("status", { name: "Test result" });
  await steady.getByRole("button", { name: "Test steady-demo" }).click();
  await expect(result).toContainText("The first model responded.");
  const attempts = result.getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts).toHaveText([/^sandbox\/guide200, responded.*free$/]);

  await steady.getByRole("button", { name: "Pull down sandbox/guide for one test" }).click();
  await expect(result).toContainText("sandbox/guide (503) failed, so sandbox/echo responded.");
  await expect(attempts).toHaveText([/^sandbox\/guide503, failed.*Pulled down for this test/, /^sandbox\/echo200/]);
  await expectNoViolations(page, "the test of a route");
  // Only this one request saw it fail.
  await expect(models.first()).toContainText("In use");
  await expect(models.first()).not.toContainText("Last failure");
  await steady.getByRole("button", { name: "Test steady-demo" }).click();
  await expect(result).toContainText("The first model responded.");
  await result.getByRole("link", { name: "Open in Requests" }).click();
  await expect(page).toHaveURL(/requests\?id=/);
  await expect(page.locator("button[data-row]")).toHaveText(["steady-demo"]);
});

test("shows how the last requests of each model went, and when a failing one is tried again", {
  tag: "@desktop",
}, async ({ page }) => {
  await openRoutes(page);
  const demo = card(page, "switch-demo");
  const failing = demo.getByRole("listitem").filter({ hasText: "sandbox/fault-503" }).first();
  // The sandbox asks to be left alone for a second after each failure.
  await demo.getByRole("button", { name: "Test switch-demo" }).click();
  await expect(failing).toContainText(/0% of \d+ succeeded/, { timeout: 15_000 });
  await expect(failing).toContainText(/Last failure .*: 503 .*as its name says/);
});

test("shows an example to copy without routes, and a route a moment after it is in the file", {
  tag: "@desktop",
}, async ({ page, context }) => {
  test.setTimeout(60_000);
  const gateway = await startEmptyGateway();
  try {
    await page.goto(`${gateway.url}/sign-in?next=/routes`);
    await page.getByLabel("Key", { exact: true }).fill(ADMIN_KEY);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "No routes yet" })).toBeVisible();
    await expectNoViolations(page, "no routes");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the example" }).click();
    const example = await page.evaluate(() => navigator.clipboard.readText());
    const file = (await page.getByRole("main").getByText("parlance.config.json").textContent()) ?? "";
    writeFileSync(file, example);
    await expect(card(page, "demo")).toContainText("sandbox/fault-503");
  } finally {
    await gateway.close();
  }
});
