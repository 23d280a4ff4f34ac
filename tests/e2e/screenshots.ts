/**
 * Photographs every page in its states, from 390 to 2560 px and in both themes, into `screenshots/`: for eyes, so that
 * nothing is asserted but that the state was reached. `SCREENSHOTS=1 npx playwright test`; `-g chat` for one page.
 */
import { expect, type Page, test } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import { ask, closePanel, composer, openPanel, send, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { SAMPLE_ANSWER } from "./screenshots-sample.ts";
import { framesOf, openWith, paced, refusal, saying, scriptResponse, TEXT_PAGES } from "./scripted.ts";
import { minutesFromNow, serveTasks, videoTask } from "./video-stubs.ts";

const SIZES = {
  phone: [{ width: 390, height: 844 }],
  desktop: [
    { width: 768, height: 1024 },
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
    { width: 2560, height: 1440 },
  ],
};
type Device = keyof typeof SIZES;

test.describe.configure({ timeout: 180_000 });

/** All widths of the device in both themes, of the page as it stands. */
async function shoot(page: Page, device: Device, name: string): Promise<void> {
  for (const size of SIZES[device]) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours and panels are on their way for 200 ms.
      await page.waitForTimeout(350);
      await page.screenshot({ path: `screenshots/${name}-${size.width}-${colorScheme}.png` });
    }
  }
}

