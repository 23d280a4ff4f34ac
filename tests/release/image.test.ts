/**
 * The container images without a container engine: the files that the Dockerfile's last stages copy, in a clean root
 * folder, read-only, started as their user with their variables and command.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { residentMegabytes } from "#bench/process-cost.ts";
import { isRoot } from "#tests/support/is-root.ts";
import { type Image, readImage, readStages } from "./dockerfile.ts";
import { ADMIN_KEY, askGuide, call, root, type Started, start } from "./shipped-files.ts";

const MB = 1_000_000;
/** Size of gcr.io/distroless/cc-debian13, unpacked, rounded up: glibc, OpenSSL, libstdc++, time zones and certificates. */
const BASE_BYTES = 30 * MB;
/** Without the symbols that `strip` removes where it is installed. */
const NODE_BYTES = 117 * MB;
/** Libraries of the base image that programs may load. */
const BASE_LIBRARIES =
  /^(?:ld-linux-\S+|linux-vdso|libc|libm|libdl|libpthread|librt|libresolv|libstdc\+\+|libgcc_s)\.so/;

/** Limit on the memory of a gateway without pages that nobody uses: 114 MB here, half of which is Node itself. */
const MOST_RESIDENT_MB = 130;

const stages = readStages(root);
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Copies what the stage copies. Hard links of one file system cost no time. */
function unpack(image: Image): string {
  const target = mkdtempSync(join(tmpdir(), "parlance-image-"));
  folders.push(target);
  // The user of the image passes through it.
  chmodSync(target, 0o755);
  mkdirSync(join(root, "dist/volume/data"), { recursive: true });
  for (const { from, to, owner } of image.copies) {
    cpSync(join(root, from), join(target, to), { recursive: true });
    if (isRoot && owner !== 0)
      for (const name of globSync("*", { cwd: join(root, from) })) chownSync(join(target, to, name), owner, owner);
  }
  return target;
}

/** Nothing but the volumes can be written: by the owner of files, and where tests run as root, by another user. */
function makeReadOnly(target: string, volumes: string[]): void {
  const isVolume = (name: string) => volumes.some((volume) => `/${name}`.startsWith(volume));
  for (const name of ["", ...globSync("**/*", { cwd: target })]) {
    const file = join(target, name);
    const { mode } = lstatSync(file);
    if (!isVolume(name)) chmodSync(file, (mode & 0o555) | 0o444);
  }
}

function measure(target: string): number {
  return globSync("**/*", { cwd: target }).reduce((sum, name) => {
    const stat = lstatSync(join(target, name));
    return sum + (stat.isFile() ? stat.size : 0);
  }, 0);
}

/** Runs a command line of the image in the unpacked folder: its absolute paths are below it. */
async function startImage(image: Image, target: string): Promise<Started> {
  const [command = "", ...args] = image.command.map((word) => toPath(word, target));
  return start({
    command,
    args,
    cwd: join(target, image.folder),
    environment: toEnvironment(image, target),
    user: isRoot ? image.user : undefined,
  });
}

function toPath(word: string, target: string): string {
  return word.startsWith("/") ? join(target, word) : word;
}

function toEnvironment(image: Image, target: string): Record<string, string> {
  const variables = Object.entries(image.environment).map(([name, value]) => [name, toPath(value, target)]);
  return { ...Object.fromEntries(variables), PORT: "0", PARLANCE_ADMIN_KEY: ADMIN_KEY };
}

