import { expect } from "@playwright/test";
import {
  actionsOf,
  answers,
  ask,
  closePanel,
  composer,
  isPhone,
  lastResponse,
  openAdvanced,
  openHistory,
  openPanel,
  PNG,
  pickModel,
  recordBodies,
  send,
  signIn,
  useModel,
  writeSystemPrompt,
} from "./chat-page.ts";
import { test } from "./page-test.ts";

test.beforeEach(async ({ page }) => signIn(page));

test("shows the metrics of a response", async ({ page }) => {
  const metrics = lastResponse(page).getByTestId("metrics");
  // A response that a busy page reads in one piece has no speed, so it may take another.
  await expect(async () => {
    await ask(page, "What can Parlance do?");
    await expect(metrics).toContainText(/[\d.]+\s+tok\/s/, { timeout: 2_000 });
  }).toPass();
  await expect(metrics).toContainText(/TTFT\s+[\d.]+ m?s/);
  await expect(metrics).toContainText(/\d+\s+in\s+\/\s+[\d,]+\s+out/);
  await expect(metrics.getByText("Free")).toBeVisible();
  if (!isPhone(page)) await expect(page.getByTestId("context-gauge")).toHaveText(/^[\d.]+K? of 1M$/);
  await expect(page.getByTestId("announcer")).toHaveText(/Response complete, [\d,]+ words/);
});

test("streams a response", async ({ page }) => {
  // Long enough that a busy machine does not draw it in one frame.
  await useModel(page, "sandbox/long-1500");
  // Change by change, in the page: a busy machine may look too late, and draw few frames.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const words = document.querySelector('article[aria-busy="true"] .markdown')?.textContent ?? "";
      if (words === "") return;
      observer.disconnect();
      Object.assign(window, { early: words.length });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await send(page, "Write much");
  const early = await page.waitForFunction(() => (window as { early?: number }).early);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  const length = (await lastResponse(page).locator(".markdown").first().textContent())?.length;
  expect(length).toBeGreaterThan(Number(await early.jsonValue()));
});

test("replays input from before hydration", { tag: "@desktop" }, async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto("/chat", { waitUntil: "commit" });
  await composer(page).pressSequentially("Say hello");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("Say hello");
  await page.getByRole("button", { name: "Parameters" }).click();
  typed.resolve();
  await expect(page.getByRole("heading", { name: "Parameters", exact: true })).toBeVisible();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(page.getByRole("article", { name: "You" })).toContainText("Say hello");
  await expect(composer(page)).toHaveValue("");
});

test("sends set parameters and omits unset ones", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await ask(page, "One");
  expect(Object.keys(bodies[0] ?? {}).sort()).toEqual(["messages", "model", "stream", "stream_options"]);

  await openPanel(page);
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.3");
  await openAdvanced(page);
  await page.getByRole("textbox", { name: "Seed" }).fill("42");
  await closePanel(page);
  await writeSystemPrompt(page, "Be brief.");
  await expect(page.getByRole("button", { name: "Parameters, 2 set" })).toBeVisible();
  await ask(page, "Two");
  expect(bodies[1]).toMatchObject({ temperature: 0.3, seed: 42 });
  expect(bodies[1]?.messages[0]).toEqual({ role: "system", content: "Be brief." });

  await openPanel(page);
  await page.getByRole("button", { name: "Reset Temperature" }).click();
  await closePanel(page);
  await ask(page, "Three");
  expect(bodies[2]).not.toHaveProperty("temperature");

  // On paper: what was said, and what it was asked with.
  await page.emulateMedia({ media: "print" });
  await expect(composer(page)).toBeHidden();
  await expect(page.getByRole("article", { name: "You" }).first()).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Be brief." })).toBeVisible();
});

