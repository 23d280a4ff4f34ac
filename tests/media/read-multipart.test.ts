/** The multipart reader gives the same parts however the bytes are cut, and ends on whatever it gets. */
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type PartHeaders, readMultipart } from "#lib/media/read-multipart.ts";

type Seen = PartHeaders & { text: string };

async function* cutIntoPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(body: Buffer | string, { size = 65_536, type = "multipart/form-data; boundary=edge" } = {}) {
  const seen: Seen[] = [];
  await readMultipart({
    contentType: type,
    chunks: cutIntoPieces(Buffer.from(body as string), size),
    async onPart(headers, bytes) {
      const part: Seen = { ...headers, text: "" };
      seen.push(part);
      for await (const chunk of bytes) {
        await delay(0);
        part.text += Buffer.from(chunk).toString("latin1");
      }
    },
  });
  return seen;
}

const BODY = [
  "--edge\r\n",
  'Content-Disposition: form-data; name="file"; filename="naïve.txt"\r\nContent-Type: text/plain\r\n\r\n',
  "line\r\n--edg\r\n\r\n-",
  "\r\n--edge\r\ncontent-disposition: form-data; name=purpose\r\n\r\nbatch",
  '\r\n--edge\r\ncontent-disposition: form-data; name="empty"\r\n\r\n',
  "\r\n--edge--\r\nepilogue",
].join("");
const PARTS = [
  { name: "file", filename: "naïve.txt", contentType: "text/plain", text: "line\r\n--edg\r\n\r\n-" },
  { name: "purpose", filename: undefined, contentType: undefined, text: "batch" },
  { name: "empty", filename: undefined, contentType: undefined, text: "" },
];

describe("a form", () => {
  it("is read the same with any size of piece", async () => {
    const bytes = Buffer.byteLength(BODY);
    for (let size = 1; size <= bytes; size++) expect(await read(BODY, { size }), `pieces of ${size}`).toEqual(PARTS);
  });

  it("keeps large parts whole and in order, before and after small ones", async () => {
    const large = "x".repeat(1_000_000);
    const part = (name: string, text: string) =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const body = `${part("a", large)}${part("b", "1")}${part("c", "2")}${part("d", large)}${part("e", "")}--edge--`;
    for (const size of [1_000, 65_536, 3_000_000]) {
      const parts = await read(body, { size });
      expect(parts.map(({ name, text }) => [name, text.length])).toEqual([
        ["a", 1_000_000],
        ["b", 1],
        ["c", 1],
        ["d", 1_000_000],
        ["e", 0],
      ]);
    }
  });

  it.each([
    ["a quoted quote", 'filename="a\\"b.txt"', 'a"b.txt'],
    ["a percent sign, which browsers do not decode", 'filename="100%25.txt"', "100%25.txt"],
    ["a Windows path", 'filename="C:\\dir\\a.txt"', "a.txt"],
    ["a path", 'filename="../../a.txt"', "a.txt"],
    ["a name in RFC 8187's form", "filename=\"x\"; filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"],
    ["a semicolon in quotes", 'filename="a;b.txt"', "a;b.txt"],
    ["an empty name", 'filename=""', ""],
  ])("reads the file name of %s", async (_name, parameter, expected) => {
    const body = `--edge\r\ncontent-disposition: form-data; name="file"; ${parameter}\r\n\r\nx\r\n--edge--\r\n`;
    expect((await read(body))[0]).toMatchObject({ name: "file", filename: expected });
  });

  it("accepts a quoted boundary", async () => {
    expect(await read(BODY, { type: 'Multipart/Form-Data; charset=utf-8; Boundary="edge"' })).toHaveLength(3);
  });

  it("is a 400 wherever it is cut", async () => {
    const end = BODY.indexOf("--edge--");
    for (let length = 0; length < end; length++) {
      await expect(read(BODY.slice(0, length)), `cut at ${length}`).rejects.toMatchObject({ status: 400 });
    }
  });

  it("of any bytes is read or is a 400", async () => {
    const token = fc.constantFrom(
      "--edge",
      "--edge--",
      "\r\n",
      "\r\n\r\n",
      "--",
      ":",
      "content-disposition: form-data",
      "x",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), async (tokens, size) => {
        await read(tokens.join(""), { size }).catch((error: unknown) => {
          if (!GatewayError.isInstance(error) || error.status !== 400) throw error;
        });
      }),
      { numRuns: 500 },
    );
  });

  it("is refused without waiting for a silent client", async () => {
    async function* stuck() {
      yield Buffer.from(BODY.slice(0, 150));
      await new Promise(() => {});
    }
    const refusal = new GatewayError({ status: 400, message: "No." });
    const reading = readMultipart({
      contentType: "multipart/form-data; boundary=edge",
      chunks: stuck(),
      onPart: () => Promise.reject(refusal),
    });
    await expect(reading).rejects.toBe(refusal);
  });

  it("settles its handlers when it fails", async () => {
    const events: string[] = [];
    const reading = readMultipart({
      contentType: "multipart/form-data; boundary=edge",
      chunks: cutIntoPieces(Buffer.from(BODY.slice(0, 120)), 10),
      async onPart(_headers, bytes) {
        try {
          for await (const _ of bytes);
        } finally {
          await delay(20);
          events.push("handler");
        }
      },
    });
    await reading.catch(() => events.push("failed"));
    expect(events).toEqual(["handler", "failed"]);
  });
});
