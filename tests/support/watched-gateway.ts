/**
 * A gateway in a process of its own, with a look at what a request does to that process: stalls of its event loop and
 * memory.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { watchLoop } from "#bench/probe-client.ts";
import { ADMIN_KEY, AUTHORIZED, collectOutput } from "./gateway.ts";

const script = fileURLToPath(new URL("serve-gateway.ts", import.meta.url));
const probe = new URL("../../bench/probe.ts", import.meta.url).href;

export type Toll<Result> = {
  result: Result;
  /** Time until the work had its result. */
  milliseconds: number;
  /** Longest time in which the event loop did one thing, without the time in which the process waited for a core. */
  stallMs: number;
  /**
   * Megabytes by which the peak of its resident memory exceeded what it held before; undefined where Linux does not
   * tell.
   */
  grownMegabytes: number | undefined;
};

export type WatchedGateway = {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  child: ChildProcess;
  output(): string;
  /** POSTs JSON with the admin key, as clients of any API do. */
  post(path: string, body: string): Promise<{ status: number; text: string; headers: Headers }>;
  /** Watches the process while this work goes on. */
  watch<Result>(work: () => Promise<Result>): Promise<Toll<Result>>;
  close(): Promise<void>;
};

/** @param config contents of its config file; the sandbox does not pace unless it says so */
export async function startWatchedGateway(
  config: Record<string, unknown> = {},
  environment: Record<string, string> = {},
): Promise<WatchedGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), "parlance-watched-"));
  const configPath = join(dataDir, "config.json");
  writeFileSync(configPath, JSON.stringify({ sandbox: { tokensPerSecond: 0 }, ...config }));
  const variables = { PARLANCE_ADMIN_KEY: ADMIN_KEY, PARLANCE_CONFIG: configPath, DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, ["--import", probe, script], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = collectOutput(child);
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (found) resolve(found);
    });
    exited.then(() => reject(new Error(`The gateway ended:\n${output()}`)));
  });
  return {
    url,
    dataDir,
    child,
    output,
    async post(path, body) {
      const headers = { ...AUTHORIZED, "provider-version": "2023-06-01" };
      const response = await fetch(url + path, { method: "POST", headers, body });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    async watch(work) {
      const before = resetPeak(child);
      let milliseconds = Number.NaN;
      const { report, result } = await watchLoop(child, async () => {
        const begun = performance.now();
        const value = await work();
        milliseconds = performance.now() - begun;
        return value;
      });
      const peak = readMegabytes(child, "VmHWM");
      return {
        result,
        milliseconds,
        stallMs: report.longest.milliseconds - (report.longest.waitedMs ?? 0),
        grownMegabytes: peak === undefined || before === undefined ? undefined : peak - before,
      };
    },
    async close() {
      child.kill("SIGKILL");
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lets the peak of the resident memory begin anew. @returns what is resident now */
function resetPeak({ pid }: ChildProcess): number | undefined {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    return undefined;
  }
  return readMegabytes({ pid }, "VmRSS");
}

function readMegabytes({ pid }: Pick<ChildProcess, "pid">, field: "VmRSS" | "VmHWM"): number | undefined {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(
      readFileSync(`/proc/${pid}/status`, "utf8"),
    )?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
