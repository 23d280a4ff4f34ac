/** The package as a user gets it: packed, installed in an empty folder, started by its command. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY, askGuide, call, readVersion, root, run, type Started, start } from "./shipped-files.ts";

/** Errors of npm that mean that there is no registry here. */
const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/;
/** Node of the machine, where it has one beside that of the dependencies: the launcher then changes to Node 26. */
const HOST_NODES = ["/usr/bin/node", "/usr/local/bin/node"];

const folder = mkdtempSync(join(tmpdir(), "parlance-install-"));
const installed = join(folder, "node_modules/parlance");
let withoutRegistry: string | undefined;
let seconds = 0;

beforeAll(() => {
  run("npm", ["pack", join(root, "dist/package"), "--silent"], folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const began = performance.now();
  const args = ["install", `./parlance-${readVersion()}.tgz`, "--no-audit", "--no-fund", "--prefer-offline"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  seconds = (performance.now() - began) / 1000;
  if (status !== 0 && NO_REGISTRY.test(stderr)) withoutRegistry = stderr.split("\n", 1)[0];
  else if (status !== 0) throw new Error(stderr);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(join(folder, "node_modules/.bin/parlance"), args, {
    cwd: folder,
    encoding: "utf8",
    env: environment(),
  });
}

function environment(): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  return {
    PATH,
    PARLANCE_ADMIN_KEY: ADMIN_KEY,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
  } as unknown as NodeJS.ProcessEnv;
}

it("holds compiled code only, without tests, and no path of this machine", (context) => {
  if (withoutRegistry) context.skip(`no registry: ${withoutRegistry}`);
  expect(globSync("{lib,scripts,bin}/**/*.{ts,tsx,map}", { cwd: installed })).toEqual([]);
  const files = globSync(["{lib,scripts,bin,.next,tests,bench}/**/*", "*"], {
    cwd: installed,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ parentPath }) => parentPath.startsWith(join(installed, "tests")))).toEqual([]);
  const places = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(root));
  expect(places.map(({ name }) => name)).toEqual([]);
});

it.each(["present Node", ...HOST_NODES])(
  "answers from an empty folder on the %s",
  { timeout: 120_000 },
  async (node) => {
    const host = node === "present Node" ? process.execPath : node;
    const version = spawnSync(host, ["--version"], { encoding: "utf8" });
    if (withoutRegistry || version.status !== 0) return;
    let gateway: Started | undefined;
    const began = performance.now();
    try {
      gateway = await start({
        command: host,
        args: [join(installed, "bin/parlance.js")],
        cwd: folder,
        environment: environment() as Record<string, string>,
      });
      expect(await askGuide(gateway.url)).toMatchObject({ status: 200 });
      expect(await call(gateway.url, "/chat")).toMatchObject({ status: 200, text: expect.stringContaining("<html") });
      const spent = (performance.now() - began) / 1000;
      console.log(
        `package on Node ${version.stdout.trim()}: installed in ${seconds.toFixed(1)} s, called ${spent.toFixed(1)} s after its start`,
      );
      // Wide: 20 s on a quiet machine.
      expect(seconds + spent).toBeLessThan(200);
      expect(await call(gateway.url, "/healthz")).toMatchObject({ text: expect.stringContaining(readVersion()) });
      expect(await gateway.stop()).toBe(0);
    } finally {
      await gateway?.stop();
    }
  },
);

it("has the commands, which name themselves as they are called", { timeout: 60_000 }, (context) => {
  if (withoutRegistry) context.skip(`no registry: ${withoutRegistry}`);
  expect(command("--version")).toMatchObject({ status: 0, stdout: `${readVersion()}\n` });
  expect(command("keys", "list")).toMatchObject({ status: 0, stdout: expect.stringContaining("parlance keys create") });
  expect(command("config", "check")).toMatchObject({ status: 0, stdout: expect.stringContaining("Providers: none") });
  expect(command("frob")).toMatchObject({ status: 2, stderr: expect.stringContaining('no command "frob"') });
});
