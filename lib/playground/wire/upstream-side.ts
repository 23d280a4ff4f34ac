/** The other side of a request: what the gateway sent on, read from the exchange that it keeps. */
import type { KeptExchange } from "#lib/gateway/exchanges/kept-exchange.ts";
import { parseEventStream } from "../chat-stream.ts";
import type { WireEvent } from "../event-log.ts";
import type { WireDialect } from "./event-kind.ts";
import type { UpstreamSide, WireExchange } from "./wire-record.ts";

/** Of the gateway's own answer, by its headers. */
export function routeOf({ responseHeaders = [] }: Pick<WireExchange, "responseHeaders">) {
  const read = (name: string) => responseHeaders.find(([own]) => own === name)?.[1];
  const dropped = read("x-gateway-dropped")?.split(",") ?? [];
  return {
    lane: read("x-gateway-lane"),
    upstream: read("x-gateway-upstream"),
    dropped: dropped.map((name) => name.trim()).filter(Boolean),
  };
}

/** @returns undefined when the gateway keeps the exchange no longer, or cannot be asked */
export async function loadUpstreamSide(id: string, send: typeof fetch = fetch): Promise<UpstreamSide | undefined> {
  try {
    const response = await send(`/api/exchanges/${encodeURIComponent(id)}`, { credentials: "same-origin" });
    if (!response.ok) return undefined;
    const { lane, upstream, model, dropped, sent, answered } = (await response.json()) as KeptExchange;
    return { lane, upstream, model, dropped, ...(sent ? { sent } : {}), ...(answered ? { answered } : {}) };
  } catch {
    return undefined;
  }
}

/** The record with its other side, which is asked for where a translation made the two differ. */
export async function withUpstreamSide<Exchange extends WireExchange>(
  record: Exchange,
  send: typeof fetch = fetch,
): Promise<Exchange> {
  if (record.requestId === undefined || routeOf(record).lane !== "translate") return record;
  const side = await loadUpstreamSide(record.requestId, send);
  return side ? { ...record, other: side } : record;
}

/** The upstream's own events, as the gateway received them; when each came is not kept. */
export async function loadUpstreamEvents(id: string, send: typeof fetch = fetch): Promise<WireEvent[] | undefined> {
  try {
    const response = await send(`/api/exchanges/${encodeURIComponent(id)}/upstream-events`, {
      credentials: "same-origin",
    });
    if (response.status !== 200) return undefined;
    const text = await response.text();
    const isStream = /^(?:\w+:|:)/.test(text);
    return isStream
      ? parseEventStream(text).map((event) => ({ at: 0, ...event }))
      : [{ at: 0, data: text, form: "body" }];
  } catch {
    return undefined;
  }
}

const DIALECTS: readonly WireDialect[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
  "openai-images",
  "openai-videos",
];

/** The dialect by the name that the gateway gives it. */
export const toWireDialect = (name: string | undefined): WireDialect =>
  DIALECTS.find((dialect) => dialect === name) ?? "openai-chat";