test("blocks sending on an invalid setting and names it at its row", { tag: "@desktop" }, async ({ page }) => {
  await openPanel(page);
  await page.getByRole("radiogroup", { name: "Tools view" }).getByText("JSON").click();
  await page.getByRole("textbox", { name: "Tools as a JSON array" }).fill("[{");
  await expect(page.getByText(/Not valid JSON/)).toBeVisible();
  await closePanel(page);
  await composer(page).fill("Hello");
  await expect(page.getByRole("button", { name: "Correct tools first" })).toBeDisabled();
});

test("keeps the old version of an edited message, and sends the visible one", async ({ page }) => {
  const bodies = recordBodies(page);
  await ask(page, "First question");
  const question = page.getByRole("article", { name: "You" });
  await question.hover();
  // For fingers the menu has it.
  if (isPhone(page)) await question.getByRole("button", { name: "Message actions" }).click();
  await page.getByRole(isPhone(page) ? "menuitem" : "button", { name: "Edit message" }).click();
  await page.getByRole("textbox", { name: "Edit message" }).fill("Second question");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(page.getByRole("article", { name: "You" })).toContainText("Second question");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(bodies[1]?.messages).toEqual([{ role: "user", content: "Second question" }]);
  await page.getByRole("article", { name: "You" }).hover();
  await page.getByRole("button", { name: "Previous version" }).first().click();
  await expect(page.getByRole("article", { name: "You" })).toContainText("First question");
});

test("adds a version on regenerate", { tag: "@desktop" }, async ({ page }) => {
  await ask(page, "Hello");
  await page.getByRole("button", { name: "Regenerate" }).click();
  await expect(lastResponse(page)).toContainText("2/2");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(answers(page)).toHaveCount(1);
});

test("runs a tool loop with manual results", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await page.getByRole("button", { name: /Get the weather/ }).click();
  const sendResults = page.getByRole("button", { name: /Send results?/ });
  await expect(sendResults).toBeVisible({ timeout: 20_000 });
  await page
    .getByRole("textbox", { name: "Result of get_weather" })
    .first()
    .fill('{"temperature": 21, "conditions": "sunny"}');
  await sendResults.click();
  await expect(answers(page)).toHaveCount(2);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  await expect(lastResponse(page)).toContainText("21");
  const results = bodies[1]?.messages.filter((message) => message.role === "tool") ?? [];
  expect(results[0]?.content).toBe('{"temperature": 21, "conditions": "sunny"}');
  await expect(page.getByText("Answered").first()).toBeVisible();
});

test("receives JSON that matches the schema", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await page.getByRole("button", { name: /Describe a city as structured JSON/ }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  expect(bodies[0]).toMatchObject({ response_format: { type: "json_schema", json_schema: { name: "city" } } });
  await expect(lastResponse(page)).toContainText('"city"');

  // The suggestion's schema belongs to its own conversation.
  await page.keyboard.press("Alt+n");
  await expect(answers(page)).toHaveCount(0);
  await ask(page, "Who are you?");
  expect(bodies.at(-1)).not.toHaveProperty("response_format");
  await page.reload();
  await expect(lastResponse(page)).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(answers(page)).toHaveCount(0);
  await ask(page, "Who are you?");
  expect(bodies.at(-1)).not.toHaveProperty("response_format");
});

test("shows streaming reasoning, then folds it", { tag: "@desktop" }, async ({ page }) => {
  await page.getByRole("button", { name: /Stream a table/ }).click();
  const thought = lastResponse(page).getByRole("button", { name: /Thought for \d+ s/ });
  await expect(thought).toBeVisible({ timeout: 20_000 });
  await expect(thought).toHaveAttribute("aria-expanded", "false", { timeout: 20_000 });
  await thought.click();
  await expect(thought).toHaveAttribute("aria-expanded", "true");
});

test("keeps a draft over a reload", { tag: "@desktop" }, async ({ page }) => {
  await composer(page).fill("Half a thought");
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByRole("button", { name: "Remove a.png" })).toBeAttached();
  await page.reload();
  await expect(composer(page)).toHaveValue("Half a thought");
  await expect(page.getByRole("button", { name: "Remove a.png" })).toBeAttached();
});

