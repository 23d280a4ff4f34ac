/** Pictures at full size, the bounds of the store that keeps them, and a pen that is pressed. */
import { readFile } from "node:fs/promises";
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { composer, signIn } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

// Each makes pictures, and a browser on a busy machine needs its time to judge them.
test.describe.configure({ timeout: 60_000 });

const SIZE = { width: 640, height: 480 };
const job = (page: Page): Locator => page.getByRole("article", { name: "Image" });
const viewer = (page: Page): Locator => page.getByRole("dialog");
const shown = (page: Page): Locator => page.getByTestId("picture-stage").getByRole("img");
const openButton = (page: Page, prompt: string): Locator =>
  page.getByRole("button", { name: `View at full size: ${prompt}` });

/** Noise does not compress: a PNG of about `width × height × 3` bytes. */
function makePicture({ width, height } = SIZE): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: "black", noise } })
    .png()
    .toBuffer();
}

/** The page, with a model that answers at once. */
async function open(page: Page): Promise<void> {
  await page.route("**/v1/images/generations", async (route) => {
    const base64 = (await makePicture()).toString("base64");
    await route.fulfill({ json: { created: 1, data: [{ b64_json: base64 }] } });
  });
  await signIn(page, "/images", "image-model-a");
}

async function paint(page: Page, prompt: string): Promise<void> {
  await composer(page).fill(prompt);
  await composer(page).press("Enter");
  await expect(page.getByRole("heading", { name: prompt })).toBeVisible();
  await expect(job(page)).toHaveAttribute("data-state", "complete");
  await expect(openButton(page, prompt)).toBeVisible();
}

const getWidth = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0;

test("opens a result, zooms, shows the next one, and restores the focus", {
  tag: "@desktop",
}, async ({ page }) => {
  await open(page);
  await paint(page, "An older picture");
  await paint(page, "A newer picture");
  await openButton(page, "A newer picture").focus();
  await page.keyboard.press("Enter");
  await expect(viewer(page)).toHaveAccessibleName("A newer picture");
  await expect(viewer(page)).toContainText("640 × 480 · png");
  await expect(viewer(page)).toContainText("1 of 2");
  await expect(shown(page)).toHaveAttribute("alt", "A newer picture");
  const fitted = await getWidth(shown(page));
  await page.keyboard.press("+");
  await expect.poll(() => getWidth(shown(page))).toBeCloseTo(fitted * 1.25, 0);
  await page.keyboard.press("1");
  await expect.poll(() => getWidth(shown(page))).toBeCloseTo(SIZE.width, 0);
  await page.keyboard.press("0");
  await expect.poll(() => getWidth(shown(page))).toBeCloseTo(fitted, 0);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    viewer(page).getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("A-newer-picture-1.png");
  expect((await sharp(await readFile(await file.path())).metadata()).width).toBe(SIZE.width);

  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toHaveAccessibleName("An older picture");
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("2 of 2");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "An older picture" })).toBeVisible();
  await expect(openButton(page, "An older picture")).toBeFocused();
});

test("zooms and pans by wheel and mouse within the frame", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  await paint(page, "A picture");
  await openButton(page, "A picture").click();
  const stage = await page.getByTestId("picture-stage").boundingBox();
  if (!stage) throw new Error("the viewer has no stage");
  const centre = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  await page.mouse.move(centre.x, centre.y);
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -100);
  await expect.poll(() => getWidth(shown(page))).toBeGreaterThan(stage.width);
  await page.mouse.down();
  await page.mouse.move(centre.x + 5000, centre.y + 5000, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await shown(page).boundingBox())?.x).toBeCloseTo(stage.x, 0);
  await expect.poll(async () => (await shown(page).boundingBox())?.y).toBeCloseTo(stage.y, 0);
  await page.mouse.dblclick(centre.x, centre.y);
  await expect.poll(() => getWidth(shown(page))).toBeLessThanOrEqual(stage.width);
  await page.mouse.click(stage.x + 4, stage.y + 4);
  await expect(viewer(page)).toBeHidden();
});

test("swipes to the next image and pinches to zoom", { tag: "@phone" }, async ({ page }) => {
  await open(page);
  await paint(page, "First");
  await paint(page, "Second");
  await openButton(page, "Second").tap();
  await expect(shown(page)).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await touch(devtools, "touchStart", [300, 400]);
  for (const x of [250, 180, 100]) await touch(devtools, "touchMove", [x, 400]);
  await touch(devtools, "touchEnd");
  await expect(viewer(page)).toHaveAccessibleName("First");
  const fitted = await getWidth(shown(page));
  await touch(devtools, "touchStart", [180, 400], [210, 400]);
  for (const spread of [30, 60, 90]) await touch(devtools, "touchMove", [180 - spread, 400], [210 + spread, 400]);
  await touch(devtools, "touchEnd");
  await expect.poll(() => getWidth(shown(page))).toBeGreaterThan(fitted * 2);
});

function touch(devtools: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", ...fingers: [number, number][]) {
  return devtools.send("Input.dispatchTouchEvent", { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id })) });
}

