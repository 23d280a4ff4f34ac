/** Bodies in the request log of routes beside text: media are references, and each request to a provider is recorded. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RequestWithRecord } from "#lib/contract/logged-request.ts";
import type { RecordedBody, RequestRecord } from "#lib/contract/request-record.ts";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import {
  jsonReply,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const KEY = "planted-upstream-key-0123456789";
const SOUND = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(40_000, 3)]);
const LONG_SOUND = Buffer.alloc(20 * 1024 * 1024, 5);
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const reference = (type: string, bytes: Uint8Array) =>
  `[${type}, ${bytes.length} bytes, sha256:${createHash("sha256").update(bytes).digest("hex")}]`;
const textOf = (body: RecordedBody | undefined) => body?.chunks.map(([, text]) => text).join("") ?? "";

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
afterAll(() => stub?.close());

describe.each(mounts)("on the %s mount", { timeout: 60_000 }, (mount) => {
  let gateway: TestGateway;
  let count = 0;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY: KEY, BRIDGE_KEY: KEY },
      config: {
        requestLog: { bodies: "all" },
        retries: { attempts: 2, maxDelayMs: 10 },
        upstreams: {
          openai: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY" },
          painting: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", dialects: ["openai-images"] },
          mistral: mistralEntry(stub),
        },
      },
    });
  });
  afterAll(() => gateway?.close());

  /** Sends a request that the stub answers, and reads its record. */
  async function record(path: string, body: object | FormData | undefined, answer?: StubHandler) {
    stub.respondWith(answer);
    const id = `media-record-${mount}-${++count}`;
    const isForm = body instanceof FormData;
    const response = await fetch(gateway.url + path, {
      method: body ? "POST" : "GET",
      headers: {
        ...{ authorization: AUTHORIZED.authorization, "x-request-id": id },
        ...(isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const received = Buffer.from(await response.arrayBuffer());
    const found = await vi.waitFor(
      async () => {
        const row = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
        const { record: read } = (await row.json()) as RequestWithRecord;
        expect(read).toBeTruthy();
        return read as RequestRecord;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(JSON.stringify(found)).not.toContain(KEY);
    return { status: response.status, received, record: found };
  }

  const form = (fields: Record<string, string>, name: string, file: File) => {
    const whole = new FormData();
    for (const [field, value] of Object.entries(fields)) whole.set(field, value);
    whole.set(name, file);
    return whole;
  };

  it("embeddings have both sides", async () => {
    const reply = { object: "list", data: [{ object: "embedding", index: 0, embedding: [0.5, 0.25] }], model: "e" };
    const { record: embedded } = await record(
      "/v1/embeddings",
      { model: "openai/e", input: "Hello" },
      jsonReply({ ...reply, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
    expect(textOf(embedded.request.body)).toContain("Hello");
    expect(textOf(embedded.response?.body)).toContain("0.25");
    expect(embedded.attempts).toMatchObject([{ upstream: "openai", response: { status: 200, complete: true } }]);
  });

  it.each([
    ["/v1/moderations", { model: "openai/m", input: "Hello" }, { id: "m", model: "m", results: [{ flagged: false }] }],
    [
      "/v1/rerank",
      { model: "openai/r", query: "Hello", documents: ["a"] },
      { results: [{ index: 0, relevance_score: 0.5 }] },
    ],
    [
      "/v1/completions",
      { model: "openai/c", prompt: "Hello" },
      { ...chatReply({ text: "Hi" }), object: "text_completion", choices: [{ index: 0, text: "Hi" }] },
    ],
  ])("%s has both sides", async (path, body, reply) => {
    const { record: relayed } = await record(path, body, jsonReply(reply));
    expect(textOf(relayed.request.body)).toContain("Hello");
    expect(JSON.parse(textOf(relayed.response?.body))).toMatchObject(reply);
    expect(textOf(relayed.attempts[0]?.response?.body)).toBe(textOf(relayed.response?.body));
  });

  it("speech is a reference on both sides", async () => {
    const { received, record: spoken } = await record(
      "/v1/audio/speech",
      { model: "openai/tts", input: "Hello", voice: "alloy", response_format: "mp3" },
      (_, response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end(SOUND),
    );
    expect(received.equals(SOUND)).toBe(true);
    const body = { bytes: SOUND.length, media: 1 };
    expect(spoken.response).toMatchObject({ status: 200, complete: true, body });
    expect(textOf(spoken.response?.body)).toBe(reference("audio/mpeg", SOUND));
    expect(textOf(spoken.attempts[0]?.response?.body)).toBe(reference("audio/mpeg", SOUND));
  });

  it.each([
    ["a short", SOUND],
    ["longer than what is recorded of a text", LONG_SOUND],
  ])("the form of a transcription has its fields, and %s file as a reference, on both sides", async (_, sound) => {
    const file = new File([sound], "talk.mp3", { type: "audio/mpeg" });
    const sent = form({ model: "openai/whisper", language: "en" }, "file", file);
    const { record: heard } = await record("/v1/audio/transcriptions", sent, jsonReply({ text: "Hello" }));
    for (const [request, model] of [
      [heard.request, "openai/whisper"],
      [heard.attempts[0]?.request, "whisper"],
    ] as const) {
      const text = textOf(request?.body);
      expect(request?.body?.media).toBe(1);
      expect(text).toContain(reference("audio/mpeg", sound));
      expect(text).toMatch(new RegExp(`name="model"\r\n\r\n${model}\r\n`));
      expect(text).toContain('name="language"\r\n\r\nen\r\n');
      expect(text.length).toBeLessThan(1_000);
    }
    expect(textOf(heard.response?.body)).toContain("Hello");
  });

  it("the form of an image edit has its prompt, and its image as a reference", async () => {
    const file = new File([PICTURE], "a.png", { type: "image/png" });
    const sent = form({ model: "painting/img", prompt: "A hat" }, "image", file);
    const { record: edited } = await record(
      "/v1/images/edits",
      sent,
      jsonReply({
        created: 1,
        data: [{ b64_json: Buffer.concat([PICTURE, Buffer.alloc(3_000, 7)]).toString("base64") }],
      }),
    );
    expect(textOf(edited.request.body)).toContain("A hat");
    expect(textOf(edited.request.body)).toContain(reference("image/png", PICTURE));
    expect(edited.response?.body?.media).toBe(1);
    expect(textOf(edited.attempts[0]?.request.body)).toContain(reference("image/png", PICTURE));
  });

  it("other routes of a provider are recorded, reads as well", async () => {
    const batch = { id: "batch_1", status: "completed" };
    const made = await record("/upstreams/openai/batches", { input_file_id: "file_1" }, jsonReply(batch));
    expect(textOf(made.record.request.body)).toContain("file_1");
    expect(textOf(made.record.attempts[0]?.request.body)).toContain("file_1");
    expect(textOf(made.record.response?.body)).toContain("batch_1");
    const read = await record("/upstreams/openai/batches/batch_1", undefined, jsonReply(batch));
    expect(textOf(read.record.response?.body)).toContain("completed");
  });

  it("each retry is an attempt of its own, with the refusal before it", async () => {
    let asked = 0;
    const { status, record: retried } = await record(
      "/v1/chat/completions",
      { model: "openai/m", messages: [{ role: "user", content: "Hello" }] },
      (request, response) => {
        if (++asked === 3) return jsonReply(chatReply({ text: "Hi" }))(request, response);
        return jsonReply({ error: { message: `Refusal ${asked}` } }, { status: 503 })(request, response);
      },
    );
    expect(status).toBe(200);
    expect(retried.attempts.map(({ response }) => response?.status)).toEqual([503, 503, 200]);
    expect(textOf(retried.attempts[1]?.response?.body)).toContain("Refusal 2");
    for (const { request } of retried.attempts) expect(textOf(request.body)).toContain("Hello");
  });

  it("a sending without a response has its error", async () => {
    const { status, record: failed } = await record(
      "/v1/chat/completions",
      { model: "openai/m", messages: [{ role: "user", content: "Hello" }] },
      (_, response) => void response.destroy(),
    );
    expect(status).toBe(502);
    expect(failed.attempts.length).toBeGreaterThan(0);
    for (const attempt of failed.attempts) {
      expect(attempt.response).toBeUndefined();
      expect(attempt.error).toMatch(/^[a-z_]+$/);
    }
  });

  it("requests of a package of the AI SDK are recorded, whole and streamed", async () => {
    const messages = [{ role: "user", content: "Hello" }];
    let asked = 0;
    const whole = await record("/v1/chat/completions", { model: "mistral/m", messages }, (request, response) => {
      if (++asked === 1) return jsonReply({ message: "Busy" }, { status: 503 })(request, response);
      return jsonReply(chatReply({ text: "Hi" }))(request, response);
    });
    expect(whole.status).toBe(200);
    expect(whole.record.attempts.map(({ response }) => response?.status)).toEqual([503, 200]);
    const [, attempt] = whole.record.attempts;
    expect(attempt).toMatchObject({ upstream: "mistral", request: { url: `${stub.url}/chat/completions` } });
    expect(Object.keys(attempt?.request.headers ?? {})).not.toContain("authorization");
    expect(textOf(attempt?.request.body)).toContain("Hello");
    expect(JSON.parse(textOf(attempt?.response?.body))).toMatchObject({ choices: [{ message: { content: "Hi" } }] });
    // The package reads no event without choices.
    const frames = chatFrames({ text: "one two three" }).filter((frame) => !frame.includes("[],"));
    const streamed = await record(
      "/v1/chat/completions",
      { model: "mistral/m", messages, stream: true },
      streamReply({ chunks: frames, delayMs: 10 }),
    );
    const body = streamed.record.attempts[0]?.response;
    expect(textOf(body?.body)).toBe(frames.join(""));
    expect(body).toMatchObject({ status: 200, complete: true });
  });
});
