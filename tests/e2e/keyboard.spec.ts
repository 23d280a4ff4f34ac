import { expect, test } from "@playwright/test";
import { composer, lastAnswer, modelButton, SLOW_MODEL, seeText, send, signIn, useModel } from "./chat-page.ts";

test.beforeEach(async ({ page }) => signIn(page));

test("a whole run without a pointer", { tag: "@desktop" }, async ({ page }) => {
  await page.keyboard.press("/");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("First line");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await expect(composer(page)).toHaveValue("First line\nsecond line");
  await page.keyboard.press("Enter");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(composer(page)).toHaveValue("");
  await page.keyboard.press("ArrowUp");
  await expect(composer(page)).toHaveValue("First line\nsecond line");

  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeVisible();
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeHidden();

  await page.keyboard.press("Control+/");
  await expect(page.getByRole("combobox", { name: "Search models" })).toBeFocused();
  await page.keyboard.type("echo");
  await page.keyboard.press("Enter");
  await expect(modelButton(page, "sandbox/echo")).toBeFocused();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard map" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard map" })).toBeHidden();

  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "What shall we ask?" })).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test("Esc stops the answer", { tag: "@desktop" }, async ({ page }) => {
  await useModel(page, SLOW_MODEL);
  await send(page, "Go on and on");
  await seeText(page);
  await page.keyboard.press("Escape");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "stopped");
});

test("Enter while an input method composes does not send", { tag: "@desktop" }, async ({ page }) => {
  await composer(page).fill("にほん");
  await composer(page).evaluate((field) => {
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
    );
  });
  await expect(composer(page)).toHaveValue("にほん");
  await expect(page.getByRole("article")).toHaveCount(0);
});
