/** Requests that `POST /v1beta/interactions` accepts and refuses (wire-formats §14). */
import { afterAll, beforeAll, describe } from "vitest";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { interactionsRoute } from "#tests/support/json-routes.ts";
import { itRefuses, itTakes, type WrongBody } from "#tests/support/wrong-bodies.ts";

const PIXEL = "iVBORw0KGgo=";
const first = (element: unknown) => ({ input: [element] });
const step = (type: string, fields: object) => first({ type, ...fields });
const said = (part: unknown) => step("user_input", { content: [part] });
const config = (generation_config: unknown) => ({ input: "Hi", generation_config });
const tools = (...list: unknown[]) => ({ input: "Hi", tools: list });
const format = (response_format: unknown) => ({ input: "Hi", response_format });
const choice = (tool_choice: unknown) => ({
  ...tools({ type: "function", name: "f" }),
  generation_config: { tool_choice },
});

const wrong: WrongBody[] = [
  ["neither input nor a previous interaction", {}, "input"],
  ["input that is null", { input: null }, "input"],
  ["input that is a number", { input: 7 }, "input"],
  ["input that is true", { input: true }, "input"],
  ["an empty list", { input: [] }, "input"],
  ["content without a type", { input: { text: "Hi" } }, "input.type"],
  ["a list of texts", { input: ["Hi"] }, "input[0]"],
  ["a list of null", { input: [null] }, "input[0]"],
  ["an element without a type", first({ text: "Hi" }), "input[0].type"],
  ["an element whose type is a number", first({ type: 1 }), "input[0].type"],
  ["text without its text", first({ type: "text" }), "input[0].text"],
  ["text that is a number", first({ type: "text", text: 5 }), "input[0].text"],
  ["annotations that are a text", first({ type: "text", text: "a", annotations: "b" }), "input[0].annotations"],
  [
    "an annotation without a type",
    first({ type: "text", text: "a", annotations: [{}] }),
    "input[0].annotations[0].type",
  ],
  ["an image without bytes and address", first({ type: "image" }), "input[0].data"],
  ["an image with both", first({ type: "image", data: PIXEL, uri: "https://example.org/a.png" }), "input[0].uri"],
  ["an image whose bytes are no base64", first({ type: "image", data: "a$b" }), "input[0].data"],
  ["an image whose bytes are empty", first({ type: "image", data: "" }), "input[0].data"],
  ["an image whose bytes are a number", first({ type: "image", data: 1 }), "input[0].data"],
  ["an image whose address is empty", first({ type: "image", uri: "" }), "input[0].uri"],
  ["an image of no media type", first({ type: "image", data: PIXEL, mime_type: "png" }), "input[0].mime_type"],
  ["a sound whose media type is a number", first({ type: "audio", data: PIXEL, mime_type: 3 }), "input[0].mime_type"],
  ["a document without bytes and address", first({ type: "document", mime_type: "application/pdf" }), "input[0].data"],
  ["a video whose address is a list", first({ type: "video", uri: [] }), "input[0].uri"],
  ["a step whose content is a text", step("user_input", { content: "Hi" }), "input[0].content"],
  ["a step whose content is an object", step("model_output", { content: {} }), "input[0].content"],
  ["a step with content of null", said(null), "input[0].content[0]"],
  ["a step with content without a type", said({ text: "a" }), "input[0].content[0].type"],
  ["a step with text without its text", said({ type: "text" }), "input[0].content[0].text"],
  ["a step with a bad image", said({ type: "image", data: "%%" }), "input[0].content[0].data"],
  ["a thought whose signature is a number", step("thought", { signature: 1 }), "input[0].signature"],
  ["a thought whose summary is a text", step("thought", { summary: "hm" }), "input[0].summary"],
  ["a thought whose summary has a text", step("thought", { summary: ["hm"] }), "input[0].summary[0]"],
  ["a call without an id", step("function_call", { name: "f", arguments: {} }), "input[0].id"],
  ["a call with an empty id", step("function_call", { id: "", name: "f" }), "input[0].id"],
  ["a call without a name", step("function_call", { id: "a" }), "input[0].name"],
  [
    "a call whose arguments are a text",
    step("function_call", { id: "a", name: "f", arguments: "{}" }),
    "input[0].arguments",
  ],
  [
    "a call whose arguments are a list",
    step("function_call", { id: "a", name: "f", arguments: [] }),
    "input[0].arguments",
  ],
  ["a result without its call", step("function_result", { result: "a" }), "input[0].call_id"],
  ["a result without a result", step("function_result", { call_id: "a" }), "input[0].result"],
  ["a result that is a number", step("function_result", { call_id: "a", result: 4 }), "input[0].result"],
  [
    "a failed result that says so in words",
    step("function_result", { call_id: "a", result: "b", is_error: "yes" }),
    "input[0].is_error",
  ],
  ["an agent", { input: "Hi", agent: "deep-research-preview-04-2026" }, "agent", /agents run at Google alone/],
  ["a stream in words", { input: "Hi", stream: "true" }, "stream"],
  ["store in words", { input: "Hi", store: "no" }, "store"],
  ["background in words", { input: "Hi", background: 1 }, "background"],
  ["background without store", { input: "Hi", background: true, store: false }, "background", /requires `store`/],
  ["an instruction that is a list", { input: "Hi", system_instruction: [{ text: "a" }] }, "system_instruction"],
  ["an empty previous interaction", { input: "Hi", previous_interaction_id: "" }, "previous_interaction_id"],
  [
    "an unknown previous interaction",
    { input: "Hi", previous_interaction_id: "interaction_no" },
    "previous_interaction_id",
    /not found/,
  ],
  [
    "a previous interaction of another server",
    { input: "Hi", previous_interaction_id: "v1_no" },
    "previous_interaction_id",
    /not found/,
  ],
  ["settings that are a list", config([]), "generation_config"],
  ["a temperature of 3", config({ temperature: 3 }), "generation_config.temperature"],
  ["a temperature in words", config({ temperature: "hot" }), "generation_config.temperature"],
  ["a top_p of 2", config({ top_p: 2 }), "generation_config.top_p"],
  ["half a seed", config({ seed: 0.5 }), "generation_config.seed"],
  ["stop sequences that are a text", config({ stop_sequences: "x" }), "generation_config.stop_sequences"],
  ["a stop sequence that is a number", config({ stop_sequences: [1] }), "generation_config.stop_sequences[0]"],
  ["no output tokens", config({ max_output_tokens: 0 }), "generation_config.max_output_tokens"],
  ["half an output token", config({ max_output_tokens: 1.5 }), "generation_config.max_output_tokens"],
  ["an unknown thinking level", config({ thinking_level: "extreme" }), "generation_config.thinking_level"],
  ["unknown summaries", config({ thinking_summaries: "long" }), "generation_config.thinking_summaries"],
  ["an unknown tool choice", choice("required"), "generation_config.tool_choice"],
  [
    "a tool choice with an unknown mode",
    choice({ allowed_tools: { mode: "must" } }),
    "generation_config.tool_choice.allowed_tools.mode",
  ],
  [
    "a tool choice of a tool that is not there",
    choice({ allowed_tools: { mode: "any", tools: ["g"] } }),
    "generation_config.tool_choice",
  ],
  ["image settings that are a text", config({ image_config: "16:9" }), "generation_config.image_config"],
  ["tools that are an object", { input: "Hi", tools: {} }, "tools"],
  ["a tool that is a text", tools("google_search"), "tools[0]"],
  ["a tool without a type", tools({ name: "f" }), "tools[0].type"],
  ["a function without a name", tools({ type: "function" }), "tools[0].name"],
  ["a function with a bad name", tools({ type: "function", name: "1 f" }), "tools[0].name"],
  [
    "a function with parameters in words",
    tools({ type: "function", name: "f", parameters: "{}" }),
    "tools[0].parameters",
  ],
  [
    "a function with a description that is a number",
    tools({ type: "function", name: "f", description: 1 }),
    "tools[0].description",
  ],
  ["a format that is a text", format("json"), "response_format"],
  ["an empty list of formats", format([]), "response_format"],
  [
    "a text format of another media type",
    format({ type: "text", mime_type: "text/html" }),
    "response_format.mime_type",
  ],
  ["a schema that is a text", format({ type: "text", schema: "{}" }), "response_format.schema"],
  ["modalities that are a text", { input: "Hi", response_modalities: "text" }, "response_modalities"],
  ["labels that are a list", { input: "Hi", labels: [] }, "labels"],
  ["a label that is a number", { input: "Hi", labels: { a: 1 } }, "labels.a"],
  [
    "safety settings without a threshold",
    { input: "Hi", safety_settings: [{ type: "harassment" }] },
    "safety_settings[0].threshold",
  ],
  ["a service tier that is a number", { input: "Hi", service_tier: 1 }, "service_tier"],
];

