/** `parlance` as it is typed: help, version, each command's help, and calls that are not understood. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { COMMANDS } from "#scripts/commands/all-commands.ts";
import { runCli } from "#scripts/commands/run-cli.ts";
import packageJson from "../../package.json" with { type: "json" };
import { collectOutput } from "../support/gateway.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

afterEach(() => {
  vi.restoreAllMocks();
});

async function call(...args: string[]): Promise<{ status: number; output: string; errors: string }> {
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  const fail = vi.spyOn(console, "error").mockImplementation(() => {});
  const status = await runCli(args);
  const textOf = (spy: typeof print) => spy.mock.calls.flat().join("\n");
  return { status, output: textOf(print), errors: textOf(fail) };
}

it.each([["--help"], ["-h"], ["help"]])("%s lists every command", async (argument) => {
  const { status, output, errors } = await call(argument);
  expect({ status, errors }).toEqual({ status: 0, errors: "" });
  for (const { name, summary } of COMMANDS) expect(output).toMatch(new RegExp(`^  ${name} +${summary}`, "m"));
});

it.each([["--version"], ["-v"]])("%s prints the version alone", async (argument) => {
  expect(await call(argument)).toEqual({ status: 0, output: packageJson.version, errors: "" });
});

it.each(COMMANDS.map(({ name }) => name))("%s has its own help, in two ways", async (name) => {
  const { status, output } = await call(name, "--help");
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^Usage: /) });
  vi.restoreAllMocks();
  expect((await call("help", name)).output).toBe(output);
});

it.each([
  [["frobnicate"], 'there is no command "frobnicate"; parlance --help'],
  [["key", "list"], 'there is no command "key" (did you mean "keys"?)'],
  [["help", "frobnicate"], 'there is no command "frobnicate"'],
  [["--prot", "3000"], "start: Unknown option '--prot'"],
  [["start", "now"], "start: Unexpected argument 'now'"],
  [["keys", "frob"], 'keys: "frob" is no command; expected one of'],
  [["config", "frob"], 'config: "frob" is no command; expected one of'],
  [["config", "check", "--strict"], 'config: unknown option "--strict"'],
  [["sign-in", "me"], "sign-in: it takes no arguments; got me"],
  [["health", "now"], "health: it takes no arguments; got now"],
])("%j exits with 2 and says what is wrong", async (args, message) => {
  const { status, output, errors } = await call(...args);
  expect({ status, output }).toEqual({ status: 2, output: "" });
  expect(errors).toContain(message);
});

it("prints the schema that is in docs", async () => {
  const { status, output } = await call("config", "schema");
  expect(status).toBe(0);
  expect(`${output}\n`).toBe(readFileSync(join(root, "docs/config.schema.json"), "utf8"));
});

it("starts with options instead of variables, and says when it is ready", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-cli-"));
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE } as unknown as NodeJS.ProcessEnv };
  const cli = join(root, "scripts/cli.ts");
  const child = spawn(process.execPath, [cli, "start", "--port", "0", "--no-pages", "--data-dir", "kept"], options);
  const output = collectOutput(child);
  try {
    await vi.waitFor(() => expect(output()).toContain("Parlance is ready"), { timeout: 45_000, interval: 20 });
    expect(output()).toContain("Pages        off");
    expect(readFileSync(join(folder, "kept/admin-key"), "utf8").trim()).toMatch(/^pk_/);
    const [, port = ""] = /ready at http:\/\/localhost:(\d+)/.exec(output()) ?? [];
    const health = async (variables: Record<string, string>) => {
      const asked = spawn(process.execPath, [cli, "health"], { ...options, env: { ...options.env, ...variables } });
      return (await once(asked, "close"))[0];
    };
    expect([await health({ PORT: port }), await health({ PORT: "1" })]).toEqual([0, 1]);
  } finally {
    child.kill();
    await once(child, "close");
    rmSync(folder, { recursive: true, force: true });
  }
});
