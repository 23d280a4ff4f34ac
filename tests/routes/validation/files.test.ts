/** Uploads that are wrong in some way, in each API's form (wire-formats §3.7, §4.8). */
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { expectPlainSentence } from "#tests/support/wrong-bodies.ts";

const LIMIT = 100_000;
const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const ANTHROPIC = { ...BEARER, "anthropic-version": "2023-06-01" };
const GOOGLE = { "x-goog-api-key": ADMIN_KEY };
const FORM = "multipart/form-data; boundary=edge";

const part = (disposition: string, content: string, more = "") =>
  `--edge\r\ncontent-disposition: form-data${disposition}\r\n${more}\r\n${content}\r\n`;
const form = (...parts: string[]) => `${parts.join("")}--edge--\r\n`;
const field = (name: string, value: string) => part(`; name="${name}"`, value);
const FILE = part('; name="file"; filename="a.txt"', "hello", "content-type: text/plain\r\n");
const PURPOSE = field("purpose", "user_data");
const EXPIRY = (seconds: string, anchor = "created_at") =>
  field("expires_after[anchor]", anchor) + field("expires_after[seconds]", seconds);

/** Forms in OpenAI's shape. */
const wrongForms: [name: string, body: string, param: string | null, message?: RegExp][] = [
  ["nothing", "", null, /^The multipart body|^Each part of the multipart body|^A part of the multipart body/],
  ["text", "hello", null, /^The multipart body|^Each part of the multipart body|^A part of the multipart body/],
  [
    "JSON",
    '{"purpose":"batch"}',
    null,
    /^The multipart body|^Each part of the multipart body|^A part of the multipart body/,
  ],
  ["no parts", form(), null, /no parts/],
  ["no closing boundary", PURPOSE + FILE, null, /closing boundary/],
  ["a file cut in its bytes", `${PURPOSE}${FILE.slice(0, -4)}`, null, /closing boundary/],
  [
    "a part cut in its header",
    `${PURPOSE}--edge\r\ncontent-dispo`,
    null,
    /^The multipart body|^Each part of the multipart body|^A part of the multipart body/,
  ],
  [
    "another boundary",
    form(FILE, PURPOSE).replaceAll("--edge", "--hedge"),
    null,
    /^The multipart body|^Each part of the multipart body|^A part of the multipart body/,
  ],
  ["a part without a header", `--edge\r\n\r\nx\r\n${form(FILE)}`, null, /must have a name|has no header/],
  [
    "a part without a disposition",
    `--edge\r\ncontent-type: text/plain\r\n\r\nx\r\n${form()}`,
    null,
    /^Each part of the form must have a name/,
  ],
  ["a part without a name", form(part("", "x"), FILE), null, /^Each part of the form must have a name/],
  [
    "a file without a name",
    form(part('; filename="a.txt"', "x"), PURPOSE),
    null,
    /^Each part of the form must have a name/,
  ],
  ["a header of 20 kB", form(part(`; name="${"n".repeat(20_000)}"`, "x"), FILE), null],
  ["101 parts", form(FILE, PURPOSE, ...Array(100).fill(field("x", "y"))), null, /at most 100 parts/],
  ["a field of 70 kB", form(FILE, field("purpose", "x".repeat(70_000))), null, /at most 64 kB/],
  ["no file", form(PURPOSE), "file", /^Missing required field: `file`\. The form has `purpose`/],
  ["an empty field", form(field("file", ""), PURPOSE), "file", /must be a file\. Add a filename/],
  ["a file that is a field", form(field("file", "hello"), PURPOSE), "file", /must be a file\. Add a filename/],
  ["a file by another name", form(FILE.replace('"file"', '"upload"'), PURPOSE), "upload", /got one in `upload`/],
  ["a file as a list", form(FILE.replace('"file"', '"file[]"'), PURPOSE), "file[]", /got one in `file\[\]`/],
  ["a file in capitals", form(FILE.replace('"file"', '"File"'), PURPOSE), "File"],
  ["two files", form(FILE, FILE, PURPOSE), "file", /must occur once in the form/],
  ["an empty file", form(part('; name="file"; filename="a.txt"', ""), PURPOSE), "file", /at least one byte/],
  ["no purpose", form(FILE), "purpose", /[Mm]issing/],
  ["an empty purpose", form(FILE, field("purpose", "")), "purpose", /"user_data"/],
  ["an unknown purpose", form(FILE, field("purpose", "fun")), "purpose", /"assistants", "batch".*got "fun"/],
  ["a purpose in capitals", form(FILE, field("purpose", "BATCH")), "purpose"],
  ["a purpose of what the gateway makes", form(FILE, field("purpose", "assistants_output")), "purpose"],
  ["an anchor alone", form(FILE, PURPOSE, field("expires_after[anchor]", "created_at")), "expires_after", /both/],
  ["seconds alone", form(FILE, PURPOSE, field("expires_after[seconds]", "3600")), "expires_after", /both/],
  ["an unknown anchor", form(FILE, PURPOSE, EXPIRY("3600", "now")), "expires_after[anchor]", /"created_at"/],
  ["an expiry too soon", form(FILE, PURPOSE, EXPIRY("3599")), "expires_after[seconds]", /3600/],
  ["an expiry too late", form(FILE, PURPOSE, EXPIRY("2592001")), "expires_after[seconds]", /2592000/],
  [
    "an expiry of text",
    form(FILE, PURPOSE, EXPIRY("soon")),
    "expires_after[seconds]",
    /must be an integer between 3600 and 2592000/,
  ],
  [
    "an expiry of a half",
    form(FILE, PURPOSE, EXPIRY("3600.5")),
    "expires_after[seconds]",
    /must be an integer between 3600 and 2592000/,
  ],
];

