import { isContent } from "./event-facts.ts";
import type { TraceRow } from "./trace-rows.ts";

/** A notable moment of the stream. */
export type TraceMarker = {
  kind: "first-byte" | "reasoning" | "first-text" | "tool" | "finish" | "error";
  label: string;
  at: number;
  /** Index of the event; absent for the first byte, which precedes all events. */
  index?: number;
};

export type MarkerFinder = {
  add(row: TraceRow): void;
  /**
   * Returns the markers; the same array until one is added.
   * @param firstByte when the headers came, in ms since the request
   */
  markers(firstByte?: number): readonly TraceMarker[];
};

/** Limit on markers of tool calls; later calls are only in the list. */
const MAXIMUM_CALLS = 12;

/** Finds markers; takes the rows in order, each once. */
export function createMarkerFinder(): MarkerFinder {
  const found: TraceMarker[] = [];
  let shown: { markers: readonly TraceMarker[]; firstByte?: number; count: number } = { markers: [], count: 0 };
  let reasoned = false;
  let spoke = false;
  let calls = 0;
  return {
    add({ index, at, kind, tool, finish }) {
      if (kind === "reasoning" && !reasoned) {
        reasoned = true;
        found.push({ kind: "reasoning", label: "First reasoning", at, index });
      } else if (isContent(kind) && kind !== "reasoning" && kind !== "tool" && !spoke) {
        spoke = true;
        found.push({ kind: "first-text", label: kind === "image" ? "First image" : "First token", at, index });
      }
      if (tool !== undefined && calls < MAXIMUM_CALLS) {
        calls += 1;
        found.push({ kind: "tool", label: tool, at, index });
      }
      if (finish !== undefined) found.push({ kind: "finish", label: `Finish: ${finish}`, at, index });
      if (kind === "error") found.push({ kind: "error", label: "Error", at, index });
    },
    markers(firstByte) {
      if (shown.firstByte !== firstByte || shown.count !== found.length) {
        const first: TraceMarker[] =
          firstByte === undefined ? [] : [{ kind: "first-byte", label: "First byte", at: firstByte }];
        shown = { markers: [...first, ...found], firstByte, count: found.length };
      }
      return shown.markers;
    },
  };
}
