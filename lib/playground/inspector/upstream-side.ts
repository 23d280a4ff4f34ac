/** The upstream side of a request: the request that the gateway sent, read from its resumable response. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { readEventStream } from "../streams/chat-stream.ts";
import type { TraceEvent } from "../streams/event-log.ts";
import { joinResumableBody } from "../streams/resumable/join-resumable-body.ts";
import { describeResponse } from "../streams/resumable/resumable-response-api.ts";
import type { Trace, UpstreamSide } from "../trace/trace.ts";
import type { TraceDialect } from "./event-kind.ts";

/** Reads the route from the headers of the gateway's response. */
export function readUpstreamRoute({ responseHeaders = [] }: Pick<Trace, "responseHeaders">) {
  const read = (name: string) => responseHeaders.find(([own]) => own === name)?.[1];
  const readNames = (name: string) => (read(name)?.split(",") ?? []).map((field) => field.trim()).filter(Boolean);
  return {
    lane: read("x-gateway-lane"),
    upstream: read("x-gateway-upstream"),
    dropped: readNames("x-gateway-dropped"),
    emulated: readNames("x-gateway-emulated"),
  };
}

/** @returns undefined when the gateway no longer has the resumable response, or cannot be reached */
export async function loadUpstreamSide(id: string, send: typeof fetch = fetch): Promise<UpstreamSide | undefined> {
  try {
    const response = await send(`/api/exchanges/${encodeURIComponent(id)}`, { credentials: "same-origin" });
    if (!response.ok) return undefined;
    const { lane, upstream, model, dropped, sent, answered } = (await response.json()) as ResponseTrace;
    return { lane, upstream, model, dropped, ...(sent ? { sent } : {}), ...(answered ? { answered } : {}) };
  } catch {
    return undefined;
  }
}

/** Returns the record with its upstream side, which is loaded only when a translation made the two differ. */
export async function withUpstreamSide<Exchange extends Trace>(
  record: Exchange,
  send: typeof fetch = fetch,
): Promise<Exchange> {
  if (record.requestId === undefined || readUpstreamRoute(record).lane !== "translate") return record;
  const side = await loadUpstreamSide(record.requestId, send);
  return side ? { ...record, other: side } : record;
}

export type UpstreamEvents = {
  events: TraceEvent[];
  /**
   * True when each event has the time at which the gateway received it, in milliseconds since it received the request.
   */
  timed: boolean;
};

/**
 * Loads the upstream's events as the gateway received them.
 * @returns undefined when the gateway has none
 */
export async function loadUpstreamEvents(id: string, send: typeof fetch = fetch): Promise<UpstreamEvents | undefined> {
  const name = encodeURIComponent(id);
  try {
    const response = await send(`/api/exchanges/${name}/upstream-events`, { credentials: "same-origin" });
    if (response.status !== 200) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Arrival times are complete only after the last event has arrived.
    const writes = (await describeResponse(name, { fetch: send }).catch(() => undefined))?.upstream_writes;
    return { events: await readTimed(bytes, writes), timed: writes !== undefined };
  } catch {
    return undefined;
  }
}

async function readTimed(bytes: Uint8Array, writes: ResponseTrace["upstream_writes"] = []): Promise<TraceEvent[]> {
  const data = new TextDecoder().decode(bytes);
  if (!/^(?:\w+:|:)/.test(data)) return [{ at: writes.at(-1)?.[1] ?? 0, data, form: "body" }];
  const events: TraceEvent[] = [];
  let at = 0;
  const onTime = (time: number) => {
    at = time;
  };
  const body = joinResumableBody({ body: new Blob([bytes as BlobPart]).stream(), writes, onTime });
  await readEventStream(body, (event) => events.push({ at, ...event }));
  return events;
}

const DIALECTS: readonly TraceDialect[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
  "google-interactions",
  "openai-images",
  "openai-videos",
];

/** Returns the dialect that the gateway names. */
export const toTraceDialect = (name: string | undefined): TraceDialect =>
  DIALECTS.find((dialect) => dialect === name) ?? "openai-chat";
