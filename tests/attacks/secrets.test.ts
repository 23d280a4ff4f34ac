/** Secrets of the process, quoted by an upstream or by a client in every form: none reaches a client or a log. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createProcessRedactor, redactOutput } from "#lib/gateway/assembly/process-redactor.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const API_KEY = "sk-upstream/0123+456789=";
const OTHER_KEY = "sk-other-9876543210abcdef";
const HEADER = "tenant <0123> & 456789";
const PACKAGE_KEY = "package-secret-0123456789";
const SECRETS = [API_KEY, OTHER_KEY, HEADER, PACKAGE_KEY, ADMIN_KEY];

const FORMS: [string, (secret: string) => string][] = [
  ["as it is", (secret) => secret],
  ["percent-encoded", encodeURIComponent],
  [
    "percent-encoded in small letters",
    (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ["percent-encoded twice", (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ["in a form", (secret) => encodeURIComponent(secret).replaceAll("%20", "+")],
  ["in base64", (secret) => btoa(secret)],
  ["in base64 for URLs", (secret) => Buffer.from(secret).toString("base64url")],
  ["in base64 behind its scheme", (secret) => btoa(`Bearer ${secret}`)],
  ["in base64 behind a name", (secret) => btoa(`me:${secret}`)],
  ["in base64 between other fields", (secret) => btoa(`{"k":"${secret}","n":1}`)],
  ["in hexadecimal", (secret) => Buffer.from(secret).toString("hex")],
  ["in HTML", (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
  ["with escaped slashes", (secret) => secret.replaceAll("/", "\\/")],
];

/** Texts that nobody may see: a secret in any form, and the middle of its base64, whatever stands around it. */
function expectNoSecret(text: string): void {
  for (const secret of SECRETS) {
    for (const [name, form] of FORMS) {
      const shown = form(secret);
      const middle = name.includes("base64") ? shown.slice(8, -6) : shown;
      expect(text.includes(middle), `${secret} ${name} in ${text.slice(0, 400)}`).toBe(false);
    }
  }
}

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  const shared = { apiKeyEnv: "STUB_API_KEY", headers: { "x-tenant": HEADER }, models: [] };
  gateway = await startGateway({
    mount: "node",
    config: {
      retries: { attempts: 0 },
      upstreams: {
        chat: { ...shared, baseUrl: stub.url, dialects: ["openai-chat", "openai-images"] },
        anew: { ...shared, baseUrl: stub.url, lane: "translate" },
        responses: { ...shared, baseUrl: stub.url, dialects: ["openai-responses"] },
        claude: { ...shared, baseUrl: stub.url, dialects: ["anthropic-messages"] },
        gemini: { ...shared, baseUrl: stub.url, dialects: ["google-generate"] },
        interactions: { ...shared, baseUrl: stub.url, dialects: ["google-interactions"] },
        other: { baseUrl: stub.url, apiKeyEnv: "OTHER_API_KEY", models: [] },
        listing: { ...shared, baseUrl: stub.url, models: undefined },
      },
    },
    environment: { STUB_API_KEY: API_KEY, OTHER_API_KEY: OTHER_KEY, PACKAGE_SECRET_ACCESS_KEY: PACKAGE_KEY },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});
beforeEach(() => stub.reset());

const messages = [{ role: "user", content: "Hi" }];
const contents = [{ role: "user", parts: [{ text: "Hi" }] }];
const ROUTES: [string, string, (stream: boolean) => Record<string, unknown>][] = [
  ["Chat Completions", "/v1/chat/completions", (stream) => ({ model: "chat/m", messages, stream })],
  ["Chat Completions anew", "/v1/chat/completions", (stream) => ({ model: "anew/m", messages, stream })],
  ["Responses", "/v1/responses", (stream) => ({ model: "responses/m", input: "Hi", store: false, stream })],
  ["Messages", "/v1/messages", (stream) => ({ model: "claude/m", messages, max_tokens: 9, stream })],
  ["images", "/v1/images/generations", (stream) => ({ model: "chat/m", prompt: "Hi", stream })],
  ["generateContent", "/v1beta/models/gemini/m:", () => ({ contents })],
  [
    "Interactions",
    "/v1beta/interactions",
    (stream) => ({ model: "interactions/m", input: "Hi", store: false, stream }),
  ],
  ["Interactions anew", "/v1beta/interactions", (stream) => ({ model: "anew/m", input: "Hi", store: false, stream })],
];

