/** S3 that refuses, is slow, breaks off or is not S3: every failure is a storage fault, and leaves nothing behind. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { BlobStore } from "#lib/media/blob-store.ts";
import { openBlobStore } from "#lib/media/open-blob-store.ts";
import { createS3BlobStore } from "#lib/media/s3/s3-blob-store.ts";
import { openS3Bucket } from "#lib/media/s3/s3-bucket.ts";
import type { S3Fault, S3Request, S3Server } from "../support/s3-server.ts";
import { FEW_ATTEMPTS, openS3Place } from "./blob-stores.ts";

const LARGE = randomBytes(11 * 1024 * 1024);
const LIMIT = 20 * 1024 * 1024;

let place: Awaited<ReturnType<typeof openS3Place>>;
let server: S3Server;
let blobs: BlobStore;
beforeEach(async () => {
  place = await openS3Place(FEW_ATTEMPTS);
  server = place.server;
  blobs = place.open("here");
});
afterEach(() => place.close());

async function* chunks(...pieces: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
const collect = async (body: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(body));
const caught = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it succeeded");
    },
    (error: unknown) => error as Error & { status: number; code: string },
  );

/** Fails the first `times` requests that match. */
function failTimes(times: number, isMeant: (request: S3Request) => boolean, fault: S3Fault): void {
  let left = times;
  server.fail = (request) => {
    if (left === 0 || !isMeant(request)) return undefined;
    left -= 1;
    return fault;
  };
}
const isPart = ({ query }: S3Request) => query.has("partNumber");
const isCompletion = ({ method, query }: S3Request) => method === "POST" && query.has("uploadId");
const isRead = ({ method, key }: S3Request) => method === "GET" && key !== "";

const FAULTS: [string, S3Fault, string, RegExp][] = [
  ["refuses", { status: 403, code: "AccessDenied" }, "storage_refused", /AccessDenied, status 403/],
  ["has no bucket", { status: 404, code: "NoSuchBucket" }, "storage_refused", /NoSuchBucket, status 404/],
  ["is overloaded", { status: 503, code: "SlowDown" }, "storage_failing", /SlowDown, status 503/],
  ["is full", { status: 507, code: "XMinioStorageFull" }, "storage_full", /XMinioStorageFull/],
  ["never answers", "silent", "storage_unreachable", /TimeoutError/],
  ["drops connections", "drop", "storage_unreachable", /TimeoutError|ECONNRESET/],
  ["answers a page", "html", "storage_failing", /reply is not one of S3/],
];

/** Long enough for answers that do come, on a busy machine. */
const IMPATIENT = { ...FEW_ATTEMPTS, reply: 1_500, silence: 1_500, attempts: 1 };

describe.each(FAULTS)("a server that %s", (_, fault, code, reason) => {
  const limits = fault === "silent" ? IMPATIENT : FEW_ATTEMPTS;
  beforeEach(() => {
    blobs = place.openWith(limits);
  });
  const expectFault = async (work: Promise<unknown>) => {
    const error = await caught(work);
    expect(error).toMatchObject({ code });
    expect(describeReason(error)).toMatch(reason);
    expect(JSON.stringify([error.message, describeReason(error), String(error)])).not.toContain(
      server.credentials.secretAccessKey,
    );
  };

  it("fails writes, and nothing of them stays", async () => {
    server.fail = () => fault;
    await Promise.all([
      expectFault(blobs.write("a", chunks("hello"), LIMIT)),
      expectFault(blobs.write("b", chunks(LARGE), LIMIT)),
      expectFault(blobs.receive("c", chunks("hello"), LIMIT)),
      expectFault(blobs.append("u", 0, chunks("hello"), LIMIT)),
    ]);
    expect(place.names()).toEqual([]);
  });

  it("fails reads", async () => {
    await blobs.write("a", chunks("hello"), LIMIT);
    await blobs.append("u", 0, chunks("hello"), LIMIT);
    server.fail = () => fault;
    // A page has as many bytes as it likes: only its missing range shows that it is none of ours.
    await Promise.all([
      expectFault(blobs.open("a", { start: 0, end: 5 }).then(collect)),
      expectFault(blobs.read("a")),
      expectFault(blobs.unfinishedBytes("u")),
    ]);
    server.fail = () => undefined;
    expect((await blobs.read("a")).toString()).toBe("hello");
  });

  it("fails the end of an upload, which is then aborted", async () => {
    failTimes(limits.attempts, isCompletion, fault);
    await expectFault(blobs.write("a", chunks(LARGE), LIMIT));
    expect(place.names()).toEqual([]);
  });
});

