/** Reads a stream of response events as Parts (wire-formats §2.6). */
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesEvent, ResponsesReply, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamReader, WireEvent } from "../dialect.ts";
import { type StreamFailure, toEventError } from "../malformed.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFailure } from "./errors.ts";
import { readFinishReason } from "./finish-reason.ts";
import { type ItemReader, readIndex } from "./item-reader.ts";
import { pickResponseRest } from "./reply.ts";
import { createItemReader, withoutNoise } from "./stream-items.ts";
import { readUsage } from "./usage.ts";

type ItemState = { reader: ItemReader; done: boolean };

export function createStreamReader(emitPart: (part: Part) => void): StreamReader {
  const items = new Map<number, ItemState>();
  /** Ids and call ids of the items that were read: an upstream may number the final object in another way. */
  const seen = new Set<unknown>();
  const outcome = { hasToolCalls: false, hasRefusal: false };
  let settings: Record<string, unknown> | undefined;
  let started = false;
  let over = false;

  function emit(part: Part): void {
    if (part.type === "tool-call") outcome.hasToolCalls = true;
    else if (part.type === "refusal-delta") outcome.hasRefusal = true;
    emitPart(part);
  }

  function start(response: ResponsesReply | undefined): void {
    if (started) return;
    started = true;
    settings = response && pickResponseRest(response);
    emit({
      type: "start",
      ...(response?.id !== undefined ? { id: response.id } : {}),
      ...(response?.model !== undefined ? { model: response.model } : {}),
      ...(response?.created_at !== undefined ? { created: response.created_at } : {}),
      ...(settings ? { vendor: { [DIALECT]: settings } } : {}),
    });
  }

  function open(index: number, item: WireItem, added?: ResponsesEvent): ItemState {
    const state = { reader: createItemReader({ emit, index, item, added }), done: false };
    items.set(index, state);
    return state;
  }

  function close(state: ItemState, item: WireItem | undefined): void {
    if (item?.id !== undefined) seen.add(item.id);
    if (item?.call_id !== undefined) seen.add(item.call_id);
    if (state.done) return;
    state.done = true;
    state.reader.done(item);
  }

  /** Some servers omit the event that adds an item; its first event then gives its type. */
  function findItem(event: ResponsesEvent): ItemState | undefined {
    const index = readIndex(event, "output_index");
    const state = items.get(index);
    if (state) return state;
    const id = event.item_id;
    if (/^response\.(output_text|refusal|content_part)\./.test(event.type))
      return open(index, { type: "message", ...(id ? { id } : {}) });
    if (/^response\.reasoning_/.test(event.type)) return open(index, { type: "reasoning", ...(id ? { id } : {}) });
    return undefined;
  }

  function readItemEvent(event: ResponsesEvent): void {
    start(undefined);
    if (event.output_index === undefined && event.item_id === undefined) {
      emit({ type: "unknown", choice: 0, dialect: DIALECT, value: withoutNoise(event), streamOnly: true });
      return;
    }
    const state = findItem(event);
    if (state && !state.done) state.reader.read(event);
  }

  function finish(response: ResponsesReply): void {
    for (const [index, item] of (response.output ?? []).entries()) {
      // The flat elements of a gateway of this kind are no items (§2.5).
      if (item.type === "output_text") continue;
      const state = items.get(index);
      if (state) close(state, item);
      else if (!seen.has(item.id) && !seen.has(item.call_id)) close(open(index, item), item);
    }
    closeAll();
    const changed = changedSettings(pickResponseRest(response));
    const reason = readFinishReason(response, outcome);
    emit({ type: "finish", choice: 0, reason, ...(changed ? { vendor: { [DIALECT]: changed } } : {}) });
    if (response.usage) emit({ type: "usage", usage: readUsage(response.usage) });
    over = true;
  }

  function closeAll(): void {
    for (const state of items.values()) close(state, undefined);
  }

  /** Returns the settings that the final event changed (the service tier that was used, the time). */
  function changedSettings(final: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
    const changed = Object.entries(final ?? {}).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(settings?.[key]),
    );
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
  }

  function fail({ status, message, code }: StreamFailure): void {
    over = true;
    emit({ type: "error", status, message, ...(code ? { code } : {}) });
  }

  function readEvent(event: ResponsesEvent): void {
    switch (event.type) {
      case "error":
        fail(readFailure(event.error ?? event));
        return;
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        start(event.response);
        return;
      case "response.completed":
      case "response.incomplete":
        start(event.response);
        finish({ status: event.type.replace("response.", ""), ...event.response });
        return;
      case "response.failed":
        fail(readFailure(event.response?.error));
        return;
      case "response.output_item.added":
        start(undefined);
        if (event.item) open(readIndex(event, "output_index", items.size), event.item, event);
        return;
      case "response.output_item.done": {
        start(undefined);
        const { item } = event;
        const index = readIndex(event, "output_index", items.size);
        if (item) close(items.get(index) ?? open(index, item), item);
        return;
      }
      case "keepalive":
        return;
      default:
        // An error without a type, as servers of the chat API send it.
        if (event.type === undefined && event.error != null) fail(readFailure(event.error));
        else if (typeof event.type === "string") readItemEvent(event);
    }
  }

  return {
    read({ data }: WireEvent): void {
      if (over || data.trim() === "[DONE]") return;
      try {
        readEvent(JSON.parse(data) as ResponsesEvent);
      } catch (error) {
        // Upstream data is never trusted: an event of another shape must not end the process.
        fail(toEventError(error));
      }
    },
    end(): void {
      if (over) return;
      closeAll();
      fail(errors.streamTruncated());
    },
  };
}
