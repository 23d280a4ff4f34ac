/**
 * Cost of the gateway beside a bare proxy and Portkey:
 * `npm run bench [-- --quick] [--only relay,streams,translate,memory,large,loop,routes] [--root <checkout>]
 * [--earlier <checkout>] [--profile]`.
 * Prints one table and writes bench/results/gateway-<date>.json. Read the ratios: machines differ, and so do one machine's hours.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { figureTable, isReached, type PhaseResult } from "./figures.ts";
import { runJob, saveResults } from "./measure.ts";
import { measureLargeBodies } from "./phases/large.ts";
import { measureLoop } from "./phases/loop.ts";
import { measureMemory } from "./phases/memory.ts";
import { measureRelay } from "./phases/relay.ts";
import { measureRoutes } from "./phases/routes.ts";
import { relayRoute, type Setting } from "./phases/setting.ts";
import { measureStreams } from "./phases/streams.ts";
import { measureTranslation } from "./phases/translate.ts";
import { profile, topFunctions } from "./probe-client.ts";
import { table } from "./report.ts";
import { createRouteJob } from "./routes.ts";
import { ensureBuildIn, ownRoot, startProcesses } from "./targets.ts";

const PHASES: Record<string, (setting: Setting) => Promise<PhaseResult>> = {
  relay: measureRelay,
  streams: measureStreams,
  translate: measureTranslation,
  large: measureLargeBodies,
  memory: measureMemory,
  loop: measureLoop,
  routes: measureRoutes,
};

const PROFILE_LOAD = { concurrency: 64, seconds: 5 };
const PROFILE_FUNCTIONS = 10;

const OPTIONS = {
  quick: { type: "boolean", default: false },
  only: { type: "string", default: Object.keys(PHASES).join(",") },
  root: { type: "string", default: ownRoot },
  earlier: { type: "string" },
  profile: { type: "boolean", default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { quick } = values;
  const root = resolve(values.root);
  const phases = values.only.split(",").map((name) => {
    const measure = PHASES[name];
    if (!measure) throw new Error(`--only ${name}: expected some of ${OPTIONS.only.default}`);
    return { name, measure };
  });
  if (process.env.PARLANCE_PAGES !== "off") await ensureBuildIn(root);
  const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  const processes = await startProcesses(dataFolder, {
    root,
    ...(values.earlier === undefined ? {} : { earlier: resolve(values.earlier) }),
  });
  try {
    const bare = await processes.start("bare proxy");
    const gateway = await processes.start("gateway", { probed: values.profile });
    const setting: Setting = { processes, bare, gateway, hasEarlier: values.earlier !== undefined, quick };
    const results: PhaseResult[] = [];
    for (const { name, measure } of phases) {
      console.error(`${name} …`);
      results.push(await measure(setting));
      if (name === "relay" && values.profile) await saveProfile(setting, root);
    }
    const figures = results.flatMap((result) => result.figures);
    const command = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
    console.log(`\n\`${command}\`\n\n${figureTable(figures)}\n`);
    saveResults(
      "gateway",
      {
        command,
        figures: figures.map((figure) => ({ ...figure, reached: isReached(figure) })),
        measurements: Object.assign({}, ...results.map(({ measurements }) => measurements)),
      },
      root,
    );
    reportFailures(results);
  } finally {
    await processes.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Profiles the gateway under the relay's load, after the samples, which a profiler would slow down. */
async function saveProfile({ processes, gateway }: Setting, root: string): Promise<void> {
  const result = await profile(gateway.child, async () => {
    await runJob(processes.load, createRouteJob(gateway, relayRoute, PROFILE_LOAD));
  });
  const path = fileURLToPath(new URL("results/relay.cpuprofile", import.meta.url));
  writeFileSync(path, JSON.stringify(result));
  const rows = topFunctions(result, { count: PROFILE_FUNCTIONS, root: `${root}/` });
  console.log(
    `\n${table(
      ["function, by self time", "where", "ms", "share of busy time"],
      rows.map(({ name, place, milliseconds, share }) => [
        name,
        place || "–",
        milliseconds.toFixed(0),
        `${(share * 100).toFixed(1)} %`,
      ]),
    )}\n\nWritten to ${path}`,
  );
}

/** Sets the exit status: figures of a run with failures say nothing. */
function reportFailures(results: PhaseResult[]): void {
  for (const [name, { failures, failure }] of results.flatMap(({ measurements }) => Object.entries(measurements))) {
    if (failures === 0) continue;
    console.log(`${name}: ${failures} failures, the first: ${failure}`);
    process.exitCode = 1;
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
