/** The routes that take a JSON body: how each is called, right bodies of it, and what a response of it looks like. */
import { ADMIN_KEY } from "./gateway.ts";

export type Body = Record<string, unknown>;

export type JsonRoute = {
  /** As the specification calls it. */
  name: string;
  /** @param model goes into the path of the APIs that have it there */
  path(model: string): string;
  headers: Record<string, string>;
  modelPlace: "body" | "path";
  /** The least that is right, without the model. */
  base: Body;
  /** Right bodies that have, between them, most of what the route knows. */
  full: Body[];
  /** Top-level fields that `full` lacks, for bodies with them would not be right by themselves. */
  otherFields: string[];
  isAnswer(json: Body): boolean;
  /** The end of a stream that ended well, or with an error that its clients read. */
  streamEnd: RegExp;
};

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const IMAGE = `data:image/png;base64,${PIXEL}`;
const PDF = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");
const SCHEMA = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const JSON_TYPE = { "content-type": "application/json" };
const BEARER = { ...JSON_TYPE, authorization: `Bearer ${ADMIN_KEY}` };
const VERSIONED = { ...JSON_TYPE, "x-api-key": ADMIN_KEY, "provider-version": "2023-06-01" };
const KEYED = { ...JSON_TYPE, "x-provider-api-key": ADMIN_KEY };

