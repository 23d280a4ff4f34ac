import { formatCount } from "./metrics.ts";

/** Returns a number with its unit in one or many, such as "1 row" and "2,000 rows". */
export function countOf(count: number, unit: string): string {
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}
