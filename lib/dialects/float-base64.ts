/** Vectors as base64 of 32-bit floats in little-endian order (wire-formats §11.1). */
import { endianness } from "node:os";
import type { EmbeddingVector } from "#lib/canonical/embeddings-call.ts";

const BYTES = 4;
const IS_LITTLE_ENDIAN = endianness() === "LE";

export function writeFloats(vector: EmbeddingVector): string {
  if (IS_LITTLE_ENDIAN) {
    const { buffer, byteOffset, byteLength } = vector instanceof Float32Array ? vector : Float32Array.from(vector);
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  }
  const bytes = Buffer.alloc(vector.length * BYTES);
  for (let index = 0; index < vector.length; index++) bytes.writeFloatLE(vector[index] as number, index * BYTES);
  return bytes.toString("base64");
}

/** Returns undefined for bytes that are not whole floats. */
export function readFloats(base64: string): Float32Array | undefined {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length === 0 || bytes.length % BYTES !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / BYTES }, (_, index) => bytes.readFloatLE(index * BYTES));
}
