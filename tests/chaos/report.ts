/** The tables that a chaos run prints at its end. */
import { table } from "#bench/report.ts";
import type { RequestLogRow } from "#lib/store/store.ts";
import type { Thing } from "./calls.ts";
import type { CallRecord, Outcome } from "./load.ts";
import type { Finding } from "./oracle.ts";
import type { ChaosUpstream } from "./upstream.ts";

const OUTCOMES: Outcome[] = ["accepted", "refused", "left", "broken", "wrong"];
const MOST_PRINTED = 40;

export function printReport({
  records,
  things,
  rows,
  upstream,
  disturbances,
  excused,
  underWay,
  findings,
}: {
  records: readonly CallRecord[];
  things: readonly Thing[];
  rows: readonly RequestLogRow[];
  upstream: ChaosUpstream;
  disturbances: ReadonlyMap<string, number>;
  /** Calls whose row was lost in the last second before a kill. */
  excused: number;
  /** Calls that a graceful stop found under way. */
  underWay: number;
  findings: readonly Finding[];
}): void {
  const kinds = [...Map.groupBy(records, ({ call }) => call.kind)].toSorted(([a], [b]) => a.localeCompare(b));
  const countIn = (list: readonly CallRecord[], outcome: Outcome) =>
    String(list.filter((record) => record.outcome === outcome).length);
  const bills = [...upstream.billed.values()];
  const byKind = (kind: Finding["kind"]) => String(findings.filter((finding) => finding.kind === kind).length);
  const stored = [...Map.groupBy(things, ({ kind }) => kind)];
  const stateIn = (list: readonly Thing[], state: Thing["state"]) =>
    String(list.filter((thing) => thing.state === state).length);
  console.log(
    [
      table(
        [`${records.length} calls`, ...OUTCOMES],
        kinds.map(([kind, list]) => [kind, ...OUTCOMES.map((outcome) => countIn(list, outcome))]),
      ),
      table(
        ["disturbance", "times"],
        [...disturbances].map(([kind, times]) => [kind, String(times)]),
      ),
      table(
        ["request upstream", "times"],
        [...upstream.counts].map(([fate, times]) => [fate, String(times)]),
      ),
      table(
        ["held", "at the end", "deleted"],
        stored.map(([kind, list]) => [kind, stateIn(list, "held"), stateIn(list, "deleted")]),
      ),
      table(
        ["oracle", "count"],
        [
          ["accepted calls", countIn(records, "accepted")],
          ["calls billed", String(bills.length)],
          ["answers billed", String(bills.reduce((sum, times) => sum + times, 0))],
          ["rows in the log", String(rows.length)],
          ["calls under way at graceful stops", String(underWay)],
          ["rows lost within the second before a kill, as documented", String(excused)],
          ["lost", byKind("lost")],
          ["doubled", byKind("doubled")],
          ["wrong", byKind("wrong")],
        ],
      ),
      ...findings.slice(0, MOST_PRINTED).map(({ kind, what }) => `${kind}: ${what}`),
    ].join("\n\n"),
  );
}
