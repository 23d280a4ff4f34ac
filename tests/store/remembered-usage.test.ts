/** Usage that is read in parts and remembered says the same as one that is read at once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Backend } from "#lib/store/backend.ts";
import { findLatencies } from "#lib/store/find-percentiles.ts";
import { openSqlite } from "#lib/store/open-sqlite.ts";
import { rememberUsage } from "#lib/store/remembered-usage.ts";
import type { UsageQuery, UsageReader, UsageSplit } from "#lib/store/usage.ts";
import { createUsageReader } from "#lib/store/usage-reader.ts";
import { requestLogRow } from "./request-log-row.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.now();
const folder = mkdtempSync(join(tmpdir(), "parlance-usage-"));

let backend: Backend;
let reader: UsageReader;
beforeAll(async () => {
  backend = await openSqlite({ dataDir: folder, log: () => {} });
  reader = createUsageReader(backend.reader, async () => {});
  const rows = Array.from({ length: 600 }, (_, index) =>
    requestLogRow({
      id: `req_${index}`,
      time: Math.floor(now - (index / 600) * 4 * DAY),
      keyId: `key_${index % 3}`,
      model: `model-${index % 7}`,
      status: index % 11 === 0 ? 500 : 200,
      inputTokens: index,
      totalMs: 100 + ((index * 37) % 900),
      tags: index % 2 === 0 ? ["a", "b"] : index % 3 === 0 ? ["a"] : [],
    }),
  );
  await backend.write({ rows, records: [], touches: [] });
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const ranges: [string, UsageQuery][] = [
  ["the last hour", { from: now - HOUR, to: now }],
  ["three days and a bit", { from: now - 3 * DAY - 12_345, to: now }],
  ["a closed range between hours", { from: now - 3 * DAY + 777, to: now - DAY - 99 }],
  ["whole days of one key", { from: Math.floor(now / DAY) * DAY - 3 * DAY, to: now + HOUR, keyId: "key_1" }],
  ["more than what is split", { from: 0, to: now + HOUR }],
];

it.each(ranges)("says the same of %s, the first time and the second", async (_, query) => {
  const usage = rememberUsage(reader);
  for (const by of ["model", "tag", "key"] as const) {
    const counts = await reader.countGroups(query, by);
    const groups = await usage.groups(query, { by, limit: 5 });
    const most = counts.map(({ requests }) => requests).sort((one, other) => other - one);
    expect(groups.hasOthers).toBe(counts.length > 5);
    const requestsOf = new Map(counts.map(({ name, requests }) => [name, requests]));
    expect(groups.names.map((name) => requestsOf.get(name))).toEqual(most.slice(0, 5));
    const split: UsageSplit = { group: { by, names: groups.names }, bucket: { size: DAY, offset: 2 * HOUR } };
    for (let time = 0; time < 2; time++) {
      const sums = await usage.sums(query, { ...split, limits: [] });
      expect(sums).toHaveLength((await reader.sums(query, { ...split, limits: [] })).length);
      expect(new Set(sums)).toEqual(new Set(await reader.sums(query, { ...split, limits: [] })));
      const { bucket: _bucket, ...whole } = split;
      const latencies = await usage.latencies(query, { kind: "totalMs", ...whole });
      expect(new Set(latencies)).toEqual(
        new Set(findLatencies(await reader.durations(query, { kind: "totalMs", ...whole }))),
      );
    }
  }
  expect(new Set(await usage.models(query))).toEqual(new Set(await reader.models(query)));
});

it("reads closed hours once, and again after a late row", async () => {
  const sums = vi.fn(reader.sums);
  const usage = rememberUsage({ ...reader, sums });
  const query = { from: now - 2 * DAY, to: now };
  await usage.sums(query, { limits: [] });
  const first = sums.mock.calls.length;
  expect(first).toBeGreaterThan(10);
  await usage.sums(query, { limits: [] });
  // The rest before the first hour, and the open hours.
  expect(sums.mock.calls.length - first).toBeLessThanOrEqual(3);
  usage.noteRow(now);
  sums.mockClear();
  await usage.sums(query, { limits: [] });
  expect(sums.mock.calls.length).toBeLessThanOrEqual(3);
  usage.noteRow(now - DAY);
  sums.mockClear();
  await usage.sums(query, { limits: [] });
  expect(sums.mock.calls.length).toBe(first);
});
