/** Decompresses responses of an upstream that compresses although the request does not accept it. */
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { errors } from "#lib/http/errors.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";

/** Bytes inflated in one step; each step costs a turn on a thread. */
const STEP = { chunkSize: 65_536 };

const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(STEP),
  "x-gzip": () => createGunzip(STEP),
  deflate: () => createInflate(STEP),
  br: () => createBrotliDecompress(STEP),
  zstd: () => createZstdDecompress(STEP),
};

/** The connection that the compressed bytes come from. */
export type CompressedSource = { pause(): void; resume(): void; cancel(): void };

export type DecodedBody = Pick<Receiver, "onData" | "onEnd"> & {
  /** Headers as if the body were not compressed. */
  headers: ResponseHeaders;
  /** Stops decompressing, and pauses the source. */
  pause(): void;
  resume(): void;
  cancel(): void;
};

/**
 * The source is paused while the decoder is behind, so that neither compressed nor decompressed bytes pile up: the
 * receiver gets pieces of at most 64 kB, and cancels when there are too many.
 * @returns undefined when the body is plain, as nearly always
 * @throws GatewayError 502 for an unknown encoding
 */
export function decodeBody({
  headers,
  receiver,
  source,
  upstreamId,
}: {
  headers: ResponseHeaders;
  receiver: Receiver;
  source: CompressedSource;
  upstreamId: string;
}): DecodedBody | undefined {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return undefined;
  const create = DECODERS[String(encoding).toLowerCase()];
  if (!create) throw errors.upstreamEncodingUnknown({ provider: upstreamId, encoding: String(encoding) });
  const decoder = create();
  let done = false;
  /** True when the source is at its end: its connection may serve another request. */
  let given = false;
  let behind = false;
  let paused = false;
  decoder.on("data", (chunk: Buffer) => {
    if (!done) receiver.onData(chunk);
  });
  decoder.on("drain", () => {
    behind = false;
    if (!paused && !given) source.resume();
  });
  decoder.on("end", () => {
    if (!done) receiver.onEnd();
    done = true;
  });
  decoder.on("error", (cause) => {
    if (done) return;
    done = true;
    source.cancel();
    receiver.onError(errors.upstreamCompressionBroken({ provider: upstreamId, cause }));
  });
  const { "content-encoding": _, "content-length": __, ...plain } = headers;
  return {
    headers: plain,
    onData(chunk) {
      if (done || decoder.write(chunk)) return;
      behind = true;
      source.pause();
    },
    onEnd() {
      given = true;
      decoder.end();
    },
    pause() {
      paused = true;
      decoder.pause();
      if (!given) source.pause();
    },
    resume() {
      paused = false;
      decoder.resume();
      if (!behind && !given) source.resume();
    },
    cancel() {
      done = true;
      decoder.destroy();
    },
  };
}
