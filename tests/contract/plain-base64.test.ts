import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isPlainBase64 } from "#lib/contract/plain-base64.ts";

describe("plain base64", () => {
  it.each([1, 2, 3, 49_151, 49_152, 49_153, 200_000])("accepts %s encoded bytes", (size) => {
    const bytes = randomBytes(size);
    expect(isPlainBase64(bytes.toString("base64"))).toBe(true);
    expect(isPlainBase64(bytes.toString("base64url"))).toBe(true);
  });

  it.each(["", "A", "AAAAA", "=", "AA=A", "AAAA=", "AAAA==", "AA===", "AAA A", "AAA\n", "AAA.", "AAAé", "AAA€"])(
    "rejects %j",
    (text) => expect(isPlainBase64(text)).toBe(false),
  );

  it.each([0, 65_535, 65_536, 100_001])("rejects any other character at %s", (at) => {
    const text = "A".repeat(200_000);
    for (const other of "%=\n é") expect(isPlainBase64(text.slice(0, at) + other + text.slice(at + 1))).toBe(false);
  });
});
