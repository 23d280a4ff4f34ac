/** Requests for videos that the routes accept, in every spelling, and refuse (spec; wire-formats §6.1, §6.3). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts } from "#tests/support/gateway.ts";
import { formOf, picture } from "#tests/support/image-fixtures.ts";
import { IMAGE, type JsonRoute, PIXEL } from "#tests/support/json-routes.ts";
import { BEARER, GOOGLE_KEY, startVideoGateway, type VideoGateway } from "#tests/support/video-gateway.ts";
import { expectPlainSentence, itRefuses, neverFails, type WrongBody } from "#tests/support/wrong-bodies.ts";

const videos: JsonRoute = {
  name: "POST /v1/videos",
  path: () => "/v1/videos",
  headers: AUTHORIZED,
  modelPlace: "body",
  base: { prompt: "A fox" },
  full: [
    { prompt: "A fox", seconds: "4", size: "1280x720", input_reference: { image_url: IMAGE } },
    { prompt: "A fox", seconds: 8, size: null, model: "clips/m" },
  ],
  otherFields: ["seed", "n", "remix", "image", "file_id"],
  isAnswer: (json) => json.object === "video",
  streamEnd: /never/,
};
const predictions: JsonRoute = {
  ...videos,
  name: "POST /v1beta/models/{model}:predictLongRunning",
  path: (model) => `/v1beta/models/${model}:predictLongRunning`,
  headers: GOOGLE_KEY,
  modelPlace: "path",
  base: { instances: [{ prompt: "A fox" }] },
  full: [
    {
      instances: [
        {
          prompt: "A fox",
          image: { bytesBase64Encoded: PIXEL, mimeType: "image/png" },
          lastFrame: { inlineData: { data: PIXEL, mimeType: "image/png" } },
          referenceImages: [{ image: { bytesBase64Encoded: PIXEL }, referenceType: "asset" }],
        },
      ],
      parameters: {
        sampleCount: 2,
        aspectRatio: "16:9",
        durationSeconds: 8,
        resolution: "720p",
        negativePrompt: "rain",
        seed: 7,
        personGeneration: "allow_all",
        enhancePrompt: true,
      },
    },
  ],
  otherFields: ["prompt", "webhookConfig", "labels"],
  isAnswer: (json) => typeof json.name === "string" && json.done === false,
};

const A = { model: "video-model-a", prompt: "A fox" };
const wrongVideos: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /got null/],
  ["no prompt", { model: "video-model-a" }, "prompt", /[Mm]issing/],
  ["prompt null", { ...A, prompt: null }, "prompt", /got null/],
  ["prompt empty", { ...A, prompt: "" }, "prompt", /must not be empty/],
  ["prompt a list", { ...A, prompt: ["A fox"] }, "prompt"],
  ["a prompt of 32,001 characters", { ...A, prompt: "x".repeat(32_001) }, "prompt", /at most 32,000 characters; got/],
  ["model a number", { ...A, model: 1 }, "model"],
  ["model empty", { ...A, model: "" }, "model"],
  ["a text model", { ...A, model: "sandbox/echo" }, "model", /can't generate videos\. Use video-model-a/],
  ["an image model", { ...A, model: "image-model-a" }, "model", /can't generate videos/],
  [
    "an upstream without videos",
    { ...A, model: "words/m" },
    "model",
    /a provider with video `dialects` or `videoModels`/,
  ],
  ["seconds of words", { ...A, seconds: "four" }, "seconds", /number of seconds as text/],
  ["seconds of another model", { ...A, seconds: "5" }, "seconds", /must be "4", "8" or "12" for video-model-a; got/],
  ["seconds of nothing", { ...A, seconds: "" }, "seconds"],
  ["seconds a fraction", { ...A, seconds: 4.5 }, "seconds"],
  ["seconds negative", { ...A, seconds: -4 }, "seconds"],
  ["seconds for ever", { ...A, seconds: "100000" }, "seconds"],
  ["a size that is none", { ...A, size: "720p" }, "size", /<width>x<height>/],
  [
    "a size of another model",
    { ...A, size: "1024x1792" },
    "size",
    /must be "720x1280" or "1280x720" for video-model-a/,
  ],
  ["size a number", { ...A, size: 720 }, "size"],
  ["a reference to nothing", { ...A, input_reference: {} }, "input_reference", /exactly one/],
  [
    "a reference to two",
    { ...A, input_reference: { image_url: IMAGE, file_id: "file-1" } },
    "input_reference",
    /must have exactly one of `image_url`, `file_id`/,
  ],
  ["a reference that is a number", { ...A, input_reference: 7 }, "input_reference"],
  [
    "an address",
    { ...A, input_reference: { image_url: "https://example.org/a.png" } },
    "input_reference.image_url",
    /the gateway does not fetch images/,
  ],
  ["a bare address", { ...A, input_reference: "https://example.org/a.png" }, "input_reference.image_url", /data URL/],
  ["a path", { ...A, input_reference: "file:///etc/passwd" }, "input_reference.image_url", /data URL/],
  [
    "base64 of nothing",
    { ...A, input_reference: "data:image/png;base64,*" },
    "input_reference.image_url",
    /must be base64/,
  ],
  [
    "an image that is none",
    { ...A, input_reference: "data:image/png;base64,AAAA" },
    "input_reference",
    /must be a PNG, JPEG or WebP image/,
  ],
  [
    "a file that nobody uploaded",
    { ...A, input_reference: "file-1" },
    "input_reference.file_id",
    /must be an uploaded file/,
  ],
];

const instance = (fields: object, parameters: object = {}) => ({
  instances: [{ prompt: "A fox", ...fields }],
  parameters,
});
const wrongPredictions: WrongBody[] = [
  ["an array", [], null, /must be an object/],
  ["no instances", {}, "instances", /[Mm]issing/],
  ["instances empty", { instances: [] }, "instances", /must contain exactly one item/],
  ["two instances", { instances: [{ prompt: "A" }, { prompt: "B" }] }, "instances", /parameters\.sampleCount/],
  ["an instance that is text", { instances: ["A fox"] }, "instances[0]", /must be an object/],
  ["no prompt", { instances: [{}] }, "instances[0].prompt", /[Mm]issing/],
  ["prompt empty", { instances: [{ prompt: "" }] }, "instances[0].prompt", /must not be empty/],
  ["parameters a list", { instances: [{ prompt: "A" }], parameters: [] }, "parameters"],
  [
    "no samples",
    instance({}, { sampleCount: 0 }),
    "parameters.sampleCount",
    /must be (?:at least 1|between 1 and \d+); got 0/,
  ],
  ["five samples", instance({}, { sampleCount: 5 }), "parameters.sampleCount", /must be between 1 and 4;/],
  ["a ratio that is none", instance({}, { aspectRatio: "wide" }), "parameters.aspectRatio", /a ratio/],
  ["a duration of words", instance({}, { durationSeconds: "long" }), "parameters.durationSeconds"],
  ["a resolution that is none", instance({}, { resolution: "fine" }), "parameters.resolution", /"720p"/],
  [
    "a negative seed",
    instance({}, { seed: -1 }),
    "parameters.seed",
    /must be (?:at least 0|between 0 and [\d.]+); got -/,
  ],
  ["a seed of words", instance({}, { seed: "7" }), "parameters.seed"],
  ["an image that is text", instance({ image: PIXEL }), "instances[0].image", /must be an object/],
  ["an image of nothing", instance({ image: {} }), "instances[0].image", /exactly one/],
  [
    "an image twice",
    instance({ image: { bytesBase64Encoded: PIXEL, fileUri: "files/a" } }),
    "instances[0].image",
    /exactly one/,
  ],
  ["four references", instance({ referenceImages: Array(4).fill({ image: {} }) }), "instances[0].referenceImages"],
];
/** Errors by the rules of `video-model-a`, which is named in the path, or in the bytes of images. */
const wrongForModel: [name: string, body: unknown, param: string, message: RegExp][] = [
  ["a ratio of another model", instance({}, { aspectRatio: "4:3" }), "parameters.aspectRatio", /1280x720/],
  ["a resolution of another", instance({}, { resolution: "1080p" }), "parameters.resolution", /; 1080p gives/],
  [
    "a duration of another",
    instance({}, { durationSeconds: 6 }),
    "parameters.durationSeconds",
    /must be "4", "8" or "12" for video-model-a; got "6"/,
  ],
  [
    "bytes that are no image",
    instance({ image: { bytesBase64Encoded: "AAAA" } }),
    "instances[0].image",
    /must be a PNG, JPEG or WebP image/,
  ],
  [
    "a bucket",
    instance({ image: { gcsUri: "gs://b/a.png" } }),
    "instances[0].image.gcsUri",
    /the gateway does not fetch images/,
  ],
  [
    "an unknown file",
    instance({ lastFrame: { fileUri: "files/a" } }),
    "instances[0].lastFrame.fileUri",
    /must be an uploaded file/,
  ],
];

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: VideoGateway;
  beforeAll(async () => {
    gateway = await startVideoGateway(mount);
  });
  afterAll(() => gateway?.close());
  const form = (fields: FormData, path = "/v1/videos") =>
    fetch(gateway.url + path, { method: "POST", headers: BEARER, body: fields });

  describe("POST /v1/videos refuses", () => {
    itRefuses({ gateway: () => gateway, route: videos, table: wrongVideos.map(withModelOfSandbox) });
  });

  describe(":predictLongRunning refuses", () => {
    itRefuses({
      gateway: () => gateway,
      route: { ...predictions, path: () => predictions.path("veo/m") },
      table: wrongPredictions,
    });

    it.each(wrongForModel)("%s", async (_name, body, param, message) => {
      const response = await fetch(gateway.url + predictions.path("video-model-a"), {
        method: "POST",
        headers: GOOGLE_KEY,
        body: JSON.stringify(body),
      });
      const error = await expectError(response, { status: 400, message, type: "invalid_request_error", param });
      expectPlainSentence(error.message);
    });
  });

  it.each([videos, predictions])(
    "$name never fails with a 500, whatever the body",
    { timeout: 60_000 },
    async (route) => {
      await neverFails({ gateway, route, models: ["clips/m", "veo/m", "sandbox/echo"], runs: 30 });
    },
  );

  describe("the first frame comes", () => {
    const reference = async (name: string) => {
      const started = gateway.clips.requests.filter(({ body }) => body.includes(`frame ${name}`));
      const { headers, body } = started[0] ?? { headers: {}, body: Buffer.alloc(0) };
      const type = String((headers as Record<string, unknown>)["content-type"]);
      const sent = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
      return Buffer.from(await (sent.get("input_reference") as File).arrayBuffer());
    };
    const expectFrame = async (name: string, response: Response, picture: Buffer) => {
      const json = (await response.json()) as { id: string };
      expect(response.status, JSON.stringify(json)).toBe(200);
      await gateway.ended(json.id);
      expect((await reference(name)).equals(picture)).toBe(true);
    };
    const fieldsOf = (name: string) => ({ model: "clips/m", prompt: `frame ${name}`, seconds: "4", size: "1280x720" });

    it.each(["input_reference", "input_reference[]"])("as a file in the field %s", async (field) => {
      const image = await picture({ width: 1280, height: 720 });
      await expectFrame(field, await form(formOf({ ...fieldsOf(field), [field]: image })), image);
    });

    it.each(["input_reference[image_url]", "input_reference"])(
      "as a data URL in the form's field %s",
      async (field) => {
        const image = await picture({ width: 1280, height: 720 });
        const url = `data:image/png;base64,${image.toString("base64")}`;
        await expectFrame(`url ${field}`, await form(formOf({ ...fieldsOf(`url ${field}`), [field]: url })), image);
      },
    );

    it.each(["input_reference[file_id]", "input_reference", "JSON", "JSON text"])(
      "as an uploaded file: %s",
      async (way) => {
        const image = await picture({ width: 1280, height: 720 });
        const file = new FormData();
        file.set("purpose", "vision");
        file.set("file", new Blob([new Uint8Array(image)]), "a.png");
        const { id } = (await (await form(file, "/v1/files")).json()) as { id: string };
        const name = `file ${way}`;
        const fields = fieldsOf(name);
        const response = way.startsWith("JSON")
          ? await fetch(`${gateway.url}/v1/videos`, {
              method: "POST",
              headers: AUTHORIZED,
              body: JSON.stringify({ ...fields, input_reference: way === "JSON" ? { file_id: id } : id }),
            })
          : await form(formOf({ ...fields, [way]: id }));
        await expectFrame(name, response, image);
      },
    );
  });

  it("accepts a form without a file, as the SDKs send it", async () => {
    const response = await form(formOf({ model: "clips/m", prompt: "A fox", seconds: "8" }));
    expect(await response.json()).toMatchObject({ object: "video", seconds: "8", prompt: "A fox" });
  });

  it.each<[name: string, fields: () => Promise<FormData>, param: string | null, message: RegExp, status?: number]>([
    ["no prompt", async () => formOf({ model: "clips/m" }), "prompt", /[Mm]issing/],
    ["seconds of words", async () => formOf({ ...A, seconds: "four" }), "seconds", /number of seconds/],
    [
      "two files",
      async () => formOf({ ...A, input_reference: [await picture(), await picture()] }),
      "input_reference",
      /must occur once in the form/,
    ],
    ["a file of another name", async () => formOf({ ...A, image: await picture() }), "image", /input_reference/],
    ["an empty file", async () => formOf({ ...A, input_reference: Buffer.alloc(0) }), "input_reference", /empty/],
    [
      "a file that is no image",
      async () => formOf({ ...A, input_reference: Buffer.from("text") }),
      "input_reference",
      /must be a PNG, JPEG or WebP image/,
    ],
    [
      "an image and a reference",
      async () => formOf({ ...A, input_reference: await picture(), "input_reference[file_id]": "file-1" }),
      "input_reference",
      /must occur once in the form/,
    ],
    [
      "a moving picture",
      async () => formOf({ ...A, input_reference: await picture({ format: "gif" }) }),
      "input_reference",
      /must be image\/png, .*; got image\//,
    ],
  ])("refuses a form with %s", async (_name, fields, param, message, status = 400) => {
    const response = await form(await fields());
    const error = await expectError(response, { status, message, type: "invalid_request_error", param });
    expectPlainSentence(error.message);
  });

  it("refuses other content types and broken bodies", async () => {
    for (const [type, body, status] of [
      ["text/plain", "A fox", 415],
      ["application/json", "{", 400],
      ["application/json", "", 400],
      ["multipart/form-data; boundary=x", "--x\r\nContent-Dispo", 400],
      ["multipart/form-data", "--x", 400],
    ] as const) {
      const response = await fetch(`${gateway.url}/v1/videos`, {
        method: "POST",
        headers: { ...BEARER, "content-type": type },
        body,
      });
      expect(response.status, `${type}: ${await response.text()}`).toBe(status);
    }
  });

  it("gives Google's SDK its own envelope, and other clients the specification's", async () => {
    const fetchText = (headers: Record<string, string>) =>
      fetch(gateway.url + predictions.path("video-model-a"), {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: "{}",
      });
    const native = await (
      await fetchText({ "x-goog-api-key": ADMIN_KEY, "x-goog-api-client": "google-genai-sdk/3.1.0" })
    ).json();
    expect(native.error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT", message: expect.any(String) });
    expect(await (await fetchText(BEARER)).json()).toMatchObject({ error: 400, param: "instances" });
    expect((await fetchText({})).status).toBe(401);
    expect((await fetch(`${gateway.url}/v1/videos`, { headers: { authorization: "Bearer no" } })).status).toBe(401);
  });

  it("missing seconds and size are not invented", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), async (seconds, size) => {
        const response = await fetch(`${gateway.url}/v1/videos`, {
          method: "POST",
          headers: AUTHORIZED,
          body: JSON.stringify({ ...A, model: "clips/m", seconds, size }),
        });
        const good = /^[1-9]\d{0,2}$/.test(seconds) && /^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(size);
        expect(response.status).toBe(good ? 200 : 400);
      }),
      { numRuns: 30 },
    );
  });
});

/can't generate videos/;
function withModelOfSandbox([name, body, ...rest]: WrongBody): WrongBody {
  const isPlain = typeof body === "object" && body !== null && !Array.isArray(body) && !("model" in body);
  return [name, isPlain ? { model: "video-model-a", ...body } : body, ...rest];
}
