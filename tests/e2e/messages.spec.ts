/** The messages page: Anthropic's dialect, whose blocks stay blocks from one turn to the next. */
import { expect, type Page } from "@playwright/test";
import {
  answers,
  ask,
  closePanel,
  composer,
  isPhone,
  lastResponse,
  onCall,
  openAdvanced,
  openHistory,
  openPanel,
  openThought,
  PNG,
  pickModel,
  SLOW_MODEL,
  seeText,
  send,
  showCode,
  signIn,
  streamEvents,
  writeSystemPrompt,
} from "./chat-page.ts";
import { inspector } from "./inspector-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

type Sent = { headers: Record<string, string>; body: { messages: object[] } & Record<string, unknown> };

function recordRequests(page: Page): Sent[] {
  const sent: Sent[] = [];
  onCall(page, "/v1/messages", (request) => sent.push({ headers: request.headers(), body: request.postDataJSON() }));
  return sent;
}

const open = (page: Page) => signIn(page, "/messages");
const SIGNATURE = "EqQBCkYIBxgCKkA";
const CITATION = {
  type: "page_location",
  document_title: "Grass.pdf",
  cited_text: "It is green.",
  start_page_number: 2,
};
const THOUGHT = { type: "thinking", thinking: "Let me see.", signature: SIGNATURE };
const SIGNED = [
  { type: "message_start", message: { model: "m-1", usage: { input_tokens: 3, cache_read_input_tokens: 1200 } } },
  { type: "ping" },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: THOUGHT.thinking } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: SIGNATURE } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Grass is green." } },
  { type: "content_block_delta", index: 1, delta: { type: "citations_delta", citation: CITATION } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "stop_sequence", stop_sequence: "END" }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

test("streams a response with thinking, and keeps it over a reload", { tag: "@desktop" }, async ({ page }) => {
  const sent = recordRequests(page);
  await open(page);
  await page.getByRole("button", { name: "Think before answering" }).click();
  await seeText(page);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(sent[0]?.headers["provider-version"]).toBe("2023-06-01");
  expect(sent[0]?.body).toEqual({
    model: "sandbox/guide",
    messages: [{ role: "user", content: "What can Parlance do?" }],
    max_tokens: 4096,
    thinking: { type: "enabled", budget_tokens: 2048 },
    stream: true,
  });
  await expect(lastResponse(page).getByTestId("metrics")).toContainText(/Finished.*\d+\s+in\s+\/\s+[\d,]+\s+out/);
  await page.reload();
  await expect(lastResponse(page).getByRole("button", { name: /^Thought/ })).toBeVisible();
});

test("shows and returns signed thinking, with sources and cached tokens", { tag: "@desktop" }, async ({ page }) => {
  const sent = recordRequests(page);
  await open(page);
  await streamEvents(page, "/v1/messages", SIGNED);
  await ask(page, "What is green?");
  await openThought(page);
  await expect(page.getByRole("list", { name: "Reasoning signatures" })).toContainText(SIGNATURE);
  await expect(lastResponse(page).getByRole("region", { name: "Sources" })).toContainText("Grass.pdf · page 2");
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("Stopped at “END”");
  await expect(lastResponse(page).getByTestId("metrics")).toContainText("1,203 in (1,200 cached)");
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await ask(page, "And what is blue?");
  expect(sent[1]?.body.messages[1]).toEqual({
    role: "assistant",
    content: [THOUGHT, { type: "text", text: "Grass is green.", citations: [CITATION] }],
  });
  await lastResponse(page).getByRole("button", { name: "Open trace" }).click();
  await expect(inspector(page).getByText(`${SIGNED.length} events`)).toBeVisible();
  await inspector(page).getByRole("tab", { name: "Request" }).click();
  await expect(inspector(page).getByText("provider-version", { exact: true })).toBeVisible();
});

