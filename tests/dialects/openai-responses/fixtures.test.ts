/**
 * Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over fixtures and what real providers sent.
 */
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { withFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type {
  ResponsesEvent,
  ResponsesReply,
  ResponsesRequest,
  WireItem,
} from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";
import { replyFixtures, streamFixtures } from "#tests/support/fixtures.ts";

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
  if (!isCall(item)) return normal(item.type === "message" ? rest : item);
  const { id: __, status: ___, ...call } = rest;
  return normal(call);
}

const isCall = ({ type }: WireItem) => type === "function_call" || type === "custom_tool_call";

function normalReply(reply: ResponsesReply): Record<string, unknown> {
  return { ...(normal(reply) as object), output: (reply.output ?? []).map(normalItem) };
}

function identityOf({ id = "", created_at: created = 0, model = "" }: ResponsesReply) {
  return { id, created, model };
}

const readParts = (events: unknown[]) => readStream(openAiResponses, events);

function writeEvents(parts: Part[], response: ResponsesReply): ResponsesEvent[] {
  const text = writeStream(openAiResponses, parts, { identity: identityOf(response), wire: wireOf(response) });
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

describe("replies", () => {
  it.each(replyFixtures("openai-responses"))("$name is the same when read and written again", ({ json }) => {
    const reply = json as ResponsesReply;
    const written = openAiResponses.writeReply(openAiResponses.readReply(reply), identityOf(reply), wireOf(reply));
    expect(normalReply(written as ResponsesReply)).toMatchObject(normalReply(reply));
    expect((written as ResponsesReply).output).toHaveLength(reply.output?.length ?? 0);
  });
});

describe("streams", () => {
  const streams = streamFixtures("openai-responses") as { name: string; events: ResponsesEvent[] }[];

  /** Its complete text has "successfully in" and its deltas "successfully.in". */
  const DISAGREEING = new Set(["openai-shell-container.1"]);

  /** Returns an event without the ids of messages, reasoning and calls, which may change or are created anew. */
  function normalEvent(event: ResponsesEvent): unknown {
    const { item_id: _, sequence_number: __, response, item, ...rest } = event;
    // The encrypted content of a reasoning item that has just begun is not final.
    if (event.type === "response.output_item.added") delete item?.encrypted_content;
    const isLifecycle = event.type === "response.created" || event.type === "response.in_progress";
    const { id: itemId, status, ...fields } = item ?? { type: "" };
    const isOurs = ["message", "reasoning"].includes(fields.type) || isCall(fields);
    return normal({
      ...rest,
      ...(item ? { item: isOurs ? fields : { ...fields, id: itemId, status } } : {}),
      // The settings of the first events are checked with those of the last one.
      ...(response && !isLifecycle ? { response: { ...normalReply(response), output: undefined } } : {}),
    });
  }

  it.each(streams)("$name: the events are the same when read and written again", ({ name, events }) => {
    if (DISAGREEING.has(name)) return;
    const written = writeEvents(readParts(events), events[0]?.response as ResponsesReply);
    // Two Parts hold neither an image's first state nor the events between: they pass as they are, and so does all
    // else.
    expect(written.map(({ type }) => type)).toEqual(expectedTypes(events));
    const before = events.filter(({ type }) => written.some((event) => event.type === type)).map(normalEvent);
    for (const [index, event] of withoutInvented(written, events).entries()) {
      expect(normalEvent(event)).toMatchObject(before[index] as object);
    }
    expect(written.map(({ sequence_number: number }) => number)).toEqual(written.map((_, index) => index));
  });

  it.each(streams)("$name: the fold equals the last event", ({ name, events }) => {
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

  it.each(streams)("$name: reading what was written gives the same Parts", ({ events }) => {
    const parts = readParts(events);
    const again = readParts(writeEvents(parts, events[0]?.response as ResponsesReply));
    expect(settled(again)).toEqual(settled(parts));
  });

  it.each(streams)("$name: its last events show its end", ({ events }) => {
    const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const reading = openAiResponses.readStreamTail(frames.slice(-4).join(""));
    expect(reading.complete).toBe(true);
    expect(reading.usage?.raw).toEqual(last(events).usage);
    expect(openAiResponses.readStreamTail(frames.slice(-5, -1).join("")).complete).toBe(false);
  });

  /**
   * LM Studio sends no deltas for a call, and a response without text has none: ours has one where there is something
   * to say.
   */
  function expectedTypes(events: ResponsesEvent[]): string[] {
    const deltas = events.filter(({ type }) => type === "response.function_call_arguments.delta");
    return events.flatMap(({ type, item_id: id, arguments: whole }) => {
      const isWhole = type === "response.function_call_arguments.done" && whole;
      const isBare = isWhole && !deltas.some(({ item_id: other }) => other === id);
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
