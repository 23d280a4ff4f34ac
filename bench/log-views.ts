/** Times of the views of a full request log, as its pages ask for them, on SQLite and Postgres. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import { packRecord } from "#lib/records/pack-record.ts";
import { createHttpServer } from "#lib/server/http-server.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { requestLogRow } from "#tests/store/request-log-row.ts";
import { startPostgres } from "#tests/store/start-postgres.ts";
import { createRandom } from "./random.ts";

const ADMIN_KEY = "bench-admin-key-0123456789abcdef";
const DAYS = 31;
const DAY_MS = 86_400_000;
const KEYS = 20;
const MODELS = 12;
const UPSTREAMS = ["openai", "anthropic", "gemini", "groq"];
const BUFFERED_ROWS = 20_000;
/** Above what the bodies take, so that none is removed meanwhile. */
const MOST_BODY_BYTES = 100 * 1024 ** 3;
/** Id of one of the rows. */
const KNOWN = "req_known";
/** Nobody sees a view sooner after a start: meanwhile the gateway reads the stored hours. */
const SIGN_IN_MS = 3_000;

export type ViewTimes = {
  store: string;
  view: string;
  /** Time of the first read; for the first view it is that of a view after a start. */
  firstMs: number;
  /** Shortest, which on a busy machine is next to that of an idle one. */
  leastMs: number;
  p50Ms: number;
  maxMs: number;
  /** Median CPU time of the gateway's threads; Postgres' own is not in it. */
  cpuMs: number;
};

type LogOptions = {
  /** Rows of the log, spread over 31 days. */
  rows: number;
  rounds: number;
  /** Pages whose views are measured: `requests`, `usage`. */
  pages: ReadonlySet<string>;
  /** True when each row has its bodies. */
  bodies: boolean;
};

