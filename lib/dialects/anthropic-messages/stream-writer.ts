/** Writes Parts as a stream of message events (wire-formats §3.6). */
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import type { FinishReason, Part, PartOf, ToolKind, Usage } from "#lib/canonical/part.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { MessagesRequest, ReplyBlock } from "#lib/contract/anthropic-messages/wire.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { createBlockSequence, type OutBlock } from "./block-sequence.ts";
import { readCitations, writeSource } from "./citations.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { estimateInputTokens } from "./estimate-input-tokens.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { isRedacted, readSignature } from "./reasoning.ts";
import { writeToolUse } from "./reply.ts";
import { BESIDE_DELTA } from "./reply-fields.ts";
import { writeToolInput } from "./tool-input.ts";
import { diffUsage, writeUsage } from "./usage.ts";

/** Key of the refusal's block, the only block without an id. */
const REFUSAL = "refusal of this answer";

export function createStreamWriter(identity: ReplyIdentity, wire: MessagesRequest): StreamWriter {
  const sequence = createBlockSequence();
  const blocks = new Map<string, OutBlock>();
  /** In the order in which they began: sources name them by their number. */
  const texts: OutBlock[] = [];
  /** The pages named so far, each with the number of its text. */
  const cited = new Set<string>();
  /** Citations that arrived after their text was closed. */
  const lateCitations: Record<string, unknown>[] = [];
  /** Block of each tool call; `said` is true once its input has been written. */
  const calls = new Map<string, { block: OutBlock; said: boolean; kind: ToolKind }>();
  /** Vendor data from the start and the end of each reasoning block. */
  const opaque = new Map<string, VendorData>();
  const written = { refusal: false, toolUse: false };
  let startUsage: Record<string, unknown> = { input_tokens: 0, output_tokens: 0 };
  let started = false;
  let ended = false;
  let usage: Usage = {};
  let reason: FinishReason | undefined;
  let late: Record<string, unknown> = {};

  function start(part?: PartOf<"start">): string {
    if (started) return "";
    started = true;
    const { usage: counted, ...early } = part?.vendor?.[DIALECT] ?? {};
    if (typeof counted === "object" && counted !== null) startUsage = counted as Record<string, unknown>;
    else startUsage.input_tokens = estimateInputTokens(wire);
    const message = {
      ...early,
      id: identity.id,
      type: "message",
      role: "assistant",
      model: identity.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: startUsage,
    };
    return event("message_start", { message });
  }

  function textBlock(id: string): OutBlock {
    let block = blocks.get(id);
    if (!block) {
      block = sequence.begin("text", { type: "text", text: "" });
      blocks.set(id, block);
      if (id !== REFUSAL) texts.push(block);
    }
    return block;
  }

  function thinkingBlock(id: string): OutBlock {
    let block = blocks.get(id);
    if (!block) {
      block = sequence.begin("thinking", { type: "thinking", thinking: "", signature: "" });
      blocks.set(id, block);
    }
    return block;
  }

  function startReasoning({ id, vendor }: PartOf<"reasoning-start">): string {
    if (vendor) opaque.set(id, vendor);
    if (!isRedacted(vendor)) {
      thinkingBlock(id);
      return "";
    }
    // Hidden reasoning is complete in its start event.
    const block = sequence.begin("whole", { type: "", ...vendor?.[DIALECT] });
    blocks.set(id, block);
    return sequence.announce(block);
  }

  function endReasoning({ id, vendor: atEnd }: PartOf<"reasoning-end">): string {
    const block = blocks.get(id);
    if (!block) return "";
    const vendor = { ...opaque.get(id), ...atEnd };
    const signature = readSignature(vendor);
    const events =
      block.kind === "thinking" && signature ? sequence.add(block, { type: "signature_delta", signature }) : "";
    return events + sequence.end(block);
  }

  function endText({ id, vendor }: PartOf<"text-end">): string {
    const block = blocks.get(id);
    if (!block) return "";
    let events = "";
    for (const citation of readCitations(vendor?.[DIALECT] ?? {})) {
      events += sequence.add(block, { type: "citations_delta", citation });
    }
    return events + sequence.end(block);
  }

  function startToolUse(part: PartOf<"tool-input-start">): string {
    written.toolUse = true;
    const block = sequence.begin("tool_use", writeToolUse(part));
    calls.set(part.id, { block, said: false, kind: part.kind });
    return sequence.announce(block);
  }

  /** Writes no delta of free text: this API has no form for it until it is complete. */
  function inputDelta({ id, text }: PartOf<"tool-input-delta">): string {
    const call = calls.get(id);
    if (!call || call.block.ended || call.kind === "custom") return "";
    call.said = true;
    return sequence.append(call.block, text);
  }

  function endToolUse(part: PartOf<"tool-call">): string {
    let events = "";
    if (!calls.has(part.id)) events += startToolUse({ ...part, type: "tool-input-start" });
    const call = calls.get(part.id);
    if (!call || call.block.ended) return events;
    if (!call.said && (part.input || part.kind === "custom")) {
      const input = part.kind === "custom" ? JSON.stringify(writeToolInput(part.input, "custom")) : part.input;
      events += sequence.append(call.block, input);
    }
    return events + sequence.end(call.block);
  }

  function writeUnknown({ dialect, value }: PartOf<"unknown">): string {
    if (dialect !== DIALECT) return "";
    const { input, ...rest } = value as ReplyBlock;
    // A block with an input streams it, as tool calls do; any other block is complete in its start event (§3.6).
    if (input === undefined) return endAtOnce(sequence.begin("whole", rest), "");
    const json = typeof input === "string" ? input : JSON.stringify(input);
    return endAtOnce(sequence.begin("whole", { ...rest, input: {} }), json === "{}" ? "" : json);
  }

  function endAtOnce(block: OutBlock, text: string): string {
    return (text ? sequence.append(block, text) : "") + sequence.end(block);
  }

  function writeCitation(part: PartOf<"source">): string {
    const citation = writeSource(part);
    if (!citation) return "";
    const position = part.text ?? texts.length - 1;
    // This API cannot cite one page at several places in a text.
    const key = `${position} ${citation.url}`;
    if (cited.has(key)) return "";
    cited.add(key);
    const vendorFields = texts[position];
    // A closed block accepts no citation, so the open text names the source instead.
    const block =
      vendorFields && sequence.isOpen(vendorFields) ? vendorFields : texts.findLast((text) => sequence.isOpen(text));
    if (block) return sequence.add(block, { type: "citations_delta", citation });
    lateCitations.push(citation);
    return "";
  }

  /** Writes a text for sources without an open text. An empty one would be refused when clients send it back. */
  function writeLateCitations(): string {
    if (lateCitations.length === 0) return "";
    const block = sequence.begin("text", { type: "text", text: "" });
    let events = sequence.append(block, `Sources: ${lateCitations.map(({ title, url }) => title ?? url).join(", ")}`);
    for (const citation of lateCitations) events += sequence.add(block, { type: "citations_delta", citation });
    return events;
  }

  function write(part: Part): string {
    // This API has only one choice.
    if ("choice" in part && part.choice !== 0) return "";
    switch (part.type) {
      case "text-delta":
        return sequence.append(textBlock(part.id), part.text);
      case "reasoning-delta":
        return sequence.append(thinkingBlock(part.id), part.text);
      case "tool-input-delta":
        return inputDelta(part);
      case "start":
        return start(part);
      case "text-start":
        textBlock(part.id);
        return "";
      case "text-end":
        return endText(part);
      case "reasoning-start":
        return startReasoning(part);
      case "reasoning-end":
        return endReasoning(part);
      case "tool-input-start":
        return startToolUse(part);
      case "tool-call":
        return endToolUse(part);
      case "refusal-delta":
        written.refusal = true;
        return sequence.append(textBlock(REFUSAL), part.text);
      case "unknown":
        return writeUnknown(part);
      case "source":
        return writeCitation(part);
      case "finish":
        reason = part.reason;
        late = part.vendor?.[DIALECT] ?? {};
        return sequence.endAll();
      case "usage":
        usage = part.usage;
        return "";
      case "error":
        ended = true;
        return writeStreamError(
          new GatewayError({ status: part.status, message: part.message, ...(part.code ? { code: part.code } : {}) }),
        );
      case "file":
        return endAtOnce(sequence.begin("text", { type: "text", text: "" }), describeDroppedFile(part));
      case "tool-input-end":
        // The call that follows ends the block.
        return "";
      default:
        return part satisfies never;
    }
  }

  function messageDelta(): string {
    const delta: Record<string, unknown> = writeFinishReason(reason, written);
    const beside: Record<string, unknown> = {};
    for (const key in late) (BESIDE_DELTA.has(key) ? beside : delta)[key] = late[key];
    return event("message_delta", { delta, usage: diffUsage(startUsage, writeUsage(usage)), ...beside });
  }

  return {
    write(part) {
      if (ended) return "";
      if (started || part.type === "start") return write(part);
      return start() + write(part);
    },
    end(): string {
      if (ended) return "";
      ended = true;
      return `${start()}${writeLateCitations()}${sequence.endAll()}${messageDelta()}${event("message_stop", {})}`;
    },
  };
}

/** Writes the event's name too: official SDKs skip an event whose name is only in its data. */
function event(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
