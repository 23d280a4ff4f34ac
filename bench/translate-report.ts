/** The cells of the translation benchmark as tables. */
import { type Measurement, median, ratio, table } from "./report.ts";

export type Cell = Omit<Measurement, "target" | "concurrency"> & {
  phase: "replies" | "single" | "bursts" | "paced";
  client: string;
  /** "direct" for the client straight at the stub; then the CPU is the stub's. */
  upstream: string;
};

const DIRECT = "direct";

const TITLES: Record<Cell["phase"], string> = {
  replies: "whole replies",
  single: "streams of single chunks",
  bursts: "streams of 20 chunks a write",
  paced: "paced streams, 100 open",
};

/** Markdown: one line a cell. The ratios are to the relay of the client's own dialect. */
export function cellTable(cells: Cell[], phase: Cell["phase"]): string {
  const isStream = phase !== "replies";
  const header = [
    TITLES[phase],
    isStream ? "CPU ms/1,000 chunks" : "CPU µs/request",
    "CPU ×",
    ...(isStream ? ["chunks a read", "first chunk p50 ms", "over direct"] : ["p50 ms", "p99 ms"]),
  ];
  const rows = cells
    .filter((cell) => cell.phase === phase)
    .map((cell) => [
      `${cell.client} → ${cell.upstream}`,
      cell.cpuPerUnit.toFixed(1),
      ratio(cell.cpuPerUnit, relayOf(cells, cell)?.cpuPerUnit),
      ...(isStream
        ? [cell.chunksPerRead.toFixed(1), cell.latency.p50.toFixed(2), overDirect(cells, cell)?.toFixed(2) ?? "–"]
        : [cell.latency.p50.toFixed(2), cell.latency.p99.toFixed(2)]),
    ]);
  return table(header, rows);
}

/** The median pair of different dialects, phase by phase. */
export function summary(cells: Cell[]): string {
  const phases = Object.keys(TITLES) as Cell["phase"][];
  return table(
    ["median translated pair", "CPU × relay", "least", "most", "first chunk p50 over direct, ms"],
    phases.map((phase) => {
      const translated = cells.filter(
        (cell) => cell.phase === phase && cell.upstream !== DIRECT && cell.upstream !== cell.client,
      );
      const ratios = translated.map((cell) => cell.cpuPerUnit / (relayOf(cells, cell)?.cpuPerUnit ?? Number.NaN));
      const added = translated.map((cell) => overDirect(cells, cell) ?? Number.NaN);
      return [
        TITLES[phase],
        median(ratios).toFixed(2),
        Math.min(...ratios).toFixed(2),
        Math.max(...ratios).toFixed(2),
        phase === "replies" ? "–" : median(added).toFixed(2),
      ];
    }),
  );
}

function relayOf(cells: Cell[], { phase, client, upstream }: Cell): Cell | undefined {
  return upstream === DIRECT
    ? undefined
    : cells.find((cell) => cell.phase === phase && cell.client === client && cell.upstream === client);
}

function overDirect(cells: Cell[], { phase, client, upstream, latency }: Cell): number | undefined {
  const direct = cells.find((cell) => cell.phase === phase && cell.client === client && cell.upstream === DIRECT);
  return upstream === DIRECT || !direct ? undefined : latency.p50 - direct.latency.p50;
}
