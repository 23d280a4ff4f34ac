import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { openStore } from "#lib/store/open-store.ts";
import { makeFolder } from "./test-databases.ts";

const script = fileURLToPath(new URL("../../scripts/keys.ts", import.meta.url));

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Only these variables, so that nothing of the machine's own gets in. What Node has compiled is half of a start. */
function keys(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { NODE_COMPILE_CACHE = "" } = process.env;
  const environment = { NODE_ENV: "test" as const, DATA_DIR: dataDir, PORT: "4321", NODE_COMPILE_CACHE };
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, env: environment, encoding: "utf8" });
}

test("a key is created, shown once, listed and revoked while a server has the store open", async () => {
  const store = await openStore({ dataDir });

  const created = keys("create", "--name", "CI", "--scope", "admin", "--scope", "inference", "--expires", "30d");
  expect(created).toMatchObject({ status: 0, stderr: "" });
  const [secret = ""] = /pk_[0-9A-Za-z]{43}/.exec(created.stdout) ?? [];
  expect(created.stdout).toContain("curl http://127.0.0.1:4321/v1/chat/completions");
  const record = await store.keys.findByHash(hashSecret(secret));
  expect(record).toMatchObject({ name: "CI", scopes: ["admin", "inference"], revokedAt: null });
  expect(Math.round(((record?.expiresAt ?? 0) - Date.now()) / 86_400_000)).toBe(30);

  const listed = keys("list");
  expect(listed.stdout.split("\n")).toEqual([
    expect.stringMatching(/^ID +NAME +BEGINS +SCOPES/),
    expect.stringMatching(new RegExp(`^${record?.id} +CI +${record?.prefix} +admin,inference .* active$`)),
    "",
  ]);
  expect(listed.stdout).not.toContain(secret);

  const revoked = keys("revoke", record?.prefix ?? "");
  expect(revoked).toMatchObject({ status: 0, stdout: expect.stringContaining("is revoked") });
  expect((await store.keys.findByHash(hashSecret(secret)))?.revokedAt).not.toBeNull();
  expect(keys("list").stdout).toMatch(/revoked \d{4}-/);
  await store.close();
});

test("a created key gets the limits that the config file has for new keys", async () => {
  const limits = { requests_per_minute: 7 };
  writeFileSync(join(folder, "parlance.config.json"), JSON.stringify({ keys: { defaults: { limits } } }));
  const created = keys("create", "--name", "Limited");
  expect(created).toMatchObject({ status: 0, stderr: "" });
  const [secret = ""] = /pk_[0-9A-Za-z]{43}/.exec(created.stdout) ?? [];
  const store = await openStore({ dataDir });
  const record = await store.keys.findByHash(hashSecret(secret));
  expect(record?.policy.limits).toEqual(limits);
  await store.keys.update(record?.id ?? "", { disabledAt: Date.now() });
  await store.close();
  expect(keys("list").stdout).toMatch(/ disabled$/m);
});

test("an empty list explains how to create a key", () => {
  expect(keys("list")).toMatchObject({ status: 0, stdout: expect.stringContaining("npm run keys -- create") });
});

test("revoking an unknown key fails with a reason", () => {
  expect(keys("revoke", "pk_nothing")).toMatchObject({ status: 1, stderr: expect.stringContaining('"pk_nothing"') });
});

test.each([
  [[], "no command was given"],
  [["create"], "needs a --name"],
  [["create", "--name", "C\u0007I"], "--name must have 1 to 100 printable characters"],
  [["create", "CI"], '"create CI" is no command'],
  [["create", "--name", "CI", "--scope", "root"], "expected one of metrics, inference, publish, admin"],
  [["create", "--name", "CI", "--expires", "soon"], "such as 12h, 30d"],
  [["create", "--title", "CI"], "Unknown option '--title'"],
  [["revoke"], '"revoke" is no command'],
])("invalid usage %j exits with 2 and prints what is expected", (args, reason) => {
  const { status, stdout, stderr } = keys(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^keys: /);
  expect(stderr).toContain(reason);
  expect(stderr).toContain("expected");
});
