/** Media of a body as references, wherever its chunks are cut. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createBodyReferences } from "#lib/records/body-references.ts";

const SOUND = Buffer.from(`ID3\r\n--not the boundary\r\n\r\n${"x".repeat(3_000)}`);
const HASH = createHash("sha256").update(SOUND).digest("hex");
const form = (sound: Uint8Array) =>
  Buffer.concat([
    Buffer.from('--b-1\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper\r\n--b-1\r\n'),
    Buffer.from('Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n'),
    sound,
    Buffer.from('\r\n--b-1\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n--b-1--\r\n'),
  ]);

function read(type: string, bytes: Uint8Array, size = bytes.length): { text: string; media: number | undefined } {
  const references = createBodyReferences(type);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    const piece = references?.push(bytes.subarray(from, from + size));
    if (piece) pieces.push(piece);
  }
  const end = references?.end();
  return { text: Buffer.concat(end ? [...pieces, end] : pieces).toString(), media: references?.media };
}

it.each([1, 2, 3, 7, 64, 1_000, 1_000_000])(
  "a form has its fields, and its file as a reference, in chunks of %i",
  (size) => {
    const { text, media } = read('multipart/form-data; charset=utf-8; boundary="b-1"', form(SOUND), size);
    expect(media).toBe(1);
    expect(text).toBe(form(Buffer.from(`[audio/mpeg, ${SOUND.length} bytes, sha256:${HASH}]`)).toString());
  },
);

it("a form that is cut in its file says how much of it came", () => {
  const bytes = form(SOUND);
  const { text } = read("multipart/form-data; boundary=b-1", bytes.subarray(0, bytes.indexOf("xxx") + 100));
  expect(text).toMatch(/\[audio\/mpeg, \d+ bytes, sha256:[0-9a-f]{64}\]$/);
  expect(text).not.toContain("xxx");
});

it("a form with a head without an end is recorded up to there, and holds nothing", () => {
  const { text } = read("multipart/form-data; boundary=b-1", Buffer.from(`--b-1\r\n${"h".repeat(100_000)}`), 1_000);
  expect(text).toBe("--b-1");
});

it("a file is a reference, and text, JSON and events stay as they are", () => {
  expect(read("audio/mpeg", SOUND, 100)).toEqual({
    text: `[audio/mpeg, ${SOUND.length} bytes, sha256:${HASH}]`,
    media: 1,
  });
  for (const type of [
    undefined,
    "text/plain",
    "application/json",
    "text/event-stream; charset=utf-8",
    "multipart/mixed",
  ])
    expect(createBodyReferences(type)).toBeUndefined();
});
