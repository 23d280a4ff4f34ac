/** Processes under measurement: how each is started, reached and pinned to a core. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freePort } from "../tests/support/free-port.ts";
import { WIRES } from "./wire.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** This checkout. */
export const ownRoot = fileURLToPath(new URL("..", import.meta.url));

/** The server under test has a core to itself; the stub, the load generator and the benchmark share the other. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;

export const ADMIN_KEY = "bench-admin-key-0123456789abcdef";
const UPSTREAM_KEY = "bench-upstream-key";
const PORTKEY = join(folder, "peers/node_modules/@portkey-ai/gateway/build/start-server.js");

export const PORTKEY_INSTALLATION = "npm ci --prefix bench/peers --ignore-scripts";

/** `gateway` is `npm start`; `core` the same without the pages; `earlier core` that of another checkout. */
export type TargetName = "direct" | "bare proxy" | "gateway" | "core" | "earlier core" | "Portkey";
type ServerName = Exclude<TargetName, "direct">;

export type Target = {
  name: TargetName;
  origin: string;
  /** The chat route under it. */
  path: string;
  /** For the client's authorization header. */
  key: string;
  /** Request headers beside the key's. */
  headers: Record<string, string>;
  child: ChildProcess;
  pid: number;
};

export type StartOptions = {
  /** Variables beside those that every target gets. */
  environment?: Record<string, string>;
  /** Loads bench/probe.ts into the process. */
  probed?: boolean;
  /** Makes the standard output readable: a caller that sets it must read it. */
  piped?: boolean;
};

export type Processes = {
  stub: Target;
  load: ChildProcess;
  start(name: ServerName, options?: StartOptions): Promise<Target>;
  /** Starts another script beside the stub, with an IPC channel. @param script in this folder */
  startBeside(script: string): ChildProcess;
  stop(): Promise<void>;
};

type Command = { cwd: string; arguments: string[]; headers?: Record<string, string> };

type CommandOptions = { port: number; root: string; earlier: string; stubOrigin: string };

const COMMANDS: Record<ServerName, (options: CommandOptions) => Command> = {
  "bare proxy": () => ({ cwd: ownRoot, arguments: [join(folder, "bare-proxy.ts")] }),
  gateway: ({ root }) => ({ cwd: root, arguments: ["scripts/start.ts"] }),
  core: () => ({ cwd: ownRoot, arguments: [join(folder, "core-server.ts")] }),
  "earlier core": ({ earlier }) => ({ cwd: earlier, arguments: [join(earlier, "bench/core-server.ts")] }),
  Portkey: ({ port, stubOrigin }) => ({
    cwd: folder,
    arguments: [PORTKEY, `--port=${port}`, "--headless"],
    headers: { "x-portkey-provider": "openai", "x-portkey-custom-host": `${stubOrigin}/v1` },
  }),
};

export const isPortkeyInstalled = existsSync(PORTKEY);

/** True where each process can be held to a core. Read before this process is pinned itself. */
export const canPin = availableParallelism() > LOAD_CORE && spawnSync("taskset", ["--version"]).status === 0;

/** Builds the pages of a checkout where their build is missing or stale. */
export async function ensureBuildIn(root: string): Promise<void> {
  const path = pathToFileURL(join(root, "scripts/build.ts")).href;
  const { ensureBuild }: typeof import("../scripts/build.ts") = await import(path);
  await ensureBuild();
}

/**
 * Starts the stub and the load generator, and pins this process to their core.
 * @param dataFolder under which each gateway gets a data folder of its own
 * @param root of the checkout whose gateway is measured; this one by default
 * @param earlier root of the checkout that `earlier core` runs in
 */