const right: [name: string, body: unknown][] = [
  [
    "null for everything that is optional",
    { input: "Hi", tools: null, stream: null, store: null, generation_config: null, response_format: null },
  ],
  ["unknown fields", { input: "Hi", future: { a: 1 } }],
  [
    "an unknown step",
    {
      input: [
        { type: "user_input", content: [{ type: "text", text: "Hi" }] },
        { type: "future_step", a: 1 },
        { type: "text", text: "Hi" },
      ],
    },
  ],
  [
    "content of an unknown type",
    {
      input: [
        {
          type: "user_input",
          content: [
            { type: "text", text: "Hi" },
            { type: "hologram", data: "x" },
          ],
        },
      ],
    },
  ],
  ["an unknown tool", { input: "Hi", tools: [{ type: "future_tool", a: 1 }] }],
  [
    "base64 in the alphabet of URLs",
    {
      input: [
        { type: "text", text: "Hi" },
        { type: "image", data: "iVBORw0KGgo", mime_type: "image/png" },
      ],
    },
  ],
  ["an empty step", { input: [{ type: "user_input" }, { type: "text", text: "Hi" }] }],
];

describe("POST /v1beta/interactions", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
  });
  afterAll(() => gateway?.close());

  describe("refuses", () => itRefuses({ gateway: () => gateway, route: interactionsRoute, table: wrong }));
  describe("takes", () => itTakes({ gateway: () => gateway, route: interactionsRoute, table: right }));
});
