/** Multipart bodies for fuzz tests (fast-check): forms whose parts, headers and bytes have anything wrong in them. */
import fc from "fast-check";
import { mutatedBytes } from "./any-bytes.ts";
import { PIXEL } from "./json-routes.ts";

export type AnyForm = { type: string; body: Buffer };

const NAMES = [
  ...["file", "purpose", "model", "prompt", "image", "image[]", "mask", "n", "size", "seconds", "input_reference"],
  ...["expires_after[anchor]", "expires_after[seconds]", "stream", "metadata", "__proto__", "", "a".repeat(300)],
];
const VALUES = [
  ...["user_data", "pictures/m", "clips/m", "A fox", "1", "-1", "1e9", "created_at", "3600", "true", "null", "", "é\0"],
  ...["x".repeat(70_000), '{"a":1}', "auto", "1024x1024"],
].map((text) => Buffer.from(text));
const FILES = [Buffer.from(PIXEL, "base64"), Buffer.from("%PDF-1.4\n%%EOF\n"), Buffer.from("hello"), Buffer.alloc(0)];
const HEADERS = [
  ...[
    "content-type: image/png",
    "content-type: text/plain; charset=utf-16",
    "Content-Type:",
    "content-type: image/svg+xml",
  ],
  ...[
    "content-transfer-encoding: base64",
    "content-length: 5",
    `x-long: ${"x".repeat(5_000)}`,
    "no colon",
    ": no name",
  ],
  ...["content-disposition: form-data; name=second", " folded: value"],
];
const FILE_NAMES = ["a.png", "../../a", "", "a\0.png", "ä.txt", `${"n".repeat(400)}.pdf`, 'q"uote.txt'];

const part = fc
  .record({
    name: fc.constantFrom(...NAMES),
    filename: fc.oneof(fc.constant(undefined), fc.constantFrom(...FILE_NAMES)),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }),
    content: fc.oneof(fc.constantFrom(...VALUES, ...FILES), fc.uint8Array({ maxLength: 60 })),
  })
  .map(({ name, filename, headers, content }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const head = [`content-disposition: form-data; name="${name}"${file}`, ...headers].join("\r\n");
    return Buffer.concat([Buffer.from(`--edge\r\n${head}\r\n\r\n`), content, Buffer.from("\r\n")]);
  });

/** A form that its route takes, so that what is changed in it is often the only thing wrong. */
function formOf(fields: Record<string, string>, file: string | undefined): Buffer {
  const text = Object.entries(fields).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const picture = Buffer.concat([
    Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="${file}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    Buffer.from(PIXEL, "base64"),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([Buffer.from(text.join("")), ...(file ? [picture] : []), Buffer.from("--edge--\r\n")]);
}

const RELATED = Buffer.from(
  '--edge\r\ncontent-type: application/json\r\n\r\n{"file":{"displayName":"A"}}\r\n--edge\r\ncontent-type: text/plain\r\n\r\nhello\r\n--edge--\r\n',
);
const RIGHT = [
  formOf({ purpose: "user_data" }, "file"),
  formOf({ model: "pictures/m", prompt: "A fox" }, "image"),
  formOf({ model: "clips/m", prompt: "A fox", seconds: "4" }, "input_reference"),
  RELATED,
];

const TYPES = [
  ...["multipart/form-data; boundary=edge", "multipart/form-data; boundary=edge", "multipart/form-data; boundary=edge"],
  ...["multipart/related; boundary=edge", 'multipart/form-data; boundary="edge"', "multipart/form-data; boundary=ed"],
  ...["multipart/form-data", 'multipart/form-data; boundary=""', `multipart/form-data; boundary=${"e".repeat(70)}`],
];

export const anyForm: fc.Arbitrary<AnyForm> = fc.record({
  type: fc.constantFrom(...TYPES),
  body: mutatedBytes(
    fc.oneof(
      fc.constantFrom(...RIGHT),
      fc
        .tuple(fc.array(part, { maxLength: 8 }), fc.boolean())
        .map(([parts, isClosed]) => Buffer.concat([...parts, Buffer.from(isClosed ? "--edge--\r\n" : "")])),
    ),
  ),
});
