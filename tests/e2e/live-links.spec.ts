/** A response that others watch by a link while it is written, and the end of the link. */
import { type Browser, expect, type Page } from "@playwright/test";
import { chooseFromMenu, lastResponse, send } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");

/** Begins a response that stops after its tenth word until it is released. */
async function beginResponse(page: Page) {
  const frames = framesOf("openai-chat", saying(WORDS));
  const tenth = frames.findIndex((frame) => frame.includes("word9"));
  const steps = [...paced(frames.slice(0, tenth + 1)), { held: true as const }, ...paced(frames.slice(tenth + 1))];
  const script = await scriptResponse({ steps });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "a secret question");
  await expect(lastResponse(page).locator(".markdown").last()).toContainText("word9");
  return script;
}

async function makeLink(page: Page) {
  await chooseFromMenu(page, "Live link…");
  const dialog = page.getByRole("dialog", { name: "Live link" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const field = dialog.getByRole("textbox", { name: "Link" });
  await expect(field).toHaveValue(/\/live\/[0-9a-z]{32}$/);
  return { dialog, link: await field.inputValue() };
}

/** A visitor without a key. Axe is put into the page, which its policy would refuse. */
async function visit(browser: Browser, page: Page, { bypassCSP = false } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize(), bypassCSP });
  return context.newPage();
}

test("others watch a response from its beginning while it is written, without a key", async ({ page, browser }) => {
  test.slow();
  const script = await beginResponse(page);
  const { dialog, link } = await makeLink(page);
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await expectNoViolations(page, "a live link", dialog);
  await expectNoOverflow(page);

  const guest = await visit(browser, page);
  const refused: string[] = [];
  guest.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  const document = await guest.goto(link);
  expect(document?.headers()["content-security-policy"]).toContain("script-src 'self' 'sha256-");
  const shown = guest.getByRole("article", { name: "Response" });
  await expect(shown).toContainText("word9");
  await expect(shown).not.toContainText("word10");
  await expect(guest.getByRole("status")).toHaveText("Live");

  const reader = await visit(browser, page, { bypassCSP: true });
  await reader.goto(link);
  await expect(reader.getByRole("article", { name: "Response" })).toContainText("word9");
  await expectNoViolations(reader, "a watched response");
  await expectNoOverflow(reader);
  await reader.getByRole("radio", { name: "Text" }).focus();
  await reader.keyboard.press("ArrowRight");
  const events = reader.getByRole("region", { name: "Events" });
  await expect(events).toContainText('"content":"word0');
  await expectNoViolations(reader, "the events of a watched response");
  await expectNoOverflow(reader);

  await script.release();
  await expect(guest.getByRole("status")).toHaveText("Ended. The response is complete.");
  await expect(shown).toHaveText(WORDS);
  await expect(events).toContainText("[DONE]");
  const all = (await reader.locator("body").textContent()) ?? "";
  expect(all).not.toContain("a secret question");
  expect(await script.requests()).toHaveLength(1);
  expect(refused).toEqual([]);

  await guest.reload();
  await expect(shown).toHaveText(WORDS);
  await guest.context().close();
  await reader.context().close();
});

test("revoking a link ends the watch at once, and the link opens nothing any more", async ({ page, browser }) => {
  test.slow();
  const script = await beginResponse(page);
  const { dialog, link } = await makeLink(page);
  const guest = await visit(browser, page, { bypassCSP: true });
  await guest.goto(link);
  const shown = guest.getByRole("article", { name: "Response" });
  await expect(shown).toContainText("word9");

  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("Link revoked.")).toBeVisible();
  await expect(guest.getByText("Link revoked.")).toBeVisible();
  await expect(shown).toContainText("word9");
  await expectNoViolations(guest, "a revoked link that was watched");

  await guest.reload();
  await expect(guest.getByRole("heading", { name: "Link not found" })).toBeVisible();
  await expectNoViolations(guest, "a link that opens nothing");
  await script.release();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  await guest.context().close();
});
