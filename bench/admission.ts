/**
 * Cost of the limits and budgets of keys for a request: admission before it and settlement after it, of a key in a group
 * with every limit. In memory the time of the thread; in Redis and Postgres, where they are installed, the time until the
 * answer, one request after another and 50 at the same time: `node bench/admission.ts [--quick]`.
 */
import { parseArgs } from "node:util";
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import { type Counters, createCounters } from "#lib/store/counters/counters.ts";
import { openCounters } from "#lib/store/counters/open-counters.ts";
import { openStore } from "#lib/store/open-store.ts";
import { TestInstance } from "#tests/gateway/admission/test-instance.ts";
import { startPostgres } from "#tests/store/start-postgres.ts";
import { startRedis } from "#tests/store/start-redis.ts";
import { table } from "./report.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const MANY = 1_000_000_000;
const POLICY: KeyPolicy = {
  limits: { requests_per_minute: MANY, tokens_per_minute: MANY, concurrent_requests: MANY },
  budget: { usd_per_day: MANY, usd_per_month: MANY },
  models: ["a/*"],
  routes: ["chat"],
};
const NONE: Partial<KeyPolicy> = {};
const AT_ONCE = 50;

/** Creates requests through an instance whose rows nobody reads. */
function createRequests(counters: Counters, policy: Partial<KeyPolicy>): () => Promise<void> {
  const gateway = new TestInstance(counters, { keyId: `key_${Math.random()}` });
  gateway.rules = { ...gateway.rules, groups: policy === POLICY ? { [gateway.group]: POLICY } : {} };
  const options = policy === POLICY ? { group: gateway.group } : {};
  return async () => {
    const { end } = await gateway.send(policy, options);
    await end(1);
    gateway.rows.length = 0;
  };
}

async function measure(request: () => Promise<void>, { count, atOnce }: { count: number; atOnce: number }) {
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: atOnce }, request));
  };
  await run(Math.ceil(count / atOnce / 5));
  const cpu = process.threadCpuUsage();
  const start = performance.now();
  await run(Math.ceil(count / atOnce));
  const { user, system } = process.threadCpuUsage(cpu);
  return { cpuUs: (user + system) / count, us: ((performance.now() - start) * 1_000) / count };
}

const rows: string[][] = [];
const memory = createCounters();
const count = quick ? 20_000 : 200_000;
const bare = await measure(createRequests(memory, NONE), { count, atOnce: 1 });
const limited = await measure(createRequests(memory, POLICY), { count, atOnce: 1 });
rows.push(["memory, without limits", bare.cpuUs.toFixed(1), bare.us.toFixed(1), ""]);
rows.push(["memory, every limit of key and group", limited.cpuUs.toFixed(1), limited.us.toFixed(1), ""]);

const quiet = { refusesAlone: () => true, log: () => {} };
async function measureShared(name: string, counters: Counters): Promise<void> {
  const shared = { count: quick ? 500 : 5_000 };
  const single = await measure(createRequests(counters, POLICY), { ...shared, atOnce: 1 });
  const many = await measure(createRequests(counters, POLICY), { ...shared, atOnce: AT_ONCE });
  rows.push([`${name}, every limit`, single.cpuUs.toFixed(1), single.us.toFixed(1), many.us.toFixed(1)]);
  await counters.close();
}

const redis = await startRedis();
if (typeof redis === "string") console.log(redis);
else {
  await measureShared("Redis", await openCounters({ ...quiet, redisUrl: redis.url }));
  await redis.stop();
}
const postgres = await startPostgres();
if (typeof postgres === "string") console.log(postgres);
else {
  await (await openStore({ databaseUrl: postgres.url, dataDir: "", log: () => {} })).close();
  await measureShared("Postgres", await openCounters({ ...quiet, databaseUrl: postgres.url }));
  await postgres.stop();
}
console.log(table(["counters in", "µs of the thread", "µs a request", `µs a request, ${AT_ONCE} at once`], rows));
console.log(`Limits in memory cost ${(limited.cpuUs - bare.cpuUs).toFixed(1)} µs a request; target: under 15.`);
