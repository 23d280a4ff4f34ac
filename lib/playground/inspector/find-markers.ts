import { isContent } from "./event-facts.ts";
import type { WireRow } from "./wire-rows.ts";

/** A moment of the stream that a reader looks for. */
export type WireMarker = {
  kind: "first-byte" | "reasoning" | "first-text" | "tool" | "finish" | "error";
  label: string;
  at: number;
  /** Of the event; the first byte came before there was one. */
  index?: number;
};

export type MarkerFinder = {
  add(row: WireRow): void;
  /** The same list while there is nothing new. @param firstByte when the headers came, in ms since the request */
  markers(firstByte?: number): readonly WireMarker[];
};

/** Tool calls past these are in the list, not among the markers. */
const MAXIMUM_CALLS = 12;

/** Takes the rows one after the other, each once. */
export function createMarkerFinder(): MarkerFinder {
  const found: WireMarker[] = [];
  let shown: { markers: readonly WireMarker[]; firstByte?: number; count: number } = { markers: [], count: 0 };
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
        const first: WireMarker[] =
          firstByte === undefined ? [] : [{ kind: "first-byte", label: "First byte", at: firstByte }];
        shown = { markers: [...first, ...found], firstByte, count: found.length };
      }
      return shown.markers;
    },
  };
}
