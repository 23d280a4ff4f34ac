/** Requests that `POST /v1/responses` and its token count accept and refuse (spec; wire-formats §2.1 to §2.3). */
import { afterAll, beforeAll, describe } from "vitest";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { IMAGE, inputTokensRoute, responsesRoute } from "#tests/support/json-routes.ts";
import { itRefuses, itTakes, type WrongBody } from "#tests/support/wrong-bodies.ts";

const QUESTION = { role: "user", content: "Hi" };
const BASE = { input: "Hi" };
const TOOL = { type: "function", name: "f", parameters: { type: "object" } };

const withItem = (item: unknown) => ({ input: [item] });
const withPart = (part: unknown) => withItem({ role: "user", content: [part] });
const withTool = (tool: unknown) => ({ ...BASE, tools: [tool] });
const withFormat = (format: unknown) => ({ ...BASE, text: { format } });
const withChoice = (choice: unknown) => ({ ...BASE, tools: [TOOL], tool_choice: choice });
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "x"]));
const CALL = { type: "function_call", call_id: "c1", name: "f", arguments: "{}" };
const RESULT = { type: "function_call_output", call_id: "c1", output: "42" };
const PART = "input[0].content[0]";

const wrong: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /must be an object; got null/],
  ["text", "hello", null, /must be an object/],
  ["a number", 42, null, /must be an object/],

  ["no model", { ...BASE, model: undefined }, "model", /^Missing required parameter/],
  ["model null", { ...BASE, model: null }, "model", /got null/],
  ["model a number", { ...BASE, model: 5 }, "model", /must be a string; got 5/],
  ["model empty", { ...BASE, model: "" }, "model"],

  ["no input", {}, "input", /must be a string or an array of items; it is missing/],
  ["input null", { input: null }, "input"],
  ["input a number", { input: 5 }, "input", /string or .*array/],
  ["input an object", { input: QUESTION }, "input"],
  ["an empty list", { input: [] }, "input"],
  ["messages instead of input", { messages: [QUESTION] }, "input"],
  ["an item null", withItem(null), "input[0]", /got null/],
  ["an item that is text", withItem("Hi"), "input[0]"],
  ["a list in the list", withItem([QUESTION]), "input[0]", /got an array of 1/],
  ["an item of nothing", withItem({}), "input[0].role", /[Mm]issing/],
  ["a type that is a number", withItem({ type: 5 }), "input[0].type"],
  ["an unknown role", withItem({ role: "robot", content: "x" }), "input[0].role", /"user".*got "robot"/],
  ["the role of a tool", withItem({ role: "tool", content: "x" }), "input[0].role"],
  ["no content", withItem({ role: "user" }), "input[0].content", /[Mm]issing/],
  ["content null", withItem({ role: "user", content: null }), "input[0].content"],
  ["content a number", withItem({ role: "system", content: 5 }), "input[0].content"],
  ["an error in the second item", { input: [QUESTION, { role: "user" }] }, "input[1].content"],
  ["an id that is a number", withItem({ ...QUESTION, id: 5 }), "input[0].id"],

  ["a part that is text", withPart("Hi"), PART, /got a string of 2 characters/],
  ["a part without type", withPart({ text: "Hi" }), `${PART}.type`],
  ["a text part without text", withPart({ type: "input_text" }), `${PART}.text`, /[Mm]issing/],
  ["a text part of a number", withPart({ type: "input_text", text: 1 }), `${PART}.text`],
  [
    "an image without URL",
    withPart({ type: "input_image" }),
    `${PART}.image_url`,
    /must be set unless `file_id` is set/,
  ],
  [
    "an image in the form of chat",
    withPart({ type: "input_image", image_url: { url: IMAGE } }),
    `${PART}.image_url`,
    /must be a string; got an object/,
  ],
  ["an image by ftp", withPart({ type: "input_image", image_url: "ftp://x/a.png" }), `${PART}.image_url`, /http/],
  ["an image by file path", withPart({ type: "input_image", image_url: "/etc/passwd" }), `${PART}.image_url`],
  ["an unknown detail", withPart({ type: "input_image", image_url: IMAGE, detail: "huge" }), `${PART}.detail`],
  ["an empty file id", withPart({ type: "input_image", file_id: "" }), `${PART}.file_id`],
  [
    "a file of nothing",
    withPart({ type: "input_file" }),
    `${PART}.file_data`,
    /must be set unless `file_id` or `file_url` is set/,
  ],
  ["a file with a name alone", withPart({ type: "input_file", filename: "a.pdf" }), `${PART}.file_data`],
  ["a file by a path", withPart({ type: "input_file", file_url: "a.pdf" }), `${PART}.file_url`, /http/],
  ["a file whose data is a number", withPart({ type: "input_file", file_data: 1 }), `${PART}.file_data`],
  [
    "an answer's part without text",
    withItem({ role: "assistant", content: [{ type: "output_text" }] }),
    `${PART}.text`,
  ],
  [
    "a refusal of a number",
    withItem({ role: "assistant", content: [{ type: "refusal", refusal: 1 }] }),
    `${PART}.refusal`,
  ],

  ["a call without id", withItem({ ...CALL, call_id: undefined }), "input[0].call_id", /[Mm]issing/],
  ["a call without name", withItem({ ...CALL, name: undefined }), "input[0].name"],
  ["a call of an empty name", withItem({ ...CALL, name: "" }), "input[0].name"],
  ["arguments as an object", withItem({ ...CALL, arguments: {} }), "input[0].arguments", /must be a string/],
  ["a result without call id", withItem({ ...RESULT, call_id: undefined }), "input[0].call_id"],
  ["a result without output", withItem({ ...RESULT, output: undefined }), "input[0].output"],
  ["a result of a number", withItem({ ...RESULT, output: 42 }), "input[0].output"],
  [
    "a result's part without text",
    withItem({ ...RESULT, output: [{ type: "input_text" }] }),
    "input[0].output[0].text",
  ],
  [
    "a custom call without input",
    withItem({ type: "custom_tool_call", call_id: "c", name: "f" }),
    "input[0].input",
    /[Mm]issing/,
  ],
  ["a custom result without output", withItem({ type: "custom_tool_call_output", call_id: "c" }), "input[0].output"],
  ["a summary of text", withItem({ type: "reasoning", summary: "x" }), "input[0].summary"],
  [
    "a summary of another type",
    withItem({ type: "reasoning", summary: [{ type: "text", text: "x" }] }),
    "input[0].summary[0].type",
    /"summary_text"/,
  ],
  ["sealed reasoning of a number", withItem({ type: "reasoning", encrypted_content: 5 }), "input[0].encrypted_content"],
  ["a reference to nothing", withItem({ type: "item_reference" }), "input[0].id"],
  [
    "a reference to what is not stored",
    withItem({ type: "item_reference", id: "msg_x" }),
    "input[0].id",
    /refers to the item "[^"]+", which was not found/,
  ],
  ["a flat text without text", withItem({ type: "output_text" }), "input[0].text"],

  ["instructions a number", { ...BASE, instructions: 5 }, "instructions"],
  ["instructions a list", { ...BASE, instructions: [QUESTION] }, "instructions"],
  ["an empty previous response", { ...BASE, previous_response_id: "" }, "previous_response_id"],
  ["an unknown previous response", { ...BASE, previous_response_id: "resp_x" }, "previous_response_id", /not found/],
  [
    "both ways to go on",
    { ...BASE, previous_response_id: "a", conversation: "b" },
    "previous_response_id",
    /must be absent when `conversation` is set/,
  ],
  ["a conversation without id", { ...BASE, conversation: { name: "x" } }, "conversation.id"],
  ["a conversation", { ...BASE, conversation: "conv_1" }, "conversation", /not supported|not found/],
  ["store text", { ...BASE, store: "yes" }, "store", /must be a boolean/],
  ["background text", { ...BASE, background: "true" }, "background"],
  [
    "background without store",
    { ...BASE, background: true, store: false },
    "background",
    /requires `store` to be true/,
  ],
  ["stream a number", { ...BASE, stream: 1 }, "stream"],
  ["stream_options without stream", { ...BASE, stream_options: {} }, "stream_options", /requires `stream` to be true/],
  ["stream_options a boolean", { ...BASE, stream: true, stream_options: true }, "stream_options"],
  [
    "obfuscation of text",
    { ...BASE, stream: true, stream_options: { include_obfuscation: "no" } },
    "stream_options.include_obfuscation",
  ],
  ["include text", { ...BASE, include: "all" }, "include"],
  ["include of a number", { ...BASE, include: [5] }, "include[0]"],
  [
    "max_output_tokens of 0",
    { ...BASE, max_output_tokens: 0 },
    "max_output_tokens",
    /must be (?:at least 1|between 1 and \d+); got 0/,
  ],
  ["max_output_tokens of a half", { ...BASE, max_output_tokens: 1.5 }, "max_output_tokens"],
  ["max_output_tokens text", { ...BASE, max_output_tokens: "10" }, "max_output_tokens"],
  ["max_output_tokens over all counts", { ...BASE, max_output_tokens: 1e300 }, "max_output_tokens"],
  ["max_tool_calls negative", { ...BASE, max_tool_calls: -1 }, "max_tool_calls"],
  ["temperature over 2", { ...BASE, temperature: 2.1 }, "temperature", /must be between 0 and 2;/],
  ["temperature text", { ...BASE, temperature: "hot" }, "temperature"],
  ["top_p below 0", { ...BASE, top_p: -0.1 }, "top_p", /must be (?:at least 0|between 0 and [\d.]+); got -/],
  ["top_logprobs over 20", { ...BASE, top_logprobs: 21 }, "top_logprobs"],
  ["reasoning text", { ...BASE, reasoning: "high" }, "reasoning"],
  ["an unknown effort", { ...BASE, reasoning: { effort: "huge" } }, "reasoning.effort", /"minimal"/],
  ["an unknown summary", { ...BASE, reasoning: { summary: "long" } }, "reasoning.summary"],
  ["an unknown context", { ...BASE, reasoning: { context: "none" } }, "reasoning.context"],
  ["text that is text", { ...BASE, text: "json" }, "text"],
  ["an unknown format", withFormat({ type: "xml" }), "text.format.type", /"json_schema"/],
  ["a format without type", withFormat({ name: "a", schema: {} }), "text.format.type"],
  ["a schema without name", withFormat({ type: "json_schema", schema: {} }), "text.format.name"],
  ["a schema's name with a space", withFormat({ type: "json_schema", name: "a b", schema: {} }), "text.format.name"],
  [
    "a schema's name of 65 characters",
    withFormat({ type: "json_schema", name: "a".repeat(65), schema: {} }),
    "text.format.name",
    /1 to 64/,
  ],
  ["a format without schema", withFormat({ type: "json_schema", name: "a" }), "text.format.schema"],
  ["a schema that is text", withFormat({ type: "json_schema", name: "a", schema: "{}" }), "text.format.schema"],
  [
    "the schema in the form of chat",
    withFormat({ type: "json_schema", json_schema: { name: "a", schema: {} } }),
    "text.format.name",
  ],
  [
    "strict that is text",
    withFormat({ type: "json_schema", name: "a", schema: {}, strict: "yes" }),
    "text.format.strict",
  ],
  ["an unknown verbosity", { ...BASE, text: { verbosity: "loud" } }, "text.verbosity"],

  ["tools an object", { ...BASE, tools: TOOL }, "tools"],
  ["a tool null", withTool(null), "tools[0]"],
  ["a tool without type", withTool({ name: "f" }), "tools[0].type"],
  ["a tool without name", withTool({ type: "function" }), "tools[0].name"],
  [
    "a tool in the form of chat",
    withTool({ type: "function", function: { name: "f" } }),
    "tools[0].name",
    /[Mm]issing/,
  ],
  ["a tool's name with a space", withTool({ ...TOOL, name: "my tool" }), "tools[0].name", /letters, digits/],
  ["a tool's name of 129 characters", withTool({ ...TOOL, name: "f".repeat(129) }), "tools[0].name"],
  ["parameters a list", withTool({ ...TOOL, parameters: [] }), "tools[0].parameters"],
  ["a description of a number", withTool({ ...TOOL, description: 1 }), "tools[0].description"],
  ["a tool's strict that is text", withTool({ ...TOOL, strict: "true" }), "tools[0].strict"],
  ["file search without stores", withTool({ type: "file_search" }), "tools[0].vector_store_ids"],
  ["mcp without label", withTool({ type: "mcp", server_url: "https://x" }), "tools[0].server_label"],
  ["four partial images", withTool({ type: "image_generation", partial_images: 4 }), "tools[0].partial_images"],
  ["an unknown tool_choice", withChoice("sometimes"), "tool_choice", /"none"|none/],
  ["tool_choice a number", withChoice(1), "tool_choice"],
  ["tool_choice without name", withChoice({ type: "function" }), "tool_choice.name"],
  [
    "tool_choice required without tools",
    { ...BASE, tool_choice: "required" },
    "tool_choice",
    /`tool_choice` requires `tools`\./,
  ],
  [
    "a choice that is not offered",
    withChoice({ type: "function", name: "g" }),
    "tool_choice",
    /must name one of the `tools`/,
  ],
  [
    "allowed tools of an unknown mode",
    withChoice({ type: "allowed_tools", mode: "any", tools: [TOOL] }),
    "tool_choice.mode",
  ],
  ["no allowed tools", withChoice({ type: "allowed_tools", mode: "auto", tools: [] }), "tool_choice.tools"],
  ["parallel_tool_calls text", { ...BASE, parallel_tool_calls: "no" }, "parallel_tool_calls"],

  ["an unknown truncation", { ...BASE, truncation: "middle" }, "truncation"],
  ["metadata text", { ...BASE, metadata: "x" }, "metadata"],
  ["metadata of a number", { ...BASE, metadata: { run: 1 } }, "metadata.run"],
  ["metadata of 17 pairs", { ...BASE, metadata: pairs(17) }, "metadata", /16/],
  ["a metadata value of 513 characters", { ...BASE, metadata: { run: "x".repeat(513) } }, "metadata.run", /512/],
  ["an unknown service tier", { ...BASE, service_tier: "gold" }, "service_tier"],
  ["a safety_identifier of 129 characters", { ...BASE, safety_identifier: "x".repeat(129) }, "safety_identifier"],
  ["user a number", { ...BASE, user: 7 }, "user"],
  ["prompt_cache_key a number", { ...BASE, prompt_cache_key: 7 }, "prompt_cache_key"],
  ["an unknown cache retention", { ...BASE, prompt_cache_retention: "1h" }, "prompt_cache_retention"],
  ["a prompt without id", { ...BASE, prompt: {} }, "prompt.id"],
  ["context management without type", { ...BASE, context_management: [{}] }, "context_management[0].type"],
  ["a text of over ten million characters", { input: "x".repeat(10_485_761) }, "input"],
];

