/** Bodies in the request log: what is recorded for whom, and what never is. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiKey } from "#lib/contract/api-key.ts";
import type { RequestList, RequestWithRecord } from "#lib/contract/logged-request.ts";
import type { RecordedBody } from "#lib/contract/request-record.ts";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";
import { chatFrames, chatReply, sseFrame } from "../support/chat-fixtures.ts";
import { createKey, type TestKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  jsonReply,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

const UPSTREAM_KEY = "upstream-planted-/+key-0123456789";
/** Secrets in bodies: configured, by their form, and one that a model writes in several events. */
const PLANTED = {
  configured: UPSTREAM_KEY,
  admin: ADMIN_KEY,
  provider: "sk-proj-Planted0123456789abcdefABCDEF",
  github: `ghp_${"Planted".repeat(6)}`,
  aws: "AKIAPLANTED012345678",
  bearer: "plantedBearerToken0123456789",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJlLXBsYW50ZWQ",
};
const WORDS = Object.entries(PLANTED).map(
  ([name, secret]) => `${name} is\n${name === "bearer" ? "Bearer " : ""}${secret}\tand`,
);
const PICTURE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(3_000, 7)]).toString("base64");

const behaviours: Record<string, StubHandler> = {
  whole: jsonReply(chatReply({ text: `You said: ${WORDS.join(" ")}` })),
  streamed: streamReply({ chunks: chatFrames({ text: "one two three" }), delayMs: 20 }),
  spread: streamReply({
    chunks: ["It is sk-proj-", "Spread0123", "456789abcdef", " indeed"]
      .map((content) =>
        sseFrame({
          id: "c",
          object: "chat.completion.chunk",
          created: 1,
          model: "m",
          choices: [{ index: 0, delta: { content } }],
        }),
      )
      .concat([
        sseFrame({
          id: "c",
          object: "chat.completion.chunk",
          created: 1,
          model: "m",
          choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
        }),
        "data: [DONE]\n\n",
      ]),
  }),
  refusing: jsonReply({ error: { message: `The key ${UPSTREAM_KEY} is not valid.` } }, { status: 401 }),
};

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) =>
    behaviours[JSON.parse(request.body.toString()).model]?.(request, response),
  );
});
afterAll(() => stub?.close());

const textOf = (body: RecordedBody | undefined) => body?.chunks.map(([, text]) => text).join("");

