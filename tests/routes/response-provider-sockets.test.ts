/** Responses over a WebSocket of the provider, for clients that opened one themselves. */
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ResponseSockets } from "#lib/gateway/endpoints/responses/sockets/response-sockets.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { openSocket, readText, type TestSocket } from "../support/response-socket.ts";
import { type SocketUpstream, startSocketUpstream, type UpstreamSession } from "../support/socket-upstream.ts";
import { startWebhookReceiver, WEBHOOK_SECRET } from "../support/webhook-receiver.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });
const SECRET = "sk-provider-0123456789";

type Wire = { model: string; input: unknown; previous_response_id?: string; stream?: boolean; type?: string };

/** Events of a response, as OpenAI sends them. */
function listEvents(id: string, text: string) {
  const item = { type: "message", id: `msg_${id}`, role: "assistant", status: "completed" };
  const response = { id, object: "response", status: "in_progress", previous_response_id: null, output: [] };
  const usage = { input_tokens: 11, output_tokens: 3, total_tokens: 14 };
  const output = [{ ...item, content: [{ type: "output_text", text, annotations: [] }] }];
  return [
    { type: "response.created", sequence_number: 0, response },
    { type: "response.output_text.delta", sequence_number: 1, item_id: item.id, output_index: 0, delta: text },
    { type: "response.completed", sequence_number: 2, response: { ...response, status: "completed", output, usage } },
  ];
}

