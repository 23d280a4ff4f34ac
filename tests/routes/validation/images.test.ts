/** JSON and form fields that the image routes accept and refuse (spec; wire-formats §5.1, §5.2). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { picture } from "#tests/support/image-fixtures.ts";
import { IMAGE, type JsonRoute } from "#tests/support/json-routes.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "#tests/support/stub-upstream.ts";
import {
  expectGoodAnswer,
  expectPlainSentence,
  itRefuses,
  neverFails,
  type WrongBody,
} from "#tests/support/wrong-bodies.ts";

const generations: JsonRoute = {
  name: "POST /v1/images/generations",
  path: () => "/v1/images/generations",
  headers: AUTHORIZED,
  modelPlace: "body",
  base: { prompt: "A fox" },
  full: [
    { prompt: "A fox", n: 1, size: "256x256", response_format: "b64_json", quality: "standard", user: "u" },
    {
      prompt: "A fox",
      stream: true,
      partial_images: 2,
      output_format: "webp",
      output_compression: 50,
      background: "opaque",
    },
  ],
  otherFields: ["style", "moderation", "safety_identifier", "seed", "images", "mask"],
  isAnswer: (json) => Array.isArray(json.data),
  streamEnd: /event: (image_(generation|edit)\.completed|error)\ndata: [^\n]+\n\n$/,
};
const edits: JsonRoute = {
  ...generations,
  name: "POST /v1/images/edits",
  path: () => "/v1/images/edits",
  base: { prompt: "A hat", images: [{ image_url: IMAGE }] },
  full: [
    {
      prompt: "A hat",
      images: [{ image_url: IMAGE }, { image_url: IMAGE }],
      mask: { image_url: IMAGE },
      n: 1,
      size: "auto",
    },
    { prompt: "A hat", images: [{ image_url: IMAGE }], input_fidelity: "high", stream: true, partial_images: 1 },
  ],
  otherFields: ["image", "image_url", "file_id", "background", "quality", "style"],
};

const A = { model: "image-model-a", prompt: "A fox" };
const B = { model: "image-model-b", prompt: "A fox" };
const C = { model: "image-model-c", prompt: "A fox" };
const edit = (fields: object) => ({ ...A, images: [{ image_url: IMAGE }], ...fields });

const wrongGenerations: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /got null/],
  ["text", "A fox", null, /must be an object/],
  ["no prompt", { model: "image-model-a" }, "prompt", /[Mm]issing/],
  ["prompt null", { ...A, prompt: null }, "prompt", /got null/],
  ["prompt a number", { ...A, prompt: 7 }, "prompt", /must be a string; got 7/],
  ["prompt empty", { ...A, prompt: "" }, "prompt", /must not be empty/],
  ["prompt a list", { ...A, prompt: ["A fox"] }, "prompt"],
  ["a prompt of 32,001 characters", { ...A, prompt: "x".repeat(32_001) }, "prompt", /at most 32,000 characters; got/],
  [
    "a prompt of 1,001 for b",
    { ...B, prompt: "x".repeat(1_001) },
    "prompt",
    /at most 1,000 characters for image-model-b; got 1,001/,
  ],
  [
    "a prompt of 4,001 for c",
    { ...C, prompt: "x".repeat(4_001) },
    "prompt",
    /at most 4,000 characters for image-model-c; got 4,001/,
  ],
  ["model a number", { ...A, model: 1 }, "model"],
  ["model empty", { ...A, model: "" }, "model"],
  [
    "a text model",
    { ...A, model: "sandbox/echo" },
    "model",
    /"sandbox\/echo" can't generate images\. Use image-model-a/,
  ],
  ["n of 0", { ...A, n: 0 }, "n", /must be (?:at least 1|between 1 and \d+); got 0/],
  ["n over 10", { ...A, n: 11 }, "n", /must be between 1 and 10;/],
  ["n of a half", { ...A, n: 1.5 }, "n"],
  ["n text", { ...A, n: "2" }, "n", /must be a number/],
  ["two of c", { ...C, n: 2 }, "n", /must be 1 for image-model-c; got 2/],
  ["an unknown background", { ...A, background: "pink" }, "background", /"transparent"/],
  [
    "transparency in jpeg",
    { ...A, background: "transparent", output_format: "jpeg" },
    "background",
    /Set `output_format` to "png" or "webp"/,
  ],
  ["a background of b", { ...B, background: "opaque" }, "background", /not supported by .*\. Use image-model-a\./],
  ["an unknown moderation", { ...A, moderation: "off" }, "moderation", /"low"/],
  ["moderation of c", { ...C, moderation: "low" }, "moderation"],
  [
    "a compression over 100",
    { ...A, output_compression: 101, output_format: "webp" },
    "output_compression",
    /must be between 0 and 100;/,
  ],
  ["a compression that is text", { ...A, output_compression: "50" }, "output_compression"],
  ["a compression of png", { ...A, output_compression: 50 }, "output_compression", /"jpeg" or "webp"/],
  ["an unknown format", { ...A, output_format: "gif" }, "output_format", /"webp"/],
  ["a format of b", { ...B, output_format: "webp" }, "output_format"],
  ["four previews", { ...A, stream: true, partial_images: 4 }, "partial_images", /must be between 0 and 3;/],
  ["previews without a stream", { ...A, partial_images: 1 }, "partial_images", /requires `stream` to be true/],
  ["a stream of b", { ...B, stream: true }, "stream", /not supported by .*\. Use image-model-a\./],
  ["stream text", { ...A, stream: "true" }, "stream", /must be a boolean/],
  ["an unknown quality", { ...A, quality: "best" }, "quality", /"hd"/],
  ["hd of a", { ...A, quality: "hd" }, "quality", /must be "auto", "low", "medium" or "high" for image-model-a/],
  ["high of c", { ...C, quality: "high" }, "quality"],
  ["addresses of a", { ...A, response_format: "url" }, "response_format", /Use image-model-b or image-model-c\./],
  ["an unknown response_format", { ...B, response_format: "file" }, "response_format"],
  ["a size that is none", { ...A, size: "large" }, "size", /<width>x<height>/],
  ["a size of another model", { ...A, size: "256x256" }, "size", /must be "auto", "1024x1024".* for image-model-a/],
  ["auto of b", { ...B, size: "auto" }, "size", /must be "256x256", .* for image-model-b/],
  ["size a number", { ...A, size: 1024 }, "size"],
  ["an unknown style", { ...C, style: "wild" }, "style", /"vivid"/],
  ["a style of a", { ...A, style: "vivid" }, "style", /not supported by .*\. Use image-model-c\./],
  ["user a number", { ...A, user: 7 }, "user"],
];

const wrongEdits: WrongBody[] = [
  ["no images", { ...A }, "images", /[Mm]issing/],
  ["images empty", edit({ images: [] }), "images", /must contain at least one item\./],
  ["images text", edit({ images: IMAGE }), "images", /must be an array/],
  ["an image that is text", edit({ images: [IMAGE] }), "images[0]", /must be an object/],
  ["an image of nothing", edit({ images: [{}] }), "images[0]", /must have exactly one of `image_url`, `file_id`/],
  ["an image of both", edit({ images: [{ image_url: IMAGE, file_id: "f" }] }), "images[0]", /exactly one/],
  [
    "an address",
    edit({ images: [{ image_url: "https://example.org/a.png" }] }),
    "images[0].image_url",
    /the gateway does not fetch images/,
  ],
  ["a path", edit({ images: [{ image_url: "file:///etc/passwd" }] }), "images[0].image_url", /data URL/],
  [
    "a data URL without bytes",
    edit({ images: [{ image_url: "data:image/png;base64," }] }),
    "images[0].image_url",
    /data URL/,
  ],
  [
    "base64 of nothing",
    edit({ images: [{ image_url: "data:image/png;base64,*" }] }),
    "images[0].image_url",
    /must be base64/,
  ],
  [
    "a file that nobody uploaded",
    edit({ images: [{ file_id: "file-1" }] }),
    "images[0].file_id",
    /must be an uploaded file of this key; "file-1" not found/,
  ],
  ["the second image", edit({ images: [{ image_url: IMAGE }, { file_id: "" }] }), "images[1].file_id"],
  [
    "17 images",
    edit({ images: Array(17).fill({ image_url: IMAGE }) }),
    "images",
    /must contain at most 16 items; got 17\./,
  ],
  ["a mask that is text", edit({ mask: IMAGE }), "mask", /must be an object/],
  ["a mask of nothing", edit({ mask: {} }), "mask", /exactly one/],
  [
    "a mask by its address",
    edit({ mask: { image_url: "http://127.0.0.1/a.png" } }),
    "mask.image_url",
    /the gateway does not fetch images/,
  ],
  [
    "two images of b",
    { ...B, images: [{ image_url: IMAGE }, { image_url: IMAGE }] },
    "image",
    /at most one image for image-model-b; got 2/,
  ],
  [
    "an edit by c",
    { ...C, images: [{ image_url: IMAGE }] },
    "model",
    /must be image-model-a or image-model-b to edit images; got image-model-c/,
  ],
  ["an unknown input_fidelity", edit({ input_fidelity: "most" }), "input_fidelity", /"high"/],
  ["input_fidelity of b", { ...B, images: [{ image_url: IMAGE }], input_fidelity: "high" }, "input_fidelity"],
  ["no prompt", { model: "image-model-a", images: [{ image_url: IMAGE }] }, "prompt", /[Mm]issing/],
];

/** As text: a form has nothing else. */
const wrongFields: [name: string, fields: Record<string, string>, param: string, message: RegExp][] = [
  ["no prompt", {}, "prompt", /[Mm]issing/],
  ["prompt empty", { prompt: "" }, "prompt", /must not be empty/],
  ["n of words", { prompt: "A hat", n: "two" }, "n", /must be a number/],
  ["n over 10", { prompt: "A hat", n: "11" }, "n", /must be between 1 and 10;/],
  ["n of a half", { prompt: "A hat", n: "1.5" }, "n", /must be an integer/],
  ["stream of words", { prompt: "A hat", stream: "yes" }, "stream", /must be a boolean/],
  [
    "previews of words",
    { prompt: "A hat", stream: "true", partial_images: "some" },
    "partial_images",
    /must be a number/,
  ],
  ["an unknown size", { prompt: "A hat", size: "10" }, "size", /<width>x<height>/],
  ["a size of another model", { prompt: "A hat", size: "256x256" }, "size", /`size` must be "auto", "1024x1024"/],
  ["a compression of png", { prompt: "A hat", output_compression: "20" }, "output_compression", /"jpeg" or "webp"/],
  ["a compression of words", { prompt: "A hat", output_compression: "max" }, "output_compression", /must be a number/],
  ["an unknown background", { prompt: "A hat", background: "none" }, "background", /"transparent"/],
  ["model empty", { prompt: "A hat", model: "" }, "model", /./],
  ["a prompt of 40,000 characters", { prompt: "x".repeat(40_000) }, "prompt", /at most 32,000 characters; got/],
];

