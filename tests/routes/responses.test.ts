/**
 * Stored responses: read, listed, continued, deleted, and made in the background; on both mounts, by the official SDK
 * and raw.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import { handle } from "#lib/gateway/assembly/handle.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { openStore } from "#lib/store/open-store.ts";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";
import { jsonReply, neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

type Json = Record<string, unknown> & { id: string };
type Event = { type: string; sequence_number: number; response?: Json; delta?: string };

/** Reads responses in the same form as OpenAI's SDK: with items alone. */
const SDK = { "user-agent": "OpenAI/JS 7.1.0" };
/** Slow enough to be met while it runs. */
const slowly = { sandbox_tokens_per_second: "20" };
const unpaced = { sandbox_tokens_per_second: "0" };
const weather = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather in a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};
const weatherCall = {
  id: "chatcmpl-stub",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "m",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
        ],
      },
    },
  ],
};

describe.each(mounts)("responses on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    stub = await startStubUpstream();
    const upstreams = {
      stub: { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } },
      native: { baseUrl: stub.url, models: ["m"], dialects: ["openai-responses"], retries: { attempts: 0 } },
    };
    gateway = await startGateway({ mount, config: { upstreams } });
    client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
  });
  beforeEach(() => stub.reset());
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/responses${path}`, {
      method,
      headers: { ...AUTHORIZED, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const create = async (body: Record<string, unknown>): Promise<Json> => {
    const response = await call("POST", "", { model: "sandbox/echo", ...body });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json() as Promise<Json>;
  };
  const lastAsked = () => (JSON.parse(String(stub.requests.at(-1)?.body)) as { messages: unknown[] }).messages;
  const until = async (id: string, status: string): Promise<Json> => {
    for (let tries = 0; tries < 200; tries++) {
      const response = (await (await call("GET", `/${id}`)).json()) as Json;
      if (response.status === status) return response;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${id} did not become ${status}`);
  };

  describe("a stored response", () => {
    it.each([false, true])("reads the same as it was sent (stream: %s)", async (stream) => {
      let answered: Json;
      if (stream) {
        const events = await client.responses.create({ model: "sandbox/echo", input: "Hello", stream: true });
        const all: Event[] = [];
        for await (const event of events) all.push(event as unknown as Event);
        answered = all.at(-1)?.response as Json;
      } else answered = await create({ input: "Hello" });
      const reader = stream ? SDK : {};
      expect(await (await call("GET", `/${answered.id}`, undefined, reader)).json()).toEqual(answered);
      const read = await client.responses.retrieve(answered.id);
      expect(read).toMatchObject({
        id: answered.id,
        status: "completed",
        output_text: expect.stringContaining("Hello"),
      });
    });

    it.each([
      ["the AI SDK", "ai/7.0.0 ai-sdk/openai/4.0.0 services/node.js/26"],
      ["OpenAI's SDK for Node", "OpenAI/JS 7.1.0"],
      ["OpenAI's SDK for Python", "AsyncOpenAI/Python 2.9.0"],
      ["Codex", "codex_cli_rs/0.60.0 (Debian 12; x86_64)"],
    ])("has flat elements for plain clients, and items alone for %s", async (_, name) => {
      const types = ({ output }: Json) => (output as Json[]).map(({ type }) => type);
      const agent = { "user-agent": name };
      const plain = await create({ input: "Hello" });
      expect(types(plain)).toEqual(["message", "output_text"]);
      expect(types(await (await call("GET", `/${plain.id}`, undefined, agent)).json())).toEqual(["message"]);
      const sdk = (await (await call("POST", "", { model: "sandbox/echo", input: "Hello" }, agent)).json()) as Json;
      expect(types(sdk)).toEqual(["message"]);
      expect(types(await (await call("GET", `/${sdk.id}`)).json())).toEqual(["message", "output_text"]);
    });

    it("has items alone for a key that asks for them", async () => {
      const key = await createKey(gateway, { name: "Standard", scopes: ["inference"], flat_output: false });
      const asKey = { authorization: `Bearer ${key.secret}` };
      const made = (await (await call("POST", "", { model: "sandbox/echo", input: "Hello" }, asKey)).json()) as Json;
      expect((made.output as Json[]).map((item) => Object.keys(item).sort())).toEqual([
        ["content", "id", "role", "status", "type"],
      ]);
    });

    it("is not found after it was deleted, and is deleted once", async () => {
      const { id } = await create({ input: "Hello" });
      const deleted = await call("DELETE", `/${id}`);
      expect(deleted.status).toBe(200);
      expect(await deleted.json()).toEqual({ id, object: "response", deleted: true });
      const gone = { status: 404, type: "not_found_error", param: "response_id", code: "response_not_found" };
      await expectError(await call("DELETE", `/${id}`), { ...gone, message: new RegExp(id) });
      await expectError(await call("GET", `/${id}`), { ...gone, message: /been deleted/ });
      await expectError(await call("GET", `/${id}/input_items`), { ...gone, message: /^Response ".*" not found/ });
      await expectError(await call("POST", `/${id}/cancel`), { ...gone, message: /^Response ".*" not found/ });
    });

    it("is deleted and not found as the SDK expects", async () => {
      const { id } = await create({ input: "Hello" });
      await client.responses.delete(id);
      await expect(client.responses.retrieve(id)).rejects.toThrow(OpenAI.NotFoundError);
    });

    it("is not stored with store: false, nor when relayed", async () => {
      const { id, store } = await create({ input: "Hello", store: false });
      expect(store).toBe(false);
      expect((await call("GET", `/${id}`)).status).toBe(404);
      stub.respondWith(jsonReply({ id: "resp_upstream", object: "response", status: "completed", output: [] }));
      const relayed = {
        model: "native/m",
        previous_response_id: "resp_x",
        input: [{ type: "item_reference", id: "msg_x" }],
      };
      const answer = await call("POST", "", { ...relayed, background: true });
      expect(answer.headers.get("x-gateway-lane")).toBe("relay");
      expect(JSON.parse(String(stub.requests.at(-1)?.body))).toEqual({ ...relayed, model: "m", background: true });
      const error = {
        status: 404,
        type: "not_found_error",
        param: "response_id",
        message: /not found\. It may have expired/,
      };
      await expectError(await call("GET", "/resp_upstream"), error);
    });

    it("names the methods of its paths", async () => {
      await expectError(await call("POST", "/resp_1", {}), {
        status: 405,
        type: "invalid_request_error",
        message: /Use GET or DELETE\./,
      });
      await expectError(await call("GET", "/resp_1/cancel"), {
        status: 405,
        type: "invalid_request_error",
        message: /Use POST\./,
      });
    });
  });

  describe("input items", () => {
    const input = ["one", "two", "three"].map((content) => ({ role: "user" as const, content }));
    const textOf = (item: unknown) => (item as { content: { text: string }[] }).content[0]?.text;

    it("are listed newest first, page by page", async () => {
      const { id } = await create({ input });
      const page = await client.responses.inputItems.list(id, { limit: 2 });
      expect(page.data.map(textOf)).toEqual(["three", "two"]);
      const all: unknown[] = [];
      for await (const item of client.responses.inputItems.list(id, { limit: 1, order: "asc" })) all.push(item);
      expect(all.map(textOf)).toEqual(["one", "two", "three"]);
      expect(new Set(all.map((item) => (item as Json).id)).size).toBe(3);
      const raw = (await (await call("GET", `/${id}/input_items`)).json()) as { data: Json[] };
      expect(raw).toMatchObject({
        object: "list",
        has_more: false,
        first_id: raw.data[0]?.id,
        last_id: raw.data.at(-1)?.id,
      });
    });

    it("are a message where the input was a text", async () => {
      const { id } = await create({ input: "Hello" });
      const { data } = await client.responses.inputItems.list(id);
      expect(data).toMatchObject([{ type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] }]);
    });

    it.each([
      ["limit", "limit=0"],
      ["limit", "limit=101"],
      ["limit", "limit=two"],
      ["order", "order=up"],
      ["after", "after=msg_unknown"],
    ])("refuse a bad %s (%s)", async (param, query) => {
      const { id } = await create({ input: "Hello" });
      await expectError(await call("GET", `/${id}/input_items?${query}`), {
        status: 400,
        type: "invalid_request_error",
        param,
        message: new RegExp(`^\`${param}\` must`),
      });
    });
  });

  describe("previous_response_id", () => {
    it("includes the previous turns with tool calls, without the instructions", async () => {
      stub.respondWith(jsonReply(weatherCall));
      const first = await client.responses.create({
        model: "stub/m",
        instructions: "Be brief.",
        input: "Weather in Oslo?",
        tools: [weather],
      });
      const [item] = first.output;
      expect(item).toMatchObject({ type: "function_call", call_id: "call_1" });
      stub.respondWith(jsonReply(chatReply({ text: "Rain." })));
      const second = await client.responses.create({
        model: "stub/m",
        previous_response_id: first.id,
        input: [{ type: "function_call_output", call_id: "call_1", output: "rain" }],
        tools: [weather],
      });
      expect(second).toMatchObject({ previous_response_id: first.id, output_text: "Rain." });
      expect(lastAsked()).toMatchObject([
        { role: "user", content: "Weather in Oslo?" },
        { role: "assistant", tool_calls: [{ id: "call_1", function: { arguments: '{"city":"Oslo"}' } }] },
        { role: "tool", tool_call_id: "call_1", content: "rain" },
      ]);
      stub.respondWith(streamReply({ chunks: chatFrames({ text: "Sun." }) }));
      const events = await client.responses.create({
        model: "stub/m",
        previous_response_id: second.id,
        input: "Tomorrow?",
        stream: true,
      });
      for await (const _ of events);
      expect(lastAsked()).toMatchObject([
        { role: "user" },
        { role: "assistant" },
        { role: "tool" },
        { role: "assistant", content: "Rain." },
        { role: "user", content: "Tomorrow?" },
      ]);
      const own = await client.responses.inputItems.list(second.id);
      expect(own.data).toMatchObject([{ type: "function_call_output", output: "rain" }]);
    });

    it("drops nothing from the previous turns", async () => {
      const { id } = await create({ input: "Hello" });
      const response = await call("POST", "", { model: "sandbox/guide", previous_response_id: id, input: "And?" });
      expect(response.status).toBe(200);
      expect(response.headers.get("x-gateway-dropped")).toBeNull();
    });

    it("is included in a token count", async () => {
      const { id } = await create({ input: "Hello ".repeat(50) });
      const count = async (fields: Record<string, unknown>) =>
        (await client.responses.inputTokens.count({ model: "sandbox/echo", input: "Hi", ...fields })).input_tokens;
      expect(await count({ previous_response_id: id })).toBeGreaterThan((await count({})) + 50);
    });

    it("must exist", async () => {
      const unknown = { model: "sandbox/echo", input: "Hi", previous_response_id: "resp_unknown" };
      await expectError(await call("POST", "", unknown), {
        status: 400,
        type: "invalid_request_error",
        param: "previous_response_id",
        code: "previous_response_not_found",
        message: /"resp_unknown" not found/,
      });
      const first = await create({ input: "Hello" });
      const second = await create({ input: "Hello", previous_response_id: first.id });
      await call("DELETE", `/${first.id}`);
      await expectError(await call("POST", "", { ...unknown, previous_response_id: second.id }), {
        status: 400,
        type: "invalid_request_error",
        param: "previous_response_id",
        code: "previous_response_not_found",
        message: new RegExp(`"${second.id}" continues "${first.id}", which was not found`),
      });
    });

    it.each([
      [
        "previous_response_id",
        { previous_response_id: "resp_1", conversation: "conv_1" },
        /must be absent when `conversation` is set/,
      ],
      ["conversation", { conversation: "conv_1" }, /the gateway stores no conversations/],
      ["background", { background: true, store: false }, /requires `store` to be true/],
    ])("and similar fields are refused where they are not supported (%s)", async (param, fields, message) => {
      await expectError(await call("POST", "", { model: "sandbox/echo", input: "Hi", ...fields }), {
        status: 400,
        type: "invalid_request_error",
        param,
        message,
      });
    });
  });

  describe("item_reference", () => {
    it("is replaced by an item of an earlier response", async () => {
      stub.respondWith(jsonReply(weatherCall));
      const first = await create({ model: "stub/m", input: "Weather?", tools: [weather] });
      const [item] = first.output as Json[];
      stub.respondWith(jsonReply(chatReply({ text: "Rain." })));
      const input = [
        { role: "user", content: "Weather?" },
        { type: "item_reference", id: item?.id },
        { type: "function_call_output", call_id: "call_1", output: "rain" },
      ];
      const second = await create({ model: "stub/m", input });
      expect(lastAsked()).toMatchObject([
        { role: "user" },
        { role: "assistant", tool_calls: [{ id: "call_1" }] },
        { role: "tool", content: "rain" },
      ]);
      const { data } = await client.responses.inputItems.list(second.id, { order: "asc" });
      expect(data[1]).toMatchObject({ type: "function_call", id: item?.id });
    });

    it("that is unknown is named in the error", async () => {
      const input = [{ role: "user", content: "Hi" }, { id: "msg_unknown" }];
      await expectError(await call("POST", "", { model: "sandbox/echo", input }), {
        status: 400,
        type: "invalid_request_error",
        param: "input[1].id",
        message: /"msg_unknown".*store: false/,
      });
    });
  });

  it("another key's responses are not found", async () => {
    const other = await startOther();
    try {
      const { id, output } = await create({ input: "Hello" });
      expect((await fetch(`${gateway.url}/v1/responses/${id}`, { headers: other.headers })).status).toBe(404);
      expect(
        (await fetch(`${gateway.url}/v1/responses/${id}`, { method: "DELETE", headers: other.headers })).status,
      ).toBe(404);
      for (const fields of [
        { previous_response_id: id, input: "Hi" },
        { input: [{ type: "item_reference", id: (output as Json[])[0]?.id }] },
      ]) {
        const response = await fetch(`${gateway.url}/v1/responses`, {
          method: "POST",
          headers: other.headers,
          body: JSON.stringify({ model: "sandbox/echo", ...fields }),
        });
        expect(response.status).toBe(400);
      }
      expect((await call("GET", `/${id}`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  /** A key of the gateway's own store. */
  async function startOther() {
    const store = await openStore({ dataDir: gateway.dataDir });
    const { secret } = await store.keys.create({ name: "other" });
    return {
      headers: { ...AUTHORIZED, authorization: `Bearer ${secret}` },
      close: () => store.close(),
    };
  }

  describe("in the background", () => {
    it("returns at once, continues, and is read when it has ended", async () => {
      const created = await client.responses.create({
        model: "sandbox/long-30",
        input: "Hello",
        background: true,
        metadata: slowly,
      });
      expect(created).toMatchObject({ status: "queued", background: true, output: [] });
      await until(created.id, "in_progress");
      await expectError(
        await call("POST", "", { model: "sandbox/echo", input: "Hi", previous_response_id: created.id }),
        {
          status: 400,
          type: "invalid_request_error",
          param: "previous_response_id",
          message: /not ended yet/,
        },
      );
      const done = await until(created.id, "completed");
      expect(done).toMatchObject({ id: created.id, created_at: created.created_at, error: null });
      expect(String(done.output_text).length).toBeGreaterThan(30);
      const again = await client.responses.cancel(created.id);
      expect(again.status, "a response that has ended stays as it is").toBe("completed");
    });

    it("is resumed after any of its events, while it runs and afterwards", async () => {
      const stream = await client.responses.create({
        model: "sandbox/long-30",
        input: "Hello",
        background: true,
        stream: true,
        metadata: slowly,
      });
      const seen: Event[] = [];
      for await (const event of stream) {
        seen.push(event as unknown as Event);
        if (seen.length === 8) break;
      }
      const id = String(seen[0]?.response?.id);
      const rest = await client.responses.retrieve(id, { stream: true, starting_after: 7 });
      for await (const event of rest) seen.push(event as unknown as Event);
      expect(seen.map(({ sequence_number }) => sequence_number)).toEqual(seen.map((_, index) => index));
      const final = seen.at(-1);
      expect(final?.type).toBe("response.completed");
      const text = seen.filter(({ type }) => type === "response.output_text.delta").map(({ delta }) => delta);
      expect(text.join("")).toBe(final?.response?.output_text);

      const replayed: Event[] = [];
      const replay = await client.responses.retrieve(id, { stream: true });
      for await (const event of replay) replayed.push(event as unknown as Event);
      expect(replayed).toEqual(seen);
      expect(await (await call("GET", `/${id}`, undefined, SDK)).json()).toEqual(final?.response);
    });

    it("is followed by the stream helper of the SDK", async () => {
      const { id } = await create({ model: "sandbox/long-10", input: "Hello", background: true });
      const final = await client.responses.stream({ response_id: id }).finalResponse();
      expect(final).toMatchObject({ id, status: "completed" });
      expect(final.output_text).toBe((await until(id, "completed")).output_text);
    });

    it("stops when it is cancelled, also repeatedly, and ends its readers", async () => {
      stub.respondWith(neverAnswer());
      const { id } = await create({ model: "stub/m", input: "Hello", background: true });
      await expect.poll(() => stub.requests.length).toBe(1);
      const following = await call("GET", `/${id}?stream=true`);
      const cancelled = await client.responses.cancel(id);
      expect(cancelled).toMatchObject({ id, status: "cancelled" });
      expect(await following.text()).toContain('"status":"cancelled"');
      await expect.poll(() => stub.aborts.length).toBe(1);
      expect(await client.responses.cancel(id)).toMatchObject({ status: "cancelled" });
      expect(await (await call("GET", `/${id}`)).json()).toMatchObject({ status: "cancelled", background: true });
    });

    it("ends the SDK's stream helper when it is cancelled in the middle", async () => {
      const { id } = await create({ model: "sandbox/long-100", input: "Hello", background: true, metadata: slowly });
      const stream = client.responses.stream({ response_id: id });
      for await (const event of stream)
        if (event.type === "response.output_text.delta") await client.responses.cancel(id);
      expect(await stream.finalResponse()).toMatchObject({ id, status: "cancelled" });
    });

    it("continues when the client that streams it disconnects", async () => {
      const leaving = new AbortController();
      const response = await fetch(`${gateway.url}/v1/responses`, {
        method: "POST",
        headers: AUTHORIZED,
        signal: leaving.signal,
        body: JSON.stringify({
          model: "sandbox/long-10",
          input: "Hi",
          background: true,
          stream: true,
          metadata: slowly,
        }),
      });
      let id: string | undefined;
      for await (const chunk of response.body ?? []) {
        id = /resp_[a-z0-9]+/.exec(Buffer.from(chunk).toString())?.[0];
        if (id) break;
      }
      leaving.abort();
      expect(await until(String(id), "completed")).toMatchObject({ id });
    });

    it.each([
      ["before its answer began", jsonReply({ error: { message: "Too much." } }, { status: 429 }), /Too much/],
      ["in the middle", streamReply({ chunks: chatFrames({ text: "a b" }).slice(0, 2), ending: "cut" }), /./],
    ])("fails with the reason in the object (%s)", async (_, handler, message) => {
      stub.respondWith(handler);
      const { id } = await create({ model: "stub/m", input: "Hello", background: true });
      const failed = await until(id, "failed");
      expect(failed.error).toMatchObject({
        message: expect.stringMatching(message),
        code: expect.any(String),
        type: expect.any(String),
      });
    });

    it("is deleted while it runs", async () => {
      stub.respondWith(neverAnswer());
      const { id } = await create({ model: "stub/m", input: "Hello", background: true });
      await expect.poll(() => stub.requests.length).toBe(1);
      expect((await call("DELETE", `/${id}`)).status).toBe(200);
      expect((await call("GET", `/${id}`)).status).toBe(404);
      await expect.poll(() => stub.aborts.length).toBe(1);
    });

    it("is refused at once for an invalid request, and fails when the model fails", async () => {
      const metadata = { sandbox_tokens_per_second: "many" };
      const wrong = { model: "sandbox/long-10", input: "Hi", background: true, metadata };
      await expectError(await call("POST", "", wrong), {
        status: 400,
        type: "invalid_request_error",
        param: "metadata.sandbox_tokens_per_second",
        message: /must be a number of at least 0/,
      });
      const { id } = await create({ model: "sandbox/fault-503", input: "Hi", background: true });
      await until(id, "failed");
    });

    it("refuses unsupported requests with a reason", async () => {
      const { id } = await create({ input: "Hello" });
      const refused = { status: 400, type: "invalid_request_error" };
      await expectError(await call("POST", `/${id}/cancel`), {
        ...refused,
        param: "response_id",
        message: /not created with `background: true`/,
      });
      await expectError(await call("GET", `/${id}?stream=true`), {
        ...refused,
        param: "stream",
        message: /its events are not stored/,
      });
      await expectError(await call("GET", `/${id}?starting_after=1`), {
        ...refused,
        param: "starting_after",
        message: /stream=true/,
      });
      await expectError(await call("GET", `/${id}?stream=true&starting_after=-1`), {
        ...refused,
        param: "starting_after",
        message: /must be an integer/,
      });
    });
  });
});

it.each([
  ["has failed after the restart, with the reason", false],
  ["is handed over, and goes on after the restart", true],
])("a background response cut by a shutdown %s", async (_, handsOver) => {
  const dataDir = mkdtempSync(join(tmpdir(), "parlance-responses-"));
  const settings = loadSettings({ PARLANCE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: dataDir });
  const fetchText = (services: AllServices, method: string, path: string, body = "") =>
    handle(
      {
        method,
        path: `/v1/responses${path}`,
        query: "",
        headers: AUTHORIZED,
        client: new ClientPresence(),
        body: { bytes: async () => Buffer.from(body), chunks: async function* () {}, retain() {}, release() {} },
      },
      services,
    );
  try {
    const stopped = await createServices(settings);
    const body = JSON.stringify({ model: "sandbox/slow-60000", input: "Hi", background: true });
    const { id } = JSON.parse((await fetchText(stopped, "POST", "", body)).body as string) as Json;
    expect(stopped.inFlight.count, "a drain waits for it").toBe(1);
    const quick = JSON.stringify({ model: "sandbox/echo", input: "Hi", background: true, metadata: unpaced });
    await fetchText(stopped, "POST", "", quick);
    await expect.poll(() => stopped.inFlight.count).toBe(1);
    const rows = await recentRows(stopped.store, 10);
    expect(rows, "one row for the call, written when its answer has ended").toMatchObject([
      { lane: "sandbox", status: 200, inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    ]);
    if (handsOver) await stopped.handOver();
    expect(stopped.inFlight.count, "no drain waits for it any more").toBe(handsOver ? 0 : 1);
    await stopped.close();
    expect(stopped.inFlight.count).toBe(0);
    const restarted = await createServices(settings);
    const read = await fetchText(restarted, "GET", `/${id}`);
    const isRunAgain = () => restarted.backgroundResponses.runningCount;
    if (handsOver) await expect.poll(isRunAgain, { timeout: 10_000 }).toBe(1);
    await restarted.close();
    const failed = { status: "failed", error: { message: expect.stringMatching(/^The gateway stopped before/) } };
    expect(JSON.parse(read.body as string)).toMatchObject(handsOver ? { status: "queued" } : failed);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