test("sends settings, files and tools in the API's format", { tag: "@desktop" }, async ({ page }) => {
  const sent = recordRequests(page);
  await open(page);
  await openPanel(page);
  await openAdvanced(page);
  await page.getByRole("textbox", { name: "Top K" }).fill("40");
  for (const name of ["Effort", "Prompt cache"]) await page.getByRole("switch", { name: `Set ${name}` }).click();
  await page.getByRole("button", { name: "Insert an example" }).click();
  await closePanel(page);
  await writeSystemPrompt(page, "Be brief.");
  await composer(page).fill("What is the weather in Oslo?");
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(page.getByRole("button", { name: "Remove a.png" })).toBeAttached();
  await composer(page).press("Enter");
  await page.getByRole("button", { name: "Send result" }).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
  expect(sent[0]?.body).toMatchObject({
    system: "Be brief.",
    top_k: 40,
    output_config: { effort: "medium" },
    cache_control: { type: "ephemeral", ttl: "5m" },
    tools: [{ name: "get_weather", input_schema: { type: "object" } }],
    messages: [
      {
        content: [
          { type: "image", source: { media_type: "image/png", data: PNG.toString("base64") } },
          { type: "text", text: "What is the weather in Oslo?" },
        ],
      },
    ],
  });
  const [, call, result] = (sent[1]?.body.messages ?? []) as { content: { type: string }[] }[];
  expect(call?.content.at(-1)).toMatchObject({ type: "tool_use", input: { city: "Oslo" } });
  expect(result?.content[0]).toMatchObject({ type: "tool_result" });
});

test("keeps the text before an error in the stream", { tag: "@desktop" }, async ({ page }) => {
  await open(page);
  const error = { type: "overloaded_error", message: "Overloaded for now." };
  await streamEvents(page, "/v1/messages", [...SIGNED.slice(0, 8), { type: "error", error }]);
  await send(page, "What is green?");
  await expect(lastResponse(page)).toContainText("Grass is green.");
  await expect(page.getByRole("alert").filter({ hasText: "Overloaded for now." })).toContainText("overloaded_error");
});

test("keeps the text on stop, separates conversations by page, and shows code", {
  tag: "@desktop",
}, async ({ page }) => {
  // The page's own limit of 4,096 tokens would end it in four seconds.
  await openWith(page, { name: "messages", model: SLOW_MODEL, parameters: { max_tokens: 32_000 } });
  await send(page, "Go on and on");
  await seeText(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(lastResponse(page)).toHaveAttribute("data-state", "stopped");
  await openHistory(page);
  await expect(page.getByRole("button", { name: "Go on and on", exact: true })).toBeVisible();
  await composer(page).fill("What next?");
  await showCode(page);
  const dialog = page.getByRole("dialog", { name: "The same request as code" });
  await expect(dialog).toContainText("provider-version: 2023-06-01");
  await dialog.getByText("Python").click();
  await expect(dialog).toContainText("from anthropic import Anthropic");
  await expect(dialog).toContainText("What next?");
  await page.goto("/chat");
  await expect(page.getByRole("button", { name: "Go on and on", exact: true })).toHaveCount(0);
});

test("the page has no accessibility violations and fits its window", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page);
  await expectNoViolations(page, "empty");
  await streamEvents(page, "/v1/messages", SIGNED);
  await pickModel(page, "sandbox/echo");
  await ask(page, "What is green?");
  await openThought(page);
  await expectNoViolations(page, "with an answer");
  await expectNoOverflow(page);
  await showCode(page);
  await expect(page.getByRole("dialog")).toContainText("curl");
  await expectNoViolations(page, "with code");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "The same request as code" })).toBeHidden();
  await openPanel(page);
  await openAdvanced(page);
  for (const name of ["Thinking", "Output format"]) {
    await page.getByRole("switch", { name: `Set ${name}`, exact: true }).click();
  }
  await expectNoViolations(page, "with the panel open");
  if (isPhone(page)) await expectNoOverflow(page);
});
