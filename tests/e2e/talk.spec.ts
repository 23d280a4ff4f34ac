/** Spoken sessions. The browser of this file has a microphone that beeps, and allows it without a question. */
import { expect, type Locator, type Page } from "@playwright/test";
import { answers, ask, composer, recordBodies, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test as base } from "./page-test.ts";
import { scriptSocket } from "./scripted.ts";
import type { ReceivedEvent, SocketRule, SocketStep } from "./scripted-sockets.ts";

const FAKE_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...FAKE_MICROPHONE] }),
    { scope: "worker" },
  ],
});

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Talk" });
const status = (page: Page): Locator => dialog(page).getByRole("status");
const transcript = (page: Page): Locator => dialog(page).getByRole("list", { name: "Transcript" });
const button = (page: Page, name: string): Locator => dialog(page).getByRole("button", { name, exact: true });

/** Sound of so many seconds in pieces of one. */
const sound = (itemId: string, seconds: number, type = "response.output_audio.delta"): SocketStep[] =>
  Array.from({ length: seconds }, () => ({
    send: { type, item_id: itemId, content_index: 0, delta: Buffer.alloc(48_000, 1).toString("base64") },
  }));

const say = (type: string, fields: object = {}): SocketStep => ({ send: { type, ...fields } });

/** The user's first words, and a response of 100 seconds that is under way. */
const HEARD: SocketRule = {
  on: "input_audio_buffer.append",
  steps: [
    say("input_audio_buffer.speech_started", { item_id: "u1", audio_start_ms: 0 }),
    say("input_audio_buffer.speech_stopped", { item_id: "u1", audio_end_ms: 900 }),
    say("input_audio_buffer.committed", { item_id: "u1" }),
    say("response.created", { response: { id: "r1", status: "in_progress" } }),
    say("response.output_item.added", { item: { id: "a1", type: "message", role: "assistant", content: [] } }),
    say("conversation.item.input_audio_transcription.completed", { item_id: "u1", transcript: "Tell me a story." }),
    say("response.output_audio_transcript.delta", { item_id: "a1", content_index: 0, delta: "Once upon " }),
    ...sound("a1", 100),
    say("response.output_audio_transcript.delta", { item_id: "a1", content_index: 0, delta: "a time" }),
    { held: true },
    say("input_audio_buffer.speech_started", { item_id: "u2", audio_start_ms: 4_000 }),
    { held: true },
    say("input_audio_buffer.speech_stopped", { item_id: "u2", audio_end_ms: 5_000 }),
    say("response.done", { response: { id: "r1", status: "cancelled", usage: null } }),
    say("conversation.item.input_audio_transcription.completed", { item_id: "u2", transcript: "Stop." }),
  ],
};