const PIXELS = IMAGE.slice(IMAGE.indexOf(",") + 1);
const PARTS = [{ inlineData: { mimeType: "image/png", data: PIXELS } }];
const REPLY = { data: [{ b64_json: PIXELS }], candidates: [{ content: { parts: PARTS }, finishReason: "STOP" }] };
const COMPLETED = `event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"${PIXELS}"}\n\n`;

describe("on the node mount", () => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let image: Buffer;
  beforeAll(async () => {
    image = await picture({ width: 16, height: 16 });
    stub = await startStubUpstream((request, response) =>
      /"stream"\s*:\s*true|name="stream"\r\n\r\ntrue/.test(request.body.toString("latin1"))
        ? streamReply({ chunks: [COMPLETED] })(request, response)
        : jsonReply(REPLY)(request, response),
    );
    const of = (dialect: string) => ({
      baseUrl: stub.url,
      dialects: [dialect],
      models: ["m"],
      retries: { attempts: 0 },
    });
    const upstreams = { images: of("openai-images"), gemini: of("google-generate") };
    gateway = await startGateway({ mount: "node", config: { upstreams, aliases: { "image-model-c": "images/m" } } });
  });
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });
  const sendForm = (fields: Iterable<[string, string]>, file = "image") => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append(file, new Blob([new Uint8Array(image)]), "a.png");
    return fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
      body: form,
      signal: AbortSignal.timeout(10_000),
    });
  };

  describe("generations refuse", () =>
    itRefuses({ gateway: () => gateway, route: generations, table: wrongGenerations }));
  describe("edits refuse", () => itRefuses({ gateway: () => gateway, route: edits, table: wrongEdits }));
  describe("edits in a form refuse", () => {
    it.each(wrongFields)("%s", async (_name, fields, param, message) => {
      const response = await sendForm(Object.entries(fields));
      const error = await expectError(response, { status: 400, message, type: "invalid_request_error", param });
      expectPlainSentence(error.message);
    });
  });

  describe.each([generations, edits].map((route) => ({ name: route.name, route })))("$name", ({ route }) => {
    it("never fails with a 500 with an upstream, whatever the body", { timeout: 60_000 }, () =>
      neverFails({ gateway, route, models: ["images/m", "gemini/m", "image-model-c", "nobody/x"] }),
    );

    it("never fails with a 500 in the sandbox, whatever the body", { timeout: 60_000 }, () =>
      neverFails({ gateway, route, models: ["image-model-b"], runs: 25 }),
    );
  });

  it("a form never fails, whatever its fields", { timeout: 60_000 }, async () => {
    const names = fc.constantFrom(
      ...["prompt", "model", "n", "size", "stream", "partial_images", "quality", "mask", "image", "images", "image[]"],
      ...["output_format", "output_compression", "background", "user", "__proto__", "constructor", "", "a b", "é"],
    );
    const values = fc.oneof(
      fc.constantFrom("A hat", "images/m", "gemini/m", "1", "true", "false", "null", "auto", "1024x1024", "webp", "-1"),
      fc.string({ maxLength: 30 }),
    );
    const anyFields = fc.array(fc.tuple(names, values), { maxLength: 6 });
    const files = fc.constantFrom("image", "image[]", "image[0]", "mask", "photo");
    await fc.assert(
      fc.asyncProperty(anyFields, files, async (fields, file) => {
        const first: [string, string][] = [
          ["model", "images/m"],
          ["prompt", "A hat"],
        ];
        await expectGoodAnswer(await sendForm([...first, ...fields], file), edits);
      }),
      { numRuns: 150 },
    );
    expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
  });
});
