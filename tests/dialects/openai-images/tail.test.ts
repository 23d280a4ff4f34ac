/** The end of a relayed stream of images, which nothing marks. */
import { expect, it } from "vitest";
import { readStreamTail } from "#lib/dialects/openai-images/tail.ts";

it("a completed image ends the stream unless more follow", () => {
  const event = { type: "image_generation.completed", b64_json: "AAAA", usage: { input_tokens: 5, output_tokens: 7 } };
  expect(readStreamTail(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)).toEqual({
    complete: true,
    mayGoOn: true,
    usage: { inputTokens: 5, outputTokens: 7 },
  });
});