/** Looked for when the prompt is to be answered. */
const wrongFile: WrongBody = [
  "a file that nobody uploaded",
  withPart({ type: "input_file", file_id: "file_1" }),
  `${PART}.file_id`,
  /must be an uploaded file; "file_1" not found/,
];

/** Odd, but right. */
const right: [name: string, body: unknown][] = [
  ["a null for whatever is not set", { ...BASE, ...Object.fromEntries(nullable().map((field) => [field, null])) }],
  ["fields that nobody knows", { ...BASE, top_k: 40, thinking: { type: "enabled" }, "x-vendor": [1, null] }],
  ["an empty text", { input: "" }],
  ["an item that is newer than this gateway", { input: [QUESTION, { type: "made_up_next_year", x: 1 }] }],
  ["a part that is newer", { input: [{ role: "user", content: [{ type: "input_video", url: "x" }] }] }],
  ["no parts", { input: [{ role: "assistant", content: [] }, QUESTION] }],
  ["an assistant first", { input: [{ role: "assistant", content: "Hello" }, QUESTION] }],
  ["an assistant last", { input: [QUESTION, { role: "assistant", content: "Hello" }] }],
  ["instructions in the middle", { input: [QUESTION, { role: "developer", content: "In verse." }, QUESTION] }],
  ["a result without its call", { input: [QUESTION, RESULT] }],
  ["a call without its result", { input: [QUESTION, CALL] }],
  ["a result twice", { input: [QUESTION, CALL, RESULT, RESULT] }],
  ["arguments that are no JSON", { input: [QUESTION, { ...CALL, arguments: "not JSON" }, RESULT] }],
  ["a flat text alone", { input: [{ type: "output_text", text: "Hello" }, QUESTION] }],
  ["a tool that is newer", { ...BASE, tools: [{ type: "made_up_next_year" }] }],
  ["a tool without parameters", { ...BASE, tools: [{ type: "function", name: "now" }] }],
  ["two tools of one name", { ...BASE, tools: [TOOL, TOOL] }],
  ["500 tools", { ...BASE, tools: Array.from({ length: 500 }, (_, index) => ({ ...TOOL, name: `f${index}` })) }],
  ["a choice of a hosted tool", { ...BASE, tools: [{ type: "web_search" }], tool_choice: { type: "web_search" } }],
  ["limits at their bounds", { ...BASE, temperature: 2, top_p: 0, top_logprobs: 20, max_output_tokens: 1 }],
  ["metadata at its bounds", { ...BASE, metadata: { ...pairs(15), ["k".repeat(64)]: "v".repeat(512) } }],
];

function nullable(): string[] {
  return [
    ...["instructions", "previous_response_id", "conversation", "store", "background", "stream", "stream_options"],
    ...["include", "max_output_tokens", "max_tool_calls", "temperature", "top_p", "top_logprobs", "reasoning", "text"],
    ...["tools", "tool_choice", "parallel_tool_calls", "truncation", "metadata", "service_tier", "safety_identifier"],
    ...["user", "prompt_cache_key", "prompt_cache_retention", "prompt", "context_management", "moderation"],
  ];
}

describe("on the node mount", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
  });
  afterAll(() => gateway?.close());

  describe(responsesRoute.name, () => {
    const route = responsesRoute;
    describe("refuses", () => itRefuses({ gateway: () => gateway, route, table: [...wrong, wrongFile] }));
    describe("accepts", () => itTakes({ gateway: () => gateway, route, table: right }));
  });

  describe(inputTokensRoute.name, () => {
    const route = inputTokensRoute;
    describe("refuses", () => itRefuses({ gateway: () => gateway, route, table: wrong }));
    describe("accepts", () => itTakes({ gateway: () => gateway, route, table: right }));
  });
});
