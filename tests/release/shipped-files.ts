/** Files that are shipped, made once for the tests of a run, and programs that are started from them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Global set-up of the project: makes `dist`, with the build at hand when it is current. */
export function setup(): void {
  run(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, "scripts/package.ts"), "--images"], root);
}

/** @returns standard output @throws Error with everything printed when it fails */
export function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${error?.message ?? ""}\n${stdout}\n${stderr}`);
}

export type Started = { pid: number; url: string; output: () => string; stop(): Promise<number | null> };

type Program = {
  command: string;
  args: string[];
  cwd: string;
  /** All variables: nothing of the machine's own gets in. */
  environment: Record<string, string>;
  /** User and group; needs root. */
  user?: number | undefined;
};

/** Starts a gateway, and waits until it is ready. A busy machine may take long. */
export async function start({ command, args, cwd, environment, user }: Program): Promise<Started> {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: environment as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const closed = once(child, "close");
  const deadline = Date.now() + 60_000;
  for (;;) {
    const port = /ready at http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
    if (port) {
      return {
        pid: child.pid ?? 0,
        url: `http://127.0.0.1:${port}`,
        output: () => output,
        async stop() {
          child.kill("SIGTERM");
          return (await closed)[0];
        },
      };
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`It did not get ready:\n${output}`);
    }
    await delay(20);
  }
}

export const ADMIN_KEY = "release-admin-key-0123456789";

/** @returns the status and the body of a call with the admin key */
export async function call(url: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

export function askGuide(url: string): Promise<{ status: number; text: string }> {
  const messages = [{ role: "user", content: "What is Parlance?" }];
  return call(url, "/v1/chat/completions", { model: "sandbox/guide", messages });
}

export function readVersion(): string {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}
