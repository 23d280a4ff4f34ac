/** The images page on an upstream that is slow, breaks off or refuses. */
import { expect } from "@playwright/test";
import { sseFrame } from "../support/chat-fixtures.ts";
import { picture } from "../support/image-fixtures.ts";
import { composer, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { openSaved, refusal, scriptResponse } from "./scripted.ts";

const RED = { r: 220, g: 30, b: 30 };
const GREEN = { r: 30, g: 160, b: 30 };

const event = (type: string, b64_json: string, more = {}) => sseFrame({ type, b64_json, size: "128x128", ...more });
const paint = async (colour: typeof RED) => (await picture({ width: 128, height: 128, colour })).toString("base64");
const preview = async (index: number, colour: typeof RED) =>
  event("image_generation.partial_image", await paint(colour), { partial_image_index: index });

test("resumes an image after a reload, or reports that it is gone", {
  tag: "@desktop",
}, async ({ page }) => {
  const final = event("image_generation.completed", await paint(GREEN), { usage: { output_tokens: 272 } });
  const script = await scriptResponse({ steps: [{ raw: await preview(0, RED) }, { held: true }, { raw: final }] });
  const model = `stub-images/${script.id}`;
  const values = { stream: true, partial_images: 1 };
  await openSaved(page, "/images", { key: "parlance.images.draft", value: { model, values } as { model: string } });
  const job = page.getByRole("article", { name: "Image" });
  const image = page.getByRole("list", { name: "Results" }).getByRole("img");
  await send(page, "A traffic light");
  await expect(page.locator("[data-preview]")).toBeVisible();
  await page.reload();
  await expect(page.locator("[data-preview]")).toBeVisible();
  await script.release();
  await expect(job).toHaveAttribute("data-state", "complete", { timeout: 15_000 });
  await expect(image).toHaveJSProperty("naturalWidth", 128);
  await job.getByRole("button", { name: "Details" }).click();
  await expect(job).toContainText("272");
  await expect(job).toContainText("First preview");
  await expect(composer(page)).toHaveValue("A traffic light");
  expect([(await script.requests()).length, await script.aborts()]).toEqual([1, []]);

  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem("parlance.images.draft") ?? "{}");
    localStorage.setItem("parlance.images.draft", JSON.stringify({ ...draft, values: {} }));
  });
  await page.reload();
  const body = JSON.stringify({ created: 1, data: [{ b64_json: await paint(RED) }], size: "128x128" });
  await script.answer({ headers: { "content-type": "application/json" }, steps: [{ held: true }, { raw: body }] });
  await send(page, "A red one");
  await expect.poll(async () => (await script.requests()).length).toBe(2);
  await page.reload();
  await expect(job).toHaveAttribute("data-state", "running");
  await script.release();
  await expect(job).toHaveAttribute("data-state", "complete", { timeout: 15_000 });
  await expect(image).toHaveJSProperty("naturalWidth", 128);

  await script.answer({ headers: { "content-type": "application/json" }, steps: [{ silence: true }] });
  await send(page, "One that is lost");
  await expect.poll(async () => (await script.requests()).length).toBe(3);
  await page.route("**/api/exchanges/**", (route) => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  await expect(page.getByRole("region", { name: "The response has expired" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate again" })).toBeEnabled();
});

test("replaces previews, stops the upstream, and retries an interrupted image", {
  tag: "@desktop",
}, async ({ page }) => {
  const usage = { input_tokens: 11, output_tokens: 272, total_tokens: 283 };
  const final = event("image_generation.completed", await paint(GREEN), { usage });
  const previews = [
    { after: 300, raw: await preview(0, RED) },
    { after: 400, raw: await preview(1, { r: 120, g: 90, b: 30 }) },
  ];
  const script = await scriptResponse({ steps: [...previews, { after: 300, raw: final }] });
  const model = `stub-images/${script.id}`;
  const values = { stream: true, partial_images: 2 };
  await openSaved(page, "/images", { key: "parlance.images.draft", value: { model, values } as { model: string } });

  const job = page.getByRole("article", { name: "Image" });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const place = document.querySelector('article[aria-label="Image"] img')?.closest("[data-preview], li");
      const state = place?.hasAttribute("data-preview") ? "preview" : document.querySelector("article img") && "image";
      if (state && seen.at(-1) !== state) seen.push(state);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await send(page, "A traffic light");
  await expect(job).toHaveAttribute("data-state", "complete");
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(["preview", "image"]);
  const image = page.getByRole("list", { name: "Results" }).getByRole("img");
  await expect(image).toHaveJSProperty("naturalWidth", 128);
  await job.getByRole("button", { name: "Details" }).click();
  await expect(job).toContainText("272");
  expect((await script.requests())[0]?.body).toMatchObject({ prompt: "A traffic light", ...values });

  await script.answer({ steps: [...previews, { silence: true }] });
  await send(page, "Another one");
  await expect(page.locator("[data-preview]")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(job).toHaveAttribute("data-state", "stopped");
  await expect.poll(async () => (await script.aborts()).map(({ request }) => request)).toEqual([1]);

  await script.answer(
    { steps: [...previews, { after: 50, cut: true }] },
    refusal(500, { message: "The brush broke.", type: "server_error" }),
    { steps: [{ raw: final }] },
  );
  await send(page, "A third");
  await expect(job.getByRole("alert")).toBeVisible();
  await expect(job).toHaveAttribute("data-state", "failed");
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(job.getByRole("alert")).toContainText("The brush broke.");
  await expect(composer(page)).toHaveValue("A third");
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(job).toHaveAttribute("data-state", "complete");
  await expect(image).toHaveJSProperty("naturalWidth", 128);
  expect(await script.requests()).toHaveLength(5);
});
