/**
 * Images by the official SDKs, in both of their lines: openai, the AI SDK and @google/genai, on the sandbox and through
 * a relay.
 */
import { type GenerateContentResponse, GoogleGenAI, Modality } from "@google/genai";
import { GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import OpenAI, { toFile } from "openai";
import OpenAI6 from "openai-v6";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ADMIN_KEY, type Mount, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { facts, mask, picture } from "../support/image-fixtures.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";
import { imageClients } from "./ai-sdk-providers.ts";
import { failureOf, itemsOf } from "./sdk-gateways.ts";

// A large picture takes a second of a core that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Both lines have the same types where they are used here. */
const openais = [
  { version: "7.x", Sdk: OpenAI },
  { version: "6.x", Sdk: OpenAI6 as unknown as typeof OpenAI },
];
const googles = [
  { version: "3.x", Sdk: GoogleGenAI },
  { version: "2.x", Sdk: GoogleGenAI2 as unknown as typeof GoogleGenAI },
];

const PIXELS = "iVBORw0KGgo=";
const USAGE = {
  input_tokens: 9,
  input_tokens_details: { text_tokens: 9, image_tokens: 0 },
  output_tokens: 272,
  total_tokens: 281,
};
const relayedResult = jsonReply({ created: 1_700_000_000, data: [{ b64_json: PIXELS }], usage: USAGE });
const RELAYED = "relayed/gpt-image-9";
const SMALL = { model: "image-model-b", size: "256x256" } as const;

const partsOf = ({ candidates }: GenerateContentResponse) => candidates?.[0]?.content?.parts ?? [];
const imageIn = (answer: GenerateContentResponse) =>
  partsOf(answer).find(({ inlineData }) => inlineData)?.inlineData?.data ?? "";

async function fileOf(bytes: Promise<Buffer>, name: string) {
  return toFile(await bytes, name, { type: "image/png" });
}

/** The older line of an SDK differs in what it sends, which the mounts take alike: painting for it once is enough. */
const linesFor = <Line extends { version: string }>(mount: Mount, lines: readonly Line[]) =>
  lines.filter(({ version }) => mount === "node" || version === lines[0]?.version);

describe.each(mounts)("on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          relayed: { baseUrl: upstream.url, dialects: ["openai-images"], models: ["gpt-image-9"] },
          gemini: { baseUrl: upstream.url, dialects: ["google-generate"], models: ["banana"] },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });
  const sentForm = () => {
    const { headers, body } = upstream.requests[0] ?? {};
    const type = String(headers?.["content-type"]);
    return new Response(new Uint8Array(body ?? []), { headers: { "content-type": type } }).formData();
  };

  describe.each(linesFor(mount, openais))("openai $version", ({ Sdk }) => {
    let client: OpenAI;
    beforeAll(() => {
      client = new Sdk({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    });
    type ApiError = InstanceType<typeof Sdk.APIError>;

    it("generate returns bytes, and URLs that need no key", async () => {
      const painted = await client.images.generate({
        prompt: "A fox in the snow",
        quality: "low",
        size: "1024x1024",
        output_format: "webp",
      });
      expect(painted).toMatchObject({ size: "1024x1024", quality: "low", output_format: "webp" });
      expect(painted.usage?.total_tokens).toBeGreaterThan(200);
      const bytes = Buffer.from(painted.data?.[0]?.b64_json ?? "", "base64");
      expect(await facts(bytes)).toMatchObject({ format: "webp", size: "1024x1024" });

      const { data } = await client.images.generate({ ...SMALL, prompt: "Two boats", n: 2, response_format: "url" });
      expect(data).toHaveLength(2);
      for (const { url = "" } of data ?? []) {
        const image = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(await facts(image)).toMatchObject({ format: "png", size: "256x256" });
      }
    });

    it("generate with stream sends previews before the image", async () => {
      const stream = await client.images.generate({
        prompt: "A red balloon",
        quality: "low",
        output_format: "jpeg",
        stream: true,
        partial_images: 2,
      });
      const events = await itemsOf(stream);
      expect(events.map(({ type }) => type)).toEqual([
        "image_generation.partial_image",
        "image_generation.partial_image",
        "image_generation.completed",
      ]);
      for (const { b64_json } of events) {
        expect(await facts(Buffer.from(b64_json, "base64"))).toMatchObject({ format: "jpeg", size: "1024x1024" });
      }
      expect(events.at(-1)).toMatchObject({ usage: { total_tokens: expect.any(Number) }, background: "opaque" });
    });

    it("edit accepts one file, and several with a mask", async () => {
      const image = await fileOf(picture(), "one.png");
      const blue = await fileOf(picture({ colour: { r: 0, g: 0, b: 255 } }), "two.png");
      const alone = await client.images.edit({ image, prompt: "Make it blue", quality: "low" });
      expect(await facts(Buffer.from(alone.data?.[0]?.b64_json ?? "", "base64"))).toMatchObject({ size: "64x64" });
      const masked = await client.images.edit({
        image: [image, blue],
        mask: await fileOf(mask(), "mask.png"),
        prompt: "Make it green",
        input_fidelity: "high",
        quality: "low",
      });
      const pixels = await sharp(Buffer.from(masked.data?.[0]?.b64_json ?? "", "base64"))
        .removeAlpha()
        .raw()
        .toBuffer();
      expect([...pixels.subarray(0, 3)], "a pixel outside of the mask").toEqual([200, 30, 30]);
    });

    it("edit with stream", async () => {
      const image = await fileOf(picture(), "one.png");
      const prompt = "Make it blue";
      const stream = await client.images.edit({ image, prompt, quality: "low", stream: true, partial_images: 1 });
      expect((await itemsOf(stream)).map(({ type }) => type)).toEqual([
        "image_edit.partial_image",
        "image_edit.completed",
      ]);
    });

    it("errors have their class and their text", async () => {
      const wrong = client.images.generate({ prompt: "A fox", model: "image-model-b", background: "transparent" });
      const error = await failureOf<ApiError>(wrong);
      expect(error).toBeInstanceOf(Sdk.BadRequestError);
      expect(error).toMatchObject({ status: 400, param: "background", type: "invalid_request_error" });
      expect(error.message).toMatch(/`background` is not supported by image-model-b\. Use image-model-a\./);

      const unknown = await failureOf<ApiError>(client.images.generate({ prompt: "A fox", model: "image-model-z" }));
      expect(unknown).toBeInstanceOf(Sdk.NotFoundError);
      const large = { image: await fileOf(picture(), "a.png"), mask: await fileOf(mask({ width: 96 }), "m.png") };
      const edit = await failureOf<ApiError>(client.images.edit({ ...large, prompt: "A hat" }));
      expect(edit).toMatchObject({ status: 400, param: "mask" });

      upstream.respondWith(jsonReply({ error: { message: "Refused.", code: "moderation_blocked" } }, { status: 400 }));
      const refused = await failureOf<ApiError>(client.images.generate({ prompt: "A fox", model: RELAYED }));
      expect(refused).toBeInstanceOf(Sdk.BadRequestError);
      expect(refused).toMatchObject({ message: "400 Refused.", code: "moderation_blocked" });
    });

    it("through a relay: reply, form and stream as the upstream has them", async () => {
      upstream.respondWith(relayedResult);
      const { data, usage } = await client.images.generate({ prompt: "A fox", model: RELAYED });
      expect([data, usage]).toEqual([[{ b64_json: PIXELS }], USAGE]);
      upstream.requests.length = 0;
      const image = [await fileOf(picture(), "one.png"), await fileOf(picture(), "two.png")];
      await client.images.edit({ image, mask: await fileOf(mask(), "m.png"), prompt: "A hat", model: RELAYED });
      const form = await sentForm();
      expect([form.get("model"), form.get("prompt"), form.getAll("image[]").length]).toEqual([
        "gpt-image-9",
        "A hat",
        2,
      ]);
      expect(form.get("mask")).toBeInstanceOf(File);

      const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
      upstream.respondWith(
        streamReply({
          chunks: [
            event("image_generation.partial_image", { b64_json: PIXELS, partial_image_index: 0 }),
            event("image_generation.completed", { b64_json: PIXELS, usage: USAGE }),
          ],
        }),
      );
      const stream = await client.images.generate({ prompt: "A fox", model: RELAYED, stream: true, partial_images: 1 });
      expect((await itemsOf(stream)).map(({ type }) => type.split(".")[1])).toEqual(["partial_image", "completed"]);
    });

    it("abort reaches the upstream", async () => {
      const leaving = new AbortController();
      upstream.respondWith(() => leaving.abort());
      const call = client.images.generate({ prompt: "A fox", model: RELAYED }, { signal: leaving.signal });
      await expect(call).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      await expect.poll(() => upstream.aborts.length, { timeout: 3_000 }).toBe(1);

      const leavingToo = new AbortController();
      upstream.respondWith(() => leavingToo.abort());
      const edit = client.images.edit(
        { image: await fileOf(picture(), "a.png"), prompt: "A hat", model: "gemini/banana" },
        { signal: leavingToo.signal },
      );
      await expect(edit).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      await expect.poll(() => upstream.aborts.length, { timeout: 3_000 }).toBe(2);
    });
  });

  describe.each(linesFor(mount, imageClients))(
    "ai $version with $provider",
    ({ generateImage, connect, APICallError }) => {
      const modelOf = (name: string) => connect(gateway.url, ADMIN_KEY)(name);
      const once = { maxRetries: 0 };
      /** Painted quickly, where the model can: by the names of both providers. */
      const qualityOf = (name: string) => {
        const options = name === "image-model-a" ? { quality: "low" } : {};
        return { openai: options, parlance: options };
      };

      it("generateImage, by every model that the sandbox has", async () => {
        const { images, usage } = await generateImage({
          ...once,
          model: modelOf("image-model-b"),
          prompt: "Two boats",
          size: "256x256",
          n: 2,
        });
        expect(images).toHaveLength(2);
        for (const { uint8Array, mediaType } of images) {
          expect(mediaType).toBe("image/png");
          expect(await facts(uint8Array)).toMatchObject({ format: "png", size: "256x256" });
        }
        expect(usage).toBeDefined();
        for (const name of ["image-model-a", "image-model-c"]) {
          const request = { model: modelOf(name), prompt: "A fox", size: "1024x1024" } as const;
          const { image } = await generateImage({ ...once, ...request, providerOptions: qualityOf(name) });
          expect(await facts(image.uint8Array), name).toMatchObject({ size: "1024x1024" });
        }
      });

      it("edits the masked area", async () => {
        const prompt = { text: "Make it green", images: [await picture()], mask: await mask() };
        const { image } = await generateImage({ ...once, model: modelOf("image-model-a"), prompt });
        const pixels = await sharp(image.uint8Array).removeAlpha().raw().toBuffer();
        const at = (x: number, y: number) => [...pixels.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
        expect(at(2, 2)).toEqual([200, 30, 30]);
        expect(at(32, 32)).not.toEqual([200, 30, 30]);
      });

      it("through a relay: generates and edits", async () => {
        upstream.respondWith(relayedResult);
        const model = modelOf(RELAYED);
        const { image } = await generateImage({ ...once, model, prompt: "A fox" });
        expect(image.base64).toBe(PIXELS);
        expect(JSON.parse(String(upstream.requests[0]?.body))).toMatchObject({ model: "gpt-image-9", prompt: "A fox" });
        upstream.requests.length = 0;
        const prompt = { text: "A hat", images: [await picture(), await picture()], mask: await mask() };
        await generateImage({ ...once, model, prompt });
        const form = await sentForm();
        expect([form.get("prompt"), form.getAll("image[]").length]).toEqual(["A hat", 2]);
      });

      it("errors have their class and their text", async () => {
        const call = generateImage({ ...once, model: modelOf("image-model-a"), prompt: "A fox", size: "256x256" });
        const error = await failureOf<InstanceType<typeof APICallError>>(call);
        expect(APICallError.isInstance(error)).toBe(true);
        expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
        expect(error.message).toMatch(/`size` must be "auto", "1024x1024"/);
      });
    },
  );

  describe.each(linesFor(mount, googles))("@google/genai $version", ({ Sdk }) => {
    let client: GoogleGenAI;
    beforeAll(() => {
      client = new Sdk({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url } });
    });
    const config = { responseModalities: [Modality.TEXT, Modality.IMAGE], imageConfig: { aspectRatio: "3:2" } };

    it("generateContent creates an image, and edits it in the next turn", async () => {
      const light = async (data: string) =>
        (await sharp(Buffer.from(data, "base64")).greyscale().stats()).channels[0]?.mean ?? 0;
      const question = { role: "user", parts: [{ text: "A house on a meadow by day" }] };
      const first = await client.models.generateContent({ model: "image-model-a", contents: [question], config });
      expect(partsOf(first)[0]?.text).toMatch(/house/i);
      expect(await facts(Buffer.from(imageIn(first), "base64"))).toMatchObject({ format: "png", size: "1248x832" });
      const answer = first.candidates?.[0]?.content ?? {};
      const contents = [question, answer, { role: "user", parts: [{ text: "Make it night" }] }];
      const second = await client.models.generateContent({ model: "image-model-a", contents, config });
      expect(await light(imageIn(second))).toBeLessThan((await light(imageIn(first))) * 0.8);
    });

    it("an image arrives in a stream too", async () => {
      const small = { inlineData: { mimeType: "image/png", data: (await picture()).toString("base64") } };
      const stream = await client.models.generateContentStream({
        model: "image-model-a",
        contents: [{ role: "user", parts: [small, { text: "Make it blue" }] }],
        config: { responseModalities: [Modality.TEXT, Modality.IMAGE] },
      });
      const parts = (await itemsOf(stream)).flatMap(partsOf);
      const images = parts.flatMap(({ inlineData }) => inlineData?.data ?? []);
      expect(images).toHaveLength(1);
      expect(await facts(Buffer.from(images[0] ?? "", "base64"))).toMatchObject({ format: "png", size: "64x64" });
      expect(parts.map(({ text = "" }) => text).join("")).toMatch(/blue/i);
    });

    it("through a relay the image and its turns are the upstream's", async () => {
      const parts = [
        { text: "Here." },
        { inlineData: { mimeType: "image/png", data: PIXELS }, thoughtSignature: "c2ln" },
      ];
      upstream.respondWith(jsonReply({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] }));
      const question = { role: "user", parts: [{ text: "A fox" }] };
      const first = await client.models.generateContent({ model: "gemini/banana", contents: [question], config });
      expect(partsOf(first)).toEqual(parts);
      const contents = [question, first.candidates?.[0]?.content ?? {}, { role: "user", parts: [{ text: "A hat" }] }];
      await client.models.generateContent({ model: "gemini/banana", contents, config });
      expect(JSON.parse(String(upstream.requests[1]?.body)).contents[1]).toEqual({ role: "model", parts });
    });
  });
});
