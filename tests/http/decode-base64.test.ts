import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decodeBase64, isBase64 } from "#lib/http/decode-base64.ts";

describe("base64 in pieces", () => {
  const bytes = randomBytes(5_000_001);
  const wrapped = bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n");

  it.each([
    ["nothing", "", Buffer.alloc(0)],
    ["a short text", "aGk=", Buffer.from("hi")],
    ["a long text", bytes.toString("base64"), bytes],
    ["base64url", bytes.toString("base64url"), bytes],
    ["lines", wrapped, bytes],
  ])("decodes %s", async (_, text, expected) => {
    expect((await decodeBase64(text)).equals(expected)).toBe(true);
  });

  it("yields to other work", async () => {
    let turns = 0;
    const count = () => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await decodeBase64(bytes.toString("base64"));
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(3);
  });
});

it.each([
  ["", true],
  ["AA", true],
  ["AA==", true],
  ["AAA=\r\n", true],
  ["-_-_", true],
  [`${"AAAA\n".repeat(500_000)}AA==`, true],
  ["A", false],
  ["AAAAA", false],
  ["AA=A", false],
  ["AAA*", false],
  ["data:,A", false],
  [`${"A".repeat(2_000_000)}!A`, false],
])("detects whether %.20j is base64", async (text, expected) => {
  expect(await isBase64(text)).toBe(expected);
});
