import { createHash } from "node:crypto";
import type { WrittenBlob } from "./blob-store.ts";
import { HEAD_BYTES } from "./detect-media-type.ts";

/** Collects the size, the SHA-256 and the first bytes of a blob as its chunks pass. */
export function createBlobDigest(): { add(chunk: Uint8Array): void; result(): WrittenBlob } {
  const hash = createHash("sha256");
  let bytes = 0;
  let head = Buffer.alloc(0);
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    },
    result: () => ({ bytes, sha256: hash.digest("hex"), head }),
  };
}
