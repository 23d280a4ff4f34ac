/** Guessing keys: wrong credentials are slowed by every route and in every dialect, and right ones never are. */
import { Agent, request } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { WRONG_CREDENTIAL_LIMITS } from "#lib/gateway/limits.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";

const { free } = WRONG_CREDENTIAL_LIMITS.perAddress;
const JSON_TYPE = { "content-type": "application/json" };

let gateway: TestGateway;
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.destroy();
  await gateway?.close();
});

type Sent = { method?: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };
type Guess = (attempt: number) => Sent;

function createClient() {
  const agent = new Agent();
  agents.push(agent);
  return async ({ method = "GET", path, headers = {}, body }: Sent) => {
    const options = { method, headers, dispatcher: agent, ...(body === undefined ? {} : { body }) };
    const response = await request(gateway.url + path, options);
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
}

function guessSignIn(attempt: number): Sent {
  return { method: "POST", path: "/api/session", headers: JSON_TYPE, body: JSON.stringify({ key: `pk_${attempt}` }) };
}

async function statusesOf(send: ReturnType<typeof createClient>, guess: Guess, count: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, (_, attempt) => send(guess(attempt))));
  return responses.map(({ status }) => status);
}

const ROUTES: [name: string, guess: Guess, nativeEnvelope: RegExp][] = [
  ["signing in with a key", guessSignIn, /"error":429/],
  [
    "signing in with a link's token",
    (attempt) => ({ ...guessSignIn(attempt), body: JSON.stringify({ token: `token-${attempt}` }) }),
    /"error":429/,
  ],
  [
    "Authorization on chat completions",
    (attempt) => ({ path: "/v1/models", headers: { authorization: `Bearer pk_${attempt}` } }),
    /"error":429/,
  ],
  [
    "the same wrong key again and again",
    () => ({ path: "/v1/models", headers: { authorization: "Bearer pk_revoked" } }),
    /"error":429/,
  ],
  [
    "x-api-key of an Anthropic SDK",
    (attempt) => ({
      method: "POST",
      path: "/v1/messages",
      headers: { ...JSON_TYPE, "x-api-key": `pk_${attempt}`, "x-stainless-lang": "js" },
      body: "{}",
    }),
    /"type":"error","error":\{"type":"rate_limit_error"/,
  ],
  [
    "x-goog-api-key of a Google SDK",
    (attempt) => ({
      path: "/v1beta/models",
      headers: { "x-goog-api-key": `pk_${attempt}`, "x-goog-api-client": "genai" },
    }),
    /"error":\{"code":429,.*RESOURCE_EXHAUSTED/,
  ],
  ["a key in the query", (attempt) => ({ path: `/v1/models?key=pk_${attempt}` }), /"error":429/],
  [
    "an optional key",
    (attempt) => ({ method: "POST", path: `/upload/v1beta/files?upload_id=x&key=${attempt}` }),
    /429/,
  ],
  [
    "a session cookie",
    (attempt) => ({ path: "/v1/models", headers: { cookie: `parlance_session=token-${attempt}` } }),
    /"error":429/,
  ],
];

describe("300 concurrent guesses", () => {
  test.each(ROUTES)("by %s are throttled, and the correct key is not", async (_name, guess, envelope) => {
    gateway = await startGateway({ mount: "node" });
    const send = createClient();
    const statuses = await statusesOf(send, guess, 300);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(free + 2);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));

    const refused = await send(guess(1_000));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.text).toMatch(envelope);
    const signIn = await send({ ...guessSignIn(0), body: JSON.stringify({ key: ADMIN_KEY }) });
    expect(signIn.status).toBe(204);
    const cookie = String(signIn.headers["set-cookie"]).split(";")[0] ?? "";
    const right = { authorization: `Bearer ${ADMIN_KEY}` };
    const credentials: Record<string, string>[] = [right, { cookie }, { "x-api-key": ADMIN_KEY }];
    const honest = credentials.map((headers) =>
      send({ path: "/v1/models", headers: { ...headers, "sec-fetch-site": "same-origin" } }),
    );
    expect((await Promise.all(honest)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

test("another address may still send a wrong key", async () => {
  gateway = await startGateway({ mount: "node", config: { trustedProxies: ["127.0.0.1"] } });
  const send = createClient();
  const from = (address: string, attempt: number): Sent => ({
    ...guessSignIn(attempt),
    headers: { ...JSON_TYPE, "x-forwarded-for": address },
  });
  await statusesOf(send, () => from("192.0.2.1", 0), 50);
  expect((await send(from("192.0.2.1", 1))).status).toBe(429);
  expect((await send(from("192.0.2.2", 1))).status).toBe(401);
  expect((await send(from("192.0.2.3", 0))).status, "the account waits for all addresses").toBe(429);
});

test("a browser whose session has ended gets a 401 however often it retries", async () => {
  gateway = await startGateway({ mount: "node" });
  const ended = () => ({ path: "/api/session", headers: { cookie: "parlance_session=ended" } });
  expect(new Set(await statusesOf(createClient(), ended, 50))).toEqual(new Set([401]));
});

describe("x-forwarded-for", () => {
  const pretend: Guess = (attempt) => {
    const sent = guessSignIn(attempt);
    return { ...sent, headers: { ...sent.headers, "x-forwarded-for": `10.1.${attempt >> 8}.${attempt & 255}` } };
  };

  test("of an untrusted peer is ignored", async () => {
    gateway = await startGateway({ mount: "node" });
    const statuses = await statusesOf(createClient(), pretend, 100);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(free + 2);
  });

  test("of a trusted proxy separates its clients, and many addresses together are throttled too", async () => {
    gateway = await startGateway({ mount: "node", config: { trustedProxies: ["127.0.0.0/8"] } });
    const statuses = await statusesOf(createClient(), pretend, 300);
    const accepted = statuses.filter((status) => status === 401).length;
    expect(accepted).toBeGreaterThan(WRONG_CREDENTIAL_LIMITS.inTotal.free - 2);
    expect(accepted).toBeLessThanOrEqual(WRONG_CREDENTIAL_LIMITS.inTotal.free + 2);
  });
});
