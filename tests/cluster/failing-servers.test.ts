/** Three instances whose shared servers fail, or of which one is killed: limits of keys, and requests that need the store. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN_KEY, AUTHORIZED } from "../support/gateway.ts";
import { type CountingUpstream, startCountingUpstream } from "./counting-upstream.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

const LIMIT = 30;

let cluster: Cluster;
let texts: CountingUpstream;
let missing = "";

beforeAll(async () => {
  texts = await startCountingUpstream();
  const config = { upstreams: { texts: { baseUrl: texts.url, retries: { attempts: 0 } } } };
  const started = await startCluster({ config });
  if (typeof started === "string") missing = started;
  else cluster = started;
}, 120_000);
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(async () => {
  await cluster?.close();
  await texts?.close();
});

async function createKey(fields: Record<string, unknown>): Promise<string> {
  const init = { method: "POST", headers: AUTHORIZED, body: JSON.stringify({ name: "App", ...fields }) };
  return ((await (await fetch(`${cluster.url}/api/keys`, init)).json()) as { secret: string }).secret;
}

test("a limit of requests is off by one request at most when an instance is killed", { timeout: 60_000 }, async () => {
  const secret = await createKey({ limits: { requests_per_minute: LIMIT } });
  let sent = 0;
  const statuses: number[] = [];
  const ask = async () => {
    const body = { model: "texts/m", messages: [{ role: "user", content: `job-limit-${sent++}` }] };
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    await fetch(`${cluster.url}/v1/chat/completions`, init).then(
      ({ status }) => statuses.push(status),
      // It ran on the instance that was killed.
      () => {},
    );
  };
  await Promise.all(Array.from({ length: 15 }, ask));
  const asking = Promise.all(Array.from({ length: 30 }, ask));
  await cluster.instances[0]?.kill();
  await asking;
  for (let index = 0; index < 30; index++) await ask();
  const broken = sent - statuses.length;
  const accepted = statuses.filter((status) => status === 200).length;
  expect(accepted).toBeLessThanOrEqual(LIMIT + 1);
  expect(accepted + broken).toBeGreaterThanOrEqual(LIMIT - 1);
  expect(texts.calls.size).toBeLessThanOrEqual(LIMIT + 1);
  expect([...texts.calls].filter(([, count]) => count > 1)).toEqual([]);
});

const chat = (secret = ADMIN_KEY) =>
  fetch(`${cluster.url}/v1/chat/completions`, {
    method: "POST",
    headers: { ...AUTHORIZED, authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] }),
  });
const readStored = () => fetch(`${cluster.url}/v1/responses/resp_none`, { headers: AUTHORIZED });
const SOON = { timeout: 30_000, interval: 200 };

test("a Redis that restarts empty is counted in again, and no request fails", { timeout: 60_000 }, async () => {
  const secret = await createKey({ limits: { requests_per_minute: 1_000 } });
  for (let index = 0; index < 4; index++) expect((await chat(secret)).status).toBe(200);
  await cluster.redis.restart();
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await chat(secret)).status));
  expect(new Set(statuses), "each instance counts for itself meanwhile").toEqual(new Set([200]));
  const limited = await createKey({ limits: { requests_per_minute: 5 } });
  const describe = (url: string) => fetch(`${url}/readyz?verbose`, { headers: AUTHORIZED }).then((one) => one.text());
  const isShared = async () => {
    const running = cluster.instances.filter((instance) => !instance.hasEnded());
    return (await Promise.all(running.map(({ url }) => describe(url)))).join();
  };
  await expect.poll(isShared, SOON).not.toContain('"state":"local"');
  const counted: number[] = [];
  for (let index = 0; index < 12; index++) counted.push((await chat(limited)).status);
  expect(counted.filter((status) => status === 200).length).toBeLessThanOrEqual(6);
});

test("while Postgres is away requests that need it get a 503 with retry-after, and it is found again", {
  timeout: 90_000,
}, async ({ skip }) => {
  const { kill, restart } = cluster.postgres;
  if (!kill || !restart) return skip("the Postgres of TEST_DATABASE_URL cannot be killed");
  expect((await readStored()).status).toBe(404);
  await kill();
  const refused = await readStored();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect((await chat()).status, "the admin key needs no database").toBe(200);
  await restart();
  await expect.poll(async () => (await readStored()).status, SOON).toBe(404);
  expect((await chat(await createKey({}))).status).toBe(200);
  expect(cluster.instances.filter((instance) => !instance.hasEnded())).toHaveLength(2);
});
