/**
 * Calls of stored prompts by the official SDKs on both mounts: OpenAI's own `prompt`, and the header on every API for
 * text, through a relay, a translation and the sandbox.
 */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

type Body = Record<string, unknown>;

const sdks = [
  { version: "7.x", Sdk: OpenAI },
  { version: "6.x", Sdk: OpenAI6 as unknown as typeof OpenAI },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));
const IMPORTED = "pmpt_690a0ba61d8081938d3cf5a7d8a1a4e90d7a2d2a3c1c7d2f";

const response = {
  ...{ id: "resp_1", object: "response", created_at: 1, status: "completed", model: "m", error: null },
  output: [
    {
      ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
      content: [{ type: "output_text", text: "Hi", annotations: [] }],
    },
  ],
  usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
};

describe.each(cases)("with openai $version on the $mount mount", ({ mount, Sdk }) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let openai: OpenAI;
  let prompt: StoredPrompt;

  const api = async <Reply>(method: string, path: string, body: unknown): Promise<Reply> => {
    const settled = await fetch(gateway.url + path, { method, headers: AUTHORIZED, body: JSON.stringify(body) });
    expect(settled.status, await settled.clone().text()).toBeLessThan(300);
    return settled.json();
  };

  beforeAll(async () => {
    stub = await startStubUpstream();
    const shared = { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } };
    const upstreams = {
      own: { ...shared, dialects: ["openai-responses", "openai-chat"] },
      chat: { ...shared, dialects: ["openai-chat"] },
      claude: { ...shared, dialects: ["anthropic-messages"] },
      gemini: { ...shared, dialects: ["google-generate"] },
    };
    gateway = await startGateway({ mount, config: { upstreams } });
    openai = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    prompt = await api("POST", "/api/prompts", {
      ...{ id: IMPORTED, name: "guide/sights" },
      definition: {
        model: "own/m",
        instructions: "Speak of {{city}}.",
        messages: [{ role: "user", content: "Name {{count}} sights, \\{{plainly}}." }],
        variables: [
          { name: "city", type: "text" },
          { name: "count", type: "number", default: 3 },
        ],
        temperature: 0.5,
        max_output_tokens: 200,
      },
    });
    await api("POST", `/api/prompts/${prompt.id}/versions`, {
      base_version: 1,
      definition: { model: "sandbox/echo", messages: [{ role: "user", content: "Second of {{city}}" }] },
    });
    await api("PUT", `/api/prompts/${prompt.id}/labels/production`, { version: 1 });
  });
  beforeEach(() => stub.reset());
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  const sent = () => JSON.parse(stub.requests.at(-1)?.body.toString() ?? "{}") as Body;

  it("OpenAI's own `prompt` is relayed as a whole request, with the model of the prompt", async () => {
    stub.respondWith(jsonReply(response));
    const { data, response: raw } = await openai.responses
      .create({ prompt: { id: IMPORTED, version: "1", variables: { city: "Rome" } }, input: "Go on" })
      .withResponse();
    expect(data.output_text).toBe("Hi");
    expect(raw.headers.get("x-gateway-prompt")).toBe("guide/sights@1");
    expect(sent()).toMatchObject({
      ...{ model: "m", instructions: "Speak of Rome.", temperature: 0.5, max_output_tokens: 200 },
      input: [
        { role: "user", content: "Name 3 sights, {{plainly}}." },
        { role: "user", content: "Go on" },
      ],
    });
    expect(sent()).not.toHaveProperty("prompt");
    await expect
      .poll(
        async () =>
          (await api<{ data: Body[] }>("GET", "/api/requests?limit=5", undefined)).data.map((row) => row.prompt),
        {
          timeout: 10_000,
        },
      )
      .toContain("guide/sights@1");
  });

  it("fields of the request count before those of the prompt, and wrapped texts are texts", async () => {
    stub.respondWith(jsonReply(response));
    await openai.responses.create({
      ...{ model: "own/m", instructions: "Mine.", temperature: 0.1 },
      prompt: { id: IMPORTED, variables: { city: { type: "input_text", text: "Rome" }, count: "2" as string } },
    });
    expect(sent()).toMatchObject({
      instructions: "Mine.",
      temperature: 0.1,
      input: [{ content: "Name 2 sights, {{plainly}}." }],
    });
  });

  it("a prompt that is not stored here goes to an upstream that relays", async () => {
    stub.respondWith(jsonReply(response));
    const theirs = { id: "pmpt_of_theirs", version: "4", variables: { city: "Rome" } };
    const { response: raw } = await openai.responses.create({ model: "own/m", prompt: theirs }).withResponse();
    expect(sent()).toMatchObject({ prompt: theirs });
    expect(raw.headers.get("x-gateway-prompt")).toBeNull();
  });

  it("the header serves Chat Completions, with values in metadata or the other header", async () => {
    const values = { "x-gateway-prompt": "guide/sights@2" };
    const { data, response: raw } = await openai.chat.completions
      .create(
        { model: "prompt", messages: [{ role: "user", content: "Last" }], metadata: { city: "Rome", mine: "x" } },
        { headers: values },
      )
      .withResponse();
    expect(raw.headers.get("x-gateway-prompt")).toBe("guide/sights@2");
    expect(data.choices[0]?.message.content).toContain("Last");
    stub.respondWith(
      jsonReply({
        id: "c",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi" } }],
      }),
    );
    await openai.chat.completions.create(
      { model: "chat/m", messages: [], metadata: { city: "Rome", mine: "x" } },
      { headers: { "x-gateway-prompt": "guide/sights", "x-gateway-variables": '{"city":"K\\u00f6ln","count":1}' } },
    );
    expect(sent()).toMatchObject({
      ...{ temperature: 0.5, metadata: { mine: "x" } },
      messages: [{ content: "Speak of Köln." }, { role: "user", content: "Name 1 sights, {{plainly}}." }],
    });
  });

  it("streams, and counts tokens, as other requests do", async () => {
    const headers = { "x-gateway-prompt": "guide/sights@latest", "x-gateway-variables": '{"city":"Rome"}' };
    const stream = await openai.chat.completions.create({ model: "prompt", messages: [], stream: true }, { headers });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toContain("Second of Rome");
    const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: ADMIN_KEY });
    const count = (of: Record<string, string>) =>
      anthropic.messages.countTokens(
        { model: "sandbox/echo", messages: [{ role: "user", content: "x" }] },
        { headers: of },
      );
    expect((await count(headers)).input_tokens).toBeGreaterThan((await count({})).input_tokens);
  });

  it.each([
    ["anthropic", "Speak of Rome."],
    ["google", "Speak of Rome."],
  ])("the header serves the API of %s", async (vendor, told) => {
    const headers = { "x-gateway-prompt": `${IMPORTED}@production`, "x-gateway-variables": '{"city":"Rome"}' };
    if (vendor === "anthropic") {
      stub.respondWith(
        jsonReply({
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [{ type: "text", text: "Hi" }],
          stop_reason: "end_turn",
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        }),
      );
      const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: ADMIN_KEY, maxRetries: 0 });
      await anthropic.messages.create(
        { model: "claude/m", max_tokens: 50, messages: [{ role: "user", content: "Go on" }] },
        { headers },
      );
      expect(sent()).toMatchObject({ ...{ system: told, max_tokens: 50 }, temperature: 0.5 });
      expect((sent().messages as Body[]).map(({ role }) => role)).toEqual(["user", "user"]);
      return;
    }
    stub.respondWith(
      jsonReply({
        candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: [{ text: "Hi" }] } }],
      }),
    );
    const google = new GoogleGenAI({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url, headers } });
    await google.models.generateContent({ model: "gemini/m", contents: "Go on", config: { topP: 0.9 } });
    expect(sent()).toMatchObject({
      systemInstruction: { parts: [{ text: told }] },
      contents: [{ parts: [{ text: "Name 3 sights, {{plainly}}." }] }, { parts: [{ text: "Go on" }] }],
      generationConfig: { temperature: 0.5, topP: 0.9, maxOutputTokens: 200 },
    });
  });

  it("a file takes the place of a part of a user message", async () => {
    stub.respondWith(jsonReply(response));
    await api("POST", "/api/prompts", {
      name: "file",
      definition: {
        model: "own/m",
        messages: [{ role: "user", content: "Read {{document}} now." }],
        variables: [{ name: "document", type: "file" }],
      },
    });
    const image = { type: "input_image" as const, detail: "auto" as const, image_url: "https://example.com/a.png" };
    await openai.responses.create({ prompt: { id: "file", variables: { document: image } } });
    expect(sent().input).toEqual([
      {
        ...{ type: "message", role: "user" },
        content: [{ type: "input_text", text: "Read " }, image, { type: "input_text", text: " now." }],
      },
    ]);
  });

  it.each([
    [
      { id: IMPORTED, version: "1" },
      400,
      /prompt\.variables\.city` is required: .*"guide\/sights@1".* variable "city"/,
    ],
    [
      { id: IMPORTED, version: "1", variables: { city: "x", town: "y" } },
      400,
      /prompt\.variables\.town` is not a variable/,
    ],
    [
      { id: IMPORTED, version: "1", variables: { city: "x", count: "many" } },
      400,
      /prompt\.variables\.count` must be a number/,
    ],
    [{ id: IMPORTED, version: "7", variables: {} }, 404, /has no version or label "7"/],
    [{ id: IMPORTED, version: "beta", variables: {} }, 404, /has no version or label "beta"/],
  ])("refuses values and versions that do not fit: %#", async (called, status, message) => {
    const failing = openai.responses.create({ prompt: called as { id: string } });
    await expect(failing).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
    expect(stub.requests).toHaveLength(0);
  });

  it.each([
    [
      { "x-gateway-prompt": "nobody/has-it" },
      404,
      /No prompt that this key may use has the name or ID "nobody\/has-it"/,
    ],
    [{ "x-gateway-prompt": "a b" }, 400, /`x-gateway-prompt` must be <name>/],
    [
      { "x-gateway-prompt": "guide/sights", "x-gateway-variables": "[1]" },
      400,
      /x-gateway-variables` must be a JSON object/,
    ],
    [{ "x-gateway-prompt": "guide/sights@1" }, 400, /x-gateway-variables\.city` is required/],
  ])("refuses an invalid header: %#", async (headers, status, message) => {
    const failing = openai.chat.completions.create({ model: "chat/m", messages: [] }, { headers });
    await expect(failing).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
  });

  it("another key's private prompt is unknown to a key, until it is shared", async () => {
    const { secret } = await createKey(gateway, { name: "Other" });
    const other = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });
    const called = () =>
      other.chat.completions.create(
        { model: "prompt", messages: [] },
        { headers: { "x-gateway-prompt": "guide/sights@2", "x-gateway-variables": '{"city":"Rome"}' } },
      );
    await expect(called()).rejects.toMatchObject({ status: 404 });
    await api("PATCH", `/api/prompts/${IMPORTED}`, { visibility: "everyone" });
    expect((await called()).choices[0]?.message.content).toContain("Second of Rome");
  });
});
