/** Open content blocks of a stream being read: each turns its deltas into Parts (wire-formats §3.6). */
import type { Part } from "#lib/canonical/part.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { ReplyBlock } from "#lib/contract/anthropic-messages/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { readCitations, readSources } from "./citations.ts";
import { DIALECT } from "./dialect-id.ts";
import { isReasoning, readReasoning } from "./reasoning.ts";
import { textVendor, toolUseVendor } from "./reply.ts";
import { readToolInput } from "./tool-input.ts";

export type BlockReader = {
  delta(delta: Record<string, unknown>): void;
  /** Ends the block and emits the data that is known only then. */
  close(): void;
};

/** State that the blocks of one response share. */
export type BlockContext = {
  emit(part: Part): void;
  /** Number of texts begun so far: citations refer to a text by its number. */
  texts: number;
};

/** @param index of the block in the response; the Part's id is made from it */
export function openBlock(context: BlockContext, index: number, block: ReplyBlock): BlockReader {
  if (block.type === "text") return openText(context, `text-${index}`, block);
  if (block.type === "tool_use") return openToolUse(context, block);
  if (isReasoning(block)) return openReasoning(context, `reasoning-${index}`, block);
  return openUnknown(context, block);
}

function openText(context: BlockContext, id: string, block: ReplyBlock): BlockReader {
  const { emit } = context;
  const position = context.texts++;
  let length = 0;
  const citations = [...readCitations(block)];
  const append = (text: string) => {
    length += text.length;
    emit({ type: "text-delta", choice: 0, id, text });
  };
  emit({ type: "text-start", choice: 0, id });
  if (typeof block.text === "string" && block.text !== "") append(block.text);
  return {
    delta({ type, text, citation }) {
      if (type === "text_delta" && typeof text === "string" && text !== "") append(text);
      else if (type === "citations_delta" && isRecord(citation)) citations.push(citation);
    },
    close() {
      for (const source of readSources(citations, { length, position })) {
        emit({ type: "source", choice: 0, ...source });
      }
      const vendor = textVendor({ ...block, citations });
      emit({ type: "text-end", choice: 0, id, ...(vendor ? { vendor } : {}) });
    },
  };
}

function openReasoning({ emit }: BlockContext, id: string, block: ReplyBlock): BlockReader {
  const { text, vendor: early } = readReasoning(block);
  let signature = typeof block.signature === "string" ? block.signature : "";
  emit({ type: "reasoning-start", choice: 0, id, ...(early ? { vendor: early } : {}) });
  if (text) emit({ type: "reasoning-delta", choice: 0, id, text });
  return {
    delta({ type, thinking, signature: piece }) {
      if (type === "thinking_delta" && typeof thinking === "string" && thinking !== "") {
        emit({ type: "reasoning-delta", choice: 0, id, text: thinking });
      } else if (type === "signature_delta" && typeof piece === "string") signature += piece;
    },
    close() {
      const { vendor } = readReasoning(signature ? { ...block, signature } : block);
      emit({ type: "reasoning-end", choice: 0, id, ...(vendor ? { vendor } : {}) });
    },
  };
}

function openToolUse({ emit }: BlockContext, block: ReplyBlock): BlockReader {
  const id = String(block.id ?? "");
  const name = String(block.name ?? "");
  const vendor: VendorData | undefined = toolUseVendor(block);
  const extras = vendor ? { vendor } : {};
  const pieces: string[] = [];
  emit({ type: "tool-input-start", choice: 0, id, name, kind: "function", ...extras });
  return {
    delta({ partial_json: text }) {
      if (typeof text !== "string" || text === "") return;
      pieces.push(text);
      emit({ type: "tool-input-delta", choice: 0, id, text });
    },
    close() {
      let input = pieces.join("");
      if (pieces.length === 0) {
        // A call without arguments has no deltas, but other APIs' clients parse the collected text.
        input = readToolInput(block.input);
        emit({ type: "tool-input-delta", choice: 0, id, text: input });
      }
      emit({ type: "tool-input-end", choice: 0, id });
      emit({ type: "tool-call", choice: 0, id, name, kind: "function", input, ...extras });
    },
  };
}

/** Passes on an unknown block when it is complete: only this dialect's writer can read it. */
function openUnknown({ emit }: BlockContext, block: ReplyBlock): BlockReader {
  const value: ReplyBlock = { ...block };
  const pieces: string[] = [];
  return {
    delta({ type, partial_json: text, ...fields }) {
      if (type === "input_json_delta") pieces.push(String(text ?? ""));
      else for (const key in fields) value[key] = joinPieces(value[key], fields[key]);
    },
    close() {
      const input = pieces.join("");
      if (input) value.input = parse(input);
      emit({ type: "unknown", choice: 0, dialect: DIALECT, value });
    },
  };
}

function joinPieces(before: unknown, piece: unknown): unknown {
  return typeof before === "string" && typeof piece === "string" ? before + piece : piece;
}

/** Input that was cut short stays the text that it is. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
