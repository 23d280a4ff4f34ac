/** Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over what real providers sent. */
import { describe, expect, it } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import { withFlatOutput } from "#lib/dialects/openai-responses/flat-output.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import type {
  ResponsesEvent,
  ResponsesReply,
  ResponsesRequest,
  WireItem,
} from "#lib/dialects/openai-responses/wire.ts";
import { replyRecordings, streamRecordings } from "../../support/recordings.ts";

/** The request as far as the gateway answers for it: an upstream of this dialect repeats the rest. */
function wireOf({ store, previous_response_id }: ResponsesReply): ResponsesRequest {
  return withFlatOutput(openAiResponses.parseRequest({ model: "m", input: "hi", store, previous_response_id }), false);
}

/**
 * The short list of what may differ: a field that is null or an empty list is the same as one that is absent (but for
 * `output`); obfuscation and Copilot's bill beside the response are noise; the id and status of a tool call are made
 * anew, for nobody needs them back and every other dialect would carry them in the call's own id; while they are in
 * progress, items show their status only; `text` and `output_text` are the gateway's additions (wire-formats §2.5); ids
 * that change from event to event (Copilot) become constant. Where pieces and whole disagree, the pieces stand.
 */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, field]) => [key, isRotating(field) ? "rotating" : field] as const)
    .filter(([key, field]) => field !== null && !NOISE.has(key) && !(Array.isArray(field) && field.length === 0))
    .map(([key, field]) => [key, normal(field)]);
  return Object.fromEntries(entries);
}

const isRotating = (value: unknown) => typeof value === "string" && value.startsWith("capture-id-");

const NOISE = new Set(["obfuscation", "copilot_usage", "output_text"]);

function normalItem(item: WireItem): unknown {
  const { text: _, ...rest } = item;
  if (item.type !== "function_call") return normal(item.type === "message" ? rest : item);
  const { id: __, status: ___, ...call } = rest;
  return normal(call);
}

function normalReply(reply: ResponsesReply): Record<string, unknown> {
  return { ...(normal(reply) as object), output: (reply.output ?? []).map(normalItem) };
}

function identityOf({ id = "", created_at: created = 0, model = "" }: ResponsesReply) {
  return { id, created, model };
}

function readParts(events: unknown[]): Part[] {
  const parts: Part[] = [];
  const reader = openAiResponses.createStreamReader((part) => parts.push(part));
  for (const event of events) reader.read({ data: JSON.stringify(event) });
  reader.end();
  return parts;
}

function fold(parts: Part[]) {
  const collector = createCollector();
  for (const part of parts) collector.add(part);
  return collector.reply();
}

function writeEvents(parts: Part[], response: ResponsesReply): ResponsesEvent[] {
  const writer = openAiResponses.createStreamWriter(identityOf(response), wireOf(response));
  const text = parts.map((part) => writer.write(part)).join("") + writer.end();
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => {
      const [event, data] = frame.split("\n");
      const json = JSON.parse(data?.replace(/^data: /, "") ?? "") as ResponsesEvent;
      expect(event).toBe(`event: ${json.type}`);
      return json;
    });
}

const last = (events: ResponsesEvent[]) => events.at(-1)?.response as ResponsesReply;

describe("recorded replies", () => {
  const replies = replyRecordings("openai-responses").filter(({ json }) => "output" in (json as object));
  it.skipIf(replies.length === 0).each(replies)("$name comes out as it went in", ({ json }) => {
    const reply = json as ResponsesReply;
    const written = openAiResponses.writeReply(openAiResponses.readReply(reply), identityOf(reply), wireOf(reply));
    expect(normalReply(written as ResponsesReply)).toMatchObject(normalReply(reply));
    expect((written as ResponsesReply).output).toHaveLength(reply.output?.length ?? 0);
  });

  it("an error that an upstream sent is read", () => {
    const errors = replyRecordings("openai-responses").filter(({ json }) => !("output" in (json as object)));
    for (const { json } of errors) {
      expect(openAiResponses.readError(json)).toMatchObject({ param: "temperature", type: "invalid_request_error" });
    }
  });
});

