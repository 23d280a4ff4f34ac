import { execFile, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const DEBIAN_FOLDER = "/usr/lib/postgresql";
const START_DEADLINE_MS = 30_000;

export type TestPostgres = {
  /** `postgres://` URL of an empty database. */
  url: string;
  /** Kills the server at once, as a power cut would; absent for a server that is not ours. */
  kill?(): Promise<void>;
  /** Starts it again on what it left. */
  restart?(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a throw-away Postgres from Debian's package on a free port of 127.0.0.1, or uses TEST_DATABASE_URL.
 * @returns the reason as text when there is none to use
 */
export async function startPostgres(): Promise<TestPostgres | string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const binaries = findBinaries();
  if (!binaries) return `Postgres is not installed under ${DEBIAN_FOLDER} and TEST_DATABASE_URL is not set`;
  const user = findUser();
  if (user === undefined) return "Postgres refuses to run as root and there is no user postgres or nobody";

  const folder = mkdtempSync(join(tmpdir(), "parlance-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const data = join(folder, "data");
  await promisify(execFile)(
    join(binaries, "initdb"),
    ["-D", data, "-U", "parlance", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    options,
  );
  const port = await findFreePort();
  const serve = () =>
    serveCluster(
      join(binaries, "postgres"),
      ["-D", data, "-p", `${port}`, "-h", "127.0.0.1", "-k", folder, "-F", "-c", "full_page_writes=off"],
      options,
    );
  let server = await serve().catch((error) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const end = () => server.end("SIGINT");
  process.once("exit", end);
  return {
    url: `postgres://parlance@127.0.0.1:${port}/postgres`,
    kill: () => server.end("SIGKILL"),
    async restart() {
      server = await serve();
    },
    async stop() {
      process.off("exit", end);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Server = { end(signal: NodeJS.Signals): Promise<void> };

/**
 * Resolves when it takes connections. After a kill that takes some tries: its last processes hold the memory for a
 * moment.
 */
async function serveCluster(command: string, args: string[], options: SpawnOptions): Promise<Server> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const server = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    server.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    const end = async (signal: NodeJS.Signals) => {
      server.kill(signal);
      await exited;
    };
    const runs = () => server.exitCode === null && server.signalCode === null;
    while (!output.includes("ready to accept connections") && runs()) {
      if (Date.now() > deadline) await end("SIGKILL");
      else await sleep(20);
    }
    if (runs()) return { end };
    if (Date.now() > deadline || !/still in use|in use by another|already exists/.test(output)) {
      throw new Error(`Postgres did not start:\n${output}`);
    }
    await sleep(200);
  }
}

/** The folder of the newest version that is whole. */
/** Returns the folder of the programs of Debian's newest Postgres. */
export function findBinaries(): string | undefined {
  if (!existsSync(DEBIAN_FOLDER)) return undefined;
  const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN_FOLDER, version, "bin"))
    .find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/** Whom to run as: ourselves, or somebody else where we are root. */
function findUser(): { uid: number; gid: number } | Record<string, never> | undefined {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // No such user: try the next.
    }
  }
  return undefined;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
