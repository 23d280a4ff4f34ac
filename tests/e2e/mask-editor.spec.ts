import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { composer, isPhone, signIn } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const SIZE = { width: 320, height: 240 };

/** A picture in which every pixel has a neighbour of another colour, so that any change of it shows. */
function makeSource(): Promise<Buffer> {
  const { width, height } = SIZE;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = (Math.floor(at / 3) % width) / 2 + (at % 3) * 30 + ((at * 7919) % 23);
  }
  return toPng(pixels, { ...SIZE, channels: 3 });
}

/** White is `edited`, in columns of the left; the rest is black. */
function makeBlackAndWhite({ width, height, edited }: { width: number; height: number; edited: number }) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) if (at % width < edited) pixels.fill(255, at * 3, at * 3 + 3);
  return toPng(pixels, { width, height, channels: 3 });
}

function toPng(pixels: Buffer, raw: { width: number; height: number; channels: 3 | 4 }): Promise<Buffer> {
  return sharp(pixels, { raw }).png().toBuffer();
}

const editor = (page: Page): Locator => page.getByRole("application", { name: /^Mask of an image/ });
const coverage = (page: Page): Locator => page.locator("[data-coverage]");

test.beforeEach(async ({ page }) => {
  // The protocol leaves files out of the bodies that it shows, so the page keeps what it sends.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (init?.body instanceof FormData) Object.assign(window, { sentForm: init.body });
      return send(input, init);
    };
  });
  await signIn(page, "/images", "image-model-a");
  await page
    .getByLabel("Choose images")
    .setInputFiles({ name: "source.png", mimeType: "image/png", buffer: await makeSource() });
  await openEditor(page);
});

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Paint a|Edit) mask$/ }).click();
  await expect(editor(page)).toBeVisible();
  await expect(coverage(page)).toBeVisible();
}

/** Drags with the mouse along places of the image, each as shares of its width and height. */
async function drag(page: Page, ...places: [number, number][]): Promise<void> {
  const box = await editor(page).locator("canvas").first().boundingBox();
  if (!box) throw new Error("The canvas of the mask is not on the screen");
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 6 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

async function giveMask(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Mask file").setInputFiles({ name, mimeType: "image/png", buffer });
}

async function sendEdit(page: Page, prompt: string): Promise<void> {
  await composer(page).fill(prompt);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
}

/** Returns the mask of the last edit, once the page has sent one. */
async function sentMask(page: Page): Promise<{ width: number; height: number; channels: number; pixels: Buffer }> {
  await page.waitForFunction(() => "sentForm" in window);
  const base64 = await page.evaluate(async () => {
    const mask = (window as { sentForm?: FormData }).sentForm?.get("mask");
    if (!(mask instanceof Blob)) return "";
    return btoa(String.fromCharCode(...new Uint8Array(await mask.arrayBuffer())));
  });
  const image = sharp(Buffer.from(base64, "base64"));
  const { width, height, channels } = await image.metadata();
  return { width, height, channels, pixels: await image.raw().toBuffer() };
}

/** Returns the finished picture as PNG, once no preview lies under it. */
async function bytesOfResult(page: Page): Promise<Buffer> {
  const image = page.getByRole("figure").locator("img");
  await expect(image).toHaveCount(1);
  // Drawn once more and not fetched, which the page's policy forbids.
  const base64 = await image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = document.createElement("canvas");
    canvas.width = element.naturalWidth;
    canvas.height = element.naturalHeight;
    canvas.getContext("2d")?.drawImage(element, 0, 0);
    return canvas.toDataURL("image/png").replace(/^.*,/, "");
  });
  return Buffer.from(base64, "base64");
}

test("sends the mask in the size of the input image, and changes nothing outside it", async ({ page }) => {
  test.setTimeout(60_000);
  await page.getByRole("button", { name: "Rectangle", exact: true }).click();
  await drag(page, [0.25, 0.25], [0.75, 0.75]);
  await expect(coverage(page)).toContainText(/Edits 2[45]\.\d% of the image/);
  await sendEdit(page, "a red balloon");

  const mask = await sentMask(page);
  expect(mask).toMatchObject({ ...SIZE, channels: 4 });
  const alphaAt = (x: number, y: number) => mask.pixels[(y * SIZE.width + x) * 4 + 3];
  expect([alphaAt(2, 2), alphaAt(160, 120), alphaAt(300, 200)]).toEqual([255, 0, 255]);

  // Measured on the finished picture, so it is there by then.
  const report = page.getByText("Nothing changed outside the mask: every pixel is identical.");
  await expect(report).toBeVisible({ timeout: 30_000 });
  const [before, after] = await Promise.all(
    [await makeSource(), await bytesOfResult(page)].map((file) => sharp(file).removeAlpha().raw().toBuffer()),
  );
  let [outside, inside] = [0, 0];
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    if (before?.compare(after ?? Buffer.alloc(0), at * 3, at * 3 + 3, at * 3, at * 3 + 3) === 0) continue;
    if (mask.pixels[at * 4 + 3] === 255) outside++;
    else inside++;
  }
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(100);
});

