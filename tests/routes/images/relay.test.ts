/** Image routes of an upstream that has them, and of one that makes images behind generateContent, on both mounts. */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { facts, formOf, mask, picture } from "#tests/support/image-fixtures.ts";
import {
  jsonReply,
  type StubRequest,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "#tests/support/stub-upstream.ts";

const RESULT = {
  created: 1_700_000_000,
  data: [{ b64_json: "iVBORw0KGgo=" }],
  usage: {
    input_tokens: 12,
    input_tokens_details: { text_tokens: 12, image_tokens: 0 },
    output_tokens: 272,
    total_tokens: 284,
  },
};

async function readForm({ headers, body }: StubRequest): Promise<FormData> {
  const type = String(headers["content-type"]);
  expect(Number(headers["content-length"]), "the length that was announced").toBe(body.length);
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
}

async function bytesOf(file: FormDataEntryValue | null | undefined): Promise<Buffer> {
  expect(file).toBeInstanceOf(File);
  return Buffer.from(await (file as File).arrayBuffer());
}

describe.each(mounts)("on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { OPENAI_API_KEY: "sk-upstream-secret", OPENAI_BASE_URL: upstream.url },
      config: {
        aliases: { "image-model-a": "openai/gpt-image-9", "image-model-b": "painting/flux" },
        upstreams: {
          painting: { baseUrl: upstream.url, dialects: ["openai-images"], models: ["flux"] },
          gemini: {
            baseUrl: upstream.url.replace("/v1", "/v1beta"),
            dialects: ["google-generate"],
            models: ["banana"],
          },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });

  const generate = (body: unknown) =>
    fetch(`${gateway.url}/v1/images/generations`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });
  const edit = (form: FormData) =>
    fetch(`${gateway.url}/v1/images/edits`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
      body: form,
    });

  it.each([
    ["the request is passed on", "openai/gpt-image-9"],
    ["the gateway makes the images", "gemini/banana"],
  ])("asks for an image once where %s, after a failure that may have begun one", async (_, model) => {
    upstream.respondWith(jsonReply({ error: { message: "Internal error" } }, { status: 500 }));
    const response = await generate({ model, prompt: "A fox" });
    expect([response.status, upstream.requests.length]).toEqual([500, 1]);
  });

  describe("an upstream with image routes", () => {
    it("gets the request unchanged but for the model, and its reply is passed byte for byte", async () => {
      const reply = `{ "created":1700000000,\n"data":[{"b64_json":"iVBORw0KGgo="}], "later_field": 1 }`;
      upstream.respondWith(jsonReply(reply));
      const response = await generate({ model: "openai/gpt-image-9", prompt: "A fox", later_field: { deep: true } });
      expect(await response.text()).toBe(reply);
      expect(response.headers.get("x-gateway-lane")).toBe("relay");
      const [sent] = upstream.requests;
      expect(sent?.path).toBe("/v1/images/generations");
      expect(sent?.headers.authorization).toBe("Bearer sk-upstream-secret");
      expect(JSON.parse(String(sent?.body))).toEqual({
        model: "gpt-image-9",
        prompt: "A fox",
        later_field: { deep: true },
      });
    });

    it("is used by an alias, whose rules apply", async () => {
      upstream.respondWith(jsonReply(RESULT));
      expect((await generate({ model: "image-model-a", prompt: "A fox" })).status).toBe(200);
      expect(JSON.parse(String(upstream.requests[0]?.body)).model).toBe("gpt-image-9");
      await expectError(await generate({ model: "image-model-a", prompt: "A fox", style: "vivid" }), {
        status: 400,
        type: "invalid_request_error",
        param: "style",
        message: /`style` is not supported by image-model-a\. Use image-model-c\./,
      });
      expect(upstream.requests, "what is refused goes nowhere").toHaveLength(1);
    });

    it("gets a model's name where the client gave none", async () => {
      upstream.respondWith(jsonReply(RESULT));
      await generate({ prompt: "A fox" });
      expect(JSON.parse(String(upstream.requests[0]?.body))).toEqual({ prompt: "A fox", model: "gpt-image-9" });
    });

    it("streams unchanged", async () => {
      const frames = [
        `event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"AAAA","partial_image_index":0}\n\n`,
        `event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"BBBB","usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}}\n\n`,
      ];
      upstream.respondWith(streamReply({ chunks: frames }));
      const response = await generate({ model: "image-model-a", prompt: "A fox", stream: true, partial_images: 1 });
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      expect(await response.text()).toBe(frames.join(""));
    });

    it("that breaks off ends in an error event", async () => {
      const partial = `event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"AAAA","partial_image_index":0}\n\n`;
      upstream.respondWith(streamReply({ chunks: [partial], ending: "end" }));
      const response = await generate({ model: "image-model-a", prompt: "A fox", stream: true });
      const text = await response.text();
      expect(text.startsWith(partial)).toBe(true);
      expect(text.slice(partial.length)).toMatch(
        /^event: error\ndata: \{"type":"error".*before the response was complete/,
      );
    });

    it("passes on its refusals", async () => {
      upstream.respondWith(
        jsonReply({ error: { message: "Your prompt was refused.", code: "moderation_blocked" } }, { status: 400 }),
      );
      await expectError(await generate({ model: "openai/gpt-image-9", prompt: "A fox" }), {
        status: 400,
        message: /Your prompt was refused/,
        type: "invalid_request_error",
        param: null,
      });
    });

    it("gets a form with the same files and fields, whatever their spelling", async () => {
      upstream.respondWith(jsonReply(RESULT));
      const [one, two] = [await picture(), await picture({ colour: { r: 0, g: 0, b: 255 } })];
      const hole = await mask();
      for (const field of ["image", "image[]", "image[0]"]) {
        upstream.requests.length = 0;
        const form = formOf({
          prompt: "Ein Bär",
          n: "2",
          [field]: [one, two],
          mask: hole,
          model: "image-model-a",
          vendor: "x",
        });
        const response = await edit(form);
        expect(response.status, await response.clone().text()).toBe(200);
        expect(await response.json()).toEqual(RESULT);
        const sent = await readForm(upstream.requests[0] as StubRequest);
        expect(upstream.requests[0]?.path).toBe("/v1/images/edits");
        expect([sent.get("model"), sent.get("prompt"), sent.get("n"), sent.get("vendor")]).toEqual([
          "gpt-image-9",
          "Ein Bär",
          "2",
          "x",
        ]);
        const files = sent.getAll("image[]");
        expect(files).toHaveLength(2);
        expect((await bytesOf(files[0])).equals(one)).toBe(true);
        expect((await bytesOf(files[1])).equals(two)).toBe(true);
        expect((await bytesOf(sent.get("mask"))).equals(hole)).toBe(true);
        expect((files[0] as File).type, "told by the bytes, not by the client").toBe("image/png");
      }
    });

    it("gets large files whole, also from concurrent requests", async () => {
      upstream.respondWith(jsonReply(RESULT));
      const images = await Promise.all(
        ["a red hat", "a green hat", "a blue hat"].map(async (prompt) => ({
          prompt,
          image: Buffer.concat([await picture(), randomBytes(4 * 1024 * 1024)]),
        })),
      );
      // The second round finds the memory that the first has used.
      for (let round = 0; round < 2; round += 1) {
        await Promise.all(
          images.map(async ({ prompt, image }) => {
            const response = await edit(formOf({ image, prompt, model: "openai/gpt-image-9" }));
            expect(response.status, await response.text()).toBe(200);
          }),
        );
      }
      expect(upstream.requests).toHaveLength(6);
      // Not parsed: that takes seconds for forms of this length.
      const received = upstream.requests.map(
        ({ body }) => images.find(({ prompt, image }) => body.includes(prompt) && body.includes(image))?.prompt,
      );
      expect(received.toSorted()).toEqual([
        "a blue hat",
        "a blue hat",
        "a green hat",
        "a green hat",
        "a red hat",
        "a red hat",
      ]);
    });

    it("gets a form for a JSON edit with an uploaded file", async () => {
      upstream.respondWith(jsonReply(RESULT));
      const image = await picture();
      const uploaded = await fetch(`${gateway.url}/v1/files`, {
        method: "POST",
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
        body: formOf({ purpose: "vision", file: image }),
      });
      const { id } = (await uploaded.json()) as { id: string };
      const response = await fetch(`${gateway.url}/v1/images/edits`, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify({
          prompt: "A hat",
          model: "image-model-a",
          images: [{ image_url: `data:image/png;base64,${image.toString("base64")}` }, { file_id: id }],
        }),
      });
      expect(response.status, await response.clone().text()).toBe(200);
      const files = (await readForm(upstream.requests[0] as StubRequest)).getAll("image[]");
      expect(files).toHaveLength(2);
      for (const file of files) expect((await bytesOf(file)).equals(image)).toBe(true);
    });

    it("leaves no temp file, however the request ends", async () => {
      const large = Buffer.concat([await picture(), Buffer.alloc(40 * 1024 * 1024)]);
      upstream.respondWith(jsonReply(RESULT));
      await (await edit(formOf({ prompt: "A hat", image: large, model: "openai/gpt-image-9" }))).text();
      await (
        await edit(formOf({ prompt: "A hat", image: [large, Buffer.from("no image")], model: "openai/gpt-image-9" }))
      ).text();
      upstream.respondWith(() => {});
      const abort = new AbortController();
      const left = fetch(`${gateway.url}/v1/images/edits`, {
        method: "POST",
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
        body: formOf({ prompt: "A hat", image: large, model: "openai/gpt-image-9" }),
        signal: abort.signal,
      }).catch(() => {});
      await expect.poll(() => upstream.requests.length, { timeout: 10_000 }).toBe(2);
      abort.abort();
      await left;
      const files = async () =>
        (await readdir(join(gateway.dataDir, "spool"), { recursive: true }).catch(() => [])).filter((name) =>
          /\/requests\/./.test(name),
        );
      await expect.poll(files, { timeout: 5_000 }).toEqual([]);
      await expect.poll(() => upstream.aborts.length, { timeout: 5_000 }).toBe(1);
    });
  });

  describe("a model behind generateContent", () => {
    const answer = (data: string) => ({
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Here it is." }, { inlineData: { mimeType: "image/png", data } }] },
          finishReason: "STOP",
        },
      ],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1290, totalTokenCount: 1297 },
    });

    it("creates images by one call each, in the requested format", async () => {
      upstream.respondWith(jsonReply(answer((await picture({ width: 96 })).toString("base64"))));
      const response = await generate({
        model: "gemini/banana",
        prompt: "A fox",
        n: 2,
        size: "1536x1024",
        output_format: "webp",
        quality: "high",
        stream: false,
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("x-gateway-lane")).toBe("translate");
      expect(response.headers.get("x-gateway-dropped"), "no silent drop").toBe("quality");
      const result = (await response.json()) as { data: { b64_json: string }[]; usage: unknown; size: string };
      expect(result.data).toHaveLength(2);
      for (const { b64_json } of result.data) {
        expect(await facts(Buffer.from(b64_json, "base64"))).toMatchObject({ format: "webp", size: "96x64" });
      }
      expect(result).toMatchObject({
        size: "96x64",
        output_format: "webp",
        usage: { input_tokens: 14, output_tokens: 2580 },
      });
      expect(upstream.requests).toHaveLength(2);
      expect(JSON.parse(String(upstream.requests[0]?.body))).toMatchObject({
        contents: [{ role: "user", parts: [{ text: "A fox" }] }],
        generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig: { aspectRatio: "3:2" } },
      });
    });

    it("edits with the image and the mask", async () => {
      const image = await picture();
      upstream.respondWith(jsonReply(answer(image.toString("base64"))));
      const response = await edit(formOf({ model: "gemini/banana", prompt: "A hat", image, mask: await mask() }));
      expect(response.status, await response.clone().text()).toBe(200);
      const { contents } = JSON.parse(String(upstream.requests[0]?.body));
      expect(contents[0].parts.map((part: Record<string, unknown>) => Object.keys(part)[0])).toEqual([
        "inlineData",
        "inlineData",
        "text",
        "text",
      ]);
    });

    it("streams its image as one event, and reports that previews are dropped", async () => {
      upstream.respondWith(jsonReply(answer((await picture()).toString("base64"))));
      const response = await generate({ model: "gemini/banana", prompt: "A fox", stream: true, partial_images: 2 });
      expect(response.headers.get("x-gateway-dropped")).toBe("partial_images");
      const text = await response.text();
      expect(text.match(/^event: .*$/gm)).toEqual(["event: image_generation.completed"]);
      const data = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "");
      expect(data).toMatchObject({
        type: "image_generation.completed",
        size: "64x64",
        output_format: "png",
        usage: { total_tokens: 1297 },
      });
    });

    it("that returns no image is an error with its text", async () => {
      upstream.respondWith(
        jsonReply({ candidates: [{ content: { parts: [{ text: "I would rather not." }] }, finishReason: "STOP" }] }),
      );
      await expectError(await generate({ model: "gemini/banana", prompt: "A fox" }), {
        status: 502,
        message: /^Model "banana" returned no image\..*I would rather not/,
        type: "upstream_error",
        param: null,
      });
    });
  });

  it("a request to an upstream without images names models that have them", async () => {
    await expectError(await generate({ model: "sandbox/guide", prompt: "A fox" }), {
      status: 400,
      message: /"sandbox\/guide" can't generate images\. Use image-model-a/,
      type: "invalid_request_error",
      param: "model",
    });
  });

  it("text from an upstream with image routes only is refused", async () => {
    const response = await gateway.chat({ model: "painting/flux", messages: [{ role: "user", content: "Hi" }] });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("serves images and videos only");
  });
});
