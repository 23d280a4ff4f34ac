/** The compatibility page: the price first, then each check, the config entry, and the report as a file. */
import { expect } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

test("tries a server after its price was shown", async ({ page, baseURL }) => {
  test.setTimeout(90_000);
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/doctor");
  await page.getByRole("textbox", { name: "Base URL" }).fill("http://127.0.0.1:9/v1");
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("`model` must be named", { timeout: 20_000 });
  await page.getByRole("textbox", { name: "Base URL" }).fill(`${baseURL}`);
  await page.getByLabel("API key").fill(ADMIN_KEY);
  await page.getByLabel("Model", { exact: true }).fill("sandbox/echo");
  for (const name of ["Gemini", "Gemini interactions"]) {
    await page.getByRole("checkbox", { name, exact: true }).uncheck();
  }
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.getByText(/74 requests to sandbox\/echo, about [\d,]+ input/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Start" }).click();
  const report = page.getByRole("region", { name: "Report" });
  // Echo calls no tools.
  await expect(report).toContainText(/[1-9]\d* failed/, { timeout: 30_000 });
  const chat = page.getByRole("region", { name: "Chat Completions" });
  await chat.getByText("Request and response of Parallel tool calls").click();
  await expect(chat.locator("pre").filter({ visible: true })).toContainText(/POST http:.*chat\/completions/);
  await expect(page.getByText(ADMIN_KEY)).toHaveCount(0);
  const download = page.waitForEvent("download");
  await report.getByRole("button", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toBe("compatibility.md");
  await expectNoOverflow(page);
  await expectNoViolations(page, "a report");
});
