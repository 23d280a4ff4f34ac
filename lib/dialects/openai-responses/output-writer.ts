/** Writes the events of a response's items: which Part belongs to which item, and when an item is done. */
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import type { Part, PartOf } from "#lib/canonical/part.ts";
import type { Source } from "#lib/canonical/reply.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { ResponsesEvent, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import type { EventWriter } from "./event-writer.ts";
import { writeImageItem } from "./image-item.ts";
import { isSameMessage, isUnknownPartValue, type MessageFields, readTextVendor } from "./message-fields.ts";
import { createItemIds } from "./output-items.ts";
import { writeTextSeal } from "./reasoning.ts";
import {
  type CallWriter,
  createCallWriter,
  createReasoningWriter,
  type Ended,
  type ReasoningWriter,
} from "./stream-item-writers.ts";
import { createMessageWriter, type GrowingText, type MessageWriter } from "./stream-message-writer.ts";

export type OutputWriter = {
  write(part: Exclude<Part, { type: "start" | "finish" | "usage" | "error" }>): string;
  /** @param status of the whole response: if incomplete, its last message was cut */
  closeAll(status: string): string;
  /** In the order in which they were begun. */
  items(): WireItem[];
};

export function createOutputWriter(events: EventWriter, responseId: string): OutputWriter {
  const ids = createItemIds(responseId);
  const items: (WireItem | undefined)[] = [];
  /** By the id of the block, or of the call. */
  const messages = new Map<string, MessageWriter>();
  const reasonings = new Map<string, { index: number; writer: ReasoningWriter }>();
  const calls = new Map<string, { index: number; writer: CallWriter }>();
  /** Items whose events pass unchanged: our index by the upstream's. */
  const places = new Map<number, number>();
  const texts: GrowingText[] = [];
  let earlySources: Source[] = [];
  /** A message whose text has ended: it stays open for sources and for its next part. */
  let ending: MessageWriter | undefined;
  /** Vendor data for the item after `ending`, see `writeTextSeal`. */
  let sealedBehind: VendorData | undefined;
  let refusing: MessageWriter | undefined;
  let finalStatus = "completed";

  function reserve(): number {
    return items.push(undefined) - 1;
  }

  function keep(index: number, { events: written, item }: Ended): string {
    items[index] = item;
    return written;
  }

  function closeEnding(status = "completed"): string {
    if (!ending) return "";
    const message = ending;
    ending = undefined;
    const ended = keep(message.index, message.end(status));
    const seal = writeTextSeal(sealedBehind, () => ids.take("rs"));
    sealedBehind = undefined;
    return seal ? ended + writeWhole(seal, undefined, []) : ended;
  }

  /** The message that a text or refusal belongs to: the one before it, if it was a part of the same. */
  function getMessage(fields: MessageFields | undefined): { message: MessageWriter; written: string } {
    if (ending && !sealedBehind && isSameMessage(ending.message, fields)) {
      const message = ending;
      ending = undefined;
      return { message, written: "" };
    }
    const closed = closeEnding();
    const message = createMessageWriter(events, { index: reserve(), id: ids.take("msg", fields?.id), message: fields });
    return { message, written: closed + message.added() };
  }

  function beginText(id: string, vendor: VendorData | undefined): string {
    const { message: fields, rest } = readTextVendor(vendor);
    const { message, written } = getMessage(fields);
    const { events: begun, text } = message.beginText();
    message.noteText(rest);
    messages.set(id, message);
    texts.push(text);
    const early = earlySources;
    earlySources = [];
    return written + begun + early.map((source) => text.annotate(source)).join("");
  }

  function endText({ id, vendor }: PartOf<"text-end">): string {
    const message = messages.get(id);
    if (!message) return "";
    messages.delete(id);
    const closed = closeEnding();
    message.noteText(readTextVendor(vendor).rest);
    ending = message;
    sealedBehind = vendor;
    return closed;
  }

  function refuse({ text, vendor }: PartOf<"refusal-delta">): string {
    if (refusing) return refusing.appendRefusal(text);
    const { message, written } = getMessage(readTextVendor(vendor).message);
    refusing = message;
    return written + message.appendRefusal(text);
  }

  function beginReasoning({ id, vendor }: Pick<PartOf<"reasoning-start">, "id" | "vendor">): ReasoningWriter {
    const index = reserve();
    const writer = createReasoningWriter(events, { index, id: ids.take("rs", vendor?.[DIALECT]?.id), vendor });
    reasonings.set(id, { index, writer });
    return writer;
  }

  function beginCall(part: Pick<PartOf<"tool-call">, "id" | "name" | "kind" | "vendor">): CallWriter {
    const index = reserve();
    const id = ids.take(part.kind === "custom" ? "ctc" : "fc");
    const writer = createCallWriter(events, { index, id, call: part });
    calls.set(part.id, { index, writer });
    return writer;
  }

  function endCall(part: PartOf<"tool-call">): string {
    const begun = calls.has(part.id) ? "" : beginCall(part).added();
    const call = calls.get(part.id);
    calls.delete(part.id);
    return begun + (call ? keep(call.index, call.writer.end(part)) : "");
  }

  function annotate({ text, ...source }: PartOf<"source">): string {
    const target = texts[text ?? texts.length - 1];
    if (target) return target.annotate(source);
    earlySources.push(source);
    return "";
  }

  /** Writes an item that arrives complete. @param place upstream's index, if the item's first event has passed */
  function writeWhole(item: WireItem, place: unknown, between: string[]): string {
    const begun = typeof place === "number" ? places.get(place) : undefined;
    const index = begun ?? reserve();
    items[index] = item;
    const fields = { output_index: index, item_id: item.id };
    const added =
      begun === undefined
        ? events.event("response.output_item.added", { output_index: index, item: getBegunItem(item) }) +
          between.map((type) => events.event(type, fields)).join("")
        : "";
    return added + events.event("response.output_item.done", { output_index: index, item });
  }

  /** A text that is none of the model's: sources do not count it. */
  function writeNote(text: string): string {
    const { message, written } = getMessage(undefined);
    ending = message;
    return written + message.beginText().events + message.appendText(text, undefined);
  }

  function writeFile(part: PartOf<"file">): string {
    const item = writeImageItem(part, (givenId) => ids.take("ig", givenId));
    if (!item) return writeNote(describeDroppedFile(part));
    return (
      closeEnding() +
      writeWhole(item, part.vendor?.[DIALECT]?.output_index, [
        "response.image_generation_call.in_progress",
        "response.image_generation_call.generating",
        "response.image_generation_call.completed",
      ])
    );
  }

  function writeUnknown({ dialect, value, streamOnly, vendor }: PartOf<"unknown">): string {
    if (dialect !== DIALECT) return "";
    if (streamOnly) return passEvent(value as ResponsesEvent);
    if (isUnknownPartValue(value)) {
      const { message, written } = getMessage(value.message);
      ending = message;
      return written + message.writePart(value.part);
    }
    const item = value as WireItem;
    return writeWhole({ ...item, id: ids.take("item", item.id) }, vendor?.[DIALECT]?.output_index, []);
  }

  function passEvent({ type, output_index: place, ...fields }: ResponsesEvent): string {
    if (place === undefined) return events.event(type, fields);
    if (type === "response.output_item.added") places.set(place, reserve());
    const index = places.get(place);
    return index === undefined ? "" : events.event(type, { output_index: index, ...fields });
  }

  return {
    write(part) {
      switch (part.type) {
        case "text-delta": {
          const begun = messages.has(part.id) ? closeEnding() : beginText(part.id, undefined);
          return begun + (messages.get(part.id)?.appendText(part.text, part.logprobs) ?? "");
        }
        case "reasoning-delta": {
          const reasoning = reasonings.get(part.id)?.writer;
          if (reasoning) return closeEnding() + reasoning.append(part.text, part.vendor);
          const begun = closeEnding() + beginReasoning({ id: part.id }).added();
          return begun + (reasonings.get(part.id)?.writer.append(part.text, part.vendor) ?? "");
        }
        case "tool-input-delta":
          return closeEnding() + (calls.get(part.id)?.writer.append(part.text) ?? "");
        case "text-start":
          return beginText(part.id, part.vendor);
        case "text-end":
          return endText(part);
        case "refusal-delta":
          return refuse(part);
        case "reasoning-start":
          return closeEnding() + beginReasoning(part).added();
        case "reasoning-end": {
          const reasoning = reasonings.get(part.id);
          reasonings.delete(part.id);
          return closeEnding() + (reasoning ? keep(reasoning.index, reasoning.writer.end(part.vendor)) : "");
        }
        case "tool-input-start":
          return closeEnding() + beginCall(part).added();
        case "tool-input-end":
          // The tool-call that follows has it all.
          return "";
        case "tool-call":
          return closeEnding() + endCall(part);
        case "source":
          return annotate(part);
        case "file":
          return writeFile(part);
        case "unknown":
          return isUnknownPartValue(part.value) ? writeUnknown(part) : closeEnding() + writeUnknown(part);
        default:
          return part satisfies never;
      }
    },
    closeAll(status) {
      const last = items.length - 1;
      finalStatus = status;
      const getStatus = (index: number) => (index === last && status === "incomplete" ? status : "completed");
      let written = ending ? closeEnding(getStatus(ending.index)) : "";
      const open = new Set([...messages.values(), ...(refusing ? [refusing] : [])]);
      for (const message of open) written += keep(message.index, message.end(getStatus(message.index)));
      for (const { index, writer } of reasonings.values()) written += keep(index, writer.end(undefined));
      for (const { index, writer } of calls.values()) written += keep(index, writer.end());
      messages.clear();
      reasonings.clear();
      calls.clear();
      refusing = undefined;
      return written;
    },
    items() {
      const written = items.filter((item) => item !== undefined);
      const last = written.at(-1);
      // The last message is known to be cut only at the end, after later items.
      if (finalStatus === "incomplete" && last?.type === "message") last.status = finalStatus;
      return written;
    },
  };
}

/** An item as its first event shows it: an image has no bytes yet. */
function getBegunItem(item: WireItem): WireItem {
  return item.type === "image_generation_call" ? { ...item, status: "in_progress", result: null } : item;
}
