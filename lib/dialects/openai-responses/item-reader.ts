/** Reads the events of one output item: created when the item is added, and ended with the complete item. */
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesEvent, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";

export type ItemReader = {
  read(event: ResponsesEvent): void;
  /** @param item the completed item; undefined when the stream ended before that */
  done(item: WireItem | undefined): void;
};

export type ItemSource = {
  emit: (part: Part) => void;
  /** Index in `output`. Events refer to items by it, since some upstreams change item ids from event to event. */
  index: number;
  item: WireItem;
  /** The event that added the item; undefined when only the final object has the item. */
  added: ResponsesEvent | undefined;
};

/**
 * Returns an index from an event, or `absent` when the event has none.
 * @throws WireIndexError
 */
export function readIndex(
  event: ResponsesEvent,
  field: "output_index" | "content_index" | "summary_index",
  absent = 0,
): number {
  return checkIndex(event[field] ?? absent, { field, limit: MAXIMUM_ITEMS });
}