test("compares an edit with its input image by pointer and keyboard", {
  tag: "@desktop",
}, async ({ page }) => {
  test.setTimeout(60_000);
  await drag(page, [0.3, 0.4], [0.7, 0.6]);
  await sendEdit(page, "a red balloon");
  await page.getByRole("button", { name: /^Compare/ }).click();
  const slider = page.getByRole("slider", { name: "How much of the original is shown" });
  await expect(slider).toHaveValue("50");
  await slider.press("ArrowLeft");
  expect(Number(await slider.inputValue())).toBeLessThan(50);
  const box = await slider.boundingBox();
  if (!box) throw new Error("The slider is not on the screen");
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 3);
  expect(Number(await slider.inputValue())).toBeCloseTo(80, -0.5);
  await page.getByRole("checkbox", { name: "Outline of the mask" }).check();
  await expect(page.getByRole("img", { name: "Outline of the mask" })).toBeVisible();
});

test("refuses a mask file of another ratio, and scales one of the same ratio", {
  tag: "@desktop",
}, async ({ page }) => {
  await giveMask(page, "square.png", await makeBlackAndWhite({ width: 200, height: 200, edited: 50 }));
  await expect(page.getByRole("alert").filter({ hasText: "square.png" })).toHaveText(/200 × 200.*320 × 240/);
  await expect(coverage(page)).toHaveAttribute("data-coverage", "empty");

  await giveMask(page, "half.png", await makeBlackAndWhite({ width: 160, height: 120, edited: 40 }));
  await expect(page.getByText("half.png is 160 × 120, the image 320 × 240: the same ratio.")).toBeVisible();
  await page.getByRole("button", { name: "Scale to image" }).click();
  await expect(page.getByText("half.png, read as black and white: white is edited.")).toBeVisible();
  await expect(coverage(page)).toContainText("Edits 25.0% of the image.");
  await page.getByRole("button", { name: "Flip" }).click();
  await expect(coverage(page)).toContainText("Edits 75.0% of the image.");
});

test("refuses files that are not an image or not a mask, with a message", { tag: "@desktop" }, async ({ page }) => {
  await giveMask(page, "notes.png", Buffer.from("no picture"));
  await expect(page.getByRole("alert").filter({ hasText: "cannot be read as an image" })).toBeVisible();
  await giveMask(page, "photo.png", await makeSource());
  await expect(page.getByRole("alert").filter({ hasText: "no transparency" })).toBeVisible();
});

test("keeps the mask over a resize, a request and a reload", { tag: "@desktop" }, async ({ page }) => {
  test.setTimeout(60_000);
  await page.getByRole("button", { name: "Rectangle", exact: true }).click();
  await drag(page, [0.1, 0.1], [0.5, 0.6]);
  await page.getByRole("button", { name: "Lasso", exact: true }).click();
  await drag(page, [0.6, 0.2], [0.9, 0.2], [0.8, 0.8]);
  const words = (await coverage(page).textContent()) ?? "";
  expect(words).toMatch(/Edits \d/);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: width - 60, height: height - 90 });
  await expect(coverage(page)).toHaveText(words);
  await sendEdit(page, "a red balloon");
  await expect(page.getByRole("figure").getByRole("img").first()).toBeVisible({ timeout: 30_000 });
  const first = await sentMask(page);
  await openEditor(page);
  await expect(coverage(page)).toHaveText(words);
  await page.reload();
  await openEditor(page);
  await expect(coverage(page)).toHaveText(words);
  await sendEdit(page, "a blue balloon");
  expect((await sentMask(page)).pixels.equals(first.pixels)).toBe(true);
});

