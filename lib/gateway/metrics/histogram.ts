/**
 * Histogram: values of series with labels, in buckets. prom-client's own looks a series up by a text of all its labels
 * for each value, which took longer than all else that is measured of a request.
 */

/** Values of one series; adding one touches no label. */
export class HistogramSeries {
  /** Values of each bucket alone; the last one has those above every bound. */
  readonly buckets: number[];
  sum = 0;
  private readonly bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.buckets = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    const { bounds, buckets } = this;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index++;
    (buckets[index] as number)++;
    this.sum += value;
  }

  /** Adds the values of another series with the same bounds. */
  addAll({ buckets, sum }: Pick<HistogramSeries, "buckets" | "sum">): void {
    for (const [index, count] of buckets.entries()) this.buckets[index] = (this.buckets[index] as number) + count;
    this.sum += sum;
  }
}

export type Histogram = { name: string; help: string; bounds: readonly number[] };

/** Labels in the order in which they are written. */
export type Labels = Readonly<Record<string, string>>;

/** Writes a histogram in Prometheus's text format, version 0.0.4; a series without values is left out. */
export function writeHistogram(
  { name, help, bounds }: Histogram,
  series: Iterable<{ labels: Labels; values: HistogramSeries }>,
): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
  for (const { labels, values } of series) {
    const written = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
    let count = 0;
    for (const [index, bucket] of values.buckets.entries()) {
      count += bucket;
      const bound = index < bounds.length ? `${bounds[index]}` : "+Inf";
      lines.push(`${name}_bucket{${[`le="${bound}"`, ...written].join(",")}} ${count}`);
    }
    if (count === 0) {
      lines.length -= bounds.length + 1;
      continue;
    }
    lines.push(`${name}_sum{${written.join(",")}} ${values.sum}`, `${name}_count{${written.join(",")}} ${count}`);
  }
  return `${lines.join("\n")}\n`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
