/** A whole run by fingers, 390 pixels wide. */
import { expect, type Page } from "@playwright/test";
import { composer, lastResponse } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";

/** Returns the names of tappable elements that are smaller than a fingertip. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], [role=switch], [role=tab]")].flatMap((element) => {
      const { width, height, top, left } = element.getBoundingClientRect();
      const hits = [-15, 15].filter((away) =>
        element.contains(document.elementFromPoint(left + width / 2, top + height / 2 + away)),
      );
      const seen =
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && top + height < innerHeight - 20;
      // A word within a sentence is as high as its line, as WCAG 2.5.8 has it.
      const inSentence = element.matches("p a, li > a, .markdown a");
      // A picture that opens what a button beside it opens needs no size of its own (WCAG 2.5.8, Equivalent).
      const hasEquivalent = element.ariaHidden === "true";
      const name = element.ariaLabel ?? element.textContent;
      const small = width < 28 || (height < 32 && hits.length < 2);
      return seen && !inSentence && !hasEquivalent && width > 1 && small ? [`${name} ${width}×${height}`] : [];
    }),
  );

test("chats, inspects, sets a parameter and stops by touch", { tag: "@phone" }, async ({ page }) => {
  const text = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} with some words in it.\n\n`).join("");
  const frames = framesOf("openai-chat", saying(text));
  const script = await scriptResponse(
    { steps: paced(frames, { every: 1 }) },
    { steps: [...paced(frames.slice(0, 40), { every: 1 }), { silence: true }] },
  );
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  expect(await smallTargets(page), "on the empty page").toEqual([]);
  await composer(page).tap();
  await page.keyboard.insertText("Tell me much");
  await page.getByRole("button", { name: "Send" }).tap();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Jump to latest" }).tap();
  await expect(lastResponse(page).getByText("Paragraph 59")).toBeInViewport();
  expect(await smallTargets(page), "with an answer").toEqual([]);

  await lastResponse(page).getByRole("button", { name: "Open trace" }).tap();
  await expect(inspector(page).getByRole("tab", { name: "Events" })).toBeVisible();
  expect(await smallTargets(page), "with the wire").toEqual([]);
  await inspector(page).getByRole("tab", { name: "Request" }).tap();
  await expect(inspector(page)).toContainText("Tell me much");
  await inspector(page)
    .getByRole("button", { name: /^Close/ })
    .tap();
  await expect(inspector(page)).toBeHidden();

  await page.getByRole("button", { name: /^Parameters/ }).tap();
  await page.getByRole("textbox", { name: "Temperature" }).tap();
  await page.keyboard.insertText("1");
  expect(await smallTargets(page), "with the panel").toEqual([]);
  await page.getByRole("button", { name: "Close parameters" }).tap();
  await composer(page).tap();
  await page.keyboard.insertText("And more");
  await page.getByRole("button", { name: "Send" }).tap();
  // It comes back as the keyboard goes, and moves what is above it.
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).tap();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect.poll(async () => (await script.aborts()).length).toBe(1);
  expect((await script.requests())[1]?.body).toHaveProperty("temperature");

  await page.getByRole("button", { name: "New chat" }).tap();
  await page.getByRole("button", { name: "Open Tell me much" }).tap();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expectNoOverflow(page);
});
