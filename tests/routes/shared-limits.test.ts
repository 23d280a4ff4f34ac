/** Limits of a key over two gateways, whose counters are in Redis or in Postgres. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startPostgres } from "../store/start-postgres.ts";
import { startRedis } from "../store/start-redis.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const STORES = [
  { store: "Redis", variable: "REDIS_URL", start: startRedis },
  { store: "Postgres", variable: "DATABASE_URL", start: startPostgres },
];
const cases = mounts.flatMap((mount) => STORES.map((store) => ({ mount, ...store })));

describe.each(cases)("two gateways on the $mount mount with $store", ({ mount, store, variable, start }) => {
  let server: Exclude<Awaited<ReturnType<typeof start>>, string> | undefined;
  let missing = "";
  let upstream: StubUpstream;
  let gateways: TestGateway[] = [];

  beforeAll(async () => {
    const started = await start();
    if (typeof started === "string") {
      missing = started;
      return;
    }
    server = started;
    upstream = await startStubUpstream();
    const options = {
      mount,
      config: { upstreams: { up: { baseUrl: upstream.url, prices: { m: { input: 0, output: 1_000_000 } } } } },
      environment: { [variable]: server.url },
    };
    const first = await startGateway(options);
    gateways = [first, await startGateway({ ...options, dataDir: first.dataDir })];
  }, 120_000);
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
    upstream.respondWith(
      jsonReply({ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices, usage }),
    );
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await upstream?.close();
    await server?.stop();
  });

  async function create(fields: Record<string, unknown>): Promise<string> {
    const init = { method: "POST", headers: AUTHORIZED, body: JSON.stringify({ name: "App", ...fields }) };
    return ((await (await fetch(`${gateways[0]?.url}/api/keys`, init)).json()) as { secret: string }).secret;
  }
  const ask = (secret: string, index: number) =>
    fetch(`${gateways[index % 2]?.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "up/m", messages, max_tokens: 1 }),
    });

  it("spend a budget of 10 together, and no more, with 200 requests at the same time", {
    timeout: 60_000,
  }, async () => {
    const secret = await create({ budget: { usd_per_day: 10 } });
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const response = await ask(secret, index);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect([200, 402].map((status) => statuses.filter((one) => one === status).length)).toEqual([10, 190]);
  });

  it("count the requests of a minute together, and say so in the headers", async () => {
    const secret = await create({ limits: { requests_per_minute: 3 } });
    const left: (string | null)[] = [];
    for (let index = 0; index < 3; index++) {
      left.push((await ask(secret, index)).headers.get("x-ratelimit-remaining-requests"));
    }
    expect(left).toEqual(["2", "1", "0"]);
    expect([(await ask(secret, 0)).status, (await ask(secret, 1)).status]).toEqual([429, 429]);
  });

  it("name the store of the counters and its state in /readyz", async () => {
    const response = await fetch(`${gateways[0]?.url}/readyz?verbose`, { headers: AUTHORIZED });
    expect(await response.json()).toMatchObject({ counters: { store: store.toLowerCase(), state: "ok" } });
  });

  // Without Postgres there are no keys to limit.
  if (variable === "REDIS_URL")
    it("go on by themselves when it is gone", async () => {
      const secret = await create({ limits: { requests_per_minute: 2 } });
      await server?.stop();
      const statuses: number[] = [];
      for (let index = 0; index < 6; index++) statuses.push((await ask(secret, index)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      const response = await fetch(`${gateways[1]?.url}/readyz?verbose`, { headers: AUTHORIZED });
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ counters: { store: "redis", state: "local" } }),
      ]);
      server = undefined;
    });
});
