import { expect, type Page } from "@playwright/test";
import { ADMIN_KEY, isPhone } from "./chat-page.ts";
import { startEmptyGateway } from "./empty-gateway.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };

async function openStorage(page: Page, url: string): Promise<void> {
  const response = await page.request.post(`${url}/api/session`, { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto(`${url}/storage`);
}
const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Stored data" }).getByRole("row").filter({ hasText: name });

test("shows what is stored, and clears it after a preview", async ({ page }) => {
  test.setTimeout(60_000);
  const gateway = await startEmptyGateway();
  try {
    await openStorage(page, gateway.url);
    await expect(row(page, "Uploaded files")).toContainText("0 B");
    for (const name of ["Conversations", "Presets", "Prompts"])
      await expect(row(page, name).getByText("30 days after their key ends").locator("visible=true")).toBeVisible();
    await expect(row(page, "Uploaded files").getByRole("button", { name: "Clear uploaded files" })).toBeDisabled();
    await expectNoViolations(page, "nothing stored");

    await page.request.post(`${gateway.url}/v1/files`, {
      headers: BEARER,
      multipart: {
        purpose: "user_data",
        file: { name: "a.txt", mimeType: "text/plain", buffer: Buffer.alloc(3_000, 65) },
      },
    });
    // The gateway measures once a minute; a removal ends that.
    await page.request.delete(`${gateway.url}/api/storage/shares?older_than=1d`, { headers: BEARER });
    await page.reload();
    const files = row(page, "Uploaded files");
    await expect(files).toContainText("3.0 KB");
    if (!isPhone(page)) {
      await expect(files).toContainText("until deleted");
      await expect(files).toContainText("files.keepDays");
    }
    await expect(page.getByText("Database: SQLite")).toBeVisible();
    await expect(page.getByText("Files: folder")).toBeVisible();
    await expectNoOverflow(page);
    await expectNoViolations(page, "a stored file");

    await files.getByRole("button", { name: "Clear uploaded files" }).click();
    const dialog = page.getByRole("dialog", { name: "Clear uploaded files" });
    await expect(dialog).toContainText("No files are that old.");
    await expect(dialog.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
    await dialog.getByRole("button", { name: "Age: 30 days" }).click();
    await page
      .getByRole("menuitemradio", { name: "0 days (all)" })
      .or(page.getByRole("option", { name: "0 days (all)" }))
      .click();
    await expect(dialog).toContainText("1 file, 3.0 KB, the oldest from");
    await expectNoOverflow(page);
    await expectNoViolations(page, "the preview of a removal");
    await dialog.getByRole("button", { name: "Remove 1 file" }).press("Enter");
    await expect(page.getByText("Removed 1 file", { exact: true })).toBeVisible();
    await expect(files).toContainText("0 B");
  } finally {
    await gateway.close();
  }
});

test("tells a key without the scope admin that it is not for it", { tag: "@desktop" }, async ({ page }) => {
  const created = await page.request.post("/api/keys", { headers: BEARER, data: { name: "Reader" } });
  const { secret } = (await created.json()) as { secret: string };
  expect((await page.request.post("/api/session", { data: { key: secret } })).status()).toBe(204);
  await page.goto("/storage");
  await expect(page.getByRole("heading", { name: "Only admins can see storage" })).toBeVisible();
  await expectNoViolations(page, "storage for others");
});
