/** Gateways that can be killed as a power cut would, or stopped, and started again on what they have left. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ADMIN_KEY, collectOutput } from "./gateway.ts";

const script = fileURLToPath(new URL("serve-gateway.ts", import.meta.url));

export type KillableGateway = {
  url: string;
  pid: number;
  output(): string;
  /** True when it has ended by itself. */
  hasEnded(): boolean;
  /** At once: nothing is written or said any more. */
  kill(): Promise<void>;
  /** Stops gracefully, as at SIGTERM. Resolves with the exit status; null when a kill ended the process first. */
  stop(): Promise<number | null>;
  /** Stops the process without its notice, as a paused virtual machine would be, until `resume`. */
  pause(): void;
  resume(): void;
  /**
   * Copies its data as a kill at this moment would leave them; the process is paused during the copy.
   * @returns the folder of the copy, which is removed with the home
   */
  snapshot(): string;
};

export type GatewayHome = {
  /** Folder of its store. */
  dataDir: string;
  /** Starts a gateway on the same data each time. */
  start(): Promise<KillableGateway>;
  /** Kills the running gateways and removes the data. */
  close(): Promise<void>;
};

export function createGatewayHome(
  config: Record<string, unknown>,
  environment: Record<string, string> = {},
): GatewayHome {
  const dataDir = mkdtempSync(join(tmpdir(), "parlance-killed-"));
  const snapshotsDir = `${dataDir}-snapshots`;
  const configPath = join(dataDir, "config.json");
  writeFileSync(configPath, JSON.stringify(config));
  const running = new Set<KillableGateway>();

  return {
    dataDir,
    async start() {
      const variables = { PARLANCE_CONFIG: configPath, DATA_DIR: dataDir, ...environment };
      const gateway = await startKillableGateway(variables, { snapshotsDir });
      running.add(gateway);
      return gateway;
    },
    async close() {
      for (const gateway of running) await gateway.kill();
      for (const folder of [dataDir, snapshotsDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param environment with PARLANCE_CONFIG and DATA_DIR */
export async function startKillableGateway(
  environment: Record<string, string>,
  { snapshotsDir = `${environment.DATA_DIR}-snapshots` }: { snapshotsDir?: string } = {},
): Promise<KillableGateway> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PARLANCE_ADMIN_KEY: ADMIN_KEY, ...environment },
  });
  const output = collectOutput(child);
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (found) resolve(found);
    });
    exited.then(() => reject(new Error(`The gateway ended:\n${output()}`)));
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    pid: child.pid ?? -1,
    output,
    hasEnded,
    async kill() {
      if (hasEnded()) return;
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
    pause() {
      child.kill("SIGSTOP");
      waitUntilStopped(child.pid);
    },
    resume: () => void child.kill("SIGCONT"),
    snapshot() {
      const copy = join(snapshotsDir, String(snapshots++));
      child.kill("SIGSTOP");
      waitUntilStopped(child.pid);
      cpSync(environment.DATA_DIR as string, copy, { recursive: true });
      child.kill("SIGCONT");
      return copy;
    },
  };
}

let snapshots = 0;

/** A thread stops when it next comes out of the kernel. Where the system does not tell, the signal has to do. */
function waitUntilStopped(pid: number | undefined): void {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return;
  const isStopped = (task: string) =>
    / [TtZX] /.test(readFileSync(`${tasks}/${task}/stat`, "utf8").replace(/^.*\)/s, ""));
  while (!readdirSync(tasks).every(isStopped));
}
