/** `/v1/realtime`: sessions pass through two WebSockets; the gateway counts, limits and logs them. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import OpenAIv6 from "openai-v6";
import { OpenAIRealtimeWS as OpenAIRealtimeWSv6 } from "openai-v6/realtime/ws";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClientOptions } from "ws";
import { RealtimeSessions } from "#lib/gateway/endpoints/realtime/realtime-sessions.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { openRealtime, type RealtimeClient } from "../support/realtime-client.ts";
import { type SocketUpstream, startSocketUpstream } from "../support/socket-upstream.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });
const MODEL = "rt/gpt-realtime";
const TEXT_PRICE = { input: 4, output: 16, cached_input: 0.4 };
const AUDIO_PRICE = { input: 32, output: 64 };

type Options = Pick<ClientOptions, "headers">;

const done = (usage: object | null = { input_tokens: 30, output_tokens: 20, total_tokens: 50 }) => ({
  type: "response.done",
  event_id: "event_1",
  response: { id: "resp_1", status: "completed", usage },
});

describe.each(mounts)("GET /v1/realtime on the %s mount", (mount) => {
  it("says how to open a WebSocket", async () => {
    const gateway = await startGateway({ mount });
    try {
      const response = await fetch(`${gateway.url}/v1/realtime?model=rt/m`, { headers: AUTHORIZED });
      const [status, code] = mount === "node" ? [426, "websocket_required"] : [501, "websocket_unsupported"];
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code });
      if (mount === "node") return;
      await expect(openRealtime(`${gateway.url}/v1/realtime?model=rt/m`)).rejects.toThrow(/^501 .*npm start/);
    } finally {
      await gateway.close();
    }
  });
});

describe("sessions of /v1/realtime", () => {
  let upstream: SocketUpstream;
  let gateway: TestGateway;
  let sessions: RealtimeSessions;
  const opened: RealtimeClient[] = [];

  beforeAll(async () => {
    upstream = await startSocketUpstream();
    const shared = { baseUrl: upstream.url, models: ["gpt-realtime", "other"], retries: { attempts: 0 } };
    gateway = await startGateway({
      mount: "node",
      environment: { RT_KEY: "upstream-secret-key" },
      config: {
        upstreams: {
          rt: {
            ...shared,
            apiKeyEnv: "RT_KEY",
            prices: { "gpt-realtime": TEXT_PRICE, "gpt-realtime@audio": AUDIO_PRICE },
          },
          claude: { ...shared, dialects: ["anthropic-messages"] },
          gone: { ...shared, baseUrl: "http://127.0.0.1:1/v1" },
        },
        aliases: { talk: MODEL },
        routes: { voice: { targets: [{ model: "gone/gpt-realtime" }], fallback: [MODEL] } },
      },
      replace: ({ realtimeSessions }) => {
        sessions = realtimeSessions;
        return {};
      },
    });
  });
  beforeEach(() => upstream.reset());
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.terminate();
    await poll(() => sessions.count).toBe(0);
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  async function open(
    query = `model=${encodeURIComponent(MODEL)}`,
    options: Parameters<typeof openRealtime>[1] = { headers: { authorization: `Bearer ${ADMIN_KEY}` } },
    at = gateway,
  ): Promise<RealtimeClient> {
    const client = await openRealtime(`${at.url}/v1/realtime?${query}`, options);
    opened.push(client);
    return client;
  }
  const account = () => ({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY });
  const session = () => upstream.sessions.at(-1) ?? expect.fail("No session was opened.");
  const rows = async (limit: number, at = gateway) => {
    const list = await fetch(`${at.url}/api/requests?limit=${limit}`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: Record<string, unknown>[] }).data;
  };
  const errorsOf = ({ messages }: RealtimeClient) =>
    messages.map(({ text }) => JSON.parse(text)).filter(({ type }) => type === "error");

  it("passes messages both ways as they are, with the provider's key", async () => {
    const client = await open();
    expect(client.headers["x-gateway-upstream"]).toBe("rt");
    expect(client.headers["x-request-id"]).toMatch(/^req_/);
    const { request } = session();
    expect(request.url).toBe("/v1/realtime?model=gpt-realtime");
    expect(request.headers.authorization).toBe("Bearer upstream-secret-key");
    expect(JSON.stringify(request)).not.toContain(ADMIN_KEY);
    const append = '{"type":"input_audio_buffer.append",  "audio":"UklGRg=="}';
    client.send(append);
    client.send(Buffer.from([1, 2, 3]));
    await poll(() => session().received.length).toBe(2);
    expect(session().received[0]).toEqual({ text: append, isBinary: false });
    expect(session().received[1]).toMatchObject({ isBinary: true });
    const delta = '{"type":"response.output_audio.delta" ,"delta":"AAAA"}';
    session().send(delta);
    await poll(() => client.messages.length).toBe(1);
    expect(client.messages[0]).toEqual({ text: delta, isBinary: false });
    client.socket.close(1000, "enough");
    await poll(() => session().closed).toEqual({ code: 1000, reason: "enough" });
    await poll(async () => (await rows(1))[0]).toMatchObject({
      ...{ route: "GET /v1/realtime", dialect: "openai-realtime", lane: "relay", upstream: "rt" },
      ...{ model: MODEL, status: 101, stream: true, error: null },
    });
  });

  it("takes a browser's key among the subprotocols and never sends it back", async () => {
    const { secret } = await createKey(gateway);
    const client = await open(`model=${MODEL}`, {
      protocols: ["realtime", `openai-insecure-api-key.${secret}`, "openai-beta.realtime-v1"],
    });
    expect(client.socket.protocol).toBe("realtime");
    expect(JSON.stringify(session().request)).not.toContain(secret);
    expect(session().request.headers["openai-beta"]).toBe("realtime=v1");
    const keyFirst = await open(`model=${MODEL}`, { protocols: [`openai-insecure-api-key.${secret}`, "realtime"] });
    expect(keyFirst.socket.protocol).toBe("realtime");
    expect(gateway.output()).not.toContain(secret);
  });

  it("serves a model of the sandbox in this process, with a row of its usage", async () => {
    const client = await open("model=sandbox/realtime-model-a");
    expect(client.headers["x-gateway-upstream"]).toBe("sandbox");
    const events = () => client.messages.map(({ text }) => JSON.parse(text));
    const content = [{ type: "input_text", text: "Good morning" }];
    client.send({ type: "session.update", session: { model: "sandbox/realtime-model-a", type: "realtime" } });
    client.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    client.send({ type: "response.create" });
    await poll(() => events().at(-1)?.type).toBe("response.done");
    expect(events()[0]).toMatchObject({ type: "session.created", session: { model: "realtime-model-a" } });
    expect(events().find(({ type }) => type === "response.output_audio_transcript.done").transcript).toContain(
      "You wrote: Good morning.",
    );
    expect(events().filter(({ type }) => type === "response.output_audio.delta").length).toBeGreaterThan(1);
    client.send("no JSON");
    await poll(() => errorsOf(client)).toHaveLength(1);
    client.socket.close(1000);
    await poll(async () => (await rows(2)).find(({ id }) => !String(id).endsWith("_audio"))).toMatchObject({
      ...{ lane: "sandbox", upstream: "sandbox", model: "sandbox/realtime-model-a", status: 101, error: null },
      output_tokens: expect.any(Number),
    });
    expect(upstream.sessions).toHaveLength(0);
  });

  it("tells a browser, which sees no response to a handshake, why there is no session", async () => {
    const ask = async (query: string) => {
      const client = await open(query, {
        headers: { authorization: `Bearer ${ADMIN_KEY}`, origin: "https://app.test" },
      });
      return { closing: await client.closed, errors: errorsOf(client) };
    };
    const unknown = await ask("model=nobody/m");
    expect(unknown.closing.code).toBe(1008);
    expect(unknown.errors).toMatchObject([{ error: { code: "model_not_found", request_id: expect.any(String) } }]);
    expect((await ask("")).errors).toMatchObject([{ error: { param: "model" } }]);
    expect((await ask("model=gone/other")).closing.code).toBe(1011);
    upstream.refusal = { status: 401, body: '{"error":{"message":"Wrong key upstream-secret-key"}}' };
    const refused = await ask(`model=${MODEL}`);
    expect(refused.errors).toHaveLength(1);
    expect(JSON.stringify(refused)).not.toContain("upstream-secret-key");
    await poll(async () => (await rows(1))[0]).toMatchObject({ status: 401, route: "GET /v1/realtime" });
  });

  it("lets a browser name the id of its session", async () => {
    const id = `talk-${randomUUID()}`;
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const client = await open(`model=${MODEL}`, { headers, protocols: [`x-request-id.${id}`, "realtime"] });
    expect(client.headers["x-request-id"]).toBe(id);
    expect(client.socket.protocol).toBe("realtime");
    client.socket.close();
    await poll(async () => (await rows(1))[0]).toMatchObject({ id, status: 101 });
  });

  it("accepts the session cookie from its own pages only", async () => {
    const signIn = await fetch(`${gateway.url}/api/session`, {
      ...{ method: "POST", headers: { "content-type": "application/json" } },
      body: JSON.stringify({ key: ADMIN_KEY }),
    });
    const cookie = String(signIn.headers.get("set-cookie")).split(";")[0] ?? "";
    const attempt = (headers: Record<string, string>) => open(`model=${MODEL}`, { headers: { cookie, ...headers } });
    const own = await attempt({ origin: gateway.url });
    expect(own.socket.readyState).toBe(own.socket.OPEN);
    await attempt({ origin: gateway.url, "sec-fetch-site": "same-origin" });
    const refused: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { origin: gateway.url, "sec-fetch-site": "cross-site" },
      { origin: gateway.url, "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      {},
    ];
    for (const headers of refused) {
      await expect(attempt(headers), JSON.stringify(headers)).rejects.toThrow(/^403 .*cross_site_request/);
    }
    expect(upstream.sessions).toHaveLength(2);
  });

  it("resolves aliases and routes, and goes to the next target when the first is not there", async () => {
    await open("model=talk");
    expect(session().request.url).toBe("/v1/realtime?model=gpt-realtime");
    const client = await open("model=voice");
    expect(client.headers["x-gateway-route"]).toMatch(/^gone\/gpt-realtime 502 \d+ms, rt\/gpt-realtime 101 /);
  });

  it("passes the intent of a session for transcripts in place of the model", async () => {
    await open(`intent=transcription&model=${MODEL}`);
    expect(session().request.url).toBe("/v1/realtime?intent=transcription");
  });

  it.each([
    ["no key", `model=${MODEL}`, {}, /^401 /],
    ["a wrong key", `model=${MODEL}`, { authorization: "Bearer nope" }, /^401 /],
    ["no model", "", undefined, /^400 .*`model`/],
    ["a call", "call_id=rtc_1", undefined, /^400 .*call_id/],
    ["an unknown provider", "model=nobody/m", undefined, /^404 .*nobody/],
    ["the sandbox", "model=sandbox/echo", undefined, /^404 .*route_not_supported/],
    ["a provider of another API", "model=claude/other", undefined, /^404 .*anthropic-messages/],
    ["a provider that is not there", "model=gone/other", undefined, /^502 .*upstream_unreachable/],
  ])("refuses %s before the upgrade", async (_name, query, headers, expected) => {
    const options = headers ? { headers } : undefined;
    await expect(open(query, options)).rejects.toThrow(expected);
    expect(upstream.sessions).toHaveLength(0);
  });

  it("passes on a refusal of the provider, and says where it has no sessions", async () => {
    upstream.refusal = { status: 429, body: '{"error":{"message":"Slow down.","code":"rate_limit_exceeded"}}' };
    await expect(open()).rejects.toThrow(/^429 .*Slow down/);
    upstream.refusal = { status: 404, body: '{"error":{"message":"Not found"}}' };
    await expect(open()).rejects.toThrow(/^404 .*route_not_supported/);
    upstream.refusal = { status: 401, body: '{"error":{"message":"Wrong key upstream-secret-key"}}' };
    await expect(open()).rejects.toThrow(/^401 (?!.*upstream-secret-key)/);
    await poll(async () => (await rows(1))[0]).toMatchObject({ status: 401 });
  });

  it("refuses what the key may not do before the upgrade", async () => {
    const attempt = async (fields: object) => {
      const { secret } = await createKey(gateway, fields);
      return open(`model=${MODEL}`, { headers: { authorization: `Bearer ${secret}` } });
    };
    await expect(attempt({ models: ["rt/other"] })).rejects.toThrow(/^403 /);
    await expect(attempt({ routes: ["chat"] })).rejects.toThrow(/^403 /);
    await attempt({ models: ["rt/gpt-*"], routes: ["realtime"] });
  });

  it("names the model as the provider does, and keeps it", async () => {
    const client = await open();
    client.send({ type: "session.update", session: { model: MODEL, instructions: "Be brief." } });
    client.send('{"type":"session.update","session":{"mod\\u0065l":"rt/other"}}');
    client.send({ type: "session.update", session: { model: "gpt-realtime" } });
    await poll(() => session().received.length).toBe(2);
    expect(session().received.map(({ text }) => JSON.parse(text).session.model)).toEqual([
      "gpt-realtime",
      "gpt-realtime",
    ]);
    await poll(() => errorsOf(client)).toMatchObject([{ error: { param: "session.model", code: "invalid_value" } }]);
  });

  it("sums up the usage of its responses, with audio in a row of its own", async () => {
    const client = await open();
    session().send(done());
    session().send(
      done({
        ...{ input_tokens: 200, output_tokens: 100, total_tokens: 300 },
        input_token_details: { text_tokens: 50, audio_tokens: 150, cached_tokens: 20 },
        output_token_details: { text_tokens: 40, audio_tokens: 60 },
      }),
    );
    await poll(() => client.messages.length).toBe(2);
    client.socket.close();
    await poll(async () => (await rows(2)).find(({ id }) => String(id).endsWith("_audio"))).toMatchObject({
      ...{ target: `${MODEL}@audio`, input_tokens: 150, output_tokens: 60 },
      cost: (150 * 32 + 60 * 64) / 1e6,
    });
    const text = (await rows(2)).find(({ id }) => !String(id).endsWith("_audio"));
    expect(text).toMatchObject({ input_tokens: 80, output_tokens: 60, cached_tokens: 20, status: 101 });
    expect(text?.cost).toBeCloseTo((60 * 4 + 20 * 0.4 + 60 * 16) / 1e6, 12);
  });

  it("ends a session whose key has used up its budget", async () => {
    const key = await createKey(gateway, { budget: { usd_per_day: 0.05 } });
    const client = await open(`model=${MODEL}`, { headers: { authorization: `Bearer ${key.secret}` } });
    session().send(done({ input_tokens: 10, output_tokens: 1_000 }));
    await poll(() => client.messages.length).toBe(1);
    // 0.064 dollars of audio.
    session().send(done({ input_tokens: 0, output_tokens: 1_000, output_token_details: { audio_tokens: 1_000 } }));
    const { code } = await client.closed;
    expect(code).toBe(1008);
    expect(errorsOf(client)).toMatchObject([{ error: { code: "budget_exhausted" } }]);
    await poll(() => session().closed).toBeDefined();
    await poll(async () => (await rows(2)).find(({ status }) => status === 402)).toBeDefined();
    await expect(open(`model=${MODEL}`, { headers: { authorization: `Bearer ${key.secret}` } })).rejects.toThrow(
      /^402 /,
    );
  });

  it("counts each response against the limits, and holds one place", async () => {
    const key = await createKey(gateway, { limits: { requests_per_minute: 3, concurrent_requests: 1 } });
    const headers = { authorization: `Bearer ${key.secret}` };
    const client = await open(`model=${MODEL}`, { headers });
    await expect(open(`model=${MODEL}`, { headers })).rejects.toThrow(/^429 .*same time/);
    session().send(done());
    session().send(done());
    await poll(() => client.messages.length).toBe(2);
    session().send(done());
    expect((await client.closed).code).toBe(1008);
    expect(errorsOf(client)).toMatchObject([{ error: { code: "rate_limit_exceeded" } }]);
  });

  it("refuses sessions that hooks cannot check", async () => {
    const hooked = await startGateway({
      mount: "node",
      environment: { HOOK_SECRET: Buffer.alloc(32, 7).toString("base64") },
      config: {
        upstreams: { rt: { baseUrl: upstream.url, models: ["gpt-realtime"] } },
        hooks: [{ on: "request", url: "http://127.0.0.1:1/", secretEnv: "HOOK_SECRET" }],
      },
    });
    try {
      await expect(open(undefined, undefined, hooked)).rejects.toThrow(/^403 .*hook/);
    } finally {
      await hooked.close();
    }
  });

  it("passes close codes of the provider on, and tells a client of one that is gone", async () => {
    const usual = await open();
    session().socket.close(1000, "bye");
    expect(await usual.closed).toEqual({ code: 1000, reason: "bye" });
    const own = await open();
    session().socket.close(4001, "upstream-secret-key expired");
    const closing = await own.closed;
    expect(closing.code).toBe(4001);
    expect(closing.reason).not.toContain("upstream-secret-key");
    const cut = await open();
    session().socket.terminate();
    expect((await cut.closed).code).toBe(1011);
    expect(errorsOf(cut)).toMatchObject([{ error: { code: "upstream_truncated" } }]);
    await poll(async () => (await rows(1))[0]).toMatchObject({ status: 502 });
  });

  it("closes the provider's side when the client is gone", async () => {
    const client = await open();
    client.socket.terminate();
    await poll(() => session().closed?.code).toBe(1001);
    await poll(async () => (await rows(1))[0]).toMatchObject({ status: 499 });
  });

  it("closes on a wrong frame of either side, and on a message that is too large", async () => {
    const client = await open();
    const raw = (client.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    raw.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]));
    expect((await client.closed).code).toBe(1002);
    await poll(() => session().closed).toBeDefined();
    const other = await open();
    const theirs = (session().socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    theirs.write(Buffer.from([0xf1, 0x00]));
    expect((await other.closed).code).toBe(1011);
    const large = await open();
    large.send(Buffer.alloc(17 * 1024 * 1024));
    expect((await large.closed).code).toBe(1009);
    const flooded = await open();
    session().send(Buffer.alloc(17 * 1024 * 1024));
    expect((await flooded.closed).code).toBe(1011);
  });

  it("reads a side no faster than the other takes it", { timeout: 60_000 }, async () => {
    const client = await open();
    const piece = Buffer.alloc(256 * 1024, 0x61);
    client.socket.pause();
    const { socket } = session();
    for (let index = 0; index < 160; index++) socket.send(piece);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // 40 MB, of which the sockets and the gateway hold some.
    expect(socket.bufferedAmount).toBeGreaterThan(10 * 1024 * 1024);
    client.socket.resume();
    await expect.poll(() => client.messages.length, { timeout: 25_000 }).toBe(160);
    socket.pause();
    for (let index = 0; index < 160; index++) client.send(piece);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(client.socket.bufferedAmount).toBeGreaterThan(10 * 1024 * 1024);
    socket.resume();
    await expect.poll(() => session().received.length, { timeout: 25_000 }).toBe(160);
  });

  it("creates client secrets, for keys without limits", async () => {
    let sent = "";
    upstream.onRequest = (_request, body, response) => {
      sent = body;
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"value":"ek_1","expires_at":1,"session":{"type":"realtime"}}');
    };
    const post = (authorization: string, session: object | undefined) =>
      fetch(`${gateway.url}/v1/realtime/client_secrets`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization },
        body: JSON.stringify({ session }),
      });
    const reply = await post(`Bearer ${ADMIN_KEY}`, { type: "realtime", model: MODEL });
    expect(await reply.json()).toMatchObject({ value: "ek_1" });
    expect(JSON.parse(sent)).toEqual({ session: { type: "realtime", model: "gpt-realtime" } });
    expect((await post(`Bearer ${ADMIN_KEY}`, undefined)).status).toBe(400);
    const { secret } = await createKey(gateway, { budget: { usd_per_day: 1 } });
    expect((await post(`Bearer ${secret}`, { model: MODEL })).status).toBe(403);
    upstream.onRequest = (_request, _body, response) => response.writeHead(404).end("{}");
    const missing = await post(`Bearer ${ADMIN_KEY}`, { model: MODEL });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: "route_not_supported" });
  });

  it.each([
    ["7", (options: Options) => new OpenAIRealtimeWS({ model: MODEL, options }, new OpenAI(account()))],
    ["6", (options: Options) => new OpenAIRealtimeWSv6({ model: MODEL, options }, new OpenAIv6(account()))],
  ])("serves OpenAI's SDK %s", async (_version, connectBy) => {
    upstream.onMessage = (connected, text) => {
      if (JSON.parse(text).type === "response.create") connected.send(done());
    };
    const { port } = new URL(gateway.url);
    // The SDK insists on TLS, which a proxy ends.
    const options = { createConnection: () => connect(Number(port), "127.0.0.1") } as unknown as ClientOptions;
    const connection = connectBy(options) as OpenAIRealtimeWS;
    await once(connection.socket, "open");
    const ended = new Promise((resolve) => connection.on("response.done", resolve));
    connection.send({ type: "response.create" });
    expect(await ended).toMatchObject({ response: { usage: { total_tokens: 50 } } });
    connection.close();
    await poll(() => session().closed?.code).toBe(1000);
  });

  describe("limits of time", () => {
    const times = { setupMs: 60_000, ageMs: 60_000, idleMs: 60_000, silentMs: 60_000, tickMs: 20 };
    async function withTimes<Result>(
      changed: Partial<typeof times>,
      run: (at: TestGateway, own: RealtimeSessions) => Promise<Result>,
    ): Promise<Result> {
      const own = new RealtimeSessions({ ...times, ...changed });
      const at = await startGateway({
        mount: "node",
        config: { upstreams: { rt: { baseUrl: upstream.url, models: ["gpt-realtime"] } } },
        replace: () => ({ realtimeSessions: own }),
      });
      try {
        return await run(at, own);
      } finally {
        await at.close();
      }
    }

    it("ends a session at its age, and one without messages", async () => {
      await withTimes({ ageMs: 200 }, async (at) => {
        const client = await open(undefined, undefined, at);
        expect((await client.closed).code).toBe(1000);
        expect(errorsOf(client)).toMatchObject([{ error: { code: "websocket_connection_limit_reached" } }]);
        await poll(() => session().closed?.code).toBe(1001);
      });
      await withTimes({ idleMs: 200 }, async (at) => {
        const client = await open(undefined, undefined, at);
        expect((await client.closed).code).toBe(1000);
        expect(errorsOf(client)).toMatchObject([{ error: { code: "session_idle" } }]);
        await poll(async () => (await rows(1, at))[0]).toMatchObject({ status: 101 });
      });
    });

    it("cuts a side that gives no sign of life", async () => {
      await withTimes({ silentMs: 300 }, async (at) => {
        const client = await open(undefined, undefined, at);
        session().socket.pause();
        expect((await client.closed).code).toBe(1011);
        expect(errorsOf(client)).toMatchObject([{ error: { code: "upstream_timeout" } }]);
        const silent = await open(undefined, undefined, at);
        silent.socket.pause();
        await poll(() => session().closed?.code).toBe(1001);
      });
    });

    it("ends sessions while the server stops: idle ones at once, others after their response", async () => {
      await withTimes({}, async (at, own) => {
        const idle = await open(undefined, undefined, at);
        const busy = await open(undefined, undefined, at);
        session().send({ type: "response.created", response: {} });
        await poll(() => busy.messages.length).toBe(1);
        own.drain();
        expect((await idle.closed).code).toBe(1012);
        session().send(done());
        expect((await busy.closed).code).toBe(1012);
        expect(busy.messages.map(({ text }) => JSON.parse(text).type)).toEqual([
          "response.created",
          "response.done",
          "error",
        ]);
      });
    });

    it("ends a session at the time that its client allows", async () => {
      await withTimes({}, async (at) => {
        const headers = { authorization: `Bearer ${ADMIN_KEY}`, "x-gateway-timeout-ms": "150" };
        const client = await open(undefined, { headers }, at);
        expect((await client.closed).code).toBe(1000);
      });
    });
  });
});
