/** The inspector: what goes over the wire, live and afterwards, beside the response. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import { answers, ask, composer, lastResponse, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const events = (page: Page) => inspector(page).getByRole("button", { name: /^Event / });
const run = (page: Page) => inspector(page).getByRole("button", { name: /×/ });
const separator = (page: Page) => inspector(page).getByRole("separator", { name: "Inspector size" });
const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const total = async (page: Page) =>
  Number(
    /[\d,]+/
      .exec(
        await inspector(page)
          .getByText(/^[\d,]+ events$/)
          .innerText(),
      )?.[0]
      .replace(",", ""),
  );

test("opens by its shortcut, follows a response, and filters, expands and steps through events", {
  tag: "@desktop",
}, async ({ page }) => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  const frames = framesOf("openai-chat", saying(words));
  const script = await scriptResponse({ steps: paced(frames, { first: 50, every: 60 }) }, { steps: paced(frames) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await page.keyboard.press("Control+.");
  await expect(inspector(page)).toContainText("Send a message");
  await send(page, "Count");
  await expect(inspector(page).getByRole("button", { name: "Jump to First token" })).toBeVisible();
  const early = await total(page);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "streaming");
  await expect.poll(() => total(page)).toBeGreaterThan(early);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect(inspector(page).getByRole("button", { name: "Jump to Finish: stop" })).toBeVisible();

  await inspector(page).getByRole("searchbox", { name: "Filter events by text" }).fill("word17");
  await expect(inspector(page).getByText(/^1 of \d+$/)).toBeVisible();
  await events(page).click();
  await expect(inspector(page).getByText('" word17"')).toBeVisible();
  await inspector(page).getByRole("button", { name: "Jump to First token" }).click();
  await expect(inspector(page).getByRole("searchbox")).toHaveValue("");

  await inspector(page).getByRole("tab", { name: "Request" }).click();
  await expect(inspector(page).getByRole("region", { name: "Request body" })).toContainText('"content": "Count"');
  await inspector(page).getByRole("tab", { name: "Response" }).click();
  await expect(inspector(page).getByRole("region", { name: "Response body" })).toContainText("data: [DONE]");
  await expect(inspector(page).getByRole("region", { name: "Response headers" })).toContainText("x-gateway-lane");
  await expectNoViolations(page, "with the response");

  await ask(page, "Again");
  await expect(inspector(page).getByText("Request 2 of 2")).toBeVisible();
  await inspector(page).getByRole("button", { name: "Previous request" }).click();
  await expect(inspector(page).getByText("Request 1 of 2")).toBeVisible();
  await page.reload();
  await expect(answers(page)).toHaveCount(2);
  await answers(page).first().getByRole("button", { name: "Open trace" }).click();
  await expect(inspector(page).getByText("Request 1 of 2")).toBeVisible();
  await inspector(page).getByRole("tab", { name: "Code" }).click();
  await expect(inspector(page)).toContainText("curl -N");
});

test("shows what a request would become, and sends nothing", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await page.keyboard.press("Control+.");
  await ask(page, "Count");
  await inspector(page).getByRole("tab", { name: "Request" }).click();
  await inspector(page).getByRole("button", { name: "Preflight" }).click();
  const preflight = inspector(page).getByRole("region", { name: "Preflight", exact: true });
  await expect(preflight).toContainText("sandbox/echo");
  await expect(preflight).toContainText("It is the only model of this name.");
  await expect(preflight).toContainText("Answered by the built-in sandbox");
  await expect(preflight).toContainText("Free");
  await expectNoViolations(page, "with the preflight");
  await preflight.getByRole("button", { name: "Close preflight" }).click();
  await expect(preflight).toBeHidden();
  await expect(answers(page)).toHaveCount(1);
});

test("scrolls, filters and expands 20,000 events without delay", { tag: "@desktop" }, async ({ page }) => {
  const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const body = Array.from({ length: 19_998 }, (_, index) => chunk(`w${index} `)).join("");
  const ending = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  await page.route("**/v1/chat/completions", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: body + ending }),
  );
  await signIn(page);
  await page.keyboard.press("Control+.");
  await send(page, "All of them");
  await expect(inspector(page).getByText("20,000 events")).toBeVisible({ timeout: 30_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(await events(page).count(), "only rows in sight are drawn").toBeLessThan(80);

  const list = inspector(page).getByRole("group", { name: "Event list" });
  await list.focus();
  await page.keyboard.press("Home");
  await expect(run(page)).toBeFocused();
  await expect(run(page)).toHaveAccessibleName(/text ×19,998 · .+ s · 1\.\d MB|text ×19,998 · .+ ms · 1\.\d MB/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(events(page).first()).toBeFocused();
  expect(await events(page).count(), "only rows in sight are drawn").toBeLessThan(80);
  await page.keyboard.press("Enter");
  await expect(inspector(page).getByText('"w0 "')).toBeVisible();
  await page.keyboard.press("End");
  await expect(inspector(page).getByRole("button", { name: /^Event 20,000/ })).toBeFocused();
  await inspector(page).getByRole("searchbox", { name: "Filter events by text" }).fill("w1999");
  await expect(inspector(page).getByText("9 of 20,000")).toBeVisible();
  await inspector(page).getByRole("searchbox").fill("");
  await inspector(page)
    .getByRole("button", { name: /^finish/ })
    .click();
  await expect(inspector(page).getByText("1 of 20,000")).toBeVisible();
});

test("shows both sides of a translated request with dropped fields, even after a reload", {
  tag: "@desktop",
}, async ({ page }) => {
  const script = await scriptResponse({ steps: paced(framesOf("anthropic-messages", saying("Left is right"))) });
  await openWith(page, { name: "chat", model: `stub-messages/${script.id}`, parameters: { seed: 7 } });
  await ask(page, "Which side?");
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await inspector(page).getByRole("tab", { name: "Provider" }).click();
  const client = inspector(page).getByRole("region", { name: "Sent by the client" });
  const upstream = inspector(page).getByRole("region", { name: "Sent to the provider" });
  await expect(client).toContainText("ignored: the provider’s API doesn’t support it");
  await expect(client).toContainText('"seed": 7');
  await expect(upstream).toContainText('"max_tokens"');
  await expect(upstream).not.toContainText("seed");
  await inspector(page).getByText("Events", { exact: true }).last().click();
  await expect(inspector(page).getByRole("list", { name: "Events from the provider" })).toContainText(
    /\d+ ms\+[\d,.]+done/,
  );
  await expect(inspector(page).getByRole("list", { name: "Events from the provider" })).toContainText("message_stop");
  await expect(inspector(page).getByRole("list", { name: "Events to the client" })).toContainText("[DONE]");
  await expectNoViolations(page, "with both sides");

  await page.route("**/api/exchanges/**", (route) => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  await inspector(page).getByRole("tab", { name: "Provider" }).click();
  await expect(upstream).toContainText("Which side?");
});

test("replays a response into its message without a request", { tag: "@desktop" }, async ({ page }) => {
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(" ");
  // Six seconds: the replay must still run when its speed is chosen on a busy machine.
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(words)), { every: 500 }) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await ask(page, "Count");
  await page.reload();
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await inspector(page).getByRole("button", { name: "Replay" }).click();
  await expect(lastResponse(page)).toContainText("Replaying a recorded run");
  await expect(lastResponse(page)).not.toContainText("word11");
  await inspector(page).getByText("4×").click();
  await expect(lastResponse(page)).toContainText("word11");
  await expect(lastResponse(page)).not.toContainText("Recorded run");
  expect(await script.requests()).toHaveLength(1);
});

