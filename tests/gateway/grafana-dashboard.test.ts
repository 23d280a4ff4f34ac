import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createMetrics } from "#lib/gateway/metrics/create-metrics.ts";

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const dashboard: Dashboard = JSON.parse(readFileSync("docs/grafana/dashboard.json", "utf8"));
const metrics = createMetrics({
  ...{ settings: { routes: {} }, builtIns: new Map(), upstreams: new Map(), bridges: new Map() },
  ...{
    inFlight: { count: 0, streams: 0 },
    store: { logQueue: { waitingRows: 0, lostRows: 0 } },
    bodyMemory: { used: 0 },
    version: "0.0.0",
  },
} as unknown as Parameters<typeof createMetrics>[0]);

it.each(dashboard.panels)("the panel $title shows metrics that exist", async ({ targets }) => {
  const { text } = await metrics.render();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const { expr } of targets) {
    const names = [...expr.matchAll(/\b(?:parlance|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ""),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(known).toContain(name);
  }
});
