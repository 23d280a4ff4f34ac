/** Reads the events of one output item as Parts; one reader for each kind of item (wire-formats §2.6). */
import type { FileContent } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { ResponsesEvent } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { findMissingText } from "./find-missing-text.ts";
import { readImageItem } from "./image-item.ts";
import { type ItemReader, type ItemSource, readIndex } from "./item-reader.ts";
import { readToolCall } from "./read-output.ts";
import { PART_SEPARATOR, type ReasoningForm, readReasoning } from "./reasoning.ts";
import { createMessageReader } from "./stream-message-reader.ts";

export function createItemReader(source: ItemSource): ItemReader {
  switch (source.item.type) {
    case "message":
      return createMessageReader(source);
    case "reasoning":
      return createReasoningReader(source);
    case "function_call":
    case "custom_tool_call":
      return createCallReader(source);
    default:
      return createRawReader(source);
  }
}

function createReasoningReader({ emit, index, item: { id: itemId } }: ItemSource): ItemReader {
  const id = `reasoning-${index}`;
  let field: ReasoningForm["field"] | undefined;
  let part = 0;
  let length = 0;
  let saidInPart: string[] = [];
  emit({ type: "reasoning-start", choice: 0, id, ...toVendor(itemId === undefined ? undefined : { id: itemId }) });

  function appendText(of: ReasoningForm["field"], at: number, text: string): void {
    // The text is the summary or the reasoning itself, the one that arrives first; the final item has both.
    if (text === "" || (field !== undefined && field !== of)) return;
    if (field !== undefined && at !== part) {
      emit({ type: "reasoning-delta", choice: 0, id, text: PART_SEPARATOR, ...toVendor({ separator: true }) });
      length += PART_SEPARATOR.length;
      saidInPart = [];
    }
    const first = field === undefined && of === "content" ? toVendor({ field: of }) : {};
    field = of;
    part = at;
    length += text.length;
    saidInPart.push(text);
    emit({ type: "reasoning-delta", choice: 0, id, text, ...first });
  }

  function catchUp(of: ReasoningForm["field"], at: number, whole: string | undefined): void {
    if (whole === undefined || (field !== undefined && at < part)) return;
    appendText(of, at, field !== undefined && at === part ? findMissingText(saidInPart, whole) : whole);
  }

  return {
    read(event) {
      switch (event.type) {
        case "response.reasoning_summary_text.delta":
          return appendText("summary", readIndex(event, "summary_index"), String(event.delta ?? ""));
        case "response.reasoning_summary_text.done":
          return catchUp("summary", readIndex(event, "summary_index"), event.text);
        case "response.reasoning_text.delta":
          return appendText("content", readIndex(event, "content_index"), String(event.delta ?? ""));
        case "response.reasoning_text.done":
          return catchUp("content", readIndex(event, "content_index"), event.text);
      }
    },
    done(item) {
      const whole = item && readReasoning(item);
      if (item) {
        for (const kind of ["summary", "content"] as const) {
          const pieces = (Array.isArray(item[kind]) ? item[kind] : []) as { text?: string }[];
          for (const [at, piece] of pieces.entries()) catchUp(kind, at, piece.text);
        }
      }
      const vendor = whole?.vendor;
      // The division into parts is valid for the final item's text only.
      if (vendor?.[DIALECT]?.form && whole?.text.length !== length) delete vendor[DIALECT].form;
      emit({ type: "reasoning-end", choice: 0, id, ...(vendor ? { vendor } : {}) });
    },
  };
}

function createCallReader({ emit, index, item: begun }: ItemSource): ItemReader {
  const { id: givenId, name, kind, input, vendor } = readToolCall(begun);
  const id = givenId || `call_${index}`;
  const pieces: string[] = [];
  emit({ type: "tool-input-start", choice: 0, id, name, kind, ...(vendor ? { vendor } : {}) });

  function appendText(text: string): void {
    if (text === "") return;
    pieces.push(text);
    emit({ type: "tool-input-delta", choice: 0, id, text });
  }

  appendText(input);
  return {
    read(event) {
      // LM Studio sends no deltas at all, only the end.
      if (event.type.endsWith(".delta")) appendText(String(event.delta ?? ""));
      else if (event.type.endsWith(".done")) appendText(findMissingText(pieces, event.arguments ?? event.input ?? ""));
    },
    done(item) {
      const whole = item && readToolCall(item);
      if (whole) appendText(findMissingText(pieces, whole.input));
      emit({ type: "tool-input-end", choice: 0, id });
      emit({
        type: "tool-call",
        choice: 0,
        id,
        name: whole?.name || name,
        kind,
        input: whole?.input || pieces.join(""),
        ...(whole?.vendor ? { vendor: whole.vendor } : {}),
      });
    },
  };
}

/** Hosted tools and whatever is newer: its events pass as they are, for a writer of this dialect. */
function createRawReader({ emit, index, item: begun, added }: ItemSource): ItemReader {
  const pass = (event: ResponsesEvent) =>
    emit({ type: "unknown", choice: 0, dialect: DIALECT, value: withoutNoise(event), streamOnly: true });
  if (added) pass(added);
  return {
    read: pass,
    done(item = begun) {
      const image = readImageItem(item);
      if (image) emit({ ...image, choice: 0, vendor: withPlace(image, index) });
      else emit({ type: "unknown", choice: 0, dialect: DIALECT, value: item, ...toVendor({ output_index: index }) });
    },
  };
}

/** Returns an event without fields of the upstream's stream: its count, and the padding against eavesdroppers. */
export function withoutNoise(event: ResponsesEvent): ResponsesEvent {
  const { obfuscation: _, sequence_number: __, ...value } = event as ResponsesEvent & { obfuscation?: unknown };
  return value;
}

function withPlace({ vendor }: FileContent, index: number): VendorData {
  return { [DIALECT]: { ...vendor?.[DIALECT], output_index: index } };
}

function toVendor(fields: Record<string, unknown> | undefined): { vendor?: VendorData } {
  return fields ? { vendor: { [DIALECT]: fields } } : {};
}
