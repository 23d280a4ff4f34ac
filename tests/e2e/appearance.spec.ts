import { expect } from "@playwright/test";
import {
  answers,
  composer,
  lastResponse,
  openAccount,
  openAdvanced,
  openPanel,
  SLOW_MODEL,
  send,
  signIn,
  useModel,
} from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

test("the pages have no accessibility violations and fit their window", async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto("/sign-in");
  await expectNoViolations(page, "sign-in");
  await signIn(page);
  await expectNoViolations(page, "empty");
  await page.getByRole("button", { name: /Stream a table/ }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expectNoViolations(page, "with an answer");
  await expectNoOverflow(page);
  const size = await composer(page).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
  expect(size, "smaller ones are zoomed by phones").toBeGreaterThanOrEqual(16);
  await openPanel(page);
  await page.getByRole("textbox", { name: "Temperature" }).fill("1");
  await openAdvanced(page);
  for (const name of ["Stop sequences", "Output format"]) {
    await page.getByRole("switch", { name: `Set ${name}` }).click();
  }
  await expectNoViolations(page, "with the panel open");
  await useModel(page, "sandbox/fault-500");
  if (await page.getByRole("heading", { name: "Parameters" }).isVisible()) {
    await page.getByRole("button", { name: "Close parameters" }).click();
  }
  await send(page, "Hello");
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toBeEnabled();
  await expectNoViolations(page, "with an error");
});

test("the page follows the system's theme", { tag: "@desktop" }, async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page);
  expect(await background()).toBe("rgb(11, 11, 14)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).toBe("rgb(255, 255, 255)");
});

test("a chosen theme holds over a reload", async ({ page }) => {
  await signIn(page);
  await openAccount(page);
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("keeps the question at the top while its response streams, and follows the end on request", async ({ page }) => {
  test.setTimeout(90_000);
  await openWith(page, { name: "chat", model: SLOW_MODEL });
  const log = page.getByRole("log");
  const question = page.getByRole("article", { name: "You" }).last();
  const distance = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  const estimateBlockHeight = async () => {
    const [box, window] = [await question.boundingBox(), await log.boundingBox()];
    return box && window ? Math.round(box.y - window.y) : Number.NaN;
  };
  await send(page, "Something to scroll away from");
  await expect.poll(distance, { timeout: 15_000 }).toBeGreaterThan(600);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await send(page, "Write a lot");
  await expect(page.getByRole("article", { name: "You" })).toHaveCount(2);
  await expect.poll(estimateBlockHeight, { timeout: 15_000 }).toBe(24);
  await expect.poll(distance, { timeout: 15_000 }).toBeGreaterThan(600);
  expect(await estimateBlockHeight()).toBe(24);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect.poll(distance, { timeout: 15_000 }).toBeLessThan(120);
  await log.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(distance, { timeout: 15_000 }).toBeGreaterThan(150);
  const held = await log.evaluate((box) => box.scrollTop);
  await page.waitForTimeout(500);
  expect(Math.abs((await log.evaluate((box) => box.scrollTop)) - held)).toBeLessThan(3);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect.poll(distance, { timeout: 15_000 }).toBeLessThan(120);
});

test("does not scroll a pressed or focused element away while a response streams", async ({ page }) => {
  test.setTimeout(60_000);
  // Long enough that it still grows at the end of the test on a machine that is busy.
  await openWith(page, { name: "chat", model: "sandbox/long-20000" });
  const log = page.getByRole("log");
  const question = page.getByRole("article", { name: "You" }).first();
  const sizes = () => log.evaluate(({ scrollHeight, scrollTop }) => ({ scrollHeight, scrollTop }));
  const grow = async () => {
    const { scrollHeight } = await sizes();
    await expect.poll(async () => (await sizes()).scrollHeight).toBeGreaterThan(scrollHeight + 50);
  };
  await send(page, "Something to scroll away from");
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await grow();
  await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 300);
  await page.mouse.down();
  const { scrollTop } = await sizes();
  await grow();
  expect((await sizes()).scrollTop).toBe(scrollTop);
  await page.mouse.up();
  await expect.poll(async () => (await sizes()).scrollTop).toBeGreaterThan(scrollTop + 100);
  // As a search in the page does it, or the focus that goes to a button out of sight.
  await question.evaluate((element) => element.scrollIntoView());
  await grow();
  await expect(question).toBeInViewport();
});

test("streams text and tables with little layout shift", async ({ page }, testInfo) => {
  test.setTimeout(90_000);
  await openWith(page, { name: "chat", model: "sandbox/long-1200" });
  await page.evaluate(() => {
    const sum = window as unknown as { shift: number };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) sum.shift += value;
      }
    }).observe({ type: "layout-shift" });
  });
  const shiftOf = async (question: string, follow: boolean) => {
    const count = await answers(page).count();
    await send(page, question);
    await expect(answers(page)).toHaveCount(count + 1);
    // The message field has moved down by now. The move is expected, but a slow machine may count it as a layout shift.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      Object.assign(window, { shift: 0 });
    });
    const jump = page.getByRole("button", { name: "Jump to latest" });
    if (follow) await jump.click();
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
    // Layout shifts after the response is complete count as well.
    await page.waitForTimeout(500);
    await expect(lastResponse(page).getByRole("table").first()).toBeAttached();
    return page.evaluate(() => (window as unknown as { shift: number }).shift);
  };
  const held = await shiftOf("Tables, please", false);
  const followed = await shiftOf("More of them", true);
  console.log(
    `Layout shift, ${testInfo.project.name}: ${held.toFixed(4)} held, ${followed.toFixed(4)} followed (goal 0.02)`,
  );
  expect(held).toBeLessThan(0.02);
  expect(followed).toBeLessThan(0.02);
});
