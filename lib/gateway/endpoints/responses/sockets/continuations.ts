/**
 * Continuations: responses with `store: false` that a WebSocket remembers, so that its next request can continue them by
 * id and send new items only. It is the last one of each stream (wire-formats §2.9).
 */
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { SOCKET_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import { listOutputItems, type ResponseObject } from "../response-object.ts";
import type { ClientEvent } from "./client-event.ts";

export type Continuation = {
  id: string;
  /** Stored response that the conversation continues; null for none. */
  storedId: string | null;
  /** JSON of the conversation's items, without brackets. */
  items: string;
  /** Ids of its tool calls. */
  calls: ReadonlySet<string>;
};

/** Bytes of all sockets. */
export type StateMemory = { used: number };

export class Continuations {
  private readonly memory: StateMemory;
  private readonly last = new Map<string | undefined, Continuation>();
  private used = 0;

  constructor(memory: StateMemory) {
    this.memory = memory;
  }

  find(id: unknown): Continuation | undefined {
    for (const continuation of this.last.values()) if (continuation.id === id) return continuation;
    return undefined;
  }

  /** Remembers the last response of a stream; one for which there is no room is not remembered. */
  remember(streamId: string | undefined, continuation: Continuation): void {
    this.forget(streamId);
    const bytes = continuation.items.length;
    const hasRoom =
      this.used + bytes <= SOCKET_LIMITS.stateBytes && this.memory.used + bytes <= SOCKET_LIMITS.totalStateBytes;
    if (!hasRoom) return;
    this.last.set(streamId, continuation);
    this.count(bytes);
  }

  /** Forgets a response: after a request that continued it and failed, its state is uncertain to the client. */
  evict(id: unknown): void {
    for (const [streamId, continuation] of this.last) if (continuation.id === id) this.forget(streamId);
  }

  clear(): void {
    this.last.clear();
    this.count(-this.used);
  }

  private forget(streamId: string | undefined): void {
    const known = this.last.get(streamId);
    if (!known) return;
    this.last.delete(streamId);
    this.count(-known.items.length);
  }

  private count(bytes: number): void {
    this.used += bytes;
    this.memory.used += bytes;
  }
}

/** Items of a request; undefined for an input of another type, which its validation refuses. */
function listInput({ input }: ClientEvent): WireItem[] | undefined {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (input === undefined || input === null) return [];
  return Array.isArray(input) && input.every((item) => typeof item === "object" && item !== null) ? input : undefined;
}

/**
 * Returns the request with the whole conversation, as JSON.
 * @throws GatewayError 400 for the output of a call that nobody made
 */
export function writeContinued(wire: ClientEvent, { storedId, items, calls }: Continuation): string {
  const own = listInput(wire);
  if (!own) return JSON.stringify(wire);
  if (storedId === null) requireCalls(own, calls);
  const { input: _, previous_response_id: __, ...rest } = wire;
  const head = JSON.stringify({ ...rest, ...(storedId === null ? {} : { previous_response_id: storedId }) });
  return `${head.slice(0, -1)},"input":[${join(items, writeItems(own))}]}`;
}

/** Returns what a response with `store: false` and its request add to the conversation. */
export function continueWith({
  wire,
  response,
  known,
}: {
  wire: ClientEvent;
  response: ResponseObject;
  known: Continuation | undefined;
}): Continuation {
  const own = listInput(wire) ?? [];
  const output = listOutputItems(response).filter(canBeSentBack);
  const previousId = typeof wire.previous_response_id === "string" ? wire.previous_response_id : null;
  return {
    id: String(response.id),
    storedId: known ? known.storedId : previousId,
    items: join(known?.items ?? "", join(writeItems(own), writeItems(output))),
    calls: new Set([...(known?.calls ?? []), ...listCalls(own), ...listCalls(output)]),
  };
}

const writeItems = (items: readonly WireItem[]): string => items.map((item) => JSON.stringify(item)).join(",");
const join = (one: string, other: string): string => (one && other ? `${one},${other}` : one || other);

/** Reasoning without its encrypted content is known only to an upstream that stores it, which `store: false` forbids. */
function canBeSentBack({ type, encrypted_content: content }: WireItem): boolean {
  return type !== "reasoning" || typeof content === "string";
}

function* listCalls(items: readonly WireItem[]): Generator<string, void, void> {
  for (const { type, call_id: id } of items) {
    if ((type === "function_call" || type === "custom_tool_call") && typeof id === "string") yield id;
  }
}

function requireCalls(own: readonly WireItem[], calls: ReadonlySet<string>): void {
  const known = new Set([...calls, ...listCalls(own)]);
  for (const [index, { type, call_id: id }] of own.entries()) {
    const isOutput = type === "function_call_output" || type === "custom_tool_call_output";
    if (isOutput && typeof id === "string" && !known.has(id)) {
      throw errors.calledItemNotFound({ param: `input[${index}].call_id` });
    }
  }
}
