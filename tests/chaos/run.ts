/**
 * `npm run chaos [-- --minutes 10 --seed 1 --gateways 2 --store sqlite]`: official SDKs call gateways on one store,
 * whose clients leave, whose upstream fails, and each of which is stopped, or killed, as the store is, and started
 * again. Exit status 1 when anything accepted is lost or doubled.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom } from "#bench/random.ts";
import { openStore } from "#lib/store/open-store.ts";
import { dialectIds } from "../matrix/dialects.ts";
import { startPostgres, type TestPostgres } from "../store/start-postgres.ts";
import { ADMIN_KEY } from "../support/gateway.ts";
import { createGatewayHome } from "../support/killable-gateway.ts";
import { startVideoTaskStub, UPSTREAM_KEY } from "../support/stub-videos.ts";
import { DONE, upstreamOf } from "../support/video-gateway.ts";
import { startDisturber } from "./disturb.ts";
import { runLoad } from "./load.ts";
import { type Finding, judgeCalls, judgeStops, judgeThings, readAllRows } from "./oracle.ts";
import { printReport } from "./report.ts";
import { CALL_ID, startChaosUpstream } from "./upstream.ts";

/** Until rows of the log are written, and clients that left are noticed. */
const QUIET_MS = 4_000;
const TIMEOUTS = { connectMs: 2_000, firstByteMs: 2_000, idleMs: 2_000, totalMs: 10_000 };

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    gateways: { type: "string", default: "2" },
    store: { type: "string", default: "postgres" },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes}: expected a positive number`);
if (!Number.isInteger(seed)) throw new Error(`--seed ${values.seed}: expected a whole number`);
const gateways = Number(values.gateways);
if (!Number.isInteger(gateways) || gateways < 1) throw new Error(`--gateways ${values.gateways}: expected 1 or more`);
if (!["postgres", "sqlite"].includes(values.store))
  throw new Error(`--store ${values.store}: expected postgres or sqlite`);

const found = values.store === "postgres" ? await startPostgres() : "--store sqlite";
const postgres = typeof found === "string" ? undefined : found;
console.log(
  `seed ${seed}, ${minutes} minutes, gateways: ${gateways}, store: ${postgres ? "Postgres" : `SQLite (${found})`}`,
);
try {
  await main(postgres);
} finally {
  await postgres?.stop();
}

async function main(database: TestPostgres | undefined): Promise<void> {
  const upstream = await startChaosUpstream(createRandom(seed + 1));
  const clips = await startVideoTaskStub();
  clips.looks = [{ status: "in_progress", progress: 40 }, DONE];
  const texts = dialectIds.map((id) => [
    id,
    {
      baseUrl: `${upstream.url}/${id}`,
      dialects: [id],
      models: ["m"],
      timeouts: TIMEOUTS,
      retries: { attempts: 2, maxDelayMs: 100 },
    },
  ]);
  const home = createGatewayHome(
    {
      sandbox: { tokensPerSecond: 0 },
      upstreams: { ...Object.fromEntries(texts), clips: upstreamOf(clips.url, "openai-videos") },
    },
    { VIDEO_KEY: UPSTREAM_KEY, ...(database ? { DATABASE_URL: database.url } : {}) },
  );
  const begun = Date.now();
  try {
    const disturber = await startDisturber({ home, gateways, postgres: database, seed: seed + 2 });
    const ending = new AbortController();
    const end = () => ending.abort();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
    const timer = setTimeout(end, minutes * 60_000);
    const disturbing = disturber.run(ending.signal);
    const { records, things } = await runLoad({
      urls: disturber.urls,
      random: createRandom(seed),
      signal: ending.signal,
      onHeld: disturber.noteHeld,
    });
    clearTimeout(timer);
    await disturbing;
    await delay(QUIET_MS);
    // All is quiet: what is lost now was not durable when it was confirmed. No row of the log may be, either.
    const losses = disturber.losses();
    await disturber.restart();

    const lostThings = await judgeThings(disturber.urls(), { things, begun: disturber.begun });
    await delay(QUIET_MS);
    const store = await openStore({ dataDir: home.dataDir, databaseUrl: database?.url });
    const rows = await readAllRows(store);
    await store.close();
    const { findings, excused } = judgeCalls({
      records,
      rows,
      billed: upstream.billed,
      losses,
      begun: disturber.begun,
    });
    const { findings: badStops, underWay } = judgeStops(disturber.stops(), records);
    const crashes = disturber.crashes().map((output) => ({
      kind: "wrong" as const,
      what: `the gateway ended:\n${output}`,
    }));
    const all = [
      ...crashes,
      ...findings,
      ...badStops,
      ...lostThings,
      ...judgeVideos(clips.requests),
      ...(await judgeUsage(disturber.urls(), rows, begun)),
    ];
    printReport({ records, things, rows, upstream, disturbances: disturber.counts, excused, underWay, findings: all });
    if (all.length > 0) {
      console.log(`\nRepeat with: npm run chaos -- --minutes ${minutes} --seed ${seed} --gateways ${gateways}`);
      process.exitCode = 1;
    }
  } finally {
    await home.close();
    await clips.close();
    await upstream.close();
  }
}

/** A task is started under one idempotency key, however often it is handed over. */
function judgeVideos(
  requests: readonly { method: string; headers: Record<string, unknown>; body: Buffer }[],
): Finding[] {
  const keys = new Map<string, Set<string>>();
  for (const { method, headers, body } of requests) {
    const id = body.toString("utf8").match(CALL_ID)?.[0];
    if (method !== "POST" || id === undefined) continue;
    keys.set(id, (keys.get(id) ?? new Set()).add(String(headers["idempotency-key"])));
  }
  return [...keys].flatMap(([id, set]) =>
    set.size > 1 ? [{ kind: "doubled" as const, what: `${id} (videos, create): ${set.size} tasks upstream` }] : [],
  );
}

/** Checks that the totals of usage equal the sums of the log. */
async function judgeUsage(
  [url]: string[],
  rows: Awaited<ReturnType<typeof readAllRows>>,
  begun: number,
): Promise<Finding[]> {
  const response = await fetch(`${url}/api/usage?from=${begun - 60_000}`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  const { total } = (await response.json()) as { total: { input_tokens: number; output_tokens: number } };
  const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + (pick(row) ?? 0), 0);
  const logged = [sum((row) => row.inputTokens), sum((row) => row.outputTokens)].join(" + ");
  const used = [total.input_tokens, total.output_tokens].join(" + ");
  return logged === used ? [] : [{ kind: "wrong", what: `usage has ${used} tokens, the log ${logged}` }];
}
