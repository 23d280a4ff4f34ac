/** Edits whose files arrive as text, and previews that are taken and never come. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, AUTHORIZED } from "#tests/support/gateway.ts";
import { formOf, mask, picture } from "#tests/support/image-fixtures.ts";
import { IMAGE } from "#tests/support/json-routes.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { type Field, startField } from "./field.ts";

const PIXELS = IMAGE.slice(IMAGE.indexOf(",") + 1);
const PREVIEWS = [0, 1].map(
  (index) =>
    `event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"${PIXELS}","partial_image_index":${index}}\n\n`,
);
const COMPLETED = `event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"${PIXELS}"}\n\n`;

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field?.close());

const RELAYED = "openai-images/gpt-image-9";
const post = (path: string, body: unknown) =>
  fetch(`${field.gateway.url}/v1/images/${path}`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(body) });

describe("the files of an edit", () => {
  const sentForm = () => {
    const { headers, body } = field.stub.requests.at(-1) ?? {};
    const type = String(headers?.["content-type"]);
    return new Response(new Uint8Array(body ?? []), { headers: { "content-type": type } }).formData();
  };
  const namesOf = (form: FormData) =>
    [...form].map(([name, value]) => `${name}: ${typeof value === "string" ? "text" : "file"}`);

  it.each<[string, string[]]>([
    ["image and mask", ["image", "mask"]],
    ["image[] and mask[]", ["image[]", "mask[]"]],
    ["image[0] and mask[0]", ["image[0]", "mask[0]"]],
  ])("BerriAI/litellm#41602, BerriAI/litellm#41625: stay files as %s, one or several", async (_name, fields) => {
    const [imageField = "", maskField = ""] = fields;
    for (const count of [1, 2]) {
      field.stub.respondWith(jsonReply({ data: [{ b64_json: PIXELS }] }));
      const form = formOf({
        model: RELAYED,
        prompt: "A hat",
        [imageField]: Array(count).fill(await picture()),
        [maskField]: await mask(),
      });
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      const response = await fetch(`${field.gateway.url}/v1/images/edits`, { method: "POST", headers, body: form });
      expect(response.status, await response.clone().text()).toBe(200);
      const images = count === 1 ? ["image: file"] : ["image[]: file", "image[]: file"];
      expect(namesOf(await sentForm())).toEqual(["model: text", "prompt: text", ...images, "mask: file"]);
    }
  });

  it("openclaw/openclaw#118562: go up as a form that came as JSON, and the route is there (envoyproxy/ai-gateway#1870)", async () => {
    field.stub.respondWith(jsonReply({ data: [{ b64_json: PIXELS }] }));
    const response = await post("edits", { model: RELAYED, prompt: "A hat", n: 1, images: [{ image_url: IMAGE }] });
    expect(response.status, await response.clone().text()).toBe(200);
    expect(namesOf(await sentForm())).toEqual(["model: text", "prompt: text", "n: text", "image: file"]);
  });
});

describe("QuantumNous/new-api#1234, stdapi-ai/stdapi.ai#84, sgl-project/sglang#24240: partial_images", () => {
  const eventsOf = async (response: Response) => (await response.text()).match(/^event: .*$/gm) ?? [];
  const body = { prompt: "A fox", stream: true, partial_images: 2 };

  it("come from the sandbox, before its picture is done", async () => {
    const response = await post("generations", { ...body, quality: "low" });
    expect(await eventsOf(response)).toEqual([
      "event: image_generation.partial_image",
      "event: image_generation.partial_image",
      "event: image_generation.completed",
    ]);
  });

  it("pass through a relay one by one, as they come", async () => {
    let finish = () => {};
    const wait = new Promise<void>((resolve) => {
      finish = resolve;
    });
    field.stub.respondWith(async (request, response) => {
      expect(JSON.parse(String(request.body)).partial_images).toBe(2);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(PREVIEWS[0]);
      await wait;
      response.end(PREVIEWS[1] + COMPLETED);
    });
    const response = await post("generations", { ...body, model: RELAYED });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value;
    expect(first, "the first is here while the upstream still paints").toBe(PREVIEWS[0]);
    finish();
    let rest = "";
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) rest += read.value;
    expect(rest).toBe(PREVIEWS[1] + COMPLETED);
    expect(response.headers.get("x-gateway-dropped")).toBeNull();
  });

  it("are named where the upstream has none, and are not made up", async () => {
    const parts = [{ inlineData: { mimeType: "image/png", data: PIXELS } }];
    field.stub.respondWith(jsonReply({ candidates: [{ content: { parts }, finishReason: "STOP" }] }));
    const response = await post("generations", { ...body, model: "google-generate/banana" });
    expect(response.headers.get("x-gateway-dropped")).toBe("partial_images");
    expect(await eventsOf(response)).toEqual(["event: image_generation.completed"]);
  });

  it("are refused where there is no stream to come in, and by a model that has none", async () => {
    const whole = await post("generations", { ...body, stream: false });
    expect([whole.status, await whole.text()]).toEqual([400, expect.stringContaining("requires `stream` to be true")]);
    const other = await post("generations", { ...body, model: "image-model-b" });
    expect(other.status).toBe(400);
  });
});
