/** The More menu of the media pages: links, files, and everything at once. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { chooseFromMenu, composer, send } from "./chat-page.ts";
import { expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openSaved } from "./scripted.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const job = (page: Page) => page.getByRole("article", { name: "Image" });

async function openImages(page: Page): Promise<void> {
  const value = { model: "image-model-b", values: { size: "256x256", response_format: "b64_json" } };
  await openSaved(page, "/images", { key: "parlance.images.draft", value: value as { model: string } });
}

async function download(page: Page, name: string): Promise<{ name: string; path: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), chooseFromMenu(page, name)]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

test("exports, deletes, restores and imports all images", { tag: "@desktop" }, async ({ page }) => {
  await openImages(page);
  await send(page, "A red kite");
  await expect(job(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  const picture = page.getByRole("list", { name: "Results" }).getByRole("img");
  await expect(job(page)).toContainText("$0");

  const har = JSON.parse(await readFile((await download(page, "Save this request as HAR")).path, "utf8"));
  const zip = await download(page, "Save all images as ZIP");
  const files = unzipSync(new Uint8Array(await readFile(zip.path)));
  expect(Object.keys(files)).toEqual(["pictures/001-a-red-kite-1.png", "manifest.json"]);
  const body = JSON.parse(har.log.entries[0].response.content.text);
  const png = Buffer.from(files["pictures/001-a-red-kite-1.png"] ?? []);
  expect(Buffer.from(body.data[0].b64_json, "base64").equals(png), "the archive holds the whole picture").toBe(true);

  const removeAll = async () => {
    await chooseFromMenu(page, /^Delete all/);
    await dialog(page, "Delete all images").getByRole("button", { name: "Delete" }).click();
    await expect(job(page)).toHaveCount(0);
  };
  await removeAll();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(picture).toBeVisible();
  await removeAll();
  // Offered once the browser has stored it.
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "What should the image show?" })).toBeVisible();

  await chooseFromMenu(page, "Import…");
  await dialog(page, "Import")
    .getByLabel("File to import")
    .setInputFiles({
      name: zip.name,
      mimeType: "application/zip",
      buffer: await readFile(zip.path),
    });
  await expect(dialog(page, "Import").getByRole("list", { name: "Contents" })).toContainText("A red kite");
  await expectNoViolations(page, "the import of pictures");
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click();
  await expect(picture).toHaveJSProperty("naturalWidth", 256);

  await page.getByRole("button", { name: "Animate" }).click();
  await expect(page).toHaveURL(/\/videos$/);
  await expect(page.getByRole("img", { name: /a-red-kite/i })).toBeVisible();
});

test("opens links on both media pages, and imports a request body", {
  tag: "@desktop",
}, async ({ page }) => {
  await openImages(page);
  await composer(page).fill("A lighthouse in fog");
  await chooseFromMenu(page, "Share…");
  const share = dialog(page, "Share");
  await expect(share.getByRole("listitem")).toContainText(["Model", "Prompt A lighthouse in fog", "Size 256x256"]);
  const link = await share.getByRole("textbox", { name: "Link" }).inputValue();
  await page.keyboard.press("Escape");
  await composer(page).fill("Something else");
  await page.goto(link);
  const offer = dialog(page, "Open a shared link");
  await expect(offer.getByLabel("What changes")).toContainText("A lighthouse in fog");
  await expect(page).toHaveURL(/\/images$/);
  await expect(composer(page)).toHaveValue("Something else");
  await expectNoViolations(page, "a shared link to the images page");
  await offer.getByRole("button", { name: "Open" }).click();
  await expect(composer(page)).toHaveValue("A lighthouse in fog");

  await page.goto("/videos");
  await chooseFromMenu(page, "Import…");
  const body = { instances: [{ prompt: "Waves" }], parameters: { durationSeconds: 8, seed: 7, fps: 24 } };
  await dialog(page, "Import").getByRole("textbox", { name: "JSON to import" }).fill(JSON.stringify(body));
  await expect(dialog(page, "Import")).toContainText("fps: this page has no such parameter.");
  await dialog(page, "Import").getByRole("button", { name: "Fill the fields" }).click();
  await expect(composer(page)).toHaveValue("Waves");
  await chooseFromMenu(page, "Presets…");
  await dialog(page, "Presets").getByRole("textbox", { name: "Preset name" }).fill("Long");
  await dialog(page, "Presets").getByRole("button", { name: "Save" }).click();
  await expect(dialog(page, "Presets").getByRole("button", { name: "In use: Long" })).toBeDisabled();
});
