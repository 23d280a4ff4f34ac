/** Gateways that can be killed as a power cut would, and started again on what they have left. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ADMIN_KEY, collectOutput } from "./gateway.ts";

const script = fileURLToPath(new URL("serve-gateway.ts", import.meta.url));

export type KillableGateway = {
  url: string;
  output(): string;
  /** At once: nothing is written or said any more. */
  kill(): Promise<void>;
};

export type GatewayHome = {
  /** Where its store lies. */
  dataDir: string;
  /** On the same data each time. */
  start(): Promise<KillableGateway>;
  /** Kills whatever runs, and removes the data. */
  close(): Promise<void>;
};

export function createGatewayHome(
  config: Record<string, unknown>,
  environment: Record<string, string> = {},
): GatewayHome {
  const dataDir = mkdtempSync(join(tmpdir(), "parlance-killed-"));
  const configPath = join(dataDir, "config.json");
  writeFileSync(configPath, JSON.stringify(config));
  const running = new Set<KillableGateway>();

  async function start(): Promise<KillableGateway> {
    const child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        PARLANCE_ADMIN_KEY: ADMIN_KEY,
        PARLANCE_CONFIG: configPath,
        DATA_DIR: dataDir,
        ...environment,
      },
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
    const gateway: KillableGateway = {
      url,
      output,
      async kill() {
        running.delete(gateway);
        child.kill("SIGKILL");
        await exited;
      },
    };
    running.add(gateway);
    return gateway;
  }

  return {
    dataDir,
    start,
    async close() {
      for (const gateway of [...running]) await gateway.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