describe("recorded streams", () => {
  const streams = streamRecordings("openai-responses") as { name: string; events: ResponsesEvent[] }[];

  /** Its text says "successfully in" as a whole and "successfully.in" in pieces. */
  const DISAGREEING = new Set(["openai-shell-container.1.chunks.txt"]);

  /** One event as it is compared: ids of messages, reasoning and calls aside, which may rotate or are made anew. */
  function normalEvent(event: ResponsesEvent): unknown {
    const { item_id: _, sequence_number: __, response, item, ...rest } = event;
    // What is encrypted of a reasoning that has just begun is not it yet.
    if (event.type === "response.output_item.added") delete item?.encrypted_content;
    const isLifecycle = event.type === "response.created" || event.type === "response.in_progress";
    const { id: itemId, status, ...fields } = item ?? { type: "" };
    const isOurs = ["message", "reasoning", "function_call"].includes(fields.type);
    return normal({
      ...rest,
      ...(item ? { item: isOurs ? fields : { ...fields, id: itemId, status } } : {}),
      // The settings of the first events are checked with those of the last one.
      ...(response && !isLifecycle ? { response: { ...normalReply(response), output: undefined } } : {}),
    });
  }

  it.skipIf(streams.length === 0).each(streams)("$name: the events come out as they went in", ({ name, events }) => {
    if (DISAGREEING.has(name)) return;
    const written = writeEvents(readParts(events), events[0]?.response as ResponsesReply);
    // Two Parts hold neither an image's first state nor the events between: they pass as they are, and so does all else.
    expect(written.map(({ type }) => type)).toEqual(expectedTypes(events));
    const before = events.filter(({ type }) => written.some((event) => event.type === type)).map(normalEvent);
    for (const [index, event] of withoutInvented(written, events).entries()) {
      expect(normalEvent(event)).toMatchObject(before[index] as object);
    }
    expect(written.map(({ sequence_number: number }) => number)).toEqual(written.map((_, index) => index));
  });

  it.skipIf(streams.length === 0).each(streams)("$name: the fold is what the last event says", ({ name, events }) => {
    const response = last(events);
    const parts = readParts(events);
    const reply = openAiResponses.writeReply(fold(parts), identityOf(response), wireOf(response)) as ResponsesReply;
    const expected = normalReply(response);
    // OpenAI encrypts anew for the last event; what came with the item's own event is as good.
    const masked = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/"gAAAAA[^"]*"/g, '"encrypted"'));
    if (!DISAGREEING.has(name)) expect(masked(normalReply(reply))).toMatchObject(masked(expected));
    // Law 3 to the letter: the stream's own final object is the reply.
    expect(normalReply(last(writeEvents(parts, response)))).toEqual(normalReply(reply));
  });

  it.skipIf(streams.length === 0).each(streams)(
    "$name: reading what was written gives the same Parts",
    ({ events }) => {
      const parts = readParts(events);
      const again = readParts(writeEvents(parts, events[0]?.response as ResponsesReply));
      expect(settled(again)).toEqual(settled(parts));
    },
  );

  it.skipIf(streams.length === 0).each(streams)("$name: its end is seen in its last events", ({ events }) => {
    const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const reading = openAiResponses.readStreamTail(frames.slice(-4).join(""));
    expect(reading.complete).toBe(true);
    expect(reading.usage?.raw).toEqual(last(events).usage);
    expect(openAiResponses.readStreamTail(frames.slice(-5, -1).join("")).complete).toBe(false);
  });

  it.skipIf(streams.length === 0).each(streams)("$name: cut anywhere, it is an error", ({ events }) => {
    for (const length of [0, 1, 3, Math.floor(events.length / 2), events.length - 1]) {
      const parts = readParts(events.slice(0, length));
      expect(parts.at(-1)).toMatchObject({ type: "error", status: 502, code: "upstream_truncated" });
      expect(parts.some(({ type }) => type === "finish")).toBe(false);
    }
  });

  /** LM Studio sends no deltas for a call, and an answer without text has none: ours has one where there is something to say. */
  function expectedTypes(events: ResponsesEvent[]): string[] {
    return events.flatMap(({ type, arguments: whole }, index) => {
      const isBare =
        type === "response.function_call_arguments.done" && whole && !/delta$/.test(events[index - 1]?.type ?? "");
      return isBare ? ["response.function_call_arguments.delta", type] : [type];
    });
  }

  function withoutInvented(written: ResponsesEvent[], events: ResponsesEvent[]): ResponsesEvent[] {
    const types = new Set(events.map(({ type }) => type));
    return written.filter(({ type }) => types.has(type));
  }

  /** Parts without what the upstream's own final object decides. */
  function settled(parts: Part[]): unknown {
    return parts.map((part) => {
      if (part.type === "start" || part.type === "finish") return { ...part, vendor: undefined, id: undefined };
      return normal(part);
    });
  }
});
