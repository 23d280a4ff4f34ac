/** Moderations, rerank and older completions: passed on unchanged, and rerank also by the sandbox. */
import OpenAI from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatReply } from "../support/chat-fixtures.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { completionsRoute, type JsonRoute, moderationsRoute, rerankRoute } from "../support/json-routes.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";
import { itRefuses, type WrongBody } from "../support/wrong-bodies.ts";

const UPSTREAM_KEY = "sk-upstream-relayed-0123456789";
const NO_TEXT: readonly unknown[] = [5, true, {}, [], 0, -1, 1.5, ["a"]];

const wrong = (base: object, field: string, values: readonly unknown[], param = field): WrongBody[] =>
  values.map((value) => [`${field} ${JSON.stringify(value) ?? "nothing"}`, { ...base, [field]: value }, param]);
const bodies: WrongBody[] = [
  ["no object", [], null],
  ["text", "text", null],
  ["a number", 5, null],
  ["null", null, null],
];

const tables: [JsonRoute, WrongBody[]][] = [
  [
    moderationsRoute,
    [
      ...bodies,
      ...wrong({ input: "Hi" }, "model", [undefined, null, "", ...NO_TEXT]),
      ...wrong({}, "input", [undefined, null, 5, true, {}, [], 0, -1, 1.5]),
      ...wrong({}, "input", [[null], [5], [true], [[]]], "input[0]"),
      ...wrong({}, "input", [[{}], [{ type: 5 }], [{ type: null }], [{ text: "Hi" }]], "input[0].type"),
      ...wrong(
        {},
        "input",
        [
          ["a", 5],
          ["a", null],
          ["a", []],
          ["a", true],
          ["a", {}],
        ],
        "input[1]",
      ),
    ],
  ],
  [
    rerankRoute,
    [
      ...bodies,
      ...wrong({ query: "a", documents: ["b"] }, "model", [undefined, null, "", ...NO_TEXT]),
      ...wrong({ documents: ["b"] }, "query", [undefined, null, "", ...NO_TEXT]),
      ...wrong({ query: "a" }, "documents", [undefined, null, "", 5, true, {}, [], "b", 0]),
      ...wrong({ query: "a" }, "documents", [[null], [5], [true], [[]], [1.5]], "documents[0]"),
      ...wrong(
        { query: "a" },
        "documents",
        [[{}], [{ text: 5 }], [{ text: null }], [{ title: "b" }]],
        "documents[0].text",
      ),
      ...wrong(
        { query: "a" },
        "documents",
        [
          ["b", 5],
          ["b", null],
          ["b", []],
        ],
        "documents[1]",
      ),
      ...wrong({ query: "a", documents: ["b"] }, "top_n", [0, -1, 1.5, "1", true, [], {}, 1e308]),
      ...wrong({ query: "a", documents: ["b"] }, "return_documents", [0, 1, "true", [], {}, "yes"]),
    ],
  ],
  [
    completionsRoute,
    [
      ...bodies,
      ...wrong({ prompt: "Hi" }, "model", [undefined, null, "", ...NO_TEXT]),
      ...wrong({}, "prompt", [undefined, null, 5, true, {}, [], 0, 1.5]),
      ...wrong({}, "prompt", [[null], [true], [{}], [[]], [-1], [1.5]], "prompt[0]"),
      ...wrong({ prompt: "Hi" }, "max_tokens", [-1, 1.5, "1", true, [], {}]),
      ...wrong({ prompt: "Hi" }, "temperature", [-1, 2.1, "1", true, [], {}]),
      ...wrong({ prompt: "Hi" }, "top_p", [-0.1, 1.1, "1", true, [], {}]),
      ...wrong({ prompt: "Hi" }, "n", [0, 129, 1.5, "1", true, []]),
      ...wrong({ prompt: "Hi" }, "stream", [0, "true", [], {}]),
      ...wrong({ prompt: "Hi" }, "stop", [0, true, {}]),
      ...wrong({ prompt: "Hi" }, "user", [0, true, {}, []]),
    ],
  ],
];

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        retries: { attempts: 0 },
        upstreams: {
          openai: {
            baseUrl: stub.url,
            apiKeyEnv: "UPSTREAM_KEY",
            prices: { r: { per_request: 0.5 }, c: { input: 1_000_000, output: 2_000_000 } },
          },
          claude: { baseUrl: stub.url, dialects: ["anthropic-messages"] },
        },
        routes: { either: { targets: [{ model: "claude/x" }, { model: "openai/m" }] } },
      },
    });
  });
  afterEach(() => stub.reset());
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  const post = (path: string, body: unknown) =>
    fetch(gateway.url + path, {
      method: "POST",
      headers: AUTHORIZED,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const rowOf = async (response: Response) => {
    const id = response.headers.get("x-request-id");
    const last = async () => {
      const { data } = await (await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED })).json();
      return data[0];
    };
    return expect.poll(last, { timeout: 10_000 }).toMatchObject({ id }).then(last);
  };

  describe.each(tables)("$name refuses", (route, table) => {
    itRefuses({ gateway: () => gateway, route, table });
  });

  it.each([
    ["/v1/moderations", '{"input" : "a","model":"openai/m","odd":1.50}', '{"results":[ ]}'],
    ["/v1/rerank", '{"query":"a","documents":["b"],"model":"openai/m","rank_fields":["x"]}', '{"results":[ ]}'],
    ["/v1/completions", '{"prompt":"a","model":"openai/m","suffix":null,"best_of":1}', '{"choices":[ ]}'],
  ])("%s changes only the model, and no byte of the reply", async (path, body, reply) => {
    stub.respondWith(jsonReply(reply));
    const response = await post(path, body);
    expect([response.status, response.headers.get("x-gateway-lane"), await response.text()]).toEqual([
      200,
      "relay",
      reply,
    ]);
    const [request] = stub.requests;
    expect([request?.path, `${request?.body}`]).toEqual([path, body.replace("openai/m", "m")]);
    expect(request?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
  });

  it("counts and prices what a provider reports", async () => {
    stub.respondWith(jsonReply({ results: [], usage: { total_tokens: 9 } }));
    const ranked = await post("/v1/rerank", { model: "openai/r", query: "a", documents: ["b"] });
    expect(await rowOf(ranked)).toMatchObject({ dialect: "rerank", input_tokens: 9, cost: 0.5 });
    const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
    stub.respondWith(jsonReply({ object: "text_completion", choices: [{ text: "!" }], usage }));
    const written = await post("/v1/completions", { model: "openai/c", prompt: "a" });
    expect(await rowOf(written)).toMatchObject({ input_tokens: 2, output_tokens: 3, cost: 8 });
  });

  it("says why a provider cannot serve a route, and goes on to the next target", async () => {
    const body = { model: "claude/x", input: "a" };
    await expectError(await post("/v1/moderations", body), {
      ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
      message: /^Provider "claude" can't serve \/v1\/moderations: it speaks only anthropic-messages\./,
    });
    await expectError(await post("/v1/moderations", { ...body, model: "sandbox/guide" }), {
      ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
      message: /the sandbox has no such model/,
    });
    stub.respondWith(jsonReply({ message: "no Route" }, { status: 404 }));
    await expectError(await post("/v1/rerank", { model: "openai/m", query: "a", documents: ["b"] }), {
      ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
      message: /it answered 404: no Route\./,
    });
    stub.respondWith(jsonReply({ results: [] }));
    const response = await post("/v1/moderations", { ...body, model: "either" });
    expect([response.status, response.headers.get("x-gateway-route")]).toEqual([
      ...[200, expect.stringMatching(/^claude\/x 404 .*openai\/m 200/)],
    ]);
  });

  it("puts documents into order in the sandbox", async () => {
    const documents = [
      "Orders ship before noon.",
      { text: "Gift cards are valid for three years." },
      "Returns are free.",
    ];
    const body = { model: "sandbox/embedding-model-a", query: "How long is a gift card valid?", documents };
    const response = await post("/v1/rerank", { ...body, top_n: 2, return_documents: true });
    const { results, usage } = await response.json();
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({ index: 1, document: { text: "Gift cards are valid for three years." } });
    expect(results[0].relevance_score).toBeGreaterThan(results[1].relevance_score + 0.1);
    expect(usage.total_tokens).toBeGreaterThan(10);
  });

  it.each([OpenAI, OpenAI6 as unknown as typeof OpenAI])("serves OpenAI's SDK", async (Sdk) => {
    const client = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    stub.respondWith(jsonReply({ id: "m1", model: "m", results: [{ flagged: true }] }));
    const { results } = await client.moderations.create({ model: "openai/m", input: "a" });
    expect(results[0]?.flagged).toBe(true);
    const chunk = (text: string) =>
      `data: ${JSON.stringify({ object: "text_completion", choices: [{ index: 0, text, finish_reason: null }] })}\n\n`;
    stub.respondWith(streamReply({ chunks: [chunk("Hel"), chunk("lo"), "data: [DONE]\n\n"] }));
    const stream = await client.completions.create({ model: "openai/m", prompt: "a", stream: true });
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.text;
    expect(text).toBe("Hello");
    stub.respondWith(jsonReply(chatReply({ model: "m", text: "unused" })));
    expect((await client.completions.create({ model: "openai/m", prompt: "a" })).choices).toHaveLength(1);
  });
});
