/** Answers that go on while their page is left, and are there after a reload. */
import { expect } from "@playwright/test";
import { composer, lastResponse, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse, TEXT_PAGES } from "./scripted.ts";
import type { Step } from "./scripted-upstream.ts";

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
const findDialect = (translated: string) => (translated === "stub-messages" ? "anthropic-messages" : "openai-chat");
/** Sends the words up to the tenth at once, and the others once they are released. */
const halting = (translated: string): Step[] => {
  const frames = framesOf(findDialect(translated), saying(WORDS));
  const tenth = frames.findIndex((frame) => frame.includes("word9"));
  return [...paced(frames.slice(0, tenth + 1)), { held: true }, ...paced(frames.slice(tenth + 1), { every: 5 })];
};

// All pages resume the same response; these two read it from upstreams of the other dialects.
for (const { name, translated } of TEXT_PAGES.filter(({ name }) => name === "chat" || name === "generate-content")) {
  test(`${name}: resumes a response with its times and trace after a reload`, {
    tag: "@desktop",
  }, async ({ page }) => {
    const script = await scriptResponse({ steps: halting(translated) });
    await openWith(page, { name, model: `${translated}/${script.id}` });
    const askedAt = Date.now();
    await send(page, "Count to forty");
    const words = lastResponse(page).locator(".markdown").last();
    await expect(words).toContainText("word9");
    const reloadedAt = Date.now();
    await page.reload();
    await expect(words).toContainText("word9");
    await script.release();
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
    await expect(words).toHaveText(WORDS);
    await expect(lastResponse(page).getByTestId("metrics")).toContainText("9 in / 40 out");
    await expect(composer(page)).toHaveValue("");
    const requests = await script.requests();
    expect([requests.length, await script.aborts()]).toEqual([1, []]);
    // As the first words came, and not as they were read again.
    const [, digits, unit] =
      /TTFT\s+([\d.]+) (m?s)/.exec((await lastResponse(page).getByTestId("metrics").textContent()) ?? "") ?? [];
    expect(unit === "ms" ? Number(digits) : 1_000 * Number(digits)).toBeLessThan(reloadedAt - askedAt);
  });
}

test("continues a response on another page, and marks it in the rail", async ({ page }) => {
  const script = await scriptResponse({ steps: halting("stub-messages") });
  await openWith(page, { name: "chat", model: `stub-messages/${script.id}` });
  await send(page, "Count to forty");
  await expect(lastResponse(page).locator(".markdown").last()).toContainText("word9");
  const goTo = (link: RegExp) => page.getByRole("link", { name: link }).first().click();
  await goTo(/^Images/);
  await expect(page).toHaveURL(/\/images/);
  await expect(page).toHaveTitle(/^● /);
  await expect(page.getByRole("link", { name: "Chat, answering" })).toBeVisible();
  await goTo(/^Chat/);
  await expect(page).toHaveURL(/\/chat\?session=/);
  await script.release();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
  await expect(lastResponse(page).locator(".markdown").last()).toHaveText(WORDS);
  await expect(page).not.toHaveTitle(/●/);
  expect([(await script.requests()).length, await script.aborts()]).toEqual([1, []]);
});

test("cancels the upstream on stop after a reload, and shows later pages the stopped response", {
  tag: "@desktop",
}, async ({ page, context }) => {
  const frames = framesOf("anthropic-messages", saying(WORDS));
  const script = await scriptResponse({ steps: [...paced(frames.slice(0, 15)), { silence: true }] });
  await openWith(page, { name: "chat", model: `stub-messages/${script.id}` });
  await send(page, "Count to forty");
  const words = lastResponse(page).locator(".markdown").last();
  await expect(words).toContainText("word9");
  await page.reload();
  await expect(words).toContainText("word9");
  // The same conversation in another tab reads along.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(lastResponse(other).locator(".markdown").last()).toContainText("word9");
  const stop = page.getByRole("button", { name: "Stop" });
  // By the page's own clock: on a busy machine the press comes long after it was asked for.
  await stop.evaluate((button) => {
    button.addEventListener("click", () => Object.assign(window, { pressedAt: Date.now() }), { once: true });
  });
  await stop.click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect.poll(async () => (await script.aborts()).length).toBe(1);
  const pressedAt = await page.evaluate(() => (window as { pressedAt?: number }).pressedAt);
  expect(((await script.aborts())[0]?.at ?? Number.NaN) - Number(pressedAt)).toBeLessThan(1_000);
  await expect(lastResponse(other)).toHaveAttribute("data-state", "stopped");
  await page.reload();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect(words).toContainText("word9");
  expect(await script.requests()).toHaveLength(1);
});
