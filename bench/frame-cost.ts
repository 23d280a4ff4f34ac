/**
 * Script per frame of the two moving drawings, on a CPU that is slowed down four times: the line above a response that
 * streams 1,000 tokens a second, and the chart of the home page. `node bench/frame-cost.ts` ends with 1 when a frame
 * of theirs takes more than 8 ms, half a frame at 60 per second.
 */
import { type Browser, chromium, type Page } from "playwright";
import { findChromium } from "../scripts/find-chromium.ts";
import { type PlaygroundServer, startPlaygroundServer } from "../tests/support/playground-server.ts";
import { saveResults } from "./measure.ts";
import { table } from "./report.ts";

const SLOWDOWN = 4;
const GOAL_MS = 8;
const HOME_MS = 5000;

/** Milliseconds of script of each frame callback that drew. */
type Measured = { drawing: string; frames: number; p50: number; p95: number; most: number };

const server = await startPlaygroundServer({ tokensPerSecond: 1000 });
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const results: Measured[] = [];
try {
  results.push(await measureHairline(browser, server), await measureHome(browser, server));
} finally {
  await browser.close();
  await server.stop();
}
console.log(
  table(
    ["drawing", "frames with script", "p50 ms", "p95 ms", "most ms"],
    results.map(({ drawing, frames, p50, p95, most }) => [
      drawing,
      String(frames),
      ...[p50, p95, most].map((milliseconds) => milliseconds.toFixed(2)),
    ]),
  ),
);
saveResults("frame-cost", { slowdown: SLOWDOWN, goalMs: GOAL_MS, results });
process.exitCode = results.every(({ most }) => most <= GOAL_MS) ? 0 : 1;

/** The callbacks that clear the line's canvas; those of the response's text are not of the line. */
async function measureHairline(by: Browser, to: PlaygroundServer): Promise<Measured> {
  const page = await openPage(by, to);
  await page.addInitScript(() => localStorage.setItem("parlance.chat.settings", '{"model":"sandbox/long-6000"}'));
  await page.goto(`${to.origin}/chat`);
  await page.locator('button[data-model-id="sandbox/long-6000"]').waitFor();
  await page.locator("#composer").fill("Write a lot");
  await page.locator("#composer").press("Enter");
  await page.locator('article[data-state="complete"]').waitFor({ timeout: 60_000 });
  return summarize("line above a response", await readCosts(page, "drawn"));
}

/** All callbacks: the chart is moved by style rules, which need none. */
async function measureHome(by: Browser, to: PlaygroundServer): Promise<Measured> {
  const page = await openPage(by, to);
  await page.goto(`${to.origin}/`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(globalThis, { costs: [] }));
  await page.waitForTimeout(HOME_MS);
  return summarize("chart of the home page", await readCosts(page, "all"));
}

async function openPage(by: Browser, { origin, cookie }: PlaygroundServer): Promise<Page> {
  const context = await by.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return page;
}

/** Runs in the page, before its scripts. */
function watchFrames(): void {
  const costs: { milliseconds: number; drew: boolean }[] = [];
  Object.assign(globalThis, { costs });
  let drew = false;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    drew ||= this.canvas.closest('[data-testid="hairline"]') !== null;
    clear.apply(this, box);
  };
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      drew = false;
      const before = performance.now();
      callback(time);
      const list = (globalThis as unknown as { costs: typeof costs }).costs;
      list.push({ milliseconds: performance.now() - before, drew });
    });
}

async function readCosts(page: Page, which: "drawn" | "all"): Promise<number[]> {
  const costs = await page.evaluate(
    () => (globalThis as unknown as { costs: { milliseconds: number; drew: boolean }[] }).costs,
  );
  await page.context().close();
  return costs.filter(({ drew }) => drew || which === "all").map(({ milliseconds }) => milliseconds);
}

function summarize(drawing: string, costs: readonly number[]): Measured {
  const sorted = costs.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { drawing, frames: costs.length, p50: at(0.5), p95: at(0.95), most: at(1) };
}
