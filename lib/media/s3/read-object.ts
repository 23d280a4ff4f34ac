/** Object as an async iterable, which continues after a broken connection. */
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import type { ByteRange } from "../blob-store.ts";
import type { S3Bucket } from "./s3-bucket.ts";
import { createS3Error, isMissingObject } from "./s3-faults.ts";

type Body = AsyncIterableIterator<Uint8Array> & { destroy(): void };
type Opened = { body: Body; end: number; tag: string };

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;
const PAUSE_MS = 200;

/**
 * Opens an object. Reading goes on with another request when a connection breaks, as long as bytes arrive in between.
 * @param range the whole object when absent
 * @throws Error when there is no such object, GatewayError 503
 */
export async function readObject(
  bucket: S3Bucket,
  key: string,
  range?: ByteRange,
): Promise<AsyncIterableIterator<Uint8Array>> {
  if (range && range.start === range.end) return emptyBody();
  const opened = await open(bucket, key, range ?? { start: 0 });
  return opened ? new ObjectReader(bucket, key, { ...opened, start: range?.start ?? 0 }) : emptyBody();
}

/** @returns undefined for an empty object */
async function open(
  { client, name }: S3Bucket,
  key: string,
  { start, end }: { start: number; end?: number },
  tag?: string,
): Promise<Opened | undefined> {
  try {
    const reply = await client.send(
      new GetObjectCommand({
        Bucket: name,
        Key: key,
        // Always a range: its reply shows that it came from S3, unlike the page of a proxy.
        Range: `bytes=${start}-${end === undefined ? "" : end - 1}`,
        ...(tag === undefined ? {} : { IfMatch: tag }),
      }),
    );
    const body = iterate(reply.Body as Readable);
    const [, first, last] = CONTENT_RANGE.exec(reply.ContentRange ?? "") ?? [];
    const fits = Number(first) === start && (end === undefined || Number(last) === end - 1);
    if (!reply.ETag || !fits) {
      body.destroy();
      throw new Error(
        reply.ContentRange === undefined
          ? "the endpoint's reply is not one of S3: it has no range"
          : `the reply has the range "${reply.ContentRange}"`,
      );
    }
    return { body, end: Number(last) + 1, tag: reply.ETag };
  } catch (error) {
    if (isMissingObject(error)) throw new Error(`There is no object ${key}.`, { cause: error });
    if ((error as Error).name === "InvalidRange" && start === 0 && end === undefined) return undefined;
    throw createS3Error(error, `reading ${key}`);
  }
}

class ObjectReader implements AsyncIterableIterator<Uint8Array> {
  private readonly bucket: S3Bucket;
  private readonly key: string;
  private readonly end: number;
  private readonly tag: string;
  private body: Body;
  private position: number;
  private failures = 0;
  private closed = false;

  constructor(bucket: S3Bucket, key: string, { body, start, end, tag }: Opened & { start: number }) {
    this.bucket = bucket;
    this.key = key;
    this.body = body;
    this.position = start;
    this.end = end;
    this.tag = tag;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      if (this.closed || this.position >= this.end) return this.return();
      try {
        const { done, value } = await this.body.next();
        if (done) throw Object.assign(new Error("the connection ended early"), { code: "ECONNRESET" });
        this.position += value.length;
        this.failures = 0;
        return { done: false, value };
      } catch (error) {
        if (this.closed) return this.return();
        await this.reopen(error);
      }
    }
  }

  private async reopen(error: unknown): Promise<void> {
    this.body.destroy();
    this.failures += 1;
    try {
      if (this.failures >= this.bucket.limits.attempts) throw createS3Error(error, `reading ${this.key}`);
      await delay(PAUSE_MS * this.failures);
      const range = { start: this.position, end: this.end };
      const opened = await open(this.bucket, this.key, range, this.tag);
      if (opened) this.body = opened.body;
      if (this.closed) this.body.destroy();
    } catch (failure) {
      await this.return();
      throw failure;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.closed = true;
    this.body.destroy();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array, void, void> {}

function iterate(stream: Readable): Body {
  // A stream that is destroyed before its first read would report that to nobody.
  stream.on("error", () => {});
  const iterator = stream.iterator({ destroyOnReturn: true }) as AsyncIterableIterator<Uint8Array>;
  return Object.assign(iterator, { destroy: () => void stream.destroy() });
}
