/** What every lane needs to answer one call, whatever its dialect. */
import type { Dialect, ReplyIdentity, WireRequest } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import type { Principal } from "./key-ring.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

export type AnswerContext = {
  runtime: Runtime;
  exchange: ExchangeRequest;
  /** Who asks. */
  principal: Principal;
  record: RequestRecord;
  dialect: Dialect;
  /** The client's request, checked. */
  wire: WireRequest;
  /** The body as it came. */
  bodyText: string;
};

/** What an answer that the gateway writes says about itself; a relayed one speaks for itself. */
export function replyIdentity({ dialect, record, wire }: AnswerContext): ReplyIdentity {
  return { id: dialect.createId(), created: Math.floor(record.time / 1000), model: wire.model };
}

/** The headers that every answer of a model carries; `x-gateway-dropped` only where something went nowhere. */
export function answerHeaders({ lane, upstream, dropped }: RequestRecord): Record<string, string> {
  return {
    "x-gateway-lane": lane ?? "",
    "x-gateway-upstream": upstream ?? "",
    ...(dropped.length > 0 ? { "x-gateway-dropped": droppedHeader(dropped) } : {}),
  };
}

const LONGEST_HEADER = 2_048;

/** Names joined by commas; what a header cannot hold is percent-encoded, what does not fit is counted. */
function droppedHeader(names: string[]): string {
  let text = "";
  for (const [index, name] of names.entries()) {
    const next = name.replace(/[^\x21-\x2b\x2d-\x7e]/g, encodeURIComponent);
    if (text.length + next.length > LONGEST_HEADER) return `${text}, and ${names.length - index} more`;
    text += text ? `, ${next}` : next;
  }
  return text;
}
