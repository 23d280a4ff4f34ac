/** Sandbox replies to the example requests. A test sends the requests and compares the replies. */

export const chatText = {
  id: "chatcmpl-0123",
  object: "chat.completion",
  created: 1767225600,
  model: "sandbox/echo",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Hello", refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: {
    prompt_tokens: 7,
    completion_tokens: 1,
    total_tokens: 8,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  },
};

export const chatTools = {
  id: "chatcmpl-0123",
  object: "chat.completion",
  created: 1767225600,
  model: "sandbox/guide",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: "call_1kc35p01ybono01goq57h",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Paris"}' },
          },
        ],
      },
      logprobs: null,
      finish_reason: "tool_calls",
    },
  ],
  usage: {
    prompt_tokens: 55,
    completion_tokens: 5,
    total_tokens: 60,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  },
};

export const responseText = {
  id: "resp_0123",
  object: "response",
  created_at: 1767225600,
  status: "completed",
  completed_at: 1767225601,
  error: null,
  incomplete_details: null,
  model: "sandbox/echo",
  output: [
    {
      id: "msg_0123_0",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", annotations: [], logprobs: [], text: "Hello" }],
      text: "Hello",
    },
    { id: "ot_0123_0", type: "output_text", text: "Hello" },
  ],
  output_text: "Hello",
  frequency_penalty: 0,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  presence_penalty: 0,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: "default",
  temperature: 1,
  text: { format: { type: "text" }, verbosity: "medium" },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
  user: null,
  metadata: {},
  background: false,
  previous_response_id: null,
  store: true,
  usage: {
    input_tokens: 7,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 8,
  },
};

export const messageText = {
  id: "msg_0123",
  type: "message",
  role: "assistant",
  model: "sandbox/echo",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 7,
    cache_read_input_tokens: 0,
    output_tokens: 1,
    output_tokens_details: { thinking_tokens: 0 },
  },
};

export const messageTools = {
  id: "msg_0123",
  type: "message",
  role: "assistant",
  model: "sandbox/guide",
  content: [{ type: "tool_use", id: "call_1kc35p01ybono01goq57h", name: "get_weather", input: { city: "Paris" } }],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: {
    input_tokens: 55,
    cache_read_input_tokens: 0,
    output_tokens: 5,
    output_tokens_details: { thinking_tokens: 0 },
  },
};

export const generated = {
  candidates: [{ content: { parts: [{ text: "Hello" }], role: "model" }, finishReason: "STOP", index: 0 }],
  usageMetadata: {
    promptTokenCount: 7,
    candidatesTokenCount: 1,
    totalTokenCount: 8,
    thoughtsTokenCount: 0,
    cachedContentTokenCount: 0,
  },
  modelVersion: "sandbox/echo",
  responseId: "Cj839ihdPHTC",
};

export const file = {
  id: "file-0123",
  object: "file",
  bytes: 5,
  created_at: 1767225600,
  filename: "hello.txt",
  purpose: "user_data",
  status: "processed",
};

export const chatStream = [
  'data: {"id":"chatcmpl-0123","object":"chat.completion.chunk","created":1767225600,"model":"sandbox/echo","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null}',
  "",
  'data: {"id":"chatcmpl-0123","object":"chat.completion.chunk","created":1767225600,"model":"sandbox/echo","choices":[{"index":0,"delta":{"content":"Hello"},"logprobs":null,"finish_reason":null}],"usage":null}',
  "",
  'data: {"id":"chatcmpl-0123","object":"chat.completion.chunk","created":1767225600,"model":"sandbox/echo","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}],"usage":null}',
  "",
  'data: {"id":"chatcmpl-0123","object":"chat.completion.chunk","created":1767225600,"model":"sandbox/echo","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}}',
  "",
  "data: [DONE]",
  "",
  "",
].join("\n");

export const messageStream = [
  "event: message_start",
  'data: {"type":"message_start","message":{"id":"msg_0123","type":"message","role":"assistant","model":"sandbox/echo","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":0}}}',
  "",
  "event: content_block_start",
  'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
  "",
  "event: content_block_delta",
  'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}',
  "",
  "event: content_block_stop",
  'data: {"type":"content_block_stop","index":0}',
  "",
  "event: message_delta",
  'data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"input_tokens":7,"cache_read_input_tokens":0,"output_tokens":1,"output_tokens_details":{"thinking_tokens":0}}}',
  "",
  "event: message_stop",
  'data: {"type":"message_stop"}',
  "",
  "",
].join("\n");

export const generatedStream = [
  'data: {"candidates":[{"content":{"parts":[{"text":"Hello"}],"role":"model"},"index":0}],"modelVersion":"sandbox/echo","responseId":"Cj839ihdPHTC"}',
  "",
  'data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":1,"totalTokenCount":8,"thoughtsTokenCount":0,"cachedContentTokenCount":0},"modelVersion":"sandbox/echo","responseId":"Cj839ihdPHTC"}',
  "",
  "",
].join("\n");

export const queuedVideo = {
  id: "video_0123456789abcdefghijklmnopqrstuv",
  object: "video",
  model: "video-model-a",
  status: "pending",
  progress: 0,
  created_at: 1767225600,
  completed_at: null,
  expires_at: null,
  prompt: "A lighthouse at dusk, waves rolling in",
  size: "1280x720",
  seconds: "4",
  remixed_from_video_id: null,
  error: null,
};

export const queuedOperation = {
  name: "operations/0123456789abcdefghijklmnopqrstuv",
  done: false,
  metadata: {
    "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningMetadata",
    model: "models/video-model-a",
    state: "PENDING",
    progressPercent: 0,
    createTime: "2026-01-01T00:00:00.000Z",
    videoId: "video_0123456789abcdefghijklmnopqrstuv",
  },
};
