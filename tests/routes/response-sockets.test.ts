/** WebSockets of `/v1/responses`: each `response.create` is a request like one over HTTP. */
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ResponseSockets } from "#lib/gateway/endpoints/responses/sockets/response-sockets.ts";
import { SOCKET_LIMITS } from "#lib/gateway/limits.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { openSocket, readText, type TestSocket } from "../support/response-socket.ts";
import { neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

/** On a busy machine a row of the log takes a while. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const NATIVE = [
  { type: "response.created", sequence_number: 0, response: { id: "resp_up", object: "response", output: [] } },
  {
    type: "response.completed",
    sequence_number: 1,
    response: {
      id: "resp_up",
      object: "response",
      status: "completed",
      previous_response_id: null,
      output: [
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "Noted." }] },
      ],
    },
  },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

describe.each(mounts)("GET /v1/responses on the %s mount", (mount) => {
  it("says how to open a WebSocket", async () => {
    const gateway = await startGateway({ mount });
    try {
      const response = await fetch(`${gateway.url}/v1/responses`, { headers: AUTHORIZED });
      if (mount === "node") {
        expect(response.status).toBe(426);
        expect(response.headers.get("upgrade")).toBe("websocket");
        expect(await response.json()).toMatchObject({ code: "websocket_required" });
        return;
      }
      expect(response.status).toBe(501);
      await expect(openSocket(gateway.url)).rejects.toThrow(/^501 .*websocket_unsupported/);
      await expect(openSocket(gateway.url)).rejects.toThrow(/^501 .*npm start/);
    } finally {
      await gateway.close();
    }
  });
});

describe("WebSockets of /v1/responses", () => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let sockets: ResponseSockets;
  const opened: TestSocket[] = [];

  beforeAll(async () => {
    stub = await startStubUpstream();
    const shared = { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } };
    const upstreams = { stub: shared, native: { ...shared, dialects: ["openai-responses"] } };
    gateway = await startGateway({
      mount: "node",
      config: { upstreams },
      replace: (services) => {
        sockets = services.responseSockets;
        return {};
      },
    });
  });
  beforeEach(() => stub.reset());
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.terminate();
    await poll(() => sockets.count).toBe(0);
  });
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });

  async function open(headers: Record<string, string> = {}, at = gateway): Promise<TestSocket> {
    const socket = await openSocket(at.url, headers);
    opened.push(socket);
    return socket;
  }
  const sentBody = (index = -1) => JSON.parse(String(stub.requests.at(index)?.body)) as Record<string, unknown>;
  const rows = async (limit: number) => {
    const list = await fetch(`${gateway.url}/api/requests?limit=${limit}`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: Record<string, unknown>[] }).data;
  };

  it("answers the official SDK with the events of the stream", async () => {
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY });
    const connection = new ResponsesWS(client);
    const types: string[] = [];
    connection.send({ type: "response.create", model: "sandbox/echo", input: "Hello", stream_id: "main" });
    let text = "";
    for await (const event of connection.stream()) {
      if (event.type !== "message") continue;
      const { message } = event;
      types.push(message.type);
      expect(message).toMatchObject({ stream_id: "main" });
      if (message.type === "response.output_text.delta") text += message.delta;
      if (message.type === "response.completed") break;
    }
    connection.close();
    expect(types.slice(0, 2)).toEqual(["response.created", "response.in_progress"]);
    expect(text).toContain("Hello");
    await poll(async () => (await rows(1))[0]).toMatchObject({ lane: "sandbox", status: 200, stream: true });
  });

  it("tells the lane, the provider, dropped fields and the request's id with the first event", async () => {
    stub.respondWith(streamReply({ chunks: chatFrames({ text: "Noted." }) }));
    const socket = await open();
    await socket.create({ model: "stub/m", input: "Hi", store: false, truncation: "auto" });
    const [first, ...others] = socket.events;
    expect(first?.gateway).toMatchObject({ "x-gateway-lane": "translate", "x-gateway-upstream": "stub" });
    expect(first?.gateway?.["x-gateway-dropped"]).toContain("truncation");
    expect(others.filter(({ gateway }) => gateway !== undefined)).toEqual([]);
    const id = first?.gateway?.["x-request-id"];
    await poll(async () => (await rows(1))[0]).toMatchObject({ id, lane: "translate", dropped: ["truncation"] });
    const refused = await socket.create({ model: "nobody/m", input: "Hi", stream_id: "other" });
    expect(refused.gateway).toMatchObject({ "x-request-id": refused.request_id });
  });

  it.each(["stub/m", "native/m"])("continues a response that is not stored, by %s", async (model) => {
    const frames = model === "stub/m" ? chatFrames({ text: "Noted." }) : NATIVE;
    let answers = 0;
    stub.respondWith((request, response) => {
      answers += 1;
      const chunks = frames.map((frame) => frame.replaceAll("resp_up", `resp_${answers}`));
      return streamReply({ chunks })(request, response);
    });
    const socket = await open();
    const first = await socket.create({ model, store: false, input: "The word is cobalt." });
    const id = first.response?.id;
    const second = await socket.create({ model, store: false, previous_response_id: id, input: "Which word?" });
    expect(second.type).toBe("response.completed");
    expect(second.response?.previous_response_id).toBe(id);
    expect(readText(second)).toBe("Noted.");
    const sent = sentBody();
    const items = (model === "stub/m" ? sent.messages : sent.input) as { role: string; content: unknown }[];
    expect(items.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(items[0]?.content).toBe("The word is cobalt.");
    expect(items[2]?.content).toBe("Which word?");
    expect(sent).not.toHaveProperty("previous_response_id");
    expect(sent.stream).toBe(true);

    const third = await socket.create({
      model: "sandbox/echo",
      previous_response_id: id,
      store: false,
      input: "Again",
    });
    expect(third.error, "only the last response of a stream is remembered").toMatchObject({
      code: "previous_response_not_found",
      param: "previous_response_id",
    });
    expect(third.status).toBe(400);
    expect(third.request_id).toMatch(/^req_/);
  });

  it("continues stored responses on any socket, and forgets the others with theirs", async () => {
    const model = "sandbox/echo";
    const socket = await open();
    const stored = await socket.create({ model, input: "One" });
    const local = await socket.create({ model, store: false, previous_response_id: stored.response?.id, input: "Two" });
    const next = await socket.create({ model, store: false, previous_response_id: local.response?.id, input: "Three" });
    expect(next.type).toBe("response.completed");
    expect(next.response?.previous_response_id).toBe(local.response?.id);
    const other = await open();
    const lost = await other.create({ model, store: false, previous_response_id: next.response?.id, input: "Four" });
    expect(lost.error?.code).toBe("previous_response_not_found");
    const found = await other.create({ model, previous_response_id: stored.response?.id, input: "Five" });
    expect(found.type).toBe("response.completed");
  });

  it("forgets a response whose continuation failed", async () => {
    const model = "sandbox/echo";
    const socket = await open();
    const { response } = await socket.create({ model, store: false, input: "One" });
    const output = { type: "function_call_output", call_id: "call_none", output: "?" };
    const failed = await socket.create({ model, store: false, previous_response_id: response?.id, input: [output] });
    expect(failed.error).toMatchObject({ code: "tool_call_not_found", param: "input[0].call_id" });
    const again = await socket.create({ model, store: false, previous_response_id: response?.id, input: "Two" });
    expect(again.error?.code).toBe("previous_response_not_found");
  });

  it("prepares a conversation without a model by `generate: false`", async () => {
    stub.respondWith(streamReply({ chunks: chatFrames({ text: "Yes." }) }));
    const socket = await open();
    const input = [{ role: "developer", content: "Be brief." }];
    const ready = await socket.create({ model: "stub/m", store: false, generate: false, input });
    expect(ready.response).toMatchObject({ status: "completed", output: [] });
    expect(stub.requests).toEqual([]);
    await socket.create({ model: "stub/m", store: false, previous_response_id: ready.response?.id, input: "Ready?" });
    expect((sentBody().messages as { content: string }[]).map(({ content }) => content)).toEqual([
      "Be brief.",
      "Ready?",
    ]);
  });

  it("runs streams at once, and messages of one stream in order", async () => {
    const waiting: (() => void)[] = [];
    stub.respondWith(async (request, response) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await streamReply({ chunks: chatFrames({ text: "Done." }) })(request, response);
    });
    const socket = await open();
    const create = (stream_id: string, input: string) =>
      socket.send({ type: "response.create", model: "stub/m", stream_id, input, store: false });
    create("a", "a1");
    create("a", "a2");
    create("b", "b1");
    await poll(() => stub.requests.length).toBe(2);
    const inputs = () => stub.requests.map(({ body }) => /"content":"(a1|a2|b1)"/.exec(String(body))?.[1]).sort();
    expect(inputs()).toEqual(["a1", "b1"]);
    for (const go of waiting.splice(0)) go();
    await poll(() => stub.requests.length).toBe(3);
    for (const go of waiting.splice(0)) go();
    await socket.final(3);
    expect(inputs()).toEqual(["a1", "a2", "b1"]);
    const ended = socket.events.filter(({ type }) => type === "response.completed");
    expect(ended.map(({ stream_id }) => stream_id).sort()).toEqual(["a", "a", "b"]);
  });

  it("cancels the upstream when the socket closes, and logs that the client left", async () => {
    stub.respondWith(neverAnswer());
    const socket = await open();
    socket.send({ type: "response.create", model: "stub/m", input: "Hi" });
    await poll(() => stub.requests.length).toBe(1);
    socket.socket.terminate();
    await poll(() => stub.aborts.length).toBe(1);
    await poll(async () => (await rows(1))[0]).toMatchObject({ status: 499, upstream: "stub" });
  });

  it("applies the limits of the key to each message", async () => {
    const { secret } = await createKey(gateway, { limits: { requests_per_minute: 1 } });
    const socket = await open({ authorization: `Bearer ${secret}` });
    expect((await socket.create({ model: "sandbox/echo", input: "Hi" })).type).toBe("response.completed");
    const over = await socket.create({ model: "sandbox/echo", input: "Hi" });
    expect(over).toMatchObject({ type: "error", status: 429 });
    await expect(openSocket(gateway.url, { authorization: "Bearer wrong" })).rejects.toThrow(/^401 .*invalid/i);
  });

  it.each([
    ["a binary message", Buffer.from("{}"), "invalid_message", null],
    ["text that is not JSON", "{", "invalid_json", null],
    ["JSON that is no object", "[1]", "invalid_message", null],
    ["an unknown event", { type: "response.cancel" }, "unknown_event_type", "type"],
    ["an empty stream_id", { type: "response.create", stream_id: "" }, "invalid_stream_id", "stream_id"],
    ["background", { type: "response.create", background: true }, "unsupported_parameter", "background"],
    ["a missing model", { type: "response.create", input: "Hi" }, "missing_required_parameter", "model"],
    ["a wrong input", { type: "response.create", model: "sandbox/echo", input: 7 }, undefined, "input"],
  ])("refuses %s with an error event, and goes on", async (_name, message, code, param) => {
    const socket = await open();
    socket.send(message);
    const refused = await socket.final(1);
    expect(refused).toMatchObject({ type: "error", status: 400 });
    if (code !== undefined) expect(refused.error?.code).toBe(code);
    if (param !== null) expect(refused.error?.param).toBe(param);
    expect((await socket.create({ model: "sandbox/echo", input: "Hi" })).type).toBe("response.completed");
  });

  it("bounds streams, unfinished messages, refused messages and the size of one", async () => {
    stub.respondWith(neverAnswer());
    const socket = await open();
    for (let index = 0; index < SOCKET_LIMITS.streams; index++) {
      socket.send({ type: "response.create", model: "stub/m", input: "Hi", stream_id: `s${index}` });
    }
    await poll(() => stub.requests.length).toBe(SOCKET_LIMITS.running);
    socket.send({ type: "response.create", model: "stub/m", input: "Hi", stream_id: "more" });
    expect((await socket.final(1)).error?.code).toBe("websocket_stream_limit_reached");
    for (let index = SOCKET_LIMITS.streams; index <= SOCKET_LIMITS.messages; index++) {
      socket.send({ type: "response.create", model: "stub/m", input: "Hi" });
    }
    expect((await socket.final(2)).error?.code).toBe("websocket_queue_full");
    expect(stub.requests).toHaveLength(SOCKET_LIMITS.running);

    const noisy = await open();
    for (let index = 0; index < SOCKET_LIMITS.refusals; index++) noisy.send("?");
    expect(await noisy.closed).toBe(1008);
    const large = await open();
    large.send("x".repeat(SOCKET_LIMITS.messageBytes + 1));
    expect(await large.closed).toBe(1009);
  });

  it("waits for a slow reader, and loses nothing", async () => {
    const frames = chatFrames({ text: "word ".repeat(40_000) });
    stub.respondWith(streamReply({ chunks: [frames.join("")] }));
    const socket = await open();
    socket.socket.pause();
    socket.send({ type: "response.create", model: "stub/m", input: "Hi", store: false });
    await poll(() => stub.requests.length).toBe(1);
    const memory = process.memoryUsage().rss;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024);
    socket.socket.resume();
    expect(readText(await socket.final(1)).length).toBeGreaterThan(100_000);
  });

  it("closes its sockets when the gateway stops, each after its response", async () => {
    let draining: ResponseSockets | undefined;
    const stopping = await startGateway({
      mount: "node",
      replace: ({ responseSockets }) => {
        draining = responseSockets;
        return {};
      },
    });
    try {
      const idle = await open({}, stopping);
      const busy = await open({}, stopping);
      busy.send({ type: "response.create", model: "sandbox/slow-500", input: "Hi" });
      await poll(() => busy.events.length).toBeGreaterThan(0);
      draining?.drain();
      expect(await idle.closed).toBe(1012);
      expect((await busy.final(1)).type).toBe("response.completed");
      expect(await busy.closed).toBe(1012);
      expect(await (await open({}, stopping)).closed).toBe(1012);
    } finally {
      await stopping.close();
    }
  });

  it("closes a socket at its age limit, after its response", async () => {
    const times = { ageMs: 200, silentMs: 60_000, tickMs: 20 };
    const short = await startGateway({
      mount: "node",
      replace: () => ({ responseSockets: new ResponseSockets(times) }),
    });
    try {
      const socket = await open({}, short);
      const { response } = await socket.create({ model: "sandbox/echo", input: "Hi" });
      expect(response?.status).toBe("completed");
      expect(await socket.closed).toBe(1000);
      expect(socket.events.at(-1)).toMatchObject({
        error: { code: "websocket_connection_limit_reached" },
        status: 400,
      });
    } finally {
      await short.close();
    }
  });
});
