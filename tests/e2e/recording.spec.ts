/** Recorded messages. The browser of this file has a microphone that beeps, and allows it without a question. */
import { expect, type Page } from "@playwright/test";
import { ask, composer, lastResponse, onCall, pickModel, recordBodies, send, signIn } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test as base } from "./page-test.ts";

const FAKE_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...FAKE_MICROPHONE] }),
    { scope: "worker" },
  ],
});

const bar = (page: Page) => page.getByRole("group", { name: "Recording" });
const begin = (page: Page) => page.getByRole("button", { name: "Record audio" }).click();
const remove = (page: Page) => page.getByRole("button", { name: /^Remove recording-.*\.wav$/ });

/** Records until the microphone has been heard for a while. */
async function record(page: Page): Promise<void> {
  await begin(page);
  await expect(bar(page).getByRole("timer")).toHaveText(/0:0[1-9]/, { timeout: 20_000 });
  await expect(bar(page).getByRole("button", { name: "Stop" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bar(page)).toHaveCount(0);
  await expect(remove(page)).toBeAttached();
}

/** Head of a WAV file of 16-bit samples, one channel. */
function readWave(base64: string) {
  const bytes = Buffer.from(base64, "base64");
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
  return {
    kind: bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12),
    channels: bytes.readUInt16LE(22),
    rate: bytes.readUInt32LE(24),
    bits: bytes.readUInt16LE(34),
    isWhole: bytes.readUInt32LE(40) === bytes.length - 44,
    seconds: samples.length / bytes.readUInt32LE(24),
    loudest: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  };
}
const RECORDED = { kind: "RIFFWAVE", channels: 1, rate: 16_000, bits: 16, isWhole: true };

test("a message is recorded, played, removed, recorded again and sent", async ({ page }) => {
  test.slow();
  await signIn(page);
  const bodies = recordBodies(page);
  await record(page);
  await expectNoOverflow(page);
  await expect(composer(page)).toBeFocused();
  const play = page.getByRole("button", { name: /^Play recording-/ });
  await play.click();
  await expect(page.getByRole("button", { name: /^Pause recording-/ }).or(play)).toBeVisible();
  await expect
    .poll(() => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(1);
  await composer(page).press("Backspace");
  await expect(remove(page)).toHaveCount(0);
  await record(page);
  await ask(page, "What do you hear?");
  expect(bodies[0]?.messages[0]?.content).toEqual([
    { type: "input_audio", input_audio: { data: expect.any(String), format: "wav" } },
    { type: "text", text: "What do you hear?" },
  ]);
  const content = bodies[0]?.messages[0]?.content as { input_audio: { data: string } }[] | undefined;
  const wave = readWave(content?.[0]?.input_audio.data ?? "");
  expect(wave).toMatchObject(RECORDED);
  expect(wave.seconds).toBeGreaterThan(1);
  expect(wave.loudest, "the beeps of the device").toBeGreaterThan(500);
  await expect(page.getByRole("article", { name: "You" }).locator("audio")).toHaveAttribute("src", /^blob:/);
});

test("the bar is accessible, blocks sending, and Cancel leaves nothing", async ({ page }) => {
  test.slow();
  await signIn(page);
  await composer(page).fill("With words");
  await begin(page);
  await expect(bar(page).getByRole("timer")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Stop the recording first" })).toBeDisabled();
  await expectNoOverflow(page);
  await expectNoViolations(page, "while a message is recorded", page.locator("form").filter({ has: composer(page) }));
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(remove(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
});

test("Gemini takes a recording, and the palette begins it", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  await signIn(page, "/generate-content", "image-model-a");
  await pickModel(page, "sandbox/guide");
  const bodies: { contents: { parts: { inlineData?: { mimeType: string; data: string } }[] }[] }[] = [];
  onCall(page, ":streamGenerateContent", (request) => bodies.push(request.postDataJSON()));
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox").fill("Record audio");
  await expect(page.getByRole("option", { name: /Record audio/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(bar(page).getByRole("timer")).toHaveText(/0:0[1-9]/, { timeout: 20_000 });
  await bar(page).getByRole("button", { name: "Stop" }).click();
  await expect(remove(page)).toBeAttached();
  await send(page, "What do you hear?");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  const sound = bodies[0]?.contents[0]?.parts.find((part) => part.inlineData)?.inlineData;
  expect(sound?.mimeType).toBe("audio/wav");
  expect(readWave(sound?.data ?? "")).toMatchObject(RECORDED);
});

for (const [path, words] of [
  ["/messages", "Messages doesn’t support audio"],
  ["/responses", "Responses doesn’t support audio"],
] as const) {
  test(`${path} says why it takes no recording, without asking for the microphone`, { tag: "@desktop" }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("asked for the microphone"));
    });
    await signIn(page, path);
    await begin(page);
    await expect(page.getByRole("alert").first()).toContainText(words);
    await expect(bar(page)).toHaveCount(0);
  });
}

for (const [name, words] of [
  ["NotAllowedError", "Allow it for this site"],
  ["NotFoundError", "No microphone was found"],
] as const) {
  test(`a microphone that fails with ${name} has a sentence`, { tag: "@desktop" }, async ({ page }) => {
    await page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", error));
    }, name);
    await signIn(page);
    await begin(page);
    await expect(page.getByRole("alert").first()).toContainText(words);
    await expect(bar(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  });
}

test("a page without HTTPS says what recording needs", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
  await signIn(page);
  await begin(page);
  await expect(page.getByRole("alert").first()).toContainText("The microphone needs HTTPS");
});