test("the viewer has no accessibility violations and fits its window", async ({ page }) => {
  await open(page);
  await paint(page, "One");
  await paint(page, "Two");
  await openButton(page, "Two").click();
  await expect(shown(page)).toBeVisible();
  await expectNoViolations(page, "with a picture at full size");
  for (const name of ["Close", "Download", "Fit the image"]) {
    const box = await viewer(page).getByRole("button", { name }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0), name).toBe(true);
  }
});

test("opens an image of a conversation at full size", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "/generate-content", "image-model-a");
  await page.getByLabel("Choose files").setInputFiles({
    name: "noise.png",
    mimeType: "image/png",
    buffer: await makePicture(),
  });
  await expect(page.getByRole("button", { name: "Remove noise.png" })).toBeAttached();
  await page.route("**/*:streamGenerateContent*", async (route) => {
    const inlineData = { mimeType: "image/png", data: (await makePicture()).toString("base64") };
    const parts = [{ text: "Another one" }, { inlineData }];
    const chunk = { candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] };
    await route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(chunk)}\n\n` });
  });
  await composer(page).fill("Another, please");
  await composer(page).press("Enter");
  await openButton(page, "Another one").click();
  await expect(viewer(page)).toContainText("2 of 2");
  await page.keyboard.press("ArrowLeft");
  await expect(viewer(page)).toHaveAccessibleName("noise.png");
  await expect(shown(page)).toBeVisible();
});

test("the oldest picture makes room, says so, and can be made again; a pinned one stays", { tag: "@desktop" }, async ({
  page,
}) => {
  // Room for two pictures of about 0.9 MB.
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 6_000_000, usage: 0 });
  });
  await open(page);
  await paint(page, "A pinned picture");
  await page.getByRole("button", { name: /^Pin \(/ }).click();
  await expect(page.getByRole("button", { name: /^Pinned/ })).toHaveAttribute("aria-pressed", "true");
  for (const prompt of ["A forgotten picture", "A recent picture"]) await paint(page, prompt);

  const strip = page.getByRole("navigation", { name: "Images" });
  await strip.getByRole("button", { name: "A forgotten picture, no longer stored" }).click();
  const removed = page.getByTestId("removed-image");
  await expect(removed).toContainText("Image no longer stored");
  await expect(removed).toContainText("Removed to free space");
  await expect(page.getByRole("button", { name: "Download" })).toHaveCount(0);
  await strip.getByRole("button", { name: "A pinned picture", exact: true }).click();
  await expect(openButton(page, "A pinned picture")).toBeVisible();
  await page.reload();
  await strip.getByRole("button", { name: "A forgotten picture, no longer stored" }).click();
  await expectNoViolations(page, "with a picture that is no longer stored");
  await removed.getByRole("button", { name: "Generate again" }).click();
  await expect(openButton(page, "A forgotten picture")).toBeVisible();
});

test("a browser without room says that a picture is not stored, and what to do", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === "blobs") throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await open(page);
  await paint(page, "A picture");
  await expect(job(page)).toContainText("Not saved: this browser’s storage is full.");
  await expect(page.getByRole("button", { name: "Download" })).toBeEnabled();
});

test("a pen that is pressed harder paints more, which can be turned off and stays so", { tag: "@desktop" }, async ({
  page,
}) => {
  await open(page);
  const buffer = await makePicture();
  await page.getByLabel("Choose images").setInputFiles({ name: "noise.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Paint a mask" }).click();
  const pressure = page.getByRole("switch", { name: "Pen pressure" });
  const coverage = page.locator("[data-coverage]");
  await expect(coverage).toHaveAttribute("data-coverage", "empty");
  await expect(pressure).toHaveCount(0);
  const box = await page.getByRole("application").locator("canvas").first().boundingBox();
  if (!box) throw new Error("the mask has no place on the screen");
  const devtools = await page.context().newCDPSession(page);
  const share = async () => Number(/Edits ([\d.]+)/.exec((await coverage.textContent()) ?? "")?.[1] ?? 0);
  /** A level stroke, and what it covers of the image, in percent. */
  async function stroke(force: number): Promise<number> {
    const at = (x: number) => ({ x: (box?.x ?? 0) + (box?.width ?? 0) * x, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 });
    const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number) =>
      devtools.send("Input.dispatchMouseEvent", {
        type,
        ...at(x),
        button: "left",
        buttons: type === "mouseReleased" ? 0 : 1,
        pointerType: "pen",
        force: type === "mouseReleased" ? 0 : force,
      });
    await send("mousePressed", 0.2);
    for (const x of [0.3, 0.45, 0.6, 0.8]) await send("mouseMoved", x);
    await send("mouseReleased", 0.8);
    await expect.poll(share).toBeGreaterThan(0);
    const covered = await share();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(coverage).toHaveAttribute("data-coverage", "empty");
    return covered;
  }
  const hard = await stroke(1);
  const soft = await stroke(0.2);
  expect(soft).toBeLessThan(hard * 0.6);
  await pressure.click();
  expect(await stroke(0.2)).toBeCloseTo(hard, 1);
  await page.reload();
  await page.getByRole("button", { name: "Paint a mask" }).click();
  await expect(pressure).toHaveAttribute("aria-checked", "false");
});
