/** Behaviour common to the text pages, tested on one: another model's limits, long responses, input methods, motion. */
import { expect } from "@playwright/test";
import {
  ask,
  closePanel,
  composer,
  lastResponse,
  openAdvanced,
  openPanel,
  PNG,
  pickModel,
  recordBodies,
  send,
  signIn,
} from "./chat-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

test("names settings that the model does not list, removes and restores them", {
  tag: "@desktop",
}, async ({ page }) => {
  const bodies = recordBodies(page);
  await signIn(page);
  await openPanel(page);
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.5");
  await openAdvanced(page);
  await page.getByRole("switch", { name: "Set Reasoning effort" }).click();
  await closePanel(page);
  await pickModel(page, "sandbox/echo");
  const notice = page.getByRole("status").filter({ hasText: "sandbox/echo may not support Reasoning effort" });
  await expect(notice).toBeVisible();
  const chip = page.getByRole("button", { name: /^Reasoning effort/ });
  await expect(chip).toHaveAccessibleDescription(/may not support it/);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(chip).toBeHidden();
  await ask(page, "Hello");
  expect(bodies[0]).toHaveProperty("temperature");
  expect(bodies[0]).not.toHaveProperty("reasoning_effort");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chip).toBeVisible();
});

test("stays responsive with a response of a thousand paragraphs", { tag: "@desktop" }, async ({ page }) => {
  const text = Array.from({ length: 1000 }, (_, index) => `Paragraph ${index} has a **few** words.\n\n`).join("");
  const frames = framesOf("openai-chat", saying(text));
  // A hundred events a millisecond are more than any model sends.
  const chunks = Array.from({ length: Math.ceil(frames.length / 100) }, (_, index) =>
    frames.slice(100 * index, 100 * index + 100).join(""),
  );
  const script = await scriptResponse({ steps: paced(chunks, { first: 200, every: 10 }) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await send(page, "Write a lot");
  await expect(composer(page)).toHaveValue("");
  await composer(page).pressSequentially("typing goes on");
  await expect(composer(page)).toHaveValue("typing goes on");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(lastResponse(page).locator(".markdown p")).toHaveCount(1000);
  await expect(lastResponse(page).locator(".markdown p").last()).toHaveText("Paragraph 999 has a few words.");
  await expect(composer(page)).toHaveValue("typing goes on");
  await page.reload();
  await expect(lastResponse(page).locator(".markdown p")).toHaveCount(1000);
});

test("animates nothing with reduced motion", { tag: "@desktop" }, async ({ page }) => {
  const frames = framesOf("openai-chat", saying("Some words, and then a long silence."));
  const script = await scriptResponse({ steps: [...paced(frames.slice(0, 5), { first: 700 }), { silence: true }] });
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        const long = Number(duration) > 50 || iterations === Number.POSITIVE_INFINITY;
        const name = animation instanceof CSSAnimation ? animation.animationName : animation.constructor.name;
        return animation.playState === "running" && long ? [name] : [];
      }),
    );
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await send(page, "Slowly, please");
  await expect(lastResponse(page)).toBeVisible();
  expect(await moving(), "while nothing has come").toEqual([]);
  await expect(lastResponse(page)).toContainText("Some words");
  expect(await moving(), "while it streams").toEqual([]);
  // With motion allowed something moves, which shows that the checks above can detect it.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(moving).not.toEqual([]);
  await page.keyboard.press("Escape");
});

test("reports full storage once, and continues the conversation", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  const script = await scriptResponse({ steps: paced(framesOf("openai-chat", saying("Some words."))) });
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await ask(page, "First words");
  const notice = page.getByRole("alert").filter({ hasText: "This browser’s storage is full" });
  await expect(notice).toContainText("New messages won’t be saved");
  await notice.getByRole("button", { name: "Close the notification" }).click();
  await ask(page, "Second words");
  await expect(page.getByRole("article")).toHaveText([/First words/, /Some words/, /Second words/, /Some words/]);
  await expect(notice).toBeHidden();

  await composer(page).fill("With a picture");
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByRole("alert").filter({ hasText: "storage is full" })).toBeVisible();
  await expect(composer(page)).toHaveValue("With a picture");
});
