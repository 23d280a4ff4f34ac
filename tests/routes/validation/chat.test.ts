/** Requests that `POST /v1/chat/completions` accepts and refuses (spec; wire-formats §1.1 to §1.4). */
import { afterAll, beforeAll, describe } from "vitest";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { IMAGE, chatRoute as route } from "#tests/support/json-routes.ts";
import { itRefuses, itTakes, type WrongBody } from "#tests/support/wrong-bodies.ts";

const QUESTION = { role: "user", content: "Hi" };
const BASE = { messages: [QUESTION] };

const withMessages = (...messages: unknown[]) => ({ ...BASE, messages });
const withPart = (part: unknown) => withMessages({ role: "user", content: [part] });
const withTool = (definition: unknown) => ({ ...BASE, tools: [{ type: "function", function: definition }] });
const withFormat = (schema: unknown) => ({ ...BASE, response_format: { type: "json_schema", json_schema: schema } });
const withCall = (call: unknown) => withMessages(QUESTION, { role: "assistant", tool_calls: [call] });
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "x"]));
const LONG_KEY = "k".repeat(65);

const wrong: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /must be an object; got null/],
  ["text", "hello", null, /must be an object/],
  ["a number", 42, null, /must be an object/],

  ["no model", { ...BASE, model: undefined }, "model", /^Missing required parameter/],
  ["model null", { ...BASE, model: null }, "model", /got null/],
  ["model a number", { ...BASE, model: 42 }, "model", /must be a string; got 42/],
  ["model empty", { ...BASE, model: "" }, "model"],
  ["model an object", { ...BASE, model: { id: "sandbox/echo" } }, "model", /got an object/],

  ["no messages", {}, "messages", /^Missing required parameter/],
  ["messages null", { ...BASE, messages: null }, "messages"],
  ["messages text", { ...BASE, messages: "Hi" }, "messages", /must be an array; got a string of 2 characters/],
  ["messages an object", { ...BASE, messages: QUESTION }, "messages"],
  ["messages empty", { ...BASE, messages: [] }, "messages", /must contain at least one item\./],
  ["a message null", withMessages(null), "messages[0]"],
  ["a message text", withMessages("Hi"), "messages[0]", /got a string of 2 characters/],
  ["no role", withMessages({ content: "Hi" }), "messages[0].role", /^Missing required parameter/],
  ["an unknown role", withMessages(QUESTION, { role: "robot", content: "Hi" }), "messages[1].role", /got "robot"/],
  ["role a number", withMessages({ role: 7, content: "Hi" }), "messages[0].role"],
  ["user without content", withMessages({ role: "user" }), "messages[0].content", /[Mm]issing/],
  ["user content null", withMessages({ role: "user", content: null }), "messages[0].content"],
  ["user content a number", withMessages({ role: "user", content: 42 }), "messages[0].content", /string or .*array/],
  ["user content an object", withMessages({ role: "user", content: { text: "Hi" } }), "messages[0].content"],
  ["user content empty", withMessages({ role: "user", content: [] }), "messages[0].content"],
  ["system without content", withMessages({ role: "system" }, QUESTION), "messages[0].content"],
  ["developer content null", withMessages({ role: "developer", content: null }, QUESTION), "messages[0].content"],
  ["name a number", withMessages({ ...QUESTION, name: 7 }), "messages[0].name"],

  ["a part that is text", withPart("Hi"), "messages[0].content[0]", /got a string of 2 characters/],
  ["a part without type", withPart({ text: "Hi" }), "messages[0].content[0].type"],
  ["a text part without text", withPart({ type: "text" }), "messages[0].content[0].text", /[Mm]issing/],
  ["a text part of a number", withPart({ type: "text", text: 1 }), "messages[0].content[0].text"],
  ["an image without its object", withPart({ type: "image_url" }), "messages[0].content[0].image_url"],
  ["an image as bare text", withPart({ type: "image_url", image_url: IMAGE }), "messages[0].content[0].image_url"],
  ["an image without URL", withPart({ type: "image_url", image_url: {} }), "messages[0].content[0].image_url.url"],
  [
    "an image by ftp",
    withPart({ type: "image_url", image_url: { url: "ftp://example.org/a.png" } }),
    "messages[0].content[0].image_url.url",
    /http/,
  ],
  [
    "an image by file path",
    withPart({ type: "image_url", image_url: { url: "/etc/passwd" } }),
    "messages[0].content[0].image_url.url",
  ],
  [
    "an unknown detail",
    withPart({ type: "image_url", image_url: { url: IMAGE, detail: "huge" } }),
    "messages[0].content[0].image_url.detail",
    /"auto"/,
  ],
  ["audio without its object", withPart({ type: "input_audio" }), "messages[0].content[0].input_audio"],
  [
    "audio without data",
    withPart({ type: "input_audio", input_audio: { format: "wav" } }),
    "messages[0].content[0].input_audio.data",
  ],
  [
    "audio in flac",
    withPart({ type: "input_audio", input_audio: { data: "UklGRg==", format: "flac" } }),
    "messages[0].content[0].input_audio.format",
    /"wav", "mp3"/,
  ],
  ["a file of nothing", withPart({ type: "file", file: {} }), "messages[0].content[0].file", /file_id/],
  [
    "a file with a name and no data",
    withPart({ type: "file", file: { filename: "a.pdf" } }),
    "messages[0].content[0].file",
  ],
  [
    "a file that nobody uploaded",
    withPart({ type: "file", file: { file_id: "file_1" } }),
    "messages[0].content[0].file.file_id",
    /must be an uploaded file; "file_1" not found/,
  ],
  [
    "a file whose data is a number",
    withPart({ type: "file", file: { file_data: 1 } }),
    "messages[0].content[0].file.file_data",
  ],
  [
    "an error in the second part",
    withMessages({ role: "user", content: [{ type: "text", text: "Hi" }, { type: "text" }] }),
    "messages[0].content[1].text",
  ],

  ["assistant without content", withMessages(QUESTION, { role: "assistant" }), "messages[1].content"],
  [
    "assistant with no calls in its list",
    withMessages(QUESTION, { role: "assistant", content: null, tool_calls: [] }),
    "messages[1].content",
  ],
  ["a call without id", withCall({ function: { name: "f", arguments: "{}" } }), "messages[1].tool_calls[0].id"],
  ["a call without function", withCall({ id: "call_1", type: "function" }), "messages[1].tool_calls[0].function"],
  [
    "arguments as an object",
    withCall({ id: "call_1", type: "function", function: { name: "f", arguments: {} } }),
    "messages[1].tool_calls[0].function.arguments",
  ],
  [
    "a call of an empty name",
    withCall({ id: "call_1", type: "function", function: { name: "", arguments: "{}" } }),
    "messages[1].tool_calls[0].function.name",
  ],
  [
    "a custom call without input",
    withCall({ id: "call_1", type: "custom", custom: { name: "f" } }),
    "messages[1].tool_calls[0].custom.input",
  ],
  [
    "a tool result without call id",
    withMessages(QUESTION, { role: "tool", content: "42" }),
    "messages[1].tool_call_id",
  ],
  [
    "a tool result without content",
    withMessages(QUESTION, { role: "tool", tool_call_id: "call_1" }),
    "messages[1].content",
  ],
  ["a function result without name", withMessages(QUESTION, { role: "function", content: "42" }), "messages[1].name"],

  [
    "temperature text",
    { ...BASE, temperature: "hot" },
    "temperature",
    /must be a number; got a string of 3 characters/,
  ],
  ["temperature over 2", { ...BASE, temperature: 2.1 }, "temperature", /must be between 0 and 2;/],
  [
    "temperature below 0",
    { ...BASE, temperature: -0.1 },
    "temperature",
    /must be (?:at least 0|between 0 and [\d.]+); got -/,
  ],
  ["top_p over 1", { ...BASE, top_p: 1.01 }, "top_p"],
  ["top_p text", { ...BASE, top_p: "0.5" }, "top_p"],
  ["frequency_penalty over 2", { ...BASE, frequency_penalty: 3 }, "frequency_penalty"],
  ["presence_penalty under -2", { ...BASE, presence_penalty: -2.5 }, "presence_penalty"],
  ["n of 0", { ...BASE, n: 0 }, "n"],
  ["n over 128", { ...BASE, n: 129 }, "n"],
  ["n of a half", { ...BASE, n: 1.5 }, "n"],
  ["n text", { ...BASE, n: "2" }, "n"],
  ["max_tokens of 0", { ...BASE, max_tokens: 0 }, "max_tokens"],
  ["max_tokens negative", { ...BASE, max_tokens: -1 }, "max_tokens"],
  ["max_tokens text", { ...BASE, max_tokens: "10" }, "max_tokens"],
  ["max_completion_tokens of a half", { ...BASE, max_completion_tokens: 1.5 }, "max_completion_tokens"],
  ["five stop strings", { ...BASE, stop: ["a", "b", "c", "d", "e"] }, "stop"],
  ["a stop that is no text", { ...BASE, stop: ["a", 1] }, "stop[1]"],
  ["stop a number", { ...BASE, stop: 5 }, "stop"],
  ["seed text", { ...BASE, seed: "7" }, "seed"],
  ["seed of a half", { ...BASE, seed: 1.5 }, "seed", /must be an integer/],
  ["logit_bias an array", { ...BASE, logit_bias: [] }, "logit_bias"],
  ["a bias over 100", { ...BASE, logit_bias: { 50256: 101 } }, "logit_bias.50256"],
  ["a bias that is text", { ...BASE, logit_bias: { 50256: "1" } }, "logit_bias.50256"],
  ["logprobs text", { ...BASE, logprobs: "yes" }, "logprobs"],
  ["top_logprobs over 20", { ...BASE, logprobs: true, top_logprobs: 21 }, "top_logprobs"],
  ["top_logprobs negative", { ...BASE, logprobs: true, top_logprobs: -1 }, "top_logprobs"],
  ["top_logprobs without logprobs", { ...BASE, top_logprobs: 2 }, "top_logprobs", /requires `logprobs` to be true/],
  ["top_logprobs with logprobs off", { ...BASE, logprobs: false, top_logprobs: 2 }, "top_logprobs"],

  ["response_format text", { ...BASE, response_format: "json" }, "response_format"],
  ["response_format without type", { ...BASE, response_format: {} }, "response_format.type"],
  [
    "an unknown response_format",
    { ...BASE, response_format: { type: "xml" } },
    "response_format.type",
    /"json_schema"/,
  ],
  ["json_schema without its object", withFormat(undefined), "response_format.json_schema"],
  ["a schema without name", withFormat({ schema: {} }), "response_format.json_schema.name"],
  ["a schema's name with a space", withFormat({ name: "my schema" }), "response_format.json_schema.name"],
  ["a schema that is text", withFormat({ name: "a", schema: "{}" }), "response_format.json_schema.schema"],
  ["strict that is text", withFormat({ name: "a", schema: {}, strict: "yes" }), "response_format.json_schema.strict"],

  ["tools an object", { ...BASE, tools: {} }, "tools"],
  ["a tool null", { ...BASE, tools: [null] }, "tools[0]"],
  ["a tool without type", { ...BASE, tools: [{ function: { name: "f" } }] }, "tools[0].type"],
  ["a tool without function", { ...BASE, tools: [{ type: "function" }] }, "tools[0].function"],
  ["a tool without name", withTool({ parameters: {} }), "tools[0].function.name"],
  ["a tool's name with a space", withTool({ name: "my tool" }), "tools[0].function.name", /letters, digits/],
  ["a tool's name of 65 characters", withTool({ name: LONG_KEY }), "tools[0].function.name"],
  ["a tool's name empty", withTool({ name: "" }), "tools[0].function.name"],
  ["parameters an array", withTool({ name: "f", parameters: [] }), "tools[0].function.parameters"],
  ["a description that is a number", withTool({ name: "f", description: 1 }), "tools[0].function.description"],
  ["a tool's strict that is text", withTool({ name: "f", strict: "true" }), "tools[0].function.strict"],
  ["a custom tool without its object", { ...BASE, tools: [{ type: "custom" }] }, "tools[0].custom"],
  ["an unknown tool_choice", { ...BASE, tool_choice: "sometimes" }, "tool_choice", /"none"|none/],
  [
    "tool_choice required without tools",
    { ...BASE, tool_choice: "required" },
    "tool_choice",
    /`tool_choice` requires `tools`\./,
  ],
  [
    "tool_choice of a tool that is not offered",
    {
      ...BASE,
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: { type: "function", function: { name: "g" } },
    },
    "tool_choice",
    /must name one of the `tools`/,
  ],
  ["tool_choice a number", { ...BASE, tool_choice: 1 }, "tool_choice"],
  ["tool_choice without type", { ...BASE, tool_choice: {} }, "tool_choice.type"],
  ["tool_choice without function", { ...BASE, tool_choice: { type: "function" } }, "tool_choice.function"],
  [
    "tool_choice without name",
    { ...BASE, tool_choice: { type: "function", function: {} } },
    "tool_choice.function.name",
  ],
  [
    "allowed_tools of an unknown mode",
    { ...BASE, tool_choice: { type: "allowed_tools", allowed_tools: { mode: "all", tools: [{ type: "function" }] } } },
    "tool_choice.allowed_tools.mode",
  ],
  ["parallel_tool_calls text", { ...BASE, parallel_tool_calls: "no" }, "parallel_tool_calls"],

  ["an unknown effort", { ...BASE, reasoning_effort: "extreme" }, "reasoning_effort", /"minimal"/],
  ["an unknown verbosity", { ...BASE, verbosity: "loud" }, "verbosity"],
  ["modalities text", { ...BASE, modalities: "text" }, "modalities"],
  ["no modality", { ...BASE, modalities: [] }, "modalities"],
  ["an unknown modality", { ...BASE, modalities: ["text", "video"] }, "modalities[1]"],
  [
    "audio asked for without its settings",
    { ...BASE, modalities: ["text", "audio"] },
    "audio",
    /must be set when `modalities` contains "audio"/,
  ],
  ["an unknown audio format", { ...BASE, audio: { format: "midi", voice: "alloy" } }, "audio.format"],
  ["a prediction without content", { ...BASE, prediction: { type: "content" } }, "prediction.content"],
  ["stream text", { ...BASE, stream: "true" }, "stream", /must be a boolean/],
  ["stream a number", { ...BASE, stream: 1 }, "stream"],
  ["stream_options without stream", { ...BASE, stream_options: {} }, "stream_options", /requires `stream` to be true/],
  ["stream_options with stream off", { ...BASE, stream: false, stream_options: {} }, "stream_options"],
  ["stream_options a boolean", { ...BASE, stream: true, stream_options: true }, "stream_options"],
  [
    "include_usage text",
    { ...BASE, stream: true, stream_options: { include_usage: "yes" } },
    "stream_options.include_usage",
  ],
  ["store a number", { ...BASE, store: 1 }, "store"],
  ["metadata text", { ...BASE, metadata: "x" }, "metadata"],
  ["metadata of a number", { ...BASE, metadata: { run: 1 } }, "metadata.run"],
  ["metadata of 17 pairs", { ...BASE, metadata: pairs(17) }, "metadata", /16/],
  ["a metadata key of 65 characters", { ...BASE, metadata: { [LONG_KEY]: "x" } }, `metadata.${LONG_KEY}`],
  ["a metadata value of 513 characters", { ...BASE, metadata: { run: "x".repeat(513) } }, "metadata.run", /512/],
  ["an unknown service tier", { ...BASE, service_tier: "gold" }, "service_tier"],
  ["prompt_cache_key a number", { ...BASE, prompt_cache_key: 7 }, "prompt_cache_key"],
  ["an unknown cache retention", { ...BASE, prompt_cache_retention: "1h" }, "prompt_cache_retention"],
  ["a safety_identifier of 129 characters", { ...BASE, safety_identifier: "x".repeat(129) }, "safety_identifier"],
  ["user a number", { ...BASE, user: 7 }, "user"],
  ["no functions in the list", { ...BASE, functions: [] }, "functions"],
  ["a function without name", { ...BASE, functions: [{}] }, "functions[0].name"],
  ["an unknown function_call", { ...BASE, function_call: "maybe" }, "function_call"],
  ["web_search_options text", { ...BASE, web_search_options: "on" }, "web_search_options"],
];

