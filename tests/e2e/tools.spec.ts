/** Tools and structured output on the four text pages: calls answered, failed and by themselves; schemas held to. */
import { expect, type Page } from "@playwright/test";
import type { TextPage } from "#lib/playground/history/history.ts";
import {
  answers,
  closePanel,
  composer,
  isPhone,
  lastResponse,
  onCall,
  openPanel,
  send,
  signIn,
  streamEvents,
} from "./chat-page.ts";
import { expectNoOverflow, expectNoViolations } from "./no-violations.ts";
import { test } from "./page-test.ts";
import { openWith } from "./scripted.ts";

/** Result that each page sends for a failed tool. */
const PAGES: { name: TextPage; path: string; failed: object }[] = [
  { name: "chat", path: "/v1/chat/completions", failed: { content: '{"error":"The tool is down."}' } },
  { name: "responses", path: "/v1/responses", failed: { output: '{"error":"The tool is down."}' } },
  { name: "messages", path: "/v1/messages", failed: { content: "The tool is down.", is_error: true } },
  {
    name: "generate-content",
    path: ":streamGenerateContent",
    failed: { response: { error: "The tool is down." } },
  },
];

/** Part of the id of the model that a page begins with. */
const FIRST_MODEL: Partial<Record<TextPage, string>> = { "generate-content": "image-model-a" };

/** Bodies that the page sends to a route, as text. */
function recordBodies(page: Page, path: string): string[] {
  const bodies: string[] = [];
  onCall(page, path, (request) => bodies.push(request.postData() ?? ""));
  return bodies;
}

async function settled(page: Page, count: number): Promise<void> {
  await expect(answers(page)).toHaveCount(count);
  await expect(lastResponse(page)).toHaveAttribute("data-state", "complete", { timeout: 30_000 });
}

for (const { name, path, failed } of PAGES) {
  test(`${name}: calls a tool and sends its failure`, { tag: "@desktop" }, async ({ page }) => {
    const bodies = recordBodies(page, path);
    await signIn(page, `/${name}`, FIRST_MODEL[name]);
    await page.getByRole("button", { name: /Get the weather/ }).click();
    const result = page.getByRole("textbox", { name: "Result of get_weather" });
    await expect(result).toHaveCount(2, { timeout: 20_000 });
    await result.first().fill("The tool is down.");
    await page.getByRole("button", { name: "Send as error" }).click();
    await settled(page, 2);
    await expect(page.getByText("Returned an error")).toHaveCount(2);
    for (const [field, value] of Object.entries(failed))
      expect(bodies[1]).toContain(`${JSON.stringify(field)}:${JSON.stringify(value)}`);
    await expect(lastResponse(page)).toContainText("down");
  });
}

test("replies to calls with samples, and can be switched off", { tag: "@desktop" }, async ({ page }) => {
  const bodies = recordBodies(page, "/v1/chat/completions");
  await signIn(page);
  await openPanel(page);
  await page.getByRole("button", { name: "Insert an example" }).click();
  await page.getByRole("switch", { name: "Auto-reply" }).click();
  await closePanel(page);
  await send(page, "What is the weather in Oslo?");
  await settled(page, 2);
  expect(bodies[1]).toContain('"role":"tool"');
  await expect(lastResponse(page)).toContainText(/celsius|°|\d/);
  await page.getByRole("button", { name: "Auto-reply", exact: true }).click();
  await page.getByRole("switch", { name: "Auto-reply" }).click();
  await closePanel(page);
  await send(page, "What is the weather in Rome?");
  await settled(page, 3);
  await expect(page.getByRole("button", { name: "Send result" })).toBeVisible();
});

/** Stream of a complete response in each dialect. */
const STREAMS: Record<TextPage, (text: string) => { type: string; [field: string]: unknown }[]> = {
  chat: (content) => [
    { type: "chunk", choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] },
    { type: "chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ],
  responses: (text) => {
    const item = {
      type: "message",
      id: "m",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [] }],
    };
    const response = { id: "resp_1", object: "response", model: "stub", status: "completed", output: [item] };
    return [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response },
    ];
  },
  messages: (text) => [
    { type: "message_start", message: { type: "message", model: "stub", content: [], usage: { input_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  ],
  "generate-content": (text) => [
    { type: "chunk", candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }] },
  ],
};

