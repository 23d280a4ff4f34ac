/**
 * Google's Interactions API: from the sandbox, relayed and translated; stored interactions are read, continued,
 * followed, cancelled and deleted; on both mounts.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

type Json = Record<string, unknown> & { id: string; status: string; steps: Step[] };
type Step = { type: string; content?: { type: string; text?: string }[]; [field: string]: unknown };
type Event = {
  event_type: string;
  event_id?: string;
  index?: number;
  delta?: { type: string; text?: string };
  interaction?: Json;
  error?: { message: string };
};

const interaction = {
  id: "v1_upstream",
  object: "interaction",
  status: "completed",
  model: "m",
  created: "2026-10-05T09:30:00Z",
  updated: "2026-10-05T09:30:00Z",
  steps: [{ type: "model_output", content: [{ type: "text", text: "Hi there" }] }],
  usage: { total_input_tokens: 3, total_output_tokens: 2, total_tokens: 5 },
};
const frame = (event: { event_type: string }) => `event: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`;
const frames = [
  frame({ event_type: "interaction.created", interaction: { id: "v1_upstream", status: "in_progress" } } as never),
  frame({ event_type: "step.start", index: 0, step: { type: "model_output" } } as never),
  frame({ event_type: "step.delta", index: 0, delta: { type: "text", text: "Hi there" } } as never),
  frame({ event_type: "step.stop", index: 0 } as never),
  frame({ event_type: "interaction.completed", interaction: { ...interaction, steps: undefined } } as never),
  "event: done\ndata: [DONE]\n\n",
];
const JSON_HEADERS = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
const tool = {
  type: "function",
  name: "get_tide",
  description: "Tides of a port",
  parameters: { type: "object", properties: { port: { type: "string" } } },
};

const textOf = ({ steps }: Pick<Json, "steps">) =>
  steps.flatMap(({ content = [] }) => content.flatMap(({ text = "" }) => text)).join("");

describe.each(mounts)("interactions on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          chat: { baseUrl: stub.url, dialects: ["openai-chat"], models: ["m"], apiKeyEnv: "STUB_KEY" },
          google: { baseUrl: stub.url, dialects: ["google-interactions"], models: ["m"], apiKeyEnv: "STUB_KEY" },
        },
      },
      environment: { STUB_KEY: "stub-secret" },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });
  beforeEach(() => {
    stub.requests.length = 0;
  });

  function send(
    path: string,
    {
      method = "POST",
      body,
      key = ADMIN_KEY,
      headers = {},
    }: { method?: string; body?: object; key?: string; headers?: Record<string, string> } = {},
  ) {
    return fetch(`${gateway.url}/v1beta/interactions${path}`, {
      method,
      headers: { "x-goog-api-key": key, "content-type": "application/json", ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async function create(body: object): Promise<Json> {
    const response = await send("", { body: { model: "sandbox/echo", ...body } });
    const json = await response.json();
    expect(response.status, JSON.stringify(json)).toBe(200);
    return json as Json;
  }

  async function read(id: string, query = ""): Promise<Json> {
    return (await (await send(`/${id}${query}`, { method: "GET" })).json()) as Json;
  }

  async function readUntil(id: string, isDone: (json: Json) => boolean): Promise<Json> {
    for (;;) {
      const json = await read(id);
      if (isDone(json)) return json;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  function eventsIn(text: string): Event[] {
    const all = text.split("\n\n").filter((one) => one.startsWith("event: "));
    expect(all.at(-1)).toBe("event: done\ndata: [DONE]");
    return all.slice(0, -1).map((one) => JSON.parse(one.replace(/^event: .*\ndata: /, "")));
  }

  const saidIn = (events: Event[]) => events.map(({ delta }) => delta?.text ?? "").join("");

  describe("created", () => {
    it("answers with the steps of the model", async () => {
      const json = await create({ input: "Hello" });
      expect(json).toMatchObject({ object: "interaction", model: "sandbox/echo", status: "completed" });
      expect(json.id).toMatch(/^interaction_/);
      expect(json.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(json.steps).toEqual([{ type: "model_output", content: [{ type: "text", text: "Hello" }] }]);
      expect(json.usage).toMatchObject({
        total_input_tokens: expect.any(Number),
        total_output_tokens: expect.any(Number),
      });
    });

    it("streams events with names, in order", async () => {
      const response = await send("", { body: { model: "sandbox/echo", input: "Hello", stream: true } });
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      const events = eventsIn(await response.text());
      expect(saidIn(events)).toBe("Hello");
      expect(events.map(({ event_type }) => event_type).filter((type) => type !== "step.delta")).toEqual([
        "interaction.created",
        "step.start",
        "step.stop",
        "interaction.completed",
      ]);
      const final = events.at(-1)?.interaction as Json;
      expect(final).toMatchObject({ status: "completed", usage: { total_output_tokens: expect.any(Number) } });
      expect(await read(final.id)).toMatchObject({
        id: final.id,
        status: "completed",
        steps: [{ type: "model_output" }],
      });
    });

    it("asks for calls, and takes their results", async () => {
      const json = await create({
        model: "sandbox/guide",
        input: "When is low tide in Husum?",
        tools: [tool],
        generation_config: { tool_choice: "any" },
      });
      expect(json.status).toBe("requires_action");
      const call = json.steps.find(({ type }) => type === "function_call") as Step;
      expect(call).toMatchObject({ name: "get_tide", arguments: expect.any(Object) });
      const next = await create({
        model: "sandbox/guide",
        previous_interaction_id: json.id,
        input: [{ type: "function_result", call_id: call.id, name: "get_tide", result: "06:12" }],
        tools: [tool],
      });
      expect(next).toMatchObject({ status: "completed", previous_interaction_id: json.id });
      expect(textOf(next)).toContain("06:12");
    });

    it("is in the request log with its API, tokens and lane", async () => {
      await create({ input: "Hello" });
      const { data } = (await (
        await fetch(`${gateway.url}/api/requests?limit=1`, { headers: JSON_HEADERS })
      ).json()) as { data: object[] };
      expect(data[0]).toMatchObject({
        dialect: "google-interactions",
        lane: "sandbox",
        model: "sandbox/echo",
        status: 200,
      });
    });

    it("is refused in Google's envelope", async () => {
      const response = await send("", {
        body: { model: "sandbox/echo", input: 7 },
        headers: { "x-goog-api-client": "gl-node/22" },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringContaining("`input`") },
      });
    });
  });

  describe("for an upstream", () => {
    it("of this API is relayed byte for byte, but for the model and the key", async () => {
      stub.respondWith(jsonReply(interaction));
      const body = { model: "google/m", input: [{ type: "text", text: "Hi" }], labels: { a: "b" }, future_field: [1] };
      const response = await send("", { body, headers: { "api-revision": "2026-05-20" } });
      expect(await response.text()).toBe(JSON.stringify(interaction));
      const [sent] = stub.requests;
      expect(sent?.path).toBe("/v1/interactions");
      expect(JSON.parse(String(sent?.body))).toEqual({ ...body, model: "m" });
      expect(sent?.headers).toMatchObject({ "x-goog-api-key": "stub-secret", "api-revision": "2026-05-20" });
      expect(response.headers.get("x-gateway-lane")).toBe("relay");
    });

    it("of this API streams the upstream's bytes", async () => {
      stub.respondWith(streamReply({ chunks: frames }));
      const response = await send("", { body: { model: "google/m", input: "Hi", stream: true } });
      expect(await response.text()).toBe(frames.join(""));
    });

    it("of another API is translated, and names what is dropped", async () => {
      stub.respondWith(jsonReply(chatReply({ text: "Hi there" })));
      const response = await send("", { body: { model: "chat/m", input: "Hi", labels: { a: "b" } } });
      expect(response.headers.get("x-gateway-dropped")).toContain("labels");
      expect(textOf((await response.json()) as Json)).toBe("Hi there");
      expect(JSON.parse(String(stub.requests[0]?.body))).toMatchObject({ messages: [{ role: "user", content: "Hi" }] });
    });

    it.each(["chat/m", "sandbox/echo"])("%s gets no unknown fields, which keep the client's names", async (model) => {
      stub.respondWith(jsonReply(chatReply({ text: "Hi there" })));
      const config = { thinking_level: "low", top_k: 3 };
      const body = {
        model,
        input: "Hi",
        messages: [{ role: "user" }],
        stop: ["a"],
        generation_config: config,
      };
      const response = await send("", { body });
      const dropped = String(response.headers.get("x-gateway-dropped")).split(/,\s*/);
      expect(dropped).toEqual(expect.arrayContaining(["messages", "stop"]));
      expect(dropped).not.toContain("input");
    });

    it("of another API is translated as a stream", async () => {
      stub.respondWith(streamReply({ chunks: chatFrames({ text: "Hi there" }) }));
      const response = await send("", { body: { model: "chat/m", input: "Hi", stream: true } });
      expect(saidIn(eventsIn(await response.text()))).toBe("Hi there");
    });

    it("of this API answers a client of another", async () => {
      stub.respondWith(jsonReply(interaction));
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: JSON_HEADERS,
        body: JSON.stringify({ model: "google/m", messages: [{ role: "user", content: "Hi" }] }),
      });
      expect(await response.json()).toMatchObject({
        choices: [{ message: { content: "Hi there" } }],
        usage: { total_tokens: 5 },
      });
      expect(JSON.parse(String(stub.requests[0]?.body))).toEqual({ model: "m", input: "Hi", store: false });
    });
  });

  describe("stored", () => {
    it("is read by its key alone, with its input when asked for", async () => {
      const { id } = await create({ input: "Hello" });
      expect(await read(id)).not.toHaveProperty("input");
      expect(await read(id, "?include_input=true")).toMatchObject({
        input: [{ type: "user_input", content: [{ type: "text", text: "Hello" }] }],
      });
      const { secret: key } = await createKey(gateway);
      expect((await send(`/${id}`, { method: "GET", key })).status).toBe(404);
      expect((await send(`/${id}`, { method: "DELETE", key })).status).toBe(404);
    });

    it("is continued with everything said before", async () => {
      stub.respondWith(jsonReply(chatReply({ text: "Moin Ada" })));
      const first = await create({ model: "chat/m", input: "I am Ada" });
      const second = await create({ model: "chat/m", input: "Who am I?", previous_interaction_id: first.id });
      await create({ model: "chat/m", input: "Again", previous_interaction_id: second.id });
      const { messages } = JSON.parse(String(stub.requests.at(-1)?.body));
      const said = (messages as { role: string; content: unknown }[]).map(({ role, content }) => [
        role,
        Array.isArray(content) ? content.map(({ text }) => text).join("") : content,
      ]);
      expect(said).toEqual([
        ["user", "I am Ada"],
        ["assistant", "Moin Ada"],
        ["user", "Who am I?"],
        ["assistant", "Moin Ada"],
        ["user", "Again"],
      ]);
    });

    it("is continued here even where the upstream speaks the API", async () => {
      const first = await create({ input: "I am Ada" });
      stub.respondWith(jsonReply(interaction));
      await create({ model: "google/m", input: "Who am I?", previous_interaction_id: first.id });
      const sent = JSON.parse(String(stub.requests[0]?.body));
      expect(sent).not.toHaveProperty("previous_interaction_id");
      expect(sent.store).toBe(false);
      expect(sent.input.map(({ type }: Step) => type)).toEqual(["user_input", "model_output", "user_input"]);
    });

    it("is not stored with `store: false`", async () => {
      const { id } = await create({ input: "Hello", store: false });
      expect((await send(`/${id}`, { method: "GET" })).status).toBe(404);
    });

    it("is deleted", async () => {
      const { id } = await create({ input: "Hello" });
      const response = await send(`/${id}`, { method: "DELETE" });
      expect([response.status, await response.json()]).toEqual([200, {}]);
      expect((await send(`/${id}`, { method: "GET" })).status).toBe(404);
      const next = await send("", { body: { model: "sandbox/echo", input: "x", previous_interaction_id: id } });
      expect(next.status).toBe(400);
    });

    it("is played again as events", async () => {
      const { id } = await create({ input: "Hello" });
      const response = await send(`/${id}?stream=true`, { method: "GET" });
      const events = eventsIn(await response.text());
      expect(saidIn(events)).toBe("Hello");
      expect(events.at(-1)?.interaction).toMatchObject({ id, status: "completed" });
    });

    it("is no response of the Responses API, nor the other way round", async () => {
      const { id } = await create({ input: "Hello" });
      const headers = JSON_HEADERS;
      expect((await fetch(`${gateway.url}/v1/responses/${id}`, { headers })).status).toBe(404);
      const body = JSON.stringify({ model: "sandbox/echo", input: "Hello", previous_response_id: id });
      expect((await fetch(`${gateway.url}/v1/responses`, { method: "POST", headers, body })).status).toBe(400);
      const made = await fetch(`${gateway.url}/v1/responses`, {
        method: "POST",
        headers,
        body: JSON.stringify({ model: "sandbox/echo", input: "Hello" }),
      });
      const response = (await made.json()) as { id: string };
      expect((await send(`/${response.id}`, { method: "GET" })).status).toBe(404);
    });
  });

  describe("in the background", () => {
    it("answers at once, and is read until it is done", async () => {
      const begun = await create({ input: "Hello", background: true });
      expect(begun).toMatchObject({ status: "in_progress", steps: [] });
      expect(begun).not.toHaveProperty("background");
      const done = await readUntil(begun.id, ({ status }) => status !== "in_progress");
      expect(done).toMatchObject({ id: begun.id, status: "completed" });
      expect(textOf(done)).toBe("Hello");
    });

    it("is followed from any event", async () => {
      const response = await send("", {
        body: { model: "sandbox/echo", input: "Hello dear world", background: true, stream: true },
      });
      const events = eventsIn(await response.text());
      const { id } = (events.at(-1) as { interaction: Json }).interaction;
      expect(events.map(({ event_id }) => event_id)).toEqual(events.map((_, index) => String(index)));
      const again = eventsIn(await (await send(`/${id}?stream=true`, { method: "GET" })).text());
      expect(again).toEqual(events);
      const rest = eventsIn(await (await send(`/${id}?stream=true&last_event_id=2`, { method: "GET" })).text());
      expect(rest).toEqual(events.slice(3));
    });

    it("is cancelled", async () => {
      stub.respondWith(neverAnswer());
      const begun = await create({ model: "chat/m", input: "Go on", background: true });
      const response = await send(`/${begun.id}/cancel`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ id: begun.id, status: "cancelled" });
      expect(await read(begun.id)).toMatchObject({ status: "cancelled" });
      const events = eventsIn(await (await send(`/${begun.id}?stream=true`, { method: "GET" })).text());
      expect(events.at(-1)?.interaction).toMatchObject({ status: "cancelled" });
    });

    it("runs here even where the upstream speaks the API", async () => {
      stub.respondWith(streamReply({ chunks: frames }));
      const begun = await create({ model: "google/m", input: "Hi", background: true });
      const done = await readUntil(begun.id, ({ status }) => status !== "in_progress");
      expect(textOf(done)).toBe("Hi there");
      expect(JSON.parse(String(stub.requests[0]?.body))).toMatchObject({ stream: true, store: false });
    });

    it("shows the failure of its upstream", async () => {
      stub.respondWith(jsonReply({ error: { message: "Broken" } }, { status: 400 }));
      const response = await send("", { body: { model: "chat/m", input: "Hi", background: true } });
      const json = (await response.json()) as Json;
      if (response.status === 400)
        return expect(json).toMatchObject({ error: { message: expect.stringContaining("Broken") } });
      const done = await readUntil(json.id, ({ status }) => status !== "in_progress");
      expect(done).toMatchObject({ status: "failed", errors: [{ message: expect.stringContaining("Broken") }] });
    });

    it("only such a one can be cancelled", async () => {
      const { id } = await create({ input: "Hello" });
      expect((await send(`/${id}/cancel`)).status).toBe(400);
      expect((await send("/interaction_unknown/cancel")).status).toBe(404);
    });
  });

  it("the same routes are under /v1", async () => {
    const response = await fetch(`${gateway.url}/v1/interactions`, {
      method: "POST",
      headers: JSON_HEADERS,
      body: JSON.stringify({ model: "sandbox/echo", input: "Hello" }),
    });
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as Json;
    expect(await read(id)).toMatchObject({ status: "completed" });
  });
});
