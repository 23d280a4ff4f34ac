import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { closePanel, composer, onCall, openPanel, pickModel, showCode, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";

const job = (page: Page): Locator => page.getByRole("article", { name: "Image" });
const results = (page: Page): Locator => page.getByRole("list", { name: "Results" }).getByRole("listitem");

// The painter shares the machine with the browser.
test.describe.configure({ timeout: 60_000 });
test.beforeEach(async ({ page }) => signIn(page, "/images", "image-model-a"));

/** Small pictures, so that no test waits for the painter. */
async function useSmallModel(page: Page): Promise<void> {
  await pickModel(page, "image-model-b");
  await openPanel(page);
  await page.getByRole("switch", { name: "Set Size" }).click();
  await page.getByText("256x256", { exact: true }).click();
  await closePanel(page);
}

async function paint(page: Page, prompt: string): Promise<void> {
  await composer(page).fill(prompt);
  await composer(page).press("Enter");
  await expect(page.getByRole("heading", { name: prompt })).toBeVisible();
  await expect(job(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
}

/** The bytes that the download button gives. */
async function download(page: Page, index = 0): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).nth(index).click(),
  ]);
  return readFile(await file.path());
}

const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();
const rectangle = (width: number, height: number, colour = "white") =>
  sharp({ create: { width, height, channels: 4, background: colour } });

