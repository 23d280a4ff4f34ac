import { expect, type Locator, type Page } from "@playwright/test";
import { ADMIN_KEY, composer, isPhone, modelButton, onCall, PNG, SLOW_MODEL, send } from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { framesOf, paced, saying, scriptResponse } from "./scripted.ts";
import type { Step } from "./scripted-upstream.ts";

const column = (page: Page, number: number): Locator =>
  page.getByRole("region", { name: new RegExp(`^Column ${number}:`) });
const answerOf = (page: Page, number: number): Locator =>
  column(page, number).getByRole("article", { name: "Response" }).last();
const score = (page: Page, number: number): Locator => column(page, number).getByTestId("scoreboard");

async function openCompare(page: Page, columns?: string): Promise<void> {
  const response = await page.request.post("/api/session", { data: { key: ADMIN_KEY } });
  expect(response.status(), "signing in").toBe(204);
  await page.goto(columns ? `/compare#columns=${columns}` : "/compare");
  await expect(composer(page)).toBeVisible();
  await expect(modelButton(page, columns ? "/" : "sandbox/").first()).toBeVisible();
}

test("compares four APIs with one click, with metrics in every column", async ({ page }) => {
  test.setTimeout(120_000);
  const paths: string[] = [];
  onCall(page, "/v1", (request) => paths.push(new URL(request.url()).pathname));
  await openCompare(page);
  if (isPhone(page)) await expectNoViolations(page, "empty");
  await page.getByRole("button", { name: "One question in four APIs" }).click();
  for (const number of [1, 2, 3, 4]) {
    await expect(answerOf(page, number)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
    await expect(score(page, number)).toContainText(/First token\d+(\.\d)? m?s/);
    await expect(score(page, number)).toContainText("Cost$0");
  }
  expect(paths.sort()).toEqual([
    "/v1/chat/completions",
    "/v1/messages",
    "/v1/responses",
    "/v1beta/models/sandbox/guide:streamGenerateContent",
  ]);
  await expectNoOverflow(page);
  if (isPhone(page)) {
    await expect(column(page, 1)).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("navigation", { name: "Columns" }).getByRole("button").nth(3).click();
    await expect(column(page, 4)).toBeInViewport({ ratio: 0.9 });
  }
  if (!isPhone(page)) await expectNoViolations(page, "with answers");
  await page.getByRole("button", { name: "Show differences" }).click();
  await expect(page.getByTestId("difference")).toHaveText("Identical");
  if (isPhone(page)) await expectNoViolations(page, "with differences");
});

test("fails and retries one column alone", { tag: "@desktop" }, async ({ page }) => {
  test.setTimeout(90_000);
  let broken = true;
  await page.route("**/v1/messages", (route) =>
    broken
      ? route.fulfill({ status: 503, json: { type: "error", error: { type: "overloaded_error", message: "Busy." } } })
      : route.continue(),
  );
  await openCompare(page, "chat:sandbox/guide,messages:sandbox/guide");
  await send(page, "What is a lane?");
  await expect(answerOf(page, 1)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(answerOf(page, 2)).toContainText("Busy.");
  await expect(composer(page)).toHaveValue("");
  broken = false;
  await column(page, 2).getByRole("button", { name: "Retry" }).click();
  await expect(answerOf(page, 2)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(column(page, 1).getByRole("article", { name: "Response" })).toHaveCount(1);

  await column(page, 2).getByRole("button", { name: "Open trace" }).click();
  await expect(page.getByRole("region", { name: "Inspector" })).toContainText("message start");
  await page.keyboard.press("Control+.");

  // The list says that the model is free; its reader says what it costs here.
  for (const number of [1, 2]) await expect(score(page, number)).toContainText("Cost$0");
  await page.getByRole("button", { name: "More for column 1" }).click();
  await page.getByRole("menuitem", { name: "Set price…" }).click();
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("2,5");
  await page.getByRole("textbox", { name: "Output" }).fill("10");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  for (const number of [1, 2]) await expect(score(page, number)).toContainText(/Cost\$0\.0\d+/);
});

test("stops one response while the other continues, and keeps both over a reload", { tag: "@desktop" }, async ({
  page,
}) => {
  test.setTimeout(90_000);
  await openCompare(page, `chat:${SLOW_MODEL},responses:sandbox/guide`);
  await send(page, "Write a lot");
  await expect(answerOf(page, 1).locator(".markdown")).toContainText(/\w{3,}/);
  await page.getByRole("button", { name: "Stop column 1" }).click();
  await expect(answerOf(page, 1)).toHaveAttribute("data-state", "stopped");
  await expect(answerOf(page, 2)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(page.getByTestId("announcer")).toHaveText("1 of 2 responses complete, 1 stopped");
  await expect(page).toHaveURL(/\?session=\w+#columns=chat:sandbox\/long-20000,responses:sandbox\/guide$/);

  await page.reload();
  await expect(answerOf(page, 1)).toHaveAttribute("data-state", "stopped");
  await expect(answerOf(page, 2)).toHaveAttribute("data-state", "complete");
  await page.getByRole("button", { name: "Show differences" }).click();
  await expect(page.getByTestId("difference")).toContainText(/words differ$/);
  await page.getByText("Side by side").click();
  await expect(page.getByRole("region", { name: "Second response, marked" }).locator("ins").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add column" }).click();
  await expect(column(page, 3)).toContainText("takes part from the next message on");
  await page.getByRole("button", { name: /^API of column 3/ }).click();
  await page.getByRole("menuitemradio", { name: "Messages" }).click();
  await expect(column(page, 3)).toHaveAccessibleName("Column 3: Messages");
  await page.getByRole("button", { name: "More for column 3" }).click();
  await page.getByRole("menuitem", { name: "Move left" }).click();
  await expect(column(page, 2)).toHaveAccessibleName("Column 2: Messages");
});

test("applies the parameters of one column to all", { tag: "@desktop" }, async ({ page }) => {
  await openCompare(page, "chat:sandbox/echo,generate-content:sandbox/echo");
  await page.getByRole("button", { name: "Parameters of column 1" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).fill("Be brief.");
  await page.getByRole("textbox", { name: "Temperature" }).fill("1");
  await page.getByRole("textbox", { name: "Max tokens" }).fill("1024");
  await page.getByRole("button", { name: "Apply to all columns" }).click();
  await page.keyboard.press("Escape");
  const sent = page.waitForRequest((request) => request.url().includes(":streamGenerateContent"));
  await send(page, "Hello");
  expect((await sent).postDataJSON()).toMatchObject({
    systemInstruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { temperature: 1, maxOutputTokens: 1024 },
  });
  await expect(answerOf(page, 2)).toContainText("Hello");
});

test("sends a file to every column, resumes all responses, and scrolls columns together", {
  tag: "@desktop",
}, async ({ page }) => {
  const text = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of many.\n\n`).join("");
  const halting = (frames: string[]): Step[] => [
    ...paced(frames.slice(0, 9)),
    { held: true },
    ...paced(frames.slice(9)),
  ];
  const chat = await scriptResponse({ steps: halting(framesOf("openai-chat", saying(text))) });
  const messages = await scriptResponse({ steps: halting(framesOf("anthropic-messages", saying(text))) });
  await openCompare(page, `chat:stub-chat/${chat.id},messages:stub-messages/${messages.id}`);
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByRole("button", { name: "Remove a.png" })).toBeAttached();
  await send(page, "What is in the picture?");
  const bothBegan = async () => {
    for (const number of [1, 2]) await expect(answerOf(page, number)).toContainText("Paragraph 1");
  };
  await bothBegan();

  await page.reload();
  await bothBegan();
  for (const script of [chat, messages]) await script.release();
  for (const number of [1, 2]) {
    await expect(answerOf(page, number)).toHaveAttribute("data-state", "complete", { timeout: 20_000 });
    await expect(answerOf(page, number)).toContainText("Paragraph 59");
    await expect(column(page, number).getByRole("img", { name: "a.png" })).toBeVisible();
    await expect(score(page, number)).toContainText("Costunknown");
  }
  await expect(page.getByRole("button", { name: "Remove a.png" })).toHaveCount(0);
  for (const script of [chat, messages]) {
    const requests = await script.requests();
    expect(requests.map(({ body }) => JSON.stringify(body).includes(PNG.toString("base64")))).toEqual([true]);
    expect(await script.aborts()).toEqual([]);
  }

  const log = (number: number) => column(page, number).getByRole("log");
  const place = (number: number) => log(number).evaluate((box) => box.scrollTop);
  await page.getByRole("button", { name: "Scroll columns together" }).click();
  for (const [from, to] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const before = await place(to);
    await log(from).hover();
    await page.mouse.wheel(0, before > 300 ? -250 : 250);
    await expect.poll(async () => Math.abs((await place(to)) - before)).toBeGreaterThan(100);
    await expect.poll(async () => Math.abs((await place(from)) - (await place(to)))).toBeLessThan(30);
  }
  await page.getByRole("button", { name: "Scroll columns together" }).click();
  const left = await place(2);
  const right = await place(1);
  await log(1).hover();
  await page.mouse.wheel(0, right > 300 ? -250 : 250);
  await expect.poll(async () => Math.abs((await place(1)) - right)).toBeGreaterThan(100);
  expect(await place(2)).toBe(left);
});
