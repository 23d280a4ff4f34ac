import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HEAD_BYTES } from "#lib/media/detect-media-type.ts";
import { createTempFiles } from "#lib/media/temp-files.ts";

const MEGABYTE = 1024 * 1024;
const tooLarge = () => new Error("too large");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* pieces(bytes: Buffer, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}

const onDisk = async () => (await readdir(folder).catch(() => [])).length;

it("keeps a small file in memory for any number of reads", async () => {
  const bytes = randomBytes(200_000);
  const requestFiles = createTempFiles(folder).open();
  const file = await requestFiles.add(pieces(bytes), MEGABYTE, tooLarge);
  expect(file.size).toBe(bytes.length);
  expect(file.head).toEqual(bytes.subarray(0, HEAD_BYTES));
  expect(Buffer.from(await file.read())).toEqual(bytes);
  expect(await joined(file.chunks())).toEqual(bytes);
  expect(await joined(file.chunks())).toEqual(bytes);
  expect(await onDisk()).toBe(0);
});

it("puts larger files on disk, and removes them at the end", async () => {
  const bytes = randomBytes(33 * MEGABYTE);
  const requestFiles = createTempFiles(folder).open();
  const file = await requestFiles.add(pieces(bytes), 50 * MEGABYTE, tooLarge);
  expect(await onDisk()).toBe(1);
  expect(file.head).toEqual(bytes.subarray(0, HEAD_BYTES));
  expect(bytes.equals(Buffer.from(await file.read())), "the bytes are the same").toBe(true);
  expect(bytes.equals(await joined(file.chunks()))).toBe(true);
  await requestFiles.clear();
  expect(await onDisk()).toBe(0);
});

it("shares one memory budget among all requests, and releases it", async () => {
  const tempFiles = createTempFiles(folder);
  const bytes = randomBytes(30 * MEGABYTE);
  const [first, second, third] = [tempFiles.open(), tempFiles.open(), tempFiles.open()];
  await first.add(pieces(bytes, MEGABYTE), 50 * MEGABYTE, tooLarge);
  await second.add(pieces(bytes, MEGABYTE), 50 * MEGABYTE, tooLarge);
  expect(await onDisk(), "two fit").toBe(0);
  await third.add(pieces(bytes, MEGABYTE), 50 * MEGABYTE, tooLarge);
  expect(await onDisk(), "the third does not").toBe(1);
  await Promise.all([first.clear(), second.clear(), third.clear()]);
  await third.add(pieces(bytes, MEGABYTE), 50 * MEGABYTE, tooLarge);
  expect(await onDisk(), "there is room again").toBe(0);
});

it.each([
  ["in memory", 2 * MEGABYTE, MEGABYTE],
  ["on disk", 40 * MEGABYTE, 36 * MEGABYTE],
])("keeps nothing of a file over its limit, %s", async (_where, size, limit) => {
  const requestFiles = createTempFiles(folder).open();
  await expect(requestFiles.add(pieces(randomBytes(size)), limit, tooLarge)).rejects.toThrow("too large");
  await requestFiles.clear();
  expect(await onDisk()).toBe(0);
});

it("keeps nothing of a file that breaks off", async () => {
  const tempFiles = createTempFiles(folder);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* pieces(randomBytes(34 * MEGABYTE));
    throw new Error("gone");
  }
  const requestFiles = tempFiles.open();
  await expect(requestFiles.add(broken(), 50 * MEGABYTE, tooLarge)).rejects.toThrow("gone");
  await requestFiles.clear();
  expect(await onDisk()).toBe(0);
});

it("frees the memory of its input", async () => {
  const chunk = Buffer.from(new Uint8Array(70_000).fill(1).buffer);
  const file = await createTempFiles(folder).open().add(pieces(chunk, chunk.length), MEGABYTE, tooLarge);
  expect(chunk.length, "nothing is left of the chunk").toBe(0);
  expect(Buffer.from(await file.read())).toEqual(Buffer.alloc(70_000, 1));
});

it("returns bytes that no later request changes, and none after its own request", async () => {
  const tempFiles = createTempFiles(folder);
  const bytes = randomBytes(3 * MEGABYTE);
  const first = tempFiles.open();
  const file = await first.add(pieces(bytes), 50 * MEGABYTE, tooLarge);
  const reading = file.chunks()[Symbol.asyncIterator]();
  const begun = await reading.next();
  const whole = await file.read();
  await first.clear();
  await tempFiles.open().add(pieces(Buffer.alloc(3 * MEGABYTE)), 50 * MEGABYTE, tooLarge);
  expect(bytes.equals(Buffer.from(whole))).toBe(true);
  expect(bytes.indexOf(begun.value as Uint8Array)).toBe(0);
  await expect(reading.next()).rejects.toThrow("a request that has ended");
  await expect(file.read()).rejects.toThrow("a request that has ended");
});

it("writes pieces at the given offsets", async () => {
  const bytes = randomBytes(2 * MEGABYTE);
  const place = Buffer.alloc(MEGABYTE);
  const file = await createTempFiles(folder)
    .open()
    .add(pieces(bytes), 50 * MEGABYTE, tooLarge);
  const seen: Buffer[] = [];
  for await (const piece of file.chunks((size) => place.subarray(0, size))) {
    expect(piece.buffer, "the memory that was given").toBe(place.buffer);
    seen.push(Buffer.from(piece));
  }
  expect(bytes.equals(Buffer.concat(seen))).toBe(true);
});

it("can be checked, which leaves nothing", async () => {
  expect(await createTempFiles(folder).check()).toBe(true);
  expect(await onDisk()).toBe(0);
});

it("says that a folder could never be written, and fails when it cannot be written any more", async () => {
  const blocked = join(folder, "blocked");
  await writeFile(blocked, "A file where a folder should be.");
  const tempFiles = createTempFiles(join(blocked, "requests"));
  expect(await tempFiles.check()).toBe(false);
  await rm(blocked);
  expect(await tempFiles.check()).toBe(true);
  await rm(blocked, { recursive: true });
  await writeFile(blocked, "");
  await expect(tempFiles.check()).rejects.toThrow("ENOTDIR");
});
