/** Frames of WebSockets for fuzz tests, right or wrong in any of their fields (RFC 6455 §5.2). */
import fc from "fast-check";

export type AnyFrame = { first: number; length: bigint; payload: Buffer };

/** @param texts payloads that the receiver may read */
export function anyFrameOf(texts: fc.Arbitrary<string>): fc.Arbitrary<AnyFrame> {
  return fc
    .record({
      first: fc.oneof(
        fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a),
        fc.integer({ min: 0, max: 255 }),
      ),
      announced: fc.oneof(
        { weight: 8, arbitrary: fc.constant(undefined) },
        fc.constantFrom(0n, 65_536n, 2n ** 31n, 2n ** 63n, 2n ** 64n - 1n),
      ),
      payload: fc.oneof(
        texts.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      ),
    })
    .map(({ first, announced, payload }) => ({ first, length: announced ?? BigInt(payload.length), payload }));
}

export function writeFrame({ first, length, payload }: AnyFrame, isMasked: boolean): Buffer {
  const size = Buffer.alloc(9);
  const bit = isMasked ? 0x80 : 0;
  size[0] = bit | 127;
  size.writeBigUInt64BE(length, 1);
  const short = length < 126n ? Buffer.from([bit | Number(length)]) : size;
  return Buffer.concat([Buffer.from([first]), short, Buffer.alloc(isMasked ? 4 : 0), payload]);
}
