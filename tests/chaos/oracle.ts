/** Compares what the clients were told with what the upstream billed, what the log holds and what can be read again. */
import { setTimeout as delay } from "node:timers/promises";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { ADMIN_KEY } from "../support/gateway.ts";
import type { Thing } from "./calls.ts";
import type { CallRecord } from "./load.ts";
import type { GracefulStop, LossWindow } from "./unruly-gateway.ts";
import { tokensOf } from "./upstream.ts";

export type Finding = { kind: "lost" | "doubled" | "wrong"; what: string };

/** Time until the gateway has noticed that a client left, and ended its row. */
const NOTICED_MS = 1_500;
/** A call this old has surely come to the gateway. */
const TAKEN_UP_MS = 500;
/** Calls under way end by the upstream's time limits, and what they left is written. */
const LONGEST_STOP_MS = 20_000;
const CONNECTION_BROKE = /terminated|connection error|fetch failed|socket|ECONNRESET|premature/i;
const TASK_DEADLINE_MS = 90_000;

export async function readAllRows({ requestLog }: Store): Promise<RequestLogRow[]> {
  const all: RequestLogRow[] = [];
  let after: { time: number; id: string } | undefined;
  do {
    const { rows, next } = await requestLog.list({ limit: 1_000, after });
    all.push(...rows);
    after = next;
  } while (after);
  return all;
}

/** Every accepted or billed call is in the log, once and with its own tokens, and was billed once. */
export function judgeCalls({
  records,
  rows,
  billed,
  losses,
  begun,
}: {
  records: readonly CallRecord[];
  rows: readonly RequestLogRow[];
  billed: ReadonlyMap<string, number>;
  losses: readonly LossWindow[];
  /** Start of the run in Unix milliseconds; printed times count from it. */
  begun: number;
}): { findings: Finding[]; excused: number } {
  const rowsById = Map.groupBy(rows, ({ id }) => id);
  const findings: Finding[] = [];
  let excused = 0;
  for (const record of records) {
    const { id, call, outcome } = record;
    const time = `${((record.ended - begun) / 1_000).toFixed(2)} s`;
    const say = (kind: Finding["kind"], what: string) =>
      findings.push({ kind, what: `${id} (${call.kind}), ended at ${time}: ${what}` });
    const own = rowsById.get(id) ?? [];
    const times = billed.get(id) ?? 0;
    const isBackground = call.kind.endsWith("background");
    if (outcome === "wrong") say("wrong", record.reason);
    if (times > 1) say("doubled", `billed ${times} times`);
    // A background response has the row of its request and that of its work.
    if (own.length > (isBackground ? 2 : 1)) say("doubled", `${own.length} rows in the log`);
    const counted = own.filter(({ outputTokens }) => outputTokens !== null);
    if (counted.length > 1) say("doubled", `tokens in ${counted.length} rows`);
    if (outcome === "accepted" && call.billed && !isBackground && times === 0)
      say("wrong", "accepted, and never billed");
    if (own.length === 0 && (outcome === "accepted" || times > 0)) {
      if (mayBeLost(record, losses)) excused += 1;
      else say("lost", `${outcome}, billed ${times} times, and not in the log`);
    }
    if (outcome !== "accepted" || !call.billed || isBackground) continue;
    for (const row of own) {
      const { inputTokens, outputTokens } = tokensOf(id);
      if (row.status !== 200) say("wrong", `accepted, and ${row.status} in the log: ${row.error}`);
      else if (row.inputTokens !== inputTokens || row.outputTokens !== outputTokens) {
        say("wrong", `${row.inputTokens} + ${row.outputTokens} tokens, expected ${inputTokens} + ${outputTokens}`);
      }
    }
  }
  return { findings, excused };
}

function mayBeLost({ gateway, begun, ended }: CallRecord, losses: readonly LossWindow[]): boolean {
  return losses.some((loss) => loss.gateway === gateway && begun <= loss.to && ended + NOTICED_MS >= loss.from);
}

