/** The compatibility page: the price first, then each check, the config entry, and the report as a file. */
import { expect } from "@playwright/test";
import { ADMIN_KEY } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

test("tries a server after its price was shown", async ({ page, baseURL }) => {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto("/doctor");
  await page.getByRole("textbox", { name: "Base URL" }).fill(`${baseURL}`);
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("`model` must be named", { timeout: 20_000 });
  await page.getByLabel("Model", { exact: true }).fill("sandbox/guide");
  await page.getByRole("checkbox", { name: "Gemini" }).uncheck();
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(page.getByText(/75 requests to sandbox\/guide, about [\d,]+ input/)).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  const report = page.getByRole("region", { name: "Report" });
  // It was given no key.
  await expect(report).toContainText(/0 passed, 12 failed/, { timeout: 30_000 });
  const chat = page.getByRole("region", { name: "Chat Completions" });
  await expect(chat.getByText(/^Status 401: /).first()).toBeVisible();
  await chat.getByText("Request and response of Text").click();
  await expect(chat.getByText(/POST http:.*chat\/completions/)).toBeVisible();
  const download = page.waitForEvent("download");
  await report.getByRole("button", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toBe("compatibility.md");
  await expectNoOverflow(page);
  await expectNoViolations(page, "a report");
});