const wrongTypes: [name: string, contentType: string | undefined, message: RegExp][] = [
  ["no content type", "", /multipart with a boundary; got none/],
  ["JSON", "application/json", /multipart with a boundary; got "application\/json"/],
  ["a plain form", "application/x-www-form-urlencoded", /multipart with a boundary/],
  ["no boundary", "multipart/form-data", /multipart with a boundary/],
  ["an empty boundary", 'multipart/form-data; boundary=""', /multipart with a boundary/],
  ["a boundary of 201 characters", `multipart/form-data; boundary=${"x".repeat(201)}`, /multipart with a boundary/],
  ["another word for it", "multipart/form-data; border=edge", /multipart with a boundary/],
];

const START = { ...GOOGLE, "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" };
const SIZE = "x-goog-upload-header-content-length";

/** Requests that fail to begin an upload in Google's form. */
const wrongStarts: [
  name: string,
  headers: Record<string, string>,
  body: string,
  param: string | null,
  message: RegExp,
][] = [
  [
    "an unknown protocol",
    { "x-goog-upload-protocol": "pigeon" },
    "",
    "x-goog-upload-protocol",
    /resumable, multipart or raw; got "pig/,
  ],
  ["no command", { "x-goog-upload-command": "" }, "", "x-goog-upload-command", /must be start; got/],
  ["another first command", { "x-goog-upload-command": "upload" }, "", "x-goog-upload-command", /must be start; got/],
  [
    "two commands at once",
    { "x-goog-upload-command": "start, upload" },
    "",
    "x-goog-upload-command",
    /must be start; got/,
  ],
  ["a size of text", { [SIZE]: "big" }, "", SIZE, /whole number of bytes; got "big"/],
  ["a size below 0", { [SIZE]: "-1" }, "", SIZE, /must be a whole number of bytes/],
  ["a size of a half", { [SIZE]: "1.5" }, "", SIZE, /must be a whole number of bytes/],
  ["a size of nothing", { [SIZE]: "0" }, "", "file", /at least one byte/],
  ["metadata that is no JSON", {}, "{", null, /^Invalid JSON in the file's metadata/],
  ["metadata that is a list", {}, "[]", null, /must be an object/],
  ["a file that is text", {}, '{"file":"a"}', "file", /must be an object/],
  ["a display name of a number", {}, '{"file":{"displayName":5}}', "file.displayName", /must be a string/],
  [
    "a display name of 513 characters",
    {},
    JSON.stringify({ file: { displayName: "x".repeat(513) } }),
    "file.displayName",
    /512/,
  ],
  ["a media type of a number", {}, '{"file":{"mimeType":5}}', "file.mimeType", /must be a string/],
  ["a name of the client's own", {}, '{"file":{"name":"files/mine"}}', "file.name", /`file\.name` must be absent/],
];

/** Requests that fail to continue an upload of eight bytes, none of them received. */
const wrongPieces: [
  name: string,
  headers: Record<string, string>,
  body: string,
  param: string | null,
  message: RegExp,
][] = [
  [
    "no command",
    { "x-goog-upload-offset": "0" },
    "12345678",
    "x-goog-upload-command",
    /upload, finalize, query or cancel/,
  ],
  ["an unknown command", { "x-goog-upload-command": "fly" }, "", "x-goog-upload-command", /got "fly"/],
  ["start again", { "x-goog-upload-command": "start" }, "", "x-goog-upload-command", /got "start"/],
  [
    "the end before the piece",
    { "x-goog-upload-command": "finalize, upload" },
    "",
    "x-goog-upload-command",
    /got "finalize, upload"/,
  ],
  [
    "no offset",
    { "x-goog-upload-command": "upload" },
    "1234",
    "x-goog-upload-offset",
    /^Missing header `x-goog-upload-offset`/,
  ],
  [
    "an offset of text",
    { "x-goog-upload-command": "upload", "x-goog-upload-offset": "x" },
    "1234",
    "x-goog-upload-offset",
    /must be a whole number of bytes/,
  ],
  [
    "an offset below 0",
    { "x-goog-upload-command": "upload", "x-goog-upload-offset": "-4" },
    "1234",
    "x-goog-upload-offset",
    /must be a whole number of bytes/,
  ],
  [
    "an offset beyond what has come",
    { "x-goog-upload-command": "upload", "x-goog-upload-offset": "4" },
    "5678",
    "x-goog-upload-offset",
    /starting at byte 0; got/,
  ],
  ["the end of nothing", { "x-goog-upload-command": "finalize" }, "", "file", /at least one byte/],
  [
    "the end before all bytes",
    { "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" },
    "1234",
    null,
    /has 4 of 8 announced bytes/,
  ],
];

describe("on the node mount", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node", config: { limits: { fileBytes: LIMIT } } });
  });
  afterAll(() => gateway?.close());

  const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
    fetch(gateway.url + path, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
  const upload = (body: BodyInit, headers: Record<string, string> = BEARER, type = FORM) =>
    post("/v1/files", body, { ...headers, "content-type": type });
  const blobs = () => {
    const folder = join(gateway.dataDir, "blobs");
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  };
  async function expectRefusal(
    response: Response,
    { param = null, message = /./ }: { param?: string | null; message?: RegExp },
  ): Promise<void> {
    const error = await expectError(response, { status: 400, message, type: "invalid_request_error", param });
    expectPlainSentence(error.message);
  }

  describe("a form", () => {
    it.each(wrongForms)("of %s is refused", async (_name, body, param, message) => {
      const before = blobs();
      await expectRefusal(await upload(body), { param, ...(message ? { message } : {}) });
      expect(blobs(), "nothing of it stays").toEqual(before);
    });

    it.each(wrongForms.filter(([, body, param]) => body !== "" && (param === null || param === "file")))(
      "of %s is refused in Anthropic's API too",
      async (_name, body, param, message) => {
        await expectRefusal(await upload(body, ANTHROPIC), { param, ...(message ? { message } : {}) });
      },
    );

    it.each(wrongTypes)("with the content type of %s is refused", async (_name, type, message) => {
      await expectRefusal(await upload(form(FILE, PURPOSE), BEARER, type), { message });
    });

    it("that is compressed is refused", async () => {
      const headers = { ...BEARER, "content-type": FORM, "content-encoding": "gzip" };
      const response = await post("/v1/files", form(FILE, PURPOSE), headers);
      await expectError(response, {
        status: 415,
        message: /`content-encoding` must be absent/,
        type: "invalid_request_error",
      });
    });

    it("over the limit is a 413", async () => {
      const large = form(FILE.replace("hello", "x".repeat(LIMIT + 1)), PURPOSE);
      const expected = {
        status: 413,
        message: /at most 98 kB/,
        type: "request_too_large",
        param: "file",
      };
      await expectError(await upload(large), expected);
      await expectError(await upload(large, ANTHROPIC), expected);
      await expectError(await upload("x".repeat(3_000_000)), expected);
    });

    it.each([
      ["before its end", form(FILE, PURPOSE), 500],
      ["in the middle of the file", PURPOSE + FILE.slice(0, -4), 5],
    ])("whose connection ends %s leaves nothing", async (_name, body, missing) => {
      const before = blobs();
      const { hostname, port } = new URL(gateway.url);
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      const length = body.length + missing;
      const head = `POST /v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_KEY}\r\ncontent-type: ${FORM}\r\ncontent-length: ${length}\r\n\r\n`;
      await new Promise((resolve) => socket.write(head + body, resolve));
      socket.destroy();
      await expect.poll(blobs, { timeout: 5_000 }).toEqual(before);
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    });

    it("that is unusual is accepted", async () => {
      const oddly = [
        form(PURPOSE, FILE),
        form(FILE, PURPOSE, field("__proto__", "x"), field("", "y")),
        `preamble\r\n${form(FILE, PURPOSE)}epilogue`,
        form(FILE.replace("a.txt", ""), PURPOSE),
        form(FILE.replace("a.txt", `${"é".repeat(3_000)}.txt`), PURPOSE),
        form(FILE.replace("text/plain", "nonsense; \u0001"), PURPOSE),
      ];
      for (const body of oddly) {
        const response = await upload(body);
        expect(response.status, `${body.slice(0, 200)}\n${await response.clone().text()}`).toBe(200);
      }
    });
  });

  describe("an upload in Google's API", () => {
    const start = (headers: Record<string, string> = {}, body = "") =>
      post("/upload/v1beta/files", body, { ...START, "content-type": "application/json", ...headers });

    it.each(wrongStarts)("does not start with %s", async (_name, headers, body, param, message) => {
      await expectRefusal(await start(headers, body), { param, message });
    });

    it.each(wrongPieces)("does not continue with %s", async (_name, headers, body, param, message) => {
      const begun = await start({ [SIZE]: "8" }, '{"file":{"displayName":"a"}}');
      const url = begun.headers.get("x-goog-upload-url") ?? "";
      const { pathname, search } = new URL(url);
      await expectRefusal(await post(pathname + search, body, { ...GOOGLE, ...headers }), { param, message });
    });

    it.each([
      ["an id of nothing", ""],
      ["an unknown id", "x".repeat(48)],
      ["an id of 3,000 characters", "x".repeat(3_000)],
      ["an id that is a path", "..%2f..%2fkeys"],
    ])("does not continue by %s", async (_name, id) => {
      const headers = { ...GOOGLE, "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" };
      const response = await post(`/upload/v1beta/files?upload_id=${id}`, "x", headers);
      await expectError(response, {
        status: 404,
        message: /^Upload not found/,
        type: "not_found_error",
        param: "upload_id",
      });
    });

    it("over the limit is a 413, with or without a declared size", async () => {
      const expected = {
        status: 413,
        message: /at most 98 kB/,
        type: "request_too_large",
        param: "file",
      };
      await expectError(await start({ [SIZE]: String(LIMIT + 1) }), expected);
      await expectError(
        await post("/upload/v1beta/files", "x".repeat(LIMIT + 1), { ...GOOGLE, "x-goog-upload-protocol": "raw" }),
        expected,
      );
      const { pathname, search } = new URL((await start()).headers.get("x-goog-upload-url") ?? "");
      const piece = { ...GOOGLE, "x-goog-upload-command": "upload", "x-goog-upload-offset": "0" };
      await expectError(await post(pathname + search, "x".repeat(LIMIT + 1), piece), expected);
    });

    it.each<[string, string, string | null, RegExp]>([
      ["one part", form(part("", "{}")), null, /got fewer/],
      ["three parts", form(part("", "{}"), part("", "x"), part("", "y")), null, /got more/],
      ["metadata that is no JSON", form(part("", "x"), part("", "y")), null, /^Invalid JSON in the file's metadata/],
      [
        "metadata of another type",
        form(part("", '{"file":{"displayName":1}}'), part("", "y")),
        "file.displayName",
        /must be a string/,
      ],
      ["an empty file", form(part("", "{}"), part("", "")), "file", /at least one byte/],
      ["no end", part("", "{}") + part("", "x"), null, /closing boundary/],
    ])("of multipart/related with %s is refused", async (_name, body, param, message) => {
      const headers = { ...GOOGLE, "content-type": "multipart/related; boundary=edge" };
      await expectRefusal(await post("/upload/v1beta/files", body, headers), { param, message });
    });

    it("that is empty is refused", async () => {
      const headers = { ...GOOGLE, "x-goog-upload-protocol": "raw", "content-type": "text/plain" };
      await expectRefusal(await post("/upload/v1beta/files", "", headers), {
        param: "file",
        message: /at least one byte/,
      });
    });
  });

  it.each([
    ["OpenAI's", {}],
    ["Anthropic's", { "anthropic-version": "2023-06-01" }],
    ["Google's", { "x-goog-api-client": "google-genai-sdk/3.1.0" }],
  ])("before the body is read, a client of %s convention gets its own envelope", async (name, headers) => {
    const native = { ...headers, "x-gateway-errors": "native" };
    for (const response of [
      await fetch(`${gateway.url}/v1/files`, { headers: native }),
      await fetch(`${gateway.url}/v1/files`, { method: "PATCH", headers: native }),
      await fetch(`${gateway.url}/v1/models`, { headers: native }),
      await fetch(`${gateway.url}/v1/nothing`, { headers: native }),
    ]) {
      const body = await response.json();
      const shape =
        body.type === "error" ? "Anthropic's" : typeof body.error.code === "number" ? "Google's" : "OpenAI's";
      expect(shape, JSON.stringify(body)).toBe(name);
    }
  });

  it("never fails, whatever the form and the headers", { timeout: 60_000 }, async () => {
    const right = form(PURPOSE, FILE, EXPIRY("3600"));
    const cut = fc
      .tuple(fc.nat(right.length), fc.nat(60), fc.string({ maxLength: 30 }))
      .map(([at, length, put]) => right.slice(0, at) + put + right.slice(at + length));
    const body = fc.oneof(cut, cut, fc.uint8Array({ maxLength: 300 }));
    const value = fc.oneof(
      fc.constantFrom(
        "start",
        "upload",
        "finalize",
        "upload, finalize",
        "query",
        "cancel",
        "0",
        "5",
        "resumable",
        "raw",
        "multipart",
        FORM,
        "multipart/related; boundary=edge",
        "gzip",
        "",
      ),
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
    );
    const headers = fc.dictionary(
      fc.constantFrom(
        "x-goog-upload-protocol",
        "x-goog-upload-command",
        "x-goog-upload-offset",
        SIZE,
        "x-goog-upload-header-content-type",
        "x-goog-upload-file-name",
        "content-type",
        "anthropic-version",
        "x-goog-api-client",
        "content-encoding",
      ),
      value,
      { maxKeys: 4 },
    );
    const path = fc.constantFrom(
      "/v1/files",
      "/v1/files",
      "/upload/v1beta/files",
      "/upload/v1/files",
      "/upload/v1/files?uploadType=media",
      "/upload/v1/files?upload_id=x",
    );
    await fc.assert(
      fc.asyncProperty(path, headers, body, async (at, extra, bytes) => {
        const response = await post(at, bytes as BodyInit, { ...BEARER, "content-type": FORM, ...extra });
        const answer = await response.text();
        expect(response.status, answer).toBeLessThan(500);
        expect(() => JSON.parse(answer)).not.toThrow();
      }),
      { numRuns: 150 },
    );
    expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
  });
});
