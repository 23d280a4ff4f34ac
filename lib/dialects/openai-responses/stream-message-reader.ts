/** Reads the events of a message item: its texts with their annotations, and refusals (wire-formats §2.6). */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { ResponsesEvent, ResponsesLogprob } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { findMissingText } from "./find-missing-text.ts";
import { type ItemReader, type ItemSource, readIndex } from "./item-reader.ts";
import { readLogprobs } from "./logprobs.ts";
import { readMessageFields, textVendor } from "./message-fields.ts";
import { readAnnotation } from "./output-items.ts";
import { pickTextRest, readAnnotations, readContentParts } from "./read-output.ts";

type PartState = {
  type: "output_text" | "refusal";
  id: string;
  /** Text emitted so far, in pieces. */
  received: string[];
  annotations: number;
  hasLogprobs: boolean;
  closed: boolean;
};

type WirePart = { type: string; [key: string]: unknown };

export function createMessageReader({
  emit,
  index,
  item: begun,
}: Pick<ItemSource, "emit" | "index" | "item">): ItemReader {
  const fields = readMessageFields(begun, "reply");
  const vendor = textVendor(fields);
  const parts = new Map<number, PartState>();

  function partAt(at: number, type: PartState["type"]): PartState {
    let part = parts.get(at);
    if (!part) {
      part = { type, id: `text-${index}-${at}`, received: [], annotations: 0, hasLogprobs: false, closed: false };
      parts.set(at, part);
      if (type === "output_text") emit({ type: "text-start", choice: 0, id: part.id, ...(vendor ? { vendor } : {}) });
    }
    return part;
  }

  function appendText(part: PartState, text: string, logprobs?: TokenLogprob[]): void {
    if (part.closed || (text === "" && !logprobs)) return;
    if (part.type === "refusal") {
      const first = part.received.length === 0 && vendor ? { vendor } : {};
      emit({ type: "refusal-delta", choice: 0, text, ...first });
    } else {
      emit({ type: "text-delta", choice: 0, id: part.id, text, ...(logprobs ? { logprobs } : {}) });
      part.hasLogprobs ||= logprobs !== undefined;
    }
    part.received.push(text);
  }

  function catchUp(part: PartState, whole: string | undefined, logprobs?: ResponsesLogprob[] | null): void {
    if (whole === undefined) return;
    appendText(part, findMissingText(part.received, whole), part.hasLogprobs ? undefined : readLogprobs(logprobs));
  }

  function annotate(part: PartState, annotation: Record<string, unknown>): void {
    part.annotations++;
    emit({ type: "source", choice: 0, ...readAnnotation(annotation) });
  }

  function close(at: number, wire: WirePart | undefined): void {
    if (wire && wire.type !== "output_text" && wire.type !== "refusal") {
      if (parts.has(at)) return;
      parts.set(at, { type: "refusal", id: "", received: [], annotations: 0, hasLogprobs: false, closed: true });
      emit({ type: "unknown", choice: 0, dialect: DIALECT, value: { part: wire, message: fields } });
      return;
    }
    const part = wire ? partAt(at, wire.type as PartState["type"]) : parts.get(at);
    if (!part || part.closed) return;
    if (wire) catchUp(part, (wire.text ?? wire.refusal) as string, wire.logprobs as ResponsesLogprob[]);
    part.closed = true;
    if (part.type === "refusal") return;
    for (const annotation of wire ? readAnnotations(wire).slice(part.annotations) : []) annotate(part, annotation);
    const rest = wire && pickTextRest(wire);
    const end = rest && textVendor(fields, rest);
    emit({ type: "text-end", choice: 0, id: part.id, ...(end ? { vendor: end } : {}) });
  }

  return {
    read(event: ResponsesEvent) {
      const at = readIndex(event, "content_index");
      switch (event.type) {
        case "response.output_text.delta":
          return appendText(partAt(at, "output_text"), String(event.delta ?? ""), readLogprobs(event.logprobs));
        case "response.content_part.added":
          if (event.part?.type === "output_text") catchUp(partAt(at, "output_text"), String(event.part.text ?? ""));
          return;
        case "response.output_text.annotation.added":
          if (event.annotation) annotate(partAt(at, "output_text"), event.annotation);
          return;
        case "response.output_text.done":
          return catchUp(partAt(at, "output_text"), event.text, event.logprobs);
        case "response.refusal.delta":
          return appendText(partAt(at, "refusal"), String(event.delta ?? ""));
        case "response.refusal.done":
          return catchUp(partAt(at, "refusal"), event.refusal);
        case "response.content_part.done":
          return close(at, event.part);
      }
    },
    done(item) {
      const content = item ? readContentParts(item) : [];
      for (const [at, part] of content.entries()) close(at, part);
      for (const at of parts.keys()) close(at, undefined);
    },
  };
}
