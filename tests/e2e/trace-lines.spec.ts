/** Traces outside the inspector: the hairline of a response, and the race of a comparison. */
import { expect, type Locator } from "@playwright/test";
import { lastResponse, modelButton, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const hairline = (response: Locator) => response.getByTestId("hairline").locator("canvas");

/** Returns the number of pixels that are drawn. */
const countInk = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0;
    const { width, height } = element;
    const pixels = element.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  });

/** A response that waits in its middle until the test releases it. */
async function scriptHeld() {
  const frames = framesOf("openai-chat", saying("one two three four five six"));
  const steps = paced(frames, { every: 20 });
  return scriptResponse({ steps: [...steps.slice(0, 4), { held: true }, ...steps.slice(4)] });
}

test("draws the gaps of a response while it streams, and again after a reload", async ({ page }) => {
  const script = await scriptHeld();
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Count");
  await expect(lastResponse(page)).toContainText("two");
  const line = hairline(lastResponse(page));
  await expect.poll(() => countInk(line)).toBeGreaterThan(0);
  const before = await countInk(line);
  await script.release();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect.poll(() => countInk(line)).not.toBe(before);
  await page.reload();
  await expect.poll(() => countInk(hairline(lastResponse(page)))).toBeGreaterThan(0);
  await lastResponse(page).getByTestId("hairline").click();
  await expect(inspector(page).getByText("Request 1 of 1")).toBeVisible();
});

test("draws the result only, for readers who prefer reduced motion", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const script = await scriptHeld();
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Count");
  await expect(lastResponse(page)).toContainText("two");
  const line = hairline(lastResponse(page));
  await expect(line).toBeVisible();
  expect(await countInk(line)).toBe(0);
  await script.release();
  await expect.poll(() => countInk(line)).toBeGreaterThan(0);
});

test("races the columns of a comparison on one time axis", { tag: "@desktop" }, async ({ page }) => {
  const [slow, quick] = await Promise.all([
    scriptHeld(),
    scriptResponse({ steps: paced(framesOf("openai-chat", saying("one two three")), { every: 20 }) }),
  ]);
  await signIn(page);
  await page.goto(`/compare#columns=chat:stub-chat/${slow.id},chat:stub-chat/${quick.id}`);
  await expect(modelButton(page, quick.id)).toBeVisible();
  await expect(page.getByTestId("race")).toHaveCount(0);
  await send(page, "Count");
  const race = page.getByTestId("race");
  await expect(race.getByRole("button")).toHaveText([slow.id, quick.id]);
  const canvas = race.locator("canvas");
  await expect.poll(() => countInk(canvas)).toBeGreaterThan(0);
  await slow.release();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect(page.locator('article[data-state="complete"]')).toHaveCount(2);
  await page.waitForTimeout(300);
  const settled = await countInk(canvas);
  await page.waitForTimeout(300);
  expect(await countInk(canvas), "still once all have ended").toBe(settled);
  await race.getByRole("button", { name: quick.id }).click();
  await expect(inspector(page)).toContainText("three");
});