/** A graceful stop ends well, and lets the calls come to their end that were under way. */
export function judgeStops(
  stops: readonly GracefulStop[],
  records: readonly CallRecord[],
): { findings: Finding[]; underWay: number } {
  const findings: Finding[] = [];
  let underWay = 0;
  for (const { gateway, begun, ended, status, output } of stops) {
    if (status !== 0)
      findings.push({ kind: "wrong", what: `a graceful stop had the exit status ${status}:\n${output}` });
    if (ended - begun > LONGEST_STOP_MS)
      findings.push({ kind: "wrong", what: `a graceful stop took ${ended - begun} ms:\n${output}` });
    for (const record of records) {
      if (record.gateway !== gateway || record.begun > begun - TAKEN_UP_MS || record.ended < begun) continue;
      underWay++;
      if (record.outcome !== "broken" || !CONNECTION_BROKE.test(record.reason)) continue;
      const what = `${record.id} (${record.call.kind}) was under way at a graceful stop, and broke: ${record.reason}`;
      findings.push({ kind: "wrong", what });
    }
  }
  return { findings, underWay };
}

/** Each thing that is held can be read as it was given, and what was deleted stays so. */
export async function judgeThings(
  urls: readonly string[],
  { things, begun }: { things: readonly Thing[]; begun: number },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, thing] of things.entries()) {
    if (thing.state === "deleting") continue;
    const found = await readThing(urls[index % urls.length] as string, thing);
    const what = `${thing.kind} ${thing.id}, confirmed at ${((thing.at - begun) / 1_000).toFixed(2)} s,`;
    if (thing.state === "deleted") {
      if (found !== undefined) findings.push({ kind: "wrong", what: `${what} was deleted, and is back` });
    } else if (found === undefined) findings.push({ kind: "lost", what: `${what} is not there` });
    else if (found !== thing.value) findings.push({ kind: "wrong", what: `${what} reads ${found.slice(0, 100)}` });
  }
  return findings;
}

/** @returns its value; undefined where it is not there */
async function readThing(url: string, { kind, id, value }: Thing): Promise<string | undefined> {
  const get = (path: string, key = ADMIN_KEY) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  switch (kind) {
    case "file":
      return textOr404(await get(`/v1/files/${id}/content`));
    case "key": {
      // Wrong keys are slowed, right ones never: a key is tried only where the list has it as valid.
      const { data } = (await (await get("/api/keys")).json()) as { data: { id: string; revoked_at: number | null }[] };
      const key = data.find((one) => one.id === id);
      if (!key || key.revoked_at !== null) return undefined;
      return (await get("/v1/models", value)).ok ? value : "no valid key";
    }
    case "share":
      return fieldOr404(await get(`/api/shares/${id}`), ({ payload }) => String(payload));
    case "response":
      return fieldOr404(await get(`/v1/responses/${id}`), outputText);
    case "background response":
      return endedTask(
        () => get(`/v1/responses/${id}`),
        (reply) => (reply.status === "completed" ? outputText(reply) : value),
      );
    case "video":
      return endedTask(
        () => get(`/v1/videos/${id}`),
        () => value,
      );
    default:
      return kind satisfies never;
  }
}

async function textOr404(response: Response): Promise<string | undefined> {
  const text = await response.text();
  return response.status === 404 ? undefined : text;
}

async function fieldOr404(
  response: Response,
  read: (reply: Record<string, unknown>) => string,
): Promise<string | undefined> {
  const text = await textOr404(response);
  return text === undefined ? undefined : read(JSON.parse(text));
}

function outputText({ output }: Record<string, unknown>): string {
  const items = (output ?? []) as { content?: { text?: string }[] }[];
  return items.flatMap(({ content = [] }) => content.map(({ text = "" }) => text)).join("");
}

/** Polls until the task has ended: one that a kill left without a worker has to be taken over or failed. */
async function endedTask(
  read: () => Promise<Response>,
  readValue: (reply: Record<string, unknown>) => string,
): Promise<string | undefined> {
  const deadline = Date.now() + TASK_DEADLINE_MS;
  for (;;) {
    const response = await read();
    if (response.status === 404) return undefined;
    const reply = (await response.json()) as Record<string, unknown>;
    if (reply.status !== "queued" && reply.status !== "in_progress") return readValue(reply);
    if (Date.now() > deadline) return `${reply.status} after ${TASK_DEADLINE_MS / 1_000} s`;
    await delay(200);
  }
}
