/** Large requests: images as text in JSON are megabytes, and a body that is too large needs a clear error. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { formatBytes } from "#lib/contract/format-bytes.ts";
import { mounts } from "#tests/support/gateway.ts";
import { type Body, type Convention, conventions, type Field, startField } from "./field.ts";

const MEGABYTE = 1024 * 1024;
const LIMIT = 20 * MEGABYTE;

/** A question with an image of so many bytes of base64. */
function withImage(client: Convention, length: number): Body {
  const data = "iVBORw0KGgo".padEnd(length, "A");
  const url = `data:image/png;base64,${data}`;
  switch (client) {
    case "openai-chat":
      return { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] };
    case "openai-responses":
      return { store: false, input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }] };
    case "anthropic-messages": {
      const source = { type: "base64", media_type: "image/png", data };
      return { max_tokens: 9, messages: [{ role: "user", content: [{ type: "image", source }] }] };
    }
    case "google-generate":
      return { contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data } }] }] };
    default:
      return client satisfies never;
  }
}

describe.each(mounts)("a body with an image, on the %s mount", { timeout: 30_000 }, (mount) => {
  let field: Field;
  beforeAll(async () => {
    field = await startField({ mount, config: { limits: { bodyBytes: LIMIT } } });
  });
  afterEach(() => field.stub.reset());
  afterAll(() => field.close());

  it.each(conventions)("mnfst/llm-gateway#2126: of 1.2 MB passes (%s)", async (client) => {
    const body = withImage(client, 1.2 * MEGABYTE);
    await field.ask({ client, to: client, body });
    const { model: _, ...sent } = field.sent();
    expect(JSON.stringify(sent) === JSON.stringify(body), "every byte of it").toBe(true);
  });

  // Next cuts what goes through its proxy at 10 MB and says so in its log only.
  it.each(conventions)("kortix-ai/suna#6490, vercel/next.js#84539: of 12 MB is whole (%s)", async (client) => {
    const body = withImage(client, 12 * MEGABYTE);
    const response = await field.ask({ client, to: client, body });
    expect(response.status).toBeLessThan(300);
    const { model: _, ...sent } = field.sent();
    expect(JSON.stringify(sent) === JSON.stringify(body), "every byte of it").toBe(true);
    const translated = client === "openai-chat" ? "anthropic-messages" : "openai-chat";
    await field.ask({ client, to: translated, body });
    expect(field.stub.requests.at(-1)?.body.length).toBeGreaterThan(12 * MEGABYTE);
  });

  it.each(conventions)("mnfst/llm-gateway#2126: over the limit is a 413 that names it (%s)", async (client) => {
    const body = withImage(client, LIMIT + 1);
    const response = await field.ask({ client, to: client, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: 413,
      message: expect.stringContaining(`(limit ${formatBytes(LIMIT)})`),
    });
    expect(field.stub.requests).toEqual([]);
  });
});