describe.each([
  { stage: "pages", most: 450 * MB },
  { stage: "headless", most: 200 * MB },
])("the image $stage", ({ stage, most }) => {
  const image = readImage(stages, stage);
  let target: string;
  let gateway: Started;
  beforeAll(async () => {
    target = unpack(image);
    makeReadOnly(target, image.volumes);
    gateway = await startImage(image, target);
  }, 120_000);
  afterAll(() => gateway?.stop());

  it("is small enough", () => {
    const node = lstatSync(join(target, "usr/local/bin/node")).size;
    const bytes = BASE_BYTES + measure(target) - node + Math.min(node, NODE_BYTES);
    console.log(
      `image ${stage}: ${Math.round(bytes / MB)} MB, of which base image ${BASE_BYTES / MB} MB and Node ${Math.round(Math.min(node, NODE_BYTES) / MB)} MB`,
    );
    expect(bytes).toBeLessThan(most);
  });

  it("needs little memory until it is used", async () => {
    // Longer than the delay after which a gateway with pages loads the sandbox.
    await delay(2_500);
    const resident = residentMegabytes(gateway.pid) ?? Number.NaN;
    console.log(`image ${stage}: ${Math.round(resident)} MB resident at rest`);
    // The tokenizer alone, which a gateway without pages loads on demand, takes 100 MB.
    if (stage === "headless") expect(resident).toBeLessThan(MOST_RESIDENT_MB);
  });

  it("runs as a user without rights, and listens for other machines", () => {
    expect(image.user).toBeGreaterThan(0);
    expect(image.environment).toMatchObject({ HOST: "0.0.0.0", DATA_DIR: "/data" });
    expect(image.volumes).toEqual(["/data"]);
  });

  it("answers a call, and keeps its data in the volume", async () => {
    expect(await askGuide(gateway.url)).toMatchObject({ status: 200, text: expect.stringContaining("Parlance") });
    expect(globSync("*", { cwd: join(target, "data") })).toContain("parlance.db");
  });

  it("reports its health as its health check does", () => {
    const [command = "", ...args] = image.health.map((word) => toPath(word, target));
    const environment = { ...toEnvironment(image, target), PORT: new URL(gateway.url).port };
    const { status, stdout, stderr } = spawnSync(command, args, {
      env: environment as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "ready\n", stderr: "" });
  });

  it("has every shared library that its programs load", (context) => {
    if (process.platform !== "linux") context.skip("ldd lists the libraries of Linux programs only");
    const programs = globSync(["usr/local/bin/node", "app/**/*.node"], { cwd: target });
    expect(programs.length).toBeGreaterThan(1);
    const own = new Set(globSync("**/*.so*", { cwd: target }).map((name) => name.slice(name.lastIndexOf("/") + 1)));
    const missing = programs.flatMap((program) =>
      spawnSync("ldd", [join(target, program)], { encoding: "utf8" })
        .stdout.split("\n")
        .map((line) => line.trim().split(/[\s]/)[0]?.replace(/^.*\//, "") ?? "")
        .filter(
          (library) => library !== "" && library !== "statically" && !BASE_LIBRARIES.test(library) && !own.has(library),
        ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  if (stage === "pages") {
    it("serves pages, and makes images and videos", async () => {
      for (const path of ["/chat", "/docs/keys", "/docs/search-index.json"])
        expect(await call(gateway.url, path)).toMatchObject({ status: 200 });
      const painted = await call(gateway.url, "/v1/images/generations", {
        model: "sandbox/image-model-a",
        prompt: "a red fox",
      });
      expect(painted).toMatchObject({ status: 200, text: expect.stringMatching(/"b64_json":"iVBOR/) });
    });
  } else {
    it("has no pages, and names what the sandbox lacks", async () => {
      expect((await call(gateway.url, "/chat")).status).toBe(404);
      const painted = await call(gateway.url, "/v1/images/generations", {
        model: "sandbox/image-model-a",
        prompt: "a red fox",
      });
      expect(painted).toMatchObject({ status: 501, text: expect.stringContaining("@napi-rs/canvas") });
    });
  }

  it("stops at SIGTERM with status 0, having written to its volume only", async () => {
    expect(await gateway.stop()).toBe(0);
    expect(gateway.output()).not.toMatch(/EROFS|EACCES|EPERM/);
  });
});
