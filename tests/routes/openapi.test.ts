/**
 * `GET /openapi.json`, held to its word: its own examples are sent, and every response is checked against its schemas.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, AUTHORIZED, mounts } from "../support/gateway.ts";
import { type JsonRoute, jsonRoutes, withModel } from "../support/json-routes.ts";
import { type RunningMcpServer, startMcpServer } from "../support/mcp-server.ts";
import {
  createSchemaCheck,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedReply,
  listOperations,
  type MediaExample,
  openApiDocument,
} from "../support/openapi.ts";
import { jsonReply, type StubHandler, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startVideoGateway, type VideoGateway } from "../support/video-gateway.ts";

const document = await openApiDocument();
const problemWith = createSchemaCheck(document);
const operations = listOperations(document);
const ERROR = { $ref: "#/components/schemas/Error" };

const KEYS: Record<string, Record<string, string>> = {
  bearer: { authorization: `Bearer ${ADMIN_KEY}` },
  apiKey: { "x-api-key": ADMIN_KEY },
  providerApiKey: { "x-provider-api-key": ADMIN_KEY },
  googleApiKey: { "x-goog-api-key": ADMIN_KEY },
};

function parametersOf({ parameters }: DocumentedOperation): DocumentedParameter[] {
  return parameters.filter((parameter): parameter is DocumentedParameter => "name" in parameter);
}

/** Returns the key's header for the operation's first security scheme. */
function keyOf({ security }: DocumentedOperation): Record<string, string> {
  return KEYS[Object.keys(security[0] ?? {})[0] ?? ""] ?? {};
}

function sandboxModelOf(path: string): string {
  return /embed/i.test(path) ? "sandbox/embedding-model-a" : "sandbox/echo";
}

const OTHER_ANSWERS: readonly [path: string, reply: object][] = [
  ["/moderations", { id: "m", results: [{ flagged: false }] }],
  ["/completions", { choices: [{ text: " there was" }] }],
  ["/messages/batches", { id: "msgbatch_up", type: "message_batch", processing_status: "ended", results_url: "/" }],
  ["/batches", { id: "batch_up", object: "batch", status: "completed" }],
  ["/files", { id: "file-up" }],
  ["/client_secrets", { value: "ek_1", expires_at: 1, session: {} }],
];

/** Answers of a provider on the routes that are passed on. */
const answerOther: StubHandler = (request, response) => {
  if (request.path.endsWith("/results")) {
    response.writeHead(200, { "content-type": "application/x-jsonl" }).end("{}\n");
    return undefined;
  }
  const [, reply] = OTHER_ANSWERS.find(([path]) => request.path.includes(path)) ?? ["", {}];
  return jsonReply(reply)(request, response);
};

/** A page with a picture; what its bytes are does not matter here. */
const pictured = {
  title: "A picture",
  convention: "chat",
  turns: [{ role: "user", parts: [{ type: "picture", name: "A dot", media_type: "image/png", data: "iVBORw0KGgo=" }] }],
  settings: [],
};

type Call = { path: string; method: string; operation: DocumentedOperation };
type Body = { type: string; example: MediaExample };

/** Its examples, or nothing once. */
function bodiesOf({ requestBody }: DocumentedOperation): [string, Body | undefined][] {
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, example]): [string, Body] => [name, { type, example }]),
  );
  return bodies.length > 0 || requestBody ? bodies : [["", undefined]];
}

function encode({ type, example: { value } }: Body): { body: BodyInit; headers: Record<string, string> } {
  if (type === "multipart/form-data") {
    const form = new FormData();
    for (const [name, field] of Object.entries(value as Record<string, string>)) {
      if (name === "file") form.set(name, new File([field], "hello.txt", { type: "text/plain" }));
      else form.set(name, field);
    }
    return { body: form, headers: {} };
  }
  const text = typeof value === "string" ? value : JSON.stringify(value).replace("<your key>", ADMIN_KEY);
  return { body: text, headers: { "content-type": type } };
}

