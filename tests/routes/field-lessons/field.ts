/**
 * A gateway with one upstream of each API, one of image routes and one behind a package (`bridge`), all of them the
 * same scripted stub, for the lessons that other gateways paid for. Each test is named after the thread in which their
 * users said what went wrong.
 */
import { ADMIN_KEY, type Mount, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { mistralEntry } from "#tests/support/mistral-entry.ts";
import { type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

export const conventions = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"] as const;
export type Convention = (typeof conventions)[number];

/** Every pair of a client and an upstream with different dialects. */
export const foreignPairs = conventions.flatMap((client) =>
  conventions.filter((upstream) => upstream !== client).map((upstream) => ({ client, upstream })),
);

export type Body = Record<string, unknown>;

export type Question = {
  client: Convention;
  /** Upstream and model, such as `openai-chat/m`; for a dialect's name alone, the model of that dialect's upstream. */
  to: string;
  /** Fields of the body beside the model; a short question when absent. */
  body?: Body;
  stream?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Field = {
  gateway: TestGateway;
  stub: StubUpstream;
  ask(question: Question): Promise<Response>;
  /** The body of the last request that the stub was sent. */
  sent(): Body;
  close(): Promise<void>;
};

export async function startField({
  mount = "node",
  config = {},
  upstream = {},
}: {
  mount?: Mount;
  config?: Record<string, unknown>;
  /** Settings of every upstream. */
  upstream?: Record<string, unknown>;
} = {}): Promise<Field> {
  const stub = await startStubUpstream();
  const upstreams = Object.fromEntries(
    [...conventions, "openai-images"].map((id) => [
      id,
      {
        baseUrl: stub.url,
        dialects: [id],
        apiKeyEnv: "FIELD_API_KEY",
        retries: { attempts: 0 },
        models: [],
        ...upstream,
      },
    ]),
  );
  const { upstreams: more, ...rest } = config;
  const gateway = await startGateway({
    mount,
    config: { ...rest, upstreams: { ...upstreams, bridge: mistralEntry(stub), ...(more as object | undefined) } },
    environment: { FIELD_API_KEY: UPSTREAM_KEY, BRIDGE_KEY: UPSTREAM_KEY },
  });
  return {
    gateway,
    stub,
    ask: (question) => fetchText(gateway.url, question),
    sent: () => JSON.parse(stub.requests.at(-1)?.body.toString() ?? "null"),
    async close() {
      await gateway.close();
      await stub.close();
    },
  };
}

/** The stub's credential, at every upstream. */
export const UPSTREAM_KEY = "sk-of-the-upstream-0123456789";

/** The shortest question of each API. */
export const questions: Record<Convention, Body> = {
  "openai-chat": { messages: [{ role: "user", content: "Hello" }] },
  "openai-responses": { input: "Hello", store: false },
  "anthropic-messages": { max_tokens: 1_000, messages: [{ role: "user", content: "Hello" }] },
  "google-generate": { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
};

/** The same question with one tool, `get_weather`, and what each API wants for a tool to be called. */
export function withTool(client: Convention, schema: Body = weather): Body {
  const described = { name: "get_weather", description: "The weather in a city" };
  switch (client) {
    case "openai-chat":
      return { ...questions[client], tools: [{ type: "function", function: { ...described, parameters: schema } }] };
    case "openai-responses":
      return { ...questions[client], tools: [{ type: "function", ...described, parameters: schema }] };
    case "anthropic-messages":
      return { ...questions[client], tools: [{ ...described, input_schema: schema }] };
    case "google-generate":
      return {
        ...questions[client],
        tools: [{ functionDeclarations: [{ ...described, parametersJsonSchema: schema }] }],
      };
    default:
      return client satisfies never;
  }
}

const weather = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const MODELS: Record<Convention, string> = {
  "openai-chat": "gpt-5.2",
  "openai-responses": "gpt-5.2",
  "anthropic-messages": "claude-opus-5",
  "google-generate": "gemini-3-pro",
};

const CLIENT_KEY_HEADERS: Record<Convention, Record<string, string>> = {
  "openai-chat": { authorization: `Bearer ${ADMIN_KEY}` },
  "openai-responses": { authorization: `Bearer ${ADMIN_KEY}` },
  "anthropic-messages": { "x-api-key": ADMIN_KEY, "anthropic-version": "2023-06-01" },
  "google-generate": { "x-goog-api-key": ADMIN_KEY },
};

function fetchText(
  url: string,
  { client, to, body, stream = false, headers = {}, signal }: Question,
): Promise<Response> {
  const model = to in MODELS ? `${to}/${MODELS[to as Convention]}` : to;
  const asked = { ...(body ?? questions[client]) };
  if (client !== "google-generate") Object.assign(asked, { model, ...(stream ? { stream: true } : {}) });
  return fetch(url + pathOf(client, model, stream), {
    method: "POST",
    headers: { "content-type": "application/json", ...CLIENT_KEY_HEADERS[client], ...headers },
    body: JSON.stringify(asked),
    ...(signal ? { signal } : {}),
  });
}

const PATHS = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  "anthropic-messages": "/v1/messages",
};

export function pathOf(client: Convention, model: string, stream: boolean): string {
  if (client !== "google-generate") return PATHS[client];
  return `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
}
