/** `npm run backup` beside a gateway under load, and `npm run restore` of what it copied. */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { backUp } from "#scripts/backup.ts";
import { restore } from "#scripts/restore.ts";
import { collectOutput, startGateway, type TestGateway } from "../support/gateway.ts";
import { startS3Server } from "../support/s3-server.ts";

// A backup waits until the disk has each file: seconds a file, while the disk writes back what others wrote before.
vi.setConfig({ testTimeout: 120_000 });

const PROVIDER_KEY = "sk-of-the-provider-0123456789";

let parent: string;
let gateway: TestGateway;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "parlance-backup-"));
  gateway = await startGateway({ mount: "node", environment: { PARLANCE_ADMIN_KEY: "" } });
});
afterAll(async () => {
  await gateway?.close();
  rmSync(parent, { recursive: true, force: true });
});

async function run(script: string, args: string[], variables: Record<string, string>) {
  const { NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url)), ...args],
    {
      cwd: parent,
      env: { NODE_ENV: "test", NODE_COMPILE_CACHE, ...variables },
    },
  );
  const output = collectOutput(child);
  const [status] = await once(child, "close");
  return { status, output: output() };
}
const readAdminKey = () => readFileSync(join(gateway.dataDir, "admin-key"), "utf8").trim();
const place = (name: string) => join(parent, name);
const mode = (path: string) => statSync(path).mode & 0o777;
async function json<Body>(response: Promise<Response>): Promise<Body> {
  const body = await (await response).json();
  expect((await response).status, JSON.stringify(body)).toBe(200);
  return body as Body;
}
async function upload(at: TestGateway, key: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set("purpose", "user_data");
  form.set("file", new File([Uint8Array.from(bytes)], "a.bin"));
  const headers = { authorization: `Bearer ${key}` };
  return (await json<{ id: string }>(fetch(`${at.url}/v1/files`, { method: "POST", headers, body: form }))).id;
}

it("has everything that was answered before it began, while the gateway goes on", async () => {
  const adminKey = readAdminKey();
  const admin = { authorization: `Bearer ${adminKey}`, "content-type": "application/json" };
  const provider = JSON.stringify({ id: "mine", base_url: "http://127.0.0.1:9/v1", api_key: PROVIDER_KEY });
  const created = await fetch(`${gateway.url}/api/providers`, { method: "POST", headers: admin, body: provider });
  expect(created.ok).toBe(true);
  const files = new Map<string, Buffer>();
  const responses = new Set<string>();
  let isBusy = true;
  async function work(): Promise<void> {
    while (isBusy) {
      const bytes = randomBytes(40_000);
      files.set(await upload(gateway, adminKey, bytes), bytes);
      const body = JSON.stringify({ model: "sandbox/guide", input: "Hello", max_output_tokens: 30 });
      responses.add(
        (await json<{ id: string }>(fetch(`${gateway.url}/v1/responses`, { method: "POST", headers: admin, body }))).id,
      );
      const [first] = files.keys();
      // Deletions go on too.
      if (files.size > 30 && first) {
        files.delete(first);
        await fetch(`${gateway.url}/v1/files/${first}`, { method: "DELETE", headers: admin });
      }
    }
  }
  const working = Promise.all([work(), work(), work()]);
  await expect.poll(() => files.size, { timeout: 60_000 }).toBeGreaterThan(20);
  const before = { files: new Map(files), responses: new Set(responses) };
  const backup = place("backup");
  const { status, output } = await run("backup", [backup], { DATA_DIR: gateway.dataDir });
  isBusy = false;
  await working;
  expect(output).toContain(`to ${backup}`);
  expect(status).toBe(0);
  expect(mode(backup)).toBe(0o700);
  for (const name of readdirSync(backup))
    expect([name, mode(join(backup, name))]).toEqual([name, name === "blobs" ? 0o700 : 0o600]);
  for (const name of readdirSync(join(backup, "blobs"))) expect(mode(join(backup, "blobs", name))).toBe(0o600);

  const dataDir = place("restored");
  const restored = await run("restore", [backup], { DATA_DIR: dataDir });
  expect(restored).toEqual({ status: 0, output: expect.stringContaining("Start the gateway: npm start") });
  expect([mode(dataDir), mode(join(dataDir, "parlance.db")), mode(join(dataDir, "admin-key"))]).toEqual([
    0o700, 0o600, 0o600,
  ]);
  const again = await startGateway({ mount: "node", dataDir, environment: { PARLANCE_ADMIN_KEY: "" } });
  onTestFinished(() => again.close());
  const providers = await json<{ data: { id: string; status: string }[] }>(
    fetch(`${again.url}/api/providers`, { headers: admin }),
  );
  // Its server does not answer; without the key it would be locked.
  expect(providers.data.find(({ id }) => id === "mine")?.status).toBe("failing");
  const listed = await json<{ data: { id: string }[] }>(fetch(`${again.url}/v1/files?limit=10000`, { headers: admin }));
  for (const { id } of listed.data) {
    const content = await fetch(`${again.url}/v1/files/${id}/content`, { headers: admin });
    expect(content.status, "each listed file has its bytes").toBe(200);
    const bytes = before.files.get(id);
    if (bytes) expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  }
  // Files that were deleted while the backup ran may be gone.
  const ids = new Set(listed.data.map(({ id }) => id));
  expect([...before.files.keys()].filter((id) => !ids.has(id) && files.has(id))).toEqual([]);
  for (const id of before.responses) await json(fetch(`${again.url}/v1/responses/${id}`, { headers: admin }));
});

