/** Two gateways are one: what changes on the first is true on the second within two seconds. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startPostgres } from "../store/start-postgres.ts";
import { startRedis } from "../store/start-redis.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const LAW_MS = 2_000;
const messages = [{ role: "user", content: "Hello" }];
const SETUPS = [
  { setup: "one data folder", start: async () => [] },
  { setup: "Postgres", start: async () => [{ variable: "DATABASE_URL", server: await startPostgres() }] },
  {
    setup: "Postgres and Redis",
    start: async () => [
      { variable: "DATABASE_URL", server: await startPostgres() },
      { variable: "REDIS_URL", server: await startRedis() },
    ],
  },
];
const cases = mounts.filter((mount) => mount === "node").flatMap((mount) => SETUPS.map((one) => ({ mount, ...one })));

describe.each(cases)("two gateways on the $mount mount with $setup", ({ mount, setup, start }) => {
  let ends: (() => Promise<unknown>)[] = [];
  let missing = "";
  let upstream: StubUpstream;
  let first: TestGateway;
  let second: TestGateway;
  let environment: Record<string, string> = {};
  let config: Record<string, unknown> = {};

  beforeAll(async () => {
    upstream = await startStubUpstream();
    ends.push(() => upstream.close());
    for (const { variable, server } of await start()) {
      if (typeof server === "string") {
        missing = server;
        return;
      }
      ends.push(() => server.stop());
      environment[variable] = server.url;
    }
    const entry = { baseUrl: upstream.url, retries: { attempts: 0 } };
    config = {
      upstreams: { up: entry, other: { ...entry, baseUrl: `${upstream.url}/other` } },
      routes: { pair: { targets: [{ model: "up/m" }], fallback: ["other/m"] } },
    };
    environment = { ...environment, PARLANCE_SECRET_KEY: "the secret key of both instances" };
    first = await startGateway({ mount, config, environment });
    second = await startGateway({ mount, config, environment, dataDir: first.dataDir });
    ends.push(
      () => first.close(),
      () => second.stop(),
    );
  }, 120_000);
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
  });

  const send = (gateway: TestGateway, path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}${path}`, { headers: AUTHORIZED, ...init });
  const post = (gateway: TestGateway, path: string, body: unknown, init: RequestInit = {}) =>
    send(gateway, path, { method: "POST", body: JSON.stringify(body), ...init });
  const asKey = (secret: string) => ({ headers: { ...AUTHORIZED, authorization: `Bearer ${secret}` } });
  async function createKey(): Promise<{ id: string; secret: string }> {
    return (await (await post(first, "/api/keys", { name: "App" })).json()) as { id: string; secret: string };
  }
  /** Resolves when the request has this status; fails when that takes longer than the law allows. */
  async function untilStatus(status: number, request: () => Promise<Response>): Promise<void> {
    const end = performance.now() + LAW_MS;
    for (;;) {
      const response = await request();
      await response.arrayBuffer();
      if (response.status === status) return;
      if (performance.now() > end) expect(response.status).toBe(status);
      await delay(20);
    }
  }

  it("refuse a revoked key, while a stream of it goes on", async () => {
    const { id, secret } = await createKey();
    const ended = Promise.withResolvers<void>();
    const [opening = "", ...rest] = chatFrames({ text: "one two" });
    upstream.respondWith(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(opening);
      await ended.promise;
      response.end(rest.join(""));
    });
    const body = { model: "up/m", messages, stream: true };
    const stream = await post(second, "/v1/chat/completions", body, asKey(secret));
    expect((await send(second, "/api/session", asKey(secret))).status).toBe(200);
    await send(first, `/api/keys/${id}`, { method: "DELETE" });
    await untilStatus(401, () => send(second, "/api/session", asKey(secret)));
    ended.resolve();
    expect(await stream.text()).toContain("[DONE]");
  });

  it("know a disabled and a limited key, and one that works again", async () => {
    const { id, secret } = await createKey();
    const models = () => send(second, "/api/session", asKey(secret));
    const chat = () => post(second, "/v1/chat/completions", { model: "up/m", messages }, asKey(secret));
    const patch = (body: unknown) => send(first, `/api/keys/${id}`, { method: "PATCH", body: JSON.stringify(body) });
    upstream.respondWith(jsonReply({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [] }));
    await untilStatus(200, models);
    await patch({ disabled: true });
    await untilStatus(401, models);
    await patch({ disabled: false, models: ["other/*"] });
    await untilStatus(200, models);
    await untilStatus(403, chat);
  });

  it("take a sign-in link of the other, and end its session together", async () => {
    const { path } = (await (await post(first, "/api/session/links", {})).json()) as { path: string };
    const token = path.split("token=")[1];
    const headers = { "content-type": "application/json" };
    const signedIn = await post(second, "/api/session", { token }, { headers });
    expect(signedIn.status).toBe(204);
    expect((await post(first, "/api/session", { token }, { headers })).status).toBe(401);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const session = (gateway: TestGateway, method = "GET") =>
      send(gateway, "/api/session", { method, headers: { cookie, "sec-fetch-site": "same-origin" } });
    expect([(await session(first)).status, (await session(second)).status]).toEqual([200, 200]);
    expect((await session(second, "DELETE")).status).toBe(204);
    await untilStatus(401, () => session(first));
  });

  it("use, change and forget a provider that the other connects", async () => {
    const chat = () => post(second, "/v1/chat/completions", { model: "mine/m", messages });
    const keysSeen: unknown[] = [];
    upstream.respondWith((request, response) => {
      keysSeen.push(request.headers.authorization);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [] }));
    });
    const draft = { id: "mine", preset: "custom", base_url: upstream.url, api_formats: ["openai-chat"], models: ["m"] };
    expect((await post(first, "/api/providers", { ...draft, api_key: "sk-one" })).status).toBe(201);
    await untilStatus(200, chat);
    const { id: _, ...changes } = { ...draft, api_key: "sk-two" };
    await send(first, "/api/providers/mine", { method: "PUT", body: JSON.stringify(changes) });
    const end = performance.now() + LAW_MS;
    while (keysSeen.at(-1) !== "Bearer sk-two" && performance.now() < end) {
      await delay(20);
      await chat();
    }
    expect([keysSeen[0], keysSeen.at(-1)]).toEqual(["Bearer sk-one", "Bearer sk-two"]);
    await send(first, "/api/providers/mine", { method: "DELETE" });
    await untilStatus(404, chat);
  });

  if (setup !== "one data folder") {
    it("leave a target alone that fails on the other", async () => {
      upstream.respondWith((_request, response) => {
        response.writeHead(503, { "content-type": "application/json" });
        response.end("{}");
      });
      for (let index = 0; index < 5; index++) {
        await (await post(first, "/v1/chat/completions", { model: "pair", messages })).arrayBuffer();
      }
      const end = performance.now() + LAW_MS;
      const state = async () => {
        const { routes } = (await (await send(second, "/readyz?verbose")).json()) as {
          routes: { pair: { model: string; state: string }[] };
        };
        return routes.pair.find(({ model }) => model === "up/m")?.state;
      };
      while ((await state()) !== "open" && performance.now() < end) await delay(20);
      expect(await state()).toBe("open");
    });

    it("count wrong keys together", async () => {
      const { secret } = await createKey();
      for (let index = 0; index < 8; index++) await send(first, "/api/session", asKey(`pk_wrong_${index}`));
      await delay(200);
      const statuses: number[] = [];
      for (let index = 0; index < 4; index++) {
        statuses.push((await send(second, "/api/session", asKey(`pk_wrong_2${index}`))).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect((await send(second, "/api/session", asKey(secret))).status).toBe(200);
    });

    it("tell of another PARLANCE_SECRET_KEY, and store no key that the other could not read", async () => {
      const third = await startGateway({
        ...{ mount, config },
        environment: { ...environment, PARLANCE_SECRET_KEY: "another secret key of a third one" },
        dataDir: first.dataDir,
      });
      try {
        const problem = async () => {
          const { instances } = (await (await send(third, "/readyz?verbose")).json()) as {
            instances: { problem: string | null };
          };
          return instances.problem;
        };
        const end = performance.now() + 10_000;
        while ((await problem()) === null && performance.now() < end) await delay(50);
        expect(await problem()).toContain("PARLANCE_SECRET_KEY");
        expect(third.output()).toContain("Another instance has another PARLANCE_SECRET_KEY");
        const draft = { id: "third", preset: "custom", base_url: upstream.url, api_formats: ["openai-chat"] };
        const refused = await post(third, "/api/providers", { ...draft, api_key: "sk-three" });
        expect([refused.status, await refused.json()]).toEqual([
          409,
          expect.objectContaining({ code: "secret_key_differs" }),
        ]);
      } finally {
        await third.stop();
      }
    });
  }
});
