/**
 * Disks that are full and databases that are locked, read-only or gone: each request that stores says so and leaves
 * nothing.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, onTestFinished, type TestContext, vi } from "vitest";
import type { WriterRequest } from "#lib/store/writer/writer-thread.ts";
import { startTestDatabases } from "../store/test-databases.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { nameBucket, startS3Server } from "../support/s3-server.ts";
import { expectDone, renderNothing, storeWrites } from "../support/store-writes.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

type Fault = {
  status: 503 | 507;
  message: RegExp;
};

/** A lock is waited for five seconds; the waits of requests behind one another do not add up. */
const ALL_ANSWERED_MS = 20_000;
const WRITER_REQUESTS = new Set<WriterRequest["type"]>(["run", "run-together", "roll-back"]);

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(environment: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startGateway({ mount: "node", environment, renderVideo: renderNothing });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Has the database refuse what is written. @returns what ends that */
function failWrites(errcode: number): () => void {
  const reply = { error: new Error("a fault"), properties: { code: "ERR_SQLITE_ERROR", errcode } };
  const { postMessage } = Worker.prototype;
  const mock = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message) {
    if (WRITER_REQUESTS.has(message.type)) queueMicrotask(() => this.emit("message", reply));
    else postMessage.call(this, message);
  });
  return () => mock.mockRestore();
}

/** Sends every request while the fault lasts, then again: what was refused is as if it had not been sent. */
async function itHolds(gateway: TestGateway, dataDir: string, fault: Fault, begin: () => () => unknown): Promise<void> {
  const prepared = await Promise.all(storeWrites.map(async (write) => (await write.prepare?.(gateway)) ?? ""));
  const before = await stored(gateway, dataDir);
  const stop = begin();
  const begun = performance.now();
  const responses = await Promise.all(
    storeWrites.map((write, index) => write.send(gateway, prepared[index] as string)),
  );
  const milliseconds = performance.now() - begun;
  for (const [index, response] of responses.entries()) {
    const type = fault.status === 507 ? "insufficient_storage_error" : "overloaded_error";
    const name = storeWrites[index]?.name;
    expect(Number(response.headers.get("retry-after")), name).toBeGreaterThan(0);
    await expectError(response, { status: fault.status, message: fault.message, type });
  }
  expect(milliseconds).toBeLessThan(ALL_ANSWERED_MS);
  await stop();
  expect(await stored(gateway, dataDir)).toEqual(before);
  for (const [index, write] of storeWrites.entries()) await expectDone(write.send(gateway, prepared[index] as string));
}

/** Names of all that clients can read, and of all blobs. */
async function stored({ url }: TestGateway, dataDir: string): Promise<unknown> {
  const read = async (path: string) => {
    const { data } = await (await expectDone(fetch(url + path, { headers: AUTHORIZED }))).json();
    return data.map(({ id, revoked_at }: Record<string, unknown>) => [id, revoked_at]);
  };
  const blobs = readdirSync(join(dataDir, "blobs")).sort();
  return { files: await read("/v1/files"), keys: await read("/api/keys"), videos: await read("/v1/videos"), blobs };
}