async function openTalk(page: Page): Promise<void> {
  // A page that has not come to life yet takes no click.
  await expect(async () => {
    if (!(await dialog(page).isVisible())) {
      await page.getByRole("button", { name: "Talk", exact: true }).click({ timeout: 3_000 });
    }
    await expect(dialog(page)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
}

async function start(page: Page, model: string): Promise<void> {
  if (!(await dialog(page).isVisible())) await openTalk(page);
  await dialog(page).getByRole("combobox", { name: "Model", exact: true }).fill(model);
  await button(page, "Start").click();
}

const withoutMicrophone = (page: Page, error = "NotAllowedError"): Promise<unknown> =>
  page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
  }, error);

const ofType = (received: ReceivedEvent[] | undefined, type: string) =>
  (received ?? []).filter((event) => event.type === type);

/** Returns the loudest sample of sound in base64. */
function measure(audio: unknown): number {
  const bytes = Buffer.from(String(audio), "base64");
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

test("speaks with a model, interrupts it, and adds the words to the conversation", async ({ page }) => {
  test.slow();
  const script = await scriptSocket({ rules: [{ on: "open", steps: [say("session.created")] }, HEARD] });
  const received = async () => (await script.sessions())[0]?.received;
  await signIn(page);
  const bodies = recordBodies(page);
  await openTalk(page);
  await expectNoOverflow(page);
  await expectNoViolations(page, "before a session", dialog(page));
  await dialog(page).getByRole("combobox", { name: "Voice" }).fill("cedar");
  await dialog(page).getByRole("textbox", { name: "Instructions" }).fill("Be brief.");
  await start(page, script.model);
  await expect(status(page)).toHaveText("Speaking", { timeout: 30_000 });
  await expect(transcript(page).getByRole("listitem")).toHaveText(["YouTell me a story.", "ModelOnce upon a time"]);
  expect((await received())?.[0]).toMatchObject({
    type: "session.update",
    session: { type: "realtime", instructions: "Be brief.", audio: { output: { voice: "cedar" } } },
  });
  await expectNoOverflow(page);
  await expectNoViolations(page, "a session under way", dialog(page));
  await script.release();
  await expect(status(page)).toHaveText("Hearing you…");
  await expect.poll(async () => ofType(await received(), "conversation.item.truncate")).toHaveLength(1);
  const [truncated] = ofType(await received(), "conversation.item.truncate");
  expect(truncated).toMatchObject({ item_id: "a1", content_index: 0, audio_end_ms: expect.any(Number) });
  expect(Number(truncated?.audio_end_ms), "a part of it was heard").toBeLessThan(99_000);
  await script.release();
  await expect(status(page)).toHaveText("Listening");
  await expect(transcript(page).getByRole("listitem").nth(1)).toContainText("(interrupted)");
  await expect(transcript(page).getByRole("listitem").nth(2)).toHaveText("YouStop.");
  await expect
    .poll(async () =>
      Math.max(...ofType(await received(), "input_audio_buffer.append").map(({ audio }) => measure(audio))),
    )
    .toBeGreaterThan(500);
  await button(page, "Mute").click();
  await expect(status(page)).toHaveText("Muted");
  const before = ofType(await received(), "input_audio_buffer.append").length;
  await expect
    .poll(async () => ofType(await received(), "input_audio_buffer.append").length, { timeout: 20_000 })
    .toBeGreaterThan(before + 20);
  expect(measure(ofType(await received(), "input_audio_buffer.append").at(-1)?.audio), "silence while muted").toBe(0);
  await dialog(page).getByText("Messages of the socket").click();
  const messages = dialog(page).getByRole("list", { name: "Messages of the socket" });
  await expect(messages.getByRole("listitem").first()).toContainText("session.");
  await messages.getByText("response.output_audio.delta").first().click();
  await expect(messages.getByText("… 48,000 bytes")).toBeVisible();
  await expectNoOverflow(page);
  await button(page, "End").click();
  await expect(status(page)).toHaveText("Ended");
  await expect.poll(async () => (await script.sessions())[0]?.closed?.code).toBe(1000);
  await expect(button(page, "Add to conversation")).toBeFocused();
  await expectNoViolations(page, "a session that has ended", dialog(page));
  const href = (await dialog(page).getByRole("link", { name: "Request" }).getAttribute("href")) ?? "";
  const id = new URL(href, "http://a").searchParams.get("id") ?? "";
  await expect
    .poll(async () => (await page.request.get(`/api/requests/${id}`)).json())
    .toMatchObject({ id, model: script.model, status: 101 });
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(2);
  await expect(answers(page)).toContainText(["Once upon a time"]);
  await ask(page, "And then?");
  expect(bodies.at(-1)?.messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Tell me a story."],
    ["assistant", "Once upon a time"],
    ["user", "Stop."],
    ["user", "And then?"],
  ]);
});

test("is used by keyboard and text where there is no microphone", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  const reply = (id: string, text: string): SocketStep[] => [
    say("response.created", { response: { id: `r-${id}` } }),
    say("response.audio_transcript.delta", { item_id: id, content_index: 0, delta: text }),
    ...sound(id, 30, "response.audio.delta"),
  ];
  const done = (status: string): SocketStep => say("response.done", { response: { status } });
  const script = await scriptSocket({
    rules: [
      { on: "response.create", steps: reply("a1", "The first reply") },
      { on: "response.cancel", steps: [done("cancelled")] },
      {
        on: "response.create",
        steps: [
          say("response.created"),
          say("response.text.delta", { item_id: "a2", delta: "Second" }),
          done("completed"),
        ],
      },
    ],
  });
  await withoutMicrophone(page);
  await signIn(page, "/responses");
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox").fill("Talk");
  await expect(page.getByRole("option").first()).toHaveText(/^Talk/);
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("combobox", { name: "Model", exact: true }).fill(script.model);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("Allow it for this site");
  await expect(button(page, "Use microphone")).toBeEnabled();
  await expect(status(page)).toHaveText("Ready for text");
  const field = dialog(page).getByRole("textbox", { name: "Message to the model" });
  await field.fill("One");
  await field.press("Enter");
  await expect(status(page)).toHaveText("Speaking");
  await field.fill("Two");
  await field.press("Enter");
  await expect(transcript(page).getByRole("listitem")).toHaveText([
    "YouOne",
    "ModelThe first reply (interrupted)",
    "YouTwo",
    "ModelSecond",
  ]);
  await expect(status(page)).toHaveText("Ready for text");
  const types = (await script.sessions())[0]?.received.map(({ type }) => type);
  expect(types).toEqual([
    ...["session.update", "conversation.item.create", "response.create"],
    ...["conversation.item.truncate", "response.cancel", "conversation.item.create", "response.create"],
  ]);
  // The first Escape ends the session, and the words stay; the second one closes.
  await page.keyboard.press("Escape");
  await expect(status(page)).toHaveText("Ended");
  await expect(transcript(page)).toContainText("Second");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(composer(page)).toBeVisible();
  await openTalk(page);
  await button(page, "New session").click();
  await expect(dialog(page).getByRole("combobox", { name: "Model", exact: true }), "as chosen before").toHaveValue(
    script.model,
  );
});

