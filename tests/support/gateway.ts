/** A gateway under test, on either mount: raw Node `http` in this process, or plain `next start` in its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import { createHttpServer } from "#lib/server/http-server.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import { acceptWebSockets, opensWebSocket } from "#lib/server/web-sockets.ts";
import { freePort } from "./free-port.ts";

const MOUNTS = ["node", "next"] as const;
export type Mount = (typeof MOUNTS)[number];
/** Both, unless TEST_MOUNT names one: without Next there is no build to wait for while developing. */
export const mounts: Mount[] = MOUNTS.filter((mount) => (process.env.TEST_MOUNT ?? mount) === mount);

export const ADMIN_KEY = "test-admin-key-0123456789abcdef";
export const AUTHORIZED = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };

export type TestGateway = {
  /** Without a trailing slash. */
  url: string;
  /** Folder of its store. */
  dataDir: string;
  /** Id of its process; on the Node mount that is this process. */
  pid: number;
  /** Returns everything printed or logged so far. */
  output(): string;
  /** POSTs a chat completion with the admin key. */
  chat(body: unknown, init?: RequestInit): Promise<Response>;
  /** Stops it; its data stay for another gateway. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** Long enough that on a busy machine no socket closes just as a test sends its next request over it. */
const KEEP_ALIVE_MS = 65_000;

const root = fileURLToPath(new URL("../..", import.meta.url));

type NodeOptions = {
  /** Renderer of the sandbox's videos; the built-in one unless given. */
  renderVideo?: RenderVideo;
  /** Puts something of the test's own in the place of some services. */
  replace?: (services: AllServices) => Partial<AllServices>;
};

/**
 * @param config content of its config file; the sandbox does not pace unless this sets it
 * @param dataDir of an earlier gateway; removed with this one
 * @param options of the Node mount, which the Next mount cannot take
 */
export async function startGateway({
  mount,
  config = {},
  environment = {},
  dataDir = mkdtempSync(join(tmpdir(), "parlance-test-")),
  port,
  ...options
}: {
  config?: Record<string, unknown>;
  environment?: Record<string, string>;
  dataDir?: string;
  /** A free one unless given. */
  port?: number;
} & (
  | ({ mount: Mount } & { [Name in keyof NodeOptions]?: undefined })
  | ({ mount: "node" } & NodeOptions)
)): Promise<TestGateway> {
  const configPath = join(dataDir, "config.json");
  writeFileSync(configPath, JSON.stringify({ sandbox: { tokensPerSecond: 0 }, ...config }));
  const variables = { PARLANCE_ADMIN_KEY: ADMIN_KEY, PARLANCE_CONFIG: configPath, DATA_DIR: dataDir, ...environment };
  const server =
    mount === "node" ? await startOnNode(variables, { port, ...options }) : await startOnNext(variables, port);
  return {
    ...server,
    dataDir,
    chat: (body, init) =>
      fetch(`${server.url}/v1/chat/completions`, {
        method: "POST",
        headers: AUTHORIZED,
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...init,
      }),
    stop: server.close,
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Started = Pick<TestGateway, "url" | "pid" | "output" | "close">;

async function startOnNode(
  variables: Record<string, string>,
  { port = 0, renderVideo, replace = () => ({}) }: NodeOptions & { port?: number | undefined },
): Promise<Started> {
  const lines: string[] = [];
  const services = await createServices(loadSettings(variables), {
    log: (line) => lines.push(line),
    renderVideo,
    environment: variables,
  });
  const used = { ...services, ...replace(services) };
  const server = createHttpServer(createNodeListener(used), { takesUpgrade: opensWebSocket });
  acceptWebSockets(server, used);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pid: process.pid,
    output: () => lines.join("\n"),
    async close() {
      server.closeAllConnections();
      used.responseSockets.close();
      used.realtimeSessions.close();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
    },
  };
}

async function startOnNext(variables: Record<string, string>, given?: number): Promise<Started> {
  const port = given ?? (await freePort());
  const child = spawn(
    process.execPath,
    [
      ...["node_modules/next/dist/bin/next", "start", "--port", String(port), "--hostname", "127.0.0.1"],
      ...["--keepAliveTimeout", String(KEEP_ALIVE_MS)],
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables } },
  );
  const output = collectOutput(child);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child, output);
  return { url, pid: child.pid ?? -1, output, close: () => stop(child) };
}

export function collectOutput(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const healthy = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
    await delay(100);
  }
  throw new Error(`The server did not come up within 30 s:\n${output()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exited;
  clearTimeout(killer);
}
