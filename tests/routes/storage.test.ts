/** `/api/storage`: what is stored, and removals of old data. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorageCut, StorageKind, StorageReport } from "#lib/contract/storage.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const DAY_MS = 86_400_000;

let gateway: TestGateway;
let services: AllServices;
beforeAll(async () => {
  gateway = await startGateway({
    mount: "node",
    config: { files: { keepDays: 400 }, requestLog: { days: 60 } },
    replace(own) {
      services = own;
      return {};
    },
  });
});
afterAll(() => gateway?.close());

async function send<Reply>(method: string, path = "", headers: Record<string, string> = BEARER) {
  const response = await fetch(`${gateway.url}/api/storage${path}`, { method, headers });
  return { status: response.status, body: (await response.json()) as Reply & { message: string; code: string } };
}
const report = async () => (await send<StorageReport>("GET")).body;
const find = async (kind: StorageKind) => (await report()).kinds.find((use) => use.kind === kind);
async function upload(text: string, key = ADMIN_KEY): Promise<string> {
  const form = new FormData();
  form.set("purpose", "user_data");
  form.set("file", new File([text], "a.txt"));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${gateway.url}/v1/files`, { method: "POST", headers, body: form });
  return ((await response.json()) as { id: string }).id;
}

it("describes places, lifetimes and the keys with most", async () => {
  const { secret, id } = await createKey(gateway, { name: "App" });
  await upload("x".repeat(10_000), secret);
  await upload("y");
  const { database, blobs, measured_at, kinds } = await report();
  expect(database).toEqual({ engine: "sqlite", path: `${gateway.dataDir}/parlance.db`, bytes: expect.any(Number) });
  expect(database.bytes).toBeGreaterThan(50_000);
  expect(blobs).toEqual({ store: "folder", place: `${gateway.dataDir}/blobs`, endpoint: null });
  expect(measured_at).toBeGreaterThan(Date.now() - 60_000);
  expect(kinds.find(({ kind }) => kind === "files")).toEqual({
    kind: "files",
    items: 2,
    bytes: 10_001,
    oldest_at: expect.any(Number),
    estimated: false,
    keep_seconds: 400 * 86_400,
    ended_key_seconds: null,
    setting: "files.keepDays",
    clearable: true,
    clearing: false,
    keys: [
      { key_id: id, name: "App", items: 1, bytes: 10_000 },
      { key_id: "admin", name: "Admin key", items: 1, bytes: 1 },
    ],
  });
  for (const kind of ["prompts", "conversations", "presets"] as const)
    expect(await find(kind)).toMatchObject({ keep_seconds: null, ended_key_seconds: 30 * 86_400, clearable: false });
  expect(kinds.find(({ kind }) => kind === "requests")).toMatchObject({ keep_seconds: 60 * 86_400, estimated: true });
});

it.each<[string, string, string, number, RegExp]>([
  ["another kind", "DELETE", "/keys?older_than=30d", 404, /"keys" can be cleared. Use requests/],
  ["no age", "DELETE", "/files", 400, /older_than/],
  ["an age that is none", "DELETE", "/files?older_than=soon", 400, /`older_than` must be a span/],
  ["the future", "DELETE", "/files?older_than=2199-01-01", 400, /past date/],
  ["a day that is none", "GET", "/files?older_than=2026-02-30", 400, /past date/],
  ["a filter that it has not", "DELETE", "/files?older_than=1d&key_id=a", 400, /key_id/],
])("refuses %s", async (_, method, path, status, message) => {
  const answer = await send(method, path);
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status,
    message: expect.stringMatching(message),
  });
});

it("is for admins only", async () => {
  const { secret } = await createKey(gateway, { name: "Reader" });
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/files?older_than=1d"],
    ["DELETE", "/files?older_than=1d"],
  ] as const) {
    expect((await send(method, path, { authorization: `Bearer ${secret}` })).status).toBe(403);
    expect((await send(method, path, {})).status).toBe(401);
  }
});

describe("a removal", () => {
  const old = Date.now() - 40 * DAY_MS;

  it("of files takes those of the preview, with their bytes", async () => {
    const [kept, gone] = [await upload("kept"), await upload("gone")];
    const id = gone.replace("file-", "");
    const row = await services.store.files.find(id);
    await services.store.files.remove(id);
    if (row) await services.store.files.create({ ...row, createdAt: old });
    const preview = await send<StorageCut>("GET", "/files?older_than=30d");
    expect(preview.body).toMatchObject({ kind: "files", items: 1, bytes: 4, oldest_at: old, clearing: false });
    expect(preview.body.before).toBeGreaterThan(old);
    expect((await fetch(`${gateway.url}/v1/files/${gone}`, { headers: BEARER })).status, "nothing is removed").toBe(
      200,
    );
    expect((await send<StorageCut>("DELETE", "/files?older_than=30d")).body).toMatchObject({ items: 1, bytes: 4 });
    expect((await fetch(`${gateway.url}/v1/files/${gone}`, { headers: BEARER })).status).toBe(404);
    expect((await fetch(`${gateway.url}/v1/files/${kept}`, { headers: BEARER })).status).toBe(200);
    expect(await services.files.blobs.bytes(id)).toBeUndefined();
    expect((await send<StorageCut>("GET", "/files?older_than=30d")).body.items).toBe(0);
  });

  it("of responses leaves newer and running ones", async () => {
    const create = (id: string, createdAt: number, aliveAt: number | null) =>
      services.store.responses.create(
        {
          ...{ id, keyId: "admin", previousId: null, createdAt, expiresAt: Date.now() + DAY_MS, aliveAt },
          ...{ runBy: aliveAt === null ? null : "x", fence: 0, job: null, response: "{}", input: "[]" },
        },
        [],
      );
    await create("resp_old", old, null);
    await create("resp_running", old, Date.now());
    await create("resp_new", Date.now(), null);
    expect((await send<StorageCut>("DELETE", "/responses?older_than=30d")).body).toMatchObject({ items: 1, bytes: 4 });
    const found = (id: string) => services.store.responses.find({ id, keyId: "admin" });
    expect(await found("resp_old")).toBeUndefined();
    expect(await found("resp_running")).toBeDefined();
    expect(await found("resp_new")).toBeDefined();
  });

  it("of images and shares ends their addresses", async () => {
    const body = JSON.stringify({ model: "sandbox/image-model-c", prompt: "A lake", response_format: "url" });
    const image = await fetch(`${gateway.url}/v1/images/generations`, { method: "POST", headers: AUTHORIZED, body });
    const [{ url } = { url: "" }] = ((await image.json()) as { data: { url: string }[] }).data;
    expect((await fetch(url)).status).toBe(200);
    expect((await send<StorageCut>("DELETE", "/images?older_than=0d")).body).toMatchObject({ items: 1 });
    expect((await fetch(url)).status).toBe(410);
    await services.store.shares.create({
      ...{ id: "share", keyId: "admin", kind: "link", payload: "abc", isPublic: 0 },
      ...{ createdAt: old, expiresAt: Date.now() + DAY_MS },
    });
    expect((await send<StorageCut>("DELETE", "/shares?older_than=30d")).body).toMatchObject({ items: 1, bytes: 3 });
    expect(await services.store.shares.find("share")).toBeUndefined();
  });

  it("of the log takes old rows, and the report follows", async () => {
    await gateway.chat({ model: "sandbox/guide", messages: [{ role: "user", content: "Hello" }] });
    await services.store.flush();
    const before = (await send<StorageCut>("GET", "/requests?older_than=0d")).body;
    expect(before.items).toBeGreaterThan(0);
    expect((await send<StorageCut>("DELETE", "/requests?older_than=1d")).body).toMatchObject({ items: 0, bytes: 0 });
    expect((await send<StorageCut>("DELETE", "/requests?older_than=0d")).body.items).toBeGreaterThanOrEqual(
      before.items,
    );
    await services.store.flush();
    expect((await find("requests"))?.items).toBeLessThan(before.items);
    expect((await find("requests"))?.clearing).toBe(false);
  });

  it("of videos takes tasks that have ended", async () => {
    expect((await send<StorageCut>("DELETE", "/videos?older_than=1d")).body).toMatchObject({
      kind: "videos",
      items: 0,
    });
  });
});