export async function measureLogViews({ rows, rounds, pages, bodies }: LogOptions): Promise<ViewTimes[]> {
  const times: ViewTimes[] = [];
  const folder = mkdtempSync(join(new URL("..", import.meta.url).pathname, ".bench-"));
  try {
    times.push(...(await measureStore("SQLite", { dataDir: folder, rows, rounds, pages, bodies })));
    const postgres = await startPostgres();
    if (typeof postgres === "string") console.log(postgres);
    else {
      const dataDir = join(folder, "postgres");
      times.push(
        ...(await measureStore("Postgres", { dataDir, databaseUrl: postgres.url, rows, rounds, pages, bodies })),
      );
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return times;
}

type StoreOptions = LogOptions & { dataDir: string; databaseUrl?: string };

async function measureStore(
  name: string,
  { dataDir, databaseUrl, rows, rounds, pages, bodies }: StoreOptions,
): Promise<ViewTimes[]> {
  const now = Date.now();
  const store = await openStore({ dataDir, databaseUrl, synchronous: "normal", log: console.log });
  const secondsSince = (start: number) => ((performance.now() - start) / 1_000).toFixed(1);
  const start = performance.now();
  await fill(store, rows, now, bodies ? packSamples() : undefined);
  console.log(`${name}: ${rows} rows${bodies ? " with bodies" : ""} written in ${secondsSince(start)} s`);
  const written = performance.now();
  await store.usage.storeHours();
  console.log(`${name}: their hours stored in ${secondsSince(written)} s`);
  await store.close();
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    PARLANCE_ADMIN_KEY: ADMIN_KEY,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const services = await createServices(
    loadSettings(environment, { file: { requestLog: { days: 40, bodyDays: 40, bodyBytes: MOST_BODY_BYTES } } }),
    { environment },
  );
  const server = createHttpServer(createNodeListener(services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await delay(SIGN_IN_MS);
  try {
    const times: ViewTimes[] = [];
    for (const [view, path] of listViews(now)) {
      if (![...pages].some((page) => view.startsWith(page))) continue;
      const first = await time(origin + path);
      const durations: number[] = [];
      const cpu: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const before = process.cpuUsage();
        durations.push(await time(origin + path));
        const { user, system } = process.cpuUsage(before);
        cpu.push((user + system) / 1_000);
      }
      durations.sort((one, other) => one - other);
      const middle = durations[Math.floor(durations.length / 2)] ?? Number.NaN;
      const [least = Number.NaN] = durations;
      const maxMs = durations.at(-1) ?? Number.NaN;
      const cpuMs = cpu.sort((one, other) => one - other)[Math.floor(cpu.length / 2)] ?? Number.NaN;
      times.push({ store: name, view, firstMs: first, leastMs: least, p50Ms: middle, maxMs, cpuMs });
      console.log(`${name}: ${view}: ${middle.toFixed(0)} ms, ${first.toFixed(0)} ms the first time`);
    }
    return times;
  } finally {
    server.closeAllConnections();
    server.close();
    await services.close();
  }
}

async function time(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${text}`);
  return performance.now() - start;
}

function listViews(now: number): [view: string, path: string][] {
  const days = (count: number) => `from=${now - count * DAY_MS}&to=${now}`;
  const requests: Record<string, string> = {
    "newest page": "",
    "page of 200": "limit=200",
    "page from the middle": `cursor=${now - (DAYS / 2) * DAY_MS}.req`,
    "last page": `cursor=${now - (DAYS - 0.01) * DAY_MS}.req`,
    "a day": `since=${now - 9 * DAY_MS}&until=${now - 8 * DAY_MS}`,
    "one key": "key_id=key_3",
    "a rare key": "key_id=key_rare",
    "one API": "dialect=anthropic-messages",
    "one lane": "lane=translate",
    "one provider": "upstream=groq",
    "a provider without requests": "upstream=none",
    "one model": "model=model-7",
    "a model without requests": "model=none",
    "one label": "tag=team-b",
    "a label without requests": "tag=none",
    "one group": "group=group-1",
    errors: "errors=true",
    "status 429": "status=429",
    "status 418, which none has": "status=418",
    "5xx of one key": "status=5xx&key_id=key_3",
    "calls of models": "calls=true",
    "an id that no request has": "id=req_none",
    "an id": `id=${KNOWN}`,
  };
  const usage: Record<string, string> = {
    "usage, 30 days by key 3 s after a start": `${days(30)}&bucket=day&group_by=key`,
  };
  for (const [period, query] of [
    ["24 hours", `${days(1)}&bucket=hour`],
    ["7 days", `${days(7)}&bucket=day`],
    ["30 days", `${days(30)}&bucket=day`],
  ] as const) {
    usage[`usage, ${period}`] = query;
    for (const by of ["model", "upstream", "key", "dialect", "group", "tag", "route"]) {
      usage[`usage, ${period} by ${by}`] = `${query}&group_by=${by}`;
    }
  }
  usage["usage, 30 days by key of New Delhi"] = `${days(30)}&bucket=day&group_by=key&tz_offset=330`;
  usage["usage, 30 days of one key and label by model"] =
    `${days(30)}&bucket=day&group_by=model&key_id=key_3&tag=team-b`;
  usage["usage, 30 days of one key by model"] = `${days(30)}&bucket=day&group_by=model&key_id=key_3`;
  return [
    ...Object.entries(usage).map(([view, query]): [string, string] => [view, `/api/usage?${query}`]),
    ...Object.entries(requests).map(([view, query]): [string, string] => [
      `requests: ${view}`,
      `/api/requests?${query}`,
    ]),
    ["requests: one with its bodies", `/api/requests/${KNOWN}`],
  ];
}

/** Packs records of different lengths, as the gateway stores them. */
function packSamples(): Uint8Array[] {
  const random = createRandom(2);
  return Array.from({ length: 50 }, (_, number) => {
    const words = Array.from({ length: 40 + number * 4 }, () => `word${Math.floor(random() * 2_000)}`);
    const toBody = (value: unknown) => {
      const bytes = Buffer.from(JSON.stringify(value));
      return { chunks: [[1, bytes] as [number, Uint8Array]], bytes: bytes.length, isTooLong: false };
    };
    return packRecord({
      record: {
        ...{ object: "request_record", version: 1, id: KNOWN, time: 0, dialect: "openai-chat" },
        ...{ model: "openai/m", stream: false },
        request: { method: "POST", url: "/v1/chat/completions", headers: {}, body: toBody({ messages: words }) },
        response: { status: 200, headers: {}, complete: true, body: toBody({ choices: words.toReversed() }) },
        attempts: [],
      },
      secrets: /(?!)/g,
      patterns: [],
    });
  });
}

/** @param bodies packed records, one of which each row gets; rows without them when absent */
export async function fill(store: Store, rows: number, now: number, bodies?: readonly Uint8Array[]): Promise<void> {
  const random = createRandom(1);
  for (let number = 0; number < rows; number++) {
    const row = createRow(random, now - Math.floor(((rows - number) / rows) * DAYS * DAY_MS));
    store.requestLog.append(row);
    const payload = bodies?.[number % bodies.length];
    if (payload) {
      const { id, time, keyId } = row;
      store.requestRecords.append({ id, time, keyId: keyId ?? "", bytes: payload.length, payload });
    }
    if (number % BUFFERED_ROWS === 0) {
      await store.flush();
      await nextTurn();
    }
  }
  store.requestLog.append(createRow(random, now - 20 * DAY_MS, { keyId: "key_rare" }));
  const known = createRow(random, now - 10 * DAY_MS, { id: KNOWN });
  store.requestLog.append(known);
  const [payload] = bodies ?? [];
  if (payload)
    store.requestRecords.append({
      ...{ id: KNOWN, time: known.time, keyId: known.keyId ?? "", bytes: payload.length, payload },
    });
  await store.flush();
}

function createRow(random: () => number, time: number, different: Partial<RequestLogRow> = {}): RequestLogRow {
  const pick = (count: number) => Math.floor(random() ** 2 * count);
  const upstream = UPSTREAMS[pick(UPSTREAMS.length)] ?? "openai";
  const failed = random() < 0.02;
  const status = failed ? ([400, 429, 500, 502][pick(4)] ?? 500) : 200;
  const isRoute = random() < 0.1;
  const model = isRoute ? "fast" : `model-${pick(MODELS)}`;
  const totalMs = 100 + random() ** 3 * 20_000;
  return requestLogRow({
    id: `req_${randomBytes(12).toString("hex")}`,
    ...{ time, upstream, model, status },
    target: `${upstream}/${model}`,
    keyId: `key_${pick(KEYS)}`,
    dialect: random() < 0.3 ? "anthropic-messages" : "openai-chat",
    lane: random() < 0.3 ? "translate" : "relay",
    attempts: isRoute
      ? [{ model: `${upstream}/a`, lane: "relay", status, ms: totalMs, dropped: [], error: null }]
      : null,
    error: failed ? "The provider is overloaded. Try again later." : null,
    ...(failed ? { inputTokens: null, outputTokens: null } : { inputTokens: pick(4_000), outputTokens: pick(2_000) }),
    requestBytes: 500 + pick(20_000),
    firstByteMs: 50 + random() ** 2 * 2_000,
    totalMs,
    group: random() < 0.5 ? `group-${pick(3)}` : null,
    tags: random() < 0.5 ? [`team-${"abc"[pick(3)]}`] : [],
    ...different,
  });
}