export async function startProcesses(
  dataFolder: string,
  { root = ownRoot, earlier = ownRoot } = {},
): Promise<Processes> {
  const children: ChildProcess[] = [];
  process.once("exit", () => {
    for (const child of children) child.kill("SIGKILL");
  });
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", String(LOAD_CORE), String(process.pid)]);
  const startNode = (core: number, args: string[], options: SpawnOptions) => {
    const [program = "", ...rest] = [...pinTo(core), process.execPath, ...args];
    const child = spawn(program, rest, { cwd: ownRoot, ...options });
    children.push(child);
    return child;
  };
  const startBeside = (script: string) =>
    startNode(LOAD_CORE, [join(folder, script)], { stdio: ["ignore", "inherit", "inherit", "ipc"] });

  const stubPort = await freePort();
  const stubChild = startNode(LOAD_CORE, [join(folder, "stub.ts")], {
    env: { ...process.env, PORT: String(stubPort) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stubOrigin = `http://127.0.0.1:${stubPort}`;
  await untilAnswers(stubOrigin, stubChild);
  const config = writeConfig(join(dataFolder, "parlance.config.json"), stubOrigin);
  const plainConfig = writeConfig(join(dataFolder, "plain.config.json"), stubOrigin, { plain: true });

  return {
    stub: {
      name: "direct",
      origin: stubOrigin,
      path: "/v1/chat/completions",
      key: ADMIN_KEY,
      headers: {},
      child: stubChild,
      pid: stubChild.pid ?? 0,
    },
    load: startBeside("load.ts"),
    startBeside,
    async start(name, { environment = {}, probed = false, piped = false } = {}) {
      const port = await freePort();
      const command = COMMANDS[name]({ port, root, earlier, stubOrigin });
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: join(dataFolder, `${name.replace(" ", "-")}-${port}`),
        PARLANCE_CONFIG: name === "earlier core" ? plainConfig : config,
        PARLANCE_ADMIN_KEY: ADMIN_KEY,
        OPENAI_API_KEY: UPSTREAM_KEY,
        OPENAI_BASE_URL: `${stubOrigin}/v1`,
        ...environment,
      };
      const hasKeys = name === "gateway" || name === "core" || name === "earlier core";
      const key = hasKeys ? createKey(command.cwd, env) : ADMIN_KEY;
      const preload = probed ? ["--import", pathToFileURL(join(folder, "probe.ts")).href] : [];
      const child = startNode(SERVER_CORE, [...preload, ...command.arguments], {
        cwd: command.cwd,
        env,
        stdio: ["ignore", piped ? "pipe" : "ignore", "inherit", ...(probed ? (["ipc"] as const) : [])],
      });
      const { headers = {} } = command;
      const origin = `http://127.0.0.1:${port}`;
      const path = "/v1/chat/completions";
      await untilAnswers(origin + path, child);
      return { name, origin, path, key, headers, child, pid: child.pid ?? 0 };
    },
    async stop() {
      await Promise.all(children.map(stopChild));
    },
  };
}

/** Ends a server under test before the benchmark's end, so that the next one has the core to itself. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([exited, delay(5000)]);
  child.kill("SIGKILL");
}

/** Route of two models, each of an upstream of its own. */
export const ROUTE = "bench-route";
const ROUTE_UPSTREAMS = ["route-a", "route-b"];

/**
 * Writes the config of a gateway: the stub as an upstream of each dialect, under the dialect's short name, and the route.
 * @param plain without the route, as a checkout from before there were routes reads it
 */
function writeConfig(path: string, stubOrigin: string, { plain = false } = {}): string {
  const upstreams = Object.fromEntries(
    WIRES.map(({ id, name, version }) => [
      name,
      { baseUrl: `${stubOrigin}/${version}`, dialects: [id], apiKeyEnv: "OPENAI_API_KEY" },
    ]),
  );
  mkdirSync(dirname(path), { recursive: true });
  const prices = { "stub-model": { input: 1, output: 2 } };
  const ofRoute = Object.fromEntries(
    ROUTE_UPSTREAMS.map((id) => [id, { baseUrl: `${stubOrigin}/v1`, apiKeyEnv: "OPENAI_API_KEY", prices }]),
  );
  const routes = { [ROUTE]: { targets: ROUTE_UPSTREAMS.map((id) => ({ model: `${id}/stub-model` })) } };
  writeFileSync(path, JSON.stringify(plain ? { upstreams } : { upstreams: { ...upstreams, ...ofRoute }, routes }));
  return path;
}

/** Creates a key as an application has one: found in the store, and not the admin key of the environment. */
function createKey(root: string, env: NodeJS.ProcessEnv): string {
  const command = ["scripts/keys.ts", "create", "--name", "bench", "--scope", "inference"];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: "utf8" });
  const key = /^\s*(pk_\S+)$/m.exec(stdout)?.[1];
  if (key === undefined) throw new Error(`no key could be made: ${stderr}`);
  return key;
}

function pinTo(core: number): string[] {
  return canPin ? ["taskset", "-c", String(core)] : [];
}

/** Waits until the server answers, whatever the status, for example 405 to this GET. */
async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    try {
      await (await fetch(url, { signal: AbortSignal.timeout(2000) })).arrayBuffer();
      return;
    } catch {
      await delay(100);
    }
  }
  throw new Error(`no answer from ${url}`);
}
