/** A gateway of its own for one test, with an empty data folder and no provider. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import { ADMIN_KEY } from "./chat-page.ts";

export type EmptyGateway = { url: string; close(): Promise<void> };

type Options = {
  /** A free one unless given. */
  port?: number;
  /** Content of its config file. */
  config?: object;
  environment?: Record<string, string>;
};

/** Serves the build of the page tests. Resolves when the gateway answers. */
export async function startEmptyGateway(options: Options = {}): Promise<EmptyGateway> {
  const folder = mkdtempSync(join(tmpdir(), "parlance-empty-"));
  const config = join(folder, "parlance.config.json");
  writeFileSync(config, JSON.stringify(options.config ?? {}));
  const port = options.port ?? (await freePort());
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    env: {
      ...{ PATH, HOME, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) },
      ...{ DATA_DIR: folder, PARLANCE_CONFIG: config, PARLANCE_ADMIN_KEY: ADMIN_KEY },
      ...options.environment,
    },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const response = await fetch(`${url}/sign-in`).catch(() => undefined);
    if (response?.ok) return { url, close };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await close();
  throw new Error("The gateway did not answer within 30 seconds.");
}
