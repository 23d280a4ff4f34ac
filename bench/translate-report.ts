/** The pairs of the translation benchmark as tables. */
import { type Measurement, median, ratio, table } from "./report.ts";

/** Names of the client's dialect and of the upstream's; no upstream for a client that calls the stub directly. */
export type Pair = { client: string; upstream: string | undefined };

export type PairCost = Pair & {
  phase: string;
  /** Relay of the client's own dialect, on the twin gateway at the same time. */
  relay: Measurement;
  translate: Measurement;
  /** Median over the rounds, each of which ran both at the same time. */
  cpuRatio: number;
};

export type FirstChunkCell = Pair & Measurement;

/** Markdown: one line a translated pair. */
export function costTable(costs: PairCost[], phase: string): string {
  const own = costs.filter((cost) => cost.phase === phase);
  const isStream = own.some(({ translate }) => translate.chunks > 0);
  const unit = isStream ? "CPU ms/1,000 chunks" : "CPU µs/request";
  const header = [phase, `relay, ${unit}`, `translate, ${unit}`, "CPU ×", ...(isStream ? ["chunks a read"] : [])];
  return table(
    header,
    own.map(({ relay, translate, cpuRatio, ...pair }) => [
      formatName(pair),
      relay.cpuPerUnit.toFixed(1),
      translate.cpuPerUnit.toFixed(1),
      cpuRatio.toFixed(2),
      ...(isStream ? [`${relay.chunksPerRead.toFixed(1)} / ${translate.chunksPerRead.toFixed(1)}`] : []),
    ]),
  );
}

/** Markdown: the time to the first chunk. */
export function firstChunkTable(cells: FirstChunkCell[], phase: string): string {
  const header = [phase, "first chunk p50 ms", "p99 ms", "p50 over direct", "CPU µs/chunk", "CPU × relay"];
  return table(
    header,
    cells.map((cell) => [
      formatName(cell),
      cell.latency.p50.toFixed(2),
      cell.latency.p99.toFixed(2),
      cell.upstream ? overDirect(cells, cell).toFixed(2) : "–",
      cell.cpuPerUnit.toFixed(1),
      cell.upstream ? ratio(cell.cpuPerUnit, find(cells, cell.client, cell.client)?.cpuPerUnit) : "–",
    ]),
  );
}

/** The median pair of two dialects. */
export function summary(costs: PairCost[], firstChunks: FirstChunkCell[]): string {
  const phases = [...new Set(costs.map(({ phase }) => phase))];
  const rows = phases.map((phase) => {
    const ratios = costs.filter((cost) => cost.phase === phase).map(({ cpuRatio }) => cpuRatio);
    return [`${phase}: CPU × relay`, ...spread(ratios)];
  });
  const translated = firstChunks.filter(({ client, upstream }) => upstream !== undefined && upstream !== client);
  const added = translated.map((cell) => overDirect(firstChunks, cell));
  return table(
    ["translated pairs", "median", "least", "most"],
    [...rows, ["first chunk with 100 streams open: p50 over direct, ms", ...spread(added)]],
  );
}

function spread(values: number[]): string[] {
  return [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
}

function formatName({ client, upstream }: Pair): string {
  return `${client} → ${upstream ?? "the stub itself"}`;
}

function find(cells: FirstChunkCell[], client: string, upstream: string | undefined): FirstChunkCell | undefined {
  return cells.find((cell) => cell.client === client && cell.upstream === upstream);
}

function overDirect(cells: FirstChunkCell[], { client, latency }: FirstChunkCell): number {
  return latency.p50 - (find(cells, client, undefined)?.latency.p50 ?? Number.NaN);
}
