/** CallContext: one call of a model, as every lane gets it. */
import type { Dialect, ReplyIdentity, WireRequest } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "../request/context.ts";
import type { AbridgedBody } from "../request/read-json.ts";

export type CallContext = RequestContext & {
  dialect: Dialect;
  /** The client's request, checked. */
  wire: WireRequest;
  /** The body as it was sent, for the relay lane; of one that was abridged its skeleton. */
  bodyText: string;
  /** Present when long strings were cut from `wire`: only the relay lane works with that. */
  abridged?: AbridgedBody | undefined;
};

/** Id, time and model of a reply that the gateway writes. */
export function replyIdentity({ dialect, log, wire }: CallContext): ReplyIdentity {
  return { id: dialect.createId(), created: Math.floor(log.time / 1000), model: wire.model };
}
