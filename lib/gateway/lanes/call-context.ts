/** CallContext: one call of a model, for every lane. */

import type { OnLoss } from "#lib/config/model-routes.ts";
import type { Dialect, ReplyIdentity, RouteParameters, WireRequest } from "#lib/dialects/dialect.ts";
import type { RequestContext } from "../request/context.ts";
import type { AbridgedBody } from "../request/read-json.ts";
import type { UpstreamRunTerms } from "./upstream-run-terms.ts";

export type CallContext = RequestContext & {
  dialect: Dialect;
  /** Client's request, checked. */
  wire: WireRequest;
  /** Body as received, for the relay lane; the skeleton of an abridged body. */
  bodyText: string;
  /** True when the body has data that is sealed for another vendor; undefined until somebody asks. */
  hasSeal?: boolean | undefined;
  /** Present when long strings were cut from `wire`: only the relay lane works with it. */
  abridged?: AbridgedBody | undefined;
  /** Model and streaming mode of the path, in a dialect with both in its path. */
  parameters?: RouteParameters | undefined;
  /** Time limit of the client or the route on the whole response. */
  timeLimit?: TimeLimit | undefined;
  /** Called before the request goes to an upstream that is paid for; a failure of it ends the call unsent. */
  beforeSend?: (() => Promise<void>) | undefined;
  /** Present for a background response, which an upstream may run itself. */
  upstreamRun?: UpstreamRunTerms | undefined;
  /** True when the gateway itself writes the response, in whichever lane. */
  neverRelay?: boolean | undefined;
  /** Returns true for an upstream's refusal of a relayed request after which the gateway itself writes the response. */
  isUnsupported?: ((error: unknown, model: string) => boolean) | undefined;
  /** True where the gateway may do what an upstream's API cannot. */
  emulates?: boolean | undefined;
  /** Fields whose loss refuses the request; none when absent. */
  onLoss?: OnLoss | undefined;
};

export type TimeLimit = {
  ms: number;
  /** Time by `performance.now()`. */
  endsAt: number;
};

/** Returns id, time and model of a reply that the gateway writes. */
export function createReplyIdentity({ dialect, log, wire }: CallContext): ReplyIdentity {
  return { id: dialect.createId(), created: Math.floor(log.time / 1000), model: wire.model, readTime };
}

/** Unix seconds. */
export const readTime = () => Math.floor(Date.now() / 1_000);
