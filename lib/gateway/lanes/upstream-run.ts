/**
 * Background responses that an upstream runs itself, by `background` of the Responses API: when the instance that follows
 * one has ended, another one goes on with it, and nothing is sent twice.
 */
import type { Dialect } from "#lib/dialects/dialect.ts";
import { type Sending, send, type UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { Services } from "../request/services.ts";
import type { CallContext } from "./call-context.ts";
import type { UpstreamRun } from "./upstream-run-terms.ts";

const DIALECT = "openai-responses";

/** One call that its upstream runs in the background. */
export type OpenedRun = {
  /** Returns the request with the fields that have the upstream run it. */
  writeRequest(written: unknown): unknown;
  /** Request that follows the events of a response that is there already, from its first event; absent for a new one. */
  request: UpstreamRequest | undefined;
  /** The upstream's dialect, which notes the id. */
  dialect: Dialect;
  /** Cancels it at the upstream, which would go on without a reader. */
  cancel(): void;
};

/** True for a background response that the upstream runs: the gateway follows and stores it, rather than relaying it. */
export function followsRun(wire: object, { responses }: Pick<Upstream, "responses">): boolean {
  return responses.background && "background" in wire && wire.background === true;
}

/** Returns undefined for a call that is no background response, or whose upstream does not run it itself. */
export function openUpstreamRun(
  { upstreamRun: terms, services }: Pick<CallContext, "upstreamRun" | "services">,
  { upstream, dialect, model }: { upstream: Upstream; dialect: Dialect; model: string },
): OpenedRun | undefined {
  if (!terms || dialect.id !== DIALECT || !upstream.responses.background) return undefined;
  const target = `${upstream.id}/${model}`;
  const resumed = terms.resumed?.target === target ? terms.resumed : undefined;
  let run: UpstreamRun | undefined = resumed;
  return {
    writeRequest: (written) => ({ ...(written as object), background: true, store: true }),
    request: resumed && createRequest(upstream, { method: "GET", id: resumed.id, rest: "?stream=true" }),
    dialect: {
      ...dialect,
      createStreamReader: (emit) =>
        dialect.createStreamReader((part) => {
          if (part.type === "start" && part.id !== undefined) {
            run = { target, id: part.id };
            terms.onStart(run);
          }
          emit(part);
        }),
    },
    cancel() {
      if (run && !terms.isHandedOver()) cancelUpstreamRun(services, run);
    },
  };
}

/** Has the upstream stop a response. Nobody waits for it: a failure is logged. */
export function cancelUpstreamRun({ upstreams, log }: Pick<Services, "upstreams" | "log">, run: UpstreamRun): void {
  const upstream = upstreams.get(run.target.slice(0, run.target.indexOf("/")));
  if (!upstream) return;
  const note = (reason: string) => log(`Response ${run.id} could not be cancelled at "${upstream.id}": ${reason}`);
  let sending: Sending | undefined;
  sending = send({
    upstream,
    request: createRequest(upstream, { method: "POST", id: run.id, rest: "/cancel" }),
    receiver: {
      onHeaders(status) {
        if (status >= 400) note(`status ${status}`);
        sending?.cancel();
      },
      onData() {},
      onEnd() {},
      onError: ({ message }) => note(message),
    },
  });
}

function createRequest(
  { requestHeaders }: Upstream,
  { method, id, rest }: { method: "GET" | "POST"; id: string; rest: string },
): UpstreamRequest {
  const headers = requestHeaders[DIALECT]?.[method === "GET" ? "stream" : "reply"] ?? {};
  return { method, path: `/responses/${encodeURIComponent(id)}${rest}`, headers };
}
