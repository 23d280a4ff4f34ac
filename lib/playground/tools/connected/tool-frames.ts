/** JSON-RPC messages of the tool calls of this tab, for the inspector, and the tools that were approved for always. */

import type { McpFrame } from "#lib/contract/mcp.ts";
import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";
import { describeRunner } from "./connected-tool.ts";

/** Calls whose messages are held: those of older ones are gone. */
const MOST_CALLS = 100;

/** Messages of one call; `turnId` is the response that made it. */
export type CallFrames = { turnId: string; name: string; frames: McpFrame[] };

/** Not stored: a page that is opened again, or a conversation from elsewhere, asks before it runs anything. */
export const connectedTools = createStore<{ calls: CallFrames[]; approved: ReadonlySet<string> }>({
  calls: [],
  approved: new Set(),
});

export function noteFrames(call: CallFrames): void {
  connectedTools.set(({ calls }) => ({ calls: [...calls, call].slice(-MOST_CALLS) }));
}

/** Approves a tool in one conversation until the page is reloaded. */
export function approveAlways(sessionId: string, runner: ToolRunner): void {
  connectedTools.set(({ approved }) => ({ approved: new Set([...approved, nameApproval(sessionId, runner)]) }));
}

export function nameApproval(sessionId: string, runner: ToolRunner): string {
  return `${sessionId} ${describeRunner(runner)}`;
}