it("refuses a folder with files, on both ways", async () => {
  const full = place("full");
  mkdirSync(full);
  writeFileSync(join(full, "mine"), "");
  const backup = place("small");
  await run("backup", [backup], { DATA_DIR: gateway.dataDir });
  for (const result of [
    await run("backup", [full], { DATA_DIR: gateway.dataDir }),
    await run("restore", [backup], { DATA_DIR: full }),
  ]) {
    expect(result).toEqual({ status: 1, output: expect.stringContaining(`${full} is not empty`) });
  }
  expect(readdirSync(full)).toEqual(["mine"]);
});

it.each<[string, string, string[], Record<string, string>, RegExp]>([
  ["a data folder without a database", "backup", ["b"], { DATA_DIR: "nowhere" }, /has no database/],
  ["a database in Postgres", "backup", ["b"], { DATABASE_URL: "postgres://u:secret@h/d" }, /pg_dump/],
  ["two targets", "backup", ["b", "c"], {}, /expected npm run backup/],
  ["an unknown option", "backup", ["--all"], {}, /Unknown option/],
  ["no backup", "restore", [], {}, /expected npm run restore/],
  ["a folder that is no backup", "restore", ["."], { DATA_DIR: "new" }, /not a complete backup/],
  ["a database in Postgres", "restore", ["."], { DATABASE_URL: "postgres://u:secret@h/d" }, /DATABASE_URL is set/],
])("refuses %s", async (_, script, args, variables, expected) => {
  const { status, output } = await run(script, args, variables);
  // A call that is not understood has a status of its own.
  const isUsage = /; expected npm run /.test(output);
  expect({ status, output }).toEqual({ status: isUsage ? 2 : 1, output: expect.stringMatching(expected) });
  expect(output).not.toContain("secret");
  expect(existsSync(place("b"))).toBe(false);
  expect(existsSync(place("new"))).toBe(false);
});

it.each<[string, (backup: string) => void, RegExp]>([
  ["without its description", (backup) => rmSync(join(backup, "backup.json")), /not a complete backup/],
  [
    "of another version",
    (backup) => writeFileSync(join(backup, "backup.json"), '{"version":2}'),
    /this version can read/,
  ],
  ["with a damaged database", (backup) => truncateSync(join(backup, "parlance.db"), 9_000), /is damaged/],
  ["without a stored file", (backup) => rmSync(join(backup, "blobs"), { recursive: true }), /is missing/],
])("restores nothing of a backup %s", async (name, damage, expected) => {
  const adminKey = readAdminKey();
  await upload(gateway, adminKey, Buffer.from("hello"));
  const backup = place(`damaged ${name}`);
  const settings = { dataDir: gateway.dataDir };
  await backUp({ settings, target: backup });
  damage(backup);
  const dataDir = place(`from damaged ${name}`);
  await expect(restore({ settings: { dataDir }, source: backup })).rejects.toThrow(expected);
  expect(existsSync(dataDir)).toBe(false);
});

it("restores stored files into a bucket, and backs them up from there", async () => {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const { bucket, region, credentials, url: endpoint } = server;
  const s3 = { bucket, region, credentials, endpoint };
  const first = place("of a folder");
  const { blobs } = await backUp({ settings: { dataDir: gateway.dataDir }, target: first });
  expect(blobs).toBeGreaterThan(0);
  const settings = { dataDir: place("with a bucket"), s3 };
  await restore({ settings, source: first });
  expect(server.objects.size).toBe(blobs);
  expect((await backUp({ settings, target: place("of a bucket") })).blobs).toBe(blobs);
});

it("leaves nothing when a disk is full", async (context) => {
  const folder = place("disk");
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", folder], { stdio: "pipe" });
  } catch {
    return context.skip("no file system may be mounted here");
  }
  onTestFinished(() => void execFileSync("umount", [folder]));
  const adminKey = readAdminKey();
  await upload(gateway, adminKey, randomBytes(5_000_000));
  const settings = { dataDir: gateway.dataDir };
  await expect(backUp({ settings, target: join(folder, "backup") })).rejects.toThrow(/free; .* are needed/);
  expect(readdirSync(folder)).toEqual([]);
  const backup = place("for a full disk");
  await backUp({ settings, target: backup });
  await expect(restore({ settings: { dataDir: join(folder, "data") }, source: backup })).rejects.toThrow(/are needed/);
  expect(readdirSync(folder)).toEqual([]);
});
