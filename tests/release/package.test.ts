/** The package as a user gets it: packed, installed in an empty folder, started by its command. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isRoot } from "#tests/support/is-root.ts";
import { ADMIN_KEY, askGuide, call, readVersion, root, run, type Started, start } from "./shipped-files.ts";

/** Errors of npm that mean that there is no registry here. */
const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/;
/** Node of the machine, where it has one beside that of the dependencies: the launcher then changes to Node 26. */
const HOST_NODES = ["/usr/bin/node", "/usr/local/bin/node"].filter((node) => existsSync(node));

/** Neither the owner of the installation nor of its group. */
const OTHER_USER = 65_532;

const folder = mkdtempSync(join(tmpdir(), "parlance-install-"));
const installed = join(folder, "node_modules/parlance");
let withoutRegistry: string | undefined;
let packSeconds = 0;
let installSeconds = 0;

const secondsSince = (began: number) => (performance.now() - began) / 1_000;

beforeAll(() => {
  // Other users pass through it.
  chmodSync(folder, 0o755);
  let began = performance.now();
  run("npm", ["pack", join(root, "dist/package"), "--silent"], folder);
  packSeconds = secondsSince(began);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  began = performance.now();
  const args = ["install", `./parlance-${readVersion()}.tgz`, "--no-audit", "--no-fund", "--prefer-offline"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  installSeconds = secondsSince(began);
  if (status !== 0 && NO_REGISTRY.test(stderr)) withoutRegistry = stderr.split("\n", 1)[0];
  else if (status !== 0) throw new Error(stderr);
}, 240_000);
beforeEach((context) => {
  if (withoutRegistry) context.skip(`no registry: ${withoutRegistry}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(join(folder, "node_modules/.bin/parlance"), args, {
    cwd: folder,
    encoding: "utf8",
    env: environment() as unknown as NodeJS.ProcessEnv,
  });
}

function environment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return { PATH, PARLANCE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: join(folder, "data"), PORT: "0" };
}

/** Opens a page as a user who cannot write the installation. @returns folder of the data, which is that user's own */
async function openPageAsOther(): Promise<string> {
  const data = mkdtempSync(join(folder, "data-of-another-user-"));
  if (isRoot) chownSync(data, OTHER_USER, OTHER_USER);
  chmodSync(join(installed, "pages"), 0o555);
  const gateway = await start({
    command: process.execPath,
    args: [join(installed, "bin/parlance.js")],
    cwd: folder,
    environment: { ...environment(), DATA_DIR: data },
    user: isRoot ? OTHER_USER : undefined,
  });
  try {
    expect(await call(gateway.url, "/chat")).toMatchObject({ status: 200, text: expect.stringContaining("<html") });
  } finally {
    await gateway.stop();
    chmodSync(join(installed, "pages"), 0o755);
  }
  return data;
}

const listBuilds = (place: string) => globSync("pages/*/.next/BUILD_ID", { cwd: place });

it("unpacks its pages in the folder of the data where its user cannot write it", { timeout: 120_000 }, async () => {
  expect(listBuilds(await openPageAsOther())).toHaveLength(1);
  expect(listBuilds(installed)).toEqual([]);
});

it("unpacks its pages when it is told to, for a user who cannot write it", { timeout: 120_000 }, async () => {
  expect(command("unpack")).toMatchObject({ status: 0, stdout: expect.stringContaining(join(installed, "pages")) });
  expect(listBuilds(installed)).toHaveLength(1);
  expect(listBuilds(await openPageAsOther())).toEqual([]);
  // The next test unpacks them by its start.
  rmSync(join(installed, dirname(dirname(listBuilds(installed)[0] as string))), { recursive: true });
});

it.each(["present Node", ...HOST_NODES])(
  "answers from an empty folder on the %s",
  { timeout: 120_000 },
  async (node) => {
    const host = node === "present Node" ? process.execPath : node;
    const version = spawnSync(host, ["--version"], { encoding: "utf8" });
    let gateway: Started | undefined;
    const began = performance.now();
    try {
      gateway = await start({
        command: host,
        args: [join(installed, "bin/parlance.js")],
        cwd: folder,
        environment: environment(),
      });
      expect(await askGuide(gateway.url)).toMatchObject({ status: 200 });
      expect(await call(gateway.url, "/chat")).toMatchObject({ status: 200, text: expect.stringContaining("<html") });
      const startSeconds = secondsSince(began);
      console.log(
        `package on Node ${version.stdout.trim()}: packed in ${packSeconds.toFixed(1)} s, installed in ${installSeconds.toFixed(1)} s, API and a page called ${startSeconds.toFixed(1)} s after the start`,
      );
      // Wide: 20 s are the limit on a quiet machine.
      expect(packSeconds + installSeconds + startSeconds).toBeLessThan(200);
      expect(await call(gateway.url, "/healthz")).toMatchObject({ text: expect.stringContaining(readVersion()) });
      expect(await gateway.stop()).toBe(0);
    } finally {
      await gateway?.stop();
    }
  },
);

it("holds compiled code only, without tests, and no path of this machine", { timeout: 60_000 }, () => {
  expect(command("unpack").status).toBe(0);
  expect(globSync("{lib,scripts,bin}/**/*.{ts,tsx,map}", { cwd: installed })).toEqual([]);
  const files = globSync(["{lib,scripts,bin,pages/*/.next,tests,bench}/**/*", "*"], {
    cwd: installed,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ parentPath }) => parentPath.startsWith(join(installed, "tests")))).toEqual([]);
  const places = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(root));
  expect(places.map(({ name }) => name)).toEqual([]);
});

it("has the commands, which name themselves as they are called", { timeout: 60_000 }, () => {
  expect(command("--version")).toMatchObject({ status: 0, stdout: `${readVersion()}\n` });
  expect(command("keys", "list")).toMatchObject({ status: 0, stdout: expect.stringContaining("parlance keys create") });
  expect(command("config", "check")).toMatchObject({ status: 0, stdout: expect.stringContaining("Providers: none") });
  expect(command("frob")).toMatchObject({ status: 2, stderr: expect.stringContaining('no command "frob"') });
});
