/** The processes under measurement: how each is started, reached and pinned. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The server under test has a core to itself; the stub and the load generator share the other. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const ADMIN_KEY = "bench-admin-key-0123456789abcdef";

export type TargetName = "direct" | "bare proxy" | "node mount" | "next mount" | "core";

export type Target = {
  name: TargetName;
  origin: string;
  /** The chat route under it. */
  path: string;
  /** As this target names the stub's model. */
  model: string;
  /** For the client's authorization header. */
  key: string;
  pid: number;
};

export type Processes = {
  stub: Target;
  /** @param environment of the process, beside what every target gets */
  start(name: Exclude<TargetName, "direct">, environment?: Record<string, string>): Promise<Target>;
  load: ChildProcess;
  stop(): Promise<void>;
};

type Command = { arguments: string[]; needs: string; path: string; model: string };

const COMMANDS: Record<Exclude<TargetName, "direct">, (port: string) => Command> = {
  "bare proxy": () => ({
    arguments: ["bench/bare-proxy.ts"],
    needs: "bench/bare-proxy.ts",
    path: "/v1/chat/completions",
    model: "stub-model",
  }),
  "node mount": () => ({
    arguments: ["scripts/start.ts"],
    needs: "scripts/start.ts",
    path: "/v1/chat/completions",
    model: "openai/stub-model",
  }),
  core: () => ({
    arguments: ["bench/core-server.ts"],
    needs: "bench/core-server.ts",
    path: "/v1/chat/completions",
    model: "openai/stub-model",
  }),
  "next mount": (port) => ({
    arguments: ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", "127.0.0.1"],
    needs: "app/api/v1/chat/completions/route.ts",
    path: "/api/v1/chat/completions",
    model: "openai/stub-model",
  }),
};

/** Starts the stub and the load generator. @param dataFolder under which each gateway gets a data folder of its own */
export async function startProcesses(dataFolder: string): Promise<Processes> {
  const children: ChildProcess[] = [];
  process.once("exit", () => {
    for (const child of children) child.kill("SIGKILL");
  });
  const startNode = (core: number, args: string[], options: SpawnOptions) => {
    const [program = "", ...rest] = [...pinTo(core), process.execPath, ...args];
    const child = spawn(program, rest, { cwd: root, ...options });
    children.push(child);
    return child;
  };

  const stubPort = await freePort();
  const stubChild = startNode(LOAD_CORE, ["bench/stub.ts"], {
    env: { ...process.env, PORT: stubPort },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stubOrigin = `http://127.0.0.1:${stubPort}`;
  await untilAnswers(stubOrigin, stubChild);
  const load = startNode(LOAD_CORE, ["bench/load.ts"], { stdio: ["ignore", "inherit", "inherit", "ipc"] });

  return {
    stub: {
      name: "direct",
      origin: stubOrigin,
      path: "/v1/chat/completions",
      model: "stub-model",
      key: ADMIN_KEY,
      pid: stubChild.pid ?? 0,
    },
    load,
    async start(name, environment = {}) {
      const port = await freePort();
      const command = COMMANDS[name](port);
      if (!existsSync(join(root, command.needs))) throw new Error(`${command.needs} does not exist`);
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: "production",
        PORT: port,
        HOST: "127.0.0.1",
        DATA_DIR: join(dataFolder, name.replace(" ", "-")),
        PARLANCE_ADMIN_KEY: ADMIN_KEY,
        OPENAI_API_KEY: "bench-upstream-key",
        OPENAI_BASE_URL: `${stubOrigin}/v1`,
        ...environment,
      };
      const key = name === "bare proxy" ? ADMIN_KEY : createKey(env);
      const child = startNode(SERVER_CORE, command.arguments, { env, stdio: ["ignore", "ignore", "inherit"] });
      const { path, model } = command;
      const origin = `http://127.0.0.1:${port}`;
      await untilAnswers(origin + path, child);
      return { name, origin, path, model, key, pid: child.pid ?? 0 };
    },
    async stop() {
      await Promise.all(children.map(stopChild));
    },
  };
}

/** A key as an application has one: found in the store, and not the admin key of the environment. */
function createKey(env: NodeJS.ProcessEnv): string {
  const command = ["scripts/keys.ts", "create", "--name", "bench", "--scope", "inference"];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: "utf8" });
  const key = /^\s*(pk_\S+)$/m.exec(stdout)?.[1];
  if (key === undefined) throw new Error(`no key could be made: ${stderr}`);
  return key;
}

function pinTo(core: number): string[] {
  return canPin() ? ["taskset", "-c", String(core)] : [];
}

export function canPin(): boolean {
  return availableParallelism() > LOAD_CORE && spawnSync("taskset", ["--version"]).status === 0;
}

/** Any answer will do, for example 405 to this GET. */
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

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([exited, delay(5000)]);
  child.kill("SIGKILL");
}

function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === "object" ? address?.port : address)));
    });
  });
}
