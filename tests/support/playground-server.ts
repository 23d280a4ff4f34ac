/** The production server for measurements and pictures of its pages, with an empty data folder and somebody signed in. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ADMIN_KEY = "pages-admin-key-0123456789abcdef";
/** A stale build is made first. */
const START_TIMEOUT_MS = 900_000;

export type PlaygroundServer = {
  origin: string;
  /** As a browser sends it: `name=value`. */
  cookie: string;
  stop(): Promise<void>;
};

/** @param tokensPerSecond of the sandbox's models */
export async function startPlaygroundServer({
  tokensPerSecond,
}: {
  tokensPerSecond: number;
}): Promise<PlaygroundServer> {
  const folder = mkdtempSync(join(tmpdir(), "parlance-pages-"));
  const config = join(folder, "parlance.config.json");
  writeFileSync(config, JSON.stringify({ sandbox: { tokensPerSecond } }));
  const port = await freePort();
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      PARLANCE_CONFIG: config,
      PARLANCE_ADMIN_KEY: ADMIN_KEY,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  try {
    return { origin, cookie: await signIn(origin, () => child.exitCode), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signIn(origin: string, exitCode: () => number | null): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (exitCode() !== null) throw new Error(`the server ended with ${exitCode()}`);
    // The API answers before the pages are built.
    const page = await fetch(`${origin}/sign-in`).catch(() => undefined);
    if (!page?.ok) {
      await delay(200);
      continue;
    }
    const response = await fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: ADMIN_KEY }),
    }).catch(() => undefined);
    const cookie = response?.headers.getSetCookie()[0]?.split(";")[0];
    if (cookie) return cookie;
    await delay(200);
  }
  throw new Error("the server did not come up");
}
