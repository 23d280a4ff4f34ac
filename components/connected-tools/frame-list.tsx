"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { McpFrame } from "#lib/contract/mcp.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { JsonView } from "../inspector/json-view.tsx";
import { LazyDetails } from "../ui/lazy-details.tsx";

/** JSON-RPC messages in their order. */
export function FrameList({ frames }: { frames: readonly McpFrame[] }) {
  return (
    <ol className="flex flex-col gap-2">
      {frames.map((frame, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change.
        <li key={index} className="overflow-hidden rounded-[10px] border">
          <p className="border-b">
            <FrameHead direction={frame.direction} kind={nameKind(frame)} at={frame.at_ms} />
          </p>
          <JsonView text={JSON.stringify(frame.message)} />
        </li>
      ))}
    </ol>
  );
}

/** Messages of a request of the dialog, which belongs to no response and is in no inspector. */
export function FoldedFrames({ frames }: { frames: readonly McpFrame[] }) {
  return (
    <LazyDetails
      className="text-[13px]"
      summaryClassName="cursor-pointer text-muted-foreground text-xs pointer-coarse:py-2"
      summary={`Frames: ${countOf(frames.length, "JSON-RPC message")}`}
    >
      {() => (
        <div className="pt-1.5">
          <FrameList frames={frames} />
        </div>
      )}
    </LazyDetails>
  );
}

/** Name, direction and time of one message. */
export function FrameHead({
  direction,
  kind,
  at,
  facts,
}: {
  direction: McpFrame["direction"];
  kind: string;
  /** Milliseconds since the beginning. */
  at: number;
  facts?: string;
}) {
  const Arrow = direction === "sent" ? ArrowUp : ArrowDown;
  return (
    <span className="flex items-center gap-1.5 px-3 py-1.5 text-xs">
      <Arrow aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      <span className="text-muted-foreground">{direction === "sent" ? "Sent" : "Received"}</span>
      <span className="truncate font-mono">{kind}</span>
      {facts && <span className="shrink-0 text-muted-foreground tabular-nums">{facts}</span>}
      <span className="ml-auto shrink-0 text-muted-foreground tabular-nums">{at.toFixed(1)} ms</span>
    </span>
  );
}

function nameKind({ message }: McpFrame): string {
  if (typeof message.method === "string") return message.method;
  return "error" in message ? "error" : "result";
}
