/** Packing of records: chunks keep their text and their times, whatever is replaced in them. */
import { describe, expect, it } from "vitest";
import type { RecordedBody } from "#lib/contract/request-record.ts";
import { SECRET_PATTERNS } from "#lib/http/secret-patterns.ts";
import type { CapturedBody } from "#lib/records/captured-record.ts";
import { packRecord } from "#lib/records/pack-record.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";

const SECRET = "configured-secret-123";

async function pack(chunks: (string | Uint8Array)[], { isTooLong = false } = {}): Promise<RecordedBody | undefined> {
  const body: CapturedBody = {
    chunks: chunks.map((chunk, index) => [index * 10, typeof chunk === "string" ? Buffer.from(chunk) : chunk]),
    bytes: chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0),
    isTooLong,
  };
  const payload = packRecord({
    record: {
      ...{
        object: "request_record",
        version: 1,
        id: "req_1",
        time: 1,
        dialect: "openai-chat",
        stream: true,
        model: "m",
      },
      request: { method: "POST", url: "/v1/chat/completions", headers: {} },
      response: { status: 200, headers: {}, complete: true, body },
      attempts: [],
    },
    secrets: new RegExp(SECRET, "g"),
    patterns: SECRET_PATTERNS,
  });
  return (await unpackRecord(payload)).response?.body;
}

const event = (fields: unknown) => `data: ${JSON.stringify(fields)}\n\n`;

describe("chunks", () => {
  it("are the same when nothing is replaced, also where one ends in the middle of a character", async () => {
    const bytes = Buffer.from("aé€😀z");
    const parts = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    const body = await pack(parts);
    expect(body?.chunks.map(([, text]) => text).join("")).toBe("aé€😀z");
    expect(body?.chunks.map(([at]) => at)).toEqual(parts.map((_, index) => index * 10));
    expect(body).toMatchObject({ bytes: bytes.length });
    expect(body).not.toHaveProperty("secrets");
  });

  it("lose a secret that lies in several of them, and keep the rest where it was", async () => {
    const body = await pack(["one confi", "gured-", "secret-123 two", " three"]);
    expect(body?.chunks).toEqual([
      [0, "one [redacted]"],
      [10, ""],
      [20, " two"],
      [30, " three"],
    ]);
    expect(body?.secrets).toBe(1);
  });

  it("are left out of a body that is not text, and of the rest of one that is too long", async () => {
    expect(await pack([Uint8Array.of(0xff, 0xfe, 0)])).toEqual({ chunks: [], bytes: 3, omitted: "binary" });
    expect(await pack([Uint8Array.of(0x61, 0xc3)], { isTooLong: true })).toMatchObject({
      chunks: [[0, "a"]],
      omitted: "too_long",
    });
  });
});

describe("secrets", () => {
  it.each([
    ["in JSON, after a line break", String.raw`{"a":"x\nsk-0123456789abcdefgh"}`, `{"a":"x\\n[redacted]"}`],
    ["of a URL", "postgres://me:hunter22@db/x", "postgres://me:[redacted]@db/x"],
    ["after Bearer", "authorization: bearer abcdefghijklmnop12", "authorization: bearer [redacted]"],
    ["of two kinds that overlap", `Bearer ${SECRET}`, "Bearer [redacted]"],
  ])("%s", async (_, text, shown) => {
    expect((await pack([text]))?.chunks).toEqual([[0, shown]]);
  });

  it("leave words alone that only look like one", async () => {
    const text = "risk-assessment-of-something task-0123456789012345678 Bearer of bad news";
    expect((await pack([text]))?.chunks).toEqual([[0, text]]);
  });

  it.each([
    ["openai-chat", (text: string) => ({ id: "c", choices: [{ index: 0, delta: { content: text } }] })],
    [
      "openai-responses",
      (text: string) => ({ type: "response.output_text.delta", item_id: "m", output_index: 0, delta: text }),
    ],
    [
      "anthropic-messages",
      (text: string) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    ],
    ["google-generate", (text: string) => ({ candidates: [{ content: { parts: [{ text }], role: "model" } }] })],
    [
      "tool arguments",
      (text: string) => ({
        type: "content_block_delta",
        index: 1,
        delta: { type: "input_json_delta", partial_json: text },
      }),
    ],
  ])("spread over events of %s", async (_, write) => {
    const other = event(write("indeed"));
    const body = await pack(["It is sk-", "0123456789", "abcdef and"].map((text) => event(write(text))).concat(other));
    const text = body?.chunks.map(([, chunk]) => chunk).join("") ?? "";
    expect(text).not.toContain("0123");
    expect(text).not.toContain("abcdef");
    expect(text).toContain("It is ***");
    expect(text).toContain("****** and");
    expect(body?.chunks.at(-1)).toEqual([30, other]);
    expect(body?.secrets).toBe(1);
  });
});

describe("media", () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(800, 1)]).toString("base64");
  const noise = Buffer.alloc(900, 0x5a).toString("base64");

  it.each([
    ["a data URL", `{"url":"data:audio/wav;base64,${noise}"}`, "audio/wav"],
    ["an image by its first bytes", `{"data":"${png}"}`, "image/png"],
    [
      "a type before it",
      `{"mimeType": "audio/pcm;rate=24000", "data": "${noise}"}`.replace(";rate=24000", ""),
      "audio/pcm",
    ],
    ["a type after it", `{"data":"${noise}","mimeType":"audio/pcm"}`, "audio/pcm"],
    ["a field of media", `{"b64_json":"${noise}"}`, "media"],
  ])("%s becomes a reference", async (_, text, type) => {
    const body = await pack([text]);
    expect(body?.media).toBe(1);
    expect(body?.chunks[0]?.[1]).toMatch(new RegExp(`"\\[${type}, \\d+ bytes, sha256:[0-9a-f]{64}\\]"`));
    expect(() => JSON.parse(body?.chunks[0]?.[1] ?? "")).not.toThrow();
  });

  it("leaves other base64, such as a signature that a client sends back, as it is", async () => {
    const text = `{"signature":"${noise}"}`;
    expect((await pack([text]))?.chunks).toEqual([[0, text]]);
  });

  it("takes one of many megabytes", async () => {
    const body = await pack([`{"b64_json":"${"A".repeat(12 * 1024 * 1024)}"}`]);
    expect(body?.media).toBe(1);
  });
});
