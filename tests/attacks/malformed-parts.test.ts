/**
 * Inline files that are not base64, or not what they are declared to be: a 400 that names the part, in every API
 * format.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { PIXEL } from "../support/json-routes.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
});
afterAll(() => gateway.close());

type Inline = { type: string; base64: string };
type Format = {
  path(model: string): string;
  headers: Record<string, string>;
  body(file: Inline): object;
  /** Path of the inline file. */
  param: string;
};

const TEXT = { type: "text", text: "What is it?" };
const dataUrl = ({ type, base64 }: Inline) => `data:${type};base64,${base64}`;

const FORMATS: Record<string, Format> = {
  "Chat Completions": {
    path: () => "/v1/chat/completions",
    headers: AUTHORIZED,
    body: (file) => ({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [TEXT, { type: "image_url", image_url: { url: dataUrl(file) } }] },
      ],
    }),
    param: "messages[1].content[1].image_url.url",
  },
  Responses: {
    path: () => "/v1/responses",
    headers: AUTHORIZED,
    body: (file) => ({
      instructions: "Be brief.",
      input: [{ role: "user", content: [{ type: "input_image", image_url: dataUrl(file) }] }],
    }),
    param: "input[0].content[0].image_url",
  },
  Messages: {
    path: () => "/v1/messages",
    headers: { ...AUTHORIZED, "x-api-key": ADMIN_KEY, "provider-version": "2023-06-01" },
    body: ({ type, base64 }) => ({
      max_tokens: 100,
      system: "Be brief.",
      messages: [
        {
          role: "user",
          content: [TEXT, { type: "image", source: { type: "base64", media_type: type, data: base64 } }],
        },
      ],
    }),
    param: "messages[0].content[1].source.data",
  },
  "Generate Content": {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    headers: AUTHORIZED,
    body: ({ type, base64 }) => ({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "What is it?" }, { inlineData: { mimeType: type, data: base64 } }] }],
    }),
    param: "contents[0].parts[1].inlineData.data",
  },
};

const base64Of = (text: string) => Buffer.from(text, "latin1").toString("base64");
const JPEG = base64Of("\xff\xd8\xff\xe0 and so on");
const PNG_LINES = PIXEL.replace(/(.{20})/g, "$1\r\n");
const LARGE = "A".repeat(3_000_000);

const REFUSED: [name: string, file: Inline, message: RegExp][] = [
  [
    "characters that base64 does not have",
    { type: "image/png", base64: `${PIXEL.slice(0, 40)}*${PIXEL.slice(41)}` },
    /must be base64/,
  ],
  ["one of them far behind", { type: "image/png", base64: `${PIXEL.replace(/=+$/, "")}${LARGE}!A` }, /must be base64/],
  ["padding in the middle", { type: "image/png", base64: `iVBORw0KGgo=${PIXEL}` }, /must be base64/],
  ["a length that base64 does not have", { type: "image/png", base64: "iVBORw0KGgoAA" }, /must be base64/],
  ["no bytes", { type: "image/png", base64: "" }, /./],
  [
    "text for an image",
    { type: "image/png", base64: base64Of("hello, world") },
    /must have the bytes of "image\/png"; got another type/,
  ],
  [
    "another type of image",
    { type: "image/png", base64: JPEG },
    /must have the bytes of "image\/png"; got image\/jpeg/,
  ],
  ["a PDF for an image", { type: "image/webp", base64: base64Of("%PDF-1.4 and so on") }, /got application\/pdf/],
];

const TAKEN: [name: string, file: Inline][] = [
  ["padding left out", { type: "image/png", base64: PIXEL.replace(/=+$/, "") }],
  ["line ends", { type: "image/png", base64: PNG_LINES }],
];

describe.each(Object.entries(FORMATS))("%s", (_name, { path, headers, body, param }) => {
  const send = (model: string, file: Inline, more: object = {}) =>
    fetch(gateway.url + path(model), {
      method: "POST",
      headers,
      body: JSON.stringify({ ...(path("").includes("models") ? {} : { model }), ...body(file), ...more }),
    });

  it.each(REFUSED)("refuses %s", async (_case, file, message) => {
    for (const model of ["sandbox/guide", "sandbox/echo", "sandbox/garbage"]) {
      const response = await send(model, file);
      const error = await response.json();
      expect(response.status, JSON.stringify(error).slice(0, 500)).toBe(400);
      expect(error.message).toMatch(message);
      if (file.base64 !== "") expect(error.param).toBe(param);
    }
  });

  it.each(TAKEN)("takes %s", async (_case, file) => {
    const response = await send("sandbox/guide", file);
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.text()).toContain("1 × 1 pixels");
  });
});
