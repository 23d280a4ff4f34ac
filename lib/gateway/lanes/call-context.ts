/** CallContext: one call of a model, for every lane. */
import type { Dialect, ReplyIdentity, WireRequest } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "../request/context.ts";
import type { AbridgedBody } from "../request/read-json.ts";

export type CallContext = RequestContext & {
  dialect: Dialect;
  /** Client's request, checked. */
  wire: WireRequest;
  /** Body as received, for the relay lane; the skeleton of an abridged body. */
  bodyText: string;
  /** Present when long strings were cut from `wire`: only the relay lane works with it. */
  abridged?: AbridgedBody | undefined;
};

/** Returns id, time and model of a reply that the gateway writes. */
export function createReplyIdentity({ dialect, log, wire }: CallContext): ReplyIdentity {
  return { id: dialect.createId(), created: Math.floor(log.time / 1000), model: wire.model };
}
