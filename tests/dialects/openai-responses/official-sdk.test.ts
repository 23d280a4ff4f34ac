/** Streams as the official SDK takes them: the strict helper of openai 7, and that of 6.x. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesReply } from "#lib/contract/openai-responses/wire.ts";
import { streamFixtures } from "#tests/support/fixtures.ts";
import { eventsOf, readStream, sample, samples, writeStream } from "./answers.ts";

let server: Server;
let url: string;
let stream = "";
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

const sdks = [
  // The events that each helper does not know, and refuses from anybody.
  { version: "7.x", Sdk: OpenAI, unknown: /apply_patch_call/ },
  { version: "6.x", Sdk: OpenAI6 as unknown as typeof OpenAI, unknown: /apply_patch_call|shell_call/ },
];

describe.each(sdks)("openai $version", ({ Sdk, unknown }) => {
  const open = () => {
    const client = new Sdk({ baseURL: url, apiKey: "k", maxRetries: 0 });
    return client.responses.stream({ model: "m", input: "hi" });
  };

  it.each(samples)("%s", async (_, parts) => {
    stream = writeStream(parts);
    const written = eventsOf(stream).at(-1)?.response as ResponsesReply;
    const received: string[] = [];
    const helper = open();
    helper.on("event", ({ type }) => received.push(type));
    const final = await helper.finalResponse();
    expect(received).toEqual(eventsOf(stream).map(({ type }) => type));
    expect(final.output_text).toBe(written.output_text);
    expect(final.status).toBe(written.status);
    expect(JSON.parse(JSON.stringify(final.output))).toMatchObject(
      (written.output ?? []).map(({ text: _text, ...item }) => item),
    );
  });

  it("signed texts, late citations and files without an item", async () => {
    const vendor = { "google-generate": { thoughtSignature: "c2ln" } };
    const signed = (id: string, text: string): Part[] => [
      { type: "text-start", choice: 0, id },
      { type: "text-delta", choice: 0, id, text },
      { type: "text-end", choice: 0, id, vendor },
    ];
    stream = writeStream([
      { type: "start" },
      ...signed("a", "One."),
      ...signed("b", "Two."),
      { type: "source", choice: 0, url: "https://a", startIndex: 0, endIndex: 4 },
      { type: "file", choice: 0, mediaType: "audio/wav", data: { kind: "base64", base64: "UklGRg==" } },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
    ]);
    const { output } = await open().finalResponse();
    const seal = { type: "reasoning", summary: [], encrypted_content: expect.stringMatching(/^pl1\./) };
    const message = (text: string, annotations: object[] = []) => ({
      type: "message",
      content: [{ type: "output_text", text, annotations }],
    });
    expect(output).toMatchObject([
      message("One."),
      seal,
      message("Two.", [{ type: "url_citation", start_index: 0, end_index: 4 }]),
      seal,
      message("[audio left out: audio/wav, which an answer of this API cannot hold]"),
      ...["One.", "Two.", /left out/].map((text) => ({ type: "output_text", text: expect.stringMatching(text) })),
    ]);
  });

  it("an error event is an exception with its text", async () => {
    const failure = { type: "error", status: 502, message: "it broke", code: "upstream_truncated" } as const;
    stream = writeStream([...sample("text").slice(0, 3), failure]);
    await expect(open().finalResponse()).rejects.toThrow("it broke");
  });

  const known = streamFixtures("openai-responses").filter(({ events }) => !unknown.test(JSON.stringify(events)));
  it.each(known)("$name, read and written again", async ({ events }) => {
    stream = writeStream(readStream(events));
    const written = eventsOf(stream).at(-1)?.response as ResponsesReply;
    expect((await open().finalResponse()).output_text).toBe(written.output_text);
  });
});