describe("a server with a short fault", () => {
  it.each<[string, (request: S3Request) => boolean, S3Fault]>([
    ["a part is dropped", isPart, "drop"],
    ["the answer to a part is lost", isPart, "drop answer"],
    ["a part is refused for now", isPart, { status: 503, code: "SlowDown" }],
    ["the answer to the end is lost", isCompletion, "drop answer"],
  ])("gets the whole blob although %s", async (_, isMeant, fault) => {
    failTimes(1, isMeant, fault);
    await blobs.write("a", chunks(LARGE), LIMIT);
    expect((await blobs.read("a")).equals(LARGE)).toBe(true);
    expect(server.uploads.size).toBe(0);
  });

  it("a read continues where its connection broke, and only while bytes arrive", async () => {
    await blobs.write("a", chunks(LARGE), LIMIT);
    failTimes(1, isRead, "drop");
    const range = { start: 5, end: LARGE.length - 5 };
    expect((await collect(await blobs.open("a", range))).equals(LARGE.subarray(5, -5))).toBe(true);
    const reads = () => server.requests.filter(isRead).length;
    const before = reads();
    failTimes(3, isRead, "drop");
    expect((await blobs.read("a")).equals(LARGE)).toBe(true);
    expect(reads() - before, "three breaks").toBe(4);
    failTimes(1, isRead, "drop");
    const body = await blobs.open("a");
    await body.next();
    server.fail = (request) => (isRead(request) ? "drop answer" : undefined);
    expect(await caught(collect(body))).toMatchObject({ code: "storage_unreachable" });
  });

  it("a read ends when the object has changed meanwhile", async () => {
    await blobs.write("a", chunks(LARGE), LIMIT);
    failTimes(1, isRead, "drop");
    const body = await blobs.open("a");
    await body.next();
    await blobs.write("a", chunks("other"), LIMIT);
    await expect(collect(body)).rejects.toMatchObject({ code: "storage_failing" });
  });
});

it("two writers of one upload do not replace each other's pieces", async () => {
  await blobs.append("u", 0, chunks("0123"), LIMIT);
  async function* late() {
    yield Buffer.from("late");
    // Another instance has taken over, and written this position.
    await place.open("there").append("u", 4, chunks("4567"), LIMIT);
  }
  await expect(blobs.append("u", 4, late(), LIMIT)).rejects.toMatchObject({ status: 409, code: "upload_busy" });
  expect(await blobs.unfinishedBytes("u")).toBe(8);
  await blobs.finish("u", "a");
  expect((await blobs.read("a")).toString()).toBe("01234567");
});

it("works with a server that knows no conditional writes", async () => {
  failTimes(1, ({ method }) => method === "PUT", { status: 501, code: "NotImplemented" });
  await blobs.append("u", 0, chunks("0123"), LIMIT);
  expect(await blobs.unfinishedBytes("u")).toBe(4);
});

it("an upload whose instance was killed is aborted when it is old, and not while its parts arrive", async () => {
  const bucket = openS3Bucket({ ...server, endpoint: server.url }, FEW_ATTEMPTS);
  for (const name of ["one", "two", "three", "four"]) {
    const key = `blobs/${name}`;
    const id = await bucket.startUpload(key);
    await bucket.sendPart({ key, id }, 1, LARGE);
  }
  place.age();
  const [active] = server.uploads.values();
  for (const part of active?.parts.values() ?? []) part.modified = new Date();
  await blobs.removeAbandoned(Date.now() - 3_600_000, async () => false);
  expect([...server.uploads.values()]).toEqual([active]);
  bucket.close();
});

describe("at the start", () => {
  const start = (changes: object) => {
    const { url: endpoint, bucket, region, credentials } = server;
    return openBlobStore({ dataDir: "unused", s3: { bucket, endpoint, region, credentials, ...changes } });
  };

  it("opens the bucket of the settings", async () => {
    const store = (await start({}))("here");
    await store.write("a", chunks("hello"), LIMIT);
    expect(place.names()).toEqual(["blobs/a"]);
    await store.close();
  });

  it.each<[string, object, RegExp]>([
    ["a missing bucket", { bucket: "nowhere" }, /S3_BUCKET is "nowhere".*the bucket "nowhere" does not exist/],
    ["a wrong key", { credentials: { accessKeyId: "AKID", secretAccessKey: "x".repeat(40) } }, /status 403/],
    ["a wrong region", { region: "us-west-9" }, /status 403/],
    ["a port without a server", { endpoint: "http://127.0.0.1:1" }, /ECONNREFUSED/],
  ])("names the reason for %s", async (_, changes, expected) => {
    const error = await caught(start(changes));
    expect(error.name).toBe("SettingsError");
    expect(error.message).toMatch(expected);
    expect(error.message).not.toContain("x".repeat(40));
  });

  it("a secret that is wrong by a letter is refused: the server does check signatures", async () => {
    const { accessKeyId, secretAccessKey } = server.credentials;
    const credentials = { accessKeyId, secretAccessKey: `${secretAccessKey}x` };
    const bucket = openS3Bucket({ ...server, credentials, endpoint: server.url }, FEW_ATTEMPTS);
    const error = await caught(createS3BlobStore(bucket, "here").write("a", chunks("hello"), LIMIT));
    expect(describeReason(error)).toContain("SignatureDoesNotMatch");
    bucket.close();
  });
});

it("a check is repeated after some seconds, not at each call", async () => {
  await Promise.all([blobs.check(), blobs.check()]);
  await blobs.check();
  expect(server.requests).toHaveLength(1);
});
