/** Bytes for fuzz tests (fast-check): right ones in which some are flipped, cut, repeated, swapped or replaced. */
import fc from "fast-check";

/** Bytes that a mutation may add to what it was given. */
const MOST_ADDED = 200_000;
const MOST_REPEATS = 2_000;

/** Pieces that parsers of JSON, events, forms and headers trip over. */
const TRAPS = [
  ...["\n\n", "\r\n\r\n", "\r", "\n", "\0", "data:", "event:", "event: error\n", "id:", ":", "retry: 1e9\n", "[DONE]"],
  ...['{"', '"}', "}", "]", "[[[[", '{"a":', "null", "1e999", "-0", "9".repeat(400), "\\ud800", "\\u0000", '\\"'],
  ...[
    "--edge",
    "--edge--",
    "\r\n--edge\r\n",
    'name="',
    "filename*=",
    "content-type: ",
    "--",
    "\uFEFF",
    "é",
    "__proto__",
  ],
].map((text) => Buffer.from(text));
const NOT_UTF8 = [Buffer.from([0xff]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xf0, 0x9f])];

type Mutation = (bytes: Buffer) => Buffer;

/** A place in bytes of any length, as a share of it. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const length = fc.oneof(fc.nat(8), fc.nat(400));
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);

const flip = fc.tuple(place, fc.nat(7)).map(
  ([share, bit]): Mutation =>
    (bytes) => {
      const flipped = Buffer.from(bytes);
      const index = Math.min(at(bytes, share), bytes.length - 1);
      if (index >= 0) flipped[index] = (flipped[index] as number) ^ (1 << bit);
      return flipped;
    },
);

const cutOut = fc.tuple(place, length).map(
  ([share, size]): Mutation =>
    (bytes) => {
      const start = at(bytes, share);
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + size)]);
    },
);

const cutEnd = place.map(
  (share): Mutation =>
    (bytes) =>
      bytes.subarray(0, at(bytes, share)),
);

const repeat = fc.tuple(place, length, fc.oneof(fc.constant(1), fc.nat(MOST_REPEATS))).map(
  ([share, size, times]): Mutation =>
    (bytes) => {
      const start = at(bytes, share);
      const piece = bytes.subarray(start, start + size);
      const count = Math.min(times, Math.floor(MOST_ADDED / Math.max(1, piece.length)));
      return Buffer.concat([bytes.subarray(0, start), ...Array<Buffer>(count).fill(piece), bytes.subarray(start)]);
    },
);

const swap = fc.tuple(place, place, length).map(
  ([first, second, size]): Mutation =>
    (bytes) => {
      const left = Math.min(at(bytes, first), at(bytes, second));
      const right = Math.max(at(bytes, first), at(bytes, second), Math.min(left + size, bytes.length));
      const moved = bytes.subarray(left, Math.min(left + size, right));
      return Buffer.concat([
        bytes.subarray(0, left),
        bytes.subarray(left + moved.length, right),
        moved,
        bytes.subarray(right),
      ]);
    },
);

const insert = fc.tuple(place, fc.oneof(fc.constantFrom(...TRAPS, ...NOT_UTF8), fc.uint8Array({ maxLength: 8 }))).map(
  ([share, put]): Mutation =>
    (bytes) => {
      const start = at(bytes, share);
      return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start)]);
    },
);

/** Bytes of the source with up to four mutations; one time in five as they are. */
export function mutatedBytes(source: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const mutations = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
    {
      weight: 4,
      arbitrary: fc.array(fc.oneof(flip, cutOut, cutEnd, repeat, swap, insert), { minLength: 1, maxLength: 4 }),
    },
  );
  return fc.tuple(source, mutations).map(([bytes, applied]) => applied.reduce((made, mutate) => mutate(made), bytes));
}
