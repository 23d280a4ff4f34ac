/** The instructions of a conversation: in a row above it, on every text page. */
import { expect } from "@playwright/test";
import { ask, chooseApi, composer, isPhone, showCode, writeSystemPrompt } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith, TEXT_PAGES } from "./scripted.ts";

const LABELS = {
  chat: "System prompt",
  responses: "Instructions",
  messages: "System prompt",
  "generate-content": "System instruction",
};

for (const { name } of TEXT_PAGES) {
  test(`${name}: has its instructions above the conversation`, async ({ page }) => {
    await openWith(page, { name, model: "sandbox/echo" });
    const row = page.getByRole("region", { name: LABELS[name] });
    await expect(row.getByRole("button", { name: /^Add / })).toHaveAttribute("aria-expanded", "false");
    await writeSystemPrompt(page, "Be brief.\nAnd kind.");
    await expectNoViolations(page, "with the field open", row);
    await row.getByRole("button").click();
    await expect(row.getByRole("button")).toHaveText(`${LABELS[name]}Be brief.`);
    await expect(row.getByRole("textbox")).toHaveCount(0);
    const sent = page.waitForRequest((request) => (request.postData() ?? "").includes("And kind."));
    await ask(page, "Hello");
    await sent;
    await page.reload();
    await expect(row.getByRole("button")).toContainText("Be brief.");
    await expect(composer(page)).toBeVisible();
  });
}

test("the instructions move to another API and into the code", async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await writeSystemPrompt(page, "Be brief.");
  await ask(page, "Hello");
  await chooseApi(page, "Responses");
  await page.waitForURL("**/responses?**");
  await expect(page.getByRole("region", { name: "Instructions" }).getByRole("button")).toContainText("Be brief.");
  if (isPhone(page)) return;
  await showCode(page);
  await expect(page.getByRole("dialog")).toContainText("Be brief.");
});
