/** Reads a Messages stream as a client does: parses the bytes and assembles the message. */
import type { ReplyBlock, WireReply, WireStreamEvent } from "#lib/contract/anthropic-messages/wire.ts";

/** Returns the events of a stream's text. Throws when an event's name and its data's type differ. */
export function eventsOf(text: string): WireStreamEvent[] {
  if (text !== "" && !text.endsWith("\n\n")) throw new Error("the stream does not end with a blank line");
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => {
      const match = /^event: (\w+)\ndata: (.*)$/.exec(frame);
      const event = JSON.parse(match?.[2] ?? "null") as WireStreamEvent | null;
      if (!event || event.type !== match?.[1]) throw new Error(`not an event with its name: ${frame}`);
      return event;
    });
}

/** As strict as the official helper: one block open at a time, indexes in order. */
export function foldEvents(events: WireStreamEvent[]): WireReply {
  const message = structuredClone(events[0]?.message ?? {});
  const content: ReplyBlock[] = [];
  let open = false;
  let input = "";
  for (const { type, index, content_block: start, delta = {}, usage, ...beside } of events.slice(1)) {
    const block = content.at(-1) as ReplyBlock;
    if (type === "content_block_start") {
      if (open || index !== content.length || !start) throw new Error(`block ${index} opened out of turn`);
      open = true;
      input = "";
      content.push({ ...start });
    } else if (type === "content_block_delta") {
      if (!open || index !== content.length - 1) throw new Error(`delta of block ${index} out of turn`);
      if (delta.type === "text_delta") block.text = `${block.text}${delta.text}`;
      if (delta.type === "thinking_delta") block.thinking = `${block.thinking}${delta.thinking}`;
      if (delta.type === "signature_delta") block.signature = delta.signature;
      if (delta.type === "citations_delta") block.citations = [...((block.citations as []) ?? []), delta.citation];
      if (delta.type === "input_json_delta") input += delta.partial_json;
    } else if (type === "content_block_stop") {
      if (!open || index !== content.length - 1) throw new Error(`stop of block ${index} out of turn`);
      open = false;
      if (input) block.input = JSON.parse(input);
    } else if (type === "message_delta") {
      for (const [key, value] of Object.entries(usage ?? {}))
        if (value !== null) message.usage = { ...message.usage, [key]: value };
      Object.assign(message, delta, beside);
    }
  }
  if (open || events.at(-1)?.type !== "message_stop") throw new Error("the message did not end");
  return { ...message, content };
}
