/** The commands with which the guide backs up a gateway on Postgres, and restores it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBinaries } from "../store/start-postgres.ts";
import { startTestDatabases } from "../store/test-databases.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { findGuideCommand } from "../support/guide-commands.ts";

const GUIDE = "docs/guide/operations.md";
const { authorization } = AUTHORIZED;

async function read<Body>(at: TestGateway, path: string): Promise<Body> {
  const response = await fetch(at.url + path, { headers: { authorization } });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** Asks for a response that is stored, and returns its id. */
async function expectAnswer(at: TestGateway): Promise<string> {
  const body = JSON.stringify({ model: "sandbox/echo", input: "Remember me.", store: true });
  const response = await fetch(`${at.url}/v1/responses`, { method: "POST", headers: AUTHORIZED, body });
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

async function countRequests(at: TestGateway): Promise<number> {
  const period = `from=${Date.now() - 3_600_000}&to=${Date.now() + 60_000}`;
  const { total } = await read<{ total: { requests: number } }>(at, `/api/usage?${period}`);
  return total.requests;
}

test("a dump of Postgres and a copy of the data folder are the whole gateway", {
  timeout: 120_000,
}, async (context) => {
  const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
  const binaries = findBinaries();
  if (!postgres || !binaries) return context.skip("no Postgres with its programs here");
  const folder = mkdtempSync(join(tmpdir(), "parlance-dump-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [await postgres.create(), await postgres.create()];
  onTestFinished(async () => {
    await from.remove();
    await to.remove();
  });
  const run = (beginning: string, { databaseUrl = "" }: { databaseUrl?: string }) =>
    execFileSync("sh", ["-c", findGuideCommand(GUIDE, beginning)], {
      cwd: folder,
      env: { ...process.env, PATH: `${binaries}:${process.env.PATH}`, DATABASE_URL: databaseUrl },
      stdio: "pipe",
    });
  async function start(dataDir: string, { databaseUrl = "" }: { databaseUrl?: string }): Promise<TestGateway> {
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const gateway = await startGateway({ mount: "node", environment });
    onTestFinished(() => gateway.close());
    return gateway;
  }

  const old = await start(join(folder, "old"), from.options);
  const form = new FormData();
  form.set("purpose", "user_data");
  form.set("file", new File(["Kept."], "a.txt"));
  const upload = await fetch(`${old.url}/v1/files`, { method: "POST", headers: { authorization }, body: form });
  const { id: fileId } = await upload.json();
  const responseId = await expectAnswer(old);
  expect(await countRequests(old)).toBe(1);
  run("pg_dump", from.options);
  await old.stop();
  cpSync(join(folder, "old/blobs"), join(folder, "new/blobs"), { recursive: true });

  run("pg_restore", to.options);
  const restored = await start(join(folder, "new"), to.options);
  const content = await fetch(`${restored.url}/v1/files/${fileId}/content`, { headers: { authorization } });
  expect(await content.text()).toBe("Kept.");
  expect(JSON.stringify(await read(restored, `/v1/responses/${responseId}`))).toContain("Remember me.");
  expect(await countRequests(restored)).toBe(1);
  // The log goes on, with the triggers of the dump.
  await expectAnswer(restored);
  expect(await countRequests(restored)).toBe(2);
});