describe("the database", () => {
  const SQLITE: [name: string, errcode: number, fault: Fault][] = [
    ["is full", 13, { status: 507, message: /^The gateway's storage is full/ }],
    ["is read-only", 8, { status: 503, message: /is read-only/ }],
    ["was moved away (an extended code)", 1032, { status: 503, message: /is read-only/ }],
    ["cannot be written by the disk", 778, { status: 503, message: /is failing/ }],
    ["is damaged", 11, { status: 503, message: /is failing/ }],
  ];

  it.each(SQLITE)("%s", async (_name, errcode, fault) => {
    const gateway = await open();
    await itHolds(gateway, gateway.dataDir, fault, () => failWrites(errcode));
  });

  it("is full at the end of a stream, which ends with an error", async () => {
    const gateway = await open();
    const mend = failWrites(13);
    const body = { model: "sandbox/echo", input: "Hi", store: true, stream: true };
    const response = await fetch(`${gateway.url}/v1/responses`, {
      method: "POST",
      headers: AUTHORIZED,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    mend();
    expect(response.status).toBe(200);
    expect(text).not.toContain("response.completed");
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json as string));
    expect(events.at(-1)).toMatchObject({
      type: "error",
      message: expect.stringMatching(/^The gateway's storage is full/),
    });
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
  });

  it("is locked by another process", async () => {
    const gateway = await open();
    await itHolds(gateway, gateway.dataDir, { status: 503, message: /is locked/ }, () => {
      const other = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { timeout: 5_000 });
      other.exec("begin immediate");
      return () => other.close();
    });
  });

  it("is a Postgres server that stops and starts again", async (context) => {
    const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
    if (!postgres) return context.skip("no Postgres here");
    const database = await postgres.create();
    const url = new URL(database.options.databaseUrl ?? "");
    const proxy = await startTcpProxy(Number(url.port));
    onTestFinished(async () => {
      await proxy.close();
      await database.remove();
    });
    url.port = String(proxy.port);
    const gateway = await open({ DATABASE_URL: url.href });
    await itHolds(gateway, gateway.dataDir, { status: 503, message: /cannot be reached/ }, () => {
      proxy.cut();
      return () => proxy.mend();
    });
  });
});

/** Returns the folder of a small disk of its own, which the test's end removes; skips the test where none can be made. */
function mountDisk(context: TestContext, size: string): string {
  const folder = mkdtempSync(join(tmpdir(), "parlance-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "pipe" });
  } catch {
    rmSync(folder, { recursive: true });
    return context.skip("no file system may be mounted here");
  }
  onTestFinished(() => {
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Fills a disk. @returns what makes room again */
function fillDisk(folder: string): () => void {
  const filling = join(folder, "filling");
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filling, Buffer.alloc(bavail * bsize));
  return () => rmSync(filling);
}

it("a disk with files is full, while the database is elsewhere: it is not ready, and works on when there is space", async (context) => {
  const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
  if (!postgres) return context.skip("no Postgres here");
  const folder = mountDisk(context, "4m");
  const database = await postgres.create();
  onTestFinished(() => database.remove());
  const dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "blobs"), { recursive: true });
  const gateway = await open({ DATA_DIR: dataDir, DATABASE_URL: database.options.databaseUrl ?? "" });
  const upload = () => {
    const body = new FormData();
    body.set("purpose", "user_data");
    body.set("file", new Blob(["x".repeat(100_000)]), "notes.txt");
    return fetch(`${gateway.url}/v1/files`, {
      method: "POST",
      headers: { authorization: AUTHORIZED.authorization },
      body,
    });
  };
  const readiness = async () => (await fetch(`${gateway.url}/readyz`)).json();
  await expectDone(upload());
  expect(await readiness()).toMatchObject({ status: "ready" });
  const makeRoom = fillDisk(folder);
  await expectError(await upload(), { status: 507, message: /is full/, type: "insufficient_storage_error" });
  expect(await readiness()).toMatchObject({
    status: "not ready",
    checks: { store: "ok", files: expect.stringMatching(/^The storage of files cannot be used/) },
  });
  makeRoom();
  expect(await readiness()).toMatchObject({ status: "ready" });
  await expectDone(upload());
  expect(readdirSync(join(dataDir, "blobs"))).toHaveLength(2);
});

it("a disk with temporary files is full, while database and files are elsewhere: it is not ready", async (context) => {
  const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
  if (!postgres) return context.skip("no Postgres here");
  const folder = mountDisk(context, "4m");
  const database = await postgres.create();
  onTestFinished(() => database.remove());
  const bucket = await startS3Server();
  onTestFinished(() => bucket.close());
  const dataDir = join(folder, "data");
  const { url } = await open({
    DATA_DIR: dataDir,
    DATABASE_URL: database.options.databaseUrl ?? "",
    ...nameBucket(bucket),
  });
  const readiness = async () => {
    const response = await fetch(`${url}/readyz?verbose`, { headers: AUTHORIZED });
    return { http: response.status, ...(await response.json()) };
  };
  const ready = { http: 200, status: "ready", checks: { store: "ok", files: "ok", temporary: "ok" } };
  expect(await readiness()).toMatchObject(ready);
  const makeRoom = fillDisk(folder);
  expect(await readiness()).toMatchObject({
    http: 503,
    status: "not ready",
    checks: { store: "ok", files: "ok", temporary: expect.stringMatching(/^Temporary files cannot be written/) },
  });
  makeRoom();
  expect(await readiness()).toMatchObject(ready);
  execFileSync("mount", ["-o", "remount,ro", folder]);
  onTestFinished(() => void execFileSync("mount", ["-o", "remount,rw", folder]));
  expect(await readiness()).toMatchObject({ http: 503, checks: { temporary: expect.stringMatching(/^Temporary/) } });
});

it("a disk is full", async (context) => {
  const folder = mountDisk(context, "16m");
  const dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "blobs"), { recursive: true });
  const gateway = await open({ DATA_DIR: dataDir });
  const isReady = async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    return { http: response.status, ...(await response.json()) };
  };
  let whileFull: Promise<unknown[]> | undefined;
  await itHolds(gateway, dataDir, { status: 507, message: /is full/ }, () => {
    const makeRoom = fillDisk(folder);
    const body = { model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] };
    whileFull = Promise.all([gateway.chat(body).then(({ status }) => status), isReady()]);
    return async () => {
      await whileFull;
      makeRoom();
    };
  });
  expect(await whileFull, "requests that store nothing go on").toEqual([
    200,
    {
      http: 503,
      status: "not ready",
      checks: expect.objectContaining({ store: expect.stringMatching(/^The store cannot be written/) }),
    },
  ]);
  await expect.poll(isReady).toMatchObject({ status: "ready" });
});
