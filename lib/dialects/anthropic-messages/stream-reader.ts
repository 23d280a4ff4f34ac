/** Reads a stream of message events as Parts (wire-formats §3.6). */
import type { Part } from "#lib/canonical/part.ts";
import type { WireReply, WireStreamEvent } from "#lib/contract/anthropic-messages/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamReader, WireEvent } from "../dialect.ts";
import { readErrorBody } from "../error-bodies.ts";
import { type StreamFailure, toEventError } from "../malformed.ts";
import { DIALECT } from "./dialect-id.ts";
import { getStatus } from "./errors.ts";
import { readFinishReason } from "./finish-reason.ts";
import { splitRest } from "./reply-fields.ts";
import { type BlockContext, type BlockReader, openBlock } from "./stream-blocks.ts";
import { mergeUsage, readUsage } from "./usage.ts";

export function createStreamReader(emit: (part: Part) => void): StreamReader {
  const context: BlockContext = { emit, texts: 0 };
  /** Blocks by index. The API has one open at a time; servers that interleave blocks are supported. */
  const blocks = new Map<number, BlockReader>();
  let usage: Record<string, unknown> | undefined;
  let late: Record<string, unknown> = {};
  let stop: { reason: string; sequence: unknown } | undefined;
  let ended = false;

  function start(message: WireReply): void {
    if (isRecord(message.usage)) usage = message.usage;
    const { early, late: known } = splitRest(message as Record<string, unknown>);
    late = { ...known?.[DIALECT] };
    // The prompt's counters come first in this API, and its writer puts them there again.
    const vendorFields = { ...early?.[DIALECT], ...(usage ? { usage } : {}) };
    const { id, model } = message;
    emit({
      type: "start",
      ...(id !== undefined ? { id } : {}),
      ...(model !== undefined ? { model } : {}),
      ...(Object.keys(vendorFields).length > 0 ? { vendor: { [DIALECT]: vendorFields } } : {}),
    });
  }

  function readMessageDelta({ type: _, delta, usage: counters, ...beside }: WireStreamEvent): void {
    const { stop_reason: reason, stop_sequence: sequence, ...rest } = isRecord(delta) ? delta : {};
    if (typeof reason === "string") stop = { reason, sequence };
    for (const fields of [rest, beside as Record<string, unknown>]) {
      for (const key in fields) if (fields[key] != null) late[key] = fields[key];
    }
    if (isRecord(counters)) usage = mergeUsage(usage ?? {}, counters);
  }

  function readDelta(index: number, delta: Record<string, unknown>): void {
    let block = blocks.get(index);
    if (!block && (delta.type === "text_delta" || delta.type === "thinking_delta")) {
      // A server that forgets to open its block: the text counts.
      block = openBlock(context, index, { type: delta.type === "text_delta" ? "text" : "thinking" });
      blocks.set(index, block);
    }
    block?.delta(delta);
  }

  function closeBlocks(): void {
    for (const block of blocks.values()) block.close();
    blocks.clear();
  }

  function finish(): void {
    ended = true;
    closeBlocks();
    const reason = stop ? readFinishReason(stop.reason, stop.sequence) : { unified: "other" as const };
    const vendor = Object.keys(late).length > 0 ? { vendor: { [DIALECT]: late } } : {};
    emit({ type: "finish", choice: 0, reason, ...vendor });
    if (usage) emit({ type: "usage", usage: readUsage(usage) });
  }

  function fail({ status, message, code }: StreamFailure): void {
    ended = true;
    emit({ type: "error", status, message, ...(code ? { code } : {}) });
  }

  function readEvent(event: WireStreamEvent | null): void {
    switch (event?.type) {
      case "content_block_delta":
        if (isRecord(event.delta)) readDelta(blockIndex(event), event.delta);
        return;
      case "content_block_start": {
        const index = blockIndex(event);
        if (isRecord(event.content_block)) blocks.set(index, openBlock(context, index, event.content_block));
        return;
      }
      case "content_block_stop": {
        const index = blockIndex(event);
        blocks.get(index)?.close();
        blocks.delete(index);
        return;
      }
      case "message_start":
        start(isRecord(event.message) ? event.message : {});
        return;
      case "message_delta":
        readMessageDelta(event);
        return;
      case "message_stop":
        finish();
        return;
      case "error": {
        const error = readErrorBody(event);
        const { message } = error ?? errors.upstreamErrorWithoutMessage();
        fail({ status: getStatus(error?.type), message, code: error?.type });
        return;
      }
      default:
        // Pings, and events of newer versions, which the API may add.
        return;
    }
  }

  return {
    read({ data }: WireEvent): void {
      if (ended) return;
      try {
        readEvent(JSON.parse(data) as WireStreamEvent | null);
      } catch (error) {
        // Some servers end this API's stream with `[DONE]`, as other APIs do.
        if (data.trim() !== "[DONE]") fail(toEventError(error));
      }
    },
    end(): void {
      if (ended) return;
      closeBlocks();
      fail(errors.streamTruncated());
    },
  };
}

/** @throws WireIndexError */
function blockIndex({ index }: WireStreamEvent): number {
  return checkIndex(index ?? 0, { field: "index", limit: MAXIMUM_ITEMS });
}