describe.each(mounts)("on the %s mount", { timeout: 60_000 }, (mount) => {
  let gateway: TestGateway;
  const keys: Record<string, TestKey> = {};
  let count = 0;

  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          stub: { baseUrl: stub.url, apiKeyEnv: "STUB_API_KEY", models: [] },
          anew: { baseUrl: stub.url, lane: "translate", models: [] },
        },
      },
      environment: { STUB_API_KEY: UPSTREAM_KEY },
    });
    keys.plain = await createKey(gateway);
    for (const log_bodies of ["all", "errors", "requested"])
      keys[log_bodies] = await createKey(gateway, { log_bodies });
  });
  afterAll(() => gateway?.close());

  const headersOf = (key: TestKey | undefined) => ({
    authorization: `Bearer ${key?.secret}`,
    "content-type": "application/json",
  });

  async function chat(name: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    const id = `record-${mount}-${++count}`;
    const response = await gateway.chat(
      { messages: [{ role: "user", content: "Hello" }], ...body },
      { headers: { ...headersOf(keys[name]), "x-request-id": id, ...headers } },
    );
    return { id, status: response.status, level: response.headers.get("x-gateway-log"), text: await response.text() };
  }

  async function read(id: string, key?: TestKey): Promise<RequestWithRecord> {
    return vi.waitFor(
      async () => {
        const response = await fetch(`${gateway.url}/api/requests/${id}`, {
          headers: key ? headersOf(key) : AUTHORIZED,
        });
        expect(response.status).toBe(200);
        return (await response.json()) as RequestWithRecord;
      },
      { timeout: 20_000, interval: 100 },
    );
  }

  /** A record is written after its row, once a worker has compressed it. */
  const readRecorded = (id: string, key?: TestKey) =>
    vi.waitFor(
      async () => {
        const row = await read(id, key);
        expect(row.recorded).toBe(true);
        return row;
      },
      { timeout: 20_000, interval: 100 },
    );
  const recordOf = async (id: string) => (await readRecorded(id)).record;

  it("records nothing unless a rule says so", async () => {
    const { id, level } = await chat("plain", { model: "stub/whole" });
    expect(await read(id)).toMatchObject({ recorded: false, record: null });
    expect(level).toBeNull();
  });

  it("says that a request is recorded as soon as it is in the list", async () => {
    const { id } = await chat("all", { model: "stub/whole" });
    const row = await vi.waitFor(
      async () => {
        const response = await fetch(`${gateway.url}/api/requests?key=${keys.all?.id}`, { headers: AUTHORIZED });
        const found = ((await response.json()) as RequestList).data.find((entry) => entry.id === id);
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );
    expect(row?.recorded).toBe(true);
  });

  it("records both sides of a relayed stream, with times", async () => {
    const { id, text } = await chat("all", { model: "stub/streamed", stream: true });
    const { record } = await readRecorded(id);
    expect(record).toMatchObject({ id, dialect: "openai-chat", model: "stub/streamed", stream: true });
    expect(record?.request).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
    expect(JSON.parse(textOf(record?.request.body) ?? "")).toMatchObject({ model: "stub/streamed", stream: true });
    expect(textOf(record?.response?.body)).toBe(text);
    expect(record?.response).toMatchObject({ status: 200, complete: true, body: { bytes: Buffer.byteLength(text) } });
    const times = record?.response?.body?.chunks.map(([at]) => at) ?? [];
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [attempt] = record?.attempts ?? [];
    expect(attempt).toMatchObject({
      upstream: "stub",
      dialect: "openai-chat",
      request: { url: `${stub.url}/chat/completions` },
    });
    expect(JSON.parse(textOf(attempt?.request.body) ?? "")).toMatchObject({ model: "streamed" });
    expect(textOf(attempt?.response?.body)).toBe(text);
  });

  it("records both sides of a translated reply", async () => {
    const { id, text } = await chat("all", { model: "anew/whole" });
    const record = await recordOf(id);
    // Its secrets are hidden.
    expect(textOf(record?.response?.body)?.length).toBeLessThan(text.length);
    expect(record?.attempts).toHaveLength(1);
    expect(textOf(record?.attempts[0]?.response?.body)).toContain("chatcmpl-stub");
  });

  it("records failed requests alone for `errors`, and a request to a model in the gateway", async () => {
    const good = await chat("errors", { model: "sandbox/echo" });
    const bad = await chat("errors", { model: "stub/refusing" });
    expect(await read(good.id)).toMatchObject({ recorded: false });
    const record = await recordOf(bad.id);
    expect(record?.response?.status).toBe(bad.status);
    expect(record?.attempts[0]?.response?.status).toBe(401);
    const { id } = await chat("all", { model: "sandbox/echo" });
    expect(await recordOf(id)).toMatchObject({ attempts: [], response: { status: 200 } });
  });

  it.each([
    ["plain", "full", "meta", false],
    ["errors", "full", "errors", false],
    ["requested", undefined, null, false],
    ["requested", "full", "full", true],
    ["all", "full", "full", true],
    ["all", "meta", "meta", false],
    ["all", "off", "off", false],
  ])("a key of %s with x-gateway-log %s is recorded as %s", async (name, header, level, recorded) => {
    const sent = await chat(name, { model: "sandbox/echo" }, header ? { "x-gateway-log": header } : {});
    expect(sent.level).toBe(level);
    if (recorded) await readRecorded(sent.id);
    else expect((await read(sent.id)).recorded).toBe(false);
  });

  it("keeps the counts of a request with x-gateway-log: off, and none of its text", async () => {
    const headers = { "x-gateway-log": "off", "x-gateway-tags": "secret-project" };
    const { id, status } = await chat("all", { model: "stub/refusing", user: "u" }, headers);
    expect(await read(id)).toMatchObject({ status, error: null, tags: [], dropped: [], model: "stub/refusing" });
    const counted = await chat("all", { model: "sandbox/echo" }, headers);
    expect((await read(counted.id)).output_tokens).toBeGreaterThan(0);
    const wrong = await chat("all", { model: "sandbox/echo" }, { "x-gateway-log": "loud" });
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.text).message).toContain("off, meta or full");
  });

  it("shows a record to its key and to admins", async () => {
    const { id } = await chat("all", { model: "sandbox/echo" });
    expect((await readRecorded(id, keys.all)).record).not.toBeNull();
    const other = await fetch(`${gateway.url}/api/requests/${id}`, { headers: headersOf(keys.plain) });
    expect(other.status).toBe(404);
  });

  it("reads a record as an exchange that has ended, for the inspector", async () => {
    const { id, text } = await chat("all", { model: "stub/streamed", stream: true });
    await readRecorded(id);
    const exchange = async (path: string, headers: Record<string, string> = AUTHORIZED) =>
      fetch(`${gateway.url}/api/exchanges/${id}${path}`, { headers });
    const trace = (await (await exchange("?writes=true")).json()) as ResponseTrace;
    expect(trace).toMatchObject({
      id,
      state: "complete",
      lane: "relay",
      upstream: "stub",
      bytes: Buffer.byteLength(text),
    });
    expect(JSON.parse(trace.client.body)).toMatchObject({ model: "stub/streamed" });
    expect(trace.sent?.url).toBe(`${stub.url}/chat/completions`);
    expect(trace.writes?.at(-1)?.[0]).toBe(trace.bytes);
    expect(await (await exchange("/events")).text()).toBe(text);
    expect(await (await exchange("/events?after=10")).text()).toBe(text.slice(10));
    expect((await exchange("/events?after=100000")).status).toBe(400);
    expect((await exchange("/upstream-events")).status).toBe(204);
    const { id: other } = await chat("all", { model: "anew/streamed", stream: true });
    await readRecorded(other);
    const upstream = await fetch(`${gateway.url}/api/exchanges/${other}/upstream-events`, { headers: AUTHORIZED });
    expect(await upstream.text()).toBe(chatFrames({ text: "one two three" }).join(""));
    expect((await exchange("", headersOf(keys.plain))).status).toBe(404);
  });

  it("replaces media by references", async () => {
    const content = [{ type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } }];
    const { id } = await chat("all", { model: "sandbox/echo", messages: [{ role: "user", content }] });
    const body = (await recordOf(id))?.request.body;
    expect(body?.media).toBe(1);
    expect(textOf(body)).toMatch(/\[image\/png, 3008 bytes, sha256:[0-9a-f]{64}\]/);
    expect(textOf(body)).not.toContain(PICTURE.slice(20, 80));
  });

  it("changes the rule of a key, and refuses another word", async () => {
    const { id } = await createKey(gateway, { log_bodies: "all" });
    const patch = (fields: unknown) =>
      fetch(`${gateway.url}/api/keys/${id}`, { method: "PATCH", headers: AUTHORIZED, body: JSON.stringify(fields) });
    expect(((await (await patch({ log_bodies: "errors" })).json()) as ApiKey).log_bodies).toBe("errors");
    expect(((await (await patch({ log_bodies: null })).json()) as ApiKey).log_bodies).toBeNull();
    const wrong = await patch({ log_bodies: "some" });
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { param: string }).param).toBe("log_bodies");
  });

  it("keeps no secret of a body in any table or log", async () => {
    const messages = [{ role: "user", content: WORDS.join("\n") }];
    const ids: string[] = [];
    for (const model of ["stub/whole", "anew/whole", "sandbox/echo", "stub/refusing", "stub/spread"]) {
      const stream = model === "sandbox/echo" || model === "stub/spread";
      ids.push((await chat("all", { model, messages, stream }, { "x-extra": PLANTED.provider })).id);
    }
    for (const id of ids) await readRecorded(id);
    const database = new DatabaseSync(`${gateway.dataDir}/parlance.db`, { readOnly: true });
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    const shown: string[] = [gateway.output()];
    for (const { name } of tables) {
      for (const row of database.prepare(`select * from "${name}"`).all()) {
        const { payload } = row;
        if (name === "request_records") shown.push(JSON.stringify(await unpackRecord(payload as Uint8Array)));
        shown.push(JSON.stringify(row));
      }
    }
    database.close();
    const everything = shown.join("\n");
    // The search would find them: what stands beside each is there.
    for (const name of Object.keys(PLANTED)) expect(everything).toContain(`${name} is`);
    for (const [name, secret] of Object.entries(PLANTED)) {
      expect(everything.includes(secret), name).toBe(false);
      expect(everything.includes(JSON.stringify(secret).slice(1, -1)), name).toBe(false);
    }
    const spread = await recordOf(ids[4] ?? "");
    const told = [...(textOf(spread?.response?.body)?.matchAll(/"content":"([^"]*)"/g) ?? [])]
      .map(([, text]) => text)
      .join("");
    expect(told).toMatch(/^It is \*+ indeed$/);
  });
});
