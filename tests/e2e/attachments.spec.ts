import { expect, type Page } from "@playwright/test";
import { ask, composer, modelButton, PNG, recordBodies, signIn } from "./chat-page.ts";
import { test } from "./page-test.ts";

test.beforeEach(async ({ page }) => signIn(page));

const DOT = { name: "dot.png", type: "image/png", bytes: PNG };

/** Gives the composer, or another place, a file by an event, as a paste or a drop would. */
async function giveFile(
  page: Page,
  kind: "paste" | "drop",
  { name, type, bytes }: { name: string; type: string; bytes: Buffer } = DOT,
  place = composer(page),
): Promise<void> {
  await place.evaluate(
    (field, { kind, name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
    },
    { kind, name, type, base64: bytes.toString("base64") },
  );
}

for (const way of ["picker", "paste", "drop"] as const) {
  test(`sends an image by ${way} unchanged`, { tag: way === "picker" ? [] : "@desktop" }, async ({ page }) => {
    const bodies = recordBodies(page);
    if (way === "picker") {
      await page.locator("input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: PNG });
    } else await giveFile(page, way);
    await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeAttached();
    await ask(page, "What is this?");
    expect(bodies[0]?.messages[0]?.content).toEqual([
      { type: "image_url", image_url: { url: `data:image/png;base64,${PNG.toString("base64")}` } },
      { type: "text", text: "What is this?" },
    ]);
    await expect(page.getByRole("button", { name: "Remove dot.png" })).toHaveCount(0);
    await expect(page.getByRole("article", { name: "You" }).getByRole("img", { name: "dot.png" })).toBeVisible();
  });
}

test("sends a text file as a file part; Backspace removes the last one", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await page.locator("input[type=file]").setInputFiles([
    { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes") },
    { name: "dot.png", mimeType: "image/png", buffer: PNG },
  ]);
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeAttached();
  await composer(page).press("Backspace");
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toHaveCount(0);
  await ask(page, "Read it");
  expect(bodies[0]?.messages[0]?.content).toContainEqual({
    type: "file",
    file: { filename: "notes.md", file_data: "data:text/markdown;base64,IyBOb3Rlcw==" },
  });
});

test("refuses an unreadable file with a message", { tag: "@desktop" }, async ({ page }) => {
  const file = { name: "tool.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 2]) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("alert").first()).toContainText("tool.bin is not an image, a PDF, audio or a text file.");
});

test("marks a model without image input", { tag: "@desktop" }, async ({ page }) => {
  const blind = { id: "far/blind", object: "model", display_name: "Blind", capabilities: { vision: false } };
  await page.route("**/v1/models", (route) =>
    route.fulfill({ json: { object: "list", data: [blind], default: blind.id } }),
  );
  await page.reload();
  await expect(modelButton(page, "far/blind")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByText("may not support images")).toBeVisible();
});

const SOUND = { name: "hum.wav", type: "audio/x-wav", bytes: silence() };

test("sends pasted audio with its format, and plays it in the message", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page);
  await giveFile(page, "paste", SOUND);
  await expect(page.getByRole("button", { name: "Remove hum.wav" })).toBeAttached();
  await ask(page, "What do you hear?");
  expect(bodies[0]?.messages[0]?.content).toEqual([
    { type: "input_audio", input_audio: { data: SOUND.bytes.toString("base64"), format: "wav" } },
    { type: "text", text: "What do you hear?" },
  ]);
  const player = page.getByRole("article", { name: "You" }).locator("audio");
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1);
});

test("reports unsupported audio before sending", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "/messages");
  await giveFile(page, "drop", SOUND);
  await expect(page.getByRole("alert").first()).toContainText("Messages doesn’t support audio");
  await composer(page).fill("What do you hear?");
  await expect(page.getByRole("button", { name: "Remove hum.wav first" })).toBeDisabled();
  await composer(page).fill("");
  await composer(page).press("Backspace");
  await composer(page).fill("Hello");
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
});

test("attaches files dropped on the page, and opens a dropped conversation", {
  tag: "@desktop",
}, async ({ page }) => {
  const place = page.getByRole("banner").first();
  await giveFile(page, "drop", DOT, place);
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeAttached();
  const request = { model: "sandbox/echo", messages: [{ role: "user", content: "From a file" }] };
  const bytes = Buffer.from(JSON.stringify(request));
  await giveFile(page, "drop", { name: "saved.json", type: "application/json", bytes }, place);
  await page.getByRole("dialog", { name: "Import" }).getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("article", { name: "You" })).toContainText("From a file");
});

test("takes dropped images as input on the image and video pages", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/images");
  await expect(composer(page)).toBeVisible();
  await giveFile(page, "drop", DOT, page.getByRole("banner").first());
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeAttached();
  await page.goto("/videos");
  await expect(composer(page)).toBeVisible();
  await giveFile(page, "drop", DOT, page.getByRole("banner").first());
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeAttached();
});

/** A tenth of a second of silence: 8,000 samples a second, one byte each. */
function silence() {
  const samples = Buffer.alloc(800, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
