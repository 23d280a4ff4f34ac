/**
 * Speed of the chat page on a fast response: frames per second, long tasks, and the time from a key press to the screen
 * while 20,000 tokens arrive at 1,000 per second, with the inspector closed and open:
 * `node bench/stream-speed.ts [--quick]`. Writes bench/results/stream-speed-<date>.json. Exits with 1 when a goal is missed.
 *
 * Server and browser share the machine; without a graphics card the browser also draws on the CPU.
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { findChromium } from "../scripts/find-chromium.ts";
import { type PlaygroundServer, startPlaygroundServer } from "../tests/support/playground-server.ts";
import { saveResults } from "./measure.ts";
import { table } from "./report.ts";

const GOALS = { framesPerSecond: 50, longTasksMs: 1000, keyToPaintP95: 50 };
const KEY_EVERY_MS = 250;

type Watched = { frames: number; longTasks: number[]; keys: number[]; start: number };
type Measured = {
  inspector: "closed" | "open";
  seconds: number;
  tokens: number;
  framesPerSecond: number;
  longTasksMs: number;
  keyToPaintP95: number;
};

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const tokens = values.quick ? 6000 : 20_000;

const server = await startPlaygroundServer({ tokensPerSecond: 1000 });
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const results: Measured[] = [];
try {
  for (const inspector of ["closed", "open"] as const) results.push(await measure(server, inspector));
} finally {
  await browser.close();
  await server.stop();
}

const header = ["inspector", "seconds", "frames/s", "long tasks ms", "key to paint p95 ms"];
console.log(
  table(
    header,
    results.map((result) => [
      result.inspector,
      result.seconds.toFixed(1),
      result.framesPerSecond.toFixed(1),
      result.longTasksMs.toFixed(0),
      result.keyToPaintP95.toFixed(1),
    ]),
  ),
);
saveResults("stream-speed", { quick: values.quick, goals: GOALS, results });
process.exitCode = results.every(reachesGoals) ? 0 : 1;

async function measure({ origin, cookie }: PlaygroundServer, inspector: "closed" | "open"): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(
    (model) => localStorage.setItem("parlance.chat.settings", JSON.stringify({ model })),
    `sandbox/long-${tokens}`,
  );
  const page = await context.newPage();
  await page.goto(`${origin}/chat`);
  await page.locator(`button[data-model-id="sandbox/long-${tokens}"]`).waitFor();
  // Files that the page loads when idle are loaded before the measurement begins.
  await page.waitForLoadState("networkidle");
  if (inspector === "open") {
    await page.keyboard.press("Control+.");
    await page.getByRole("region", { name: "Inspector" }).waitFor();
  }
  await page.locator("#composer").fill("Write a lot");
  await page.locator("#composer").press("Enter");
  await page.locator('article[data-state="streaming"] .markdown').first().waitFor();
  await page.evaluate(watch);
  const settled = page
    .locator('article[data-state="complete"]')
    .waitFor({ timeout: (tokens / 1000) * 1000 * 3 + 30_000 });
  const typing = type(page, settled);
  await settled;
  const { frames, longTasks, keys, milliseconds } = await page.evaluate(readWatched);
  await typing;
  await context.close();
  return {
    inspector,
    tokens,
    seconds: milliseconds / 1000,
    framesPerSecond: frames / (milliseconds / 1000),
    longTasksMs: longTasks.reduce((sum, duration) => sum + duration, 0),
    keyToPaintP95: percentile(keys, 0.95),
  };
}

/** A letter at a time into the message field, until the response is there. */
async function type(page: Page, until: Promise<void>): Promise<void> {
  let over = false;
  void until
    .catch(() => {})
    .then(() => {
      over = true;
    });
  await page.locator("#composer").focus();
  for (let place = 0; !over; place += 1) {
    await page.keyboard.press("abcdefghij"[place % 10] ?? "a");
    await page.waitForTimeout(KEY_EVERY_MS);
  }
}

/**
 * Runs in the page. Frames are counted, long tasks noted, and of each key the time until the frame after it was drawn.
 */
function watch(): void {
  const watched: Watched = { frames: 0, longTasks: [], keys: [], start: performance.now() };
  Object.assign(globalThis, { watched });
  const count = () => {
    watched.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: "longtask" });
  addEventListener(
    "keydown",
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        // The first task after a frame's callbacks runs when it has been drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => watched.keys.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      }),
    true,
  );
}

/** Runs in the page. */
function readWatched(): Watched & { milliseconds: number } {
  const { watched } = globalThis as unknown as { watched: Watched };
  return { ...watched, milliseconds: performance.now() - watched.start };
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function reachesGoals({ framesPerSecond, longTasksMs, keyToPaintP95 }: Measured): boolean {
  return (
    framesPerSecond >= GOALS.framesPerSecond && longTasksMs < GOALS.longTasksMs && keyToPaintP95 < GOALS.keyToPaintP95
  );
}
