/** Files and unfinished uploads on a store and a folder of their own. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileId } from "#lib/media/file-id.ts";
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
const instance = { id: "here", hasEnded: async (id: string) => id === "killed" };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "parlance-files-"));
  store = await openStore({ dataDir });
  const blobs = createFolderBlobStore(join(dataDir, "blobs"), "here");
  files = createFileService({ store, blobs, limit: LIMIT, instance, log: (line) => lines.push(line) });
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

describe("unfinished files of a killed instance", () => {
  it.each<[string, boolean]>([
    ["without a row are removed", false],
    ["with a row are completed", true],
  ])("%s when its end is known", async (_, hasRow) => {
    const blobs = createFolderBlobStore(join(dataDir, "blobs"), "killed");
    const id = createFileId();
    const received = await blobs.receive(id, chunks("hello"), LIMIT);
    const other = await files.receive(chunks("of this instance"));
    const row = { ...{ id, keyId: OWNER.keyId, filename: "a.txt", displayName: null, mediaType: "text/plain" } };
    const { bytes, sha256 } = received;
    if (hasRow) await store.files.create({ ...row, bytes, sha256, purpose: null, createdAt: 1, expiresAt: null });
    await files.settle("killed");
    expect(onDisk().toSorted()).toEqual([...(hasRow ? [id] : []), `${other.id}.here.part`].toSorted());
  });
});

describe("a file", () => {
  it("is found with its digest once it is complete", async () => {
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

  it("is removed with its bytes when it has expired, and so are abandoned pieces", async () => {
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

  it("stays until its bytes can be removed, unseen", async () => {
    const file = await upload("hello");
    const { files: rows } = store;
    const stored = async () => await rows.removeExpired(Date.now(), () => Promise.reject(new Error("unreachable")));
    const remove = files.blobs.remove;
    files.blobs.remove = () => Promise.reject(new Error("unreachable"));
    await files.remove(file.id, OWNER);
    expect(lines.splice(0)).toEqual([expect.stringContaining("removed later: unreachable")]);
    await expect(files.find(file.id, OWNER)).rejects.toMatchObject({ status: 404 });
    await expect(stored(), "its row is there").rejects.toThrow("unreachable");
    files.blobs.remove = remove;
    await files.sweep();
    expect(onDisk()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it("is removed after the days of the setting, and not before", async () => {
    const DAY_MS = 86_400_000;
    const [young, old] = [await upload("young"), await upload("old")];
    await store.files.remove(old.id);
    await store.files.create({ ...old, createdAt: Date.now() - 8 * DAY_MS });
    await files.sweep();
    expect(onDisk(), "without the setting").toHaveLength(2);
    await files.close();
    const blobs = createFolderBlobStore(join(dataDir, "blobs"), "here");
    const log = (line: string) => lines.push(line);
    files = createFileService({ store, blobs, limit: LIMIT, keepDays: 7, instance, log });
    await files.sweep();
    expect(onDisk()).toEqual([young.id]);
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

describe("a resumable upload", () => {
  const start = (expectedBytes?: number) =>
    files.uploads.start(OWNER, { filename: "u.txt", declaredType: undefined, expectedBytes });

  it("keeps the bytes from before its connection broke, and continues from there", async () => {
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

  it("continues in another process", async () => {
    const started = await start();
    await files.uploads.append(started, { offset: 0, chunks: chunks("ab") });
    const other = createFileService({
      store,
      blobs: createFolderBlobStore(join(dataDir, "blobs"), "here"),
      limit: LIMIT,
      instance,
      log: (line) => lines.push(line),
    });
    await other.uploads.append(await other.uploads.find(started.id), { offset: 2, chunks: chunks("cd") });
    const file = await other.uploads.finish(started, { lifetimeMs: 1_000 });
    await other.close();
    expect((await files.blobs.read(file.id)).toString()).toBe("abcd");
  });

  describe("whose writer was killed", () => {
    const openKilled = () => {
      const blobs = createFolderBlobStore(join(dataDir, "blobs"), "killed");
      return createFileService({
        ...{ store, blobs, limit: LIMIT, log: (line: string) => lines.push(line) },
        instance: { id: "killed", hasEnded: async () => false },
      });
    };

    it("continues at once, where the last whole piece ended", async () => {
      const started = await start();
      const before = openKilled();
      await before.uploads.append(started, { offset: 0, chunks: chunks("ab") });
      const { promise: killed, resolve: clearUp } = Promise.withResolvers<void>();
      async function* broken() {
        yield Buffer.from("cd");
        await killed;
      }
      const cut = before.uploads.append(started, { offset: 2, chunks: broken() });
      await expect.poll(() => files.blobs.unfinishedBytes(started.id)).toBe(4);
      await before.close();
      expect((await files.uploads.find(started.id)).receivedBytes).toBe(2);
      expect(await files.uploads.append(started, { offset: 2, chunks: chunks("xyz") })).toBe(5);
      const file = await files.uploads.finish(started, { lifetimeMs: 1_000 });
      expect((await files.blobs.read(file.id)).toString()).toBe("abxyz");
      clearUp();
      await cut;
    });

    it("finishes once, although the first attempt ended before its file had a row", async () => {
      const started = await start();
      await files.uploads.append(started, { offset: 0, chunks: chunks("abcd") });
      const cutStore: Store = {
        ...store,
        uploads: { ...store.uploads, finish: () => Promise.reject(new Error("killed")) },
      };
      const blobs = { ...createFolderBlobStore(join(dataDir, "blobs"), "killed"), reopen: async () => {} };
      const before = createFileService({
        ...{ store: cutStore, blobs, limit: LIMIT, log: (line: string) => lines.push(line) },
        instance: { id: "killed", hasEnded: async () => false },
      });
      await expect(before.uploads.finish(started, { lifetimeMs: 1_000 })).rejects.toThrow("killed");
      await before.close();
      const file = await files.uploads.finish(started, { lifetimeMs: 1_000 });
      expect((await files.blobs.read(file.id)).toString()).toBe("abcd");
      expect(onDisk()).toEqual([file.id]);
      expect(await files.list({ order: "asc", limit: 10 }, OWNER)).toHaveLength(1);
    });
  });

  it("accepts one piece at a time", async () => {
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

  describe("that takes longer than a claim", () => {
    const MINUTE_MS = 60_000;
    let time: number;
    let slow: FileService;
    beforeEach(async () => {
      time = Date.now();
      await files.close();
      const blobs = createFolderBlobStore(join(dataDir, "blobs"), "here");
      slow = createFileService({
        store,
        blobs,
        limit: LIMIT,
        instance,
        log: (line) => lines.push(line),
        now: () => time,
      });
      files = slow;
    });

    /** A body whose pieces arrive when the test sends them. */
    function openBody() {
      const stream = new TransformStream<Uint8Array, Uint8Array>();
      const writer = stream.writable.getWriter();
      return {
        chunks: stream.readable as AsyncIterable<Uint8Array>,
        async send(text: string) {
          await writer.write(Buffer.from(text));
        },
        end: () => writer.close(),
      };
    }
    const bytesOnDisk = (id: string, bytes: number) => expect.poll(() => slow.blobs.unfinishedBytes(id)).toBe(bytes);

    it("keeps other writers out while its bytes arrive", async () => {
      const started = await start();
      const body = openBody();
      const first = slow.uploads.append(started, { offset: 0, chunks: body.chunks });
      for (let minutes = 1; minutes <= 30; minutes++) {
        time += MINUTE_MS;
        await body.send("a");
        await bytesOnDisk(started.id, minutes);
      }
      const second = slow.uploads.append(started, { offset: 0, chunks: chunks("xy") });
      await expect(second).rejects.toMatchObject({ status: 409, code: "upload_busy" });
      await body.end();
      expect(await first).toBe(30);
      expect((await slow.uploads.find(started.id)).expiresAt, "it does not expire meanwhile").toBe(time + 3_600_000);
    });

    it("writes nothing more once another request has continued it, and keeps that request's claim", async () => {
      const started = await start();
      const [stalled, body] = [openBody(), openBody()];
      const first = slow.uploads.append(started, { offset: 0, chunks: stalled.chunks });
      await stalled.send("ab");
      await bytesOnDisk(started.id, 2);
      time += 11 * MINUTE_MS;
      const second = slow.uploads.append(started, { offset: 0, chunks: body.chunks });
      await body.send("xyz");
      await bytesOnDisk(started.id, 3);
      const refused = expect(first).rejects.toMatchObject({ status: 409, code: "upload_busy" });
      await stalled.send("cd");
      await refused;
      const third = slow.uploads.append(started, { offset: 0, chunks: chunks("!") });
      await expect(third, "the second one's claim holds").rejects.toMatchObject({ status: 409 });
      await body.end();
      expect(await second).toBe(3);
      const file = await slow.uploads.finish(started, { lifetimeMs: 1_000 });
      expect((await slow.blobs.read(file.id)).toString()).toBe("xyz");
    });

    it("writes nothing more into an upload that was continued and released", async () => {
      const started = await start();
      const stalled = openBody();
      const first = slow.uploads.append(started, { offset: 0, chunks: stalled.chunks });
      await stalled.send("ab");
      await bytesOnDisk(started.id, 2);
      time += 11 * MINUTE_MS;
      expect(await slow.uploads.append(started, { offset: 0, chunks: chunks("xyz") })).toBe(3);
      const refused = expect(first).rejects.toMatchObject({ status: 409 });
      await stalled.send("cd");
      await refused;
      expect((await slow.uploads.find(started.id)).receivedBytes).toBe(3);
    });
  });

  it("refuses bytes over the limit and stays unchanged", async () => {
    const started = await start();
    await files.uploads.append(started, { offset: 0, chunks: chunks("ab") });
    const more = files.uploads.append(started, { offset: 2, chunks: chunks("cd", "x".repeat(LIMIT)) });
    await expect(more).rejects.toMatchObject({ status: 413 });
    expect((await files.uploads.find(started.id)).receivedBytes).toBe(2);
    await expect(start(LIMIT + 1)).rejects.toMatchObject({ status: 413 });
  });
});

describe("a blob that is read", () => {
  async function text(pieces: AsyncIterable<Uint8Array>): Promise<string> {
    return Buffer.concat(await Array.fromAsync(pieces)).toString();
  }

  const large = createLarge();
  function createLarge() {
    return "0123456789abcdef".repeat(20_000);
  }
  const write = async () => {
    await files.blobs.write("large", chunks(large), 1_000_000);
    return "large";
  };

  it("is read piece by piece, whole or in part", async () => {
    const name = await write();
    expect(await text(await files.blobs.open(name))).toBe(large);
    expect(await text(await files.blobs.open(name, { start: 70_000, end: 140_001 }))).toBe(
      large.slice(70_000, 140_001),
    );
  });

  it("stops when its reader returns, also before the first piece and during a read", async () => {
    const name = await write();
    const early = await files.blobs.open(name);
    await early.return?.();
    expect(await early.next()).toEqual({ done: true, value: undefined });
    const late = await files.blobs.open(name);
    const reading = late.next();
    await late.return?.();
    expect((await reading).done, "the read in progress was waited for").toBe(false);
    expect(await late.next()).toEqual({ done: true, value: undefined });
  });

  it("is an error when there is none", async () => {
    await expect(files.blobs.open("none")).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});
