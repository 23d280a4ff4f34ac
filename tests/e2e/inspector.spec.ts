/** The wire drawer: what goes over the wire, live and afterwards, beside the response. */
import { expect, type Page } from "@playwright/test";
import { answers, ask, lastResponse, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const events = (page: Page) => inspector(page).getByRole("button", { name: /^Event / });
const total = async (page: Page) =>
  Number(
    /[\d,]+/
      .exec(
        await inspector(page)
          .getByText(/ events$/)
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
  await expect(events(page).first()).toBeFocused();
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
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying(words)), { every: 120 }) });
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

test("is a sheet on a phone", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await ask(page, "Hello");
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await expect(page.getByRole("dialog", { name: "Inspector" }).getByText(/ events$/)).toBeVisible();
  await expectNoViolations(page, "with the sheet");
  await inspector(page).getByRole("button", { name: "Close inspector" }).click();
  await expect(page.getByRole("dialog", { name: "Inspector" })).toBeHidden();
});