/** The parameter of each page that has the schema. */
for (const { name, path } of PAGES) {
  test(`${name}: validates a response against its schema`, { tag: "@desktop" }, async ({ page }) => {
    await openWith(page, { name, model: "sandbox/guide" });
    await openPanel(page);
    await page.getByRole("switch", { name: "Set Output format" }).click();
    await closePanel(page);
    await send(page, "Describe Oslo.");
    await settled(page, 1);
    const verdict = lastResponse(page).getByRole("article", { name: "Structured output" });
    await expect(verdict).toContainText("Matches the schema");
    await streamEvents(
      page,
      name === "generate-content" ? "/*:streamGenerateContent*" : path,
      STREAMS[name]('{"name":"Oslo","population":"many"}'),
    );
    await send(page, "Again.");
    await settled(page, 2);
    await expect(verdict).toContainText("Does not match the schema");
    await expect(verdict).toContainText("population");
    await expect(verdict).toContainText("Must be an integer, and is a string.");
    await expect(verdict).toContainText("“landmarks” is missing.");
    await verdict.getByRole("button", { name: "Tree" }).click();
    await expect(verdict.getByRole("button", { name: "2 properties" })).toHaveAttribute("aria-expanded", "true");
  });
}

test("creates, edits, disables and converts tools in the panel", async ({ page }) => {
  const bodies = recordBodies(page, "/v1/chat/completions");
  await signIn(page);
  await openPanel(page);
  await page.getByRole("button", { name: "Insert an example" }).click();
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("menuitem", { name: "Calculator" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("add numbers");
  await expect(page.getByText(/Still sent as calculate/)).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("add_numbers");
  const schema = page.getByRole("textbox", { name: "Tool parameters" });
  await schema.fill('{"type":"object","properties":{"sum":{"type":"txt"}}}');
  await expect(page.getByText(/Line 1: "txt" is not a type/)).toBeVisible();
  await expectNoViolations(page, "with a tool's form open");
  await expectNoOverflow(page);
  await page.getByRole("switch", { name: "Send get_weather" }).click();
  await closePanel(page);
  await expect(page.getByRole("button", { name: "add_numbers" })).toBeVisible();
  await send(page, "Hello");
  await settled(page, 1);
  const { tools } = JSON.parse(bodies[0] ?? "{}");
  expect(tools).toEqual([
    {
      type: "function",
      function: {
        name: "add_numbers",
        description: "Works out an arithmetic expression",
        parameters: { type: "object", properties: { sum: { type: "txt" } } },
      },
    },
  ]);

  await openPanel(page);
  await page.getByRole("radiogroup", { name: "Tools view" }).getByText("JSON").click();
  const json = page.getByRole("textbox", { name: "Tools as a JSON array" });
  await json.fill('[{"name":"get_time","input_schema":{"type":"object"}}]');
  await page.getByRole("button", { name: /Convert to OpenAI Chat/ }).click();
  await expect(page.getByText("Converted from Anthropic Messages.")).toBeVisible();
  await expect(json).toContainText('"function"');
});

test("leaves an editor by Esc and Tab, and infers a schema from an example", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await openPanel(page);
  await page.getByRole("switch", { name: "Set Output format" }).click();
  const editor = page.locator('.cm-content[aria-label="JSON Schema"]');
  await editor.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await expect(page.getByRole("heading", { name: "Parameters", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "From an example" }).click();
  await page.getByRole("textbox", { name: "Example response" }).fill('{"title":"Dune","year":1965}');
  await page.getByRole("button", { name: "Create schema" }).click();
  await expect(editor).toContainText('"year": { "type": "integer" }');
  await expectNoViolations(page, "with the schema editor");
});

test("validates a call's arguments, and fits the reply on a phone", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: /Get the weather/ }).click();
  await expect(page.getByRole("button", { name: "Send results" })).toBeVisible({ timeout: 20_000 });
  await expectNoOverflow(page);
  await expectNoViolations(page, "with calls that wait");
  expect(isPhone(page)).toBe(true);
  const call = {
    index: 0,
    id: "c1",
    type: "function",
    function: { name: "get_weather", arguments: '{"unit":"kelvin"}' },
  };
  await streamEvents(page, "/v1/chat/completions", [
    { type: "chunk", choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] },
    { type: "chunk", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  ]);
  await composer(page).fill("And in Rome?");
  await composer(page).press("Enter");
  await settled(page, 2);
  await expect(lastResponse(page)).toContainText("Doesn’t match the tool’s parameters");
  await expect(lastResponse(page)).toContainText("“city” is missing.");
});
