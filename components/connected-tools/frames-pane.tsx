"use client";

import type { CallFrames } from "#lib/playground/tools/connected/tool-frames.ts";
import { FrameList } from "./frame-list.tsx";

/** JSON-RPC messages between the gateway and MCP servers for the calls of one response. */
export function FramesPane({ calls }: { calls: readonly CallFrames[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it.
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 -outline-offset-2">
      {calls.map(({ name, frames }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added.
        <section key={at} aria-label={`JSON-RPC of ${name}`} className="pb-4">
          <p className="group-title pb-1.5">{name}</p>
          <FrameList frames={frames} />
        </section>
      ))}
    </div>
  );
}
