/** The OpenAPI document: right by a linter, complete by the table of routes, and as strict as the routes themselves. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { parseCountTokensRequest } from "#lib/dialects/anthropic-messages/index.ts";
import { toCamelCase } from "#lib/dialects/google-generate/camel-case.ts";
import { parseCountTokens } from "#lib/dialects/google-generate/index.ts";
import { endpoints, findRoute } from "#lib/gateway/assembly/routes.ts";
import { anyCallOf } from "../support/any-body.ts";
import {
  chatRoute,
  countTokensRoute,
  generateRoute,
  googleCountRoute,
  type JsonRoute,
  messagesRoute,
  responsesRoute,
  withModel,
} from "../support/json-routes.ts";
import { createSchemaCheck, getRequestSchema, listOperations, openApiDocument } from "../support/openapi.ts";

const document = await openApiDocument();
const problemWith = createSchemaCheck(document);

it("passes the linter's recommended rules without an error or a warning", { timeout: 30_000 }, async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual(
    [],
  );
});

describe("the table of routes", () => {
  const sample = (path: string) => path.replace(/^\/api\//, "/").replace(/\{\w+\}/g, "sandbox");

  it("equals the paths of the document", () => {
    const inTable = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(
      listOperations(document)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(inTable.sort());
  });

  it.each(endpoints.map((entry) => [entry.method, entry.path, entry] as const))(
    "%s %s is found",
    (method, path, entry) => {
      const found = findRoute(sample(path));
      expect(found?.path).toBe(path);
      expect(found?.endpoints.get(method)).toBe(entry);
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(found?.params ?? {}), "its matcher gives what its template names").toEqual(names);
    },
  );

  it("names every place of a key for every route that needs one", () => {
    const schemes = Object.keys(document.components.securitySchemes ?? {}).sort();
    const open = listOperations(document).filter(({ operation }) => operation.security.length === 0);
    // An image's address is signed.
    const known = ["readImage", "signIn", "healthz", "readyz", "readOpenApiDocument", "readConfigSchema"];
    // Steps of a sign-in, and a token that its provider signs.
    known.push("readSignInOptions", "beginProviderSignIn", "completeProviderSignIn", "providerLogout");
    // Bound to the browser that began by a cookie of its own.
    known.push("completeMcpSignIn");
    // Opened by the secret in their address.
    known.push("readLiveState", "watchLive");
    // Read by authorization servers, which have no key.
    known.push("readMcpClientDocument");
    expect(open.map(({ operation }) => operation.operationId).filter((id) => !known.includes(id))).toEqual([]);
    for (const { operation } of listOperations(document)) {
      if (operation.security.length === 0) continue;
      expect(operation.security.flatMap(Object.keys).sort(), operation.operationId).toEqual(schemes);
    }
  });
});

it("has the headers that steer a call, and those of limits, for every call of a model and nothing else", () => {
  const steering = ["route", "timeoutMs", "onLoss"].map((name) => `#/components/parameters/${name}`);
  const calls = listOperations(document).filter(({ operation }) => {
    const references = (operation.parameters ?? []).flatMap((one) => ("$ref" in one ? [String(one.$ref)] : []));
    const found = steering.filter((name) => references.includes(name));
    const replies = operation.responses as Record<string, { headers?: object }>;
    // A session is answered with its upgrade.
    const { headers = {} } = replies["200"] ?? replies["101"] ?? {};
    const limits = ["x-gateway-route", "x-ratelimit-remaining-tokens", "ratelimit", "ratelimit-policy"];
    expect([0, steering.length], operation.operationId).toContain(found.length);
    if (found.length > 0) expect(Object.keys(headers), operation.operationId).toEqual(expect.arrayContaining(limits));
    return found.length > 0;
  });
  expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual([
    ...["batchEmbedContents", "batchEmbedContentsV1", "compactResponse", "createChatCompletion", "createCompletion"],
    ...[
      "createEmbeddings",
      "createInteraction",
      "createInteractionV1",
      "createMessage",
      "createModeration",
      "createRealtimeClientSecret",
      "createResponse",
      "createSpeech",
      "createTranscription",
      "createTranslation",
      "createVideo",
    ],
    ...["editImages"],
    ...[
      "embedContent",
      "embedContentV1",
      "generateContent",
      "generateContentV1",
      "generateImages",
      "openRealtime",
      "predictLongRunning",
      "predictLongRunningV1",
      "remixVideo",
      "rerank",
    ],
    ...["streamGenerateContent", "streamGenerateContentV1"],
  ]);
});

it("names the headers of limits where a limit or a budget refuses", () => {
  const { responses = {} } = document.components ?? {};
  const refusals = Object.entries(responses).filter(([name]) => /^(PaymentRequired|TooManyRequests)/.test(name));
  expect(refusals.length).toBeGreaterThan(1);
  for (const [name, response] of refusals) expect(response, name).toHaveProperty("headers.ratelimit-policy");
});

it("shows an example of every body", () => {
  const without = listOperations(document).filter(({ operation: { requestBody } }) => {
    return requestBody && !Object.values(requestBody.content).some(({ examples }) => examples);
  });
  expect(without.map(({ operation }) => operation.operationId)).toEqual([]);
});

it("has a component for every named schema, and describes each request field", () => {
  const { schemas = {} } = document.components as { schemas?: Record<string, { properties?: object }> };
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
  const known = ["service_tier", "prompt_cache_options", "prompt_cache_retention", "moderation", "web_search_options"];
  const undescribed = ["ChatCompletionRequest", "ResponseRequest", "MessageRequest"].flatMap((name) =>
    Object.entries(schemas[name]?.properties ?? {})
      .filter(([field, schema]) => !("description" in schema) && !known.includes(field))
      .map(([field]) => `${name}.${field}`),
  );
  expect(undescribed).toEqual([
    ...["conversation", "text", "context_management"].map((field) => `ResponseRequest.${field}`),
    ...["cache_control", "container"].map((field) => `MessageRequest.${field}`),
  ]);
});

type Checked = { route: JsonRoute; path: string; parse(body: unknown): unknown; prepare?(body: unknown): unknown };

const google = dialects["google-generate"];
const checked: Checked[] = [
  { route: chatRoute, path: "/v1/chat/completions", parse: dialects["openai-chat"].parseRequest },
  { route: responsesRoute, path: "/v1/responses", parse: dialects["openai-responses"].parseRequest },
  { route: messagesRoute, path: "/v1/messages", parse: dialects["anthropic-messages"].parseRequest },
  { route: countTokensRoute, path: "/v1/messages/count_tokens", parse: parseCountTokensRequest },
  {
    route: generateRoute,
    path: "/v1beta/models/{model}:generateContent",
    parse: (body) => google.parseRequest(body, { model: "m", stream: false }),
    // The document knows the API's own spelling; the route takes others too.
    prepare: toCamelCase,
  },
  {
    route: googleCountRoute,
    path: "/v1beta/models/{model}:countTokens",
    parse: (body) => parseCountTokens(body, { model: "m" }),
    prepare: toCamelCase,
  },
];

describe.each(checked)("the body of POST $path", ({ route, path, parse, prepare = (body) => body }) => {
  const schema = getRequestSchema(document, path);
  const takes = (body: unknown) => {
    try {
      parse(body);
      return true;
    } catch {
      return false;
    }
  };
  const refusal = (body: unknown) => {
    try {
      return problemWith(schema, prepare(body));
    } catch (error) {
      // Nested too deep for the route.
      return String(error);
    }
  };
  /** The same ones each time: a share is measured over them. */
  const bodies = fc.sample(anyCallOf(route, ["sandbox/echo"]), { numRuns: 1500, seed: 7 }).map(({ body }) =>
    // As it arrives: without what JSON cannot say.
    body === undefined ? null : JSON.parse(JSON.stringify(body)),
  );

  it("accepts valid bodies", () => {
    for (const body of [route.base, ...route.full]) {
      expect(refusal(JSON.parse(JSON.stringify(withModel(route, "sandbox/echo", body))))).toBeUndefined();
    }
  });

  it("accepts whatever the route accepts", () => {
    const taken = bodies.filter(takes);
    expect(taken.length, "there are some").toBeGreaterThan(100);
    for (const body of taken) expect(refusal(body), JSON.stringify(body).slice(0, 600)).toBeUndefined();
  });

  it("refuses nearly all that the route refuses: JSON Schema cannot express rules between fields", () => {
    const refused = bodies.filter((body) => !takes(body));
    const missed = refused.filter((body) => refusal(body) === undefined);
    expect(refused.length, "there are some").toBeGreaterThan(300);
    const samples = missed.slice(0, 5).map((body) => JSON.stringify(body).slice(0, 300));
    expect(missed.length / refused.length, samples.join("\n")).toBeLessThan(0.08);
  });
});

