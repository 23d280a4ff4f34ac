/**
 * The Next build, made when it is missing or when its sources have changed since. `npm run build` always makes it.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { finishPages } from "./finish-pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const outputFolder = join(root, ".next");
const recordPath = join(outputFolder, "parlance-build.json");
/** Outside `.next`, which `next build` empties. */
const lockPath = join(root, "node_modules/.cache/parlance-build.lock");

/** Sources of the build; a name that does not exist counts as empty. */
const SOURCES = [
  "app",
  "components",
  "pages",
  "lib",
  "public",
  "docs",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/finish-pages.ts",
  "scripts/paint-first.ts",
];

const LOCK_POLL_MS = 200;

export type BuildResult = {
  /** False when the build at hand was up to date. */
  built: boolean;
  /** Duration of the call, including any wait for another process's build. */
  seconds: number;
};

type BuildOptions = {
  force?: boolean;
  /** Is called with each step of the build, whose output is then printed only when it fails. */
  onStep?: (step: string) => void;
};

/**
 * Makes sure that `.next` holds a build of the present sources. Safe to call from several processes at once: one
 * builds, the others wait for it.
 * @throws Error when `next build` fails; its output has been printed
 */
export async function ensureBuild({ force = false, onStep }: BuildOptions = {}): Promise<BuildResult> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  if (!force && isCurrent(hashSources())) return { built: false, seconds: elapsed() };
  onStep?.("Starting");
  await takeLock();
  try {
    const hash = hashSources();
    if (!force && isCurrent(hash)) return { built: false, seconds: elapsed() };
    rmSync(recordPath, { force: true });
    await runNextBuild(onStep);
    finishPages(outputFolder);
    writeFileSync(recordPath, `${JSON.stringify({ hash, node: process.version })}\n`);
  } finally {
    rmSync(lockPath, { force: true });
  }
  return { built: true, seconds: elapsed() };
}

/** Next writes BUILD_ID last, and `next dev` into the same folder removes it. */
function isCurrent(hash: string): boolean {
  try {
    return (
      JSON.parse(readFileSync(recordPath, "utf8")).hash === hash && statSync(join(outputFolder, "BUILD_ID")).isFile()
    );
  } catch {
    return false;
  }
}

/** SHA-256 over names and contents; times do not count, so that a fresh checkout keeps a cached build. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const path of listFiles(source)) {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/**
 * The lock is a file with its owner's process id; the lock of a process that no longer exists is taken over. It is
 * created by a link, with its content, so that no process reads it half written.
 */
async function takeLock(): Promise<void> {
  const draft = `${lockPath}.${process.pid}`;
  mkdirSync(dirname(lockPath), { recursive: true });
  writeFileSync(draft, String(process.pid));
  try {
    while (!tryLink(draft)) {
      if (ownerIsGone()) rmSync(lockPath, { force: true });
      else await delay(LOCK_POLL_MS);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(draft: string): boolean {
  try {
    linkSync(draft, lockPath);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function ownerIsGone(): boolean {
  try {
    process.kill(Number(readFileSync(lockPath, "utf8")), 0);
    return false;
  } catch (error) {
    // Other codes: the lock was released meanwhile (ENOENT), or its owner is another user's process (EPERM).
    return hasCode(error, "ESRCH");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Steps of `next build`, by what it prints at their beginning. */
const STEPS: readonly [RegExp, string][] = [
  [/Creating an optimized production build/, "Compiling"],
  [/Compiled successfully/, "Checking"],
  [/Collecting page data/, "Collecting page data"],
  [/Generating static pages/, "Rendering pages"],
  [/Finalizing/, "Finishing"],
];

/** Node's own `localStorage` warns when the pages that are rendered look for the browser's. */
const WITHOUT_STORAGE = "--no-experimental-webstorage";

async function runNextBuild(onStep?: (step: string) => void): Promise<void> {
  const child = spawn(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], {
    cwd: root,
    env: {
      ...process.env,
      // A caller's NODE_ENV=test would give a build that mixes React's development and production halves.
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${WITHOUT_STORAGE}`.trim(),
    },
    stdio: ["ignore", onStep ? "pipe" : "inherit", onStep ? "pipe" : "inherit"],
  });
  // Beside a running server, its requests come first.
  if (onStep && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const kill = () => child.kill();
  process.once("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
      for (const [pattern, step] of STEPS) if (pattern.test(String(chunk))) onStep?.(step);
    });
  }
  const exit = await new Promise<string | number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  process.off("exit", kill);
  if (exit === 0) return;
  if (output) console.error(output);
  throw new Error(`next build ended with ${exit}`);
}

if (import.meta.main) {
  try {
    const { seconds } = await ensureBuild({ force: true });
    console.log(`Built in ${seconds.toFixed(1)} s.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
