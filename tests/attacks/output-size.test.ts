/** Small requests for large answers: choices, tokens, log probabilities and pictures multiply. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let gateway: WatchedGateway;
beforeAll(async () => {
  gateway = await startWatchedGateway({ aliases: { picture: "sandbox/image-model-a", film: "sandbox/video-model-a" } });
  // The first response loads the tokenizer and the documentation.
  await post(CHAT, { model: "sandbox/guide", messages });
});
afterAll(() => gateway.close());

async function post(path: string, body: unknown) {
  const { status, text } = await gateway.post(path, JSON.stringify(body));
  return { status, json: text.startsWith("{") ? JSON.parse(text) : undefined };
}

const CHAT = "/v1/chat/completions";
const messages = [{ role: "user", content: "How do I connect OpenAI?" }];
const long = { model: "sandbox/long-200000", messages };
const logprobs = { logprobs: true, top_logprobs: 20 };
const contents = [{ role: "user", parts: [{ text: "Hi" }] }];
const generate = (model: string) => `/v1beta/models/${model}:generateContent`;
const echoed = { model: "sandbox/echo", messages: [{ role: "user", content: "word ".repeat(100_000) }] };

const refused: [string, string, unknown, string, RegExp][] = [
  ["128 answers of 200,000 tokens", CHAT, { ...long, n: 128 }, "n", /at most 200,000 tokens/],
  ["a stream of 128 answers of 200,000 tokens", CHAT, { ...long, n: 128, stream: true }, "n", /at most 200,000 tokens/],
  ["128 echoes of a long prompt", CHAT, { ...echoed, n: 128 }, "n", /at most 200,000 tokens/],
  [
    "20 alternatives of 200,000 tokens",
    CHAT,
    { ...long, ...logprobs },
    "top_logprobs",
    /at most 100,000 log probabilities/,
  ],
  [
    "log probabilities of 200,000 tokens",
    CHAT,
    { ...long, logprobs: true },
    "logprobs",
    /at most 100,000 log probabilities/,
  ],
  [
    "20 alternatives of 128 answers",
    CHAT,
    { ...long, model: "sandbox/long-400", n: 128, ...logprobs },
    "top_logprobs",
    /at most 100,000 log probabilities/,
  ],
  [
    "8 candidates of 200,000 tokens",
    generate("sandbox/long-200000"),
    { contents, generationConfig: { candidateCount: 8 } },
    "generationConfig.candidateCount",
    /at most 200,000 tokens/,
  ],
  [
    "20 alternatives in the Responses API",
    "/v1/responses",
    { model: "sandbox/long-200000", input: "Hi", include: ["message.output_text.logprobs"], top_logprobs: 20 },
    "top_logprobs",
    /at most 100,000 log probabilities/,
  ],
  ["128 pictures in a conversation", CHAT, { model: "picture", messages, n: 128 }, "n", /10/],
  ["11 pictures", "/v1/images/generations", { model: "picture", prompt: "a cat", n: 11 }, "n", /10/],
  [
    "a picture of 10,000 million pixels",
    "/v1/images/generations",
    { model: "picture", prompt: "a cat", size: "99999x99999" },
    "size",
    /1024x1024/,
  ],
  [
    "a video of 10,000 million pixels",
    "/v1/videos",
    { model: "film", prompt: "a cat", size: "99999x99999" },
    "size",
    /x/,
  ],
  ["a video of 999 seconds", "/v1/videos", { model: "film", prompt: "a cat", seconds: "999" }, "seconds", /12/],
  [
    "5 videos at once",
    "/v1beta/models/film:predictLongRunning",
    { instances: [{ prompt: "a cat" }], parameters: { sampleCount: 5 } },
    "parameters.sampleCount",
    /4/,
  ],
];

describe("a request for too much output is refused with the field and the limit:", () => {
  test.each(refused)("%s", async (_, path, body, param, bound) => {
    const size = JSON.stringify(body).length;
    const { status, json } = await watchWithin(gateway, () => post(path, body), size);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 400, param, message: expect.stringMatching(bound) });
  });
});

const granted: [string, string, unknown][] = [
  ["128 short answers", CHAT, { ...long, n: 128, max_tokens: 100 }],
  ["an answer of 4,000 tokens with 20 alternatives each", CHAT, { ...long, model: "sandbox/long-4000", ...logprobs }],
  ["a long prompt given back", CHAT, echoed],
];

describe("a request within the limit gets its response without a stall:", () => {
  test.each(granted)("%s", async (_, path, body) => {
    const { status, json } = await watchWithin(gateway, () => post(path, body), 8 * 2 ** 20);
    expect(status).toBe(200);
    expect(json.choices.length).toBeGreaterThan(0);
  });
});
