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

/** Tool calls past these are in the list, not among the markers. */
const MAXIMUM_CALLS = 12;

/** @param firstByte when the response's headers came, in milliseconds since the request */
export function findMarkers(rows: readonly WireRow[], firstByte?: number): WireMarker[] {
  const markers: WireMarker[] = [];
  if (firstByte !== undefined) markers.push({ kind: "first-byte", label: "First byte", at: firstByte });
  let reasoned = false;
  let spoke = false;
  let calls = 0;
  for (const row of rows) {
    const { index, at } = row;
    if (row.kind === "reasoning" && !reasoned) {
      reasoned = true;
      markers.push({ kind: "reasoning", label: "First reasoning", at, index });
    } else if (isContent(row.kind) && row.kind !== "reasoning" && row.kind !== "tool" && !spoke) {
      spoke = true;
      markers.push({ kind: "first-text", label: row.kind === "image" ? "First image" : "First token", at, index });
    }
    if (row.tool !== undefined && calls < MAXIMUM_CALLS) {
      calls += 1;
      markers.push({ kind: "tool", label: row.tool, at, index });
    }
    if (row.finish !== undefined) markers.push({ kind: "finish", label: `Finish: ${row.finish}`, at, index });
    if (row.kind === "error") markers.push({ kind: "error", label: "Error", at, index });
  }
  return markers;
}
