/** The image routes on the sandbox's painter, on both mounts (spec; wire-formats §5). */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { facts, formOf, mask, picture } from "#tests/support/image-fixtures.ts";

type ImageResult = {
  created: number;
  data: { url?: string; b64_json?: string; revised_prompt?: string }[];
  usage: Record<string, unknown>;
} & Record<string, unknown>;

const ADDRESS_SECONDS = 4;
const SMALL = { model: "image-model-b", size: "256x256" };

function bytesOf({ data }: ImageResult, index = 0): Buffer {
  return Buffer.from(data[index]?.b64_json ?? "", "base64");
}

async function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).ensureAlpha().raw().toBuffer();
}

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  /** URL of a picture painted before the tests: it has expired by the last test. */
  let early: { url: string; madeAt: number };
  beforeAll(async () => {
    gateway = await startGateway({ mount, config: { images: { addressSeconds: ADDRESS_SECONDS } } });
    const { data } = await result(await generate({ ...SMALL, prompt: "A tree" }));
    early = { url: data[0]?.url ?? "", madeAt: Date.now() };
  });
  afterAll(() => gateway?.close());

  const generate = (body: unknown) =>
    fetch(`${gateway.url}/v1/images/generations`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });
  const edit = (form: FormData) =>
    fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
      body: form,
    });
  const result = async (response: Response): Promise<ImageResult> => {
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    return JSON.parse(text) as ImageResult;
  };

  it("creates an image with its format, settings and usage", async () => {
    const response = await generate({ prompt: "A lighthouse at dusk", quality: "low", size: "1024x1024" });
    expect(response.headers.get("x-gateway-lane")).toBe("sandbox");
    expect(response.headers.get("x-gateway-dropped")).toBeNull();
    const painted = await result(response);
    expect(painted).toMatchObject({
      created: expect.any(Number),
      data: [{ b64_json: expect.any(String), revised_prompt: expect.stringContaining("lighthouse") }],
      background: "opaque",
      output_format: "png",
      quality: "low",
      size: "1024x1024",
      usage: {
        input_tokens: 4,
        input_tokens_details: { image_tokens: 0, text_tokens: 4 },
        output_tokens: 272,
        total_tokens: 276,
      },
    });
    expect(await facts(bytesOf(painted))).toEqual({ format: "png", size: "1024x1024", hasAlpha: false });
  });

  it("creates the same image for the same prompt, and several different ones on request", async () => {
    const digests = ({ data }: ImageResult) =>
      data.map(({ b64_json = "" }) => createHash("sha256").update(b64_json).digest("hex"));
    const body = { ...SMALL, prompt: "Two boats", n: 2, response_format: "b64_json" };
    const [first, second] = [await result(await generate(body)), await result(await generate(body))];
    expect(digests(first)).toEqual(digests(second));
    expect(new Set(digests(first)).size).toBe(2);
  });

  it.each([
    ["webp", "transparent", { format: "webp", size: "1024x1024", hasAlpha: true }],
    ["jpeg", "opaque", { format: "jpeg", size: "1024x1024", hasAlpha: false }],
  ])("creates %s on a background that is %s", async (format, background, expected) => {
    const painted = await result(
      await generate({
        prompt: "A logo of a fox",
        quality: "low",
        output_format: format,
        output_compression: 60,
        background,
        size: "1024x1024",
      }),
    );
    expect(await facts(bytesOf(painted))).toEqual(expected);
    expect(painted).toMatchObject({ background, output_format: format });
  });

  it("streams previews, then the image", async () => {
    const response = await generate({ prompt: "A red balloon", quality: "low", stream: true, partial_images: 2 });
    const text = await response.text();
    const events = text
      .split("\n\n")
      .filter(Boolean)
      .map((event) => {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
        return { name, data: JSON.parse(data ?? "{}") as Record<string, unknown> };
      });
    expect(events.map(({ name }) => name)).toEqual([
      "image_generation.partial_image",
      "image_generation.partial_image",
      "image_generation.completed",
    ]);
    expect(events.map(({ data }) => data.partial_image_index)).toEqual([0, 1, undefined]);
    for (const { name, data } of events) {
      expect(data).toMatchObject({
        type: name,
        created_at: expect.any(Number),
        output_format: "png",
        background: expect.any(String),
        quality: expect.any(String),
        size: expect.any(String),
      });
      expect((await facts(Buffer.from(String(data.b64_json), "base64"))).format).toBe("png");
    }
    expect(events.at(-1)?.data.usage).toMatchObject({ output_tokens: 272 });
  });

  describe("an address", () => {
    it("needs no key, has the media type, and serves ranges", async () => {
      const { data } = await result(await generate({ ...SMALL, prompt: "A tree" }));
      const url = data[0]?.url ?? "";
      expect(url.startsWith(`${gateway.url}/v1/images/content/`)).toBe(true);
      expect(data[0]).not.toHaveProperty("b64_json");
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(response.headers.get("cache-control")).toMatch(/^private, max-age=\d, immutable$/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const whole = Buffer.from(await response.arrayBuffer());
      expect(await facts(whole)).toMatchObject({ format: "png", size: "256x256" });

      const etag = response.headers.get("etag") ?? "";
      expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
      const part = await fetch(url, { headers: { range: "bytes=10-19" } });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true);
      expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
      const head = await fetch(url, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);

      const altered = await fetch(url.replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 999}`));
      await expectError(altered, {
        status: 404,
        message: /its address was changed/,
        type: "not_found_error",
        param: null,
      });
    });
  });

  describe("an edit", () => {
    it("changes only the masked area", async () => {
      const image = await picture({ width: 96, height: 96 });
      const hole = { left: 24, top: 24, width: 48, height: 48 };
      const painted = await result(
        await edit(
          formOf({
            model: "image-model-a",
            prompt: "Add a yellow star",
            quality: "low",
            image,
            mask: await mask({ width: 96, height: 96, hole }),
          }),
        ),
      );
      expect(painted.size).toBe("96x96");
      expect(painted.usage).toMatchObject({ input_tokens_details: { image_tokens: expect.any(Number) } });
      const [before, after] = [await pixelsOf(image), await pixelsOf(bytesOf(painted))];
      let inside = 0;
      for (let at = 0; at < before.length; at += 4) {
        const [x, y] = [(at / 4) % 96, Math.floor(at / 4 / 96)];
        const isOpen = x >= hole.left && x < hole.left + hole.width && y >= hole.top && y < hole.top + hole.height;
        const isSame = before.compare(after, at, at + 4, at, at + 4) === 0;
        if (!isOpen) expect(isSame, `pixel ${x},${y} is outside of the mask`).toBe(true);
        else if (!isSame) inside++;
      }
      expect(inside, "the star").toBeGreaterThan(100);
    });

    it("streams events with its own names", async () => {
      const response = await edit(
        formOf({ prompt: "Make it blue", quality: "low", stream: "true", partial_images: "1", image: await picture() }),
      );
      const text = await response.text();
      expect(text.match(/^event: .*$/gm)).toEqual(["event: image_edit.partial_image", "event: image_edit.completed"]);
    });

    it("by image-model-b returns a URL", async () => {
      const { data } = await result(await edit(formOf({ ...SMALL, prompt: "Make it blue", image: await picture() })));
      expect((await fetch(data[0]?.url ?? "")).status).toBe(200);
    });
  });

  describe("in a conversation", () => {
    const converse = async (contents: unknown[], config = {}) => {
      const response = await fetch(`${gateway.url}/v1beta/models/image-model-a:generateContent`, {
        method: "POST",
        headers: { "x-provider-api-key": ADMIN_KEY, "content-type": "application/json" },
        body: JSON.stringify({ contents, generationConfig: { responseModalities: ["TEXT", "IMAGE"], ...config } }),
      });
      const text = await response.text();
      expect(response.status, text.slice(0, 500)).toBe(200);
      const { candidates } = JSON.parse(text);
      return candidates[0].content as {
        role: string;
        parts: { text?: string; inlineData?: { mimeType: string; data: string } }[];
      };
    };
    const imageIn = ({ parts }: Awaited<ReturnType<typeof converse>>) =>
      Buffer.from(parts.find(({ inlineData }) => inlineData)?.inlineData?.data ?? "", "base64");

    it("generateContent returns an image of the requested shape, and edits it in the next turn", async () => {
      const first = { role: "user", parts: [{ text: "A house on a meadow by day" }] };
      const painted = await converse([first], { imageConfig: { aspectRatio: "16:9" } });
      expect(await facts(imageIn(painted))).toMatchObject({ format: "png", size: "1344x768" });
      const edited = await converse([first, painted, { role: "user", parts: [{ text: "Make it night" }] }]);
      expect(await facts(imageIn(edited)), "the same picture, changed").toMatchObject({ size: "1344x768" });
      const light = async (bytes: Buffer) => (await sharp(bytes).greyscale().stats()).channels[0]?.mean ?? 0;
      expect(await light(imageIn(edited))).toBeLessThan((await light(imageIn(painted))) * 0.8);
    });

    it("a chat client gets the image too", async () => {
      const response = await gateway.chat({ model: "image-model-a", messages: [{ role: "user", content: "A fox" }] });
      const { choices } = (await response.json()) as {
        choices: { message: { images?: { image_url: { url: string } }[] } }[];
      };
      expect(choices[0]?.message.images?.[0]?.image_url.url).toMatch(/^data:image\/png;base64,/);
    });
  });

  it("a URL expires", async () => {
    await delay(Math.max(0, early.madeAt + (ADDRESS_SECONDS + 1) * 1000 - Date.now()));
    await expectError(await fetch(early.url), {
      status: 410,
      message: /address expired at/,
      type: "invalid_request_error",
      param: null,
    });
  });
});
