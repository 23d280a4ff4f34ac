/** Figures of the gateway's benchmark: a value, another target's value beside it, and the target of one of the two. */
import type { Sample } from "./measure.ts";
import { type Measurement, median, medianRatio, table } from "./report.ts";

export type Figure = {
  /** Phase, load, quantity and unit, such as `relay, 16 connections: CPU µs per request`. */
  name: string;
  gateway: number;
  reference?: Reference;
  /** The ratio where there is one that the target bounds, else the gateway's value. */
  target?: Limit & { of: "ratio" | "value" };
  /** Remark that the table has in place of a reference. */
  note?: string;
};

type Reference = {
  name: string;
  value: number;
  /** Gateway's value by the reference's: the median over rounds that measured both, hence not always their quotient. */
  ratio: number;
};

export type Limit = { atMost: number } | { atLeast: number };

export type PhaseResult = {
  figures: Figure[];
  /** Samples behind the figures, by subject and load. */
  measurements: Record<string, Measurement>;
};

/** Subject of a comparison: its name in the table and its samples, in the order of the rounds. */
export type Subject = { name: string; samples: Sample[] };

/** Compares the medians of two subjects that were sampled in the same rounds. */
export function compare(
  name: string,
  { gateway, reference, pick, limit }: { gateway: Sample[]; reference: Subject; pick: Pick; limit?: Limit },
): Figure {
  return {
    name,
    gateway: median(gateway.map(pick)),
    reference: {
      name: reference.name,
      value: median(reference.samples.map(pick)),
      ratio: medianRatio(gateway, reference.samples, pick),
    },
    ...(limit && { target: { of: "ratio", ...limit } }),
  };
}

type Pick = (sample: Sample) => number;

/** Undefined for a figure without a target, or without the reference that its target needs. */
export function isReached({ gateway, reference, target }: Figure): boolean | undefined {
  const value = target?.of === "ratio" ? reference?.ratio : gateway;
  if (!target || value === undefined) return undefined;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}

/** Markdown: one line a figure. */
export function figureTable(figures: Figure[]): string {
  return table(
    ["figure", "gateway", "compared with", "its value", "ratio", "target", "reached"],
    figures.map((figure) => {
      const { name, gateway, reference, target, note } = figure;
      const reached = isReached(figure);
      return [
        name,
        format(gateway),
        reference?.name ?? note ?? "–",
        reference ? format(reference.value) : "–",
        reference && Number.isFinite(reference.ratio) ? `${reference.ratio.toFixed(2)} ×` : "–",
        target
          ? `${"atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`}${target.of === "ratio" ? " ×" : ""}`
          : "–",
        reached === undefined ? "–" : reached ? "yes" : "no",
      ];
    }),
  );
}

function format(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : 2);
}
