import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  answers,
  composer,
  lastAnswer,
  modelButton,
  SLOW_MODEL,
  seeText,
  send,
  signIn,
  useModel,
} from "./chat-page.ts";
import { framesOf, openWith, paced, saying, scriptAnswer } from "./scripted.ts";
import { wire } from "./wire-page.ts";

/** Tabs on until the place has the focus; every stop on the way must be seen and have a name. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    // Code that scrolls is a stop as well, and no control.
    if (!(await focused.evaluate((element) => element.matches("pre")))) await expect(focused).toHaveAccessibleName(/./);
    const { inView, ring, markup } = await focused.evaluate((element) => {
      // A radio that is drawn as a segment is not seen itself.
      const seen = element.closest("label") ?? element;
      const { top, bottom } = seen.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      // A field's frame shows its focus.
      const isField = element.matches("textarea, input, [contenteditable]");
      return {
        inView: bottom > 0 && top < innerHeight,
        ring: isField ? "frame" : `${outlineStyle} ${outlineWidth}`,
        markup: element.outerHTML.slice(0, 200),
      };
    });
    expect(inView, `in view: ${markup}`).toBe(true);
    expect(["frame", "solid 2px"], `the focus shows on ${markup}`).toContain(ring);
  }
  throw new Error(`60 presses of Tab did not lead to ${place}`);
}

test("from home through chat, wire, parameters and history to another page, without a pointer", {
  tag: "@desktop",
}, async ({ page }) => {
  const frames = framesOf("openai-chat", saying("The words come one by one, so that there is time to look at them."));
  const script = await scriptAnswer(
    { steps: paced(frames, { every: 20 }) },
    { steps: [...paced(frames.slice(0, 6), { every: 20 }), { silence: true }] },
  );
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await page.goto("/");
  await tabTo(page, page.getByRole("region", { name: "Playground" }).getByRole("link").first());
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chat");
  await expect(modelButton(page, script.id)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("Read me something");
  await page.keyboard.press("Enter");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete");
  await expect(page.getByTestId("announcer")).toHaveText("Answer complete, 15 words");

  await page.keyboard.press("Control+.");
  await tabTo(page, wire(page).getByRole("tab", { name: "Events" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(wire(page).getByRole("tab", { selected: true })).not.toHaveText("Events");
  await page.keyboard.press("Control+.");
  await expect(wire(page)).toBeHidden();

  await page.keyboard.press("/");
  await page.keyboard.type("Go on");
  await page.keyboard.press("Enter");
  await expect(lastAnswer(page)).toContainText("words");
  await expect(answers(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "stopped");
  await expect.poll(async () => (await script.aborts()).length).toBe(1);

  await page.keyboard.press("Control+,");
  await tabTo(page, page.getByRole("switch", { name: "Set Temperature" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("slider", { name: "Temperature" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Temperature" })).not.toHaveValue("1");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("button", { name: "Parameters, 1 set" })).toBeVisible();

  await page.keyboard.press("Alt+n");
  await expect(answers(page)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Read me");
  await expect(page.getByRole("option").first()).toContainText("Read me something");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toHaveCount(2);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("messages");
  await expect(page.getByRole("option").first()).toContainText("Messages");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/messages");
  await expect(composer(page)).toBeVisible();
});

test("a whole run without a pointer", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
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
  await signIn(page);
  await useModel(page, SLOW_MODEL);
  await send(page, "Go on and on");
  await seeText(page);
  await page.keyboard.press("Escape");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "stopped");
});

test("Enter while an input method composes ends the composition and does not send", { tag: "@desktop" }, async ({
  page,
}) => {
  await signIn(page);
  await composer(page).focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await expect(composer(page)).toHaveValue("にほん");
  // As the browser reports a key that the input method takes.
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await devtools.send("Input.insertText", { text: "日本" });
  await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  await expect(composer(page)).toHaveValue("日本");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "You" })).toHaveText(/日本/);
});
