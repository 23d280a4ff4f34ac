/** An upstream that compresses although it was asked not to: its answer is decompressed on the way in. */
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export type DecodedBody = Pick<Receiver, "onData" | "onEnd"> & {
  /** As if the body had come plain. */
  headers: ResponseHeaders;
  pause(): void;
  resume(): void;
  cancel(): void;
};

/** Undefined when the body is plain, which it nearly always is. @throws GatewayError 502 for an encoding that is not known */
export function decodeBody({
  headers,
  receiver,
  upstreamId,
}: {
  headers: ResponseHeaders;
  receiver: Receiver;
  upstreamId: string;
}): DecodedBody | undefined {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return undefined;
  const create = DECODERS[String(encoding).toLowerCase()];
  if (!create) throw malformed(`The upstream "${upstreamId}" answered with an unknown content-encoding.`);
  const decoder = create();
  let done = false;
  decoder.on("data", (chunk: Buffer) => {
    if (!done) receiver.onData(chunk);
  });
  decoder.on("end", () => {
    if (!done) receiver.onEnd();
    done = true;
  });
  decoder.on("error", (cause) => {
    if (!done)
      receiver.onError(malformed(`The upstream "${upstreamId}" sent a body that cannot be decompressed.`, cause));
    done = true;
  });
  const { "content-encoding": _, "content-length": __, ...plain } = headers;
  return {
    headers: plain,
    onData: (chunk) => void decoder.write(chunk),
    onEnd: () => void decoder.end(),
    pause: () => void decoder.pause(),
    resume: () => void decoder.resume(),
    cancel() {
      done = true;
      decoder.destroy();
    },
  };
}

function malformed(message: string, cause?: Error): GatewayError {
  return new GatewayError({ status: 502, message, code: "upstream_malformed", cause });
}
