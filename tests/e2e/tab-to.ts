import { expect, type Locator, type Page } from "@playwright/test";

/** Tabs on, or back, until the place has the focus; every stop on the way must be seen and have a name. */
export async function tabTo(page: Page, place: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
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
  throw new Error(`60 presses of ${key} did not lead to ${place}`);
}
