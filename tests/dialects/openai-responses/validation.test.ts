/** Each wrong body is a 400 that names the field. */
import { describe, expect, it } from "vitest";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";

const item = (fields: unknown) => ({ input: [fields] });
const part = (fields: unknown) => item({ role: "user", content: [fields] });
const tool = (fields: unknown) => ({ tools: [fields] });

const wrong: [body: unknown, param: string | undefined][] = [
  [5, undefined],
  [{ model: 5 }, "model"],
  [{ model: "" }, "model"],
  [{ input: undefined }, "input"],
  [{ input: [] }, "input"],
  [{ input: 5 }, "input"],
  [item(5), "input[0]"],
  [item({ role: "robot", content: "x" }), "input[0].role"],
  [item({ content: "x" }), "input[0].role"],
  [item({ role: "user" }), "input[0].content"],
  [item({ role: "user", content: 5 }), "input[0].content"],
  [item({ type: 5 }), "input[0].type"],
  [item({ type: "message", role: "assistant", content: [{ type: "output_text" }] }), "input[0].content[0].text"],
  [item({ role: "assistant", content: [{ type: "refusal", refusal: 1 }] }), "input[0].content[0].refusal"],
  [part("x"), "input[0].content[0]"],
  [part({ text: "x" }), "input[0].content[0].type"],
  [part({ type: "input_text" }), "input[0].content[0].text"],
  [part({ type: "input_image" }), "input[0].content[0].image_url"],
  [part({ type: "input_image", image_url: "ftp://x" }), "input[0].content[0].image_url"],
  [part({ type: "input_image", image_url: "https://x", detail: "huge" }), "input[0].content[0].detail"],
  [part({ type: "input_file" }), "input[0].content[0].file_data"],
  [part({ type: "input_file", file_url: "x" }), "input[0].content[0].file_url"],
  [item({ type: "function_call", name: "f", arguments: "{}" }), "input[0].call_id"],
  [item({ type: "function_call", call_id: "c", name: "f", arguments: {} }), "input[0].arguments"],
  [item({ type: "function_call", call_id: "c", arguments: "{}" }), "input[0].name"],
  [item({ type: "function_call_output", output: "x" }), "input[0].call_id"],
  [item({ type: "function_call_output", call_id: "c" }), "input[0].output"],
  [item({ type: "function_call_output", call_id: "c", output: [{ type: "input_text" }] }), "input[0].output[0].text"],
  [item({ type: "custom_tool_call", call_id: "c", name: "f" }), "input[0].input"],
  [item({ type: "reasoning", summary: "x" }), "input[0].summary"],
  [item({ type: "reasoning", summary: [{ type: "text", text: "x" }] }), "input[0].summary[0].type"],
  [item({ type: "reasoning", summary: [], encrypted_content: 5 }), "input[0].encrypted_content"],
  [item({ type: "item_reference" }), "input[0].id"],
  [item({ type: "output_text" }), "input[0].text"],
  [{ instructions: 5 }, "instructions"],
  [{ previous_response_id: "" }, "previous_response_id"],
  [{ previous_response_id: "a", conversation: "b" }, "previous_response_id"],
  [{ conversation: { name: "x" } }, "conversation.id"],
  [{ store: "yes" }, "store"],
  [{ background: true, store: false }, "background"],
  [{ stream: 1 }, "stream"],
  [{ stream_options: {} }, "stream_options"],
  [{ include: "all" }, "include"],
  [{ include: [5] }, "include[0]"],
  [{ max_output_tokens: 0 }, "max_output_tokens"],
  [{ max_output_tokens: 1.5 }, "max_output_tokens"],
  [{ max_tool_calls: -1 }, "max_tool_calls"],
  [{ temperature: 3 }, "temperature"],
  [{ temperature: "hot" }, "temperature"],
  [{ top_p: 2 }, "top_p"],
  [{ top_logprobs: 21 }, "top_logprobs"],
  [{ reasoning: "high" }, "reasoning"],
  [{ reasoning: { effort: "huge" } }, "reasoning.effort"],
  [{ reasoning: { summary: "long" } }, "reasoning.summary"],
  [{ text: { format: { type: "xml" } } }, "text.format.type"],
  [{ text: { format: { type: "json_schema", schema: {} } } }, "text.format.name"],
  [{ text: { format: { type: "json_schema", name: "a b", schema: {} } } }, "text.format.name"],
  [{ text: { format: { type: "json_schema", name: "a" } } }, "text.format.schema"],
  [{ text: { verbosity: "loud" } }, "text.verbosity"],
  [{ tools: {} }, "tools"],
  [tool({ type: "function" }), "tools[0].name"],
  [tool({ type: "function", function: { name: "f" } }), "tools[0].name"],
  [tool({ type: "function", name: "a b" }), "tools[0].name"],
  [tool({ type: "function", name: "f", parameters: "{}" }), "tools[0].parameters"],
  [tool({ type: "function", name: "f", strict: "yes" }), "tools[0].strict"],
  [tool({ type: "custom" }), "tools[0].name"],
  [tool({ type: "mcp" }), "tools[0].server_label"],
  [tool({ type: "file_search" }), "tools[0].vector_store_ids"],
  [tool({ type: "image_generation", partial_images: 4 }), "tools[0].partial_images"],
  [tool({}), "tools[0].type"],
  [{ tool_choice: "always" }, "tool_choice"],
  [{ tool_choice: { type: "function" } }, "tool_choice.name"],
  [{ tool_choice: { type: "allowed_tools", mode: "auto", tools: [] } }, "tool_choice.tools"],
  [{ tool_choice: { type: "allowed_tools", mode: "any", tools: [{ type: "mcp" }] } }, "tool_choice.mode"],
  [{ parallel_tool_calls: "no" }, "parallel_tool_calls"],
  [{ truncation: "middle" }, "truncation"],
  [{ metadata: { a: 1 } }, "metadata.a"],
  [{ metadata: { a: "x".repeat(513) } }, "metadata.a"],
  [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [index, "x"])) }, "metadata"],
  [{ service_tier: "gold" }, "service_tier"],
  [{ safety_identifier: "x".repeat(129) }, "safety_identifier"],
  [{ prompt: {} }, "prompt.id"],
  [{ context_management: [{}] }, "context_management[0].type"],
];

describe("a wrong body", () => {
  it.each(wrong)("%j is a 400 at %s", (fields, param) => {
    const body = typeof fields === "object" ? { model: "m", input: "hi", ...fields } : fields;
    let error: unknown;
    try {
      openAiResponses.parseRequest(body);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ status: 400, param });
    expect((error as Error).message).toContain(param ? `\`${param}\`` : "The request body must");
  });
});

describe("a valid body", () => {
  it.each([
    { input: [{ type: "made_up_next_year" }] },
    { input: [{ id: "msg_1" }] },
    { input: [{ id: "msg_1", type: null }] },
    { input: [{ role: "assistant", content: [] }] },
    { input: [{ type: "reasoning", encrypted_content: "x" }] },
    { input: undefined, previous_response_id: "resp_1" },
    { input: [], conversation: { id: "conv_1" } },
    { tools: [{ type: "made_up_next_year" }], tool_choice: { type: "made_up_next_year" } },
    { previous_response_id: null, conversation: "conv_1", store: null, tools: null },
  ])("%j is accepted", (fields) => {
    expect(() => openAiResponses.parseRequest({ model: "m", input: "hi", ...fields })).not.toThrow();
  });
});
