/** Responses that are read aloud by the gateway's speech endpoint, and responses that are audio themselves. */
import { expect, type Locator, type Page } from "@playwright/test";
import { sseFrame } from "../support/chat-fixtures.ts";
import { ask, composer, lastResponse, onCall, send, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith, scriptResponse } from "./scripted.ts";

type Spoken = { model: string; voice: string; input: string; response_format: string };

/** Speech of it takes half a minute, so that it can be paused and stopped. */
const LONG_TEXT = "The train leaves at nine. It arrives at noon, and it stops twice on the way. ".repeat(8).trim();

function recordSpeech(page: Page): Spoken[] {
  const bodies: Spoken[] = [];
  onCall(page, "/v1/audio/speech", (request) => bodies.push(request.postDataJSON()));
  return bodies;
}

const bar = (page: Page): Locator => lastResponse(page).getByRole("region", { name: "Read aloud" });

async function openMenu(page: Page): Promise<void> {
  await lastResponse(page).getByRole("button", { name: "Message actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Copy as Markdown" })).toBeVisible();
}

async function readAloud(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Read aloud" }).click();
  await expect(bar(page)).toBeVisible();
}

test("a response is read aloud, paused, read on and stopped, and its request is in the log", async ({ page }) => {
  test.slow();
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  const bodies = recordSpeech(page);
  await ask(page, LONG_TEXT);
  await readAloud(page);
  await expect(bar(page).getByRole("status")).toHaveText("Reading aloud");
  expect(bodies).toEqual([
    { model: "sandbox/speech-model-a", voice: "alloy", input: LONG_TEXT, response_format: "pcm" },
  ]);
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("Paused");
  await expectNoViolations(page, "a response that is read aloud", bar(page));
  await expectNoOverflow(page);
  await bar(page).getByRole("button", { name: "Resume" }).press("Enter");
  await expect(bar(page).getByRole("status")).toHaveText("Reading aloud");
  const href = (await bar(page).getByRole("link", { name: "Request" }).getAttribute("href")) ?? "";
  const id = new URL(href, "http://a").searchParams.get("id") ?? "";
  await expect
    .poll(async () => (await page.request.get(`/api/requests/${id}`)).json())
    .toMatchObject({ id, model: "sandbox/speech-model-a", status: 200 });
  await bar(page).getByRole("button", { name: "Stop reading" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test("the voice is chosen beside the response, and remembered", async ({ page }) => {
  test.slow();
  await openWith(page, { name: "messages", model: "sandbox/echo" });
  const bodies = recordSpeech(page);
  await ask(page, LONG_TEXT);
  await readAloud(page);
  await bar(page).getByRole("button", { name: "Speech settings" }).click();
  for (const part of [
    bar(page).getByRole("button", { name: "Speech model" }),
    bar(page).getByRole("combobox", { name: "Voice" }),
    bar(page).getByRole("button", { name: "Read with this voice" }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page);
  await bar(page).getByRole("combobox", { name: "Voice" }).fill("nova");
  await expectNoViolations(page, "the settings of speech", bar(page));
  await bar(page).getByRole("button", { name: "Read with this voice" }).click();
  await expect.poll(() => bodies.map(({ voice }) => voice)).toEqual(["alloy", "nova"]);
  await page.reload();
  await readAloud(page);
  await expect.poll(() => bodies.map(({ voice }) => voice)).toEqual(["alloy", "nova", "nova"]);
});

test("short speech ends by itself, and can be read again", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  const bodies = recordSpeech(page);
  await ask(page, "Yes.");
  await readAloud(page);
  await expect(bar(page).getByRole("status")).toHaveText("Read to the end", { timeout: 20_000 });
  await bar(page).getByRole("button", { name: "Read again" }).click();
  await expect.poll(() => bodies.length).toBe(2);
  await expect(bar(page).getByRole("status")).toHaveText("Read to the end", { timeout: 20_000 });
  await bar(page).getByRole("button", { name: "Close speech" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test("a conversation that is left stops to be read, and is silent when it is opened again", {
  tag: "@desktop",
}, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  const bodies = recordSpeech(page);
  await ask(page, LONG_TEXT);
  await readAloud(page);
  await expect(bar(page).getByRole("status")).toHaveText("Reading aloud");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Models" }).click();
  await expect(page.getByRole("heading", { name: "Models" }).first()).toBeVisible();
  // Nobody returns before the browser had a moment to leave.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.goBack();
  await expect(lastResponse(page)).toContainText("The train leaves at nine.");
  await openMenu(page);
  await expect(bar(page)).toHaveCount(0);
  expect(bodies).toHaveLength(1);
});

test("an error is shown in its place, and Retry reads", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  await ask(page, LONG_TEXT);
  const error = {
    error: 503,
    message: "The speech model is resting.",
    type: "upstream_error",
    code: "upstream_failed",
  };
  await page.route("**/v1/audio/speech", (route) => route.fulfill({ status: 503, json: error }), { times: 1 });
  await readAloud(page);
  await expect(bar(page).getByRole("alert")).not.toBeEmpty();
  await bar(page).getByRole("button", { name: "Retry" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("Reading aloud");
  await expect(bar(page).getByRole("alert")).toHaveCount(0);
});

test("a response of code alone has nothing to read", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "chat", model: "sandbox/echo" });
  const bodies = recordSpeech(page);
  await ask(page, "```js\nconst a = 1;\n```");
  await readAloud(page);
  await expect(bar(page).getByRole("alert")).toContainText("no words to read aloud");
  expect(bodies).toEqual([]);
});

test("without a speech model nothing offers to read aloud", { tag: "@desktop" }, async ({ page }) => {
  const mute = { id: "sandbox/echo", object: "model", display_name: "Echo", capabilities: { vision: true } };
  await page.route("**/v1/models", (route) =>
    route.fulfill({ json: { object: "list", data: [mute], default: mute.id } }),
  );
  await signIn(page);
  await ask(page, "Hello there");
  await openMenu(page);
  await expect(page.getByRole("menuitem", { name: "Read aloud" })).toHaveCount(0);
});

/** A tenth of a second of raw samples. */
const SAMPLES = Buffer.alloc(4_800, 1).toString("base64");

async function expectSound(page: Page): Promise<void> {
  const player = lastResponse(page).locator("audio");
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1);
}

test("audio of a chat completion plays beside its transcript, also later", { tag: "@desktop" }, async ({ page }) => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    sseFrame({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });
  const frames = [
    chunk({ role: "assistant", audio: { id: "audio_1", transcript: "Good morning " } }),
    chunk({ audio: { data: SAMPLES.slice(0, 1_600) } }),
    chunk({ audio: { data: SAMPLES.slice(1_600), transcript: "to all of you" } }),
    chunk({ audio: { expires_at: 1 } }),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ];
  const script = await scriptResponse({ steps: frames.map((raw) => ({ raw })) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await ask(page, "Say good morning");
  await expect(lastResponse(page)).toContainText("Good morning to all of you");
  await expectSound(page);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expectSound(page);
});

test("audio of a Gemini response plays", { tag: "@desktop" }, async ({ page }) => {
  const parts = [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: SAMPLES } }];
  const raw = sseFrame({ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] });
  const script = await scriptResponse({ steps: [{ raw }] });
  await openWith(page, { name: "generate-content", model: `stub-generate-content/${script.id}` });
  await send(page, "Say good morning");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expectSound(page);
});