/** Fields that differ from one response to the next. */
const VOLATILE = new Set([
  ...["id", "created", "created_at", "completed_at", "responseId", "name", "createTime", "videoId"],
  ...["prefix", "secret"],
]);

function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, field) => (VOLATILE.has(key) ? typeof field : field)));
}

/** The JSON of each event; text that is no event at all fails. */
function eventsIn(text: string): unknown[] {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => event.split("\n").find((line) => line.startsWith("data:")) ?? "")
    .filter((line) => line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice("data:".length)));
}

/** @returns the response, read; fails when the document says otherwise of it */
async function expectDocumented(response: Response, operation: DocumentedOperation): Promise<unknown> {
  const text = await response.text();
  const reply = operation.responses[response.status] as DocumentedReply | undefined;
  expect(reply, `${response.status} is no documented answer: ${text.slice(0, 500)}`).toBeDefined();
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (!reply?.content) {
    expect(text).toBe("");
    return undefined;
  }
  const media = reply.content[type] ?? reply.content["*/*"];
  expect(media, `${type} is no documented content type`).toBeDefined();
  if (!media) return undefined;
  const { schema } = media;
  if (type === "text/event-stream") {
    const events = eventsIn(text);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(problemWith(schema.contentSchema as typeof schema, event), JSON.stringify(event)).toBeUndefined();
    }
    return events;
  }
  const value = type === "application/json" ? JSON.parse(text) : text;
  expect(problemWith(schema, value), text.slice(0, 2_000)).toBeUndefined();
  return value;
}