test("folds runs of text, reasoning and arguments into one line each", { tag: "@desktop" }, async ({ page }) => {
  const parts: Part[] = [
    { type: "start" },
    { type: "reasoning-start", choice: 0, id: "0" },
    ...["I ", "think ", "so"].map((text): Part => ({ type: "reasoning-delta", choice: 0, id: "0", text })),
    { type: "reasoning-end", choice: 0, id: "0" },
    ...saying("one two three four five").slice(1),
  ];
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", parts), { every: 5 }) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await page.keyboard.press("Control+.");
  await ask(page, "Count");
  await expect(run(page)).toHaveCount(2);
  await expect(run(page).first()).toHaveAccessibleName(/reasoning ×3 · .+ · .+ B/);
  await expect(run(page).last()).toHaveAccessibleName(/text ×5 · .+ one two three four five/);

  await inspector(page).getByRole("button", { name: "Jump to First token" }).click();
  await expect(run(page).last(), "a jump opens the run of its event").toHaveAttribute("aria-expanded", "true");
  await expect(events(page).filter({ hasText: "three" })).toBeVisible();
  await events(page).filter({ hasText: "three" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(run(page).last()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(events(page).filter({ hasText: "three" })).toHaveCount(0);
  await inspector(page)
    .getByRole("button", { name: /^text \d/ })
    .click();
  await expect(run(page), "a filter shows the events themselves").toHaveCount(0);
  await expect(events(page)).toHaveCount(5);
});

test("is on the right of a wide window, and at the bottom on request", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(words))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await ask(page, "Count");
  await page.keyboard.press("Control+.");
  const main = page.getByRole("main");
  await expect.poll(async () => (await boxOf(inspector(page))).x).toBeGreaterThan(700);
  await expect(separator(page)).toHaveAttribute("aria-orientation", "vertical");
  await separator(page).focus();
  await page.keyboard.press("End");
  await expect.poll(async () => (await boxOf(main)).width, "the conversation keeps its room").toBe(480);
  await expectNoViolations(page, "on the right");
  await page.keyboard.press("Home");
  await expect.poll(async () => (await boxOf(inspector(page))).width).toBe(360);
  await expectNoOverflow(page);

  await inspector(page).getByRole("button", { name: "Dock at the bottom" }).click();
  await expect.poll(async () => (await boxOf(main)).width).toBeGreaterThan(1000);
  await expect.poll(async () => (await boxOf(composer(page))).height, "the field is one line").toBeLessThan(50);
  await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  await expectNoViolations(page, "at the bottom");
  await page.reload();
  await expect(separator(page)).toHaveAttribute("aria-orientation", "horizontal");
  await page.setViewportSize({ width: 1100, height: 720 });
  await expect(inspector(page).getByRole("button", { name: /^Dock / })).toBeHidden();
});

test("moves a playhead over the chart during a replay", { tag: "@desktop" }, async ({ page }) => {
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying("one two")), { every: 300 }) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await ask(page, "Count");
  await page.keyboard.press("Control+.");
  await inspector(page).getByRole("button", { name: "Replay" }).click();
  const playhead = inspector(page).getByTestId("playhead");
  await expect(playhead).toHaveCSS("border-left-width", "2px");
  const before = (await boxOf(playhead)).x;
  await expect.poll(async () => (await boxOf(playhead)).x).toBeGreaterThan(before + 20);
  await expect(playhead).toHaveCount(0);
});

test("is a sheet on a phone", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "Hello");
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await expect(page.getByRole("dialog", { name: "Inspector" }).getByText(/^[\d,]+ events$/)).toBeVisible();
  await expectNoViolations(page, "with the sheet");
  await inspector(page).getByRole("button", { name: "Close inspector" }).click();
  await expect(page.getByRole("dialog", { name: "Inspector" })).toBeHidden();
});
