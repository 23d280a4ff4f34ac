import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { closePanel, composer, isPhone, openPanel, PNG, send, showCode, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { minutesFromNow, serveTasks, videoTask } from "./video-stubs.ts";

const stage = (page: Page): Locator => page.getByRole("article", { name: "Video" });
const list = (page: Page): Locator => page.getByRole("navigation", { name: "Videos", exact: true });
const row = (page: Page, words: string | RegExp): Locator => list(page).getByRole("button", { name: words });
const open = (page: Page) => signIn(page, "/videos", "video-model-a");

/** A number for the picture that the video shows at a time: sums of its colours, on a small canvas. */
function look(page: Page, seconds: number): Promise<string> {
  return page.locator("video").evaluate(async (video: HTMLVideoElement, at) => {
    await new Promise((resolve) => {
      video.addEventListener("seeked", resolve, { once: true });
      video.currentTime = at;
    });
    const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 18 });
    const context = canvas.getContext("2d");
    context?.drawImage(video, 0, 0, 32, 18);
    return context?.getImageData(0, 0, 32, 18).data.join() ?? "";
  }, seconds);
}

test("creates, plays, finds, remixes and deletes a video", { tag: "@desktop" }, async ({ page }) => {
  // The renderer shares the machine with the browser.
  test.setTimeout(240_000);
  await open(page);
  // Whatever other tests have left in the list.
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "What should the video show?" })).toBeVisible();
  const states: string[] = [];
  await page.exposeFunction("noteState", (state: string) => void (states.at(-1) !== state && states.push(state)));
  await page.evaluate(() => {
    const note = () => {
      const state = document.querySelector("article")?.dataset.state;
      if (state) (window as unknown as { noteState(state: string): void }).noteState(state);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await send(page, "A red balloon drifts over hills at noon");
  await expect(stage(page)).toHaveAttribute("data-state", "in_progress", { timeout: 60_000 });
  const waiting = page.getByText("1280 × 720").first().locator("..");
  // The place grows in; its size at the end counts.
  await waiting.evaluate(async (element) => {
    const parents = [element];
    for (let node = element.parentElement; node; node = node.parentElement) parents.push(node);
    const animations = parents.flatMap((node) => node.getAnimations());
    const ending = animations.filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.all(ending.map(({ finished }) => finished));
  });
  const place = await waiting.boundingBox();
  await expect(stage(page)).toHaveAttribute("data-state", "completed", { timeout: 150_000 });
  expect(states.filter((state) => state !== "sending" && state !== "pending")).toEqual(["in_progress", "completed"]);
  await expect(page.getByTestId("announcer")).toHaveText("The video is ready");
  expect(await page.locator("video").locator("..").boundingBox(), "the video stands where its place was").toEqual(
    place,
  );

  const duration = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.duration);
  await expect.poll(duration).toBeCloseTo(4, 1);
  const player = page.getByRole("figure", { name: "Player" });
  await expect(page.locator("video"), "no controls of the browser").not.toHaveAttribute("controls");
  // It has played once by itself, muted, and stands at its end.
  await expect.poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await expect(player.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(player.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
  await expect(player.getByRole("link", { name: "Download" })).toHaveAttribute("download", /balloon.*\.mp4$/);
  expect(await look(page, 0.5), "something moves").not.toBe(await look(page, 3.5));
  const time = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  const before = await time();
  await page.getByRole("heading", { name: /red balloon/ }).click();
  await page.keyboard.press(",");
  await expect.poll(time).toBeLessThan(before);
  expect(before - (await time())).toBeLessThan(0.1);
  expect(await page.locator("video").getAttribute("src"), "no key in the address").not.toContain("key=");

  await page.reload();
  await expect(page.locator("video")).toBeVisible();
  await expect(page).toHaveURL(/\?video=video_/);
  await page.getByRole("button", { name: "Show both API formats" }).click();
  await expect(page.getByText('"status": "completed"')).toBeVisible();
  await expect(page.getByText('"done": true')).toBeVisible();
  await inspector(page).getByRole("tab", { name: "Response" }).click();
  await expect(inspector(page).getByText("x-gateway-lane")).toBeVisible();
  await inspector(page).getByRole("button", { name: "Close inspector" }).click();

  await page.getByRole("button", { name: "Remix" }).click();
  await expect(composer(page)).toBeFocused();
  await send(page, "make it night");
  await expect(stage(page).getByText("Remix of")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel video" }).click();
  await expect(row(page, /make it night/)).toHaveCount(0);
  await row(page, /red balloon/).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row(page, /red balloon/)).toHaveCount(0);
});

test("shows failed, expired and soon expiring tasks", { tag: "@desktop" }, async ({ page, context }) => {
  const error = { code: "server_error", message: "The renderer stopped halfway.", type: "server_error" };
  const tasks = [
    videoTask(1, { prompt: "Soon gone", expires_at: minutesFromNow(8) }),
    videoTask(2, { prompt: "Broken", status: "failed", seconds: "8", error }),
    videoTask(3, { prompt: "Long gone", expires_at: minutesFromNow(-60) }),
    videoTask(4, { prompt: "Under way", status: "in_progress", progress: 40 }),
  ];
  await serveTasks(context, tasks);
  const sent: unknown[] = [];
  await context.route("**/v1/videos", async (route) => {
    sent.push(route.request().postDataJSON());
    tasks.unshift(videoTask(0, { status: "pending", prompt: "Broken" }));
    await route.fulfill({ json: tasks[0] });
  });
  await open(page);
  await expect(stage(page)).toContainText(/expires in 7 min|expires in 8 min/);
  await expect(page.getByRole("link", { name: "Download", exact: true })).toHaveAttribute("download", "Soon-gone.mp4");

  await row(page, /Under way Rendering 40%/).click();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
  await expect(stage(page)).toContainText("usually about 8 s");
  await row(page, /Long gone Expired/).click();
  await expect(stage(page)).toHaveAttribute("data-state", "expired");
  await expect(page.getByRole("button", { name: "Generate again" })).toBeVisible();
  await row(page, /Broken Failed/).click();
  await expect(stage(page).getByRole("alert")).toContainText("The renderer stopped halfway.");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(stage(page)).toHaveAttribute("data-state", "pending");
  expect(sent).toEqual([{ model: "video-model-a", prompt: "Broken", size: "1280x720", seconds: "8" }]);

  tasks.splice(0, 1);
  await expect(stage(page)).toContainText("Deleted elsewhere");
});

test("creates one task over a broken connection, visible in other tabs", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  const tasks = [videoTask(1)];
  await serveTasks(context, tasks);
  const keys: (string | undefined)[] = [];
  await context.route("**/v1/videos", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length === 1) return route.abort("connectionreset");
    tasks.unshift(videoTask(2, { status: "pending", prompt: "A fox" }));
    await route.fulfill({ json: tasks[0] });
  });
  await open(page);
  const other = await context.newPage();
  await other.goto("/videos");
  await expect(row(other, /Video 1/)).toBeVisible();
  await send(page, "A fox");
  await expect(row(page, /A fox Sending/)).toBeVisible();
  await expect(row(page, /A fox Waiting/)).toBeVisible();
  await expect(row(page, /A fox/)).toHaveCount(1);
  await expect(row(other, /A fox Waiting/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("reports a first frame of another size, and crops it", { tag: "@desktop" }, async ({ page, context }) => {
  await serveTasks(context, []);
  let body: Buffer | null = null;
  await context.route("**/v1/videos", async (route) => {
    body = route.request().postDataBuffer();
    await route.fulfill({ status: 400, json: { error: 400, message: "Enough seen.", param: "size" } });
  });
  await open(page);
  await page.getByLabel("Choose an image").setInputFiles({ name: "tiny.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByText("The image is 3 × 2, the video 1280 × 720.")).toBeVisible();
  await page.getByRole("button", { name: "Portrait, 720 × 1280" }).click();
  await expect(page.getByText("The image is 3 × 2, the video 720 × 1280.")).toBeVisible();
  await page.getByRole("button", { name: "Crop to fit" }).click();
  await page.reload();
  await expect(page.getByText("Cropped to 720 × 1280 when sent.")).toBeVisible();
  await send(page, "Waves");
  await expect(stage(page).getByRole("alert")).toContainText("Enough seen.");
  await expect(composer(page)).toHaveValue("Waves");
  const form = Buffer.from(body ?? []);
  const { width, height } = await sharp(form.subarray(form.indexOf("\x89PNG", 0, "latin1"))).metadata();
  expect([width, height]).toEqual([720, 1280]);
  expect(form.toString("latin1")).toMatch(/name="size"\r\n\r\n720x1280/);
});

test("pages through tasks, and finds any task by ID", async ({ page, context }) => {
  const tasks = Array.from({ length: 30 }, (_, index) => videoTask(index + 1));
  await serveTasks(context, tasks);
  await open(page);
  await expect(row(page, /^Video \d/)).toHaveCount(24);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(row(page, /^Video \d/)).toHaveCount(30);
  await page.reload();
  await expect(stage(page)).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Menu" }).click();
  const field = page.getByRole("textbox", { name: "Video ID or operation name" });
  await field.fill("a sailing boat");
  await field.press("Enter");
  await expect(page.getByText(/Enter a video ID/)).toBeVisible();
  await field.fill(`models/video-model-a/operations/${tasks[28]?.id.replace("video_", "")}`);
  await field.press("Enter");
  await expect(stage(page).getByRole("heading", { name: "Video 29" })).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Menu" }).click();
  await field.fill(`video_${"z".repeat(32)}`);
  await field.press("Enter");
  await expect(stage(page)).toContainText("Video not found");
});

test("has no accessibility violations and fits its window", async ({ page, context }) => {
  test.setTimeout(90_000);
  const error = { code: "moderation_blocked", message: "Not this.", type: "invalid_request_error" };
  await serveTasks(context, [
    videoTask(1, { prompt: "Soon gone", expires_at: minutesFromNow(8) }),
    videoTask(2, { prompt: "Under way", status: "in_progress", progress: 40 }),
    videoTask(3, { prompt: "Broken", status: "failed", error }),
  ]);
  await open(page);
  await expect(page.locator("video")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy operation name" })).toHaveText("Copy operation name");
  await page.getByRole("button", { name: "Show both API formats" }).click();
  await expect(page.getByText('"status": "completed"')).toBeVisible();
  // On a phone it lies over the page.
  if (isPhone(page)) await inspector(page).getByRole("button", { name: "Close inspector" }).click();
  await page.getByRole("button", { name: "Remix" }).click();
  await expectNoViolations(page, "with a player, the wire and a remix");
  await row(page, /Under way/).click();
  await openPanel(page);
  await expectNoViolations(page, "with the panel");
  await closePanel(page);
  await row(page, /Broken/).click();
  await page.getByRole("button", { name: "Cancel remix" }).click();
  await showCode(page);
  await page.getByRole("radio", { name: ":predictLongRunning" }).check({ force: true });
  await expect(page.getByText(/operation.json/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoViolations(page, "with a failure");
  await expectNoOverflow(page);
});
