/**
 * A tool called by an upstream of another API than the page's: arguments and result, reasoning that goes back as
 * it came, what the upstream has no place for, and sources.
 */
import { expect } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { CHAT_TOOLS } from "#lib/playground/tools/notations/chat-tools.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { answers, lastResponse, send } from "./chat-page.ts";
import { test } from "./page-test.ts";
import { framesOf, namedFrames, openWith, paced, saying, scriptResponse } from "./scripted.ts";

const SEAL = "EqQBCkYIBxgCKkA";
const ARGUMENTS = ['{"city":"Os', 'lo"}'];

/** Each upstream's stream of reasoning followed by a tool call, and the form in which it expects them back. */
const UPSTREAMS = {
  "stub-messages": {
    dialect: "anthropic-messages",
    call: namedFrames([
      { type: "message_start", message: { id: "msg_1", role: "assistant", usage: { input_tokens: 3 } } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Where is Oslo?" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: SEAL } },
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "toolu_1", name: "get_weather" },
      },
      ...ARGUMENTS.map((partial_json) => ({
        type: "content_block_delta",
        index: 1,
        delta: { type: "input_json_delta", partial_json },
      })),
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ]),
    wanted: [
      { type: "thinking", thinking: "Where is Oslo?", signature: SEAL },
      { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Oslo" } },
      { type: "tool_result", tool_use_id: "toolu_1" },
    ],
  },
  "stub-responses": {
    dialect: "openai-responses",
    call: namedFrames([
      { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } },
      {
        type: "response.reasoning_summary_text.delta",
        item_id: "rs_1",
        output_index: 0,
        summary_index: 0,
        delta: "Where is Oslo?",
      },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: {
          type: "reasoning",
          id: "rs_1",
          summary: [{ type: "summary_text", text: "Where is Oslo?" }],
          encrypted_content: SEAL,
        },
      },
      { type: "response.output_item.added", output_index: 1, item: functionCall("") },
      ...ARGUMENTS.map((delta) => ({
        type: "response.function_call_arguments.delta",
        item_id: "fc_1",
        output_index: 1,
        delta,
      })),
      { type: "response.output_item.done", output_index: 1, item: functionCall(ARGUMENTS.join("")) },
      { type: "response.completed", response: { id: "resp_1", status: "completed", output: [] } },
    ]),
    wanted: [
      { type: "reasoning", summary: [{ type: "summary_text", text: "Where is Oslo?" }], encrypted_content: SEAL },
      { type: "function_call", call_id: "call_1", name: "get_weather", arguments: ARGUMENTS.join("") },
      { type: "function_call_output", call_id: "call_1" },
    ],
  },
} as const;

function functionCall(args: string) {
  return { type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather", arguments: args };
}

const CITED: Part[] = saying("It is 8 degrees in Oslo.").flatMap((part): Part[] =>
  part.type === "text-end"
    ? [{ type: "source", choice: 0, url: "https://weather.example/oslo", title: "Weather of Oslo" }, part]
    : [part],
);

type Journey = {
  name: TextPage;
  stub: keyof typeof UPSTREAMS;
  toolsText: string;
  /** Includes one that this upstream's API has no place for. */
  parameters: Record<string, number | string | boolean>;
  dropped: string;
};

const JOURNEYS: Journey[] = [
  { name: "chat", stub: "stub-messages", toolsText: CHAT_TOOLS.example, parameters: { seed: 7 }, dropped: "seed" },
  {
    name: "responses",
    stub: "stub-messages",
    toolsText: RESPONSES_TOOLS.example,
    parameters: { max_tool_calls: 3 },
    dropped: "max_tool_calls",
  },
  {
    name: "messages",
    stub: "stub-responses",
    toolsText: MESSAGES_TOOLS.example,
    parameters: { top_k: 40 },
    dropped: "top_k",
  },
  {
    name: "generate-content",
    stub: "stub-messages",
    toolsText: GENERATE_CONTENT_TOOLS.example,
    parameters: { seed: 7 },
    dropped: "generationConfig.seed",
  },
];

for (const { name, stub, toolsText, parameters, dropped } of JOURNEYS) {
  test(`${name}: thinks, calls a tool and cites through ${stub}`, { tag: "@desktop" }, async ({ page }) => {
    const { dialect, call, wanted } = UPSTREAMS[stub];
    const script = await scriptResponse(
      { steps: paced(call, { every: 20 }) },
      { steps: paced(framesOf(dialect, CITED)) },
    );
    await openWith(page, { name, model: `${stub}/${script.id}`, toolsText, parameters });
    await send(page, "What is the weather in Oslo?");
    await expect(page.getByRole("article", { name: "Call to get_weather" })).toContainText("Oslo");
    await expect(lastResponse(page).getByRole("button", { name: /^Thought for/ })).toBeVisible();
    await expect(lastResponse(page)).toContainText(`not supported by this provider): ${dropped}`);
    await page.getByRole("textbox", { name: "Result of get_weather" }).fill('{"temperature": 8}');
    await page.getByRole("button", { name: "Send result" }).click();
    await expect(answers(page)).toHaveCount(2);
    await expect(lastResponse(page)).toHaveAttribute("data-state", "complete");
    await expect(lastResponse(page)).toContainText("It is 8 degrees in Oslo.");
    await expect(lastResponse(page).getByRole("region", { name: "Sources" })).toContainText("Weather of Oslo");
    const [first, second] = (await script.requests()).map(({ body }) => body);
    for (const parameter of Object.keys(parameters)) expect(first).not.toHaveProperty(parameter);
    const blocks = itemsOf(second);
    for (const block of wanted) expect(blocks).toContainEqual(expect.objectContaining(block));
    expect(JSON.stringify(blocks)).toMatch(/temperature\\":\s?8/);
  });
}

/** The items of a conversation, whether they lie in it by themselves or in its messages. */
function itemsOf(body: unknown): unknown[] {
  const { messages, input } = body as { messages?: { content: unknown }[]; input?: unknown[] };
  return input ?? (messages ?? []).flatMap(({ content }) => content);
}