test("does not send an empty mask", { tag: "@desktop" }, async ({ page }) => {
  await drag(page, [0.3, 0.3], [0.5, 0.5]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(coverage(page)).toHaveAttribute("data-coverage", "empty");
  await composer(page).fill("a red balloon");
  await expect(page.getByRole("button", { name: "The mask is empty. Paint on it or remove it." })).toBeDisabled();
  await editor(page).press("i");
  await expect(coverage(page)).toHaveAttribute("data-coverage", "full");
  await expect(coverage(page)).toContainText("Edits the whole image.");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeEnabled();
});

test("selects tools, draws, undoes and cancels by keyboard", { tag: "@desktop" }, async ({ page }) => {
  const share = async () => Number(/Edits ([\d.]+)/.exec((await coverage(page).textContent()) ?? "")?.[1] ?? 0);
  const size = page.getByRole("slider", { name: "Size" });
  await editor(page).press("]");
  await expect(size).toHaveValue("6");
  await editor(page).press("[");
  await editor(page).press("{");
  await expect(page.getByRole("slider", { name: "Hardness" })).toHaveValue("90");

  await editor(page).press("r");
  await expect(page.getByRole("button", { name: "Rectangle", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(share).toBe(3);
  await page.keyboard.press("Control+z");
  await expect(coverage(page)).toHaveAttribute("data-coverage", "empty");
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(share).toBe(3);
  await page.keyboard.press("i");
  await expect.poll(share).toBe(97);

  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeVisible();
  await expect.poll(share).toBe(97);
});

test("zooms and pans without changing the mask", { tag: "@desktop" }, async ({ page }) => {
  const layer = editor(page).locator("canvas").first();
  const place = async () => (await layer.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.getByRole("button", { name: "Rectangle", exact: true }).click();
  const fitted = await place();
  await editor(page).press("+");
  await editor(page).press("+");
  await expect.poll(async () => (await place()).width).toBeGreaterThan(fitted.width * 1.4);
  const zoomed = await place();
  await page.keyboard.down("Space");
  await drag(page, [0.5, 0.5], [0.55, 0.55]);
  await page.keyboard.up("Space");
  await expect.poll(async () => (await place()).x).toBeGreaterThan(zoomed.x);
  await expect(coverage(page)).toHaveAttribute("data-coverage", "empty");
  await drag(page, [0.4, 0.4], [0.6, 0.6]);
  await expect(coverage(page)).toContainText(/Edits [34]\.\d% of the image/);
  const words = (await coverage(page).textContent()) ?? "";
  await editor(page).press("0");
  await expect.poll(async () => (await place()).width).toBeCloseTo(fitted.width, 0);
  await expect(coverage(page)).toHaveText(words);
});

test("draws with one finger; zooms with two and cancels the stroke", { tag: "@phone" }, async ({ page }) => {
  const box = await editor(page).locator("canvas").first().boundingBox();
  if (!box) throw new Error("The canvas of the mask is not on the screen");
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...fingers: [number, number][]) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: fingers.map(([x, y], id) => ({ x: box.x + box.width * x, y: box.y + box.height * y, id })),
    });
  await touch("touchStart", [0.3, 0.5]);
  for (let x = 0.35; x < 0.7; x += 0.05) await touch("touchMove", [x, 0.5]);
  await touch("touchEnd");
  await expect(coverage(page)).toHaveAttribute("data-coverage", "partial");
  const words = (await coverage(page).textContent()) ?? "";

  await touch("touchStart", [0.4, 0.2]);
  await touch("touchMove", [0.45, 0.2]);
  await touch("touchStart", [0.45, 0.2], [0.6, 0.7]);
  await touch("touchMove", [0.35, 0.1], [0.75, 0.9]);
  await touch("touchMove", [0.25, 0.05], [0.85, 0.95]);
  await touch("touchEnd");
  await expect
    .poll(async () => (await editor(page).locator("canvas").first().boundingBox())?.width ?? 0)
    .toBeGreaterThan(box.width * 1.2);
  await expect(coverage(page)).toHaveText(words);
});

test("the editor has no accessibility violations", async ({ page }) => {
  await giveMask(page, "mask.png", await makeBlackAndWhite({ ...SIZE, edited: 320 }));
  await expect(coverage(page)).toHaveAttribute("data-coverage", "full");
  if (!isPhone(page)) await page.getByRole("button", { name: "Shortcuts" }).click();
  await expectNoViolations(page, "with a full mask");
});
