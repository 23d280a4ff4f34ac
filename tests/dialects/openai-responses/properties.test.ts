/** Properties of any response and any body: however blocks interleave, and whatever a client sends. */
import fc from "fast-check";
import { ResponseStream } from "openai/lib/responses/ResponseStream";
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesReply } from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { fold } from "#tests/support/dialect-streams.ts";
import { eventsOf, identity, plain, readStream, writeStream } from "./answers.ts";

const pieces = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }), { maxLength: 4 });
const block = fc.record({
  kind: fc.constantFrom("text", "reasoning", "function", "custom", "file", "refusal"),
  pieces,
});

/** The Parts of one block, in order. */
function partsOf({ kind, pieces }: { kind: string; pieces: string[] }, at: number): Part[] {
  const inBlock = { choice: 0, id: `${kind}-${at}` };
  if (kind === "file")
    return [{ type: "file", choice: 0, mediaType: "image/png", data: { kind: "base64", base64: "AA" } }];
  if (kind === "refusal") return pieces.map((text) => ({ type: "refusal-delta", choice: 0, text }));
  if (kind === "text" || kind === "reasoning") {
    return [
      { type: `${kind}-start`, ...inBlock },
      ...pieces.map((text): Part => ({ type: `${kind}-delta`, ...inBlock, text })),
      { type: `${kind}-end`, ...inBlock },
    ];
  }
  const call = { ...inBlock, name: "f", kind: kind as "function" | "custom" };
  return [
    { type: "tool-input-start", ...call },
    ...pieces.map((text): Part => ({ type: "tool-input-delta", ...inBlock, text })),
    { type: "tool-input-end", ...inBlock },
    { type: "tool-call", ...call, input: pieces.join("") },
  ];
}

/** Blocks whose Parts come mixed, each block's own in order. */
const interleaved = fc.tuple(fc.array(block, { maxLength: 5 }), fc.infiniteStream(fc.nat())).map(([blocks, picks]) => {
  // There is one refusal in a response.
  const only = blocks.filter(
    (one, at) => one.kind !== "refusal" || blocks.findIndex(({ kind }) => kind === one.kind) === at,
  );
  const queues = only.map(partsOf);
  const parts: Part[] = [{ type: "start" }];
  for (let open = queues.filter((queue) => queue.length > 0); open.length > 0; ) {
    const next = open[(picks.next().value as number) % open.length]?.shift();
    if (next) parts.push(next);
    open = open.filter((queue) => queue.length > 0);
  }
  parts.push({ type: "finish", choice: 0, reason: { unified: "length" } });
  return parts;
});

describe("any response", () => {
  it("is the same as a stream and as a reply", () => {
    fc.assert(
      fc.property(interleaved, (parts) => {
        const final = eventsOf(writeStream(parts)).at(-1)?.response;
        expect(final).toEqual(openAiResponses.writeReply(fold(parts), identity, plain));
      }),
      { numRuns: 200 },
    );
  });

  it("passes the strict helper of openai 7", async () => {
    await fc.assert(
      fc.asyncProperty(interleaved, async (parts) => {
        const events = eventsOf(writeStream(parts));
        const lines = new Blob(events.map((event) => `${JSON.stringify(event)}\n`)).stream();
        const final = await ResponseStream.fromReadableStream(lines).finalResponse();
        expect(final.output_text).toBe(events.at(-1)?.response?.output_text);
      }),
      { numRuns: 50 },
    );
  });

  it("is read from its stream as from its reply", () => {
    fc.assert(
      fc.property(interleaved, (parts) => {
        const events = eventsOf(writeStream(parts));
        const streamed = fold(readStream(events));
        const whole = openAiResponses.readReply(events.at(-1)?.response as ResponsesReply);
        // The place among the events of an item that passes as it is.
        const plainly = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/,"output_index":\d+/g, ""));
        expect(plainly(streamed.choices)).toEqual(plainly(whole.choices));
      }),
      { numRuns: 200 },
    );
  });
});

const item = fc.record(
  {
    type: fc.constantFrom(
      "message",
      "function_call",
      "function_call_output",
      "reasoning",
      "item_reference",
      "web_search_call",
    ),
    role: fc.constantFrom("user", "assistant", "system"),
    id: fc.string(),
    call_id: fc.string(),
    name: fc.string(),
    arguments: fc.string(),
    output: fc.oneof(fc.string(), fc.jsonValue()),
    content: fc.oneof(fc.string(), fc.jsonValue()),
    summary: fc.oneof(fc.constant([]), fc.jsonValue()),
    encrypted_content: fc.oneof(fc.string(), fc.constant("pl1.bm90aGluZw")),
  },
  { requiredKeys: ["type"] },
);
const body = fc.record(
  {
    model: fc.constant("m"),
    input: fc.oneof(fc.string(), fc.array(fc.oneof({ weight: 5, arbitrary: item }, fc.jsonValue()))),
    tools: fc.jsonValue(),
    tool_choice: fc.jsonValue(),
    text: fc.jsonValue(),
    reasoning: fc.jsonValue(),
    include: fc.jsonValue(),
    instructions: fc.oneof(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ["model", "input"] },
);

describe("any body", () => {
  it("is refused as a bad request, or read and written", () => {
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (json) => {
        try {
          openAiResponses.writeRequest(openAiResponses.readRequest(openAiResponses.parseRequest(json)));
        } catch (error) {
          if (!GatewayError.isInstance(error) || error.status !== 400) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of an upstream's events is read into Parts", () => {
    const event = fc.record(
      {
        type: fc.constantFrom(
          "response.created",
          "response.output_item.added",
          "response.output_item.done",
          "response.content_part.done",
          "response.output_text.delta",
          "response.function_call_arguments.done",
          "response.completed",
          "error",
        ),
        output_index: fc.nat(2),
        item: fc.oneof(item, fc.jsonValue()),
        part: fc.jsonValue(),
        delta: fc.jsonValue(),
        response: fc.oneof(fc.record({ output: fc.array(item) }), fc.jsonValue()),
      },
      { requiredKeys: ["type"] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: event }, fc.jsonValue()), { maxLength: 8 }), (events) => {
        expect(readStream(events).length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});