test("keeps, renames and deletes conversations", async ({ page }) => {
  await ask(page, "Remember this question");
  const text = await lastResponse(page).locator(".markdown").first().innerText();
  await page.reload();
  await expect(page.getByRole("article", { name: "You" })).toContainText("Remember this question");
  await expect(lastResponse(page).locator(".markdown").first()).toHaveText(text, { useInnerText: true });
  await openHistory(page);
  const row = page.getByRole("button", { name: "Remember this question", exact: true });
  const actions = page.getByRole("button", { name: "Actions for Remember this question" });
  await row.hover();
  await expect(actionsOf(actions)).toHaveCSS("opacity", "1");
  await actions.click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Chat name" }).fill("Kept");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Kept", exact: true }).hover();
  await page.getByRole("button", { name: "Actions for Kept" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Kept", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Kept", exact: true }).click();
  await expect(lastResponse(page).locator(".markdown").first()).toHaveText(text, { useInnerText: true });
});

test("renames and deletes a chat by keyboard, and keeps the focus in the list", { tag: "@desktop" }, async ({
  page,
}) => {
  await ask(page, "By keyboard");
  await openHistory(page);
  const row = page.getByRole("button", { name: "By keyboard", exact: true });
  await row.focus();
  await page.keyboard.press("Tab");
  const actions = page.getByRole("button", { name: "Actions for By keyboard" });
  await expect(actions).toBeFocused();
  await expect(actionsOf(actions)).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
  await page.getByRole("textbox", { name: "Chat name" }).fill("Other");
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Pin" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pinned" })).toBeVisible();
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(row).toHaveCount(0);
});

const CHUNK = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
const STREAM = [
  { ...CHUNK, choices: [{ index: 0, delta: { role: "assistant", content: "Fine." }, finish_reason: null }] },
  { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  "[DONE]",
]
  .map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`)
  .join("");

test("redirects an expired session to sign-in and keeps the message", { tag: "@desktop" }, async ({ page }) => {
  await page.context().clearCookies();
  await send(page, "Hello");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/sign-in?next=**");
  await signIn(page, new URL(page.url()).searchParams.get("next") ?? "");
  await expect(page.getByRole("article", { name: "You" })).toContainText("Hello");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
});

test("names dropped fields under the response", { tag: "@desktop" }, async ({ page }) => {
  const headers = {
    "content-type": "text/event-stream",
    "x-gateway-dropped": "seed, user",
    "x-gateway-lane": "translate",
  };
  await page.route("**/v1/chat/completions", (route) => route.fulfill({ status: 200, headers, body: STREAM }));
  await ask(page, "Hello");
  await expect(lastResponse(page)).toContainText("seed, user");
  await expect(lastResponse(page)).toContainText("Fine.");
});

test("shows HTML as text and runs no scripts or handlers", { tag: "@desktop" }, async ({ page }) => {
  await pickModel(page, "sandbox/echo");
  await ask(page, '<img src=x onerror="window.owned=1"><script>window.owned=1</script> [x](javascript:alert(1))');
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  await expect(lastResponse(page).locator('a[href^="javascript"]')).toHaveCount(0);
});

test("copies with and without the clipboard API, and reports a refusal", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await pickModel(page, "sandbox/echo");
  await ask(page, "Copy me");
  // Its name is what came of the last click, for two seconds.
  const copy = page.getByRole("button", { name: /^(Copy response|Copied)$/ });
  await copy.click();
  await expect(lastResponse(page).getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Copy me");

  // As on plain http: no clipboard at all.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    document.addEventListener("copy", () => {
      Object.assign(window, { selected: document.getSelection()?.toString() });
    });
  });
  await copy.click();
  await expect.poll(() => page.evaluate(() => (window as { selected?: string }).selected)).toContain("Copy me");

  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copy.click();
  await expect(page.getByRole("button", { name: "Couldn’t copy" })).toBeVisible();
  await expect(lastResponse(page).getByRole("status")).toHaveText("Couldn’t copy");
});
