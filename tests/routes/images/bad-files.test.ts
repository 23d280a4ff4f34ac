/** Files of an edit that are wrong, and such that are seldom but right, on both mounts (spec; wire-formats §5.2). */
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { formOf, mask, picture } from "#tests/support/image-fixtures.ts";
import { animated, cmykJpeg, greyMask, pixelBomb, sixteenBitPng, turnedJpeg } from "#tests/support/odd-images.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";
import { expectPlainSentence } from "#tests/support/wrong-bodies.ts";

type Files = Record<string, string | Buffer | Buffer[]>;
type Refusal = { status?: number; param: string | null; message: RegExp };

const SIZE = { width: 64, height: 64 };
const truncated = async (bytes: Promise<Buffer>) => (await bytes).subarray(0, -40);
const noise = () =>
  sharp({
    create: {
      width: 1_300,
      height: 1_300,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Files that must not reach the painter, and the error for each. */
const wrong: [name: string, files: () => Promise<Files>, refusal: Refusal][] = [
  [
    "text for an image",
    async () => ({ image: Buffer.from("hello") }),
    { param: "image", message: /must be a PNG, JPEG or WebP image; "[^"]+" can't be read/ },
  ],
  [
    "a page for an image",
    async () => ({ image: Buffer.from("<!doctype html><html><body>404</body></html>") }),
    { param: "image", message: /must be a PNG, JPEG or WebP image/ },
  ],
  [
    "a drawing in SVG",
    async () => ({ image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') }),
    { param: "image", message: /must be image\/png, image\/jpeg or image\/webp for image-model-a; got image\/svg/ },
  ],
  [
    "no byte",
    async () => ({ image: Buffer.alloc(0) }),
    { param: "image", message: /is empty\. Send at least one byte/ },
  ],
  [
    "no byte of a mask",
    async () => ({ image: await picture(), mask: Buffer.alloc(0) }),
    { param: "mask", message: /empty/ },
  ],
  [
    "a header without pixels",
    async () => ({ image: (await picture()).subarray(0, 20) }),
    { param: "image", message: /must be a PNG, JPEG or WebP image/ },
  ],
  [
    "half a PNG",
    async () => ({ image: await truncated(picture({ width: 256 })) }),
    { param: "image", message: /can be decoded/ },
  ],
  ["half a JPEG", async () => ({ image: await truncated(cmykJpeg()) }), { param: "image", message: /can be decoded/ }],
  [
    "half a WebP",
    async () => ({ image: await truncated(picture({ format: "webp" })) }),
    { param: "image", message: /can't be read|can be decoded/ },
  ],
  [
    "half a second image",
    async () => ({ image: [await picture(), await truncated(picture({ width: 256 }))] }),
    { param: "image[1]", message: /`image\[1\]` must be an image that can be decoded/ },
  ],
  [
    "half a mask",
    async () => ({ image: await picture(), mask: await truncated(mask()) }),
    { param: "mask", message: /must be an image that can be decoded/ },
  ],
  [
    "more pixels than anybody decodes",
    async () => ({ image: await pixelBomb(30_000, 30_000) }),
    { param: "image", message: /at most 50 million pixels; got 30000x30000/ },
  ],
  [
    "more pixels in a mask",
    async () => ({ image: await picture(), mask: await pixelBomb(60_000, 60_000) }),
    { param: "mask", message: /at most 50 million pixels; got 60000x60000/ },
  ],
  [
    "more pixels in the second image",
    async () => ({ image: [await picture(), await pixelBomb(8_000, 7_000)] }),
    { param: "image[1]", message: /8000x7000/ },
  ],
  ["moving pictures", async () => ({ image: await animated("gif") }), { param: "image", message: /animated/ }],
  [
    "moving WebP",
    async () => ({ image: await animated("webp") }),
    { param: "image", message: /must be a single image/ },
  ],
  [
    "17 images",
    async () => ({ image: Array<Buffer>(17).fill(await picture()) }),
    { param: "image", message: /must contain at most 16 files/ },
  ],
  [
    "two images for image-model-b",
    async () => ({ model: "image-model-b", image: [await picture(), await picture()] }),
    { param: "image", message: /at most one image for image-model-b; got 2/ },
  ],
  [
    "an oblong image for image-model-b",
    async () => ({ model: "image-model-b", image: await picture({ width: 96 }) }),
    { param: "image", message: /must be square for image-model-b; got 96x64/ },
  ],
  [
    "a JPEG for image-model-b",
    async () => ({ model: "image-model-b", image: await picture({ format: "jpeg" }) }),
    { param: "image", message: /must be image\/png for image-model-b; got image\/jpeg/ },
  ],
  [
    "5 MB for image-model-b",
    async () => ({ model: "image-model-b", image: await noise() }),
    { status: 413, param: "image", message: /must be smaller than 4\.0 MB for image-model-b/ },
  ],
  [
    "51 MB",
    async () => ({ image: Buffer.concat([await picture(), Buffer.alloc(51 * 1024 * 1024)]) }),
    { status: 413, param: "image", message: /at most 50 MB/ },
  ],
  [
    "a mask of another size",
    async () => ({ image: await picture(), mask: await mask({ width: 96 }) }),
    { param: "mask", message: /must have the size of the image, 64x64; got 96x64/ },
  ],
  [
    "a mask of the size that a turned photograph is not shown in",
    async () => ({ image: await turnedJpeg(), mask: await mask({ width: 96, height: 64 }) }),
    { param: "mask", message: /must have the size of the image, 64x96; got 96x64/ },
  ],
  [
    "a JPEG as a mask",
    async () => ({ image: await picture(), mask: await picture({ format: "jpeg" }) }),
    { param: "mask", message: /must be a PNG file; got image\/jpeg/ },
  ],
  [
    "a mask of 5 MB",
    async () => ({ image: await noise(), mask: await noise() }),
    { param: "mask", message: /must be smaller than 4\.0 MB/ },
  ],
  [
    "a mask of greys",
    async () => ({ image: await picture(), mask: await greyMask({ ground: 90, hole: 160 }) }),
    { param: "mask", message: /must be transparent where the image is to change or.*black and white/ },
  ],
  [
    "a mask of black and grey",
    async () => ({ image: await picture(), mask: await greyMask({ ground: 0, hole: 128 }) }),
    { param: "mask", message: /black and white/ },
  ],
  [
    "a mask of one colour",
    async () => ({ image: await picture(), mask: await picture({ colour: { r: 255, g: 255, b: 255 } }) }),
    { param: "mask", message: /black and white/ },
  ],
  [
    "an opaque alpha channel",
    async () => ({ image: await picture(), mask: await picture({ colour: { r: 9, g: 200, b: 9, alpha: 1 } }) }),
    { param: "mask", message: /must be transparent where the image is to change or.*black and white/ },
  ],
  [
    "two masks",
    async () => ({ image: await picture(), mask: [await mask(), await mask()] }),
    { param: "mask", message: /must occur once in the form/ },
  ],
  ["a mask as text", async () => ({ image: await picture(), mask: "x" }), { param: "mask", message: /must be a file/ }],
  ["an image as text", async () => ({ image: "file-1" }), { param: "image", message: /must be a file/ }],
  [
    "a file by another name",
    async () => ({ photo: await picture() }),
    { param: "photo", message: /got one in `photo`/ },
  ],
  [
    "a mask alone",
    async () => ({ mask: await mask() }),
    { param: "image", message: /^Missing required parameter: `image`/ },
  ],
  [
    "no file",
    async () => ({}),
    { param: "image", message: /^Missing required parameter: `image`\. Send the image to edit as a file/ },
  ],
];

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  let upstream: StubUpstream;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    const of = (dialect: string) => ({ baseUrl: upstream.url, dialects: [dialect], models: ["m"] });
    gateway = await startGateway({
      mount,
      config: { upstreams: { relayed: of("openai-images"), gemini: of("google-generate") } },
    });
  });
  afterEach(async () => {
    upstream.reset();
    const left = async () =>
      (await readdir(join(gateway.dataDir, "spool"), { recursive: true, withFileTypes: true }).catch(() => []))
        // Each instance holds a lock beside its temporary files.
        .filter((entry) => entry.isFile() && entry.name !== "lock")
        .map(({ name }) => name);
    await expect.poll(left, { timeout: 5_000, message: "no temporary file is left" }).toEqual([]);
    expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
  });
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });

  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const edit = (files: Files) =>
    fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers,
      body: formOf({ prompt: "Make it blue", quality: "auto", ...files }),
      signal: AbortSignal.timeout(20_000),
    });
  async function expectRefusal(response: Response, { status = 400, param, message }: Refusal): Promise<void> {
    const error = await expectError(response, {
      status,
      type: status === 413 ? "request_too_large" : "invalid_request_error",
      param,
      message,
    });
    expectPlainSentence(error.message);
  }

  describe("refuses", () => {
    it.each(wrong)("%s", async (_name, files, refusal) => {
      await expectRefusal(await edit(await files()), refusal);
    });

    it("a stream of what cannot be decoded, before it begins", async () => {
      const image = await truncated(picture({ width: 256 }));
      await expectRefusal(await edit({ image, stream: "true" }), { param: "image", message: /can be decoded/ });
    });

    it("17 images in JSON, and bytes that are not an image", async () => {
      const post = async (images: Buffer[]) =>
        fetch(`${gateway.url}/v1/images/edits`, {
          method: "POST",
          headers: AUTHORIZED,
          body: JSON.stringify({
            prompt: "A hat",
            images: images.map((bytes) => ({ image_url: `data:image/png;base64,${bytes.toString("base64")}` })),
          }),
        });
      await expectRefusal(await post(Array(17).fill(await picture())), {
        param: "images",
        message: /must contain at most 16 items; got 17\./,
      });
      await expectRefusal(await post([await picture(), Buffer.from("hello")]), {
        param: "image[1]",
        message: /must be a PNG, JPEG or WebP image/,
      });
    });

    it.each<[string, (body: string) => string, RegExp]>([
      ["a form without its end", (body) => body.slice(0, -12), /closing boundary/],
      ["a form cut within a file", (body) => body.slice(0, body.length / 2), /closing boundary/],
      [
        "a form of another boundary",
        (body) => body.replaceAll("--edge", "--hedge"),
        /^The multipart body|^Each part of the multipart body|^A part of the multipart body/,
      ],
      ["nothing", () => "", /^The multipart body|^Each part of the multipart body|^A part of the multipart body/],
      [
        "JSON that says it is a form",
        () => '{"prompt":"A hat"}',
        /^The multipart body|^Each part of the multipart body|^A part of the multipart body/,
      ],
    ])("%s", async (_name, change, message) => {
      const body = change(await rawForm(await picture()));
      const type = { "content-type": "multipart/form-data; boundary=edge" };
      const bytes = Buffer.from(body, "latin1");
      const response = await fetch(`${gateway.url}/v1/images/edits`, {
        method: "POST",
        headers: { ...headers, ...type },
        body: bytes,
      });
      await expectRefusal(response, { param: null, message });
    });

    it("a form where only JSON is accepted", async () => {
      const response = await fetch(`${gateway.url}/v1/images/generations`, {
        method: "POST",
        headers,
        body: formOf({ prompt: "A hat" }),
      });
      await expectRefusal(response, {
        status: 415,
        param: null,
        message: /`content-type` must be "application\/json"/,
      });
    });
  });

  it("an upload that is cut midway stores nothing, and the gateway keeps running", async () => {
    const { hostname, port } = new URL(gateway.url);
    // More than stays in memory.
    const body = await rawForm(Buffer.concat([await picture(), Buffer.alloc(36 * 1024 * 1024)]));
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    const head = `POST /v1/images/edits HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_KEY}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: ${body.length + 1000}\r\n\r\n`;
    await new Promise((resolve) => socket.write(Buffer.from(head + body, "latin1"), resolve));
    const tempFiles = async () =>
      (await readdir(join(gateway.dataDir, "spool"), { recursive: true }).catch(() => [])).length;
    await expect.poll(tempFiles, { timeout: 10_000, message: "it waits on disk" }).toBeGreaterThan(0);
    socket.destroy();
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  });

  it("a client that disconnects during its image is not logged as a failure", async () => {
    const image = await picture();
    const body = formOf({ prompt: "Make it blue", n: "10", image });
    const call = fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(50),
    });
    await expect(call).rejects.toThrow(/abort|timeout/i);
    // The next one waits for its turn with the painter, so that the first has been put away by then.
    expect((await edit({ image })).status).toBe(200);
  });

  describe("accepts", () => {
    const paint = async (files: Files) => {
      const response = await edit(files);
      const text = await response.text();
      expect(response.status, text.slice(0, 500)).toBe(200);
      return Buffer.from(JSON.parse(text).data[0].b64_json, "base64");
    };
    const pixelAt = async (bytes: Buffer, left: number, top: number) =>
      Array.from(
        await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw({ depth: "uchar" }).toBuffer(),
      );
    const expectNear = (pixel: number[], [red, green, blue]: readonly [number, number, number], tolerance = 12) => {
      for (const [channel, level] of [red, green, blue].entries()) {
        expect(Math.abs((pixel[channel] ?? 0) - level), `${pixel} is ${[red, green, blue]}`).toBeLessThan(tolerance);
      }
    };

    it.each<[string, () => Promise<Buffer>, tolerance?: number]>([
      ["four inks", cmykJpeg, 40],
      ["16 bits a channel", sixteenBitPng],
      ["WebP", () => picture({ format: "webp" })],
      [
        "a palette",
        async () =>
          sharp(await picture())
            .png({ palette: true })
            .toBuffer(),
      ],
    ])("%s, and keeps what the mask covers", async (_name, make, tolerance) => {
      const painted = await paint({ image: await make(), mask: await mask() });
      expect(await sharp(painted).metadata()).toMatchObject(SIZE);
      expectNear(await pixelAt(painted, 4, 4), [200, 30, 30], tolerance);
    });

    it("a rotated photograph, with a mask of its upright size", async () => {
      const hole = { left: 16, top: 64, width: 32, height: 24 };
      const painted = await paint({ image: await turnedJpeg(), mask: await mask({ width: 64, height: 96, hole }) });
      const { width, height, orientation } = await sharp(painted).metadata();
      expect([width, height, orientation ?? 1]).toEqual([64, 96, 1]);
      expectNear(await pixelAt(painted, 32, 8), [0, 0, 255]);
      expectNear(await pixelAt(painted, 4, 92), [200, 30, 30]);
    });

    it.each<[string, boolean]>([
      ["without alpha", false],
      ["with an alpha channel that hides nothing", true],
    ])("a mask of black and white %s: white is what changes", async (_name, alpha) => {
      const image = await picture();
      const painted = await paint({ image, mask: await greyMask({ ground: 0, hole: 255, alpha }) });
      expect(await pixelAt(painted, 4, 4)).toEqual(await pixelAt(image, 4, 4));
      expect(await pixelAt(painted, 32, 32)).not.toEqual(await pixelAt(image, 32, 32));
    });

    it.each(["relayed/m", "gemini/m"])("a mask for %s, which gets it with alpha", async (model) => {
      const data = (await picture()).toString("base64");
      const parts = [{ inlineData: { mimeType: "image/png", data } }];
      upstream.respondWith(
        jsonReply({ data: [{ b64_json: data }], candidates: [{ content: { parts }, finishReason: "STOP" }] }),
      );
      const response = await edit({ model, image: await picture(), mask: await greyMask({ ground: 0, hole: 255 }) });
      expect(response.status, await response.clone().text()).toBe(200);
      const [sent] = upstream.requests;
      const bytes =
        model === "gemini/m"
          ? Buffer.from(JSON.parse(String(sent?.body)).contents[0].parts[1].inlineData.data, "base64")
          : await fileIn(sent?.body ?? Buffer.alloc(0), String(sent?.headers["content-type"]));
      const alpha = await sharp(bytes).extractChannel("alpha").raw().toBuffer();
      expect([alpha[4 * 64 + 4], alpha[32 * 64 + 32]], "kept, and to change").toEqual([255, 0]);
    });

    it("rejects a grey mask for an upstream too", async () => {
      const files = { model: "relayed/m", image: await picture(), mask: await greyMask({ ground: 90, hole: 160 }) };
      await expectRefusal(await edit(files), { param: "mask", message: /black and white/ });
      expect(upstream.requests).toEqual([]);
    });
  });
});

async function fileIn(body: Buffer, type: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  return Buffer.from(await (form.get("mask") as File).arrayBuffer());
}

/** A form in latin1, so that it can be cut anywhere. */
async function rawForm(image: Buffer): Promise<string> {
  const field = '--edge\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nA hat\r\n';
  const file = '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  return `${field}${file}${image.toString("latin1")}\r\n--edge--\r\n`;
}