/** Odd, but right. */
const right: [name: string, body: unknown][] = [
  [
    "null for everything that is not set",
    {
      ...BASE,
      ...Object.fromEntries(
        [
          [
            "temperature",
            "top_p",
            "n",
            "max_tokens",
            "max_completion_tokens",
            "stop",
            "seed",
            "logit_bias",
            "logprobs",
          ],
          ["top_logprobs", "response_format", "tools", "tool_choice", "parallel_tool_calls", "reasoning_effort"],
          ["verbosity", "modalities", "audio", "prediction", "stream", "stream_options", "store", "metadata", "user"],
          ["service_tier", "prompt_cache_key", "safety_identifier", "frequency_penalty", "presence_penalty"],
          ["functions", "function_call", "web_search_options", "moderation"],
        ]
          .flat()
          .map((field) => [field, null]),
      ),
    },
  ],
  ["fields that nobody knows", { ...BASE, top_k: 40, thinking: { type: "enabled" }, "x-vendor": [1, null] }],
  ["an unknown field in a message", withMessages({ ...QUESTION, cache_control: { type: "ephemeral" } })],
  ["an unknown content part", withPart({ type: "video_url", video_url: { url: "https://example.org/a.mp4" } })],
  ["an unknown field in a part", withPart({ type: "text", text: "Hi", cache_control: { type: "ephemeral" } })],
  ["an unknown tool", { ...BASE, tools: [{ type: "web_search", max_uses: 3 }] }],
  [
    "a seed over JavaScript's safe integers",
    '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hi"}],"seed":9223372036854775807}',
  ],
  ["a negative seed", { ...BASE, seed: -1 }],
  ["no tools in the list", { ...BASE, tools: [] }],
  ["an empty question", withMessages({ role: "user", content: "" })],
  ["an empty text part", withPart({ type: "text", text: "" })],
  ["a system message alone", withMessages({ role: "system", content: "Be brief." })],
  ["an assistant's message last", withMessages(QUESTION, { role: "assistant", content: "Hello" })],
  [
    "calls without content",
    withMessages(
      QUESTION,
      {
        role: "assistant",
        tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "not JSON" } }],
      },
      { role: "tool", tool_call_id: "c1", content: "" },
    ),
  ],
  [
    "calls without a type, with content null",
    withMessages(
      QUESTION,
      { role: "assistant", content: null, tool_calls: [{ id: "c1", function: { name: "f", arguments: "" } }] },
      { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "42" }] },
    ),
  ],
  [
    "the deprecated function pair",
    {
      ...withMessages(
        QUESTION,
        { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
        { role: "function", name: "f", content: "42" },
      ),
      functions: [{ name: "f", parameters: { type: "object" } }],
      function_call: "auto",
    },
  ],
  ["a refusal without content", withMessages(QUESTION, { role: "assistant", content: null, refusal: "No." }, QUESTION)],
  ["a tool without parameters", withTool({ name: "now" })],
  ["a tool's nulls", withTool({ name: "now", description: null, parameters: null, strict: null })],
  ["stop as one text", { ...BASE, stop: "x" }],
  ["no stop strings in the list", { ...BASE, stop: [] }],
  ["both names of the token limit", { ...BASE, max_tokens: 5, max_completion_tokens: 5 }],
  ["limits at their bounds", { ...BASE, temperature: 2, top_p: 0, frequency_penalty: -2, presence_penalty: 2 }],
  ["metadata at its bounds", { ...BASE, metadata: { ...pairs(15), ["k".repeat(64)]: "v".repeat(512) } }],
  ["a schema without a schema", withFormat({ name: "anything" })],
  ["an image in upper case", withPart({ type: "image_url", image_url: { url: IMAGE.replace("data:", "DATA:") } })],
  ["a file as bare base64", withPart({ type: "file", file: { filename: "a.pdf", file_data: "JVBERi0xLjQK" } })],
  [
    "a field named __proto__",
    '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hi"}],"__proto__":{"a":1}}',
  ],
  [
    "a byte order of fields that puts model last",
    '{"messages":[{"content":"Hi","role":"user"}],"model":"sandbox/echo"}',
  ],
  ["space around the JSON", ` \n${JSON.stringify({ model: "sandbox/echo", ...BASE })}\r\n`],
];

describe("on the node mount", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
  });
  afterAll(() => gateway?.close());

  describe("refuses", () => itRefuses({ gateway: () => gateway, route, table: wrong }));
  describe("accepts", () => itTakes({ gateway: () => gateway, route, table: right }));
});
