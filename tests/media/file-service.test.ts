/** Files and unfinished uploads on a store and a folder of their own. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sink } from "#lib/http/exchange.ts";
import { readFileForCall } from "#lib/media/file-reference.ts";
import { createFileService, type FileService } from "#lib/media/file-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";

const OWNER = { keyId: "key_1", seesAll: false };
const LIMIT = 1_000;

let dataDir: string;
let store: Store;
let files: FileService;
const lines: string[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "parlance-files-"));
  store = await openStore({ dataDir });
  const blobs = createFolderBlobStore(join(dataDir, "blobs"));
  files = createFileService({ store, blobs, limit: LIMIT, log: (line) => lines.push(line) });
});
afterEach(async () => {
  await files.close();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(lines.splice(0)).toEqual([]);
});

const onDisk = () => (existsSync(join(dataDir, "blobs")) ? readdirSync(join(dataDir, "blobs")) : []);
async function* chunks(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}
const upload = async (content: string, lifetimeMs?: number) =>
  files.register(await files.receive(chunks(content)), OWNER, {
    filename: "a.txt",
    declaredType: "text/plain",
    lifetimeMs,
  });

describe("a file", () => {
  it("is there with its digest, once it is whole", async () => {
    const file = await upload("hello");
    expect(file).toMatchObject({
      bytes: 5,
      sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
      expiresAt: null,
    });
    expect(onDisk()).toEqual([file.id]);
    expect((await files.blobs.read(file.id)).toString()).toBe("hello");
  });

  it.each<[string, () => AsyncIterable<Uint8Array>]>([
    ["its bytes break off", () => chunks("hello", new Error("gone"))],
    ["it is too large", () => chunks("x".repeat(LIMIT), "x")],
    ["it is empty", () => chunks()],
  ])("leaves nothing when %s", async (_name, bytes) => {
    await expect(files.receive(bytes())).rejects.toThrow();
    expect(onDisk()).toEqual([]);
  });

  it("leaves nothing when its row cannot be written", async () => {
    const blob = await files.receive(chunks("hello"));
    await store.files.create({
      ...{ id: blob.id, keyId: "key_2", filename: "b", displayName: null, mediaType: "text/plain", bytes: 1 },
      ...{ sha256: "", purpose: null, createdAt: 1, expiresAt: null },
    });
    await expect(files.register(blob, OWNER, { filename: "a", declaredType: undefined })).rejects.toThrow();
    expect(onDisk()).toEqual([]);
  });

  it("is swept with its bytes when it has expired, and so are pieces that a process left behind", async () => {
    const kept = await upload("kept", 60_000);
    const expired = await upload("expired", -1);
    const started = await files.uploads.start(OWNER, {
      filename: "u",
      declaredType: undefined,
      expectedBytes: undefined,
    });
    await files.uploads.append(started, { offset: 0, chunks: chunks("piece") });
    const abandoned = join(dataDir, "blobs", "abandoned.part");
    writeFileSync(abandoned, "x");
    utimesSync(abandoned, new Date(0), new Date(0));
    await files.sweep();
    expect(onDisk().toSorted()).toEqual([kept.id, `${started.id}.part`].toSorted());
    await expect(files.find(expired.id, OWNER)).rejects.toMatchObject({ status: 404 });
    await store.uploads.remove(started.id);
    await store.uploads.create({ ...started, expiresAt: Date.now() - 1 });
    await files.sweep();
    expect(onDisk()).toEqual([kept.id]);
  });

  it("is read for a call by its owner and the admin, within the limit", async () => {
    const { id } = await upload("hello");
    const read = (owner = OWNER, limit = 100, name = `file-${id}`) =>
      readFileForCall({ files, id: name, owner, limit });
    const loaded = { mediaType: "text/plain", filename: "a.txt", base64: Buffer.from("hello").toString("base64") };
    expect(await read()).toEqual(loaded);
    expect(await read({ keyId: "admin", seesAll: true }, 100, `files/${id}`)).toEqual(loaded);
    expect(await read({ keyId: "key_2", seesAll: false })).toBeUndefined();
    expect(await read(OWNER, 100, "file_011CNha8iCJcU1wXNR6q4V8w")).toBeUndefined();
    await expect(read(OWNER, 7)).rejects.toMatchObject({ status: 413 });
  });
});

describe("an upload in pieces", () => {
  const start = (expectedBytes?: number) =>
    files.uploads.start(OWNER, { filename: "u.txt", declaredType: undefined, expectedBytes });

  it("keeps what came before its connection broke, and goes on from there", async () => {
    const started = await start(10);
    const broken = files.uploads.append(started, { offset: 0, chunks: chunks("0123", new Error("gone")) });
    await expect(broken).rejects.toThrow("gone");
    expect((await files.uploads.find(started.id)).receivedBytes).toBe(4);
    await files.uploads.append(started, { offset: 4, chunks: chunks("456789") });
    const file = await files.uploads.finish(started, { lifetimeMs: 1_000 });
    expect(file).toMatchObject({ bytes: 10, keyId: OWNER.keyId, filename: "u.txt", mediaType: "text/plain" });
    expect((await files.blobs.read(file.id)).toString()).toBe("0123456789");
    expect(onDisk()).toEqual([file.id]);
  });

  it("goes on in another process", async () => {
    const started = await start();
    await files.uploads.append(started, { offset: 0, chunks: chunks("ab") });
    const other = createFileService({
      store,
      blobs: createFolderBlobStore(join(dataDir, "blobs")),
      limit: LIMIT,
      log: (line) => lines.push(line),
    });
    await other.uploads.append(await other.uploads.find(started.id), { offset: 2, chunks: chunks("cd") });
    const file = await other.uploads.finish(started, { lifetimeMs: 1_000 });
    await other.close();
    expect((await files.blobs.read(file.id)).toString()).toBe("abcd");
  });

  it("takes one piece at a time", async () => {
    const started = await start();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    async function* slow() {
      yield Buffer.from("ab");
      await gate;
    }
    const first = files.uploads.append(started, { offset: 0, chunks: slow() });
    await expect.poll(() => onDisk().length).toBe(1);
    const second = files.uploads.append(started, { offset: 0, chunks: chunks("xy") });
    await expect(second).rejects.toMatchObject({ status: 409, code: "upload_busy" });
    open();
    expect(await first).toBe(2);
  });

  it("refuses what goes over the limit and stays as it was", async () => {
    const started = await start();
    await files.uploads.append(started, { offset: 0, chunks: chunks("ab") });
    const more = files.uploads.append(started, { offset: 2, chunks: chunks("cd", "x".repeat(LIMIT)) });
    await expect(more).rejects.toMatchObject({ status: 413 });
    expect((await files.uploads.find(started.id)).receivedBytes).toBe(2);
    await expect(start(LIMIT + 1)).rejects.toMatchObject({ status: 413 });
  });
});

describe("a blob on its way", () => {
  /** A receiver that is full after every chunk. */
  function receive(source: Awaited<ReturnType<FileService["blobs"]["open"]>>, onChunk = (_size: number) => {}) {
    return new Promise<string>((resolve, reject) => {
      let text = "";
      const sink: Sink = {
        write(chunk) {
          text += chunk.toString();
          onChunk(text.length);
          setImmediate(() => source.resume());
          return false;
        },
        end: () => resolve(text),
        fail: reject,
      };
      source.start(sink);
    });
  }
  const large = createLarge();
  function createLarge() {
    return "0123456789abcdef".repeat(20_000);
  }
  const write = async () => {
    await files.blobs.write("large", chunks(large), 1_000_000);
    return "large";
  };

  it("waits for a receiver that is full, and tells what was sent", async () => {
    let sent = 0;
    const ends: unknown[] = [];
    const source = await files.blobs.open(await write(), {
      onChunk: (bytes) => {
        sent += bytes;
      },
      onEnd: (failure) => ends.push(failure),
    });
    expect(await receive(source)).toBe(large);
    expect([sent, ends]).toEqual([large.length, [undefined]]);
  });

  it("stops when its receiver leaves, once", async () => {
    const ends: unknown[] = [];
    const source = await files.blobs.open(await write(), { onChunk: () => {}, onEnd: (failure) => ends.push(failure) });
    receive(source, () => source.cancel());
    await expect.poll(() => ends).toEqual(["cancelled"]);
    source.cancel();
    expect(ends).toHaveLength(1);
  });

  it("is an error when there is none", async () => {
    await expect(files.blobs.open("none", { onChunk: () => {}, onEnd: () => {} })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});
