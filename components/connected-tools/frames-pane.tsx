"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { McpFrame } from "#lib/contract/mcp.ts";
import type { CallFrames } from "#lib/playground/tools/connected/tool-frames.ts";
import { JsonView } from "../inspector/json-view.tsx";

/** JSON-RPC messages between the gateway and MCP servers for the calls of one response. */
export function FramesPane({ calls }: { calls: readonly CallFrames[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it.
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 -outline-offset-2">
      {calls.map(({ name, frames }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added.
        <section key={at} aria-label={`JSON-RPC of ${name}`} className="pb-4">
          <p className="group-title pb-1.5">{name}</p>
          <ol className="flex flex-col gap-2">
            {frames.map((frame, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change.
              <li key={index} className="overflow-hidden rounded-[10px] border">
                <Head frame={frame} />
                <JsonView text={JSON.stringify(frame.message)} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Head({ frame: { direction, at_ms: at, message } }: { frame: McpFrame }) {
  const Arrow = direction === "sent" ? ArrowUp : ArrowDown;
  const kind = typeof message.method === "string" ? message.method : "error" in message ? "error" : "result";
  return (
    <p className="flex items-center gap-1.5 border-b px-3 py-1.5 text-xs">
      <Arrow aria-hidden className="size-3.5 text-muted-foreground" />
      <span className="text-muted-foreground">{direction === "sent" ? "Sent" : "Received"}</span>
      <span className="truncate font-mono">{kind}</span>
      <span className="ml-auto text-muted-foreground tabular-nums">{at.toFixed(1)} ms</span>
    </p>
  );
}
