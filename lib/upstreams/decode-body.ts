/** An upstream that compresses although it was asked not to: its answer is decompressed on the way in. */
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";

/** Bytes inflated in one step; each costs a turn on a thread. */
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
  /** As if the body had come plain. */
  headers: ResponseHeaders;
  /** Decompresses no further, and pauses the source. */
  pause(): void;
  resume(): void;
  cancel(): void;
};

/**
 * The source is paused while the decoder is behind, so that neither the compressed nor the decompressed bytes pile up: the
 * receiver gets them in pieces of 64 kB at most, and cancels when they are too many.
 * @returns undefined when the body is plain, which it nearly always is
 * @throws GatewayError 502 for an encoding that is not known
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
  if (!create) throw malformed(`The upstream "${upstreamId}" answered with an unknown content-encoding.`);
  const decoder = create();
  let done = false;
  /** The source has given all: its connection may serve another request. */
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
    receiver.onError(malformed(`The upstream "${upstreamId}" sent a body that cannot be decompressed.`, cause));
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

function malformed(message: string, cause?: Error): GatewayError {
  return new GatewayError({ status: 502, message, code: "upstream_malformed", cause });
}
