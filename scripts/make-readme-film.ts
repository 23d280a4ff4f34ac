/**
 * Films the guided tour for the README, from the product itself: `node scripts/make-readme-film.ts`. Writes
 * docs/images/tour.webp. Needs a Chromium; times are those of the screen, but waits are cut.
 */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright";
import sharp from "sharp";
import { findTourStop, type TourStopId, tourAddress } from "#lib/contract/tour.ts";
import { startPlaygroundServer } from "../tests/support/playground-server.ts";
import { ensureBuild } from "./build.ts";
import { ensureChromium } from "./find-chromium.ts";

const OUTPUT = fileURLToPath(new URL("../docs/images/tour.webp", import.meta.url));
const VIEW = { width: 1120, height: 760 };
/** The film is smaller than the window, so that it loads quickly. */
const WIDTH = 960;
/** Least time between two frames, and most time that one is shown, in milliseconds. */
const FRAME_MS = 200;
const LONGEST_MS = 450;
/** Time for which the tour's hint is shown, which lies over the page. */
const HINT_MS = 1500;
/** Time for which the end of a scene is shown. */
const REST_MS = 1600;
const MOST_BYTES = 2_000_000;

type Frame = { at: number; image: Buffer };
type Scene = {
  id: TourStopId /** Plays until the scene has shown what it promises. */;
  play(page: Page): Promise<void>;
};

const responses = (page: Page) => page.getByRole("article", { name: "Response" });
const settled = (page: Page) =>
  responses(page).last().and(page.locator('[data-state="complete"]')).waitFor({ timeout: 120_000 });

const SCENES: readonly Scene[] = [
  {
    id: "answer",
    async play(page) {
      await settled(page);
      await responses(page).last().getByRole("button", { name: "Open trace" }).click();
      await page.waitForTimeout(REST_MS);
    },
  },
  {
    id: "tools",
    async play(page) {
      await responses(page).last().getByRole("table").waitFor({ timeout: 120_000 });
      await settled(page);
    },
  },
  {
    id: "apis",
    async play(page) {
      await page.waitForFunction(
        () => document.querySelectorAll('article[data-state="complete"]').length === 4,
        undefined,
        { timeout: 120_000 },
      );
    },
  },
  {
    id: "mask",
    async play(page) {
      const verdict = page.getByText("every pixel is identical");
      await verdict.waitFor({ timeout: 240_000 });
      // The field may lie over it in a window of this height.
      await verdict.evaluate((line) => line.scrollIntoView({ block: "center" }));
    },
  },
];

// A film that was made before is a newer source than the build.
await ensureBuild({ onStep: console.log });
const server = await startPlaygroundServer({ tokensPerSecond: 80 });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
try {
  const scenes: Frame[][] = [];
  for (const scene of SCENES) {
    // A browser of its own for each scene: what one opens does not stay open in the next.
    const context = await browser.newContext({ viewport: VIEW, colorScheme: "light" });
    const [name = "", value = ""] = server.cookie.split("=");
    await context.addCookies([{ name, value, url: server.origin }]);
    scenes.push(await film(context, scene, server.origin));
    await context.close();
  }
  await write(scenes);
} finally {
  await browser.close();
  await server.stop();
}
const { size } = statSync(OUTPUT);
console.log(`docs/images/tour.webp has ${Math.round(size / 1000)} KB`);
if (size > MOST_BYTES) throw new Error(`The film has more than ${MOST_BYTES / 1000} KB.`);

/** Films one stop, from the click on its card. */
async function film(context: BrowserContext, { id, play }: Scene, origin: string): Promise<Frame[]> {
  const stop = findTourStop(id);
  if (!stop) throw new Error(`The tour has no stop ${id}.`);
  const page = await context.newPage();
  await page.goto(`${origin}/tour`);
  const card = page.locator(`a[href="${tourAddress(stop)}"]`);
  await card.waitFor();
  // The page is alive, and the next one is loaded.
  await page.waitForLoadState("networkidle");
  const frames: Frame[] = [];
  const devtools = await context.newCDPSession(page);
  devtools.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, image: Buffer.from(data, "base64") });
    void devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await devtools.send("Page.startScreencast", { format: "png", everyNthFrame: 2 });
  await card.hover();
  await page.waitForTimeout(LONGEST_MS);
  await card.click();
  await Promise.all([play(page), closeHint(page)]);
  await page.waitForTimeout(REST_MS);
  await devtools.send("Page.stopScreencast");
  frames.push({ at: Number.POSITIVE_INFINITY, image: await page.screenshot() });
  console.log(`${id}: ${frames.length} frames`);
  return thin(frames);
}

/** Closes the hint of the stop, as a presenter does who has read it. */
async function closeHint(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close the notification" });
  await close.waitFor();
  await page.waitForTimeout(HINT_MS);
  await close.click();
}

/** Drops frames that follow too soon; the last one stays. */
function thin(frames: readonly Frame[]): Frame[] {
  const kept: Frame[] = [];
  for (const frame of frames) if (frame.at - (kept.at(-1)?.at ?? 0) >= FRAME_MS) kept.push(frame);
  return kept;
}

async function write(scenes: readonly Frame[][]): Promise<void> {
  const frames = scenes.flat();
  const delay = scenes.flatMap((scene) =>
    scene.map(({ at }, index) => {
      const next = scene[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      return next === Number.POSITIVE_INFINITY ? REST_MS : Math.min(LONGEST_MS, Math.round(next - at));
    }),
  );
  const images = await Promise.all(frames.map(({ image }) => sharp(image).resize({ width: WIDTH }).png().toBuffer()));
  await sharp(images, { join: { animated: true } })
    .webp({ quality: 66, effort: 5, minSize: true, loop: 0, delay })
    .toFile(OUTPUT);
}
