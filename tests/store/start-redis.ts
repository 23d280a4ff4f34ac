import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../support/free-port.ts";

const START_DEADLINE_MS = 10_000;

export type TestRedis = {
  /** `redis://` URL of an empty server. */
  url: string;
  port: number;
  /** Kills the server, and starts it again on the same port with nothing in memory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a throw-away Redis from Debian's package on a free port of 127.0.0.1, which stores nothing on the disk.
 * @returns the reason as text when there is none
 */
export async function startRedis(): Promise<TestRedis | string> {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
  } catch {
    return "Redis (Debian's redis-server) is not installed";
  }
  const port = await freePort();
  const serve = () => serveRedis(port);
  let server = await serve();
  const end = () => server.kill("SIGKILL");
  process.once("exit", end);
  const stop = async () => {
    const exited = once(server, "exit");
    end();
    await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async restart() {
      await stop();
      server = await serve();
    },
    async stop() {
      process.off("exit", end);
      await stop();
    },
  };
}

async function serveRedis(port: number): Promise<ChildProcess> {
  const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"];
  const server = spawn("redis-server", ["--port", `${port}`, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Redis did not start:\n${output}`)), START_DEADLINE_MS);
    server.stdout.on("data", (chunk) => {
      output += chunk;
      if (!output.includes("Ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return server;
}
