/** FrameLog: JSON-RPC messages of a session, by the request of the gateway that they belong to. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpFrame } from "#lib/contract/mcp.ts";
import { MCP_LIMITS } from "./limits.ts";

/** Messages of one request, in the order in which they were sent and received. */
class FrameSink {
  readonly frames: McpFrame[] = [];
  private readonly startedAt = performance.now();

  add(direction: McpFrame["direction"], message: JSONRPCMessage): void {
    if (this.frames.length >= MCP_LIMITS.frames) return;
    const at = Math.round((performance.now() - this.startedAt) * 10) / 10;
    this.frames.push({ direction, at_ms: at, message });
  }

  get durationMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}

export class FrameLog {
  private readonly storage = new AsyncLocalStorage<FrameSink>();
  private readonly open = new Set<FrameSink>();
  private readonly byId = new Map<string | number, FrameSink>();

  /** Records every message of the transport; called before a client takes it over. */
  watch(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.noteSent(message);
      return send(message, options);
    };
    transport.onmessage = (message) => this.noteReceived(message);
  }

  /** Runs requests whose messages belong together. */
  async collect<Result>(
    run: () => Promise<Result>,
  ): Promise<{ result: Result; frames: McpFrame[]; durationMs: number }> {
    const sink = new FrameSink();
    this.open.add(sink);
    try {
      const result = await this.storage.run(sink, run);
      return { result, frames: sink.frames, durationMs: sink.durationMs };
    } finally {
      this.open.delete(sink);
      for (const [id, of] of this.byId) if (of === sink) this.byId.delete(id);
    }
  }

  private noteSent(message: JSONRPCMessage): void {
    const sink = this.storage.getStore();
    if (!sink) return;
    if ("method" in message && "id" in message) this.byId.set(message.id, sink);
    sink.add("sent", message);
  }

  private noteReceived(message: JSONRPCMessage): void {
    const id = !("method" in message) && "id" in message ? message.id : undefined;
    const sink = id === undefined ? undefined : this.byId.get(id);
    // A notification names no request: every one that waits may be the one that it is about.
    for (const waiting of sink ? [sink] : this.open) waiting.add("received", message);
  }
}
