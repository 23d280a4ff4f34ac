/** One suite for both blob stores. */
import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BlobStore } from "#lib/media/blob-store.ts";
import { type BlobPlace, openFolderPlace, openS3Place } from "./blob-stores.ts";

const MEGABYTE = 1024 * 1024;
const LIMIT = 20 * MEGABYTE;
const LARGE = randomBytes(11 * MEGABYTE);
const HOUR_MS = 3_600_000;

async function* chunks(...pieces: (string | Buffer | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}
function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const collect = async (body: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(body));
const all = async () => true;
const none = async () => false;

describe.each([
  ["folder", openFolderPlace],
  ["S3", () => openS3Place()],
])("%s", (_, openPlace) => {
  let place: BlobPlace;
  let blobs: BlobStore;
  beforeEach(async () => {
    place = await openPlace();
    blobs = place.open("here");
  });
  afterEach(() => place.close());

  it.each([
    ["small", Buffer.from("hello")],
    ["large", LARGE],
    ["of exactly two parts", LARGE.subarray(0, 10 * MEGABYTE)],
  ])("a %s blob is read as it was written, by every instance", async (_name, bytes) => {
    const written = await blobs.write("a", chunks(...cut(bytes, 700_000)), LIMIT);
    expect(written).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) });
    expect(bytes.indexOf(written.head)).toBe(0);
    const other = place.open("there");
    expect(await other.bytes("a")).toBe(bytes.length);
    expect(sha256(await other.read("a"))).toBe(sha256(bytes));
    expect(sha256(await collect(await other.open("a")))).toBe(sha256(bytes));
    expect(place.names()).toHaveLength(1);
  });

  it("a chunk larger than a part arrives whole", async () => {
    expect((await blobs.write("a", chunks(LARGE), LIMIT)).sha256).toBe(sha256(LARGE));
    expect(sha256(await blobs.read("a"))).toBe(sha256(LARGE));
  });

  it("chunks whose memory is used again arrive as they were", async () => {
    const memory = Buffer.alloc(3);
    async function* reused() {
      for (const text of ["abc", "def"]) {
        memory.write(text);
        yield memory;
      }
    }
    await blobs.write("a", reused(), LIMIT);
    expect((await blobs.read("a")).toString()).toBe("abcdef");
    await blobs.append("u", 0, reused(), LIMIT);
    await blobs.finish("u", "b");
    expect((await blobs.read("b")).toString()).toBe("abcdef");
  });

  it.each<[string, number, number, string]>([
    ["first bytes", 0, 2, "01"],
    ["middle", 3, 7, "3456"],
    ["last byte", 9, 10, "9"],
    ["nothing", 4, 4, ""],
    ["whole", 0, 10, "0123456789"],
  ])("reads a range: %s", async (_name, start, end, expected) => {
    await blobs.write("a", chunks("0123456789"), LIMIT);
    expect((await collect(await blobs.open("a", { start, end }))).toString()).toBe(expected);
  });

  it("a reader can leave before and after its first chunk", async () => {
    await blobs.write("a", chunks(LARGE), LIMIT);
    const unread = await blobs.open("a");
    expect(await unread.return?.()).toEqual({ done: true, value: undefined });
    expect(await unread.next()).toEqual({ done: true, value: undefined });
    for await (const chunk of await blobs.open("a")) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });

  it("an empty blob is read as one", async () => {
    expect((await blobs.write("a", chunks(), LIMIT)).bytes).toBe(0);
    expect(await blobs.bytes("a")).toBe(0);
    expect(await collect(await blobs.open("a"))).toEqual(Buffer.alloc(0));
  });

  it.each<[string, (string | Buffer | Error)[]]>([
    ["a small blob breaks off", ["hello", new Error("gone")]],
    ["a large blob breaks off", [LARGE, new Error("gone")]],
    ["a small blob is over the limit", ["x".repeat(LIMIT + 1)]],
    ["a large blob is over the limit", [LARGE, LARGE]],
  ])("leaves nothing when %s", async (_name, pieces) => {
    const expected = pieces.some((piece) => piece instanceof Error) ? /gone/ : /at most/;
    await expect(blobs.write("a", chunks(...pieces), LIMIT)).rejects.toThrow(expected);
    await expect(blobs.receive("a", chunks(...pieces), LIMIT)).rejects.toThrow(expected);
    expect(place.names()).toEqual([]);
    expect(await blobs.bytes("a")).toBeUndefined();
  });

  it("a missing blob has no size, cannot be read, and is removed without an error", async () => {
    expect(await blobs.bytes("a")).toBeUndefined();
    await expect(blobs.open("a")).rejects.toThrow();
    await expect(blobs.open("a", { start: 0, end: 3 })).rejects.toThrow();
    await expect(blobs.read("a")).rejects.toThrow();
    await blobs.remove("a");
  });

  it("a received blob is complete once it is published, also when that is repeated", async () => {
    await blobs.receive("a", chunks("hello"), LIMIT);
    await blobs.publish("a");
    await blobs.publish("a");
    expect((await blobs.read("a")).toString()).toBe("hello");
    expect(place.names()).toHaveLength(1);
  });

  it("removes a received blob", async () => {
    await blobs.receive("a", chunks("hello"), LIMIT);
    await blobs.remove("a");
    expect(place.names()).toEqual([]);
  });

  it.each(["small", "large"])("settles %s blobs that an ended instance has received", async (size) => {
    const bytes = size === "large" ? LARGE : Buffer.from("hello");
    const killed = place.open("killed");
    for (const name of ["with-row", "without-row", "published"]) await killed.receive(name, chunks(bytes), LIMIT);
    await killed.publish("published");
    await blobs.receive("of-another", chunks(bytes), LIMIT);
    await blobs.settle("killed", async (name) => name === "with-row");
    await blobs.settle("of-nobody", none);
    await blobs.publish("of-another");
    expect(place.names().map((name) => name.slice(name.lastIndexOf("/") + 1))).toEqual([
      "of-another",
      "published",
      "with-row",
    ]);
    for (const name of ["with-row", "published", "of-another"]) {
      expect(sha256(await blobs.read(name))).toBe(sha256(bytes));
    }
  });

  describe("unfinished", () => {
    it("grows by pieces of any size, of any instance", async () => {
      const other = place.open("there");
      let at = 0;
      for (const piece of [LARGE.subarray(0, 10), LARGE.subarray(10, 6 * MEGABYTE), LARGE.subarray(6 * MEGABYTE)]) {
        const store = at === 10 ? other : blobs;
        await store.append("u", at, chunks(...cut(piece, 300_000)), LIMIT);
        at += piece.length;
        expect(await other.unfinishedBytes("u")).toBe(at);
      }
      expect(await blobs.bytes("a")).toBeUndefined();
      expect(await other.finish("u", "a")).toMatchObject({ bytes: LARGE.length, sha256: sha256(LARGE) });
      expect(sha256(await blobs.read("a"))).toBe(sha256(LARGE));
      expect(await blobs.unfinishedBytes("u")).toBe(0);
      expect(place.names()).toHaveLength(1);
    });

    it("has the bytes from before its chunks failed, and continues there", async () => {
      await expect(blobs.append("u", 0, chunks("01", "23", new Error("gone")), LIMIT)).rejects.toThrow("gone");
      expect(await blobs.unfinishedBytes("u")).toBe(4);
      await blobs.append("u", 4, chunks("4567"), LIMIT);
      await blobs.finish("u", "a");
      expect((await blobs.read("a")).toString()).toBe("01234567");
    });

    it.each([
      ["the end of a piece", 4, "0123xy"],
      ["the middle of a piece", 3, "012xy"],
      ["the start", 0, "xy"],
    ])("loses what follows a position: %s", async (_name, position, expected) => {
      await blobs.append("u", 0, chunks("01"), LIMIT);
      await blobs.append("u", 2, chunks("23"), LIMIT);
      await blobs.append("u", 4, chunks("4567"), LIMIT);
      await blobs.append("u", position, chunks("xy"), LIMIT);
      expect(await blobs.unfinishedBytes("u")).toBe(expected.length);
      await blobs.finish("u", "a");
      expect((await blobs.read("a")).toString()).toBe(expected);
    });

    it("gets none of the chunks that exceed the limit", async () => {
      await blobs.append("u", 0, chunks("0123"), LIMIT);
      await expect(blobs.append("u", 4, chunks(LARGE, LARGE), LIMIT)).rejects.toMatchObject({ status: 413 });
      expect(await blobs.unfinishedBytes("u")).toBe(4);
      await expect(blobs.append("u", 3, chunks("x", "y"), 4)).rejects.toMatchObject({ status: 413 });
      expect(await blobs.unfinishedBytes("u")).toBe(3);
    });

    it("does not replace a finished blob", async () => {
      await blobs.append("u", 0, chunks("again"), LIMIT);
      await blobs.write("a", chunks("first"), LIMIT);
      expect(await blobs.finish("u", "a")).toMatchObject({ bytes: 5, sha256: sha256("first") });
      expect((await blobs.read("a")).toString()).toBe("first");
      expect(place.names()).toHaveLength(1);
    });

    it("is opened again, and continues", async () => {
      await blobs.append("u", 0, chunks("0123"), LIMIT);
      await blobs.finish("u", "a");
      await blobs.reopen("a", "u");
      expect(await blobs.bytes("a")).toBeUndefined();
      expect(await blobs.unfinishedBytes("u")).toBe(4);
      await blobs.append("u", 4, chunks("45"), LIMIT);
      await blobs.finish("u", "a");
      expect((await blobs.read("a")).toString()).toBe("012345");
    });

    it("is removed with its pieces", async () => {
      await blobs.append("u", 0, chunks("01"), LIMIT);
      await blobs.append("u", 2, chunks("23"), LIMIT);
      await blobs.remove("u");
      expect(place.names()).toEqual([]);
    });
  });

  it("removes abandoned blobs, and completes those with a row", async () => {
    const killed = place.open("killed");
    await blobs.write("finished", chunks("hello"), LIMIT);
    await blobs.append("abandoned", 0, chunks("01"), LIMIT);
    for (const name of ["with-row", "without-row"]) await killed.receive(name, chunks("hello"), LIMIT);
    place.age();
    await blobs.append("active", 0, chunks("01"), LIMIT);
    await blobs.removeAbandoned(Date.now() - HOUR_MS, async (name) => name === "with-row");
    expect(await blobs.unfinishedBytes("abandoned")).toBe(0);
    expect(await blobs.unfinishedBytes("active")).toBe(2);
    for (const name of ["finished", "with-row"]) expect((await blobs.read(name)).toString()).toBe("hello");
    expect(place.names()).toHaveLength(3);
    await blobs.removeAbandoned(Date.now() - HOUR_MS, all);
    expect(place.names()).toHaveLength(3);
  });

  it("can be checked", () => expect(blobs.check()).resolves.toBeUndefined());
});
