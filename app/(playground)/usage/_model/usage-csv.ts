/** Writes the usage data for a spreadsheet: a row for each group in each hour or day. */
import type { UsageReply, UsageTotal } from "#lib/contract/usage-reply.ts";

const COLUMNS = [
  "requests",
  "errors",
  "input_tokens",
  "output_tokens",
  "cached_tokens",
  "reasoning_tokens",
  "video_seconds",
] as const;

export function writeUsageCsv({ group_by: by, groups, buckets }: UsageReply): string {
  const names = new Map(groups.map(({ group, name }) => [group, name]));
  const withNames = by === "key";
  const head = [
    "start",
    by ?? "group",
    ...(withNames ? ["name"] : []),
    ...COLUMNS,
    "cost_usd",
    "requests_without_price",
  ];
  const rows = buckets.flatMap((bucket) => {
    const start = new Date(bucket.start).toISOString();
    const row = (group: string, name: string, sums: UsageTotal) => [
      start,
      group,
      ...(withNames ? [name] : []),
      ...COLUMNS.map((column) => sums[column]),
      // An unknown cost is empty, not zero.
      sums.cost.known_requests === 0 && sums.cost.unknown_requests > 0 ? "" : sums.cost.amount,
      sums.cost.unknown_requests,
    ];
    return [
      ...bucket.groups.map((sums) => row(sums.group ?? "", names.get(sums.group) ?? "", sums)),
      ...(bucket.others ? [row("(others)", "", bucket.others)] : []),
    ];
  });
  return [head, ...rows].map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

/** Writes a cell. Names come from clients: one that begins like a formula must not become one in a spreadsheet. */
function writeCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
