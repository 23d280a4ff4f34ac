/** The generate-content page: Google's dialect, with pictures that stay in the conversation. */
import { expect, type Page } from "@playwright/test";
import {
  answers,
  ask,
  closePanel,
  composer,
  isPhone,
  lastResponse,
  onCall,
  openAdvanced,
  openHistory,
  openPanel,
  PNG,
  pickModel,
  SLOW_MODEL,
  seeText,
  send,
  signIn,
  writeSystemPrompt,
} from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

type Part = { text?: string; inlineData?: { mimeType: string; data: string } };
type Sent = { url: string; body: { contents: { role: string; parts: Part[] }[] } & Record<string, unknown> };

/** Requests of the page, in order. */
function recordRequests(page: Page): Sent[] {
  const sent: Sent[] = [];
  onCall(page, ":streamGenerateContent", (request) => sent.push({ url: request.url(), body: request.postDataJSON() }));
  return sent;
}

const pictures = (page: Page) => answers(page).locator("figure img");
const open = (page: Page) => signIn(page, "/generate-content", "image-model-a");

test("creates and edits images in a conversation, and keeps them over a reload", { tag: "@desktop" }, async ({
  page,
}) => {
  test.setTimeout(90_000);
  const sent = recordRequests(page);
  await open(page);
  // The demo sends "Make it night" when the house is there.
  await page.getByRole("button", { name: /turn day into night/ }).click();
  await expect(pictures(page)).toHaveCount(2, { timeout: 40_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  await lastResponse(page).getByRole("button", { name: "Edit" }).click();
  await expect(composer(page)).toBeFocused();

  expect(sent[0]?.url).toContain("/v1beta/models/image-model-a:streamGenerateContent?alt=sse");
  expect(sent[0]?.body).toEqual({ contents: [{ role: "user", parts: [{ text: "A house on a meadow by day" }] }] });
  const [, model, last] = sent[1]?.body.contents ?? [];
  expect(model?.role).toBe("model");
  expect(model?.parts.find((part) => part.inlineData)?.inlineData).toMatchObject({ mimeType: "image/png" });
  expect(last).toEqual({ role: "user", parts: [{ text: "Make it night" }] });

  const download = page.waitForEvent("download");
  await lastResponse(page).getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);

  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await expect(inspector(page).getByText(/^\d+ events$/)).toBeVisible();
  await inspector(page).getByRole("button", { name: "Close inspector" }).click();

  await page.reload();
  await expect(pictures(page)).toHaveCount(2);
  for (const picture of await pictures(page).all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024);
  }
  const rows = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("parlance-generate-content");
      request.onsuccess = () => resolve(request.result);
    });
    const all = (name: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result);
      });
    return JSON.stringify([await all("sessions"), await all("wires")]).length;
  });
  expect(rows, "no base64 of pictures in the rows").toBeLessThan(60_000);

  await answers(page).first().getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
  await ask(page, "Make it snow");
  expect(sent[2]?.body.contents.at(-1)?.parts.map((part) => Object.keys(part)[0])).toEqual(["inlineData", "text"]);
});

test("streams text with metrics, and folds thoughts", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "What can Parlance do?" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(lastResponse(page).getByRole("button", { name: /^Thought for/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await expect(lastResponse(page).getByRole("table").first()).toBeVisible();
  await expect(lastResponse(page).getByTestId("metrics")).toContainText(/\d+\s+in\s+\/\s+[\d,]+\s+out/);
});

test("sends settings in Google's fields, and omits unset ones", { tag: "@desktop" }, async ({ page }) => {
  const sent = recordRequests(page);
  await open(page);
  await pickModel(page, "sandbox/echo");
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("textbox", { name: "Top K" }).fill("40");
  await page.getByRole("switch", { name: "Set Aspect ratio" }).click();
  await closePanel(page);
  await writeSystemPrompt(page, "Be brief.");
  await composer(page).fill("Look at this");
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByRole("button", { name: "Remove a.png" })).toBeAttached();
  await composer(page).press("Enter");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  expect(sent[0]?.body).toEqual({
    contents: [
      {
        role: "user",
        parts: [{ inlineData: { mimeType: "image/png", data: PNG.toString("base64") } }, { text: "Look at this" }],
      },
    ],
    systemInstruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { topK: 40, imageConfig: { aspectRatio: "16:9" } },
  });
});

test("aborts the request on stop and keeps the text", { tag: "@desktop" }, async ({ page }) => {
  await openWith(page, { name: "generate-content", model: SLOW_MODEL });
  await send(page, "Go on and on");
  await seeText(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
});

test("explains a refused request, and removes the parameter", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  await page.route("**/*:streamGenerateContent*", async (route) => {
    if (!("generationConfig" in route.request().postDataJSON())) return route.fallback();
    const body = { error: 400, message: "No such level.", type: "invalid_request_error", request_id: "req_1" };
    return route.fulfill({
      status: 400,
      json: { ...body, param: "generationConfig.thinkingConfig.thinkingLevel" },
    });
  });
  await pickModel(page, "sandbox/echo");
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("switch", { name: "Set Thinking level" }).click();
  await closePanel(page);
  await send(page, "Hello");
  const card = page.getByRole("alert").filter({ hasText: "No such level." });
  await expect(card).toContainText("req_1");
  await card.getByRole("button", { name: "Remove thinkingLevel and retry" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
});

test("separates its drafts and conversations from other pages", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  await pickModel(page, "sandbox/echo");
  await ask(page, "Only here");
  await openHistory(page);
  await expect(page.getByRole("button", { name: "Only here", exact: true })).toBeVisible();
  await page.goto("/generate-content");
  await composer(page).fill("Half a thought");
  await page.goto("/chat");
  await expect(composer(page)).toHaveValue("");
  await page.getByRole("button", { name: /^Model:/ }).click();
  await expect(page.getByRole("option", { name: /Sandbox guide/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /image-model|painter/i })).toHaveCount(0);
});

test("the page has no accessibility violations and fits its window", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page);
  await expectNoViolations(page, "empty");
  await page.getByRole("button", { name: /sailing boat/ }).click();
  await expect(pictures(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expectNoViolations(page, "with a picture");
  await expectNoOverflow(page);
  const box = await pictures(page).boundingBox();
  expect(box && box.width / box.height).toBeCloseTo(1344 / 768, 1);
  if (isPhone(page)) expect(box?.width).toBeGreaterThan(330);
  await openPanel(page);
  await expectNoViolations(page, "with the panel open");
});
