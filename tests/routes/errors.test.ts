/** Every way in which a call fails, and the client's error (spec, Error body; architecture.md, laws 8 and 9). */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { Client } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errors } from "#lib/http/errors.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const UPSTREAM_KEY = "sk-upstream-0123456789-secret";
const CLIENT_KEY = "sk-client-9876543210-secret";
const LIMIT = 4_096;
const QUESTION = { role: "user", content: "Hi" };
const BODY = { model: "sandbox/echo", messages: [QUESTION] };
const STUB_BODY = { model: "stub/some-model", messages: [QUESTION] };
const PATH = "/v1/chat/completions";

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
afterAll(() => stub?.close());
beforeEach(() => stub.reset());

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        limits: { bodyBytes: LIMIT },
        aliases: { quick: "sandbox/echo" },
        retries: { attempts: 0 },
        upstreams: {
          stub: { baseUrl: stub.url, apiKeyEnv: "STUB_API_KEY", models: ["some-model"] },
          anew: { baseUrl: stub.url, lane: "translate", models: [] },
          nobody: { baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1`, models: [] },
        },
      },
      environment: { STUB_API_KEY: UPSTREAM_KEY },
    });
  });
  afterAll(() => gateway?.close());

  const call = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    call(PATH, { method: "POST", headers: { ...AUTHORIZED, ...headers }, body, duplex: "half" } as RequestInit);

  describe("a body that cannot be read", () => {
    it.each([
      ["malformed JSON", '{"model": "sandbox/echo",}'],
      ["JSON that breaks off", '{"model": "sandbox/echo", "messages": [{"role": "user", "conte'],
      ["two documents", "{} {}"],
      ["a form", "model=sandbox%2Fecho"],
      ["JSON with a comment", '{"model": "x" /* any */}'],
      ["a byte order mark", "\ufeff{}"],
    ])("%s is a 400 that does not quote it", async (_name, text) => {
      const error = await expectError(await post(text), {
        status: 400,
        message: /^Invalid JSON in request body/,
        type: "invalid_request_error",
        code: "invalid_json",
      });
      expect(error.message).not.toMatch(/conte|sandbox|any/);
    });

    it("names the place in malformed JSON", async () => {
      expect((await (await post('{"model": 1,}')).json()).message).toContain("at position 12");
    });

    it("bytes that are not UTF-8 are a 400", async () => {
      const bytes = Buffer.from(JSON.stringify({ ...BODY, user: "é" }), "latin1");
      await expectError(await post(bytes), { status: 400, message: /not valid UTF-8/, type: "invalid_request_error" });
    });

    it("an empty body is a 400", async () => {
      await expectError(await post(""), { status: 400, message: /empty/, type: "invalid_request_error" });
    });
  });

  describe("a body over the limit", () => {
    const tooLarge = {
      status: 413,
      message: /limit 4\.0 kB/,
      type: "request_too_large",
      code: "body_too_large",
    };
    const bodyOf = (bytes: number) => {
      const body = { ...BODY, user: "" };
      return JSON.stringify({ ...body, user: "x".repeat(bytes - JSON.stringify(body).length) });
    };
    const chunksOf = (text: string) =>
      Readable.from(text.match(/.{1,1000}/gs) ?? [], { objectMode: false }) as unknown as BodyInit;

    it("is a 413 by its content-length", async () => {
      await expectError(await post(bodyOf(LIMIT + 1)), tooLarge);
    });

    it("is a 413 in chunks without a length", async () => {
      await expectError(await post(chunksOf(bodyOf(LIMIT + 1))), tooLarge);
      await expectError(await post(chunksOf(bodyOf(300_000))), tooLarge);
    });

    it("is accepted when it just fits, either way", async () => {
      expect((await post(bodyOf(LIMIT))).status).toBe(200);
      expect((await post(chunksOf(bodyOf(LIMIT)))).status).toBe(200);
    });
  });

  it("a refusal before the body was read keeps the connection open for the next request", async () => {
    const large = JSON.stringify({ ...BODY, user: "x".repeat(300_000) });
    const connection = new Client(gateway.url);
    const send = async (headers: Record<string, string>, body: string | Readable) => {
      const limits = { bodyTimeout: 3_000, headersTimeout: 3_000 };
      const response = await connection.request({ path: PATH, method: "POST", headers, body, ...limits });
      return [response.statusCode, (await response.body.text()).length > 0];
    };
    try {
      for (const body of [() => large, () => Readable.from(large.match(/.{1,1000}/gs) ?? [])]) {
        expect(await send(AUTHORIZED, body())).toEqual([413, true]);
        expect(await send(AUTHORIZED, JSON.stringify(BODY))).toEqual([200, true]);
        expect(await send({ "content-type": "application/json" }, body())).toEqual([401, true]);
        expect(await send(AUTHORIZED, JSON.stringify(BODY))).toEqual([200, true]);
      }
    } finally {
      await connection.destroy();
    }
  });

  describe("a content type", () => {
    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
    ])("of %s is a 415", async (type) => {
      await expectError(await post(JSON.stringify(BODY), { "content-type": type }), {
        status: 415,
        message: new RegExp(`must be "application/json"; got "${type.slice(0, 12)}`),
        type: "invalid_request_error",
      });
    });

    it.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])(
      "of %s is accepted",
      async (type) => {
        expect((await post(JSON.stringify(BODY), { "content-type": type })).status).toBe(200);
      },
    );

    it("may be omitted", async () => {
      const { authorization } = AUTHORIZED;
      const response = await call(PATH, {
        method: "POST",
        headers: { authorization },
        body: Buffer.from(JSON.stringify(BODY)),
      });
      expect(response.status).toBe(200);
    });

    it("of a compressed body is a 415", async () => {
      const body = gzipSync(JSON.stringify(BODY));
      await expectError(await post(body, { "content-encoding": "gzip" }), {
        status: 415,
        message: /`content-encoding` must be absent; got "gzip"/,
        type: "invalid_request_error",
      });
      expect((await post(JSON.stringify(BODY), { "content-encoding": "identity" })).status).toBe(200);
    });
  });

  describe("an unknown model", () => {
    const unknown = { status: 404, type: "not_found_error", param: "model", code: "model_not_found" };
    it.each([
      ["sandbox/giude", /^Provider "sandbox" has no model "giude"\. Did you mean .*sandbox\/guide/],
      ["sandbox/fault-200", /Did you mean .*sandbox\/fault-429/],
      ["qiuck", /Did you mean quick\?/],
      ["guide", /Did you mean sandbox\/guide/],
      ["stbu/some-model", /Did you mean stub\/some-model\?/],
      ["nothing-like-it-at-all", /^No alias or provider has the model .* GET \/v1\/models lists all models\.$/],
      ["sandbox/", /^Provider "sandbox" has no model ""/],
      ["__proto__", /^No alias or provider has the model "__proto__"/],
      ["constructor", /^No alias or provider has the model "constructor"/],
    ])("%s is a 404", async (model, message) => {
      await expectError(await post(JSON.stringify({ ...BODY, model })), { ...unknown, message });
    });

    it("is shortened in the message", async () => {
      const response = await post(JSON.stringify({ ...BODY, model: "m".repeat(3_000) }));
      const { message } = await expectError(response, {
        ...unknown,
        message: /^No alias or provider has the model "m{64}"\./,
      });
      expect(String(message).length).toBeLessThan(500);
    });
  });

  describe("a method", () => {
    it.each([
      ["GET", PATH, "POST"],
      ["PUT", PATH, "POST"],
      ["PATCH", PATH, "POST"],
      ["DELETE", PATH, "POST"],
      ["OPTIONS", PATH, "POST"],
      ["GET", `/api${PATH}`, "POST"],
      ["POST", "/v1/models", "GET"],
      ["DELETE", "/v1/models/sandbox/echo", "GET"],
      ["PUT", "/api/session", "GET, POST, DELETE"],
      ["POST", "/healthz", "GET"],
    ])("%s on %s is a 405 that allows %s", async (method, path, allow) => {
      const response = await call(path, { method, headers: AUTHORIZED });
      await expectError(response, {
        status: 405,
        message: new RegExp(`^Method ${method} is not allowed for `),
        type: "invalid_request_error",
        code: "method_not_allowed",
      });
      expect(response.headers.get("allow")).toBe(allow);
    });

    it("HEAD is a 405 without a body", async () => {
      const response = await call(PATH, { method: "HEAD", headers: AUTHORIZED });
      expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([405, "POST", ""]);
    });
  });

  describe("an unknown path", () => {
    it.each([
      "/v1",
      "/v1/nope",
      "/v1/chat",
      "/v1/chat/completions/extra",
      "/v1/engines/davinci/completions",
      "/v1/constructor",
      "/v1beta",
      "/v1beta/nope",
      "/api",
      "/api/nope",
      "/api/v1",
      "/api/v1/nope",
      "/api/v1beta/nope",
    ])("%s is a 404", async (path) => {
      for (const method of ["GET", "POST"]) {
        await expectError(await call(path, { method, headers: AUTHORIZED }), {
          status: 404,
          message: /^Not found: /,
          type: "not_found_error",
          code: "unknown_path",
        });
      }
    });
  });

  describe("a key", () => {
    const refused = { status: 401, type: "authentication_error" };
    const send = (headers: Record<string, string>, query = "") =>
      call(PATH + query, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(BODY),
      });

    it("that is missing is a 401 that says how to send one", async () => {
      const response = await send({});
      await expectError(response, { ...refused, message: /Authorization: Bearer <key>/, code: "missing_api_key" });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    });

    it.each([
      ["Authorization", { authorization: `Bearer ${CLIENT_KEY}` }, ""],
      ["Authorization with one letter more", { authorization: `Bearer ${ADMIN_KEY}x` }, ""],
      ["Authorization with one letter less", { authorization: `Bearer ${ADMIN_KEY.slice(0, -1)}` }, ""],
      ["x-api-key", { "x-api-key": CLIENT_KEY }, ""],
      ["x-goog-api-key", { "x-goog-api-key": CLIENT_KEY }, ""],
      ["the query", {}, `?key=${CLIENT_KEY}`],
    ])("that is wrong in %s is a 401", async (_place, headers, query) => {
      await expectError(await send(headers as Record<string, string>, query), {
        ...refused,
        message: /not valid: it is unknown, revoked or expired/,
        code: "invalid_api_key",
      });
    });

    it.each(["Basic dXNlcjpwYXNz", "Bearer", "Bearer two words", ADMIN_KEY, `Token ${ADMIN_KEY}`])(
      "in a malformed Authorization (%s) is a 401",
      async (authorization) => {
        await expectError(await send({ authorization }), {
          ...refused,
          message: /^Header `Authorization` must have the form `Bearer <key>`\.$/,
          code: "invalid_api_key",
        });
      },
    );

    it.each([
      ["Authorization", { authorization: `Bearer ${ADMIN_KEY}` }, ""],
      ["Authorization in lower case", { authorization: `bearer ${ADMIN_KEY}` }, ""],
      ["x-api-key", { "x-api-key": ADMIN_KEY }, ""],
      ["x-provider-api-key", { "x-provider-api-key": ADMIN_KEY }, ""],
      ["x-goog-api-key", { "x-goog-api-key": ADMIN_KEY }, ""],
      ["the query", {}, `?alt=sse&key=${ADMIN_KEY}`],
    ])("in %s is accepted", async (_place, headers, query) => {
      expect((await send(headers as Record<string, string>, query)).status).toBe(200);
    });

    it("is checked before the body is read", async () => {
      const response = await call(PATH, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: "x".repeat(2 * LIMIT),
      });
      expect(response.status).toBe(401);
    });

    it("is not needed for health", async () => {
      expect(await (await call("/healthz")).json()).toEqual({ status: "ok", version: expect.any(String) });
      expect(await (await call("/readyz")).json()).toEqual({
        status: "ready",
        checks: { store: "ok", files: "ok", temporary: "ok", config: "ok" },
      });
    });
  });

  describe("the native envelope", () => {
    const failures: [status: number, run: (headers: Record<string, string>) => Promise<Response>][] = [
      [400, (headers) => post("{}", headers)],
      [401, (headers) => call(PATH, { method: "POST", headers })],
      [404, (headers) => post(JSON.stringify({ ...BODY, model: "sandbox/giude" }), headers)],
      [404, (headers) => call("/v1/nope", { headers })],
      [405, (headers) => call(PATH, { headers })],
      [413, (headers) => post("x".repeat(LIMIT + 1), headers)],
      [503, (headers) => post(JSON.stringify({ ...BODY, model: "sandbox/fault-503" }), headers)],
    ];

    it.each([
      { "x-stainless-lang": "js" },
      { "user-agent": "OpenAI/JS 7.55.0" },
      { "user-agent": "AsyncOpenAI/Python 2.1.0" },
      { "user-agent": "ai-sdk/openai/4.0.118 services/node.js/26" },
      { "x-gateway-errors": "native" },
    ] as Record<string, string>[])("is for a client with %j", async (headers) => {
      for (const [status, run] of failures) {
        const response = await run(headers);
        const body = await response.json();
        expect(response.status).toBe(status);
        expect(Object.keys(body).sort()).toEqual(["error", "message", "request_id"]);
        expect(Object.keys(body.error).sort()).toEqual(["code", "message", "param", "type"]);
        expect(body.error.message).toBe(body.message);
        expect(body.request_id).toBe(response.headers.get("x-request-id"));
      }
    });

    it.each(["curl/8.5.0", "python-requests/2.32", "Mozilla/5.0", "my-openai/1"])("is not for %s", async (agent) => {
      for (const [status, run] of failures)
        expect((await (await run({ "user-agent": agent })).json()).error).toBe(status);
    });
  });

  describe("the request id", () => {
    it("is the caller's own if it has the right form", async () => {
      const response = await post("{}", { "x-request-id": "trace-42.A_b" });
      expect((await response.json()).request_id).toBe("trace-42.A_b");
      expect(response.headers.get("x-request-id")).toBe("trace-42.A_b");
    });

    it.each(["with spaces", "a".repeat(65), "<script>"])("is the gateway's instead of %j", async (id) => {
      expect((await (await post("{}", { "x-request-id": id })).json()).request_id).toMatch(/^req_[0-9a-f]{32}$/);
    });
  });

  describe("an upstream's error keeps its status and text", () => {
    const cases: [name: string, status: number, body: unknown, expected: Record<string, unknown>, type?: string][] = [
      [
        "the convention's envelope",
        400,
        {
          error: {
            message: "max_tokens is too large.",
            type: "invalid_request_error",
            param: "max_tokens",
            code: "too_large",
          },
        },
        { message: "max_tokens is too large.", type: "invalid_request_error", param: "max_tokens", code: "too_large" },
      ],
      [
        "a number as code",
        429,
        { error: { message: "Slow down.", type: "requests", code: 429 } },
        { message: "Slow down.", type: "requests" },
      ],
      ["a text as error", 500, { error: "model is loading" }, { message: "model is loading", type: "server_error" }],
      [
        "a text as message",
        404,
        { object: "error", message: "No such model.", type: "NotFoundError" },
        { message: "No such model.", type: "NotFoundError" },
      ],
      [
        "a text as detail",
        422,
        { detail: "Field required" },
        { message: "Field required", type: "invalid_request_error" },
      ],
      ["a list as detail", 422, { detail: [{ loc: ["body", "model"] }] }, { message: '[{"loc":["body","model"]}]' }],
      [
        "the spec's own body",
        403,
        { error: 403, message: "Not for you." },
        { message: "Not for you.", type: "permission_error" },
      ],
      [
        "plain text",
        503,
        "upstream connect error",
        { message: "upstream connect error", type: "overloaded_error" },
        "text/plain",
      ],
      [
        "an HTML page",
        502,
        "<html><head><style>p{}</style><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>",
        { message: "502 Bad Gateway Bad Gateway", type: "upstream_error" },
        "text/html",
      ],
      [
        "an empty body",
        500,
        "",
        { message: errors.upstreamRefusedWithoutText({ provider: "stub", status: 500 }).message },
        "text/plain",
      ],
      ["an empty object", 400, {}, { message: "{}" }],
      [
        "a status of its own",
        529,
        { error: { message: "Overloaded", type: "overloaded_error" } },
        { message: "Overloaded" },
      ],
      [
        "text in two lines, not ASCII",
        400,
        "Zu groß\r\nset-cookie: a=b",
        { message: "Zu groß set-cookie: a=b" },
        "text/plain",
      ],
    ];

    it.each(cases)("%s", async (_name, status, body, expected, type = "application/json") => {
      stub.respondWith(jsonReply(body, { status, headers: { "content-type": type } }));
      for (const stream of [false, true]) {
        const response = await post(JSON.stringify({ ...STUB_BODY, stream }));
        const error = await expectError(response, {
          status,
          message: /./,
          type: String(expected.type ?? (await response.clone().json()).type),
          param: (expected.param as string) ?? null,
        });
        expect(error).toMatchObject({ error: status, ...expected });
        expect(response.headers.get("x-gateway-lane")).toBe("relay");
        expect(response.headers.get("x-gateway-upstream")).toBe("stub");
        expect(response.headers.get("x-gateway-error-source")).toBe("upstream");
      }
    });

    it("and names the upstream", async () => {
      stub.respondWith(jsonReply({ error: { message: "No." } }, { status: 400 }));
      const sources = [await post(JSON.stringify(STUB_BODY)), await post("{")].map(({ status, headers }) => [
        status,
        headers.get("x-gateway-error-source"),
      ]);
      expect(sources).toEqual([
        [400, "upstream"],
        [400, "gateway"],
      ]);
    });

    it("and the headers that SDKs act on, and no others", async () => {
      const headers = {
        "retry-after": "7",
        "x-ratelimit-remaining-requests": "0",
        "x-request-id": "up-1",
        "set-cookie": "tracker=1",
        server: "stub",
        "x-internal": "10.0.0.1",
      };
      stub.respondWith(jsonReply({ error: { message: "Slow down." } }, { status: 429, headers }));
      const response = await post(JSON.stringify(STUB_BODY));
      await expectError(response, { status: 429, message: /^Slow down\.$/, type: "rate_limit_error" });
      expect(response.headers.get("retry-after")).toBe("7");
      expect(response.headers.get("x-ratelimit-remaining-requests")).toBe("0");
      expect(response.headers.get("x-upstream-request-id")).toBe("up-1");
      for (const name of ["set-cookie", "server", "x-internal"]) expect(response.headers.get(name), name).toBeNull();
    });

    it("in an official SDK's envelope too", async () => {
      stub.respondWith(jsonReply({ error: { message: "No.", type: "t", param: "p", code: "c" } }, { status: 418 }));
      const response = await post(JSON.stringify(STUB_BODY), { "x-stainless-lang": "js" });
      expect((await response.json()).error).toEqual({ message: "No.", type: "t", param: "p", code: "c" });
    });

    it("with the upstream's key redacted", async () => {
      const quoting = {
        message: `Incorrect API key provided: ${UPSTREAM_KEY}.`,
        type: UPSTREAM_KEY,
        param: UPSTREAM_KEY,
        code: UPSTREAM_KEY,
      };
      for (const body of [{ error: quoting }, `Bad header: Bearer ${UPSTREAM_KEY}`, { detail: [UPSTREAM_KEY] }]) {
        stub.respondWith(jsonReply(body, { status: 401 }));
        const response = await post(JSON.stringify(STUB_BODY));
        const text = await response.text();
        expect(response.status).toBe(401);
        expect(text).toContain("[redacted]");
        expect(`${response.statusText} ${text}`).not.toContain(UPSTREAM_KEY);
      }
    });

    it("but a redirect is a 502, and is not followed", async () => {
      stub.respondWith(jsonReply("", { status: 307, headers: { location: `${stub.url}/elsewhere` } }));
      await expectError(await post(JSON.stringify(STUB_BODY)), {
        status: 502,
        message: /"stub" answered with a redirect \(307\)\. Check its base URL\./,
        type: "upstream_error",
      });
      expect(stub.requests.map(({ path }) => path)).toEqual([PATH]);
    });

    it("and one that cannot be reached is a 502", async () => {
      await expectError(await post(JSON.stringify({ ...STUB_BODY, model: "nobody/x" })), {
        status: 502,
        message: /"nobody" could not be reached \(ECONNREFUSED\)/,
        type: "upstream_error",
        code: "upstream_unreachable",
      });
    });
  });

  it.each([
    ["no JSON", "<html>", /"anew" returned a body of type application\/json \(status 200\) instead of a JSON object/],
    ["no reply", { object: "list", data: [] }, /has no `choices`/],
    [
      "a list",
      [1],
      /"anew" returned a body of type application\/json \(status 200\) instead of a JSON object.*: \[1\]/,
    ],
    ["nothing among its choices", { choices: [null] }, /"anew" sent a response that cannot be read/],
    ["annotations that are no list", { choices: [{ message: { annotations: {} } }] }, /that cannot be read/],
  ])("an answer that cannot be translated is a 502: %s", async (_name, body, message) => {
    stub.respondWith(jsonReply(body));
    await expectError(await post(JSON.stringify({ ...STUB_BODY, model: "anew/x" })), {
      status: 502,
      message,
      type: "upstream_error",
      code: "upstream_malformed",
    });
  });

  it("client keys never go upstream; the upstream's key does", async () => {
    const credentials = { "x-api-key": ADMIN_KEY, cookie: "parlance_session=abc", "x-goog-api-key": CLIENT_KEY };
    await (await post(JSON.stringify(STUB_BODY), credentials)).text();
    const [request] = stub.requests;
    expect(request?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
    const sent = JSON.stringify([request?.path, request?.headers, request?.body.toString()]);
    expect(sent).not.toContain(ADMIN_KEY);
    expect(sent).not.toContain(CLIENT_KEY);
    expect(sent).not.toContain("parlance_session");
  });

  it("no secret is in a response, a header or the output", async () => {
    stub.respondWith(jsonReply({ error: { message: `Key ${UPSTREAM_KEY} is not valid.` } }, { status: 401 }));
    const answers = await Promise.all([
      post("{", { authorization: `Bearer ${CLIENT_KEY}` }),
      post("{"),
      post(JSON.stringify(STUB_BODY)),
      post(JSON.stringify({ ...STUB_BODY, stream: true })),
      post(JSON.stringify({ ...BODY, model: "nobody/x" })),
      call(`/v1/nope?key=${ADMIN_KEY}`),
      call(`${PATH}?key=${CLIENT_KEY}`, { method: "POST" }),
      call("/v1/models", { headers: { "x-api-key": CLIENT_KEY } }),
      call("/api/session", { method: "POST", headers: AUTHORIZED, body: JSON.stringify({ key: CLIENT_KEY }) }),
    ]);
    for (const answer of answers) {
      const shown = [answer.statusText, ...[...answer.headers].flat(), await answer.text(), gateway.output()].join(
        "\n",
      );
      for (const secret of [UPSTREAM_KEY, CLIENT_KEY, ADMIN_KEY]) expect(shown).not.toContain(secret);
    }
  });

  it("a fault of the gateway is a 500 whose reason is only in the log", async () => {
    const database = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { timeout: 5_000 });
    database.exec("ALTER TABLE api_keys RENAME TO hidden");
    database.close();
    const error = await expectError(await post(JSON.stringify(BODY), { authorization: `Bearer ${CLIENT_KEY}-other` }), {
      status: 500,
      message: /^Internal error\. Search the gateway's log/,
      type: "server_error",
    });
    expect(gateway.output()).toContain(`${error.request_id} `);
    expect(gateway.output()).toContain("no such table: api_keys");
    expect(gateway.output()).not.toContain(CLIENT_KEY);
  });
});
