/** The pages on an upstream's pace: the order of words, the time of the first, and the effect of a stop. */
import { expect, type Page } from "@playwright/test";
import { composer, lastResponse, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse, TEXT_PAGES } from "./scripted.ts";

/** By the page's own clock: when the first words of a response stood on the screen, in milliseconds after Enter. */
async function watchFirstWords(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let pressedAt = 0;
    addEventListener("keydown", () => (pressedAt = performance.now()), { capture: true });
    const look = () => {
      const words = document.querySelector('article[aria-label="Response"] .markdown')?.textContent ?? "";
      if (words === "") return requestAnimationFrame(look);
      return Object.assign(window, { firstWords: performance.now() - pressedAt });
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { firstWords: number }).firstWords);
}

const WORDS = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");

for (const { name, translated } of TEXT_PAGES) {
  test(`${name}: streams in order, measures the first token, and stops the upstream`, {
    tag: "@desktop",
  }, async ({ page }) => {
    const dialect = translated === "stub-messages" ? "anthropic-messages" : "openai-chat";
    const frames = framesOf(dialect, saying(WORDS));
    const firstWord = frames.findIndex((frame) => frame.includes("word0"));
    const script = await scriptResponse(
      { steps: paced(frames, { first: 400, every: 10 }) },
      { steps: [...paced(frames.slice(0, firstWord + 9), { every: 20 }), { silence: true }] },
    );
    await openWith(page, { name, model: `${translated}/${script.id}` });
    const firstWords = await watchFirstWords(page);
    await send(page, "Count to thirty");
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
    await expect(lastResponse(page).locator(".markdown").last()).toHaveText(WORDS);
    await expect(composer(page)).toHaveValue("");
    const metrics = lastResponse(page).getByTestId("metrics");
    await expect(metrics).toContainText("9 in / 30 out");
    const [, digits, unit] = /TTFT\s+([\d.]+) (m?s)/.exec((await metrics.textContent()) ?? "") ?? [];
    const [shown, rounding] = unit === "ms" ? [Number(digits), 1] : [1000 * Number(digits), 50];
    const sent = (await script.requests())[0]?.sentAt[firstWord];
    // Not before it was sent, and not after it was seen, whatever else the machine had to do.
    expect(shown).toBeGreaterThanOrEqual((sent ?? Number.NaN) - 1 - rounding);
    expect(shown).toBeLessThanOrEqual((await firstWords()) + rounding);

    await send(page, "And again");
    await expect(lastResponse(page).locator(".markdown").last()).toContainText("word8");
    const stoppedAt = Date.now();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
    await expect.poll(async () => (await script.aborts()).map(({ request }) => request)).toEqual([1]);
    const [abort] = await script.aborts();
    expect((abort?.at ?? Number.NaN) - stoppedAt).toBeLessThan(1000);
  });
}
