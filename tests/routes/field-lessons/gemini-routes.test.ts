/** Gemini's own routes in front of other models, and its list of models. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY } from "#tests/support/gateway.ts";
import { streamReply } from "#tests/support/stub-upstream.ts";
import { type Field, questions, startField } from "./field.ts";
import { readGeminiStream } from "./read-streams.ts";
import { chatStream, helloStream } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const client = "google-generate";
const foreign = ["openai-chat", "openai-responses", "anthropic-messages"] as const;

it.each(foreign)("BerriAI/litellm#16910: streamGenerateContent of %s asks for a stream once", async (to) => {
  field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
  const response = await field.ask({ client, to, stream: true });
  expect(response.status).toBe(200);
  expect(readGeminiStream(await response.text()).map(({ text }) => text)).toEqual(["Hello", " there"]);
  expect(
    field.stub.requests
      .at(-1)
      ?.body.toString()
      .match(/"stream":/g),
  ).toHaveLength(1);
});

it.each([
  ["openai-chat", true],
  ["openai-chat", false],
  ["google-generate", true],
])("BerriAI/litellm#15382: a body of %s that says stream as well is no fault (%s)", async (to, stream) => {
  field.stub.respondWith(stream ? streamReply({ chunks: helloStream(to as "openai-chat") }) : undefined);
  const body = { ...questions[client], stream };
  const response = await field.ask({ client, to, body, stream });
  expect(response.status, await response.text()).toBe(200);
});

it.each(foreign)("BerriAI/litellm#12562: the stream of %s is not empty, and says why it ended", async (to) => {
  field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
  const path = `/v1beta/models/${encodeURIComponent(`${to}/m`)}%3AstreamGenerateContent?alt=sse`;
  const headers = { "content-type": "application/json", "x-goog-api-key": ADMIN_KEY };
  const body = JSON.stringify(questions[client]);
  const response = await fetch(field.gateway.url + path, { method: "POST", headers, body });
  const text = await response.text();
  expect(
    readGeminiStream(text)
      .map((part) => part.text)
      .join(""),
  ).toBe("Hello there");
  expect(text).toContain('"finishReason":"STOP"');
  expect(text).toContain('"totalTokenCount":16');
});

it("BerriAI/litellm#15779: thoughts of other models are there, as thoughts", async () => {
  field.stub.respondWith(streamReply({ chunks: chatStream([{ reasoning_content: "Hm." }, { content: "Hi" }]) }));
  const text = await (await field.ask({ client, to: "openai-chat", stream: true })).text();
  expect(readGeminiStream(text)).toMatchObject([{ text: "Hm.", thought: true }, { text: "Hi" }]);
});

it("looplj/axonhub#526: the models stand under `models`, each with what Gemini clients read", async () => {
  for (const path of ["/v1beta/models", `/v1beta/models?key=${ADMIN_KEY}&pageSize=1000`]) {
    const headers: Record<string, string> = path.includes("key=") ? {} : { "x-goog-api-key": ADMIN_KEY };
    const { models, nextPageToken } = await (await fetch(field.gateway.url + path, { headers })).json();
    expect(models.length).toBeGreaterThan(3);
    expect(nextPageToken, "an empty one makes the SDK's pager loop").toBeUndefined();
    for (const model of models) {
      expect(model).toMatchObject({ name: expect.stringMatching(/^models\/./), displayName: expect.any(String) });
      const [, kind = ""] = /(video|embedding|speech|transcription|realtime)-model-a$/.exec(model.name) ?? [];
      const method = { video: "predictLongRunning", embedding: "embedContent" }[kind] ?? "generateContent";
      // Speech, transcripts and the sandbox's sessions have routes of OpenAI's alone.
      const isReached = !["speech", "transcription", "realtime"].includes(kind);
      expect(model.supportedGenerationMethods).toEqual(isReached ? expect.arrayContaining([method]) : []);
    }
    const one = await fetch(`${field.gateway.url}/v1beta/${models[0].name}`, {
      headers: { "x-goog-api-key": ADMIN_KEY },
    });
    expect(await one.json()).toMatchObject({ name: models[0].name });
  }
});