describe("common mistakes in bodies are refused by the schema too", () => {
  const chat = { model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] };
  const responses = { model: "sandbox/echo", input: "Hi" };
  const messages = { model: "sandbox/echo", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
  const contents = { contents: [{ role: "user", parts: [{ text: "Hi" }] }] };
  const user = (content: unknown) => [{ role: "user", content }];

  it.each<[string, string, unknown]>([
    ["chat: an array", "/v1/chat/completions", []],
    ["chat: no model", "/v1/chat/completions", { messages: chat.messages }],
    ["chat: no messages in the list", "/v1/chat/completions", { ...chat, messages: [] }],
    ["chat: an unknown role", "/v1/chat/completions", { ...chat, messages: [{ role: "robot", content: "Hi" }] }],
    ["chat: a user without content", "/v1/chat/completions", { ...chat, messages: [{ role: "user" }] }],
    ["chat: a text part without text", "/v1/chat/completions", { ...chat, messages: user([{ type: "text" }]) }],
    [
      "chat: an image by ftp",
      "/v1/chat/completions",
      { ...chat, messages: user([{ type: "image_url", image_url: { url: "ftp://example.org/a.png" } }]) },
    ],
    ["chat: a file of nothing", "/v1/chat/completions", { ...chat, messages: user([{ type: "file", file: {} }]) }],
    ["chat: an assistant who says nothing", "/v1/chat/completions", { ...chat, messages: [{ role: "assistant" }] }],
    ["chat: temperature over 2", "/v1/chat/completions", { ...chat, temperature: 2.1 }],
    ["chat: n of a half", "/v1/chat/completions", { ...chat, n: 1.5 }],
    ["chat: seed of a half", "/v1/chat/completions", { ...chat, seed: 1.5 }],
    ["chat: five stop strings", "/v1/chat/completions", { ...chat, stop: ["a", "b", "c", "d", "e"] }],
    ["chat: an unknown effort", "/v1/chat/completions", { ...chat, reasoning_effort: "extreme" }],
    ["chat: a tool without name", "/v1/chat/completions", { ...chat, tools: [{ type: "function", function: {} }] }],
    [
      "chat: 17 pairs of metadata",
      "/v1/chat/completions",
      { ...chat, metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`key${index}`, "x"])) },
    ],
    ["chat: a metadata key of 65 characters", "/v1/chat/completions", { ...chat, metadata: { ["k".repeat(65)]: "x" } }],
    ["responses: an item of a number", "/v1/responses", { ...responses, input: [1] }],
    ["responses: a message of an unknown role", "/v1/responses", { ...responses, input: [{ role: "x", content: "" }] }],
    ["responses: an image of nothing", "/v1/responses", { ...responses, input: user([{ type: "input_image" }]) }],
    ["responses: a call without name", "/v1/responses", { ...responses, input: [{ type: "function_call" }] }],
    [
      "responses: a format without schema",
      "/v1/responses",
      { ...responses, text: { format: { type: "json_schema" } } },
    ],
    ["responses: no output tokens", "/v1/responses", { ...responses, max_output_tokens: 0 }],
    ["messages: no max_tokens", "/v1/messages", { ...messages, max_tokens: undefined }],
    ["messages: temperature over 1", "/v1/messages", { ...messages, temperature: 1.5 }],
    ["messages: an empty question", "/v1/messages", { ...messages, messages: user("") }],
    ["messages: an image without source", "/v1/messages", { ...messages, messages: user([{ type: "image" }]) }],
    ["messages: a result of no call", "/v1/messages", { ...messages, messages: user([{ type: "tool_result" }]) }],
    ["messages: a tool without schema", "/v1/messages", { ...messages, tools: [{ name: "f" }] }],
    ["messages: a budget under 1024", "/v1/messages", { ...messages, thinking: { type: "enabled", budget_tokens: 1 } }],
    ["google: no contents", "/v1beta/models/{model}:generateContent", {}],
    ["google: an empty part", "/v1beta/models/{model}:generateContent", { contents: [{ parts: [{}] }] }],
    ["google: an unknown role", "/v1beta/models/{model}:generateContent", { contents: [{ role: "x", parts: [] }] }],
    ["google: topP over 1", "/v1beta/models/{model}:generateContent", { ...contents, generationConfig: { topP: 2 } }],
    [
      "google: a threshold of its own",
      "/v1beta/models/{model}:generateContent",
      { ...contents, safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "LOW" }] },
    ],
    ["google: nothing to count", "/v1beta/models/{model}:countTokens", {}],
    ["session: a key and a token", "/api/session", { key: "a", token: "b" }],
  ])("%s", (_name, path, body) => {
    expect(problemWith(getRequestSchema(document, path), JSON.parse(JSON.stringify(body)))).toBeDefined();
  });
});