const toStream = (events: { type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

describe("WebSockets to providers of /v1/responses", () => {
  let upstream: SocketUpstream;
  let gateway: TestGateway;
  const others: { close(): Promise<void> }[] = [];
  const opened: TestSocket[] = [];
  /** Bodies of requests over HTTP. */
  let overHttp: Wire[] = [];
  let answers = 0;

  const readMessages = (session: UpstreamSession) => session.received.map(({ text }) => JSON.parse(text) as Wire);
  const answer = (session: UpstreamSession, text = "Noted.") => {
    answers += 1;
    for (const event of listEvents(`resp_${answers}`, text)) session.send(event);
  };

  /** Answers as OpenAI after a failure: the id that was continued is gone. */
  const answerKnown = (session: UpstreamSession, text: string) => {
    if (!(JSON.parse(text) as Wire).previous_response_id) return answer(session);
    const error = { code: "previous_response_not_found", message: "Gone.", param: "previous_response_id" };
    session.send({ type: "error", status: 400, error });
  };

  beforeAll(async () => {
    upstream = await startSocketUpstream();
    gateway = await start();
  });
  beforeEach(() => {
    overHttp = [];
    answers = 0;
    upstream.onMessage = (session) => answer(session);
    upstream.onRequest = (_request, body, response) => {
      overHttp.push(JSON.parse(body) as Wire);
      answers += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(toStream(listEvents(`resp_${answers}`, "Over HTTP.")));
    };
  });
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.terminate();
    for (const other of others.splice(0)) await other.close();
    await poll(() => upstream.sessions.filter(({ closed }) => !closed).length).toBe(0);
    upstream.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  function start(
    timeouts: object = {},
    retries = 0,
    extra: object = {},
    replace: () => { responseSockets?: ResponseSockets } = () => ({}),
  ): Promise<TestGateway> {
    const entry = {
      baseUrl: upstream.url,
      models: ["m"],
      dialects: ["openai-responses"],
      apiKeyEnv: "SOCKET_TEST_KEY",
      responses: { webSocket: true },
      retries: { attempts: retries },
      timeouts,
    };
    const { responses: _, apiKeyEnv: __, ...plain } = entry;
    const several = { ...plain, responses: entry.responses, apiKeyEnvs: ["SOCKET_TEST_KEY", "OTHER_KEY"] };
    const config = {
      upstreams: { native: entry, plain, second: entry, several },
      routes: { both: { targets: [{ model: "native/m" }], fallback: ["second/m"] } },
    };
    return startGateway({
      mount: "node",
      replace,
      config: { ...config, ...extra },
      environment: { SOCKET_TEST_KEY: SECRET, OTHER_KEY: "sk-other-0123456789", HOOK_SECRET: WEBHOOK_SECRET },
    });
  }
  /** A gateway of its own: one remembers for a while that a provider opens no socket. */
  async function startOther(timeouts: object = {}, retries = 0, extra: object = {}): Promise<TestGateway> {
    const other = await start(timeouts, retries, extra);
    others.push(other);
    return other;
  }
  async function open(at = gateway): Promise<TestSocket> {
    const socket = await openSocket(at.url);
    opened.push(socket);
    return socket;
  }
  const rows = async (limit = 1, at = gateway) => {
    const list = await fetch(`${at.url}/api/requests?limit=${limit}`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: Record<string, unknown>[] }).data;
  };

  it("continues on one socket by id, with new items only, and with the provider's credential", async () => {
    const socket = await open();
    const create = (input: string, previous_response_id?: string) =>
      socket.create({ model: "native/m", store: false, input, previous_response_id });
    const first = await create("The word is cobalt.");
    const second = await create("Which word?", first.response?.id);
    const third = await create("And now?", second.response?.id);
    expect(readText(third)).toBe("Noted.");
    expect(third.response?.previous_response_id).toBe("resp_2");
    expect(upstream.sessions).toHaveLength(1);
    const [session] = upstream.sessions as [UpstreamSession];
    expect(session.request.url).toBe("/v1/responses");
    expect(session.request.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(JSON.stringify(session.request.headers)).not.toContain(ADMIN_KEY);
    expect(readMessages(session)).toEqual([
      { type: "response.create", model: "m", store: false, input: "The word is cobalt." },
      { type: "response.create", model: "m", store: false, input: "Which word?", previous_response_id: "resp_1" },
      { type: "response.create", model: "m", store: false, input: "And now?", previous_response_id: "resp_2" },
    ]);
    expect(overHttp).toEqual([]);
    const [begun] = socket.events;
    expect(begun?.gateway).toMatchObject({ "x-gateway-lane": "relay", "x-gateway-upstream": "native" });
    await poll(async () => (await rows())[0]).toMatchObject({
      ...{ lane: "relay", upstream: "native", status: 200, stream: true },
      ...{ input_tokens: 11, output_tokens: 3 },
    });
  });

  it("stores a response with its whole conversation", async () => {
    const socket = await open();
    const first = await socket.create({ model: "native/m", store: false, input: "One" });
    await socket.create({ model: "native/m", store: true, input: "Two", previous_response_id: first.response?.id });
    const [, sent] = readMessages(upstream.sessions[0] as UpstreamSession);
    expect(sent?.input).toHaveLength(3);
    expect(sent).not.toHaveProperty("previous_response_id");
  });

  it("is what the official SDK sees", async () => {
    const connection = new ResponsesWS(new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY }));
    connection.send({ type: "response.create", model: "native/m", input: "Hello" });
    const types: string[] = [];
    for await (const event of connection.stream()) {
      if (event.type !== "message") continue;
      types.push(event.message.type);
      if (event.message.type === "response.completed") break;
    }
    connection.close();
    expect(types).toEqual(["response.created", "response.output_text.delta", "response.completed"]);
    expect(upstream.sessions).toHaveLength(1);
  });

  it("calls a provider over HTTP when its entry says nothing, and when the client does", async () => {
    const socket = await open();
    expect(readText(await socket.create({ model: "plain/m", input: "Hi" }))).toBe("Over HTTP.");
    const body = JSON.stringify({ model: "native/m", input: "Hi", stream: true });
    const response = await fetch(`${gateway.url}/v1/responses`, { method: "POST", headers: AUTHORIZED, body });
    expect(await response.text()).toContain("Over HTTP.");
    expect(upstream.sessions).toEqual([]);
    expect(overHttp.map(({ stream }) => stream)).toEqual([true, true]);
  });

  it.each([404, 426, 200])(
    "goes over HTTP when the provider refuses the upgrade with %i, and asks once",
    async (status) => {
      const other = await startOther();
      let asked = 0;
      upstream.refusal = {
        get status() {
          asked += 1;
          return status;
        },
        body: "{}",
      };
      const socket = await open(other);
      const first = await socket.create({ model: "native/m", store: false, input: "One" });
      expect(readText(first)).toBe("Over HTTP.");
      await socket.create({ model: "native/m", store: false, input: "Two", previous_response_id: first.response?.id });
      expect(asked).toBe(1);
      expect(overHttp[1]?.input).toHaveLength(3);
      expect(overHttp[1]).not.toHaveProperty("previous_response_id");
    },
  );

  it("sends a second response that runs at once over HTTP", async () => {
    let go = () => {};
    upstream.onMessage = (session) => {
      go = () => answer(session, "Slow.");
    };
    const socket = await open();
    socket.send({ type: "response.create", model: "native/m", input: "a", stream_id: "a", store: false });
    await poll(() => upstream.sessions[0]?.received.length).toBe(1);
    socket.send({ type: "response.create", model: "native/m", input: "b", stream_id: "b", store: false });
    expect(readText(await socket.final(1))).toBe("Over HTTP.");
    go();
    expect(readText(await socket.final(2))).toBe("Slow.");
    expect(upstream.sessions).toHaveLength(1);
  });

  it("sends the whole conversation again when the provider has forgotten it", async () => {
    upstream.onMessage = answerKnown;
    const socket = await open();
    const first = await socket.create({ model: "native/m", store: false, input: "One" });
    const id = first.response?.id;
    const second = await socket.create({ model: "native/m", store: false, input: "Two", previous_response_id: id });
    expect(second.type).toBe("response.completed");
    const sent = readMessages(upstream.sessions[0] as UpstreamSession);
    expect(sent).toHaveLength(3);
    const items = sent[2]?.input as { content: unknown }[];
    expect(items.map(({ content }) => content)).toEqual([
      ...["One", [{ type: "output_text", text: "Noted.", annotations: [] }], "Two"],
    ]);
    expect(overHttp).toEqual([]);
  });

  it("opens another socket for the whole conversation after the provider closed its own", async () => {
    const socket = await open();
    const first = await socket.create({ model: "native/m", store: false, input: "One" });
    upstream.sessions[0]?.socket.close(1000);
    await poll(() => upstream.sessions[0]?.closed).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const id = first.response?.id;
    const second = await socket.create({ model: "native/m", store: false, input: "Two", previous_response_id: id });
    expect(readText(second)).toBe("Noted.");
    expect(upstream.sessions).toHaveLength(2);
    expect(readMessages(upstream.sessions[1] as UpstreamSession)[0]?.input).toHaveLength(3);
  });

  it("passes a refusal on with its status, forgets what it continued, and keeps the socket", async () => {
    const socket = await open();
    const first = await socket.create({ model: "native/m", store: false, input: "One" });
    const error = { type: "invalid_request_error", code: "bad_tool", message: `No: ${SECRET}`, param: "tools" };
    upstream.onMessage = (session) => session.send({ type: "error", status: 400, error });
    const again = { model: "native/m", store: false, input: "Two", previous_response_id: first.response?.id };
    const failed = await socket.create(again);
    expect(failed).toMatchObject({ type: "error", status: 400, error: { code: "bad_tool", param: "tools" } });
    expect(JSON.stringify(failed)).not.toContain(SECRET);
    await poll(async () => (await rows())[0]).toMatchObject({ status: 400, upstream: "native" });
    upstream.onMessage = answerKnown;
    const lost = await socket.create(again);
    expect(lost.error?.code, "evicted by the failed continuation").toBe("previous_response_not_found");
    const sent = readMessages(upstream.sessions[0] as UpstreamSession).at(-1);
    expect(sent, "the id is not the gateway's any more").toMatchObject({
      input: "Two",
      previous_response_id: "resp_1",
    });
    expect((await socket.create({ ...again, previous_response_id: null })).type).toBe("response.completed");
    expect(upstream.sessions).toHaveLength(1);
  });

  it("forgets what it continued when the continuation fails in the middle", async () => {
    const socket = await open();
    const first = await socket.create({ model: "native/m", store: false, input: "One" });
    upstream.onMessage = (session) => {
      for (const event of listEvents("resp_cut", "Half").slice(0, 2)) session.send(event);
      session.socket.terminate();
    };
    expect(first.type).toBe("response.completed");
    const again = { model: "native/m", store: false, input: "Two", previous_response_id: first.response?.id };
    const failed = await socket.create(again);
    expect(failed).toMatchObject({ type: "error", status: 502 });
    upstream.onMessage = answerKnown;
    const lost = await socket.create(again);
    expect(lost.error).toMatchObject({ code: "previous_response_not_found", param: "previous_response_id" });
    expect(overHttp).toEqual([]);
  });

  it.each([
    ["429 with a short wait", { status: 429, headers: { "retry-after-ms": "10" }, error: { message: "Slow down." } }],
    ["its age limit", { status: 400, error: { code: "websocket_connection_limit_reached", message: "60 minutes." } }],
  ])("sends a request again over HTTP after %s", async (_name, event) => {
    const other = await startOther({}, 1);
    upstream.onMessage = (session) => session.send({ type: "error", ...event });
    const socket = await open(other);
    expect(readText(await socket.create({ model: "native/m", store: false, input: "One" }))).toBe("Over HTTP.");
    expect(overHttp).toHaveLength(1);
  });

  it("takes another key over HTTP when the one of the socket is at its limit", async () => {
    const keys: unknown[] = [];
    const { onRequest } = upstream;
    upstream.onRequest = (request, body, response) => {
      keys.push(request.headers.authorization);
      onRequest(request, body, response);
    };
    upstream.onMessage = (session) => {
      keys.push(session.request.headers.authorization);
      session.send({ type: "error", status: 429, error: { message: "Slow down." } });
    };
    const socket = await open();
    expect(readText(await socket.create({ model: "several/m", store: false, input: "One" }))).toBe("Over HTTP.");
    expect(keys.sort()).toEqual(["Bearer sk-other-0123456789", `Bearer ${SECRET}`]);
  });

  it("sends the whole conversation when a hook has changed it", async () => {
    const receiver = await startWebhookReceiver();
    others.push(receiver);
    let isChanging = false;
    receiver.reply = ({ body }) => {
      const sent = (body.data as { body: object }).body;
      const changed = JSON.parse(JSON.stringify(sent).replaceAll("cobalt", "***")) as object;
      return { body: JSON.stringify(isChanging ? { action: "replace", body: changed } : { action: "allow" }) };
    };
    const other = await startOther({}, 0, { hooks: [{ on: "request", url: receiver.url, secretEnv: "HOOK_SECRET" }] });
    const socket = await open(other);
    const first = await socket.create({ model: "native/m", store: false, input: "The word is cobalt." });
    isChanging = true;
    const again = { model: "native/m", store: false, previous_response_id: first.response?.id };
    const second = await socket.create({ ...again, input: "Which word?" });
    expect(second.type).toBe("response.completed");
    const sent = readMessages(upstream.sessions[0] as UpstreamSession);
    expect(sent[1]).not.toHaveProperty("previous_response_id");
    expect(sent[1]?.input).toHaveLength(3);
    expect(JSON.stringify(sent[1])).toContain("***");
    expect(JSON.stringify(sent[1])).not.toContain("cobalt");
  });

  it("takes the next target of a route when a socket refuses or ends before its first content", async () => {
    const other = await startOther();
    let asked = 0;
    upstream.onMessage = (session) => {
      asked += 1;
      if (asked === 1) session.send({ type: "error", status: 503, error: { message: "Overloaded." } });
      else if (asked === 3) session.socket.terminate();
      else answer(session, `By ${asked}.`);
    };
    const socket = await open(other);
    expect(readText(await socket.create({ model: "both", store: false, input: "One" }))).toBe("By 2.");
    await poll(async () => (await rows(1, other))[0]).toMatchObject({ upstream: "second", status: 200 });
    expect(readText(await socket.create({ model: "both", store: false, input: "One" }))).toBe("By 4.");
  });

  it("closes the provider's socket with the client's, also in the middle of a response", async () => {
    upstream.onMessage = (session) => session.send(listEvents("resp_1", "Hi")[0] as object);
    const socket = await open();
    socket.send({ type: "response.create", model: "native/m", input: "Hi" });
    await poll(() => socket.events.length).toBe(1);
    socket.socket.terminate();
    await poll(() => upstream.sessions[0]?.closed).toBeDefined();
    await poll(async () => (await rows())[0]).toMatchObject({ status: 499, upstream: "native" });
  });

  it("opens another socket after a provider that gave no sign of life between two responses", async () => {
    const times = { ageMs: 60_000, silentMs: 60_000, tickMs: 20 };
    const other = await start({}, 0, {}, () => ({ responseSockets: new ResponseSockets(times) }));
    others.push(other);
    const socket = await open(other);
    await socket.create({ model: "native/m", store: false, input: "One" });
    await new Promise((resolve) => setTimeout(resolve, 120));
    await socket.create({ model: "native/m", store: false, input: "Two" });
    expect(upstream.sessions, "one that answers pings stays").toHaveLength(1);
    // It reads nothing, so it answers no ping.
    upstream.sessions[0]?.socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 120));
    const third = await socket.create({ model: "native/m", store: false, input: "Three" });
    expect(readText(third)).toBe("Noted.");
    expect(upstream.sessions).toHaveLength(2);
    upstream.sessions[0]?.socket.resume();
  });

  it("bounds the wait for the first message and for the next one", async () => {
    const other = await startOther({ firstByteMs: 100, idleMs: 150 });
    upstream.onMessage = () => {};
    const socket = await open(other);
    const silent = await socket.create({ model: "native/m", input: "Hi" });
    expect(silent).toMatchObject({ type: "error", status: 504 });
    await poll(() => upstream.sessions[0]?.closed).toBeDefined();
    upstream.onMessage = (session) => session.send(listEvents("resp_1", "Hi")[0] as object);
    const idle = await socket.create({ model: "native/m", input: "Hi" });
    expect(idle).toMatchObject({ type: "error" });
    expect(idle.error?.message).toContain("native");
  });

  it("ends a response once when the provider sends empty, broken or further events", async () => {
    const [created, , completed] = listEvents("resp_1", "Hi") as [object, object, object];
    upstream.onMessage = (session) => {
      for (const event of ["{}", " ", "[1]", created, "{ }", completed, completed]) session.send(event);
    };
    const socket = await open();
    expect((await socket.create({ model: "native/m", store: false, input: "Hi" })).type).toBe("response.completed");
    expect(socket.events.map(({ type }) => type)).toEqual(["response.created", "response.completed"]);
    upstream.onMessage = (session) => {
      for (const event of [created, '{"type":"response.completed","response":']) session.send(event);
    };
    const broken = await socket.create({ model: "native/m", store: false, input: "Hi" });
    expect(broken).toMatchObject({ type: "error", status: 502, error: { code: "upstream_malformed" } });
  });

  it("reads JSON over several lines, and makes the provider wait for a slow client", async () => {
    const word = "word ".repeat(20_000);
    let sent = 0;
    upstream.onMessage = (session) => {
      const [created, delta, completed] = listEvents("resp_1", word) as [object, object, object];
      session.send(JSON.stringify(created, null, 2));
      for (; sent < 400; sent++) session.send(delta);
      session.send(completed);
    };
    const socket = await open();
    socket.socket.pause();
    socket.send({ type: "response.create", model: "native/m", store: false, input: "Hi" });
    await poll(() => sent).toBe(400);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(upstream.sessions[0]?.socket.bufferedAmount).toBeGreaterThan(10_000_000);
    socket.socket.resume();
    expect(readText(await socket.final(1))).toBe(word);
    expect(socket.events).toHaveLength(402);
    expect(upstream.sessions[0]?.socket.bufferedAmount).toBe(0);
  });
});