test("streams previews of a suggestion, and keeps the image over a reload", async ({ page }) => {
  // Frame by frame: a preview may stand for a moment only. Its place counts once it has grown in.
  const previewed = page.waitForFunction(
    () => {
      const preview = document.querySelector("[data-preview]");
      if (!preview) return undefined;
      for (let node: Element | null = preview; node; node = node.parentElement) {
        for (const animation of node.getAnimations()) {
          if (animation.effect?.getTiming().iterations === 1) animation.finish();
        }
      }
      const { x, y, width, height } = preview.getBoundingClientRect();
      return { x, y, width, height };
    },
    undefined,
    { polling: "raf", timeout: 20_000 },
  );
  const fox = page.getByRole("button", { name: "A fox as a logo, transparent" });
  await expect(fox.locator("img")).toHaveJSProperty("naturalWidth", 400);
  await fox.click();
  const place = await (await previewed).jsonValue();
  await expect(job(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(page.getByTestId("announcer")).toHaveText("The image is ready");
  const image = results(page).getByRole("img");
  await expect(image).toBeVisible();
  const settled = await image.locator("..").boundingBox();
  expect(settled, "the picture stands where its place was").toEqual(place);
  await job(page).getByRole("button", { name: "Details" }).click();
  await expect(job(page)).toContainText("First preview");
  const { width, height, hasAlpha } = await sharp(await download(page)).metadata();
  expect([width, height, hasAlpha]).toEqual([1024, 1024, true]);

  await page.reload();
  await expect(results(page).getByRole("img")).toBeVisible();
  await expect(composer(page)).toHaveValue("A logo of a fox");
  await page.getByRole("button", { name: "Open trace" }).click();
  await expect(inspector(page).getByText("preview 1").first()).toBeVisible();
  await inspector(page).getByRole("tab", { name: "Response" }).click();
  await expect(inspector(page).getByText("x-gateway-lane")).toBeVisible();
});

test("shows two images as a gallery, and does not send unsupported parameters", {
  tag: "@desktop",
}, async ({ page }) => {
  const bodies: unknown[] = [];
  onCall(page, "/v1/images/generations", (request) => bodies.push(request.postDataJSON()));
  await openPanel(page);
  await page.getByRole("switch", { name: "Set Quality" }).click();
  await page.getByText("high", { exact: true }).click();
  await closePanel(page);
  await useSmallModel(page);
  await openPanel(page);
  await expect(
    page.getByText('Not sent: `quality` must be "auto" or "standard" for image-model-b; got "high".'),
  ).toBeVisible();
  // Options that the model does not take are not offered; a chosen one stays until it is changed.
  await expect(page.locator('[data-parameter="style"]')).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "medium" })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "high" })).toBeDisabled();
  await page.getByText("standard", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "high" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Images" }).fill("2");
  await closePanel(page);

  await paint(page, "A red balloon over the sea");
  await expect(results(page).getByRole("img")).toHaveCount(2);
  const sent = { model: "image-model-b", prompt: "A red balloon over the sea" };
  expect(bodies).toEqual([{ ...sent, quality: "standard", size: "256x256", n: 2 }]);
  expect(await pixelsOf(await download(page, 0))).not.toEqual(await pixelsOf(await download(page, 1)));
  await showCode(page);
  await page.getByText("Python", { exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText('size="256x256"');
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What should the image show?" })).toBeVisible();
  // At once: what is deleted stays deleted, however soon the page is left.
  await page.reload();
  await expect(page.getByRole("heading", { name: "What should the image show?" })).toBeVisible();
});

test("edits only inside a painted mask", { tag: "@desktop" }, async ({ page }) => {
  await useSmallModel(page);
  await paint(page, "A red balloon over the sea");
  const before = await pixelsOf(await download(page));
  await job(page).getByRole("button", { name: "Edit" }).click();
  await expect(composer(page)).toHaveValue("");
  await expect(composer(page)).toHaveAttribute("placeholder", "Describe the change");

  await page.getByLabel("Mask file").setInputFiles({
    name: "wide.png",
    mimeType: "image/png",
    buffer: await rectangle(300, 200).png().toBuffer(),
  });
  await expect(page.getByRole("alert").filter({ hasText: "300" })).toContainText("256");

  await page.getByRole("button", { name: "Rectangle" }).click();
  const canvas = await page.locator("canvas[width='256']").first().boundingBox();
  if (!canvas) throw new Error("the mask has no canvas");
  const scale = canvas.width / 256;
  const corner = (x: number, y: number) => [canvas.x + x * scale, canvas.y + y * scale] as const;
  await page.mouse.move(...corner(40, 150));
  await page.mouse.down();
  await page.mouse.move(...corner(120, 180), { steps: 4 });
  await page.mouse.move(...corner(200, 230), { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/Edits (?:19|20)\.\d% of the image/)).toBeVisible();

  await paint(page, "a green boat");
  await expect(job(page)).toContainText("Nothing changed outside the mask");
  const after = await pixelsOf(await download(page));
  expect(after.length).toBe(before.length);
  let [outside, inside] = [0, 0];
  for (let at = 0; at < before.length; at += 4) {
    if (before.compare(after, at, at + 4, at, at + 4) === 0) continue;
    const [x, y] = [(at / 4) % 256, Math.floor(at / 1024)];
    // The pointer is exact to a pixel of the screen.
    if (x >= 39 && x <= 201 && y >= 149 && y <= 231) inside++;
    else outside++;
  }
  expect(outside, "changed pixels outside").toBe(0);
  expect(inside, "changed pixels inside").toBeGreaterThan(100);

  await page.getByRole("button", { name: "Compare with the original" }).click();
  const slider = page.getByRole("slider", { name: "How much of the original is shown" });
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", "0 percent before, 100 percent after");
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit mask" })).toBeVisible();
});

test("rotates photographs, keeps the order of input images, and reports a model without edits", {
  tag: "@desktop",
}, async ({ page }) => {
  const turned = await rectangle(40, 20, "red").withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const files = [
    { name: "turned.jpg", mimeType: "image/jpeg", buffer: turned },
    { name: "flat.png", mimeType: "image/png", buffer: await rectangle(30, 30).png().toBuffer() },
  ];
  await page.getByLabel("Choose images").setInputFiles(files);
  const sources = page.getByRole("list", { name: "Input images" });
  await expect(sources.getByTitle("turned.jpg, 20 × 40")).toBeVisible();
  await page.getByRole("button", { name: "Move flat.png forward" }).click();
  await expect(sources.getByRole("img").first()).toHaveAttribute("alt", "flat.png");
  await page
    .getByLabel("Choose images")
    .setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await expect(page.getByRole("alert").filter({ hasText: "no.png is not an image" })).toBeVisible();
  await pickModel(page, "image-model-c");
  await composer(page).fill("add a hat");
  await expect(page.getByText("image-model-c can’t edit images. Choose image-model-a or image-model-b")).toBeVisible();
  await expect(page.getByRole("button", { name: /^image-model-c can’t edit/ })).toBeDisabled();
});

test("removes a refused parameter, counts down a rate limit, and stops a request", {
  tag: "@desktop",
}, async ({ page }) => {
  await useSmallModel(page);
  let asked = 0;
  await page.route("**/v1/images/generations", () => {
    asked += 1;
  });
  const refuse = (status: number, body: object, headers: Record<string, string> = {}) =>
    page.route("**/v1/images/generations", (route) => route.fulfill({ status, json: body, headers }), { times: 1 });
  await refuse(400, { error: 400, message: "256x256 is sold out.", param: "size", request_id: "req_7" });
  await composer(page).fill("A fox");
  await composer(page).press("Enter");
  await expect(job(page).getByRole("alert")).toContainText("256x256 is sold out.");
  await expect(job(page).getByRole("alert")).toContainText("req_7");
  await page.getByRole("button", { name: "Change size" }).click();
  await expect(page.locator('[data-parameter="size"]')).toContainText("256x256 is sold out.");
  await refuse(429, { error: 429, message: "Slowly, please." }, { "retry-after": "2" });
  await page.getByRole("button", { name: "Remove size and retry" }).click();
  await expect(page.getByRole("button", { name: /Retry in [12] s/ })).toBeDisabled();
  // It goes out by itself.
  await expect(page.getByTestId("pending-image")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(job(page)).toHaveAttribute("data-state", "stopped");
  expect(asked).toBe(1);
});

test("works by keyboard only", { tag: "@desktop" }, async ({ page }) => {
  await useSmallModel(page);
  await page.keyboard.press("/");
  await page.keyboard.type("A cat in a window");
  await page.keyboard.press("Enter");
  await expect(job(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await page.getByRole("button", { name: "Use as input" }).focus();
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Paint a mask" })).toBeFocused();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("application");
  await editor.focus();
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Edits .* of the image\.$/)).toBeVisible();
  await expect(page.getByTestId("mask-tint")).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "What should the image show?" })).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test("has no accessibility violations and fits its window", async ({ page }) => {
  test.setTimeout(90_000);
  await useSmallModel(page);
  await openPanel(page);
  await expectNoViolations(page, "with the panel");
  await closePanel(page);
  await paint(page, "A cat in a window");
  await page.getByRole("button", { name: "Open trace" }).click();
  await expectNoViolations(page, "with a picture and its wire");
  await expectNoOverflow(page);
});
