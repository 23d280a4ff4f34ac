/** An image of a request that is held in memory, and not in a spool. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { detectMediaType, HEAD_BYTES } from "#lib/media/media-type.ts";

/** Its type is told by its first bytes. */
export function inMemoryImage(bytes: Uint8Array, filename: string): ImageInput {
  return {
    mediaType: detectMediaType({ declared: undefined, filename, head: bytes.subarray(0, HEAD_BYTES) }),
    filename,
    size: bytes.length,
    read: async () => bytes,
    async *chunks() {
      yield bytes;
    },
  };
}
