/** What reads the events of one output item: made when the item is added, told what comes, and ended with the whole item. */
import type { Part } from "#lib/canonical/part.ts";
import type { ResponsesEvent, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";

export type ItemReader = {
  read(event: ResponsesEvent): void;
  /** @param item as it stands when it is done; undefined when the stream ended before that */
  done(item: WireItem | undefined): void;
};

export type ItemSource = {
  emit: (part: Part) => void;
  /** Its place in `output`. Events find their item by it: item ids change from event to event at some upstreams. */
  index: number;
  item: WireItem;
  /** The event that added it; undefined when it is known from the final object only. */
  added: ResponsesEvent | undefined;
};

/**
 * Returns a place that an event names: `absent` where it names none.
 * @throws WireIndexError
 */
export function readIndex(
  event: ResponsesEvent,
  field: "output_index" | "content_index" | "summary_index",
  absent = 0,
): number {
  return checkIndex(event[field] ?? absent, { field, limit: MAXIMUM_ITEMS });
}
