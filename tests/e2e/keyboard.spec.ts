import { expect } from "@playwright/test";
import { answers, composer, lastResponse, modelButton, PNG, signIn } from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { test } from "./page-test.ts";
import { framesOf, openWith, paced, saying, scriptResponse } from "./scripted.ts";
import { tabTo } from "./tab-to.ts";
import { serveTasks, videoTask } from "./video-stubs.ts";

test("moves through home, chat, inspector, parameters and history by keyboard", {
  tag: "@desktop",
}, async ({ page }) => {
  // Each stop on the way is judged, and the sidebar has many.
  test.setTimeout(90_000);
  const frames = framesOf("openai-chat", saying("The words come one by one, so that there is time to look at them."));
  const script = await scriptResponse(
    { steps: paced(frames, { every: 20 }) },
    { steps: [...paced(frames.slice(0, 6), { every: 20 }), { silence: true }] },
  );
  await openWith(page, { name: "chat", model: `stub-chat/${script.id}` });
  await page.goto("/");
  await tabTo(page, page.getByRole("region", { name: "Playground" }).getByRole("link").first());
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chat");
  await expect(modelButton(page, script.id)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("Read me something");
  await page.keyboard.press("Enter");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await expect(page.getByTestId("announcer")).toHaveText("Response complete, 15 words");

  await page.keyboard.press("Control+.");
  await tabTo(page, inspector(page).getByRole("tab", { name: "Events" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(inspector(page).getByRole("tab", { selected: true })).not.toHaveText("Events");
  await page.keyboard.press("Control+.");
  await expect(inspector(page)).toBeHidden();

  await page.keyboard.press("/");
  await page.keyboard.type("Go on");
  await page.keyboard.press("Enter");
  await expect(lastResponse(page)).toContainText("words");
  await expect(answers(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await expect.poll(async () => (await script.aborts()).length).toBe(1);

  await page.keyboard.press("Control+,");
  await tabTo(page, page.getByRole("slider", { name: "Temperature" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Temperature" })).toHaveValue("1.05");
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("button", { name: "Parameters, 1 set" })).toBeVisible();

  await page.keyboard.press("Alt+n");
  await expect(answers(page)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Read me");
  await expect(page.getByRole("option").first()).toContainText("Read me something");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toHaveCount(2);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("messages");
  await expect(page.getByRole("option").first()).toContainText("Messages");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/messages");
  await expect(composer(page)).toBeVisible();
});

test("works by keyboard only", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await page.keyboard.press("/");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("First line");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await expect(composer(page)).toHaveValue("First line\nsecond line");
  await page.keyboard.press("Enter");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  await expect(composer(page)).toHaveValue("");
  await page.keyboard.press("ArrowUp");
  await expect(composer(page)).toHaveValue("First line\nsecond line");

  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeVisible();
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeHidden();

  await page.keyboard.press("Control+/");
  await expect(page.getByRole("combobox", { name: "Search models" })).toBeFocused();
  await page.keyboard.type("echo");
  await page.keyboard.press("Enter");
  await expect(modelButton(page, "sandbox/echo")).toBeFocused();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();

  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "What would you like to ask?" })).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test("does not send on Enter during an input method's composition", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await composer(page).focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await expect(composer(page)).toHaveValue("にほん");
  // As the browser reports a key that the input method takes.
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await devtools.send("Input.insertText", { text: "日本" });
  await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  await expect(composer(page)).toHaveValue("日本");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "You" })).toHaveText(/日本/);
});

test("compares and stops all columns by keyboard", { tag: "@desktop" }, async ({ page }) => {
  const scriptOf = async (dialect: "openai-chat" | "anthropic-messages", text: string) => {
    const frames = framesOf(dialect, saying(text));
    return scriptResponse({ steps: paced(frames) }, { steps: [...paced(frames.slice(0, 5)), { silence: true }] });
  };
  const chat = await scriptOf("openai-chat", "The sky is blue by day.");
  const messages = await scriptOf("anthropic-messages", "The sky is black by night.");
  await signIn(page, "/messages");
  await page.goto(`/compare#columns=chat:stub-chat/${chat.id},messages:stub-messages/${messages.id}`);
  await expect(modelButton(page, messages.id)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("What colour is the sky?");
  await page.keyboard.press("Enter");
  for (const number of [0, 1]) await expect(answers(page).nth(number)).toHaveAttribute("data-state", "complete");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("differences");
  await expect(page.getByRole("option").first()).toContainText("Show differences");
  await page.keyboard.press("Enter");
  const differences = page.getByRole("dialog", { name: "Differences" });
  await expect(differences.locator("ins")).toContainText(["black", "night"]);
  await page.keyboard.press("Escape");
  await expect(differences).toBeHidden();
  await tabTo(page, page.getByRole("button", { name: "More for column 2" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Move left" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[role=menuitem]:focus")).toHaveAccessibleName(/./);
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await page.keyboard.type("And the sea?");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toHaveCount(4);
  for (const number of [1, 3]) await expect(answers(page).nth(number)).toContainText("The sky");
  await page.keyboard.press("Escape");
  for (const number of [1, 3]) await expect(answers(page).nth(number)).toHaveAttribute("data-state", "stopped");
  for (const script of [chat, messages]) await expect.poll(async () => (await script.aborts()).length).toBe(1);
});

test("creates and edits an image on generate-content by keyboard", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/*:streamGenerateContent*", async (route) => {
    const parts = [{ inlineData: { mimeType: "image/png", data: PNG.toString("base64") } }];
    const chunk = { candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] };
    await route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(chunk)}\n\n` });
  });
  await signIn(page, "/generate-content", "image-model-a");
  await page.keyboard.press("/");
  await page.keyboard.type("A dot");
  await page.keyboard.press("Enter");
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
  await tabTo(page, lastResponse(page).getByRole("button", { name: "Edit" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("A larger dot");
  const sent = page.waitForRequest((request) => request.url().includes(":streamGenerateContent"));
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON().contents.at(-1).parts.at(-1)).toEqual({ text: "A larger dot" });
  await expect(answers(page)).toHaveCount(2);
});

test("videos: one is asked for, another opened and deleted without a pointer", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  const tasks = [videoTask(1), videoTask(2)];
  await serveTasks(context, tasks);
  await context.route("**/v1/videos", async (route) => {
    tasks.unshift(videoTask(3, { status: "pending", prompt: "A fox" }));
    await route.fulfill({ json: tasks[0] });
  });
  await signIn(page, "/videos", "video-model-a");
  const row = (words: RegExp) =>
    page.getByRole("navigation", { name: "Videos", exact: true }).getByRole("button", { name: words });
  await expect(row(/Video 1/)).toBeVisible();
  await page.keyboard.press("Alt+n");
  await page.keyboard.press("/");
  await page.keyboard.type("A fox");
  await page.keyboard.press("Enter");
  await expect(row(/A fox Waiting/)).toBeVisible();
  await tabTo(page, row(/Video 2/), "Shift+Tab");
  await page.keyboard.press("Enter");
  const stage = page.getByRole("article", { name: "Video" });
  await expect(stage.getByRole("heading", { name: "Video 2" })).toBeVisible();
  await tabTo(page, stage.getByRole("button", { name: "Delete", exact: true }));
  await page.keyboard.press("Enter");
  // The harmless answer has the focus, the other one is next.
  await expect(stage.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(row(/Video 2/)).toHaveCount(0);
});
