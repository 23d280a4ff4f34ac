import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type AssetService, createAssetService } from "#lib/media/asset-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";

const IMAGE = { bytes: Buffer.from("pixels"), mediaType: "image/webp" };

let folder: string;
let store: Store;
const services: AssetService[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assets-"));
  store = await openStore({ databaseUrl: undefined, dataDir: folder, log: () => {} });
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function open(lifetimeMs: number): AssetService {
  const blobs = createFolderBlobStore(join(folder, "blobs"), "here");
  const service = createAssetService({ store, blobs, lifetimeMs, log: () => {} });
  services.push(service);
  return service;
}

function parsed([address = ""]: string[]): { name: string; query: string } {
  const url = new URL(address, "http://gateway");
  return { name: url.pathname.split("/").at(-1) ?? "", query: url.search.slice(1) };
}

it("creates a URL at which every process finds the image", async () => {
  const [address = ""] = await open(60_000).publish([IMAGE], "key_1");
  expect(address).toMatch(/^\/v1\/images\/content\/[0-9a-z]{32}\.webp\?expires=\d+&signature=[\w-]{43}$/);
  const { name, query } = parsed([address]);
  const other = open(60_000);
  const asset = await other.open(name, query);
  expect(asset.mediaType).toBe("image/webp");
  expect(asset.expiresAt).toBeGreaterThan(Date.now() + 50_000);
  expect((await other.blobs.read(asset.id)).toString()).toBe("pixels");
});

it("rejects an altered URL", async () => {
  const service = open(60_000);
  const { name, query } = parsed(await service.publish([IMAGE], "key_1"));
  const { name: otherName } = parsed(await service.publish([IMAGE], "key_1"));
  const expires = new URLSearchParams(query).get("expires") ?? "";
  const signature = new URLSearchParams(query).get("signature") ?? "";
  for (const [altered, parameters] of [
    [otherName, query],
    [name.replace("webp", "png"), query],
    [name, query.replace(expires, String(Number(expires) + 3600))],
    [name, `expires=${expires}&signature=${signature.slice(0, -2)}AA`],
    [name, `expires=${expires}&signature=`],
    [name, `expires=${expires}`],
    [name, ""],
    ["../../parlance.db", query],
  ] as const) {
    await expect(service.open(altered, parameters), `${altered}?${parameters}`).rejects.toMatchObject({ status: 404 });
  }
});

it("reports an expired URL, and removes the image", async () => {
  const service = open(1);
  const { name, query } = parsed(await service.publish([IMAGE], "key_1"));
  await expect.poll(() => service.open(name, query).catch((error) => error.status), { timeout: 5_000 }).toBe(410);
  await service.sweep();
  expect(await readdir(join(folder, "blobs"))).toEqual([]);
  await expect(service.open(name, query), "long after too").rejects.toMatchObject({
    status: 410,
    message: expect.stringContaining("expired at"),
  });
});