test("says why a session does not open", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await withoutMicrophone(page, "NotFoundError");
  await signIn(page);
  const alerts = dialog(page).getByRole("alert");
  await start(page, "nobody/realtime");
  await expect(status(page)).toHaveText("Ended");
  await expect(alerts.filter({ hasText: "nobody" })).toHaveCount(1);
  await expect(alerts.filter({ hasText: "close code 1008" })).toHaveCount(1);
  const error = { message: "The account has no access to the model.", code: "model_not_found" };
  const refused = await scriptSocket({ refusal: { status: 403, body: { error } }, rules: [] });
  await button(page, "New session").click();
  await start(page, refused.model);
  await expect(alerts.filter({ hasText: "The account has no access to the model." })).toHaveCount(1);
  await page.context().clearCookies();
  await button(page, "New session").click();
  await button(page, "Start").click();
  await expect(alerts.filter({ hasText: "You are signed out" })).toHaveCount(1);
});

test("says that the server has no WebSockets", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  // The handshake is refused for the lack of a session, the reason is that of `next start`.
  await page.context().clearCookies();
  const message = "This server can't open WebSockets: it runs by `next start`. Run the gateway by `npm start`.";
  await page.route("**/v1/realtime?*", (route) =>
    route.fulfill({
      status: 501,
      headers: { "x-gateway-error-source": "gateway" },
      json: { error: 501, message, type: "not_supported_error", code: "websocket_unsupported" },
    }),
  );
  await start(page, "stub-chat/realtime");
  await expect(dialog(page).getByRole("alert")).toContainText("it runs by `next start`");
});

test("shows errors of the provider, and how it closed", { tag: "@desktop" }, async ({ page }) => {
  const error = { type: "invalid_request_error", message: "The voice is unknown.", code: "invalid_value" };
  const script = await scriptSocket({
    rules: [
      {
        on: "session.update",
        steps: [say("error", { error }), { held: true }, { close: { code: 4001, reason: "Too long" } }],
      },
    ],
  });
  await signIn(page);
  await start(page, script.model);
  await expect(dialog(page).getByRole("alert").filter({ hasText: "The voice is unknown." })).toBeVisible();
  await expect(status(page)).not.toHaveText("Ended");
  await script.release();
  await expect(dialog(page).getByRole("alert").filter({ hasText: "close code 4001: Too long" })).toBeVisible();
  await expect(status(page)).toHaveText("Ended");
  const cut = await scriptSocket({ rules: [{ on: "session.update", steps: [{ cut: true }] }] });
  await button(page, "New session").click();
  await start(page, cut.model);
  await expect(dialog(page).getByRole("alert").filter({ hasText: "close code 1011" })).toBeVisible();
});

test("leaving the page ends the session", { tag: "@desktop" }, async ({ page }) => {
  const script = await scriptSocket({ rules: [] });
  await signIn(page);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Models" }).click();
  await expect(page.getByRole("heading", { name: "Models" }).first()).toBeVisible();
  await pages.getByRole("link", { name: "Chat" }).click();
  await expect(composer(page)).toBeVisible();
  await start(page, script.model);
  await expect(status(page)).toHaveText("Listening");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Models" }).first()).toBeVisible();
  await expect.poll(async () => (await script.sessions())[0]?.closed?.code).toBeDefined();
});

test("talks with the sandbox, which needs no key", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await withoutMicrophone(page);
  await signIn(page);
  await openTalk(page);
  await expect(dialog(page).getByRole("combobox", { name: "Model", exact: true })).toHaveValue(
    "sandbox/realtime-model-a",
  );
  await button(page, "Start").click();
  await expect(status(page)).toHaveText("Ready for text");
  const field = dialog(page).getByRole("textbox", { name: "Message to the model" });
  await field.fill("The train leaves at nine");
  await field.press("Enter");
  await expect(status(page)).toHaveText("Speaking");
  await expect(transcript(page)).toContainText("You wrote: The train leaves at nine.");
  await expect(status(page), "heard to its end").toHaveText("Ready for text", { timeout: 60_000 });
});