const THINKING: Part[] = [
  { type: "reasoning-start", choice: 0, id: "r" },
  { type: "reasoning-delta", choice: 0, id: "r", text: "A comparison, then code, then a formula." },
  { type: "reasoning-end", choice: 0, id: "r" },
];
const SOURCES: Part[] = [
  {
    type: "source",
    choice: 0,
    url: "https://html.spec.whatwg.org/multipage/server-sent-events.html",
    title: "HTML: SSE",
  },
  { type: "source", choice: 0, url: "https://www.rfc-editor.org/rfc/rfc9110", title: "RFC 9110, HTTP Semantics" },
];
const CALLS: Part[] = [
  { type: "start" },
  ...["Paris", "Oslo"].flatMap((city, index): Part[] => {
    const id = `call_${index}`;
    const input = JSON.stringify({ city, unit: "celsius" });
    return [
      { type: "tool-input-start", choice: 0, id, name: "get_weather", kind: "function" },
      { type: "tool-input-delta", choice: 0, id, text: input },
      { type: "tool-input-end", choice: 0, id },
      { type: "tool-call", choice: 0, id, name: "get_weather", kind: "function", input },
    ];
  }),
  { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
  { type: "usage", usage: { inputTokens: 214, outputTokens: 38 } },
];

for (const device of Object.keys(SIZES) as Device[]) {
  test.describe(device, () => {
    if (device === "phone") test.use({ hasTouch: true, isMobile: true });
    test.use({ viewport: SIZES[device][0] ?? null });

    for (const { name, translated } of TEXT_PAGES) {
      test(name, async ({ page }) => {
        const dialect = translated === "stub-messages" ? "anthropic-messages" : "openai-chat";
        const answer = saying(SAMPLE_ANSWER).flatMap((part): Part[] => {
          if (part.type === "start") return [part, ...THINKING];
          return part.type === "text-end" ? [...SOURCES, part] : [part];
        });
        const script = await scriptResponse({ steps: paced(framesOf(dialect, answer), { first: 300, every: 4 }) });
        await signIn(page, `/${name}`, name === "generate-content" ? "image-model" : "sandbox/");
        await shoot(page, device, `${name}-empty`);
        await openPanel(page);
        await shoot(page, device, `${name}-panel`);
        await closePanel(page);
        await openWith(page, { name, model: `${translated}/${script.id}` });
        await ask(page, "How do server-sent events compare with WebSockets? Show a table, code and a formula.");
        // The reasoning folds one second after its end.
        await page.waitForTimeout(1200);
        await shoot(page, device, `${name}-answer`);
        await page.keyboard.press("Control+.");
        await expect(inspector(page).getByRole("tab", { name: "Events" })).toBeVisible();
        await page.waitForTimeout(500);
        await shoot(page, device, `${name}-wire`);
        await page.keyboard.press("Control+.");
        await expect(inspector(page)).toBeHidden();
        await script.answer({ steps: paced(framesOf(dialect, CALLS), { every: 10 }) });
        await ask(page, "And the weather in Paris and in Oslo?");
        await shoot(page, device, `${name}-tools`);
        await script.answer(refusal(429, { message: "Rate limit reached for requests. Please try again in 20 s." }));
        await page.keyboard.press("Alt+n");
        await send(page, "Is there room for one more?");
        await expect(page.getByRole("alert").filter({ hasText: "Rate limit" })).toBeVisible();
        await shoot(page, device, `${name}-error`);
        await page.keyboard.press("Alt+n");
        // A phone has no room for the list beside many demos, so it may be attached without being visible.
        await expect(page.locator("ul[aria-label='Recent conversations']")).toBeAttached();
        await shoot(page, device, `${name}-recent`);
      });
    }

    test("records", async ({ page }) => {
      await signIn(page);
      const records = ["keys", "usage", "usage?metric=latency", "providers", "models", "routes", "storage"];
      const paths = [...records, "tour", "docs", "docs/streaming", "docs/api", "requests"];
      for (const path of paths) {
        await page.goto(`/${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForTimeout(1500);
        await shoot(page, device, path.replaceAll(/[/?=]/g, "-"));
      }
      await page.locator("button[data-row]").first().click();
      await page.waitForTimeout(500);
      await shoot(page, device, "requests-opened");
      await page.goto("/keys?create");
      await expect(page.getByRole("dialog")).toBeVisible();
      await shoot(page, device, "keys-create");
    });

    test("home", async ({ page }) => {
      await page.goto("/sign-in");
      await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
      await shoot(page, device, "sign-in");
      await signIn(page);
      await page.goto("/");
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.waitForTimeout(500);
      await shoot(page, device, "home");
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
      await shoot(page, device, "palette");
    });

    test("compare", async ({ page }) => {
      await signIn(page);
      await page.goto("/compare");
      await expect(composer(page)).toBeVisible();
      await page.waitForTimeout(1000);
      await shoot(page, device, "compare-empty");
      await send(page, "What can Parlance do?");
      await page.waitForTimeout(12_000);
      await shoot(page, device, "compare-answer");
      await page.getByRole("button", { name: "Show differences" }).click();
      await expect(page.getByRole("dialog", { name: "Differences" })).toBeVisible();
      await shoot(page, device, "compare-differences");
    });

    test("images", async ({ page }) => {
      await signIn(page, "/images", "image-model-a");
      await shoot(page, device, "images-empty");
      await openPanel(page);
      await shoot(page, device, "images-panel");
      await closePanel(page);
      await send(page, "A lighthouse on a cliff in a storm at night");
      const picture = page.getByRole("article", { name: "Image" });
      await expect(picture).toHaveAttribute("data-state", "complete", { timeout: 90_000 });
      await page.waitForTimeout(1200);
      await shoot(page, device, "images-answer");
    });

    test("videos", async ({ page }) => {
      await serveTasks(page.context(), [
        videoTask(1, { prompt: "A red balloon drifts over hills at noon", status: "in_progress", progress: 40 }),
        videoTask(2, { prompt: "Waves roll onto a beach at sunset", status: "queued", progress: 0 }),
        videoTask(3, { prompt: "A paper boat on a stream", expires_at: minutesFromNow(8) }),
        videoTask(4, {
          prompt: "A city at night",
          status: "failed",
          error: {
            code: "moderation_blocked",
            type: "invalid_request_error",
            message: "The prompt was refused by the upstream's safety system.",
          },
        }),
      ]);
      await signIn(page, "/videos", "video-model-a");
      await page.waitForTimeout(1000);
      await shoot(page, device, "videos-tasks");
      await page.keyboard.press("Alt+n");
      await shoot(page, device, "videos-empty");
      await openPanel(page);
      await shoot(page, device, "videos-panel");
    });
  });
}
