/**
 * `npm test`: everything, in order, with one line of counts at the end. `npm test -- unit routes` runs those suites.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TALLY_VARIABLE, type Tally } from "../tests/support/tally.ts";
import { ensureChromium } from "./find-chromium.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A suite that hangs is ended, so that the closing line is always printed. */
const SUITE_TIMEOUT_MS = 40 * 60_000;

/** In characters. The complete message is at the failed test. */
const MOST_OF_A_FAILURE = 1_000;

const SUITES: Record<string, () => Promise<Tally>> = { check, unit, routes, cluster, release, e2e };

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) {
    console.error(`No suite named ${unknown.join(", ")}. There are: ${Object.keys(SUITES).join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  const total: Tally = { passed: 0, failed: 0, failures: [], skipped: [] };
  const lines: string[] = [];
  for (const [name, run] of Object.entries(SUITES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n━━━ ${name} ${"━".repeat(100 - name.length)}\n`);
    const started = performance.now();
    const tally = await run();
    const seconds = (performance.now() - started) / 1000;
    lines.push(`${name.padEnd(8)} ${describeTally(tally)} in ${seconds.toFixed(1)} s`);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.failures.push(...tally.failures.map((failure) => `${name}: ${failure}`));
    total.skipped.push(...tally.skipped);
  }
  console.log(`\n━━━ results ${"━".repeat(93)}\n`);
  for (const { name, reason } of total.skipped) console.log(`skipped: ${name}: ${reason}`);
  for (const failure of total.failures) console.log(`failed: ${failure.slice(0, MOST_OF_A_FAILURE)}`);
  for (const line of lines) console.log(line);
  console.log(describeTally(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

function describeTally({ passed, failed, skipped }: Tally): string {
  const counts = `${passed} passed, ${failed} failed`;
  return skipped.length > 0 ? `${counts}, ${skipped.length} skipped` : counts;
}

/**
 * The steps of `npm run check`, each counted as one test; the import rules are among the unit tests. They run
 * concurrently, since each leaves a processor idle for a while, and are reported in order.
 */
async function check(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, failures: [], skipped: [] };
  const steps = ["types", "lint", "dead"].map((script) => ({
    script,
    ended: runSilently("npm", ["run", "--silent", script]),
  }));
  for (const { script, ended } of steps) {
    const { status, output } = await ended;
    process.stdout.write(output);
    console.log(`${script}: ${status === 0 ? "ok" : "FAILED"}`);
    if (status === 0) tally.passed += 1;
    else tally.failures.push(script);
  }
  tally.failed = tally.failures.length;
  return tally;
}

function unit(): Promise<Tally> {
  return vitest("unit");
}

function routes(): Promise<Tally> {
  return vitest("routes");
}

/** Several instances on Postgres and Redis; skipped with the reason where one of them is absent. */
function cluster(): Promise<Tally> {
  return vitest("cluster");
}

/** After the route tests, whose build it packs. */
function release(): Promise<Tally> {
  return vitest("release");
}

function vitest(project: string): Promise<Tally> {
  const reporters = ["--reporter=default", "--reporter=./tests/support/vitest-tally.ts"];
  return tallied("vitest", ["run", "--project", project, "--passWithNoTests", ...reporters]);
}

async function e2e(): Promise<Tally> {
  const empty: Tally = { passed: 0, failed: 0, failures: [], skipped: [] };
  if (globSync("tests/e2e/**/*.spec.ts", { cwd: root }).length === 0) {
    console.log("tests/e2e has no spec yet.");
    return empty;
  }
  if (ensureChromium() === undefined) return { ...empty, skipped: [{ name: "e2e", reason: "no Chromium here" }] };
  return tallied("playwright", ["test", "--reporter=list,./tests/support/playwright-tally.ts"]);
}

/** Runs a tool whose reporter writes a tally. A tool that fails without a failed test counts as one failure. */
async function tallied(tool: string, args: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "parlance-test-"));
  const file = join(folder, "tally.json");
  try {
    const status = await run(tool, args, { [TALLY_VARIABLE]: file });
    const tally = readTally(file);
    if (status === 0 || tally.failed > 0) return tally;
    return { ...tally, failed: 1, failures: [`${tool} ended with ${status}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that broke off before its end, or that found no test, has written none. */
function readTally(file: string): Tally {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, failures: [], skipped: [] };
  }
}

/** Also without npm, the tools are the project's own. */
const PATH = [join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(delimiter);

/** @returns the exit status; a tool that cannot be started or that was ended by a signal counts as 1 */
function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return ended(start({ command, args, environment, output: "inherit" }), command);
}

/** @returns what it printed, too: to be told when nothing else is printing */
async function runSilently(command: string, args: string[]): Promise<{ status: number; output: string }> {
  const child = start({ command, args, output: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { status: await ended(child, command), output };
}

type Command = { command: string; args: string[]; environment?: Record<string, string>; output: "inherit" | "pipe" };

function start({ command, args, environment, output }: Command): ChildProcess {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH, ...environment },
    stdio: ["ignore", output, output],
    shell: process.platform === "win32",
    timeout: SUITE_TIMEOUT_MS,
  });
}

/** Once all that it printed has been read. */
function ended(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

await main(process.argv.slice(2));