async function post(path: string, body: unknown): Promise<string> {
  const stream = path.endsWith(":") && body !== undefined;
  const response = await fetch(`${gateway.url}${stream ? `${path}generateContent` : path}`, {
    method: "POST",
    headers: { ...AUTHORIZED, "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  const headers = JSON.stringify(Object.fromEntries(response.headers));
  return `${response.status} ${response.statusText} ${headers} ${await response.text()}`;
}

const quoteAll = () => SECRETS.flatMap((secret) => FORMS.map(([, form]) => form(secret))).join(" , ");

/** Errors, in the places where servers put them. */
const REPLIES: [string, (quoted: string) => ReturnType<typeof jsonReply>][] = [
  ["a refusal", (quoted) => jsonReply({ error: { message: quoted, code: quoted, type: quoted } }, { status: 401 })],
  ["a refusal in text", (quoted) => jsonReply(quoted, { status: 500 })],
  ["an error with a status of success", (quoted) => jsonReply({ error: { message: quoted } })],
  ["an error that is text", (quoted) => jsonReply({ error: quoted })],
  [
    "an error beside a reply",
    (quoted) => jsonReply({ error: { message: quoted }, choices: [], output: [], content: [], candidates: [] }),
  ],
  ["an error within a reply", (quoted) => jsonReply({ choices: [{ error: { message: quoted } }], content: [] })],
  ["a page", (quoted) => jsonReply(`<html><p>${quoted}`, { headers: { "content-type": "text/html" } })],
  ["text", (quoted) => jsonReply(`${quoted}`, { headers: { "content-type": "text/plain" } })],
];

describe.each(ROUTES)("by %s", (_name, path, body) => {
  it.each(REPLIES)("%s has no secret", async (_reply, reply) => {
    stub.respondWith(reply(quoteAll()));
    for (const stream of [false, true]) expectNoSecret(await post(path, body(stream)));
  });

  it.each(["error", "message", "response.failed", "interaction.completed"])(
    "a stream's event with an error (%s) has no secret",
    async (type) => {
      const error = { message: quoteAll(), code: API_KEY };
      const event = `event: ${type}\ndata: ${JSON.stringify({ type, error, response: { error } })}\n\n`;
      const escaped = event.replaceAll("/", "\\/");
      // In one write, and cut within the key.
      for (const chunks of [[event], [event.slice(0, 60), event.slice(60)], [escaped]]) {
        stub.respondWith(streamReply({ chunks }));
        expectNoSecret(await post(path, body(true)));
      }
    },
  );
});

it("headers of a reply have no secret", async () => {
  const headers = {
    "content-type": `application/json; for="${API_KEY}"`,
    "x-request-id": API_KEY,
    "x-ratelimit-remaining": OTHER_KEY,
    "openai-version": btoa(API_KEY),
  };
  stub.respondWith(jsonReply({ choices: [] }, { headers }));
  const text = await post("/v1/chat/completions", { model: "chat/m", messages });
  expect(text).toContain("[redacted]");
  expectNoSecret(text);
});

it("a model list has no secret", async () => {
  stub.respondWith(jsonReply({ data: [{ id: "m", name: API_KEY, description: `For ${btoa(API_KEY)} ${OTHER_KEY}` }] }));
  const response = await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED });
  const text = await response.text();
  expect(text).toContain("For [redacted]");
  expectNoSecret(text);
});

it("a successful reply passes byte for byte, even if its text resembles a secret", async () => {
  const body = '{"choices":[{"message":{"content":"{\\"error\\":\\"none\\"}"}}],"error":null}';
  stub.respondWith(jsonReply(body));
  expect(await post("/v1/chat/completions", { model: "chat/m", messages })).toContain(body);
});

describe("a client that sends a key in the wrong place", () => {
  const gatewayKey = `pk_${"a1B2c3D4".repeat(6).slice(0, 43)}`;

  it.each([ADMIN_KEY, OTHER_KEY, gatewayKey])("finds it neither in the error nor in the log", async (secret) => {
    const text = await post("/v1/chat/completions", { model: secret, messages });
    expect(text).toContain("[redacted]");
    expect(text).not.toContain(secret);
    const log = await (await fetch(`${gateway.url}/api/requests`, { headers: AUTHORIZED })).text();
    expect(log).toContain("[redacted]");
    expect(log + gateway.output()).not.toContain(secret);
  });
});

it("neither the request log nor the output has a secret", async () => {
  const log = await (await fetch(`${gateway.url}/api/requests?limit=200`, { headers: AUTHORIZED })).text();
  expectNoSecret(log + gateway.output());
});

describe("the settings collect", () => {
  const PASSWORD = "p@ss/0123456";
  const url = `postgres://parlance:${encodeURIComponent(PASSWORD)}@db/parlance?sslmode=verify-full`;
  const environment = {
    DATABASE_URL: url,
    PARLANCE_ADMIN_KEY: ADMIN_KEY,
    PGPASSWORD: "postgres-0123456",
    S3_SECRET_ACCESS_KEY: "s3-secret-0123456789",
    AWS_SESSION_TOKEN: "aws-token-0123456789",
    REDIS_URL: "redis://:redis-0123456@cache:6379",
    OPENAI_API_KEY: "sk-openai-0123456789",
    SOME_API_KEY_FILE: "/run/secrets/some-api-key",
    SSH_KEY: "/root/.ssh/id_ed25519",
    EDITOR: "a-plain-long-editor",
    SHORT_KEY: "short",
    ANTHROPIC_API_KEY: "none",
  };
  const { redact } = createProcessRedactor(loadSettings(environment));

  it.each([
    ["the password of a URL", PASSWORD],
    ["the password as the URL has it", encodeURIComponent(PASSWORD)],
    ["a connection string", url],
    ["the admin key", ADMIN_KEY],
    ["a variable of Postgres", environment.PGPASSWORD],
    ["a secret of a file store", environment.S3_SECRET_ACCESS_KEY],
    ["a token that a package reads by itself", environment.AWS_SESSION_TOKEN],
    ["the password of another URL", environment.REDIS_URL],
    ["a vendor's key", environment.OPENAI_API_KEY],
  ])("%s", (_name, secret) => {
    expect(redact(`it failed: ${secret}.`)).toMatch(/^it failed: .*\[redacted\].*\.$/);
  });

  it("no value that is not a secret", () => {
    const plain = "parlance verify-full /run/secrets/some-api-key /root/.ssh/id_ed25519 a-plain-long-editor short none";
    expect(redact(plain)).toBe(plain);
  });

  it("secrets of an invalid file, which no message may quote", () => {
    const { message } = expectThrown(() =>
      loadSettings({ ...environment, OPENAI_BASE_URL: "http://a/v1?key=abc-0123" }),
    );
    expect(message).not.toContain("abc-0123");
  });
});

it("all output of the process is redacted", () => {
  const printed: unknown[] = [];
  const output = { write: (chunk: unknown) => printed.push(chunk) > 0 };
  redactOutput(createRedactor([API_KEY]), [output as never]);
  output.write(`Failed with ${API_KEY}\n`);
  expect(printed).toEqual(["Failed with [redacted]\n"]);
});

function expectThrown(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}
