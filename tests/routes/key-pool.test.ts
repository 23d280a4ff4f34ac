/** Several API keys of one upstream: requests change the key before the client sees a refusal. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { answerChat, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const ENVIRONMENT = { KEY_A: "secret-a", KEY_B: "secret-b", KEY_C: "secret-c" };

describe.each(mounts)("an upstream with three keys on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
  });
  afterEach(async () => {
    upstream.reset();
    await gateway.close();
  });
  afterAll(() => upstream.close());

  const start = async (dialects = ["openai-chat"]) => {
    const entry = { baseUrl: upstream.url, apiKeyEnvs: ["KEY_A", "KEY_B", "KEY_C"], dialects };
    gateway = await startGateway({ mount, config: { upstreams: { up: entry } }, environment: ENVIRONMENT });
  };
  const ask = (body: Record<string, unknown> = {}) => gateway.chat({ model: "up/m", messages, ...body });
  const keysSent = () => upstream.requests.map(({ headers }) => headers.authorization ?? headers["x-api-key"]);
  /** Refuses one key, and answers with all others. */
  const refuse = (key: string, status: number, headers: Record<string, string> = {}) =>
    upstream.respondWith(async (request, response) => {
      if (request.headers.authorization !== `Bearer ${key}`) return answerChat(request, response);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ error: { message: `The key ${key} is over its quota.` } }));
    });

  it("uses them in turn", async () => {
    await start();
    for (let count = 0; count < 4; count++) expect((await ask()).status).toBe(200);
    expect(keysSent()).toEqual(["a", "b", "c", "a"].map((key) => `Bearer secret-${key}`));
  });

  it("sends them in the header of the upstream's API", async () => {
    await start(["anthropic-messages"]);
    await Promise.all([ask(), ask(), ask()]);
    expect(new Set(keysSent())).toEqual(new Set(Object.values(ENVIRONMENT)));
  });

  it.each([401, 402, 403, 429])("changes the key after a %i, and leaves it aside", async (status) => {
    await start();
    refuse("secret-a", status, { "retry-after": "60" });
    for (const stream of [true, false, true, false]) {
      const response = await ask({ stream });
      expect(response.status).toBe(200);
      await response.text();
    }
    const sent = keysSent();
    expect(sent.filter((key) => key === "Bearer secret-a")).toHaveLength(1);
    expect(sent).toHaveLength(5);
    const ready = await fetch(`${gateway.url}/readyz?verbose`, { headers: AUTHORIZED });
    const state = JSON.stringify(((await ready.json()) as { keys: object }).keys);
    expect(JSON.parse(state)).toEqual({
      up: [
        { variable: "KEY_A", state: "set aside", status, retry_in_ms: expect.any(Number) },
        { variable: "KEY_B", state: "active" },
        { variable: "KEY_C", state: "active" },
      ],
    });
    const providers = await fetch(`${gateway.url}/api/providers`, { headers: AUTHORIZED });
    const { data } = (await providers.json()) as { data: { id: string; keys: object[] }[] };
    expect(data.find(({ id }) => id === "up")?.keys).toMatchObject(
      JSON.parse(state).up.map(({ variable }: { variable: string }) => ({ variable })),
    );
    for (const secret of [...Object.values(ENVIRONMENT), ADMIN_KEY]) expect(state).not.toContain(secret);
  });

  it("gives the client the last refusal when all keys are refused, without a key in it", async () => {
    await start();
    upstream.respondWith((request, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `No access for ${request.headers.authorization}.` } }));
    });
    const response = await ask();
    expect(response.status).toBe(403);
    const text = await response.text();
    expect(text).toContain("No access for");
    for (const secret of Object.values(ENVIRONMENT)) expect(text).not.toContain(secret);
    expect(keysSent()).toEqual(["a", "b", "c"].map((key) => `Bearer secret-${key}`));
  });
});
