import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import {
  ADMIN_KEY,
  answers,
  ask,
  chooseApi,
  chooseFromMenu,
  composer,
  lastResponse,
  modelButton,
  openHistory,
  openPanel,
  recordBodies,
  send,
  signIn,
} from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("copies no link to an empty chat", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await chooseFromMenu(page, "Share…");
  await expect(dialog(page, "Share")).toContainText("Nothing yet. Change a setting first.");
  await expect(dialog(page, "Share").getByRole("button", { name: "Copy link" })).toBeDisabled();
});

test("opens a share link after signing in", { tag: "@desktop" }, async ({ page, browser }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo", system: "Be brief.", parameters: { temperature: 0.4 } });
  await ask(page, "Pass this on");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const share = dialog(page, "Share");
  await share.getByText("Editable copy").click();
  await expect(share.getByRole("listitem")).toContainText(["Model", "System prompt", "Temperature 0.4"]);
  const messages = share.getByRole("switch", { name: "Include messages" });
  await expect(messages).toBeChecked();
  const field = share.getByRole("textbox", { name: "Link" });
  const link = await field.inputValue();
  await messages.click();
  await expect.poll(async () => (await field.inputValue()).length).toBeLessThan(link.length);

  const guest = await (await browser.newContext()).newPage();
  const requests: string[] = [];
  guest.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  await guest.goto(link);
  await guest.getByRole("textbox", { name: "Key" }).fill(ADMIN_KEY);
  await guest.getByRole("button", { name: "Sign in" }).click();
  const offer = dialog(guest, "Open a shared link");
  await expect(offer).toContainText("A conversation of 2 turns");
  await expect(offer.getByLabel("What changes")).toContainText("Be brief.");
  await expect(guest).toHaveURL(/\/chat$/);
  await expectNoViolations(guest, "a shared link");
  await offer.getByRole("button", { name: "Open" }).click();
  await expect(guest.getByRole("article", { name: "You" })).toContainText("Pass this on");
  await expect(modelButton(guest, "sandbox/echo")).toBeVisible();
  expect(requests.filter((request) => request.includes("completions"))).toEqual([]);
  // Settings never stand in what a server could log.
  const secret = link.slice(link.indexOf("#s=") + 3, link.indexOf("#s=") + 40);
  expect(requests.filter((request) => request.includes(secret) && !request.includes("#"))).toEqual([]);

  await guest.goto("/messages#s=1.damaged");
  await expect(guest.getByRole("alert").filter({ hasText: "The link is incomplete" })).toBeVisible();
  await guest.context().close();
});

test("imports a saved file, and a pasted request body", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "Keep me safe");
  const text = await lastResponse(page).locator(".markdown").first().innerText();
  const downloaded = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), chooseFromMenu(page, name)]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };
  const json = await downloaded("Save as JSON");
  expect(json.name).toBe("keep-me-safe.json");
  const har = await downloaded("Save requests as HAR");
  const { log } = JSON.parse(await readFile(har.path, "utf8"));
  expect(log.entries[0].request.url).toMatch(/\/v1\/chat\/completions$/);
  expect(log.entries[0].response.content.text).toContain("data: [DONE]");

  await chooseFromMenu(page, /^Delete all/);
  await dialog(page, "Delete all conversations").getByRole("button", { name: "Delete" }).click();
  await expect(answers(page)).toHaveCount(0);
  await chooseFromMenu(page, "Import…");
  const imported = dialog(page, "Import");
  await imported.getByLabel("File to import").setInputFiles(json.path);
  await expect(imported.getByRole("list", { name: "Contents" })).toContainText("Keep me safe");
  await imported.getByRole("button", { name: "Import", exact: true }).click();
  await expect(lastResponse(page).locator(".markdown").first()).toHaveText(text, { useInnerText: true });

  await chooseFromMenu(page, "Import…");
  const body = { model: "sandbox/echo", messages: [{ role: "user", content: "From a log" }], logit_bias: {} };
  await imported.getByRole("textbox", { name: "JSON to import" }).fill(JSON.stringify(body));
  await expect(imported).toContainText("logit_bias: this page has no such parameter.");
  await imported.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("article", { name: "You" })).toContainText("From a log");
  await expect(modelButton(page, "sandbox/echo")).toBeVisible();
});

test("converts a conversation to another API, and names what is dropped", { tag: "@desktop" }, async ({ page }) => {
  const parameters = { frequency_penalty: 1, max_completion_tokens: 900 };
  await openWith(page, { name: "chat", model: "sandbox/echo", system: "Be brief.", parameters });
  await ask(page, "First words");
  await chooseApi(page, "Messages");
  const offer = dialog(page, "Continue on Messages");
  await expect(offer.getByRole("listitem")).toHaveText(["Frequency penalty: Messages has none."]);
  await offer.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/messages\?session=/);
  await expect(page.getByRole("article", { name: "You" })).toContainText("First words");
  const [sent] = await Promise.all([page.waitForRequest("**/v1/messages"), send(page, "Next words")]);
  expect(sent.postDataJSON()).toMatchObject({
    model: "sandbox/echo",
    system: "Be brief.",
    max_tokens: 900,
    messages: [
      { role: "user", content: "First words" },
      { role: "assistant", content: expect.any(String) },
      { role: "user", content: "Next words" },
    ],
  });
});

test("moves a conversation without losses at once, and takes the model of an empty one along", {
  tag: "@desktop",
}, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await chooseApi(page, "Gemini");
  await expect(page).toHaveURL(/\/generate-content$/);
  await expect(modelButton(page, "sandbox/echo")).toBeVisible();
  await ask(page, "First words");
  await chooseApi(page, "Responses");
  await expect(page).toHaveURL(/\/responses\?session=/);
  await expect(page.getByRole("article", { name: "You" })).toContainText("First words");
  await expect(modelButton(page, "sandbox/echo")).toBeVisible();
});

test("saves and applies presets, sets a default, and searches conversations", {
  tag: "@desktop",
}, async ({ page }) => {
  const bodies = recordBodies(page);
  await openWith(page, { name: "chat", model: "sandbox/echo", parameters: { temperature: 0.3 } });
  await chooseFromMenu(page, "Presets…");
  const presets = dialog(page, "Presets");
  await presets.getByRole("textbox", { name: "Preset name" }).fill("Cool");
  await page.keyboard.press("Enter");
  await presets.getByRole("button", { name: "Start new conversations with Cool" }).click();
  await expectNoViolations(page, "presets");
  await page.keyboard.press("Escape");
  await openPanel(page);
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await page.keyboard.press("Control+,");
  await ask(page, "The quick brown fox");
  expect(bodies.at(-1)?.temperature).toBeUndefined();
  await page.keyboard.press("Alt+n");
  await expect(answers(page)).toHaveCount(0);
  await ask(page, "Something else");
  expect(bodies.at(-1)?.temperature).toBe(0.3);

  await openHistory(page);
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("brown");
  await expect(page.getByText("Found 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^The quick brown fox/ }).click();
  await expect(page.getByRole("article", { name: "You" })).toContainText("The quick brown fox");
});

test("fits the menu and its dialogs on a phone", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  for (const box of await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().toJSON()))) {
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(390);
    expect(box.height).toBeGreaterThanOrEqual(40);
  }
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await expect(dialog(page, "Share")).toBeVisible();
  await expectNoViolations(page, "the share dialog on a phone");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toBeVisible();
});