/** Checks that the document lists the error among those of the operation, by its status and code. */
function expectListedError(operation: DocumentedOperation, status: number, text: string): void {
  const { $ref } = (operation.responses[status] ?? operation.responses["5XX"]) as { $ref: string };
  const response = document.components.responses?.[$ref.split("/").at(-1) ?? ""] as DocumentedReply;
  const names = Object.keys(response.content?.["application/json"]?.examples ?? {});
  const examples = names.map((name) => document.components.examples?.[name] as MediaExample);
  const { error, code, type } = JSON.parse(text) as Record<string, unknown>;
  expect(examples.map(({ value }) => value)).toContainEqual(
    expect.objectContaining({ error, type, ...(code ? { code } : {}) }),
  );
}

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: VideoGateway;
  let mcp: RunningMcpServer;
  beforeAll(async () => {
    mcp = await startMcpServer();
    stub = await startStubUpstream(answerOther);
    gateway = await startVideoGateway(mount, {
      config: {
        publicUrl: "https://parlance.example.com",
        mcp: { servers: { docs: { url: mcp.url, internal: true } } },
        conversations: { store: true },
      },
      upstreams: {
        openai: { baseUrl: stub.url, models: ["m"] },
        anthropic: { baseUrl: stub.url, models: ["m"], dialects: ["anthropic-messages"] },
      },
    });
  });
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
    await mcp?.close();
  });

  const post = async (path: string, init: RequestInit) =>
    (await fetch(gateway.url + path, { method: "POST", ...init })).json();

  const startVideo = async () => (await gateway.create({ model: "clips/m", prompt: "A red ball" })).id;
  /** One for all who do no more than read it. */
  let finished: Promise<string> | undefined;
  function createVideo(path: string): Promise<string> {
    if (!/content|remix/.test(path)) return startVideo();
    finished ??= startVideo().then(async (id) => (await gateway.ended(id)).id);
    return finished;
  }
  /** The built-in model would render it for all the rest of the tests. */
  async function stopVideo(answer: unknown): Promise<void> {
    const { id, name, done } = (answer ?? {}) as Record<string, unknown>;
    const task = done === false ? String(name).replace("operations/", "") : id;
    await fetch(`${gateway.url}/v1/videos/${task}`, { method: "DELETE", headers: KEYS.bearer ?? {} });
  }

  /** Makes a resumable response. */
  async function keepResponse(id: string): Promise<string> {
    const headers = { ...AUTHORIZED, "x-gateway-keep": "events", "x-request-id": id };
    const body = JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] });
    await post("/v1/chat/completions", { headers, body });
    return id;
  }

  /** A value for each parameter of a path, by its name; a new one each time, for some routes delete it. */
  const values: Record<string, (path: string, method: string) => Promise<string>> = {
    model: async (path) => (/predictLongRunning|operations/.test(path) ? "video-model-a" : sandboxModelOf(path)),
    upstream_id: async () => "openai",
    server_id: async () => "docs",
    path: async () => "batches",
    video_id: createVideo,
    operation_id: async (path) => (await createVideo(path)).replace("video_", ""),
    async response_id() {
      const body = JSON.stringify({ model: "sandbox/echo", input: "Hello", background: true });
      return (await post("/v1/responses", { headers: AUTHORIZED, body })).id;
    },
    async interaction_id() {
      const body = JSON.stringify({ model: "sandbox/echo", input: "Hello", background: true });
      return (await post("/v1beta/interactions", { headers: AUTHORIZED, body })).id;
    },
    /** Name of an image, with the query that signs it. */
    async name() {
      const body = JSON.stringify({
        prompt: "A red square",
        model: "image-model-b",
        size: "256x256",
        response_format: "url",
      });
      const { data } = await post("/v1/images/generations", { headers: AUTHORIZED, body });
      return String(data[0].url).split("/").at(-1) ?? "";
    },
    async key_id() {
      return (await post("/api/keys", { headers: AUTHORIZED, body: JSON.stringify({ name: "To be revoked" }) })).id;
    },
    async session_id() {
      const body = JSON.stringify({ key: ADMIN_KEY });
      await fetch(`${gateway.url}/api/session`, { method: "POST", headers: AUTHORIZED, body });
      const sessions = await fetch(`${gateway.url}/api/sessions`, { headers: AUTHORIZED });
      return (await sessions.json()).data[0].id;
    },
    async person_id() {
      const { openStore } = await import("#lib/store/open-store.ts");
      const store = await openStore({ dataDir: gateway.dataDir });
      const subject = { issuer: "https://id.example.com/", subject: randomUUID(), sealedRefresh: null };
      const { person } = await store.people.signIn({
        ...subject,
        name: "Ann",
        email: null,
        role: "member",
        team: null,
      });
      await store.close();
      return person.id;
    },
    async provider_id() {
      const id = `provider-${randomUUID()}`;
      const draft = { id, base_url: "http://127.0.0.1:9/v1", models: ["m"] };
      await post("/api/providers", { headers: AUTHORIZED, body: JSON.stringify(draft) });
      return id;
    },
    async prompt_id() {
      const definition = { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] };
      const body = JSON.stringify({ name: `of-${randomUUID()}`, definition });
      const { id } = await post("/api/prompts", { headers: AUTHORIZED, body });
      const label = { method: "PUT", headers: AUTHORIZED, body: JSON.stringify({ version: 1 }) };
      await fetch(`${gateway.url}/api/prompts/${id}/labels/production`, label);
      return id;
    },
    version: async () => "production",
    label: async () => "production",
    async share_id(path) {
      const share = /pictures/.test(path) ? { page: pictured } : { payload: "1.AAAA" };
      return (await post("/api/shares", { headers: AUTHORIZED, body: JSON.stringify(share) })).id;
    },
    /** For its owner the id of a link, for its watchers the secret. */
    async live_id(_path, method) {
      const body = JSON.stringify({ exchange_id: await keepResponse(`kept-${randomUUID()}`) });
      const link = await post("/api/live", { headers: AUTHORIZED, body });
      return method === "DELETE" ? link.id : link.path.replace("/live/", "");
    },
    /** Picture of the shared page in the path. */
    async picture_id(path) {
      const id = /shares\/(\w+)\//.exec(path)?.[1];
      const share = await fetch(`${gateway.url}/api/shares/${id}`, { headers: AUTHORIZED });
      return (await share.json()).page.turns[0].parts[0].id;
    },
    /** Its cells have run. */
    async evaluation_id() {
      const definition = {
        name: "E",
        columns: [
          { model: "sandbox/echo", prompt: "{{a}}" },
          { model: "sandbox/echo", prompt: "b" },
        ],
      };
      const body = JSON.stringify({ ...definition, rows: [{ values: { a: "1" } }] });
      const { id } = await post("/api/evaluations", { headers: AUTHORIZED, body });
      await expect
        .poll(async () => (await fetch(`${gateway.url}/api/evaluations/${id}`, { headers: AUTHORIZED })).json(), {
          timeout: 10_000,
        })
        .toMatchObject({ state: "completed" });
      return id;
    },
    async conversation_id(path) {
      const id = randomUUID();
      const body = JSON.stringify({ revision: 0, page: "chat", title: "T", content: {} });
      const url = `${gateway.url}/api/conversations/${id}`;
      await fetch(url, { method: "PUT", headers: AUTHORIZED, body });
      if (path.endsWith("/restore")) await fetch(url, { method: "DELETE", headers: AUTHORIZED });
      return id;
    },
    row: async () => "0",
    column: async () => "0",
    exchange_id: () => keepResponse(`kept-${randomUUID()}`),
    async request_id() {
      const id = `logged-${randomUUID()}`;
      const headers = { ...AUTHORIZED, "x-request-id": id };
      const body = JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] });
      await post("/v1/chat/completions", { headers, body });
      return id;
    },
    async batch_id(path) {
      const headers = AUTHORIZED;
      if (path.includes("messages")) {
        const requests = [{ custom_id: "one", params: { model: "anthropic/m", max_tokens: 8, messages: [] } }];
        return (await post("/v1/messages/batches", { headers, body: JSON.stringify({ requests }) })).id;
      }
      const endpoint = "/v1/chat/completions";
      const form = new FormData();
      const line = { custom_id: "one", method: "POST", url: endpoint, body: { model: "openai/m" } };
      form.set("purpose", "batch");
      form.set("file", new File([JSON.stringify(line)], "requests.jsonl"));
      const { id } = await post("/v1/files", { headers: KEYS.bearer ?? {}, body: form });
      const body = JSON.stringify({ input_file_id: id, endpoint, completion_window: "24h" });
      return (await post("/v1/batches", { headers, body })).id;
    },
    /** With the query that a removal needs. */
    kind: async () => "shares?older_than=1y",
    async file_id() {
      const form = new FormData();
      form.set("purpose", "user_data");
      form.set("file", new File(["Hello"], "hello.txt", { type: "text/plain" }));
      return (await post("/v1/files", { headers: KEYS.bearer ?? {}, body: form })).id;
    },
  };

  async function addressOf({ path, method, operation }: Call): Promise<string> {
    let address = gateway.url + path;
    for (const { name } of parametersOf(operation).filter((parameter) => parameter.in === "path")) {
      const make = values[name];
      if (!make) throw new Error(`This test has no value for {${name}}: add one to \`values\`.`);
      address = address.replace(`{${name}}`, await make(address, method));
    }
    return address;
  }

  function requiredHeaders(operation: DocumentedOperation): Record<string, string> {
    const required = parametersOf(operation).filter((parameter) => parameter.in === "header" && parameter.required);
    return Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
  }

  it("serves the document without a key, also under /api, and answers 304 to its ETag", async () => {
    const response = await fetch(`${gateway.url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(document);
    const etag = response.headers.get("etag") ?? "";
    const under = await fetch(`${gateway.url}/api/openapi.json`);
    expect([under.status, under.headers.get("etag")]).toEqual([200, etag]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetch(`${gateway.url}/openapi.json`, { headers: { "if-none-match": known } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    }
    const changed = await fetch(`${gateway.url}/openapi.json`, { headers: { "if-none-match": '"other"' } });
    expect(changed.status).toBe(200);
  });

  describe("responds as documented", () => {
    // Steps of a sign-in through an identity provider: tests/routes/people.test.ts. A batch needs a file of the client:
    // tests/routes/batches.test.ts. A sign-in to an MCP server needs one that asks for it: tests/routes/mcp-sign-in.test.ts.
    const elsewhere = [
      "POST /v1/batches",
      "POST /api/mcp/servers/{server_id}/sign-in",
      "GET /api/mcp/sign-in/callback",
    ];
    const answered = operations.filter(
      ({ path, method }) => !path.startsWith("/api/session/provider") && !elsewhere.includes(`${method} ${path}`),
    );
    const calls = answered.flatMap((call) =>
      bodiesOf(call.operation).map(
        ([name, body]) => [`${call.method} ${call.path}${name ? `: ${name}` : ""}`, call, name, body] as const,
      ),
    );
    it.each(calls)("%s", async (_title, call, name, body) => {
      const { operation, method } = call;
      const encoded = body ? encode(body) : undefined;
      if (call.path === "/api/live" && body) {
        await keepResponse(String((body.example.value as { exchange_id: string }).exchange_id));
      }
      const response = await fetch(await addressOf(call), {
        method,
        headers: {
          ...keyOf(operation),
          ...requiredHeaders(operation),
          ...encoded?.headers,
          ...body?.example["x-headers"],
        },
        ...(encoded ? { body: encoded.body } : {}),
      });
      if ("101" in operation.responses) {
        expect(response.status, "without an upgrade").toBe(mount === "node" ? 426 : 501);
        return;
      }
      expect(response.status, "an example is answered well").toBeLessThan(300);
      const documented = operation.responses[response.status] as DocumentedReply;
      for (const header of Object.keys(documented.headers ?? {})) {
        if (
          /dropped|emulated|gateway-prompt|placeholders|gateway-route|ratelimit|upstream-request-id|goog-upload-(url|size)/.test(
            header,
          )
        )
          continue;
        expect(response.headers.get(header), header).not.toBeNull();
      }
      const type = response.headers.get("content-type")?.split(";")[0] ?? "";
      const sample = documented.content?.[type]?.examples?.[name]?.value;
      const value = await expectDocumented(response, operation);
      if (/^\/v1\/videos$|predictLongRunning/.test(call.path) && method === "POST") await stopVideo(value);
      if (sample === undefined) return;
      const shown = type === "text/event-stream" ? eventsIn(String(sample)) : sample;
      expect(comparable(value), "the reply that the document shows").toEqual(comparable(shown));
    });
  });

  describe("byte ranges and unchanged bytes", () => {
    const ranged = operations.filter(({ operation }) => parametersOf(operation).some(({ name }) => name === "range"));
    it.each(ranged.map((call) => [`${call.method} ${call.path}`, call] as const))("%s", async (_title, call) => {
      const address = await addressOf(call);
      const get = (headers: Record<string, string>) =>
        fetch(address, { headers: { ...keyOf(call.operation), ...headers } });
      const part = await get({ range: "bytes=0-1" });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, expect.stringMatching(/^bytes 0-1\//)]);
      expect(await expectDocumented(part, call.operation)).toHaveLength(2);
      const known = await get({ "if-none-match": part.headers.get("etag") ?? "" });
      expect(known.status).toBe(304);
      await expectDocumented(known, call.operation);
      const outside = await get({ range: "bytes=99999999-" });
      expect(outside.status).toBe(416);
      await expectDocumented(outside, call.operation);
    });
  });

  describe("the places of a key", () => {
    it.each(Object.entries(KEYS))("%s", async (_scheme, headers) => {
      expect((await fetch(`${gateway.url}/v1/models`, { headers })).status).toBe(200);
    });

    it("the query, and the cookie of a session", async () => {
      expect((await fetch(`${gateway.url}/v1/models?key=${ADMIN_KEY}`)).status).toBe(200);
      const signedIn = await fetch(`${gateway.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key: ADMIN_KEY }),
      });
      const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
      const { session } = document.components.securitySchemes as { session: { name: string } };
      expect(cookie.split("=")[0]).toBe(session.name);
      expect((await fetch(`${gateway.url}/v1/models`, { headers: { cookie } })).status).toBe(200);
    });
  });

  describe("errors have the documented body", () => {
    const withKey = operations.filter(({ operation }) => operation.security.length > 0);
    it.each(withKey.map((call) => [`${call.method} ${call.path}`, call] as const))(
      "%s, no key",
      async (_title, call) => {
        const response = await fetch(await addressOf(call), { method: call.method });
        const text = await response.text();
        expect(call.operation.responses, "401 is documented").toHaveProperty(String(response.status));
        expect([400, 401], "a missing version is told first").toContain(response.status);
        expect(problemWith(ERROR, JSON.parse(text)), text).toBeUndefined();
        expectListedError(call.operation, response.status, text);
      },
    );

    const withBody = operations.filter(({ operation }) => operation.requestBody?.content["application/json"]);
    it.each(withBody.map((call) => [`${call.method} ${call.path}`, call] as const))(
      "%s, an invalid body",
      async (_title, call) => {
        const headers = {
          ...keyOf(call.operation),
          ...requiredHeaders(call.operation),
          "x-goog-upload-command": "start",
        };
        const response = await fetch(await addressOf(call), {
          method: call.method,
          headers: { ...headers, "x-goog-upload-protocol": "resumable", "content-type": "application/json" },
          body: "[]",
        });
        const text = await response.text();
        expect(response.status, text).toBe(400);
        expect(problemWith(ERROR, JSON.parse(text)), text).toBeUndefined();
        expectListedError(call.operation, response.status, text);
      },
    );

    it("an unsupported method", async () => {
      for (const call of operations) {
        const supported = operations.filter(({ path }) => path === call.path).map(({ method }) => method);
        const method = ["PATCH", "PUT", "POST"].find((name) => !supported.includes(name)) as string;
        const response = await fetch(await addressOf(call), { method, headers: keyOf(call.operation) });
        const text = await response.text();
        expect(response.status, `${call.path}: ${text}`).toBe(405);
        expect(response.headers.get("allow")).toContain(call.method);
        expect(problemWith(ERROR, JSON.parse(text)), text).toBeUndefined();
        expectListedError(call.operation, response.status, text);
      }
    });
  });

  describe("all kinds of responses match their schemas", () => {
    const operationOf = ({ name }: JsonRoute) => {
      const found = operations.find(({ method, path }) => name === `${method} ${path}`);
      if (!found) throw new Error(`${name} is not in the document.`);
      return found.operation;
    };
    const models = ["sandbox/guide", "sandbox/echo", "sandbox/garbage", "sandbox/long-50", "sandbox/cut-3"];
    const cases = jsonRoutes.flatMap((route) => models.map((model) => [route.name, model, route] as const));
    it.each(cases)("%s of %s", async (_name, model, route) => {
      const operation = operationOf(route);
      for (const body of [route.base, ...route.full]) {
        for (const stream of route.modelPlace === "body" ? [false, true] : [undefined]) {
          const whole = withModel(route, model, { ...body, ...(stream === undefined ? {} : { stream }) });
          const response = await fetch(gateway.url + route.path(model), {
            method: "POST",
            headers: route.headers,
            body: JSON.stringify(whole),
          });
          if (response.ok) await expectDocumented(response, operation);
          else {
            const text = await response.text();
            expect(problemWith(ERROR, JSON.parse(text))).toBeUndefined();
            expectListedError(operation, response.status, text);
          }
        }
      }
    });
  });
});
