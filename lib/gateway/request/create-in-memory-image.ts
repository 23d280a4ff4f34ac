/** An input image in memory, in place of a temp file. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { detectMediaType, HEAD_BYTES } from "#lib/media/detect-media-type.ts";

/** Reads the image's type from its first bytes. */
export function createInMemoryImage(bytes: Uint8Array, filename: string): ImageInput {
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
