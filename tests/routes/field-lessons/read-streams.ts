/** Reads the gateway's streams as strict clients do: what such a client would choke on, or lose in silence, throws. */
import { createParser } from "eventsource-parser";
import type { Body } from "./field.ts";

export type ReadEvent = { event: string | undefined; data: Body };

export function eventsIn(text: string): ReadEvent[] {
  const events: ReadEvent[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      if (data !== "[DONE]") events.push({ event, data: JSON.parse(data) });
    },
  });
  parser.feed(text);
  return events;
}

export type ReadMessage = {
  content: Body[];
  /** The data of every event, in order. */
  events: Body[];
  startUsage: Body;
  stopReason: unknown;
  usage: Body;
};

/** For each type of delta: the type of its block, the delta's field, and the block's field that it extends. */
const DELTAS: Record<string, { block: string; from: string; to: string }> = {
  text_delta: { block: "text", from: "text", to: "text" },
  thinking_delta: { block: "thinking", from: "thinking", to: "thinking" },
  signature_delta: { block: "thinking", from: "signature", to: "signature" },
  input_json_delta: { block: "tool_use", from: "partial_json", to: "json" },
};

/** Assembles a message stream as the official SDK does: a delta belongs to the open block and matches its type. */
export function readMessageStream(text: string): ReadMessage {
  const events = eventsIn(text).map(({ event, data }) => {
    if (event !== data.type) throw new Error(`the event ${event} says that it is ${data.type}`);
    return data;
  });
  const content: (Body & { json?: string })[] = [];
  let open: number | undefined;
  let startUsage: Body | undefined;
  let last: { delta: Body; usage: Body } | undefined;
  for (const data of events) {
    switch (data.type) {
      case "message_start":
        if (startUsage) throw new Error("message_start came twice");
        startUsage = (data.message as { usage: Body }).usage;
        break;
      case "content_block_start":
        if (open !== undefined) throw new Error(`block ${data.index} begins while ${open} is open`);
        if (data.index !== content.length) throw new Error(`block ${data.index} follows ${content.length} blocks`);
        open = content.length;
        content.push({ ...(data.content_block as Body) });
        break;
      case "content_block_delta": {
        if (data.index !== open) throw new Error(`a delta of block ${data.index} while ${open} is open`);
        addDelta(content[open as number] as Body, data.delta as Body);
        break;
      }
      case "content_block_stop":
        if (data.index !== open) throw new Error(`block ${data.index} ends while ${open} is open`);
        open = undefined;
        break;
      case "message_delta":
        if (open !== undefined) throw new Error("the message ends in a block");
        last = data as { delta: Body } & { usage: Body };
        break;
      case "error":
        throw new Error(`the stream failed: ${JSON.stringify(data.error)}`);
    }
  }
  if (!startUsage || !last || events.at(-1)?.type !== "message_stop") throw new Error("the message has no end");
  for (const block of content) {
    if (block.type !== "tool_use") continue;
    if (block.json) block.input = JSON.parse(block.json);
    delete block.json;
  }
  return { content, events, startUsage, stopReason: last.delta.stop_reason, usage: last.usage };
}

function addDelta(block: Body, delta: Body): void {
  const known = DELTAS[String(delta.type)];
  if (!known || known.block !== block.type) throw new Error(`a ${delta.type} in a block of type ${block.type}`);
  if (delta[known.from] === "") throw new Error(`an empty ${delta.type}`);
  block[known.to] = `${block[known.to] ?? ""}${delta[known.from]}`;
}

export type ReadChat = {
  content: string;
  calls: { id: string; name: string; arguments: string }[];
  finish: unknown;
  usage: Body | undefined;
};

/** A chat stream, folded by the index of its calls, as the official SDK and every agent does. */
export function readChatStream(text: string): ReadChat {
  const read: ReadChat = { content: "", calls: [], finish: null, usage: undefined };
  for (const { data } of eventsIn(text)) {
    if (data.error) throw new Error(`the stream failed: ${JSON.stringify(data.error)}`);
    if (data.usage) read.usage = data.usage as Body;
    const [choice] = data.choices as { delta: Body; finish_reason: unknown }[];
    if (!choice) continue;
    read.finish = choice.finish_reason ?? read.finish;
    read.content += choice.delta.content ?? "";
    for (const call of (choice.delta.tool_calls ?? []) as CallDelta[]) {
      const known = read.calls[call.index];
      if (known) known.arguments += call.function?.arguments ?? "";
      else if (call.index !== read.calls.length || !call.id || !call.function?.name)
        throw new Error(`call ${call.index} begins behind ${read.calls.length} calls: ${JSON.stringify(call)}`);
      else read.calls.push({ id: call.id, name: call.function.name, arguments: call.function.arguments ?? "" });
    }
  }
  if (!text.endsWith("data: [DONE]\n\n")) throw new Error("the stream has no [DONE]");
  return read;
}

type CallDelta = { index: number; id?: string; function?: { name?: string; arguments?: string } };

/** The parts of a Gemini stream that say something, in order: its last chunk may have an empty text. */
export function readGeminiStream(text: string): Body[] {
  return eventsIn(text).flatMap(({ data }) => {
    if (data.error) throw new Error(`the stream failed: ${JSON.stringify(data.error)}`);
    const [candidate] = (data.candidates ?? []) as { content?: { parts?: Body[] } }[];
    return (candidate?.content?.parts ?? []).filter((part) => part.text !== "");
  });
}

/**
 * The events of a Responses stream. Codex and the SDK's helper want every item announced before its deltas, every delta
 * to say where it belongs, every item ended, and the whole output again at the end.
 */
export function readResponseStream(text: string): { events: Body[]; response: Body & { output: Body[] } } {
  const events = eventsIn(text).map(({ event, data }) => {
    if (event !== data.type) throw new Error(`the event ${event} says that it is ${data.type}`);
    return data;
  });
  const open = new Map<unknown, Body>();
  const done: Body[] = [];
  let parts = 0;
  for (const [at, data] of events.entries()) {
    if (data.sequence_number !== at) throw new Error(`event ${at} has the number ${data.sequence_number}`);
    switch (data.type) {
      case "response.output_item.added": {
        const item = data.item as Body;
        if (data.output_index !== open.size + done.length) throw new Error(`item ${data.output_index} is out of order`);
        if (!item.id) throw new Error("an item has no id");
        open.set(data.output_index, item);
        break;
      }
      case "response.output_item.done":
        if (!open.delete(data.output_index)) throw new Error(`item ${data.output_index} ends and never began`);
        done[data.output_index as number] = data.item as Body;
        break;
      case "response.content_part.added":
      case "response.content_part.done":
        parts += data.type.endsWith("added") ? 1 : -1;
        break;
      case "error":
      case "response.failed":
        throw new Error(`the stream failed: ${JSON.stringify(data)}`);
      default:
        if (!/\.(delta|done)$/.test(String(data.type))) break;
        if (open.get(data.output_index)?.id !== data.item_id) throw new Error(`${data.type} of no open item`);
        if (String(data.type).includes("output_text") && parts !== 1) throw new Error("text outside of a content part");
    }
  }
  const last = events.at(-1);
  if (!/^response\.(completed|incomplete)$/.test(String(last?.type)))
    throw new Error(`the last event is ${last?.type}`);
  if (open.size > 0 || parts !== 0) throw new Error("an item or a part is never ended");
  const response = last?.response as Body & { output: Body[] };
  // Flat elements stand beside the items, for readers of the plain form.
  return { events, response: { ...response, output: response.output.filter(({ type }) => type !== "output_text") } };
}