export const chatRoute: JsonRoute = {
  name: "POST /v1/chat/completions",
  path: () => "/v1/chat/completions",
  headers: BEARER,
  modelPlace: "body",
  base: { messages: [{ role: "user", content: "Hi" }] },
  full: [
    {
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Hi" },
            { type: "image_url", image_url: { url: IMAGE, detail: "low" } },
            { type: "file", file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${PDF}` } },
          ],
        },
        { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "c1", content: "42" },
        { role: "user", content: "Go on", name: "Ann" },
      ],
      tools: [{ type: "function", function: { name: "f", description: "F", parameters: SCHEMA, strict: true } }],
      tool_choice: "auto",
      response_format: { type: "json_schema", json_schema: { name: "s", schema: SCHEMA, strict: true } },
    },
    {
      messages: [{ role: "user", content: "Hi" }],
      temperature: 0.5,
      top_p: 0.5,
      n: 2,
      max_completion_tokens: 50,
      stop: ["x"],
      seed: 7,
      logit_bias: { 50: -10 },
      logprobs: true,
      top_logprobs: 2,
      stream: true,
      stream_options: { include_usage: true },
      metadata: { run: "1" },
      reasoning_effort: "low",
      verbosity: "low",
    },
  ],
  otherFields: ["max_tokens", "modalities", "audio", "prediction", "store", "user", "functions", "function_call"],
  isAnswer: (json) => json.object === "chat.completion",
  streamEnd: /data: \[DONE\]\n\n$/,
};

const responsesBodies: Body[] = [
  {
    instructions: "Be brief.",
    input: [
      { role: "developer", content: "Answer in verse." },
      {
        role: "user",
        content: [
          { type: "input_text", text: "Hi" },
          { type: "input_image", image_url: IMAGE, detail: "low" },
          { type: "input_file", filename: "a.pdf", file_data: `data:application/pdf;base64,${PDF}` },
        ],
      },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }], encrypted_content: "abc" },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: '{"a":"b"}' },
      { type: "function_call_output", call_id: "c1", output: "42" },
      { type: "custom_tool_call", call_id: "c2", name: "g", input: "x" },
      { type: "custom_tool_call_output", call_id: "c2", output: [{ type: "input_text", text: "43" }] },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [
          { type: "output_text", text: "Yes", annotations: [] },
          { type: "refusal", refusal: "No" },
        ],
      },
      { type: "output_text", text: "Yes", id: "ot_1" },
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } },
      { role: "user", content: "Go on" },
    ],
    tools: [
      { type: "function", name: "f", description: "F", parameters: SCHEMA, strict: true },
      { type: "custom", name: "g", description: "G", format: { type: "text" } },
      { type: "web_search" },
    ],
    tool_choice: "auto",
    parallel_tool_calls: true,
    store: false,
  },
  {
    input: "Hi",
    text: { format: { type: "json_schema", name: "s", schema: SCHEMA, strict: true }, verbosity: "low" },
    reasoning: { effort: "low", summary: "auto" },
    include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
    top_logprobs: 2,
    max_output_tokens: 50,
    temperature: 0.5,
    top_p: 0.5,
    metadata: { run: "1" },
    stream: true,
    stream_options: { include_obfuscation: false },
    truncation: "auto",
    service_tier: "auto",
    prompt_cache_key: "k",
    context_management: [{ type: "compaction", compact_threshold: 1000 }],
  },
];

export const responsesRoute: JsonRoute = {
  name: "POST /v1/responses",
  path: () => "/v1/responses",
  headers: BEARER,
  modelPlace: "body",
  base: { input: "Hi" },
  full: responsesBodies,
  otherFields: ["previous_response_id", "conversation", "background", "prompt", "user", "max_tool_calls", "moderation"],
  isAnswer: (json) => json.object === "response",
  streamEnd: /^event: (response\.(completed|incomplete|failed)|error)\ndata: [^\n]+\n\n$/m,
};

export const inputTokensRoute: JsonRoute = {
  ...responsesRoute,
  name: "POST /v1/responses/input_tokens",
  path: () => "/v1/responses/input_tokens",
  isAnswer: (json) => json.object === "response.input_tokens" && Number.isInteger(json.input_tokens),
  streamEnd: /(?!)/,
};

const EPHEMERAL = { type: "ephemeral", ttl: "5m" };
const messagesPrompt: Body = {
  system: [{ type: "text", text: "Be brief.", cache_control: EPHEMERAL }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Hi", cache_control: EPHEMERAL },
        { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
        {
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: PDF },
          title: "A",
          context: "B",
          citations: { enabled: true },
        },
        { type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" } },
        { type: "search_result", source: "x", title: "X", content: [{ type: "text", text: "Found" }] },
      ],
    },
    { role: "system", content: "Answer in verse." },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm", signature: "abc" },
        { type: "redacted_thinking", data: "def" },
        { type: "text", text: "Let me see." },
        { type: "tool_use", id: "t1", name: "f", input: { a: "b" } },
        { type: "tool_use", id: "t2", name: "f", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "42" },
        { type: "tool_result", tool_use_id: "t2", content: [{ type: "text", text: "43" }], is_error: true },
        { type: "text", text: "Go on" },
      ],
    },
  ],
  tools: [
    { name: "f", description: "F", input_schema: SCHEMA, strict: true, cache_control: EPHEMERAL },
    { type: "web_search_20250305", name: "web_search", max_uses: 3 },
  ],
  tool_choice: { type: "auto", disable_parallel_tool_use: true },
  thinking: { type: "enabled", budget_tokens: 1024, display: "summarized" },
};

export const messagesRoute: JsonRoute = {
  name: "POST /v1/messages",
  path: () => "/v1/messages",
  headers: VERSIONED,
  modelPlace: "body",
  base: { max_tokens: 100, messages: [{ role: "user", content: "Hi" }] },
  full: [
    { ...messagesPrompt, max_tokens: 4096 },
    {
      max_tokens: 100,
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "I think" },
      ],
      system: "Be brief.",
      temperature: 0.5,
      top_p: 0.5,
      top_k: 5,
      stop_sequences: ["x"],
      stream: true,
      metadata: { user_id: "u1" },
      service_tier: "auto",
      output_config: { effort: "low", format: { type: "json_schema", schema: SCHEMA } },
      cache_control: EPHEMERAL,
      container: { id: "c1" },
    },
  ],
  otherFields: ["thread", "mcp_servers", "context_management"],
  isAnswer: (json) => json.type === "message",
  streamEnd: /^event: (message_stop|error)\ndata: [^\n]+\n\n$/m,
};

export const countTokensRoute: JsonRoute = {
  ...messagesRoute,
  name: "POST /v1/messages/count_tokens",
  path: () => "/v1/messages/count_tokens",
  base: { messages: [{ role: "user", content: "Hi" }] },
  full: [messagesPrompt],
  isAnswer: (json) => Number.isInteger(json.input_tokens),
  streamEnd: /(?!)/,
};

const googlePrompt: Body = {
  systemInstruction: { role: "user", parts: [{ text: "Be brief." }] },
  contents: [
    {
      role: "user",
      parts: [
        { text: "Hi" },
        { inlineData: { mimeType: "image/png", data: PIXEL, displayName: "a.png" } },
        { fileData: { mimeType: "image/png", fileUri: "https://example.org/a.png" } },
      ],
    },
    {
      role: "model",
      parts: [
        { text: "Hm", thought: true, thoughtSignature: "YWJj" },
        { functionCall: { id: "c1", name: "f", args: { a: "b" } }, thoughtSignature: "YWJj" },
        { executableCode: { language: "PYTHON", code: "1" } },
      ],
    },
    {
      role: "user",
      parts: [{ functionResponse: { id: "c1", name: "f", response: { output: 42 } } }, { text: "Go on" }],
    },
  ],
  tools: [
    {
      functionDeclarations: [
        { name: "f", description: "F", parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } } },
      ],
    },
    { functionDeclarations: [{ name: "g", parametersJsonSchema: SCHEMA }] },
    { googleSearch: {} },
  ],
  toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f", "g"] } },
  safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_ONLY_HIGH" }],
};

export const generateRoute: JsonRoute = {
  name: "POST /v1beta/models/{model}:generateContent",
  path: (model) => `/v1beta/models/${model}:generateContent`,
  headers: KEYED,
  modelPlace: "path",
  base: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  full: [
    googlePrompt,
    {
      contents: [{ parts: [{ text: "Hi" }] }],
      generationConfig: {
        temperature: 0.5,
        topP: 0.5,
        topK: 5,
        candidateCount: 2,
        maxOutputTokens: 50,
        stopSequences: ["x"],
        seed: 7,
        presencePenalty: 0.5,
        frequencyPenalty: 0.5,
        responseLogprobs: true,
        logprobs: 2,
        responseMimeType: "application/json",
        responseSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } }, required: ["a"] },
        responseModalities: ["TEXT"],
        thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
        mediaResolution: "MEDIA_RESOLUTION_LOW",
      },
      serviceTier: "standard",
      labels: { run: "1" },
    },
  ],
  otherFields: ["cachedContent", "store", "continuationToken", "system_instruction", "generation_config"],
  isAnswer: (json) => Array.isArray(json.candidates) || typeof json.promptFeedback === "object",
  streamEnd: /(?!)/,
};

const interactionsBodies: Body[] = [
  {
    system_instruction: "Be brief.",
    input: [
      {
        type: "user_input",
        content: [
          { type: "text", text: "Hi" },
          { type: "image", data: PIXEL, mime_type: "image/png", resolution: "low" },
          { type: "document", data: PDF, mime_type: "application/pdf" },
        ],
      },
      { type: "thought", signature: "YWJj", summary: [{ type: "text", text: "Hm" }] },
      { type: "google_search_call", id: "s1", arguments: { queries: ["x"] }, signature: "YWJj" },
      { type: "model_output", content: [{ type: "text", text: "Let me see.", annotations: [] }] },
      { type: "function_call", id: "c1", name: "f", arguments: { a: "b" } },
      { type: "function_call", id: "c2", name: "f", arguments: {} },
      { type: "function_result", call_id: "c1", name: "f", result: "42" },
      { type: "function_result", call_id: "c2", result: { low: 1 }, is_error: true },
      { type: "user_input", content: [{ type: "text", text: "Go on" }] },
    ],
    tools: [
      { type: "function", name: "f", description: "F", parameters: SCHEMA },
      { type: "google_search", search_types: ["web_search"] },
    ],
    generation_config: { tool_choice: { allowed_tools: { mode: "auto", tools: ["f"] } } },
    safety_settings: [{ type: "harassment", threshold: "block_only_high" }],
    store: false,
  },
  {
    input: [
      { type: "text", text: "Hi" },
      { type: "image", uri: "https://example.org/a.png", mime_type: "image/png" },
    ],
    generation_config: {
      temperature: 0.5,
      top_p: 0.5,
      seed: 7,
      stop_sequences: ["x"],
      max_output_tokens: 50,
      thinking_level: "low",
      thinking_summaries: "auto",
      image_config: { aspect_ratio: "1:1" },
    },
    response_format: { type: "text", mime_type: "application/json", schema: SCHEMA },
    service_tier: "standard",
    labels: { run: "1" },
    stream: true,
  },
];

export const interactionsRoute: JsonRoute = {
  name: "POST /v1beta/interactions",
  path: () => "/v1beta/interactions",
  headers: KEYED,
  modelPlace: "body",
  base: { input: "Hi" },
  full: interactionsBodies,
  otherFields: [
    "previous_interaction_id",
    "background",
    "agent",
    "response_modalities",
    "cached_content",
    "environment",
  ],
  isAnswer: (json) => json.object === "interaction",
  streamEnd: /^event: (done\ndata: \[DONE\]|error\ndata: [^\n]+)\n\n$/m,
};

export const streamGenerateRoute: JsonRoute = {
  ...generateRoute,
  name: "POST /v1beta/models/{model}:streamGenerateContent",
  path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  isAnswer: () => false,
  streamEnd: /^data: \{[^\n]*("finishReason"|"promptFeedback"|"error"):[^\n]+\n\n$/m,
};

export const googleCountRoute: JsonRoute = {
  ...generateRoute,
  name: "POST /v1beta/models/{model}:countTokens",
  path: (model) => `/v1beta/models/${model}:countTokens`,
  full: [{ contents: googlePrompt.contents }, { generateContentRequest: { model: "models/x", ...googlePrompt } }],
  otherFields: [],
  isAnswer: (json) => Number.isInteger(json.totalTokens),
};

export const embeddingsRoute: JsonRoute = {
  name: "POST /v1/embeddings",
  path: () => "/v1/embeddings",
  headers: BEARER,
  modelPlace: "body",
  base: { input: "Hi" },
  full: [
    { input: ["Hi", "Ho"], encoding_format: "base64", dimensions: 8, user: "u1" },
    { input: [[1, 2], [3]], encoding_format: "float" },
    { input: [1, 2, 3] },
  ],
  otherFields: ["input_type", "truncate"],
  isAnswer: (json) => json.object === "list" && Array.isArray(json.data),
  streamEnd: /(?!)/,
};

export const speechRoute: JsonRoute = {
  name: "POST /v1/audio/speech",
  path: () => "/v1/audio/speech",
  headers: BEARER,
  modelPlace: "body",
  base: { input: "Hi", voice: "alloy" },
  full: [
    { input: "Hi", voice: { id: "v1" }, instructions: "Gladly", response_format: "mp3", speed: 1.5 },
    { input: "Hi", voice: "nova", stream_format: "sse", response_format: "pcm" },
  ],
  otherFields: ["language", "seed"],
  // The audio is no JSON.
  isAnswer: () => false,
  streamEnd: /"speech\.audio\.done"[^\n]*\n\n$/,
};

const relayedRoute = (name: string, base: Body): JsonRoute => ({
  ...{ name: `POST ${name}`, path: () => name, headers: BEARER, modelPlace: "body", base, full: [], otherFields: [] },
  isAnswer: (json) => Array.isArray(json.results ?? json.choices),
  streamEnd: /(?!)/,
});

export const moderationsRoute = relayedRoute("/v1/moderations", { input: "Hi" });
export const rerankRoute = relayedRoute("/v1/rerank", { query: "Hi", documents: ["a", "b"] });
export const completionsRoute = relayedRoute("/v1/completions", { prompt: "Hi" });

const embedContentBody: Body = {
  model: "models/x",
  content: { role: "user", parts: [{ text: "Hi" }, { text: "Ho" }] },
  taskType: "RETRIEVAL_DOCUMENT",
  title: "T",
  outputDimensionality: 8,
  embedContentConfig: { autoTruncate: true },
};

export const embedContentRoute: JsonRoute = {
  name: "POST /v1beta/models/{model}:embedContent",
  path: (model) => `/v1beta/models/${model}:embedContent`,
  headers: KEYED,
  modelPlace: "path",
  base: { content: { parts: [{ text: "Hi" }] } },
  full: [embedContentBody],
  otherFields: ["task_type", "output_dimensionality"],
  isAnswer: (json) => typeof json.embedding === "object",
  streamEnd: /(?!)/,
};

export const batchEmbedContentsRoute: JsonRoute = {
  ...embedContentRoute,
  name: "POST /v1beta/models/{model}:batchEmbedContents",
  path: (model) => `/v1beta/models/${model}:batchEmbedContents`,
  base: { requests: [{ content: { parts: [{ text: "Hi" }] } }] },
  full: [{ requests: [embedContentBody, embedContentBody] }],
  otherFields: [],
  isAnswer: (json) => Array.isArray(json.embeddings),
};

export const jsonRoutes = [
  chatRoute,
  responsesRoute,
  inputTokensRoute,
  messagesRoute,
  countTokensRoute,
  generateRoute,
  streamGenerateRoute,
  googleCountRoute,
  interactionsRoute,
];

/** The whole body of a call: with the model, where the API has it there. */
export function withModel({ modelPlace }: JsonRoute, model: unknown, body: unknown): unknown {
  if (modelPlace === "path" || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return { model, ...body };
}
